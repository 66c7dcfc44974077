package build_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

// TestFaults publishes a second snapshot and fails, or crashes, at every single
// operation: the index answers from the old or from the new snapshot, whole, and
// the next run succeeds.
func TestFaults(t *testing.T) {
	t.Parallel()
	before, after := someRows(1, small), someRows(2, small)
	prepare := func() string {
		dir := t.TempDir()
		mustWrite(t, dir, before, store.Manifest{Snapshot: "before"}, text("index.scip", "1"))
		return dir
	}
	write := func(dir string, fsys fsx.FS) error {
		_, err := build.Write(context.Background(), dir, after, store.Manifest{Snapshot: "after"},
			[]build.Extra{text("index.scip", "2"), text("shards/a.zoekt", "3")}, build.Options{FS: fsys})
		return err
	}
	count := fsx.NewFaulty(storetest.FS{}, -1, fsx.FaultError, os.Truncate)
	if err := write(prepare(), count); err != nil {
		t.Fatal(err)
	}
	if count.Ops() < 4*len(store.TableNames()) {
		t.Fatalf("only %d operations", count.Ops())
	}
	for _, fault := range []fsx.Fault{fsx.FaultError, fsx.FaultCrash} {
		olds, news := 0, 0
		for at := range count.Ops() {
			dir := prepare()
			err := write(dir, fsx.NewFaulty(storetest.FS{}, at, fault, os.Truncate))
			switch got := served(t, dir); got {
			case "before":
				olds++
				if err == nil && fault == fsx.FaultCrash {
					t.Errorf("crash at %d: reported success, serves the old snapshot", at)
				}
			case "after":
				news++
			default:
				t.Fatalf("fault %d at %d serves %q", fault, at, got)
			}
			if err := write(dir, storetest.FS{}); err != nil {
				t.Fatalf("fault %d at %d: the next run: %v", fault, at, err)
			}
			if got := served(t, dir); got != "after" {
				t.Fatalf("fault %d at %d: the next run serves %q", fault, at, got)
			}
		}
		if olds == 0 || news == 0 {
			t.Errorf("fault %d: %d old, %d new", fault, olds, news)
		}
	}
}

// served verifies the snapshot that is served and returns its id.
func served(t *testing.T, dir string) string {
	t.Helper()
	folder, err := store.Current(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(filepath.Join(dir, store.SnapshotsFolder, folder)); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return s.Manifest().Snapshot
}

// TestReaderKeepsItsSnapshot reads through a publication and a collection.
func TestReaderKeepsItsSnapshot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := someRows(1, small)
	mustWrite(t, dir, rows, store.Manifest{Snapshot: "one", Commit: "c1"})
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, dir, someRows(2, small), store.Manifest{Snapshot: "two", Commit: "c2"})
	late := build.GCOptions{Before: time.Now().Add(time.Hour)}
	removed, err := build.GC(dir, late)
	if err != nil {
		t.Fatal(err)
	}
	if len(removed) != 0 {
		t.Errorf("a snapshot in use was removed: %v", removed)
	}
	got, err := s.Rows()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(rows.Symbols, got.Symbols); d != "" {
		t.Errorf("the reader sees something else:\n%s", d)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if removed, err = build.GC(dir, late); err != nil || len(removed) != 1 || removed[0].Folder != "one" || removed[0].Commit != "c1" || removed[0].Bytes == 0 {
		t.Errorf("got %+v, %v; want snapshot one removed", removed, err)
	}
	if got := served(t, dir); got != "two" {
		t.Errorf("serves %q", got)
	}
}

func TestGCKeeps(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		opts build.GCOptions
		want int
	}{
		{"young", build.GCOptions{Before: time.Now().Add(-time.Hour)}, 0},
		{"old", build.GCOptions{Before: time.Now().Add(time.Hour)}, 1},
		{"named", build.GCOptions{Before: time.Now().Add(time.Hour), Named: map[string]bool{"c1": true}}, 0},
		{"dry run", build.GCOptions{Before: time.Now().Add(time.Hour), DryRun: true}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			mustWrite(t, dir, someRows(1, small), store.Manifest{Snapshot: "one", Commit: "c1"})
			mustWrite(t, dir, someRows(2, small), store.Manifest{Snapshot: "two", Commit: "c2"})
			removed, err := build.GC(dir, tc.opts)
			if err != nil || len(removed) != tc.want {
				t.Errorf("removed %v, %v; want %d", removed, err, tc.want)
			}
			entries, err := store.List(dir)
			if want := 2 - tc.want; err != nil || len(entries) != want && !tc.opts.DryRun {
				t.Errorf("%d snapshots left, %v; want %d", len(entries), err, want)
			}
		})
	}
}

