// Package tests selects the tests that a change needs.
//
// A test is selected when the change reaches it backwards along any edge, at any
// distance and confidence, or when it cannot be ruled out: its fixture, suite
// set-up or helper is reached; it names something that the linker left open and
// that the change carries; it stands beside a data file, or below a manifest, that
// changed. The unit is a function in Go, Python and Rust, a top-level class in Java
// and its like, a file elsewhere.
//
// Over-reports: whatever is undecidable selects the enclosing suite. Under-reports:
// fixtures requested by a string, programs started from another folder.
package tests

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/reach"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.affected-tests/1"

// Input is the change that asks for tests, or files and symbols asked for by name.
type Input struct {
	Head    *store.Snapshot
	Base    *store.Snapshot // Nil when the base is not indexed.
	Changes []change.File
	Seeds   []target.Match // Instead of Changes.
}

// Options tune a selection. The zero value selects everything that is needed.
type Options struct {
	Runner string // Only tests of one runner: "go test", "pytest", …; "" means all.
}

// Test is one selected unit.
type Test struct {
	Path    string   `json:"path"`
	Symbol  string   `json:"symbol"` // "" when the unit is a file.
	Reason  []string `json:"reason"` // Chain from the change to the test.
	ID      string   `json:"id"`
	Line    int32    `json:"line"`
	Runner  string   `json:"runner"`
	Package string   `json:"package"`

	file schema.FileID
	unit schema.SymbolID
}

// Report is the answer.
type Report struct {
	analyze.Header
	Tests      []Test              `json:"tests"`
	TotalTests int                 `json:"total_tests"`
	Runners    []string            `json:"runners"` // Of the selected tests.
	Undecided  []analyze.Undecided `json:"undecided"`
	Reached    int                 `json:"reached"` // Symbols that the search for tests reached.
}

// Run selects the tests of a change.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	set, err := change.Compare(ctx, change.Input{Head: in.Head, Base: in.Base, Files: in.Changes})
	if err != nil {
		return nil, err
	}
	set.Symbols = append(set.Symbols, reach.Named(in.Head, in.Seeds)...)
	plan, err := reach.ForChanges(ctx, in.Head, in.Base, set.Symbols)
	if err != nil {
		return nil, err
	}
	open, err := reach.Unresolved(ctx, in.Head, OpenNames(in.Head, set.Symbols), reach.NameOptions{})
	if err != nil {
		return nil, err
	}
	r, err := Select(ctx, in.Head, set, plan, open)
	if err != nil {
		return nil, err
	}
	if opts.Runner != "" {
		kept := []Test{}
		for _, t := range r.Tests {
			if t.Runner == opts.Runner {
				kept = append(kept, t)
			}
		}
		r.Tests, r.Runners = kept, runners(kept)
	}
	return r, nil
}

// OpenNames lists the names of changed symbols that unresolved references might mean.
func OpenNames(snap *store.Snapshot, changed []change.Symbol) map[string][]string {
	names := map[string][]string{}
	for _, c := range changed {
		if c.Name == "" || c.Kind == schema.KindFile || c.Kind.InText() || c.TestFile {
			continue
		}
		language := ""
		if c.Head != schema.None {
			language = snap.File(snap.SymbolFile(c.Head)).Language
		} else if id, ok := snap.FileByPath(c.Path); ok {
			language = snap.File(id).Language
		} else {
			language, _, _ = strings.Cut(c.ID, " ")
		}
		for _, n := range []string{c.Name, c.OldName} {
			if n != "" {
				names[n] = append(names[n], language)
			}
		}
	}
	return names
}

// guess is the confidence that an unresolved reference means the changed symbol
// of the same name. It only orders evidence: tests are reached without a floor.
const guess = 0.1

// Select is Run with the steps before it done by the caller.
func Select(ctx context.Context, snap *store.Snapshot, set *change.Set, plan *reach.Plan, open *reach.Opened) (*Report, error) {
	seeds := append([]reach.Seed(nil), plan.Seeds...)
	for _, o := range open.Names {
		for _, site := range o.Sites {
			seeds = append(seeds, reach.Seed{
				Symbol: site, Effect: reach.Body, Distance: 1, Chance: guess,
				Note: fmt.Sprintf("unresolved reference to %s", o.Name),
			})
		}
	}
	reached, err := reach.From(ctx, snap, seeds, reach.Options{})
	if err != nil {
		return nil, err
	}
	s := &selector{snap: snap, reached: reached, picked: map[unit]*Test{}, suites: newSuites(snap)}
	for _, c := range set.Symbols {
		if c.Head != schema.None {
			s.consider(c.Head, []string{describe(c)}, true)
		}
	}
	for i, id := range reached.Reached() {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		s.consider(id, nil, false)
	}
	for _, f := range set.Files {
		s.file(f)
	}
	for _, c := range set.Symbols {
		if c.What == change.WhatDeleted {
			s.deleted(c)
		}
	}
	r := &Report{
		Header:     analyze.Header{Schema: Schema, Status: set.Status, Commit: snap.Manifest().Commit},
		Tests:      s.sorted(),
		TotalTests: s.suites.total, Reached: len(reached.Reached()),
		Undecided: append(append([]analyze.Undecided{}, set.Undecided...), plan.Undecided...),
	}
	if plan.Partial {
		r.Status = analyze.Worst(r.Status, analyze.Partial)
	}
	if open.Cut {
		r.Status = analyze.Worst(r.Status, analyze.Partial)
		r.Undecided = append(r.Undecided, analyze.Undecided{Reason: "the search for unresolved references stopped at its limit"})
	}
	r.Undecided = analyze.SortUndecided(r.Undecided)
	r.Runners = runners(r.Tests)
	return r, nil
}

