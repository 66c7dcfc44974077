package reach

import (
	"context"
	"fmt"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Plan is where the walk for a change starts.
type Plan struct {
	Seeds     []Seed
	Undecided []analyze.Undecided
	Partial   bool // Some undecided entry may hide dependents.
}

// Named makes the changed symbols of files and symbols asked for by name.
func Named(snap *store.Snapshot, matches []target.Match) []change.Symbol {
	out := []change.Symbol{}
	add := func(id schema.SymbolID) {
		s := snap.Symbol(id)
		out = append(out, change.Symbol{
			Head: id, Base: schema.None, What: change.WhatNamed, Name: s.Name, Symbol: s.QualifiedName, ID: s.ScipSymbol,
			Path: snap.FilePath(s.File), Line: s.StartLine, Kind: s.Kind,
			TestFile: snap.File(s.File).Flags&schema.FileTest != 0,
		})
	}
	seen := map[schema.SymbolID]bool{}
	for _, m := range matches {
		if m.Symbol == schema.None {
			out = append(out, change.Symbol{
				Head: schema.None, Base: schema.None, What: change.WhatFile, Path: snap.FilePath(m.File), Line: 1, Kind: schema.KindFile,
			})
			continue
		}
		lo, hi := m.Symbol, m.Symbol+1
		if m.WholeFile {
			lo, hi = snap.SymbolsOf(m.File)
		}
		for ; lo < hi; lo++ {
			if !seen[lo] {
				seen[lo] = true
				add(lo)
			}
		}
	}
	return out
}

// effectOf says how far a change goes.
func effectOf(c change.Symbol) Effect {
	switch c.What {
	case change.WhatBody, change.WhatValue:
		return Body
	case change.WhatModule:
		return Module
	case change.WhatRenamed, change.WhatMoved:
		return Gone
	case change.WhatNamed:
		if c.Kind == schema.KindFile {
			return Module
		}
	}
	if c.Kind == schema.KindFile {
		return Module
	}
	return Shape
}

// ForChanges makes the seeds of changed symbols. What is gone at head starts at
// its dependents in the base snapshot, found again at head by identity; without a
// base snapshot it is undecided, and only references by name can be shown.
func ForChanges(ctx context.Context, head, base *store.Snapshot, changed []change.Symbol) (*Plan, error) {
	p := &Plan{}
	open := func(path, reason string) {
		p.Undecided = append(p.Undecided, analyze.Undecided{Path: path, Reason: reason})
		p.Partial = true
	}
	var lost []change.Symbol
	for _, c := range changed {
		if c.Head != schema.None {
			p.Seeds = append(p.Seeds, Seed{Symbol: c.Head, Effect: effectOf(c)})
			p.members(head, c)
		}
		if c.What == change.WhatFile {
			p.dataFile(head, c.Path)
		}
		if c.What == change.WhatDeleted || c.OldName != "" || c.OldID != "" && c.What == change.WhatMoved {
			lost = append(lost, c)
		}
	}
	var seeds []Seed
	for _, c := range lost {
		if c.Base == schema.None {
			if c.What == change.WhatDeleted && c.Kind != schema.KindFile {
				open(c.Path, fmt.Sprintf("%s is deleted and the base is not indexed: its dependents are known by name only", c.Symbol))
			}
			continue
		}
		r, err := From(ctx, base, []Seed{{Symbol: c.Base, Effect: goneEffect(c)}}, Options{MaxDepth: 2})
		if err != nil {
			return nil, err
		}
		for _, id := range r.Reached() {
			dist, conf, _ := r.At(id)
			if dist > 1 && !direct(r, id) {
				continue
			}
			at, ok := head.SymbolByScip(base.Symbol(id).ScipSymbol)
			if !ok {
				continue // Gone itself: it is among the changed.
			}
			note := c.Symbol
			if note == "" {
				note = c.Path
			}
			effect := Body
			if head.SymbolKind(at) == schema.KindFile && c.Kind == schema.KindFile {
				effect = Module
			}
			seeds = append(seeds, Seed{Symbol: at, Effect: effect, Distance: dist, Note: note, Chance: conf})
		}
	}
	sort.SliceStable(seeds, func(i, j int) bool {
		if seeds[i].Distance != seeds[j].Distance {
			return seeds[i].Distance < seeds[j].Distance
		}
		return seeds[i].Symbol < seeds[j].Symbol
	})
	p.Seeds = append(p.Seeds, seeds...)
	return p, nil
}

func goneEffect(c change.Symbol) Effect {
	if c.Kind == schema.KindFile {
		return Module
	}
	return Gone
}

// direct reports whether a path of two links only passes through its middle.
func direct(r *Result, id schema.SymbolID) bool {
	l := &r.labels[r.marks[id].shown-1]
	return l.parent != schema.None && (r.labels[l.parent].effect == dispatch || r.labels[l.parent].effect == construct)
}

// members adds what a new or vanished abstract member does to its type: whoever
// implements the type must follow.
func (p *Plan) members(head *store.Snapshot, c change.Symbol) {
	if c.What != change.WhatAdded || !c.Kind.IsCallable() {
		return
	}
	parent := head.SymbolParent(c.Head)
	if parent == schema.None {
		return
	}
	kind := head.SymbolKind(parent)
	abstract := head.SymbolFlags(c.Head)&schema.SymbolAbstract != 0
	if kind != schema.KindInterface && !(abstract && kind.IsType()) {
		return
	}
	for _, row := range head.EdgesTo(parent) {
		if e := head.Edge(row); e.Kind == schema.EdgeImplement || e.Kind == schema.EdgeInherit {
			p.Seeds = append(p.Seeds, Seed{Symbol: e.Source, Effect: still, Distance: 1, Note: c.Symbol, Chance: e.Confidence})
		}
	}
}

// dataFile starts at the files that import or name a file without symbols.
func (p *Plan) dataFile(head *store.Snapshot, path string) {
	id, ok := head.FileByPath(path)
	if !ok {
		return
	}
	for _, row := range head.FileEdgesTo(id) {
		e := head.FileEdge(row)
		if lo, hi := head.SymbolsOf(e.Source); lo < hi && e.Source != id {
			p.Seeds = append(p.Seeds, Seed{Symbol: lo, Effect: Module, Distance: 1, Note: path, Chance: e.Confidence})
		}
	}
}
