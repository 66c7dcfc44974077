package data

// flowOpen is a flow collection that is being read.
type flowOpen struct {
	object bool
	node   int32
	entry  int32
}

// flow reads a flow collection, { … } or [ … ], that starts at offset at. Without an
// end it is a problem and the lines after its first are read as if it were not there.
func (r *yamlReader) flow(at, to, outer int, id int32) {
	nodes, anchors, line := len(r.nodes), len(r.anchors), r.line
	if r.lost && outer < 0 {
		r.last = to
		return
	}
	f := flowReader{yamlReader: r}
	end, ok := f.read(at, to, outer, id)
	if ok {
		r.last = max(r.last, end)
		r.end(id, end)
		return
	}
	r.nodes, r.anchors, r.line = r.nodes[:nodes], r.anchors[:anchors], line
	r.is(id, scalar)
	r.lost = r.lost || outer < 0
	r.problem(at, to, "bracket without an end")
	r.last = max(r.last, to)
}

type flowReader struct {
	*yamlReader
	open []flowOpen
	id   int32 // What has the outermost collection as its value.
}

// read returns the offset after the closing bracket.
func (f *flowReader) read(at, to, outer int, id int32) (end int, ok bool) {
	f.id = id
	for {
		for at < to {
			c := f.src[at]
			switch {
			case c == '#' && (f.src[at-1] == ' ' || f.src[at-1] == '\t' || f.src[at-1] == '\n'):
				at = to
			case c == '{' || c == '[':
				f.begin(c == '{', at)
				at++
			case c == '}' || c == ']':
				at++
				top := &f.open[len(f.open)-1]
				f.tree.end(top.entry, at)
				f.tree.end(top.node, at)
				f.open = f.open[:len(f.open)-1]
				if len(f.open) == 0 {
					return at, true
				}
			case c == ',':
				f.open[len(f.open)-1].entry = none
				at++
			case c == ' ' || c == '\t' || c == ':':
				at++
			case c == '&' || c == '!':
				top := &f.open[len(f.open)-1]
				at = max(at+1, f.properties(at, to, max(top.entry, top.node)))
			case c == '*':
				top := &f.open[len(f.open)-1]
				at = f.alias(at, to, max(top.entry, top.node))
			case c == '"' || c == '\'':
				stop := quotedEnd(f.src, at, to)
				if stop < 0 {
					stop = f.multiline(at, to, outer)
					_, to = f.tree.text.Line(max(f.line-1, 0))
					if stop > to {
						return 0, false
					}
					at = max(stop, at+1)
					continue
				}
				f.word(at+1, stop-1, stop, to, true)
				at = stop
			default:
				stop := at + 1
				for stop < to && !f.ends(stop, to) {
					stop++
				}
				text := stop
				for text > at && (f.src[text-1] == ' ' || f.src[text-1] == '\t') {
					text--
				}
				f.word(at, text, stop, to, false)
				at = stop
			}
		}
		if f.line >= f.tree.text.LineCount() || !f.within(f.line, outer) {
			return 0, false
		}
		at, to = f.tree.text.Line(f.line)
		f.line++
	}
}

// ends reports whether a plain scalar ends at offset i.
func (f *flowReader) ends(i, to int) bool {
	switch f.src[i] {
	case ',', '[', ']', '{', '}':
		return true
	case ':':
		return i+1 == to || f.src[i+1] == ' ' || f.src[i+1] == ',' || f.src[i+1] == '}' || f.src[i+1] == ']'
	case '#':
		return f.src[i-1] == ' ' || f.src[i-1] == '\t'
	}
	return false
}

func (f *flowReader) begin(object bool, at int) {
	id := f.id
	if n := len(f.open); n > 0 {
		top := &f.open[n-1]
		id = top.entry
		if !top.object && object {
			id = f.entry(top.node, -1, -1, at)
		}
	}
	if object {
		f.is(id, mapping)
	} else {
		f.is(id, sequence)
	}
	f.open = append(f.open, flowOpen{object: object, node: id, entry: none})
}

// word reads a scalar: a key when a colon follows and it stands in an object.
func (f *flowReader) word(from, end, after, to int, quoted bool) {
	top := &f.open[len(f.open)-1]
	if !top.object {
		return
	}
	colon := skipBlanks(f.src, after, to)
	if colon < to && f.src[colon] == ':' && (quoted || colon+1 == to || f.src[colon+1] == ' ' || f.ends(colon, to)) && top.entry == none {
		top.entry = f.entry(top.node, from, end, from)
		return
	}
	if top.entry != none {
		f.scalar(top.entry, from, end)
	}
}
