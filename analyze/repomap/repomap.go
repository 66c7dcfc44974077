// Package repomap draws a map of a repository that fits a token budget: the
// symbols that matter most, as signatures, grouped by file.
//
// Symbols are weighed by PageRank over resolved edges. With seed files or query
// words the walk starts there, so the map shows what surrounds them. An edge
// counts by its confidence, less the more symbols share the target's name, so that
// common names never dominate. Tests, generated and vendored files count a tenth
// unless they are seeds. As many symbols as fit are shown, best first; the fit is
// exact: the text that is counted is the text that is returned.
package repomap

import (
	"context"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.map/1"

// Counter counts tokens.
type Counter interface{ Count(text string) int }

// Input is the snapshot that is asked.
type Input struct {
	Head    *store.Snapshot
	Seeds   []target.Match // Files and symbols to start at.
	Query   string         // Words to start at.
	Counter Counter        // Nil means one token for four bytes.
}

// Options tune a map.
type Options struct {
	Budget int // Tokens. 0 means 2,000.
}

// Symbol is one line of the map.
type Symbol struct {
	Symbol    string  `json:"symbol"`
	ID        string  `json:"id"`
	Kind      string  `json:"kind"`
	Line      int32   `json:"line"`
	Signature string  `json:"signature"`
	Rank      float64 `json:"rank"`
}

// File is a file of the map with its symbols in order of lines.
type File struct {
	Path    string   `json:"path"`
	Rank    float64  `json:"rank"` // Sum over the symbols shown.
	Symbols []Symbol `json:"symbols"`
}

// Report is the answer, the weightiest file first.
type Report struct {
	analyze.Header
	Files   []File `json:"files"`
	Text    string `json:"text"` // The map as counted.
	Tokens  int    `json:"tokens"`
	Budget  int    `json:"budget"`
	Shown   int    `json:"shown"` // Symbols.
	Total   int    `json:"total"` // Symbols that could be shown.
	Omitted int    `json:"omitted"`
	// Unmatched are words of the query that name nothing in the index.
	Unmatched []string            `json:"unmatched"`
	Undecided []analyze.Undecided `json:"undecided"`
}

type fourBytes struct{}

func (fourBytes) Count(text string) int { return (len(text) + 3) / 4 }

const (
	defaultBudget = 2000
	// quiet is how much a symbol of a test, generated or vendored file counts.
	quiet = 0.1
	// maxSignature keeps one wide declaration from filling the map.
	maxSignature = 160
	// maxConsidered bounds what is sorted in and counted: a budget of a hundred
	// thousand tokens shows fewer.
	maxConsidered = 10_000
)

// Run draws the map.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if opts.Budget == 0 {
		opts.Budget = defaultBudget
	}
	if opts.Budget < 0 {
		return nil, fmt.Errorf("budget of %d tokens: want a positive number", opts.Budget)
	}
	if in.Counter == nil {
		in.Counter = fourBytes{}
	}
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Files:  []File{}, Budget: opts.Budget, Unmatched: []string{}, Undecided: []analyze.Undecided{},
	}
	m := mapper{in: in, seedFile: map[schema.FileID]bool{}}
	personal := m.personal(r)
	ranks, err := m.ranks(ctx, personal)
	if err != nil {
		return nil, err
	}
	order := m.order(ranks)
	r.Total = len(order)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.fit(r, order[:min(len(order), maxConsidered)], ranks)
	r.Omitted = r.Total - r.Shown
	for _, p := range in.Head.Problems() {
		if p.Stage != "history" {
			r.Undecided = append(r.Undecided, analyze.Undecided{Path: p.Path, Reason: p.Reason})
		}
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
	if words := queryWords(in.Query); len(words) > 0 && len(words) == len(r.Unmatched) {
		r.Status = analyze.Partial // Nothing of the query is in the map.
	}
	if len(r.Undecided) > 0 {
		r.Status = analyze.Partial
	}
	return r, nil
}

type mapper struct {
	in       Input
	seedFile map[schema.FileID]bool
}

