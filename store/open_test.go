package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

type seeded struct{ r *rand.Rand }

func (s seeded) N(n int) int { return s.r.IntN(n) }

func published(t testing.TB, sz storetest.Sizes) (dir, folder string) {
	t.Helper()
	dir = t.TempDir()
	rows := storetest.Rows(seeded{rand.New(rand.NewPCG(5, 1))}, sz)
	name, err := build.Write(context.Background(), dir, rows, store.Manifest{Snapshot: "s", Commit: "abc"}, nil, build.Options{FS: storetest.FS{}})
	if err != nil {
		t.Fatal(err)
	}
	return dir, filepath.Join(dir, store.SnapshotsFolder, name)
}

var tiny = storetest.Sizes{Files: 3, SymbolsPerFile: 3, OccurrencesPerFile: 3, Edges: 4}

// touch asks every question of a snapshot: none may panic, whatever the bytes.
func touch(s *store.Snapshot) {
	for i := range s.FileCount() {
		id := schema.FileID(i)
		f := s.File(id)
		s.FileByPath(f.Path)
		s.FileRank(id)
		s.FileCoverage(id)
		lo, hi := s.SymbolsOf(id)
		for k := lo; k < hi; k++ {
			s.Symbol(k)
		}
		_, _ = s.Occurrences(id)
		s.Imports(id)
		a, b := s.FileEdgesFrom(id)
		for k := a; k < b; k++ {
			s.FilePath(s.FileEdge(k).Target)
		}
		for _, k := range s.FileEdgesTo(id) {
			s.FileEdge(k)
		}
	}
	for i := range s.SymbolCount() {
		id := schema.SymbolID(i)
		sym := s.Symbol(id)
		for p := id; p != schema.None; p = s.SymbolParent(p) {
			s.SymbolKind(p)
		}
		s.File(sym.File)
		for _, k := range s.SymbolsByName(sym.Name) {
			s.SymbolFlags(k)
		}
		s.SymbolByScip(sym.ScipSymbol)
		s.Rank(id)
		a, b := s.EdgesFrom(id)
		for k := a; k < b; k++ {
			s.SymbolName(s.Edge(k).Target)
		}
		for _, k := range s.EdgesTo(id) {
			s.SymbolFile(s.Edge(k).Source)
		}
	}
	s.Commits()
	s.Changes()
	s.Problems()
	s.Coverage()
}

