package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/indextest"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

const fixtures = "../fixtures/repos"

// eachFixture runs a subtest for every fixture repository.
func eachFixture(t *testing.T, test func(t *testing.T, name string)) {
	t.Helper()
	names, err := indextest.Names(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name)
		})
	}
}

// clone makes a repository with the fixture as its one commit.
func clone(t *testing.T, name string) *git.Repository {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "repo")
	if err := indextest.Clone(t.Context(), fixtures, name, dir); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

func open(t *testing.T, dir string) *git.Repository {
	t.Helper()
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

// run indexes and returns the manifest of what is served then.
func run(t *testing.T, repo *git.Repository, opts index.Options) *store.Manifest {
	t.Helper()
	if _, err := index.Run(t.Context(), repo, opts, nil); err != nil {
		t.Fatal(err)
	}
	snap := served(t, repo, opts.IndexDir)
	m := *snap.Manifest()
	return &m
}

// served opens the current snapshot until the test ends.
func served(t *testing.T, repo *git.Repository, indexDir string) *store.Snapshot {
	t.Helper()
	dir, err := index.Dir(repo, indexDir)
	if err != nil {
		t.Fatal(err)
	}
	snap, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = snap.Close() })
	return snap
}

// digests lists the artifacts of a snapshot with their digests.
func digests(m *store.Manifest) []string {
	var out []string
	for _, a := range m.Artifacts {
		out = append(out, a.Name+" "+a.SHA256)
	}
	return append(out, "snapshot "+m.Snapshot)
}

// demandEqual reports the artifacts in which two snapshots differ.
func demandEqual(t *testing.T, what string, want, got *store.Manifest) {
	t.Helper()
	if len(want.Artifacts) < len(store.TableNames()) {
		t.Fatalf("%s: only %d artifacts", what, len(want.Artifacts))
	}
	if d := difference(want, got); d != "" {
		t.Errorf("%s: %s", what, d)
	}
}

func difference(want, got *store.Manifest) string {
	a, b := digests(want), digests(got)
	if slices.Equal(a, b) {
		return ""
	}
	var only []string
	for _, line := range a {
		if !slices.Contains(b, line) {
			name, _, _ := strings.Cut(line, " ")
			only = append(only, name)
		}
	}
	for _, line := range b {
		if name, _, _ := strings.Cut(line, " "); !slices.Contains(a, line) && !slices.Contains(only, name) {
			only = append(only, name)
		}
	}
	return "these differ: " + strings.Join(only, ", ")
}

// missed returns the notes of files that rows do not bear out.
func missed(files []txtar.File, rows *schema.Rows) []string {
	var out []string
	for _, n := range indextest.Notes(files) {
		if err := holds(n, rows); err != nil {
			out = append(out, fmt.Sprintf("%s:%d: %s: %s: %v", n.Path, n.Line, n.Kind, n.Symbol, err))
		}
	}
	return out
}

func holds(n indextest.Note, rows *schema.Rows) error {
	target := slices.IndexFunc(rows.Symbols, func(s schema.Symbol) bool {
		return s.Kind != schema.KindFile && s.NameLine == n.Line && rows.Files[s.File].Path == n.Path
	})
	if target < 0 {
		return fmt.Errorf("no symbol is defined there")
	}
	var sources []string
	for _, e := range rows.Edges {
		if int(e.Target) == target {
			sources = append(sources, rows.Symbols[e.Source].QualifiedName)
		}
	}
	switch {
	case n.Kind == "dead" && rows.Symbols[target].Name != n.Symbol:
		return fmt.Errorf("the symbol there is %s", rows.Symbols[target].Name)
	case n.Kind == "dead" && len(sources) > 0:
		return fmt.Errorf("it is used by %v", sources)
	case n.Kind == "from" && !slices.ContainsFunc(sources, func(s string) bool { return s == n.Symbol || strings.HasSuffix(s, "."+n.Symbol) }):
		return fmt.Errorf("its dependents are %v", sources)
	}
	return nil
}

