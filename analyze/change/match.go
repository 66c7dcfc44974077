package change

import (
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// nameKey names a symbol inside its file; scipKey by identity. The n-th of equals
// on one side is the n-th on the other.
type nameKey struct {
	name string
	kind schema.Kind
	nth  int
}

type scipKey struct {
	symbol string
	nth    int
}

// match returns for every base symbol its partner among head, None without one.
// A renamed file matches by name first, because its identities carry the path.
func match(snap *store.Snapshot, base []BaseSymbol, head []schema.SymbolID, renamed bool) []schema.SymbolID {
	partner := make([]schema.SymbolID, len(base))
	for i := range partner {
		partner[i] = schema.None
	}
	taken := make(map[schema.SymbolID]bool, len(head))
	if !renamed {
		byScip := make(map[scipKey]schema.SymbolID, len(head))
		count := make(map[string]int, len(head))
		for _, id := range head {
			s := snap.Symbol(id).ScipSymbol
			byScip[scipKey{s, count[s]}] = id
			count[s]++
		}
		clear(count)
		for i := range base {
			s := base[i].ScipSymbol
			if id, ok := byScip[scipKey{s, count[s]}]; ok && s != "" {
				partner[i], taken[id] = id, true
			}
			count[s]++
		}
	}
	byName := make(map[nameKey]schema.SymbolID)
	count := make(map[nameKey]int)
	for _, id := range head {
		if !taken[id] {
			s := snap.Symbol(id)
			k := nameKey{s.QualifiedName, s.Kind, 0}
			if s.Kind == schema.KindFile {
				k.name = ""
			}
			byName[nameKey{k.name, k.kind, count[k]}] = id
			count[k]++
		}
	}
	clear(count)
	for i := range base {
		if partner[i] != schema.None {
			continue
		}
		k := nameKey{base[i].QualifiedName, base[i].Kind, 0}
		if k.kind == schema.KindFile {
			k.name = ""
		}
		if id, ok := byName[nameKey{k.name, k.kind, count[k]}]; ok {
			partner[i] = id
		}
		count[k]++
	}
	return partner
}

// bodyKey is what a rename or move keeps.
type bodyKey struct {
	kind schema.Kind
	body uint64
}

// settle pairs what vanished with what appeared in any file of the diff: same
// identity, name or body under another name, path or both. The rest was deleted or
// added. A body pairs only when it is the only one of its kind on both sides.
func (s *Set) settle(in Input, gone, fresh []pair) {
	count := make(map[bodyKey][2]int)
	for _, g := range gone {
		k := bodyKey{g.base.Kind, g.base.BodyHash}
		c := count[k]
		c[0]++
		count[k] = c
	}
	for _, f := range fresh {
		h := in.Head.Symbol(f.head)
		k := bodyKey{h.Kind, h.BodyHash}
		c := count[k]
		c[1]++
		count[k] = c
	}
	usedGone, usedFresh := make([]bool, len(gone)), make([]bool, len(fresh))
	try := func(accept func(b *BaseSymbol, h schema.Symbol) (What, bool)) {
		for i, f := range fresh {
			if usedFresh[i] {
				continue
			}
			h := in.Head.Symbol(f.head)
			if h.Kind == schema.KindFile {
				continue
			}
			for j, g := range gone {
				if usedGone[j] || g.base.Kind != h.Kind {
					continue
				}
				what, ok := accept(g.base, h)
				if !ok {
					continue
				}
				usedFresh[i], usedGone[j] = true, true
				if what != "" {
					s.add(in, f.file, g.base, f.head, what, &s.Files[f.file])
				}
				break
			}
		}
	}
	try(func(b *BaseSymbol, h schema.Symbol) (What, bool) { // Moved inside its package: the identity stayed.
		return difference(b, h), b.ScipSymbol == h.ScipSymbol && b.ScipSymbol != ""
	})
	try(func(b *BaseSymbol, h schema.Symbol) (What, bool) {
		return WhatMoved, b.Name == h.Name && b.SignatureHash == h.SignatureHash && b.BodyHash == h.BodyHash && h.BodyHash != 0
	})
	try(func(b *BaseSymbol, h schema.Symbol) (What, bool) {
		unique := count[bodyKey{h.Kind, h.BodyHash}] == [2]int{1, 1}
		return WhatRenamed, unique && h.BodyHash != 0 && b.BodyHash == h.BodyHash && b.Name != h.Name
	})
	for j, g := range gone {
		if !usedGone[j] {
			s.add(in, g.file, g.base, schema.None, WhatDeleted, &s.Files[g.file])
		}
	}
	for i, f := range fresh {
		if !usedFresh[i] {
			s.add(in, f.file, nil, f.head, WhatAdded, &s.Files[f.file])
		}
	}
}
