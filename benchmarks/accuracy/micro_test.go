package accuracy_test

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/rows"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// microFloor is the least confidence of the edges that the micro suites judge: lc
// shows nothing below it unless asked.
const microFloor = .5

// call is an edge of a call graph by the names of its ends.
type call struct{ from, to string }

// callsOf links a few files (path → content) as lc does and returns the call edges
// between declarations, by the names that name gives them. What has no name calls for
// what it stands in, and is not called. Edges below microFloor are left out.
func callsOf(t *testing.T, files map[string]string, languages []lang.Language, rules resolve.Rules, languageOf func(string) string,
	name func(f *link.File, symbol int32) string) map[call]bool {
	t.Helper()
	registry, err := lang.NewRegistry(languages...)
	if err != nil {
		t.Fatal(err)
	}
	in := &link.Input{Workers: 1}
	var table schema.Rows
	paths := sorted(files)
	for i, path := range paths {
		f := link.File{ID: schema.FileID(i), Path: path, Language: languageOf(path)}
		if l := registry.Lookup(f.Language); l != nil {
			if f.Facts, err = l.Extract([]byte(files[path])); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		in.Files = append(in.Files, f)
		table.Files = append(table.Files, schema.File{Path: path, Language: f.Language})
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return []byte(files[paths[id]]), nil }
	out, err := resolve.New(rules).Link(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	names := rows.Names{Identity: link.SymbolStrings(in), Qualified: make([][]string, len(in.Files))}
	var own, holder []string // Names of the symbols with rows, and of what holds them.
	for i := range in.Files {
		facts := in.Files[i].Facts
		if facts == nil {
			continue
		}
		names.Qualified[i] = make([]string, len(facts.Symbols))
		held := make([]string, len(facts.Symbols))
		for j := range facts.Symbols {
			s := &facts.Symbols[j]
			if held[j] = name(&in.Files[i], int32(j)); !s.Kind.IsLocal() {
				own = append(own, held[j])
			}
			if held[j] == "" {
				held[j] = held[max(s.Parent, 0)]
			}
			if !s.Kind.IsLocal() {
				holder = append(holder, held[j])
			}
		}
	}
	rows.Build(in, out, names, &table)
	calls := map[call]bool{}
	for _, e := range table.Edges {
		c := call{holder[e.Source], own[e.Target]}
		if e.Kind == schema.EdgeCall && e.Confidence >= microFloor && c.to != "" {
			calls[c] = true
		}
	}
	return calls
}

// marks counts edges that are right, that are not, and that are missing.
type marks struct{ right, false, missed int }

func (t *marks) add(o marks) {
	t.right, t.false, t.missed = t.right+o.right, t.false+o.false, t.missed+o.missed
}

// f1 is the harmonic mean of precision and recall.
func (t marks) f1() float64 {
	return float64(2*t.right) / float64(max(1, 2*t.right+t.false+t.missed))
}

func (t marks) String() string {
	return fmt.Sprintf("%3d true %3d false %3d missed, precision %.3f recall %.3f F1 %.3f", t.right, t.false, t.missed,
		float64(t.right)/float64(max(1, t.right+t.false)), float64(t.right)/float64(max(1, t.right+t.missed)), t.f1())
}

// compareCalls counts the edges of one case and lists those that differ.
func compareCalls(have, want map[call]bool) (marks, []string) {
	var t marks
	var list []string
	for c := range have {
		if want[c] {
			t.right++
		} else {
			t.false++
			list = append(list, "false  "+c.from+" -> "+c.to)
		}
	}
	for c := range want {
		if !have[c] {
			t.missed++
			list = append(list, "missed "+c.from+" -> "+c.to)
		}
	}
	sort.Strings(list)
	return t, list
}

// byCategory prints tallies, the most differences first.
func byCategory(tallies map[string]marks) (total marks, text string) {
	names := sorted(tallies)
	slices.SortStableFunc(names, func(a, b string) int {
		x, y := tallies[a], tallies[b]
		return cmp.Compare(y.false+y.missed, x.false+x.missed)
	})
	var b strings.Builder
	for _, n := range names {
		total.add(tallies[n])
		fmt.Fprintf(&b, "\n    %-16s %s", n, tallies[n])
	}
	return total, b.String()
}
