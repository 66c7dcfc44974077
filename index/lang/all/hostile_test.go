package all_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/langtest"
)

// hostile are shapes that made a parser or a walker take time or memory with the
// square of the file, or recurse to the end of the stack: a unit that is repeated,
// between a head and a tail.
var hostile = []struct{ head, unit, tail string }{
	{"x = ", "1 + ", "1\n"},
	{"x = 1", " + 1", ";\n"},
	{"x = a", ".b(1)", ";\n"},
	{"x = a", "[0]", ";\n"},
	{"x = ", "f(", ""},
	{"x = ", "[", ""},
	{"", "{", ""},
	{"", "if (a) { ", ""},
	{"if (a) { b(); }", " else if (a) { b(); }", "\n"},
	{"class A {\n", "int f(int x) { return x; }\n", "}\n"},
	{"", "x = 1;\n", ""},
	{"", "# comment\n", ""},
	{"", "// comment\n", ""},
	{"", "<<<<<<<\n", ""},
	{"", "def f():\n    x\n", ""},
	{"", "class A { class B { ", ""},
	{"class A { int x = ", "A<", ""},
	{"", "\"", ""},
	{"", "`${", ""},
	{"", "@a(1)\n", "class A {}\n"},
	{"import ", "a.", "b;\n"},
	{"f(", "a, ", "b);\n"},
	{"type A = ", "B | ", "C\n"},
	{"", "a: {b: ", ""},
	{"", "- ", "a\n"},
	{"", "> ", "a\n"},
	{"", "<div>", ""},
	{"", "#if A\n", ""},
	{"", "λ", "\n"},
}

// Every language reads every shape in time that grows with the file, or says that it
// does not. The time is the thread's own: a machine that is busy does not fail the test.
func TestHostileShapesAreReadInBoundedTime(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	registry := all.Registry()
	size := 15_000
	for _, name := range registry.Names() {
		for _, h := range hostile {
			src := h.head + strings.Repeat(h.unit, size/len(h.unit)) + h.tail
			began := threadTime()
			facts, err := registry.Lookup(name).Read([]byte(src))
			took := threadTime() - began
			what := fmt.Sprintf("%s: %q and %d times %q", name, h.head, size/len(h.unit), h.unit)
			switch {
			case err != nil && strings.Contains(err.Error(), "gave up"):
				t.Errorf("%s: %v", what, err)
			case err == nil:
				if err := langtest.Consistent(facts); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
			if took > 10*time.Second {
				t.Errorf("%s: %s", what, took)
			} else if took > time.Second {
				t.Logf("%s: %s", what, took.Round(time.Millisecond))
			}
		}
	}
}
