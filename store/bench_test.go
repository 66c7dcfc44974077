package store_test

import (
	"fmt"
	"testing"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

// BenchmarkOpen opens snapshots of growing size: the time must not grow with the rows.
func BenchmarkOpen(b *testing.B) {
	for _, files := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
			dir, _ := published(b, storetest.Sizes{Files: files, SymbolsPerFile: 30, OccurrencesPerFile: 100, Edges: 100 * files})
			b.ReportAllocs()
			for b.Loop() {
				s, err := store.Open(dir)
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReverseWalk visits everything that depends on one symbol.
func BenchmarkReverseWalk(b *testing.B) {
	const files = 1000
	dir, _ := published(b, storetest.Sizes{Files: files, SymbolsPerFile: 30, OccurrencesPerFile: 10, Edges: 100 * files})
	s, err := store.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
		b.ReportAllocs()
		visited := 0
		for b.Loop() {
			seen := make([]bool, s.SymbolCount())
			queue := []schema.SymbolID{0}
			seen[0] = true
			for len(queue) > 0 {
				id := queue[len(queue)-1]
				queue = queue[:len(queue)-1]
				for _, e := range s.EdgesTo(id) {
					if from := s.Edge(e).Source; !seen[from] {
						seen[from] = true
						queue = append(queue, from)
					}
				}
			}
			visited = 0
			for _, ok := range seen {
				if ok {
					visited++
				}
			}
		}
		b.ReportMetric(float64(visited), "symbols")
	})
}
