package proto

import (
	"bytes"
	"sort"
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
)

// Kinds of tokens.
const (
	none uint8 = iota
	ident
	number
	text
	punct
)

// comment is a comment; trailing says that code stands before it on its line.
type comment struct {
	syntax.Token
	trailing bool
}

// lines returns the text of the comment without its marks.
func (c comment) lines(src []byte) []string {
	s := c.Text(src)
	if strings.HasPrefix(s, "/*") {
		return syntax.BlockComment(s)
	}
	return []string{strings.TrimLeft(s, "/")}
}

// scan cuts the source into tokens and comments.
func (p *parser) scan() {
	c := syntax.Cursor{Src: p.src}
	p.tokens = make([]syntax.Token, 0, len(p.src)/6+8)
	for c.Pos < len(p.src) {
		ch := c.Peek(0)
		switch {
		case ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\f' || ch == '\v':
			c.Skip(1)
		case ch == '/' && c.Peek(1) == '/':
			p.comment(&c, lineEnd(c.Rest()))
		case ch == '/' && c.Peek(1) == '*':
			n := bytes.Index(c.Rest()[2:], []byte("*/"))
			if n < 0 {
				t := c.Token(none, len(c.Rest()))
				p.errors += t.End - t.Start
				p.b.ProblemAt(t.Span(), "syntax error: unfinished comment")
				continue
			}
			p.comment(&c, n+4)
		case isIdent(ch):
			n := 1
			for isIdent(c.Peek(n)) || isDigit(c.Peek(n)) {
				n++
			}
			p.tokens = append(p.tokens, c.Token(ident, n))
		case isDigit(ch) || ch == '.' && isDigit(c.Peek(1)):
			n := 1
			for isIdent(c.Peek(n)) || isDigit(c.Peek(n)) || c.Peek(n) == '.' || (c.Peek(n) == '-' || c.Peek(n) == '+') && (c.Peek(n-1)|32) == 'e' {
				n++
			}
			p.tokens = append(p.tokens, c.Token(number, n))
		case ch == '"' || ch == '\'':
			p.tokens = append(p.tokens, c.Token(text, stringEnd(c.Rest())))
		default:
			p.tokens = append(p.tokens, c.Token(punct, 1))
		}
	}
}

func (p *parser) comment(c *syntax.Cursor, n int) {
	t := c.Token(none, n)
	trailing := len(p.tokens) > 0 && p.tokens[len(p.tokens)-1].EndLine == t.Line
	p.comments = append(p.comments, comment{t, trailing})
}

func lineEnd(s []byte) int {
	if i := bytes.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// stringEnd returns the length of the string at the start of s; it ends with its line
// when it is not closed.
func stringEnd(s []byte) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\n':
			return i
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func isIdent(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// doc returns the documentation of a declaration that starts at the token: the
// comments directly above, else the one behind it on the line on which its head ends.
func (p *parser) doc(first syntax.Token, headEnd int32) string {
	i := sort.Search(len(p.comments), func(i int) bool { return p.comments[i].Start >= first.Start })
	line := first.Line
	from := i
	for from > 0 && !p.comments[from-1].trailing && p.comments[from-1].EndLine >= line-1 && p.comments[from-1].EndLine < first.Line {
		from--
		line = p.comments[from].Line
	}
	var lines []string
	for _, c := range p.comments[from:i] {
		lines = append(lines, c.lines(p.src)...)
	}
	if len(lines) == 0 {
		for ; i < len(p.comments) && p.comments[i].Line <= headEnd; i++ {
			if p.comments[i].trailing && p.comments[i].Line == headEnd {
				lines = p.comments[i].lines(p.src)
				break
			}
		}
	}
	return syntax.FirstSentence(lines)
}
