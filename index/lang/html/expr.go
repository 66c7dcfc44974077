package html

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxExpression bounds the brackets that are open in one expression.
const maxExpression = 500

// frame is an open bracket of an expression.
type frame struct {
	bracket byte
	object  bool  // Braces of an object literal, not of a block.
	scopes  int   // Of arrow functions that end with it or at its next comma.
	before  int32 // Reference whose call or index the bracket is.
}

// kinds of the token before.
const (
	afterOperator = iota // At the start too: an operand follows.
	afterOperand
	afterDot
	afterArrow
)

// tokens reads an expression by its tokens.
type tokens struct {
	*extractor
	to      int
	frames  []frame
	scopes  int // Of arrow functions outside of brackets.
	before  int
	chain   int32 // Reference or lang.BaseUnknown that a dot continues; lang.BaseNone for none.
	isNew   bool
	isType  bool
	declare bool // Names of a const or let are being read.
}

// expression reads the expression, or with statements the statements, in the bytes
// from … to. It does not move x.at.
func (x *extractor) expression(from, to int, statements bool) {
	saved := x.at
	x.at = from
	t := tokens{extractor: x, to: to, chain: lang.BaseNone}
	for x.at < to {
		t.read()
		if x.at < to { // A closing bracket too many.
			x.at++
		}
	}
	t.end()
	x.at = saved
}

// braced reads the expression from x.at to the brace that closes it and returns where
// that is; x.at is behind it.
func (x *extractor) braced() (end int) {
	t := tokens{extractor: x, to: len(x.src), chain: lang.BaseNone}
	start := x.at
	t.read()
	t.end()
	end = x.at
	if x.at < len(x.src) {
		x.at++
	} else {
		x.b.ProblemAt(x.text.Span(start-1, start), "expression without an end")
	}
	return end
}

// end closes the scopes that are open.
func (t *tokens) end() {
	for i := range t.frames {
		t.scopes += t.frames[i].scopes
	}
	for ; t.scopes > 0; t.scopes-- {
		t.b.Close()
	}
	t.frames = nil
}

// read reads tokens up to the end or a closing bracket that it did not open.
func (t *tokens) read() {
	for t.at < t.to {
		switch c := t.src[t.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			t.at++
		case c == '/' && t.at+1 < t.to && (t.src[t.at+1] == '/' || t.src[t.at+1] == '*'):
			t.comment()
		case c == '"' || c == '\'':
			t.quoted(c)
		case c == '`':
			t.template()
		case c == '/' && t.before != afterOperand:
			t.regexp()
		case c == '<' && t.dialect == astro && t.before != afterOperand && t.at+1 < t.to && (isNameStart(t.src[t.at+1]) || t.src[t.at+1] == '>' || t.src[t.at+1] == '!'):
			t.nested()
		case c >= '0' && c <= '9':
			for t.at < t.to && (isName(t.src[t.at]) || t.src[t.at] == '.') {
				t.at++
			}
			t.operand(lang.BaseUnknown)
		case isName(c) || c == '#' && t.before == afterDot:
			t.word()
		case c == '(' || c == '[' || c == '{':
			t.bracket(c)
		case c == ')' || c == ']' || c == '}':
			if len(t.frames) == 0 {
				return
			}
			t.unbracket()
		default:
			t.operator(c)
		}
	}
}

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// operand notes that a value was read, of which a dot takes a member.
func (t *tokens) operand(chain int32) {
	t.before, t.chain, t.isNew, t.isType = afterOperand, chain, false, false
}

func (t *tokens) operator(c byte) {
	next := byte(0)
	if t.at+1 < t.to {
		next = t.src[t.at+1]
	}
	switch {
	case c == '.' && next == '.': // Spread.
		t.at += 2
		t.before, t.chain = afterOperator, lang.BaseNone
	case c == '.' || c == '?' && next == '.':
		if c == '?' {
			t.at++
		}
		t.before = afterDot
	case c == '=' && next == '>':
		t.at++
		t.before, t.chain = afterArrow, lang.BaseNone
	case c == ',' || c == ';':
		t.endArrows()
		t.declare = t.declare && c == ','
		t.before, t.chain = afterOperator, lang.BaseNone
	case (c == '+' || c == '-') && next == c:
		t.at++ // Before or after its operand: what comes next decides.
	case c == '!' && t.before == afterOperand && next != '=':
		// TypeScript's assertion.
	default:
		t.declare = false
		t.before, t.chain = afterOperator, lang.BaseNone
	}
	t.at++
}

