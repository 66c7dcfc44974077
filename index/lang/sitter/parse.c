// Parsing one file within bounds.
//
// The parser's callback can stop it between operations only, and its error recovery
// may take time and memory that grow with the square of the file within few of them:
// it copies lists of nodes, and scanners of grammars read ahead to the end of the file.
// So the memory of one parse comes from an arena that knows its limits: a request
// beyond them jumps out of the parser, and the arena is dropped whole. A scanner that
// was at work loses the few bytes of its own state then.
//
// The declarations below are the part of tree-sitter's C interface that is needed;
// its header is not on another module's include path.

#include "flatten.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct TSTree TSTree;
typedef struct TSParser TSParser;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct {
	void *payload;
	const char *(*read)(void *payload, uint32_t byte, TSPoint position, uint32_t *bytes_read);
	int encoding; // 0 is UTF-8.
	uint32_t (*decode)(const uint8_t *, uint32_t, int32_t *);
} TSInput;

extern TSParser *ts_parser_new(void);
extern void ts_parser_delete(TSParser *);
extern bool ts_parser_set_language(TSParser *, const TSLanguage *);
extern TSTree *ts_parser_parse(TSParser *, const TSTree *, TSInput);
extern TSNode ts_tree_root_node(const TSTree *);
extern uint32_t ts_node_start_byte(TSNode);
extern TSPoint ts_node_start_point(TSNode);
extern uint32_t ts_node_descendant_count(TSNode);
extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

// Blocks up to SMALL bytes are carved from chunks and kept in one free list a size of
// UNIT bytes; larger ones are the C library's, in a list of their own.
enum { UNIT = 16, SMALL = 1024, FIRST_CHUNK = 1 << 16, MAX_CHUNK = 1 << 22, READ = 1 << 12 };

typedef struct chunk { struct chunk *next; } chunk;
typedef struct block { struct block *next; } block;

// header stands before every block and keeps it aligned to 16 bytes.
typedef struct { size_t size, unused; } header;
typedef struct large { struct large *prev, *next; header h; } large;

struct lc_parse {
	const TSLanguage *language;
	const char *src;
	uint32_t len;
	uint64_t work, max_work;
	size_t used, peak, max_memory, chunk_size;
	char *at, *end;
	chunk *chunks;
	block *free_lists[SMALL / UNIT + 1];
	large *larges;
	TSTree *tree;
	uint32_t nodes;
	jmp_buf out; // Where a request beyond max_memory goes.
};

static _Thread_local lc_parse *current;

static void take(lc_parse *p, size_t size) {
	if (size > p->max_memory - p->used) longjmp(p->out, 1);
	p->used += size;
	if (p->used > p->peak) p->peak = p->used;
}

static void *small_new(lc_parse *p, size_t size) {
	size_t class = (size + UNIT - 1) / UNIT;
	block *b = p->free_lists[class];
	if (b) {
		p->free_lists[class] = b->next;
		return b;
	}
	size_t need = class * UNIT + sizeof(header);
	if ((size_t)(p->end - p->at) < need) {
		take(p, p->chunk_size);
		chunk *c = malloc(p->chunk_size);
		if (!c) longjmp(p->out, 1);
		c->next = p->chunks;
		p->chunks = c;
		p->at = (char *)c + UNIT;
		p->end = (char *)c + p->chunk_size;
		if (p->chunk_size < MAX_CHUNK) p->chunk_size *= 2;
	}
	header *h = (header *)p->at;
	h->size = class * UNIT;
	p->at += need;
	return h + 1;
}

static void *large_new(lc_parse *p, size_t size) {
	if (size > p->max_memory) longjmp(p->out, 1);
	take(p, size + sizeof(large));
	large *l = malloc(size + sizeof(large));
	if (!l) longjmp(p->out, 1);
	l->h.size = size;
	l->prev = NULL;
	l->next = p->larges;
	if (p->larges) p->larges->prev = l;
	p->larges = l;
	return l + 1;
}

// work counts n bytes of work.
static void work(lc_parse *p, size_t n) {
	p->work += n;
	if (p->work > p->max_work) longjmp(p->out, 1);
}

