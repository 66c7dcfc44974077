package cfamily

import (
	"sort"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// extractor walks one tree.
type extractor struct {
	*source
	b      *lang.Builder
	root   sitter.Node
	depth  int
	target int32              // Of an initialiser: the reference whose value is filled in; lang.BaseUnknown.
	scopes map[string][]int32 // Namespaces and classes by dotted path: their symbols.
	path   []string           // Dotted path of the open namespaces and classes.
	kinds  []scopeKind        // What is open around the current node, innermost last.
	access []schema.Visibility
	branch []int32          // Branches counted, a callable a level.
	impls  map[string]int32 // Synthetic parents by path.
	defs   map[int32]bool   // Offsets of the names of callables and types found.
	bodies []hashed
	around map[int32]int32 // Of looseNames: the innermost symbol of a line.
	heads  map[int32]head
	inner  []span // Bodies of functions, as the tokens tell.
}

// scopeKind is what a declaration belongs to.
type scopeKind uint8

const (
	fileScope scopeKind = iota
	typeScope
	bodyScope
)

// hashed is a symbol whose hashes are computed when all are known.
type hashed struct {
	symbol           int32
	start, body, end int32
}

// maxDepth bounds the nesting that is walked: deeper code is generated or hostile.
const maxDepth = 2000

func extract(g *sitter.Grammar, language string, text []byte) (*lang.Facts, error) {
	s := newSource(text, language == Cpp)
	all, dropped := s.directives()
	tree, clean, err := parse(g, s)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	e := &extractor{
		source: s, root: tree.Root(),
		b:      lang.NewBuilder(language, lang.Rules{TypeScopeVisible: true}, detect.Lines(text)),
		scopes: make(map[string][]int32), impls: make(map[string]int32), defs: make(map[int32]bool),
		target: lang.BaseUnknown, kinds: []scopeKind{fileScope}, branch: []int32{0}, heads: clean.heads, inner: clean.inner,
	}
	e.preprocessor(all)
	e.children(e.root)
	syntax.Problems(e.b, tree)
	e.recoverLost(tree)
	e.looseNames(clean.uses, dropped)
	e.hashes()
	facts := e.b.Facts()
	facts.Generated = detect.HasGeneratedMarker(text)
	for i := range facts.Symbols {
		facts.Complexity += facts.Symbols[i].Complexity
	}
	facts.Summary = e.summary(facts)
	facts = e.b.Finish()
	preferDefinitions(facts)
	return facts, nil
}

// preferDefinitions turns references to a prototype into references to the
// definition in the same file.
func preferDefinitions(f *lang.Facts) {
	type key struct {
		parent int32
		name   string
	}
	defined := make(map[key]int32)
	decls := 0
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Flags&schema.SymbolDeclOnly != 0 {
			decls++
			continue
		}
		if s.Kind.IsCallable() && s.Kind != schema.KindMacro || s.Kind == schema.KindVariable {
			k := key{s.Parent, s.Name}
			if _, twice := defined[k]; twice {
				defined[k] = schema.None // Overloads: the linker chooses.
			} else {
				defined[k] = int32(i)
			}
		}
	}
	if decls == 0 {
		return
	}
	for i := range f.Refs {
		r := &f.Refs[i]
		if r.Target < 0 || f.Symbols[r.Target].Flags&schema.SymbolDeclOnly == 0 {
			continue
		}
		s := &f.Symbols[r.Target]
		if def, ok := defined[key{s.Parent, s.Name}]; ok && def >= 0 {
			r.Target = def
		}
	}
}

// text returns the source of a node: not what the parser saw, which is cleaned.
func (e *extractor) textOf(n sitter.Node) string {
	start, end := n.Bytes()
	if end > len(e.source.text) || start > end {
		return ""
	}
	return string(e.source.text[start:end])
}

func (e *extractor) spanOf(n sitter.Node) lang.Span {
	var s lang.Span
	s.StartLine, s.StartCol = n.Start()
	s.EndLine, s.EndCol = n.End()
	return s
}

// children walks the children of a node.
func (e *extractor) children(n sitter.Node) {
	for c := range n.Children() {
		if c.Named() {
			e.walk(c)
		}
	}
}