// endArrows closes the scopes of arrow functions whose body ends here.
func (t *tokens) endArrows() {
	n := &t.scopes
	if len(t.frames) > 0 {
		n = &t.frames[len(t.frames)-1].scopes
	}
	for ; *n > 0; *n-- {
		t.b.Close()
	}
}

func (t *tokens) bracket(c byte) {
	f := frame{bracket: c, before: lang.BaseUnknown}
	if t.before == afterOperand && c != '{' {
		f.before = t.chain
		if t.chain >= 0 {
			r := t.b.RefAt(t.chain)
			if c == '(' {
				r.Flags |= lang.RefResult
			} else {
				r.Flags |= lang.RefElement
			}
		}
	}
	f.object = c == '{' && t.before == afterOperator
	if c == '(' && t.before != afterOperand || c == '(' && t.isAsync() {
		if end := t.matching(); end > 0 && t.arrowAt(end) {
			t.openArrow()
			t.pattern(t.at+1, end-1)
			t.at = end
			t.before, t.chain = afterOperand, lang.BaseUnknown
			return
		}
	}
	t.at++
	if t.declare && c != '(' { // Names of a pattern.
		saved := t.at
		t.at--
		end := t.matching()
		t.at = saved
		if end > 0 {
			t.pattern(t.at, end-1)
			t.at = end
			t.before, t.chain = afterOperand, lang.BaseUnknown
			return
		}
	}
	if len(t.frames) >= maxExpression {
		t.b.ProblemAt(t.text.Span(t.at-1, t.at), "nested too deeply")
		t.at = t.to
		return
	}
	t.frames = append(t.frames, f)
	t.before, t.chain = afterOperator, lang.BaseNone
}

func (t *tokens) isAsync() bool {
	return t.chain >= 0 && t.b.RefAt(t.chain).Name == "async"
}

func (t *tokens) unbracket() {
	t.endArrows()
	f := t.frames[len(t.frames)-1]
	t.frames = t.frames[:len(t.frames)-1]
	t.at++
	chain := int32(lang.BaseUnknown)
	if f.before >= 0 {
		chain = f.before
	}
	t.operand(chain)
	if f.bracket == '{' && !f.object {
		t.before, t.chain = afterOperator, lang.BaseNone // A block.
	}
}

// openArrow opens the scope of an arrow function.
func (t *tokens) openArrow() {
	t.b.Open(lang.ScopeBlock, schema.None)
	if n := len(t.frames); n > 0 {
		t.frames[n-1].scopes++
		return
	}
	t.scopes++
}

// matching returns the offset after the bracket that closes the one at t.at, 0 when
// there is none near.
func (t *tokens) matching() int {
	depth := 0
	for i := t.at; i < min(t.to, t.at+2000); i++ {
		switch t.src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'', '`':
			quote := t.src[i]
			for i++; i < t.to && t.src[i] != quote; i++ {
				if t.src[i] == '\\' {
					i++
				}
			}
		}
	}
	return 0
}

// arrowAt reports whether an arrow follows offset i, a type of the result left out.
func (t *tokens) arrowAt(i int) bool {
	for i < t.to && (t.src[i] == ' ' || t.src[i] == '\n' || t.src[i] == '\t') {
		i++
	}
	return i+1 < t.to && t.src[i] == '=' && t.src[i+1] == '>'
}

// pattern declares the names of a parameter list or a destructuring pattern; default
// values are expressions.
func (x *extractor) pattern(from, to int) {
	depth, skip := 0, false
	for i := from; i < to; {
		c := x.src[i]
		switch {
		case isName(c) && (c < '0' || c > '9'):
			end := i
			for end < to && isName(x.src[end]) {
				end++
			}
			next := end
			for next < to && (x.src[next] == ' ' || x.src[next] == '?') {
				next++
			}
			key := depth > 0 && next < to && x.src[next] == ':'
			if !skip && !key {
				s := x.text.Symbol(schema.KindLocal, i, end, i, end)
				x.b.Define(s)
			}
			i = end
		case c == '=' && i+1 < to && x.src[i+1] != '>':
			end := i + 1
			for level := 0; end < to; end++ {
				if b := x.src[end]; b == '(' || b == '[' || b == '{' {
					level++
				} else if b == ')' || b == ']' || b == '}' {
					level--
				} else if b == ',' && level == 0 {
					break
				}
				if level < 0 {
					break
				}
			}
			x.expression(i+1, end, false)
			i = end
		case c == ':' && depth == 0:
			skip = true // A type.
			i++
		case c == ',':
			if depth == 0 {
				skip = false
			}
			i++
		case c == '{' || c == '[' || c == '(' || c == '<':
			depth++
			i++
		case c == '}' || c == ']' || c == ')' || c == '>':
			depth--
			i++
		default:
			i++
		}
	}
}
