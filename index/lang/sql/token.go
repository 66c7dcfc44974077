package sql

import (
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
)

// Kinds of tokens.
const (
	word     uint8 = iota + 1
	quoted         // "name", `name`, [name].
	text           // 'string'.
	number         //
	variable       // @name, :name, ?, $1.
	punct          //
	end            // ";", a delimiter of MySQL.
	batch          // GO or / on a line of its own: ends a statement whatever it is.
	opening        // $tag$ before the body of a routine.
	closing        //
	template       // {{ … }} of dbt.
)

// token is a token with its lower-case word when the reader knows it.
type token struct {
	syntax.Token
	key string
}

// pair finds the partner of every parenthesis and of every $tag$. A statement that
// ends inside of a parenthesis ends it, too.
func (r *reader) pair() {
	r.match = make([]int32, len(r.tokens))
	var open []int32
	for i := range r.tokens {
		r.match[i] = -1
		t := &r.tokens[i]
		switch {
		case t.Kind == opening:
			open = append(open, int32(i))
		case t.Kind == closing:
			for len(open) > 0 {
				o := open[len(open)-1]
				open = open[:len(open)-1]
				if r.tokens[o].Kind == opening {
					r.match[o], r.match[i] = int32(i), o
					break
				}
			}
		case t.Kind == end || t.Kind == batch:
			for len(open) > 0 && r.tokens[open[len(open)-1]].Kind != opening {
				open = open[:len(open)-1]
			}
		case r.is(i, "("):
			open = append(open, int32(i))
		case r.is(i, ")") && len(open) > 0 && r.tokens[open[len(open)-1]].Kind != opening:
			o := open[len(open)-1]
			open = open[:len(open)-1]
			r.match[o], r.match[i] = int32(i), o
		}
	}
}

// is reports whether the token is the one-byte punctuation.
func (r *reader) is(i int, p string) bool {
	return i >= 0 && i < len(r.tokens) && r.tokens[i].Kind == punct && r.src[r.tokens[i].Start] == p[0]
}

// key is the known word at a token, "" for anything else.
func (r *reader) key(i int) string {
	if i >= 0 && i < len(r.tokens) {
		return r.tokens[i].key
	}
	return ""
}

// kind is the kind of a token, 0 out of range.
func (r *reader) kind(i int) uint8 {
	if i >= 0 && i < len(r.tokens) {
		return r.tokens[i].Kind
	}
	return 0
}

// lower is the text of a word in lower case.
func (r *reader) lower(i int) string {
	if r.kind(i) != word {
		return ""
	}
	return strings.ToLower(r.tokens[i].Text(r.src))
}