// TestReuse takes an artifact over from an earlier snapshot.
func TestReuse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := mustWrite(t, dir, someRows(1, small), store.Manifest{Snapshot: "one"}, text("shards/a.zoekt", "shard"))
	m, err := store.ReadManifest(filepath.Join(dir, store.SnapshotsFolder, one))
	if err != nil {
		t.Fatal(err)
	}
	old, ok := m.Artifact("shards/a.zoekt")
	if !ok {
		t.Fatal("the manifest does not list the shard")
	}
	from := filepath.Join(dir, store.SnapshotsFolder, one, "shards", "a.zoekt")
	two := mustWrite(t, dir, someRows(2, small), store.Manifest{Snapshot: "two"}, build.Extra{Name: "shards/b.zoekt", Path: from, SHA256: old.SHA256})
	data, err := os.ReadFile(filepath.Join(dir, store.SnapshotsFolder, two, "shards", "b.zoekt"))
	if err != nil || string(data) != "shard" {
		t.Errorf("got %q, %v", data, err)
	}
	if got := served(t, dir); got != "two" {
		t.Errorf("serves %q", got)
	}
	_, err = build.Write(t.Context(), dir, someRows(3, small), store.Manifest{Snapshot: "three"},
		[]build.Extra{{Name: "shards/b.zoekt", Path: from, SHA256: "00"}}, build.Options{})
	if err == nil {
		t.Error("a file with another digest was taken over")
	}
	if got := served(t, dir); got != "two" {
		t.Errorf("after a failed run serves %q", got)
	}
}

// TestRepublish writes the same snapshot again, and again after it was damaged.
func TestRepublish(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := someRows(1, small)
	first := mustWrite(t, dir, rows, store.Manifest{Snapshot: "one"})
	if again := mustWrite(t, dir, rows, store.Manifest{Snapshot: "one"}); again != first {
		t.Errorf("the same snapshot is published as %s and %s", first, again)
	}
	if err := os.Truncate(filepath.Join(dir, store.SnapshotsFolder, first, "symbols.arrow"), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(dir); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("a truncated table opens: %v", err)
	}
	mustWrite(t, dir, rows, store.Manifest{Snapshot: "one"})
	if got := served(t, dir); got != "one" {
		t.Errorf("serves %q", got)
	}
	entries, err := store.FindCommit(dir, "")
	if err != nil || len(entries) != 2 {
		t.Errorf("%d snapshots, %v", len(entries), err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	failing := build.Extra{Name: "index.scip", WriteTo: func(io.Writer) error { return io.ErrUnexpectedEOF }}
	for _, tc := range []struct {
		name   string
		spoil  func(*schema.Rows)
		extras []build.Extra
	}{
		{"swapped files", func(r *schema.Rows) { r.Files[0], r.Files[1] = r.Files[1], r.Files[0] }, nil},
		{"edge to nowhere", func(r *schema.Rows) { r.Edges[0].Target = schema.SymbolID(len(r.Symbols)) }, nil},
		{"edge from none", func(r *schema.Rows) { r.Edges[0].Source = schema.None }, nil},
		{"unsorted edges", func(r *schema.Rows) { r.Edges[0], r.Edges[1] = r.Edges[1], r.Edges[0] }, nil},
		{"parent after child", func(r *schema.Rows) { r.Symbols[1].Parent = 2 }, nil},
		{"occurrence of no file", func(r *schema.Rows) { r.Occurrences[0].File = -1 }, nil},
		{"unsorted occurrences", func(r *schema.Rows) { r.Occurrences[0].StartLine = 1 << 20 }, nil},
		{"missing rank", func(r *schema.Rows) { r.Ranks = r.Ranks[1:] }, nil},
		{"change of no commit", func(r *schema.Rows) { r.Changes = append(r.Changes, schema.Change{Commit: 99}) }, nil},
		{"failing artifact", func(*schema.Rows) {}, []build.Extra{failing}},
		{"artifact outside", func(*schema.Rows) {}, []build.Extra{text("../x", "")}},
		{"artifact twice", func(*schema.Rows) {}, []build.Extra{text("x", ""), text("x", "")}},
		{"missing source", func(*schema.Rows) {}, []build.Extra{{Name: "x", Path: "/nowhere/at/all"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			mustWrite(t, dir, someRows(1, small), store.Manifest{Snapshot: "one"})
			rows := someRows(4, small)
			tc.spoil(rows)
			if _, err := build.Write(t.Context(), dir, rows, store.Manifest{Snapshot: "two"}, tc.extras, build.Options{}); err == nil {
				t.Error("it was written")
			}
			if got := served(t, dir); got != "one" {
				t.Errorf("serves %q", got)
			}
		})
	}
}
