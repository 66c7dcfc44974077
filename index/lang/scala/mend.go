package scala

import "bytes"

// maxAhead bounds how far the cleaner looks ahead, so that its work grows with the file.
const maxAhead = 16 << 10

// skip returns the position of the next byte that is neither blank nor comment.
func (c *cleaner) skip(i int) int {
	for i < len(c.src) {
		switch b := c.src[i]; {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			i++
		case b == '/' && (c.at(i+1) == '/' || c.at(i+1) == '*'):
			i = c.comment(i)
		default:
			return i
		}
	}
	return i
}

// name returns the end of the identifier that starts at i, i itself for none.
func (c *cleaner) name(i int) int {
	if c.at(i) == '`' {
		if end := bytes.IndexByte(c.src[i+1:], '`'); end >= 0 {
			return i + 1 + end + 1
		}
		return i
	}
	for isWordByte(c.at(i)) {
		i++
	}
	return i
}

// wordAt is the word that starts at i.
func (c *cleaner) wordAt(i int) string {
	i = min(i, len(c.src))
	return string(c.src[i:c.name(i)])
}

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
			i = c.quote(i) - 1
		case '"': // Expressions in strings are taken for text.
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

// constructor blanks out the annotations between the name of a class and its
// parameters.
func (c *cleaner) constructor(i int) {
	i = c.skip(i)
	name := i
	if i = c.name(i); i == name {
		return
	}
	i = c.skip(i)
	if c.at(i) == '[' {
		i = c.skip(c.group(i))
	}
	var found [][2]int
	for c.at(i) == '@' {
		from := i
		for i++; isWordByte(c.at(i)) || c.at(i) == '.'; i++ {
		}
		if i == from+1 {
			return
		}
		if c.at(i) == '[' {
			i = c.group(i)
		}
		if c.at(i) == '(' {
			end := c.group(i)
			// Of the annotation, when the parameters of the class follow.
			if next := c.skip(end); c.at(next) == '(' || c.at(next) == '@' || isAccess(c.wordAt(next)) {
				i = end
			}
		}
		found = append(found, [2]int{from, i})
		i = c.skip(i)
	}
	if len(found) == 0 || c.at(i) != '(' && !isAccess(c.wordAt(i)) {
		return
	}
	if c.annotations == nil {
		c.annotations = make(map[int][][2]int)
	}
	c.annotations[name] = found
	for _, f := range found {
		c.blank(f[0], f[1])
	}
}

func isAccess(word string) bool { return word == "private" || word == "protected" }

// superType makes one list of the argument lists of a super type.
func (c *cleaner) superType(i int) {
	i = c.skip(i)
	for isWordByte(c.at(i)) || c.at(i) == '.' {
		i++
	}
	if c.at(i) == '[' {
		i = c.group(i)
	}
	for c.at(i) == '(' {
		end := c.group(i)
		if end == i || c.at(end) != '(' {
			return
		}
		if len(bytes.TrimSpace(c.src[i+1:end-1])) == 0 || len(bytes.TrimSpace(c.src[end+1:max(c.group(end)-1, end+1)])) == 0 {
			c.set(end-1, ' ')
		} else {
			c.set(end-1, ',')
		}
		c.set(end, ' ')
		if word := c.wordAt(c.skip(end + 1)); word == "using" || word == "implicit" {
			at := c.skip(end + 1)
			c.blank(at, at+len(word))
		}
		i = end
	}
}

// enum blanks out the modifiers of an enum.
func (c *cleaner) enum(from int) {
	var words []string
	i := from
	for {
		word := c.wordAt(i)
		switch word {
		case "private", "protected", "final", "sealed", "abstract":
			words = append(words, word)
			i += len(word)
			if c.at(i) == '[' {
				i = c.group(i)
			}
			i = c.skip(i)
		case "enum":
			if c.modifiers == nil {
				c.modifiers = make(map[int][]string)
			}
			if _, known := c.modifiers[i]; known {
				return
			}
			c.modifiers[i] = words
			c.blank(from, i)
			return
		default:
			return
		}
	}
}

