package blast_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/analyze/target"
)

// modified makes the change that turns base into head, of every file that both have,
// that only one has, or that is named.
func modified(paths ...string) []change.File {
	var out []change.File
	for _, p := range paths {
		status, path, ok := strings.Cut(p, ":")
		if !ok {
			status, path = "modified", p
		}
		old, path, ok := strings.Cut(path, ">")
		if !ok {
			old, path = "", old
		}
		out = append(out, change.File{Path: path, OldPath: old, Status: change.Status(status), LinesAdded: 3, LinesDeleted: 1})
	}
	return out
}

func run(t *testing.T, base, head string, opts blast.Options, files ...string) *blast.Report {
	t.Helper()
	in := blast.Input{Head: sketch.Parse(head), Changes: modified(files...)}
	if base != "" {
		in.Base = sketch.Parse(base)
	}
	r, err := blast.Run(t.Context(), in, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func symbols(r *blast.Report) []string {
	out := []string{}
	for _, s := range r.ImpactedSymbols {
		out = append(out, fmt.Sprintf("%s %d %.2f", s.Symbol, s.Distance, s.Confidence))
	}
	return out
}

func changes(r *blast.Report) []string {
	out := []string{}
	for _, c := range r.Changed {
		out = append(out, c.Symbol+" "+c.Change)
	}
	return out
}

func TestWhatTravels(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, base, head string
		files            []string
		changed, want    []string
	}{
		{
			name:    "a body reaches callers of callers, not callees",
			base:    "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F\n  function H body=9 call=G@0.8\n  function Other body=9",
			head:    "file a.go go\n  function F body=2 call=Other\nfile b.go go\n  function G body=9 call=F\n  function H body=9 call=G@0.8\n  function Other body=9",
			files:   []string{"a.go"},
			changed: []string{"F body"}, want: []string{"G 1 1.00", "H 2 0.80"},
		},
		{
			name:    "nothing changed but comments",
			base:    "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F",
			head:    "file a.go go\n\n\n  function F body=1\nfile b.go go\n  function G body=9 call=F",
			files:   []string{"a.go"},
			changed: []string{}, want: []string{},
		},
		{
			name:    "a body does not reach subtypes, a signature does",
			base:    "file a.go go\n  class A body=1\n  class B body=1\nfile b.go go\n  class SubA body=9 inherit=A\n  class SubB body=9 inherit=B\n  function UseB body=9 reference=SubB",
			head:    "file a.go go\n  class A body=1\n  class B body=1 sig=2\nfile b.go go\n  class SubA body=9 inherit=A\n  class SubB body=9 inherit=B\n  function UseB body=9 reference=SubB",
			files:   []string{"a.go"},
			changed: []string{"B type"}, want: []string{"SubB 1 1.00", "UseB 2 1.00"},
		},
		{
			name:    "an implementation reaches callers of the interface",
			base:    "file a.go go\n  interface I\n    method Do body=9\n  struct T body=9\n    method Do body=1 implement=I.Do@0.9\nfile b.go go\n  function Caller body=9 call=I.Do",
			head:    "file a.go go\n  interface I\n    method Do body=9\n  struct T body=9\n    method Do body=2 implement=I.Do@0.9\nfile b.go go\n  function Caller body=9 call=I.Do",
			files:   []string{"a.go"},
			changed: []string{"T.Do body"}, want: []string{"Caller 2 0.90"},
		},
		{
			name:    "an interface method reaches implementers and callers",
			base:    "file a.go go\n  interface I body=9\n    method Do body=9 sig=1\n  struct T body=9\n    method Do body=9 implement=I.Do\nfile b.go go\n  function Caller body=9 call=I.Do",
			head:    "file a.go go\n  interface I body=9\n    method Do body=9 sig=2\n  struct T body=9\n    method Do body=9 implement=I.Do\nfile b.go go\n  function Caller body=9 call=I.Do",
			files:   []string{"a.go"},
			changed: []string{"I.Do signature"}, want: []string{"T.Do 1 1.00", "Caller 1 1.00"},
		},
		{
			name:    "a constructor reaches who constructs the type",
			base:    "file a.py python\n  class C body=9\n    method __init__ body=1\n  class D body=9 inherit=C\nfile b.py python\n  function make body=9 call=C\n  function other body=9 reference=C\n  function sub body=9 call=D",
			head:    "file a.py python\n  class C body=9\n    method __init__ body=2\n  class D body=9 inherit=C\nfile b.py python\n  function make body=9 call=C\n  function other body=9 reference=C\n  function sub body=9 call=D",
			files:   []string{"a.py"},
			changed: []string{"C.__init__ body"}, want: []string{"make 1 1.00", "sub 2 1.00"},
		},
		{
			name:    "a declaration for another platform reaches the users of its twin",
			base:    "file a_unix.go go package=p\n  function open body=9\nfile a_win.go go package=p\n  function open body=1\nfile b.go go package=p\n  function Use body=9 call=a_unix.go:open",
			head:    "file a_unix.go go package=p\n  function open body=9\nfile a_win.go go package=p\n  function open body=2\nfile b.go go package=p\n  function Use body=9 call=a_unix.go:open",
			files:   []string{"a_win.go"},
			changed: []string{"open body"}, want: []string{"Use 1 1.00"},
		},
		{
			name:    "a field reaches its users",
			base:    "file a.go go\n  struct T body=9\n    field X body=0 sig=1\nfile b.go go\n  function Use body=9 reference=T.X\n  function Not body=9 reference=T",
			head:    "file a.go go\n  struct T body=9\n    field X body=0 sig=2\nfile b.go go\n  function Use body=9 reference=T.X\n  function Not body=9 reference=T",
			files:   []string{"a.go"},
			changed: []string{"T.X type"}, want: []string{"Use 1 1.00"},
		},
		{
			name:    "module code reaches importers with less certainty",
			base:    "file a.py python body=1\nfile b.py python import=a.py\n  function inB body=9\nfile c.py python import=b.py",
			head:    "file a.py python body=2\nfile b.py python import=a.py\n  function inB body=9\nfile c.py python import=b.py",
			files:   []string{"a.py"},
			changed: []string{" module"}, want: []string{"b.py 1 0.70"},
		},
		{
			name:    "an import of an unchanged module does not carry a changed function",
			base:    "file a.py python body=1\n  function f body=1\nfile b.py python import=a.py\n  function g body=9",
			head:    "file a.py python body=1\n  function f body=2\nfile b.py python import=a.py\n  function g body=9",
			files:   []string{"a.py"},
			changed: []string{"f body"}, want: []string{},
		},
		{
			name:    "deleted: dependents of the base, found at head",
			base:    "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F\n  function H body=9 call=G",
			head:    "file a.go go\nfile b.go go\n  function G body=9\n  function H body=9 call=G",
			files:   []string{"a.go"},
			changed: []string{"F deleted"}, want: []string{"G 1 1.00", "H 2 1.00"},
		},
		{
			name:    "renamed: same body under another name",
			base:    "file a.go go\n  function F body=1 sig=1\nfile b.go go\n  function G body=9 call=F",
			head:    "file a.go go\n  function F2 body=1 sig=2\nfile b.go go\n  function G body=9 call=F2",
			files:   []string{"a.go"},
			changed: []string{"F2 renamed"}, want: []string{"G 1 1.00"},
		},
		{
			name:    "moved to another file",
			base:    "file a.py python\n  function f body=1\nfile b.py python\nfile c.py python\n  function g body=9 call=f",
			head:    "file a.py python\nfile b.py python\n  function f body=1\nfile c.py python\n  function g body=9 call=f",
			files:   []string{"a.py", "b.py"},
			changed: []string{"f moved"}, want: []string{"g 1 1.00"},
		},
		{
			name:    "a whole file deleted",
			base:    "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F",
			head:    "file b.go go\n  function G body=9 unresolved=F",
			files:   []string{"deleted:a.go"},
			changed: []string{" deleted", "F deleted"}, want: []string{"G 1 1.00"},
		},
		{
			name:    "a changed symbol is a dependent of another, not of itself",
			base:    "file a.go go\n  function F body=1 call=F\n  function G body=1 call=F",
			head:    "file a.go go\n  function F body=2 call=F\n  function G body=2 call=F",
			files:   []string{"a.go"},
			changed: []string{"F body", "G body"}, want: []string{"G 1 1.00"},
		},
		{
			name:    "the floor hides weak paths but not a longer strong one",
			base:    "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F@0.4\n  function H body=9 call=F\n  function J body=9 call=H call=F@0.55\n  function K body=9 call=J@0.6",
			head:    "file a.go go\n  function F body=2\nfile b.go go\n  function G body=9 call=F@0.4\n  function H body=9 call=F\n  function J body=9 call=H call=F@0.55\n  function K body=9 call=J@0.6",
			files:   []string{"a.go"},
			changed: []string{"F body"}, want: []string{"H 1 1.00", "J 1 0.55", "K 3 0.60"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, tc.base, tc.head, blast.Options{}, tc.files...)
			if d := cmp.Diff(tc.changed, changes(r)); d != "" {
				t.Errorf("changed (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tc.want, symbols(r)); d != "" {
				t.Errorf("impacted (-want +got):\n%s", d)
			}
		})
	}
}

func TestEvidenceAndFiles(t *testing.T) {
	t.Parallel()
	base := "file a.go go package=p/a\n  function F body=1\n  function Own body=9 call=F\nfile b.go go package=p/b\n  function G body=9 call=F@0.9\nfile c.go go package=p/c\n  function H body=9 call=G"
	r := run(t, base, strings.Replace(base, "body=1", "body=2", 1), blast.Options{}, "a.go")
	var files []string
	for _, f := range r.ImpactedFiles {
		files = append(files, fmt.Sprintf("%s %d %d", f.Path, f.Distance, len(f.Via)))
	}
	if d := cmp.Diff([]string{"b.go 1 2", "c.go 2 3"}, files); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	if got := r.ImpactedPackages; len(got) != 2 || got[0].Package != "p/b" || got[1].Distance != 2 {
		t.Errorf("packages %+v", got)
	}
	want := []blast.Step{
		{Symbol: "F", Path: "a.go", Line: 2, Kind: "changed", Confidence: 1},
		{Symbol: "G", Path: "b.go", Line: 5, Kind: "call", Origin: "scope", Confidence: 0.9},
		{Symbol: "H", Path: "c.go", Line: 7, Kind: "call", Origin: "scope", Confidence: 0.9},
	}
	if d := cmp.Diff(want, r.ImpactedSymbols[2].Via); d != "" {
		t.Errorf("evidence (-want +got):\n%s", d)
	}
	if r.Status != analyze.Complete || len(r.Undecided) != 0 {
		t.Errorf("status %s, undecided %v", r.Status, r.Undecided)
	}
}

func TestUnknownIsNeverZero(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, base, head string
		files            []string
		reason           string
	}{
		{"unresolved reference by name", "file a.py python\n  function run body=1", "file a.py python\n  function run body=2\nfile b.py python\n  function g body=9 unresolved=run", []string{"a.py"}, "1 references named run"},
		{"lock file", "file go.sum", "file go.sum", []string{"go.sum"}, "lock file"},
		{"manifest", "file package.json", "file package.json", []string{"package.json"}, "manifest"},
		{"language without symbols", "file a.zig zig status=text", "file a.zig zig status=text", []string{"a.zig"}, "language without symbols"},
		{"parsed in part", "file a.c c\n  function f body=1", "file a.c c problem=syntax\n  function f body=2", []string{"a.c"}, "parsed in part: syntax"},
		{"broken file", "file a.c c status=problem problem=binary", "file a.c c status=problem problem=binary", []string{"a.c"}, "not parsed: binary"},
		{"submodule", "", "file a.go go", []string{"submodule:vendor/x"}, "submodule"},
		{"base unknown", "", "file a.go go\n  function F body=1", []string{"a.go"}, "base side could not be read"},
		{"not in the index", "", "file a.go go", []string{"added:zz.go"}, "not in the index"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, tc.base, tc.head, blast.Options{}, tc.files...)
			if r.Status == analyze.Complete {
				t.Errorf("status is complete")
			}
			found := false
			for _, u := range r.Undecided {
				found = found || strings.Contains(u.Reason, tc.reason)
			}
			if !found {
				t.Errorf("no reason %q in %v", tc.reason, r.Undecided)
			}
			if r.Risk.Tier == risk.Low {
				t.Errorf("risk is low")
			}
		})
	}
}

