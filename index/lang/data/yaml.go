package data

import "bytes"

// readYAML reads a stream of YAML documents by its lines and their indentation. It
// finds keys, items, anchors and aliases; scalars are passed over by the rules that
// say where they end. Lines of templates ({{ … }}, {% … %}) that stand for nothing
// by themselves are passed over too, since charts and playbooks are full of them.
//
// A scalar or a flow collection without an end stops at the first line that is not
// indented deeper than what holds it, so that the rest of the file is still read.
func readYAML(src []byte) *tree {
	r := &yamlReader{tree: newTree(src), src: src, doc: none}
	r.read()
	return r.tree
}

type yamlReader struct {
	*tree
	src  []byte
	line int // 0-based line being read.
	doc  int32
	open []yamlOpen
	last int  // Offset after the last content.
	done bool // The document has content.
	text bool // The last value was a plain scalar, which lines indented deeper continue.
	lost bool // A flow collection or a scalar at the top had no end.
}

// yamlOpen is a block collection.
type yamlOpen struct {
	indent int
	list   bool
	node   int32 // What has it as its value.
	entry  int32 // Its entry that is being read.
}

func (r *yamlReader) read() {
	for r.line < r.tree.text.LineCount() {
		from, to := r.tree.text.Line(r.line)
		at := from
		for at < to && r.src[at] == ' ' {
			at++
		}
		start := at
		for at < to && r.src[at] == '\t' { // A tab may only stand before what is no block.
			at++
		}
		switch {
		case at == to || r.src[at] == '#':
			r.line++
		case at == from && isMarker(r.src[from:to], "---"):
			r.close(-1, false)
			r.doc, r.done, r.text = r.document(from), false, false
			r.line++
			if at = skipBlanks(r.src, from+3, to); at < to && r.src[at] != '#' {
				r.node(at, to, at-from, -1, r.doc)
				r.done = true
			}
		case at == from && isMarker(r.src[from:to], "..."):
			r.close(-1, false)
			r.doc, r.done, r.text = none, false, false
			r.line++
		case at == from && r.src[at] == '%' && !r.done && (at+1 == to || r.src[at+1] != '}'):
			r.line++ // A directive.
		case r.template(at, to):
			r.line++
		default:
			if start < at && isKeyLine(r.src, at, to) {
				r.problem(start, at, "tab in the indentation")
			}
			if r.doc == none {
				r.doc = r.document(from)
			}
			r.done = true
			r.line++
			r.content(at, to, at-from)
		}
	}
	r.close(-1, false)
}

// isMarker reports whether line starts with the three bytes of a document marker,
// followed by nothing or a blank.
func isMarker(line []byte, mark string) bool {
	return bytes.HasPrefix(line, []byte(mark)) && (len(line) == 3 || line[3] == ' ' || line[3] == '\t')
}

func skipBlanks(src []byte, at, to int) int {
	for at < to && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return at
}

// template reports whether a line holds only an action of a template.
func (r *yamlReader) template(at, to int) bool {
	line := bytes.TrimRight(r.src[at:to], " \t")
	if len(line) < 4 || line[0] != '{' {
		return false
	}
	switch string(line[:2]) {
	case "{{":
		end := bytes.LastIndex(line, []byte("}}"))
		return end < 0 || bytes.IndexByte(line[end:], ':') < 0 && (end+2 == len(line) || line[end+2] == ' ')
	case "{%", "{#":
		return true
	}
	return false
}

// close ends the collections that are indented deeper than indent, and with list
// those at it too.
func (r *yamlReader) close(indent int, list bool) {
	for len(r.open) > 0 {
		top := &r.open[len(r.open)-1]
		if top.indent < indent || top.indent == indent && !(list && top.list) {
			return
		}
		r.end(top.entry, r.last)
		r.end(top.node, r.last)
		r.open = r.open[:len(r.open)-1]
	}
	if indent < 0 {
		r.end(r.doc, r.last)
	}
}

