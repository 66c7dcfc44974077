// Package risk scores a change by additive factors, each shown with what it adds.
//
// Every factor has a value in [0, 1] and a weight; the score is the sum of value
// times weight, and the weights sum to 1. The weights are judgement, not
// calibration: they follow which factors studies of defect prediction find to
// carry (size, spread, history, experience), plus what the index alone knows
// (reach, test gap). A factor that cannot be known adds nothing, is listed as such
// and makes the result partial; when what is missing could lift a low score, the
// tier is unknown instead.
package risk

import (
	"context"
	"math"
	"path"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report of a pull request's risk.
const Schema = "lc.pr-risk/1"

// Tier is a range of the score.
type Tier string

const (
	Low         Tier = "low"      // Below .25.
	Medium      Tier = "medium"   // Below .50.
	High        Tier = "high"     // Below .75.
	Critical    Tier = "critical" // From .75.
	UnknownTier Tier = "unknown"
)

// TierOf returns the tier of a score.
func TierOf(score float64) Tier {
	switch {
	case score < .25:
		return Low
	case score < .50:
		return Medium
	case score < .75:
		return High
	}
	return Critical
}

// Levels is the fallback when only the number of dependent files is known.
func Levels(files int) Tier {
	switch {
	case files == 0:
		return Low
	case files <= 3:
		return Medium
	case files <= 10:
		return High
	}
	return Critical
}

// Factor is one part of a score.
type Factor struct {
	Name         string  `json:"name"`
	Value        float64 `json:"value"`        // In [0, 1].
	Weight       float64 `json:"weight"`       // Most that it can add.
	Contribution float64 `json:"contribution"` // Value times Weight; 0 when not known.
	Known        bool    `json:"known"`
	Detail       string  `json:"detail"`
}

// File is a changed file with its part in the change.
type File struct {
	Path    string        `json:"path"`
	Change  change.Status `json:"change"`
	Class   change.Class  `json:"class"`
	Added   int           `json:"added"`
	Deleted int           `json:"deleted"`
	Counted bool          `json:"counted"` // Its lines count for size and entropy.
	Commits int           `json:"commits"` // Commits that touched it, inside the history of the index.
	Fixes   int           `json:"fixes"`
}

// Assessment is a score with everything that it rests on.
type Assessment struct {
	Status  analyze.Status `json:"status"`
	Score   *float64       `json:"score"` // Nil when there is nothing to score by.
	Tier    Tier           `json:"tier"`
	Basis   string         `json:"basis"` // "factors" or "file-count".
	Factors []Factor       `json:"factors"`
	Files   []File         `json:"files"`
}

// Report is the answer of pr-risk.
type Report struct {
	analyze.Header
	Score     *float64            `json:"score"`
	Tier      Tier                `json:"tier"`
	Basis     string              `json:"basis"`
	Factors   []Factor            `json:"factors"`
	Files     []File              `json:"files"`
	Undecided []analyze.Undecided `json:"undecided"`
}

// NewReport puts an assessment under a header; its status is the worse of both.
func NewReport(h analyze.Header, a Assessment, undecided []analyze.Undecided) *Report {
	h.Schema, h.Status = Schema, analyze.Worst(h.Status, a.Status)
	return &Report{h, a.Score, a.Tier, a.Basis, a.Factors, a.Files, undecided}
}

// Input is what a score is made of.
type Input struct {
	Head            *store.Snapshot
	Changes         []change.File
	Symbols         []change.Symbol
	ImpactedSymbols int
	ImpactedFiles   int
	// Reach is how far the counts above can be trusted.
	Reach analyze.Status
	// Untested counts changed symbols of code that no test reaches, of Testable.
	Untested, Testable int
	Author             string // As in the commits table; "" when not known.
}

// Options tune a score. There is nothing to choose yet.
type Options struct{}

const (
	weightSize       = .15
	weightSpread     = .10
	weightEntropy    = .05
	weightChanges    = .10
	weightFixes      = .10
	weightExperience = .10
	weightBlast      = .20
	weightTests      = .10
	weightComplexity = .05
	weightOwnership  = .05
)

// Where each factor is full. They are about the 95th percentile of commits to large
// open repositories, so that ordinary changes spread over the range below.
const (
	fullLines      = 1000
	fullFiles      = 40
	fullCommits    = 50
	fullFixes      = 15
	fullBlast      = 500
	fullComplexity = 50
	fullAuthors    = 8
)

// experienced is after how many commits to a file its author counts as at home.
const experienced = 10

// Assess scores a change by factors.
func Assess(ctx context.Context, in Input, _ Options) (Assessment, error) {
	a := Assessment{Status: analyze.Complete, Basis: "factors", Factors: []Factor{}, Files: []File{}}
	if err := ctx.Err(); err != nil {
		return a, err
	}
	h := readHistory(in)
	lines, aside := 0, 0
	dirs := map[string]bool{}
	perFile := make([]float64, 0, len(in.Changes))
	for i, c := range in.Changes {
		n := c.LinesAdded + c.LinesDeleted
		f := describe(in.Head, c)
		f.Commits, f.Fixes = h.files[i].commits, h.files[i].fixes
		a.Files = append(a.Files, f)
		dirs[path.Dir(c.Path)] = true
		if f.Counted {
			lines += n
			perFile = append(perFile, float64(n))
		} else {
			aside += n
		}
	}
	add := func(name string, weight, value float64, known bool, detail string) {
		f := Factor{Name: name, Weight: weight, Known: known, Detail: detail}
		if known {
			f.Value = round(min(max(value, 0), 1))
			f.Contribution = round(f.Value * weight)
		}
		a.Factors = append(a.Factors, f)
	}
	files := len(in.Changes)
	measured := lines+aside > 0 || !needsLines(in.Changes)
	size := count(lines, "line")
	if aside > 0 {
		size += ", not counting " + itoa(aside) + " that tools wrote (lock, generated and vendored files)"
	}
	add("size", weightSize, logScale(lines, fullLines), measured, size)
	add("spread", weightSpread, (logScale(max(files-1, 0), fullFiles)+logScale(max(len(dirs)-1, 0), fullFiles/4))/2, true,
		count(files, "file")+" in "+count(len(dirs), "folder"))
	add("entropy", weightEntropy, entropy(perFile), measured, "how evenly the lines lie in the files")
	add("prior changes", weightChanges, logScale(h.commits, fullCommits), h.known, count(h.commits, "earlier commit")+" to these files")
	add("prior fixes", weightFixes, logScale(h.fixes, fullFixes), h.known, count(h.fixes, "earlier fix")+" to these files")
	add("author experience", weightExperience, 1-min(float64(h.own)/experienced, 1), h.known && in.Author != "",
		count(h.own, "earlier commit")+" by the author to these files")
	add("blast radius", weightBlast, logScale(in.ImpactedSymbols, fullBlast), in.Reach != analyze.Unknown,
		count(in.ImpactedSymbols, "symbol")+" in "+count(in.ImpactedFiles, "file"))
	gap := 0.0
	if in.Testable > 0 {
		gap = float64(in.Untested) / float64(in.Testable)
	}
	add("test gap", weightTests, gap, in.Reach != analyze.Unknown, count(in.Untested, "changed symbol")+" that no test reaches")
	worst := complexity(in)
	add("complexity", weightComplexity, logScale(max(worst-1, 0), fullComplexity), true, "most complex changed symbol: "+itoa(worst))
	add("ownership", weightOwnership, logScale(max(h.authors-1, 0), fullAuthors), h.known, count(h.authors, "author")+" of these files")
	score, missing := 0.0, 0.0
	for _, f := range a.Factors {
		score += f.Contribution
		if !f.Known {
			missing += f.Weight
			a.Status = analyze.Partial
		}
	}
	score = round(score)
	a.Score, a.Tier = &score, TierOf(score)
	if h.shallow {
		a.Status = analyze.Partial
	}
	a.Status = analyze.Worst(a.Status, in.Reach)
	if a.Tier == Low && (score+missing >= .25 || in.ImpactedSymbols == 0 && in.Reach != analyze.Complete) {
		a.Tier = UnknownTier
	}
	return a, nil
}

// describe says what a changed file is. Lines that a tool wrote say nothing of the
// work and the review of a change, so those of lock, generated and vendored files
// are not counted. Git counts no lines of a file that is marked -diff, which does
// not make its text binary.
func describe(snap *store.Snapshot, c change.File) File {
	f := File{Path: c.Path, Change: c.Status, Added: c.LinesAdded, Deleted: c.LinesDeleted, Counted: true}
	language := ""
	if id, ok := snap.FileByPath(c.Path); ok {
		row := snap.File(id)
		language = row.Language
		f.Counted = row.Flags&(schema.FileGenerated|schema.FileVendored) == 0
		if c.Status == change.Binary && row.Status != schema.StatusBinary && row.Status != schema.StatusSkipped {
			f.Change = change.Modified
		}
	}
	f.Class = change.Classify(c.Path, language)
	f.Counted = f.Counted && f.Class != change.Lock
	return f
}

// ByFileCount is the fallback for files and symbols that were named, not changed.
func ByFileCount(files int, reach analyze.Status) Assessment {
	tier := Levels(files)
	score := map[Tier]float64{Low: 0, Medium: .25, High: .50, Critical: .75}[tier]
	a := Assessment{Status: reach, Score: &score, Tier: tier, Basis: "file-count", Factors: []Factor{}, Files: []File{}}
	if tier == Low && reach != analyze.Complete {
		a.Score, a.Tier = nil, UnknownTier
	}
	return a
}

// needsLines reports whether a diff that counts no line must be an uncounted one.
func needsLines(changes []change.File) bool {
	for _, c := range changes {
		switch c.Status {
		case change.Added, change.Deleted, change.Modified:
			return true
		}
	}
	return false
}

type history struct {
	known, shallow bool
	commits, fixes int // Distinct, over all changed files.
	own            int
	authors        int
	files          []struct{ commits, fixes int }
}

// readHistory counts what earlier commits did to the changed files.
func readHistory(in Input) history {
	h := history{files: make([]struct{ commits, fixes int }, len(in.Changes))}
	commits := in.Head.Commits()
	h.known = len(commits) > 0
	h.shallow = in.Head.Manifest().Shallow
	at := map[schema.FileID]int{}
	for i, c := range in.Changes {
		if id, ok := in.Head.FileByPath(c.Path); ok {
			at[id] = i
		}
	}
	seen := map[int32]bool{}
	authors := map[string]bool{}
	for _, c := range in.Head.Changes() {
		i, ok := at[c.File]
		if !ok || int(c.Commit) >= len(commits) {
			continue
		}
		row := commits[c.Commit]
		h.files[i].commits++
		fix := row.Kind == "fix"
		if fix {
			h.files[i].fixes++
		}
		if seen[c.Commit] {
			continue
		}
		seen[c.Commit] = true
		h.commits++
		if fix {
			h.fixes++
		}
		if in.Author != "" && row.Author == in.Author {
			h.own++
		}
		authors[row.Author] = true
	}
	h.authors = len(authors)
	return h
}

func complexity(in Input) int {
	worst := 0
	for _, c := range in.Symbols {
		if c.Head != schema.None && c.Kind.IsCallable() {
			worst = max(worst, int(in.Head.Symbol(c.Head).Complexity))
		}
	}
	return worst
}

// logScale maps 0 … full to 0 … 1, fast at first.
func logScale(n, full int) float64 {
	return math.Log1p(float64(n)) / math.Log1p(float64(full))
}

// entropy is Shannon's, of the shares, scaled to 1 for an even spread.
func entropy(parts []float64) float64 {
	sum := 0.0
	sorted := append([]float64(nil), parts...)
	sort.Float64s(sorted)
	for _, p := range sorted {
		sum += p
	}
	if sum == 0 || len(parts) < 2 {
		return 0
	}
	e := 0.0
	for _, p := range sorted {
		if p > 0 {
			e -= float64(p / sum * math.Log2(p/sum))
		}
	}
	return e / math.Log2(float64(len(parts)))
}

// round keeps four decimals, so that a score prints alike everywhere.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
