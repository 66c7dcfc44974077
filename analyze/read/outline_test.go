package read_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// typeOf makes a snapshot of one file: imports, a type of some fields and so many
// methods, each of ten lines of code.
func typeOf(t *testing.T, methods int, visibility func(i int) schema.Visibility) read.Input {
	t.Helper()
	var b strings.Builder
	b.WriteString("import a\nimport b\n\nclass Shape {\n  int width;\n  int height;\n")
	rows := &schema.Rows{}
	add := func(s schema.Symbol) schema.SymbolID {
		s.QualifiedName, s.ScipSymbol = s.Name, fmt.Sprintf("lc java . %s#%d", s.Name, len(rows.Symbols))
		rows.Symbols = append(rows.Symbols, s)
		return schema.SymbolID(len(rows.Symbols) - 1)
	}
	add(schema.Symbol{Kind: schema.KindFile, StartLine: 1, EndLine: int32(7 + 10*methods), Parent: schema.None})
	class := add(schema.Symbol{Name: "Shape", Kind: schema.KindClass, StartLine: 4, EndLine: int32(7 + 10*methods), Signature: "class Shape"})
	add(schema.Symbol{Name: "width", Kind: schema.KindField, StartLine: 5, EndLine: 5, Parent: class, Signature: "int width"})
	add(schema.Symbol{Name: "height", Kind: schema.KindField, StartLine: 6, EndLine: 6, Parent: class, Signature: "int height"})
	for i := range methods {
		line := int32(7 + 10*i)
		name := fmt.Sprintf("method%d", i)
		add(schema.Symbol{Name: name, Kind: schema.KindMethod, StartLine: line, EndLine: line + 9, Parent: class, Visibility: visibility(i),
			Signature: "void " + name + "(int firstArgument, int secondArgument, int thirdArgument, int fourthArgument)"})
		b.WriteString("  void method(int a) {\n" + strings.Repeat("    sum = a * a + 1;\n", 8) + "  }\n")
	}
	b.WriteString("}\n")
	rows.Files = []schema.File{{Path: "Shape.java", Language: "java", Status: schema.StatusParsed, Lines: int32(7 + 10*methods), Bytes: int64(b.Len())}}
	rows.Imports = []schema.Import{{Line: 1, Text: "a"}, {Line: 2, Text: "b"}, {Line: 9, Text: "inside"}}
	rows.Ranks, rows.FileRanks, rows.FileCoverage = make([]float64, len(rows.Symbols)), make([]float64, 1), make([]schema.FileCoverage, 1)
	snap := store.FromRows(rows, store.Manifest{})
	if err := snap.Err(); err != nil {
		t.Fatal(err)
	}
	return read.Input{Snapshot: snap, Content: content{"Shape.java": b.String()}, Counter: &budget.Counter{}}
}

func TestOutlineFoldsImportsAndFields(t *testing.T) {
	t.Parallel()
	in := typeOf(t, 1, func(int) schema.Visibility { return schema.VisibilityPublic })
	got := one(t, in, read.Options{Items: []read.Item{{Path: "Shape.java:outline"}}})
	want := "1-2\t2 imports\n4-17\tclass Shape\n5-6\t 2 × field: width, height\n7-16\t void method0(int firstArgument, int secondArgument, int thirdArgument, int fourthArgument)\n"
	if got.Text != want {
		t.Errorf("outline\n%swant\n%s", got.Text, want)
	}
	if got.Expand != "Shape.java:4-17" {
		t.Errorf("expand %q", got.Expand)
	}
}

// However many members a type has, its outline stays a small part of the file, and what
// it leaves out first is what others cannot use.
func TestOutlineStaysWithinItsShare(t *testing.T) {
	t.Parallel()
	for _, methods := range []int{20, 100, 400} {
		in := typeOf(t, methods, func(i int) schema.Visibility {
			if i%10 == 0 {
				return schema.VisibilityPublic
			}
			return schema.VisibilityPrivate
		})
		got := one(t, in, read.Options{Items: []read.Item{{Path: "Shape.java:outline"}}})
		text, _ := in.Content.Content("Shape.java")
		if have, whole := in.Counter.Count(got.Text), in.Counter.Count(string(text)); have*100 > whole*15 {
			t.Errorf("%d methods: %d tokens of %d", methods, have, whole)
		}
		for _, want := range []string{"class Shape", "method10("} {
			if methods > 10 && !strings.Contains(got.Text, want) {
				t.Errorf("%d methods: no %q in\n%.400s", methods, want, got.Text)
			}
		}
		if methods == 400 && !strings.Contains(got.Text, "× method: method1, method2") {
			t.Errorf("private methods are not counted:\n%.400s", got.Text)
		}
	}
}
