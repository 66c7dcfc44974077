//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// mapFile maps a file for reading.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 {
		return nil, func() error { return nil }, nil
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return syscall.Munmap(data) }, nil
}

// holdFolder tells the collector of old snapshots that this one is in use, by a
// shared lock on its manifest that ends with the process. Where the file system
// has no locks, the snapshot is only as safe as its age.
func holdFolder(folder string) (func() error, error) {
	f, err := os.Open(filepath.Join(folder, ManifestFile))
	if err != nil {
		return nil, err
	}
	_ = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return f.Close, nil
}

// InUse reports whether a reader holds the snapshot in folder.
func InUse(folder string) bool {
	f, err := os.Open(filepath.Join(folder, ManifestFile))
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
