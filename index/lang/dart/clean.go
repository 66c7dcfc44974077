package dart

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// edits are the places that clean spelled otherwise.
type edits struct {
	count      int
	shorthands map[[2]int32]bool
	extensions map[int32]extensionType // By the line of the name.
}

// extensionType is what an extension type had in parentheses behind its name.
type extensionType struct {
	constructor     string // "" unless it has a name of its own.
	constructorLine int32
	constructorCol  int32
	field           string
	fieldLine       int32
	fieldCol        int32
	typ             string
	typeLine        int32
	typeCol         int32
}

func (e edits) any() bool { return e.count > 0 }

// shorthand reports whether a dot was taken away before the name at the position.
func (e edits) shorthand(line, col int32) bool { return e.shorthands[[2]int32{line, col}] }

// signature gives an extension type its words back.
func (e edits) signature(s string, line int32) string {
	x, ok := e.extensions[line]
	if !ok {
		return s
	}
	rest := strings.TrimPrefix(s, "class ")
	name, after, _ := strings.Cut(rest, " ")
	if x.constructor != "" {
		name += "." + x.constructor
	}
	return strings.TrimSpace(syntax.Line("extension type " + name + "(" + strings.TrimSpace(x.typ+" "+x.field) + ") " + after))
}

// clean blanks out what the grammar does not know, so that every byte keeps its place:
// extension types become classes, "abstract" of a field, labels of loops, and the "?" or "."
// that an element or a member begins with go.
func clean(src []byte) ([]byte, edits) {
	out := bytes.Clone(src)
	e := edits{shorthands: map[[2]int32]bool{}, extensions: map[int32]extensionType{}}
	c := cleaner{src: src, out: out, edits: &e, position: positions(src)}
	c.code(0, len(src))
	return out, e
}

// cleaner walks over the code of a file, strings and comments left out.
type cleaner struct {
	src, out []byte
	edits    *edits
	position func(int) (line, col int32)
	last     byte   // Last byte of code that is no space.
	word     string // Last word, when last is its end.
}

// positions returns a function from a byte offset to line and column, for offsets that
// grow.
func positions(src []byte) func(int) (int32, int32) {
	at, line, start := 0, int32(1), 0
	return func(to int) (int32, int32) {
		if to < at {
			at, line, start = 0, 1, 0
		}
		for ; at < to; at++ {
			if src[at] == '\n' {
				line++
				start = at + 1
			}
		}
		return line, int32(to - start)
	}
}

func (c *cleaner) blank(from, to int) {
	for i := from; i < to; i++ {
		if c.out[i] != '\n' {
			c.out[i] = ' '
		}
	}
	c.edits.count++
}

// code walks from i to the end, or to the "}" that closes an interpolation, and
// returns where it stopped.
func (c *cleaner) code(i, end int) int {
	depth := 0
	for i < end {
		ch := c.src[i]
		switch {
		case ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r':
			i++
			continue
		case bytes.HasPrefix(c.src[i:end], []byte("//")):
			for i < end && c.src[i] != '\n' {
				i++
			}
			continue
		case bytes.HasPrefix(c.src[i:end], []byte("/*")):
			i = comment(c.src, i, end)
			continue
		case ch == '\'' || ch == '"':
			raw := c.word == "r" && i > 0 && c.src[i-1] == 'r'
			i = c.text(i, end, raw)
			c.last, c.word = '"', ""
			continue
		case isLetter(ch):
			i = c.identifier(i, end)
			continue
		case ch >= '0' && ch <= '9':
			for i < end && (isLetter(c.src[i]) || c.src[i] >= '0' && c.src[i] <= '9') {
				i++
			}
			c.last, c.word = '0', ""
			continue
		case ch == '?' && c.opens() && i+1 < end && (isLetter(c.src[i+1]) || strings.IndexByte("([{'\"", c.src[i+1]) >= 0):
			c.blank(i, i+1)
		case ch == '?' && i+1 < end && (c.src[i+1] == '.' || c.src[i+1] == '?' || c.src[i+1] == '['):
			c.last, c.word = '.', ""
			i += 2
			continue
		case ch == '=' && i+1 < end && c.src[i+1] == '>':
			c.last, c.word = '>', "=>"
			i += 2
			continue
		case ch == '.' && c.expects() && i+1 < end && isLetter(c.src[i+1]):
			c.blank(i, i+1)
			line, col := c.position(i + 1)
			c.edits.shorthands[[2]int32{line, col}] = true
		case ch == '{':
			depth++
		case ch == '}':
			if depth == 0 && end < len(c.src) || depth == 0 && i+1 == end {
				return i
			}
			depth--
		}
		c.last, c.word = ch, ""
		i++
	}
	return i
}

