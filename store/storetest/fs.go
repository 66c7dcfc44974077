package storetest

import "github.com/lc-index/lc/store/fsx"

// FS is the machine's file system without durability: tests that publish hundreds
// of times need the order of operations, not the wait for the disk.
type FS struct{ fsx.OS }

// SyncDir does nothing.
func (FS) SyncDir(string) error { return nil }

// Create opens a file whose Sync does nothing.
func (f FS) Create(path string) (fsx.File, error) {
	file, err := f.OS.Create(path)
	return unsynced{file}, err
}

type unsynced struct{ fsx.File }

func (unsynced) Sync() error { return nil }
