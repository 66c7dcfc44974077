package proto

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// scalars are the types of the language itself.
var scalars = map[string]bool{
	"double": true, "float": true, "int32": true, "int64": true, "uint32": true, "uint64": true, "sint32": true, "sint64": true,
	"fixed32": true, "fixed64": true, "sfixed32": true, "sfixed64": true, "bool": true, "string": true, "bytes": true,
}

// name reads a dotted name with an optional dot before it and returns the token that
// covers it, which ends with the line of its first part.
func (p *parser) name() (string, syntax.Token) {
	if p.end() {
		return "", syntax.Token{}
	}
	whole := p.tokens[p.at]
	start := p.at
	name := ""
	if p.accept(".") {
		name = "."
	}
	for p.kind(0) == ident {
		name += p.peek(0)
		p.at++
		if p.peek(0) != "." || p.kind(1) != ident {
			break
		}
		name += "."
		p.at++
	}
	if p.at == start {
		return "", whole
	}
	last := p.last()
	whole.End = last.End
	if last.EndLine == whole.Line {
		whole.EndLine, whole.EndCol = last.EndLine, last.EndCol
	}
	return name, whole
}

// typeRef reads the name of a type and refers to it, None for a scalar.
func (p *parser) typeRef(role schema.Role) int32 {
	name, token := p.name()
	if name == "" || name == "." || scalars[name] {
		return schema.None
	}
	return p.b.Ref(token.Ref(name, role))
}

// field reads a field, map field or group.
func (p *parser) field(from int) {
	repeated := false
	if w := p.peek(0); (w == "optional" || w == "required" || w == "repeated") && (p.kind(1) == ident || p.peek(1) == ".") {
		repeated = w == "repeated"
		p.at++
	}
	if p.peek(0) == "group" && p.kind(1) == ident && p.peek(2) == "=" {
		p.group(from)
		return
	}
	typ := int32(schema.None)
	typAt := p.at
	if p.peek(0) == "map" && p.peek(1) == "<" {
		p.at += 2
		p.typeRef(schema.RoleType)
		p.accept(",")
		typ = p.typeRef(schema.RoleType)
		p.accept(">")
		repeated = true
	} else {
		typ = p.typeRef(schema.RoleType)
	}
	if p.at == typAt || p.kind(0) != ident || p.peek(1) != "=" {
		p.at = max(p.at, from)
		p.skipFrom(from)
		return
	}
	name := p.tokens[p.at]
	p.at += 2
	if p.kind(0) == number {
		p.at++
	}
	s := p.open(from, name, schema.KindField)
	s.Type = typ
	if typ >= 0 && repeated {
		p.b.RefAt(typ).Flags |= lang.RefContainer
	}
	id := p.b.DefineHidden(s)
	if typ >= 0 {
		p.b.RefAt(typ).Encl = id
	}
	p.options(id, typ)
	p.statementEnd(from)
	p.close(id, p.at)
	p.b.Symbol(id).Doc = p.doc(p.tokens[from], p.last().EndLine)
}

// skipFrom gives up on a statement of which some was read.
func (p *parser) skipFrom(from int) {
	if p.end() || p.peek(0) == "}" || p.at > from && p.tokens[p.at].Line > p.last().EndLine && p.peek(0) != "=" {
		if p.at == from {
			p.skip(from)
			return
		}
		first, last := p.tokens[from], p.last()
		p.errors += last.End - first.Start
		p.b.ProblemAt(first.To(last), "syntax error")
		return
	}
	p.at = from
	p.skip(from)
}

// group reads a message that is a field at once.
func (p *parser) group(from int) {
	name := p.tokens[p.at+1]
	p.at += 3
	if p.kind(0) == number {
		p.at++
	}
	s := p.open(from, name, schema.KindStruct)
	p.options(schema.None, schema.None)
	if p.peek(0) != "{" {
		p.statementEnd(from)
		return
	}
	p.messageBody(s)
}

// options reads the options of a field, of type typ, or of an enum's member.
func (p *parser) options(id, typ int32) {
	if !p.accept("[") {
		return
	}
	if id >= 0 {
		p.b.Open(lang.ScopeBlock, id)
		defer p.b.Close()
	}
	for !p.end() && p.peek(0) != "]" && p.peek(0) != ";" && p.peek(0) != "}" {
		at := p.at
		name := p.optionName()
		if p.accept("=") {
			p.value(id, typ, name)
		}
		p.accept(",")
		if p.at == at {
			p.at++
		}
	}
	p.accept("]")
}

// option reads an option statement; it belongs to the innermost declaration.
func (p *parser) option(from int) {
	p.at++
	name := p.optionName()
	if p.accept("=") {
		p.value(p.b.Enclosing(), schema.None, name)
	}
	p.statementEnd(from)
}

// optionName refers to the option, or to the extension in parentheses; what follows
// are members of its message.
func (p *parser) optionName() string {
	first := ""
	base := int32(lang.BaseNone)
	for !p.end() {
		var name string
		var token syntax.Token
		if p.accept("(") {
			name, token = p.name()
			p.accept(")")
		} else if p.kind(0) == ident {
			token = p.tokens[p.at]
			name = p.peek(0)
			p.at++
		}
		if name == "" {
			break
		}
		role := schema.RoleDecorate
		if base >= 0 {
			role = schema.RoleWrite
		} else {
			first = name
		}
		r := token.Ref(name, role)
		r.Base = base
		base = p.b.Ref(r)
		if !p.accept(".") {
			break
		}
	}
	return first
}

// value reads the value of an option of the symbol id; a default names a member of
// the field's type.
func (p *parser) value(id, typ int32, option string) {
	switch {
	case p.peek(0) == "{":
		p.skipBlock()
	case p.kind(0) == text:
		p.strings()
	case p.kind(0) == ident || p.peek(0) == ".":
		name, token := p.name()
		if option == "deprecated" && name == "true" && id > 0 {
			p.b.Symbol(id).Flags |= schema.SymbolDeprecated
		}
		if option == "default" && typ >= 0 {
			r := token.Ref(name, schema.RoleRead)
			r.Base = typ
			p.b.Ref(r)
		}
	default:
		p.accept("-")
		p.accept("+")
		if p.kind(0) == number || p.kind(0) == ident {
			p.at++
		}
	}
}

// extensions reads the numbers that others may take, with their options.
func (p *parser) extensions(from int) {
	for !p.end() && p.peek(0) != ";" && p.peek(0) != "[" && p.peek(0) != "}" {
		p.at++
	}
	if p.accept("[") {
		depth := 1
		for !p.end() && depth > 0 {
			switch p.peek(0) {
			case "[":
				depth++
			case "]":
				depth--
			}
			p.at++
		}
	}
	p.statementEnd(from)
}

// toSemicolon moves over a statement that declares and refers to nothing.
func (p *parser) toSemicolon(from int) {
	for !p.end() && p.peek(0) != ";" && p.peek(0) != "}" && p.peek(0) != "{" {
		p.at++
	}
	p.statementEnd(from)
}
