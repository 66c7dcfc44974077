package gotypes

import (
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxChain bounds how many declarations are followed to find where a value comes from.
const maxChain = 10

// chains answers, for references that types could not resolve, whether they are
// members of values that come from an external package. It reads what the units
// wrote and changes nothing, so files may be asked in any order.
type chains struct {
	c      *checker
	unique map[string]link.Target // Methods by name; NoTarget when there are several.
}

func newChains(c *checker) *chains {
	// Error is what every error has; a method of that name here is hardly the one meant.
	ch := &chains{c: c, unique: map[string]link.Target{"Error": link.NoTarget}}
	for _, u := range c.units {
		for _, f := range u.files {
			facts := c.in.Files[f].Facts
			for i := range facts.Symbols {
				s := &facts.Symbols[i]
				if s.Kind != schema.KindMethod && s.Kind != schema.KindField {
					continue
				}
				if _, seen := ch.unique[s.Name]; seen || s.Kind == schema.KindField || u.kind != unitPlain {
					ch.unique[s.Name] = link.NoTarget
				} else {
					ch.unique[s.Name] = link.Target{File: schema.FileID(f), Symbol: int32(i)}
				}
			}
		}
	}
	return ch
}

// of returns the answer for reference r of file f, which is unresolved.
func (ch *chains) of(f int, r int32) link.Resolution {
	ref := &ch.c.in.Files[f].Facts.Refs[r]
	res := link.Unresolved()
	if ref.Base == lang.BaseNone {
		return res
	}
	if ref.Base >= 0 {
		if p := ch.external(f, ref.Base, 0); p != "" {
			res.External, res.Origin, res.Confidence = p, schema.OriginReceiver, sureChain
			return res
		}
	}
	if t, ok := ch.unique[ref.Name]; ok && t != link.NoTarget && ref.Role == schema.RoleCall {
		arity := ch.c.in.Files[t.File].Facts.Symbols[t.Symbol].Arity
		if arity == schema.None || arity == ref.Args {
			res.Target, res.Origin, res.Confidence = t, schema.OriginUniqueName, sureFallback
		}
	}
	return res
}

// external returns the import path of the external package that makes the value
// of reference r, "" when it comes from elsewhere or nobody knows.
func (ch *chains) external(f int, r int32, depth int) string {
	if depth > maxChain {
		return ""
	}
	res := &ch.c.out.Refs[f][r]
	if res.External != "" {
		if res.External == "builtin" {
			return ""
		}
		return res.External
	}
	ref := &ch.c.in.Files[f].Facts.Refs[r]
	if res.Target.File != schema.None {
		if res.Target.Symbol == 0 {
			return ""
		}
		return ch.valueOf(int(res.Target.File), res.Target.Symbol, depth+1)
	}
	if ref.Base >= 0 {
		return ch.external(f, ref.Base, depth+1)
	}
	return ""
}

// valueOf is external for the value of a symbol: by its declared type, by what it
// is initialised with, and for a struct by what it embeds.
func (ch *chains) valueOf(f int, s int32, depth int) string {
	if depth > maxChain {
		return ""
	}
	facts := ch.c.in.Files[f].Facts
	sym := &facts.Symbols[s]
	switch sym.Kind {
	case schema.KindImport:
		if t := ch.c.out.Imports[f][sym.Import]; t.External {
			return t.Package
		}
		return ""
	case schema.KindStruct, schema.KindInterface:
		return ch.embedded(f, s, depth)
	}
	for _, r := range [...]int32{sym.Type, sym.Init} {
		if r != schema.None {
			if p := ch.external(f, r, depth+1); p != "" {
				return p
			}
		}
	}
	return ""
}

// embedded looks for an external type among what a struct or an interface embeds.
func (ch *chains) embedded(f int, s int32, depth int) string {
	facts := ch.c.in.Files[f].Facts
	span := facts.Symbols[s].Span
	for r := range facts.Refs {
		ref := &facts.Refs[r]
		if ref.Line > span.EndLine {
			break
		}
		if ref.Role != schema.RoleInherit || !span.Contains(ref.Line, ref.Col) {
			continue
		}
		if p := ch.external(f, int32(r), depth+1); p != "" {
			return p
		}
	}
	return ""
}
