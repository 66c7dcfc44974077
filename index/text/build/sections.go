package build

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/sourcegraph/zoekt"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// sections returns the names of the declarations of a file as zoekt's symbol
// sections: byte ranges of the name tokens in ascending order, never
// overlapping, on rune boundaries. Locals, keys of data files, and symbols without
// a token of their own, have none; of two symbols on one token the first, which is
// the outer, wins.
func sections(facts *lang.Facts, content []byte) ([]zoekt.DocumentSection, []*zoekt.Symbol) {
	type entry struct {
		start, end int
		symbol     int32
	}
	lines := lineStarts(content)
	var entries []entry
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.Kind == schema.KindFile || s.Kind == schema.KindKey || s.Kind.IsLocal() || s.Name == "" || s.NameLine < 1 || int(s.NameLine) > len(lines) || s.NameCol < 0 {
			continue
		}
		start := lines[s.NameLine-1] + int(s.NameCol)
		end := start + len(s.Name)
		// A name that the source spells otherwise (an alias, an escaped
		// identifier) has no token to mark.
		if end > len(content) || string(content[start:end]) != s.Name {
			continue
		}
		if !utf8.RuneStart(content[start]) || end < len(content) && !utf8.RuneStart(content[end]) {
			continue
		}
		entries = append(entries, entry{start, end, int32(i)})
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return a.start - b.start })
	var secs []zoekt.DocumentSection
	var symbols []*zoekt.Symbol
	last := 0
	for _, e := range entries {
		if e.start < last {
			continue
		}
		last = e.end
		s := &facts.Symbols[e.symbol]
		sym := &zoekt.Symbol{Sym: s.Name, Kind: s.Kind.String()}
		if s.Parent > 0 {
			parent := &facts.Symbols[s.Parent]
			sym.Parent, sym.ParentKind = parent.Name, parent.Kind.String()
		}
		secs = append(secs, zoekt.DocumentSection{Start: uint32(e.start), End: uint32(e.end)})
		symbols = append(symbols, sym)
	}
	return secs, symbols
}

// lineStarts returns the offset of every line's first byte.
func lineStarts(content []byte) []int {
	starts := make([]int, 1, 1+bytes.Count(content, []byte{'\n'}))
	for i, c := range content {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
