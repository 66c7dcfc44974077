package kotlin

import "bytes"

// annotation blanks out the annotations from an offset on when they stand before a
// declaration or an accessor.
func (c *cleaner) annotation(from int) (end int, blank bool) {
	if bytes.HasPrefix(c.src[from:], []byte("@all:")) {
		c.set(from+1, 'g')
		c.set(from+2, 'e')
		c.set(from+3, 't')
	}
	if from < c.seen || from > 0 && (isLetter(c.src[from-1]) || c.src[from-1] == '_' || c.src[from-1] >= '0' && c.src[from-1] <= '9') {
		return from + 1, false // Looked at, or a label.
	}
	if end, ok := c.primary(from); ok {
		return end, true
	}
	h, i := c.headAt(from)
	if len(h.annotations) == 0 || !c.declaresAt(i) {
		return from + 1, false
	}
	c.keep(i, h)
	for _, a := range h.annotations {
		c.blank(a[0], a[1])
	}
	return c.seen, true
}

// headAt reads the annotations at an offset and returns what stands behind them.
func (c *cleaner) headAt(i int) (*head, int) {
	h := &head{start: i}
	for c.at(i) == '@' {
		end := c.annotationEnd(i)
		if end == i+1 {
			break
		}
		h.annotations = append(h.annotations, [2]int{i, end})
		c.seen = end
		i = c.skip(end)
	}
	return h, i
}

func (c *cleaner) keep(offset int, h *head) {
	if c.heads == nil {
		c.heads = make(map[int]*head)
	}
	c.heads[offset] = h
}

// primary spells the annotations and modifiers of a primary constructor on a line
// below the name of its class as one short annotation, the only thing with which the
// grammar lets it stand there.
func (c *cleaner) primary(from int) (end int, ok bool) {
	if !c.start || c.pending != len(c.stack) {
		return from, false
	}
	h, i := c.headAt(from)
	for word := c.wordAt(i); word != "constructor"; word = c.wordAt(i) {
		if !isDeclarationWord(word) {
			return from, false
		}
		h.modifiers = append(h.modifiers, word)
		i = c.skip(i + len(word))
	}
	if c.at(c.skip(i+len("constructor"))) != '(' {
		return from, false
	}
	at := from
	if i-from < len("@x ") {
		at = from - len("@x ")
	}
	if at <= 0 || len(bytes.TrimSpace(c.src[at-1:from])) > 0 || bytes.IndexByte(c.src[at:from], '\n') >= 0 {
		return from, false
	}
	c.blank(from, i)
	c.set(at, '@')
	c.set(at+1, 'x')
	h.short = true
	c.keep(at, h)
	return i + len("constructor"), true
}

// declaresAt reports whether modifiers and the word of a declaration or an accessor
// stand at an offset.
func (c *cleaner) declaresAt(i int) bool {
	companion := false
	for {
		word := c.wordAt(i)
		next := c.skip(i + len(word))
		switch word {
		case "class", "interface", "val", "var", "typealias":
			return c.at(next) != '.'
		case "fun":
			return c.at(next) != '('
		case "object":
			return companion || c.at(next) != ':' && c.at(next) != '{'
		case "constructor":
			return c.at(next) == '('
		case "get", "set":
			return c.at(next) == '(' && !c.inBody()
		case "companion":
			companion = true
		case "context":
			return false
		}
		if !isDeclarationWord(word) {
			return false
		}
		i = next
	}
}

// annotationEnd returns the end of the annotation that starts at an offset.
func (c *cleaner) annotationEnd(i int) int {
	for i++; isLetter(c.at(i)) || c.at(i) == '.' || c.at(i) == ':' || c.at(i) == '_' || c.at(i) >= '0' && c.at(i) <= '9'; i++ {
	}
	if c.at(i) == '(' || c.at(i) == '[' {
		return c.group(i)
	}
	return i
}

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

// wordAt is the word of letters that starts at i.
func (c *cleaner) wordAt(i int) string {
	i = min(i, len(c.src))
	end := i
	for isLetter(c.at(end)) {
		end++
	}
	return string(c.src[i:end])
}

// delegate blanks out "by" and the value behind it when the body of the class follows.
func (c *cleaner) delegate(from, end int) int {
	i := c.skip(end)
	last := i
	for i < len(c.src) {
		switch b := c.src[i]; {
		case isLetter(b) || b == '_' || b == '.' || b >= 0x80 || b >= '0' && b <= '9':
			i++
		case b == '(':
			group := c.group(i)
			if group == i {
				return end
			}
			i = group
		case b == '{':
			c.blank(from, last)
			c.delegates = append(c.delegates, [2]int{from, last})
			return last
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			if next := c.skip(i); c.at(next) == '{' || c.at(next) == '.' || c.at(last-1) == '.' {
				i = next
				continue
			}
			return end
		default:
			return end
		}
		last = i
	}
	return end
}

// guards reports whether what follows "if" ends in the arrow of a branch of when.
func (c *cleaner) guards(i int) bool {
	depth := 0
	for end := i + maxAhead; i < len(c.src) && i < end; i++ {
		switch b := c.src[i]; {
		case b == '(' || b == '[' || b == '{' && depth > 0:
			depth++
		case b == ')' || b == ']' || b == '}':
			if depth--; depth < 0 {
				return false
			}
		case depth > 0:
		case b == '-' && c.at(i+1) == '>':
			return true
		case b == '\n' || b == ';' || b == '{':
			return false
		}
	}
	return false
}

// context blanks out context parameters before a declaration or in a function type.
func (c *cleaner) context(from, end, next int) int {
	if c.at(next) != '(' {
		return end
	}
	i := c.group(next)
	if i == next {
		return end
	}
	after := c.skip(i)
	declares := c.at(after) == '@' || isDeclarationWord(c.wordAt(after))
	typed := !c.start && (c.at(after) == '(' || isLetter(c.at(after)))
	if !(declares && (c.start || c.prev == '}' || c.prev == '{')) && !typed {
		return end
	}
	c.blank(from, i)
	c.contexts = append(c.contexts, [2]int{from, i})
	return i
}
