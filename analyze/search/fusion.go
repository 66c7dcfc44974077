package search

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// channel is a way of finding, the most trusted first.
type channel uint8

const (
	frameChannel channel = iota
	exactChannel
	foldedChannel
	partsChannel
	textChannel
	substringChannel
	pathChannel
	fuzzyChannel
)

var channelNames = [...]string{"frame", "symbol", "symbol-case", "parts", "text", "substring", "path", "fuzzy"}

func (c channel) String() string { return channelNames[c] }

// weights say how much the first place of a channel is worth.
var weights = [...]float64{3, 3, 2.2, 1.5, 1.5, 1.2, 1.2, 0.5}

// fusionK flattens the ranks: with k=20 the twentieth place is worth half of the
// first, and two channels that agree outdo one alone.
const fusionK = 20

// Demotions of what a question about code rarely means.
const (
	asideFactor = 0.4  // Tests, generated and vendored files.
	proseFactor = 0.6  // Documentation.
	fileShare   = 0.6  // How much what is known of a file counts for its symbols.
	repeatLoss  = 0.25 // What each earlier hit in the same file costs.
	seedFactor  = 1.15 // Files that the asker named, and their neighbours.
)

// Shares of the best score below which a hit is not worth its tokens. Where the
// question is a name and the name is there, what merely resembles it is noise sooner.
const (
	leastShare       = 0.15
	leastBesideExact = 0.35
)

// candidate is a place that some channel found.
type candidate struct {
	file    schema.FileID
	symbol  schema.SymbolID // None for a place outside of every declaration.
	line    int32           // Where it begins.
	end     int32
	lines   []int // Lines that matched, best first.
	score   float64
	total   float64
	channel channel
	terms   int // Different words of the question that it holds.
}

type place struct {
	symbol schema.SymbolID
	file   schema.FileID
	line   int32
}

// fusion collects the candidates of one question.
type fusion struct {
	snap       *store.Snapshot
	query      query
	scope      string
	candidates map[place]*candidate
	files      map[schema.FileID]float64 // What speaks for a file as a whole.
	fileTerms  map[schema.FileID]int
	seeds      map[schema.FileID]bool
	layout     map[schema.FileID][]extent
	content    func(path string) ([]byte, bool) // Nil when there is no text.
	pages      map[schema.FileID][][]byte
	asked      int      // Words that were looked for in the text.
	off        []string // Channels that did not answer.
}

func newFusion(snap *store.Snapshot, q query, scope string) *fusion {
	return &fusion{
		snap: snap, query: q, scope: scope, candidates: map[place]*candidate{}, files: map[schema.FileID]float64{}, fileTerms: map[schema.FileID]int{},
		seeds: map[schema.FileID]bool{}, layout: map[schema.FileID][]extent{}, pages: map[schema.FileID][][]byte{},
	}
}

// inScope reports whether a file lies where the asker wants to stay.
func (f *fusion) inScope(file schema.FileID) bool {
	if f.scope == "" {
		return true
	}
	p := f.snap.FilePath(file)
	return p == f.scope || strings.HasPrefix(p, f.scope+"/")
}

// symbol adds what a channel found at a rank (0 is best).
func (f *fusion) symbol(id schema.SymbolID, c channel, rank int, factor float64, terms int) {
	file := f.snap.SymbolFile(id)
	if file == schema.None || !f.inScope(file) {
		return
	}
	f.add(place{symbol: id, file: file}, c, rank, factor, terms, 0)
}

// line adds a place in a file: the declaration around it, or the line itself.
func (f *fusion) line(file schema.FileID, line int, c channel, rank int, factor float64, terms int) {
	if file == schema.None || !f.inScope(file) {
		return
	}
	if id := f.enclosing(file, int32(line)); id != schema.None {
		f.add(place{symbol: id, file: file}, c, rank, factor, terms, line)
		return
	}
	// Lines close together are one place.
	f.add(place{symbol: schema.None, file: file, line: int32(line) / 16}, c, rank, factor, terms, line)
}

func (f *fusion) add(p place, c channel, rank int, factor float64, terms, line int) {
	old := f.candidates[p]
	if old == nil {
		old = &candidate{file: p.file, symbol: p.symbol, channel: c, line: int32(max(line, 1)), end: int32(max(line, 1))}
		f.candidates[p] = old
	}
	old.score += factor * weights[c] / float64(fusionK+rank+1)
	old.channel = min(old.channel, c)
	old.terms = max(old.terms, terms)
	if line > 0 && len(old.lines) < 20 && !slices.Contains(old.lines, line) {
		old.lines = append(old.lines, line)
	}
}

// whole adds what a channel says of a file as a whole.
func (f *fusion) whole(file schema.FileID, c channel, rank, terms int) {
	if file == schema.None || !f.inScope(file) {
		return
	}
	f.files[file] += weights[c] / float64(fusionK+rank+1)
	f.fileTerms[file] = max(f.fileTerms[file], terms)
}

