package tests_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/analyze/tests"
)

func selected(t *testing.T, base, head string, files ...change.File) ([]string, *tests.Report) {
	t.Helper()
	in := tests.Input{Head: sketch.Parse(head), Base: sketch.Parse(base), Changes: files}
	r, err := tests.Run(t.Context(), in, tests.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, x := range r.Tests {
		got = append(got, strings.TrimSuffix(x.Path+" "+x.Symbol, " "))
		if len(x.Reason) == 0 {
			t.Errorf("%s %s has no reason", x.Path, x.Symbol)
		}
	}
	return got, r
}

func TestSelection(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, base string // "body=1" becomes "body=2" at head.
		file       string
		want       []string
		total      int
		status     analyze.Status
	}{
		{
			name: "Go functions, an external test package, a helper between",
			base: "file a.go go package=p\n  function F body=1\nfile a_test.go go test package=p\n  function TestF test body=9 call=F\n  function TestOther test body=9\n" +
				"  function helper body=9 call=F\n  function TestH test body=9 call=helper\nfile x_test.go go test package=p_test\n  function TestX test body=9 call=F",
			file: "a.go", want: []string{"a_test.go TestF", "a_test.go TestH", "x_test.go TestX"}, total: 4, status: analyze.Complete,
		},
		{
			name: "a TestMain selects its package",
			base: "file a.go go\n  function F body=1\nfile a_test.go go test\n  function TestMain body=9 call=F\nfile b_test.go go test\n  function TestB test body=9",
			file: "a.go", want: []string{"b_test.go TestB"}, total: 1, status: analyze.Complete,
		},
		{
			name: "a mock method that nobody calls selects its file",
			base: "file a.go go\n  interface I body=9\n    method Do body=9\n  function F body=1\nfile a_test.go go test\n  struct mock body=9\n    method Do body=9 call=F\n  function TestB test body=9\nfile b_test.go go test\n  function TestC test body=9",
			file: "a.go", want: []string{"a_test.go TestB"}, total: 2, status: analyze.Complete,
		},
		{
			name: "pytest fixtures by parameter name, through another fixture",
			base: "file app.py python\n  function make body=1\nfile tests/conftest.py python test\n  function app decorated body=9 call=make\n  function client decorated signature=client(app) body=9\n" +
				"file tests/test_a.py python test\n  function test_one test signature=test_one(client) body=9\n  function test_two test signature=test_two(other) body=9",
			file: "app.py", want: []string{"tests/test_a.py test_one"}, total: 2, status: analyze.Complete,
		},
		{
			name: "a fixture that nobody asks for may be automatic",
			base: "file app.py python\n  function make body=1\nfile tests/conftest.py python test\n  function auto decorated body=9 call=make\nfile tests/test_a.py python test\n  function test_one test signature=test_one() body=9\nfile z/test_b.py python test\n  function test_z test signature=test_z() body=9",
			file: "app.py", want: []string{"tests/test_a.py test_one"}, total: 2, status: analyze.Complete,
		},
		{
			name: "unittest set-up selects the file",
			base: "file app.py python\n  function make body=1\nfile test_a.py python test\n  class T test body=9\n    method setUp body=9 call=make\n    method test_one test body=9",
			file: "app.py", want: []string{"test_a.py T.test_one"}, total: 1, status: analyze.Complete,
		},
		{
			name: "a JavaScript file is the unit, a helper beside it is not",
			base: "file a.ts typescript\n  function f body=1\nfile test/a.test.ts typescript test call=f\nfile test/b.test.ts typescript test\nfile test/helper.ts typescript test\n  function h body=9 call=f",
			file: "a.ts", want: []string{"test/a.test.ts"}, total: 2, status: analyze.Complete,
		},
		{
			name: "a Java class is the unit",
			base: "file A.java java\n  class A body=9\n    method m body=1\nfile ATest.java java test\n  class ATest body=9\n    method one test body=9 call=A.m\n    method two test body=9",
			file: "A.java", want: []string{"ATest.java ATest"}, total: 1, status: analyze.Complete,
		},
		{
			name: "a Rust main selects the integration tests",
			base: "file src/main.rs rust\n  function main entry body=1\nfile tests/it.rs rust test\n  function runs test body=9",
			file: "src/main.rs", want: []string{"tests/it.rs runs"}, total: 1, status: analyze.Complete,
		},
		{
			name: "an open reference of the same name selects its test",
			base: "file a.py python\n  function close body=1\nfile test_a.py python test\n  function test_x test body=9 unresolved=close\n  function test_y test body=9",
			file: "a.py", want: []string{"test_a.py test_x"}, total: 2, status: analyze.Complete,
		},
		{
			name: "a changed test is selected itself",
			base: "file a_test.go go test\n  function TestA test body=1\n  function TestB test body=9",
			file: "a_test.go", want: []string{"a_test.go TestA"}, total: 2, status: analyze.Complete,
		},
		{
			name: "a lock file selects everything below it",
			base: "file a/go.sum\nfile a/x_test.go go test\n  function TestA test body=9\nfile b/y_test.go go test\n  function TestB test body=9",
			file: "a/go.sum", want: []string{"a/x_test.go TestA"}, total: 2, status: analyze.Partial,
		},
		{
			name: "test data selects the suite around it",
			base: "file a/testdata/in.csv\nfile a/x_test.go go test\n  function TestA test body=9\nfile b/y_test.go go test\n  function TestB test body=9",
			file: "a/testdata/in.csv", want: []string{"a/x_test.go TestA"}, total: 2, status: analyze.Partial,
		},
		{
			name: "documentation selects nothing",
			base: "file README.md\nfile a_test.go go test\n  function TestA test body=9",
			file: "README.md", want: []string{}, total: 1, status: analyze.Complete,
		},
		{
			name: "a broken file selects the suite around it",
			base: "file a/b.c c status=problem problem=encoding\nfile a/x_test.go go test\n  function TestA test body=9",
			file: "a/b.c", want: []string{"a/x_test.go TestA"}, total: 1, status: analyze.Partial,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			head := strings.Replace(tc.base, "body=1", "body=2", 1)
			got, r := selected(t, tc.base, head, change.File{Path: tc.file, Status: change.Modified})
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("tests (-want +got):\n%s", d)
			}
			if r.TotalTests != tc.total || r.Status != tc.status {
				t.Errorf("total %d, status %s; want %d, %s", r.TotalTests, r.Status, tc.total, tc.status)
			}
		})
	}
}