// personal gives seeds their starting weight; nil when there are none.
func (m *mapper) personal(r *Report) []float64 {
	snap := m.in.Head
	words := queryWords(m.in.Query)
	if len(m.in.Seeds) == 0 && len(words) == 0 {
		return nil
	}
	p := make([]float64, snap.SymbolCount())
	any := false
	for _, s := range m.in.Seeds {
		m.seedFile[s.File] = true
		if !s.WholeFile && s.Symbol != schema.None {
			p[s.Symbol]++
			any = true
			continue
		}
		lo, hi := snap.SymbolsOf(s.File)
		for id := lo; id < hi; id++ {
			p[id] += 1 / float64(hi-lo)
			any = true
		}
	}
	hits := make([]int, len(words))
	matched := make([]int, snap.SymbolCount())
	for i := range matched {
		if snap.SymbolKind(schema.SymbolID(i)) == schema.KindFile {
			continue
		}
		parts := nameParts(snap.SymbolName(schema.SymbolID(i)))
		for j, w := range words {
			if parts[w] {
				hits[j]++
				matched[i] |= 1 << j
			}
		}
	}
	for i, set := range matched {
		for j := range words {
			if set&(1<<j) != 0 { // A rare word weighs more.
				p[i] += 1 / float64(hits[j])
				any = true
			}
		}
	}
	for j, w := range words {
		if hits[j] == 0 {
			r.Unmatched = append(r.Unmatched, w)
		}
	}
	if !any {
		return nil
	}
	return p
}

// maxWords is how many words of a query count: one bit each.
const maxWords = 60

// queryWords splits a query into lower-case words of three letters or more, the
// first 60.
func queryWords(query string) []string {
	seen := map[string]bool{}
	var out []string
	for _, field := range strings.FieldsFunc(query, func(r rune) bool { return !isWord(r) }) {
		word := strings.ToLower(field)
		if len(word) >= 3 && !seen[word] && len(out) < maxWords {
			seen[word] = true
			out = append(out, word)
		}
	}
	return out
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}

// nameParts returns a name in lower case and its camelCase and snake_case parts.
func nameParts(name string) map[string]bool {
	out := map[string]bool{strings.ToLower(name): true}
	start := 0
	flush := func(end int) {
		if end > start {
			out[strings.ToLower(name[start:end])] = true
		}
		start = end
	}
	for i := 1; i < len(name); i++ {
		lower, upper := name[i-1] >= 'a' && name[i-1] <= 'z', name[i] >= 'A' && name[i] <= 'Z'
		next := i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z'
		switch {
		case name[i] == '_' || name[i] == '-' || name[i] == '$':
			flush(i)
			start = i + 1
		case upper && (lower || next):
			flush(i)
		}
	}
	flush(len(name))
	return out
}

// ranks weighs every symbol.
func (m *mapper) ranks(ctx context.Context, personal []float64) ([]float64, error) {
	snap := m.in.Head
	edges := make([]graph.Edge, 0, snap.EdgeCount())
	weights := make([]float64, 0, snap.EdgeCount())
	shared := make([]float64, snap.SymbolCount())
	for i := range snap.EdgeCount() {
		if i&4095 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		e := snap.Edge(int32(i))
		if e.Kind == schema.EdgeImport || e.Source == e.Target {
			continue
		}
		if shared[e.Target] == 0 {
			shared[e.Target] = 1 / math.Sqrt(float64(len(snap.SymbolsByName(snap.SymbolName(e.Target)))))
		}
		edges = append(edges, graph.Edge{From: int32(e.Source), To: int32(e.Target)})
		weights = append(weights, float64(float64(e.Confidence)*math.Sqrt(float64(max(e.Count, 1))))*shared[e.Target])
	}
	g := graph.FromWeighted(snap.SymbolCount(), edges, weights)
	ranks := g.PageRank(graph.RankOptions{Personal: personal, Iterations: 40, Tolerance: 1e-7})
	for i := range ranks {
		id := schema.SymbolID(i)
		file := snap.SymbolFile(id)
		const low = schema.FileTest | schema.FileGenerated | schema.FileVendored
		if !m.seedFile[file] && snap.File(file).Flags&low != 0 {
			ranks[i] *= quiet
		}
		if personal != nil { // What the walk only passes by is told apart from what it never enters.
			continue
		}
		if snap.SymbolFlags(id)&schema.SymbolEntry != 0 {
			ranks[i] *= 2
		}
	}
	return ranks, nil
}

