// Package fsx changes files so that a crash at any moment leaves either what was
// there before or what was meant to be there: files are written beside their
// place, synced, renamed, and their folder is synced.
//
// Everything that writes an index does it through an FS, so tests can make any
// single operation fail, or stop the world at it (see Faulty). The package also
// holds the lock that lets one writer at a time into an index.
package fsx

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// FS is the set of operations that change a file system. OS is the real one.
type FS interface {
	// Create opens a file for writing, emptied if it exists.
	Create(path string) (File, error)
	// MkdirAll makes a folder and those above it.
	MkdirAll(path string) error
	// Rename moves a file or folder; a file in the way is replaced.
	Rename(from, to string) error
	// Link gives a file a second name; it fails where the file system has no links.
	Link(from, to string) error
	// RemoveAll deletes a file or folder; what does not exist is no error.
	RemoveAll(path string) error
	// SyncDir makes the names inside a folder durable, or the bytes of a file.
	SyncDir(path string) error
}

// File is a file being written.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// OS is the file system of the machine.
type OS struct{}

// Create opens a file for writing.
func (OS) Create(path string) (File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

// MkdirAll makes a folder and those above it.
func (OS) MkdirAll(path string) error { return os.MkdirAll(path, 0o755) }

// Rename moves a file or folder.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Link makes a hard link.
func (OS) Link(from, to string) error { return os.Link(from, to) }

// RemoveAll deletes a file or folder.
func (OS) RemoveAll(path string) error { return os.RemoveAll(path) }

// SyncDir makes the names inside a folder durable, or the bytes of a file. Windows has no such call: there
// the rename itself is journaled.
func (OS) SyncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, fs.ErrInvalid) {
		err = nil // Some network file systems cannot sync a folder.
	}
	return errors.Join(err, d.Close())
}

// WriteFile replaces path by what write produces, or leaves it as it was. The
// temporary file lies in the same folder and is removed on failure.
func WriteFile(fsys FS, path string, write func(io.Writer) error) error {
	temp := path + ".tmp"
	if err := writeSynced(fsys, temp, write); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), fsys.RemoveAll(temp))
	}
	if err := fsys.Rename(temp, path); err != nil {
		return errors.Join(fmt.Errorf("publish %s: %w", path, err), fsys.RemoveAll(temp))
	}
	if err := fsys.SyncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("publish %s: %w", path, err)
	}
	return nil
}

// WriteBytes is WriteFile of bytes at hand.
func WriteBytes(fsys FS, path string, data []byte) error {
	return WriteFile(fsys, path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteSynced writes a new file and syncs it, without the care that WriteFile
// takes of an older one: for files of a folder that Publish moves as a whole.
func WriteSynced(fsys FS, path string, write func(io.Writer) error) error {
	if err := writeSynced(fsys, path, write); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func writeSynced(fsys FS, path string, write func(io.Writer) error) error {
	f, err := fsys.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Sync(); err != nil {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

// Publish moves a finished folder, all of whose files are synced, to its place,
// which must be free.
func Publish(fsys FS, staging, place string) error {
	if err := fsys.SyncDir(staging); err != nil {
		return fmt.Errorf("publish %s: %w", place, err)
	}
	if err := fsys.Rename(staging, place); err != nil {
		return fmt.Errorf("publish %s: %w", place, err)
	}
	if err := fsys.SyncDir(filepath.Dir(place)); err != nil {
		return fmt.Errorf("publish %s: %w", place, err)
	}
	return nil
}
