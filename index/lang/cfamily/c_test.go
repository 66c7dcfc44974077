package cfamily_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/cfamily"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func language(t *testing.T, name string) lang.Language {
	t.Helper()
	for _, l := range cfamily.Languages() {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("no language %q", name)
	return lang.Language{}
}

func find(t *testing.T, f *lang.Facts, dotted string) *lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if langtest.Dotted(f, int32(i)) == dotted {
			return &f.Symbols[i]
		}
	}
	t.Fatalf("no symbol %q", dotted)
	return nil
}

func TestC(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, cfamily.C), `
#include <stdio.h>              // imp: stdio.h * static
#include "node.h"               // imp: node.h * static
#ifndef LIMIT                   // ref: LIMIT read
#define LIMIT 10                // def: LIMIT macro
#endif
#define TWICE(x) add(x, x)      // def: TWICE macro; ref: add call -> 28; no: x

enum color { RED,               // def: color enum; def: color.RED enum-member
	GREEN = LIMIT };            // ref: LIMIT read -> 5
union word { int i; char c[4]; }; // def: word union; def: word.c field
typedef unsigned long size;     // def: size type
extern int total;               // def: total variable declaration
int add(int a, int b);          // def: add function declaration; def: add.a parameter
struct node {                   // def: node struct
	struct node *next;          // def: node.next field; ref: node type -> 15
	int value, *spare;          // def: node.value field; def: node.spare field
	int (*visit)(struct node *n); // def: node.visit field; ref: node type -> 15; no: n
	struct { int x; } pos;      // def: node.pos field; def: node.pos.x field
	union { int u; };           // def: node.u field
};
typedef struct { int id; } item; // def: item struct; def: item.id field
typedef struct node node;       // def: node type; ref: node type -> 15
static int counter = LIMIT;     // def: counter variable private; ref: LIMIT read
static int twice(int n) {       // def: twice function private; def: twice.n parameter
	return TWICE(n);            // ref: TWICE call -> 7; ref: n read -> 25
}
int add(int a, int b) {         // def: add function exported
	struct node local;          // def: add.local local; ref: node type -> 15
	local.pos.x = a;            // ref: local read -> 29; ref: pos read of local; ref: x write of pos
	local.next->value++;        // ref: next read of local; ref: value write of next
	counter += b;               // ref: counter write -> 24
	printf("%d", twice(b));     // ref: printf call -> free; ref: twice call -> 25
	local.visit(&local);        // ref: visit call of local
	((item *)&local)->id = RED; // ref: id write of item; ref: RED read -> 9
	return sizeof(struct node); // ref: node type -> 15
}
old(a, b) int a; char *b; {     // def: old function
	return a;                   // ref: a read
}
int typed(a) int a; { return a; } // def: typed function; ref: a read
int main(void) { return add(1, 2); } // def: main function entry; ref: add call -> 28
`)
}

func TestCThroughMacros(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, cfamily.C), `
#define API __attribute__((visibility("default")))
#ifdef __cplusplus
extern "C" {
#endif
API int one(void);                       // def: one function declaration; ref: API read -> 2
static ALWAYS int two(void) { return 1; } // def: two function private; ref: ALWAYS read -> free
void *ZEXPORT three(char *s);            // def: three function declaration; ref: ZEXPORT read
int four OF((int a, int b));             // def: four function declaration
struct PACKED five { int a; };           // def: five struct; ref: PACKED read
int six(int a) NORETURN;                 // def: six function declaration
int seven __attribute__((unused)) = 7;   // def: seven variable
PUBLIC(const char *) eight(void) { return 0; } // def: eight function; ref: PUBLIC read
DECLARE_LIST(thing)                      // ref: DECLARE_LIST call
int nine(int a) {                        // def: nine function
#ifdef A
	if (a) {
#else
	if (one()) {                         // ref: one call
#endif
		return va_arg(a, char *);        // ref: va_arg call
	}
	return entry(a, struct five, a);     // ref: five type; ref: entry call
}
#if 0
int dead(void) { return 0; }             // no: dead
#endif
API size_t (*ten)(void *p);              // def: ten variable
hook_t (*eleven)(void) = 0;              // def: eleven variable; ref: hook_t read
TEST_BEGIN(test_twelve) {                // def: test_twelve function test; ref: TEST_BEGIN call
	int inner = 1;                       // def: test_twelve.inner local
}
TEST_END
#ifdef B
int thirteen(int a)                      // def: thirteen function
#else
int thirteen(long a)
#endif
{ return a; }
int last(void) { return 0; }             // def: last function
#ifdef __cplusplus
}
#endif
`)
	if f.ErrorBytes != 0 {
		t.Errorf("error bytes = %d, want 0: %v", f.ErrorBytes, f.Problems)
	}
}

func TestErrorsDoNotSwallowTheRest(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, cfamily.C), `
int before(void) { return 1; }   // def: before function
int broken(int a { ] ) return ; }
int middle(void) { return 1; }   // def: middle function
int bad = @ ;
int after(void) { return 2; }    // def: after function
`)
	if len(f.Problems) == 0 {
		t.Error("no problem is reported for the broken lines")
	}
}