func describe(c change.Symbol) string {
	name := c.Symbol
	if name == "" {
		name = c.Path
	}
	return fmt.Sprintf("%s: %s", name, c.What)
}

// unit is what a runner can run by itself.
type unit struct {
	file   schema.FileID
	symbol schema.SymbolID // None when the whole file is the unit.
}

type selector struct {
	snap    *store.Snapshot
	reached *reach.Result
	picked  map[unit]*Test
	suites  *suites
	seenFix map[schema.SymbolID]bool
}

// pick selects a unit; the first reason stays.
func (s *selector) pick(u unit, reason []string) {
	if s.picked[u] != nil {
		return
	}
	f := &s.suites.rows[u.file]
	t := &Test{
		Path: f.Path, Reason: reason, Line: 1, Runner: runnerOf(f.Language, f.Path), Package: f.Package, file: u.file, unit: u.symbol,
	}
	if u.symbol != schema.None {
		row := s.snap.Symbol(u.symbol)
		t.Symbol, t.ID, t.Line = row.QualifiedName, row.ScipSymbol, row.StartLine
	} else if lo, hi := s.snap.SymbolsOf(u.file); lo < hi {
		t.ID = s.snap.Symbol(lo).ScipSymbol
	}
	s.picked[u] = t
}

// consider selects what a changed or reached symbol stands for.
func (s *selector) consider(id schema.SymbolID, reason []string, changed bool) {
	why := func() []string {
		if reason == nil {
			reason = s.chain(id)
		}
		return reason
	}
	file := s.snap.SymbolFile(id)
	if u, ok := s.suites.unitOf(id); ok {
		s.pick(u, why())
		return
	}
	row := &s.suites.rows[file]
	if row.Language == "python" && (path.Base(row.Path) == "conftest.py" || row.Flags&schema.FileTest != 0) {
		s.fixture(id, row.Path, why)
	}
	flags := s.snap.SymbolFlags(id)
	if flags&schema.SymbolEntry != 0 {
		s.program(row.Path, row.Language, why)
	}
	if changed && row.Language == "go" && (flags&schema.SymbolInit != 0 || s.snap.SymbolName(id) == "init") {
		s.folder(path.Dir(row.Path), with(why(), "runs when the package is loaded"))
	}
	if row.Flags&schema.FileTest == 0 || path.Base(row.Path) == "conftest.py" {
		return
	}
	// A helper is decided by who calls it; a set-up, and what nobody calls, by its suite.
	name := s.snap.SymbolName(id)
	kind := s.snap.SymbolKind(id)
	setUp := kind == schema.KindFile || flags&schema.SymbolInit != 0 || setUpNames[name]
	if setUp || len(s.snap.EdgesTo(id)) == 0 {
		if row.Language == "go" && (name == "TestMain" || name == "init") {
			s.folder(path.Dir(row.Path), with(why(), "set-up of the package's tests"))
			return
		}
		for _, u := range s.suites.of[file] {
			s.pick(u, with(why(), "same file"))
		}
	}
}

var setUpNames = map[string]bool{
	"TestMain": true, "init": true, "setUp": true, "tearDown": true, "setUpClass": true, "tearDownClass": true, "setUpModule": true, "tearDownModule": true,
	"setup_method": true, "teardown_method": true, "setup_class": true, "teardown_class": true, "setup_module": true, "teardown_module": true,
	"setup_function": true, "teardown_function": true, "SetUp": true, "TearDown": true, "SetupTest": true, "SetupSuite": true, "TearDownTest": true, "TearDownSuite": true,
}

func with(reason []string, more string) []string {
	return append(append([]string{}, reason...), more)
}

// chain words the evidence for a reached symbol.
func (s *selector) chain(id schema.SymbolID) []string {
	var out []string
	root := s.reached.Root(id)
	if root.Note != "" {
		out = append(out, fmt.Sprintf("%s (%s)", s.name(root.Symbol), root.Note))
	} else {
		out = append(out, s.name(root.Symbol))
	}
	for _, step := range s.reached.Path(id) {
		out = append(out, step.Link+" by "+s.name(step.From))
	}
	return out
}

func (s *selector) name(id schema.SymbolID) string {
	row := s.snap.Symbol(id)
	if row.QualifiedName == "" || row.Kind == schema.KindFile {
		return s.snap.FilePath(row.File)
	}
	return row.QualifiedName
}

