// Package dead finds symbols and files that nothing reaches.
//
// Everything that a root reaches is live: along every edge but mere imports, from
// a symbol to what contains it and to the module code of its file, from module
// code to the files that it imports, from a live type to its constructors, special
// methods and fields, and from a live interface method to the methods of live
// types that implement it. What is left is dead, outermost declarations first.
//
// Tiers: certain, when the symbol cannot be named outside the files that were
// read and no open reference has its name; likely, when something outside might name
// it; possible, when an open reference, a decorator or a dynamic rule of the
// language may reach it. Under-reports: a live name that is only mentioned in dead
// branches of live code, and methods that share a name with a used one where
// receivers are not known. Over-reports: reflection by a computed name, plug-ins
// found by configuration.
package dead

import (
	"context"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/reach"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.dead-code/1"

// Kinds of roots.
const (
	RootMain    = "main"    // Entry points, initialisers, scripts, framework handlers.
	RootTest    = "test"    // Tests with their set-up.
	RootExports = "exports" // What a library offers.
)

// Tiers of a finding.
const (
	Certain  = "certain"
	Likely   = "likely"
	Possible = "possible"
)

// Input is the snapshot that is asked.
type Input struct{ Head *store.Snapshot }

// Options tune a report. The zero value starts at main and exports.
type Options struct {
	Roots []string // Of the Root… names; empty means main and exports.
	Tier  string   // Least certain tier that is shown; "" means possible: all.
	// Allow lists glob patterns (path.Match) on paths and on qualified names; a
	// match is not reported.
	Allow []string
	Limit int // 0 means all.
}

// Validate reports every option that cannot be used.
func (o Options) Validate() error {
	for _, r := range o.Roots {
		if r != RootMain && r != RootTest && r != RootExports {
			return fmt.Errorf("root %q: want main, test or exports", r)
		}
	}
	if o.Tier != "" && o.Tier != Certain && o.Tier != Likely && o.Tier != Possible {
		return fmt.Errorf("tier %q: want certain, likely or possible", o.Tier)
	}
	for _, p := range o.Allow {
		if _, err := path.Match(p, ""); err != nil {
			return fmt.Errorf("allow pattern %q: %w", p, err)
		}
	}
	return nil
}

// Finding is a dead symbol or file.
type Finding struct {
	Symbol          string `json:"symbol"` // Of a file, its path.
	ID              string `json:"id"`
	Kind            string `json:"kind"`
	Path            string `json:"path"`
	Line            int32  `json:"line"`
	EndLine         int32  `json:"end_line"`
	Tier            string `json:"tier"`
	Reason          string `json:"reason"`
	UsedOnlyByTests bool   `json:"used_only_by_tests"`
}

// Report is the answer, in order of path and line.
type Report struct {
	analyze.Header
	Roots     []string            `json:"roots"`
	Findings  []Finding           `json:"findings"`
	Total     int                 `json:"total"`      // Before Limit.
	RootCount int                 `json:"root_count"` // Symbols that the search started from.
	Undecided []analyze.Undecided `json:"undecided"`
}

// Run finds what is dead in a snapshot.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	roots := rootsOf(opts)
	l, err := walk(ctx, in.Head, roots)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Roots:  roots, Findings: []Finding{}, Undecided: []analyze.Undecided{}, RootCount: l.roots,
	}
	byTests := l
	if !slices.Contains(roots, RootTest) {
		if byTests, err = walk(ctx, in.Head, append([]string{RootTest}, roots...)); err != nil {
			return nil, err
		}
	}
	if err := r.find(ctx, l, byTests, opts); err != nil {
		return nil, err
	}
	r.settle(in.Head)
	return r, nil
}

func rootsOf(opts Options) []string {
	if len(opts.Roots) == 0 {
		return []string{RootMain, RootExports}
	}
	out := []string{}
	for _, name := range []string{RootMain, RootTest, RootExports} {
		if slices.Contains(opts.Roots, name) {
			out = append(out, name)
		}
	}
	return out
}

