// Package scala reads Scala 2 and 3, programs (.scala), scripts (.sc) and builds
// (.sbt): outline, references as written, imports.
//
// Terms and types are names apart: a type is bound in the Builder under typeKey, a
// class without a companion under both. Methods are left to the linker, which knows
// what a class inherits and its overloads; values, parameters, objects, local methods
// and imports are bound. The receiver of an extension method is a parameter called
// "this", first of its children.
package scala

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "scala"

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

// IsTestPath reports whether sbt's and Mill's layout or the naming of ScalaTest, munit
// or specs2 makes path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".scala") && !strings.HasSuffix(p, ".sc") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "it", "integration-test":
			return dir != "it" || strings.Contains(p, "src/it/")
		}
	}
	name := strings.TrimSuffix(path.Base(p), path.Ext(p))
	for _, suffix := range []string{"Test", "Tests", "Spec", "Suite", "Specification"} {
		if strings.HasSuffix(name, suffix) && len(name) > len(suffix) {
			return true
		}
	}
	return false
}

// extractor walks one tree. Methods named after a node kind read that kind.
type extractor struct {
	b    *lang.Builder
	g    *sitter.Grammar
	src  []byte
	tree *sitter.Tree
	// What the tree does not have; see cleaner.
	hidden    map[int][][2]int
	modifiers map[int][]string
	givens    map[int]bool
	scopes    []scope
	anon      map[anonKey]int
	depth     int
	branches  int32 // Of the callable at hand.
	// given is what the function or the placeholders among the arguments at hand get,
	// for a call that hands the elements of its receiver on; BaseUnknown.
	given int32
	// placeholder is the value of "_" in the expression at hand; BaseUnknown.
	placeholder     int32
	receiverType    int32 // Of the extension at hand.
	inExtensionBody bool  // The extension at hand is local.
	suite           bool  // In the body of a class whose super type is a test suite.
}

// scope is an open scope of the builder.
type scope struct {
	id      int32
	local   bool    // Of a body.
	object  bool    // Of an object: its members are static.
	classes []int32 // Classes and objects in it; see bindClasses.
}

type anonKey struct {
	encl int32
	name string
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	c := clean(src)
	tree, err := g.Parse(c.cleaned())
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	tree.Src = src
	x := &extractor{
		g: g, src: src, hidden: c.annotations, modifiers: c.modifiers, givens: c.givens,
		b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), tree: tree,
		anon: make(map[anonKey]int), scopes: []scope{{}}, given: lang.BaseUnknown, placeholder: lang.BaseUnknown,
	}
	syntax.Problems(x.b, tree)
	x.packages(tree.Root())
	x.members(tree.Root())
	x.bindClasses(&x.scopes[0])
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

// packages joins the package clauses at the head of a file.
func (x *extractor) packages(root sitter.Node) {
	var parts []string
	for c := range root.NamedChildren() {
		if !c.Is("package_clause") {
			break
		}
		parts = append(parts, dotted(c.Field("name")))
		if c.Field("body").Ok() {
			break
		}
	}
	x.b.Facts().Package = strings.Join(parts, ".")
}

// packageClause reads the body of a package in braces: what it declares is at the top
// level of the file when it is that of the file, else in a namespace.
func (x *extractor) packageClause(n sitter.Node) {
	body := n.Field("body")
	if !body.Ok() {
		return
	}
	name := dotted(n.Field("name"))
	if pkg := x.b.Facts().Package; x.b.Depth() == 1 && (pkg == name || strings.HasSuffix(pkg, "."+name)) {
		x.members(body)
		return
	}
	s := syntax.Symbol(n, n.Field("name"), schema.KindNamespace)
	s.Name = name
	s.Flags = schema.SymbolExported
	s.Signature = "package " + name
	id := x.b.Define(s)
	x.open(lang.ScopeType, id)
	x.members(body)
	x.close()
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

// plain takes the back quotes off a name.
func plain(name string) string {
	if len(name) > 2 && name[0] == '`' {
		return strings.Trim(name, "`")
	}
	return name
}

// typeKey is the key under which types are bound and looked up.
func typeKey(name string) string { return "#" + name }

// open and close bracket a scope of the builder and remember its kind.
func (x *extractor) open(kind lang.ScopeKind, owner int32) {
	x.b.Open(kind, owner)
	x.scopes = append(x.scopes, scope{id: x.b.Scope(), local: kind == lang.ScopeFunction || kind == lang.ScopeBlock})
}

func (x *extractor) close() {
	x.bindClasses(&x.scopes[len(x.scopes)-1])
	x.b.Close()
	x.scopes = x.scopes[:len(x.scopes)-1]
}

// bindClasses makes the classes of a scope known as terms, and its objects as what a
// call creates, where nothing else has the name.
func (x *extractor) bindClasses(s *scope) {
	for _, id := range s.classes {
		name := x.b.Symbol(id).Name
		for _, key := range []string{name, typeKey(name)} {
			if x.b.BoundIn(s.id, key) == schema.None {
				x.b.BindIn(s.id, key, id)
			}
		}
	}
}

// inBody reports whether the innermost scope is that of a body, not of a type or the file.
func (x *extractor) inBody() bool { return x.scopes[len(x.scopes)-1].local }

// isLocal reports whether a term of the bodies around has the name.
func (x *extractor) isLocal(name string) bool {
	for i := len(x.scopes) - 1; i > 0; i-- {
		if x.b.BoundIn(x.scopes[i].id, name) != schema.None {
			return true
		}
	}
	return false
}

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
