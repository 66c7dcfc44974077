package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

// Blob is what is known of a content without reading it.
type Blob struct {
	Digest    schema.Digest
	Bytes     int64
	Lines     int32
	Text      bool
	Generated bool   // A marker in the content or the name says so.
	Language  string // Name from package detect, at most maxLanguage bytes.
}

// maxLanguage is the room for a language's name; longer ones are not remembered.
const maxLanguage = 24

const blobBytes = 32 + 8 + 4 + 1 + maxLanguage

// Bits of the flag byte of a blob.
const (
	blobText = 1 << iota
	blobGenerated
)

func appendBlob(b []byte, v Blob) []byte {
	b = append(b, v.Digest[:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(v.Bytes))
	b = binary.LittleEndian.AppendUint32(b, uint32(v.Lines))
	var flags byte
	if v.Text {
		flags |= blobText
	}
	if v.Generated {
		flags |= blobGenerated
	}
	var language [maxLanguage]byte
	copy(language[:], v.Language)
	return append(append(b, flags), language[:]...)
}

// blobAt reads a blob from the start of b, which holds at least blobBytes.
func blobAt(b []byte) (v Blob) {
	copy(v.Digest[:], b)
	v.Bytes, v.Lines = int64(binary.LittleEndian.Uint64(b[32:])), int32(binary.LittleEndian.Uint32(b[40:]))
	v.Text, v.Generated = b[44]&blobText != 0, b[44]&blobGenerated != 0
	v.Language = strings.TrimRight(string(b[45:blobBytes]), "\x00")
	return v
}

// sealed returns the body of a cache file, nil unless magic and checksum are right.
func sealed(path, magic string) []byte {
	data, err := os.ReadFile(path)
	if err != nil || len(data) < len(magic)+4 || string(data[:len(magic)]) != magic {
		return nil
	}
	end := len(data) - 4
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return nil
	}
	return data[len(magic):end]
}

func writeSealed(fsys fsx.FS, dir, name, magic string, body []byte) error {
	if err := fsys.MkdirAll(dir); err != nil {
		return err
	}
	data := append([]byte(magic), body...)
	data = binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli))
	return fsx.WriteBytes(fsys, filepath.Join(dir, name), data)
}

// Magics name the layout of the caches: another layout, another magic, a miss.
const (
	oidsMagic  = "lc-oid-2"
	statsMagic = "lc-stat2"
)

// maxOIDs bounds the object ids that are kept: beyond it, those that this run did
// not ask for are dropped. A million take 80 MB.
const maxOIDs = 1 << 20

// oid is a git object id of either hash function, with its length.
type oid struct {
	n  uint8
	id [32]byte
}

func parseOID(s string) (o oid, ok bool) {
	if len(s) != 40 && len(s) != 64 {
		return o, false
	}
	n, err := hex.Decode(o.id[:], []byte(s))
	o.n = uint8(n)
	return o, err == nil
}

// BlobKey is the id under which a blob is remembered: its language depends on its
// path too.
func BlobKey(object, path string) string {
	sum := sha256.Sum256([]byte(object + "\x00" + path))
	return hex.EncodeToString(sum[:])
}

// OIDs tells what git blobs hold without reading them: a git object id fixes the
// content. The file is trusted like the rest of the index. Safe for concurrent use.
type OIDs struct {
	dir string

	mu    sync.Mutex // Guards what follows.
	blobs map[oid]Blob
	used  map[oid]bool
	dirty bool
}

// OpenOIDs reads the cache in dir. What cannot be read is an empty cache.
func OpenOIDs(dir string) *OIDs {
	o := &OIDs{dir: dir, blobs: make(map[oid]Blob), used: make(map[oid]bool)}
	const size = 1 + 32 + blobBytes
	body := sealed(filepath.Join(dir, "oids"), oidsMagic)
	for ; len(body) >= size; body = body[size:] {
		k := oid{n: body[0]}
		copy(k.id[:], body[1:])
		o.blobs[k] = blobAt(body[33:])
	}
	return o
}

// Lookup returns what the git blob with this hexadecimal object id holds.
func (o *OIDs) Lookup(id string) (Blob, bool) {
	k, ok := parseOID(id)
	if !ok {
		return Blob{}, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	b, ok := o.blobs[k]
	if ok {
		o.used[k] = true
	}
	return b, ok
}

// Put remembers what a git blob holds. What is no object id is ignored.
func (o *OIDs) Put(id string, b Blob) {
	k, ok := parseOID(id)
	if !ok || len(b.Language) > maxLanguage {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.used[k] = true
	if have, ok := o.blobs[k]; !ok || have != b {
		o.blobs[k], o.dirty = b, true
	}
}

// Commit writes the cache if it changed. The caller holds the lock of the index.
func (o *OIDs) Commit(fsys fsx.FS) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.dirty {
		return nil
	}
	keys := make([]oid, 0, len(o.blobs))
	for k := range o.blobs {
		if len(o.blobs) <= maxOIDs || o.used[k] {
			keys = append(keys, k)
		}
	}
	sort.Slice(keys, func(i, j int) bool { return string(keys[i].id[:]) < string(keys[j].id[:]) })
	body := make([]byte, 0, len(keys)*(33+blobBytes))
	for _, k := range keys {
		body = append(append(body, k.n), k.id[:]...)
		body = appendBlob(body, o.blobs[k])
	}
	if err := writeSealed(fsys, o.dir, "oids", oidsMagic, body); err != nil {
		return err
	}
	o.dirty = false
	return nil
}
