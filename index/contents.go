package index

import (
	"bytes"
	"sync"

	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/walk"
)

// keptBytes bounds the text that is held between stages; what does not fit is read again.
const keptBytes = 192 << 20

// contents hands out the decoded text of files. Safe for concurrent use.
type contents struct {
	reader  *walk.Reader
	entries []walk.Entry
	limit   int64

	mu    sync.Mutex // Guards the fields below.
	held  map[int][]byte
	mixed map[int]bool // Files whose bytes are not all UTF-8.
	size  int
}

func newContents(reader *walk.Reader, entries []walk.Entry, limit int64) *contents {
	return &contents{reader: reader, entries: entries, limit: limit, held: make(map[int][]byte), mixed: make(map[int]bool)}
}

// keep offers the text of a file that was read anyway, with the encoding that it came in.
func (c *contents) keep(i int, text []byte, encoding detect.Encoding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if encoding == detect.Mixed {
		c.mixed[i] = true
	}
	if text != nil && c.size+len(text) <= keptBytes {
		c.held[i] = text
		c.size += len(text)
	}
}

// get returns the text of a file as parsers read it; nil for one that is over the
// limit.
func (c *contents) get(i int) ([]byte, error) {
	text, _, err := c.decoded(i)
	return text, err
}

// searchable returns the text of a file as people search and read it: bytes that are
// not UTF-8 stay what they are, at the offsets of get.
func (c *contents) searchable(i int) ([]byte, error) {
	text, mixed, err := c.decoded(i)
	if err != nil || !mixed {
		return text, err
	}
	content, err := c.reader.Read(c.entries[i], c.limit)
	if err != nil {
		return nil, err
	}
	raw := detect.TrimMark(content.Bytes)
	if len(raw) != len(text) || bytes.IndexByte(raw, 0) >= 0 {
		return text, nil // Not one byte for one, or what the shards would call binary.
	}
	return raw, nil
}

func (c *contents) decoded(i int) (text []byte, mixed bool, err error) {
	c.mu.Lock()
	text, ok := c.held[i]
	mixed = c.mixed[i]
	c.mu.Unlock()
	if ok {
		return text, mixed, nil
	}
	content, err := c.reader.Read(c.entries[i], c.limit)
	if err != nil || content.Bytes == nil {
		return nil, false, err
	}
	if c.entries[i].Mode == walk.ModeSymlink {
		return content.Bytes, false, nil
	}
	text, encoding, err := detect.Decode(content.Bytes)
	if err != nil {
		return nil, false, err
	}
	c.keep(i, text, encoding)
	return text, encoding == detect.Mixed, nil
}
