package kotlin

import (
	"bytes"
	"hash/fnv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// annotationNames returns the last names of the types of the annotations of a head.
func (x *extractor) annotationNames(h *head) []string {
	var names []string
	for _, a := range h.annotations {
		text := string(x.src[a[0]+1 : a[1]])
		if i := strings.IndexAny(text, "(["); i >= 0 {
			text = text[:i]
		}
		names = append(names, text[strings.LastIndexAny(text, ".:")+1:])
	}
	return names
}

// digest mixes the text of the annotations of a head into a digest, layout left out.
func (x *extractor) digest(h *head, of uint64) uint64 {
	if h == nil {
		return of
	}
	hash := fnv.New64a()
	for _, a := range h.annotations {
		for _, part := range bytes.Fields(x.src[a[0]:a[1]]) {
			hash.Write(part)
		}
	}
	return of*31 ^ hash.Sum64()
}

// readHead refers to the annotations of a head in the current scope.
func (x *extractor) readHead(h *head) {
	if h == nil {
		return
	}
	for _, a := range h.annotations {
		x.readAnnotation(a[0], a[1])
	}
}

// readAnnotation reads "@site:A.B(arguments)"; what has another form is parsed.
func (x *extractor) readAnnotation(from, to int) {
	text := x.src[from:to]
	name := text[1:]
	if i := bytes.IndexByte(name, '('); i >= 0 {
		name = name[:i]
	}
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	begin := from + bytes.Index(text, name)
	if len(name) == 0 || !x.dotted(name, begin, schema.RoleDecorate) {
		x.reparse(from, to, "", "\nval x=0", "annotation")
		return
	}
	arguments := begin + len(name)
	if to-arguments < 2 || !mayRefer(x.src[arguments+1:to-1]) {
		return
	}
	inner := x.src[arguments+1 : to-1]
	if path := bytes.TrimSuffix(inner, []byte("::class")); !x.dotted(path, arguments+1, schema.RoleRead) {
		x.reparse(arguments, to, "x", "", "value_arguments")
	}
}

// mayRefer reports whether arguments are more than a string or a number.
func mayRefer(text []byte) bool {
	text = bytes.TrimSpace(text)
	switch {
	case len(text) == 0 || text[0] >= '0' && text[0] <= '9':
		return false
	case text[0] == '"':
		return bytes.ContainsAny(text, "$+,")
	}
	return true
}

// dotted refers to a qualified name whose last part has the role; false when the text
// is not one.
func (x *extractor) dotted(path []byte, offset int, role schema.Role) bool {
	for i, b := range path {
		if !isLetter(b) && b != '_' && b != '.' && (b < '0' || b > '9' || i == 0) {
			return false
		}
	}
	at := x.place(offset)
	base, from := int32(lang.BaseNone), 0
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '.' {
			continue
		}
		r := lang.NewRef(string(path[from:i]), role)
		if r.Name == "" || isWord(r.Name) {
			return true
		}
		if i < len(path) && role == schema.RoleDecorate {
			r.Role = schema.RoleType
		}
		r.Line, r.Col = int32(at.Row)+1, int32(at.Col+from)
		r.EndCol = r.Col + int32(i-from)
		r.Base = base
		base = x.b.Ref(r)
		from = i + 1
	}
	return true
}

// reparse reads a range behind a head and before a tail, and of its tree the first
// node of a kind.
func (x *extractor) reparse(from, to int, head, tail, kind string) {
	text := append(append([]byte(head), x.src[from:to]...), tail...)
	tree, err := x.g.ParseAt(x.src, text, len(head), x.place(from))
	if err != nil {
		return
	}
	defer tree.Close()
	for n := range tree.Root().Descendants() {
		if !n.Is(kind) {
			continue
		}
		switch kind {
		case "annotation":
			x.annotation(n)
		case "value_arguments":
			x.arguments(n)
		case "property_declaration":
			x.expr(headerOf(n).value)
		default:
			for p := range n.NamedChildren() {
				if p.Is("parameter") {
					p = p.LastNamed()
				}
				x.typ(p, schema.RoleType)
			}
		}
		return
	}
}

// restore reads the context parameters that became blanks, in the declaration that
// they stand before.
func (x *extractor) restore(contexts [][2]int) {
	for _, c := range contexts {
		at := x.place(c[0])
		x.open(lang.ScopeBlock, x.around(int32(at.Row)+1, int32(at.Col)))
		// A function type has their form.
		x.reparse(c[0]+len("context"), c[1], "val x:", "->Int", "function_type_parameters")
		x.close()
	}
}

// readDelegates reads what a class with a body delegates to.
func (x *extractor) readDelegates(n, body sitter.Node) {
	from, to := n.Bytes()
	if body.Ok() {
		to, _ = body.Bytes()
	}
	for _, d := range x.delegates {
		if d[0] >= from && d[1] <= to {
			x.reparse(d[0]+len("by"), d[1], "val x=", "", "property_declaration")
		}
	}
}

// around returns the declaration that starts at or behind a position among those of
// the innermost type around it, or the function around it.
func (x *extractor) around(line, col int32) int32 {
	facts := x.b.Facts()
	found := int32(0)
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if !s.Kind.IsLocal() && s.Span.Contains(line, col) && (found == 0 || facts.Symbols[found].Span.Contains(s.Span.StartLine, s.Span.StartCol)) {
			found = int32(i)
		}
	}
	if found > 0 && !facts.Symbols[found].Kind.IsType() {
		return found
	}
	next := found
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if s.Kind.IsLocal() || s.Parent != found || s.Span.StartLine < line || s.Span.StartLine == line && s.Span.StartCol < col {
			continue
		}
		if next == found || s.Span.StartLine < facts.Symbols[next].Span.StartLine {
			next = int32(i)
		}
	}
	return next
}

// place returns where an offset of the file lies.
func (x *extractor) place(offset int) sitter.Place {
	if x.lines == nil {
		x.lines = lineStarts(x.src)
	}
	return x.lines.place(offset)
}

// lines are the offsets at which the lines of a file start.
type lines []int

func lineStarts(src []byte) lines {
	starts := lines{0}
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// place returns where an offset lies.
func (l lines) place(offset int) sitter.Place {
	lo, hi := 0, len(l)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; l[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return sitter.Place{Byte: offset, Row: lo, Col: offset - l[lo]}
}
