package golang

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// fun adds a function or a method with all that is in it.
func (e *extractor) fun(d *ast.FuncDecl) {
	if d.Name == nil || d.Type == nil {
		return
	}
	kind := schema.KindFunction
	parent := int32(0)
	if d.Recv != nil {
		kind = schema.KindMethod
		if base := receiverName(d.Recv); base != "" {
			parent = e.holder(base, d.Pos())
		}
	}
	n := e.define(d.Name, kind, d.Pos(), d.End())
	sym := &e.facts.Symbols[n]
	sym.Parent = parent
	sym.Doc = synopsis(d.Doc)
	sym.Flags |= docFlags(d.Doc)
	head, end := d.Type.End(), d.End()
	sh := shape{symbol: n}
	if d.Body != nil && d.Body.Lbrace.IsValid() {
		head = d.Body.Lbrace
		sh.body = e.extent(head, end)
	} else {
		sym.Flags |= schema.SymbolDeclOnly
	}
	sh.sig[0] = e.extent(d.Pos(), head)
	sym.Signature = e.oneLine("", d.Pos(), head)
	e.shapes = append(e.shapes, sh)
	if d.Recv == nil && d.Name.Name != "init" && d.Name.Name != "_" {
		e.declare(d.Name.Name, n)
	}
	sym.Flags |= e.purpose(d)

	outer, branchy := e.owner, e.branchy
	e.owner, e.branchy = n, 0
	mark := e.open()
	e.receiver(d.Recv)
	e.typeParams(d.Type.TypeParams)
	e.signature(d.Type)
	e.callable(n, d.Type)
	e.body(d.Body)
	e.close(mark)
	e.facts.Symbols[n].Complexity = 1 + e.branchy
	e.facts.Complexity += 1 + e.branchy
	e.owner, e.branchy = outer, branchy
}

// receiverName returns the name of the receiver's type, "" when it has none.
func receiverName(recv *ast.FieldList) string {
	if recv == nil || len(recv.List) == 0 {
		return ""
	}
	if id := embeddedName(recv.List[0].Type); id != nil {
		return id.Name
	}
	return ""
}

// holder returns the symbol that contains the methods of the named type: the
// type when this file declared it before, a container else.
func (e *extractor) holder(name string, from token.Pos) int32 {
	if id, ok := e.top[name]; ok && id > 0 && e.facts.Symbols[id].Kind.IsType() {
		return id
	}
	if id, ok := e.holders[name]; ok {
		return id
	}
	s := lang.NewSymbol(name, schema.KindImpl)
	s.Parent = 0
	s.Span = e.span(from, from)
	s.Flags = schema.SymbolSynthetic
	s.Visibility = schema.VisibilityInternal
	if ast.IsExported(name) {
		s.Visibility = schema.VisibilityPublic
		s.Flags |= schema.SymbolExported
	}
	e.facts.Symbols = append(e.facts.Symbols, s)
	id := int32(len(e.facts.Symbols) - 1)
	if e.holders == nil {
		e.holders = make(map[string]int32, 4)
	}
	e.holders[name] = id
	return id
}

// receiver walks the receiver. Names in the brackets of its type declare type parameters.
func (e *extractor) receiver(recv *ast.FieldList) {
	if recv == nil {
		return
	}
	for _, f := range recv.List {
		var params []ast.Expr
		t := f.Type
		for done := false; !done; {
			switch x := t.(type) {
			case *ast.StarExpr:
				t = x.X
			case *ast.ParenExpr:
				t = x.X
			case *ast.IndexExpr:
				t, params = x.X, []ast.Expr{x.Index}
			case *ast.IndexListExpr:
				t, params = x.X, x.Indices
			default:
				done = true
			}
		}
		ref := e.expr(t, schema.RoleType)
		for _, p := range params {
			if id, ok := p.(*ast.Ident); ok {
				e.local(id, schema.KindTypeParameter)
			} else {
				e.expr(p, schema.RoleType)
			}
		}
		for _, id := range f.Names {
			if sym := e.local(id, schema.KindParameter); sym != schema.None {
				e.facts.Symbols[sym].Type = known(ref)
			}
		}
	}
}