// extent is where a declaration lies.
type extent struct {
	id         schema.SymbolID
	start, end int32
}

// enclosing returns the innermost declaration around a line that is worth showing:
// a field or variable inside another declaration stands for that one.
func (f *fusion) enclosing(file schema.FileID, line int32) schema.SymbolID {
	list, ok := f.layout[file]
	if !ok {
		lo, hi := f.snap.SymbolsOf(file)
		for id := lo; id < hi; id++ {
			s := f.snap.Symbol(id)
			inner := s.Parent != schema.None && f.snap.SymbolKind(s.Parent) != schema.KindFile
			if s.Kind != schema.KindFile && s.Kind != schema.KindImpl && !s.Kind.IsLocal() && !(inner && isData(s.Kind)) {
				list = append(list, extent{id, s.StartLine, s.EndLine})
			}
		}
		f.layout[file] = list
	}
	best := schema.SymbolID(schema.None)
	for _, x := range list { // Outer before inner.
		switch {
		case x.start <= line && line <= x.end:
			best = x.id
		case line < x.start && x.start-line <= maxDocLines && f.joined(file, line, x.start):
			return x.id // The comment above a declaration belongs to it.
		case x.start > line+maxDocLines:
			return best
		}
	}
	return best
}

// maxDocLines bounds how far above its declaration a comment may begin.
const maxDocLines = 30

// joined reports whether no empty line and no declaration's end stands between a
// line and the start of the declaration below it, as between a comment and what it
// documents.
func (f *fusion) joined(file schema.FileID, from, to int32) bool {
	if f.content == nil {
		return false
	}
	page, ok := f.pages[file]
	if !ok {
		content, _ := f.content(f.snap.FilePath(file))
		page = bytes.Split(content, []byte("\n"))
		f.pages[file] = page
	}
	if from < 1 || int(to) > len(page) {
		return false
	}
	for _, l := range page[from-1 : to-1] {
		l = bytes.TrimSpace(l)
		if len(l) == 0 || !bytes.ContainsAny(l[:1], "/*#@-\"'[") && !bytes.HasPrefix(l, []byte("<!--")) {
			return false
		}
	}
	return true
}

// ordered fuses and returns the best candidates.
func (f *fusion) ordered(limit int) []*candidate {
	all := make([]*candidate, 0, len(f.candidates))
	for _, c := range f.candidates {
		c.total = (c.score + fileShare*f.files[c.file]) * f.factor(c.file)
		c.terms = max(c.terms, f.fileTerms[c.file])
		if c.symbol != schema.None {
			s := f.snap.Symbol(c.symbol)
			c.line, c.end = s.StartLine, max(s.EndLine, s.StartLine)
		}
		all = append(all, c)
	}
	order := func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(f.rank(b), f.rank(a)),
			cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.symbol, b.symbol))
	}
	slices.SortFunc(all, order)
	// Several places of one file tell less than several files.
	all = all[:min(len(all), 20*limit)]
	seen := map[schema.FileID]int{}
	for _, c := range all {
		c.total /= 1 + repeatLoss*float64(seen[c.file])
		seen[c.file]++
	}
	slices.SortStableFunc(all, order)
	all = all[:min(len(all), limit)]
	if len(all) > 0 {
		least := leastShare
		if all[0].channel <= exactChannel && len(f.query.names) == 1 && f.query.names[0] == f.query.text {
			least = leastBesideExact
		}
		for i, c := range all {
			if c.total < least*all[0].total {
				return all[:i]
			}
		}
	}
	return all
}

func (f *fusion) rank(c *candidate) float64 {
	if c.symbol == schema.None {
		return f.snap.FileRank(c.file)
	}
	return f.snap.Rank(c.symbol)
}

func (f *fusion) factor(file schema.FileID) float64 {
	x := 1.0
	flags := f.snap.File(file).Flags
	if flags&schema.FileTest != 0 && !f.query.tests {
		x = asideFactor
	}
	if flags&(schema.FileGenerated|schema.FileVendored) != 0 && !f.query.generic {
		x = asideFactor
	}
	if flags&schema.FileDocumentation != 0 && !f.query.docs {
		x = min(x, proseFactor)
	}
	if f.seeds[file] {
		x *= seedFactor
	}
	return x
}

// answers reports whether the best hit is an answer at all: found by name or
// place, or holding at least a third of the words.
func (f *fusion) answers(c *candidate) bool {
	switch c.channel {
	case frameChannel, exactChannel, foldedChannel, substringChannel:
		return true
	case fuzzyChannel:
		return false
	}
	return 3*c.terms >= max(len(f.query.terms), 1)
}

func count(n int) string { return strconv.Itoa(n) }
