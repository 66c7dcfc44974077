package scala

import "bytes"

// The grammar misreads some of what the compilers take. clean hands it a text of the
// same length in which those places are spelled in a way that it knows, so that every
// node has its true position; names are read from the true source.
//
//   - Annotations of a constructor, class A @Inject() (b: B): they become blanks and
//     are kept by the offset of the name of the class.
//   - Further argument lists of a super type, extends A(b)(c): one list.
//   - Modifiers of an enum: they become blanks and are kept by its offset.
//   - The body of a given in braces, given a: A with { }: the value of one, ={ }.
//   - A parameter with a type and no brackets in a function, { a: A => }: brackets.
//   - Capture sets of types, A^{b}: they become blanks.
type cleaner struct {
	src         []byte
	out         []byte // The cleaned text; nil while nothing has changed.
	annotations map[int][][2]int
	modifiers   map[int][]string
	givens      map[int]bool // Offsets of the signs "=" that were "with" or nothing.

	stack   []bracket
	pending int  // Depth at which a type waits for its body; -1 none.
	prev    byte // The last byte of the token before.
	start   bool // Only blanks since the start of the line.

	record bool // Keep the tokens.
	tokens []token
}

// token is a word, a sign, a bracket, or a string up to its first expression.
type token struct {
	pos, end int
	depth    int  // Brackets around it; around both of a pair.
	start    bool // First of its line.
}

// bracket is an open bracket; one of a string's expressions goes on in its string.
type bracket struct {
	open     byte
	template bool
	raw      bool
}

// clean returns the cleaner when it has read src.
func clean(src []byte) *cleaner {
	c := &cleaner{src: src, pending: -1, start: true}
	c.run()
	return c
}

// cleaned is what the parser is given: the source itself when nothing needs to change.
func (c *cleaner) cleaned() []byte {
	if c.out == nil {
		return c.src
	}
	return c.out
}

func (c *cleaner) set(i int, b byte) {
	if c.out == nil {
		c.out = bytes.Clone(c.src)
	}
	c.out[i] = b
}

// blank turns a range into blanks and keeps its line ends.
func (c *cleaner) blank(from, to int) {
	for i := from; i < to; i++ {
		if b := c.src[i]; b != '\n' && b != '\r' {
			c.set(i, ' ')
		}
	}
}

func (c *cleaner) at(i int) byte {
	if i >= 0 && i < len(c.src) {
		return c.src[i]
	}
	return 0
}

func (c *cleaner) run() {
	for i := 0; i < len(c.src); {
		b, from, depth := c.src[i], i, len(c.stack)
		switch {
		case b == '\n':
			c.start = true
			i++
			continue
		case b == ' ' || b == '\t' || b == '\r':
			i++
			continue
		case b == '/' && (c.at(i+1) == '/' || c.at(i+1) == '*'):
			i = c.comment(i)
			continue
		case b == '"':
			raw := c.at(i+1) == '"' && c.at(i+2) == '"'
			i = c.text(i, raw, i > 0 && isWordByte(c.src[i-1]))
		case b == '\'':
			i = c.quote(i)
		case b == '`':
			i++
			for i < len(c.src) && c.src[i] != '`' && c.src[i] != '\n' {
				i++
			}
			i = min(i+1, len(c.src))
		case isWordByte(b):
			i = c.word(i)
		case b == '{' || b == '(' || b == '[':
			body := b == '{' && c.pending == len(c.stack)
			if body {
				c.pending = -1
			}
			c.stack = append(c.stack, bracket{open: b})
			i++
			if b == '{' && !body {
				c.parameter(i)
			}
		case b == '}' || b == ')' || b == ']':
			start := c.start
			i = c.closing(i)
			if c.record {
				c.tokens = append(c.tokens, token{pos: from, end: from + 1, depth: len(c.stack), start: start})
			}
			continue
		case b == '^':
			i = c.capture(i)
		case isOperatorByte(b):
			for i < len(c.src) && isOperatorByte(c.src[i]) && !(c.src[i] == '/' && i > from && (c.at(i+1) == '/' || c.at(i+1) == '*')) {
				i++
			}
			if i == from+1 && b == '=' && c.pending == depth {
				c.pending = -1
			}
		default:
			i++
		}
		if c.record {
			c.tokens = append(c.tokens, token{pos: from, end: i, depth: depth, start: c.start})
		}
		c.prev, c.start = c.src[i-1], false
	}
}

