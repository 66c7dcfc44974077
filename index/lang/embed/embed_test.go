package embed_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/embed"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

// words reads a made-up language: "def NAME" declares a function, "let NAME" a local,
// "use NAME" refers to one, "imp NAME" imports a module under that name, "bad" is a
// problem. Positions are those of the names.
func words(src []byte) (*lang.Facts, error) {
	if bytes.Contains(src, []byte("refuse")) {
		return nil, errors.New("refused")
	}
	b := lang.NewBuilder("words", lang.Rules{}, int32(bytes.Count(src, []byte{'\n'}))+1)
	for n, line := range strings.Split(string(src), "\n") {
		col := int32(0)
		for len(line) > 0 {
			trimmed := strings.TrimLeft(line, " \t\r")
			col += int32(len(line) - len(trimmed))
			word, rest, _ := strings.Cut(trimmed, " ")
			name, after, more := strings.Cut(rest, " ")
			at := col + int32(len(word)) + 1
			span := lang.Span{StartLine: int32(n + 1), StartCol: col, EndLine: int32(n + 1), EndCol: at + int32(len(name))}
			kinds := map[string]schema.Kind{"def": schema.KindFunction, "let": schema.KindLocal, "imp": schema.KindImport}
			switch kind, declares := kinds[word]; {
			case declares:
				s := lang.NewSymbol(name, kind)
				s.Span, s.NameLine, s.NameCol = span, int32(n+1), at
				id := b.Define(s)
				if kind == schema.KindImport {
					b.Symbol(id).Import = b.Import(lang.Import{Line: int32(n + 1), Module: name, Alias: name, Symbol: id})
				}
			case word == "use":
				r := lang.NewRef(name, schema.RoleCall)
				r.Line, r.Col, r.EndCol = int32(n+1), at, span.EndCol
				b.Ref(r)
			case word == "bad":
				b.ProblemAt(span, "bad word")
				b.Facts().ErrorBytes += 3
				line, col = rest, at
				continue
			}
			line = after
			col = at + int32(len(name)) + 1
			if !more {
				break
			}
		}
	}
	return b.Finish(), nil
}

// hosting returns a language whose files have the regions that mark gives, and a
// symbol "host" over all of it that is a component when component is set.
func hosting(name string, component bool, mark func(src []byte) []lang.Region) lang.Language {
	return lang.Language{Name: name, Extract: func(src []byte) (*lang.Facts, error) {
		b := lang.NewBuilder(name, lang.Rules{}, 9)
		s := lang.NewSymbol("host", schema.KindSection)
		s.Span = lang.Span{StartLine: 1, EndLine: 100}
		if component {
			s.Flags = schema.SymbolSynthetic | schema.SymbolDefault
		}
		b.Define(s)
		r := lang.NewRef("shared", schema.RoleRead)
		r.Line, r.EndCol, r.Encl = 1, 6, 1
		b.Ref(r)
		for _, region := range mark(src) {
			b.Region(region)
		}
		return b.Finish(), nil
	}}
}

func read(t *testing.T, component bool, src string, regions ...lang.Region) *lang.Facts {
	t.Helper()
	list := embed.Languages([]lang.Language{
		{Name: "words", Extract: words},
		hosting("host", component, func([]byte) []lang.Region { return regions }),
		hosting("nest", false, func(src []byte) []lang.Region {
			return []lang.Region{{Language: "nest", Span: lang.Span{StartLine: 1, EndLine: 1, EndCol: int32(len(src))}, Example: true}}
		}),
	})
	f, err := list[1].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	return f
}