func TestDocumentationIsComplete(t *testing.T) {
	t.Parallel()
	r := run(t, "file README.md", "file README.md", blast.Options{}, "README.md", "mode:x.sh")
	if r.Status != analyze.Complete || len(r.Undecided) != 0 || len(r.Changed) != 1 {
		t.Errorf("status %s, undecided %v, changed %v", r.Status, r.Undecided, r.Changed)
	}
}

func TestDataFileReachesWhoImportsIt(t *testing.T) {
	t.Parallel()
	head := "file a.ts typescript import=data.json\n  function f body=9\nfile data.json"
	r := run(t, head, head, blast.Options{}, "data.json")
	if d := cmp.Diff([]string{"a.ts 1 1.00"}, symbols(r)); d != "" {
		t.Errorf("impacted (-want +got):\n%s", d)
	}
}

func TestNamedSymbolUsesFileLevels(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse("file a.go go\n  function F\n  function Alone\nfile b.go go\n  function G call=F\nfile c.go go\n  function H call=F")
	for _, tc := range []struct {
		arg  string
		want risk.Tier
	}{{"F", risk.Medium}, {"Alone", risk.Low}, {"a.go", risk.Medium}} {
		m, err := target.Find(t.Context(), snap, tc.arg, target.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := blast.Run(t.Context(), blast.Input{Head: snap, Seeds: m}, blast.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Risk.Tier != tc.want || r.Risk.Basis != "file-count" {
			t.Errorf("%s: tier %s on %s, want %s", tc.arg, r.Risk.Tier, r.Risk.Basis, tc.want)
		}
	}
}

func TestLimitSaysWhatItCut(t *testing.T) {
	t.Parallel()
	base := "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F\n  function H body=9 call=F\n  function J body=9 call=F"
	r := run(t, base, strings.Replace(base, "body=1", "body=2", 1), blast.Options{Limit: 2}, "a.go")
	if len(r.ImpactedSymbols) != 2 || r.Totals.Symbols != 3 || !r.Truncated {
		t.Errorf("%d of %d shown, truncated %v", len(r.ImpactedSymbols), r.Totals.Symbols, r.Truncated)
	}
	if r := run(t, base, strings.Replace(base, "body=1", "body=2", 1), blast.Options{}, "a.go"); r.Truncated {
		t.Error("nothing was cut")
	}
}

func TestDepth(t *testing.T) {
	t.Parallel()
	base := "file a.go go\n  function F body=1\nfile b.go go\n  function G body=9 call=F\n  function H body=9 call=G"
	r := run(t, base, strings.Replace(base, "body=1", "body=2", 1), blast.Options{MaxDepth: 1}, "a.go")
	if d := cmp.Diff([]string{"G 1 1.00"}, symbols(r)); d != "" {
		t.Errorf("impacted (-want +got):\n%s", d)
	}
}

func TestEmptyRepository(t *testing.T) {
	t.Parallel()
	r := run(t, "", "", blast.Options{})
	for name, n := range map[string]bool{
		"changed": r.Changed == nil, "impacted_symbols": r.ImpactedSymbols == nil, "impacted_files": r.ImpactedFiles == nil,
		"affected_tests": r.AffectedTests == nil, "undecided": r.Undecided == nil, "packages": r.ImpactedPackages == nil,
	} {
		if n {
			t.Errorf("%s is nil", name)
		}
	}
	if r.Status != analyze.Complete {
		t.Errorf("status %s", r.Status)
	}
}

func TestOptionsAndCancellation(t *testing.T) {
	t.Parallel()
	in := blast.Input{Head: sketch.Parse("file a.go go\n  function F"), Changes: modified("a.go")}
	if _, err := blast.Run(t.Context(), in, blast.Options{Floor: 2}); err == nil {
		t.Error("a floor of 2 was accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := blast.Run(ctx, in, blast.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestTestsOfAChange(t *testing.T) {
	t.Parallel()
	base := "file a.go go package=p\n  function F body=1\nfile a_test.go go test package=p\n  function TestF test body=9 call=F@0.2\n  function TestG test body=9"
	r := run(t, base, strings.Replace(base, "body=1", "body=2", 1), blast.Options{}, "a.go")
	var got []string
	for _, x := range r.AffectedTests {
		got = append(got, x.Symbol)
	}
	if !slices.Equal(got, []string{"TestF"}) || r.Totals.AllTests != 2 {
		t.Errorf("tests %v of %d", got, r.Totals.AllTests)
	}
	if len(r.ImpactedSymbols) != 0 || r.Totals.Hidden != 1 {
		t.Errorf("shown %v, below the floor %d", r.ImpactedSymbols, r.Totals.Hidden)
	}
}
