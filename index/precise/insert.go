package precise

import (
	"slices"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// addition is a reference that SCIP knows and lc does not.
type addition struct {
	place
	roles  int32
	answer link.Resolution
}

// exactEnd keeps the references that end at endCol; when there is none, those at
// the start (SCIP and lc may cut a qualified name differently).
func exactEnd(refs []lang.Ref, at []int32, endCol int32) []int32 {
	var exact []int32
	for _, i := range at {
		if refs[i].EndCol == endCol {
			exact = append(exact, i)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return at
}

// insert returns a copy of the facts with the added references in their places,
// and the resolutions to match. Both inputs are in order of position.
func insert(facts *lang.Facts, resolutions []link.Resolution, added []addition, src *source) (*lang.Facts, []link.Resolution) {
	importLines := map[int32]bool{}
	for i := range facts.Imports {
		importLines[facts.Imports[i].Line] = true
	}
	refs := make([]lang.Ref, 0, len(facts.Refs)+len(added))
	res := make([]link.Resolution, 0, len(facts.Refs)+len(added))
	moved := make([]int32, len(facts.Refs))
	next := 0
	put := func(a addition) {
		role := schema.RoleRead
		switch {
		case a.roles&roleImport != 0 || importLines[a.line]:
			role = schema.RoleImport
		case a.roles&roleWrite != 0:
			role = schema.RoleWrite
		}
		name := ""
		if int(a.line) <= len(src.lines) && int(a.endCol) <= len(src.lines[a.line-1]) {
			name = src.text(a.place)
		}
		r := lang.NewRef(name, role)
		r.Line, r.Col, r.EndCol, r.Encl = a.line, a.col, a.endCol, enclosing(facts, a.line, a.col)
		refs, res = append(refs, r), append(res, a.answer)
	}
	for i := range facts.Refs {
		r := &facts.Refs[i]
		for next < len(added) && (added[next].line < r.Line || added[next].line == r.Line && added[next].col < r.Col) {
			put(added[next])
			next++
		}
		moved[i] = int32(len(refs))
		refs, res = append(refs, *r), append(res, resolutions[i])
	}
	for ; next < len(added); next++ {
		put(added[next])
	}
	at := func(i int32) int32 {
		if i < 0 {
			return i
		}
		return moved[i]
	}
	fresh := *facts
	fresh.Refs = refs
	for i := range fresh.Refs {
		fresh.Refs[i].Base = at(fresh.Refs[i].Base)
	}
	fresh.Symbols = slices.Clone(facts.Symbols)
	for i := range fresh.Symbols {
		s := &fresh.Symbols[i]
		s.Type, s.Init = at(s.Type), at(s.Init)
	}
	return &fresh, res
}

// enclosing returns the innermost symbol around a position that is not local.
func enclosing(facts *lang.Facts, line, col int32) int32 {
	best := int32(0)
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.Span.StartLine > line {
			break // Symbols are in order of their starts.
		}
		if i > 0 && !s.Kind.IsLocal() && s.Span.Contains(line, col) {
			best = int32(i)
		}
	}
	return best
}
