package golang

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// decl walks a declaration of the file or of a function.
func (e *extractor) decl(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		e.fun(d)
	case *ast.GenDecl:
		e.group(d)
	case *ast.BadDecl:
		e.facts.ErrorBytes += int32(d.To - d.From)
	}
}

// group walks import, const, var and type declarations.
func (e *extractor) group(d *ast.GenDecl) {
	var prev *ast.ValueSpec // The last constant specification with values, which later ones repeat.
	for i, spec := range d.Specs {
		from, to, doc := spec.Pos(), spec.End(), (*ast.CommentGroup)(nil)
		if !d.Lparen.IsValid() {
			from, to, doc = d.Pos(), max(d.End(), spec.End()), d.Doc
		}
		switch s := spec.(type) {
		case *ast.ImportSpec:
			e.importSpec(s)
		case *ast.TypeSpec:
			if s.Doc != nil {
				doc = s.Doc
			}
			e.typeSpec(s, from, to, doc)
		case *ast.ValueSpec:
			if s.Doc != nil {
				doc = s.Doc
			} else if doc == nil {
				doc = s.Comment
			}
			if d.Tok == token.CONST && len(s.Values) > 0 {
				prev = s
			}
			e.valueSpec(s, d.Tok, from, to, doc, prev, i)
		}
	}
}

func importPath(s *ast.ImportSpec) string {
	if s.Path == nil {
		return ""
	}
	p, err := strconv.Unquote(s.Path.Value)
	if err != nil {
		return ""
	}
	return p
}

// importSpec adds an import, the reference to what it names, and the symbol that it binds.
func (e *extractor) importSpec(s *ast.ImportSpec) {
	path := importPath(s)
	if path == "" {
		return
	}
	line, col := e.at(s.Path.Pos())
	imp := lang.Import{Line: line, Module: path, Symbol: schema.None}
	sym := lang.NewSymbol("", schema.KindImport)
	sym.Parent, sym.Visibility = 0, schema.VisibilityPrivate
	sym.Span = e.span(s.Pos(), s.End())
	binds := path != "C"
	if s.Name != nil {
		imp.Alias = s.Name.Name
		switch s.Name.Name {
		case "_":
			binds, imp.Alias = false, ""
		case ".":
			binds, imp.Alias, imp.Name = false, "", "*"
		default:
			sym.Name = s.Name.Name
			sym.NameLine, sym.NameCol = e.at(s.Name.Pos())
		}
	} else if path == "C" {
		binds, imp.Alias, sym.Name = true, "C", "C"
	}
	index := int32(len(e.facts.Imports))
	if binds {
		sym.Import = index
		e.facts.Symbols = append(e.facts.Symbols, sym)
		imp.Symbol = int32(len(e.facts.Symbols) - 1)
	}
	e.facts.Imports = append(e.facts.Imports, imp)
	e.imports = append(e.imports, pendingImport{s, path, imp.Symbol, index})

	r := lang.NewRef(path[strings.LastIndexByte(path, '/')+1:], schema.RoleImport)
	r.Line, r.Col, r.EndCol, r.Encl, r.Import = line, col+1, col+1+int32(len(path)), 0, index
	r.Base = lang.BaseUnknown // It names a package, nothing that scopes could bind.
	e.facts.Refs = append(e.facts.Refs, r)
}

// valueSpec adds the constants or variables of one specification.
func (e *extractor) valueSpec(s *ast.ValueSpec, tok token.Token, from, to token.Pos, doc *ast.CommentGroup, prev *ast.ValueSpec, index int) {
	if e.depth > 0 {
		typ := e.expr(s.Type, schema.RoleType)
		values := make([]int32, 0, 4)
		for _, v := range s.Values {
			values = append(values, e.expr(v, schema.RoleRead))
		}
		for i, id := range s.Names {
			sym := e.local(id, schema.KindLocal)
			if sym == schema.None {
				continue
			}
			e.facts.Symbols[sym].Type = known(typ)
			if len(values) == len(s.Names) {
				e.facts.Symbols[sym].Init = known(values[i])
			} else if len(values) == 1 {
				e.facts.Symbols[sym].Init = known(values[0])
			}
		}
		return
	}
	kind := schema.KindVariable
	if tok == token.CONST {
		kind = schema.KindConstant
	}
	text := synopsis(doc)
	outer := e.owner
	first := int32(schema.None)
	ids := make([]int32, len(s.Names))
	for i, id := range s.Names {
		if id.Name == "_" {
			// A blank variable has a value that runs, and often asserts that a
			// type implements an interface: its references need an owner.
			kind := kind
			ids[i] = e.define(id, kind, from, to)
		} else {
			ids[i] = e.define(id, kind, from, to)
			e.declare(id.Name, ids[i])
		}
		sym := &e.facts.Symbols[ids[i]]
		sym.Doc = text
		sym.Flags |= docFlags(doc)
		sym.Signature = e.valueSignature(tok, s, i)
		sh := shape{symbol: ids[i]}
		sh.sig[0] = e.extent(id.Pos(), id.End())
		if s.Type != nil {
			sh.sig[1] = e.extent(s.Type.Pos(), s.Type.End())
		}
		from := s
		if tok == token.CONST && len(s.Values) == 0 && prev != nil {
			from = prev
			if s.Type == nil && prev.Type != nil {
				sh.sig[1] = e.extent(prev.Type.Pos(), prev.Type.End())
			}
		}
		switch {
		case len(from.Values) == len(s.Names):
			sh.body = e.extent(from.Values[i].Pos(), from.Values[i].End())
		case len(from.Values) > 0:
			sh.body = e.extent(from.Values[0].Pos(), from.Values[len(from.Values)-1].End())
		}
		if tok == token.CONST {
			sh.iota = int32(index)
		}
		e.shapes = append(e.shapes, sh)
		if first == schema.None {
			first = ids[i]
		}
	}
	if first == schema.None {
		return
	}
	e.owner = first
	typ := e.expr(s.Type, schema.RoleType)
	for i, v := range s.Values {
		if len(s.Values) == len(s.Names) {
			e.owner = ids[i]
		}
		ref := e.expr(v, schema.RoleRead)
		if i < len(ids) {
			e.facts.Symbols[ids[i]].Init = known(ref)
		}
	}
	for _, id := range ids {
		e.facts.Symbols[id].Type = known(typ)
	}
	e.owner = outer
}

