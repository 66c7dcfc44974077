// Package reach finds what depends on changed symbols, with evidence.
//
// It walks the edges of a snapshot backwards from seeds. What travels depends on
// how a symbol is affected:
//
//   - Body: callers and users. From an implementation also, through dispatch, the
//     callers of the method that it implements or overrides.
//   - Shape (signature, type): as Body, and subtypes, implementers, overriders.
//   - Gone (deleted, renamed): as Shape, and the import statements that name it.
//   - Module (code of a file outside symbols): the files that import it; each such
//     step multiplies the confidence by 0.7.
//
// A changed constructor reaches who constructs its type, a changed method that
// runs without being named (operators, overrides of something outside) who uses
// its type, with a confidence below the usual floor; a changed function
// reaches the function around it, a changed member of an object literal or a call
// signature what it is part of. The distance of a dependent is the least number
// of edges, its confidence the best product along such a path. Over-reports: a
// call reaches its caller whatever the caller does with it. Under-reports: what
// the linker could not resolve; the reports count those by name.
package reach

import (
	"context"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Effect is how a symbol is affected.
type Effect uint8

const (
	Body Effect = iota
	Shape
	Gone
	Module
	// The two below pass through a symbol without affecting it.
	dispatch  // A method with a changed implementation: its callers may run it.
	construct // A type with a changed constructor: who constructs it runs it.
	instance  // A type with a changed method that runs unnamed: who uses the type may run it.
	// still is a dependent that passes nothing on: a type whose interface changed.
	still
	effects
)

// Seed is where a walk starts.
type Seed struct {
	Symbol   schema.SymbolID
	Effect   Effect
	Distance int32   // 0 for a changed symbol; more for a known dependent of one that is gone.
	Note     string  // What a dependent at Distance > 0 depended on; "" else.
	Chance   float32 // Confidence; 0 means 1.
}

// Options bound a walk. The zero value walks without bounds.
type Options struct {
	MaxDepth int     // 0 means no limit.
	Floor    float32 // Paths of a lower confidence are not followed.
	// Kinds limits which edges are followed; empty means all.
	Kinds []schema.EdgeKind
}

// moduleStep is the confidence that a change of module-level code matters to a
// file which imports it: two steps away it falls below the default floor.
const moduleStep = 0.7

// Step is one link of an evidence path: From depends on To.
type Step struct {
	From, To   schema.SymbolID
	Edge       int32 // Row of the edges table, None for a link that is no edge.
	Link       string
	Confidence float32 // Of the path so far.
}

type label struct {
	node   schema.SymbolID
	parent int32 // Label; None for a seed.
	edge   int32
	root   int32 // Seed.
	dist   int32
	conf   float32
	effect Effect
	link   link
}

// link says what a label came by when there is no edge.
type link uint8

const (
	linkSeed link = iota
	linkEdge
	linkImport
	linkInside
	linkConstruct
	linkDispatch
	linkTwin
	linkImplicit
)

var linkNames = [...]string{"changed", "edge", "import", "contains", "constructs", "dispatch", "twin", "runs unnamed"}

// Result is what a walk reached.
type Result struct {
	snap   *store.Snapshot
	seeds  []Seed
	labels []label
	marks  []mark            // By symbol.
	order  []schema.SymbolID // Reached symbols by first arrival.
}

// mark is what is known of one symbol during a walk.
type mark struct {
	body  float32 // Best confidence of an arrival with the effect Body.
	conf  float32 // Of the shown label.
	dist  int32   // Of the shown label.
	shown int32   // Shown label plus 1; 0 for none.
}

type walker struct {
	*Result
	opts     Options
	kinds    [16]bool
	best     [effects][]float32 // As mark.body, for the other effects; made when needed.
	rootFile []schema.FileID    // By seed.
	hooks    map[schema.SymbolID]bool
}

// From walks from seeds. Without a floor each symbol is entered once for each
// effect; with one, again only when a longer path is more certain, so that the
// floor never hides a path above it. The cost is linear in the edges visited.
func From(ctx context.Context, snap *store.Snapshot, seeds []Seed, opts Options) (*Result, error) {
	n := snap.SymbolCount()
	w := &walker{
		Result: &Result{snap: snap, seeds: seeds, marks: make([]mark, n)},
		opts:   opts, rootFile: make([]schema.FileID, len(seeds)),
	}
	for i := range w.kinds {
		w.kinds[i] = len(opts.Kinds) == 0
	}
	for _, k := range opts.Kinds {
		w.kinds[k] = true
	}
	last := int32(0)
	for i, s := range seeds {
		w.rootFile[i] = snap.SymbolFile(s.Symbol)
		if s.Distance == 0 {
			w.enter(label{node: s.Symbol, parent: schema.None, edge: schema.None, root: int32(i), conf: chance(s), effect: s.Effect})
		}
		last = max(last, s.Distance)
	}
	from := 0
	for dist := int32(0); from < len(w.labels) || dist <= last; dist++ {
		if opts.MaxDepth > 0 && int(dist) >= opts.MaxDepth {
			break
		}
		// Links that cost no distance append to the level that is being walked.
		for i := from; i < len(w.labels) && w.labels[i].dist == dist; i++ {
			if i&1023 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			w.free(int32(i))
		}
		end := len(w.labels)
		// A better arrival of the same level takes the place of a worse one; one that the
		// level itself leads to is farther away and does not.
		for i := from; i < end; i++ {
			if l := &w.labels[i]; w.opts.Floor > 0 && l.effect != still && l.conf < w.confidence(l.node, l.effect) {
				l.effect = still
			}
		}
		for i := from; i < end; i++ {
			if i&1023 == 0 {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			w.expand(int32(i))
		}
		for i, s := range seeds {
			if s.Distance == dist+1 {
				w.enter(label{node: s.Symbol, parent: schema.None, edge: schema.None, root: int32(i), dist: s.Distance, conf: chance(s), effect: s.Effect})
			}
		}
		from = end
	}
	return w.Result, nil
}

func chance(s Seed) float32 {
	if s.Chance == 0 {
		return 1
	}
	return s.Chance
}

// enter records an arrival, unless a better or equal one was there before.
func (w *walker) enter(l label) {
	if l.conf < w.opts.Floor {
		return
	}
	m := &w.marks[l.node]
	best := &m.body
	if l.effect != Body {
		if w.best[l.effect] == nil {
			w.best[l.effect] = make([]float32, len(w.marks))
		}
		best = &w.best[l.effect][l.node]
	}
	fresh := l.conf > *best && (w.opts.Floor > 0 || *best == 0)
	if fresh {
		*best = l.conf
	}
	show := l.dist > 0 && l.effect != dispatch && l.effect != construct && l.effect != instance && w.better(m, &l) && !w.own(&l)
	if !fresh && !show {
		return
	}
	if !fresh {
		l.effect = still // Known already: kept as evidence only.
	}
	w.labels = append(w.labels, l)
	if show {
		if m.shown == 0 {
			w.order = append(w.order, l.node)
		}
		m.shown, m.dist, m.conf = int32(len(w.labels)), l.dist, l.conf
	}
}

// own reports whether a changed symbol is reached from itself.
func (w *walker) own(l *label) bool {
	s := &w.seeds[l.root]
	return s.Symbol == l.node && s.Distance == 0
}

// better reports whether l is nearer evidence than what is shown for its node:
// less distance, then more confidence, then a root in another file.
func (w *walker) better(m *mark, l *label) bool {
	switch {
	case m.shown == 0:
		return true
	case m.dist != l.dist:
		return l.dist < m.dist
	case m.conf != l.conf:
		return l.conf > m.conf
	}
	old := w.rootFile[w.labels[m.shown-1].root]
	return old != w.rootFile[l.root] && old == w.snap.SymbolFile(l.node)
}

// confidence returns the best confidence of an arrival with an effect.
func (w *walker) confidence(id schema.SymbolID, e Effect) float32 {
	if e == Body {
		return w.marks[id].body
	}
	return w.best[e][id]
}

// free follows links that cost no distance: a constructor stands for its type.
// And a declaration that no reference names may be one for another platform: who
// uses its twin uses it.
func (w *walker) free(at int32) {
	l := w.labels[at]
	if l.effect <= Gone && (l.dist == 0 || len(w.snap.EdgesTo(l.node)) == 0) {
		w.twins(at)
	}
	if l.effect > Gone {
		return
	}
	if !isConstructor(w.snap, l.node) {
		if w.snap.SymbolKind(l.node) == schema.KindMethod {
			if t := w.implicit(l.node); t != schema.None {
				w.enter(label{node: t, parent: at, edge: schema.None, root: l.root, dist: l.dist, conf: l.conf * implicitStep, effect: instance, link: linkImplicit})
			}
		}
		return
	}
	if p := w.snap.SymbolParent(l.node); p != schema.None && w.snap.SymbolKind(p).IsType() {
		w.enter(label{node: p, parent: at, edge: schema.None, root: l.root, dist: l.dist, conf: l.conf, effect: construct, link: linkConstruct})
	}
}

// builds names the languages whose packages hold a declaration once for each platform.
var builds = map[string]bool{"go": true, "c": true, "c++": true, "rust": true}

// maxTwins is how many symbols may share a name before their twins are not looked
// for: names that common are methods of many types.
const maxTwins = 200

func (w *walker) twins(at int32) {
	l := w.labels[at]
	kind := w.snap.SymbolKind(l.node)
	if !kind.IsCallable() && !kind.IsType() && kind != schema.KindVariable && kind != schema.KindConstant {
		return
	}
	same := w.snap.SymbolsByName(w.snap.SymbolName(l.node))
	if len(same) < 2 || len(same) > maxTwins {
		return
	}
	row := w.snap.Symbol(l.node)
	file := w.snap.File(row.File)
	for _, other := range same {
		if other == l.node || w.snap.SymbolKind(other) != kind {
			continue
		}
		twin := w.snap.Symbol(other)
		if twin.QualifiedName != row.QualifiedName || twin.File != row.File &&
			!(builds[file.Language] && analyze.PackageOf(file) == analyze.PackageOf(w.snap.File(twin.File))) {
			continue
		}
		w.enter(label{node: other, parent: at, edge: schema.None, root: l.root, dist: l.dist, conf: l.conf, effect: dispatch, link: linkTwin})
	}
}

// isConstructor reports whether calls of the parent type run this symbol.
func isConstructor(snap *store.Snapshot, id schema.SymbolID) bool {
	switch snap.SymbolKind(id) {
	case schema.KindConstructor:
		return true
	case schema.KindMethod:
		name := snap.SymbolName(id)
		return name == "__init__" || name == "__new__" || name == "__post_init__" || name == "constructor"
	}
	return false
}

func (w *walker) expand(at int32) {
	l := w.labels[at]
	if l.effect == still {
		return
	}
	step := func(to schema.SymbolID, edge int32, conf float32, e Effect, k link) {
		w.enter(label{node: to, parent: at, edge: edge, root: l.root, dist: l.dist + 1, conf: l.conf * conf, effect: e, link: k})
	}
	kind := w.snap.SymbolKind(l.node)
	for _, row := range w.snap.EdgesTo(l.node) {
		source, _, edge, conf := w.snap.EdgeLink(row)
		if !w.kinds[edge] {
			continue
		}
		switch edge {
		case schema.EdgeCall:
			if m := &w.marks[source]; m.shown != 0 && m.dist <= l.dist && (w.opts.Floor <= 0 || l.conf*conf <= m.body) {
				continue // The common case: nothing new, without a call.
			}
			step(source, row, conf, Body, linkEdge)
		case schema.EdgeReference, schema.EdgeTest, schema.EdgeRoute, schema.EdgeSynthesized:
			if l.effect != construct {
				step(source, row, conf, Body, linkEdge)
			}
		case schema.EdgeImport:
			if l.effect == Gone {
				step(source, row, conf, Body, linkEdge)
			}
		case schema.EdgeInherit:
			if l.effect == Shape || l.effect == Gone {
				step(source, row, conf, Shape, linkEdge)
			} else if l.effect == construct && !w.hasConstructor(source) {
				step(source, row, conf, construct, linkEdge)
			} else if l.effect == instance {
				step(source, row, conf, instance, linkEdge)
			}
		case schema.EdgeImplement, schema.EdgeOverride:
			if l.effect == Shape || l.effect == Gone {
				effect := still
				if w.snap.SymbolKind(source).IsCallable() {
					effect = Body
				}
				step(source, row, conf, effect, linkEdge)
			}
		}
	}
	if kind == schema.KindMethod || kind == schema.KindProperty || kind == schema.KindConstructor {
		for row, hi := w.snap.EdgesFrom(l.node); row < hi; row++ {
			_, to, edge, conf := w.snap.EdgeLink(row)
			if (edge == schema.EdgeOverride || edge == schema.EdgeImplement) && w.kinds[edge] {
				step(to, row, conf, dispatch, linkDispatch)
			}
		}
	}
	if kind == schema.KindMethod && l.effect <= Gone {
		for _, m := range w.shapes(l.node) {
			step(m, schema.None, implicitStep, dispatch, linkDispatch)
		}
	}
	if kind.IsCallable() && l.effect != dispatch {
		if p := w.snap.SymbolParent(l.node); p != schema.None && w.snap.SymbolKind(p).IsCallable() {
			step(p, schema.None, 1, Body, linkInside)
		}
	}
	if kind == schema.KindFile && w.kinds[schema.EdgeImport] {
		w.importers(l, step)
	}
	if l.effect <= Gone {
		if whole, conf := w.whole(l.node, kind); whole != schema.None {
			step(whole, schema.None, conf, Body, linkInside)
		}
	}
}

// runsOnImport names the languages in which importing a file runs its code.
var runsOnImport = map[string]bool{
	"python": true, "javascript": true, "typescript": true, "tsx": true, "jsx": true, "ruby": true, "php": true, "lua": true, "shell": true, "bash": true,
}

// importers follows module-level code to the files that load it. C and C++
// include text, so a changed file symbol reaches who includes it, but code that
// merely calls something changed does not.
func (w *walker) importers(l label, step func(schema.SymbolID, int32, float32, Effect, link)) {
	file := w.snap.SymbolFile(l.node)
	language := w.snap.File(file).Language
	textual := language == "c" || language == "c++" || language == "cpp"
	if !runsOnImport[language] && !(textual && l.effect != Body) {
		return
	}
	for _, row := range w.snap.FileEdgesTo(file) {
		e := w.snap.FileEdge(row)
		if e.Kind != schema.EdgeImport || e.Class == schema.ImportType || e.Source == file {
			continue
		}
		if lo, hi := w.snap.SymbolsOf(e.Source); lo < hi {
			step(lo, schema.None, moduleStep*e.Confidence, Module, linkImport)
		}
	}
}

// valueStep is the confidence that who uses an object as a whole uses a member of
// it, and typeStep that who uses a type relies on a member that nothing names.
const (
	valueStep = 0.8
	typeStep  = 0.6
)

// structural names the languages in which types are compared and taken apart by
// their members, so that a use of a member need not name it.
var structural = map[string]bool{"typescript": true, "tsx": true, "javascript": true, "jsx": true}

// whole returns what a change of a member also changes: the type that a call
// signature belongs to, the value that an object literal fills, and a structural
// type whose member no reference names. It is None for members of other types,
// whose users are known by their own references.
func (w *walker) whole(id schema.SymbolID, kind schema.Kind) (schema.SymbolID, float32) {
	switch kind {
	case schema.KindField, schema.KindMethod, schema.KindProperty, schema.KindFunction:
	default:
		return schema.None, 0
	}
	p := w.snap.SymbolParent(id)
	if p == schema.None {
		return schema.None, 0
	}
	switch around := w.snap.SymbolKind(p); around {
	case schema.KindConstant, schema.KindVariable, schema.KindField:
		return p, valueStep
	case schema.KindInterface, schema.KindType:
		if !structural[w.snap.File(w.snap.SymbolFile(id)).Language] {
			return schema.None, 0
		}
		if name := w.snap.SymbolName(id); name == "()" || name == "new" {
			return p, 1
		}
		if len(w.snap.EdgesTo(id)) == 0 {
			return p, typeStep
		}
	}
	return schema.None, 0
}

// maxMembers bounds how many symbols behind a type are looked at for its constructor.
const maxMembers = 2000

func (w *walker) hasConstructor(class schema.SymbolID) bool {
	_, hi := w.snap.SymbolsOf(w.snap.SymbolFile(class))
	for id := class + 1; id < min(hi, class+maxMembers); id++ {
		if w.snap.SymbolParent(id) == class && isConstructor(w.snap, id) {
			return true
		}
	}
	return false
}

// Reached lists the symbols that depend on a seed, in the order of first arrival.
// A seed is among them when another seed reaches it.
func (r *Result) Reached() []schema.SymbolID { return r.order }

// At returns distance and confidence of a reached symbol; ok is false for others.
func (r *Result) At(id schema.SymbolID) (distance int32, confidence float32, ok bool) {
	m := &r.marks[id]
	return m.dist, m.conf, m.shown != 0
}

// Root returns the seed that the shown path of a reached symbol starts at.
func (r *Result) Root(id schema.SymbolID) Seed { return r.seeds[r.labels[r.marks[id].shown-1].root] }

// Path returns the evidence for a reached symbol, nearest to the seed first.
// It is empty for a seed at a distance of its own.
func (r *Result) Path(id schema.SymbolID) []Step {
	var out []Step
	for at := r.marks[id].shown - 1; at != schema.None; at = r.labels[at].parent {
		l := &r.labels[at]
		if l.parent == schema.None {
			break
		}
		s := Step{From: l.node, To: r.labels[l.parent].node, Edge: l.edge, Link: linkNames[l.link], Confidence: l.conf}
		if l.edge != schema.None && l.link == linkEdge {
			s.Link = r.snap.Edge(l.edge).Kind.String()
		}
		out = append(out, s)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// maxTestedWalk bounds the symbols that Tested visits; a symbol with more
// dependents than this has one in a test for all that a risk score can tell.
const maxTestedWalk = 4000

// Tested reports whether a test depends on a symbol by calls and references, at
// any distance. It stops at the first.
func Tested(ctx context.Context, snap *store.Snapshot, id schema.SymbolID) (bool, error) {
	seen := map[schema.SymbolID]bool{id: true}
	queue := []schema.SymbolID{id}
	for i := 0; i < len(queue); i++ {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		if i > maxTestedWalk {
			return true, nil
		}
		visit := func(to schema.SymbolID) {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
		for _, row := range snap.EdgesTo(queue[i]) {
			e := snap.Edge(row)
			if e.Kind == schema.EdgeImport {
				continue
			}
			if snap.SymbolFlags(e.Source)&schema.SymbolTest != 0 || snap.File(snap.SymbolFile(e.Source)).Flags&schema.FileTest != 0 {
				return true, nil
			}
			visit(e.Source)
		}
		if p := snap.SymbolParent(queue[i]); p != schema.None && isConstructor(snap, queue[i]) {
			visit(p)
		}
		for row, hi := snap.EdgesFrom(queue[i]); row < hi; row++ {
			if e := snap.Edge(row); e.Kind == schema.EdgeOverride || e.Kind == schema.EdgeImplement {
				visit(e.Target)
			}
		}
	}
	return false, nil
}
