package rust

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// tokenContext says how the tokens of a macro call are read.
type tokenContext struct {
	role      schema.Role // Of names that are neither called nor lead a path.
	optional  bool        // Names need not exist: the right side of a macro definition.
	skipFirst bool        // The first name is a declaration.
	fieldsOf  int32       // Struct literal whose fields the tree names, 0 for none.
	element   int32       // Value whose elements a closure takes, 0 for none.
}

// tokenParser reads the tokens of one tree as expressions as far as that goes:
// it under-reports what only the macro gives a meaning.
type tokenParser struct {
	x      *extractor
	nodes  []sitter.Node
	i      int
	ctx    tokenContext
	opened int // Scopes of let, closed with the tree.
}

// macroInvocation refers to the macro and reads its arguments.
func (x *extractor) macroInvocation(n sitter.Node) int32 {
	m := n.Field("macro")
	name := nameOf(lastToken(m))
	ref := x.pathRef(m, schema.RoleCall, macroKey(name))
	if ref >= 0 && !m.Is("scoped_identifier") {
		x.b.RefAt(ref).Base = lang.BaseNone
	}
	switch name {
	case "cfg", "stringify", "include_str", "include_bytes", "env", "option_env":
		return lang.BaseUnknown // Their arguments are no expressions.
	}
	x.tokens(n.Child("token_tree"), tokenContext{role: schema.RoleRead})
	switch name {
	case "format", "stringify", "concat":
		return x.builtin("String", n)
	}
	return lang.BaseUnknown
}

// builtin is the value of a literal: an instance of a built-in type.
func (x *extractor) builtin(typ string, at sitter.Node) int32 {
	r := lang.NewRef(typ, schema.RoleType)
	r.Flags = lang.RefImplicit
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.RefAs("", r)
}

// tokens reads a token tree in a scope of its own.
func (x *extractor) tokens(tree sitter.Node, ctx tokenContext) {
	if !tree.Ok() || !x.enter(tree) {
		return
	}
	defer x.leave()
	p := tokenParser{x: x, ctx: ctx}
	for c := range tree.Children() {
		if !c.IsExtra() || c.IsError() {
			p.nodes = append(p.nodes, c)
		}
	}
	if n := len(p.nodes); n >= 2 {
		p.nodes = p.nodes[1 : n-1] // Without the delimiters.
	}
	if ctx.skipFirst && len(p.nodes) > 0 {
		p.i = 1
	}
	x.b.Open(lang.ScopeBlock, schema.None)
	defer x.b.Close()
	for p.i < len(p.nodes) {
		p.step()
	}
	x.closeScopes(p.opened)
}

func (p *tokenParser) at(i int) sitter.Node {
	if i >= 0 && i < len(p.nodes) {
		return p.nodes[i]
	}
	return sitter.Node{}
}

func isTree(n sitter.Node, open string) bool {
	return n.Is("token_tree") && strings.HasPrefix(n.Text(), open)
}

func (p *tokenParser) step() {
	n := p.at(p.i)
	switch n.Kind() {
	case "identifier", "self", "super", "crate":
		if isKeyword(n.Text()) {
			p.i++
			return
		}
		p.chain()
	case "metavariable":
		if n.Text() == "$crate" && p.at(p.i+1).Is("::") {
			p.chain()
			return
		}
		p.i++
		p.postfix(lang.BaseUnknown)
	case "token_tree":
		p.i++
		p.nested(n, tokenContext{})
		p.postfix(lang.BaseUnknown)
	case "token_repetition":
		p.i++
		p.x.tokens(n, tokenContext{role: p.ctx.role, optional: p.ctx.optional})
	case "string_literal":
		p.i++
		p.captures(n)
		if p.at(p.i).Is(".") {
			p.postfix(p.x.builtin("str", n))
		}
	case "raw_string_literal", "char_literal", "integer_literal", "float_literal", "boolean_literal":
		p.i++
		p.postfix(lang.BaseUnknown)
	case "|":
		p.closure()
	case "let":
		p.let()
	case "fn", "struct", "enum", "trait", "mod", "type", "const", "static":
		p.i++
		for p.at(p.i).Is("mutable_specifier", "ref") {
			p.i++
		}
		if p.at(p.i).Is("identifier") {
			p.i++
		}
	default:
		p.i++
	}
}

