package golang

import (
	"go/ast"
	"go/token"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// body walks the body of a function in the scope of its parameters and binds its labels.
func (e *extractor) body(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	e.labels, e.gotos = nil, nil
	e.stmts(b.List)
	for _, r := range e.gotos {
		if id, ok := e.labels[e.facts.Refs[r].Name]; ok {
			e.facts.Refs[r].Target = id
		}
	}
}

func (e *extractor) stmts(list []ast.Stmt) {
	for _, s := range list {
		e.stmt(s)
	}
}

func (e *extractor) block(list []ast.Stmt) {
	mark := e.open()
	e.stmts(list)
	e.close(mark)
}

func (e *extractor) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		if s != nil {
			e.block(s.List)
		}
	case *ast.ExprStmt:
		e.expr(s.X, schema.RoleRead)
	case *ast.AssignStmt:
		e.assign(s)
	case *ast.DeclStmt:
		e.decl(s.Decl)
	case *ast.ReturnStmt:
		for _, x := range s.Results {
			e.expr(x, schema.RoleRead)
		}
	case *ast.IfStmt:
		e.branchy++
		mark := e.open()
		e.stmt(s.Init)
		e.expr(s.Cond, schema.RoleRead)
		e.stmt(s.Body)
		e.stmt(s.Else)
		e.close(mark)
	case *ast.ForStmt:
		e.branchy++
		mark := e.open()
		e.stmt(s.Init)
		e.expr(s.Cond, schema.RoleRead)
		e.stmt(s.Post)
		e.stmt(s.Body)
		e.close(mark)
	case *ast.RangeStmt:
		e.rangeLoop(s)
	case *ast.SwitchStmt:
		mark := e.open()
		e.stmt(s.Init)
		e.expr(s.Tag, schema.RoleRead)
		e.clauses(s.Body, schema.RoleRead)
		e.close(mark)
	case *ast.TypeSwitchStmt:
		mark := e.open()
		e.stmt(s.Init)
		e.stmt(s.Assign)
		e.clauses(s.Body, schema.RoleType)
		e.close(mark)
	case *ast.SelectStmt:
		e.clauses(s.Body, schema.RoleRead)
	case *ast.GoStmt:
		e.call(s.Call)
	case *ast.DeferStmt:
		e.call(s.Call)
	case *ast.SendStmt:
		e.expr(s.Chan, schema.RoleRead)
		e.expr(s.Value, schema.RoleRead)
	case *ast.IncDecStmt:
		e.expr(s.X, schema.RoleWrite)
	case *ast.LabeledStmt:
		e.label(s)
	case *ast.BranchStmt:
		if s.Label != nil && s.Label.Name != "_" {
			e.gotos = append(e.gotos, e.member(s.Label, schema.RoleRead, lang.BaseNone))
		}
	case *ast.BadStmt:
		e.facts.ErrorBytes += int32(s.To - s.From)
	}
}

// clauses walks the clauses of a switch or a select, a scope each.
func (e *extractor) clauses(b *ast.BlockStmt, role schema.Role) {
	if b == nil {
		return
	}
	for _, c := range b.List {
		mark := e.open()
		switch c := c.(type) {
		case *ast.CaseClause:
			if c.List != nil {
				e.branchy++
			}
			for _, x := range c.List {
				e.expr(x, role)
			}
			e.stmts(c.Body)
		case *ast.CommClause:
			if c.Comm != nil {
				e.branchy++
			}
			e.stmt(c.Comm)
			e.stmts(c.Body)
		default:
			e.stmt(c)
		}
		e.close(mark)
	}
}

// assign walks an assignment; names that := introduces are bound after the values.
func (e *extractor) assign(s *ast.AssignStmt) {
	var fresh []*ast.Ident
	var at []int
	for i, x := range s.Lhs {
		if id, ok := x.(*ast.Ident); ok && s.Tok == token.DEFINE {
			if b, bound := e.locals[id.Name]; !bound || b.depth != e.depth {
				fresh, at = append(fresh, id), append(at, i)
				continue
			}
		}
		e.expr(x, schema.RoleWrite)
	}
	var first [4]int32
	values := first[:0]
	for _, x := range s.Rhs {
		values = append(values, e.expr(x, schema.RoleRead))
	}
	for n, id := range fresh {
		sym := e.local(id, schema.KindLocal)
		if sym == schema.None {
			continue
		}
		if len(values) == len(s.Lhs) {
			e.facts.Symbols[sym].Init = known(values[at[n]])
		} else if len(values) == 1 { // One of several results: still a value of that call.
			e.facts.Symbols[sym].Init = known(values[0])
		}
	}
}

func (e *extractor) rangeLoop(s *ast.RangeStmt) {
	e.branchy++
	mark := e.open()
	if s.Tok != token.DEFINE {
		e.expr(s.Key, schema.RoleWrite)
		e.expr(s.Value, schema.RoleWrite)
	}
	over := e.expr(s.X, schema.RoleRead)
	if s.Tok == token.DEFINE {
		for _, x := range [...]ast.Expr{s.Key, s.Value} {
			if id, ok := x.(*ast.Ident); ok {
				if sym := e.local(id, schema.KindLocal); sym != schema.None {
					e.facts.Symbols[sym].Init = known(over)
				}
			}
		}
	}
	e.stmt(s.Body)
	e.close(mark)
}

// label declares a label, seen in the whole function, and walks what it labels.
func (e *extractor) label(s *ast.LabeledStmt) {
	if s.Label != nil && s.Label.Name != "_" {
		sym := lang.NewSymbol(s.Label.Name, schema.KindLabel)
		sym.Parent = e.owner
		sym.Span = e.span(s.Label.Pos(), s.Label.End())
		sym.NameLine, sym.NameCol = sym.Span.StartLine, sym.Span.StartCol
		sym.Visibility = schema.VisibilityPrivate
		e.facts.Symbols = append(e.facts.Symbols, sym)
		if e.labels == nil {
			e.labels = make(map[string]int32, 4)
		}
		e.labels[s.Label.Name] = int32(len(e.facts.Symbols) - 1)
	}
	e.stmt(s.Stmt)
}