// show lists what was merged, with the text that stands at each position.
func show(src string, f *lang.Facts) []string {
	lines := strings.Split(src, "\n")
	at := func(line, col int32, name string) string {
		if line < 1 {
			return "nowhere"
		}
		if rest := lines[line-1]; int(col)+len(name) <= len(rest) && rest[col:int(col)+len(name)] == name {
			return "there"
		}
		return fmt.Sprintf("not at %d:%d", line, col)
	}
	var out []string
	for i := range f.Symbols {
		if s := &f.Symbols[i]; i > 0 && s.Name != "host" {
			out = append(out, fmt.Sprintf("%s %s in %q %v %s", s.Kind, s.Name, f.Symbols[s.Parent].Name, s.Flags.Names(), at(s.NameLine, s.NameCol, s.Name)))
		}
	}
	for i := range f.Refs {
		r := &f.Refs[i]
		target := "free"
		if r.Target >= 0 {
			target = f.Symbols[r.Target].Name
		}
		if r.Name != "shared" || r.Line > 1 {
			out = append(out, fmt.Sprintf("ref %s -> %s in %q %s", r.Name, target, f.Symbols[r.Encl].Name, at(r.Line, r.Col, r.Name)))
		} else {
			out = append(out, "host's shared -> "+target)
		}
	}
	for _, m := range f.Imports {
		out = append(out, fmt.Sprintf("imp %s line %d bound to %s", m.Module, m.Line, f.Symbols[max(m.Symbol, 0)].Name))
	}
	for _, p := range f.Problems {
		out = append(out, fmt.Sprintf("problem %d:%d %s", p.Span.StartLine, p.Span.StartCol, p.Reason))
	}
	return out
}

func region(language string, group int32, startLine, startCol, endLine, endCol int32) lang.Region {
	return lang.Region{Language: language, Group: group, Span: lang.Span{StartLine: startLine, StartCol: startCol, EndLine: endLine, EndCol: endCol}}
}

func TestGroupsShareAScope(t *testing.T) {
	t.Parallel()
	src := "shared { def shared let x }\nü { use shared bad\n imp m } { use x }\n"
	f := read(t, true, src, region("words", 1, 1, 9, 1, 25), region("words", 1, 2, 5, 3, 7), region("words", 1, 3, 11, 3, 16))
	want := []string{
		`function shared in "" [] there`, `local x in "" [] there`, `import m in "" [] there`,
		"host's shared -> shared", `ref shared -> shared in "host" there`, `ref x -> x in "host" there`,
		"imp m line 3 bound to m", "problem 2:16 bad word",
	}
	if d := cmp.Diff(want, show(src, f)); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
	if f.ErrorBytes != 3 {
		t.Errorf("error bytes = %d", f.ErrorBytes)
	}
}

func TestRegionsThatStandAlone(t *testing.T) {
	t.Parallel()
	src := "a { def one use two }\nb\n    def two\n      use one\n  use two\n"
	indented := region("words", 0, 3, 4, 6, 0)
	indented.Indent = 4
	f := read(t, false, src, region("words", 0, 1, 4, 1, 19), indented, region("unknown", 0, 2, 0, 2, 1))
	want := []string{
		`function one in "" [] there`, `function two in "" [] there`, `ref two -> free in "" there`,
		`ref one -> free in "" there`, `ref two -> two in "" there`,
	}
	got := show(src, f)
	for i, line := range got { // The host's reference stays as it was.
		if line == "host's shared -> free" {
			got = append(got[:i], got[i+1:]...)
			break
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
}

func TestExamplesAreNoProgram(t *testing.T) {
	t.Parallel()
	src := "x\ndef shown let y use shown imp m bad\n"
	example := region("words", 0, 2, 0, 3, 0)
	example.Example = true
	f := read(t, false, src, example)
	want := []string{`function shown in "host" [example] there`, "host's shared -> free"}
	if d := cmp.Diff(want, show(src, f)); d != "" {
		t.Errorf("mismatch (-want +got):\n%s", d)
	}
	broken := region("words", 0, 1, 0, 1, 11)
	broken.Example = true
	if f := read(t, false, "def no bad x", broken); len(f.Symbols) != 2 {
		t.Errorf("an example that is mostly unreadable gave %v", show("def no bad x", f))
	}
}

func TestRefusedRegions(t *testing.T) {
	t.Parallel()
	f := read(t, false, "x refuse\n", region("words", 0, 1, 2, 1, 8))
	if len(f.Problems) != 1 || f.Problems[0].Reason != "refused" || f.Problems[0].Line != 1 {
		t.Errorf("problems = %v", f.Problems)
	}
	// Positions that no host should give are taken back to the source.
	if f := read(t, false, "def a\n", region("words", 0, 1, 0, 90, 70), region("words", 1, 1, 3, 1, 1)); len(f.Symbols) != 3 {
		t.Errorf("symbols = %d", len(f.Symbols))
	}
	// A language that holds itself without end.
	nested := region("nest", 0, 1, 0, 1, 4)
	nested.Example = true
	read(t, false, "nest", nested)
}
