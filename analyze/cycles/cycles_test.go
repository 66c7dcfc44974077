package cycles_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/cycles"
	"github.com/lc-index/lc/analyze/sketch"
)

func run(t *testing.T, text string, opts cycles.Options) *cycles.Report {
	t.Helper()
	r, err := cycles.Run(t.Context(), cycles.Input{Head: sketch.Parse(text)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFileCycle(t *testing.T) {
	t.Parallel()
	r := run(t, `
file a.ts typescript import=b.ts
file b.ts typescript import=c.ts import:type=a.ts
file c.ts typescript import=a.ts
file d.ts typescript import=a.ts
`, cycles.Options{Levels: []string{"file"}})
	want := []cycles.Cycle{{
		Level: "file", Members: []string{"a.ts", "b.ts", "c.ts"}, Shortest: []string{"a.ts", "b.ts"},
		Cut: [][3]string{{"a.ts", "b.ts", "static"}}, Exact: true, Class: "static", Edges: 4,
	}}
	if d := cmp.Diff(want, r.Cycles); d != "" {
		t.Errorf("cycles (-want +got):\n%s", d)
	}
}

func TestClasses(t *testing.T) {
	t.Parallel()
	for class, text := range map[string]string{
		"type":      "file a.ts typescript import=b.ts\nfile b.ts typescript import:type=a.ts",
		"lazy":      "file a.py python import=b.py\nfile b.py python import:lazy=a.py",
		"test":      "file a.go go import=a_test.go\nfile a_test.go go test import=a.go",
		"static":    "file a.py python import=b.py\nfile b.py python import=a.py",
		"re-export": "file a.ts typescript import:re-export=b.ts\nfile b.ts typescript import=a.ts",
	} {
		r := run(t, text, cycles.Options{Levels: []string{"file"}})
		if len(r.Cycles) != 1 || r.Cycles[0].Class != class {
			t.Errorf("%s: %+v", class, r.Cycles)
		}
		if only := run(t, text, cycles.Options{Levels: []string{"file"}, Classes: []string{"static"}}); (len(only.Cycles) == 1) != (class == "static") {
			t.Errorf("%s: with static imports only %+v", class, only.Cycles)
		}
	}
}

func TestPackageCycleThroughReferences(t *testing.T) {
	t.Parallel()
	r := run(t, `
file p/A.java java package=p
  class A call=B
file q/B.java java package=q
  class B
file q/C.java java package=q
  class C call=A
`, cycles.Options{})
	if len(r.Cycles) != 1 || r.Cycles[0].Level != "package" {
		t.Fatalf("cycles %+v", r.Cycles)
	}
	if d := cmp.Diff([]string{"p", "q"}, r.Cycles[0].Members); d != "" {
		t.Errorf("members (-want +got):\n%s", d)
	}
}

func TestNoCycle(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "file a.ts typescript import=b.ts\nfile b.ts typescript", "file a.py python import=b.py@0.4\nfile b.py python import=a.py"} {
		r := run(t, text, cycles.Options{})
		if len(r.Cycles) != 0 || r.Cycles == nil || r.Status != analyze.Complete {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

func TestBrokenFileIsPartial(t *testing.T) {
	t.Parallel()
	r := run(t, "file a.ts typescript status=problem problem=encoding", cycles.Options{})
	if r.Status != analyze.Partial || len(r.Undecided) != 1 {
		t.Errorf("status %s, undecided %v", r.Status, r.Undecided)
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	for _, o := range []cycles.Options{{Levels: []string{"planet"}}, {Classes: []string{"wild"}}} {
		if _, err := cycles.Run(t.Context(), cycles.Input{Head: sketch.Parse("")}, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
