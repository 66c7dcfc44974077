package build_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

// draw lets rapid choose, so that it can shrink what fails.
type draw struct{ t *rapid.T }

func (d draw) N(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "n") }

// seeded is a fixed sequence.
type seeded struct{ r *rand.Rand }

func (s seeded) N(n int) int { return s.r.IntN(n) }

func someRows(seed uint64, sz storetest.Sizes) *schema.Rows {
	return storetest.Rows(seeded{rand.New(rand.NewPCG(seed, 1))}, sz)
}

var small = storetest.Sizes{Files: 6, SymbolsPerFile: 5, OccurrencesPerFile: 8, Edges: 20}

func mustWrite(t testing.TB, dir string, rows *schema.Rows, m store.Manifest, extras ...build.Extra) string {
	t.Helper()
	folder, err := build.Write(context.Background(), dir, rows, m, extras, build.Options{FS: storetest.FS{}})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestRowsSurvive writes random rows and reads them back through every accessor.
func TestRowsSurvive(t *testing.T) {
	t.Parallel()
	n := 0
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(root, fmt.Sprint(n))
		sz := storetest.Sizes{Files: draw{rt}.N(6), SymbolsPerFile: 4, OccurrencesPerFile: 4, Edges: 8}
		rows := storetest.Rows(draw{rt}, sz)
		if _, err := build.Write(t.Context(), dir, rows, store.Manifest{Snapshot: "s"}, nil, build.Options{FS: storetest.FS{}}); err != nil {
			rt.Fatal(err)
		}
		s, err := store.Open(dir)
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		got, err := s.Rows()
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(rows, got, cmpopts.EquateEmpty()); d != "" {
			rt.Fatalf("rows mismatch (-written +read):\n%s", d)
		}
		if err := store.Verify(filepath.Join(dir, "snapshots", "s")); err != nil {
			rt.Fatal(err)
		}
		sameAnswers(rt, rows, s)
	})
}

// sameAnswers compares an opened snapshot with scans over the rows.
func sameAnswers(t *rapid.T, rows *schema.Rows, s *store.Snapshot) {
	for f := range rows.Files {
		id := schema.FileID(f)
		if got, ok := s.FileByPath(rows.Files[f].Path); !ok || got != id {
			t.Fatalf("FileByPath(%s) = %d, %t", rows.Files[f].Path, got, ok)
		}
		if s.FileRank(id) != rows.FileRanks[f] {
			t.Fatalf("FileRank(%d) = %v", f, s.FileRank(id))
		}
		var occs []schema.Occurrence
		for _, o := range rows.Occurrences {
			if o.File == id {
				occs = append(occs, o)
			}
		}
		got, err := s.Occurrences(id)
		if d := cmp.Diff(occs, got, cmpopts.EquateEmpty()); d != "" || err != nil {
			t.Fatalf("Occurrences(%d): %v (-want +got):\n%s", f, err, d)
		}
		var imports []schema.Import
		for _, o := range rows.Imports {
			if o.File == id {
				imports = append(imports, o)
			}
		}
		if d := cmp.Diff(imports, s.Imports(id), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("Imports(%d) (-want +got):\n%s", f, d)
		}
		var in, out, wantIn, wantOut []int32
		lo, hi := s.FileEdgesFrom(id)
		for i := lo; i < hi; i++ {
			out = append(out, i)
		}
		in = s.FileEdgesTo(id)
		for i, e := range rows.FileEdges {
			if e.Source == id {
				wantOut = append(wantOut, int32(i))
			}
			if e.Target == id {
				wantIn = append(wantIn, int32(i))
			}
		}
		if d := cmp.Diff([][]int32{wantIn, wantOut}, [][]int32{in, out}, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("file edges of %d (-want +got):\n%s", f, d)
		}
		first, end := s.SymbolsOf(id)
		for i, sym := range rows.Symbols {
			if inside := schema.SymbolID(i) >= first && schema.SymbolID(i) < end; inside != (sym.File == id) {
				t.Fatalf("SymbolsOf(%d) = %d, %d; symbol %d lies in %d", f, first, end, i, sym.File)
			}
		}
	}
	for i, sym := range rows.Symbols {
		id := schema.SymbolID(i)
		var in, out, wantIn, wantOut []int32
		lo, hi := s.EdgesFrom(id)
		for i := lo; i < hi; i++ {
			out = append(out, i)
		}
		in = s.EdgesTo(id)
		for i, e := range rows.Edges {
			if e.Source == id {
				wantOut = append(wantOut, int32(i))
			}
			if e.Target == id {
				wantIn = append(wantIn, int32(i))
			}
		}
		if d := cmp.Diff([][]int32{wantIn, wantOut}, [][]int32{in, out}, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("edges of %d (-want +got):\n%s", i, d)
		}
		var named []schema.SymbolID
		for j, other := range rows.Symbols {
			if other.Name == sym.Name {
				named = append(named, schema.SymbolID(j))
			}
		}
		if d := cmp.Diff(named, s.SymbolsByName(sym.Name)); d != "" {
			t.Fatalf("SymbolsByName(%q) (-want +got):\n%s", sym.Name, d)
		}
		if got, ok := s.SymbolByScip(sym.ScipSymbol); !ok || got != id {
			t.Fatalf("SymbolByScip(%q) = %d, %t", sym.ScipSymbol, got, ok)
		}
		if s.Rank(id) != rows.Ranks[i] {
			t.Fatalf("Rank(%d) = %v", i, s.Rank(id))
		}
	}
	if _, ok := s.FileByPath("nowhere"); ok {
		t.Fatal("FileByPath found what does not exist")
	}
	if got := s.SymbolsByName("nobody"); len(got) != 0 {
		t.Fatalf("SymbolsByName found %v", got)
	}
}

// TestSeveralBatches has more occurrences than fit one compressed batch.
func TestSeveralBatches(t *testing.T) {
	t.Parallel()
	rows := someRows(7, storetest.Sizes{Files: 300, SymbolsPerFile: 3, OccurrencesPerFile: 1500, Edges: 10})
	if len(rows.Occurrences) < 4<<15 {
		t.Fatalf("only %d occurrences", len(rows.Occurrences))
	}
	dir := t.TempDir()
	mustWrite(t, dir, rows, store.Manifest{Snapshot: "s"})
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Rows()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rows.Occurrences, got.Occurrences); d != "" {
		t.Fatalf("occurrences mismatch (-written +read):\n%.2000s", d)
	}
}

// TestSameBytes writes the same rows twice, in two places.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	var contents [2]map[string]string
	for i := range contents {
		dir := t.TempDir()
		mustWrite(t, dir, someRows(3, small), store.Manifest{Snapshot: "s"}, text("index.scip", "scip"), text("shards/0.zoekt", "shard"))
		contents[i] = map[string]string{}
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(dir, path)
			contents[i][rel] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(contents[0], contents[1]); d != "" {
		t.Errorf("bytes differ:\n%.2000s", d)
	}
	if len(contents[0]) != len(store.TableNames())+5 { // manifest, CURRENT, .gitignore, two extras
		t.Errorf("%d files", len(contents[0]))
	}
}

func text(name, content string) build.Extra {
	return build.Extra{Name: name, WriteTo: func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	}}
}

// TestLockHidesIndex checks that git never lists a file of the index, not even
// while the first run has nothing but its lock.
func TestLockHidesIndex(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".lc")
	lock, err := build.Lock(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Release()
	if got, err := os.ReadFile(filepath.Join(dir, ".gitignore")); err != nil || string(got) != "*\n" {
		t.Errorf("got %q, %v; want a rule that ignores everything", got, err)
	}
}
