package index

import (
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

	mu   sync.Mutex // Guards the fields below.
	held map[int][]byte
	size int
}

func newContents(reader *walk.Reader, entries []walk.Entry, limit int64) *contents {
	return &contents{reader: reader, entries: entries, limit: limit, held: make(map[int][]byte)}
}

// keep offers the text of a file that was read anyway.
func (c *contents) keep(i int, text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if text != nil && c.size+len(text) <= keptBytes {
		c.held[i] = text
		c.size += len(text)
	}
}

// get returns the text of a file; nil for one that is over the limit.
func (c *contents) get(i int) ([]byte, error) {
	c.mu.Lock()
	text, ok := c.held[i]
	c.mu.Unlock()
	if ok {
		return text, nil
	}
	content, err := c.reader.Read(c.entries[i], c.limit)
	if err != nil || content.Bytes == nil {
		return nil, err
	}
	if c.entries[i].Mode == walk.ModeSymlink {
		return content.Bytes, nil
	}
	text, _, err = detect.Decode(content.Bytes)
	if err != nil {
		return nil, err
	}
	c.keep(i, text)
	return text, nil
}
