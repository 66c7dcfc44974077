#ifndef LC_SITTER_SUBTREE_H
#define LC_SITTER_SUBTREE_H

// How tree-sitter 0.25 keeps a tree in memory, as far as a walk over it needs: the
// names and the order of the fields are those of its subtree.h and parser.h, which are
// not on another module's include path. TestFlatTreeIsTheCursors compares what is read
// through these types with what the library's own cursor says.

#include <stdbool.h>
#include <stdint.h>

typedef struct { uint32_t row, column; } TSPoint;
typedef struct { uint32_t bytes; TSPoint extent; } Length;
typedef uint16_t TSSymbol;

#define SYMBOL_ERROR ((TSSymbol)-1)
#define SYMBOL_ERROR_REPEAT ((TSSymbol)-2)

#define SUBTREE_BITS  \
	bool visible : 1;     \
	bool named : 1;       \
	bool extra : 1;       \
	bool has_changes : 1; \
	bool is_missing : 1;  \
	bool is_keyword : 1;

#define SUBTREE_SIZE             \
	uint8_t padding_columns;     \
	uint8_t padding_rows : 4;    \
	uint8_t lookahead_bytes : 4; \
	uint8_t padding_bytes;       \
	uint8_t size_bytes;

// SubtreeInlineData is a small leaf, kept in place of a pointer to it: is_inline is the
// least bit of the pointer, which is 0 in one.
typedef struct {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#if UINTPTR_MAX == 0xFFFFFFFF
	uint16_t parse_state;
	uint8_t symbol;
	SUBTREE_BITS
	bool unused : 1;
	bool is_inline : 1;
	SUBTREE_SIZE
#else
	SUBTREE_SIZE
	uint16_t parse_state;
	uint8_t symbol;
	SUBTREE_BITS
	bool unused : 1;
	bool is_inline : 1;
#endif
#else
	bool is_inline : 1;
	SUBTREE_BITS
	uint8_t symbol;
	uint16_t parse_state;
	SUBTREE_SIZE
#endif
} SubtreeInlineData;

// SubtreeHeapData is any other node; its children stand directly before it.
typedef struct {
	volatile uint32_t ref_count;
	Length padding, size;
	uint32_t lookahead_bytes, error_cost, child_count;
	TSSymbol symbol;
	uint16_t parse_state;
	bool visible : 1;
	bool named : 1;
	bool extra : 1;
	bool fragile_left : 1;
	bool fragile_right : 1;
	bool has_changes : 1;
	bool has_external_tokens : 1;
	bool has_external_scanner_state_change : 1;
	bool depends_on_column : 1;
	bool is_missing : 1;
	bool is_keyword : 1;
	union {
		struct { // When child_count is not 0.
			uint32_t visible_child_count, named_child_count, visible_descendant_count;
			int32_t dynamic_precedence;
			uint16_t repeat_depth, production_id;
		};
		struct { // The state of a scanner.
			union { char *long_data; char short_data[24]; };
			uint32_t length;
		};
	};
} SubtreeHeapData;

typedef union {
	SubtreeInlineData data;
	const SubtreeHeapData *ptr;
} Subtree;

typedef struct { uint16_t field_id; uint8_t child_index; bool inherited; } TSFieldMapEntry;
typedef struct { uint16_t index, length; } TSMapSlice;
typedef struct { bool visible, named, supertype; } TSSymbolMetadata;

// TSLanguage is the start of a grammar's tables.
typedef struct TSLanguage {
	uint32_t abi_version, symbol_count, alias_count, token_count, external_token_count;
	uint32_t state_count, large_state_count, production_id_count, field_count;
	uint16_t max_alias_sequence_length;
	const uint16_t *parse_table, *small_parse_table;
	const uint32_t *small_parse_table_map;
	const void *parse_actions;
	const char *const *symbol_names, *const *field_names;
	const TSMapSlice *field_map_slices;
	const TSFieldMapEntry *field_map_entries;
	const TSSymbolMetadata *symbol_metadata;
	const TSSymbol *public_symbol_map;
	const uint16_t *alias_map;
	const TSSymbol *alias_sequences;
} TSLanguage;

#endif
