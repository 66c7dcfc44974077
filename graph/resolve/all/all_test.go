package all_test

import (
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/all"
	languages "github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/store/schema"
)

// Every language that is read is linked: a bare call of a function of the same file
// resolves in each of them.
func TestEveryFullLanguageIsLinked(t *testing.T) {
	t.Parallel()
	sources := map[string]struct{ path, src string }{
		"go":         {"a.go", "package a\n\nfunc f() {}\n\nfunc g() { f() }\n"},
		"php":        {"a.php", "<?php\nfunction f() {}\nfunction g() { f(); }\n"},
		"python":     {"a.py", "def f():\n    pass\n\ndef g():\n    f()\n"},
		"javascript": {"a.js", "function f() {}\nfunction g() { f() }\n"},
		"typescript": {"a.ts", "function f() {}\nfunction g() { f() }\n"},
		"tsx":        {"a.tsx", "function f() {}\nfunction g() { f() }\n"},
		"java":       {"A.java", "class A { void f() {} void g() { f(); } }\n"},
		"kotlin":     {"a.kt", "fun f() {}\nfun g() { f() }\n"},
		"scala":      {"a.scala", "object A { def f() = 1; def g() = f() }\n"},
		"rust":       {"a.rs", "fn f() {}\nfn g() { f() }\n"},
		"shell":      {"a.sh", "f() { :; }\ng() { f; }\n"},
		"swift":      {"a.swift", "func f() {}\nfunc g() { f() }\n"},
		"c":          {"a.c", "void f(void) {}\nvoid g(void) { f(); }\n"},
		"c#":         {"a.cs", "class A { void f() {} void g() { f(); } }\n"},
		"ruby":       {"a.rb", "def f; end\ndef g; f(); end\n"},
		"html+erb":   {"a.html.erb", "<% def f; end %>\n<% def g; f(); end %>\n"},
		"lua":        {"a.lua", "local function f() end\nlocal function g() f() end\n"},
		"c++":        {"a.cc", "void f() {}\nvoid g() { f(); }\n"},
	}
	// Languages in which no file calls what it declares, and why.
	uncalled := map[string]string{
		"hcl":                "its functions belong to the program that reads the file",
		"protocol buffer":    "it has no expressions",
		"zig":                "not linked yet",
		"astro":              "its script is read by package embed",
		"css":                "styles",
		"html":               "its scripts are read by package embed",
		"json":               "data",
		"less":               "styles",
		"scss":               "styles",
		"svelte":             "its script is read by package embed",
		"vue":                "its script is read by package embed",
		"json with comments": "data",
		"json5":              "data",
		"markdown":           "text",
		"toml":               "data",
		"yaml":               "data",
		"elixir":             "not linked yet",
		"dart":               "not linked yet",
		"dockerfile":         "it has no functions",
		"sql":                "not linked yet",
	}
	registry := languages.Registry()
	for _, name := range registry.Names() {
		s, ok := sources[name]
		if ok == (uncalled[name] != "") {
			t.Errorf("%s needs a source here, or else a reason why it has no calls", name)
		}
		if !ok {
			continue
		}
		facts, err := registry.Lookup(name).Extract([]byte(s.src))
		if err != nil {
			t.Fatal(err)
		}
		in := &link.Input{
			Files:   []link.File{{Path: s.path, Language: name, Facts: facts}},
			Content: func(schema.FileID) ([]byte, error) { return []byte(s.src), nil },
		}
		out, err := all.Link(t.Context(), in, all.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for i, r := range facts.Refs {
			if r.Name == "f" && r.Role == schema.RoleCall {
				res := out.Refs[0][i]
				found = res.Resolved() && facts.Symbols[res.Target.Symbol].Name == "f"
			}
		}
		if !found {
			t.Errorf("%s: the call of f is not resolved", name)
		}
	}
}
