package precise_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/precise"
	"github.com/lc-index/lc/store/schema"
)

// Two files: a.py declares f and the class K; b.py imports f and calls it.
const (
	aText = "def f(x):\n    return x\n\nclass K(Base):\n    pass\n"
	bText = "from a import f\né = f(1)\nf\n"
)

func symbol(name string, kind schema.Kind, parent, line, col int32) lang.Symbol {
	s := lang.NewSymbol(name, kind)
	s.Parent, s.NameLine, s.NameCol = parent, line, col
	s.Span = lang.Span{StartLine: line, EndLine: line + 1, EndCol: 12}
	return s
}

func ref(name string, role schema.Role, line, col int32) lang.Ref {
	r := lang.NewRef(name, role)
	r.Line, r.Col, r.EndCol, r.Encl = line, col, col+int32(len(name)), 0
	return r
}

func input() *link.Input {
	file := symbol("", schema.KindFile, schema.None, schema.None, schema.None)
	a := &lang.Facts{Language: "python", Lines: 5, Symbols: []lang.Symbol{
		file, symbol("f", schema.KindFunction, 0, 1, 4), symbol("x", schema.KindParameter, 1, 1, 6), symbol("K", schema.KindClass, 0, 4, 6),
	}}
	a.Symbols[1].Doc = "Returns x."
	a.Refs = []lang.Ref{ref("x", schema.RoleRead, 2, 11)}
	b := &lang.Facts{Language: "python", Lines: 3, Symbols: []lang.Symbol{file, symbol("é", schema.KindVariable, 0, 2, 0)}}
	b.Refs = []lang.Ref{ref("f", schema.RoleImport, 1, 14), ref("f", schema.RoleCall, 2, 5)}
	b.Imports = []lang.Import{{Line: 1, Module: "a", Name: "f", Symbol: schema.None}}
	b.Symbols[1].Init, b.Symbols[1].Span.EndLine = 1, 2
	return &link.Input{
		Files:   []link.File{{ID: 0, Path: "a.py", Language: "python", Facts: a}, {ID: 1, Path: "b.py", Language: "python", Facts: b, Test: true}, {ID: 2, Path: "c.txt"}},
		Content: func(id schema.FileID) ([]byte, error) { return []byte([]string{aText, bText, ""}[id]), nil },
	}
}

// index is what an indexer would say of the two files; columns of b.py are UTF-16.
func index() *scip.Index {
	f, k, base := "x python p 1 a/f().", "x python p 1 a/K#", "x python other 1 m/Base#"
	return &scip.Index{
		Metadata: &scip.Metadata{ToolInfo: &scip.ToolInfo{Name: "scip-python", Version: "9"}, ProjectRoot: "file:///elsewhere"},
		Documents: []*scip.Document{
			{RelativePath: "a.py", PositionEncoding: scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart, Occurrences: []*scip.Occurrence{
				{Range: []int32{0, 0, 0}, Symbol: "x python p 1 a/", SymbolRoles: 1},
				{Range: []int32{0, 4, 5}, Symbol: f, SymbolRoles: 1},
				{Range: []int32{0, 6, 7}, Symbol: "local 0", SymbolRoles: 1},
				{Range: []int32{1, 11, 12}, Symbol: "local 0", SymbolRoles: 8},
				{TypedRange: scip.NewRangeUnchecked([]int32{3, 6, 7}).AsTypedRange(), Symbol: k, SymbolRoles: 1},
				{TypedRange: scip.NewRangeUnchecked([]int32{3, 8, 12}).AsTypedRange(), Symbol: base, SymbolRoles: 8},
			}},
			{RelativePath: "b.py", Occurrences: []*scip.Occurrence{
				{Range: []int32{0, 14, 15}, Symbol: f, SymbolRoles: 2},
				{Range: []int32{1, 4, 5}, Symbol: f, SymbolRoles: 8},
				{Range: []int32{2, 0, 1}, Symbol: f, SymbolRoles: 8},
				{Range: []int32{-1, 0, 1}, Symbol: f, SymbolRoles: 8},
			}},
		},
	}
}

