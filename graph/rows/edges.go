package rows

import (
	"cmp"
	"slices"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/store/schema"
)

// kindOf maps how a name is used to what that says of the two symbols.
func kindOf(role schema.Role) schema.EdgeKind {
	switch role {
	case schema.RoleCall:
		return schema.EdgeCall
	case schema.RoleImport:
		return schema.EdgeImport
	case schema.RoleInherit:
		return schema.EdgeInherit
	default:
		return schema.EdgeReference
	}
}

// isDocument names the languages whose links are no dependencies: nothing breaks when
// the file that a text points to changes. They are rows of the imports table only.
func isDocument(language string) bool { return language == "markdown" }

// edges makes one edge of all occurrences of a kind between two symbols.
func (b *builder) edges() {
	var all []schema.Edge
	add := func(e schema.Edge) {
		if e.Source >= 0 && e.Target >= 0 && e.Source != e.Target {
			all = append(all, e)
		}
	}
	for i := range b.in.Files {
		facts := b.in.Files[i].Facts
		if facts == nil || isDocument(b.in.Files[i].Language) {
			continue
		}
		for j := range facts.Refs {
			r, res := &facts.Refs[j], &b.out.Refs[i][j]
			if !res.Resolved() || b.isLocal(res.Target) {
				continue
			}
			e := schema.Edge{
				Source: b.holder[i][max(r.Encl, 0)], Target: b.row(res.Target), Kind: kindOf(r.Role),
				Origin: res.Origin, Confidence: res.Confidence, Count: 1, File: schema.FileID(i), Line: r.Line,
			}
			add(e)
			if r.Role == schema.RoleDecorate { // Decorating runs the decorator.
				e.Kind = schema.EdgeCall
				add(e)
			}
			for _, more := range res.More {
				if more.Resolved() && !b.isLocal(more.Target) {
					e.Target, e.Origin, e.Confidence, e.Kind = b.row(more.Target), more.Origin, more.Confidence, kindOf(r.Role)
					add(e)
				}
			}
		}
		for j := range facts.Imports {
			t := b.out.Imports[i][j]
			if t.File >= 0 && b.holder[t.File] != nil {
				add(schema.Edge{
					Source: b.holder[i][0], Target: b.holder[t.File][0], Kind: schema.EdgeImport,
					Origin: schema.OriginImport, Confidence: 1, Count: 1, File: schema.FileID(i), Line: facts.Imports[j].Line,
				})
			}
		}
	}
	for _, rel := range b.out.Relations {
		e := schema.Edge{Source: b.row(rel.Source), Target: b.row(rel.Target), Kind: rel.Kind, Origin: rel.Origin, Confidence: rel.Confidence, Count: 1, File: rel.Source.File}
		if e.Source >= 0 {
			e.Line = b.lineOf(rel.Source)
			add(e)
		}
	}
	slices.SortFunc(all, func(x, y schema.Edge) int {
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Target, y.Target), cmp.Compare(x.Kind, y.Kind),
			cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Origin, y.Origin), cmp.Compare(y.Confidence, x.Confidence))
	})
	merged := all[:0]
	for _, e := range all {
		if n := len(merged); n > 0 {
			if m := &merged[n-1]; m.Source == e.Source && m.Target == e.Target && m.Kind == e.Kind {
				m.Count++
				m.Origin, m.Confidence = min(m.Origin, e.Origin), max(m.Confidence, e.Confidence)
				continue
			}
		}
		merged = append(merged, e)
	}
	b.rows.Edges = slices.Clip(merged)
}

func (b *builder) lineOf(t link.Target) int32 {
	s := &b.in.Files[t.File].Facts.Symbols[t.Symbol]
	if s.NameLine > 0 {
		return s.NameLine
	}
	return s.Span.StartLine
}

// fileEdges sums the symbol edges between files and adds the import statements
// with their classes.
func (b *builder) fileEdges() {
	var all []schema.FileEdge
	for _, e := range b.rows.Edges {
		from, to := b.rows.Symbols[e.Source].File, b.rows.Symbols[e.Target].File
		if from == to || e.Kind == schema.EdgeImport {
			continue
		}
		class := schema.ImportStatic
		if b.in.Files[from].Test {
			class = schema.ImportTest
		}
		all = append(all, schema.FileEdge{Source: from, Target: to, Kind: e.Kind, Class: class, Confidence: e.Confidence, Count: e.Count})
	}
	for i := range b.in.Files {
		facts := b.in.Files[i].Facts
		if facts == nil || isDocument(b.in.Files[i].Language) {
			continue
		}
		for j := range facts.Imports {
			if t := b.out.Imports[i][j].File; t >= 0 && int(t) != i {
				all = append(all, schema.FileEdge{
					Source: schema.FileID(i), Target: t, Kind: schema.EdgeImport, Class: b.class(i, facts.Imports[j].Class), Confidence: 1, Count: 1,
				})
			}
		}
	}
	slices.SortFunc(all, func(x, y schema.FileEdge) int {
		return cmp.Or(cmp.Compare(x.Source, y.Source), cmp.Compare(x.Target, y.Target), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Class, y.Class))
	})
	merged := all[:0]
	for _, e := range all {
		if n := len(merged); n > 0 {
			if m := &merged[n-1]; m.Source == e.Source && m.Target == e.Target && m.Kind == e.Kind && m.Class == e.Class {
				m.Count += e.Count
				m.Confidence = max(m.Confidence, e.Confidence)
				continue
			}
		}
		merged = append(merged, e)
	}
	b.rows.FileEdges = slices.Clip(merged)
}