// walk reads a node in any position.
func (e *extractor) walk(n sitter.Node) {
	if e.depth >= maxDepth {
		return
	}
	e.depth++
	defer func() { e.depth-- }()
	switch n.Kind() {
	case "comment", "string_literal", "char_literal", "number_literal", "raw_string_literal", "system_lib_string", "primitive_type", "storage_class_specifier":
	case "function_definition", "inline_method_definition":
		e.function(n)
	case "declaration":
		e.declaration(n)
	case "type_definition":
		e.typedef(n)
	case "field_declaration":
		e.fields(n)
	case "struct_specifier", "union_specifier", "class_specifier", "enum_specifier":
		e.typeSpecifier(n, schema.None)
	case "linkage_specification":
		e.walk(n.Field("body"))
	case "namespace_definition":
		e.namespace(n)
	case "namespace_alias_definition":
		e.namespaceAlias(n)
	case "alias_declaration":
		e.alias(n)
	case "using_declaration":
		e.using(n)
	case "template_declaration":
		e.template(n)
	case "concept_definition":
		e.named(n, n.Field("name"), schema.KindType)
		e.children(n)
	case "access_specifier":
		e.setAccess(e.textOf(n))
	case "compound_statement":
		e.b.Open(lang.ScopeBlock, schema.None)
		e.children(n)
		e.b.Close()
	case "for_statement", "while_statement", "if_statement", "for_range_loop", "catch_clause", "do_statement", "switch_statement":
		e.statement(n)
	case "case_statement":
		e.count(1)
		e.children(n)
	case "conditional_expression":
		e.count(1)
		e.children(n)
	case "binary_expression":
		if op := n.Field("operator").Kind(); op == "&&" || op == "||" || op == "and" || op == "or" {
			e.count(1)
		}
		e.children(n)
	case "lambda_expression":
		e.lambda(n)
	case "parameter_declaration", "optional_parameter_declaration", "variadic_parameter_declaration":
		e.parameter(n)
	case "goto_statement", "labeled_statement":
		for c := range n.NamedChildren() {
			if !c.Is("statement_identifier") {
				e.walk(c)
			}
		}
	case "type_descriptor":
		e.typeOf(n)
	case "ERROR":
		e.children(n)
	default:
		if isExpression(n.Kind()) {
			e.value(n, schema.RoleRead)
			return
		}
		e.children(n)
	}
}

// statement walks a statement that opens a scope and counts as a branch.
func (e *extractor) statement(n sitter.Node) {
	if !n.Is("switch_statement") {
		e.count(1)
	}
	e.b.Open(lang.ScopeBlock, schema.None)
	if n.Is("for_range_loop") {
		e.rangeLoop(n)
	} else {
		e.children(n)
	}
	e.b.Close()
}

func (e *extractor) count(n int32) { e.branch[len(e.branch)-1] += n }

func (e *extractor) scope() scopeKind { return e.kinds[len(e.kinds)-1] }

// isInBody reports whether an offset lies in the body of a function, by the tokens:
// around errors the tree may have lost the function.
func (e *extractor) isInBody(at int32) bool {
	i := sort.Search(len(e.inner), func(i int) bool { return e.inner[i].end > at })
	return i < len(e.inner) && e.inner[i].start < at
}

func (e *extractor) dotted(name string) string {
	if len(e.path) == 0 {
		return name
	}
	return e.path[len(e.path)-1] + "." + name
}

// enter opens a namespace or type; members found earlier under the same path are
// bound again, so that names of another part of it are seen.
func (e *extractor) enter(name string, symbol int32, kind scopeKind, scope lang.ScopeKind) {
	dotted := e.dotted(name)
	earlier := e.scopes[dotted]
	e.b.Open(scope, symbol)
	for _, id := range earlier {
		e.bindMembers(id)
	}
	if symbol >= 0 && (len(earlier) == 0 || earlier[len(earlier)-1] != symbol) {
		e.scopes[dotted] = append(earlier, symbol)
	}
	e.path = append(e.path, dotted)
	e.kinds = append(e.kinds, kind)
	e.access = append(e.access, schema.VisibilityPublic)
}

func (e *extractor) bindMembers(owner int32) {
	symbols := e.b.Facts().Symbols
	for i := owner + 1; i < int32(len(symbols)); i++ {
		if symbols[i].Parent == owner && symbols[i].Name != "" && !symbols[i].Kind.IsLocal() {
			e.b.Bind(symbols[i].Name, i)
		}
	}
}

func (e *extractor) leave() {
	e.b.Close()
	e.path = e.path[:len(e.path)-1]
	e.kinds = e.kinds[:len(e.kinds)-1]
	e.access = e.access[:len(e.access)-1]
}

func (e *extractor) setAccess(word string) {
	if len(e.access) == 0 {
		return
	}
	v := schema.VisibilityPublic
	switch {
	case strings.HasPrefix(word, "private"):
		v = schema.VisibilityPrivate
	case strings.HasPrefix(word, "protected"):
		v = schema.VisibilityProtected
	}
	e.access[len(e.access)-1] = v
}

// named declares a symbol that spans n and is called as name says.
func (e *extractor) named(n, name sitter.Node, kind schema.Kind) int32 {
	s := lang.NewSymbol(e.textOf(name), kind)
	s.Span = e.spanOf(n)
	s.NameLine, s.NameCol = name.Start()
	e.decorate(&s, n)
	return e.define(s)
}

// decorate fills in what the text around a declaration says.
func (e *extractor) decorate(s *lang.Symbol, n sitter.Node) {
	start, end := n.Bytes()
	if s.Signature == "" {
		s.Signature = e.signature(int32(start), int32(end))
	}
	s.Doc = e.doc(int32(start), int32(end))
	switch {
	case s.Kind.IsLocal():
	case e.scope() == typeScope && len(e.access) > 0:
		s.Visibility = e.access[len(e.access)-1]
		if s.Visibility != schema.VisibilityPrivate {
			s.Flags |= schema.SymbolExported
		}
	case e.scope() == bodyScope:
		s.Visibility = schema.VisibilityPrivate
	case s.Visibility != schema.VisibilityPrivate:
		s.Flags |= schema.SymbolExported
	}
}
