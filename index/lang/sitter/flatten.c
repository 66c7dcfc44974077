// Writing a tree out in pre-order.
//
// The library's cursor takes a dozen calls a node and looks at every hidden node twice
// on the way up; this walk reads the tree itself, once from left to right.

#include "flatten.h"

#include <string.h>

// frame is a node whose children are being written.
typedef struct {
	const Subtree *child, *end;
	Length at;                   // Where the next child starts, once its padding is added but for the first.
	const TSSymbol *aliases;     // Other names of the children, by position among those that are no extras.
	const TSFieldMapEntry *fields, *fields_end;
	uint32_t structural;         // Position of the next child among those that are no extras.
	int32_t self;                // Record of the node, or of the nearest visible one around a hidden one.
	uint16_t field;              // Field of a hidden node, which its children take over.
	bool hidden, first;
} frame;

static Length add(Length a, Length b) {
	a.bytes += b.bytes;
	a.extent.column = b.extent.row ? b.extent.column : a.extent.column + b.extent.column;
	a.extent.row += b.extent.row;
	return a;
}

static Length size_of(Subtree s) {
	if (!s.data.is_inline) return s.ptr->size;
	return (Length){s.data.size_bytes, {0, s.data.size_bytes}};
}

static Length padding_of(Subtree s) {
	if (!s.data.is_inline) return s.ptr->padding;
	return (Length){s.data.padding_bytes, {s.data.padding_rows, s.data.padding_columns}};
}

// enter fills in the frame of a node that has children.
static void enter(frame *f, const TSLanguage *l, Subtree s, Length at) {
	const SubtreeHeapData *p = s.ptr;
	uint16_t production = p->production_id;
	f->end = (const Subtree *)p;
	f->child = f->end - p->child_count;
	f->at = at;
	f->structural = 0;
	f->first = true;
	f->aliases = production ? &l->alias_sequences[production * l->max_alias_sequence_length] : NULL;
	f->fields = f->fields_end = NULL;
	if (l->field_count) {
		TSMapSlice slice = l->field_map_slices[production];
		f->fields = &l->field_map_entries[slice.index];
		f->fields_end = f->fields + slice.length;
	}
}

// write fills in the record of a node, but for next.
static void write(lc_node *r, const TSLanguage *l, Subtree s, TSSymbol alias, Length at, int32_t parent, uint16_t field) {
	bool in = s.data.is_inline;
	Length end = add(at, size_of(s));
	bool missing = in ? s.data.is_missing : s.ptr->is_missing;
	bool named = in ? s.data.named : s.ptr->named;
	bool extra = in ? s.data.extra : s.ptr->extra;
	TSSymbol symbol = alias ? alias : in ? s.data.symbol : s.ptr->symbol;
	if (alias) named = alias == SYMBOL_ERROR || (alias != SYMBOL_ERROR_REPEAT && l->symbol_metadata[alias].named);
	r->start = at.bytes;
	r->end = end.bytes;
	r->start_row = at.extent.row;
	r->start_col = at.extent.column;
	r->end_row = end.extent.row;
	r->end_col = end.extent.column;
	r->parent = parent;
	r->next = -1;
	r->kind = symbol == SYMBOL_ERROR ? symbol : l->public_symbol_map[symbol];
	r->field = field;
	r->flags = (named ? 1 : 0) | (r->kind == SYMBOL_ERROR ? 2 : 0) | (missing ? 4 : 0) | (extra ? 8 : 0) |
		(missing || (!in && s.ptr->error_cost > 0) ? 16 : 0);
}

uint32_t lc_flatten(const TSLanguage *l, const Subtree *root, Length at, lc_node *out, uint32_t cap, void *(*resize)(void *, size_t)) {
	if (cap == 0) return 0;
	uint32_t depth = 0, room = 64, n = 0;
	frame *stack = resize(NULL, room * sizeof(frame));
	write(&out[n++], l, *root, 0, at, -1, 0);
	out[0].next = 1;
	if (!root->data.is_inline && root->ptr->child_count) {
		enter(&stack[0], l, *root, at);
		stack[0].self = 0;
		stack[0].field = 0;
		stack[0].hidden = false;
		depth = 1;
	}
	while (depth) {
		frame *f = &stack[depth - 1];
		if (f->child == f->end) {
			if (!f->hidden) out[f->self].next = (int32_t)n;
			depth--;
			continue;
		}
		Subtree s = *f->child++;
		bool in = s.data.is_inline;
		Length start = f->first ? f->at : add(f->at, padding_of(s));
		f->first = false;
		f->at = add(start, size_of(s));
		TSSymbol alias = 0;
		uint16_t field = 0;
		bool visible = in ? s.data.visible : s.ptr->visible;
		if (!(in ? s.data.extra : s.ptr->extra)) {
			if (f->aliases) alias = f->aliases[f->structural];
			field = f->field;
			for (const TSFieldMapEntry *m = f->fields; m < f->fields_end; m++) {
				if (m->child_index == f->structural && !m->inherited) {
					field = m->field_id;
					break;
				}
			}
			f->structural++;
		}
		bool children = !in && s.ptr->child_count;
		int32_t self = f->self;
		if (visible || alias) {
			if (n == cap) break;
			write(&out[n], l, s, alias, start, self, field);
			self = (int32_t)n++;
			out[self].next = (int32_t)n;
			field = 0;
			visible = true;
		} else if (children && !s.ptr->visible_child_count) {
			continue;
		}
		if (!children) continue;
		if (depth == room) {
			room *= 2;
			stack = resize(stack, room * sizeof(frame));
		}
		f = &stack[depth++];
		enter(f, l, s, start);
		f->self = self;
		f->field = field;
		f->hidden = !visible;
	}
	while (depth) { // The records are full.
		frame *f = &stack[--depth];
		if (!f->hidden) out[f->self].next = (int32_t)n;
	}
	return n;
}