// isKeyword reports words that the grammar does not tell from names in token trees.
func isKeyword(word string) bool {
	switch word {
	case "_", "else", "in", "dyn", "ref", "where", "loop", "yield", "box", "move", "extern":
		return true
	}
	return false
}

func (p *tokenParser) nested(tree sitter.Node, ctx tokenContext) {
	ctx.role, ctx.optional = p.ctx.role, p.ctx.optional
	p.x.tokens(tree, ctx)
}

func (p *tokenParser) ref(r lang.Ref, key string) int32 {
	if p.ctx.optional {
		r.Flags |= lang.RefOptional
	}
	if r.Base == lang.BaseNone && r.Flags&lang.RefSelf == 0 {
		return p.x.b.RefAs(key, r)
	}
	return p.x.b.Ref(r)
}

// chain reads a name with the path, call and members that follow it.
func (p *tokenParser) chain() int32 {
	n := p.at(p.i)
	next := p.at(p.i + 1)
	switch {
	case next.Is("!") && p.at(p.i+2).Is("token_tree"):
		p.ref(newRef(n, schema.RoleCall), macroKey(nameOf(n)))
		p.nested(p.at(p.i+2), tokenContext{})
		p.i += 3
		return p.postfix(lang.BaseUnknown)
	case next.Is(":") && n.Is("identifier"):
		if p.ctx.fieldsOf > 0 {
			r := newRef(n, schema.RoleWrite)
			r.Base = p.ctx.fieldsOf
			p.ref(r, "")
		}
		p.i += 2
		return lang.BaseUnknown
	case next.Is("=") && n.Is("identifier") && (p.i == 0 || p.at(p.i-1).Is(",")):
		p.i += 2 // A named argument.
		return lang.BaseUnknown
	case n.Is("self") && !next.Is("::"):
		r := newRef(n, schema.RoleRead)
		r.Flags = lang.RefSelf
		v := p.ref(r, "")
		p.i++
		return p.postfix(v)
	}
	return p.postfix(p.path())
}

// path reads "a::b::c", with what its last part is used for.
func (p *tokenParser) path() int32 {
	base := int32(lang.BaseNone)
	for {
		n := p.at(p.i)
		p.i++
		r := newRef(n, p.ctx.role)
		if r.Name == "$crate" {
			r.Name = "crate"
		}
		r.Base = base
		if r.Name == "Self" {
			r.Flags |= lang.RefSelf
		}
		generic := p.at(p.i).Is("::") && p.at(p.i+1).Is("<")
		if generic {
			p.i++
			p.generics()
		}
		next := p.at(p.i)
		if next.Is("::") && p.at(p.i+1).Is("identifier", "super", "self") {
			r.Role = schema.RoleType
			base = p.ref(r, typeKey(r.Name))
			p.i++
			continue
		}
		switch {
		case next.Is("!") && p.at(p.i+1).Is("token_tree"):
			r.Role = schema.RoleCall
			p.ref(r, macroKey(r.Name))
			p.nested(p.at(p.i+1), tokenContext{})
			p.i += 2
			return lang.BaseUnknown
		case isTree(next, "(") && p.ctx.role != schema.RoleDecorate:
			r.Role, r.Flags = schema.RoleCall, r.Flags|lang.RefResult
			r.Args = argCount(next)
			ref := p.ref(r, r.Name)
			p.nested(next, tokenContext{})
			p.i++
			return ref
		case isTree(next, "{") && isConstantName(r.Name) && p.ctx.role != schema.RoleDecorate:
			r.Role, r.Flags = schema.RoleType, r.Flags|lang.RefNew|lang.RefResult
			ref := p.ref(r, typeKey(r.Name))
			p.nested(next, tokenContext{fieldsOf: ref})
			p.i++
			return ref
		}
		if p.ctx.role == schema.RoleDecorate {
			return p.ref(r, macroKey(r.Name))
		}
		if p.ctx.optional && base == lang.BaseNone && !isConstantName(r.Name) {
			return lang.BaseUnknown // In a macro's definition mostly a name that its caller binds.
		}
		return p.ref(r, r.Name)
	}
}

