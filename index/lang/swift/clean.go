package swift

import (
	"bytes"
)

// The grammar misreads some of what Swift's own parser takes. clean hands it a text of
// the same length in which those places are spelled in a way that it knows, so that
// every node has its true position; names are read from the true source.
//
//   - Uses of macros, #name(…), become calls: their sign changes.
//   - The type of a typed throw, "throws(E)", becomes blanks; so do modifiers and
//     operators that the grammar does not have (isolated, sending, consume, ~Copyable)
//     and the arguments of nonisolated(unsafe).
//   - "try" and "await" behind "for" and "in" become blanks; a "<" that starts a line
//     is spelled "+"; blanks in a name in back quotes become letters.
//   - Lines of conditional compilation within a chain of members become blanks.
//   - Branches after the first become blanks when the first opens a brace that it does
//     not close.
type cleaner struct {
	src   []byte
	out   []byte // The cleaned text; nil while nothing has changed.
	depth int    // Of braces.
	// prev is the last token before the position: its last byte, and its text when it is a word.
	prev     byte
	word     string
	strings  []interpolation
	branches []branch
	start    bool // Only blanks since the start of the line.
}

// interpolation is a string around the position, in one of its \( … ).
type interpolation struct {
	hashes, parens int
	long           bool
}

// branch is an open #if.
type branch struct {
	depth int  // Of braces at its start.
	from  int  // Where the branch at hand becomes blank; -1 when it does not.
	cut   bool // The first branch left a brace open.
}

// clean returns src itself when nothing needs to change.
func clean(src []byte) []byte {
	c := &cleaner{src: src, start: true}
	c.run()
	if c.out == nil {
		return src
	}
	return c.out
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
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
		b := c.src[i]
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
			i = c.text(i, 0)
			c.word, c.prev = "", '"'
		case b == '#':
			i = c.hash(i)
		case b == '`':
			end := bytes.IndexAny(c.src[i+1:], "`\n")
			if end < 0 {
				return
			}
			for k := i + 1; k <= i+end; k++ {
				if !isWordByte(c.src[k]) {
					c.set(k, '_')
				}
			}
			i += end + 2
			c.word, c.prev = "", '`'
		case isWordByte(b):
			i = c.readWord(i)
		default:
			i = c.sign(i)
		}
		c.start = false
	}
	for k := range c.branches { // Never ended.
		if from := c.branches[k].from; from >= 0 {
			c.blank(from, len(c.src))
		}
	}
}

func (c *cleaner) sign(i int) int {
	b := c.src[i]
	switch b {
	case '{':
		c.depth++
	case '}':
		c.depth--
	case '(':
		if n := len(c.strings); n > 0 {
			c.strings[n-1].parens++
		}
	case ')':
		if n := len(c.strings); n > 0 {
			if c.strings[n-1].parens--; c.strings[n-1].parens == 0 {
				s := c.strings[n-1]
				c.strings = c.strings[:n-1]
				c.word, c.prev = "", '"'
				return c.inside(i+1, s.hashes, s.long)
			}
		}
	case '<':
		if c.start && c.at(i+1) == ' ' { // Taken for the start of type arguments.
			c.set(i, '+')
		}
	case '~':
		if c.prev == ':' || c.prev == ',' || c.prev == '&' {
			end := c.wordEnd(i + 1)
			switch string(c.src[i+1 : end]) {
			case "Copyable", "Escapable", "Sendable", "BitwiseCopyable":
				c.set(i, ' ')
			}
		}
	}
	c.word, c.prev = "", b
	return i + 1
}

