// Package sitter parses with tree-sitter and hands out the tree as one flat
// slice, in pre-order. One call into C flattens a file: walking with a cursor
// from Go costs half a microsecond a node, which is more than parsing.
//
// It is the door to go-tree-sitter: language folders name grammars, nothing else.
package sitter

import (
	"errors"
	"fmt"
	"sync"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
)

// ErrWorkLimit means that a file took more parser steps than its size warrants.
var ErrWorkLimit = errors.New("parser work limit reached")

// Work limit: the parser calls back every hundred operations or so; a normal file
// needs about one call for ten bytes, a pathological one grows without bound.
const (
	stepsPerByte = 4
	stepsFloor   = 200_000
)

// Grammar is a compiled tree-sitter language with its name tables. It is safe
// for concurrent use.
type Grammar struct {
	language *ts.Language
	kinds    []string
	fields   []string
	parsers  sync.Pool
}

// NewGrammar wraps the pointer that a grammar's Go binding returns.
func NewGrammar(ptr unsafe.Pointer) *Grammar {
	plainAllocator()
	language := ts.NewLanguage(ptr)
	g := &Grammar{language: language}
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
	parser, _ := g.parsers.Get().(*ts.Parser)
	if parser == nil {
		parser = ts.NewParser()
		if err := parser.SetLanguage(g.language); err != nil {
			parser.Close()
			return nil, fmt.Errorf("set grammar: %w", err)
		}
	}
	steps, limit := 0, stepsFloor+stepsPerByte*len(src)
	tree := parser.ParseWithOptions(func(i int, _ ts.Point) []byte {
		if i < len(src) {
			return src[i:]
		}
		return nil
	}, nil, &ts.ParseOptions{ProgressCallback: func(ts.ParseState) bool {
		steps++
		return steps > limit
	}})
	if tree == nil {
		parser.Close()
		return nil, ErrWorkLimit
	}
	records := flatten(tree)
	tree.Close()
	g.parsers.Put(parser)
	if len(records) == 0 {
		return nil, errors.New("parser returned no tree")
	}
	return &Tree{Src: src, grammar: g, records: records}, nil
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