// order lists the symbols that may be shown, best first.
func (m *mapper) order(ranks []float64) []schema.SymbolID {
	snap := m.in.Head
	var out []schema.SymbolID
	for i := range snap.SymbolCount() {
		id := schema.SymbolID(i)
		kind := snap.SymbolKind(id)
		if !kind.IsCallable() && !kind.IsType() && kind != schema.KindConstant && kind != schema.KindVariable {
			continue
		}
		if snap.SymbolFlags(id)&(schema.SymbolSynthetic|schema.SymbolExample) != 0 || snap.SymbolName(id) == "" {
			continue
		}
		if p := snap.SymbolParent(id); p != schema.None && snap.SymbolKind(p).IsCallable() {
			continue // Inside a function.
		}
		if f := snap.File(snap.SymbolFile(id)); f.Flags&schema.FileDocumentation != 0 || !analyze.HoldsCode(f.Language) {
			continue
		}
		out = append(out, id)
	}
	sort.SliceStable(out, func(a, b int) bool { return ranks[out[a]] > ranks[out[b]] })
	return out
}

// fit shows the longest prefix of order whose text is within the budget. The text
// of a longer prefix is longer, up to the sharing of file lines, so a binary search
// finds it in a few exact counts.
func (m *mapper) fit(r *Report, order []schema.SymbolID, ranks []float64) {
	take := func(n int) ([]File, string, int) {
		files := m.group(order[:n], ranks)
		text := render(files)
		return files, text, m.in.Counter.Count(text)
	}
	lo, hi := 0, len(order)
	if guess := r.Budget; guess < hi { // A symbol costs more than one token.
		hi = guess
	}
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if _, _, tokens := take(mid); tokens <= r.Budget {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	r.Files, r.Text, r.Tokens = take(lo)
	r.Shown = lo
}

func (m *mapper) group(ids []schema.SymbolID, ranks []float64) []File {
	snap := m.in.Head
	sorted := append([]schema.SymbolID(nil), ids...)
	sort.Slice(sorted, func(a, b int) bool { return sorted[a] < sorted[b] })
	out := []File{}
	last := schema.FileID(schema.None)
	for _, id := range sorted {
		s := snap.Symbol(id)
		if s.File != last {
			out = append(out, File{Path: snap.FilePath(s.File)})
			last = s.File
		}
		f := &out[len(out)-1]
		f.Rank += ranks[id]
		f.Symbols = append(f.Symbols, Symbol{s.QualifiedName, s.ScipSymbol, s.Kind.String(), s.StartLine, signature(s), round(ranks[id])})
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Rank > out[b].Rank })
	for i := range out {
		out[i].Rank = round(out[i].Rank)
	}
	return out
}

// signature is the declaration on one line, or kind and name when there is none.
func signature(s schema.Symbol) string {
	text := strings.Join(strings.Fields(s.Signature), " ")
	if text == "" {
		text = s.Kind.String() + " " + s.QualifiedName
	}
	if len(text) > maxSignature {
		cut := maxSignature
		for cut > 0 && text[cut]&0xC0 == 0x80 { // Never inside a character.
			cut--
		}
		text = text[:cut] + "…"
	}
	return text
}

// render draws the map: a path, then its symbols with their lines.
func render(files []File) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "%s\n", f.Path)
		for _, s := range f.Symbols {
			fmt.Fprintf(&b, "  %d: %s\n", s.Line, s.Signature)
		}
	}
	return b.String()
}

// round keeps nine decimals: beyond them the iteration has not settled.
func round(x float64) float64 { return math.Round(x*1e9) / 1e9 }
