package memory

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/fsx"
)

// maxSegments is how many segments a memory may have before they are merged: a
// lookup asks each in turn.
const maxSegments = 16

// maxPending is how many compressed bytes wait for Commit before they become a
// segment of their own, which bounds the memory of a first run over a large
// repository.
const maxPending = 64 << 20

// largeSegment is a segment that merging leaves alone: copying it again and again
// would cost more than asking it.
const largeSegment = 256 << 20

// Writer adds facts to a memory. One process at a time may write: the caller holds
// the lock of the index. Safe for concurrent use.
type Writer struct {
	dir     string
	fsys    fsx.FS
	encoder *zstd.Encoder

	mu      sync.Mutex // Guards what follows.
	pending map[Key][]byte
	bytes   int
	err     error // Of a segment that was written early.
}

// NewWriter makes a writer for the memory in dir, which is made when the first
// segment is written.
func NewWriter(dir string, fsys fsx.FS) (*Writer, error) {
	// The content checksum is left out: the index has one of the compressed bytes.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(0), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return nil, fmt.Errorf("file memory: %w", err)
	}
	return &Writer{dir: dir, fsys: fsys, encoder: enc, pending: make(map[Key][]byte)}, nil
}

// Put remembers facts under k, durably after Commit. Facts are not kept. Putting a
// key twice keeps the first.
func (w *Writer) Put(k Key, facts *lang.Facts) {
	data := w.encoder.EncodeAll(encode(facts), nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, dup := w.pending[k]; dup {
		return
	}
	w.pending[k] = data
	w.bytes += len(data)
	if w.bytes > maxPending {
		w.err = errors.Join(w.err, w.flush())
	}
}

// Commit writes what was put as a new segment, and merges segments when there
// are many. After an error nothing that was remembered before is lost.
func (w *Writer) Commit() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := errors.Join(w.err, w.flush()); err != nil {
		return fmt.Errorf("file memory: %w", err)
	}
	if err := w.merge(); err != nil {
		return fmt.Errorf("file memory: %w", err)
	}
	return nil
}

// flush writes the pending records as a segment.
func (w *Writer) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	records := make([]record, 0, len(w.pending))
	for k, data := range w.pending {
		records = append(records, record{k, data})
	}
	if err := w.add(records); err != nil {
		return err
	}
	w.pending, w.bytes = make(map[Key][]byte), 0
	return nil
}

// add writes a segment that sorts after all others.
func (w *Writer) add(records []record) error {
	if err := w.fsys.MkdirAll(w.dir); err != nil {
		return err
	}
	paths, err := segmentPaths(w.dir)
	if err != nil {
		return err
	}
	next := 1
	for _, p := range paths {
		if n, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(p), segmentSuffix)); err == nil && n >= next {
			next = n + 1
		}
	}
	path := filepath.Join(w.dir, fmt.Sprintf("%08d%s", next, segmentSuffix))
	return fsx.WriteFile(w.fsys, path, func(out io.Writer) error {
		b := bufio.NewWriterSize(out, 1<<20)
		if err := writeSegment(b, records); err != nil {
			return err
		}
		return b.Flush()
	})
}

// merge puts the records of all but large segments into one when there are too
// many, and removes segments that no lookup of this version can use. Records are
// copied as they are; damaged ones are left out.
func (w *Writer) merge() error {
	paths, err := segmentPaths(w.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(paths) <= maxSegments {
		return nil
	}
	var records []record
	var old []string
	seen := make(map[Key]bool)
	for i := len(paths) - 1; i >= 0; i-- {
		s, err := openSegment(paths[i])
		var other errOther
		switch {
		case errors.Is(err, errRecord) || errors.As(err, &other):
			old = append(old, paths[i])
			continue
		case err != nil:
			return err
		}
		if s.bytes < largeSegment {
			old = append(old, paths[i])
			for j := range s.len() {
				if k := s.key(j); !seen[k] {
					if data := s.read(j); data != nil {
						seen[k] = true
						records = append(records, record{k, data})
					}
				}
			}
		}
		if err := s.file.Close(); err != nil {
			return err
		}
	}
	if len(records) > 0 {
		if err := w.add(records); err != nil {
			return err
		}
	}
	for _, p := range old {
		if err := w.fsys.RemoveAll(p); err != nil && !errors.Is(err, os.ErrPermission) {
			return err
		}
	}
	return nil
}

// Close gives up what was put and not committed.
func (w *Writer) Close() error { return w.encoder.Close() }
