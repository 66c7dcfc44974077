//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index/indextest"
)

// process is lc in a process of its own: the test binary under that name.
func process(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Args[0], cmd.Dir = "lc", dir
	cmd.Env = append(os.Environ(), "LC_INDEX=")
	return cmd
}

// wide makes a repository with an index, and adds files to it since.
func wide(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "repo")
	if err := indextest.Clone(t.Context(), fixtures, "python", dir); err != nil {
		t.Fatal(err)
	}
	if out, err := process(dir, "-q", "index").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var files []txtar.File
	for i := range 100 {
		files = append(files, txtar.File{Name: fmt.Sprintf("more/m%d.py", i), Data: fmt.Appendf(nil, "from shop.price import total\n\n\ndef f%d():\n    return total([%d])\n", i, i)})
	}
	if err := indextest.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

// counted is how many files the served index holds, after it was verified.
func counted(t *testing.T, dir string) int {
	t.Helper()
	if out, err := process(dir, "index", "verify").CombinedOutput(); err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	out, err := process(dir, "index", "export", "--table", "files").Output()
	if err != nil {
		t.Fatalf("export: %v", err)
	}
	return bytes.Count(out, []byte("\n"))
}

// TestSignals kills and interrupts runs at the start of each stage: the old index
// is served, whole, and the next run gives the new one.
func TestSignals(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		signal syscall.Signal
		stages []string
	}{
		{syscall.SIGKILL, []string{"files", "link", "publish"}},
		{syscall.SIGINT, []string{"files", "publish"}},
	} {
		for _, stage := range tc.stages {
			t.Run(fmt.Sprintf("%s/%s", tc.signal, stage), func(t *testing.T) {
				t.Parallel()
				dir := wide(t)
				cmd := process(dir, "index")
				talk, err := cmd.StderrPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				sent, said := false, ""
				for lines := bufio.NewScanner(talk); lines.Scan(); {
					said += lines.Text() + "\n"
					if lines.Text() == "lc: "+stage {
						sent = true
						_ = cmd.Process.Signal(tc.signal)
					}
				}
				err = cmd.Wait()
				if !sent {
					t.Fatalf("the run never came to stage %s:\n%s", stage, said)
				}
				switch got := counted(t, dir); {
				case got != 5 && got != 105:
					t.Errorf("%d files are served, want 5 or 105", got)
				case got == 5 && err == nil:
					t.Error("success is reported and the old index served")
				case got == 5 && tc.signal == syscall.SIGINT:
					if cmd.ProcessState.ExitCode() != exitInterrupted || !strings.Contains(said, "lc: interrupted: the previous index is as it was") {
						t.Errorf("exit code %d, said\n%s", cmd.ProcessState.ExitCode(), said)
					}
				}
				if out, err := process(dir, "-q", "index").CombinedOutput(); err != nil {
					t.Fatalf("the next run: %v\n%s", err, out)
				}
				if got := counted(t, dir); got != 105 {
					t.Errorf("after the next run %d files are served, want 105", got)
				}
			})
		}
	}
}

// TestTwoWriters runs lc index three times at once while readers ask: every writer
// succeeds and no reader sees anything but a whole index.
func TestTwoWriters(t *testing.T) {
	t.Parallel()
	dir := wide(t)
	var wait sync.WaitGroup
	for range 3 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if out, err := process(dir, "-q", "index").CombinedOutput(); err != nil {
				t.Errorf("a writer: %v\n%s", err, out)
			}
		}()
	}
	for range 4 {
		if got := counted(t, dir); got != 5 && got != 105 {
			t.Errorf("a reader sees %d files", got)
		}
	}
	wait.Wait()
	if got := counted(t, dir); got != 105 {
		t.Errorf("%d files are served, want 105", got)
	}
}

func TestComplaint(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		err  error
		want string
		code int
	}{
		{"full disk", fmt.Errorf("write x: %w", syscall.ENOSPC), "make room, or name another folder with --index", exitError},
		{"interrupted", fmt.Errorf("link: %w", context.Canceled), "interrupted: the previous index is as it was", exitInterrupted},
		{"stale", errStale, "run 'lc index'", exitNoIndex},
		{"usage", usagef("no such flag"), "no such flag", exitUsage},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := complaint(tc.err); !strings.Contains(got, tc.want) {
				t.Errorf("got %q, want %q in it", got, tc.want)
			}
			if got := exitCode(tc.err); got != tc.code {
				t.Errorf("got exit code %d, want %d", got, tc.code)
			}
		})
	}
}