// given spells the body of a given in braces as its value.
func (c *cleaner) given(i int) {
	start := i
	for end := i + maxAhead; i < len(c.src) && i < end; {
		switch b := c.src[i]; {
		case b == '(' || b == '[':
			group := c.group(i)
			if group == i {
				return
			}
			i = group
		case b == '=' && c.at(i+1) == '>', b == '=' && c.at(i-1) == '?':
			i += 2
		case b == '=' || b == ';' || b == '}' || b == ')' || b == '"':
			return
		case b == '{':
			word := bytes.TrimRight(c.src[start:i], " \t\r\n")
			if !bytes.HasSuffix(word, []byte(" with")) {
				// Without "with" there must be a blank for the sign.
				if c.at(i-1) != ' ' {
					return
				}
				c.mark(i - 1)
				return
			}
			at := start + len(word) - len("with")
			c.blank(at, at+len("with"))
			c.mark(at)
			return
		case b == '\n':
			next := c.skip(i)
			if next >= len(c.src) {
				return
			}
			switch word := c.wordAt(next); {
			case word == "with", c.at(next) == '{' && bytes.HasSuffix(bytes.TrimRight(c.src[start:i], " \t\r"), []byte(" with")), c.at(next) == '(' || c.at(next) == '[' || c.at(next) == ':':
				i = next
			default:
				return
			}
		default:
			i++
		}
	}
}

func (c *cleaner) mark(at int) {
	c.set(at, '=')
	if c.givens == nil {
		c.givens = make(map[int]bool)
	}
	c.givens[at] = true
}

// parameter puts brackets around a parameter with a type at the start of a block:
// { a: A => }, { implicit a: A => }.
func (c *cleaner) parameter(i int) {
	at := i
	for c.at(at) == ' ' || c.at(at) == '\t' {
		at++
	}
	start := at
	if c.wordAt(at) == "implicit" {
		for at += len("implicit"); c.at(at) == ' '; at++ {
		}
	}
	end := c.name(at)
	if word := c.wordAt(at); end == at || word == "case" || word == "this" {
		return
	}
	colon := end
	for c.at(colon) == ' ' {
		colon++
	}
	if c.at(colon) != ':' || isOperatorByte(c.at(colon+1)) {
		return
	}
	for j := colon + 1; j < len(c.src) && j < i+maxAhead; j++ {
		switch b := c.src[j]; {
		case b == '(' || b == '[':
			group := c.group(j)
			if group == j {
				return
			}
			j = group - 1
		case b == '=' && c.at(j+1) == '>':
			if c.src[j-1] != ' ' {
				return
			}
			switch {
			case at > start:
				c.blank(start, at)
				c.set(start, '(')
			case start > i:
				c.set(start-1, '(')
			default:
				return
			}
			c.set(j-1, ')')
			return
		case b == '\n' || b == '{' || b == '}' || b == ')' || b == '"' || b == ';' || b == '=':
			return
		}
	}
}

// capture blanks out a capture set behind a type.
func (c *cleaner) capture(i int) int {
	if before := c.at(i - 1); !isWordByte(before) && before != ']' && before != ')' {
		return i + 1
	}
	if c.at(i+1) == '{' {
		end := c.group(i + 1)
		if end == i+1 || bytes.IndexByte(c.src[i:end], '\n') >= 0 {
			return i + 1
		}
		c.blank(i, end)
		return end
	}
	switch c.at(i + 1) {
	case ' ', ',', ')', ']', '\n', '\r':
		if next := c.skip(i + 1); c.at(i+1) != ' ' || c.at(next) == '=' || c.at(next) == '{' || c.at(next) == ')' {
			c.blank(i, i+1)
		}
	}
	return i + 1
}