// content reads what starts on a line of its own.
func (r *yamlReader) content(at, to, indent int) {
	if r.text && len(r.open) > 0 && indent > r.open[len(r.open)-1].indent {
		if isKeyLine(r.src, at, to) && !bytes.Contains(r.src[at:to], []byte("://")) {
			r.problem(at, to, "key inside of a scalar")
		}
		r.last = to
		return
	}
	r.text = false
	list := isItem(r.src, at, to)
	r.close(indent, !list)
	holder := r.doc
	if n := len(r.open); n > 0 {
		top := &r.open[n-1]
		switch {
		case list && top.indent == indent && top.list:
			r.item(at, to, indent)
			return
		case !list && top.indent == indent && !top.list:
			r.pair(at, to, indent)
			return
		}
		holder = top.entry
	}
	r.node(at, to, indent, r.outer(), holder)
}

// outer is the indentation of the innermost open collection, -1 at the top.
func (r *yamlReader) outer() int {
	if len(r.open) == 0 {
		return -1
	}
	return r.open[len(r.open)-1].indent
}

func isItem(src []byte, at, to int) bool {
	return src[at] == '-' && (at+1 == to || src[at+1] == ' ' || src[at+1] == '\t')
}

// node reads a node that starts at offset at, column indent, inside a collection at
// indentation outer: a block collection, or what value reads.
func (r *yamlReader) node(at, to, indent, outer int, holder int32) {
	if len(r.open) >= maxBlocks {
		r.problem(at, to, "nested too deeply")
		r.last = max(r.last, to)
		return
	}
	if !isKeyLine(r.src, at, to) {
		start := r.properties(at, to, holder)
		if start == to {
			r.last = max(r.last, to)
			return
		}
		indent += start - at
		at = start
	}
	switch {
	case isItem(r.src, at, to):
		r.is(holder, sequence)
		r.open = append(r.open, yamlOpen{indent: indent, list: true, node: holder, entry: none})
		r.item(at, to, indent)
	case isKeyLine(r.src, at, to):
		r.is(holder, mapping)
		r.open = append(r.open, yamlOpen{indent: indent, node: holder, entry: none})
		r.pair(at, to, indent)
	default:
		r.value(at, to, outer, holder)
	}
}

// item reads "- …" in the innermost collection.
func (r *yamlReader) item(at, to, indent int) {
	top := &r.open[len(r.open)-1]
	r.end(top.entry, r.last)
	top.entry = none
	r.last = at + 1
	next := skipBlanks(r.src, at+1, to)
	if next == to || r.src[next] == '#' { // What it holds is on the lines below.
		top.entry = r.entry(top.node, -1, -1, at)
		return
	}
	if isKeyLine(r.src, next, to) || isItem(r.src, next, to) || r.src[next] == '&' || r.src[next] == '{' || r.src[next] == '!' {
		top.entry = r.entry(top.node, -1, -1, at)
	}
	r.node(next, to, indent+next-at, indent, top.entry)
}

// pair reads "key: …" in the innermost collection.
func (r *yamlReader) pair(at, to, indent int) {
	top := &r.open[len(r.open)-1]
	r.end(top.entry, r.last)
	top.entry = none
	first := at
	if at = r.properties(at, to, none); at == to {
		return
	}
	key, keyEnd, after, ok := keyOf(r.src, at, to)
	switch {
	case !ok && (r.src[at] == '?' || r.src[at] == ':') && (at+1 == to || r.src[at+1] == ' '):
		// A complex key, or the value of one.
		if next := skipBlanks(r.src, at+1, to); next < to {
			r.node(next, to, indent+next-first, indent, none)
		}
		return
	case !ok:
		if r.template(at, to) {
			return
		}
		if r.src[at] == '{' || r.src[at] == '[' || r.src[at] == '"' || r.src[at] == '\'' || r.src[at] == '|' || r.src[at] == '>' {
			r.value(at, to, indent-1, none)
			r.text = false
			return
		}
		r.problem(at, to, "neither a key nor an item")
		r.last = to
		return
	}
	top.entry = r.entry(top.node, key, keyEnd, at)
	if r.src[at] == '*' {
		r.alias(at, to, top.entry)
	}
	for _, a := range r.pending(first, at) {
		a.node = top.entry
		r.mark(a)
	}
	r.last = after
	next := skipBlanks(r.src, after, to)
	if next == to || r.src[next] == '#' {
		return // Its value is on the lines below.
	}
	if next = r.properties(next, to, top.entry); next < to {
		r.value(next, to, indent, top.entry)
	}
}
