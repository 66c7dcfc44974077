package git_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/lc-index/lc/index/git"
)

func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.email", "a@example.org"}, {"config", "user.name", "a"},
		{"commit", "-q", "--allow-empty", "-m", "first"},
	} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	if _, err := git.Open(t.Context(), t.TempDir()); !errors.Is(err, git.ErrNotRepository) {
		t.Errorf("outside a repository: %v, want ErrNotRepository", err)
	}
	empty := t.TempDir()
	if out, err := exec.Command("git", "init", "-q", empty).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	r, err := git.Open(t.Context(), empty)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve(t.Context(), "HEAD"); !errors.Is(err, git.ErrNoCommits) {
		t.Errorf("without commits: %v, want ErrNoCommits", err)
	}
	if _, err := r.Resolve(t.Context(), "--all"); !errors.Is(err, git.ErrUnknownRevision) {
		t.Errorf("an option as a revision: %v, want ErrUnknownRevision", err)
	}
}

func TestConfigurationOfTheRepositoryRunsNothing(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	mark := filepath.Join(t.TempDir(), "ran")
	script := filepath.Join(dir, "run.sh")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+mark+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{".gitattributes": "*.txt filter=evil diff=evil\nb.txt filter=a=b\n", "b.txt": "one\n", "a.txt": "one\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	add := exec.Command("git", "add", ".")
	add.Dir = dir
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("git add: %v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("two\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.txt"), []byte("two\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "diff.external", "core.pager", "filter.evil.clean", "filter.evil.process", "filter.a=b.clean", "filter.a=b.process", "diff.evil.command"} {
		cmd := exec.Command("git", "config", key, script)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git config: %v\n%s", err, out)
		}
	}
	r, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"status", "--porcelain=v2", "-z"}, {"diff", "--no-ext-diff", "--no-textconv", "HEAD", "--"}, {"log", "-1"}} {
		if _, err := r.Run(t.Context(), args...); err != nil {
			t.Errorf("git %v: %v", args, err)
		}
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a program named by the repository's configuration was run")
	}
}

func TestWorkTreeIsTheOneThatHoldsTheRepository(t *testing.T) {
	t.Parallel()
	run := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	dir := repository(t)
	linked := filepath.Join(t.TempDir(), "linked")
	run(dir, "worktree", "add", "-q", linked)
	inside := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(inside, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, good := range []string{dir, linked, inside} {
		if _, err := git.Open(t.Context(), good); err != nil {
			t.Errorf("Open(%s): %v", good, err)
		}
	}
	other := repository(t)
	for _, elsewhere := range []string{t.TempDir(), other, filepath.Dir(dir)} {
		run(dir, "config", "core.worktree", elsewhere)
		if r, err := git.Open(t.Context(), dir); err == nil {
			t.Errorf("with core.worktree %s the work tree is %s, want an error", elsewhere, r.Root)
		}
	}
}