// fixture selects the tests that ask for a pytest fixture by the name of a
// parameter, directly or through another fixture: below the folder of a conftest,
// else in the same file. A fixture that nobody asks for may be automatic: all of them.
func (s *selector) fixture(id schema.SymbolID, file string, why func() []string) {
	if s.seenFix == nil {
		s.seenFix = map[schema.SymbolID]bool{}
	}
	if s.seenFix[id] {
		return
	}
	s.seenFix[id] = true
	conftest := path.Base(file) == "conftest.py"
	kind := s.snap.SymbolKind(id)
	scope := func(p string) bool { return p == file }
	if conftest {
		dir := path.Dir(file) + "/"
		scope = func(p string) bool { return dir == "./" || strings.HasPrefix(p, dir) }
	}
	all := func(why []string) {
		for _, f := range s.suites.files {
			if p := s.snap.FilePath(f); scope(p) && strings.HasSuffix(p, ".py") {
				for _, u := range s.suites.of[f] {
					s.pick(u, why)
				}
			}
		}
	}
	if kind == schema.KindFile {
		if conftest {
			all(with(why(), "conftest of the folder"))
		}
		return
	}
	if s.snap.SymbolFlags(id)&schema.SymbolDecorated == 0 {
		if conftest && len(s.snap.EdgesTo(id)) == 0 { // A hook of pytest.
			all(with(why(), "conftest of the folder"))
		}
		return
	}
	name := s.snap.SymbolName(id)
	asked := false
	for i := range s.snap.FileCount() {
		f := schema.FileID(i)
		p := s.snap.FilePath(f)
		if !scope(p) || !strings.HasSuffix(p, ".py") {
			continue
		}
		lo, hi := s.snap.SymbolsOf(f)
		for ; lo < hi; lo++ {
			if lo == id || !s.snap.SymbolKind(lo).IsCallable() || !asksFor(s.snap.Symbol(lo).Signature, name) {
				continue
			}
			if u, ok := s.suites.unitOf(lo); ok {
				asked = true
				s.pick(u, with(why(), "uses fixture "+name))
			} else if s.snap.SymbolFlags(lo)&schema.SymbolDecorated != 0 {
				asked = true
				s.fixture(lo, p, func() []string { return with(why(), "uses fixture "+name) })
			}
		}
	}
	if !asked {
		all(with(why(), "fixture "+name+" may be automatic"))
	}
}

// asksFor reports whether a signature has a parameter of this name.
func asksFor(signature, name string) bool {
	_, parameters, ok := strings.Cut(signature, "(")
	if !ok {
		return false
	}
	for _, p := range strings.Split(parameters, ",") {
		p = strings.TrimLeft(p, " \t\n*")
		if rest, ok := strings.CutPrefix(p, name); ok && (rest == "" || strings.ContainsAny(rest[:1], " :=)\n\t")) {
			return true
		}
	}
	return false
}

// program selects the tests that probably start a program whose entry point is
// reached: those beside it, and a Rust crate's tests folder.
func (s *selector) program(file, language string, why func() []string) {
	dir := path.Dir(file)
	reason := func() []string { return with(why(), "tests beside the program") }
	switch language {
	case "rust":
		crate, _, ok := strings.Cut("/"+file, "/src/")
		if ok {
			s.below(strings.TrimPrefix(crate+"/tests", "/"), reason())
		}
	case "go":
		s.folder(dir, reason())
	}
}

// folder selects the tests of one folder.
func (s *selector) folder(dir string, reason []string) {
	for _, f := range s.suites.files {
		if path.Dir(s.snap.FilePath(f)) == dir {
			for _, u := range s.suites.of[f] {
				s.pick(u, reason)
			}
		}
	}
}

// below selects the tests of a folder and those under it and reports whether there were any.
func (s *selector) below(dir string, reason []string) bool {
	found := false
	for _, f := range s.suites.files {
		p := s.snap.FilePath(f)
		if dir == "." || dir == "" || strings.HasPrefix(p, dir+"/") {
			for _, u := range s.suites.of[f] {
				s.pick(u, reason)
				found = true
			}
		}
	}
	return found
}

// file selects the suite around a changed file whose effect is not known.
func (s *selector) file(f change.FileInfo) {
	if f.Status == change.Mode || f.Opaque == "" {
		return
	}
	reason := []string{f.Path + ": " + f.Opaque}
	s.nearest(f.Path, reason)
}

// nearest selects the tests of the nearest folder above p that has any.
func (s *selector) nearest(p string, reason []string) {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		if s.below(dir, reason) || dir == "." || dir == "/" {
			return
		}
	}
}

// deleted selects the suite around a symbol that is gone and whose dependents are not known.
func (s *selector) deleted(c change.Symbol) {
	if c.Base == schema.None && c.Kind != schema.KindFile {
		s.nearest(c.Path, []string{describe(c) + ", dependents not known"})
	}
}

func (s *selector) sorted() []Test {
	out := make([]Test, 0, len(s.picked))
	for _, t := range s.picked {
		out = append(out, *t)
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].file != out[j].file {
			return out[i].file < out[j].file
		}
		return out[i].unit < out[j].unit
	})
	return out
}

// UnitSymbol returns the symbol of a selected test, None when the unit is a file.
func (t *Test) UnitSymbol() schema.SymbolID { return t.unit }
