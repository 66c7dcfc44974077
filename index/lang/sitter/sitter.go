// Package sitter parses with tree-sitter and hands out the tree as one flat
// slice, in pre-order. One call into C flattens a file: walking with a cursor
// from Go costs half a microsecond a node, which is more than parsing.
//
// It is the door to go-tree-sitter: language folders name grammars, nothing else.
package sitter

import (
	"errors"
	"math"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// ErrWorkLimit means that a file took more work or memory of the parser than its
// size warrants.
var ErrWorkLimit = errors.New("parser work limit reached")

// ErrTooLarge means that a file has more bytes than the parser can count.
var ErrTooLarge = errors.New("the file is too large to parse")

// Grammar is a compiled tree-sitter language with its name tables. It is safe
// for concurrent use.
type Grammar struct {
	language unsafe.Pointer
	kinds    []string
	fields   []string
}

// NewGrammar wraps the pointer that a grammar's Go binding returns.
func NewGrammar(ptr unsafe.Pointer) *Grammar {
	useArena()
	language := ts.NewLanguage(ptr)
	g := &Grammar{language: ptr}
	for id := uint32(0); id < language.NodeKindCount(); id++ {
		g.kinds = append(g.kinds, language.NodeKindForId(uint16(id)))
	}
	for id := uint32(0); id <= language.FieldCount(); id++ {
		g.fields = append(g.fields, language.FieldNameForId(uint16(id)))
	}
	return g
}

// Tree is a parsed file. It holds no C memory.
type Tree struct {
	Src     []byte
	grammar *Grammar
	records []record
}

// Parse reads src, which must be UTF-8. The tree keeps src.
func (g *Grammar) Parse(src []byte) (*Tree, error) {
	if len(src) > math.MaxInt32 {
		return nil, ErrTooLarge
	}
	records, _ := parse(g.language, src, limits(len(src)))
	if len(records) == 0 {
		return nil, ErrWorkLimit
	}
	return &Tree{Src: src, grammar: g, records: records}, nil
}

// Place is where a text stands in a file: its byte offset, and the line and column as
// the parser counts them, from 0.
type Place struct{ Byte, Row, Col int }

// ParseAt reads text, a spelling of a part of src with the same bytes a token, as
// standing at a place of src: its nodes have their positions and their text there. The
// first part of text that is not in src (a head to parse it by) is lead bytes, without
// line ends; its nodes have no meaningful position.
func (g *Grammar) ParseAt(src, text []byte, lead int, at Place) (*Tree, error) {
	t, err := g.Parse(text)
	if err != nil {
		return nil, err
	}
	t.Src = src
	shift, row, col := uint32(at.Byte-lead), uint32(at.Row), uint32(at.Col-lead)
	for i := range t.records {
		r := &t.records[i]
		if r.startRow == 0 {
			r.startCol += col
		}
		if r.endRow == 0 {
			r.endCol += col
		}
		r.start, r.end = r.start+shift, r.end+shift
		r.startRow, r.endRow = r.startRow+row, r.endRow+row
	}
	return t, nil
}

// Close gives the memory of the tree back for the next parse. It is optional; no Node
// of the tree may be used after it.
func (t *Tree) Close() {
	if cap(t.records) > 0 {
		spare.Put(&t.records)
	}
	t.records = nil
}

// limits returns what the parse of a file of n bytes may take. Real files above 20 KB
// take at most 152 bytes of memory and 90 of work a byte of source, on seven corpora of
// eleven languages (LC_CORPORA=… go test -run Usage -v ./index/lang/sitter).
func limits(n int) usage {
	const (
		memoryFloor, memoryPerByte = 64 << 20, 200
		workFloor, workPerByte     = 64 << 20, 500
	)
	return usage{memory: memoryFloor + memoryPerByte*uint64(n), work: workFloor + workPerByte*uint64(n)}
}

// Root returns the outermost node.
func (t *Tree) Root() Node { return Node{t: t, i: 0} }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.records) }

// At returns the node at pre-order index i.
func (t *Tree) At(i int) Node { return Node{t: t, i: int32(i)} }

// ErrorBytes sums the bytes of the outermost error nodes.
func (t *Tree) ErrorBytes() int {
	sum := 0
	for i := int32(0); i < int32(len(t.records)); {
		r := &t.records[i]
		if r.flags&flagError != 0 {
			sum += int(r.end - r.start)
			i = r.next
			continue
		}
		i++
	}
	return sum
}
