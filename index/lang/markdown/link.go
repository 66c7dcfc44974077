package markdown

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// links reads the links of a line of text: [text](path), ![text](path), and the href
// and src of tags. What stands in code is passed over.
func (x *extractor) links(from, to int) {
	for i := from; i < to; i++ {
		switch x.src[i] {
		case '\\':
			i++
		case '`':
			i = x.codeSpan(i, to) - 1
		case ']':
			if i+1 < to && x.src[i+1] == '(' {
				if start, end := destination(x.src, i+2, to); start < end {
					x.link(start, end)
					i = end - 1
				}
			}
		case '<':
			i = x.tag(i, to) - 1
		}
	}
}

// codeSpan returns the offset after the code span that starts at offset at, or after
// its ticks when the line has no other run of as many.
func (x *extractor) codeSpan(at, to int) int {
	n := 0
	for at+n < to && x.src[at+n] == '`' {
		n++
	}
	for i := at + n; i < to; {
		if x.src[i] != '`' {
			i++
			continue
		}
		run := 0
		for i+run < to && x.src[i+run] == '`' {
			run++
		}
		i += run
		if run == n {
			return i
		}
	}
	return at + n
}

// tag reads the link of a tag and returns the offset after its name.
func (x *extractor) tag(at, to int) int {
	end := to
	if i := bytes.IndexByte(x.src[at:to], '>'); i >= 0 {
		end = at + i
	}
	text := x.src[at:end]
	for _, attribute := range []string{" href=\"", " src=\"", " href='", " src='"} {
		if i := bytes.Index(text, []byte(attribute)); i >= 0 {
			from := at + i + len(attribute)
			if j := bytes.IndexByte(x.src[from:end], attribute[len(attribute)-1]); j > 0 {
				x.link(from, from+j)
			}
		}
	}
	return max(end, at+1)
}

// destination returns the path of a link that starts at offset at.
func destination(src []byte, at, to int) (from, end int) {
	for at < to && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	if at < to && src[at] == '<' {
		if i := bytes.IndexByte(src[at:to], '>'); i > 0 {
			return at + 1, at + i
		}
		return at, at
	}
	depth := 0
	for end = at; end < to; end++ {
		switch src[end] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				return at, end
			}
			depth--
		case '\\':
			end++
		case ' ', '\t':
			return at, end
		}
	}
	return at, min(end, to)
}

// definition reads a link reference definition, [label]: path.
func (x *extractor) definition(from, to int) bool {
	if x.src[from] != '[' || from+1 < to && x.src[from+1] == '^' {
		return false
	}
	i := bytes.Index(x.src[from:to], []byte("]:"))
	if i < 2 || bytes.IndexByte(x.src[from+1:from+i], ']') >= 0 {
		return false
	}
	start, end := destination(x.src, from+i+2, to)
	if start < end {
		x.link(start, end)
	}
	return true
}

// link notes a link to a file of the repository. Addresses, anchors of the same
// document and templates lead to none.
func (x *extractor) link(from, end int) {
	path := string(x.src[from:end])
	if i := strings.IndexAny(path, "#?"); i >= 0 {
		path = path[:i]
	}
	if path == "" || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "{}<>$*\x00") || strings.Contains(path, ":") {
		return
	}
	id, seen := x.linked[path]
	line, _ := x.text.Position(from)
	if !seen {
		id = x.b.Import(lang.Import{Line: line, Module: path, Class: schema.ImportLazy, Symbol: schema.None})
		x.linked[path] = id
	}
	r := x.text.Ref(schema.RoleImport, from, from+len(path))
	r.Import = id
	x.b.Ref(r)
}
