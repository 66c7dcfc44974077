package repomap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/repomap"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/store"
)

const repository = `
file core.go go
  function Core signature=func_Core()
  function helper call=Core
file far.go go
  function FarAway call=alone
  function alone
file user.go go
  function User call=Core
  function Other call=Core call=User
file user_test.go go test
  function TestUser test call=User call=Core
`

func draw(t *testing.T, snap *store.Snapshot, in repomap.Input, opts repomap.Options) *repomap.Report {
	t.Helper()
	in.Head = snap
	r, err := repomap.Run(t.Context(), in, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheMostUsedComesFirst(t *testing.T) {
	t.Parallel()
	r := draw(t, sketch.Parse(repository), repomap.Input{}, repomap.Options{})
	if r.Files[0].Path != "core.go" || r.Shown != 7 || r.Omitted != 0 {
		t.Errorf("first %s, %d shown, %d omitted:\n%s", r.Files[0].Path, r.Shown, r.Omitted, r.Text)
	}
	if d := cmp.Diff("core.go\n  3: func_Core()\n  4: function helper\n", r.Text[:strings.Index(r.Text, "4: function helper")+19]); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
}

func TestSeedsAndWordsMoveTheMap(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	seeds, err := target.Find(t.Context(), snap, "far.go", target.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]repomap.Input{"seed": {Seeds: seeds}, "word": {Query: "how does far work"}} {
		r := draw(t, snap, in, repomap.Options{Budget: 12})
		if len(r.Files) != 1 || r.Files[0].Path != "far.go" {
			t.Errorf("%s: %s", name, r.Text)
		}
	}
	r := draw(t, snap, repomap.Input{Query: "zebra User"}, repomap.Options{})
	if d := cmp.Diff([]string{"zebra"}, r.Unmatched); d != "" || r.Status != analyze.Complete {
		t.Errorf("status %s, unmatched (-want +got):\n%s", r.Status, d)
	}
}

func TestAQueryThatNamesNothingIsPartial(t *testing.T) {
	t.Parallel()
	if r := draw(t, sketch.Parse(repository), repomap.Input{Query: "zebra"}, repomap.Options{}); r.Status != analyze.Partial || r.Shown == 0 {
		t.Errorf("status %s, %d shown", r.Status, r.Shown)
	}
}

// words counts words.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }

func TestBudgetIsExact(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("file a.go go\n")
	for i := range 200 {
		fmt.Fprintf(&b, "  function F%03d\n", i)
	}
	snap := sketch.Parse(b.String())
	for _, budget := range []int{1, 2, 5, 30, 31, 600, 5000} {
		r := draw(t, snap, repomap.Input{Counter: words{}}, repomap.Options{Budget: budget})
		if got := len(strings.Fields(r.Text)); got != r.Tokens || got > budget {
			t.Errorf("budget %d: %d tokens, says %d", budget, got, r.Tokens)
		}
		if want := min(max((budget-1)/3, 0), 200); r.Shown != want || r.Shown+r.Omitted != 200 {
			t.Errorf("budget %d: %d shown, %d omitted, want %d shown", budget, r.Shown, r.Omitted, want)
		}
	}
}

func TestCommonNamesDoNotDominate(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("file a.go go\n  function Rare\n")
	for i := range 9 {
		fmt.Fprintf(&b, "  struct S%d\n    method Get\n", i)
	}
	b.WriteString("file b.go go\n  function User call=Rare call=S0.Get@0.3\n")
	r := draw(t, sketch.Parse(b.String()), repomap.Input{}, repomap.Options{})
	var rare, get float64
	for _, f := range r.Files {
		for _, s := range f.Symbols {
			switch s.Symbol {
			case "Rare":
				rare = s.Rank
			case "S0.Get":
				get = s.Rank
			}
		}
	}
	if rare <= get || get == 0 {
		t.Errorf("Rare %v, Get %v", rare, get)
	}
}

func TestEmptyAndBroken(t *testing.T) {
	t.Parallel()
	if r := draw(t, sketch.Parse(""), repomap.Input{}, repomap.Options{}); r.Files == nil || r.Text != "" || r.Status != analyze.Complete {
		t.Errorf("empty: %+v", r)
	}
	if r := draw(t, sketch.Parse("file a.c c status=problem problem=x"), repomap.Input{}, repomap.Options{}); r.Status != analyze.Partial {
		t.Errorf("broken: status %s", r.Status)
	}
	if _, err := repomap.Run(t.Context(), repomap.Input{Head: sketch.Parse("")}, repomap.Options{Budget: -1}); err == nil {
		t.Error("a negative budget was accepted")
	}
}
