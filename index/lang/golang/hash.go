package golang

import (
	"go/scanner"
	"go/token"
	"sort"
)

// extent is a half-open range of byte offsets.
type extent struct{ from, to int }

func (x extent) empty() bool { return x.from >= x.to }

// shape says which parts of a symbol are its signature and which its body.
type shape struct {
	symbol int32
	sig    [2]extent
	body   extent
	iota   int32 // Position in its group, for a constant whose value may use it.
}

func (e *extractor) extent(from, to token.Pos) extent {
	if !from.IsValid() {
		return extent{}
	}
	return extent{e.offset(from), e.offset(to)}
}

// tokenHash is one token: where it starts and a digest of what it spells.
type tokenHash struct {
	offset int
	hash   uint64
	iota   bool
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func fnv(h uint64, s string) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// tokens scans the file without comments. Line breaks that end statements count
// like semicolons, and separators before a closing bracket do not count, so
// layout leaves hashes alone.
func (e *extractor) tokens() []tokenHash {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(e.src)), e.src, nil, 0)
	base := fset.Base() - len(e.src) - 1
	out := make([]tokenHash, 0, len(e.src)/4+8)
	separator := false
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return out
		}
		if tok == token.SEMICOLON {
			lit = ";"
		} else if lit == "" {
			lit = tok.String()
		}
		if separator && (tok == token.RBRACE || tok == token.RPAREN || tok == token.RBRACK) {
			out = out[:len(out)-1]
		}
		separator = tok == token.SEMICOLON || tok == token.COMMA
		out = append(out, tokenHash{int(pos) - base, fnv(fnvOffset, lit), tok == token.IDENT && lit == "iota"})
	}
}

// hash fills SignatureHash and BodyHash of every symbol that has a shape.
func (e *extractor) hash() {
	if len(e.shapes) == 0 {
		return
	}
	toks := e.tokens()
	for _, sh := range e.shapes {
		sym := &e.facts.Symbols[sh.symbol]
		kids := e.kids[sh.symbol]
		h, n, _ := digest(toks, kids, sh.sig[0], fnvOffset)
		h, m, _ := digest(toks, kids, sh.sig[1], h)
		if n+m > 0 {
			sym.SignatureHash = h
		}
		h, n, usesIota := digest(toks, kids, sh.body, fnvOffset)
		if usesIota {
			h = (h ^ uint64(sh.iota+1)) * fnvPrime
		}
		if n > 0 {
			sym.BodyHash = h
		}
	}
}

// digest hashes the tokens of r that lie in no kid, which are sorted and disjoint
// but for names that share one specification.
func digest(toks []tokenHash, kids []extent, r extent, h uint64) (sum uint64, count int, usesIota bool) {
	if r.empty() {
		return h, 0, false
	}
	k := sort.Search(len(kids), func(i int) bool { return kids[i].to > r.from })
	for i := sort.Search(len(toks), func(i int) bool { return toks[i].offset >= r.from }); i < len(toks) && toks[i].offset < r.to; i++ {
		for k < len(kids) && kids[k].to <= toks[i].offset {
			k++
		}
		if k < len(kids) && kids[k].from <= toks[i].offset {
			continue
		}
		h = (h ^ toks[i].hash) * fnvPrime
		count++
		usesIota = usesIota || toks[i].iota
	}
	return h, count, usesIota
}
