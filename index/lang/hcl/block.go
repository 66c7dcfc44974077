package hcl

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// maxValueBytes is how long a value may be to stand in the signature of its name.
const maxValueBytes = 60

// head is a block before its body.
type head struct {
	keyword sitter.Node
	typ     string
	labels  []sitter.Node // Tokens without their quotes.
	body    sitter.Node
}

func headOf(n sitter.Node) head {
	var h head
	for c := range n.Children() {
		switch c.Kind() {
		case "identifier":
			if !h.keyword.Ok() {
				h.keyword, h.typ = c, c.Text()
			} else {
				h.labels = append(h.labels, c)
			}
		case "string_lit":
			if t := c.Child("template_literal"); t.Ok() {
				h.labels = append(h.labels, t)
			}
		case "body":
			h.body = c
		}
	}
	return h
}

// address joins the labels behind prefix.
func (h head) address(prefix string) string {
	var b strings.Builder
	b.WriteString(prefix)
	for _, l := range h.labels {
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(l.Text())
	}
	return b.String()
}

// attribute returns the value of an attribute of the body.
func (h head) attribute(name string) sitter.Node {
	for c := range h.body.Children() {
		if c.Is("attribute") && c.Child("identifier").Text() == name {
			return c.Child("expression")
		}
	}
	return sitter.Node{}
}

// literal returns the token of a string without interpolation.
func literal(n sitter.Node) sitter.Node {
	return n.Child("literal_value").Child("string_lit").Child("template_literal")
}

// block reads a block of the file.
func (x *extractor) block(n sitter.Node, comments []sitter.Node) {
	h := headOf(n)
	if h.typ == "locals" && len(h.labels) == 0 {
		var above syntax.Above
		x.locals(n, &above)
		return
	}
	outer := x.stray
	x.stray = sitter.Node{}
	id := x.resource(n, h, comments)
	if x.stray.Ok() {
		s := x.b.Symbol(id)
		s.Span.EndLine, s.Span.EndCol = x.stray.Start()
	}
	x.stray = outer
}

// resource declares a block of the file.
func (x *extractor) resource(n sitter.Node, h head, comments []sitter.Node) int32 {
	var s lang.Symbol
	var key string
	switch {
	case len(h.labels) == 0: // terraform, moved, import: nothing can name them.
		s = syntax.Symbol(n, h.keyword, schema.KindKey)
	case (h.typ == "variable" || h.typ == "output") && len(h.labels) == 1:
		s = syntax.Symbol(n, h.labels[0], schema.KindVariable)
		key = "var." + s.Name
		if h.typ == "output" {
			key = "output." + s.Name
		}
		s.Flags |= schema.SymbolExported
	case h.typ == "resource":
		s = syntax.Symbol(n, h.labels[0], schema.KindResource)
		s.Name = h.address("")
		s.Visibility = schema.VisibilityInternal
		key = s.Name
	default:
		s = syntax.Symbol(n, h.keyword, schema.KindResource)
		s.Name = h.address(h.typ)
		s.Visibility = schema.VisibilityInternal
		if h.typ == "provider" {
			if alias := literal(h.attribute("alias")); alias.Ok() {
				s.Name += "." + alias.Text()
			}
		}
		if h.typ == "run" {
			s.Flags |= schema.SymbolTest
		}
		key = s.Name
	}
	s.Signature = x.signature(n, h)
	s.Doc = syntax.FirstSentence(commentLines(comments))
	if d := literal(h.attribute("description")); d.Ok() && s.Doc == "" {
		s.Doc = syntax.FirstSentence(strings.Split(d.Text(), `\n`))
	}
	s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == h.body.Index() })
	s.BodyHash = h.body.Hash(nil)
	s.Parent = 0
	id := x.b.DefineHidden(s)
	x.b.BindIn(0, key, id)
	x.b.Open(lang.ScopeBlock, id)
	defer x.b.Close()
	x.body(h)
	return id
}

