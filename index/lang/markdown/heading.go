package markdown

import (
	"bytes"
	"hash/fnv"
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// maxNameBytes bounds the name of a section: a longer heading is a paragraph by mistake.
const maxNameBytes = 200

// atx returns the level of a heading that starts with number signs, 0 for none, and
// how many bytes stand before its text.
func atx(line []byte) (level, skip int) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(line) && line[level] != ' ' && line[level] != '\t' {
		return 0, 0
	}
	skip = level
	for skip < len(line) && (line[skip] == ' ' || line[skip] == '\t') {
		skip++
	}
	return level, skip
}

func (x *extractor) atxHeading(from, to, level, text int) {
	end := to
	for end > text && (x.src[end-1] == ' ' || x.src[end-1] == '\t') {
		end--
	}
	closing := end
	for closing > text && x.src[closing-1] == '#' {
		closing--
	}
	switch {
	case closing == text:
		end = text
	case closing < end && (x.src[closing-1] == ' ' || x.src[closing-1] == '\t'):
		end = closing
	}
	x.heading(level, from, to, text, end)
}

// underline returns the level of the heading that a line makes of the paragraph above.
func (x *extractor) underline(line []byte) int {
	line = bytes.TrimRight(line, " \t")
	switch {
	case len(bytes.TrimLeft(line, "=")) == 0:
		return 1
	case len(bytes.TrimLeft(line, "-")) == 0:
		return 2
	}
	return 0
}

func (x *extractor) setextHeading(level, to int) {
	from, end := x.text.Line(x.paragraph - 1)
	text := from + len(x.src[from:end]) - len(bytes.TrimLeft(x.src[from:end], " \t"))
	x.paragraph = 0
	x.heading(level, text, to, text, end)
}

// heading notes a heading whose text is text … end.
func (x *extractor) heading(level, from, to, text, end int) {
	if len(x.containers) > 0 {
		return
	}
	if i := bytes.LastIndex(x.src[text:end], []byte("{#")); i > 0 && x.src[end-1] == '}' {
		end = text + i // Its own identifier.
	}
	if end > text && x.src[text] == '[' {
		// A heading that is a link, as in change logs, is called by the text of it.
		if i := bytes.Index(x.src[text:end], []byte("](")); i > 1 {
			text, end = text+1, text+i
		}
	}
	for end > text && (x.src[end-1] == ' ' || x.src[end-1] == '\t') {
		end--
	}
	if end-text > maxNameBytes {
		end = text + len(strings.ToValidUTF8(string(x.src[text:text+maxNameBytes]), ""))
	}
	if end > text {
		x.headings = append(x.headings, heading{level: level, from: from, to: to, name: text, nameEnd: end})
	}
}

// sections makes nested symbols of the headings.
func (x *extractor) sections() {
	type open struct {
		level  int
		symbol int32
	}
	var stack []open
	f := x.b.Facts()
	closeTo := func(level, at int) {
		for len(stack) > 0 && stack[len(stack)-1].level >= level {
			s := x.b.Symbol(stack[len(stack)-1].symbol)
			s.Span.EndLine, s.Span.EndCol = x.text.Position(at)
			stack = stack[:len(stack)-1]
		}
	}
	// A section ends behind its last line that is not blank.
	ends := make([]int, len(x.headings))
	for i := range x.headings {
		end := len(x.src)
		if i+1 < len(x.headings) {
			end = x.headings[i+1].from
		}
		ends[i] = len(bytes.TrimRight(x.src[:end], " \t\r\n"))
	}
	for i, h := range x.headings {
		if i > 0 {
			closeTo(h.level, ends[i-1])
		}
		s := x.text.Symbol(schema.KindSection, h.name, h.nameEnd, h.from, h.to)
		s.Parent = 0
		if len(stack) > 0 {
			s.Parent = stack[len(stack)-1].symbol
		}
		hash := fnv.New64a()
		hash.Write(x.src[min(h.to, ends[i]):ends[i]])
		s.BodyHash = hash.Sum64()
		stack = append(stack, open{h.level, x.b.Define(s)})
	}
	if n := len(x.headings); n > 0 {
		closeTo(0, ends[n-1])
	}
	hash := fnv.New64a()
	end := len(x.src)
	if len(x.headings) > 0 {
		end = x.headings[0].from
	}
	hash.Write(x.src[:end])
	x.b.Symbol(0).BodyHash = hash.Sum64()
	x.encloseLinks()
	title := ""
	for _, h := range x.headings {
		if title == "" || h.level == 1 {
			title = string(x.src[h.name:h.nameEnd])
		}
		if h.level == 1 {
			break
		}
	}
	switch {
	case title != "" && x.first != "":
		f.Summary = syntax.Line(title + ": " + x.first)
	default:
		f.Summary = syntax.Line(title + x.first)
	}
}

// encloseLinks says which section each link stands in.
func (x *extractor) encloseLinks() {
	f := x.b.Facts()
	symbol := int32(0)
	for i := range f.Refs {
		r := &f.Refs[i]
		for int(symbol)+1 < len(f.Symbols) && f.Symbols[symbol+1].Span.StartLine <= r.Line {
			symbol++
		}
		r.Encl = symbol
	}
}
