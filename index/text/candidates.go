package text

import (
	"regexp/syntax"
	"unicode"
	"unicode/utf8"

	"github.com/sourcegraph/zoekt/query"
)

// literals turns a regular expression into a condition on the literals that a
// text must hold for it to match, for zoekt to answer from its trigrams. It
// over-approximates: a text that matches always meets the condition. Nil means
// that nothing can be said.
//
// With folded case only letters are used that fold to ASCII letters alone: the
// trigrams fold ASCII only, while (?i)k also matches the Kelvin sign.
func literals(re *syntax.Regexp) query.Q {
	q := require(re)
	if q == nil {
		return nil
	}
	return query.Simplify(q)
}

// minLiteral is the shortest literal that has a trigram.
const minLiteral = 3

func require(re *syntax.Regexp) query.Q {
	switch re.Op {
	case syntax.OpLiteral:
		return literal(re)
	case syntax.OpCapture, syntax.OpPlus:
		return require(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min >= 1 {
			return require(re.Sub[0])
		}
	case syntax.OpConcat:
		var all []query.Q
		for _, sub := range re.Sub {
			if q := require(sub); q != nil {
				all = append(all, q)
			}
		}
		if len(all) > 0 {
			return query.NewAnd(all...)
		}
	case syntax.OpAlternate:
		var any []query.Q
		for _, sub := range re.Sub {
			q := require(sub)
			if q == nil {
				return nil
			}
			any = append(any, q)
		}
		return query.NewOr(any...)
	}
	return nil
}

func literal(re *syntax.Regexp) query.Q {
	fold := re.Flags&syntax.FoldCase != 0
	var all []query.Q
	var run []rune
	flush := func() {
		if len(run) >= minLiteral {
			all = append(all, &query.Substring{Pattern: string(run), Content: true, CaseSensitive: !fold})
		}
		run = run[:0]
	}
	for _, r := range re.Rune {
		// Invalid bytes decode to the replacement character, which zoekt compares
		// as bytes.
		if r == utf8.RuneError || r == '\n' || fold && !foldsInASCII(r) {
			flush()
			continue
		}
		run = append(run, r)
	}
	flush()
	if len(all) == 0 {
		return nil
	}
	return query.NewAnd(all...)
}

// foldsInASCII reports whether r and everything it folds to are ASCII.
func foldsInASCII(r rune) bool {
	for f := r; ; {
		if f >= utf8.RuneSelf {
			return false
		}
		if f = unicode.SimpleFold(f); f == r {
			return true
		}
	}
}

// innerLiteral returns the longest literal that every match holds, with whether
// ASCII case counts in it (then it is in lower case); nil when there is none.
func innerLiteral(re *syntax.Regexp) (best []byte, fold bool) {
	better := func(lit []byte, f bool) {
		if len(lit) > len(best) {
			best, fold = lit, f
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		folded := re.Flags&syntax.FoldCase != 0
		var run []rune
		flush := func() {
			lit := []byte(string(run))
			if folded {
				lit = lowerASCII(lit)
			}
			better(lit, folded)
			run = run[:0]
		}
		for _, r := range re.Rune {
			if r == utf8.RuneError || folded && !foldsInASCII(r) {
				flush()
				continue
			}
			run = append(run, r)
		}
		flush()
	case syntax.OpCapture, syntax.OpPlus:
		return innerLiteral(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min >= 1 {
			return innerLiteral(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			better(innerLiteral(sub))
		}
	}
	return best, fold
}
