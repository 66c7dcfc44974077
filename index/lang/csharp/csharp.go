// Package csharp reads C# with the grammar of tree-sitter (MIT licence).
//
// Fields, properties, types and variables share one name space of the Builder. Bare
// calls are looked up under a key of their own, which local functions alone are bound
// under: which class declares or inherits a method, and with which overloads, is known
// to the linker only.
//
// Both branches of a conditional directive are read, where they stand between
// declarations: the file is what any build may see.
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

// maxDepth bounds the recursion over nested code.
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

// extractor walks one tree.
type extractor struct {
	b     *lang.Builder
	depth int
	// binding is the value that a member binding (?.name) is a member of.
	binding int32
	lines   []string // Of the source, for documentation.
	summary string   // Documentation of the first type.
	spaces  []string // Open namespaces.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := parse(g, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), binding: lang.BaseUnknown}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	syntax.Problems(x.b, tree)
	x.declarations(tree.Root())
	syntax.Summary(x.b.Facts(), x.summary)
	return x.b.Finish(), nil
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

// declarations reads what a file, a namespace, a type or a conditional directive holds.
func (x *extractor) declarations(n sitter.Node) {
	open := 0 // A namespace of the file holds what follows it.
	for c := range n.NamedChildren() {
		if c.Is("file_scoped_namespace_declaration") {
			x.openNamespace(c, n)
			open++
			continue
		}
		x.declaration(c)
	}
	for ; open > 0; open-- {
		x.closeNamespace()
	}
}

func (x *extractor) declaration(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	switch n.Kind() {
	case "using_directive":
		x.using(n)
	case "namespace_declaration":
		x.openNamespace(n, n)
		x.declarations(n.Field("body"))
		x.closeNamespace()
	case "class_declaration", "struct_declaration", "record_declaration", "interface_declaration", "enum_declaration", "record_struct_declaration":
		x.typeDeclaration(n)
	case "delegate_declaration":
		x.delegate(n)
	case "method_declaration", "constructor_declaration", "destructor_declaration", "operator_declaration", "conversion_operator_declaration":
		x.callable(n)
	case "property_declaration", "indexer_declaration", "event_declaration":
		x.property(n)
	case "field_declaration", "event_field_declaration":
		x.fields(n)
	case "enum_member_declaration":
		x.enumMember(n)
	case "global_attribute", "attribute_list":
		x.attributes(n)
	case "global_statement":
		x.b.Symbol(0).Flags |= schema.SymbolEntry
		x.statements(n)
	case "ERROR", "declaration_list", "preproc_if", "preproc_else", "preproc_elif", "preproc_region", "enum_member_declaration_list":
		for c := range n.NamedChildren() {
			if c.FieldName() != "condition" {
				x.declaration(c)
			}
		}
	case "extern_alias_directive", "modifier", "preproc_define", "preproc_undef", "preproc_line", "preproc_pragma", "preproc_nullable", "preproc_error", "preproc_warning", "preproc_endregion", "shebang_directive":
	default:
		x.statement(n)
	}
}

// openNamespace makes a namespace of n, which reaches to the end of whole.
func (x *extractor) openNamespace(n, whole sitter.Node) {
	name := n.Field("name")
	s := lang.NewSymbol(dotted(name), schema.KindNamespace)
	s.Span = syntax.Between(n, whole)
	s.NameLine, s.NameCol = name.Start()
	s.Signature = "namespace " + s.Name
	s.Flags |= schema.SymbolExported
	x.spaces = append(x.spaces, s.Name)
	if f := x.b.Facts(); f.Package == "" {
		f.Package = strings.Join(x.spaces, ".")
	}
	x.b.Open(lang.ScopeType, x.b.DefineHidden(s))
}

func (x *extractor) closeNamespace() {
	x.b.Close()
	x.spaces = x.spaces[:len(x.spaces)-1]
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
	head := target
	if head.Is("generic_name") {
		head = head.FirstNamed()
	}
	imp.Module = dotted(head)
	if alias.Ok() {
		imp.Name, imp.Alias = "", alias.Text()
		s := syntax.Symbol(n, alias, schema.KindImport)
		s.Import = int32(len(x.b.Facts().Imports))
		imp.Symbol = x.b.Define(s)
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
	r.Import = id
	x.b.Ref(r)
}

// dotted joins the parts of a qualified name.
func dotted(n sitter.Node) string {
	switch n.Kind() {
	case "qualified_name":
		return dotted(n.Field("qualifier")) + "." + dotted(n.Field("name"))
	case "alias_qualified_name":
		return dotted(n.Field("name"))
	case "generic_name":
		return n.FirstNamed().Text()
	}
	return strings.TrimPrefix(n.Text(), "@")
}

// docOf returns the summary of documentation comments directly above n.
func docOf(n sitter.Node) string {
	var lines []string
	for _, c := range syntax.Leading(n, func(s sitter.Node) bool { return s.Is("attribute_list") }) {
		text := c.Text()
		switch {
		case strings.HasPrefix(text, "///"):
			lines = append(lines, strings.TrimPrefix(text, "///"))
		case strings.HasPrefix(text, "/**"):
			lines = append(lines, syntax.BlockComment(text)...)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	text := strings.Join(lines, "\n")
	if _, after, ok := strings.Cut(text, "<summary>"); ok {
		text, _, _ = strings.Cut(after, "</summary>")
	} else if strings.Contains(text, "<inheritdoc") {
		return ""
	}
	return syntax.FirstSentence(strings.Split(strings.TrimSpace(withoutTags(text)), "\n"))
}

// withoutTags drops XML tags and keeps what a cref or name attribute refers to.
func withoutTags(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			b.WriteString("<" + rest)
			return b.String()
		}
		for _, attribute := range []string{`cref="`, `name="`, `langword="`} {
			if _, v, ok := strings.Cut(tag, attribute); ok {
				v, _, _ = strings.Cut(v, `"`)
				b.WriteString(v[strings.LastIndexByte(v, '.')+1:])
			}
		}
		s = after
	}
}
