package index_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/indextest"
)

// TestSameBytes indexes every fixture in ways that must not matter: on one worker
// and on many, in another folder, with other file times and a stricter umask, from
// the commit instead of the work tree, and a second time over a full memory.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	eachFixture(t, func(t *testing.T, name string) {
		repo := clone(t, name)
		want := run(t, repo, index.Options{Workers: 1})
		if want.Dirty {
			t.Error("a fresh clone is dirty")
		}
		demandEqual(t, "four workers", want, run(t, repo, index.Options{Workers: 4, IndexDir: t.TempDir()}))
		demandEqual(t, "the commit", want, run(t, repo, index.Options{Commit: "HEAD", IndexDir: t.TempDir()}))
		demandEqual(t, "a second run", want, run(t, repo, index.Options{}))

		other := clone(t, name)
		files, err := indextest.Read(fixtures, name)
		if err != nil {
			t.Fatal(err)
		}
		past := time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC)
		for _, f := range files {
			path := filepath.Join(other.Root, filepath.FromSlash(f.Name))
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, past, past); err != nil {
				t.Fatal(err)
			}
		}
		demandEqual(t, "another clone", want, run(t, other, index.Options{}))
	})
}

// editor changes a work tree at random and commits now and then.
type editor struct {
	t     *testing.T
	r     *rand.Rand
	root  string
	files []string
	pool  []txtar.File // Contents to take from.
	n     int
}

func (e *editor) write(path string, data []byte) {
	e.t.Helper()
	if err := indextest.Write(e.root, []txtar.File{{Name: path, Data: data}}); err != nil {
		e.t.Fatal(err)
	}
}

// step does one edit and returns what it was.
func (e *editor) step() string {
	e.t.Helper()
	e.n++
	pick := e.r.IntN(len(e.files))
	path := e.files[pick]
	full := filepath.Join(e.root, filepath.FromSlash(path))
	switch e.r.IntN(6) {
	case 0: // The content of another file of the pool under a new name.
		from := e.pool[e.r.IntN(len(e.pool))]
		added := fmt.Sprintf("added%d%s", e.n, filepath.Ext(from.Name))
		e.write(added, from.Data)
		e.files = append(e.files, added)
		return "add " + added
	case 1:
		if len(e.files) < 3 {
			return "nothing"
		}
		if err := os.Remove(full); err != nil {
			e.t.Fatal(err)
		}
		e.files = slices.Delete(e.files, pick, pick+1)
		return "delete " + path
	case 2:
		to := fmt.Sprintf("moved%d/%s", e.n, filepath.Base(path))
		if err := os.MkdirAll(filepath.Join(e.root, filepath.Dir(to)), 0o755); err != nil {
			e.t.Fatal(err)
		}
		if err := os.Rename(full, filepath.Join(e.root, to)); err != nil {
			e.t.Fatal(err)
		}
		e.files[pick] = to
		return "rename " + path + " to " + to
	case 3:
		if err := indextest.Commit(e.t.Context(), e.root, "step"); err != nil {
			e.t.Fatal(err)
		}
		return "commit"
	case 4: // A line in front moves everything below.
		data, err := os.ReadFile(full)
		if err != nil {
			e.t.Fatal(err)
		}
		e.write(path, append([]byte("\n"), data...))
		return "shift " + path
	default: // Half of a file: definitions go, the parse may break.
		data, err := os.ReadFile(full)
		if err != nil {
			e.t.Fatal(err)
		}
		e.write(path, data[:len(data)/2])
		return "cut " + path
	}
}

// seeds is how many histories of edits each fixture gets: one, since every fixture
// has its own and the eight together take most of the time of the package.
const seeds = 1

// TestIncrementalEqualsFull edits fixtures at random and demands after every few
// edits that the index which went along has the bytes of one that is built anew.
func TestIncrementalEqualsFull(t *testing.T) {
	t.Parallel()
	eachFixture(t, func(t *testing.T, name string) {
		files, err := indextest.Read(fixtures, name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := uint64(1); seed <= seeds; seed++ {
			repo := clone(t, name)
			e := &editor{t: t, r: rand.New(rand.NewPCG(seed, uint64(len(name)))), root: repo.Root, pool: files}
			for _, f := range files {
				e.files = append(e.files, f.Name)
			}
			along := t.TempDir()
			run(t, repo, index.Options{IndexDir: along})
			var done []string
			for range 4 {
				for range 1 + e.r.IntN(3) {
					done = append(done, e.step())
				}
				got := run(t, repo, index.Options{IndexDir: along})
				want := run(t, repo, index.Options{IndexDir: t.TempDir()})
				if d := difference(want, got); d != "" {
					t.Fatalf("seed %d: after %q %s", seed, done, d)
				}
			}
		}
	})
}