func TestDeletedWithoutBaseSelectsTheSuite(t *testing.T) {
	t.Parallel()
	head := sketch.Parse("file p/a.go go\nfile p/a_test.go go test\n  function TestA test\nfile q/b_test.go go test\n  function TestB test")
	files := []change.File{{Path: "p/gone.go", Status: change.Deleted, BaseKnown: true, BaseSymbols: []change.BaseSymbol{{ScipSymbol: "x", Name: "F", QualifiedName: "F", Kind: 12}}}}
	r, err := tests.Run(t.Context(), tests.Input{Head: head, Changes: files}, tests.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tests) != 1 || r.Tests[0].Symbol != "TestA" || r.Status != analyze.Partial {
		t.Errorf("tests %v, status %s", r.Tests, r.Status)
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	base := "file a/a.go go\n  function F body=1\nfile a/a_test.go go test\n  function TestF test body=9 call=F\n  function TestG test body=9 call=F\n" +
		"file b_test.go go test\n  function TestB test body=9 call=F\nfile test_x.py python test\n  class T test body=9\n    method test_m test body=9 call=F"
	_, r := selected(t, base, strings.Replace(base, "body=1", "body=2", 1), change.File{Path: "a/a.go", Status: change.Modified})
	if _, err := tests.List(r.Tests); err == nil || !strings.Contains(err.Error(), "pytest") {
		t.Errorf("a list for two runners: %v", err)
	}
	for runner, want := range map[string][]string{"go test": {".", "./a"}, "pytest": {"test_x.py::T::test_m"}} {
		var some []tests.Test
		for _, x := range r.Tests {
			if x.Runner == runner {
				some = append(some, x)
			}
		}
		got, err := tests.List(some)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", runner, d)
		}
	}
}

func TestEmptyRepository(t *testing.T) {
	t.Parallel()
	got, r := selected(t, "", "")
	if len(got) != 0 || r.Tests == nil || r.Undecided == nil || r.Runners == nil || r.Status != analyze.Complete {
		t.Errorf("report %+v", r)
	}
}
