package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// SyntaxError says why a pattern is not a regular expression that lc can run.
type SyntaxError struct {
	Pattern   string
	Construct string // What is not supported or not valid, e.g. "look-ahead (?=".
	Offset    int    // Byte offset in Pattern; -1 when unknown.
}

func (e *SyntaxError) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("regular expression %q: %s", e.Pattern, e.Construct)
	}
	return fmt.Sprintf("regular expression %q: %s at offset %d", e.Pattern, e.Construct, e.Offset)
}

// maxPattern and maxTranslated bound a pattern as written and with its Unicode
// classes written out; nobody types more, and time to parse grows with both.
const (
	maxPattern    = 32 << 10
	maxTranslated = 1 << 20
)

// translate rewrites a pattern in ripgrep's syntax into Go's. The syntaxes are
// one family; what differs is that \w, \d and \s are Unicode classes there
// (wide; in text that is all ASCII the narrow form means the same), a few
// escapes, and constructs that neither or only one of them has, which are errors
// that name the construct.
func translate(pattern string, wide bool) (string, error) {
	if len(pattern) > maxPattern {
		return "", &SyntaxError{Pattern: pattern[:40] + "…", Construct: fmt.Sprintf("longer than %d bytes", maxPattern), Offset: -1}
	}
	t := translator{in: pattern, wide: wide}
	if err := t.run(); err != nil {
		return "", err
	}
	return t.out.String(), nil
}

type translator struct {
	in   string
	pos  int
	wide bool
	out  strings.Builder

	inClass string // The perl classes that the open character class already holds.
}

func (t *translator) fail(at int, construct string) error {
	return &SyntaxError{Pattern: t.in, Construct: construct, Offset: at}
}

// groups are the openings that Go has no machine for.
var groups = []struct{ prefix, name string }{
	{"(?=", "look-ahead (?= is not supported"},
	{"(?!", "negative look-ahead (?! is not supported"},
	{"(?<=", "look-behind (?<= is not supported"},
	{"(?<!", "negative look-behind (?<! is not supported"},
	{"(?>", "atomic group (?> is not supported"},
	{"(?|", "branch reset (?| is not supported"},
	{"(?#", "comment (?# is not supported"},
	{"(?(", "conditional (?( is not supported"},
	{"(?R", "recursion (?R is not supported"},
	{"(?&", "recursion (?& is not supported"},
	{"(?P=", "backreference (?P= is not supported"},
	{"(?P>", "recursion (?P> is not supported"},
}

func (t *translator) run() error {
	for t.pos < len(t.in) {
		if t.out.Len() > maxTranslated {
			return t.fail(t.pos, "too many Unicode classes")
		}
		rest := t.in[t.pos:]
		switch c := rest[0]; c {
		case '\\':
			if err := t.escape(false); err != nil {
				return err
			}
		case '[':
			if err := t.class(); err != nil {
				return err
			}
		case '(':
			for _, g := range groups {
				if strings.HasPrefix(rest, g.prefix) {
					return t.fail(t.pos, g.name)
				}
			}
			if strings.HasPrefix(rest, "(?") {
				if err := t.flags(rest); err != nil {
					return err
				}
			}
			t.out.WriteByte(c)
			t.pos++
		case '*', '+', '?', '}':
			if strings.HasPrefix(rest[1:], "+") {
				// In ripgrep a++ repeats a repetition, which matches what a+ does;
				// elsewhere it is possessive. Both are better asked about.
				return t.fail(t.pos, "possessive or repeated quantifier "+rest[:2]+" is not supported")
			}
			t.out.WriteByte(c)
			t.pos++
		default:
			t.out.WriteByte(c)
			t.pos++
		}
	}
	return nil
}

// flags refuses the flags of an inline group that mean something else in Go.
func (t *translator) flags(group string) error {
	for i := 2; i < len(group); i++ {
		switch group[i] {
		case 'i', 'm', 's', 'U', '-':
		case 'x':
			return t.fail(t.pos, "verbose mode (?x) is not supported")
		case 'u', 'R':
			return t.fail(t.pos, "flag (?"+string(group[i])+") is not supported")
		default:
			return nil
		}
	}
	return nil
}

