package proto

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// topLevel reads a statement of the file.
func (p *parser) topLevel() {
	from := p.at
	switch word := p.peek(0); {
	case word == ";":
		p.at++
	case (word == "syntax" || word == "edition") && p.peek(1) == "=":
		p.at += 2
		p.strings()
		p.statementEnd(from)
	case word == "package" && p.kind(1) == ident:
		p.at++
		name, _ := p.name()
		if p.pkg == "" {
			p.pkg = name
		}
		p.statementEnd(from)
	case word == "import" && (p.kind(1) == text || p.kind(2) == text):
		p.importStatement(from)
	default:
		p.member(from)
	}
}

func (p *parser) importStatement(from int) {
	line := p.tokens[p.at].Line
	class := schema.ImportStatic
	p.at++
	switch p.peek(0) {
	case "public":
		class = schema.ImportReexport
		p.at++
	case "weak", "option":
		class = schema.ImportLazy
		p.at++
	}
	token := p.tokens[p.at]
	module := p.strings()
	imp := p.b.Import(lang.Import{Line: line, Module: module, Class: class, Symbol: schema.None})
	r := token.Ref(module, schema.RoleImport)
	r.Col++ // Behind the quote.
	r.EndCol = max(r.EndCol-1, r.Col)
	r.Import = imp
	p.b.Ref(r)
	p.statementEnd(from)
}

// strings reads adjacent strings as one.
func (p *parser) strings() string {
	var b strings.Builder
	for p.kind(0) == text {
		s := p.peek(0)
		b.WriteString(strings.TrimSuffix(s[1:], s[:1]))
		p.at++
	}
	return b.String()
}

// member reads a declaration of the file or of a message.
func (p *parser) member(from int) {
	visibility := schema.VisibilityPublic
	if w := p.peek(0); (w == "export" || w == "local") && p.kind(1) == ident && p.kind(2) == ident {
		if w == "local" {
			visibility = schema.VisibilityPrivate
		}
		p.at++
	}
	named := p.kind(1) == ident && p.peek(2) == "{"
	inside := p.b.Enclosing() != 0
	switch word := p.peek(0); {
	case word == ";":
		p.at++
	case word == "message" && named:
		p.message(from, visibility)
	case word == "enum" && named:
		p.enum(from, visibility)
	case word == "service" && named:
		p.service(from)
	case word == "oneof" && named:
		p.oneof(from)
	case word == "extend" && (p.kind(1) == ident || p.peek(1) == "."):
		p.extend(from)
	case word == "option" && (p.kind(1) == ident || p.peek(1) == "("):
		p.option(from)
	case word == "reserved" && p.peek(2) != "=":
		p.toSemicolon(from)
	case word == "extensions" && p.kind(1) == number:
		p.extensions(from)
	case inside && (p.kind(0) == ident || word == "."):
		p.field(from)
	default:
		p.skip(from)
	}
}

