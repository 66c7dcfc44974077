package dead_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/dead"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/analyze/target"
)

func run(t *testing.T, text string, opts dead.Options) *dead.Report {
	t.Helper()
	r, err := dead.Run(t.Context(), dead.Input{Head: sketch.Parse(text)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func words(r *dead.Report) []string {
	out := []string{}
	for _, f := range r.Findings {
		tests := ""
		if f.UsedOnlyByTests {
			tests = " tests"
		}
		out = append(out, fmt.Sprintf("%s %s%s", f.Symbol, f.Tier, tests))
	}
	return out
}

func TestFindings(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, text string
		opts       dead.Options
		want       []string
	}{
		{
			name: "a program: what main reaches lives, the rest does not",
			text: "file main.go go package=main\n  function main entry call=used\n  function used\n  function unused call=onlyDead\n  function onlyDead",
			want: []string{"unused certain", "onlyDead certain"},
		},
		{
			name: "exports keep a library alive, unless they are no root",
			text: "file a.go go package=ex.com/lib\n  function Run exported call=helper\n  function helper\n  function lost",
			want: []string{"lost certain"},
		},
		{
			name: "without the root exports an exported name is likely dead",
			text: "file a.go go package=ex.com/lib\n  function Run exported call=helper\n  function helper\nfile main.go go package=main\n  function main entry",
			opts: dead.Options{Roots: []string{"main"}},
			want: []string{"Run likely", "helper likely"},
		},
		{
			name: "exports of an internal package are not offered",
			text: "file internal/a.go go package=ex.com/internal\n  function Lost exported",
			want: []string{"Lost likely"},
		},
		{
			name: "without a manifest nobody can install what a script language exports",
			text: "file a.py python package=a\n  function one exported\nfile lib/b.py python package=lib.b\n  function two exported\nfile lib/pyproject.toml toml",
			want: []string{"one likely"},
		},
		{
			name: "the same for TypeScript; what a loaded module's values call is alive",
			text: "file a.ts typescript\n  constant value exported call=used\n  constant __all__ exported\nfile b.ts typescript\n  function used exported\n  function three exported\nfile d.rs rust\n  function four exported",
			want: []string{"value likely", "three likely"},
		},
		{
			name: "used only by tests",
			text: "file a.go go package=ex.com/lib\n  function helper\nfile a_test.go go test package=ex.com/lib\n  function TestA test call=helper\nfile b.go go package=ex.com/lib\n  function B exported",
			want: []string{"helper certain tests"},
		},
		{
			name: "tests as a root keep it alive",
			text: "file a.go go package=ex.com/lib\n  function helper\nfile a_test.go go test package=ex.com/lib\n  function TestA test call=helper",
			opts: dead.Options{Roots: []string{"main", "test", "exports"}},
			want: []string{},
		},
		{
			name: "an implementation of a live interface method lives with its type",
			text: "file main.go go package=main\n  interface I\n    method Do\n  struct T\n    method Do implement=I.Do\n    method Other\n  struct Lost\n    method Do implement=I.Do\n  function main entry call=I.Do reference=T",
			want: []string{"T.Other certain", "Lost certain"},
		},
		{
			name: "methods in another file belong to their type",
			text: "file a.go go package=main\n  struct T\n  function main entry reference=a.go:T\nfile b.go go package=main\n  impl T synthetic\n    method String",
			want: []string{},
		},
		{
			name: "an open reference of the name makes it possible only",
			text: "file main.go go package=main\n  function main entry unresolved=maybe\n  function maybe",
			want: []string{"maybe possible"},
		},
		{
			name: "what only a possibly dead function reaches is possibly dead",
			text: "file main.go go package=main\n  function main entry unresolved=maybe\n  function maybe call=next\n  function next call=last\n  function last\n  function other",
			want: []string{"maybe possible", "next possible", "last possible", "other certain"},
		},
		{
			name: "a live value holds all its members, a live structural type all of its own",
			text: "file a.ts typescript\n  constant config exported\n    field plugins call=plugin\n  function plugin\n  interface I exported\n    method m reference=T\n  type T\n    field f\n      method () reference=U\n  type U\n  type Lost\nfile package.json json",
			want: []string{"Lost certain"},
		},
		{
			name: "methods of a nominal type live by their uses",
			text: "file a.go go package=main\n  function main entry reference=T\n  struct T\n    method m call=f\n  function f",
			want: []string{"T.m certain", "f certain"},
		},
		{
			name: "methods belong to the type of their own file first",
			text: "file a.rs rust package=lib\n  enum Entry\n  function f exported reference=a.rs:Entry\nfile b.rs rust package=lib\n  struct Entry exported\n  impl Entry\n    method name exported",
			want: []string{},
		},
		{
			name: "what a live file adds to another module lives",
			text: "file a.ts typescript\n  function f exported\n  module lib\n    interface Added\n  namespace own\n    interface Lost\nfile package.json json",
			want: []string{"own.Lost certain"},
		},
		{
			name: "a decorated function is registered somewhere",
			text: "file app.py python\n  function index decorated\n  function lost\nfile main.py python import=app.py",
			opts: dead.Options{Roots: []string{"main"}},
			want: []string{"lost certain"},
		},
		{
			name: "module code runs when a live file imports it, a file that nobody imports is reported whole",
			text: "file helper.py python call=used\n  function used\nfile lost.py python\n  function f\nfile main.py python import=helper.py",
			opts: dead.Options{Roots: []string{"main"}},
			want: []string{"lost.py possible"},
		},
		{
			name: "an import alone is no use",
			text: "file a.py python\n  function f\nfile main.py python import=a.py import=a.py",
			opts: dead.Options{Roots: []string{"main"}},
			want: []string{"f certain"},
		},
		{
			name: "the outermost dead declaration stands for its members",
			text: "file main.py python\n  class Lost\n    method m\n    method n",
			opts: dead.Options{Roots: []string{"main"}},
			want: []string{"Lost certain"},
		},
		{
			name: "a declaration for another platform lives with its twin",
			text: "file a_unix.go go package=main\n  function open\nfile a_win.go go package=main\n  function open call=helper\n  function helper\nfile main.go go package=main\n  function main entry call=a_unix.go:open",
			want: []string{},
		},
		{
			name: "helpers inside a test module and associated types are left out",
			text: "file src/lib.rs rust package=c\n  function api exported\n  module tests test\n    function helper\n  impl T\n    type Item\n  function lost",
			want: []string{"lost certain"},
		},
		{
			name: "generated and allowed code is left out",
			text: "file g.go go generated package=main\n  function gen\nfile main.go go package=main\n  function main entry\n  function kept\n  function lost",
			opts: dead.Options{Allow: []string{"kept"}},
			want: []string{"lost certain"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tc.want, words(run(t, tc.text, tc.opts))); d != "" {
				t.Errorf("findings (-want +got):\n%s", d)
			}
		})
	}
}

func TestTierAndLimit(t *testing.T) {
	t.Parallel()
	text := "file main.go go package=main\n  function main entry unresolved=maybe\n  function maybe\n  function one\n  function two"
	if d := cmp.Diff([]string{"one certain", "two certain"}, words(run(t, text, dead.Options{Tier: "certain"}))); d != "" {
		t.Errorf("certain (-want +got):\n%s", d)
	}
	if r := run(t, text, dead.Options{Limit: 1}); len(r.Findings) != 1 || r.Total != 3 {
		t.Errorf("%d of %d", len(r.Findings), r.Total)
	}
}

func TestWhyLive(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse("file main.go go package=main\n  function main entry call=a\n  function a call=b\n  function b\n  function lost")
	ask := func(name string) *dead.Why {
		m, err := target.Find(t.Context(), snap, name, target.Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := dead.WhyLive(t.Context(), dead.Input{Head: snap}, dead.Options{}, m[0].Symbol)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	want := []dead.WhyStep{{"main", "main.go", 2, "entry point"}, {"a", "main.go", 3, "call"}, {"b", "main.go", 4, "call"}}
	if d := cmp.Diff(want, ask("b").Path); d != "" {
		t.Errorf("path (-want +got):\n%s", d)
	}
	if w := ask("lost"); w.Live || len(w.Path) != 0 || w.Path == nil {
		t.Errorf("lost: %+v", w)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	if r := run(t, "", dead.Options{}); r.Status != analyze.Complete || r.Findings == nil {
		t.Errorf("empty: %+v", r)
	}
	if r := run(t, "file a.go go package=main problem=syntax\n  function main entry\n  function f", dead.Options{}); r.Status != analyze.Partial || r.Findings[0].Tier != "likely" {
		t.Errorf("broken: %+v", r)
	}
	if r := run(t, "file a.go go package=p\n  function f", dead.Options{Roots: []string{"main"}}); r.Status != analyze.Unknown {
		t.Errorf("no root: status %s", r.Status)
	}
	for _, o := range []dead.Options{{Roots: []string{"x"}}, {Tier: "x"}, {Allow: []string{"["}}} {
		if _, err := dead.Run(t.Context(), dead.Input{Head: sketch.Parse("")}, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
