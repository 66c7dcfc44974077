package data

import "bytes"

// readJSON reads JSON, JSON with comments, JSON5 and streams of JSON documents. All
// are read alike: comments, trailing commas, single quotes and bare keys are no
// problem in any of them. The work is linear in the bytes and no nesting is too deep,
// because what is open is a stack of its own.
func readJSON(src []byte) *tree {
	r := &jsonReader{tree: newTree(src), src: src}
	r.read()
	return r.tree
}

type jsonReader struct {
	*tree
	src  []byte
	at   int
	open []jsonOpen
	word [2]int // The last string or bare word.
}

// jsonOpen is an object or a list that is being read.
type jsonOpen struct {
	at     int
	node   int32 // What has it as its value; none when it is not kept.
	entry  int32 // The entry of it that is being read.
	object bool
	keyed  bool // A key was read and its value was not.
	colon  bool // … and the colon between them.
	value  bool // A value was read and no comma after it.
}

func (r *jsonReader) read() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; c {
		case ' ', '\t', '\n', '\r', '\f', '\v':
			r.at++
		case '{', '[':
			r.begin(c == '{')
		case '}', ']':
			r.finish(c == '}')
		case ':':
			r.colon()
			r.at++
		case ',':
			if top := r.top(); top != nil {
				top.keyed, top.colon, top.value = false, false, false
			}
			r.at++
		case '"', '\'':
			from := r.at
			end, ok := r.quoted(c)
			r.at = end
			if ok {
				end--
			} else {
				r.problem(from, end, "string without an end")
			}
			r.token(from+1, max(end, from+1), from)
		case '/':
			r.comment()
		default:
			from := r.at
			for r.at < len(r.src) && !isJSONMark(r.src[r.at]) {
				r.at++
			}
			r.token(from, r.at, from)
		}
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		r.tree.end(r.open[i].node, len(r.src))
	}
	if len(r.open) > 0 {
		r.problem(r.open[len(r.open)-1].at, r.open[len(r.open)-1].at+1, "bracket without an end")
	}
}

func isJSONMark(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\f', '\v', '{', '}', '[', ']', ':', ',', '"', '\'', '/':
		return true
	}
	return false
}

func (r *jsonReader) top() *jsonOpen {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

// holder returns the node that the bracket at from is the value of: the entry of the
// innermost key, a new item, or a new document. Lists in lists are not kept.
func (r *jsonReader) holder(from int, object bool) int32 {
	top := r.top()
	switch {
	case top == nil:
		return r.document(from)
	case !top.object:
		top.entry = none
		if object {
			top.entry = r.entry(top.node, -1, -1, from)
		}
		return top.entry
	case top.keyed:
		if !top.colon {
			r.problem(from, from, "missing colon")
		}
		top.keyed, top.colon, top.value = false, false, true
		return top.entry
	}
	r.problem(from, from+1, "value without a key")
	return none
}

func (r *jsonReader) begin(object bool) {
	id := r.holder(r.at, object)
	if object {
		r.is(id, mapping)
	} else {
		r.is(id, sequence)
	}
	r.open = append(r.open, jsonOpen{at: r.at, node: id, entry: none, object: object})
	r.at++
}

// finish reads a closing bracket. One that does not fit the innermost open bracket
// closes the nearest that it fits, and is passed over when there is none.
func (r *jsonReader) finish(object bool) {
	i := len(r.open) - 1
	if i >= 0 && r.open[i].object != object {
		r.problem(r.at, r.at+1, "unexpected closing bracket")
		for i >= 0 && r.open[i].object != object && len(r.open)-i < 64 {
			i--
		}
		if i >= 0 && r.open[i].object != object {
			i = -1
		}
	} else if i < 0 {
		r.problem(r.at, r.at+1, "unexpected closing bracket")
	}
	r.at++
	if i < 0 {
		return
	}
	for j := len(r.open) - 1; j >= i; j-- {
		r.tree.end(r.open[j].node, r.at)
	}
	r.open = r.open[:i]
}

// colon reads a colon. One after a word in a list tells that the list was not closed.
func (r *jsonReader) colon() {
	top := r.top()
	if top != nil && top.keyed && !top.colon {
		top.colon = true
		return
	}
	r.problem(r.at, r.at+1, "unexpected colon")
	if n := len(r.open); n > 1 && !top.object && r.open[n-2].object && r.word[1] > top.at {
		r.tree.end(top.node, r.word[0])
		r.open = r.open[:n-1]
		outer := &r.open[n-2]
		outer.entry = r.entry(outer.node, r.word[0], r.word[1], r.word[0])
		outer.keyed, outer.colon = true, true
	}
}

// token reads a string or a bare word that says text … end: a key or a value. Scalars
// in lists and documents that are scalars are not kept.
func (r *jsonReader) token(text, end, from int) {
	top := r.top()
	r.word = [2]int{text, end}
	switch {
	case top == nil:
		if from > 0 && r.src[from] != '"' && (r.src[from] < '0' || r.src[from] > '9') && !isLiteral(string(r.src[text:end])) {
			r.problem(from, end, "unexpected text")
		}
	case !top.object:
	case !top.keyed:
		if top.value {
			r.problem(from, from, "missing comma")
		}
		top.value = false
		top.entry = r.entry(top.node, text, end, from)
		top.keyed, top.colon = true, false
	case !top.colon: // Two words in a row.
		r.problem(from, end, "missing colon")
		top.keyed = false
	default:
		r.scalar(top.entry, text, end)
		top.keyed, top.colon, top.value = false, false, true
	}
}

func isLiteral(word string) bool {
	switch word {
	case "", "true", "false", "null", "NaN", "Infinity":
		return true
	}
	return word[0] == '-' || word[0] == '+' || word[0] == '.'
}

// quoted returns the offset after the string that starts at r.at, which ends at the
// end of its line at the latest.
func (r *jsonReader) quoted(quote byte) (end int, ok bool) {
	for i := r.at + 1; i < len(r.src); i++ {
		switch r.src[i] {
		case quote:
			return i + 1, true
		case '\\':
			i++
			if i+1 < len(r.src) && r.src[i] == '\r' && r.src[i+1] == '\n' {
				i++ // JSON5 continues a string on the next line.
			}
		case '\n':
			return i, false
		}
	}
	return len(r.src), false
}

func (r *jsonReader) comment() {
	from := r.at
	if from+1 < len(r.src) {
		switch r.src[from+1] {
		case '/':
			for r.at < len(r.src) && r.src[r.at] != '\n' {
				r.at++
			}
			return
		case '*':
			if i := bytes.Index(r.src[from+2:], []byte("*/")); i >= 0 {
				r.at = from + 2 + i + 2
				return
			}
			r.problem(from, from+2, "comment without an end")
			r.at = len(r.src)
			return
		}
	}
	r.problem(from, from+1, "unexpected character")
	r.at++
}
