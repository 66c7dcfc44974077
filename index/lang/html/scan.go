package html

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxOpen bounds the elements that are open at one time; deeper ones are read as if
// they were empty.
const maxOpen = 2000

// attribute is one attribute of a start tag.
type attribute struct {
	name       string // As written.
	nameAt     int
	from, to   int  // The value without quotes; empty when there is none.
	quote      byte // '"', '\'', '{' of an expression, '`', 0 for none.
	hasValue   bool
	expression bool // Its expression was read with the tag.
}

// markup reads tags and text from x.at on. Inside an expression it returns after the
// element that it began with.
func (x *extractor) markup(to int, inside bool) {
	base := len(x.open)
	for x.at < to {
		c := x.src[x.at]
		switch {
		case c == '<':
			x.angle(to)
			if inside && len(x.open) <= base {
				return
			}
		case c == '{' && x.dialect != page:
			x.brace()
		default:
			x.at++
			for x.at < to && x.src[x.at] != '<' && (x.src[x.at] != '{' || x.dialect == page) {
				x.at++
			}
		}
	}
}

// angle reads what starts with "<".
func (x *extractor) angle(to int) {
	rest := x.src[x.at:to]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if !x.openComment {
			if i := bytes.Index(rest, []byte("-->")); i > 0 {
				x.at += i + 3
				return
			}
		}
		x.openComment = true // What follows is read as if there were none.
		x.b.ProblemAt(x.text.Span(x.at, x.at+4), "comment without an end")
		x.at += 4
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		x.skipTo("]]>", to)
	case len(rest) > 1 && (rest[1] == '!' || rest[1] == '?' || rest[1] == '%'):
		x.skipTo(">", to)
	case bytes.HasPrefix(rest, []byte("</>")), bytes.HasPrefix(rest, []byte("<>")): // A fragment of Astro.
		if rest[1] == '/' {
			x.closeNamed("", x.at)
		} else {
			x.push(element{})
		}
		x.at += len("<>")
		if rest[1] == '/' {
			x.at++
		}
	case len(rest) > 2 && rest[1] == '/' && isNameStart(rest[2]):
		at := x.at
		x.at += 2
		name := x.tagName(to)
		if i := bytes.IndexByte(x.src[x.at:to], '>'); i >= 0 {
			x.at += i + 1
		} else {
			x.at = to
		}
		x.closeNamed(strings.ToLower(string(name)), at)
	case len(rest) > 1 && isNameStart(rest[1]):
		x.tag(to)
	default:
		x.at++
	}
}

func (x *extractor) skipTo(mark string, to int) {
	if i := bytes.Index(x.src[x.at:to], []byte(mark)); i >= 0 {
		x.at += i + len(mark)
		return
	}
	x.at = to
}

