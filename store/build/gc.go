package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/fsx"
)

// GCOptions of GC.
type GCOptions struct {
	FS fsx.FS // Nil means the machine's.

	// Named holds commits that references name: their snapshots stay.
	Named map[string]bool

	// Before is the time up to which a snapshot is old: those published or served
	// later stay.
	Before time.Time

	// DryRun reports what would go and removes nothing.
	DryRun bool
}

// Removed is a snapshot that GC dropped.
type Removed struct {
	Folder string
	Commit string
	Bytes  int64
}

// GC drops snapshots that are old, not served, not held by a reader and of no
// named commit, and what interrupted writers left behind. Snapshots of another
// format are dropped when old. The caller holds the lock of the index.
func GC(dir string, opts GCOptions) ([]Removed, error) {
	fsys := opts.FS
	if fsys == nil {
		fsys = fsx.OS{}
	}
	current, err := store.Current(dir)
	if err != nil && !errors.Is(err, store.ErrNoIndex) {
		return nil, fmt.Errorf("gc: %w", err)
	}
	root := filepath.Join(dir, store.SnapshotsFolder)
	items, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("gc: %w", err)
	}
	var removed []Removed
	for _, item := range items {
		name, path := item.Name(), filepath.Join(root, item.Name())
		if name == stagingFolder {
			// Whoever wrote it is gone: the lock is ours.
			if !opts.DryRun {
				if err := fsys.RemoveAll(path); err != nil {
					return removed, fmt.Errorf("gc: %w", err)
				}
			}
			continue
		}
		if !item.IsDir() || name == current {
			continue
		}
		m, err := store.ReadManifest(path)
		if err == nil && opts.Named[m.Commit] && m.Commit != "" && !m.Dirty {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return removed, fmt.Errorf("gc: %w", err)
		}
		if info.ModTime().After(opts.Before) || store.InUse(path) {
			continue
		}
		r := Removed{Folder: name, Commit: m.Commit, Bytes: sizeOf(path)}
		if !opts.DryRun {
			// The manifest goes first: a snapshot half removed is none.
			if err := fsys.RemoveAll(filepath.Join(path, store.ManifestFile)); err != nil {
				return removed, fmt.Errorf("gc: %w", err)
			}
			if err := fsys.RemoveAll(path); err != nil {
				return removed, fmt.Errorf("gc: %w", err)
			}
		}
		removed = append(removed, r)
	}
	return removed, nil
}

// sizeOf sums the files below path; what cannot be read counts nothing.
func sizeOf(path string) (total int64) {
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil
	})
	return total
}
