// Package blast says what a change reaches: dependents with their evidence, the
// tests that it needs, its risk, and what could not be decided.
//
// A dependent is what analyze/reach reaches from a changed symbol. A changed symbol
// is among the dependents when another changed symbol reaches it; a changed file,
// when a change in another file does. Over-reports: a caller counts whatever it
// does with the call. Under-reports: references that the linker left open; those
// that carry a changed name are counted in undecided, and the answer is partial.
package blast

import (
	"context"
	"fmt"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/reach"
	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/analyze/tests"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.blast-radius/1"

// Input is a change, or files and symbols asked for by name.
type Input struct {
	Head             *store.Snapshot
	Base             *store.Snapshot // Nil when the base is not indexed.
	BaseRev, HeadRev string          // Shown in the report.
	Changes          []change.File
	Seeds            []target.Match // Instead of Changes.
	Author           string         // Of the change, for risk; "" when not known.
	// Undecided is what the caller could not settle while it made the diff.
	Undecided []analyze.Undecided
}

// Options tune a report. The zero value has the defaults of the specification.
type Options struct {
	MaxDepth int     // 0 means no limit.
	Floor    float64 // Least confidence that is shown. 0 means 0.5; negative shows everything.
	Kinds    []schema.EdgeKind
	Limit    int // Symbols, files and packages shown, each. 0 means 2,000; negative means all.
	// NoTests leaves the selection of tests out.
	NoTests bool
}

// Validate reports what is wrong with o.
func (o Options) Validate() error {
	if o.Floor > 1 {
		return fmt.Errorf("confidence floor %v: want at most 1", o.Floor)
	}
	if o.MaxDepth < 0 {
		return fmt.Errorf("depth %d: want 0 or more", o.MaxDepth)
	}
	return nil
}

// Changed is a changed symbol, or a changed file without symbols.
type Changed struct {
	Path   string `json:"path"`
	Symbol string `json:"symbol"` // "" for a file.
	Change string `json:"change"`
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Line   int32  `json:"line"`
	Old    string `json:"old,omitempty"` // Former name.
}

// Step is one link of the evidence, from the change towards the dependent: Symbol
// depends on the one before.
type Step struct {
	Symbol     string  `json:"symbol"`
	Path       string  `json:"path"`
	Line       int32   `json:"line"` // Of the first such reference, or of the declaration.
	Kind       string  `json:"kind"` // changed, or how it depends: an edge kind, import, contains, dispatch, constructs.
	Origin     string  `json:"origin,omitempty"`
	Confidence float64 `json:"confidence"`
}

// ImpactedSymbol is a dependent.
type ImpactedSymbol struct {
	Symbol     string  `json:"symbol"`
	ID         string  `json:"id"`
	Path       string  `json:"path"`
	Line       int32   `json:"line"`
	Kind       string  `json:"kind"`
	Distance   int32   `json:"distance"`
	Confidence float64 `json:"confidence"`
	Changed    bool    `json:"changed"` // It is itself part of the change.
	Via        []Step  `json:"via"`
}

// ImpactedFile is a file that holds a dependent.
type ImpactedFile struct {
	Path       string  `json:"path"`
	Distance   int32   `json:"distance"`
	Confidence float64 `json:"confidence"`
	Symbols    int     `json:"symbols"`
	Changed    bool    `json:"changed"`
	Via        []Step  `json:"via"` // Of its nearest dependent.
}

// ImpactedPackage is a package that holds a dependent.
type ImpactedPackage struct {
	Package    string  `json:"package"`
	Distance   int32   `json:"distance"`
	Confidence float64 `json:"confidence"`
	Files      int     `json:"files"`
	Symbols    int     `json:"symbols"`
}

// Totals counts what there is before any limit.
type Totals struct {
	Changed  int `json:"changed"`
	Symbols  int `json:"impacted_symbols"`
	Files    int `json:"impacted_files"`
	Packages int `json:"impacted_packages"`
	Tests    int `json:"affected_tests"`
	AllTests int `json:"total_tests"`
	Hidden   int `json:"below_floor"` // Symbols reached only below the floor, beyond the depth, or by name alone.
	Depth    int `json:"depth"`       // Greatest distance.
}

// Report is the answer.
type Report struct {
	analyze.Header
	Base             string              `json:"base"`
	Head             string              `json:"head"`
	Changed          []Changed           `json:"changed"`
	ImpactedSymbols  []ImpactedSymbol    `json:"impacted_symbols"`
	ImpactedFiles    []ImpactedFile      `json:"impacted_files"`
	ImpactedPackages []ImpactedPackage   `json:"impacted_packages"`
	AffectedTests    []tests.Test        `json:"affected_tests"`
	Risk             risk.Assessment     `json:"risk"`
	Undecided        []analyze.Undecided `json:"undecided"`
	Totals           Totals              `json:"totals"`
	Truncated        bool                `json:"truncated"` // A limit cut lists; Totals has the counts.
}

// defaultFloor is the least confidence that is shown: below it a path is more
// likely wrong than right.
const defaultFloor = 0.5

// defaultLimit keeps a report readable and its JSON in the range of megabytes.
const defaultLimit = 2000

// Run answers for one change.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	set, err := change.Compare(ctx, change.Input{Head: in.Head, Base: in.Base, Files: in.Changes})
	if err != nil {
		return nil, err
	}
	set.Symbols = append(set.Symbols, reach.Named(in.Head, in.Seeds)...)
	plan, err := reach.ForChanges(ctx, in.Head, in.Base, set.Symbols)
	if err != nil {
		return nil, err
	}
	open, err := reach.Unresolved(ctx, in.Head, tests.OpenNames(in.Head, set.Symbols), reach.NameOptions{})
	if err != nil {
		return nil, err
	}
	floor := float32(opts.Floor)
	switch {
	case opts.Floor == 0:
		floor = defaultFloor
	case opts.Floor < 0:
		floor = 0
	}
	reached, err := reach.From(ctx, in.Head, plan.Seeds, reach.Options{MaxDepth: opts.MaxDepth, Floor: floor, Kinds: opts.Kinds})
	if err != nil {
		return nil, err
	}
	b := &builder{in: in, opts: opts, set: set, reached: reached, changed: map[schema.SymbolID]bool{}, changedFile: map[schema.FileID]bool{}}
	r := b.report()
	b.undecided(r, plan, open)
	if !opts.NoTests {
		chosen, err := tests.Select(ctx, in.Head, set, plan, open)
		if err != nil {
			return nil, err
		}
		r.AffectedTests = chosen.Tests
		r.Totals.Tests, r.Totals.AllTests = len(chosen.Tests), chosen.TotalTests
		r.Totals.Hidden = max(chosen.Reached-r.Totals.Symbols, 0)
	} else if floor > 0 {
		all, err := reach.From(ctx, in.Head, plan.Seeds, reach.Options{MaxDepth: opts.MaxDepth, Kinds: opts.Kinds})
		if err != nil {
			return nil, err
		}
		r.Totals.Hidden = max(len(all.Reached())-r.Totals.Symbols, 0)
	}
	if len(in.Seeds) > 0 && len(in.Changes) == 0 {
		r.Risk = risk.ByFileCount(r.Totals.Files, r.Status)
		return r, nil
	}
	untested, testable, err := b.testGap(ctx)
	if err != nil {
		return nil, err
	}
	r.Risk, err = risk.Assess(ctx, risk.Input{
		Head: in.Head, Changes: in.Changes, Symbols: set.Symbols, ImpactedSymbols: r.Totals.Symbols, ImpactedFiles: r.Totals.Files,
		Reach: r.Status, Untested: untested, Testable: testable, Author: in.Author,
	}, risk.Options{})
	return r, err
}