func read(t *testing.T, ix *scip.Index) *precise.Index {
	t.Helper()
	b, err := proto.Marshal(ix)
	if err != nil {
		t.Fatal(err)
	}
	got, err := precise.Read(t.Context(), "index.scip", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestMerge(t *testing.T) {
	t.Parallel()
	in, ix := input(), read(t, index())
	out := link.NewOutput(in)
	wrong := link.Resolution{Target: link.Target{File: 0, Symbol: 3}, Origin: schema.OriginUniqueName, Confidence: .5}
	out.Refs[1][1] = wrong
	facts := in.Files[1].Facts
	got, err := precise.Merge(t.Context(), in, out, ix, precise.MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := precise.Stats{Accepted: 2, Definitions: 4, References: 4, Resolved: 4, Added: 1, External: 1, Disagreements: 1}
	if d := cmp.Diff(want, got); d != "" || ix.Malformed != 1 {
		t.Errorf("stats mismatch, %d malformed, want 1 (-want +got):\n%s", ix.Malformed, d)
	}
	f := link.Resolution{Target: link.Target{File: 0, Symbol: 1}, Origin: schema.OriginScip, Confidence: 1}
	x := link.Resolution{Target: link.Target{File: 0, Symbol: 2}, Origin: schema.OriginScip, Confidence: 1}
	if d := cmp.Diff([][]link.Resolution{{x}, {f, f, f}, nil}, out.Refs); d != "" {
		t.Errorf("resolutions mismatch (-want +got):\n%s", d)
	}
	if len(facts.Refs) != 2 {
		t.Error("the remembered facts were changed")
	}
	added := in.Files[1].Facts.Refs[2]
	if d := cmp.Diff(ref("f", schema.RoleRead, 3, 0), added); d != "" {
		t.Errorf("added reference mismatch (-want +got):\n%s", d)
	}
}

func TestMerge_External(t *testing.T) {
	t.Parallel()
	in := input()
	a := in.Files[0].Facts
	a.Refs = append(a.Refs, ref("Base", schema.RoleInherit, 4, 8))
	out := link.NewOutput(in)
	if _, err := precise.Merge(t.Context(), in, out, read(t, index()), precise.MergeOptions{}); err != nil {
		t.Fatal(err)
	}
	want := link.Resolution{Target: link.NoTarget, External: "other", Origin: schema.OriginScip, Confidence: 1}
	if d := cmp.Diff(want, out.Refs[0][1]); d != "" {
		t.Errorf("external mismatch (-want +got):\n%s", d)
	}
}

func TestMerge_RefusesDocumentsAboutOtherBytes(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*scip.Index)
		want   string
	}{
		{"moved definition", func(ix *scip.Index) { ix.Documents[0].Occurrences[1].Range = []int32{3, 0, 5} }, "line 4 defines f where the file says class"},
		{"range outside", func(ix *scip.Index) { ix.Documents[0].Occurrences[1].Range = []int32{99, 0, 5} }, "1 ranges are not in the file"},
		{"other text", func(ix *scip.Index) { ix.Documents[0].Text = aText + "\n" }, "its text differs"},
		{"cut word", func(ix *scip.Index) { ix.Documents[1].Occurrences[0].Range = []int32{0, 0, 3} }, "1 of 3 named ranges cut a word"},
		{"moved references", func(ix *scip.Index) {
			ix.Documents[1].Occurrences[0].Range = []int32{0, 0, 4}
			ix.Documents[1].Occurrences[1].Range = []int32{0, 0, 4}
		}, "only 1 of 3 named ranges"},
		{"unknown file", func(ix *scip.Index) { ix.Documents[1].RelativePath = "../b.py" }, "no such file"},
		{"file without a parser", func(ix *scip.Index) { ix.Documents[1].RelativePath = "c.txt" }, "does not parse"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			in, ix := input(), index()
			tc.change(ix)
			out := link.NewOutput(in)
			stats, err := precise.Merge(t.Context(), in, out, read(t, ix), precise.MergeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if stats.Refused != 1 || stats.Accepted != 1 || len(out.Problems) != 1 || !strings.Contains(out.Problems[0].Reason, tc.want) {
				t.Errorf("stats %+v, problems %v; want one refusal that says %q", stats, out.Problems, tc.want)
			}
			for _, r := range out.Refs[1] {
				if r.External != "" {
					t.Errorf("a symbol of a refused document is called external: %+v", r)
				}
			}
		})
	}
}

func TestMerge_MatchingTextIsEnough(t *testing.T) {
	t.Parallel()
	in, ix := input(), index()
	ix.Documents[0].Text = aText
	ix.Documents[0].Occurrences[1].Symbol = "x python p 1 a/renamed()."
	out := link.NewOutput(in)
	stats, err := precise.Merge(t.Context(), in, out, read(t, ix), precise.MergeOptions{Prefix: "."})
	if err != nil || stats.Accepted != 2 {
		t.Errorf("stats %+v, %v; want both documents accepted", stats, err)
	}
}

func TestMerge_Relations(t *testing.T) {
	t.Parallel()
	in, ix := input(), index()
	ix.Documents[0].Symbols = []*scip.SymbolInformation{{Symbol: "x python p 1 a/K#", Relationships: []*scip.Relationship{
		{Symbol: "x python p 1 a/f().", IsImplementation: true}, {Symbol: "x python other 1 m/Base#", IsImplementation: true},
	}}}
	out := link.NewOutput(in)
	if _, err := precise.Merge(t.Context(), in, out, read(t, ix), precise.MergeOptions{}); err != nil {
		t.Fatal(err)
	}
	want := []link.Relation{{
		Source: link.Target{File: 0, Symbol: 3}, Target: link.Target{File: 0, Symbol: 1},
		Kind: schema.EdgeOverride, Origin: schema.OriginScip, Confidence: 1,
	}}
	if d := cmp.Diff(want, out.Relations); d != "" {
		t.Errorf("relations mismatch (-want +got):\n%s", d)
	}
}

func TestRead_BadInput(t *testing.T) {
	t.Parallel()
	whole, err := proto.Marshal(index())
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string][]byte{
		"empty":           nil,
		"text":            []byte("this is no index\n"),
		"cut":             whole[:len(whole)-3],
		"huge length":     {0x12, 0xff, 0xff, 0xff, 0xff, 0x7f},
		"lying length":    {0x12, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3},
		"broken document": {0x12, 0x02, 0x0a, 0x50},
		"wrong wire type": {0x10, 0x01},
		"endless number":  bytes.Repeat([]byte{0xff}, 20),
	} {
		_, err := precise.Read(t.Context(), "some/index.scip", bytes.NewReader(in))
		var format *precise.FormatError
		if !errors.As(err, &format) || !strings.Contains(err.Error(), "some/index.scip") {
			t.Errorf("%s: error %v, want a FormatError that names the file", name, err)
		}
	}
	if _, err := precise.ReadFile(t.Context(), "nowhere.scip"); err == nil || !strings.Contains(err.Error(), "nowhere.scip") {
		t.Errorf("missing file: %v", err)
	}
}

