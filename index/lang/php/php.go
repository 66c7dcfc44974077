// Package php reads PHP and the templates that it stands in, with the grammar of
// tree-sitter (MIT licence).
//
// Classes, functions, constants and variables have name spaces of their own; each is
// bound in the Builder under a key with a prefix. Variables belong to their function:
// every body has a key prefix of its own, which arrow functions share with the body
// around them.
//
// Types that only documentation gives (@var, @param, @return) are implicit references.
package php

import (
	"path"
	"strconv"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "php"

// maxDepth bounds the recursion over nested code.
const maxDepth = 10_000

// Values of Import.Level.
const (
	ImportClass    = iota // A class, interface, trait, enum or namespace.
	ImportFunction        //
	ImportConstant        //
	ImportFile            // require and include: Module is a path.
)

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.LanguagePHP())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
		Views:      views(g),
	}}
}

// IsTestPath reports whether PHPUnit's or Pest's naming makes path a test file.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".php") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "Test", "Tests":
			return true
		}
	}
	name := strings.TrimSuffix(path.Base(p), ".php")
	return strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "TestCase") || strings.HasSuffix(name, "_test")
}

// extractor walks one tree.
type extractor struct {
	b      *lang.Builder
	depth  int
	body   body
	bodies int
	// extends is what the class around extends, as written; "" for none.
	extends string
	summary string
}

// body is the function whose variables are in scope.
type body struct {
	id    int
	scope int32 // Where its variables are bound.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src))}
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	syntax.Problems(x.b, tree)
	x.statements(tree.Root())
	x.b.Symbol(0).Flags |= schema.SymbolExported
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

// Keys of the Builder.
func classKey(name string) string        { return "T:" + strings.ToLower(name) }
func functionKey(name string) string     { return "F:" + strings.ToLower(name) }
func constantKey(name string) string     { return "C:" + name }
func (x *extractor) key(v string) string { return strconv.Itoa(x.body.id) + "$" + v }

// within runs f with variables of their own.
func (x *extractor) within(owner int32, f func()) {
	saved := x.body
	x.bodies++
	x.b.Open(lang.ScopeFunction, owner)
	x.body = body{id: x.bodies, scope: x.b.Scope()}
	f()
	x.b.Close()
	x.body = saved
}

// dotted joins the parts of a qualified name with "\".
func dotted(n sitter.Node) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(n.Text()), ""), `\`)
}

func (x *extractor) namespace(n sitter.Node) {
	name := n.Field("name")
	f := x.b.Facts()
	if f.Package == "" {
		f.Package = dotted(name)
	}
	id := int32(0)
	if name.Ok() {
		s := syntax.Symbol(n, name, schema.KindNamespace)
		s.Name = dotted(name)
		s.Signature = "namespace " + s.Name
		s.Flags |= schema.SymbolExported
		id = x.b.DefineHidden(s)
	}
	if b := n.Field("body"); b.Ok() {
		x.b.Open(lang.ScopeBlock, id)
		x.statements(b)
		x.b.Close()
	}
}

// use reads "use A\B, C as D;" and the grouped forms.
func (x *extractor) use(n sitter.Node) {
	prefix, level := "", ImportClass
	for c := range n.Children() {
		switch c.Kind() {
		case "function":
			level = ImportFunction
		case "const":
			level = ImportConstant
		case "namespace_name":
			prefix = dotted(c)
		case "namespace_use_clause":
			x.useClause(c, "", level)
		case "namespace_use_group":
			for g := range c.NamedChildren() {
				x.useClause(g, prefix, level)
			}
		}
	}
}

func (x *extractor) useClause(n sitter.Node, prefix string, level int) {
	name := n.Child("qualified_name", "name", "namespace_name")
	if !name.Ok() {
		return
	}
	switch n.Field("type").Kind() {
	case "function":
		level = ImportFunction
	case "const":
		level = ImportConstant
	}
	full := dotted(name)
	if prefix != "" {
		full = prefix + `\` + full
	}
	line, _ := n.Start()
	imp := lang.Import{Line: line, Name: full, Level: int32(level), Symbol: schema.None}
	if i := strings.LastIndexByte(full, '\\'); i >= 0 {
		imp.Module, imp.Name = full[:i], full[i+1:]
	}
	last := name
	if name.Is("qualified_name", "namespace_name") {
		last = name.LastNamed()
	}
	token := last
	if alias := n.Field("alias"); alias.Ok() {
		token = alias
	}
	imp.Alias = token.Text()
	s := syntax.Symbol(n, token, schema.KindImport)
	s.Import = int32(len(x.b.Facts().Imports))
	imp.Symbol = x.b.DefineHidden(s)
	switch level {
	case ImportFunction:
		x.b.Bind(functionKey(s.Name), imp.Symbol)
	case ImportConstant:
		x.b.Bind(constantKey(s.Name), imp.Symbol)
	default:
		x.b.Bind(classKey(s.Name), imp.Symbol)
	}
	r := syntax.Ref(last, schema.RoleImport)
	r.Import = x.b.Import(imp)
	x.b.Ref(r)
}

// include reads require and include of a path that is written out, but for what
// stands before its literal tail.
func (x *extractor) include(n sitter.Node) {
	arg := n.FirstNamed()
	for arg.Is("parenthesized_expression") {
		arg = arg.FirstNamed()
	}
	x.expr(arg)
	tail, relative := arg, false
	if arg.Is("binary_expression") {
		tail = arg.Field("right")
		relative = strings.HasPrefix(arg.Field("left").Text(), "__DIR__") || strings.HasPrefix(arg.Field("left").Text(), "dirname(__FILE__)")
	}
	if !tail.Is("string", "encapsed_string") {
		return
	}
	module := strings.Trim(tail.Text(), `"'`)
	if relative {
		module = "./" + strings.TrimLeft(module, "/")
	}
	line, _ := n.Start()
	class := schema.ImportStatic
	if x.body.id != 0 {
		class = schema.ImportLazy
	}
	if module != "" && !strings.ContainsAny(module, "{$") {
		x.b.Import(lang.Import{Line: line, Module: module, Level: ImportFile, Class: class, Symbol: schema.None})
	}
}