// signature is the line of a block; of a variable with its type.
func (x *extractor) signature(n sitter.Node, h head) string {
	s := syntax.Signature(n, n.Child("block_start"), nil)
	if h.typ == "variable" {
		if t := h.attribute("type"); t.Ok() && len(t.Text()) <= maxValueBytes {
			s += ": " + syntax.Line(t.Text())
		}
	}
	return s
}

// key reads an attribute of the file itself, as in files of values.
func (x *extractor) key(n sitter.Node, comments []sitter.Node) {
	x.named(n, comments, schema.KindKey, "")
}

// locals declares the keys of a locals block.
func (x *extractor) locals(n sitter.Node, above *syntax.Above) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	for c := range n.Children() {
		switch {
		case c.IsError(), c.Is("body"):
			x.locals(c, above)
		case c.IsExtra():
			above.Comment(c)
		case c.Is("attribute"):
			x.named(c, above.Take(c), schema.KindVariable, "local.")
		case c.Is("block"):
			x.nested(c)
		}
	}
}

// named declares what an attribute names and reads its value.
func (x *extractor) named(n sitter.Node, comments []sitter.Node, kind schema.Kind, prefix string) {
	name, value := n.Child("identifier"), n.Child("expression")
	s := syntax.Symbol(n, name, kind)
	if prefix != "" {
		s.Visibility = schema.VisibilityInternal
	}
	s.Signature = s.Name
	if text := value.Text(); len(text) <= maxValueBytes && !strings.Contains(text, "\n") {
		s.Signature = syntax.Line(n.Text())
	}
	s.Doc = syntax.FirstSentence(commentLines(comments))
	s.SignatureHash = name.Hash(nil)
	s.BodyHash = value.Hash(nil)
	s.Parent = 0
	id := x.b.DefineHidden(s)
	if prefix != "" {
		x.b.BindIn(0, prefix+s.Name, id)
	}
	x.b.Open(lang.ScopeBlock, id)
	init := x.expr(value)
	x.b.Symbol(id).Init = max(init, schema.None)
	x.b.Close()
}

// body reads the attributes and blocks inside a block.
func (x *extractor) body(h head) {
	module := x.source(h)
	x.bodyOf(h.body, h, module)
}

func (x *extractor) bodyOf(body sitter.Node, h head, module int32) {
	if !x.enter(body) {
		return
	}
	defer x.leave()
	for c := range body.Children() {
		switch {
		case c.Is("attribute"):
			x.attribute(c, h, module)
		case c.Is("block"):
			x.nested(c)
		case c.IsError(), c.Is("body"):
			x.bodyOf(c, h, module)
		}
	}
}

// source imports the module that a block takes from elsewhere and returns the
// reference to it.
func (x *extractor) source(h head) int32 {
	switch h.typ {
	case "module", "component", "stack", "terraform", "unit":
	default:
		return schema.None
	}
	token := literal(h.attribute("source"))
	if !token.Ok() {
		return schema.None
	}
	line, _ := token.Start()
	imp := x.b.Import(lang.Import{Line: line, Module: token.Text(), Symbol: schema.None})
	r := syntax.Ref(token, schema.RoleImport)
	r.Import = imp
	return x.b.Ref(r)
}

// metaArguments of a module call are not variables of the module.
var metaArguments = map[string]bool{
	"source": true, "version": true, "providers": true, "count": true, "for_each": true, "depends_on": true,
}

func (x *extractor) attribute(n sitter.Node, h head, module int32) {
	name, value := n.Child("identifier"), n.Child("expression")
	switch text := name.Text(); {
	case text == "provider" || text == "providers":
		x.providers(value)
		return
	case text == "type" && h.typ == "variable":
		x.typ(value)
		return
	case text == "ignore_changes" && h.typ == "lifecycle":
		return // Names of the resource's own arguments.
	case module >= 0 && h.typ == "module" && !metaArguments[text]:
		r := syntax.Ref(name, schema.RoleWrite)
		r.Base = module
		x.b.Ref(r)
	}
	x.expr(value)
}