func (c *cleaner) comment(i int) int {
	if c.src[i+1] == '/' {
		if end := bytes.IndexByte(c.src[i:], '\n'); end >= 0 {
			return i + end
		}
		return len(c.src)
	}
	depth := 1
	for i += 2; i < len(c.src); i++ {
		switch {
		case c.src[i] == '*' && c.at(i+1) == '/':
			i++
			if depth--; depth == 0 {
				return i + 1
			}
		case c.src[i] == '/' && c.at(i+1) == '*':
			i++
			depth++
		}
	}
	return i
}

// text skips a string up to its end or, when it is interpolated, its next expression.
func (c *cleaner) text(i int, raw, interpolated bool) int {
	if i++; raw {
		i += 2
	}
	return c.rest(i, raw, interpolated)
}

func (c *cleaner) rest(i int, raw, interpolated bool) int {
	for i < len(c.src) {
		switch b := c.src[i]; {
		case interpolated && b == '$' && c.at(i+1) == '{':
			c.stack = append(c.stack, bracket{open: '{', template: true, raw: raw})
			return i + 2
		case interpolated && b == '$':
			i += 2
		case raw && b == '"' && c.at(i+1) == '"' && c.at(i+2) == '"':
			for c.at(i) == '"' {
				i++
			}
			return i
		case !raw && b == '"':
			return i + 1
		case !raw && b == '\n': // Not closed: the next line is code again.
			return i
		case !raw && b == '\\':
			i += 2
		default:
			i++
		}
	}
	return len(c.src)
}

// quote skips a character; a symbol or a quoted expression begins like one.
func (c *cleaner) quote(i int) int {
	if c.at(i+1) == '\\' {
		for end := i + 3; end < i+10; end++ {
			if c.at(end) == '\'' {
				return end + 1
			}
		}
		return i + 1
	}
	for end := i + 2; end < i+6; end++ { // One character of up to four bytes.
		if c.at(end) == '\'' && (end == i+2 || c.at(i+1) >= 0x80) {
			return end + 1
		}
	}
	return i + 1
}

// closing pops the stack; a brace that closes an expression goes on in its string.
func (c *cleaner) closing(i int) int {
	b := c.src[i]
	for n := len(c.stack); b == '}' && n > 1 && c.stack[n-1].open != '{'; n-- {
		c.stack = c.stack[:n-1] // Never closed.
	}
	if n := len(c.stack); n > 0 && (b == '}') == (c.stack[n-1].open == '{') {
		top := c.stack[n-1]
		c.stack = c.stack[:n-1]
		if c.pending > n-1 {
			c.pending = -1
		}
		if top.template {
			c.prev, c.start = '"', false
			return c.rest(i+1, top.raw, true)
		}
	}
	c.prev, c.start = b, false
	return i + 1
}

// word reads an identifier or keyword.
func (c *cleaner) word(from int) int {
	i := from
	for i < len(c.src) && isWordByte(c.src[i]) {
		i++
	}
	if c.src[i-1] == '_' { // A name may go on with signs: unary_-, x_=.
		for i < len(c.src) && isOperatorByte(c.src[i]) && c.src[i] != ':' {
			i++
		}
	}
	if c.prev == '.' {
		return i
	}
	switch string(c.src[from:i]) {
	case "class":
		c.pending = len(c.stack)
		c.constructor(i)
	case "trait", "object", "enum", "new":
		c.pending = len(c.stack)
	case "def", "val", "var":
		if c.pending == len(c.stack) {
			c.pending = -1
		}
	case "extends":
		c.pending = len(c.stack)
		c.superType(i)
	case "private", "protected", "final", "sealed", "abstract":
		c.enum(from)
	case "given":
		if c.start || c.prev != '{' && c.prev != ',' && c.prev != '.' {
			c.given(i)
		}
	}
	return i
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '$' || b >= 0x80
}

func isOperatorByte(b byte) bool {
	switch b {
	case '!', '#', '%', '&', '*', '+', '-', '/', ':', '<', '=', '>', '?', '@', '\\', '^', '|', '~':
		return true
	}
	return false
}
