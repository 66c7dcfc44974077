// Package coupling counts who depends on whom: Martin's afferent and efferent
// coupling, instability, abstractness, and which files change together.
//
// Ca and Ce of a file count other files, of a package other packages, inside the
// repository: what it needs from elsewhere is not counted. Instability is
// Ce/(Ca+Ce), nothing where both are 0. Abstractness is the share of interfaces,
// traits and abstract classes among types, nothing where there is no type. Temporal
// coupling counts commits that changed both files; commits of more than 30 files
// are left out, because sweeps link files that share no design. Over-reports: an
// edge of ambiguous origin above the floor counts like any other. Under-reports:
// what the linker could not resolve.
package coupling

import (
	"context"
	"fmt"
	"math"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.coupling/1"

// Input is the snapshot that is asked.
type Input struct{ Head *store.Snapshot }

// Options tune a report. The zero value shows files and packages.
type Options struct {
	Level     string  // "file", "package"; "" means both.
	Floor     float64 // Least confidence of an edge. 0 means 0.7.
	OmitTests bool    // Leave test files out.
	Limit     int     // Rows and pairs shown. 0 means all rows and 200 pairs.
}

// Row is one file or package.
type Row struct {
	Level        string   `json:"level"`
	Path         string   `json:"path"` // Of a package, its name.
	Afferent     int      `json:"afferent"`
	Efferent     int      `json:"efferent"`
	Instability  *float64 `json:"instability"`
	Abstractness *float64 `json:"abstractness"`
	Distance     *float64 `json:"distance"` // |abstractness + instability - 1|.
	Types        int      `json:"types"`
}

// Pair is two files that change together.
type Pair struct {
	A        string  `json:"a"`
	B        string  `json:"b"`
	Commits  int     `json:"commits"`  // That changed both.
	Strength float64 `json:"strength"` // Commits over those of the file that changed less often.
	Static   bool    `json:"static"`   // The code shows a dependency too.
}

// Report is the answer; rows with the greatest coupling first.
type Report struct {
	analyze.Header
	Rows      []Row               `json:"rows"`
	Temporal  []Pair              `json:"temporal"`
	Undecided []analyze.Undecided `json:"undecided"`
	Truncated bool                `json:"truncated"`
}

// DefaultFloor leaves out what the source does not spell: possible targets of a
// dispatching call (0.6) and bare names (0.5) couple nothing by design.
const DefaultFloor = 0.7

// maxPairFiles skips commits wider than this: sweeps (formatting, vendoring) link
// files that share no design.
const maxPairFiles = 30

// minPairCommits is how often two files must change together to be shown: below
// it, chance explains most pairs.
const minPairCommits = 3

// defaultPairs bounds the pairs that are shown.
const defaultPairs = 200

// Run counts the coupling of a snapshot.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if opts.Floor == 0 {
		opts.Floor = DefaultFloor
	}
	if opts.Level != "" && opts.Level != "file" && opts.Level != "package" {
		return nil, fmt.Errorf("level %q: want file or package", opts.Level)
	}
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Rows:   []Row{}, Temporal: []Pair{}, Undecided: []analyze.Undecided{},
	}
	c := counter{snap: in.Head, opts: opts}
	for _, level := range []string{"package", "file"} {
		if opts.Level == "" || opts.Level == level {
			rows, err := c.level(ctx, level)
			if err != nil {
				return nil, err
			}
			r.Rows = append(r.Rows, rows...)
		}
	}
	pairs, err := c.temporal(ctx)
	if err != nil {
		return nil, err
	}
	r.Temporal = pairs
	limit := opts.Limit
	if limit > 0 && len(r.Rows) > limit {
		r.Rows, r.Truncated = r.Rows[:limit], true
	}
	if limit <= 0 {
		limit = defaultPairs
	}
	if len(r.Temporal) > limit {
		r.Temporal, r.Truncated = r.Temporal[:limit], true
	}
	c.undecided(r)
	return r, nil
}

type counter struct {
	snap *store.Snapshot
	opts Options
}

func (c *counter) skipped(f schema.File) bool {
	return f.Status != schema.StatusParsed || !analyze.HoldsCode(f.Language) || c.opts.OmitTests && f.Flags&schema.FileTest != 0
}

type link struct{ from, to string }

