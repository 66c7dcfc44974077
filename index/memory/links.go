package memory

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"sort"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

const linksMagic = "lc-link2"

// maxLinks bounds the link results that are kept beside those of the last run, so
// that switching between two branches finds both.
const maxLinks = 256 << 20

// Links keeps the link results of compilation units between runs, by a digest of
// everything that they depend on, compressed one by one. What is damaged is a miss.
// Safe for concurrent use.
type Links struct {
	dir     string
	encoder *zstd.Encoder
	decoder *zstd.Decoder

	mu    sync.Mutex               // Guards what follows.
	units map[schema.Digest][]byte // Compressed.
	used  map[schema.Digest]bool
	dirty bool
}

// OpenLinks reads the cache in dir. What cannot be read is an empty cache.
func OpenLinks(dir string) *Links {
	l := &Links{dir: dir, units: make(map[schema.Digest][]byte), used: make(map[schema.Digest]bool)}
	var err1, err2 error
	l.encoder, err1 = zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(0), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	l.decoder, err2 = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRecord))
	if err1 != nil || err2 != nil {
		panic("memory: options that zstd does not know")
	}
	const head = 32 + 4
	body := inflate(sealed(filepath.Join(dir, "links"), linksMagic))
	for len(body) >= head {
		var key schema.Digest
		copy(key[:], body)
		n := uint64(binary.LittleEndian.Uint32(body[32:]))
		if uint64(len(body)) < head+n {
			break
		}
		l.units[key] = body[head : head+n : head+n]
		body = body[head+n:]
	}
	return l
}

// Get returns what was kept under key. The bytes are the caller's.
func (l *Links) Get(key schema.Digest) ([]byte, bool) {
	l.mu.Lock()
	packed, ok := l.units[key]
	l.mu.Unlock()
	if !ok {
		return nil, false
	}
	value, err := l.decoder.DecodeAll(packed, nil)
	if err != nil {
		return nil, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used[key] = true
	return value, true
}

// Put keeps value under key.
func (l *Links) Put(key schema.Digest, value []byte) {
	packed := l.encoder.EncodeAll(value, nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.units[key], l.used[key], l.dirty = packed, true, true
}

// Commit writes the cache if it changed: what this run used, then what else fits.
// The caller holds the lock of the index.
func (l *Links) Commit(fsys fsx.FS) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.dirty {
		return nil
	}
	keys := make([]schema.Digest, 0, len(l.units))
	for k := range l.units {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if l.used[keys[i]] != l.used[keys[j]] {
			return l.used[keys[i]]
		}
		return string(keys[i][:]) < string(keys[j][:])
	})
	var body []byte
	for _, k := range keys {
		if v := l.units[k]; l.used[k] || len(body)+len(v) < maxLinks {
			body = append(body, k[:]...)
			body = binary.LittleEndian.AppendUint32(body, uint32(len(v)))
			body = append(body, v...)
		}
	}
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return err
	}
	packed := enc.EncodeAll(body, nil)
	if err := errors.Join(writeSealed(fsys, l.dir, "links", linksMagic, packed), enc.Close()); err != nil {
		return err
	}
	l.dirty = false
	return nil
}

// inflate decompresses the body of the cache, nil when it is damaged or larger than
// Commit makes one.
func inflate(packed []byte) []byte {
	if len(packed) == 0 {
		return nil
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2*maxLinks))
	if err != nil {
		return nil
	}
	defer dec.Close()
	body, err := dec.DecodeAll(packed, nil)
	if err != nil {
		return nil
	}
	return body
}
