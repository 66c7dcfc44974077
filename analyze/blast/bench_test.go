package blast_test

import (
	"fmt"
	"math/rand"
	"sort"
	"testing"

	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// large makes a repository of 1,000 files, 100,000 symbols and 500,000 edges. Later
// symbols depend on earlier ones, mostly near ones, as layers do, so that the
// first are reached by nearly all and the last by few.
func large() *schema.Rows {
	const files, perFile, edges = 1000, 100, 500_000
	random := rand.New(rand.NewSource(1))
	rows := &schema.Rows{}
	for f := range files {
		flags := schema.FileFlags(0)
		if f%5 == 4 {
			flags = schema.FileTest
		}
		rows.Files = append(rows.Files, schema.File{Path: fmt.Sprintf("d%02d/f%03d.go", f/50, f), Language: "go", Flags: flags, Package: fmt.Sprintf("p/d%02d", f/50)})
		rows.FileCoverage = append(rows.FileCoverage, schema.FileCoverage{})
		rows.FileRanks = append(rows.FileRanks, 0)
		file := schema.SymbolID(len(rows.Symbols))
		for i := range perFile {
			s := schema.Symbol{
				Name: fmt.Sprintf("F%d", i), QualifiedName: fmt.Sprintf("F%d_%d", f, i), ScipSymbol: fmt.Sprintf("lc f%d F%d.", f, i),
				Kind: schema.KindFunction, File: schema.FileID(f), Parent: file, StartLine: int32(i), EndLine: int32(i), BodyHash: uint64(i), SignatureHash: 1,
			}
			if i == 0 {
				s.Kind, s.Parent = schema.KindFile, schema.None
			}
			if flags&schema.FileTest != 0 && i > 50 {
				s.Flags = schema.SymbolTest
			}
			rows.Symbols = append(rows.Symbols, s)
			rows.Ranks = append(rows.Ranks, 0)
		}
	}
	n := files * perFile
	for range edges {
		source := random.Intn(n)
		target := max(source-1-int(random.ExpFloat64()*float64(n)/20), 0)
		rows.Edges = append(rows.Edges, schema.Edge{
			Source: schema.SymbolID(source), Target: schema.SymbolID(target), Kind: schema.EdgeCall,
			Confidence: []float32{1, 1, 1, .9, .8, .5}[random.Intn(6)], Count: 1,
		})
	}
	sort.Slice(rows.Edges, func(i, j int) bool {
		a, b := rows.Edges[i], rows.Edges[j]
		if a.Source != b.Source {
			return a.Source < b.Source
		}
		return a.Target < b.Target
	})
	for i := range rows.Edges {
		rows.Edges[i].File = rows.Symbols[rows.Edges[i].Source].File
	}
	return rows
}

func BenchmarkRun(b *testing.B) {
	rows := large()
	snap := store.FromRows(rows, store.Manifest{})
	for _, file := range []schema.FileID{3, 950} {
		b.Run(fmt.Sprintf("symbols=100000,edges=500000,file=%d", file), func(b *testing.B) {
			var base []change.BaseSymbol
			for lo, hi := snap.SymbolsOf(file); lo < hi; lo++ {
				s := snap.Symbol(lo)
				base = append(base, change.BaseSymbol{ScipSymbol: s.ScipSymbol, Name: s.Name, QualifiedName: s.QualifiedName, Kind: s.Kind, SignatureHash: 1, BodyHash: s.BodyHash})
			}
			base[7].BodyHash++
			base[9].SignatureHash++
			in := blast.Input{Head: snap, Changes: []change.File{{Path: snap.FilePath(file), Status: change.Modified, BaseSymbols: base, BaseKnown: true, LinesAdded: 5}}}
			b.ReportAllocs()
			for b.Loop() {
				r, err := blast.Run(b.Context(), in, blast.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Totals.Symbols), "impacted")
				b.ReportMetric(float64(r.Totals.Tests), "tests")
			}
		})
	}
}
