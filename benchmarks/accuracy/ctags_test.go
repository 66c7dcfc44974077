package accuracy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/benchmarks/accuracy"
	"github.com/lc-index/lc/store/schema"
)

func TestParseTags(t *testing.T) {
	t.Parallel()
	got, err := accuracy.ParseTags([]byte(`{"_type": "ptag", "name": "JSON_OUTPUT_VERSION"}
{"_type": "tag", "name": "App", "path": "src/app.py", "language": "Python", "line": 59, "kind": "class", "end": 1010}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []accuracy.Tag{{Name: "App", Path: "src/app.py", Language: "Python", Line: 59, Kind: "class"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("tags (-want +got):\n%s", d)
	}
	if _, err := accuracy.ParseTags([]byte("App\tsrc/app.py")); err == nil {
		t.Error("a line that is no JSON was accepted")
	}
}

func TestKindsAndInventedNames(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		language, kind string
		want           schema.Kind
	}{{"Go", "methodSpec", schema.KindMethod}, {"Rust", "interface", schema.KindTrait}, {"C", "union", schema.KindUnion}} {
		found := false
		for _, k := range accuracy.Kinds(tc.language, tc.kind) {
			found = found || k == tc.want
		}
		if !found {
			t.Errorf("%s %s is not compared with %s", tc.language, tc.kind, tc.want)
		}
	}
	if got := accuracy.Kinds("Go", "var"); got != nil {
		t.Errorf("variables are compared with %v", got)
	}
	for _, tc := range []struct {
		name, line string
		want       bool
	}{
		{"__anon1f2e", "typedef struct {", true}, {"anonymousFunction12", "const f = () => 1", true}, {"run", "func (c *Command) run() {", false}, {"Ctl", "static int other(void) {", true},
	} {
		if got := accuracy.Invented(accuracy.Tag{Name: tc.name, Line: 1}, []string{tc.line}, nil); got != tc.want {
			t.Errorf("Invented(%s in %q) = %v", tc.name, tc.line, got)
		}
	}
}

func TestTagsThatAreNoDeclarations(t *testing.T) {
	t.Parallel()
	macros := map[string]bool{"TEST_BEGIN": true}
	for _, tc := range []struct {
		tag  accuracy.Tag
		line string
		want bool
	}{
		{accuracy.Tag{Language: "C", Kind: "function", Name: "TEST_BEGIN"}, "TEST_BEGIN(one) {", true},
		{accuracy.Tag{Language: "C", Kind: "function", Name: "begin"}, "int begin(void) {", false},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "M.f"}, "function M.f(a)", false},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "f"}, "  f = function(a)", false},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "name"}, `name = "post-function",`, true},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "cb"}, "local cb = spy.new(function() end)", true},
		{accuracy.Tag{Language: "C#", Kind: "property", Name: "IDictionary"}, "where T : IDictionary", true},
		{accuracy.Tag{Language: "C#", Kind: "property", Name: "Name"}, "public string Name { get; }", false},
		{accuracy.Tag{Language: "JavaScript", Kind: "method", Name: "timeout"}, "this.timeout(5000)", true},
		{accuracy.Tag{Language: "JavaScript", Kind: "method", Name: "go"}, "  async go(a) {", false},
		{accuracy.Tag{Language: "JavaScript", Kind: "function", Name: "message"}, "app.response.message = function(msg){", false},
		{accuracy.Tag{Language: "JavaScript", Kind: "class", Name: "users"}, "var users = {", true},
		{accuracy.Tag{Language: "Kotlin", Kind: "method", Name: "response"}, "client.use { response ->", true},
		{accuracy.Tag{Language: "Sh", Kind: "function", Name: "names="}, "local names=()", true},
		{accuracy.Tag{Language: "Sh", Kind: "function", Name: "prototypes"}, "function prototypes and stuff, but not", true},
		{accuracy.Tag{Language: "Sh", Kind: "function", Name: "nocopy"}, "  nocopy() = default;", true},
		{accuracy.Tag{Language: "Sh", Kind: "function", Name: "usage"}, "usage () { # <name>", false},
		{accuracy.Tag{Language: "Sh", Kind: "function", Name: "build"}, "function build", false},
		{accuracy.Tag{Language: "Ruby", Kind: "singletonMethod", Name: "res"}, "def res.each ; yield call ; end", true},
		{accuracy.Tag{Language: "Ruby", Kind: "singletonMethod", Name: "make"}, "def self.make(a)", false},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "f"}, "local t = [[\nlocal function f()", true},
		{accuracy.Tag{Language: "Lua", Kind: "function", Name: "f"}, "local t = [[ a ]]\nlocal function f()", false},
		{accuracy.Tag{Language: "Elixir", Kind: "function", Name: "f"}, "@doc \"\"\"\ndef f(x) do", true},
		{accuracy.Tag{Language: "Elixir", Kind: "function", Name: "f"}, "@doc \"\"\"\nA.\n\"\"\"\ndef f(x) do", false},
		{accuracy.Tag{Language: "JavaScript", Kind: "function", Name: "e"}, strings.Repeat("x();", 300) + "function e(){}", true},
	} {
		tc.tag.Line = int32(strings.Count(tc.line, "\n") + 1)
		if got := accuracy.Invented(tc.tag, strings.Split(tc.line, "\n"), macros); got != tc.want {
			t.Errorf("Invented(%s %s in %q) = %v", tc.tag.Language, tc.tag.Name, tc.line, got)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		tag  accuracy.Tag
		line string
		want string
	}{
		{accuracy.Tag{Language: "Elixir", Name: "C"}, "defmodule A.B.C do", "A.B.C"},
		{accuracy.Tag{Language: "JavaScript", Name: "inner"}, "  outer: function inner(a) {", "outer"},
		{accuracy.Tag{Language: "JavaScript", Name: "_P"}, "var P = class _P {", "P"},
		{accuracy.Tag{Language: "Lua", Name: "M.a:f"}, "function M.a:f()", "f"},
	} {
		if got := accuracy.Names(tc.tag, tc.line); !slices.Contains(got, tc.want) {
			t.Errorf("Names(%s in %q) = %v, want %s among them", tc.tag.Name, tc.line, got, tc.want)
		}
	}
}