// find lists the outermost dead symbols.
func (r *Report) find(ctx context.Context, l, byTests *liveness, opts Options) error {
	snap := l.snap
	var ids []schema.SymbolID
	names := map[string][]string{}
	for i := range snap.FileCount() {
		if i&255 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		file := schema.FileID(i)
		f := snap.File(file)
		const skip = schema.FileTest | schema.FileGenerated | schema.FileVendored | schema.FileDocumentation
		if f.Status != schema.StatusParsed || !analyze.HoldsCode(f.Language) || f.Flags&skip != 0 || allowed(opts.Allow, f.Path, "") {
			continue
		}
		lo, hi := snap.SymbolsOf(file)
		if lo < hi && l.loads(file) && !l.live[lo] {
			ids = append(ids, lo)
			continue
		}
		for id := lo; id < hi; id++ {
			if l.live[id] || !candidate(snap, id) {
				continue
			}
			if p := snap.SymbolParent(id); p != schema.None && snap.SymbolKind(p) != schema.KindFile && !l.live[p] && candidate(snap, p) {
				continue
			}
			if len(opts.Allow) > 0 && allowed(opts.Allow, f.Path, snap.Symbol(id).QualifiedName) {
				continue
			}
			ids = append(ids, id)
			name := snap.SymbolName(id)
			if len(names[name]) == 0 {
				names[name] = []string{f.Language}
			} else if !slices.Contains(names[name], f.Language) {
				names[name] = append(names[name], f.Language)
			}
		}
	}
	open, err := reach.Unresolved(ctx, snap, names, reach.NameOptions{Inferred: true})
	if err != nil {
		return err
	}
	count := map[string]int{}
	for _, o := range open.Names {
		count[o.Name] = o.Count
	}
	found := make([]Finding, len(ids))
	for i, id := range ids {
		found[i] = judge(snap, id, count[snap.SymbolName(id)], open.Cut)
	}
	if err := l.doubt(ctx, ids, found); err != nil {
		return err
	}
	for i, id := range ids {
		f := found[i]
		f.UsedOnlyByTests = byTests.live[id] && !l.live[id]
		if f.UsedOnlyByTests {
			f.Reason += "; tests use it"
		}
		if rank(f.Tier) < rank(opts.Tier) {
			continue
		}
		r.Total++
		if opts.Limit == 0 || len(r.Findings) < opts.Limit {
			r.Findings = append(r.Findings, f)
		}
	}
	if open.Cut {
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: "the search for unresolved references stopped at its limit: no finding is called certain"})
	}
	return nil
}

func rank(tier string) int {
	switch tier {
	case Certain:
		return 2
	case Likely:
		return 1
	}
	return 0
}

func allowed(patterns []string, file, name string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(p, file); ok {
			return true
		}
		if ok, _ := path.Match(p, name); ok && name != "" {
			return true
		}
	}
	return false
}

// candidate reports whether a symbol is worth reporting: code and types, and
// variables outside functions. Fields and enum members belong to their type.
func candidate(snap *store.Snapshot, id schema.SymbolID) bool {
	kind := snap.SymbolKind(id)
	flags := snap.SymbolFlags(id)
	if flags&(schema.SymbolTest|schema.SymbolDeclOnly|schema.SymbolExample) != 0 || flags&schema.SymbolSynthetic != 0 {
		return false
	}
	name := snap.SymbolName(id)
	if name == "" || name == "_" || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return false // Names between double underscores are read by the language.
	}
	for p := snap.SymbolParent(id); p != schema.None; p = snap.SymbolParent(p) {
		if snap.SymbolFlags(p)&schema.SymbolTest != 0 || kind == schema.KindType && snap.SymbolKind(p) == schema.KindImpl {
			return false // Inside a test module; associated type of a trait.
		}
	}
	switch {
	case kind.IsType(), kind.IsCallable() && kind != schema.KindConstructor:
		return true
	case kind == schema.KindVariable, kind == schema.KindConstant:
		p := snap.SymbolParent(id)
		return p == schema.None || !snap.SymbolKind(p).IsType() && !snap.SymbolKind(p).IsCallable()
	}
	return false
}

