package kotlin

import "bytes"

// The grammar misreads some of what Kotlin's own parser takes. clean hands it a text
// of the same length in which those places are spelled in a way that it knows, so
// that every node has its true position; names are read from the true source.
//
//   - Words that are keywords in some places only, used as names: open(x), suspend { }.
//     Their first letter changes.
//   - Names at the start of a line that begin like a keyword: in1, as_list.
//   - A closing brace on the line of the declaration before it, which needs a
//     semicolon: interface A { fun f() }.
//   - Annotations before declarations and accessors: in "@A(b) fun c()" it may take
//     (b) and what follows for an expression. They become blanks and are kept as the
//     head of what they stand before.
//   - Context parameters, which it does not have: they become blanks and are read by
//     themselves (restore). So do the dollars before a string that set how it marks
//     its templates.
//   - What a class delegates to before its body, which it takes for a lambda of a call:
//     class A : B by c { }. It becomes blanks and is read by itself.
//   - The guard of a branch of when, which becomes a further condition.
type cleaner struct {
	src       []byte
	out       []byte        // The cleaned text; nil while nothing has changed.
	contexts  [][2]int      // Ranges of context parameters that became blanks.
	delegates [][2]int      // Ranges from "by" on that became blanks.
	heads     map[int]*head // Annotations that became blanks, by the offset of what they stand before.

	stack   []bracket
	pending int // Depth at which a type declaration waits for its body; -1 none.
	enum    bool
	prev    byte
	value   bool // The token before may end a value.
	last    int  // Where the token before ends.
	seen    int  // Annotations up to here have been looked at.
	start   bool // Only blanks since the start of the line.

	record bool // Keep the tokens.
	tokens []token
}

// token is a word, a sign, a bracket, or a string up to its first template.
type token struct {
	pos, end int
	depth    int  // Brackets around it; around both of a pair.
	start    bool // First of its line.
}

// head is the annotations before a declaration, from the first on.
type head struct {
	start       int
	annotations [][2]int
	modifiers   []string // Those that became blanks as well.
	short       bool     // The tree has a made-up annotation instead.
}

// bracket is an open bracket; body says that of a class and template "${".
type bracket struct {
	open     byte
	body     bool
	entries  bool // Of an enum, before the semicolon: braces in it are bodies of entries.
	template bool
	raw      bool // The template stands in a raw string.
}

// clean returns the cleaner when it has read src; its text is src itself when nothing
// needs to change.
func clean(src []byte) *cleaner {
	c := &cleaner{src: src, pending: -1, start: true}
	c.run()
	return c
}

// cleaned is what the parser is given.
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
	if i < len(c.src) {
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
			i = c.text(i, c.at(i+1) == '"' && c.at(i+2) == '"', false)
		case b == '\'':
			i = c.character(i)
		case b == '`':
			i++
			for i < len(c.src) && c.src[i] != '`' && c.src[i] != '\n' {
				i++
			}
			i++
		case isLetter(b) || b == '_' || b >= 0x80:
			i = c.word(i)
		case b == '$' && (c.at(i+1) == '$' || c.at(i+1) == '"'):
			end := i
			for c.at(end) == '$' {
				end++
			}
			if c.at(end) == '"' {
				c.blank(i, end)
				c.dollars(end, end-i)
			}
			i = end
		case b == '@':
			blank := false
			if i, blank = c.annotation(i); blank {
				continue
			}
		case b == ':' && c.at(i+1) == ':':
			if n := len(c.stack); c.start && c.value && i > 0 && c.src[i-1] == ' ' && (n == 0 || c.stack[n-1].open == '{') {
				c.set(i-1, ';') // A statement that the line above does not go on in.
			}
			i += 2
		case b == ',':
			if i++; c.at(c.skip(i)) == '>' {
				c.set(i-1, ' ')
			}
		case b == '{' || b == '(' || b == '[':
			c.open(b)
			i++
		case b == ';':
			if n := len(c.stack); n > 0 {
				c.stack[n-1].entries = false
			}
			i++
		case b == '}' || b == ')' || b == ']':
			start := c.start
			i = c.closing(i)
			if c.record {
				c.tokens = append(c.tokens, token{pos: from, end: from + 1, depth: len(c.stack), start: start})
			}
			continue
		case b >= '0' && b <= '9':
			for i < len(c.src) && (isLetter(c.src[i]) || c.src[i] >= '0' && c.src[i] <= '9' || c.src[i] == '_') {
				i++
			}
		default:
			i++
		}
		if c.record {
			c.tokens = append(c.tokens, token{pos: from, end: i, depth: depth, start: c.start})
		}
		if !isLetter(b) { // Words set it themselves.
			c.value = b == '"' || b == '\'' || b == '`' || b == '_' || b >= 0x80 || b >= '0' && b <= '9' || b == '!' && c.value
		}
		c.prev, c.start, c.last = b, false, i
	}
}