// nested reads a block inside of another one. When an end is missing before it, the
// blocks of the file that follow land in here: they start their line.
func (x *extractor) nested(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	if _, col := n.Start(); col == 0 && x.broken {
		if !x.stray.Ok() {
			x.stray = n
		}
		stray := x.stray
		x.block(n, nil)
		x.stray = stray
		return
	}
	h := headOf(n)
	owner := int32(schema.None)
	if len(h.labels) > 0 {
		s := syntax.Symbol(n, h.keyword, schema.KindKey)
		s.Name = h.address(h.typ)
		s.Visibility = schema.VisibilityInternal
		s.Signature = x.signature(n, h)
		s.SignatureHash = n.Hash(func(c sitter.Node) bool { return c.Index() == h.body.Index() })
		s.BodyHash = h.body.Hash(nil)
		owner = x.b.DefineHidden(s)
	}
	x.b.Open(lang.ScopeBlock, owner)
	defer x.b.Close()
	if h.typ == "dynamic" && len(h.labels) == 1 {
		x.dynamic(h)
		return
	}
	if h.typ == "required_providers" && len(h.labels) == 0 {
		x.requiredProviders(h.body)
		return
	}
	x.body(h)
}

// dynamic reads a block that repeats; in its content the iterator is a value.
func (x *extractor) dynamic(h head) {
	token := h.labels[0]
	iterator := h.attribute("iterator").Child("variable_expr").Child("identifier")
	if iterator.Ok() {
		token = iterator
	}
	for c := range h.body.Children() {
		switch {
		case c.Is("attribute") && c.Child("identifier").Text() == "iterator":
		case c.Is("attribute"):
			x.attribute(c, h, schema.None)
		case c.Is("block"):
			x.local(token, c)
			x.nested(c)
			x.drop(token)
		case c.IsError():
			x.bodyOf(c, h, schema.None)
		}
	}
}

// requiredProviders imports the providers that a module asks for.
func (x *extractor) requiredProviders(body sitter.Node) {
	for c := range body.Children() {
		if c.Is("block") {
			x.nested(c)
		}
		if !c.Is("attribute") {
			continue
		}
		value := c.Child("expression")
		source := literal(value)
		for e := range value.Child("collection_value").Child("object").Children() {
			switch e.Field("key").Text() {
			case "source":
				source = literal(e.Field("val"))
			case "configuration_aliases":
				x.providers(e.Field("val"))
			}
		}
		id := x.b.DefineHidden(x.provider(c))
		if !source.Ok() || !strings.Contains(source.Text(), "/") { // A version alone, as in old files.
			continue
		}
		line, _ := source.Start()
		imp := x.b.Import(lang.Import{Line: line, Module: source.Text(), Symbol: schema.None})
		r := syntax.Ref(source, schema.RoleImport)
		r.Import, r.Encl = imp, id
		x.b.Ref(r)
	}
}

func (x *extractor) provider(n sitter.Node) lang.Symbol {
	s := syntax.Symbol(n, n.Child("identifier"), schema.KindKey)
	s.Visibility = schema.VisibilityInternal
	s.Signature = syntax.Line(n.Text())
	s.SignatureHash = n.Hash(nil)
	return s
}

// summary describes the file: doc when there is one, else what it declares.
func summary(f *lang.Facts, doc string) {
	if doc == "" {
		var names []string
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Parent == 0 && s.Kind == schema.KindResource && len(names) < 6 {
				names = append(names, s.Name)
			}
		}
		for i := range f.Symbols {
			if s := &f.Symbols[i]; s.Parent == 0 && s.Kind == schema.KindVariable && len(names) < 6 {
				names = append(names, s.Name)
			}
		}
		doc = syntax.Line(strings.Join(names, ", "))
	}
	syntax.Summary(f, doc)
}