func TestHashesAndText(t *testing.T) {
	t.Parallel()
	l := language(t, cfamily.C)
	extract := func(src string) *lang.Facts {
		f, err := l.Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	a := extract("/* Sums numbers. More. */\nint\nsum(int a, /* x */ int b)\n{\n  if (a && b) return a + b;\n  return 0;\n}\n")
	s := find(t, a, "sum")
	if s.Doc != "Sums numbers." || s.Signature != "int sum(int a, int b)" || s.Complexity != 3 || s.Arity != 2 {
		t.Errorf("doc %q, signature %q, complexity %d, arity %d", s.Doc, s.Signature, s.Complexity, s.Arity)
	}
	b := find(t, extract("int sum(int a, int b) { if (a && b) return a+b; /* note */ return 0; }\n"), "sum")
	if a := s; a.BodyHash != b.BodyHash || a.SignatureHash != b.SignatureHash {
		t.Error("layout and comments changed a hash")
	}
	c := find(t, extract("int sum(int a, int b) { if (a && b) return a-b; return 0; }\n"), "sum")
	if c.BodyHash == b.BodyHash || c.SignatureHash != b.SignatureHash {
		t.Error("a change of the body must change the body's hash only")
	}
	d := find(t, extract("int sum(int a, long b) { if (a && b) return a+b; return 0; }\n"), "sum")
	if d.SignatureHash == b.SignatureHash {
		t.Error("a change of a parameter's type did not change the signature's hash")
	}
	if v := find(t, extract("#define N 1\n"), "N"); v.SignatureHash == find(t, extract("#define N 2\n"), "N").SignatureHash {
		t.Error("a change of a macro's value did not change its hash")
	}
}

func TestLinesStayWithContinuationsAndComments(t *testing.T) {
	t.Parallel()
	src := "#define A(x) \\\n  do { \\\n  f(x); } while (0)\n/* a\n b */ int v;\r\nint w;\n"
	f, err := language(t, cfamily.C).Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if got := find(t, f, "v").NameLine; got != 5 {
		t.Errorf("v on line %d, want 5", got)
	}
	if got := find(t, f, "w").NameLine; got != 6 {
		t.Errorf("w on line %d, want 6", got)
	}
	for _, r := range f.Refs {
		if r.Name == "f" && (r.Line != 3 || r.Role != schema.RoleCall || r.Args != 1) {
			t.Errorf("call of f = %+v, want line 3 with one argument", r)
		}
	}
}

func TestHostileInput(t *testing.T) {
	t.Parallel()
	for _, name := range []string{cfamily.C, cfamily.Cpp} {
		l := language(t, name)
		for what, src := range map[string]string{
			"parens": strings.Repeat("(", 50000), "braces": strings.Repeat("{", 50000), "ifs": strings.Repeat("#if 1\n", 5000),
			"else without if": "#else\n#endif\n#elif\nint a;", "open string": "char *s = \"abc\nint b;", "open comment": "int a; /* x", "open raw": "R\"(abc",
			"hash": "#", "define": "#define", "include": "#include\n#include <\n#include \"\n", "backslash": "\\", "nested calls": strings.Repeat("f(", 3000) + strings.Repeat(")", 3000) + ";",
		} {
			f, err := l.Extract([]byte(src))
			if err != nil {
				continue // A work limit is an answer.
			}
			if err := langtest.Consistent(f); err != nil {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("#if A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ return a; }")
	f.Add("namespace a { template <class T> struct B : C<T> { void m() const override; }; }\nvoid a::B<int>::m() const {}")
	f.Fuzz(func(t *testing.T, src string) {
		for _, l := range cfamily.Languages() {
			facts, err := l.Extract([]byte(src))
			if err != nil {
				continue
			}
			if err := langtest.Consistent(facts); err != nil {
				t.Errorf("%s: %v", l.Name, err)
			}
		}
	})
}

func TestAttributesBetweenTypeAndName(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, cfamily.C), `
PUBLIC_API int NO_THROW
ATTRIBUTE(nonnull(1))
take_memory(void **to, size_t n) { // def: take_memory function
	return 0;
}
PUBLIC_API ALLOCATOR RESTRICT_RETURN
void NO_THROW *
ATTRIBUTE(malloc) SIZED_BY(1)
give_memory(size_t n) { // def: give_memory function
	return 0;
}
ALWAYS_INLINE int
SIZED_BY2(1, 2)
resize(void *p, size_t n, int flags) { // def: resize function
	return 0;
}
asmlinkage __visible void __sched notrace yield_now(void) { } // def: yield_now function; no: void
static int __init __cold start_up(void) { return 1; } // def: start_up function
extern update_t *MUTABLE update_time; // def: update_time variable
void NO_THROW *given(int n); // def: given function
int after(void) { return 0; } // def: after function
`)
}
