package memory

import (
	"encoding/binary"
	"path/filepath"
	"sort"
	"sync"

	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

const linksMagic = "lc-link1"

// maxLinks bounds the link results that are kept beside those of the last run, so
// that switching between two branches finds both.
const maxLinks = 256 << 20

// Links keeps the link results of compilation units between runs, by a digest of
// everything that they depend on. What is damaged is a miss. Safe for concurrent
// use.
type Links struct {
	dir string

	mu    sync.Mutex // Guards what follows.
	units map[schema.Digest][]byte
	used  map[schema.Digest]bool
	dirty bool
}

// OpenLinks reads the cache in dir. What cannot be read is an empty cache.
func OpenLinks(dir string) *Links {
	l := &Links{dir: dir, units: make(map[schema.Digest][]byte), used: make(map[schema.Digest]bool)}
	const head = 32 + 4
	body := sealed(filepath.Join(dir, "links"), linksMagic)
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

// Get returns what was kept under key; the bytes must not be changed.
func (l *Links) Get(key schema.Digest) ([]byte, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v, ok := l.units[key]
	if ok {
		l.used[key] = true
	}
	return v, ok
}

// Put keeps value under key.
func (l *Links) Put(key schema.Digest, value []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.units[key], l.used[key], l.dirty = value, true, true
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
	if err := writeSealed(fsys, l.dir, "links", linksMagic, body); err != nil {
		return err
	}
	l.dirty = false
	return nil
}
