// Package swift reads Swift source: outline, references as written, imports. The
// grammar is alex-pinkus/tree-sitter-swift (MIT licence).
//
// Types, properties and variables share one name space of the Builder. Bare calls
// are left free unless a local function or a variable of the bodies around them has
// the name, because overloads by labels, extensions and the other files of a module
// are known to the linker only. An extension is a container (schema.KindImpl) called
// by the last name of the type that it extends; its declared type is the reference to
// that type. Optionals are transparent: the type of a T? is T.
package swift

import (
	"path"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/swift"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "swift"

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.GetLanguage())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}}
}

// IsTestPath reports whether the layout of the package manager or of Xcode, or
// XCTest's naming, makes path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".swift") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "Tests" || dir == "UITests" || strings.HasSuffix(dir, "Tests") && len(dir) > len("Tests") {
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), ".swift")
	for _, suffix := range []string{"Test", "Tests", "TestCase", "Spec"} {
		if strings.HasSuffix(name, suffix) && len(name) > len(suffix) {
			return true
		}
	}
	return false
}

// extractor walks one tree. Methods named after a node kind read that kind.
type extractor struct {
	b      *lang.Builder
	src    []byte
	scopes []scope
	depth  int
	xctest bool // The file imports XCTest.
	state
}

// state is what holds for the declaration or body at hand.
type state struct {
	branches int32 // Of the callable at hand.
	// expected is the reference whose value's type an implicit member (".name") of the
	// expression at hand is looked up in, result that for what the body returns; None
	// where it is not known.
	expected, result int32
	given            int32 // The value that the closure at hand takes; None.
	member           member
}

// member is what a declaration inherits of the type or extension around it.
type member struct {
	protocol   bool              // Members without bodies are requirements.
	suite      bool              // Of a class of XCTest.
	entry      bool              // Of a type that carries @main.
	visibility schema.Visibility // Of a member that states none.
}

// scope is an open scope of the builder, to tell local functions from others.
type scope struct {
	id      int32
	local   bool // Of a body.
	hides   bool // Of a variable that its initial value does not see; it ends with the scope around it.
	closure bool // Of a closure without parameters: $0 is declared at its first use.
	given   int32
	at      sitter.Node
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(clean(src))
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	tree.Src = src
	x := &extractor{
		b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src)), src: src,
		scopes: []scope{{}},
		state:  state{expected: schema.None, result: schema.None, given: schema.None, member: member{visibility: schema.VisibilityInternal}},
	}
	syntax.Problems(x.b, tree)
	x.members(tree.Root())
	syntax.Summary(x.b.Facts(), x.fileDoc(tree.Root()))
	return x.b.Finish(), nil
}

// fileDoc is the documentation of the first type of the file, else the head of the file.
func (x *extractor) fileDoc(root sitter.Node) string {
	facts := x.b.Facts()
	for i := 1; i < len(facts.Symbols); i++ {
		if s := &facts.Symbols[i]; s.Parent == 0 && s.Kind.IsType() && s.Doc != "" {
			return s.Doc
		}
	}
	return syntax.FileDoc(root, func(comments []sitter.Node) []string {
		if isHeader(comments) {
			return nil
		}
		return docLines(comments, true)
	})
}

// importDeclaration reads "import Module", "import struct Module.Name".
func (x *extractor) importDeclaration(n sitter.Node) {
	holder := n.Child("identifier")
	var parts []sitter.Node
	for c := range holder.NamedChildren() {
		if c.Is("simple_identifier") {
			parts = append(parts, c)
		}
	}
	if len(parts) == 0 {
		return
	}
	x.attributes(n.Child("modifiers"), true)
	line, _ := n.Start()
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = plain(p.Text())
	}
	imp := lang.Import{Line: line, Symbol: schema.None, Module: strings.Join(names, ".")}
	for c := range n.Child("modifiers").Children() {
		switch attributeName(c) {
		case "_exported":
			imp.Class = schema.ImportReexport
		case "testable":
			imp.Class = schema.ImportTest
		}
	}
	last := parts[len(parts)-1]
	r := syntax.Ref(last, schema.RoleImport)
	r.Name = plain(r.Name)
	r.Import = int32(len(x.b.Facts().Imports))
	named := n.Child("struct", "class", "enum", "protocol", "let", "var", "func", "typealias").Ok()
	if named && len(parts) > 1 {
		imp.Module, imp.Name = strings.Join(names[:len(names)-1], "."), names[len(names)-1]
	} else {
		imp.Name = "*"
	}
	if names[0] == "XCTest" {
		x.xctest = true
	}
	// The module's own name may qualify what it declares.
	s := syntax.Symbol(n, last, schema.KindImport)
	s.Name = r.Name
	s.Import = r.Import
	if imp.Name != "*" {
		imp.Alias = s.Name
		imp.Symbol = x.b.Define(s)
	}
	x.b.Import(imp)
	x.b.Ref(r)
}

// plain takes the back quotes off a name, and the sign off a macro's.
func plain(name string) string {
	if len(name) > 2 && name[0] == '`' {
		return strings.Trim(name, "`")
	}
	if len(name) > 1 && (name[0] == '#' || name[0] == '@') {
		return name[1:]
	}
	return name
}

// open and close bracket a scope of the builder and remember its kind.
func (x *extractor) open(kind lang.ScopeKind, owner int32) {
	x.b.Open(kind, owner)
	x.scopes = append(x.scopes, scope{id: x.b.Scope(), local: kind == lang.ScopeFunction || kind == lang.ScopeBlock})
}

func (x *extractor) close() {
	for hides := true; hides; {
		hides = x.scopes[len(x.scopes)-1].hides
		x.b.Close()
		x.scopes = x.scopes[:len(x.scopes)-1]
	}
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
