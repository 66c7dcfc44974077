// Package csharp reads C# with the grammar of tree-sitter (MIT licence).
//
// Values (fields, properties, variables, parameters) and types are bound in the Builder
// under their names, types a second time under a key of their own: a property may have
// the name of its type, and a type position means the type. Bare calls are looked up
// under a third key, which local functions, variables and parameters alone are bound
// under: which class declares or inherits a method, and with which overloads, is known
// to the linker only.
//
// Both branches of a conditional directive are read, where they stand between
// declarations: the file is what any build may see. What the grammar has no rule for is
// mended before a second parse, see mend.go.
package csharp

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "c#"

// maxDepth bounds the recursion over nested code: what a person wrote stays below a
// hundred, generated concatenations reach thousands.
const maxDepth = 10_000

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}}
}

// IsTestPath reports whether the usual names of test projects or test classes make
// path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".cs") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		lower := strings.ToLower(dir)
		if lower == "test" || lower == "tests" || strings.HasSuffix(lower, ".test") || strings.HasSuffix(lower, ".tests") ||
			strings.HasSuffix(dir, "Tests") || strings.HasSuffix(lower, ".unittests") || strings.HasSuffix(lower, ".integrationtests") {
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), ".cs")
	return strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests")
}

// extractor walks one tree. Methods named after a node kind read that kind.
type extractor struct {
	b        *lang.Builder
	src      []byte // As written; the tree may be of a mended copy.
	depth    int
	branches int32 // Of the callable at hand, for its complexity.
	// elements is the value whose elements the lambda at hand takes, callee the value
	// whose parameter it is an argument for; None.
	elements, callee int32
	position         int   // Of the argument at hand.
	target           int32 // The type that the value at hand is for; None when not known.
	bare             map[string][]int32
	locals           []local
	summary          string // Documentation of the first type.
}

// local is a name that a bare call may mean.
type local struct{ scope, id int32 }

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := parse(g, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{
		b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), src: src,
		elements: schema.None, callee: schema.None, target: schema.None, bare: make(map[string][]int32),
	}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	syntax.Problems(x.b, tree)
	x.declarations(tree.Root())
	x.bindCalls()
	f := x.b.Facts()
	if x.summary == "" {
		x.summary = outline(f)
	}
	syntax.Summary(f, x.summary)
	return x.b.Finish(), nil
}

// outline names the main types of a file, "" when it has none.
func outline(f *lang.Facts) string {
	var names []string
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Kind.IsType() && (s.Parent == 0 || s.Parent > 0 && f.Symbols[s.Parent].Kind == schema.KindNamespace) && len(names) < 6 {
			names = append(names, s.Kind.String()+" "+s.Name)
		}
	}
	return syntax.Line(strings.Join(names, ", "))
}

func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// Keys of the Builder.
func typeKey(name string) string { return "T:" + name }
func callKey(name string) string { return name + "()" }

// bindCalls lets the bare calls mean variables of the bodies around them. It comes last:
// only then it is known which names are called.
func (x *extractor) bindCalls() {
	for _, l := range x.locals {
		if name := x.b.Symbol(l.id).Name; x.bare[name] != nil {
			x.b.BindIn(l.scope, callKey(name), l.id)
		}
	}
	for name, refs := range x.bare {
		key := callKey(name)
		for _, r := range refs {
			x.b.LookupAs(r, key)
		}
	}
}

// declarations reads what a file, a namespace, a type or a conditional directive holds.
func (x *extractor) declarations(n sitter.Node) {
	var above syntax.Above
	open := false // A namespace of the file holds what follows it.
	for c := range n.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			if c.Is("comment") {
				above.Comment(c)
			} else {
				above.Through(c)
			}
		case !c.Named() || c.FieldName() == "condition":
		case c.Is("file_scoped_namespace_declaration"):
			if open {
				x.b.Close()
			}
			x.openNamespace(c, n)
			open = true
			above.Take(c)
		default:
			x.declaration(c, above.Take(c))
		}
	}
	if open {
		x.b.Close()
	}
}