// TestBitFlips damages every eleventh byte of every table and of the manifest, each
// in another bit: Verify reports it, and an index that opens answers without a panic.
func TestBitFlips(t *testing.T) {
	t.Parallel()
	_, folder := published(t, tiny)
	names := []string{store.ManifestFile}
	for _, table := range store.TableNames() {
		names = append(names, table+store.TableSuffix)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		step := 11
		if testing.Short() {
			step = 97
		}
		for i := 0; i < len(good); i += step {
			bad := append([]byte(nil), good...)
			bad[i] ^= 1 << (i % 8)
			if err := os.WriteFile(path, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := store.OpenFolder(folder)
			if err == nil {
				touch(s)
				_ = s.Close()
			} else if !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrFormat) {
				t.Fatalf("%s, byte %d: %v", name, i, err)
			}
			if i%4 == 0 {
				if err := store.Verify(folder); !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrFormat) {
					t.Fatalf("%s, byte %d: Verify: %v", name, i, err)
				}
			}
		}
		if err := os.WriteFile(path, good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Verify(folder); err != nil {
		t.Fatalf("restored: %v", err)
	}
}

func TestTruncation(t *testing.T) {
	t.Parallel()
	_, folder := published(t, tiny)
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{0, 1, len(good) / 2, len(good) - 1} {
			if err := os.WriteFile(path, good[:size], 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := store.OpenFolder(folder); !errors.Is(err, store.ErrCorrupt) {
				t.Errorf("%s cut to %d bytes: %v", e.Name(), size, err)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if _, err := store.OpenFolder(folder); !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrNoIndex) {
			t.Errorf("%s removed: %v", e.Name(), err)
		}
		if err := os.WriteFile(path, good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		spoil func(t *testing.T, dir, folder string)
		want  error
		says  string
	}{
		{"nothing", func(t *testing.T, dir, _ string) { must(t, os.RemoveAll(dir)) }, store.ErrNoIndex, "lc index"},
		{"empty folder", func(t *testing.T, dir, _ string) {
			must(t, os.RemoveAll(dir))
			must(t, os.Mkdir(dir, 0o755))
		}, store.ErrNoIndex, "lc index"},
		{"current names nothing", func(t *testing.T, dir, _ string) {
			must(t, os.WriteFile(filepath.Join(dir, "CURRENT"), []byte("../../etc\n"), 0o644))
		}, store.ErrCorrupt, "CURRENT"},
		{"snapshot is gone", func(t *testing.T, _, folder string) { must(t, os.RemoveAll(folder)) }, store.ErrCorrupt, "missing"},
		{"newer format", func(t *testing.T, _, folder string) { reformat(t, folder, schema.FormatVersion+1) }, store.ErrFormat, "newer lc"},
		{"older format", func(t *testing.T, _, folder string) { reformat(t, folder, 0) }, store.ErrFormat, "lc index"},
		{"manifest is no JSON", func(t *testing.T, _, folder string) {
			must(t, os.WriteFile(filepath.Join(folder, store.ManifestFile), []byte("{"), 0o644))
		}, store.ErrCorrupt, store.ManifestFile},
		{"manifest changed", func(t *testing.T, _, folder string) {
			path := filepath.Join(folder, store.ManifestFile)
			data, err := os.ReadFile(path)
			must(t, err)
			must(t, os.WriteFile(path, []byte(strings.Replace(string(data), `"abc"`, `"abd"`, 1)), 0o644))
		}, store.ErrCorrupt, "digest"},
		{"another table in its place", func(t *testing.T, _, folder string) {
			data, err := os.ReadFile(filepath.Join(folder, "edges.arrow"))
			must(t, err)
			must(t, os.WriteFile(filepath.Join(folder, "symbols.arrow"), data, 0o644))
		}, store.ErrCorrupt, "symbols.arrow"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir, folder := published(t, tiny)
			tc.spoil(t, dir, folder)
			s, err := store.Open(dir)
			if s != nil || !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("got %v; want %v that says %q", err, tc.want, tc.says)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func reformat(t *testing.T, folder string, format int) {
	t.Helper()
	path := filepath.Join(folder, store.ManifestFile)
	data, err := os.ReadFile(path)
	must(t, err)
	var m map[string]any
	must(t, json.Unmarshal(data, &m))
	m["format"] = format
	data, err = json.Marshal(m)
	must(t, err)
	must(t, os.WriteFile(path, data, 0o644))
}

// FuzzOpenManifest reads arbitrary bytes as a manifest.
func FuzzOpenManifest(f *testing.F) {
	good, err := store.EncodeManifest(store.Manifest{Format: schema.FormatVersion, Snapshot: "s", DirtyPaths: []string{"a"}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"format": 2}`))
	f.Add([]byte(`{"format": 1, "digest": ""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := store.DecodeManifest(data, "manifest.json")
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) && !errors.Is(err, store.ErrFormat) {
				t.Fatalf("an error of neither kind: %v", err)
			}
			return
		}
		if m.Format != schema.FormatVersion {
			t.Fatalf("format %d was accepted", m.Format)
		}
	})
}

// FuzzOpenTable puts arbitrary bytes in the place of a table and asks everything.
func FuzzOpenTable(f *testing.F) {
	_, folder := published(f, tiny)
	good, err := store.ReadManifest(folder)
	if err != nil {
		f.Fatal(err)
	}
	for i, name := range store.TableNames() {
		data, err := os.ReadFile(filepath.Join(folder, name+store.TableSuffix))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), data)
	}
	f.Fuzz(func(t *testing.T, table uint8, data []byte) {
		name := store.TableNames()[int(table)%len(store.TableNames())] + store.TableSuffix
		m := good
		m.Artifacts = slices.Clone(good.Artifacts)
		original, err := os.ReadFile(filepath.Join(folder, name))
		must(t, err)
		defer func() { must(t, os.WriteFile(filepath.Join(folder, name), original, 0o644)) }()
		for i := range m.Artifacts {
			if m.Artifacts[i].Name == name {
				m.Artifacts[i].Bytes = int64(len(data))
			}
		}
		manifest, err := store.EncodeManifest(m)
		if err != nil {
			t.Fatal(err)
		}
		must(t, os.WriteFile(filepath.Join(folder, store.ManifestFile), manifest, 0o644))
		must(t, os.WriteFile(filepath.Join(folder, name), data, 0o644))
		s, err := store.OpenFolder(folder)
		if err != nil {
			if !errors.Is(err, store.ErrCorrupt) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		touch(s)
		must(t, s.Close())
	})
}
