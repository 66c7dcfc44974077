package cfamily

import (
	"hash/fnv"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxSignature bounds a signature: longer ones are initialisers or macros.
const maxSignature = 240

// firstToken returns the index of the first token that starts at or behind at.
func (s *source) firstToken(at int32) int {
	return sort.Search(len(s.tokens), func(i int) bool { return s.tokens[i].start >= at })
}

// signature returns the tokens of [start, end) on one line, without comments and
// directives.
func (s *source) signature(start, end int32) string {
	var b strings.Builder
	last := start
	for i := s.firstToken(start); i < len(s.tokens) && s.tokens[i].start < end; i++ {
		t := s.tokens[i]
		if t.kind == tokenDirective || t.dead {
			last = t.end
			continue
		}
		if b.Len() > 0 && t.start > last {
			b.WriteByte(' ')
		}
		if b.Len()+int(t.end-t.start) > maxSignature {
			b.WriteString("…")
			break
		}
		b.Write(s.text[t.start:min(t.end, int32(len(s.text)))])
		last = t.end
	}
	return strings.TrimRight(b.String(), " ;{=")
}

// doc returns the first sentence of the comment that belongs to a declaration:
// the one right above it, or behind it on its last line.
func (s *source) doc(start, end int32) string {
	i := sort.Search(len(s.comments), func(i int) bool { return s.comments[i].start >= start })
	if i > 0 {
		c := s.comments[i-1]
		if s.gap(c.end, start) {
			first := i - 1
			for first > 0 && s.text[s.comments[first].start+1] == '/' && s.text[s.comments[first-1].start+1] == '/' && s.gap(s.comments[first-1].end, s.comments[first].start) {
				first--
			}
			// A comment behind the previous declaration is not above this one.
			if s.startsLine(s.comments[first].start) {
				if text := firstSentence(string(s.text[s.comments[first].start:c.end])); text != "" {
					return text
				}
			}
		}
	}
	if j := sort.Search(len(s.comments), func(j int) bool { return s.comments[j].start >= end }); j < len(s.comments) {
		c := s.comments[j]
		between := s.text[end:c.start]
		if c.start-end < 80 && strings.Trim(string(between), " \t;,") == "" {
			return firstSentence(string(s.text[c.start:c.end]))
		}
	}
	return ""
}

// gap reports whether only white space without an empty line lies between.
func (s *source) gap(from, to int32) bool {
	if to < from {
		return false
	}
	lines := 0
	for _, c := range s.text[from:to] {
		switch c {
		case '\n':
			lines++
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return lines <= 1
}

// startsLine reports whether only white space stands before at in its line.
func (s *source) startsLine(at int32) bool {
	for i := at - 1; i >= 0; i-- {
		switch s.text[i] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// maxDoc bounds a doc line.
const maxDoc = 200

// firstSentence strips comment marks and returns the first sentence or paragraph.
func firstSentence(comment string) string {
	var words []string
	size := 0
	for _, line := range strings.Split(comment, "\n") {
		line = strings.TrimSpace(line)
		line = strings.TrimSuffix(line, "*/")
		line = strings.TrimLeft(line, "/*!<-=# \t")
		line = strings.TrimRight(line, "/*-=# \t\r")
		line = strings.TrimPrefix(line, "@brief ")
		line = strings.TrimPrefix(line, "\\brief ")
		if line == "" {
			if size > 0 {
				break
			}
			continue
		}
		if (line[0] == '@' || line[0] == '\\') && size > 0 {
			break
		}
		for _, w := range strings.Fields(line) {
			words = append(words, w)
			size += len(w) + 1
			if strings.HasSuffix(w, ".") && len(w) > 2 && !strings.HasSuffix(w, "e.g.") && !strings.HasSuffix(w, "i.e.") || size > maxDoc {
				return strings.Join(words, " ")
			}
		}
	}
	return strings.Join(words, " ")
}

// hashes fills in the hashes of the symbols with bodies: tokens without comments
// and white space, those of nested rows left out of the body.
func (e *extractor) hashes() {
	sort.SliceStable(e.bodies, func(i, j int) bool {
		if e.bodies[i].start != e.bodies[j].start {
			return e.bodies[i].start < e.bodies[j].start
		}
		return e.bodies[i].end > e.bodies[j].end
	})
	for i, h := range e.bodies {
		var inner []span
		for j := i + 1; j < len(e.bodies) && e.bodies[j].start < h.end; j++ {
			if n := e.bodies[j]; n.start >= h.body && n.end <= h.end && (len(inner) == 0 || n.start >= inner[len(inner)-1].end) {
				inner = append(inner, span{n.start, n.end})
			}
		}
		s := e.b.Symbol(h.symbol)
		s.SignatureHash = e.tokenHash(h.start, h.body, nil)
		s.BodyHash = e.tokenHash(h.body, h.end, inner)
	}
}

// tokenHash digests the tokens of [start, end), directives included, inner spans left out.
func (s *source) tokenHash(start, end int32, inner []span) uint64 {
	if start >= end {
		return 0
	}
	h := fnv.New64a()
	for i := s.firstToken(start); i < len(s.tokens) && s.tokens[i].start < end; i++ {
		t := s.tokens[i]
		for len(inner) > 0 && t.start >= inner[0].end {
			inner = inner[1:]
		}
		if len(inner) > 0 && t.start >= inner[0].start {
			continue
		}
		if t.kind == tokenDirective {
			h.Write([]byte(strings.Join(strings.Fields(string(s.text[t.start:t.end])), " ")))
		} else {
			h.Write(s.text[t.start:min(t.end, int32(len(s.text)))])
		}
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// summary says in one line what the file is: the comment at its top, unless that
// is a licence, else its main symbols.
func (e *extractor) summary(f *lang.Facts) string {
	if len(e.comments) > 0 && (len(e.tokens) == 0 || e.comments[0].start < e.tokens[0].start) {
		text := firstSentence(string(e.source.text[e.comments[0].start:e.comments[0].end]))
		lower := strings.ToLower(text)
		if text != "" && !strings.Contains(lower, "copyright") && !strings.Contains(lower, "license") && !strings.Contains(text, "-*-") {
			return text
		}
	}
	var names []string
	total := 0
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if i == 0 || s.Kind == schema.KindMacro || s.Kind.IsLocal() || s.Kind == schema.KindField || s.Kind == schema.KindEnumMember || s.Kind == schema.KindNamespace || s.Flags&schema.SymbolSynthetic != 0 {
			continue
		}
		total++
		if len(names) < 4 {
			names = append(names, s.Name)
		}
	}
	if total == 0 {
		return ""
	}
	text := "declares " + strings.Join(names, ", ")
	if total > len(names) {
		text += " and " + strconv.Itoa(total-len(names)) + " more"
	}
	return text
}