type builder struct {
	in          Input
	opts        Options
	set         *change.Set
	reached     *reach.Result
	changed     map[schema.SymbolID]bool
	changedFile map[schema.FileID]bool
}

func (b *builder) report() *Report {
	snap := b.in.Head
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: b.set.Status, Commit: snap.Manifest().Commit},
		Base:   b.in.BaseRev, Head: b.in.HeadRev,
		Changed: []Changed{}, ImpactedSymbols: []ImpactedSymbol{}, ImpactedFiles: []ImpactedFile{}, ImpactedPackages: []ImpactedPackage{},
		AffectedTests: []tests.Test{},
	}
	for _, f := range b.set.Files {
		if f.Head != schema.None {
			b.changedFile[f.Head] = true
		}
	}
	for _, c := range b.set.Symbols {
		if c.Head != schema.None {
			b.changed[c.Head] = true
			b.changedFile[snap.SymbolFile(c.Head)] = true
		}
		r.Changed = append(r.Changed, Changed{c.Path, c.Symbol, string(c.What), c.ID, c.Kind.String(), c.Line, c.OldName})
	}
	r.Totals.Changed = len(r.Changed)
	b.impacted(r)
	return r
}

// found is one dependent before it is worded.
type found struct {
	id       schema.SymbolID
	distance int32
	conf     float32
}