func (c *cleaner) wordEnd(i int) int {
	for i < len(c.src) && isWordByte(c.src[i]) {
		i++
	}
	return i
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

// text skips a string from its quote on, up to its end or its next interpolation.
func (c *cleaner) text(i, hashes int) int {
	if c.at(i+1) == '"' && c.at(i+2) == '"' {
		return c.inside(i+3, hashes, true)
	}
	return c.inside(i+1, hashes, false)
}

func (c *cleaner) inside(i, hashes int, long bool) int {
	closes := func(i int) bool {
		for k := 0; k < hashes; k++ {
			if c.at(i+k) != '#' {
				return false
			}
		}
		return true
	}
	for i < len(c.src) {
		switch b := c.src[i]; {
		case b == '\\' && closes(i+1):
			if c.at(i+1+hashes) == '(' {
				c.strings = append(c.strings, interpolation{hashes: hashes, parens: 1, long: long})
				c.word, c.prev = "", '('
				return i + 2 + hashes
			}
			i += 2 + hashes
		case b == '"' && long && c.at(i+1) == '"' && c.at(i+2) == '"' && closes(i+3):
			return i + 3 + hashes
		case b == '"' && !long && closes(i+1):
			return i + 1 + hashes
		case b == '\n' && !long: // Not closed: the next line is code again.
			return i
		default:
			i++
		}
	}
	return i
}

// hash reads what "#" starts: a raw string, a directive or the use of a macro.
func (c *cleaner) hash(i int) int {
	hashes := 0
	for c.at(i+hashes) == '#' {
		hashes++
	}
	if c.at(i+hashes) == '"' {
		end := c.text(i+hashes, hashes)
		c.word, c.prev = "", '"'
		return end
	}
	if c.at(i+hashes) == '/' || hashes > 1 {
		c.word, c.prev = "", '#'
		return i + hashes
	}
	end := c.wordEnd(i + 1)
	name := string(c.src[i+1 : end])
	switch name {
	case "if", "elseif", "else", "endif":
		if c.start {
			return c.directive(i, end, name)
		}
	case "selector", "keyPath", "available", "unavailable", "file", "fileID", "filePath", "line", "column", "function", "dsohandle", "colorLiteral", "fileLiteral",
		"imageLiteral", "warning", "error", "sourceLocation", "externalMacro", "":
	default:
		c.set(i, '_')
	}
	c.word, c.prev = "", 'a'
	return end
}

// directive reads a line of conditional compilation.
func (c *cleaner) directive(i, end int, name string) int {
	stop := len(c.src)
	if n := bytes.IndexByte(c.src[end:], '\n'); n >= 0 {
		stop = end + n
	}
	if name == "if" {
		c.branches = append(c.branches, branch{depth: c.depth, from: -1})
	} else if n := len(c.branches); n > 0 {
		top := &c.branches[n-1]
		if top.from >= 0 {
			c.blank(top.from, i)
			top.from = -1
			c.depth = top.depth
		}
		switch {
		case name == "endif":
			c.branches = c.branches[:n-1]
		case top.cut || c.depth != top.depth:
			if !top.cut {
				top.cut, top.depth = true, c.depth
			}
			top.from = stop
		}
	}
	if c.continues(stop) {
		c.blank(i, stop)
	}
	return stop
}

// continues reports whether the code after a directive starts with a member.
func (c *cleaner) continues(i int) bool {
	for i < len(c.src) {
		switch b := c.src[i]; {
		case b == ' ' || b == '\t' || b == '\r' || b == '\n':
			i++
		case b == '/' && (c.at(i+1) == '/' || c.at(i+1) == '*'):
			i = c.comment(i)
		case b == '#' && (bytes.HasPrefix(c.src[i:], []byte("#if")) || bytes.HasPrefix(c.src[i:], []byte("#else")) || bytes.HasPrefix(c.src[i:], []byte("#endif"))):
			n := bytes.IndexByte(c.src[i:], '\n')
			if n < 0 {
				return false
			}
			i += n
		default:
			return b == '.' && isWordByte(c.at(i+1)) && (c.prev == ')' || c.prev == '}' || c.prev == ']' || c.prev == 'a' || c.prev == '"')
		}
	}
	return false
}

// readWord reads an identifier or keyword.
func (c *cleaner) readWord(i int) int {
	end := c.wordEnd(i)
	word := string(c.src[i:end])
	before, prev := c.word, c.prev
	c.word, c.prev = word, 'a'
	if prev == '.' || prev == '@' {
		return end
	}
	next := end
	for c.at(next) == ' ' || c.at(next) == '\t' {
		next++
	}
	follows := next > end && (isWordByte(c.at(next)) || c.at(next) == '[' || c.at(next) == '`')
	switch word {
	case "throws":
		if c.at(end) == '(' {
			stop := c.group(end)
			from := end
			if before == "do" {
				from = i
			}
			c.blank(from, stop)
			return stop
		}
	case "nonisolated", "unowned":
		if c.at(end) == '(' && word == "nonisolated" {
			stop := c.group(end)
			c.blank(end, stop)
			return stop
		}
	case "isolated":
		if follows && (prev == ':' || c.start || before == "@") || follows && c.declares(next) {
			c.blank(i, end)
			c.word, c.prev = before, prev
		}
	case "sending":
		if (follows || next > end && (c.at(next) == '(' || c.at(next) == '@')) && (prev == ':' || prev == '>' || prev == '(' || prev == ',') {
			c.blank(i, end)
			c.word, c.prev = before, prev
		}
	case "consume", "copy", "discard", "unsafe":
		if follows && c.at(next) != '[' && (prev == '=' || prev == '(' || prev == ',' || prev == ':' || before == "return" || before == "in" || before == "try" || c.start) && !c.infix(next) {
			c.blank(i, end)
			c.word, c.prev = before, prev
		}
	case "try", "await":
		if before == "for" || before == "in" {
			c.blank(i, end)
			c.word = before
		}
	case "_read", "_modify":
		if c.at(next) == '{' && (prev == '{' || prev == '}') {
			if word == "_read" {
				for k, b := range []byte("  get") {
					c.set(i+k, b)
				}
			}
		}
	}
	return end
}

// declares reports whether a declaration's keyword starts at i.
func (c *cleaner) declares(i int) bool {
	switch string(c.src[i:c.wordEnd(i)]) {
	case "func", "var", "let", "deinit", "init", "subscript", "public", "private", "internal", "static", "override", "fileprivate", "final":
		return true
	}
	return false
}

// infix reports words that stand between two operands.
func (c *cleaner) infix(i int) bool {
	switch string(c.src[i:c.wordEnd(i)]) {
	case "as", "is", "in", "where", "else":
		return true
	}
	return false
}

// group returns the end of a group of round brackets, its start when it is not closed
// on its line.
func (c *cleaner) group(from int) int {
	depth := 0
	for i := from; i < len(c.src); i++ {
		switch c.src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n', '{', '}':
			return from
		}
	}
	return from
}