// typeSpec adds a type with its members.
func (e *extractor) typeSpec(s *ast.TypeSpec, from, to token.Pos, doc *ast.CommentGroup) {
	kind := schema.KindType
	switch unparen(s.Type).(type) {
	case *ast.StructType:
		kind = schema.KindStruct
	case *ast.InterfaceType:
		kind = schema.KindInterface
	}
	if s.Assign.IsValid() {
		kind = schema.KindType
	}
	id := e.define(s.Name, kind, from, to)
	e.declare(s.Name.Name, id)
	sym := &e.facts.Symbols[id]
	sym.Doc = synopsis(doc)
	sym.Flags |= docFlags(doc)
	if doc == nil {
		sym.Doc = synopsis(s.Comment)
	}
	sh := shape{symbol: id}
	head := s.End()
	if s.Type != nil {
		head = s.Type.End()
		switch t := s.Type.(type) {
		case *ast.StructType:
			head = t.Fields.Opening
			sh.body = e.extent(head, t.End())
		case *ast.InterfaceType:
			head = t.Methods.Opening
			sh.body = e.extent(head, t.End())
		}
	}
	if !head.IsValid() {
		head = s.End()
	}
	sh.sig[0] = e.extent(s.Name.Pos(), head)
	sym.Signature = e.oneLine("type ", s.Name.Pos(), head)
	e.shapes = append(e.shapes, sh)

	outer := e.owner
	e.owner = id
	mark := e.open()
	e.typeParams(s.TypeParams)
	ref := e.expr(s.Type, schema.RoleType)
	if kind == schema.KindType {
		e.facts.Symbols[id].Type = known(ref)
	}
	e.close(mark)
	e.owner = outer
}

func unparen(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.ParenExpr)
		if !ok {
			return x
		}
		x = p.X
	}
}

// typeParams binds type parameters, then walks their constraints, which may name any of them.
func (e *extractor) typeParams(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			e.local(id, schema.KindTypeParameter)
		}
	}
	for _, f := range list.List {
		e.expr(f.Type, schema.RoleType)
	}
}

// fields adds the fields of a struct.
func (e *extractor) fields(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		doc := f.Doc
		if doc == nil {
			doc = f.Comment
		}
		names, role := f.Names, schema.RoleType
		if len(names) == 0 {
			id := embeddedName(f.Type)
			if id == nil {
				e.expr(f.Type, schema.RoleType)
				continue
			}
			names, role = []*ast.Ident{id}, schema.RoleInherit
		}
		ids := make([]int32, 0, 2)
		for _, id := range names {
			n := e.define(id, schema.KindField, f.Pos(), f.End())
			sym := &e.facts.Symbols[n]
			sym.Doc = synopsis(doc)
			sym.Flags |= docFlags(f.Doc)
			sh := shape{symbol: n}
			if role == schema.RoleType {
				sh.sig[0] = e.extent(id.Pos(), id.End())
			}
			sh.sig[1] = e.extent(f.Type.Pos(), f.End())
			if role == schema.RoleType {
				sym.Signature = e.oneLine(id.Name+" ", f.Type.Pos(), f.End())
			} else {
				sym.Signature = e.oneLine("", f.Type.Pos(), f.End())
			}
			e.shapes = append(e.shapes, sh)
			ids = append(ids, n)
		}
		if len(ids) == 0 {
			continue
		}
		outer := e.owner
		e.owner = ids[0]
		ref := e.expr(f.Type, role)
		for _, n := range ids {
			e.facts.Symbols[n].Type = known(ref)
		}
		e.owner = outer
	}
}

// embeddedName returns the name that an embedded field gets from its type.
func embeddedName(x ast.Expr) *ast.Ident {
	switch x := x.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return x.Sel
	case *ast.StarExpr:
		return embeddedName(x.X)
	case *ast.ParenExpr:
		return embeddedName(x.X)
	case *ast.IndexExpr:
		return embeddedName(x.X)
	case *ast.IndexListExpr:
		return embeddedName(x.X)
	}
	return nil
}

// interfaceMembers adds the methods of an interface and walks what it embeds.
func (e *extractor) interfaceMembers(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		ft, isMethod := f.Type.(*ast.FuncType)
		if !isMethod || len(f.Names) == 0 {
			role := schema.RoleType
			if embeddedName(f.Type) != nil {
				role = schema.RoleInherit
			}
			e.expr(f.Type, role)
			continue
		}
		id := f.Names[0]
		n := e.define(id, schema.KindMethod, f.Pos(), f.End())
		doc := f.Doc
		if doc == nil {
			doc = f.Comment
		}
		sym := &e.facts.Symbols[n]
		sym.Doc = synopsis(doc)
		sym.Flags |= schema.SymbolAbstract | docFlags(f.Doc)
		sym.Signature = e.oneLine("", f.Pos(), f.End())
		sh := shape{symbol: n}
		sh.sig[0] = e.extent(f.Pos(), f.End())
		e.shapes = append(e.shapes, sh)
		outer := e.owner
		e.owner = n
		mark := e.open()
		e.signature(ft)
		e.callable(n, ft)
		e.close(mark)
		e.owner = outer
	}
}