// declaration reads one declaration; above holds the comments right before it.
func (x *extractor) declaration(n sitter.Node, above []sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "using_directive":
		x.using(n)
	case "extern_alias_directive":
		x.bindType(x.b.Define(syntax.Symbol(n, n.Field("name"), schema.KindImport)))
	case "namespace_declaration":
		x.openNamespace(n, n)
		x.declarations(n.Field("body"))
		x.b.Close()
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration":
		x.typeDeclaration(n, above)
	case "delegate_declaration":
		x.delegate(n, above)
	case "method_declaration", "constructor_declaration", "destructor_declaration", "operator_declaration", "conversion_operator_declaration":
		x.callable(n, above)
	case "property_declaration", "indexer_declaration", "event_declaration":
		x.property(n, above)
	case "field_declaration", "event_field_declaration":
		x.fields(n, above)
	case "enum_member_declaration":
		x.enumMember(n, above)
	case "global_attribute", "attribute_list":
		x.attributes(n, schema.None)
	case "global_statement":
		x.b.Symbol(0).Flags |= schema.SymbolEntry
		x.statements(n)
	case "declaration_list", "preproc_if", "preproc_else", "preproc_elif", "enum_member_declaration_list":
		x.declarations(n)
	case "ERROR":
		x.broken(n)
	case "modifier", "shebang_directive":
	default:
		x.statement(n)
	}
}

// openNamespace makes a namespace of n, which reaches to the end of whole.
func (x *extractor) openNamespace(n, whole sitter.Node) {
	name := n.Field("name")
	s := syntax.Symbol(n, name, schema.KindNamespace)
	s.Name = dotted(name)
	s.Span = syntax.Between(n, whole)
	s.Signature = "namespace " + s.Name
	s.Flags |= schema.SymbolExported
	full := s.Name
	for at := x.b.Enclosing(); at > 0; at = x.b.Symbol(at).Parent {
		full = x.b.Symbol(at).Name + "." + full
	}
	if f := x.b.Facts(); f.Package == "" {
		f.Package = full
	}
	x.b.Open(lang.ScopeFunction, x.b.DefineHidden(s))
}

// Values of lang.Import.Level.
const (
	levelStatic = 1 // The static members of a type.
	levelGlobal = 2 // For every file of the project.
)

// using reads a using directive: a namespace, the static members of a type, or an alias.
func (x *extractor) using(n sitter.Node) {
	line, _ := n.Start()
	imp := lang.Import{Line: line, Symbol: schema.None, Name: "*"}
	alias, target := sitter.Node{}, sitter.Node{}
	for c := range n.Children() {
		switch {
		case c.Is("static"):
			imp.Level |= levelStatic
		case c.Is("global"):
			imp.Level |= levelGlobal
		case c.FieldName() == "name":
			alias = c
		case c.Named() && !c.IsExtra():
			target = c
		}
	}
	if !target.Ok() {
		return
	}
	if !target.Is("identifier", "qualified_name", "alias_qualified_name", "generic_name") {
		// Another name for a tuple, an array and the like: a type of this file.
		s := syntax.Symbol(n, alias, schema.KindImport)
		id := x.b.Define(s)
		x.bindType(id)
		typ := x.typ(target, schema.RoleType)
		x.b.Symbol(id).Type = typ
		return
	}
	imp.Module = dotted(target)
	if alias.Ok() {
		imp.Name, imp.Alias = "", identifier(alias)
		s := syntax.Symbol(n, alias, schema.KindImport)
		s.Name = imp.Alias
		s.Import = int32(len(x.b.Facts().Imports))
		imp.Symbol = x.b.Define(s)
		x.bindType(imp.Symbol)
	}
	id := x.b.Import(imp)
	last := target
	for last.Is("qualified_name", "alias_qualified_name") {
		last = last.Field("name")
	}
	if last.Is("generic_name") {
		x.typeArguments(last.Child("type_argument_list"))
		last = last.FirstNamed()
	}
	r := syntax.Ref(last, schema.RoleImport)
	r.Name = identifier(last)
	r.Import = id
	x.b.Ref(r)
}

// bindType lets type positions mean a symbol.
func (x *extractor) bindType(id int32) { x.b.Bind(typeKey(x.b.Symbol(id).Name), id) }
