package sitter

/*
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "parse.h"
*/
import "C"

import (
	"sync"
	"unsafe"
)

// record mirrors lc_node.
type record struct {
	start, end                         uint32
	startRow, startCol, endRow, endCol uint32
	parent, next                       int32
	kind, field                        uint16
	flags                              uint16
	_                                  uint16
}

const (
	flagNamed = 1 << iota
	flagError
	flagMissing
	flagExtra
	flagHasError
)

// useArena undoes what go-tree-sitter does when it is loaded: it routes every
// allocation of the parser through a callback into Go. It may be called at any time,
// because blocks asked for outside of a parse come from the C library either way.
func useArena() { C.lc_use_arena() }

// usage is what a parse takes: the most bytes of memory at one time, and its work,
// which is the bytes that were asked for in all and those that were read. Both follow
// from the source alone.
type usage struct{ memory, work uint64 }

// spare holds memory of closed trees: every field of a record is written before it is
// read, so that it need not be cleared.
var spare sync.Pool

// grow returns n records of any content.
func grow(n int) []record {
	if s, ok := spare.Get().(*[]record); ok && cap(*s) >= n {
		return (*s)[:n]
	}
	return make([]record, n, n+n/4)
}

// parse reads src and copies the tree into Go memory. It returns no records when
// a limit is reached.
func parse(language unsafe.Pointer, src []byte, limit usage) ([]record, usage) {
	var start *C.char
	if len(src) > 0 {
		start = (*C.char)(unsafe.Pointer(&src[0]))
	}
	p := C.lc_parse_new(language, start, C.uint32_t(len(src)), C.size_t(limit.memory), C.uint64_t(limit.work))
	defer C.lc_parse_free(p)
	n := uint32(C.lc_parse_nodes(p))
	var records []record
	if n > 0 {
		records = grow(int(n))
		records = records[:C.lc_parse_flatten(p, (*C.lc_node)(unsafe.Pointer(&records[0])), C.uint32_t(n))]
	}
	return records, usage{memory: uint64(C.lc_parse_memory(p)), work: uint64(C.lc_parse_work(p))}
}
