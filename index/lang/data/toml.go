package data

import "bytes"

// readTOML reads TOML by its statements: table headers, and keys with their values. A
// string without an end stops at the end of its line, a bracket without an end at the
// next table header.
func readTOML(src []byte) *tree {
	r := &tomlReader{tree: newTree(src), src: src}
	r.read()
	return r.tree
}

type tomlReader struct {
	*tree
	src   []byte
	at    int
	root  int32
	table int32 // That the keys belong to.
	lost  bool  // A bracket had no end in all of the file: later ones end on their line.
}

func (r *tomlReader) read() {
	r.root = r.document(0)
	r.is(r.root, mapping)
	r.table = r.root
	for {
		r.space()
		if r.at >= len(r.src) {
			break
		}
		switch c := r.src[r.at]; c {
		case '[':
			r.header()
		default:
			r.pair(r.table)
			from := r.at
			if r.rest(); from < r.at {
				r.problem(from, r.at, "unexpected text after a value")
			}
		}
	}
	r.tree.end(r.root, len(r.src))
}

// space passes over white space, line ends and comments.
func (r *tomlReader) space() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.at++
		case c == '#':
			r.line()
		default:
			return
		}
	}
}

// line passes over the rest of a line.
func (r *tomlReader) line() {
	if i := bytes.IndexByte(r.src[r.at:], '\n'); i >= 0 {
		r.at += i
		return
	}
	r.at = len(r.src)
}

// rest passes over blanks and a comment up to the end of the line, and over anything
// else there: r.at moves past what is neither.
func (r *tomlReader) rest() {
	i := skipBlanks(r.src, r.at, len(r.src))
	if i >= len(r.src) || r.src[i] == '\n' || r.src[i] == '\r' || r.src[i] == '#' {
		return
	}
	r.at = i
	r.line()
}

// header reads [table] and [[table]].
func (r *tomlReader) header() {
	from := r.at
	r.at++
	list := r.at < len(r.src) && r.src[r.at] == '['
	if list {
		r.at++
	}
	start, end, ok := r.key()
	ok = ok && r.at < len(r.src) && r.src[r.at] == ']'
	if ok {
		r.at++
		if list && r.at < len(r.src) && r.src[r.at] == ']' {
			r.at++
		}
	}
	if !ok {
		r.line()
		r.problem(from, r.at, "table header without an end")
		r.table = none
		return
	}
	r.table = r.entry(r.root, start, end, from)
	if r.table != none {
		r.nodes[r.table].table = true
	}
	r.is(r.table, mapping)
	r.tree.end(r.table, r.at)
	from = r.at
	if r.rest(); from < r.at {
		r.problem(from, r.at, "unexpected text after a table header")
	}
}

// key reads a key, dotted or not, and the blanks after it. It returns the offsets of
// its text: without quotes when it is one quoted part.
func (r *tomlReader) key() (from, end int, ok bool) {
	parts := 0
	for {
		r.at = skipBlanks(r.src, r.at, len(r.src))
		start := r.at
		if r.at < len(r.src) && (r.src[r.at] == '"' || r.src[r.at] == '\'') {
			lineEnd := r.at
			for lineEnd < len(r.src) && r.src[lineEnd] != '\n' {
				lineEnd++
			}
			stop := quotedEnd(r.src, r.at, lineEnd)
			if stop < 0 {
				return 0, 0, false
			}
			r.at = stop
		} else {
			for r.at < len(r.src) && isBareKey(r.src[r.at]) {
				r.at++
			}
		}
		if r.at == start {
			return 0, 0, false
		}
		if parts == 0 {
			from = start
		}
		end = r.at
		parts++
		r.at = skipBlanks(r.src, r.at, len(r.src))
		if r.at < len(r.src) && r.src[r.at] == '.' {
			r.at++
			continue
		}
		if parts == 1 && (r.src[from] == '"' || r.src[from] == '\'') {
			from, end = from+1, end-1
		}
		return from, end, true
	}
}