func (c *counter) level(ctx context.Context, level string) ([]Row, error) {
	names := make([]string, c.snap.FileCount())
	rows := map[string]*Row{}
	abstract := map[string]int{}
	for i := range names {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		id := schema.FileID(i)
		f := c.snap.File(id)
		if c.skipped(f) {
			continue
		}
		names[i] = f.Path
		if level == "package" {
			names[i] = analyze.PackageOf(f)
		}
		if names[i] == "" {
			continue
		}
		row := rows[names[i]]
		if row == nil {
			row = &Row{Level: level, Path: names[i]}
			rows[names[i]] = row
		}
		for lo, hi := c.snap.SymbolsOf(id); lo < hi; lo++ {
			kind := c.snap.SymbolKind(lo)
			if !kind.IsType() || kind == schema.KindType {
				continue
			}
			row.Types++
			if kind == schema.KindInterface || kind == schema.KindTrait || c.snap.SymbolFlags(lo)&schema.SymbolAbstract != 0 {
				abstract[names[i]]++
			}
		}
	}
	seen := map[link]bool{}
	for i := range c.snap.FileEdgeCount() {
		e := c.snap.FileEdge(int32(i))
		from, to := names[e.Source], names[e.Target]
		if from == "" || to == "" || from == to || float64(e.Confidence) < c.opts.Floor || seen[link{from, to}] {
			continue
		}
		seen[link{from, to}] = true
		rows[from].Efferent++
		rows[to].Afferent++
	}
	out := make([]Row, 0, len(rows))
	for name, row := range rows {
		if n := row.Afferent + row.Efferent; n > 0 {
			row.Instability = ratio(row.Efferent, n)
		}
		if row.Types > 0 {
			row.Abstractness = ratio(abstract[name], row.Types)
		}
		if row.Instability != nil && row.Abstractness != nil {
			d := round(math.Abs(*row.Abstractness + *row.Instability - 1))
			row.Distance = &d
		}
		out = append(out, *row)
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if x, y := a.Afferent+a.Efferent, b.Afferent+b.Efferent; x != y {
			return x > y
		}
		return a.Path < b.Path
	})
	return out, nil
}

type pairKey struct{ a, b schema.FileID }

func (c *counter) temporal(ctx context.Context) ([]Pair, error) {
	byCommit := map[int32][]schema.FileID{}
	for i, ch := range c.snap.Changes() {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		byCommit[ch.Commit] = append(byCommit[ch.Commit], ch.File)
	}
	together := map[pairKey]int{}
	alone := map[schema.FileID]int{}
	for _, files := range byCommit {
		if len(files) > maxPairFiles {
			continue
		}
		sort.Slice(files, func(i, j int) bool { return files[i] < files[j] })
		for i, a := range files {
			alone[a]++
			for _, b := range files[i+1:] {
				if a != b {
					together[pairKey{a, b}]++
				}
			}
		}
	}
	out := []Pair{}
	for k, n := range together {
		if n < minPairCommits {
			continue
		}
		out = append(out, Pair{
			A: c.snap.FilePath(k.a), B: c.snap.FilePath(k.b), Commits: n,
			Strength: *ratio(n, min(alone[k.a], alone[k.b])), Static: c.linked(k.a, k.b) || c.linked(k.b, k.a),
		})
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if a.Commits != b.Commits {
			return a.Commits > b.Commits
		}
		if a.Strength != b.Strength {
			return a.Strength > b.Strength
		}
		if a.A != b.A {
			return a.A < b.A
		}
		return a.B < b.B
	})
	return out, nil
}

func (c *counter) linked(a, b schema.FileID) bool {
	for lo, hi := c.snap.FileEdgesFrom(a); lo < hi; lo++ {
		if c.snap.FileEdge(lo).Target == b {
			return true
		}
	}
	return false
}

func (c *counter) undecided(r *Report) {
	if len(c.snap.Commits()) == 0 {
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: "no history in the index: temporal coupling is not known"})
	} else if c.snap.Manifest().Shallow {
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: "shallow history: temporal coupling is a lower bound"})
	}
	for _, p := range c.snap.Problems() {
		if p.Stage != "history" {
			r.Undecided = append(r.Undecided, analyze.Undecided{Path: p.Path, Reason: p.Reason})
		}
	}
	for _, v := range c.snap.Coverage() {
		if v.Unresolved > 0 {
			r.Undecided = append(r.Undecided, analyze.Undecided{Reason: fmt.Sprintf("%s: %d of %d references could not be resolved", v.Language, v.Unresolved, v.References)})
		}
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
	if len(r.Undecided) > 0 {
		r.Status = analyze.Partial
	}
}

func ratio(a, b int) *float64 {
	x := round(float64(a) / float64(b))
	return &x
}

// round keeps four decimals, so that a ratio prints alike everywhere.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
