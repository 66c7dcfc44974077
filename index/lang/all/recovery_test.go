package all_test

import (
	"slices"
	"testing"

	"github.com/lc-index/lc/index/lang/all"
)

// broken has, for each language, something unfinished between two declarations.
var broken = map[string]string{
	"go":         "package a\n\nfunc before() {}\n\nfunc half() {\n\tx := = 1\n\tif {\n\t}\n}\n\nfunc after() {}\n",
	"python":     "def before(): pass\n\ndef half(a,\n\ndef after(): pass\n",
	"javascript": "function before() {}\n<<<<<<< ours\nconst x = 1\n=======\nconst x = 2\n>>>>>>> theirs\nfunction after() {}\n",
	"typescript": "function before() {}\n<<<<<<< ours\nconst x = 1\n=======\nconst x = 2\n>>>>>>> theirs\nfunction after() {}\n",
	"java":       "class before {}\nclass half { void f( { } }\nclass after {}\n",
	"rust":       "fn before() {}\nfn half( { }\nfn after() {}\n",
	"c":          "int before(void) { return 0; }\nint half( { }\nint after(void) { return 0; }\n",
	"c++":        "int before() { return 0; }\nint half( { }\nint after() { return 0; }\n",
	"c#":         "class before {}\nclass half { void f( { } }\nclass after {}\n",
	"ruby":       "def before; end\n<<<<<<< ours\nx = 1\n=======\nx = 2\n>>>>>>> theirs\ndef after; end\n",
	"php":        "<?php\nfunction before() {}\nfunction half( { }\nfunction after() {}\n",
	"scala":      "class before {}\nclass half { def f( { } }\nclass after {}\n",
	"kotlin":     "fun before() {}\nfun half( { }\nfun after() {}\n",
	"swift":      "func before() {}\nfunc half( { }\nfunc after() {}\n",
	"shell":      "before() { :; }\nif x; then\n<<<<<<< ours\nfi\nafter() { :; }\n",
	"lua":        "function before() end\nfunction half() x = = 1 end\nfunction after() end\n",
}

// What is broken is a problem with its lines, and takes nothing behind it along.
func TestBrokenCodeHidesNothingBehindIt(t *testing.T) {
	t.Parallel()
	registry := all.Registry()
	for language, src := range broken {
		facts, err := registry.Lookup(language).Read([]byte(src))
		if err != nil {
			t.Errorf("%s: %v", language, err)
			continue
		}
		var names []string
		for _, s := range facts.Symbols {
			names = append(names, s.Name)
		}
		if !slices.Contains(names, "before") || !slices.Contains(names, "after") {
			t.Errorf("%s: declares %q", language, names)
		}
		if slices.ContainsFunc(names, func(name string) bool {
			return len(name) > 2 && (name[:3] == "<<<" || name[:3] == "===" || name[:3] == ">>>")
		}) {
			t.Errorf("%s: a conflict mark is a name: %q", language, names)
		}
		if len(facts.Problems) == 0 || facts.Problems[0].Line < 1 {
			t.Errorf("%s: problems %+v", language, facts.Problems)
		}
	}
}
