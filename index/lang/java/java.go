// Package java reads Java source: outline, references as written, imports.
//
// Fields, types and variables share one name space of the Builder. Bare method
// calls are left free, because which class of the enclosing ones declares or
// inherits the method, and with which overloads, is known to the linker only.
package java

import (
	"path"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "java"

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

// IsTestPath reports whether Maven's, Gradle's or JUnit's naming makes path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".java") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "androidTest", "integrationTest", "testFixtures", "it", "jmh":
			return dir != "it" || strings.Contains(p, "src/it/")
		}
	}
	name := strings.TrimSuffix(path.Base(p), ".java")
	return strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests") || strings.HasSuffix(name, "TestCase") ||
		strings.HasSuffix(name, "IT") && len(name) > 2 || strings.HasPrefix(name, "Test") && len(name) > 4 && name[4] >= 'A' && name[4] <= 'Z'
}

// extractor walks one tree. Methods named after a node kind read that kind.
type extractor struct {
	b      *lang.Builder
	tree   *sitter.Tree
	scopes []int32 // Open scopes, innermost last, to look case labels up at the end.
	labels []caseLabel
	anon   map[anonKey]int
	depth  int
	// elements is the value whose elements the lambda at hand takes; None.
	elements int32
	topDocs  []string
	topType  []string
}

type anonKey struct {
	encl int32
	name string
}

// caseLabel is a bare name after "case": a constant in scope, else a constant of
// the enum that is switched over.
type caseLabel struct {
	ref, subject int32
	scopes       []int32
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	lines := int32(strings.Count(string(src), "\n"))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		lines++
	}
	x := &extractor{
		b:    lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, lines),
		tree: tree, anon: make(map[anonKey]int), scopes: []int32{0}, elements: schema.None,
	}
	x.file(tree.Root())
	x.finishLabels()
	return x.b.Finish(), nil
}

// file reads the compilation unit.
func (x *extractor) file(root sitter.Node) {
	facts := x.b.Facts()
	syntax.Problems(x.b, x.tree)
	doc := sitter.Node{}
	seenType := false
	for c := range root.Children() {
		switch c.Kind() {
		case "block_comment", "line_comment":
			if !seenType && isGeneratedMark(c.Text()) {
				facts.Generated = true
			}
			doc = c
			continue
		case "package_declaration":
			facts.Package = dotted(c.Child("identifier", "scoped_identifier"))
			x.annotations(c)
		case "import_declaration":
			x.importDeclaration(c)
		case "module_declaration":
			if facts.Summary == "" {
				facts.Summary = "module " + dotted(c.Field("name"))
			}
		default:
			if isTypeDeclaration(c) {
				seenType = true
				if d := docOf(doc); d != "" {
					x.topDocs = append(x.topDocs, d)
				}
				x.topType = append(x.topType, keywordOf(c)+" "+c.Field("name").Text())
			}
			x.member(c, doc)
		}
		doc = sitter.Node{}
	}
	switch {
	case len(x.topDocs) > 0:
		facts.Summary = x.topDocs[0]
	case len(x.topType) > 0:
		facts.Summary = strings.Join(x.topType[:min(len(x.topType), 4)], ", ")
	}
	for i := range facts.Symbols {
		facts.Complexity += facts.Symbols[i].Complexity
	}
}

func (x *extractor) importDeclaration(n sitter.Node) {
	name := n.Child("identifier", "scoped_identifier")
	if !name.Ok() {
		return
	}
	line, _ := n.Start()
	imp := lang.Import{Line: line, Symbol: schema.None}
	for c := range n.Children() {
		if c.Kind() == "static" {
			imp.Level = 1
		}
	}
	full := dotted(name)
	if n.Child("asterisk").Ok() {
		imp.Module, imp.Name = full, "*"
		id := x.b.Import(imp)
		x.importRef(name, id)
		return
	}
	last := name
	if name.Is("scoped_identifier") {
		last = name.Field("name")
		imp.Module = dotted(name.Field("scope"))
	}
	imp.Name, imp.Alias = last.Text(), last.Text()
	s := lang.NewSymbol(imp.Name, schema.KindImport)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = last.Start()
	s.Import = int32(len(x.b.Facts().Imports))
	imp.Symbol = x.b.Define(s)
	x.importRef(last, x.b.Import(imp))
}

// importRef notes the name that the import statement ends in.
func (x *extractor) importRef(n sitter.Node, imp int32) {
	if n.Is("scoped_identifier") {
		n = n.Field("name")
	}
	r := syntax.Ref(n, schema.RoleImport)
	r.Import = imp
	x.b.Ref(r)
}

// open and close bracket a scope of the builder and remember its number.
func (x *extractor) open(kind lang.ScopeKind, owner int32) {
	x.b.Open(kind, owner)
	x.scopes = append(x.scopes, x.b.Scope())
}

func (x *extractor) close() {
	x.b.Close()
	x.scopes = x.scopes[:len(x.scopes)-1]
}

// finishLabels makes a case label that no scope binds a member of the subject.
func (x *extractor) finishLabels() {
	for _, l := range x.labels {
		bound := false
		name := x.b.RefAt(l.ref).Name
		for _, s := range l.scopes {
			bound = bound || x.b.BoundIn(s, name) != schema.None
		}
		if !bound {
			x.b.RefAt(l.ref).Base = l.subject
		}
	}
}
