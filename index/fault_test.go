package index_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/indextest"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

// prepared is a repository with an index of its first state, edited since.
func prepared(t *testing.T) (repo *git.Repository, before string) {
	t.Helper()
	repo = clone(t, "python")
	before = run(t, repo, index.Options{}).Snapshot
	edit := txtar.File{Name: "shop/extra.py", Data: []byte("from shop.price import total\n\n\ndef more():\n    return total([])\n")}
	if err := indextest.Write(repo.Root, []txtar.File{edit}); err != nil {
		t.Fatal(err)
	}
	return repo, before
}

// verified proves that what is served is whole and returns its id.
func verified(t *testing.T, repo *git.Repository) string {
	t.Helper()
	dir, err := index.Dir(repo, "")
	if err != nil {
		t.Fatal(err)
	}
	current, err := store.Current(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Verify(filepath.Join(dir, store.SnapshotsFolder, current)); err != nil {
		t.Fatal(err)
	}
	snap, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	return snap.Manifest().Snapshot
}

// TestRunFaults lets a run fail, and the process crash, at every operation on the
// index: what is served afterwards is the old snapshot or the new one, whole, and
// the next run gives the new one.
func TestRunFaults(t *testing.T) {
	t.Parallel()
	repo, _ := prepared(t)
	count := fsx.NewFaulty(fsx.OS{}, -1, fsx.FaultError, os.Truncate)
	after := run(t, repo, index.Options{FS: count}).Snapshot
	if count.Ops() < 4*len(store.TableNames()) {
		t.Fatalf("only %d operations", count.Ops())
	}
	for _, fault := range []fsx.Fault{fsx.FaultError, fsx.FaultCrash} {
		for lane := range lanes {
			t.Run(fmt.Sprintf("fault=%d/lane=%d", fault, lane), func(t *testing.T) {
				t.Parallel()
				faultLane(t, fault, lane, count.Ops(), after)
			})
		}
	}
}

// lanes is in how many repositories the operations are tried side by side: most of
// the time is spent waiting for the disk.
const lanes = 6

// faultLane tries every operation whose number is lane modulo lanes. One repository
// serves all: the index of its first state is copied back each time.
func faultLane(t *testing.T, fault fsx.Fault, lane, ops int, after string) {
	repo, before := prepared(t)
	dir := filepath.Join(repo.Root, ".lc")
	clean := filepath.Join(t.TempDir(), "clean")
	if err := os.CopyFS(clean, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]int)
	for at := lane; at < ops; at += lanes {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(dir, os.DirFS(clean)); err != nil {
			t.Fatal(err)
		}
		_, err := index.Run(t.Context(), repo, index.Options{FS: fsx.NewFaulty(fsx.OS{}, at, fault, os.Truncate)}, nil)
		got := verified(t, repo)
		seen[got]++
		switch {
		case got != before && got != after:
			t.Fatalf("at %d: serves %s", at, got)
		case got == before && err == nil:
			t.Errorf("at %d: success is reported and the old snapshot served", at)
		case fault == fsx.FaultError && err != nil && !errors.Is(err, syscall.ENOSPC):
			t.Errorf("at %d: the error hides its cause: %v", at, err)
		}
		if at%(2*lanes) == lane {
			run(t, repo, index.Options{})
			if got := verified(t, repo); got != after {
				t.Fatalf("at %d: the next run serves %s", at, got)
			}
		}
	}
	if seen[before] == 0 {
		t.Errorf("no operation left the old snapshot: %v", seen)
	}
}

// TestWritersWait runs several writers at once: each waits for its turn and all succeed.
func TestWritersWait(t *testing.T) {
	t.Parallel()
	repo, before := prepared(t)
	var wait sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wait.Add(1)
		go func() {
			defer wait.Done()
			_, errs[i] = index.Run(context.Background(), repo, index.Options{}, nil)
		}()
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if got := verified(t, repo); got == before {
		t.Error("the old snapshot is served")
	}
}

