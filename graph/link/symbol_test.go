package link_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

type decl struct {
	name   string
	kind   schema.Kind
	parent int32
	sig    string
	hash   uint64
	flags  schema.SymbolFlags
}

func file(id int, language, path string, decls ...decl) link.File {
	facts := &lang.Facts{Language: language, Symbols: []lang.Symbol{lang.NewSymbol("", schema.KindFile)}}
	for _, d := range decls {
		s := lang.NewSymbol(d.name, d.kind)
		s.Parent, s.Signature, s.SignatureHash, s.Flags = d.parent, d.sig, d.hash, d.flags
		facts.Symbols = append(facts.Symbols, s)
	}
	return link.File{ID: schema.FileID(id), Path: path, Language: language, Facts: facts}
}

func TestSymbolStrings(t *testing.T) {
	t.Parallel()
	in := &link.Input{Files: []link.File{
		file(0, "go", "cmd/a.go",
			decl{name: "Command", kind: schema.KindStruct},
			decl{name: "Name", kind: schema.KindField, parent: 1},
			decl{name: "Execute", kind: schema.KindMethod, sig: "func (c *Command) Execute(args []string) error"},
			decl{name: "args", kind: schema.KindParameter, parent: 3},
			decl{name: "init", kind: schema.KindFunction},
			decl{name: "open", kind: schema.KindFunction},
			decl{name: "Max", kind: schema.KindMethod, sig: "func (l List[T]) Max() T"},
		),
		file(1, "go", "cmd/a_windows.go",
			decl{name: "open", kind: schema.KindFunction},
			decl{name: "Command", kind: schema.KindImpl, flags: schema.SymbolSynthetic},
			decl{name: "Run", kind: schema.KindMethod, parent: 2},
		),
		{ID: 2, Path: "README"},
		file(3, "python", "src/my app.py",
			decl{name: "Flask", kind: schema.KindClass},
			decl{name: "run", kind: schema.KindMethod, parent: 1, hash: 7},
			decl{name: "run", kind: schema.KindMethod, parent: 1, hash: 7},
			decl{name: "x", kind: schema.KindLocal, parent: 3},
			decl{name: "inner", kind: schema.KindFunction, parent: 4},
			decl{name: "VERSION", kind: schema.KindVariable},
			decl{name: "VERSION", kind: schema.KindVariable},
		),
		file(4, "java", "A.java",
			decl{name: "A", kind: schema.KindClass},
			decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 0xaa},
			decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 0xbb},
		),
		file(5, "c", "x.c",
			decl{name: "f", kind: schema.KindFunction, hash: 5, flags: schema.SymbolDeclOnly},
			decl{name: "f", kind: schema.KindFunction, hash: 5},
			decl{name: "MAX", kind: schema.KindMacro},
		),
		file(6, "rust", "lib.rs",
			decl{name: "", kind: schema.KindImpl, sig: "impl<T: Clone> Iterator for Walk<T> where T: Send {"},
			decl{name: "next", kind: schema.KindMethod, parent: 1},
		),
		file(7, "c++", "q.cc", decl{name: "Foo::bar", kind: schema.KindMethod}),
	}}
	in.Files[4].Facts.Package = "com.a"
	got := link.SymbolStrings(in)
	want := [][]string{
		{
			"lc go . . cmd/`a.go`/",
			"lc go . . cmd/Command#",
			"lc go . . cmd/Command#Name.",
			"lc go . . cmd/Command#Execute().",
			"local 0",
			"lc go . . cmd/`a.go`/init().",
			"lc go . . cmd/open().",
			"lc go . . cmd/List#Max().",
		},
		{
			"lc go . . cmd/`a_windows.go`/",
			"lc go . . cmd/`a_windows.go`/open().",
			"lc go . . cmd/`a_windows.go`/impl#[Command]",
			"lc go . . cmd/`a_windows.go`/Command#Run().",
		},
		nil,
		{
			"lc python . . src/`my app.py`/",
			"lc python . . src/`my app.py`/Flask#",
			"lc python . . src/`my app.py`/Flask#run().",
			"lc python . . src/`my app.py`/Flask#run(+1).",
			"local 0",
			"lc python . . src/`my app.py`/Flask#run(+1).inner().",
			"lc python . . src/`my app.py`/VERSION.",
			"lc python . . src/`my app.py`/VERSION+1.",
		},
		{"lc java . . `A.java`/", "lc java . . com/a/A#", "lc java . . com/a/A#put(+aa).", "lc java . . com/a/A#put(+bb)."},
		{"lc c . . `x.c`/", "lc c . . `x.c`/f(+d5).", "lc c . . `x.c`/f().", "lc c . . `x.c`/MAX!"},
		{"lc rust . . `lib.rs`/", "lc rust . . `lib.rs`/impl#[`Walk<T>`][Iterator]", "lc rust . . `lib.rs`/impl#[`Walk<T>`][Iterator]next()."},
		{"lc c++ . . `q.cc`/", "lc c++ . . `q.cc`/Foo#bar()."},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("SymbolStrings mismatch (-want +got):\n%s", d)
	}
	seen := map[string]bool{}
	for _, names := range got {
		for _, name := range names {
			if seen[name] && !strings.HasPrefix(name, "local ") {
				t.Errorf("%q names two symbols", name)
			}
			seen[name] = true
		}
	}
}

func TestSymbolStringsSurviveAnEditAbove(t *testing.T) {
	t.Parallel()
	before := &link.Input{Files: []link.File{file(0, "java", "A.java",
		decl{name: "A", kind: schema.KindClass},
		decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 1},
		decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 2},
	)}}
	after := &link.Input{Files: []link.File{file(0, "java", "A.java",
		decl{name: "A", kind: schema.KindClass},
		decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 3},
		decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 1},
		decl{name: "put", kind: schema.KindMethod, parent: 1, hash: 2},
	)}}
	a, b := link.SymbolStrings(before)[0], link.SymbolStrings(after)[0]
	if d := cmp.Diff(a[2:], b[3:]); d != "" {
		t.Errorf("identities moved with a new overload (-before +after):\n%s", d)
	}
}

func TestQualifiedName(t *testing.T) {
	t.Parallel()
	goFile := file(0, "go", "a.go", decl{name: "Execute", kind: schema.KindMethod, sig: "func (c *Command) Execute() error"})
	other := file(2, "go", "b.go",
		decl{name: "Command", kind: schema.KindImpl, flags: schema.SymbolSynthetic},
		decl{name: "Run", kind: schema.KindMethod, parent: 1},
	)
	rust := file(1, "rust", "lib.rs",
		decl{name: "", kind: schema.KindImpl, sig: "impl<T> Iterator for Walk<T> {"},
		decl{name: "next", kind: schema.KindMethod, parent: 1},
	)
	for _, tc := range []struct {
		file   *link.File
		symbol int32
		want   string
	}{
		{&goFile, 0, "a.go"},
		{&goFile, 1, "Command.Execute"},
		{&other, 2, "Command.Run"},
		{&rust, 2, "Walk.next"},
	} {
		if got := link.QualifiedName(tc.file, tc.symbol); got != tc.want {
			t.Errorf("QualifiedName(%s, %d) = %q, want %q", tc.file.Path, tc.symbol, got, tc.want)
		}
	}
}
