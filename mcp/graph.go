package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/centrality"
	"github.com/lc-index/lc/analyze/coupling"
	"github.com/lc-index/lc/analyze/cycles"
	"github.com/lc-index/lc/analyze/dead"
	"github.com/lc-index/lc/analyze/diff"
	"github.com/lc-index/lc/analyze/repomap"
	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/analyze/tests"
	languages "github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/store"
)

// graphLimit is how many rows of each list an answer has.
const graphLimit = 50

// graphKinds are the analyses that are served.
var graphKinds = []string{"blast_radius", "affected_tests", "dead_code", "cycles", "coupling", "centrality", "map", "pr_risk"}

func runGraph(ctx context.Context, c *call) (answer, error) {
	a := c.args
	kind := strings.ReplaceAll(a.text("kind"), "-", "_")
	if !slices.Contains(graphKinds, kind) {
		return answer{}, fmt.Errorf("graph: kind %q: want one of %s", kind, strings.Join(graphKinds, ", "))
	}
	limit, err := a.natural("limit")
	if err != nil {
		return answer{}, err
	}
	if limit == 0 {
		limit = graphLimit
	}
	named := a.list("paths")
	if p := a.text("path"); p != "" && p != "." {
		named = append([]string{p}, named...)
	}
	if named, err = c.confined(named); err != nil {
		return answer{}, err
	}
	g := &graphCall{call: c, limit: limit, named: named}
	switch kind {
	case "blast_radius", "affected_tests", "pr_risk":
		return g.change(ctx, kind)
	}
	if a.has("base") || a.has("head") {
		return answer{}, fmt.Errorf("graph: %s takes no base or head", kind)
	}
	switch kind {
	case "dead_code":
		return g.dead(ctx)
	case "cycles":
		return g.cycles(ctx)
	case "coupling":
		return g.coupling(ctx)
	case "centrality":
		return g.centrality(ctx)
	}
	return g.repomap(ctx)
}

type graphCall struct {
	*call
	limit int
	named []string // Files, folders and symbols.
}

// within reports whether a path lies in what was named; all do when nothing was.
func (g *graphCall) within(path string) bool {
	if len(g.named) == 0 {
		return true
	}
	return slices.ContainsFunc(g.named, func(n string) bool { return path == n || strings.HasPrefix(path, n+"/") })
}

// known refuses what names no file or folder, for analyses that it narrows.
func (g *graphCall) known() error {
	for _, n := range g.named {
		if !g.exists(n) {
			return fmt.Errorf("graph: no file or folder %s in the index", n)
		}
	}
	return nil
}

// sides is a change with the snapshots of its sides.
type sides struct {
	head      *store.Snapshot
	base      *store.Snapshot
	in        blast.Input
	unknown   bool // The question could not be answered; in.Undecided says why.
	closeBoth func()
}

// change answers what is asked about a change, or about named files and symbols.
func (g *graphCall) change(ctx context.Context, kind string) (answer, error) {
	s, err := g.sides(ctx)
	if err != nil {
		return answer{}, err
	}
	defer s.closeBoth()
	if kind == "affected_tests" {
		r, err := tests.Run(ctx, tests.Input{Head: s.head, Base: s.base, Changes: s.in.Changes, Seeds: s.in.Seeds}, tests.Options{})
		if err != nil {
			return answer{}, err
		}
		r.Undecided = analyze.SortUndecided(append(r.Undecided, s.in.Undecided...))
		r.Status = s.status(r.Status)
		selected := len(r.Tests)
		r.Tests = r.Tests[:min(selected, g.limit)]
		return answer{r, testsText(r, selected)}, nil
	}
	r, err := blast.Run(ctx, s.in, blast.Options{Limit: g.limit})
	if err != nil {
		return answer{}, err
	}
	r.Status = s.status(r.Status)
	if s.unknown {
		r.Undecided = analyze.SortUndecided(append(r.Undecided, s.in.Undecided...))
		r.Risk.Status, r.Risk.Tier, r.Risk.Score = analyze.Unknown, risk.UnknownTier, nil
	}
	if kind == "pr_risk" {
		if len(g.named) > 0 {
			return answer{}, errors.New("graph: pr_risk takes a base, not paths")
		}
		p := risk.NewReport(r.Header, r.Risk, r.Undecided)
		p.Header.Schema = "lc.pr-risk/1"
		return answer{p, riskText(p)}, nil
	}
	if len(r.AffectedTests) > g.limit {
		r.AffectedTests, r.Truncated = r.AffectedTests[:g.limit], true
	}
	return answer{r, blastText(r)}, nil
}