// signature walks parameters and results. Their names are bound after all types,
// since the scope of a parameter is the body.
func (e *extractor) signature(t *ast.FuncType) {
	if t == nil {
		return
	}
	type named struct {
		ids []*ast.Ident
		typ int32
	}
	var all []named
	for _, list := range [...]*ast.FieldList{t.Params, t.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			ref := e.expr(f.Type, schema.RoleType)
			if len(f.Names) > 0 {
				all = append(all, named{f.Names, ref})
			}
		}
	}
	for _, p := range all {
		for _, id := range p.ids {
			if sym := e.local(id, schema.KindParameter); sym != schema.None {
				e.facts.Symbols[sym].Type = known(p.typ)
			}
		}
	}
}

// callable fills arity and result type of the callable n, whose signature was just walked.
func (e *extractor) callable(n int32, t *ast.FuncType) {
	sym := &e.facts.Symbols[n]
	arity, variadic := int32(0), false
	if t.Params != nil {
		for _, f := range t.Params.List {
			arity += int32(max(len(f.Names), 1))
			_, v := f.Type.(*ast.Ellipsis)
			variadic = variadic || v
		}
	}
	if !variadic {
		sym.Arity = arity
	}
	if t.Results == nil || len(t.Results.List) == 0 {
		return
	}
	// The reference of the first result is the one that stands where its type's name does.
	x := t.Results.List[0].Type
	for s, ok := x.(*ast.StarExpr); ok; s, ok = x.(*ast.StarExpr) {
		x = s.X
	}
	id := embeddedName(x)
	if id == nil {
		return
	}
	line, col := e.at(id.Pos())
	for r := len(e.facts.Refs) - 1; r >= 0; r-- {
		ref := &e.facts.Refs[r]
		if ref.Line == line && ref.Col == col {
			e.facts.Symbols[n].Type = int32(r)
			return
		}
		if ref.Line < line {
			return
		}
	}
}

// purpose tells tests, entry points and initialisers by their signature: the name
// of the file is not known here.
func (e *extractor) purpose(d *ast.FuncDecl) schema.SymbolFlags {
	name := d.Name.Name
	params, results := d.Type.Params.NumFields(), d.Type.Results.NumFields()
	if d.Recv != nil {
		if e.suite && results == 0 && hasPrefixWord(name, "Test") {
			return schema.SymbolTest
		}
		return 0
	}
	switch {
	case params+results == 0 && name == "main" && e.facts.Package == "main":
		return schema.SymbolEntry
	case params+results == 0 && name == "init":
		return schema.SymbolInit
	case params+results == 0 && hasPrefixWord(name, "Example") && e.hasOutput(d):
		return schema.SymbolTest
	case params != 1 || results != 0:
		return 0
	}
	switch param := testingParam(d.Type.Params.List[0].Type); {
	case name == "TestMain" && param == "M":
		return schema.SymbolEntry
	case hasPrefixWord(name, "Test") && param == "T", hasPrefixWord(name, "Benchmark") && param == "B", hasPrefixWord(name, "Fuzz") && param == "F":
		return schema.SymbolTest
	}
	return 0
}

// hasPrefixWord reports whether name is the word alone or goes on with something
// that is not a lower-case letter, as the go command demands of tests.
func hasPrefixWord(name, word string) bool {
	rest, ok := strings.CutPrefix(name, word)
	if !ok {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(r)
}

// testingParam returns T for *testing.T, and so on; "" for any other type.
func testingParam(x ast.Expr) string {
	star, ok := x.(*ast.StarExpr)
	if !ok {
		return ""
	}
	switch t := star.X.(type) {
	case *ast.SelectorExpr:
		if id, ok := t.X.(*ast.Ident); ok && t.Sel != nil && id.Name == "testing" {
			return t.Sel.Name
		}
	case *ast.Ident:
		return t.Name // With a dot import of testing.
	}
	return ""
}

// hasOutput reports whether the body ends in the comment that makes an example run.
func (e *extractor) hasOutput(d *ast.FuncDecl) bool {
	if d.Body == nil {
		return false
	}
	text := string(e.src[e.offset(d.Body.Pos()):e.offset(d.Body.End())])
	i := strings.LastIndex(text, "//")
	for i > 0 {
		line := strings.ToLower(strings.TrimSpace(strings.TrimLeft(text[i:], "/")))
		if strings.HasPrefix(line, "output:") || strings.HasPrefix(line, "unordered output:") {
			return true
		}
		i = strings.LastIndex(text[:i], "//")
	}
	return false
}
