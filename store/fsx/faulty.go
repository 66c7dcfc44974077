package fsx

import (
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// ErrCrashed is what every operation of a Faulty returns after its crash.
var ErrCrashed = errors.New("the process has crashed")

// Fault is what a Faulty does at its operation.
type Fault uint8

const (
	// FaultError makes one operation fail as a full disk does; the process goes on.
	FaultError Fault = iota
	// FaultCrash stops the world: the operation and all after it fail, and files
	// that were not synced lose their second half.
	FaultCrash
)

// Faulty is an FS that misbehaves at one operation, for tests. Operations are
// counted from 0 over create, write, sync, close, mkdir, rename, link, remove and
// sync of a folder. Safe for concurrent use.
type Faulty struct {
	base  FS
	at    int
	fault Fault
	// Truncate cuts a file when the crash loses what was not synced; os.Truncate
	// on the real file system.
	truncate func(path string, size int64) error

	mu       sync.Mutex // Guards what follows.
	ops      int
	crashed  bool
	unsynced map[string]int64 // Bytes written to files that were not synced.
}

// NewFaulty makes an FS over base whose operation number at misbehaves; a
// negative number never does, which counts the operations of a good run.
func NewFaulty(base FS, at int, fault Fault, truncate func(path string, size int64) error) *Faulty {
	return &Faulty{base: base, at: at, fault: fault, truncate: truncate, unsynced: map[string]int64{}}
}

// Ops returns how many operations were asked for.
func (f *Faulty) Ops() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ops
}

// step counts one operation and says whether it may happen.
func (f *Faulty) step() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crashed {
		return ErrCrashed
	}
	n := f.ops
	f.ops++
	if n != f.at {
		return nil
	}
	if f.fault == FaultError {
		return syscall.ENOSPC
	}
	f.crashed = true
	for path, size := range f.unsynced {
		_ = f.truncate(path, size/2)
	}
	return ErrCrashed
}

func (f *Faulty) wrote(path string, n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unsynced[path] += int64(n)
}

func (f *Faulty) synced(path string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.unsynced, path)
}

// Create opens a file for writing.
func (f *Faulty) Create(path string) (File, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	file, err := f.base.Create(path)
	if err != nil {
		return nil, err
	}
	return &faultyFile{f, file, path}, nil
}

// MkdirAll makes a folder and those above it.
func (f *Faulty) MkdirAll(path string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.base.MkdirAll(path)
}

// Rename moves a file or folder.
func (f *Faulty) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	f.mu.Lock()
	for path, size := range f.unsynced {
		if rest, ok := strings.CutPrefix(path, from); ok && (rest == "" || rest[0] == filepath.Separator) {
			delete(f.unsynced, path)
			f.unsynced[to+rest] = size
		}
	}
	f.mu.Unlock()
	return f.base.Rename(from, to)
}

// Link makes a hard link.
func (f *Faulty) Link(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.base.Link(from, to)
}

// RemoveAll deletes a file or folder.
func (f *Faulty) RemoveAll(path string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.base.RemoveAll(path)
}

// SyncDir makes the names inside a folder durable.
func (f *Faulty) SyncDir(path string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.base.SyncDir(path)
}

type faultyFile struct {
	fs   *Faulty
	file File
	path string
}

func (f *faultyFile) Write(p []byte) (int, error) {
	if err := f.fs.step(); err != nil {
		if errors.Is(err, ErrCrashed) {
			return 0, err
		}
		n, werr := f.file.Write(p[:len(p)/2])
		return n, errors.Join(err, werr)
	}
	n, err := f.file.Write(p)
	f.fs.wrote(f.path, n)
	return n, err
}

func (f *faultyFile) Sync() error {
	if err := f.fs.step(); err != nil {
		return err
	}
	f.fs.synced(f.path)
	return f.file.Sync()
}

func (f *faultyFile) Close() error {
	if err := f.fs.step(); err != nil {
		return errors.Join(err, f.file.Close())
	}
	return f.file.Close()
}