func (s *sides) status(of analyze.Status) analyze.Status {
	switch {
	case s.unknown:
		return analyze.Unknown
	case len(s.in.Undecided) > 0:
		return analyze.Worst(of, analyze.Partial)
	}
	return of
}

// sides opens what base, head and the names stand for. What is missing makes the
// answer unknown and names the command that would provide it.
func (g *graphCall) sides(ctx context.Context) (*sides, error) {
	base, head := g.args.text("base"), g.args.text("head")
	if len(g.named) > 0 && (base != "" || head != "") {
		return nil, errors.New("graph: give paths, or base and head, not both")
	}
	s := &sides{head: g.view.Snapshot, closeBoth: func() {}}
	s.in = blast.Input{Head: s.head, HeadRev: s.head.Manifest().Commit, Undecided: []analyze.Undecided{}}
	if s.head.Manifest().Dirty {
		s.in.HeadRev = "work tree"
	}
	if len(g.named) > 0 {
		var err error
		s.in.Seeds, err = target.FindAll(ctx, s.head, g.named, target.Options{})
		return s, err
	}
	repo := g.server.opts.Repo
	missing := func(format string, args ...any) (*sides, error) {
		s.unknown = true
		s.in.Undecided = append(s.in.Undecided, analyze.Undecided{Reason: fmt.Sprintf(format, args...)})
		return s, nil
	}
	if repo == nil {
		return missing("a comparison needs the repository, which is not here: run `lc graph blast-radius --base %s` where it is, or name paths", orWord(base, "REV"))
	}
	if head != "" {
		commit, err := repo.Resolve(ctx, head)
		if err != nil {
			return nil, err
		}
		if m := s.head.Manifest(); m.Dirty || m.Commit != commit {
			snap, err := g.indexed(commit)
			if err != nil {
				return nil, err
			}
			if snap == nil {
				return missing("%s is not indexed: run `lc index --commit %s`", head, commit)
			}
			s.head, s.in.Head = snap, snap
			s.closeBoth = func() { _ = snap.Close() }
		}
	}
	side := diff.OfSnapshot(s.head)
	if base == "" {
		if side != "" {
			s.closeBoth()
			return nil, errors.New("graph: the index has no uncommitted changes: give a base revision, or paths")
		}
		base = "HEAD"
	}
	if err := g.compare(ctx, s, base, side); err != nil {
		s.closeBoth()
		return nil, err
	}
	return s, nil
}

func (g *graphCall) compare(ctx context.Context, s *sides, base, side string) error {
	repo := g.server.opts.Repo
	commit, note, err := diff.ResolveBase(ctx, repo, base, side)
	if err != nil {
		return err
	}
	undecided := func(reason string) { s.in.Undecided = append(s.in.Undecided, analyze.Undecided{Reason: reason}) }
	if note != "" {
		undecided(note)
	}
	if side == "" {
		if stale, err := g.server.fresh.of(ctx, g.view); err != nil || stale {
			undecided("the work tree has moved since it was indexed: run `lc index`")
		}
	}
	s.in.BaseRev, s.in.HeadRev = commit, side
	if side == "" {
		s.in.HeadRev = "work tree"
	}
	var notes []string
	if s.in.Changes, notes, err = diff.Read(ctx, repo, diff.Source{Registry: languages.Registry()}, s.head, diff.Range{Base: commit, Head: side}); err != nil {
		return err
	}
	for _, note := range notes {
		s.in.Undecided = append(s.in.Undecided, analyze.Undecided{Reason: note})
	}
	if commits := s.head.Commits(); len(commits) > 0 && side != "" {
		s.in.Author = commits[0].Author
	}
	if !diff.NeedsBase(s.head, s.in.Changes) {
		return nil
	}
	snap, err := g.indexed(commit)
	if err != nil {
		return err
	}
	if snap == nil {
		undecided(fmt.Sprintf("who used what was deleted is unknown: the base is not indexed; run `lc index --commit %s`", commit))
		return nil
	}
	s.base, s.in.Base = snap, snap
	before := s.closeBoth
	s.closeBoth = func() { before(); _ = snap.Close() }
	return nil
}