func (c *cleaner) open(b byte) {
	n := len(c.stack)
	o := bracket{open: b}
	switch {
	case b == '{' && c.pending == n:
		o.body, o.entries = true, c.enum
		c.pending, c.enum = -1, false
	case b == '{' && n > 0 && c.stack[n-1].entries:
		o.body = true
	}
	c.stack = append(c.stack, o)
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

// text skips a string up to its end or its next template, from its quote on or, with
// inside, from the end of a template.
func (c *cleaner) text(i int, raw, inside bool) int {
	if !inside {
		if i++; raw {
			i += 2
		}
	}
	for i < len(c.src) {
		switch b := c.src[i]; {
		case b == '$' && c.at(i+1) == '{':
			c.stack = append(c.stack, bracket{open: '{', template: true, raw: raw})
			return i + 2
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
	return i
}

// dollars changes the signs in a string that need more of them to start a template.
func (c *cleaner) dollars(i, need int) {
	raw := c.at(i+1) == '"' && c.at(i+2) == '"'
	if i++; raw {
		i += 2
	}
	run := 0
	for ; i < len(c.src); i++ {
		switch b := c.src[i]; {
		case b == '$':
			run++
			continue
		case b == '"' && (!raw || c.at(i+1) == '"' && c.at(i+2) == '"'), b == '\n' && !raw:
			return
		case b == '\\' && !raw:
			i++
		}
		for k := 1; k <= run; k++ {
			if run < need || k > 1 {
				c.set(i-k, '_')
			}
		}
		run = 0
	}
}

func (c *cleaner) character(i int) int {
	i++
	for end := i + 12; i < len(c.src) && i < end && c.src[i] != '\n'; i++ {
		switch c.src[i] {
		case '\\':
			i++
		case '\'':
			return i + 1
		}
	}
	return i
}

// closing pops the stack; a brace that closes a template goes on in its string.
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
		if top.template && b == '}' {
			c.prev, c.start, c.value = '"', false, true
			return c.text(i+1, top.raw, true)
		}
		if b == '}' && top.body && !c.start && i > 0 && (c.src[i-1] == ' ' || c.src[i-1] == '\t') {
			switch c.prev {
			case '{', ';', ',':
			default:
				c.set(i-1, ';')
			}
		}
	}
	c.prev, c.start, c.value = b, false, true
	return i + 1
}

// inBody reports whether the innermost brace is that of a function, lambda or the like.
func (c *cleaner) inBody() bool {
	for i := len(c.stack) - 1; i >= 0; i-- {
		if c.stack[i].open == '{' {
			return !c.stack[i].body
		}
	}
	return false
}

// word reads an identifier or keyword.
func (c *cleaner) word(i int) int {
	from := i
	for i < len(c.src) && (isLetter(c.src[i]) || c.src[i] == '_' || c.src[i] >= 0x80 || c.src[i] >= '0' && c.src[i] <= '9') {
		i++
	}
	value := c.value && !c.start
	c.value = true
	if c.prev == '.' || c.prev == ':' && from > 1 && c.src[from-1] == ':' && c.src[from-2] == ':' {
		return i // A member: no keyword is possible there.
	}
	word := c.src[from:i]
	c.value = !isHard(string(word))
	switch string(word) {
	case "class", "interface", "object":
		c.pending, c.enum = len(c.stack), c.enum && string(word) == "class"
		return i
	case "if":
		if (value || c.prev == '>') && !c.start && c.guards(i) {
			c.set(from, ',')
			c.set(from+1, ' ')
		}
		return i
	case "enum":
		c.enum = true
	case "fun", "val", "var", "typealias", "init":
		if c.pending == len(c.stack) {
			c.pending, c.enum = -1, false
		}
	}
	if c.start && beginsLikeKeyword(word) {
		c.set(from, 'x')
		return i
	}
	if !isSoft(string(word)) || c.prev == '@' {
		return i
	}
	if end, ok := c.primary(from); ok {
		return end
	}
	if joins := string(word) == "by" || string(word) == "where" || string(word) == "constructor"; value && !joins && c.inBody() {
		// Between two values: an infix function.
		c.set(from, 'x')
		return i
	}
	c.value = false
	next, newline := c.next(i)
	if newline {
		return i
	}
	switch string(word) {
	case "context":
		return c.context(from, i, next)
	case "suspend":
		if b := c.at(next); b == '(' || b == '@' { // A function type.
			return i
		} else if b == '{' {
			c.set(from, 'x')
			return i
		}
	case "get", "set":
		if !c.inBody() && (c.at(next) == '(' || c.at(next) == '}') {
			return i // An accessor.
		}
	case "constructor":
		if !c.inBody() || c.pending >= 0 {
			return i
		}
	case "by":
		if c.pending == len(c.stack) {
			return c.delegate(from, i)
		}
	}
	switch c.at(next) {
	case '(', '.', '=', '[', '?', '!', '+', ':', ',', ')', ']', '}', ';', '&', '|', '%':
		c.set(from, 'x')
	case '-':
		c.set(from, 'x')
	case 'i', 'a', 't', 'u', 'd', 's', 'o':
		if c.isOperator(next) {
			c.set(from, 'x')
		}
	}
	return i
}

// next returns the position of the next byte that is no blank, and whether a line
// end or a comment comes first.
func (c *cleaner) next(i int) (int, bool) {
	for c.at(i) == ' ' || c.at(i) == '\t' {
		i++
	}
	b := c.at(i)
	return i, i >= len(c.src) || b == '\n' || b == '\r' || b == '/'
}

// isOperator reports whether a word that stands between two values starts at i.
func (c *cleaner) isOperator(i int) bool {
	end := i
	for isLetter(c.at(end)) {
		end++
	}
	switch string(c.src[i:end]) {
	case "is", "in", "as", "to", "and", "or", "until", "downTo", "step", "shl", "shr":
		return true
	}
	return false
}

// maxAhead bounds how far the cleaner looks ahead, so that its work grows with the
// file: no annotation or guard that a person wrote is longer.
const maxAhead = 16 << 10

// group returns the end of a group of brackets, its start when it does not end.
func (c *cleaner) group(from int) int {
	depth := 0
	for i := from; i < len(c.src) && i < from+maxAhead; i++ {
		switch c.src[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '/':
			if c.at(i+1) == '/' || c.at(i+1) == '*' {
				i = c.comment(i) - 1
			}
		case '\'':
			i = c.character(i) - 1
		case '"': // Templates are taken for text.
			raw := c.at(i+1) == '"' && c.at(i+2) == '"'
			if raw {
				i += 2
			}
			for i++; i < len(c.src); i++ {
				if c.src[i] == '\\' && !raw {
					i++
				} else if c.src[i] == '"' && (!raw || c.at(i+1) == '"' && c.at(i+2) == '"') {
					break
				}
			}
			if raw {
				i += 2
			}
		}
	}
	return from
}
