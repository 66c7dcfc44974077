// Package proto reads Protocol Buffers definitions: proto2, proto3 and editions.
//
// It has a parser of its own. The tree-sitter grammar that can be had (treywood/
// tree-sitter-proto, MIT licence) knows neither groups nor editions nor export, local
// and import option, and loses the message around a group; the language is small
// enough to be read by hand, at a tenth of the time.
//
// A type is referred to by its name as written, with dots: "N", "Outer.Inner",
// ".pkg.N". In one file it is found from the innermost message outwards, as protoc
// does; the rest is the linker's.
package proto

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Name is the registered name of the language.
const Name = "protocol buffer"

// Languages returns the one language of this package.
func Languages() []lang.Language {
	return []lang.Language{{Name: Name, Extract: extract}}
}

// maxDepth bounds the nesting of messages and groups; protoc stops at 32.
const maxDepth = 100

// parser reads one file from its tokens.
type parser struct {
	src      []byte
	tokens   []syntax.Token
	comments []comment
	at       int // Position in tokens.
	b        *lang.Builder
	pkg      string
	depth    int
	unclosed bool // More braces open than close: recovery is bolder.
	// path are the names of the open messages.
	path   []scope
	errors int
}

// scope is an open message or the file, with its scope in the Builder.
type scope struct {
	name string
	id   int32
}

func extract(src []byte) (*lang.Facts, error) {
	p := &parser{src: src, b: lang.NewBuilder(Name, lang.Rules{TypeScopeVisible: true}, syntax.Lines(src))}
	p.scan()
	p.path = []scope{{"", p.b.Scope()}}
	open := 0
	for _, t := range p.tokens {
		switch p.text(t) {
		case "{":
			open++
		case "}":
			open--
		}
	}
	p.unclosed = open > 0
	for !p.end() {
		p.topLevel()
	}
	p.b.Facts().Package = p.pkg
	p.b.Facts().ErrorBytes = int32(p.errors)
	p.b.Facts().Generated = detect.HasGeneratedMarker(src)
	f := p.b.Finish()
	syntax.Summary(f, p.fileDoc())
	return f, nil
}

// fileDoc is the comment at the head of the file that belongs to nothing else: what
// stands above syntax, edition or package, licences left out.
func (p *parser) fileDoc() string {
	if len(p.tokens) == 0 {
		return ""
	}
	var lines []string
	last := int32(0)
	take := func() string {
		s := syntax.FirstSentence(lines)
		lines = nil
		if syntax.IsLicence(s) {
			return ""
		}
		return s
	}
	limit := p.tokens[0].Start
	for i, t := range p.tokens { // Up to and including what stands above package.
		if i > 0 && p.text(t) == "package" && p.text(p.tokens[i-1]) == ";" {
			limit = t.Start
			break
		}
		if i > 8 {
			break
		}
	}
	for _, c := range p.comments {
		if c.Start >= limit {
			break
		}
		if c.Line > last+1 {
			if s := take(); s != "" {
				return s
			}
		}
		lines = append(lines, c.lines(p.src)...)
		last = c.EndLine
	}
	first := p.text(p.tokens[0])
	if limit == p.tokens[0].Start && first != "syntax" && first != "edition" && first != "package" && p.tokens[0].Line <= last+1 {
		return "" // The documentation of the first declaration.
	}
	return take()
}

func (p *parser) text(t syntax.Token) string { return t.Text(p.src) }

func (p *parser) end() bool { return p.at >= len(p.tokens) }

// peek returns the text of the token at an offset, "" behind the end.
func (p *parser) peek(offset int) string {
	if i := p.at + offset; i >= 0 && i < len(p.tokens) {
		return p.text(p.tokens[i])
	}
	return ""
}

// kind returns the kind of the token at an offset.
func (p *parser) kind(offset int) uint8 {
	if i := p.at + offset; i >= 0 && i < len(p.tokens) {
		return p.tokens[i].Kind
	}
	return none
}

// accept moves over a token of that text.
func (p *parser) accept(text string) bool {
	if p.peek(0) != text {
		return false
	}
	p.at++
	return true
}

// last returns the token before the position.
func (p *parser) last() syntax.Token { return p.tokens[max(min(p.at, len(p.tokens))-1, 0)] }

// statementEnd moves over the ";" that ends a statement, or says what is missing.
func (p *parser) statementEnd(from int) {
	if p.accept(";") {
		return
	}
	if p.end() || p.peek(0) == "}" || p.kind(0) == ident || p.tokens[p.at].Line > p.last().EndLine {
		if p.at > from {
			p.b.ProblemAt(p.last().Span(), `syntax error: missing ";"`)
		}
		return
	}
	p.skip(p.at)
}

// skip gives up on the statement that began at from: it moves to behind its end,
// which is a ";" or the "}" of a block that it opens.
func (p *parser) skip(from int) {
	depth := 0
loop:
	for !p.end() {
		switch p.peek(0) {
		case "{", "[", "(":
			depth++
		case "]", ")":
			depth--
		case "}":
			if depth <= 0 {
				break loop
			}
			if depth--; depth == 0 {
				p.at++
				break loop
			}
		case ";":
			if depth <= 0 {
				p.at++
				break loop
			}
		}
		if p.at > from && p.startsDeclaration() {
			break loop
		}
		p.at++
	}
	if p.at == from && !p.end() { // A "}" that closes nothing, or a declaration right here.
		p.at++
	}
	first, last := p.tokens[from], p.last()
	p.errors += last.End - first.Start
	p.b.ProblemAt(first.To(last), "syntax error")
}

// startsDeclaration reports whether a declaration stands at the start of a line here,
// where a person would put one.
func (p *parser) startsDeclaration() bool {
	t := p.tokens[p.at]
	if t.Line == p.last().EndLine || p.kind(1) != ident {
		return false
	}
	switch p.text(t) {
	case "message", "enum", "service", "oneof":
		return p.peek(2) == "{"
	case "rpc":
		return p.peek(2) == "("
	}
	return false
}

// lost reports whether the enclosing blocks have lost an end: a declaration of the
// file starts its line here.
func (p *parser) lost() bool {
	t := p.tokens[p.at]
	return p.unclosed && t.Col == 0 && p.startsDeclaration() && t.Line > p.last().EndLine
}

// join returns the dotted name of a declaration in the innermost n open messages.
func (p *parser) join(from int, name string) string {
	var parts []string
	for _, s := range p.path[from:] {
		if s.name != "" {
			parts = append(parts, s.name)
		}
	}
	return strings.Join(append(parts, name), ".")
}

// bind makes a name of the current message known as protoc finds it: by what is left
// of its path in every message around it, and with the tails of the package.
func (p *parser) bind(name string, id int32) {
	for i := len(p.path) - 1; i >= 0; i-- {
		from := i + 1
		p.b.BindIn(p.path[i].id, p.join(min(from, len(p.path)), name), id)
	}
	full := p.join(0, name)
	if p.pkg == "" {
		p.b.BindIn(p.path[0].id, "."+full, id)
		return
	}
	p.b.BindIn(p.path[0].id, "."+p.pkg+"."+full, id)
	for rest := p.pkg; rest != ""; {
		p.b.BindIn(p.path[0].id, rest+"."+full, id)
		_, rest, _ = strings.Cut(rest, ".")
	}
}