// dynamic names the languages that can reach any public name by a string or a patch.
var dynamic = map[string]bool{"python": true, "javascript": true, "typescript": true, "tsx": true, "jsx": true, "vue": true, "svelte": true, "astro": true, "ruby": true, "php": true, "lua": true}

// judge words a finding and gives it a tier.
func judge(snap *store.Snapshot, id schema.SymbolID, open int, cut bool) Finding {
	s := snap.Symbol(id)
	file := snap.File(s.File)
	f := Finding{
		Symbol: s.QualifiedName, ID: s.ScipSymbol, Kind: s.Kind.String(), Path: file.Path, Line: s.StartLine, EndLine: s.EndLine,
		Tier: Certain, Reason: "nothing reaches it and nothing outside can name it",
	}
	hidden := s.Visibility == schema.VisibilityPrivate || s.Visibility == schema.VisibilityInternal || s.Flags&schema.SymbolExported == 0
	switch {
	case s.Kind == schema.KindFile:
		f.Symbol = file.Path
		f.Tier, f.Reason = Possible, "no live file imports it and it is no known entry point"
	case open > 0:
		f.Tier, f.Reason = Possible, fmt.Sprintf("%d references of its name are unresolved or only believed to lead outside", open)
	case s.Flags&schema.SymbolDecorated != 0:
		f.Tier, f.Reason = Possible, "nothing reaches it, but it is decorated: a framework may"
	case s.Flags&schema.SymbolOverride != 0:
		f.Tier, f.Reason = Possible, "nothing reaches it, but it overrides something outside"
	case s.Kind == schema.KindMethod && inheritsOutside(snap, s.Parent):
		f.Tier, f.Reason = Possible, "nothing here calls it, but its type inherits from outside the repository"
	case !hidden && s.Kind == schema.KindMethod:
		f.Tier, f.Reason = Possible, "nothing here calls it, but it may satisfy an interface outside"
	case !hidden:
		f.Tier, f.Reason = Likely, "nothing here reaches it, but it is exported"
	case s.Kind == schema.KindMethod && dynamic[file.Language]:
		f.Tier, f.Reason = Likely, "nothing reaches it; its language can call methods by name"
	case cut:
		f.Tier, f.Reason = Likely, "nothing reaches it; not every open reference was looked at"
	case hasProblem(snap, file.Path):
		f.Tier, f.Reason = Likely, "nothing reaches it; its file was read in part"
	}
	return f
}

// inheritsOutside reports whether a type names a base that is not in the snapshot.
func inheritsOutside(snap *store.Snapshot, class schema.SymbolID) bool {
	if class == schema.None || !snap.SymbolKind(class).IsType() {
		return false
	}
	occs, err := snap.Occurrences(snap.SymbolFile(class))
	if err != nil {
		return true
	}
	for i := range occs {
		if o := &occs[i]; o.Role == schema.RoleInherit && o.Symbol == schema.None && o.Enclosing == class {
			return true
		}
	}
	return false
}

func hasProblem(snap *store.Snapshot, p string) bool {
	problems := snap.Problems()
	i := sort.Search(len(problems), func(i int) bool { return problems[i].Path >= p })
	return i < len(problems) && problems[i].Path == p
}

func (r *Report) settle(snap *store.Snapshot) {
	for _, p := range snap.Problems() {
		if p.Stage != "history" {
			r.Undecided = append(r.Undecided, analyze.Undecided{Path: p.Path, Reason: p.Reason + ": what it uses may be missing"})
		}
	}
	parsed := map[string]bool{}
	for _, v := range snap.Coverage() {
		parsed[v.Language] = v.Parsed > 0
		if v.Unresolved > 0 {
			r.Undecided = append(r.Undecided, analyze.Undecided{Reason: fmt.Sprintf("%s: %d of %d references could not be resolved", v.Language, v.Unresolved, v.References)})
		}
	}
	if r.RootCount == 0 && snap.SymbolCount() > 0 {
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: "no root of the kinds " + strings.Join(r.Roots, ", ") + " was found: everything looks dead"})
		r.Status = analyze.Unknown
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
	if len(r.Undecided) > 0 {
		r.Status = analyze.Worst(r.Status, analyze.Partial)
	}
}
