package history_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/history"
)

func TestHistoryEndsAtTheCommit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	run := func(date string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("", "init", "-q", "-b", "main")
	run("", "config", "user.email", "a@example.org")
	run("", "config", "user.name", "a")
	write("a b.txt", "1\n")
	run("", "add", ".")
	run("2020-01-01T00:00:00Z", "commit", "-qm", "old: outside the window")
	write("a b.txt", "1\n2\n")
	write("ü.txt", "x\n")
	run("", "add", ".")
	run("2021-01-01T00:00:00Z", "commit", "-qm", "fix(core): second\n\nbody")
	write("a b.txt", "2\n")
	run("", "add", ".")
	run("2021-02-01T00:00:00Z", "commit", "-qm", "third thing")

	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := history.Start(t.Context(), repo, "HEAD").Wait()
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Commits) != 2 || h.Commits[0].Subject != "third thing" || h.Commits[1].Kind != "fix" || h.Cut {
		t.Fatalf("commits = %+v", h.Commits)
	}
	want := []history.FileChange{{0, "a b.txt", 0, 1}, {1, "a b.txt", 1, 0}, {1, "ü.txt", 1, 0}}
	if len(h.Changes) != len(want) {
		t.Fatalf("changes = %+v", h.Changes)
	}
	for i, w := range want {
		if h.Changes[i] != w {
			t.Errorf("change %d = %+v, want %+v", i, h.Changes[i], w)
		}
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		subject, want string
		sure          bool
	}{
		{"fix(parser)!: handle tabs", "fix", true},
		{"feat: add flags", "feature", true},
		{"Fix crash on empty input", "fix", false},
		{"tsdb: add a test for overlapping blocks", "test", false},
		{"Prefix handling", "", false},
	} {
		got, confidence := history.Classify(tc.subject)
		if got != tc.want || (confidence > .9) != tc.sure {
			t.Errorf("Classify(%q) = %q at %.2f, want %q, sure %v", tc.subject, got, confidence, tc.want, tc.sure)
		}
	}
}
