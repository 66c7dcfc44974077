package golang_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/store/schema"
)

func extract(t *testing.T, src string) *lang.Facts {
	t.Helper()
	facts, err := golang.Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// qualified joins the names from the file down to symbol i.
func qualified(f *lang.Facts, i int32) string {
	if i == 0 {
		return "<>"
	}
	s := &f.Symbols[i]
	if s.Parent <= 0 {
		return s.Name
	}
	return qualified(f, s.Parent) + "." + s.Name
}

func outline(f *lang.Facts) string {
	var b strings.Builder
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if !s.Kind.IsLocal() {
			fmt.Fprintf(&b, "%d:%d %s %s %v %s // %s\n", s.Span.StartLine, s.Span.StartCol, s.Kind, qualified(f, int32(i)), s.Flags.Names(), s.Signature, s.Doc)
		}
	}
	return b.String()
}

func describe(f *lang.Facts, r *lang.Ref) string {
	what := "free"
	switch {
	case r.Import != schema.None:
		imp := f.Imports[r.Import]
		what = imp.Module
		if imp.Name != "" {
			what += "." + imp.Name
		}
		if imp.Alias != "" {
			what += " as " + imp.Alias
		}
	case r.Base >= 0:
		what = "member of " + f.Refs[r.Base].Name
	case r.Base == lang.BaseUnknown:
		what = "member"
	case r.Target != schema.None:
		s := &f.Symbols[r.Target]
		what = fmt.Sprintf("%s %d", s.Kind, s.Span.StartLine)
	}
	return fmt.Sprintf("%d:%d %s %s %s -> %s\n", r.Line, r.Col, r.Role, r.Name, qualified(f, r.Encl), what)
}

func TestExtract(t *testing.T) {
	t.Parallel()
	ar, err := txtar.ParseFile("testdata/outline.txtar")
	if err != nil {
		t.Fatal(err)
	}
	part := map[string]string{}
	for _, f := range ar.Files {
		part[f.Name] = string(f.Data)
	}
	facts := extract(t, part["in.go"])
	if d := cmp.Diff(part["want"], outline(facts)); d != "" {
		t.Errorf("outline (-want +got):\n%s", d)
	}
	var got strings.Builder
	listed := map[string]bool{}
	for _, line := range strings.Split(part["refs"], "\n") {
		listed[strings.SplitN(line, " ", 2)[0]] = true
	}
	for i := range facts.Refs {
		if line := describe(facts, &facts.Refs[i]); listed[strings.SplitN(line, " ", 2)[0]] {
			got.WriteString(line)
		}
	}
	if d := cmp.Diff(part["refs"], got.String()); d != "" {
		t.Errorf("references (-want +got):\n%s", d)
	}
	if facts.Package != "shop" || facts.Summary != "Package shop sells things." || facts.Lines != 66 || facts.Generated {
		t.Errorf("file facts: package %q, summary %q, lines %d, generated %v", facts.Package, facts.Summary, facts.Lines, facts.Generated)
	}
}

func symbol(t *testing.T, f *lang.Facts, name string) lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if !f.Symbols[i].Kind.IsLocal() && f.Symbols[i].Kind != schema.KindImpl && i > 0 && qualified(f, int32(i)) == name {
			return f.Symbols[i]
		}
	}
	t.Fatalf("no symbol %s", name)
	return lang.Symbol{}
}

func TestExtract_Purpose(t *testing.T) {
	t.Parallel()
	const head = "package main\nimport (\"testing\"; \"github.com/stretchr/testify/suite\")\ntype S struct{ suite.Suite }\n"
	for _, tc := range []struct {
		decl, name string
		want       schema.SymbolFlags
	}{
		{"func TestA(t *testing.T) {}", "TestA", schema.SymbolTest},
		{"func Test_a(t *testing.T) {}", "Test_a", schema.SymbolTest},
		{"func Testa(t *testing.T) {}", "Testa", 0},
		{"func TestB(b *testing.B) {}", "TestB", 0},
		{"func BenchmarkB(b *testing.B) {}", "BenchmarkB", schema.SymbolTest},
		{"func FuzzF(f *testing.F) {}", "FuzzF", schema.SymbolTest},
		{"func TestC(t *testing.T) error { return nil }", "TestC", 0},
		{"func TestMain(m *testing.M) {}", "TestMain", schema.SymbolEntry},
		{"func ExampleE() {\n\t// Output: x\n}", "ExampleE", schema.SymbolTest},
		{"func ExampleF() {}", "ExampleF", 0},
		{"func (s *S) TestM() {}", "S.TestM", schema.SymbolTest},
		{"func (s *S) help() {}", "S.help", 0},
		{"func main() {}", "main", schema.SymbolEntry},
		{"func init() {}", "init", schema.SymbolInit},
		{"//export Named\nfunc Named() {}", "Named", schema.SymbolDecorated},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const mask = schema.SymbolTest | schema.SymbolEntry | schema.SymbolInit | schema.SymbolDecorated
			if got := symbol(t, extract(t, head+tc.decl+"\n"), tc.name).Flags & mask; got != tc.want {
				t.Errorf("flags of %s: got %v, want %v", tc.decl, got.Names(), tc.want.Names())
			}
		})
	}
}