// TestNotes indexes every fixture and demands the facts noted beside its lines.
func TestNotes(t *testing.T) {
	t.Parallel()
	eachFixture(t, func(t *testing.T, name string) {
		repo := clone(t, name)
		run(t, repo, index.Options{})
		rows, err := served(t, repo, "").Rows()
		if err != nil {
			t.Fatal(err)
		}
		files, err := indextest.Read(fixtures, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range missed(files, rows) {
			t.Error(complaint)
		}
		if len(rows.Files) != len(files) {
			t.Errorf("%d files, want %d", len(rows.Files), len(files))
		}
	})
}

// TestCounts asserts that a second run parses nothing, and one after an edit one file.
func TestCounts(t *testing.T) {
	t.Parallel()
	repo := clone(t, "python")
	again := func() *index.Summary {
		s, err := index.Run(context.Background(), repo, index.Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := again(); s.Parsed != 5 || s.Reused != 0 || s.Dirty || s.Status != "complete" {
		t.Errorf("first run: %d parsed, %d remembered, dirty %v, %s; want 5, 0, false, complete", s.Parsed, s.Reused, s.Dirty, s.Status)
	}
	if s := again(); s.Parsed != 0 || s.Reused != 5 {
		t.Errorf("second run: %d parsed, %d remembered; want 0, 5", s.Parsed, s.Reused)
	}
	edit := txtar.File{Name: "shop/price.py", Data: []byte("RATE = 3\n\n\ndef total(items):\n    return 0\n")}
	if err := indextest.Write(repo.Root, []txtar.File{edit}); err != nil {
		t.Fatal(err)
	}
	if s := again(); s.Parsed != 1 || s.Reused != 4 || !s.Dirty {
		t.Errorf("after an edit: %d parsed, %d remembered, dirty %v; want 1, 4, true", s.Parsed, s.Reused, s.Dirty)
	}
}

// TestNotIndexed gives a reason for every file whose content is not indexed, on the
// first run and on one that remembers.
func TestNotIndexed(t *testing.T) {
	t.Parallel()
	repo := clone(t, "text")
	pointer := "version https://git-lfs.github.com/spec/v1\noid sha256:" + strings.Repeat("ab", 32) + "\nsize 12\n"
	files := []txtar.File{
		{Name: "large.py", Data: []byte(pointer)},
		{Name: "quote.py", Data: []byte("def real():\n    \"\"\"\n" + pointer + "    \"\"\"\n")},
		{Name: "huge.py", Data: []byte("x = 1\n" + strings.Repeat("# more\n", 300))},
	}
	if err := indextest.Write(repo.Root, files); err != nil {
		t.Fatal(err)
	}
	head, err := repo.Resolve(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if err := indextest.Git(t.Context(), repo.Root, "update-index", "--add", "--cacheinfo", "160000,"+head+",sub/module"); err != nil {
		t.Fatal(err)
	}
	if err := indextest.Git(t.Context(), repo.Root, "add", "large.py", "quote.py", "huge.py"); err != nil {
		t.Fatal(err)
	}
	if err := indextest.Git(t.Context(), repo.Root, "commit", "-q", "-m", "odd files"); err != nil {
		t.Fatal(err)
	}
	for _, when := range []string{"first", "remembered"} {
		if err := os.RemoveAll(filepath.Join(repo.Root, ".lc", store.SnapshotsFolder)); err != nil {
			t.Fatal(err)
		}
		run(t, repo, index.Options{Commit: "HEAD", MaxFileBytes: 1000})
		rows, err := served(t, repo, "").Rows()
		if err != nil {
			t.Fatal(err)
		}
		reasons := make(map[string]string)
		for _, p := range rows.Problems {
			reasons[p.Path] += p.Stage + ": " + p.Reason
		}
		for path, want := range map[string]string{
			"large.py": "read: a Git LFS pointer", "huge.py": "parse: 2106 bytes are over the limit of 1000", "sub/module": "walk: a submodule", "quote.py": "",
		} {
			if got := reasons[path]; !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s: %s: got %q, want %q", when, path, got, want)
			}
		}
		for _, f := range rows.Files {
			if f.Path == "large.py" && (f.Language != "" || f.Status != schema.StatusSkipped) {
				t.Errorf("%s: the pointer is %q, %s", when, f.Language, f.Status)
			}
		}
		if symbol(rows, "real") < 0 || symbol(rows, "oid") >= 0 {
			t.Errorf("%s: the quoting file or the pointer was misread", when)
		}
	}
}
