package hcl

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// expr reads an expression and returns the reference that is its value, BaseUnknown
// when it is none.
func (x *extractor) expr(n sitter.Node) int32 {
	if !n.Ok() || !x.enter(n) {
		return lang.BaseUnknown
	}
	defer x.leave()
	switch n.Kind() {
	case "expression", "unary_operation", "binary_operation", "conditional":
		return x.chains(n)
	case "variable_expr":
		return x.root(n, nil)
	case "function_call":
		return x.call(n)
	case "for_object_expr", "for_tuple_expr":
		x.forExpr(n)
	case "object_elem":
		x.element(n)
	case "identifier", "template_literal", "heredoc_identifier", "literal_value", "ellipsis":
		if n.Is("literal_value") && n.HasError() {
			x.children(n)
		}
	default:
		x.children(n)
	}
	return lang.BaseUnknown
}

func (x *extractor) children(n sitter.Node) {
	for c := range n.NamedChildren() {
		x.expr(c)
	}
}

// chains reads the operands of n, each with the steps behind it, which the grammar
// leaves as siblings. It returns the value of the only one.
func (x *extractor) chains(n sitter.Node) int32 {
	var operand sitter.Node
	var steps []sitter.Node
	value, count := int32(lang.BaseUnknown), 0
	flush := func() {
		if !operand.Ok() {
			return
		}
		count++
		if operand.Is("variable_expr") {
			value = x.root(operand, steps)
		} else {
			value = x.steps(x.expr(operand), steps)
		}
		operand, steps = sitter.Node{}, steps[:0]
	}
	for c := range n.NamedChildren() {
		switch c.Kind() {
		case "get_attr", "index", "splat":
			steps = append(steps, c)
		default:
			flush()
			operand = c
		}
	}
	flush()
	if count != 1 || !n.Is("expression") {
		return lang.BaseUnknown
	}
	return value
}

// root reads a variable with the steps behind it: the address, then members.
func (x *extractor) root(n sitter.Node, steps []sitter.Node) int32 {
	name := n.Child("identifier")
	text := name.Text()
	length := 2 // Of the address, in parts.
	switch {
	case x.iterators[text] > 0:
		length = 1
	case text == "each" || text == "count" || text == "self" || text == "path" || text == "terraform":
		length = 1
	case text == "data" || text == "ephemeral" || text == "action" || text == "list":
		length = 3
	}
	r := syntax.Ref(name, schema.RoleRead)
	used := 0
	for used+1 < length && used < len(steps) && steps[used].Is("get_attr") {
		part := steps[used].Child("identifier")
		line, _ := part.Start()
		if line != r.Line {
			break
		}
		r.Name += "." + part.Text()
		_, r.EndCol = part.End()
		used++
	}
	return x.steps(x.b.Ref(r), steps[used:])
}

// steps reads what follows a value: attributes are members, an index takes an element.
func (x *extractor) steps(base int32, steps []sitter.Node) int32 {
	for _, s := range steps {
		switch s.Kind() {
		case "get_attr":
			base = x.member(base, s)
		case "index":
			x.children(s)
			base = x.elementOf(base)
		case "splat":
			base = x.elementOf(base)
			for c := range s.NamedChildren() {
				for step := range c.NamedChildren() {
					base = x.steps(base, []sitter.Node{step})
				}
			}
		}
	}
	return base
}

func (x *extractor) member(base int32, n sitter.Node) int32 {
	name := n.Child("identifier")
	if !name.Ok() {
		return lang.BaseUnknown
	}
	r := syntax.Ref(name, schema.RoleRead)
	r.Base = base
	return x.b.Ref(r)
}

// elementOf marks that an element of the value goes on. Resources and modules with
// count have the members of one of them.
func (x *extractor) elementOf(base int32) int32 {
	if base >= 0 {
		x.b.RefAt(base).Flags |= lang.RefElement
	}
	return base
}

func (x *extractor) call(n sitter.Node) int32 {
	r := syntax.Ref(n.Child("identifier"), schema.RoleCall)
	r.Flags = lang.RefResult
	args := n.Child("function_arguments")
	r.Args = 0
	for a := range args.NamedChildren() {
		if a.Is("expression") {
			r.Args++
		} else if a.Is("ellipsis") {
			r.Args = schema.None
		}
	}
	id := x.b.Ref(r)
	x.children(args)
	return id
}

// forExpr reads a for expression, whose variables hold inside of it only.
func (x *extractor) forExpr(n sitter.Node) {
	intro := n.Child("for_intro")
	x.children(intro)
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	for c := range intro.Children() {
		if c.Is("identifier") {
			x.local(c, c)
			defer x.drop(c)
		}
	}
	for c := range n.NamedChildren() {
		if !c.Is("for_intro") {
			x.expr(c)
		}
	}
}

// element reads an entry of an object, whose key is a word when it is a bare name.
func (x *extractor) element(n sitter.Node) {
	key := n.Field("key")
	word := key.FirstNamed()
	if !word.Is("variable_expr") || key.LastNamed().Index() != word.Index() {
		x.expr(key)
	}
	x.expr(n.Field("val"))
}

// typ reads the type of a variable: its words are no values.
func (x *extractor) typ(n sitter.Node) {
	skip := -1
	for d := range n.Descendants() {
		start, end := d.Bytes()
		switch {
		case start < skip:
		case d.Is("object_elem"):
			_, skip = d.Field("key").Bytes()
		case d.Is("variable_expr", "function_call"):
			x.b.Ref(syntax.Ref(d.Child("identifier"), schema.RoleType))
		case d.Is("template_expr"):
			x.expr(d)
			skip = end
		}
	}
}

// providers reads a reference to a provider, or an object or list of them: aws.west
// there is the provider of that alias.
func (x *extractor) providers(n sitter.Node) {
	skip := -1
	for d := range n.Descendants() {
		start, end := d.Bytes()
		switch {
		case start < skip:
		case d.Is("object_elem"):
			_, skip = d.Field("key").Bytes()
		case d.Is("index", "template_expr"):
			x.expr(d)
			skip = end
		case d.Is("variable_expr"):
			r := syntax.Ref(d.Child("identifier"), schema.RoleRead)
			if next := d.NextSibling(); next.Is("get_attr") {
				r.Name += "." + next.Child("identifier").Text()
				if line, _ := next.End(); line == r.Line {
					_, r.EndCol = next.End()
				}
			}
			x.b.RefAs("provider."+r.Name, r)
		}
	}
	if w := literal(n); w.Ok() && strings.Count(w.Text(), ".") <= 1 { // Quoted, as before Terraform 0.12.
		r := syntax.Ref(w, schema.RoleRead)
		x.b.RefAs("provider."+r.Name, r)
	}
}

// local declares the variable of a repetition.
func (x *extractor) local(name, whole sitter.Node) {
	s := syntax.Symbol(whole, name, schema.KindLocal)
	x.b.Define(s)
	x.iterators[s.Name]++
}

// drop ends the declaration of local.
func (x *extractor) drop(name sitter.Node) { x.iterators[name.Text()]-- }