// generics skips "<…>" and refers to the types in it.
func (p *tokenParser) generics() {
	depth := 0
	for ; p.i < len(p.nodes); p.i++ {
		n := p.at(p.i)
		switch n.Kind() {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		case "identifier":
			if !p.at(p.i - 1).Is("::") {
				p.ref(newRef(n, schema.RoleType), typeKey(nameOf(n)))
			}
		case ";", "token_tree":
			if depth <= 0 {
				return
			}
		}
		if depth <= 0 {
			p.i++
			return
		}
	}
}

// argCount counts the arguments between the parentheses of a call; commas inside
// closures' parameters make it guess, so closures count as one argument each.
func argCount(tree sitter.Node) int32 {
	n, pending, bars := int32(0), false, 0
	for c := range tree.Children() {
		switch c.Kind() {
		case "(", ")":
		case "|":
			bars++
			pending = true
		case ",":
			if pending && bars%2 == 0 {
				n++
				pending = false
			}
		default:
			pending = true
		}
	}
	if pending {
		n++
	}
	return n
}

// postfix reads members, calls, indexes and "?" after a value.
func (p *tokenParser) postfix(v int32) int32 {
	for {
		n, next := p.at(p.i), p.at(p.i+1)
		switch {
		case n.Is("?"):
			p.i++
			v = p.x.implicit("[]", v, n)
		case n.Is(".") && next.Is("await"):
			p.i += 2
			v = p.x.implicit("[]", v, next)
		case n.Is(".") && next.Is("identifier", "integer_literal"):
			p.i += 2
			r := newRef(next, schema.RoleRead)
			r.Base = v
			if p.at(p.i).Is("::") && p.at(p.i+1).Is("<") {
				p.i++
				p.generics()
			}
			if tree := p.at(p.i); isTree(tree, "(") {
				p.i++
				r.Role, r.Flags, r.Args = schema.RoleCall, lang.RefResult, argCount(tree)
				ctx := tokenContext{}
				if takesElement(r.Name) && v > 0 {
					ctx.element = v
				}
				v = p.ref(r, r.Name)
				p.nested(tree, ctx)
			} else {
				v = p.ref(r, r.Name)
			}
		case isTree(n, "["):
			p.i++
			p.nested(n, tokenContext{})
			v = p.x.implicit("[]", v, n)
		default:
			return v
		}
	}
}

// closure reads "|a, b: T|" and binds the parameters up to the end of the tree.
// A bar after a value is an operator.
func (p *tokenParser) closure() {
	prev := p.at(p.i - 1)
	p.i++
	if p.i > 1 && !prev.Is(",", "=", "move", "(", "=>", "return", ":", "async", "static", ";", "{") {
		return
	}
	first := true
	for ; p.i < len(p.nodes) && !p.at(p.i).Is("|"); p.i++ {
		n := p.at(p.i)
		switch {
		case n.Is("token_tree"):
			for d := range n.Descendants() {
				if d.Is("identifier") && !isConstantName(nameOf(d)) {
					p.local(d, schema.None, schema.None)
				}
			}
			first = false
		case n.Is("identifier") && !isConstantName(nameOf(n)):
			typ := int32(schema.None)
			at := n
			if p.at(p.i + 1).Is(":") {
				p.i += 2
				typ = p.typ()
				p.i--
			}
			init := int32(schema.None)
			if first && p.ctx.element > 0 && typ == schema.None {
				init = initOf(p.x.implicit("[]", p.ctx.element, at))
			}
			p.local(at, typ, init)
			first = false
		}
	}
	p.i++
}

