package memory

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// A segment is one immutable file:
//
//	header   magic "lcmemory", memory version, extractor version (4 bytes each)
//	records  compressed one by one
//	index    an entry a record, sorted by key: key 32, offset 8, length 4, checksum 4
//	footer   number of entries 8, checksum of the index 4, magic "yromemcl"
//
// Numbers are little-endian, checksums CRC-32C of the compressed bytes.
const (
	segmentSuffix = ".seg"
	headerBytes   = 16
	entryBytes    = 48
	footerBytes   = 20
)

var (
	headMagic  = []byte("lcmemory")
	tailMagic  = []byte("yromemcl")
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// segment is an opened segment. Safe for concurrent use.
type segment struct {
	path  string
	file  *os.File
	index []byte
	bytes int64
}

// errOther means that a segment belongs to another version: all of it is a miss.
type errOther struct{ memory, extractor uint32 }

func (e errOther) Error() string {
	return fmt.Sprintf("it is of memory version %d and extractor version %d", e.memory, e.extractor)
}

func openSegment(path string) (_ *segment, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size < headerBytes+footerBytes {
		return nil, errRecord
	}
	var head [headerBytes]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		return nil, err
	}
	if !bytes.Equal(head[:8], headMagic) {
		return nil, errRecord
	}
	if m, x := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[12:]); m != schema.MemoryVersion || x != schema.ExtractorVersion {
		return nil, errOther{m, x}
	}
	var foot [footerBytes]byte
	if _, err := f.ReadAt(foot[:], size-footerBytes); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint64(foot[:])
	if !bytes.Equal(foot[12:], tailMagic) || n > uint64(size-headerBytes-footerBytes)/entryBytes {
		return nil, errRecord
	}
	index := make([]byte, n*entryBytes)
	if _, err := f.ReadAt(index, size-footerBytes-int64(len(index))); err != nil {
		return nil, err
	}
	if crc32.Checksum(index, castagnoli) != binary.LittleEndian.Uint32(foot[8:]) {
		return nil, errRecord
	}
	return &segment{path: path, file: f, index: index, bytes: size}, nil
}

func (s *segment) len() int { return len(s.index) / entryBytes }

func (s *segment) key(i int) (k Key) {
	copy(k[:], s.index[i*entryBytes:])
	return k
}

func (s *segment) find(k Key) (int, bool) {
	i := sort.Search(s.len(), func(i int) bool { return bytes.Compare(s.index[i*entryBytes:i*entryBytes+len(k)], k[:]) >= 0 })
	return i, i < s.len() && s.key(i) == k
}

// read returns the compressed record of entry i, nil when it is damaged.
func (s *segment) read(i int) []byte {
	e := s.index[i*entryBytes+len(Key{}) : (i+1)*entryBytes]
	offset, length := binary.LittleEndian.Uint64(e), binary.LittleEndian.Uint32(e[8:])
	limit := uint64(s.bytes - footerBytes - int64(len(s.index)))
	if offset < headerBytes || offset > limit || uint64(length) > limit-offset {
		return nil
	}
	data := make([]byte, length)
	if _, err := s.file.ReadAt(data, int64(offset)); err != nil {
		return nil
	}
	if crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(e[12:]) {
		return nil
	}
	return data
}

// record is a compressed record with its key.
type record struct {
	key  Key
	data []byte
}

// writeSegment writes records, which it sorts by key. The bytes depend on the
// records alone.
func writeSegment(w io.Writer, records []record) error {
	sort.Slice(records, func(i, j int) bool { return bytes.Compare(records[i].key[:], records[j].key[:]) < 0 })
	head := append([]byte(nil), headMagic...)
	head = binary.LittleEndian.AppendUint32(head, schema.MemoryVersion)
	head = binary.LittleEndian.AppendUint32(head, schema.ExtractorVersion)
	if _, err := w.Write(head); err != nil {
		return err
	}
	index := make([]byte, 0, entryBytes*len(records))
	offset := uint64(headerBytes)
	for _, r := range records {
		if _, err := w.Write(r.data); err != nil {
			return err
		}
		index = append(index, r.key[:]...)
		index = binary.LittleEndian.AppendUint64(index, offset)
		index = binary.LittleEndian.AppendUint32(index, uint32(len(r.data)))
		index = binary.LittleEndian.AppendUint32(index, crc32.Checksum(r.data, castagnoli))
		offset += uint64(len(r.data))
	}
	foot := binary.LittleEndian.AppendUint64(nil, uint64(len(records)))
	foot = binary.LittleEndian.AppendUint32(foot, crc32.Checksum(index, castagnoli))
	foot = append(foot, tailMagic...)
	if _, err := w.Write(index); err != nil {
		return err
	}
	_, err := w.Write(foot)
	return err
}

// segmentPaths lists the segment files of a folder in order.
func segmentPaths(dir string) ([]string, error) {
	items, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, item := range items {
		if strings.HasSuffix(item.Name(), segmentSuffix) && !item.IsDir() {
			out = append(out, filepath.Join(dir, item.Name()))
		}
	}
	return out, nil
}
