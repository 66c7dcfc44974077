// Package embed reads the code that stands inside of other files: scripts and styles
// of pages and components, fences and front matter of documents.
//
// An extractor only marks such regions (lang.Facts.Regions). What the languages of the
// regions make of them is merged into the facts of the host here, with positions in
// the host:
//
//   - regions of one language and one group share a scope: they are read together,
//     with blanks in place of what is between them;
//   - a region that stands alone is read by itself, without its indentation;
//   - an example is an illustration: of its declarations the callables and the types
//     are kept, marked and below the section that shows them; its references, imports
//     and problems are not, and one that is not mostly readable gives nothing.
//
// Names that the host uses and does not declare (in templates) mean what the shared
// scopes declare at their top. Regions inside of regions are read to a depth of two.
package embed

import (
	"bytes"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxDepth bounds regions in regions: a script in a page in a fence.
const maxDepth = 2

// Languages returns list with extractors that read the regions of what they host.
func Languages(list []lang.Language) []lang.Language {
	r := &reader{byName: make(map[string]*lang.Language, len(list))}
	for i := range list {
		r.byName[list[i].Name] = &list[i]
	}
	out := make([]lang.Language, len(list))
	for i := range list {
		out[i] = list[i]
		host := &list[i]
		out[i].Extract = func(src []byte) (*lang.Facts, error) { return r.read(host, src, 0) }
	}
	return out
}

type reader struct{ byName map[string]*lang.Language }

func (r *reader) read(l *lang.Language, src []byte, depth int) (*lang.Facts, error) {
	facts, err := l.Extract(src)
	if err != nil || len(facts.Regions) == 0 || depth >= maxDepth {
		return facts, err
	}
	h := host{reader: r, facts: facts, src: src, depth: depth, symbols: len(facts.Symbols), refs: len(facts.Refs)}
	h.all()
	return facts, nil
}

// host is a file whose regions are being read.
type host struct {
	*reader
	facts   *lang.Facts
	src     []byte
	depth   int
	symbols int // How many of each the host has by itself.
	refs    int
	starts  []int            // Offsets of the lines.
	names   map[string]int32 // Top-level names of the shared scopes.
}

func (h *host) all() {
	h.starts = append(h.starts, 0)
	for i, c := range h.src {
		if c == '\n' {
			h.starts = append(h.starts, i+1)
		}
	}
	type group struct {
		language string
		number   int32
	}
	seen := make(map[group]bool)
	for i := range h.facts.Regions {
		region := &h.facts.Regions[i]
		l := h.byName[region.Language]
		if l == nil || region.Example && isData(region.Language) {
			continue
		}
		if region.Group == 0 || region.Example {
			h.alone(l, region)
			continue
		}
		if g := (group{region.Language, region.Group}); !seen[g] {
			seen[g] = true
			h.together(l, i)
		}
	}
	h.bind()
	lang.Canonicalize(h.facts)
}

// isData names languages whose examples declare nothing.
func isData(language string) bool {
	switch language {
	case "json", "json with comments", "json5", "yaml", "toml", "markdown", "html", "css", "scss", "less", "shell":
		return true
	}
	return false
}

// offset returns the offset of a position, within the source.
func (h *host) offset(line, col int32) int {
	if line < 1 {
		return 0
	}
	if int(line) > len(h.starts) {
		return len(h.src)
	}
	return min(h.starts[line-1]+int(max(col, 0)), len(h.src))
}

// bytesOf returns where a region lies.
func (h *host) bytesOf(r *lang.Region) (from, to int) {
	from = h.offset(r.Span.StartLine, r.Span.StartCol)
	return from, max(from, h.offset(r.Span.EndLine, r.Span.EndCol))
}

// together reads the regions that share a scope with the region first.
func (h *host) together(l *lang.Language, first int) {
	model := h.facts.Regions[first]
	from, _ := h.bytesOf(&model)
	start := h.starts[model.Span.StartLine-1]
	masked := make([]byte, 0, len(h.src)-start)
	at := start
	blank := func(to int) {
		for ; at < to; at++ {
			if c := h.src[at]; c == '\n' || c == '\r' {
				masked = append(masked, c)
			} else {
				masked = append(masked, ' ')
			}
		}
	}
	last := model
	for i := first; i < len(h.facts.Regions); i++ {
		r := &h.facts.Regions[i]
		if r.Language != model.Language || r.Group != model.Group || r.Example {
			continue
		}
		begin, end := h.bytesOf(r)
		if begin < at {
			continue // Regions do not overlap.
		}
		blank(begin)
		masked = append(masked, h.src[begin:end]...)
		at = end
		last = *r
	}
	last.Span.StartLine, last.Span.StartCol = model.Span.StartLine, model.Span.StartCol
	if h.facts.Language == "html" {
		masked = untemplated(masked)
	}
	m := merge{host: h, region: &last, lines: model.Span.StartLine - 1}
	m.component = h.component(from)
	m.read(l, masked)
}

// alone reads a region by itself.
func (h *host) alone(l *lang.Language, r *lang.Region) {
	from, to := h.bytesOf(r)
	text := h.src[from:to]
	m := merge{host: h, region: r, lines: r.Span.StartLine - 1, cols: []int32{r.Span.StartCol}}
	if h.facts.Language == "html" {
		text = untemplated(text)
	}
	if r.Indent > 0 {
		text, m.cols = dedent(text, r.Indent, m.cols)
	}
	if r.Example {
		m.parent = h.enclosing(r.Span.StartLine, r.Span.StartCol)
	} else {
		m.component = h.component(from)
	}
	m.read(l, text)
}

// untemplated replaces the marks of template engines in a script of a page: blanks for
// {% … %} and <% … %>, a name for {{ … }}, which stands for a value. The size is kept.
func untemplated(text []byte) []byte {
	if !bytes.Contains(text, []byte("{{")) && !bytes.Contains(text, []byte("{%")) && !bytes.Contains(text, []byte("<%")) {
		return text
	}
	out := bytes.Clone(text)
	for i := 0; i+1 < len(out); i++ {
		mark, fill := "", byte(' ')
		switch string(out[i : i+2]) {
		case "{{":
			mark, fill = "}}", '_'
		case "{%":
			mark = "%}"
		case "<%":
			mark = "%>"
		default:
			continue
		}
		line := out[i:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		end := bytes.Index(line, []byte(mark))
		if end < 0 {
			continue
		}
		for j := i; j < i+end+2; j++ {
			out[j] = fill
		}
		i += end + 1
	}
	return out
}

// dedent removes up to indent bytes of white space from every line but the first. It
// appends to cols what it removed from each.
func dedent(text []byte, indent int32, cols []int32) ([]byte, []int32) {
	out := make([]byte, 0, len(text))
	for first := true; len(text) > 0; first = false {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line = text[:i+1]
		}
		text = text[len(line):]
		if !first {
			n := int32(0)
			for n < indent && int(n) < len(line) && (line[n] == ' ' || line[n] == '\t') {
				n++
			}
			line = line[n:]
			cols = append(cols, n)
		}
		out = append(out, line...)
	}
	return out, cols
}

// enclosing returns the innermost symbol of the host around a position.
func (h *host) enclosing(line, col int32) int32 {
	best := int32(0)
	for i := 1; i < h.symbols; i++ {
		if s := &h.facts.Symbols[i]; !s.Kind.IsLocal() && s.Span.Contains(line, col) {
			best = int32(i)
		}
	}
	return best
}

// component returns the symbol of the host that stands for the whole file: the default
// export that its extractor made up. 0 when there is none.
func (h *host) component(int) int32 {
	const marks = schema.SymbolSynthetic | schema.SymbolDefault
	for i := 1; i < h.symbols; i++ {
		if h.facts.Symbols[i].Flags&marks == marks {
			return int32(i)
		}
	}
	return 0
}

// bind gives free names of the host the meaning that the shared scopes give them.
func (h *host) bind() {
	if len(h.names) == 0 {
		return
	}
	for i := 0; i < h.refs; i++ {
		r := &h.facts.Refs[i]
		if r.Base != lang.BaseNone || r.Target != schema.None || r.Import != schema.None || r.Flags&lang.RefSelf != 0 {
			continue
		}
		if id, ok := h.names[r.Name]; ok {
			r.Target = id
		}
	}
}

// mix makes one hash of two.
func mix(a, b uint64) uint64 {
	if b == 0 {
		return a
	}
	h := fnv.New64a()
	for _, v := range []uint64{a, b} {
		for i := range 8 {
			h.Write([]byte{byte(v >> (8 * i))})
		}
	}
	return h.Sum64()
}