func (f found) less(g found) bool {
	if f.distance != g.distance {
		return f.distance < g.distance
	}
	if f.conf != g.conf {
		return f.conf > g.conf
	}
	return f.id < g.id
}

// impacted fills symbols, files and packages. Only what is shown is worded.
func (b *builder) impacted(r *Report) {
	snap := b.in.Head
	list := make([]found, 0, len(b.reached.Reached()))
	for _, id := range b.reached.Reached() {
		d, c, _ := b.reached.At(id)
		list = append(list, found{id, d, c})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].less(list[j]) })
	type fileHit struct {
		first found
		count int
	}
	files := map[schema.FileID]*fileHit{}
	var fileOrder []schema.FileID
	for _, f := range list {
		r.Totals.Depth = max(r.Totals.Depth, int(f.distance))
		file := snap.SymbolFile(f.id)
		if b.changedFile[file] && b.ownFile(f.id, file) {
			continue
		}
		if h := files[file]; h != nil {
			h.count++
			continue
		}
		files[file] = &fileHit{f, 1}
		fileOrder = append(fileOrder, file)
	}
	limit := b.limit()
	r.Totals.Symbols, r.Totals.Files = len(list), len(fileOrder)
	for _, f := range list[:min(len(list), limit)] {
		s := snap.Symbol(f.id)
		r.ImpactedSymbols = append(r.ImpactedSymbols, ImpactedSymbol{
			Symbol: nameOf(snap, s), ID: s.ScipSymbol, Path: snap.FilePath(s.File), Line: s.StartLine, Kind: s.Kind.String(),
			Distance: f.distance, Confidence: round(f.conf), Changed: b.changed[f.id], Via: b.via(f.id),
		})
	}
	packages := map[string]*ImpactedPackage{}
	var order []string
	for i, file := range fileOrder {
		h := files[file]
		row := snap.File(file)
		if i < limit {
			r.ImpactedFiles = append(r.ImpactedFiles, ImpactedFile{
				Path: row.Path, Distance: h.first.distance, Confidence: round(h.first.conf), Symbols: h.count,
				Changed: b.changedFile[file], Via: b.via(h.first.id),
			})
		}
		name := analyze.PackageOf(row)
		p := packages[name]
		if p == nil { // Files come nearest first.
			p = &ImpactedPackage{Package: name, Distance: h.first.distance, Confidence: round(h.first.conf)}
			packages[name] = p
			order = append(order, name)
		}
		p.Files++
		p.Symbols += h.count
	}
	r.Totals.Packages = len(order)
	sort.SliceStable(order, func(i, j int) bool {
		a, c := packages[order[i]], packages[order[j]]
		if a.Distance != c.Distance {
			return a.Distance < c.Distance
		}
		return order[i] < order[j]
	})
	for _, name := range order[:min(len(order), limit)] {
		r.ImpactedPackages = append(r.ImpactedPackages, *packages[name])
	}
	r.Truncated = max(len(list), len(fileOrder), len(order)) > limit
}

func (b *builder) limit() int {
	switch {
	case b.opts.Limit < 0:
		return int(^uint(0) >> 1)
	case b.opts.Limit == 0:
		return defaultLimit
	}
	return b.opts.Limit
}

