// Package kotlin reads Kotlin source, programs (.kt) and scripts (.kts): outline,
// references as written, imports.
//
// Properties, types and variables share one name space of the Builder. Bare calls
// are left free unless a local function or a variable of a function type around
// them has the name, because which class, package or import a function comes from,
// and with which overloads, is known to the linker only. The receiver of an
// extension is a parameter called "this", first of its children.
package kotlin

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "kotlin"

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

// IsTestPath reports whether Gradle's source sets, JUnit's or Kotest's naming makes
// path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".kt") && !strings.HasSuffix(p, ".kts") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "testFixtures", "integrationTest", "jmh":
			return true
		}
		// Source sets of multiplatform projects: commonTest, jvmTest, androidUnitTest.
		if rest, ok := strings.CutSuffix(dir, "Test"); ok && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	for _, suffix := range []string{"Test", "Tests", "TestCase", "Spec", "IT"} {
		if strings.HasSuffix(name, suffix) && len(name) > len(suffix) {
			return true
		}
	}
	return false
}

// extractor walks one tree, or the trees of the parts of a file that did not parse
// as a whole. Methods named after a node kind read that kind.
type extractor struct {
	b        *lang.Builder
	src      []byte
	scopes   []scope
	anon     map[anonKey]int
	depth    int
	branches int32 // Of the callable at hand.
	// argument is the value that the lambda at hand takes, for a call that hands its
	// receiver or its elements on; None.
	argument int32
	// suite is true in the bodies of a class whose super type is a test specification.
	suite     bool
	heads     map[int]*head // Annotations that the tree does not have; see cleaner.
	delegates [][2]int
	g         *sitter.Grammar
	lines     lines // Nil until it is needed.
	split     *part // The part whose body the declaration at hand has; nil when its tree has it.
	lazy      int32 // The value of the lambda of the last call of "lazy".
}

// scope is an open scope of the builder, to tell local functions from others.
type scope struct {
	id        int32
	local     bool // Of a body.
	object    bool // Of an object: its members are static.
	companion bool // Of a companion: its members are known by name in the class around it.
	lambda    bool // Of a lambda whose parameter is "it"; given is its value, at the lambda.
	given     int32
	at        sitter.Node
}

type anonKey struct {
	encl int32
	name string
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	c := clean(src)
	text := c.cleaned()
	tree, err := g.Parse(text)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	tree.Src = src
	x := &extractor{
		src:  src,
		b:    lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)),
		anon: make(map[anonKey]int), scopes: []scope{{}}, heads: c.heads, delegates: c.delegates, g: g, argument: schema.None, lazy: schema.None,
	}
	var parts []*part
	if tree.Root().HasError() {
		parts = recoverParts(g, src, text, tree)
	}
	if parts != nil {
		x.readParts(parts)
		closeParts(parts)
	} else {
		syntax.Problems(x.b, tree)
		x.members(tree.Root())
	}
	x.restore(c.contexts)
	x.summary()
	return x.b.Finish(), nil
}

func (x *extractor) summary() {
	facts := x.b.Facts()
	doc := ""
	for i := 1; i < len(facts.Symbols) && doc == ""; i++ {
		if s := &facts.Symbols[i]; s.Parent == 0 && s.Kind.IsType() {
			doc = s.Doc
		}
	}
	syntax.Summary(facts, doc)
}

func (x *extractor) packageHeader(n sitter.Node) {
	name := n.Child("qualified_identifier")
	if facts := x.b.Facts(); facts.Package == "" {
		facts.Package = dotted(name)
	}
}

func (x *extractor) importDirective(n sitter.Node) {
	path := n.Child("qualified_identifier")
	last := path.LastNamed()
	if !last.Ok() || last.Text() == "" {
		return
	}
	line, _ := n.Start()
	imp := lang.Import{Line: line, Symbol: schema.None}
	r := syntax.Ref(last, schema.RoleImport)
	r.Import = int32(len(x.b.Facts().Imports))
	if n.Child("*").Ok() {
		imp.Module, imp.Name = dotted(path), "*"
		x.b.Import(imp)
		x.b.Ref(r)
		return
	}
	imp.Module, imp.Name = parent(path), plain(last.Text())
	name := last
	if alias := n.Child("identifier"); alias.Ok() {
		name = alias
	}
	s := syntax.Symbol(n, name, schema.KindImport)
	s.Name = plain(s.Name)
	imp.Alias = s.Name
	s.Import = r.Import
	imp.Symbol = x.b.Define(s)
	x.b.Import(imp)
	r.Name = imp.Name
	x.b.Ref(r)
}

// dotted joins the parts of a qualified name, comments and blanks left out.
func dotted(n sitter.Node) string {
	var b strings.Builder
	for c := range n.NamedChildren() {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(plain(c.Text()))
	}
	return b.String()
}

// parent is dotted without the last part.
func parent(n sitter.Node) string {
	full := dotted(n)
	return full[:max(strings.LastIndexByte(full, '.'), 0)]
}

// plain takes the back quotes off a name.
func plain(name string) string {
	if len(name) > 2 && name[0] == '`' {
		return strings.Trim(name, "`")
	}
	return name
}

// open and close bracket a scope of the builder and remember its kind.
func (x *extractor) open(kind lang.ScopeKind, owner int32) {
	x.b.Open(kind, owner)
	x.scopes = append(x.scopes, scope{id: x.b.Scope(), local: kind == lang.ScopeFunction || kind == lang.ScopeBlock})
}

func (x *extractor) close() {
	x.b.Close()
	x.scopes = x.scopes[:len(x.scopes)-1]
}

// isLocal reports whether a variable, parameter or function of the bodies around
// has the name.
func (x *extractor) isLocal(name string) bool {
	for i := len(x.scopes) - 1; i > 0; i-- {
		if x.scopes[i].local && x.b.BoundIn(x.scopes[i].id, name) != schema.None {
			return true
		}
	}
	return false
}

// inBody reports whether the innermost scope is that of a body, not of a type or the file.
func (x *extractor) inBody() bool { return x.scopes[len(x.scopes)-1].local }

// maxDepth bounds the recursion over nested code: source that a person wrote
// stays below a hundred, generated string concatenations reach thousands.
const maxDepth = 20_000

// enter counts a level of nesting; false means that the node is too deep to read.
func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }
