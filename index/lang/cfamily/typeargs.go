package cfamily

// typeArguments turns types that a macro takes as arguments into plain names:
// va_arg(ap, char *), list_entry(p, struct node, link). Only the bytes for the
// parser change; names are read from the source.
func (c *cleaner) typeArguments(start, open int) {
	if c.at(open-1).kind != tokenName || c.match[open] < 0 || open-2 >= start && (c.isName(open-2) || isTypeWord(c.word(open-2)) || c.punct(open-2) == '*' && c.isName(open-3) && open-3 == start) {
		return
	}
	depth := 0
	from := open + 1
	for i := open + 1; i <= int(c.match[open]); i++ {
		switch c.punct(i) {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
			if depth < 0 {
				c.typeArgument(from, i)
				return
			}
		case ',':
			if depth == 0 {
				c.typeArgument(from, i)
				from = i + 1
			}
		}
	}
}

func (c *cleaner) typeArgument(from, to int) {
	if from >= to {
		return
	}
	stars := to
	for stars > from && c.punct(stars-1) == '*' {
		stars--
	}
	names := 0
	typed := false
	for i := from; i < stars; i++ {
		switch w := c.word(i); {
		case isTag(w), isTypeWord(w), w == "const", w == "volatile":
			typed = true
		case c.isName(i):
			names++
		default:
			return
		}
	}
	switch {
	case typed && stars > from:
		a, b := c.toks[from].start, c.toks[stars-1].end
		for i := a; i < b; i++ {
			if c.buf[i] == '\n' {
				return
			}
		}
		for i := a; i < b; i++ {
			if !isNamePart(c.buf[i]) || c.buf[i] >= 0x80 {
				c.buf[i] = '_'
			}
		}
		// The parser must not see a keyword.
		if c.buf[a] >= 'a' && c.buf[a] <= 'z' {
			c.buf[a] = '_'
		}
		fallthrough
	case names == 1 && stars < to:
		for i := stars; i < to; i++ {
			wipe(c.buf, c.toks[i].start, c.toks[i].end)
		}
	}
}