func TestExtract_Hashes(t *testing.T) {
	t.Parallel()
	const base = "package p\nconst (\n\tA = iota\n\tB\n)\ntype T struct {\n\tX int\n}\nfunc F(a int) { if a > 0 { G(a) }; H() }\n"
	for _, tc := range []struct {
		name, old, new, symbol string
		sig, body              bool // Whether the hash changes.
	}{
		{"comment", "G(a)", "/* why */ G(a) // x\n", "F", false, false},
		{"layout", "G(a)", "\n\t\tG(\n\t\t\ta,\n\t\t)\n", "F", false, false},
		{"statement", "G(a)", "G(a + 1)", "F", false, true},
		{"moved out of its block", "G(a) }; H()", "G(a); H() }", "F", false, true},
		{"parameter", "a int", "a int64", "F", true, false},
		{"field", "X int", "X string", "T", false, false},
		{"field itself", "X int", "X string", "T.X", true, false},
		{"kind of type", "type T struct {\n\tX int\n}", "type T []int", "T", true, true},
		{"constant before", "A = iota\n", "Z = iota\n\tA\n", "B", false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before := symbol(t, extract(t, base), tc.symbol)
			changed := strings.Replace(base, tc.old, tc.new, 1)
			if changed == base {
				t.Fatal("the edit changed nothing")
			}
			after := symbol(t, extract(t, changed), tc.symbol)
			if got := before.SignatureHash != after.SignatureHash; got != tc.sig {
				t.Errorf("signature hash changed: %v, want %v", got, tc.sig)
			}
			if got := before.BodyHash != after.BodyHash; got != tc.body {
				t.Errorf("body hash changed: %v, want %v", got, tc.body)
			}
		})
	}
}

func TestExtract_Complexity(t *testing.T) {
	t.Parallel()
	f := extract(t, "package p\nfunc A() {}\nfunc B(x int) { for x > 0 && x < 9 { switch x { case 1: case 2: default: } }; func() { if x > 0 {} }() }\n")
	if a, b := symbol(t, f, "A").Complexity, symbol(t, f, "B").Complexity; a != 1 || b != 6 || f.Complexity != 7 {
		t.Errorf("complexity: A %d, B %d, file %d; want 1, 6, 7", a, b, f.Complexity)
	}
}

func TestExtract_FileMarks(t *testing.T) {
	t.Parallel()
	f := extract(t, "// Code generated by x. DO NOT EDIT.\n\n//go:build linux && !cgo\n\npackage p\n")
	if !f.Generated || f.Symbols[0].Signature != "package p //go:build linux && !cgo" || f.Summary != "package p" {
		t.Errorf("got generated %v, signature %q, summary %q", f.Generated, f.Symbols[0].Signature, f.Summary)
	}
	if f := extract(t, "// Code generated by hand.\npackage p\n"); f.Generated {
		t.Error("a comment that is no marker counts as one")
	}
}

func TestExtract_Broken(t *testing.T) {
	t.Parallel()
	f := extract(t, "package p\n\nfunc Good() {}\n\nfunc Bad( {\n\nfunc Also() { x := }\n\ntype T struct { a int\n")
	if len(f.Problems) == 0 {
		t.Error("no problem reported")
	}
	symbol(t, f, "Good")
	for _, src := range []string{"", "\xef\xbb\xbfpackage p\n", "package", "{{ template }}", "package p\nfunc (", "package p\nvar x = func(", "package p\nimport (", "package p; type T[P", "\x00\x01"} {
		if f := extract(t, src); len(f.Symbols) == 0 || f.Symbols[0].Kind != schema.KindFile {
			t.Errorf("%q: no file symbol", src)
		}
	}
}

func TestPackageNames(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{"fmt": "fmt", "a/b/v2": "b", "gopkg.in/yaml.v3": "yaml", "github.com/mattn/go-isatty": "isatty"} {
		if got := golang.PackageNames(path)[0]; got != want {
			t.Errorf("PackageNames(%q)[0] = %q, want %q", path, got, want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("package p\nfunc F[T any](x T) { L: for { break L } }\n")
	f.Add("package p\ntype T struct{ T }\nfunc (T) m()")
	f.Fuzz(func(t *testing.T, src string) {
		facts, err := golang.Extract([]byte(src))
		if err != nil {
			return
		}
		for i := range facts.Symbols {
			if s := &facts.Symbols[i]; int(s.Parent) >= i {
				t.Errorf("symbol %d precedes its parent %d", i, s.Parent)
			}
		}
		for i := range facts.Refs {
			r := &facts.Refs[i]
			if int(r.Target) >= len(facts.Symbols) || int(r.Base) >= len(facts.Refs) || r.Encl < 0 || r.EndCol < r.Col {
				t.Errorf("reference %d out of range: %+v", i, *r)
			}
		}
		for _, p := range facts.Problems {
			if strings.HasPrefix(p.Reason, "go extractor:") {
				t.Errorf("panic: %s", p.Reason)
			}
		}
	})
}
