// Package css reads CSS, SCSS and Less.
//
// Rules are symbols by their selectors, one for each in a list; custom properties,
// variables, mixins, functions, placeholders, key frames, layers and conditions are
// symbols too. What a sheet imports and loads are imports; uses of custom properties,
// variables, mixins, functions, placeholders and key frames are references.
//
// It is written by hand, as the standard's own reading of a sheet: everything up to
// a semicolon or a brace is a declaration or the head of a block, whatever it says, so
// that no mistake hides what comes after it. The grammar reads CSS alone and loses the
// rest of a sheet at most of what SCSS and Less add. Tests hold the rules against it
// on ordinary sheets.
//
// Blind spots: selectors that are put together from "&" and interpolations are named
// as written; the indented syntax of Sass.
package css

import (
	"bytes"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// dialect is which language is being read.
type dialect uint8

const (
	plain dialect = iota
	scss
	less
)

// Languages returns the languages of this folder.
func Languages() []lang.Language {
	language := func(name string, d dialect) lang.Language {
		return lang.Language{Name: name, Extract: func(src []byte) (*lang.Facts, error) { return extract(name, d, src), nil }}
	}
	return []lang.Language{language("css", plain), language("scss", scss), language("less", less)}
}

// Limits of one sheet.
const (
	maxBlocks = 500  // Blocks in each other.
	maxRules  = 5000 // Rules that are symbols: what comes after is read for the rest only.
	maxName   = 200  // Bytes of a selector.
	maxURL    = 4096 // Bytes of an address without quotes; longer ones are data.
	maxInline = 500  // Bytes of an interpolation.
	maxValue  = 1 << 16
)

// extractor reads one sheet.
type extractor struct {
	dialect dialect
	text    *syntax.Text
	src     []byte
	b       *lang.Builder
	at      int
	open    []block
	rules   int
	loaded  map[string]bool // Imports of files that are loaded by url().
	frames  []lang.Ref      // Names in animations, which may be key frames.
	endless bool            // A value in braces had no end.
	doc     string
	comment [2]int // The last comment.
}

// block is an open block.
type block struct {
	at      int
	symbols []int32
	keys    bool // The steps of key frames.
	inert   bool // Nothing in it is a rule: the body of a function.
}

func extract(name string, d dialect, src []byte) *lang.Facts {
	x := &extractor{dialect: d, text: syntax.NewText(src), src: src, b: lang.NewBuilder(name, lang.Rules{}, syntax.Lines(src)), loaded: make(map[string]bool)}
	f := x.b.Facts()
	head := bytes.ToLower(src[:min(len(src), 512)])
	f.Generated = bytes.Contains(head, []byte("do not edit")) || bytes.Contains(head, []byte("@generated")) || bytes.Contains(head, []byte("auto-generated"))
	x.read()
	x.animations()
	h := fnv.New64a()
	h.Write(src)
	x.b.Symbol(0).BodyHash = h.Sum64()
	f.Summary = x.doc
	return x.b.Finish()
}

// read reads statements to the end of the sheet.
func (x *extractor) read() {
	for {
		x.space()
		if x.at >= len(x.src) {
			break
		}
		switch x.src[x.at] {
		case '}':
			x.at++
			if len(x.open) == 0 {
				x.b.ProblemAt(x.text.Span(x.at-1, x.at), "unexpected closing brace")
				continue
			}
			x.closeBlock()
		case ';', ')':
			x.at++
		case '{':
			x.at++
			x.openBlock(block{at: x.at - 1})
		default:
			x.statement()
		}
	}
	if n := len(x.open); n > 0 {
		x.b.ProblemAt(x.text.Span(x.open[n-1].at, x.open[n-1].at+1), "block without an end")
	}
	for len(x.open) > 0 {
		x.closeBlock()
	}
}

// space passes over white space and comments.
func (x *extractor) space() {
	for x.at < len(x.src) {
		switch c := x.src[x.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			x.at++
		case c == '/' && x.at+1 < len(x.src) && x.src[x.at+1] == '*':
			from := x.at
			x.at = x.commentEnd(x.at)
			x.comment = [2]int{from, x.at}
			if x.doc == "" && len(x.b.Facts().Symbols) == 1 {
				x.doc = syntax.FirstSentence(syntax.BlockComment(string(x.src[from:x.at])))
			}
		case c == '/' && x.dialect != plain && x.at+1 < len(x.src) && x.src[x.at+1] == '/':
			for x.at < len(x.src) && x.src[x.at] != '\n' {
				x.at++
			}
		case bytes.HasPrefix(x.src[x.at:], []byte("<!--")):
			x.at += len("<!--")
		case bytes.HasPrefix(x.src[x.at:], []byte("-->")):
			x.at += len("-->")
		default:
			return
		}
	}
}

// commentEnd returns the offset after the comment at offset at.
func (x *extractor) commentEnd(at int) int {
	if i := bytes.Index(x.src[at+2:], []byte("*/")); i >= 0 {
		return at + 2 + i + 2
	}
	x.b.ProblemAt(x.text.Span(at, at+2), "comment without an end")
	return len(x.src)
}

// statement reads up to the semicolon or brace that ends a declaration or the head of
// a block.
func (x *extractor) statement() {
	from := x.at
	end, mark := x.scan(from)
	stop := end
	for stop > from && isSpace(x.src[stop-1]) {
		stop--
	}
	x.at = end
	if mark == '{' && !x.isMap(from, stop) {
		x.at++
		x.head(from, stop, end)
		return
	}
	if mark == '{' { // A declaration whose value holds braces.
		limit := maxValue
		if x.endless {
			limit = maxInline
		}
		end = x.balanced(end, limit)
		x.endless = x.endless || x.src[end-1] == '{'
		x.at, stop = end, end
	}
	if mark == ';' {
		x.at++
	}
	x.declaration(from, stop)
}

// scan finds the end of a statement: the offset of a semicolon or a brace outside of
// parentheses and strings, or of the end of the sheet.
func (x *extractor) scan(from int) (end int, mark byte) {
	depth := 0
	for i := from; i < len(x.src); i++ {
		switch c := x.src[i]; c {
		case '\\':
			i++
		case '"', '\'':
			stop := x.stringEnd(i)
			if x.src[stop-1] != c || stop == i+1 {
				x.b.ProblemAt(x.text.Span(i, stop), "string without an end")
			}
			i = stop - 1
		case '(', '[':
			depth++
			if c == '(' && isURL(x.src, i) {
				if j := bytes.IndexAny(x.src[i:min(len(x.src), i+maxURL)], ")\n\"'"); j > 0 && x.src[i+j] == ')' {
					i += j - 1
				}
			}
		case ')', ']':
			depth = max(0, depth-1)
		case '/':
			if i+1 < len(x.src) && x.src[i+1] == '*' {
				i = x.commentEnd(i) - 1
			} else if i+1 < len(x.src) && x.src[i+1] == '/' && x.dialect != plain && (i == 0 || x.src[i-1] != ':') {
				for i+1 < len(x.src) && x.src[i+1] != '\n' {
					i++
				}
			}
		case '#', '@': // Interpolation: #{…}, @{…}.
			if i+1 < len(x.src) && x.src[i+1] == '{' && x.dialect != plain {
				i = x.balanced(i+1, maxInline) - 1
			}
		case ';':
			if depth == 0 {
				return i, c
			}
		case '{':
			if depth > 0 && (x.dialect == less || !x.parenClosed(i)) {
				return i, c // A parenthesis without an end must not hide the block.
			}
			if depth == 0 {
				return i, c
			}
		case '}':
			if depth == 0 || !x.parenClosed(i) {
				return i, c
			}
		}
	}
	return len(x.src), 0
}

// parenClosed reports whether a parenthesis closes soon after offset i.
func (x *extractor) parenClosed(i int) bool {
	for j := i; j < len(x.src) && j < i+2000; j++ {
		switch x.src[j] {
		case ')', ']':
			return true
		case '\n':
			if j+1 < len(x.src) && (x.src[j+1] == '}' || x.src[j+1] == '.' || x.src[j+1] == '#' || x.src[j+1] == '@') {
				return false
			}
		}
	}
	return false
}

func isURL(src []byte, paren int) bool {
	return paren >= 3 && bytes.EqualFold(src[paren-3:paren], []byte("url"))
}

// stringEnd returns the offset after the string at offset at, which ends at the end
// of its line at the latest.
func (x *extractor) stringEnd(at int) int {
	for i := at + 1; i < len(x.src); i++ {
		switch x.src[i] {
		case '\\':
			i++
		case x.src[at]:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(x.src)
}

// balanced returns the offset after the brace that closes the one at offset at within
// limit bytes; of a brace without an end the offset after it.
func (x *extractor) balanced(at, limit int) int {
	depth := 0
	for i := at; i < len(x.src) && i < at+limit; i++ {
		switch x.src[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return at + 1
}

// isMap reports whether a brace after the statement from … to holds a value: that of
// a custom property.
func (x *extractor) isMap(from, to int) bool {
	return to > from && x.src[to-1] == ':' && bytes.HasPrefix(x.src[from:to], []byte("--"))
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c >= 0x80
}

// openBlock starts a block; symbols of its head hold what is in it.
func (x *extractor) openBlock(b block) {
	owner := int32(schema.None)
	if len(b.symbols) > 0 {
		owner = b.symbols[0]
	}
	x.b.Open(lang.ScopeBlock, owner)
	x.open = append(x.open, b)
	if len(x.open) > maxBlocks { // Deeper blocks are passed over.
		x.b.ProblemAt(x.text.Span(b.at, b.at+1), "nested too deeply")
		depth := 1
		for ; x.at < len(x.src) && depth > 0; x.at++ {
			switch x.src[x.at] {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		x.closeBlock()
	}
}

func (x *extractor) closeBlock() {
	b := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	x.b.Close()
	for _, id := range b.symbols {
		s := x.b.Symbol(id)
		s.Span.EndLine, s.Span.EndCol = x.text.Position(x.at)
		h := fnv.New64a()
		h.Write(bytes.Join(bytes.Fields(x.src[b.at:x.at]), []byte{' '}))
		s.BodyHash = h.Sum64()
	}
}