// isBareKey takes letters beyond ASCII too, which the next version of TOML allows.
func isBareKey(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// pair reads key = value in a table.
func (r *tomlReader) pair(table int32) {
	from := r.at
	start, end, ok := r.key()
	if !ok || r.at >= len(r.src) || r.src[r.at] != '=' {
		r.line()
		r.problem(from, r.at, "neither a key nor a table")
		return
	}
	r.at = skipBlanks(r.src, r.at+1, len(r.src))
	id := r.entry(table, start, end, from)
	r.value(id)
	r.tree.end(id, r.at)
}

// value reads the value at r.at, brackets with a stack of their own.
func (r *tomlReader) value(id int32) {
	first := r.at
	if r.at < len(r.src) && (r.src[r.at] == '[' || r.src[r.at] == '{') {
		nodes := len(r.nodes)
		if !r.brackets(id) {
			r.nodes = r.nodes[:nodes]
			r.problem(first, first+1, "bracket without an end")
			r.at = first
			r.line()
		}
		return
	}
	from, end := r.word()
	if from == end && r.at == first {
		r.problem(first, first, "missing value")
		return
	}
	r.scalar(id, from, end)
}

// word reads a string or a bare value and returns what it says.
func (r *tomlReader) word() (from, end int) {
	from = r.at
	if r.at >= len(r.src) {
		return from, from
	}
	c := r.src[r.at]
	if c != '"' && c != '\'' {
		for r.at < len(r.src) && r.src[r.at] != '\n' && r.src[r.at] != '\r' && r.src[r.at] != ',' && r.src[r.at] != ']' && r.src[r.at] != '}' && r.src[r.at] != '#' {
			r.at++
		}
		end = r.at
		for end > from && (r.src[end-1] == ' ' || r.src[end-1] == '\t') {
			end--
		}
		return from, end
	}
	triple := bytes.Repeat([]byte{c}, 3)
	if bytes.HasPrefix(r.src[r.at:], triple) {
		for i := r.at + 3; i < len(r.src); i++ {
			switch {
			case r.src[i] == '\\' && c == '"':
				i++
			case r.src[i] == c && bytes.HasPrefix(r.src[i:], triple):
				for i+3 < len(r.src) && r.src[i+3] == c {
					i++ // A quote may stand right before the end.
				}
				r.at = i + 3
				return from + 3, i
			}
		}
		r.line()
		r.problem(from, r.at, "string without an end")
		return from + 3, r.at
	}
	for i := r.at + 1; i < len(r.src) && r.src[i] != '\n'; i++ {
		switch {
		case r.src[i] == '\\' && c == '"':
			i++
		case r.src[i] == c:
			r.at = i + 1
			return from + 1, i
		}
	}
	r.line()
	r.problem(from, r.at, "string without an end")
	return from + 1, max(r.at, from+1)
}

// brackets reads a list or an inline table. It gives up at a line that starts with a
// table header, or where a key with a value stands in a list.
func (r *tomlReader) brackets(id int32) bool {
	var open []flowOpen
	for r.at < len(r.src) {
		switch c := r.src[r.at]; c {
		case '[', '{':
			if c == '[' && len(open) > 0 && r.isHeader() {
				return false
			}
			node := id
			if n := len(open); n > 0 {
				node = open[n-1].entry
				if !open[n-1].object && c == '{' {
					node = r.entry(open[n-1].node, -1, -1, r.at)
				}
			}
			if c == '{' {
				r.is(node, mapping)
			} else {
				r.is(node, sequence)
			}
			open = append(open, flowOpen{object: c == '{', node: node, entry: none})
			r.at++
		case '\n':
			if r.lost {
				return false
			}
			r.at++
		case ']', '}':
			r.at++
			top := open[len(open)-1]
			r.tree.end(top.entry, r.at)
			r.tree.end(top.node, r.at)
			if open = open[:len(open)-1]; len(open) == 0 {
				return true
			}
		case ',':
			open[len(open)-1].entry = none
			r.at++
		case ' ', '\t', '\r', '=':
			r.at++
		case '#':
			r.line()
		default:
			top := &open[len(open)-1]
			if top.object && top.entry == none {
				from := r.at
				if start, end, ok := r.key(); ok && r.at < len(r.src) && r.src[r.at] == '=' {
					r.at++
					if top.entry = r.entry(top.node, start, end, from); top.entry != none {
						continue
					}
					r.at = skipBlanks(r.src, r.at, len(r.src))
					if r.at < len(r.src) && (r.src[r.at] == '[' || r.src[r.at] == '{') {
						continue
					}
				} else {
					r.at = from
				}
			}
			at := r.at
			from, end := r.word()
			r.scalar(top.entry, from, end)
			if r.at == at {
				r.at++
			}
		}
	}
	r.lost = true
	return false
}

// isHeader reports whether the bracket at r.at starts a line that is a table header.
func (r *tomlReader) isHeader() bool {
	if r.at > 0 && r.src[r.at-1] != '\n' {
		return false
	}
	line := bytes.TrimLeft(r.src[r.at:min(len(r.src), r.at+maxKeyBytes)], "[")
	name := 0
	for name < len(line) && (isBareKey(line[name]) || line[name] == '.') {
		name++
	}
	if name == 0 || line[0] >= '0' && line[0] <= '9' || line[0] == '-' || string(line[:name]) == "true" || string(line[:name]) == "false" {
		return false // A list of numbers or the like.
	}
	rest := bytes.TrimLeft(line[name:], "]")
	return len(rest) < len(line)-name && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r')
}