func isNameStart(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// tagName reads the name of a tag.
func (x *extractor) tagName(to int) []byte {
	from := x.at
	for x.at < to {
		switch x.src[x.at] {
		case ' ', '\t', '\n', '\r', '\f', '/', '>', '<', '"', '\'', '=', '{':
			return x.src[from:x.at]
		}
		x.at++
	}
	return x.src[from:x.at]
}

// tag reads a start tag with its attributes, and the content of an element whose
// content is no markup.
func (x *extractor) tag(to int) {
	from := x.at
	x.at++
	nameAt := x.at
	name := string(x.tagName(to))
	attributes, closed := x.attributes(to)
	lower := strings.ToLower(name)
	e := element{name: lower}
	if x.dialect == page {
		x.imply(lower, from)
	}
	x.start(&e, name, nameAt, from, attributes)
	switch {
	case x.raw(lower, attributes) && !closed:
		x.rawContent(&e, lower, attributes, to)
		x.push(e)
		x.close(x.at)
	case closed && (x.dialect != page || x.foreign()), isVoid(lower), len(x.open) >= maxOpen:
		x.push(e)
		x.close(x.at)
	default:
		x.push(e)
		if lower == "h1" || lower == "h2" || lower == "h3" || lower == "h4" || lower == "h5" || lower == "h6" {
			x.heading(lower, from, to)
		}
	}
}

// paragraphEnds are elements whose start ends an open paragraph.
const paragraphEnds = " address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul "

// imply closes the element whose end tag the start of another makes needless.
func (x *extractor) imply(name string, at int) {
	if len(x.open) == 0 {
		return
	}
	top := x.open[len(x.open)-1].name
	ends := false
	switch top {
	case "p":
		ends = strings.Contains(paragraphEnds, " "+name+" ")
	case "li":
		ends = name == "li"
	case "dt", "dd":
		ends = name == "dt" || name == "dd"
	case "option":
		ends = name == "option" || name == "optgroup"
	case "tr":
		ends = name == "tr" || name == "tbody" || name == "tfoot"
	case "td", "th":
		ends = name == "td" || name == "th" || name == "tr" || name == "tbody"
	case "thead", "tbody":
		ends = name == "tbody" || name == "tfoot"
	case "head":
		ends = name == "body"
	}
	if ends {
		x.close(at)
		if name == "tr" || name == "tbody" || name == "tfoot" {
			x.imply(name, at)
		}
	}
}

// foreign reports whether the elements around are of SVG or MathML, where "/>" closes.
func (x *extractor) foreign() bool {
	for i := len(x.open) - 1; i >= 0 && i > len(x.open)-64; i-- {
		if n := x.open[i].name; n == "svg" || n == "math" {
			return true
		}
	}
	return false
}

func isVoid(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// attributes reads up to the end of a start tag; closed is true for "/>".
func (x *extractor) attributes(to int) (list []attribute, closed bool) {
	for x.at < to {
		switch c := x.src[x.at]; {
		case c == '>':
			x.at++
			return list, closed
		case c == '<' && x.at+1 < to && (isNameStart(x.src[x.at+1]) || x.src[x.at+1] == '/'):
			return list, closed // A tag without an end.
		case c == '/':
			closed = x.at+1 < to && x.src[x.at+1] == '>'
			x.at++
		case c == '{' && x.dialect != page && x.dialect != vue:
			x.at++
			x.spread()
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '"' || c == '\'':
			x.at++
		default:
			list = append(list, x.attribute(to))
		}
	}
	return list, closed
}

// attribute reads name, name=value and, in Svelte and Astro, name={expression}.
func (x *extractor) attribute(to int) attribute {
	a := attribute{nameAt: x.at}
	for x.at++; x.at < to; x.at++ { // A name may start with "=".
		c := x.src[x.at]
		if c == '=' || c == '>' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '/' && x.at+1 < to && x.src[x.at+1] == '>' {
			break
		}
		if c == '{' && x.dialect == svelte || c == '/' && x.dialect == page {
			break
		}
	}
	a.name = string(x.src[a.nameAt:x.at])
	a.from, a.to = x.at, x.at
	next := x.at
	for next < to && (x.src[next] == ' ' || x.src[next] == '\t' || x.src[next] == '\n' || x.src[next] == '\r') {
		next++
	}
	if next >= to || x.src[next] != '=' {
		return a
	}
	for next++; next < to && (x.src[next] == ' ' || x.src[next] == '\t' || x.src[next] == '\n' || x.src[next] == '\r'); next++ {
	}
	a.hasValue = true
	x.at = next
	if next >= to {
		return a
	}
	switch c := x.src[next]; {
	case c == '"' || c == '\'' || c == '`' && x.dialect == astro:
		a.quote, a.from = c, next+1
		end := bytes.IndexByte(x.src[next+1:to], c)
		if end < 0 {
			x.b.ProblemAt(x.text.Span(next, next+1), "attribute value without an end")
			x.at, a.to = next+1, next+1
			return a
		}
		a.to = next + 1 + end
		x.at = a.to + 1
	case c == '{' && (x.dialect == svelte || x.dialect == astro):
		a.quote, a.from = c, next+1
		x.at = next + 1
		a.to = x.attributeExpression(a.name)
		a.expression = true
	default:
		a.from = next
		for x.at < to && x.src[x.at] != '>' && x.src[x.at] != ' ' && x.src[x.at] != '\t' && x.src[x.at] != '\n' && x.src[x.at] != '\r' {
			x.at++
		}
		a.to = x.at
	}
	return a
}

// push makes an element the innermost open one.
func (x *extractor) push(e element) { x.open = append(x.open, e) }

// close ends the innermost open element before offset at.
func (x *extractor) close(at int) {
	e := x.open[len(x.open)-1]
	x.open = x.open[:len(x.open)-1]
	for _, id := range e.symbols {
		s := x.b.Symbol(id)
		s.Span.EndLine, s.Span.EndCol = x.text.Position(at)
	}
	if e.encl {
		x.b.Close()
	}
	if e.scoped {
		x.b.Close()
	}
}

// closeNamed ends the elements up to the innermost one of a name. A tag that closes
// nothing is passed over.
func (x *extractor) closeNamed(name string, at int) {
	for i := len(x.open) - 1; i >= 0 && i >= len(x.open)-256; i-- {
		if x.open[i].name != name {
			continue
		}
		for len(x.open) > i+1 {
			x.close(at)
		}
		x.close(x.at)
		return
	}
}

// value is the text of an attribute's value.
func (x *extractor) value(a *attribute) string { return string(x.src[a.from:a.to]) }

func find(list []attribute, name string) *attribute {
	for i := range list {
		if strings.EqualFold(list[i].name, name) {
			return &list[i]
		}
	}
	return nil
}

func (x *extractor) attributeText(list []attribute, name string) string {
	if a := find(list, name); a != nil {
		return x.value(a)
	}
	return ""
}

// encl makes a symbol the one that what follows is part of.
func (x *extractor) encl(e *element, id int32) {
	e.symbols = append(e.symbols, id)
	if !e.encl {
		e.encl = true
		x.b.Open(lang.ScopeBlock, id)
	}
}

// symbolAt adds a symbol whose name is the bytes from … to.
func (x *extractor) symbolAt(kind schema.Kind, from, to, start int) int32 {
	s := x.text.Symbol(kind, from, to, start, x.at)
	return x.b.DefineHidden(s)
}