func TestRead_PassesOverUnknownFields(t *testing.T) {
	t.Parallel()
	b, err := proto.Marshal(index())
	if err != nil {
		t.Fatal(err)
	}
	b = append([]byte{0x52, 0x03, 'n', 'e', 'w', 0x58, 0x05}, b...)
	ix, err := precise.Read(t.Context(), "x", bytes.NewReader(b))
	if err != nil || len(ix.Documents) != 2 {
		t.Errorf("Read = %v, %v; want 2 documents", ix, err)
	}
}

func FuzzReadAndMerge(f *testing.F) {
	b, err := proto.Marshal(index())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Add([]byte{0x12, 0xff, 0xff, 0xff, 0x7f, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		ix, err := precise.Read(t.Context(), "fuzz.scip", bytes.NewReader(b))
		if err != nil {
			return
		}
		in := input()
		out := link.NewOutput(in)
		if _, err := precise.Merge(t.Context(), in, out, ix, precise.MergeOptions{}); err != nil {
			t.Fatal(err)
		}
		for i := range in.Files {
			if facts := in.Files[i].Facts; facts != nil && len(facts.Refs) != len(out.Refs[i]) {
				t.Fatalf("file %d: %d references, %d resolutions", i, len(facts.Refs), len(out.Refs[i]))
			}
		}
	})
}

