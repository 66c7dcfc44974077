// Package explore walks from a symbol to its neighbours: where it is defined, who
// calls it, what it calls, where it is used.
//
// Callers and callees are call edges (synthesized and route edges included), to a
// depth; a caller of an interface method is a caller of what implements it, one
// step further and at the product of the confidences. Usages are every occurrence
// that was resolved to the symbol. Over-reports: edges by ambiguous name, which
// carry their origin and a confidence of at most one half. Under-reports: calls
// that the index could not resolve; Status is partial when there may be some.
package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.explore/1"

const (
	defaultLimit = 20
	// maxDepth bounds the walk: beyond it nearly everything is connected.
	maxDepth = 5
	// maxAmbiguous bounds the other symbols of the same name that are listed.
	maxAmbiguous = 20
)

// Relation is what is asked about a symbol.
type Relation string

const (
	All         Relation = "all"
	Definition  Relation = "definition"
	CallersOnly Relation = "callers"
	CalleesOnly Relation = "callees"
	UsagesOnly  Relation = "usages"
)

// ParseRelation reads the name of a relation.
func ParseRelation(name string) (Relation, error) {
	switch r := Relation(name); r {
	case "":
		return All, nil
	case All, Definition, CallersOnly, CalleesOnly, UsagesOnly:
		return r, nil
	case "definitions":
		return Definition, nil
	case "references", "usage":
		return UsagesOnly, nil
	}
	return All, fmt.Errorf("relation %q: want definition, callers, callees, usages or all", name)
}

// Content is where source lines come from; *text.Searcher satisfies it.
type Content interface {
	Content(path string) ([]byte, bool)
}

// Input is what a snapshot offers.
type Input struct {
	Snapshot *store.Snapshot
	Content  Content // Nil leaves source out.
}

// Options of Run.
type Options struct {
	Symbol   string // In any form that analyze/target knows.
	Relation Relation
	Depth    int // 0 means 1.
	Limit    int // Of each list. 0 means 20; negative means all.
	Source   bool
}

// Row is one neighbour. Line is where a usage or a call stands, and where a
// definition or a callee is declared.
type Row struct {
	Symbol     string  `json:"symbol"`
	ID         string  `json:"id"`
	Kind       string  `json:"kind"`
	Path       string  `json:"path"`
	Line       int32   `json:"line"`
	EndLine    int32   `json:"end_line,omitempty"` // Of a definition.
	Origin     string  `json:"origin"`
	Confidence float64 `json:"confidence"`
	Distance   int     `json:"distance,omitempty"` // Calls away.
	Role       string  `json:"role,omitempty"`     // Of a usage.
	Via        string  `json:"via,omitempty"`      // What stands between, for a distance above 1 or a dispatch.
	At         string  `json:"at,omitempty"`       // path:line of the call, for a callee.
	Signature  string  `json:"signature,omitempty"`
	Source     string  `json:"source,omitempty"`
}

// Totals count the whole lists, of which the report shows Limit rows each.
type Totals struct {
	Definitions int `json:"definitions"`
	Callers     int `json:"callers"`
	Callees     int `json:"callees"`
	Usages      int `json:"usages"`
}

// Report is the answer.
type Report struct {
	analyze.Header
	Symbol      string              `json:"symbol"`
	Definitions []Row               `json:"definitions"`
	Callers     []Row               `json:"callers"`
	Callees     []Row               `json:"callees"`
	Usages      []Row               `json:"usages"`
	Ambiguous   []analyze.Site      `json:"ambiguous"` // Other symbols of that name, which the lists leave out.
	Totals      Totals              `json:"totals"`
	Near        []string            `json:"near,omitempty"` // Names that look like one that is not there.
	Undecided   []analyze.Undecided `json:"undecided"`
}

// Run explores one symbol. A name that is not there is a report of status unknown.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if opts.Symbol == "" {
		return nil, errors.New("explore: name a symbol")
	}
	if opts.Relation == "" {
		opts.Relation = All
	}
	if opts.Limit == 0 {
		opts.Limit = defaultLimit
	}
	opts.Depth = min(max(opts.Depth, 1), maxDepth)
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Snapshot.Manifest().Commit},
		Symbol: opts.Symbol, Definitions: []Row{}, Callers: []Row{}, Callees: []Row{}, Usages: []Row{}, Ambiguous: []analyze.Site{}, Undecided: []analyze.Undecided{},
	}
	matches, err := target.Find(ctx, in.Snapshot, opts.Symbol, target.Options{})
	var none *target.NotFoundError
	if errors.As(err, &none) {
		r.Status, r.Near = analyze.Unknown, none.Near
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: none.Error()})
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	e := &explorer{Input: in, snap: in.Snapshot, opts: opts, report: r}
	seeds := e.choose(matches)
	if len(seeds) == 0 {
		r.Status = analyze.Unknown
		r.Undecided = append(r.Undecided, analyze.Undecided{Path: opts.Symbol, Reason: "no declarations of it are known"})
		return r, nil
	}
	r.Symbol = e.name(e.snap.Symbol(seeds[0]))
	if err := e.fill(ctx, seeds); err != nil {
		return nil, err
	}
	e.openEnds(seeds)
	return r, in.Snapshot.Err()
}

type explorer struct {
	Input
	snap   *store.Snapshot
	opts   Options
	report *Report
}