func orWord(s, word string) string {
	if s == "" {
		return word
	}
	return s
}

// indexed opens the snapshot of a commit, nil when there is none.
func (g *graphCall) indexed(commit string) (*store.Snapshot, error) {
	if g.view.dir == "" {
		return nil, nil
	}
	entries, err := store.FindCommit(g.view.dir, commit)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	return store.OpenSnapshot(g.view.dir, entries[0].Folder)
}

func (g *graphCall) dead(ctx context.Context) (answer, error) {
	if err := g.known(); err != nil {
		return answer{}, err
	}
	r, err := dead.Run(ctx, dead.Input{Head: g.view.Snapshot}, dead.Options{})
	if err != nil {
		return answer{}, err
	}
	r.Findings = slices.DeleteFunc(r.Findings, func(f dead.Finding) bool { return !g.within(f.Path) })
	r.Total = len(r.Findings)
	r.Findings = r.Findings[:min(len(r.Findings), g.limit)]
	return answer{r, deadText(r)}, nil
}

func (g *graphCall) cycles(ctx context.Context) (answer, error) {
	if err := g.known(); err != nil {
		return answer{}, err
	}
	r, err := cycles.Run(ctx, cycles.Input{Head: g.view.Snapshot}, cycles.Options{})
	if err != nil {
		return answer{}, err
	}
	r.Cycles = slices.DeleteFunc(r.Cycles, func(x cycles.Cycle) bool { return !slices.ContainsFunc(x.Members, g.within) })
	found := len(r.Cycles)
	if found > g.limit {
		r.Cycles = r.Cycles[:g.limit]
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: fmt.Sprintf("%d more cycles are not shown", found-g.limit)})
	}
	return answer{r, cyclesText(r)}, nil
}

func (g *graphCall) coupling(ctx context.Context) (answer, error) {
	if err := g.known(); err != nil {
		return answer{}, err
	}
	r, err := coupling.Run(ctx, coupling.Input{Head: g.view.Snapshot}, coupling.Options{})
	if err != nil {
		return answer{}, err
	}
	r.Rows = slices.DeleteFunc(r.Rows, func(x coupling.Row) bool { return !g.within(x.Path) })
	r.Temporal = slices.DeleteFunc(r.Temporal, func(p coupling.Pair) bool { return !g.within(p.A) && !g.within(p.B) })
	r.Truncated = r.Truncated || len(r.Rows) > g.limit || len(r.Temporal) > g.limit
	r.Rows, r.Temporal = r.Rows[:min(len(r.Rows), g.limit)], r.Temporal[:min(len(r.Temporal), g.limit)]
	return answer{r, couplingText(r)}, nil
}

func (g *graphCall) centrality(ctx context.Context) (answer, error) {
	if err := g.known(); err != nil {
		return answer{}, err
	}
	opts := centrality.Options{Limit: g.limit}
	if len(g.named) > 0 {
		opts.Limit = -1
	}
	r, err := centrality.Run(ctx, centrality.Input{Head: g.view.Snapshot}, opts)
	if err != nil {
		return answer{}, err
	}
	if len(g.named) > 0 {
		r.Rows = slices.DeleteFunc(r.Rows, func(x centrality.Row) bool { return !g.within(x.Path) })
		r.Total = len(r.Rows)
		r.Rows = r.Rows[:min(len(r.Rows), g.limit)]
	}
	return answer{r, centralityText(r)}, nil
}

func (g *graphCall) repomap(ctx context.Context) (answer, error) {
	in := repomap.Input{Head: g.view.Snapshot, Counter: g.view.counter}
	var err error
	if in.Seeds, err = target.FindAll(ctx, g.view.Snapshot, g.named, target.Options{}); err != nil {
		return answer{}, err
	}
	budget, err := g.args.natural("budget_tokens")
	if err != nil {
		return answer{}, err
	}
	r, err := repomap.Run(ctx, in, repomap.Options{Budget: budget})
	if err != nil {
		return answer{}, err
	}
	return answer{r, r.Text}, nil
}

// changeWord is how a change reads.
func changeWord(c blast.Changed) string {
	if c.Symbol == "" {
		return c.Change + " " + c.Path
	}
	return fmt.Sprintf("%s %s %s:%d", c.Change, c.Symbol, c.Path, c.Line)
}
