package change_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/sketch"
)

func compare(t *testing.T, base, head string, files ...change.File) *change.Set {
	t.Helper()
	set, err := change.Compare(t.Context(), change.Input{Head: sketch.Parse(head), Base: sketch.Parse(base), Files: files})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func words(set *change.Set) []string {
	out := []string{}
	for _, s := range set.Symbols {
		w := fmt.Sprintf("%s %s", s.Symbol, s.What)
		if s.OldName != "" {
			w += " from " + s.OldName
		}
		out = append(out, w)
	}
	return out
}

func TestCompare(t *testing.T) {
	t.Parallel()
	m := func(path string) change.File { return change.File{Path: path, Status: change.Modified} }
	for _, tc := range []struct {
		name, base, head string
		files            []change.File
		want             []string
	}{
		{
			"values, fields, types, modules", "file a.py python body=1\n  variable v body=1\n  class C body=9\n    field f body=0 sig=1\n  class D body=9 sig=1",
			"file a.py python body=2\n  variable v body=2\n  class C body=9\n    field f body=0 sig=2\n  class D body=9 sig=2", []change.File{m("a.py")},
			[]string{" module", "v value", "C.f type", "D type"},
		},
		{
			"an overload is matched by name when its identity carries the signature", "file a.java java\n  method m id=x1 body=9 sig=1", "file a.java java\n  method m id=x2 body=9 sig=2",
			[]change.File{m("a.java")}, []string{"m signature"},
		},
		{
			"bodies that several share pair with nothing", "file a.go go\n  function A body=1 sig=1\n  function B body=1 sig=2", "file a.go go\n  function C body=1 sig=3\n  function D body=1 sig=4",
			[]change.File{m("a.go")}, []string{"A deleted", "C added", "B deleted", "D added"},
		},
		{
			"renamed across files", "file a.go go package=p\n  function A body=7 sig=1\nfile b.go go package=p", "file a.go go package=p\nfile b.go go package=p\n  function Z body=7 sig=2",
			[]change.File{m("a.go"), m("b.go")}, []string{"Z renamed from A"},
		},
		{
			"moved inside a Go package: the identity stays, nothing changed", "file a.go go package=p\n  function A body=7\nfile b.go go package=p", "file a.go go package=p\nfile b.go go package=p\n  function A body=7",
			[]change.File{m("a.go"), m("b.go")}, []string{},
		},
		{
			"a renamed Python file moves what it holds", "file a.py python\n  function f body=7\n  function g body=8", "file b.py python\n  function f body=7\n  function g body=9",
			[]change.File{{Path: "b.py", OldPath: "a.py", Status: change.Renamed}}, []string{" moved", "f moved", "g body"},
		},
		{
			"permissions only", "file a.go go\n  function A body=1", "file a.go go\n  function A body=1", []change.File{{Path: "a.go", Status: change.Mode}}, []string{},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tc.want, words(compare(t, tc.base, tc.head, tc.files...))); d != "" {
				t.Errorf("changed (-want +got):\n%s", d)
			}
		})
	}
}

func TestEmpty(t *testing.T) {
	t.Parallel()
	if set := compare(t, "", ""); len(set.Symbols) != 0 || set.Status != analyze.Complete {
		t.Errorf("%+v", set)
	}
}

func TestClassify(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]change.Class{
		"a/go.mod": change.Manifest, "package-lock.json": change.Lock, "Makefile": change.Build, "requirements-dev.txt": change.Manifest,
		"README.md": change.Documentation, "LICENSE": change.Documentation, "LICENSE.txt": change.Documentation, "docs/x.txt": change.Documentation,
		"x.txt": change.Data, "img/a.png": change.Data, "app.yaml": change.Config, ".github/workflows/ci.yml": change.Tooling, ".golangci.yml": change.Tooling,
		"Dockerfile.dev": change.Build, "a.zig": change.Code, "tests/conftest.py": change.Code,
	} {
		language := ""
		if want == change.Code {
			language = "some"
		}
		if got := change.Classify(path, language); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