// docLines returns the lines of the documentation comment right above n.
func docLines(n sitter.Node) []string {
	comments := syntax.Leading(n, func(s sitter.Node) bool { return s.Is("attribute_list") })
	for i := len(comments) - 1; i >= 0; i-- {
		if text := comments[i].Text(); strings.HasPrefix(text, "/**") {
			return syntax.BlockComment(text)
		}
	}
	return nil
}

// docOf returns the first sentence of documentation, its tags left out.
func docOf(lines []string) string {
	for i, l := range lines {
		if strings.HasPrefix(l, "@") {
			lines = lines[:i]
			break
		}
	}
	return syntax.FirstSentence(lines)
}

// tagged returns the type behind a tag, of a variable when one is named: "@param T $v".
func tagged(lines []string, tag, variable string) string {
	for _, l := range lines {
		rest, ok := strings.CutPrefix(l, tag+" ")
		if !ok {
			continue
		}
		words := strings.Fields(rest)
		if len(words) == 0 || variable != "" && (len(words) < 2 || strings.TrimLeft(words[1], "&.") != "$"+variable) {
			continue
		}
		return words[0]
	}
	return ""
}

// docType refers to a type that documentation gives; None when it names no class.
func (x *extractor) docType(text string, at sitter.Node) int32 {
	for _, part := range strings.Split(strings.TrimPrefix(text, "?"), "|") {
		name, container := strings.CutSuffix(part, "[]")
		if i := strings.IndexByte(name, '<'); i > 0 {
			switch args := strings.Split(strings.TrimSuffix(name[i+1:], ">"), ","); strings.ToLower(name[:i]) {
			case "array", "list", "iterable", "non-empty-list", "non-empty-array":
				name, container = strings.TrimSpace(args[len(args)-1]), true
			default:
				name = name[:i]
			}
		}
		if name == "" || isBuiltinType(name) || !isName(name) {
			continue
		}
		r := lang.NewRef(name[strings.LastIndexByte(name, '\\')+1:], schema.RoleType)
		r.Flags = lang.RefImplicit
		r.Line, r.Col = at.Start()
		r.EndCol = r.Col
		if container {
			r.Flags |= lang.RefContainer
		}
		switch strings.ToLower(name) {
		case "self", "static", "$this":
			r.Flags |= lang.RefSelf
			return x.b.Ref(r)
		}
		return x.b.RefAs(classKey(r.Name), r)
	}
	return schema.None
}

func isName(s string) bool {
	for _, c := range s {
		if !(c == '\\' || c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80) {
			return false
		}
	}
	return true
}

func isBuiltinType(name string) bool {
	switch strings.ToLower(name) {
	case "int", "integer", "float", "double", "string", "bool", "boolean", "array", "object", "mixed", "void", "null", "callable", "iterable", "never", "resource", "false", "true", "scalar", "numeric", "list",
		"class-string", "positive-int", "non-empty-string", "array-key":
		return true
	}
	return false
}
