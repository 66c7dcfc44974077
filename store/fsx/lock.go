package fsx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrLocked means that another process is writing.
var ErrLocked = errors.New("another lc is writing this index")

// Lock is the right to write. It is held by an open file, so it ends with the
// process however that ends.
type Lock struct{ file *os.File }

// TryLock takes the lock at path, whose folder must exist, or returns ErrLocked
// at once.
func TryLock(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := lockFile(f); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Lock{file: f}, nil
}

// pollLock is how often a waiting writer asks again: short against the seconds
// that an index run takes, long against the cost of asking.
const pollLock = 50 * time.Millisecond

// Acquire takes the lock at path, waiting until it is free or ctx ends, in which
// case the error is both ErrLocked and the context's.
func Acquire(ctx context.Context, path string) (*Lock, error) {
	for {
		l, err := TryLock(path)
		if err == nil || !errors.Is(err, ErrLocked) {
			return l, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(pollLock):
		}
	}
}

// Release gives the lock back. The file stays: removing it would let two writers
// hold locks on two files of one name.
func (l *Lock) Release() error {
	return errors.Join(unlockFile(l.file), l.file.Close())
}
