package markdown

import (
	"bytes"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/syntax"
)

// maxContainers bounds the quotations and lists that are told apart; what is nested
// deeper is text.
const maxContainers = 64

// extractor reads one document line by line.
type extractor struct {
	text *syntax.Text
	src  []byte
	b    *lang.Builder
	line int // 0-based.

	containers []container
	paragraph  int // 0-based line after which the open paragraph starts; 0 for none.
	html       string
	unclosed   map[byte]int     // Least length of a fence of a mark that has no end.
	linked     map[string]int32 // Imports by what they name.
	headings   []heading
	first      string // First sentence of the text, for the summary.
}

// container is a quotation or an item of a list.
type container struct {
	quote  bool
	indent int // Columns of white space before the content of an item.
}

// heading is a heading as found; sections follow from their order.
type heading struct {
	level    int
	from, to int // Offsets of its lines.
	name     int
	nameEnd  int
}

// cursor is a position in a line, with its column as tabs make it.
type cursor struct{ at, to, col int }

// indent returns the columns of white space at the cursor.
func (x *extractor) indent(c cursor) int {
	col := c.col
	for at := c.at; at < c.to; at++ {
		switch x.src[at] {
		case ' ':
			col++
		case '\t':
			col += 4 - col%4
		default:
			return col - c.col
		}
	}
	return col - c.col
}

// skip passes over at most n columns of white space.
func (x *extractor) skip(c cursor, n int) cursor {
	for end := c.col + n; c.at < c.to && c.col < end; c.at++ {
		switch x.src[c.at] {
		case ' ':
			c.col++
		case '\t':
			c.col += 4 - c.col%4
		default:
			return c
		}
	}
	return c
}

func (x *extractor) blank(c cursor) bool {
	return len(bytes.TrimLeft(x.src[c.at:c.to], " \t")) == 0
}

// frontMatter reads the data before the document.
func (x *extractor) frontMatter() {
	from, to := x.text.Line(0)
	fence, language := bytes.TrimRight(x.src[from:to], " \t"), ""
	switch string(fence) {
	case "---":
		language = "yaml"
	case "+++":
		language = "toml"
	default:
		return
	}
	for i := 1; i < x.text.LineCount(); i++ {
		start, end := x.text.Line(i)
		line := bytes.TrimRight(x.src[start:end], " \t")
		if bytes.Equal(line, fence) || language == "yaml" && string(line) == "..." {
			if i > 1 {
				first, _ := x.text.Line(1)
				x.b.Region(lang.Region{Language: language, Span: x.text.Span(first, start)})
			}
			x.line = i + 1
			return
		}
		if i == 1 && len(line) == 0 {
			return // A thematic break.
		}
	}
}

// read reads the line x.line; a fence takes all of its lines.
func (x *extractor) read() {
	var c cursor
	c.at, c.to = x.text.Line(x.line)
	matched := 0
	for ; matched < len(x.containers); matched++ {
		next, ok := x.enter(c, x.containers[matched])
		if !ok {
			break
		}
		c = next
	}
	if matched < len(x.containers) {
		if x.paragraph == 0 || x.blank(c) || x.starts(c) {
			x.containers = x.containers[:matched]
			x.endParagraph()
		}
	}
	if x.html != "" {
		x.inHTML(c)
		return
	}
	if x.blank(c) {
		x.endParagraph()
		return
	}
	for len(x.containers) < maxContainers {
		next, opened, ok := x.opens(c)
		if !ok {
			break
		}
		x.endParagraph()
		x.containers = append(x.containers, opened)
		c = next
	}
	x.leaf(c)
}

// enter passes over what a line must start with to stay in a container.
func (x *extractor) enter(c cursor, in container) (cursor, bool) {
	if !in.quote {
		if x.blank(c) {
			return c, true
		}
		if x.indent(c) < in.indent {
			return c, false
		}
		return x.skip(c, in.indent), true
	}
	if x.indent(c) > 3 {
		return c, false
	}
	c = x.skip(c, 3)
	if c.at == c.to || x.src[c.at] != '>' {
		return c, false
	}
	c.at++
	c.col++
	return x.skip(c, 1), true
}

// opens reads the mark of a quotation or of an item.
func (x *extractor) opens(c cursor) (cursor, container, bool) {
	outside := x.indent(c)
	if outside > 3 {
		return c, container{}, false
	}
	start := x.skip(c, 3)
	if start.at == start.to {
		return c, container{}, false
	}
	if x.src[start.at] == '>' {
		start.at++
		start.col++
		return x.skip(start, 1), container{quote: true}, true
	}
	width := x.marker(start)
	if width == 0 || isBreak(x.src[start.at:start.to]) {
		return c, container{}, false
	}
	after := start
	after.at += width
	after.col += width
	if x.blank(after) {
		if x.paragraph > 0 {
			return c, container{}, false
		}
		return cursor{after.to, after.to, after.col}, container{indent: outside + width + 1}, true
	}
	space := x.indent(after)
	if space > 4 {
		space = 1
	}
	return x.skip(after, space), container{indent: outside + width + space}, true
}

// marker returns the width of the mark of an item at the cursor, 0 for none.
func (x *extractor) marker(c cursor) int {
	width := 0
	switch b := x.src[c.at]; {
	case b == '-' || b == '+' || b == '*':
		width = 1
	case b >= '0' && b <= '9':
		for width < 9 && c.at+width < c.to && x.src[c.at+width] >= '0' && x.src[c.at+width] <= '9' {
			width++
		}
		if c.at+width == c.to || x.src[c.at+width] != '.' && x.src[c.at+width] != ')' {
			return 0
		}
		if x.paragraph > 0 && (width != 1 || b != '1') && len(x.containers) == 0 {
			return 0 // Only a list that starts at one interrupts a paragraph.
		}
		width++
	}
	if width > 0 && c.at+width < c.to && x.src[c.at+width] != ' ' && x.src[c.at+width] != '\t' {
		return 0
	}
	return width
}

