#ifndef LC_SITTER_FLATTEN_H
#define LC_SITTER_FLATTEN_H

#include "parse.h"
#include "subtree.h"

#include <stddef.h>

// lc_flatten writes the tree below root, which stands at a place, in pre-order and
// returns the number of records, at most cap. Its own memory comes from resize, a
// realloc that does not return when there is none.
uint32_t lc_flatten(const TSLanguage *, const Subtree *root, Length at, lc_node *out, uint32_t cap, void *(*resize)(void *, size_t));

#endif
