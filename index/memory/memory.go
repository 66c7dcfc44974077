// Package memory remembers what the extractors found in every file content they
// ever read, so that a content is parsed once.
//
// Facts are kept under the digest of the content, the language and the version of
// the extractors, in immutable segment files that any number of processes may
// read. What is damaged, truncated or of another version is a miss: the memory can
// cost time, never correctness. Decoded facts have all their cross references in
// range. Beside the facts lie two advisory caches that spare reading files at all:
// git object ids (OIDs) and the state of work-tree files (Stats).
package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"

	"github.com/klauspost/compress/zstd"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Folder is the name of the memory inside an index folder.
const Folder = "memory"

// Key names the facts of a content as one language.
type Key [sha256.Size]byte

// KeyOf returns the key of a content that is read as a language by this version
// of the extractors.
func KeyOf(content schema.Digest, language string) Key {
	b := binary.LittleEndian.AppendUint32(nil, schema.MemoryVersion)
	b = binary.LittleEndian.AppendUint32(b, schema.ExtractorVersion)
	b = append(b, content[:]...)
	return sha256.Sum256(append(b, language...))
}

// maxRecord bounds a decompressed record, so that a hostile segment cannot ask for
// all memory. Files of the default size limit stay far below it.
const maxRecord = 256 << 20

// Memory is the memory as it was when it was opened. Safe for concurrent use.
type Memory struct {
	segments []*segment // Newest first.
	decoder  *zstd.Decoder
}

// Open opens the memory in dir for reading; a folder that does not exist is an
// empty memory. Damaged segments and those of other versions are left out.
func Open(dir string) (*Memory, error) {
	// No concurrency: records are small, and callers read from several goroutines.
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRecord))
	if err != nil {
		return nil, fmt.Errorf("file memory: %w", err)
	}
	m := &Memory{decoder: dec}
	paths, err := segmentPaths(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		dec.Close()
		return nil, fmt.Errorf("file memory: %w", err)
	}
	for i := len(paths) - 1; i >= 0; i-- {
		if s, err := openSegment(paths[i]); err == nil {
			m.segments = append(m.segments, s)
		}
	}
	return m, nil
}

// Close closes the files. Facts that were looked up stay valid.
func (m *Memory) Close() error {
	m.decoder.Close()
	var errs []error
	for _, s := range m.segments {
		errs = append(errs, s.file.Close())
	}
	return errors.Join(errs...)
}

// Len returns the number of records, those of one key in several segments counted
// each time.
func (m *Memory) Len() int {
	n := 0
	for _, s := range m.segments {
		n += s.len()
	}
	return n
}

// Lookup returns what is remembered under k. The facts are the caller's.
func (m *Memory) Lookup(k Key) (*lang.Facts, bool) {
	for _, s := range m.segments {
		i, ok := s.find(k)
		if !ok {
			continue
		}
		data := s.read(i)
		if data == nil {
			continue
		}
		plain, err := m.decoder.DecodeAll(data, nil)
		if err != nil {
			continue
		}
		if facts, err := decode(plain); err == nil {
			return facts, true
		}
	}
	return nil, false
}