// choose takes the declarations of one symbol out of the matches: those that share
// the qualified name of the best one: outside tests, generated and vendored files
// the one with the very name that was asked for, then the highest in rank. The others are listed as ambiguous.
func (e *explorer) choose(matches []target.Match) []schema.SymbolID {
	var ids []schema.SymbolID
	for _, m := range matches {
		if m.Symbol != schema.None {
			ids = append(ids, m.Symbol)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	const aside = schema.FileTest | schema.FileGenerated | schema.FileVendored
	better := func(a, b schema.SymbolID) int {
		x := e.snap.File(e.snap.SymbolFile(a)).Flags&aside != 0
		y := e.snap.File(e.snap.SymbolFile(b)).Flags&aside != 0
		if x != y {
			if x {
				return 1
			}
			return -1
		}
		// A name that is given in full is no suffix of another one.
		if x, y := e.snap.Symbol(a).QualifiedName == e.opts.Symbol, e.snap.Symbol(b).QualifiedName == e.opts.Symbol; x != y {
			if y {
				return 1
			}
			return -1
		}
		return cmp.Or(cmp.Compare(e.snap.Rank(b), e.snap.Rank(a)), cmp.Compare(a, b))
	}
	best := slices.MinFunc(ids, better)
	want := e.snap.Symbol(best)
	pkg := e.snap.File(want.File).Package
	var chosen, others []schema.SymbolID
	for _, id := range ids {
		s := e.snap.Symbol(id)
		same := s.QualifiedName == want.QualifiedName && e.snap.File(s.File).Package == pkg &&
			(pkg != "" || s.File == want.File || (s.Flags|want.Flags)&schema.SymbolDeclOnly != 0)
		if id == best || same && s.Kind != schema.KindFile {
			chosen = append(chosen, id)
			continue
		}
		others = append(others, id)
	}
	slices.SortFunc(chosen, better)
	slices.SortFunc(others, better)
	for _, id := range others[:min(len(others), maxAmbiguous)] {
		s := e.snap.Symbol(id)
		e.report.Ambiguous = append(e.report.Ambiguous, analyze.Site{Symbol: e.name(s), ID: s.ScipSymbol, Path: e.snap.FilePath(s.File), Line: lineOf(s)})
	}
	return chosen
}

// name is the qualified name, or the path for a file.
func (e *explorer) name(s schema.Symbol) string {
	if s.Kind == schema.KindFile || s.QualifiedName == "" {
		return e.snap.FilePath(s.File)
	}
	return s.QualifiedName
}

func lineOf(s schema.Symbol) int32 {
	if s.NameLine > 0 {
		return s.NameLine
	}
	return s.StartLine
}

func (e *explorer) row(id schema.SymbolID) Row {
	s := e.snap.Symbol(id)
	return Row{Symbol: e.name(s), ID: s.ScipSymbol, Kind: s.Kind.String(), Path: e.snap.FilePath(s.File), Line: lineOf(s)}
}

// fill makes the lists that are asked for.
func (e *explorer) fill(ctx context.Context, seeds []schema.SymbolID) error {
	r, want := e.report, e.opts.Relation
	for _, id := range seeds {
		s := e.snap.Symbol(id)
		row := e.row(id)
		row.EndLine, row.Origin, row.Confidence, row.Signature = s.EndLine, "definition", 1, s.Signature
		r.Definitions = append(r.Definitions, row)
	}
	r.Totals.Definitions = len(r.Definitions)
	if want == All || want == CallersOnly {
		rows, err := e.callers(ctx, seeds)
		if err != nil {
			return err
		}
		r.Callers, r.Totals.Callers = rows, len(rows)
	}
	if want == All || want == CalleesOnly {
		rows, err := e.callees(ctx, seeds)
		if err != nil {
			return err
		}
		r.Callees, r.Totals.Callees = rows, len(rows)
	}
	if want == All || want == UsagesOnly {
		rows, err := e.usages(ctx, seeds)
		if err != nil {
			return err
		}
		r.Usages, r.Totals.Usages = rows, len(rows)
	}
	for _, list := range []*[]Row{&r.Definitions, &r.Callers, &r.Callees, &r.Usages} {
		if e.opts.Limit > 0 && len(*list) > e.opts.Limit {
			*list = (*list)[:e.opts.Limit]
		}
	}
	if e.opts.Source && e.Content != nil {
		e.source()
	}
	return nil
}

// openEnds says what may be missing: references that were not resolved, in files
// that could hold some to the seeds.
func (e *explorer) openEnds(seeds []schema.SymbolID) {
	r := e.report
	languages := map[string]bool{}
	for _, id := range seeds {
		languages[e.snap.File(e.snap.SymbolFile(id)).Language] = true
	}
	for _, c := range e.snap.Coverage() {
		if languages[c.Language] && c.Unresolved > 0 && e.opts.Relation != Definition {
			r.Status = analyze.Worst(r.Status, analyze.Partial)
			r.Undecided = append(r.Undecided, analyze.Undecided{
				Reason: fmt.Sprintf("%d of %d references in %s are not resolved", c.Unresolved, c.References, c.Language),
			})
		}
	}
	if len(r.Ambiguous) > 0 {
		r.Status = analyze.Worst(r.Status, analyze.Partial)
		r.Undecided = append(r.Undecided, analyze.Undecided{
			Reason: fmt.Sprintf("%d other symbols answer to %q; name one of them in full", len(r.Ambiguous), e.opts.Symbol),
		})
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
}