static void *arena_malloc(size_t size) {
	lc_parse *p = current;
	if (!p) return malloc(size);
	work(p, size);
	if (size == 0) size = 1;
	return size <= SMALL ? small_new(p, size) : large_new(p, size);
}

static void *arena_calloc(size_t n, size_t size) {
	if (!current) return calloc(n, size);
	if (size && n > SIZE_MAX / size) longjmp(current->out, 1);
	void *b = arena_malloc(n * size);
	return memset(b, 0, n * size);
}

static void arena_free(void *ptr) {
	lc_parse *p = current;
	if (!p) {
		free(ptr);
		return;
	}
	if (!ptr) return;
	header *h = (header *)ptr - 1;
	if (h->size <= SMALL) {
		block *b = ptr;
		size_t class = h->size / UNIT;
		b->next = p->free_lists[class];
		p->free_lists[class] = b;
		return;
	}
	large *l = (large *)ptr - 1;
	if (l->prev) l->prev->next = l->next; else p->larges = l->next;
	if (l->next) l->next->prev = l->prev;
	p->used -= h->size + sizeof(large);
	free(l);
}

static void *arena_realloc(void *ptr, size_t size) {
	if (!current) return realloc(ptr, size);
	if (!ptr) return arena_malloc(size);
	size_t have = ((header *)ptr - 1)->size;
	if (size <= have && (have <= SMALL || size > SMALL)) return ptr;
	void *b = arena_malloc(size);
	memcpy(b, ptr, have < size ? have : size);
	arena_free(ptr);
	return b;
}

void lc_use_arena(void) { ts_set_allocator(arena_malloc, arena_calloc, arena_realloc, arena_free); }

static const char *read_source(void *payload, uint32_t byte, TSPoint position, uint32_t *bytes_read) {
	(void)position;
	lc_parse *p = payload;
	if (byte >= p->len) {
		*bytes_read = 0;
		return "";
	}
	*bytes_read = p->len - byte < READ ? p->len - byte : READ;
	work(p, *bytes_read);
	return p->src + byte;
}

lc_parse *lc_parse_new(const void *language, const char *src, uint32_t len, size_t max_memory, uint64_t max_work) {
	lc_parse *p = calloc(1, sizeof(lc_parse));
	if (!p) abort(); // As Go does when it has no memory left.
	p->language = language;
	p->src = src;
	p->len = len;
	p->max_memory = max_memory;
	p->max_work = max_work;
	p->chunk_size = FIRST_CHUNK;
	current = p;
	if (setjmp(p->out) == 0) {
		TSParser *parser = ts_parser_new();
		if (ts_parser_set_language(parser, language)) {
			TSInput input = {p, read_source, 0, NULL};
			p->tree = ts_parser_parse(parser, NULL, input);
		}
		if (p->tree) p->nodes = ts_node_descendant_count(ts_tree_root_node(p->tree));
		ts_parser_delete(parser); // For the scanner's sake; the arena goes at once.
	} else {
		p->tree = NULL;
		p->nodes = 0;
	}
	current = NULL;
	p->src = NULL;
	return p;
}

uint32_t lc_parse_nodes(const lc_parse *p) { return p->nodes; }
size_t lc_parse_memory(const lc_parse *p) { return p->peak; }
uint64_t lc_parse_work(const lc_parse *p) { return p->work; }

uint32_t lc_parse_flatten(lc_parse *p, lc_node *out, uint32_t cap) {
	volatile uint32_t n = 0;
	const size_t peak = p->peak;
	const uint64_t done = p->work;
	current = p;
	p->max_memory = SIZE_MAX; // The tree is within its bounds, and so is a walk over it.
	p->max_work = UINT64_MAX;
	if (p->tree && setjmp(p->out) == 0) {
		TSNode root = ts_tree_root_node(p->tree);
		Length at = {ts_node_start_byte(root), ts_node_start_point(root)};
		n = lc_flatten(p->language, root.id, at, out, cap, arena_realloc);
	}
	current = NULL;
	p->peak = peak;
	p->work = done;
	return n;
}

void lc_parse_free(lc_parse *p) {
	for (chunk *c = p->chunks; c;) {
		chunk *next = c->next;
		free(c);
		c = next;
	}
	for (large *l = p->larges; l;) {
		large *next = l->next;
		free(l);
		l = next;
	}
	free(p);
}