// opens reports whether an element of a collection may begin here.
func (c *cleaner) opens() bool {
	return c.last == ',' || c.last == '[' || c.last == '{' || c.last == ':'
}

// expects reports whether a value must begin here.
func (c *cleaner) expects() bool {
	switch c.last {
	case '(', ',', '[', '{', ':', '=', '?':
		return true
	}
	return c.word == "return" || c.word == "case" || c.word == "=>"
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

// comment returns the end of a block comment; they nest.
func comment(src []byte, i, end int) int {
	depth := 0
	for i < end {
		switch {
		case bytes.HasPrefix(src[i:end], []byte("/*")):
			depth++
			i += 2
		case bytes.HasPrefix(src[i:end], []byte("*/")):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return end
}

// text walks over a string with the code that is interpolated in it.
func (c *cleaner) text(i, end int, raw bool) int {
	quote := c.src[i : i+1]
	if bytes.HasPrefix(c.src[i:end], bytes.Repeat(quote, 3)) {
		quote = c.src[i : i+3]
	}
	i += len(quote)
	for i < end {
		switch {
		case bytes.HasPrefix(c.src[i:end], quote):
			return i + len(quote)
		case c.src[i] == '\n' && len(quote) == 1:
			return i
		case c.src[i] == '\\' && !raw:
			i += 2
		case c.src[i] == '$' && !raw && i+1 < end && c.src[i+1] == '{':
			c.last, c.word = '{', ""
			i = c.interpolation(i+2, end) + 1
		default:
			i++
		}
	}
	return min(i, end)
}

// interpolation walks to the "}" that ends the code inside a string.
func (c *cleaner) interpolation(i, end int) int {
	depth := 0
	for i < end {
		switch ch := c.src[i]; {
		case ch == '\'' || ch == '"':
			i = c.text(i, end, i > 0 && c.src[i-1] == 'r')
			continue
		case ch == '{':
			depth++
		case ch == '}':
			if depth == 0 {
				return i
			}
			depth--
		}
		i++
	}
	return i
}

var (
	extension = regexp.MustCompile(`^extension\s+type\s+(?:const\s+)?([A-Za-z_$][\w$]*)`)
	loopLabel = regexp.MustCompile(`^[A-Za-z_$][\w$]*\s*:\s*(?:for|while|do|switch)\b`)
	fieldHead = regexp.MustCompile(`^abstract\s+(?:base\s+|final\s+|interface\s+|mixin\s+|sealed\s+)*class\b`)
)

// identifier walks over a word and what it may begin.
func (c *cleaner) identifier(i, end int) int {
	j := i
	for j < end && (isLetter(c.src[j]) || c.src[j] >= '0' && c.src[j] <= '9') {
		j++
	}
	word := string(c.src[i:j])
	statement := c.last == 0 || c.last == ';' || c.last == '{' || c.last == '}' || c.last == ')'
	switch {
	case word == "extension":
		if m := extension.FindSubmatchIndex(c.src[i:end]); m != nil {
			j = c.extensionType(i, i+m[2], i+m[3], end)
		}
	case word == "abstract" && statement && !fieldHead.Match(c.src[i:end]):
		c.blank(i, j)
		return j
	case statement && c.last != ')':
		if m := loopLabel.Find(c.src[i:min(end, i+200)]); m != nil && (c.last != '{' || !bytes.HasSuffix(m, []byte("switch"))) {
			colon := i + bytes.IndexByte(m, ':')
			c.blank(i, colon+1)
			c.last, c.word = ';', ""
			return colon + 1
		}
	}
	c.last, c.word = 'a', word
	return j
}

// extensionType turns "extension type Name.ctor(T field)" into a class of that name
// and returns where what is kept goes on.
func (c *cleaner) extensionType(start, name, nameEnd, end int) int {
	i := nameEnd
	x := extensionType{}
	if i < end && c.src[i] == '<' { // Type parameters stay.
		depth := 0
		for ; i < end; i++ {
			if c.src[i] == '<' {
				depth++
			} else if c.src[i] == '>' {
				if depth--; depth == 0 {
					i++
					break
				}
			}
		}
	}
	from := i
	if i < end && c.src[i] == '.' {
		j := i + 1
		for j < end && (isLetter(c.src[j]) || c.src[j] >= '0' && c.src[j] <= '9') {
			j++
		}
		x.constructor = string(c.src[i+1 : j])
		x.constructorLine, x.constructorCol = c.position(i + 1)
		i = j
	}
	if i >= end || c.src[i] != '(' {
		return nameEnd
	}
	depth, open := 0, i
	for ; i < end; i++ {
		if c.src[i] == '(' {
			depth++
		} else if c.src[i] == ')' {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if i >= end {
		return nameEnd
	}
	inner := strings.TrimRight(string(c.src[open+1:i]), " \n\t\r,")
	fieldAt := strings.LastIndexAny(inner, " \n\t\r>?)") + 1
	x.field = inner[fieldAt:]
	x.fieldLine, x.fieldCol = c.position(open + 1 + fieldAt)
	x.typ = strings.TrimSpace(inner[:fieldAt])
	if k := strings.Index(inner, x.typ); k >= 0 && x.typ != "" {
		x.typeLine, x.typeCol = c.position(open + 1 + k)
	}
	line, _ := c.position(name)
	c.edits.extensions[line] = x
	c.blank(start, name)
	copy(c.out[start:], "class")
	c.blank(from, i+1)
	return i + 1
}

// representation declares what an extension type had in parentheses: its field and its
// first constructor.
func (x *extractor) representation(id, line int32) {
	e, ok := x.edits.extensions[line]
	if !ok {
		return
	}
	owner := x.b.Symbol(id)
	s := lang.NewSymbol(owner.Name, schema.KindConstructor)
	s.NameLine, s.NameCol = owner.NameLine, owner.NameCol
	if e.constructor != "" {
		s.Name, s.NameLine, s.NameCol = e.constructor, e.constructorLine, e.constructorCol
	}
	s.Span = lang.Span{StartLine: s.NameLine, StartCol: s.NameCol, EndLine: e.fieldLine, EndCol: e.fieldCol + int32(len(e.field))}
	s.Visibility, s.Flags = visibility(s.Name)
	s.Arity, s.Complexity = 1, 1
	s.Signature = s.Name + "(" + syntax.Line(e.typ+" "+e.field) + ")"
	x.b.DefineHidden(s)
	if e.field == "" || !isLetter(e.field[0]) {
		return
	}
	f := lang.NewSymbol(e.field, schema.KindField)
	f.NameLine, f.NameCol = e.fieldLine, e.fieldCol
	f.Span = lang.Span{StartLine: e.fieldLine, StartCol: e.fieldCol, EndLine: e.fieldLine, EndCol: e.fieldCol + int32(len(e.field))}
	f.Visibility, f.Flags = visibility(e.field)
	f.Signature = syntax.Line(e.typ + " " + e.field)
	if simpleType.MatchString(e.typ) {
		first, rest, dotted := strings.Cut(strings.TrimSuffix(e.typ, "?"), ".")
		r := lang.NewRef(first, schema.RoleType)
		r.Line, r.Col, r.EndCol = e.typeLine, e.typeCol, e.typeCol+int32(len(first))
		f.Type = x.b.Ref(r)
		if dotted {
			m := r
			m.Name, m.Base = rest, f.Type
			m.Col = r.EndCol + 1
			m.EndCol = m.Col + int32(len(rest))
			x.b.RefAt(f.Type).Role = schema.RoleRead
			f.Type = x.b.Ref(m)
		}
	}
	x.b.Bind(fieldKey(f.Name), x.b.Define(f))
}

var simpleType = regexp.MustCompile(`^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?\??$`)

func visibility(name string) (schema.Visibility, schema.SymbolFlags) {
	if private(name) {
		return schema.VisibilityPrivate, 0
	}
	return schema.VisibilityPublic, schema.SymbolExported
}
