package walk_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/walk"
)

// tree makes a repository with one commit of the files.
func tree(t *testing.T, files map[string]string) (dir string, repo *git.Repository) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	runGit(t, dir, "init", "-q", "-b", "main")
	runGit(t, dir, "config", "user.email", "a@example.org")
	runGit(t, dir, "config", "user.name", "a")
	runGit(t, dir, "add", "-A", "-f")
	runGit(t, dir, "commit", "-q", "-m", "first")
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir, repo
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func paths(tr *walk.Tree) []string {
	var out []string
	for _, e := range tr.Entries {
		out = append(out, e.Path)
	}
	return out
}

func TestOddNamesAreListedAsTheyAre(t *testing.T) {
	t.Parallel()
	names := map[string]string{
		"año/модуль.py": "a", "日本語.go": "b", "🚀.ts": "c", "--stage/a.py": "d", "-n.py": "e", ":(top)magic.py": "f",
		"with \"quotes\" and\ttab.txt": "g", "new\nline.txt": "h", "[glob]*.txt": "i",
	}
	_, repo := tree(t, names)
	var want []string
	for name := range names {
		want = append(want, name)
	}
	slices.Sort(want)
	work, err := walk.WorkTree(t.Context(), repo, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(work); !slices.Equal(got, want) {
		t.Errorf("work tree = %q, want %q", got, want)
	}
	commit, err := walk.Commit(t.Context(), repo, "HEAD", walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(commit); !slices.Equal(got, want) {
		t.Errorf("commit = %q, want %q", got, want)
	}
	dash, err := walk.WorkTree(t.Context(), repo, walk.Options{Prefix: "--stage"})
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(dash); !slices.Equal(got, []string{"--stage/a.py"}) {
		t.Errorf("narrowed to a folder that looks like an option: %q", got)
	}
}

func TestWorkTreeIsTrackedPlusUntrackedNotIgnored(t *testing.T) {
	t.Parallel()
	dir, repo := tree(t, map[string]string{"kept.go": "1", "edited.go": "1", "gone.go": "1", ".gitignore": "*.log\n", "tracked.log": "1"})
	write(t, dir, "edited.go", "two")
	write(t, dir, "new.go", "1")
	write(t, dir, "ignored.log", "1")
	if err := os.Remove(filepath.Join(dir, "gone.go")); err != nil {
		t.Fatal(err)
	}
	got, err := walk.WorkTree(t.Context(), repo, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{".gitignore", "edited.go", "kept.go", "new.go", "tracked.log"}; !slices.Equal(paths(got), want) {
		t.Errorf("entries = %q, want %q", paths(got), want)
	}
	if want := []string{"edited.go", "gone.go", "new.go"}; !slices.Equal(got.Dirty, want) {
		t.Errorf("dirty = %q, want %q", got.Dirty, want)
	}
	for _, e := range got.Entries {
		if fromDisk := e.Path == "edited.go" || e.Path == "new.go"; fromDisk != (e.Object == "") {
			t.Errorf("%s has object %q", e.Path, e.Object)
		}
	}
	r, err := walk.OpenReader(t.Context(), repo, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range got.Entries {
		c, err := r.Read(e, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := walk.Digest(dir, e.Path); !ok || d != c.Digest {
			t.Errorf("%s: digest by reader and by disk differ", e.Path)
		}
		if over, err := r.Read(e, 0); err != nil || over.Bytes != nil || over.Digest != c.Digest {
			t.Errorf("%s over the limit: %d bytes kept, same digest %v, error %v", e.Path, len(over.Bytes), over.Digest == c.Digest, err)
		}
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		glob, path string
		want       bool
	}{
		{"*.go", "a/b.go", true},
		{"vendor", "a/vendor/x.go", true},
		{"a/vendor", "a/vendor/x.go", true},
		{"a/*.go", "a/b/c.go", false},
		{"a/**/*.go", "a/b/c.go", true},
		{"/a/", "a/b.go", true},
		{"b", "a/bc.go", false},
	} {
		if got := walk.Match(tc.glob, tc.path); got != tc.want {
			t.Errorf("Match(%q, %q) = %v, want %v", tc.glob, tc.path, got, tc.want)
		}
	}
}

// Ignore rules of every place count, with their exceptions, wherever the walk begins.
func TestIgnoreRulesOfEveryPlace(t *testing.T) {
	t.Parallel()
	dir, repo := tree(t, map[string]string{
		".gitignore": "sub/secret.py\n/anchored.py\nout/\n!out/keep.py\n", "main.py": "1", "sub/.gitignore": "*.tmp\n!kept.tmp\n",
	})
	for path, text := range map[string]string{
		"sub/secret.py": "1", "anchored.py": "1", "sub/anchored.py": "1", "out/keep.py": "1", "sub/a.tmp": "1", "sub/kept.tmp": "1", "b.tmp": "1",
		"drop.gen.py": "1", "keep.gen.py": "1", "sub/drop.gen.py": "1", "sub/keep.gen.py": "1", ".git/info/exclude": "*.gen.py\n!keep.gen.py\n",
	} {
		write(t, dir, path, text)
	}
	for prefix, want := range map[string][]string{
		"":    {".gitignore", "b.tmp", "keep.gen.py", "main.py", "sub/.gitignore", "sub/anchored.py", "sub/keep.gen.py", "sub/kept.tmp"},
		"sub": {"sub/.gitignore", "sub/anchored.py", "sub/keep.gen.py", "sub/kept.tmp"},
	} {
		got, err := walk.WorkTree(t.Context(), repo, walk.Options{Prefix: prefix})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(paths(got), want) {
			t.Errorf("from %q: %q, want %q", prefix, paths(got), want)
		}
	}
}
