package golang

import (
	"go/ast"
	"go/token"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// open starts a local scope and returns the mark that close needs.
func (e *extractor) open() int {
	e.depth++
	return len(e.undo)
}

// close ends the scope that open started.
func (e *extractor) close(mark int) {
	for i := len(e.undo) - 1; i >= mark; i-- {
		u := e.undo[i]
		if u.had {
			e.locals[u.name] = u.old
		} else {
			delete(e.locals, u.name)
		}
	}
	e.undo = e.undo[:mark]
	e.depth--
}

// bind makes name mean the symbol in the current local scope.
func (e *extractor) bind(name string, symbol int32) {
	if name == "_" || name == "" {
		return
	}
	old, had := e.locals[name]
	e.undo = append(e.undo, undo{name, old, had})
	e.locals[name] = binding{symbol, e.depth}
}

// local adds a local symbol and binds it. Blank names add nothing.
func (e *extractor) local(id *ast.Ident, kind schema.Kind) int32 {
	if id == nil || id.Name == "_" || id.Name == "" {
		return schema.None
	}
	s := lang.NewSymbol(id.Name, kind)
	s.Parent = e.owner
	s.Span = e.span(id.Pos(), id.End())
	s.NameLine, s.NameCol = s.Span.StartLine, s.Span.StartCol
	s.Visibility = schema.VisibilityPrivate
	e.facts.Symbols = append(e.facts.Symbols, s)
	n := int32(len(e.facts.Symbols) - 1)
	e.bind(id.Name, n)
	return n
}

// define adds a symbol with a row.
func (e *extractor) define(id *ast.Ident, kind schema.Kind, from, to token.Pos) int32 {
	s := lang.NewSymbol(id.Name, kind)
	s.Parent = e.owner
	s.Span = e.span(from, to)
	s.NameLine, s.NameCol = e.at(id.Pos())
	s.Visibility = schema.VisibilityInternal
	if ast.IsExported(id.Name) {
		s.Visibility = schema.VisibilityPublic
		s.Flags |= schema.SymbolExported
	}
	e.facts.Symbols = append(e.facts.Symbols, s)
	n := int32(len(e.facts.Symbols) - 1)
	e.kids[e.owner] = append(e.kids[e.owner], extent{e.offset(from), e.offset(to)})
	return n
}

// declare binds a symbol with a row: in the function it stands in, else in the file.
func (e *extractor) declare(name string, symbol int32) {
	if e.depth > 0 {
		e.bind(name, symbol)
	} else if at, ok := e.top[name]; ok && at == schema.None {
		e.top[name] = symbol
	}
}

// use adds a reference for a bare name and returns it; BaseUnknown when the name needs none.
func (e *extractor) use(id *ast.Ident, role schema.Role) int32 {
	name := id.Name
	if name == "_" || name == "" {
		return lang.BaseUnknown
	}
	b, bound := e.locals[name]
	if !bound && predeclared[name] {
		if _, redefined := e.top[name]; !redefined {
			return lang.BaseUnknown
		}
	}
	r := lang.NewRef(name, role)
	r.Line, r.Col = e.at(id.Pos())
	r.EndCol = r.Col + int32(len(name))
	r.Encl = e.owner
	n := int32(len(e.facts.Refs))
	if bound {
		r.Target = b.symbol
		if role == schema.RoleCall && e.facts.Symbols[b.symbol].Kind.IsType() {
			r.Role = schema.RoleType
			r.Flags |= lang.RefNew
		}
	} else {
		e.free = append(e.free, n)
	}
	e.facts.Refs = append(e.facts.Refs, r)
	return n
}

// member adds a reference for a name selected from the value of base.
func (e *extractor) member(id *ast.Ident, role schema.Role, base int32) int32 {
	if id == nil || id.Name == "_" || id.Name == "" {
		return lang.BaseUnknown
	}
	r := lang.NewRef(id.Name, role)
	r.Line, r.Col = e.at(id.Pos())
	r.EndCol = r.Col + int32(len(id.Name))
	r.Encl = e.owner
	r.Base = base
	e.facts.Refs = append(e.facts.Refs, r)
	return int32(len(e.facts.Refs) - 1)
}

// flag marks the reference when there is one.
func (e *extractor) flag(ref int32, f lang.RefFlags) {
	if ref >= 0 {
		e.facts.Refs[ref].Flags |= f
	}
}

// known returns n when it is a reference, None else.
func known(n int32) int32 {
	if n >= 0 {
		return n
	}
	return schema.None
}

// predeclared holds the predeclared names that packages hardly ever redefine.
// A reference to each would be a tenth of all references and tell nothing.
var predeclared = map[string]bool{
	"bool": true, "byte": true, "complex64": true, "complex128": true, "error": true, "float32": true, "float64": true,
	"int": true, "int8": true, "int16": true, "int32": true, "int64": true, "rune": true, "string": true,
	"uint": true, "uint8": true, "uint16": true, "uint32": true, "uint64": true, "uintptr": true,
	"true": true, "false": true, "nil": true, "iota": true,
	"append": true, "cap": true, "len": true, "make": true, "panic": true,
}