// isBreak reports whether a line is a thematic break: three or more of one mark.
func isBreak(line []byte) bool {
	n, mark := 0, line[0]
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	for _, b := range line {
		switch b {
		case mark:
			n++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return n >= 3
}

// starts reports whether a line starts a block of its own instead of going on with
// the paragraph above it.
func (x *extractor) starts(c cursor) bool {
	if x.indent(c) > 3 {
		return false
	}
	c = x.skip(c, 3)
	if x.src[c.at] == '>' || isBreak(x.src[c.at:c.to]) || x.marker(c) > 0 {
		return true
	}
	if level, _ := atx(x.src[c.at:c.to]); level > 0 {
		return true
	}
	_, n := fenceMark(x.src[c.at:c.to])
	return n > 0
}

// leaf reads what a line is inside of its containers.
func (x *extractor) leaf(c cursor) {
	if x.blank(c) {
		return
	}
	indent := x.indent(c)
	if indent > 3 && x.paragraph == 0 {
		return // Indented code.
	}
	start := x.skip(c, indent)
	line := x.src[start.at:start.to]
	if indent > 3 {
		x.links(start.at, start.to)
		return
	}
	if mark, n := fenceMark(line); n > 0 {
		if x.fence(start, indent, mark, n) {
			return
		}
	}
	if level, skip := atx(line); level > 0 {
		x.endParagraph()
		x.atxHeading(start.at, start.to, level, start.at+skip)
		x.links(start.at, start.to)
		return
	}
	if level := x.underline(line); level > 0 && x.paragraph > 0 {
		x.setextHeading(level, start.to)
		return
	}
	if isBreak(line) {
		x.endParagraph()
		return
	}
	if line[0] == '<' && x.startHTML(line) {
		x.links(start.at, start.to)
		return
	}
	if x.paragraph == 0 {
		if x.definition(start.at, start.to) {
			return
		}
		x.paragraph = x.line + 1
	}
	x.links(start.at, start.to)
}

// endParagraph closes the paragraph that is open; the first one of a document is
// what its summary says.
func (x *extractor) endParagraph() {
	if x.paragraph > 0 && x.first == "" && len(x.containers) == 0 {
		var lines []string
		for i := x.paragraph - 1; i < x.line && len(lines) < 6; i++ {
			from, to := x.text.Line(i)
			lines = append(lines, string(x.src[from:to]))
		}
		if b := lines[0][0]; b != '[' && b != '!' && b != '<' && b != '|' {
			x.first = syntax.FirstSentence(lines)
		}
	}
	x.paragraph = 0
}

// fenceMark returns the mark of a code fence and its length, 0 for none.
func fenceMark(line []byte) (mark byte, n int) {
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	mark = line[0]
	for n < len(line) && line[n] == mark {
		n++
	}
	if n < 3 || mark == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return 0, 0
	}
	return mark, n
}

// fence reads a code fence to its end. One without an end is a problem and no fence,
// so that what follows is still read.
func (x *extractor) fence(c cursor, indent int, mark byte, n int) bool {
	if least := x.unclosed[mark]; least > 0 && n >= least {
		return false
	}
	line, from := x.line+1, 0
	for ; line < x.text.LineCount(); line++ {
		var in cursor
		in.at, in.to = x.text.Line(line)
		if line == x.line+1 {
			from = in.at
		}
		inside := true
		for _, box := range x.containers {
			if in, inside = x.enter(in, box); !inside {
				break
			}
		}
		if !inside {
			break
		}
		if x.indent(in) > 3 {
			continue
		}
		rest := x.src[x.skip(in, 3).at:in.to]
		if closing, m := fenceMark(rest); closing == mark && m >= n && len(bytes.TrimSpace(rest[m:])) == 0 {
			break
		}
	}
	if line == x.text.LineCount() && len(x.containers) == 0 {
		if x.unclosed[mark] == 0 || n < x.unclosed[mark] {
			x.unclosed[mark] = n
		}
		x.b.ProblemAt(x.text.Span(c.at, c.to), "code fence without an end")
		return false
	}
	x.endParagraph()
	quoted := false
	for _, box := range x.containers {
		quoted = quoted || box.quote
	}
	if info := fenceLanguage(x.src[c.at+n : c.to]); info != "" && !quoted && line > x.line+1 {
		end := len(x.src)
		if line < x.text.LineCount() {
			end, _ = x.text.Line(line)
		}
		for n := 0; n < c.col && (x.src[from] == ' ' || x.src[from] == '\t'); n++ {
			from++
		}
		x.b.Region(lang.Region{Language: info, Span: x.text.Span(from, end), Indent: int32(c.col), Example: true})
	}
	x.line = line
	if line < x.text.LineCount() {
		// A line that left the containers is no closing fence: it is read again.
		var in cursor
		in.at, in.to = x.text.Line(line)
		for _, box := range x.containers {
			next, ok := x.enter(in, box)
			if !ok {
				x.line--
				break
			}
			in = next
		}
	}
	return true
}

// fenceLanguage names the language of an info string: "js", "{.python}", "rust,ignore".
func fenceLanguage(info []byte) string {
	info = bytes.TrimLeft(info, " \t{.")
	if end := bytes.IndexAny(info, " \t,{}:\r"); end >= 0 {
		info = info[:end]
	}
	return detect.FromName(string(info))
}