// TestInterrupted cancels a run in every stage.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"walk", "files", "identity", "link", "rows", "publish"} {
		t.Run(stage, func(t *testing.T) {
			t.Parallel()
			repo, before := prepared(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			_, err := index.Run(ctx, repo, index.Options{}, func(at string, _, _ int) {
				if at == stage {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v; want that it was cancelled", err)
			}
			if got := verified(t, repo); got != before {
				t.Error("something else than the old snapshot is served")
			}
		})
	}
}

// fault is a mistake of one stage, and the check that must see it.
type fault struct {
	name string
	// spoil changes what the pipeline handed to the store.
	spoil func(*schema.Rows)
	// damage changes the published index.
	damage func(t *testing.T, dir, folder string)
	want   string
}

// faults are planted in the index of the args and broken fixtures together.
var faults = []fault{
	{name: "none", want: ""},
	{name: "a dropped edge", want: "notes", spoil: func(r *schema.Rows) {
		i := edgeTo(r, "total")
		r.Edges = slices.Delete(r.Edges, i, i+1)
	}},
	{name: "a shifted line", want: "notes", spoil: func(r *schema.Rows) { r.Symbols[symbol(r, "total")].NameLine++ }},
	{name: "swapped ids", want: "notes", spoil: func(r *schema.Rows) {
		a, b := edgeTo(r, "total"), edgeTo(r, "checkout")
		r.Edges[a].Target, r.Edges[b].Target = r.Edges[b].Target, r.Edges[a].Target
	}},
	{name: "a lost origin", want: "clean build", spoil: func(r *schema.Rows) {
		r.Occurrences[reference(r, "total")].Origin = schema.OriginNone
	}},
	{name: "a column off by one", want: "clean build", spoil: func(r *schema.Rows) { r.Occurrences[reference(r, "total")].EndCol++ }},
	{name: "a dropped problem", want: "clean build", spoil: func(r *schema.Rows) { r.Problems = r.Problems[1:] }},
	{name: "a skipped file", want: "clean build", spoil: func(r *schema.Rows) {
		r.Files[len(r.Files)-1].Status = schema.StatusSkipped
	}},
	{name: "files out of order", want: "check", spoil: func(r *schema.Rows) { r.Files[0], r.Files[1] = r.Files[1], r.Files[0] }},
	{name: "an edge to nowhere", want: "check", spoil: func(r *schema.Rows) { r.Edges[0].Target = schema.SymbolID(len(r.Symbols)) }},
	{name: "a lost rank", want: "check", spoil: func(r *schema.Rows) { r.Ranks = r.Ranks[1:] }},
	{name: "a truncated shard", want: "verify", damage: func(t *testing.T, _, folder string) {
		path := shard(t, folder)
		info, err := os.Stat(path)
		if err == nil {
			err = os.Truncate(path, info.Size()/2)
		}
		if err != nil {
			t.Fatal(err)
		}
	}},
	{name: "a flipped bit", want: "verify", damage: func(t *testing.T, _, folder string) {
		path := filepath.Join(folder, "edges"+store.TableSuffix)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 4
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}},
	{name: "a stale memory entry", want: "sample", damage: func(t *testing.T, dir, folder string) {
		snap, err := store.OpenFolder(folder)
		if err != nil {
			t.Fatal(err)
		}
		defer snap.Close()
		id, ok := snap.FileByPath("shop/price.py")
		if !ok {
			t.Fatal("the file is not there")
		}
		memories := filepath.Join(dir, memory.Folder)
		if err := os.RemoveAll(memories); err != nil {
			t.Fatal(err)
		}
		w, err := memory.NewWriter(memories, fsx.OS{})
		if err != nil {
			t.Fatal(err)
		}
		w.Put(memory.KeyOf(snap.File(id).Digest, "python"), &lang.Facts{Lines: 9})
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
	}},
}

func symbol(r *schema.Rows, name string) int {
	return slices.IndexFunc(r.Symbols, func(s schema.Symbol) bool { return s.Name == name && s.Kind != schema.KindFile })
}

func edgeTo(r *schema.Rows, name string) int {
	want := schema.SymbolID(symbol(r, name))
	return slices.IndexFunc(r.Edges, func(e schema.Edge) bool {
		return e.Target == want && r.Symbols[e.Source].Kind != schema.KindFile
	})
}

func reference(r *schema.Rows, name string) int {
	want := schema.SymbolID(symbol(r, name))
	return slices.IndexFunc(r.Occurrences, func(o schema.Occurrence) bool {
		return o.Symbol == want && o.Role != schema.RoleDefinition
	})
}

func shard(t *testing.T, folder string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, index.ShardsFolder, "*.zoekt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no shards: %v", err)
	}
	return paths[0]
}

// TestPlantedFaults plants one fault at a time in what a stage hands on, publishes
// it as the pipeline would, and demands that exactly the named check turns red
// first: the structural check before anything is written, the noted facts, the
// digests of the published files, the sample of the memory, the clean build.
func TestPlantedFaults(t *testing.T) {
	t.Parallel()
	if len(faults) < 11 {
		t.Fatalf("only %d faults", len(faults))
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			repo := clone(t, "python")
			extra := txtar.File{Name: "broken.py", Data: []byte("def broken(:\n    pass\n")}
			if err := indextest.Write(repo.Root, []txtar.File{extra}); err != nil {
				t.Fatal(err)
			}
			if err := indextest.Commit(t.Context(), repo.Root, "broken"); err != nil {
				t.Fatal(err)
			}
			run(t, repo, index.Options{})
			if got, err := firstRed(t, repo, f); got != f.want {
				t.Errorf("red is %q (%v), want %q", got, err, f.want)
			}
		})
	}
}

// firstRed plants the fault and returns the name of the first check that fails.
func firstRed(t *testing.T, repo *git.Repository, f fault) (string, error) {
	t.Helper()
	dir := filepath.Join(repo.Root, ".lc")
	snap := served(t, repo, "")
	rows, err := snap.Rows()
	if err != nil {
		t.Fatal(err)
	}
	current, err := store.Current(dir)
	if err != nil {
		t.Fatal(err)
	}
	if f.spoil != nil {
		f.spoil(rows)
		m := *snap.Manifest()
		m.Snapshot = "spoilt"
		var extras []build.Extra
		for _, a := range m.Artifacts {
			if !strings.HasSuffix(a.Name, store.TableSuffix) {
				extras = append(extras, artifact(filepath.Join(dir, store.SnapshotsFolder, current), a.Name))
			}
		}
		if current, err = build.Write(t.Context(), dir, rows, m, extras, build.Options{}); err != nil {
			return "check", err
		}
	}
	folder := filepath.Join(dir, store.SnapshotsFolder, current)
	if f.damage != nil {
		f.damage(t, dir, folder)
	}
	files, err := indextest.Read(fixtures, "python")
	if err != nil {
		t.Fatal(err)
	}
	if complaints := missed(files, rows); len(complaints) > 0 {
		return "notes", errors.New(complaints[0])
	}
	if err := store.Verify(folder); err != nil {
		return "verify", err
	}
	snap = served(t, repo, "")
	if err := index.VerifySample(t.Context(), repo, snap, dir, 10); err != nil {
		return "sample", err
	}
	if err := index.VerifyFull(t.Context(), repo, snap, "", "", nil); err != nil {
		return "clean build", err
	}
	return "", nil
}

// artifact is a file of a snapshot, to be taken over.
func artifact(folder, name string) build.Extra {
	return build.Extra{Name: name, WriteTo: func(w io.Writer) error {
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}}
}