// block reads the members between braces with read; id is their parent.
func (p *parser) block(read func(from int)) {
	if !p.accept("{") {
		return
	}
	opening := p.last()
	if p.depth >= maxDepth {
		p.b.ProblemAt(opening.Span(), "nested too deeply")
		p.at--
		p.skipBlock()
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for !p.end() {
		if p.accept("}") {
			return
		}
		if p.lost() {
			p.b.ProblemAt(opening.Span(), `syntax error: missing "}"`)
			return
		}
		at := p.at
		read(at)
		if p.at == at {
			p.at++
		}
	}
	p.b.ProblemAt(opening.Span(), `syntax error: missing "}"`)
}

// skipBlock moves over a block without reading it.
func (p *parser) skipBlock() {
	depth := 0
	for !p.end() {
		switch p.peek(0) {
		case "{":
			depth++
		case "}":
			depth--
		}
		p.at++
		if depth == 0 {
			return
		}
	}
}

// open declares what starts at from and is named at the token; its head ends before
// the current position. The caller sets the end with close.
func (p *parser) open(from int, name syntax.Token, kind schema.Kind) lang.Symbol {
	first := p.tokens[from]
	s := name.Symbol(p.text(name), kind, first.To(p.last()))
	s.Signature = p.signature(from, p.at)
	s.Doc = p.doc(first, p.last().EndLine)
	s.Flags |= schema.SymbolExported
	s.SignatureHash = syntax.HashTokens(p.src, p.tokens[from:p.at])
	return s
}

// narrow gives a declaration the visibility that is written before it.
func narrow(s lang.Symbol, v schema.Visibility) lang.Symbol {
	if s.Visibility = v; v == schema.VisibilityPrivate {
		s.Flags &^= schema.SymbolExported
	}
	return s
}

// signature joins the tokens of a head as they are spaced.
func (p *parser) signature(from, to int) string {
	if from >= to {
		return ""
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		if t := p.tokens[i]; i > from && p.tokens[i-1].End < t.Start && (p.text(t) != "." || p.tokens[i-1].EndLine == t.Line) {
			b.WriteByte(' ')
		}
		b.WriteString(p.text(p.tokens[i]))
	}
	return syntax.Line(b.String())
}

// close sets the end and the digest of the body of a declaration whose body began at
// the token body.
func (p *parser) close(id int32, body int) {
	s := p.b.Symbol(id)
	last := p.last()
	s.Span.EndLine, s.Span.EndCol = last.EndLine, last.EndCol
	s.BodyHash = syntax.HashTokens(p.src, p.tokens[min(body, p.at):p.at])
}

func (p *parser) message(from int, visibility schema.Visibility) {
	name := p.tokens[p.at+1]
	p.at += 2
	s := p.open(from, name, schema.KindStruct)
	p.messageBody(narrow(s, visibility))
}

// messageBody declares a message or group and reads what is between its braces.
func (p *parser) messageBody(s lang.Symbol) {
	body := p.at
	id := p.b.DefineHidden(s)
	p.bind(s.Name, id)
	p.b.Open(lang.ScopeType, id)
	p.path = append(p.path, scope{s.Name, p.b.Scope()})
	p.block(p.member)
	p.path = p.path[:len(p.path)-1]
	p.b.Close()
	p.close(id, body)
}

func (p *parser) enum(from int, visibility schema.Visibility) {
	name := p.tokens[p.at+1]
	p.at += 2
	s := p.open(from, name, schema.KindEnum)
	s = narrow(s, visibility)
	body := p.at
	id := p.b.DefineHidden(s)
	p.bind(s.Name, id)
	p.b.Open(lang.ScopeBlock, id)
	p.block(p.enumMember)
	p.b.Close()
	p.close(id, body)
}

func (p *parser) enumMember(from int) {
	switch {
	case p.peek(0) == ";":
		p.at++
	case p.peek(0) == "option" && p.peek(1) != "=":
		p.option(from)
	case p.peek(0) == "reserved" && p.peek(1) != "=":
		p.toSemicolon(from)
	case p.kind(0) == ident && p.peek(1) == "=":
		name := p.tokens[p.at]
		p.at += 2
		p.accept("-")
		if p.kind(0) == number {
			p.at++
		}
		s := p.open(from, name, schema.KindEnumMember)
		s.Flags |= schema.SymbolStatic
		id := p.b.DefineHidden(s)
		p.bind(s.Name, id) // Beside its enum, as in C++.
		p.options(id, schema.None)
		p.statementEnd(from)
		p.close(id, p.at)
	default:
		p.skip(from)
	}
}

func (p *parser) service(from int) {
	name := p.tokens[p.at+1]
	p.at += 2
	s := p.open(from, name, schema.KindInterface)
	body := p.at
	id := p.b.DefineHidden(s)
	p.bind(s.Name, id)
	p.b.Open(lang.ScopeType, id)
	p.block(p.serviceMember)
	p.b.Close()
	p.close(id, body)
}

func (p *parser) serviceMember(from int) {
	switch {
	case p.peek(0) == ";":
		p.at++
	case p.peek(0) == "option" && (p.kind(1) == ident || p.peek(1) == "("):
		p.option(from)
	case p.peek(0) == "rpc" && p.kind(1) == ident:
		p.rpc(from)
	case p.peek(0) == "stream" && p.kind(1) == ident: // Of proto2, long gone.
		p.toSemicolon(from)
	default:
		p.skip(from)
	}
}

// rpc reads a method. Its type is the response, a stream of which is a container.
func (p *parser) rpc(from int) {
	name := p.tokens[p.at+1]
	p.at += 2
	s := p.open(from, name, schema.KindMethod)
	s.Flags |= schema.SymbolAbstract
	s.Arity, s.Complexity = 1, 1
	id := p.b.DefineHidden(s)
	p.b.Open(lang.ScopeBlock, id)
	defer p.b.Close()
	p.message1()
	if p.accept("returns") {
		typ := p.message1()
		p.b.Symbol(id).Type = typ
	}
	sym := p.b.Symbol(id)
	sym.Signature = p.signature(from, p.at)
	sym.SignatureHash = syntax.HashTokens(p.src, p.tokens[from:p.at])
	body := p.at
	if p.peek(0) == "{" {
		p.block(func(from int) {
			switch {
			case p.peek(0) == ";":
				p.at++
			case p.peek(0) == "option":
				p.option(from)
			default:
				p.skip(from)
			}
		})
	} else {
		p.statementEnd(from)
	}
	p.close(id, body)
}

// message1 reads a type in parentheses.
func (p *parser) message1() int32 {
	if !p.accept("(") {
		return schema.None
	}
	stream := p.peek(0) == "stream" && (p.kind(1) == ident || p.peek(1) == ".")
	if stream {
		p.at++
	}
	ref := p.typeRef(schema.RoleType)
	if stream && ref >= 0 {
		p.b.RefAt(ref).Flags |= lang.RefContainer
	}
	p.accept(")")
	return ref
}

// oneof reads alternatives, which are fields of the message under a name.
func (p *parser) oneof(from int) {
	name := p.tokens[p.at+1]
	p.at += 2
	s := p.open(from, name, schema.KindField)
	body := p.at
	id := p.b.DefineHidden(s)
	p.b.Open(lang.ScopeBlock, id)
	p.block(p.member)
	p.b.Close()
	p.close(id, body)
}

// extend reads fields that are added to a message elsewhere; they belong to the
// message or file around.
func (p *parser) extend(from int) {
	p.at++
	p.typeRef(schema.RoleType)
	p.block(func(from int) {
		if p.peek(0) == ";" {
			p.at++
			return
		}
		p.field(from)
	})
}
