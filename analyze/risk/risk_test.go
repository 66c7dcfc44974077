package risk_test

import (
	"math"
	"testing"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/analyze/sketch"
)

const repository = `
file a.go go
  function F complexity=20
file b.go go
file c/c.go go
commit c1 fix ann a.go
commit c2 fix bob a.go b.go
commit c3 feature ann a.go
`

func assess(t *testing.T, in risk.Input) risk.Assessment {
	t.Helper()
	a, err := risk.Assess(t.Context(), in, risk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func factor(t *testing.T, a risk.Assessment, name string) risk.Factor {
	t.Helper()
	for _, f := range a.Factors {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no factor %q", name)
	return risk.Factor{}
}

func TestContributionsSumToTheScore(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	a := assess(t, risk.Input{
		Head:            snap,
		Changes:         []change.File{{Path: "a.go", Status: change.Modified, LinesAdded: 30, LinesDeleted: 10}, {Path: "c/c.go", Status: change.Modified, LinesAdded: 40}},
		Symbols:         []change.Symbol{{Head: 1, Kind: snap.SymbolKind(1)}},
		ImpactedSymbols: 20, ImpactedFiles: 4, Reach: analyze.Complete, Untested: 1, Testable: 2, Author: "ann",
	})
	sum, weights := 0.0, 0.0
	for _, f := range a.Factors {
		sum += f.Contribution
		weights += f.Weight
		if f.Value < 0 || f.Value > 1 || math.Abs(f.Contribution-f.Value*f.Weight) > 1e-4 || f.Detail == "" {
			t.Errorf("factor %+v", f)
		}
	}
	if math.Abs(sum-*a.Score) > 1e-9 || math.Abs(weights-1) > 1e-9 {
		t.Errorf("contributions sum to %v, score %v, weights %v", sum, *a.Score, weights)
	}
	for name, want := range map[string]string{
		"prior changes": "3 earlier commits to these files", "prior fixes": "2 earlier fixes to these files", "author experience": "2 earlier commits by the author to these files",
		"ownership": "2 authors of these files", "spread": "2 files in 2 folders", "size": "80 lines",
	} {
		if got := factor(t, a, name).Detail; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := factor(t, a, "entropy").Value; got != 1 {
		t.Errorf("entropy of an even spread is %v", got)
	}
	if a.Status != analyze.Complete || a.Files[0].Fixes != 2 {
		t.Errorf("status %s, files %+v", a.Status, a.Files)
	}
}

func TestLinesThatToolsWriteAreSetAside(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse("file a.go go\nfile deps/x.lock text\nfile go.sum text\nfile pb.go go generated\ncommit c1 fix ann a.go\n")
	small := change.File{Path: "a.go", Status: change.Modified, LinesAdded: 1, LinesDeleted: 1}
	a := assess(t, risk.Input{Head: snap, Reach: analyze.Complete, Author: "ann", Changes: []change.File{
		small,
		{Path: "deps/x.lock", Status: change.Binary}, // Marked -diff: text without a count.
		{Path: "go.sum", Status: change.Modified, LinesAdded: 900, LinesDeleted: 900},
		{Path: "pb.go", Status: change.Modified, LinesAdded: 50},
	}})
	size, alone := factor(t, a, "size"), factor(t, assess(t, risk.Input{Head: snap, Reach: analyze.Complete, Author: "ann", Changes: []change.File{small}}), "size")
	if size.Value != alone.Value || size.Detail != "2 lines, not counting 1850 that tools wrote (lock, generated and vendored files)" {
		t.Errorf("size %+v, of the one written file alone %+v", size, alone)
	}
	if got := factor(t, a, "entropy").Value; got != 0 {
		t.Errorf("entropy %v of one written file, want 0", got)
	}
	for i, want := range []risk.File{
		{Path: "a.go", Change: change.Modified, Class: change.Code, Counted: true},
		{Path: "deps/x.lock", Change: change.Modified, Class: change.Lock},
		{Path: "go.sum", Change: change.Modified, Class: change.Lock},
		{Path: "pb.go", Change: change.Modified, Class: change.Code},
	} {
		f := a.Files[i]
		if f.Path != want.Path || f.Change != want.Change || f.Class != want.Class || f.Counted != want.Counted {
			t.Errorf("file %+v, want %+v", f, want)
		}
	}
	lock := assess(t, risk.Input{Head: snap, Reach: analyze.Complete, Author: "ann", Changes: []change.File{{Path: "go.sum", Status: change.Modified, LinesAdded: 900}}})
	if f := factor(t, lock, "size"); f.Value != 0 || !f.Known {
		t.Errorf("size of a change of a lock file alone: %+v", f)
	}
}

func TestMoreIsRiskier(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	small := assess(t, risk.Input{Head: snap, Changes: []change.File{{Path: "b.go", Status: change.Modified, LinesAdded: 1}}, Reach: analyze.Complete, Author: "bob"})
	big := assess(t, risk.Input{
		Head: snap, Changes: []change.File{{Path: "a.go", Status: change.Modified, LinesAdded: 900}}, Symbols: []change.Symbol{{Head: 1, Kind: snap.SymbolKind(1)}},
		Reach: analyze.Complete, ImpactedSymbols: 400, ImpactedFiles: 30, Untested: 1, Testable: 1, Author: "new",
	})
	if *small.Score >= *big.Score || small.Tier != risk.Low || big.Tier != risk.High {
		t.Errorf("small %v %s, big %v %s", *small.Score, small.Tier, *big.Score, big.Tier)
	}
}

func TestMissingEvidenceIsNeverLow(t *testing.T) {
	t.Parallel()
	one := []change.File{{Path: "a.go", Status: change.Modified, LinesAdded: 1}}
	for name, in := range map[string]risk.Input{
		"no history":                       {Head: sketch.Parse("file a.go go"), Changes: one, Reach: analyze.Complete, Author: "ann"},
		"no dependents, open references":   {Head: sketch.Parse(repository), Changes: one, Reach: analyze.Partial, Author: "ann"},
		"reach unknown":                    {Head: sketch.Parse(repository), Changes: one, Reach: analyze.Unknown, Author: "ann"},
		"an empty snapshot, lines unknown": {Head: sketch.Parse(""), Changes: []change.File{{Path: "a.go", Status: change.Modified}}, Reach: analyze.Complete},
	} {
		if a := assess(t, in); a.Tier != risk.UnknownTier || a.Status == analyze.Complete {
			t.Errorf("%s: tier %s, status %s", name, a.Tier, a.Status)
		}
	}
}

func TestLevelsAndTiers(t *testing.T) {
	t.Parallel()
	for files, want := range map[int]risk.Tier{0: risk.Low, 1: risk.Medium, 3: risk.Medium, 4: risk.High, 10: risk.High, 11: risk.Critical} {
		if got := risk.ByFileCount(files, analyze.Complete); got.Tier != want || risk.TierOf(*got.Score) != want {
			t.Errorf("%d files: tier %s with score %v, want %s", files, got.Tier, *got.Score, want)
		}
	}
	if a := risk.ByFileCount(0, analyze.Partial); a.Tier != risk.UnknownTier || a.Score != nil {
		t.Errorf("no dependents in a partial answer: %+v", a)
	}
	for score, want := range map[float64]risk.Tier{0: risk.Low, .2499: risk.Low, .25: risk.Medium, .5: risk.High, .75: risk.Critical, 1: risk.Critical} {
		if got := risk.TierOf(score); got != want {
			t.Errorf("score %v: %s, want %s", score, got, want)
		}
	}
}
