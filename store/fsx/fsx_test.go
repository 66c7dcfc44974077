package fsx_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/lc-index/lc/store/fsx"
)

// TestWriteFileIsAtomic fails and crashes at every operation: the file holds the
// old or the new content, whole.
func TestWriteFileIsAtomic(t *testing.T) {
	t.Parallel()
	write := func(fsys fsx.FS, path string) error {
		return fsx.WriteFile(fsys, path, func(w io.Writer) error {
			for range 3 {
				if _, err := io.WriteString(w, "new"); err != nil {
					return err
				}
			}
			return nil
		})
	}
	count := fsx.NewFaulty(fsx.OS{}, -1, fsx.FaultError, os.Truncate)
	if err := write(count, filepath.Join(t.TempDir(), "f")); err != nil {
		t.Fatal(err)
	}
	if count.Ops() != 8 { // create, 3 writes, sync, close, rename, sync of the folder
		t.Errorf("%d operations", count.Ops())
	}
	for _, fault := range []fsx.Fault{fsx.FaultError, fsx.FaultCrash} {
		for at := range count.Ops() {
			path := filepath.Join(t.TempDir(), "f")
			if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := write(fsx.NewFaulty(fsx.OS{}, at, fault, os.Truncate), path); err == nil {
				t.Errorf("fault %d at %d: no error", fault, at)
			}
			data, err := os.ReadFile(path)
			if got := string(data); err != nil || got != "old" && got != "newnewnew" {
				t.Errorf("fault %d at %d: %q, %v", fault, at, got, err)
			}
		}
	}
}

// TestFaultyLosesUnsynced shows that a missing sync is caught: what a crash finds
// unsynced is cut, also after a rename.
func TestFaultyLosesUnsynced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f")
	f := fsx.NewFaulty(fsx.OS{}, 4, fsx.FaultCrash, os.Truncate)
	file, err := f.Create(path + ".tmp")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(file, "four"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Rename(path+".tmp", path); err != nil {
		t.Fatal(err)
	}
	if err := f.SyncDir(filepath.Dir(path)); !errors.Is(err, fsx.ErrCrashed) {
		t.Errorf("got %v; want a crash", err)
	}
	if err := f.RemoveAll(path); !errors.Is(err, fsx.ErrCrashed) {
		t.Errorf("after the crash: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "fo" {
		t.Errorf("got %q, %v; want half of it", data, err)
	}
}

func TestLockIsExclusive(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "LOCK")
	l, err := fsx.TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fsx.TryLock(path); !errors.Is(err, fsx.ErrLocked) {
		t.Errorf("a second lock: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fsx.Acquire(ctx, path); !errors.Is(err, fsx.ErrLocked) || !errors.Is(err, context.Canceled) {
		t.Errorf("waiting in vain: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	l, err = fsx.Acquire(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}

// TestMain is also the process that TestLockDiesWithItsProcess kills.
func TestMain(m *testing.M) {
	if path := os.Getenv("FSX_TEST_LOCK"); path != "" {
		if _, err := fsx.TryLock(path); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("locked")
		select {}
	}
	os.Exit(m.Run())
}

func TestLockDiesWithItsProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "LOCK")
	holder := exec.Command(os.Args[0])
	holder.Env = append(os.Environ(), "FSX_TEST_LOCK="+path)
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "locked\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	if _, err := fsx.TryLock(path); !errors.Is(err, fsx.ErrLocked) {
		t.Errorf("while it lives: %v", err)
	}
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	l, err := fsx.Acquire(ctx, path)
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}
