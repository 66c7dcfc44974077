package data

import "bytes"

// properties passes over tags and anchors before a node, and notes the anchors. It
// returns where the node starts; at the end of the line when it is on the next one.
func (r *yamlReader) properties(at, to int, id int32) int {
	for at < to {
		switch {
		case r.src[at] == '&' && at+1 < to && isAnchorByte(r.src[at+1]):
			from := at + 1
			for at = from; at < to && isAnchorByte(r.src[at]); at++ {
			}
			if id != none {
				r.mark(anchor{from: from, to: at, node: id})
			}
		case r.src[at] == '!':
			for at < to && r.src[at] != ' ' && r.src[at] != '\t' {
				at++
			}
		default:
			if r.src[at] == '#' {
				return to
			}
			return at
		}
		at = skipBlanks(r.src, at, to)
	}
	return to
}

// pending lists the anchors between two offsets, which stand before a key.
func (r *yamlReader) pending(from, to int) []anchor {
	var out []anchor
	for at := from; at < to; at++ {
		if r.src[at] == '&' {
			end := at + 1
			for end < to && isAnchorByte(r.src[end]) {
				end++
			}
			out = append(out, anchor{from: at + 1, to: end})
			at = end
		}
	}
	return out
}

func (r *yamlReader) mark(a anchor) {
	if len(r.anchors) < maxAnchors && a.from < a.to {
		r.anchors = append(r.anchors, a)
	}
}

// alias notes the use of an anchor at offset at and returns the offset behind it.
func (r *yamlReader) alias(at, to int, id int32) int {
	from := at + 1
	for at = from; at < to && isAnchorByte(r.src[at]); at++ {
	}
	r.mark(anchor{from: from, to: at, node: id, use: true})
	return at
}

func isAnchorByte(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', '[', ']', '{', '}', ':', '*', '&':
		return false
	}
	return true
}

// isKeyLine reports whether a line holds a key from offset at on.
func isKeyLine(src []byte, at, to int) bool {
	if at < to && (src[at] == '?' && (at+1 == to || src[at+1] == ' ')) {
		return true
	}
	for at < to && (src[at] == '&' || src[at] == '!') {
		for at < to && src[at] != ' ' && src[at] != '\t' {
			at++
		}
		at = skipBlanks(src, at, to)
	}
	_, _, _, ok := keyOf(src, at, to)
	return ok
}

// keyOf finds the key that starts at offset at: its text without quotes and the offset
// after its colon.
func keyOf(src []byte, at, to int) (key, keyEnd, after int, ok bool) {
	if at >= to {
		return 0, 0, 0, false
	}
	switch c := src[at]; c {
	case '"', '\'':
		end := quotedEnd(src, at, to)
		if end < 0 {
			return 0, 0, 0, false
		}
		colon := skipBlanks(src, end, to)
		if colon < to && src[colon] == ':' && (colon+1 == to || src[colon+1] == ' ' || src[colon+1] == '\t') {
			return at + 1, end - 1, colon + 1, true
		}
		return 0, 0, 0, false
	case '{':
		if !bytes.HasPrefix(src[at:to], []byte("{{")) {
			return 0, 0, 0, false
		}
	case '[', '|', '>', '#', '%', '@', '`', ',', ']', '}':
		return 0, 0, 0, false
	}
	template := 0
	for i := at; i < to; i++ {
		switch src[i] {
		case ':':
			if template == 0 && (i+1 == to || src[i+1] == ' ' || src[i+1] == '\t') {
				end := i
				for end > at && (src[end-1] == ' ' || src[end-1] == '\t') {
					end--
				}
				return at, end, i + 1, end > at
			}
		case '#':
			if i > at && (src[i-1] == ' ' || src[i-1] == '\t') {
				return 0, 0, 0, false
			}
		case '{':
			if i+1 < to && src[i+1] == '{' {
				template++
				i++
			}
		case '}':
			if template > 0 && i+1 < to && src[i+1] == '}' {
				template--
				i++
			}
		}
	}
	return 0, 0, 0, false
}

// quotedEnd returns the offset after the closing quote of the string at offset at,
// -1 when it does not end before to.
func quotedEnd(src []byte, at, to int) int {
	quote := src[at]
	for i := at + 1; i < to; i++ {
		switch {
		case src[i] == quote && quote == '\'' && i+1 < to && src[i+1] == '\'':
			i++
		case src[i] == quote:
			return i + 1
		case src[i] == '\\' && quote == '"':
			i++
		}
	}
	return -1
}

// value reads a node that is no block collection: it starts at offset at and belongs
// to a collection at indentation outer.
func (r *yamlReader) value(at, to, outer int, id int32) {
	switch c := r.src[at]; {
	case c == '|' || c == '>':
		r.block(at, to, outer)
		r.scalar(id, at, at)
	case c == '"' || c == '\'':
		end := quotedEnd(r.src, at, to)
		if end < 0 {
			end = r.multiline(at, to, outer)
		} else {
			r.scalar(id, at+1, end-1)
		}
		r.last = max(r.last, end)
	case (c == '{' || c == '[') && !bytes.HasPrefix(r.src[at:to], []byte("{{")) && !bytes.HasPrefix(r.src[at:to], []byte("{%")):
		r.flow(at, to, outer, id)
	case c == '*':
		end := r.alias(at, to, id)
		r.last = max(r.last, end)
	default:
		end := at
		for i := at; i < to; i++ {
			if r.src[i] == '#' && i > at && (r.src[i-1] == ' ' || r.src[i-1] == '\t') {
				break
			}
			if r.src[i] != ' ' && r.src[i] != '\t' {
				end = i + 1
			}
		}
		r.scalar(id, at, end)
		r.last = max(r.last, end)
		r.text = true
	}
}

// block passes over a block scalar: the lines below that are empty or indented deeper
// than outer.
func (r *yamlReader) block(at, to, outer int) {
	r.last = to
	for ; r.line < r.tree.text.LineCount(); r.line++ {
		from, end := r.tree.text.Line(r.line)
		first := from
		for first < end && r.src[first] == ' ' {
			first++
		}
		if first == end {
			continue
		}
		if first-from <= outer || outer < 0 && (isMarker(r.src[from:end], "---") || isMarker(r.src[from:end], "...")) {
			return
		}
		r.last = end
	}
}

// within reports whether the 0-based line may belong to a scalar or flow collection
// that started above it, inside a collection at indentation outer.
func (r *yamlReader) within(line, outer int) bool {
	from, to := r.tree.text.Line(line)
	at := skipBlanks(r.src, from, to)
	if at == to {
		return true
	}
	if at == from && (isMarker(r.src[from:to], "---") || isMarker(r.src[from:to], "...")) {
		return false
	}
	if at-from > outer {
		return true
	}
	// Closing brackets are often set under the key.
	return r.src[at] == ']' || r.src[at] == '}'
}

// multiline reads a quoted scalar that does not end on its line and returns where it
// ends: on its line when it never does.
func (r *yamlReader) multiline(at, to, outer int) int {
	if r.lost && outer < 0 {
		return to
	}
	quote := r.src[at]
	for line := r.line; line < r.tree.text.LineCount() && r.within(line, outer); line++ {
		from, end := r.tree.text.Line(line)
		for i := from; i < end; i++ {
			switch {
			case r.src[i] == '\\' && quote == '"':
				i++
			case r.src[i] != quote:
			case quote == '\'' && i+1 < end && r.src[i+1] == '\'':
				i++
			default:
				r.line = line + 1
				return i + 1
			}
		}
	}
	r.lost = r.lost || outer < 0
	r.problem(at, to, "string without an end")
	return to
}
