package markdown

import (
	"bytes"
	"strings"
)

// blockTags start a block that lasts to the next blank line.
const blockTags = " address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
	"fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu " +
	"menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul "

// untilBlank is the end of a block of HTML that a blank line ends.
const untilBlank = "\n"

// startHTML reports whether a line starts a block of HTML, in which nothing is a
// heading, and notes what ends it.
func (x *extractor) startHTML(line []byte) bool {
	end := ""
	lower := bytes.ToLower(line[:min(len(line), 64)])
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		end = "-->"
	case bytes.HasPrefix(line, []byte("<?")):
		end = "?>"
	case bytes.HasPrefix(line, []byte("<![CDATA[")):
		end = "]]>"
	default:
		name := strings.TrimPrefix(string(lower[1:]), "/")
		cut := strings.IndexFunc(name, func(r rune) bool { return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') })
		if cut >= 0 {
			name = name[:cut]
		}
		switch {
		case name == "":
			return false
		case lower[1] != '/' && (name == "script" || name == "pre" || name == "style" || name == "textarea"):
			end = "</" + name + ">"
		case strings.Contains(blockTags, " "+name+" "):
			end = untilBlank
		case x.paragraph == 0 && bytes.HasSuffix(bytes.TrimRight(line, " \t"), []byte(">")) && bytes.Count(line, []byte{'<'}) == 1:
			end = untilBlank // A tag of any name that is alone on its line.
		default:
			return false
		}
	}
	x.endParagraph()
	if end != untilBlank && bytes.Contains(bytes.ToLower(line), []byte(end)) {
		return true
	}
	if end != untilBlank && !x.ends(end) {
		return true // It has no end: what follows is read as if it had.
	}
	x.html = end
	return true
}

// ends reports whether mark comes after the line.
func (x *extractor) ends(mark string) bool {
	_, to := x.text.Line(x.line)
	if least := x.unclosed[mark[0]]; least > 0 {
		return false
	}
	if bytes.Contains(x.src[to:], []byte(mark)) || bytes.Contains(x.src[to:], []byte(strings.ToUpper(mark))) {
		return true
	}
	x.unclosed[mark[0]] = 1
	from, _ := x.text.Line(x.line)
	x.b.ProblemAt(x.text.Span(from, to), "block of HTML without an end")
	return false
}

// inHTML reads a line of a block of HTML.
func (x *extractor) inHTML(c cursor) {
	line := x.src[c.at:c.to]
	if x.html == untilBlank {
		if len(bytes.TrimSpace(line)) == 0 {
			x.html = ""
			return
		}
	} else if bytes.Contains(bytes.ToLower(line), []byte(x.html)) {
		x.html = ""
	}
	x.links(c.at, c.to)
}
