//go:build !unix

package store

import "os"

// mapFile reads a file: correct everywhere, at the price of a copy.
func mapFile(path string) ([]byte, func() error, error) {
	data, err := os.ReadFile(path)
	return data, func() error { return nil }, err
}

// holdFolder has nothing to do where files are read whole.
func holdFolder(string) (func() error, error) { return func() error { return nil }, nil }

// InUse reports whether a reader holds the snapshot in folder; a copy needs no file.
func InUse(string) bool { return false }