// typ reads a type up to "," or "|" and returns its first name.
func (p *tokenParser) typ() int32 {
	first := int32(schema.None)
	depth := 0
	for p.i < len(p.nodes) {
		n := p.at(p.i)
		if depth <= 0 && n.Is(",", "|", "=", ";") {
			break
		}
		switch {
		case n.Is("<"):
			depth++
		case n.Is(">"):
			depth--
		case n.Is("identifier", "crate", "super"):
			saved := p.ctx.role
			p.ctx.role = schema.RoleType
			r := p.typePath()
			p.ctx.role = saved
			if first == schema.None {
				first = r
			}
			continue
		}
		p.i++
	}
	return first
}

// typePath reads "a::B" in a type position.
func (p *tokenParser) typePath() int32 {
	base := int32(lang.BaseNone)
	for {
		n := p.at(p.i)
		r := newRef(n, schema.RoleType)
		r.Base = base
		base = p.ref(r, typeKey(r.Name))
		p.i++
		if !p.at(p.i).Is("::") || !p.at(p.i+1).Is("identifier") {
			return base
		}
		p.i++
	}
}

func (p *tokenParser) local(n sitter.Node, typ, init int32) {
	s := lang.NewSymbol(nameOf(n), schema.KindLocal)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = n.Start()
	s.Type, s.Init = typ, init
	p.x.b.Define(s)
}

// let binds the names after "let": a single one with its type or its value.
func (p *tokenParser) let() {
	p.i++
	for p.at(p.i).Is("mutable_specifier") {
		p.i++
	}
	n := p.at(p.i)
	if n.Is("token_tree") {
		p.i++
		for d := range n.Descendants() {
			if d.Is("identifier") && !isConstantName(nameOf(d)) {
				p.local(d, schema.None, schema.None)
			}
		}
		return
	}
	if !n.Is("identifier") || isConstantName(nameOf(n)) {
		return
	}
	p.i++
	typ, init := int32(schema.None), int32(schema.None)
	if p.at(p.i).Is(":") {
		p.i++
		typ = p.typ()
	}
	if p.at(p.i).Is("=") {
		p.i++
		for p.at(p.i).Is("&", "*", "mutable_specifier") {
			p.i++
		}
		if p.at(p.i).Is("identifier", "self", "crate", "super") && !isKeyword(p.at(p.i).Text()) {
			if v := p.chain(); p.at(p.i).Is(";") {
				init = initOf(v)
			}
		}
		p.x.b.Open(lang.ScopeBlock, schema.None) // The value may mean an older variable of the name.
		p.opened++
	}
	p.local(n, typ, init)
}

// captures refers to the variables that a format string names: "{x}", "{x:?}".
func (p *tokenParser) captures(n sitter.Node) {
	text := n.Text()
	line, col := n.Start()
	if endLine, _ := n.End(); endLine != line {
		return
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '{' {
			continue
		}
		if i+1 < len(text) && text[i+1] == '{' {
			i++
			continue
		}
		j := i + 1
		for j < len(text) && (text[j] == '_' || text[j] >= 'a' && text[j] <= 'z' || j > i+1 && (text[j] >= '0' && text[j] <= '9' || text[j] >= 'A' && text[j] <= 'Z')) {
			j++
		}
		if j == i+1 || j >= len(text) || text[j] != '}' && text[j] != ':' {
			continue
		}
		r := lang.NewRef(text[i+1:j], schema.RoleRead)
		r.Line, r.Col, r.EndCol = line, col+int32(i)+1, col+int32(j)
		r.Flags = lang.RefOptional
		p.ref(r, r.Name)
		i = j
	}
}
