package sitter

/*
#cgo linux LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// The part of tree-sitter's C interface that flattening needs. The definitions
// come from the go-tree-sitter package that this one imports; its header is not
// on another module's include path.
typedef struct TSTree TSTree;
typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
extern TSNode ts_tree_root_node(const TSTree *);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern uint16_t ts_node_symbol(TSNode);
extern bool ts_node_is_named(TSNode);
extern bool ts_node_is_missing(TSNode);
extern bool ts_node_is_error(TSNode);
extern bool ts_node_is_extra(TSNode);
extern bool ts_node_has_error(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern TSPoint ts_node_start_point(TSNode);
extern TSPoint ts_node_end_point(TSNode);
extern uint32_t ts_node_descendant_count(TSNode);
extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

// lc_plain_allocator makes the library call the C allocator itself.
static void lc_plain_allocator(void) { ts_set_allocator(NULL, NULL, NULL, NULL); }

typedef struct {
	uint32_t start, end;
	uint32_t start_row, start_col, end_row, end_col;
	int32_t parent, next;
	uint16_t kind, field;
	uint16_t flags;
} lc_node;

// lc_count returns how many records lc_flatten will write.
static uint32_t lc_count(void *tree) {
	return ts_node_descendant_count(ts_tree_root_node((const TSTree *)tree));
}

// lc_flatten writes the tree in pre-order; next is the index after the subtree.
// It returns the number of records, which never exceeds cap.
static uint32_t lc_flatten(void *tree, lc_node *out, uint32_t cap) {
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node((const TSTree *)tree));
	uint32_t n = 0;
	int32_t parent = -1;
	for (;;) {
		if (n == cap) break;
		TSNode node = ts_tree_cursor_current_node(&c);
		lc_node *r = &out[n];
		TSPoint s = ts_node_start_point(node), e = ts_node_end_point(node);
		r->start = ts_node_start_byte(node);
		r->end = ts_node_end_byte(node);
		r->start_row = s.row; r->start_col = s.column;
		r->end_row = e.row; r->end_col = e.column;
		r->parent = parent;
		r->next = -1;
		r->kind = ts_node_symbol(node);
		r->field = ts_tree_cursor_current_field_id(&c);
		r->flags = (ts_node_is_named(node) ? 1 : 0) | (ts_node_is_error(node) ? 2 : 0) |
			(ts_node_is_missing(node) ? 4 : 0) | (ts_node_is_extra(node) ? 8 : 0) |
			(ts_node_has_error(node) ? 16 : 0);
		int32_t self = (int32_t)n++;
		if (ts_tree_cursor_goto_first_child(&c)) { parent = self; continue; }
		out[self].next = (int32_t)n;
		bool more = false;
		while (!(more = ts_tree_cursor_goto_next_sibling(&c))) {
			if (!ts_tree_cursor_goto_parent(&c)) break;
			out[parent].next = (int32_t)n;
			parent = out[parent].parent;
		}
		if (!more) break;
	}
	for (int32_t p = parent; p >= 0; p = out[p].parent) out[p].next = (int32_t)n;
	ts_tree_cursor_delete(&c);
	return n;
}
*/
import "C"

import (
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
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

// plainAllocator undoes what go-tree-sitter does when it is loaded: it routes every
// allocation of the parser through a callback into Go, which calls malloc in turn.
// The blocks come from the same heap either way, so it may be called at any time.
func plainAllocator() { C.lc_plain_allocator() }

// flatten copies the tree into Go memory by one call into C. A Tree's first and
// only field is the C tree's address.
func flatten(tree *ts.Tree) []record {
	inner := *(*unsafe.Pointer)(unsafe.Pointer(tree))
	n := uint32(C.lc_count(inner))
	if n == 0 {
		return nil
	}
	records := make([]record, n)
	got := C.lc_flatten(inner, (*C.lc_node)(unsafe.Pointer(&records[0])), C.uint32_t(n))
	return records[:got]
}
