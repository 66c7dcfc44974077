// Package storetest makes rows for tests: small random snapshots that obey every
// rule of store.Check.
package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/lc-index/lc/store/schema"
)

// Source is where random numbers come from: N returns one in [0, n).
type Source interface{ N(n int) int }

// Sizes bound what Rows makes.
type Sizes struct{ Files, SymbolsPerFile, OccurrencesPerFile, Edges int }

// Rows makes rows from src. The same numbers give the same rows.
func Rows(src Source, sz Sizes) *schema.Rows {
	g := &generator{src: src, rows: &schema.Rows{}}
	g.files(sz)
	g.links(sz)
	g.history()
	return g.rows
}

type generator struct {
	src  Source
	rows *schema.Rows
}

var vocabulary = []string{"", "a", "main", "Größe", "parse", "Command.Execute", "x\ny", "日本", "go", "python"}

func (g *generator) n(n int) int32        { return int32(g.src.N(n)) }
func (g *generator) word() string         { return vocabulary[g.src.N(len(vocabulary))] }
func (g *generator) share() float32       { return float32(g.src.N(101)) / 100 }
func (g *generator) hash() uint64         { return uint64(g.src.N(1<<30))<<34 | uint64(g.src.N(1<<30)) }
func one[T ~uint8](g *generator, n int) T { return T(g.src.N(n)) }

// maybe returns an id below n, or None.
func (g *generator) maybe(n int) int32 { return g.n(n+1) - 1 }

func (g *generator) files(sz Sizes) {
	r := g.rows
	for i := range sz.Files {
		f := schema.File{
			Path: fmt.Sprintf("dir%04d/file%05d", i/10, i), Language: g.word(), Bytes: int64(g.src.N(1 << 30)), Lines: g.n(1000),
			Status: one[schema.FileStatus](g, len(schema.FileStatusNames())), Flags: schema.FileFlags(g.src.N(1 << 7)), Complexity: g.n(90), Package: g.word(),
		}
		for j := range f.Digest {
			f.Digest[j] = byte(g.src.N(256))
		}
		r.Files = append(r.Files, f)
		g.symbols(schema.FileID(i), sz)
		r.FileRanks = append(r.FileRanks, float64(g.src.N(1000))/1000)
		r.FileCoverage = append(r.FileCoverage, schema.FileCoverage{References: g.n(9), Resolved: g.n(9), Ambiguous: g.n(9), External: g.n(9), Unresolved: g.n(9)})
	}
}

func (g *generator) symbols(file schema.FileID, sz Sizes) {
	r := g.rows
	first := len(r.Symbols)
	for k := range g.src.N(sz.SymbolsPerFile + 1) {
		s := schema.Symbol{
			ScipSymbol: fmt.Sprintf("lc go . `f%d`/%s#%d", file, g.word(), k), Name: g.word(), QualifiedName: g.word(),
			Kind: one[schema.Kind](g, len(schema.KindNames())-1) + 1, File: file, StartLine: int32(k + 1), StartCol: g.n(80), EndLine: int32(k+1) + g.n(50), EndCol: g.n(80),
			NameLine: g.maybe(900), NameCol: g.maybe(80), Parent: schema.None, Visibility: one[schema.Visibility](g, len(schema.VisibilityNames())),
			Flags: schema.SymbolFlags(g.n(1 << 13)), Complexity: g.n(20), Signature: g.word(), Doc: g.word(), SignatureHash: g.hash(), BodyHash: g.hash(),
		}
		if k == 0 {
			s.Kind = schema.KindFile
		} else {
			s.Parent = schema.SymbolID(int32(first) + g.n(k))
		}
		r.Symbols = append(r.Symbols, s)
		r.Ranks = append(r.Ranks, float64(g.src.N(1000))/1000)
	}
}

func (g *generator) links(sz Sizes) {
	r := g.rows
	files, symbols := len(r.Files), len(r.Symbols)
	for f := range files {
		line := int32(1)
		for range g.src.N(sz.OccurrencesPerFile + 1) {
			line += g.n(3) + 1
			r.Occurrences = append(r.Occurrences, schema.Occurrence{
				File: schema.FileID(f), StartLine: line, StartCol: g.n(80), EndLine: line, EndCol: g.n(80), Role: one[schema.Role](g, len(schema.RoleNames())),
				Symbol: schema.SymbolID(g.maybe(symbols)), External: g.word(), Enclosing: schema.SymbolID(g.maybe(symbols)),
				Origin: one[schema.Origin](g, len(schema.OriginNames())), Confidence: g.share(), Name: g.word(),
			})
		}
		for i := range g.src.N(3) {
			r.Imports = append(r.Imports, schema.Import{
				File: schema.FileID(f), Line: int32(i), Text: g.word(), TargetFile: schema.FileID(g.maybe(files)), TargetPackage: g.word(),
				Class: one[schema.ImportClass](g, len(schema.ImportClassNames())), External: g.n(2) == 1,
			})
			r.FileEdges = append(r.FileEdges, schema.FileEdge{
				Source: schema.FileID(f), Target: schema.FileID(g.n(files)), Kind: one[schema.EdgeKind](g, len(schema.EdgeKindNames())),
				Class: one[schema.ImportClass](g, len(schema.ImportClassNames())), Confidence: g.share(), Count: g.n(9),
			})
		}
	}
	sort.SliceStable(r.FileEdges, func(i, j int) bool {
		a, b := r.FileEdges[i], r.FileEdges[j]
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Kind, b.Kind)) < 0
	})
	if symbols == 0 {
		return
	}
	for range sz.Edges {
		r.Edges = append(r.Edges, schema.Edge{
			Source: schema.SymbolID(g.n(symbols)), Target: schema.SymbolID(g.n(symbols)), Kind: one[schema.EdgeKind](g, len(schema.EdgeKindNames())),
			Origin: one[schema.Origin](g, len(schema.OriginNames())), Confidence: g.share(), Count: g.n(9), File: schema.FileID(g.maybe(files)), Line: g.maybe(900),
		})
	}
	order := func(a, b schema.Edge) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Kind, b.Kind))
	}
	slices.SortStableFunc(r.Edges, order)
	r.Edges = slices.CompactFunc(r.Edges, func(a, b schema.Edge) bool { return order(a, b) == 0 })
}

func (g *generator) history() {
	r := g.rows
	for i := range g.src.N(5) {
		r.Commits = append(r.Commits, schema.Commit{
			Hash: fmt.Sprintf("%040d", i), Time: int64(g.src.N(1 << 31)), Author: g.word(), Subject: g.word(), Kind: g.word(), Confidence: g.share(),
		})
		for range g.src.N(4) {
			if len(r.Files) > 0 {
				r.Changes = append(r.Changes, schema.Change{Commit: int32(i), File: schema.FileID(g.n(len(r.Files))), Added: g.n(99), Deleted: g.n(99)})
			}
		}
	}
	for range g.src.N(3) {
		r.Problems = append(r.Problems, schema.Problem{Path: g.word(), Stage: "parse", Reason: g.word(), Line: g.maybe(99), EndLine: g.maybe(99)})
		r.Coverage = append(r.Coverage, schema.Coverage{Language: g.word(), Files: g.n(9), Parsed: g.n(9), References: g.n(9), Resolved: g.n(9), Ambiguous: g.n(9), External: g.n(9), Unresolved: g.n(9)})
	}
}