// escape copies or rewrites the escape at pos.
func (t *translator) escape(inClass bool) error {
	if t.pos+1 >= len(t.in) {
		return t.fail(t.pos, "trailing backslash")
	}
	start := t.pos
	c := t.in[start+1]
	switch c {
	case 'w', 'W', 'd', 'D', 's', 'S':
		t.pos += 2
		t.perl(c, inClass)
		return nil
	case 'u', 'U':
		return t.codepoint(c)
	case '1', '2', '3', '4', '5', '6', '7', '8', '9', '0':
		return t.fail(start, "backreference "+t.in[start:start+2]+" is not supported")
	case 'k':
		return t.fail(start, `backreference \k is not supported`)
	case 'K', 'G', 'R', 'X', 'Z', 'h', 'H', 'N', 'C':
		return t.fail(start, `escape \`+string(c)+" is not supported")
	case 'Q', 'E':
		return t.fail(start, `quoting \`+string(c)+" is not supported")
	case '<', '>':
		return t.fail(start, `word boundary \`+string(c)+` is not supported, use \b`)
	case 'b', 'B':
		if inClass {
			return t.fail(start, `\`+string(c)+" in a character class is not supported")
		}
		if strings.HasPrefix(t.in[start+2:], "{") {
			return t.fail(start, `word boundary \b{…} is not supported, use \b`)
		}
	case 'p', 'P', 'x':
		// A braced argument may hold what looks like syntax; copy it whole.
		if strings.HasPrefix(t.in[start+2:], "{") {
			if end := strings.IndexByte(t.in[start:], '}'); end > 0 {
				t.out.WriteString(t.in[start : start+end+1])
				t.pos = start + end + 1
				return nil
			}
		}
	case '/', '"', '\'', '#', '&', '~', '%', ',', ':', ';', '=', '@', '_', '`', '!', ' ', '-':
		// Punctuation may be escaped needlessly; Go knows all but these by itself.
		t.pos += 2
		switch c {
		case '-', '&', '~':
			t.out.WriteString(`\x` + strconv.FormatUint(uint64(c), 16))
		default:
			t.out.WriteByte(c)
		}
		return nil
	}
	t.out.WriteString(t.in[start : start+2])
	t.pos += 2
	return nil
}

// codepoint rewrites \u00e9, \U0001F600 and \u{e9} to \x{…}.
func (t *translator) codepoint(c byte) error {
	start := t.pos
	rest := t.in[start+2:]
	digits := 4
	if c == 'U' {
		digits = 8
	}
	hex, skip := "", 0
	if strings.HasPrefix(rest, "{") {
		end := strings.IndexByte(rest, '}')
		if end < 0 {
			return t.fail(start, "unclosed code point escape")
		}
		hex, skip = rest[1:end], end+1
	} else if len(rest) >= digits {
		hex, skip = rest[:digits], digits
	}
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || v > unicode.MaxRune {
		return t.fail(start, `invalid code point escape \`+string(c))
	}
	t.out.WriteString(`\x{` + strconv.FormatUint(v, 16) + `}`)
	t.pos = start + 2 + skip
	return nil
}

// class copies the character class at pos, rewriting the escapes in it. Set
// operations and nested classes, which Go would read as ordinary characters, are errors.
func (t *translator) class() error {
	start := t.pos
	t.out.WriteByte('[')
	t.pos++
	t.inClass = ""
	if t.pos < len(t.in) && t.in[t.pos] == '^' {
		t.out.WriteByte('^')
		t.pos++
	}
	for first := true; t.pos < len(t.in); first = false {
		rest := t.in[t.pos:]
		switch c := rest[0]; {
		case c == ']' && !first:
			t.out.WriteByte(c)
			t.pos++
			return nil
		case c == '\\':
			if err := t.escape(true); err != nil {
				return err
			}
			continue
		case strings.HasPrefix(rest, "[:"):
			if end := strings.Index(rest, ":]"); end > 0 {
				t.out.WriteString(rest[:end+2])
				t.pos += end + 2
				continue
			}
			return t.fail(t.pos, "unclosed POSIX class [:")
		case c == '[':
			return t.fail(t.pos, `nested character class is not supported (escape a literal bracket as \[)`)
		case strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "~~"), strings.HasPrefix(rest, "--") && !first:
			return t.fail(t.pos, "character class operation "+rest[:2]+" is not supported")
		}
		t.out.WriteByte(rest[0])
		t.pos++
	}
	return t.fail(start, "unclosed character class")
}

// perl writes \w, \d, \s or the negation of one.
func (t *translator) perl(c byte, inClass bool) {
	if inClass {
		if strings.IndexByte(t.inClass, c) >= 0 {
			return // Once is enough.
		}
		t.inClass += string(c)
	}
	lower := c | 0x20
	negated := c != lower
	if !t.wide && lower != 's' {
		t.out.WriteString(`\` + string(c))
		return
	}
	var body string
	switch {
	case t.wide:
		body = wideClass(lower, negated && inClass)
	case negated && inClass:
		body = `\x00-\x08\x0e-\x1f\x21-\x{10FFFF}`
	default:
		body = `\s\x0b` // Go leaves out the vertical tab.
	}
	switch {
	case inClass:
		t.out.WriteString(body)
	case negated:
		t.out.WriteString("[^" + body + "]")
	default:
		t.out.WriteString("[" + body + "]")
	}
}

// wideClass returns the inside of a Unicode class; negated, as explicit ranges,
// because Go has no nested classes.
func wideClass(lower byte, negated bool) string {
	if !negated {
		switch lower {
		case 'w':
			return `\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}` + otherAlphabetic
		case 'd':
			return `\p{Nd}`
		}
		return `\s\x0b\x{85}\p{Z}`
	}
	tables := []*unicode.RangeTable{unicode.White_Space}
	extra := []rune(nil)
	switch lower {
	case 'w':
		tables = []*unicode.RangeTable{unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic}
		extra = []rune{0x200c, 0x200d}
	case 'd':
		tables = []*unicode.RangeTable{unicode.Nd}
	}
	return complement(tables, extra)
}

// complement returns, as the inside of a class, every character that is in none
// of the tables and not in extra.
func complement(tables []*unicode.RangeTable, extra []rune) string {
	var in [][2]rune
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			in = append(in, [2]rune{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			in = append(in, [2]rune{r, r})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	for _, r := range extra {
		add(r, r, 1)
	}
	slices.SortFunc(in, func(a, b [2]rune) int { return int(a[0] - b[0]) })
	var b strings.Builder
	next := rune(0)
	for _, r := range append(in, [2]rune{unicode.MaxRune + 1, unicode.MaxRune + 1}) {
		if r[0] > next {
			fmt.Fprintf(&b, `\x{%x}-\x{%x}`, next, r[0]-1)
		}
		next = max(next, r[1]+1)
	}
	return b.String()
}

// otherAlphabetic are the symbols that Unicode calls alphabetic (circled and
// squared letters) and the two joiners, all of which \w holds.
const otherAlphabetic = `\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}\x{200c}\x{200d}`

// isWord reports whether r is a word character by Unicode: alphabetic, mark,
// decimal digit, connector punctuation or joiner.
func isWord(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.In(r, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic) ||
		r == 0x200c || r == 0x200d
}
