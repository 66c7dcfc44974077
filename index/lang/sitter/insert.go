package sitter

import (
	"bytes"
	"sort"
)

// ParseInserted reads text, a spelling of src with more bytes at the offsets extra of
// text, which are in ascending order and hold no line ends. The tree has the positions
// and the texts of src; a token that src does not have is empty. The other bytes of text
// may differ from those of src, but for line ends.
func (g *Grammar) ParseInserted(src, text []byte, extra []int) (*Tree, error) {
	t, err := g.Parse(text)
	if err != nil {
		return nil, err
	}
	t.Src = src
	if len(extra) == 0 {
		return t, nil
	}
	rows := make(map[uint32][]int) // Columns of what was inserted, by row.
	row, last := uint32(0), 0
	for _, at := range extra {
		row += uint32(bytes.Count(text[last:at], []byte{'\n'}))
		last = at
		rows[row] = append(rows[row], at-(bytes.LastIndexByte(text[:at], '\n')+1))
	}
	for i := range t.records {
		r := &t.records[i]
		r.startCol -= uint32(sort.SearchInts(rows[r.startRow], int(r.startCol)))
		r.endCol -= uint32(sort.SearchInts(rows[r.endRow], int(r.endCol)))
		r.start -= uint32(sort.SearchInts(extra, int(r.start)))
		r.end -= uint32(sort.SearchInts(extra, int(r.end)))
	}
	return t, nil
}
