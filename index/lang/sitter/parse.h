#ifndef LC_SITTER_PARSE_H
#define LC_SITTER_PARSE_H

#include <stddef.h>
#include <stdint.h>

// lc_node is one node of a flat tree; next is the index after its subtree.
typedef struct {
	uint32_t start, end;
	uint32_t start_row, start_col, end_row, end_col;
	int32_t parent, next;
	uint16_t kind, field;
	uint16_t flags;
} lc_node;

// lc_parse holds a parsed file and every byte that parsing it took.
typedef struct lc_parse lc_parse;

// lc_use_arena routes the allocations of tree-sitter here. Blocks asked for outside
// of the functions below still come from the C library.
void lc_use_arena(void);

// lc_parse_new reads src. It never returns NULL; lc_parse_nodes is 0 when a limit was
// reached: bytes of memory at one time, or work, which is the bytes of all blocks that
// were asked for and those of the source that were read, again and again as may be.
lc_parse *lc_parse_new(const void *language, const char *src, uint32_t len, size_t max_memory, uint64_t max_work);

// lc_parse_nodes returns how many records lc_parse_flatten will write at most.
uint32_t lc_parse_nodes(const lc_parse *);

// lc_parse_flatten writes the tree in pre-order and returns the number of records, 0
// when a limit was reached.
uint32_t lc_parse_flatten(lc_parse *, lc_node *out, uint32_t cap);

// lc_parse_memory returns the most bytes that were in use at one time.
size_t lc_parse_memory(const lc_parse *);

// lc_parse_work returns the work that was done.
uint64_t lc_parse_work(const lc_parse *);

void lc_parse_free(lc_parse *);

#endif
