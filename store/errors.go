package store

import (
	"errors"
	"fmt"
)

// ErrNoIndex means that a folder holds no published snapshot.
var ErrNoIndex = errors.New("no index")

// ErrCorrupt means that an index is damaged: its bytes are not those that were
// published.
var ErrCorrupt = errors.New("the index is damaged")

// ErrFormat means that an index was written in another format; see FormatError.
var ErrFormat = errors.New("the index has another format")

// FormatError names both formats of an index that this lc cannot read.
type FormatError struct {
	Path string
	Have int
	Want int
}

func (e *FormatError) Error() string {
	if e.Have > e.Want {
		return fmt.Sprintf("%s has format %d, this lc reads format %d: use a newer lc, or run `lc index` to build it again", e.Path, e.Have, e.Want)
	}
	return fmt.Sprintf("%s has format %d, this lc reads format %d: run `lc index` to build it again", e.Path, e.Have, e.Want)
}

// Is makes errors.Is(err, ErrFormat) true.
func (e *FormatError) Is(target error) bool { return target == ErrFormat }

// corrupt says what is damaged and what to do about it.
func corrupt(path string, err error) error {
	return fmt.Errorf("%s: %w: %w; run `lc index` to build it again", path, ErrCorrupt, err)
}
