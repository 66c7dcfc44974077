package accuracy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/store"
)

// summary is what is read of lc index --json.
type summary struct {
	Parsed int `json:"parsed"`
	Reused int `json:"reused"`
	Files  int `json:"files"`
}

// edited names a file of each corpus that gets one more line.
var edited = map[string]string{
	"cobra": "command.go", "flask": "src/flask/app.py", "hono": "src/hono-base.ts", "gson": "gson/src/main/java/com/google/gson/Gson.java",
	"ripgrep": "crates/core/main.rs", "redis": "src/server.c",
}

// TestAccuracyIncremental indexes a copy of each clone: a second run parses nothing,
// a run after a change of one file parses that file, what is there then equals a clean
// build, and an index of another copy holds the same tables.
func TestAccuracyIncremental(t *testing.T) {
	each(t, []string{"cobra", "flask", "hono", "gson", "ripgrep", "redis"}, func(t *testing.T, name, root string) {
		a, b := clone(t, root), clone(t, root)
		first, second := index(t, a), index(t, a)
		if second.Parsed != 0 || first.Parsed == 0 {
			t.Errorf("the first run parsed %d files and the second %d, want some and 0", first.Parsed, second.Parsed)
		}
		index(t, b)
		if d := cmp.Diff(artifacts(t, a), artifacts(t, b)); d != "" {
			t.Errorf("two clones differ (-one +other):\n%s", d)
		}
		file := filepath.Join(a, edited[name])
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		comment := "// One more line.\n"
		if strings.HasSuffix(file, ".py") {
			comment = "# One more line.\n"
		}
		if err := os.WriteFile(file, append(content, comment...), 0o644); err != nil {
			t.Fatal(err)
		}
		third := index(t, a)
		if third.Parsed != 1 {
			t.Errorf("after an edit of one file %d were parsed, want 1", third.Parsed)
		}
		verified := true
		if err := lc(t, nil, "index", "verify", "--full", "--repository", a); err != nil {
			t.Errorf("verify --full: %v", err)
			verified = false
		}
		t.Logf("%s: %d files, parsed %d, then %d, after an edit %d; equal to a clean build: %v; %d artifacts alike in two clones",
			name, first.Files, first.Parsed, second.Parsed, third.Parsed, verified, len(artifacts(t, b)))
	})
}

// clone makes a work tree of the commit that a clone has checked out.
func clone(t *testing.T, root string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "clone")
	for _, args := range [][]string{{"clone", "-q", "--no-checkout", "--shared", root, dir}, {"-C", dir, "checkout", "-q", "--detach", "origin/HEAD"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	return dir
}

func index(t *testing.T, root string) summary {
	t.Helper()
	var s summary
	if err := lc(t, &s, "index", "--repository", root); err != nil {
		t.Fatal(err)
	}
	return s
}

// artifacts are the digests in the manifest of the current snapshot.
func artifacts(t *testing.T, root string) map[string]string {
	t.Helper()
	m, err := store.ReadManifest(snapshotOf(t, filepath.Join(root, ".lc")))
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{}
	for _, a := range m.Artifacts {
		digests[a.Name] = a.SHA256
	}
	return digests
}