// ownFile reports whether a dependent was reached from its own file.
func (b *builder) ownFile(id schema.SymbolID, file schema.FileID) bool {
	root := b.reached.Root(id)
	return root.Distance == 0 && b.in.Head.SymbolFile(root.Symbol) == file
}

func nameOf(snap *store.Snapshot, s schema.Symbol) string {
	if s.Kind == schema.KindFile || s.QualifiedName == "" {
		return snap.FilePath(s.File)
	}
	return s.QualifiedName
}

// via words the evidence of a dependent, starting at what changed.
func (b *builder) via(id schema.SymbolID) []Step {
	snap := b.in.Head
	root := b.reached.Root(id)
	s := snap.Symbol(root.Symbol)
	start := Step{Symbol: nameOf(snap, s), Path: snap.FilePath(s.File), Line: s.StartLine, Kind: "changed", Confidence: 1}
	out := []Step{}
	if root.Note != "" {
		out = append(out, Step{Symbol: root.Note, Kind: "changed", Confidence: 1})
		start.Kind, start.Confidence = "depended", round(root.Chance)
	}
	out = append(out, start)
	for _, p := range b.reached.Path(id) {
		s := snap.Symbol(p.From)
		step := Step{Symbol: nameOf(snap, s), Path: snap.FilePath(s.File), Line: s.StartLine, Kind: p.Link, Confidence: round(p.Confidence)}
		if p.Edge != schema.None {
			e := snap.Edge(p.Edge)
			step.Path, step.Line, step.Origin = snap.FilePath(e.File), e.Line, e.Origin.String()
		}
		out = append(out, step)
	}
	return out
}

// round keeps four decimals, so that a product of confidences prints alike everywhere.
func round(x float32) float64 { return float64(int64(float64(x)*1e4+.5)) / 1e4 }

// undecided gathers what is open and settles the status.
func (b *builder) undecided(r *Report, plan *reach.Plan, open *reach.Opened) {
	u := append([]analyze.Undecided{}, b.in.Undecided...)
	u = append(append(u, b.set.Undecided...), plan.Undecided...)
	if len(b.in.Undecided) > 0 || plan.Partial {
		r.Status = analyze.Worst(r.Status, analyze.Partial)
	}
	count := map[string]int{}
	for _, o := range open.Names {
		count[o.Name] = o.Count
	}
	more := ""
	if open.Cut {
		more = "at least "
	}
	said := map[analyze.Undecided]bool{}
	for _, c := range b.set.Symbols {
		if n := count[c.Name]; n > 0 && c.Kind != schema.KindFile && !c.Kind.InText() && !c.TestFile {
			entry := analyze.Undecided{Path: c.Path, Reason: fmt.Sprintf("%s%d references named %s could not be resolved: they may mean %s", more, n, c.Name, c.Symbol)}
			if !said[entry] {
				said[entry] = true
				u = append(u, entry)
			}
			r.Status = analyze.Worst(r.Status, analyze.Partial)
		}
	}
	if open.Cut {
		u = append(u, analyze.Undecided{Reason: "the search for unresolved references stopped at its limit"})
		r.Status = analyze.Worst(r.Status, analyze.Partial)
	}
	r.Undecided = analyze.SortUndecided(u)
}

// maxGapWalks bounds how many changed symbols are walked one by one for the test gap.
const maxGapWalks = 32

// testGap counts the changed symbols of code outside tests, and those among them
// that no test reaches. Of many changed symbols the first 32 stand for all.
func (b *builder) testGap(ctx context.Context) (untested, testable int, err error) {
	snap := b.in.Head
	for _, c := range b.set.Symbols {
		if c.Head == schema.None || c.TestFile || !c.Kind.IsCallable() && !c.Kind.IsType() {
			continue
		}
		if testable >= maxGapWalks {
			break
		}
		testable++
		tested, err := reach.Tested(ctx, snap, c.Head)
		if err != nil {
			return 0, 0, err
		}
		if !tested {
			untested++
		}
	}
	return untested, testable, nil
}