func TestWrite(t *testing.T) {
	t.Parallel()
	in := input()
	out := link.NewOutput(in)
	f := link.Resolution{Target: link.Target{File: 0, Symbol: 1}, Origin: schema.OriginImport, Confidence: .9}
	guess := link.Resolution{Target: link.Target{File: 0, Symbol: 1}, Origin: schema.OriginAmbiguousName, Confidence: .3}
	out.Refs[0][0] = link.Resolution{Target: link.Target{File: 0, Symbol: 2}, Origin: schema.OriginScope, Confidence: 1}
	out.Refs[1] = []link.Resolution{f, guess}
	out.Relations = []link.Relation{
		{Source: link.Target{File: 0, Symbol: 1}, Target: link.Target{File: 0, Symbol: 3}, Kind: schema.EdgeInherit},
		{Source: link.Target{File: 1, Symbol: 1}, Target: link.Target{File: 0, Symbol: 3}, Kind: schema.EdgeInherit}, // Across documents: left out.
	}
	symbols := link.SymbolStrings(in)
	var one, many bytes.Buffer
	for workers, buf := range map[int]*bytes.Buffer{1: &one, 4: &many} {
		if err := precise.Write(t.Context(), buf, in, out, symbols, precise.WriteOptions{Version: "1.2", Workers: workers}); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(one.Bytes(), many.Bytes()) {
		t.Error("one worker and four give different bytes")
	}
	var ix, brief scip.Index
	if err := proto.Unmarshal(one.Bytes(), &ix); err != nil {
		t.Fatal(err)
	}
	var omitted bytes.Buffer
	if err := precise.Write(t.Context(), &omitted, in, out, symbols, precise.WriteOptions{OmitLocals: true}); err != nil {
		t.Fatal(err)
	}
	if err := proto.Unmarshal(omitted.Bytes(), &brief); err != nil {
		t.Fatal(err)
	}
	if n := len(brief.Documents[0].Occurrences); n != 3 {
		t.Errorf("%d occurrences without locals, want 3", n)
	}
	lint(t, &brief)
	if m := ix.Metadata; m.ToolInfo.Name != "lc" || m.ToolInfo.Version != "1.2" || m.ProjectRoot != "file:///" {
		t.Errorf("metadata %v", m)
	}
	type row struct {
		Range, Enclosing []int32
		Symbol           string
		Roles            int32
	}
	var got [][]row
	for _, d := range ix.Documents {
		var rows []row
		for _, o := range d.Occurrences {
			rows = append(rows, row{o.Range, o.EnclosingRange, o.Symbol, o.SymbolRoles})
		}
		got = append(got, rows)
	}
	const definition, test = 1, 32
	want := [][]row{
		{
			{[]int32{0, 0, 0}, nil, "lc python . . `a.py`/", definition},
			{[]int32{0, 4, 5}, []int32{0, 0, 1, 12}, "lc python . . `a.py`/f().", definition},
			{[]int32{0, 6, 7}, nil, "local 0", definition},
			{[]int32{1, 11, 12}, nil, "local 0", 8},
			{[]int32{3, 6, 7}, []int32{3, 0, 4, 12}, "lc python . . `a.py`/K#", definition},
		},
		{
			{[]int32{0, 0, 0}, nil, "lc python . . `b.py`/", definition | test},
			{[]int32{0, 14, 15}, nil, "lc python . . `a.py`/f().", 2 | test},
			{[]int32{1, 0, 2}, nil, "lc python . . `b.py`/`é`.", definition | test},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("occurrences mismatch (-want +got):\n%s", d)
	}
	info := ix.Documents[0].Symbols[1]
	if info.DisplayName != "f" || info.Kind != scip.SymbolInformation_Function || len(info.Documentation) != 1 || info.Documentation[0] != "Returns x." {
		t.Errorf("symbol information %v", info)
	}
	if rel := ix.Documents[1].Symbols[1].Relationships; len(rel) != 0 {
		t.Errorf("relationships across documents %v", rel)
	}
	if rel := info.Relationships; len(rel) != 1 || rel[0].Symbol != "lc python . . `a.py`/K#" || !rel[0].IsImplementation {
		t.Errorf("relationships %v", rel)
	}
	lint(t, &ix)
}

// lint checks what scip lint checks: canonical symbols, information for each of
// them, no duplicates, relationships that lead somewhere.
func lint(t *testing.T, ix *scip.Index) {
	t.Helper()
	known := map[string]bool{}
	for _, d := range ix.Documents {
		here := map[string]bool{}
		for _, s := range d.Symbols {
			if here[s.Symbol] || known[s.Symbol] && !strings.HasPrefix(s.Symbol, "local ") {
				t.Errorf("%s: two informations for %s", d.RelativePath, s.Symbol)
			}
			here[s.Symbol], known[s.Symbol] = true, true
		}
	}
	for _, d := range ix.Documents {
		seen := map[string]bool{}
		for _, o := range d.Occurrences {
			parsed, err := scip.ParseSymbol(o.Symbol)
			if err != nil {
				t.Errorf("%s: %v", d.RelativePath, err)
			} else if c := scip.VerboseSymbolFormatter.FormatSymbol(parsed); c != o.Symbol {
				t.Errorf("%s: symbol %q is canonically %q", d.RelativePath, o.Symbol, c)
			}
			if !known[o.Symbol] {
				t.Errorf("%s: no information for %s", d.RelativePath, o.Symbol)
			}
			r, _ := o.SourceRange()
			key := r.String() + o.Symbol + string(rune(o.SymbolRoles))
			if seen[key] {
				t.Errorf("%s: %s twice at %v", d.RelativePath, o.Symbol, r)
			}
			seen[key] = true
		}
		here := map[string]bool{}
		for _, s := range d.Symbols {
			here[s.Symbol] = true
		}
		for _, s := range d.Symbols {
			for _, rel := range s.Relationships {
				if !here[rel.Symbol] {
					t.Errorf("%s: relationship to unknown %s", s.Symbol, rel.Symbol)
				}
			}
		}
	}
}

func TestMerge_PackageOfSeveralFiles(t *testing.T) {
	t.Parallel()
	in, ix := input(), index()
	const pkg = "x python p 1 pkg/"
	for _, d := range ix.Documents {
		d.Occurrences = append(d.Occurrences, &scip.Occurrence{Range: []int32{0, 0, 0}, Symbol: pkg, SymbolRoles: 1})
	}
	ix.Documents[1].Occurrences = append(ix.Documents[1].Occurrences, &scip.Occurrence{Range: []int32{0, 5, 6}, Symbol: pkg, SymbolRoles: 8})
	b := in.Files[1].Facts
	binding := symbol("a", schema.KindImport, 0, 1, 5)
	binding.Import = 0
	b.Symbols = append(b.Symbols, binding)
	b.Refs = append([]lang.Ref{ref("a", schema.RoleImport, 1, 5)}, b.Refs...)
	out := link.NewOutput(in)
	out.Refs[1][0] = link.Resolution{Target: link.Target{File: 1, Symbol: 2}, Origin: schema.OriginScope, Confidence: 1}
	out.Imports[1][0].File = 1
	stats, err := precise.Merge(t.Context(), in, out, read(t, ix), precise.MergeOptions{})
	if err != nil || stats.Disagreements != 0 {
		t.Fatalf("stats %+v, %v; want no disagreement with a binding import", stats, err)
	}
	want := link.Resolution{Target: link.Target{File: 1, Symbol: 0}, Origin: schema.OriginScip, Confidence: 1}
	if d := cmp.Diff(want, out.Refs[1][0]); d != "" {
		t.Errorf("the file that lc's import leads to does not stand for the package (-want +got):\n%s", d)
	}
}
