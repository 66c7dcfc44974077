package syntax

import (
	"bytes"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Token is a piece of source cut off by a language that reads without a grammar.
type Token struct {
	Kind            uint8 // The language's own.
	Start, End      int   // Bytes.
	Line, Col       int32 // Of the first byte, as in lang.Span.
	EndLine, EndCol int32 // After the last byte.
}

// Text returns the source of the token.
func (t Token) Text(src []byte) string { return string(src[t.Start:t.End]) }

// Span returns the range of the token.
func (t Token) Span() lang.Span { return t.To(t) }

// To returns the range from the start of t to the end of last.
func (t Token) To(last Token) lang.Span {
	return lang.Span{StartLine: t.Line, StartCol: t.Col, EndLine: last.EndLine, EndCol: last.EndCol}
}

// Ref returns a bare reference to name, which stands at the token.
func (t Token) Ref(name string, role schema.Role) lang.Ref {
	r := lang.NewRef(name, role)
	r.Line, r.Col, r.EndCol = t.Line, t.Col, t.EndCol
	return r
}

// Symbol returns a symbol that is named at the token.
func (t Token) Symbol(name string, kind schema.Kind, span lang.Span) lang.Symbol {
	s := lang.NewSymbol(name, kind)
	s.Span = span
	s.NameLine, s.NameCol = t.Line, t.Col
	return s
}

// HashTokens digests the texts of tokens, so that white space and comments, which are
// not among them, change nothing.
func HashTokens(src []byte, tokens []Token) uint64 {
	if len(tokens) == 0 {
		return 0
	}
	h := fnv.New64a()
	for _, t := range tokens {
		h.Write(src[t.Start:t.End])
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Cursor walks over source and knows the line and column it has come to.
type Cursor struct {
	Src       []byte
	Pos       int
	line      int32 // Lines before Pos.
	lineStart int
}

// Rest returns what is not yet read.
func (c *Cursor) Rest() []byte { return c.Src[c.Pos:] }

// Peek returns the byte at an offset from the position, 0 behind the end.
func (c *Cursor) Peek(offset int) byte {
	if i := c.Pos + offset; i >= 0 && i < len(c.Src) {
		return c.Src[i]
	}
	return 0
}

// Skip moves over n bytes.
func (c *Cursor) Skip(n int) {
	to := min(c.Pos+max(n, 0), len(c.Src))
	for {
		i := bytes.IndexByte(c.Src[c.Pos:to], '\n')
		if i < 0 {
			break
		}
		c.Pos += i + 1
		c.line++
		c.lineStart = c.Pos
	}
	c.Pos = to
}

// Token moves over n bytes and returns them as a token.
func (c *Cursor) Token(kind uint8, n int) Token {
	t := Token{Kind: kind, Start: c.Pos, Line: c.line + 1, Col: int32(c.Pos - c.lineStart)}
	c.Skip(n)
	t.End, t.EndLine, t.EndCol = c.Pos, c.line+1, int32(c.Pos-c.lineStart)
	return t
}

// Line returns the 1-based line that the cursor has come to.
func (c *Cursor) Line() int32 { return c.line + 1 }
