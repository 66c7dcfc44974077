package sql

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
)

var (
	delimiterLine = regexp.MustCompile(`^(?i:delimiter)[ \t]+(\S+)[ \t\r]*$`)
	includeLine   = regexp.MustCompile(`^(?:\\ir?[ \t]+|@@?|:r[ \t]+|(?i:source)[ \t]+)([\w./\\-]+\.\w+)[ \t;\r]*$`)
	copyData      = regexp.MustCompile(`(?i)^copy\b[^;]*\bfrom\s+stdin\b[^;]*;[ \t\r]*$`)
	dollarTag     = regexp.MustCompile(`^\$(?:[A-Za-z_\x80-\xff][\w\x80-\xff]*)?\$`)
	placeholder   = regexp.MustCompile(`^@[A-Za-z_]\w*@`) // @extschema@ of an extension of PostgreSQL.
	engine        = regexp.MustCompile(`(?i)^\)[^;]{0,80}\bengine\s*=`)
	clientLine    = regexp.MustCompile(`^(?i:(?:prompt|spool|whenever|define|undefine|accept|rem|remark|ttitle|btitle)\b.*|set[ \t]+\w+(?:[ \t]+\w+){0,3})[ \t]*$`)
)

// dialect says whether a file is of MySQL, which escapes with backslashes, and whether
// lines with GO end its statements, as in SQL Server.
func dialect(src []byte) (mysql, batches bool) {
	mysql = bytes.IndexByte(src[:min(len(src), 1<<16)], '`') >= 0
	for begin := 0; begin < len(src); {
		line := src[begin:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		begin += len(line) + 1
		trimmed := bytes.TrimSpace(line)
		switch {
		case len(trimmed) < 2:
		case trimmed[0]|32 == 'g':
			batches = batches || isBatch(trimmed)
		case trimmed[0]|32 == 'd':
			mysql = mysql || delimiterLine.Match(trimmed)
		case trimmed[0] == ')':
			mysql = mysql || engine.Match(trimmed)
		}
	}
	return mysql && !batches && !bytes.Contains(src, []byte("[dbo]")), batches
}

// isBatch reports whether a line is GO, a count may follow.
func isBatch(line []byte) bool {
	if len(line) < 2 || line[0]|32 != 'g' || line[1]|32 != 'o' {
		return false
	}
	rest := bytes.TrimSpace(line[2:])
	if len(rest) > 0 && !isSpace(line[2]) {
		return false
	}
	for _, c := range rest {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// lexer cuts a file into tokens.
type lexer struct {
	r         *reader
	c         syntax.Cursor
	limit     int    // End of what is read: the file, or the body of a routine.
	delimiter string // Of MySQL's client, "" for ";".
	lineStart bool   // Nothing but blanks stands before on this line.
	statement int    // Index of the first token of the statement.
	comment   bool   // Inside of /*!12345 … */, which MySQL runs.
	depth     int    // Of bodies inside of bodies.
}

// scan fills in the tokens and comments of the file.
func (r *reader) scan() {
	r.mysql, r.batches = dialect(r.src)
	r.tokens = make([]token, 0, len(r.src)/5+8)
	l := lexer{r: r, c: syntax.Cursor{Src: r.src}, limit: len(r.src), lineStart: true}
	l.run()
}

func (l *lexer) add(kind uint8, n int) {
	l.r.tokens = append(l.r.tokens, token{Token: l.c.Token(kind, n)})
	if kind == end || kind == batch {
		l.statement = len(l.r.tokens)
	}
}

func (l *lexer) rest() []byte { return l.r.src[l.c.Pos:l.limit] }

func (l *lexer) run() {
	for l.c.Pos < l.limit {
		ch := l.c.Peek(0)
		if ch == '\n' {
			l.c.Skip(1)
			l.lineStart = true
			continue
		}
		if isSpace(ch) {
			l.c.Skip(1)
			continue
		}
		if l.lineStart && l.line() {
			continue
		}
		first := l.lineStart
		l.lineStart = false
		l.token(ch, first)
	}
}

// line reads what stands alone on a line: commands of clients and ends of batches.
func (l *lexer) line() bool {
	rest := l.rest()
	line := rest
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		line = rest[:i]
	}
	trimmed := bytes.TrimRight(line, " \t\r")
	switch ch := trimmed[0]; {
	case ch == '\\' || ch == '@' || ch == ':' || ch == 's' || ch == 'S':
		if m := includeLine.FindSubmatchIndex(trimmed); m != nil {
			l.c.Skip(m[2])
			t := l.c.Token(0, m[3]-m[2])
			l.r.include(t)
			l.c.Skip(len(line) - m[3])
			return true
		}
		if ch == '\\' {
			l.c.Skip(len(line))
			return true
		}
	case ch == 'd' || ch == 'D':
		if m := delimiterLine.FindSubmatch(trimmed); m != nil {
			if l.delimiter = string(m[1]); l.delimiter == ";" {
				l.delimiter = ""
			}
			l.c.Skip(len(line))
			return true
		}
	case ch == '/' && len(trimmed) == 1:
		l.add(batch, 1)
		return true
	case isBatch(trimmed):
		l.add(batch, len(trimmed))
		return true
	}
	if l.statement == len(l.r.tokens) && len(trimmed) < 200 && clientLine.Match(trimmed) {
		l.c.Skip(len(line))
		return true
	}
	return false
}

func (l *lexer) token(ch byte, first bool) {
	rest := l.rest()
	switch {
	case bytes.HasPrefix(rest, []byte("--")), ch == '#' && (len(rest) == 1 || isSpace(rest[1]) || rest[1] == '\n' || first && l.r.mysql):
		n := len(rest)
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			n = i
		}
		l.r.comments = append(l.r.comments, l.c.Token(0, n))
	case bytes.HasPrefix(rest, []byte("/*")):
		l.blockComment(rest)
	case l.comment && bytes.HasPrefix(rest, []byte("*/")):
		l.comment = false
		l.c.Skip(2)
	case l.delimiter != "" && bytes.HasPrefix(rest, []byte(l.delimiter)):
		l.add(batch, len(l.delimiter))
	case ch == ';':
		l.semicolon()
	case ch == '\'':
		l.str(rest, 0, l.r.mysql)
	case (ch|32) == 'n' && len(rest) > 1 && rest[1] == '\'' && !l.attached():
		l.str(rest, 1, l.r.mysql)
	case (ch|32) == 'e' && len(rest) > 1 && rest[1] == '\'' && !l.attached():
		l.str(rest, 1, true)
	case (ch|32) == 'q' && len(rest) > 3 && rest[1] == '\'' && !l.attached() && !isWord(rest[2]):
		l.oracleString(rest)
	case ch == '"' || ch == '`':
		l.name(rest, ch)
	case ch == '[' && l.bracketed(rest):
		l.name(rest, ']')
	case ch == '$':
		l.dollar(rest)
	case ch == '@' && placeholder.Match(rest[:min(len(rest), 80)]):
		l.add(word, bytes.IndexByte(rest[1:], '@')+2)
	case ch == '@' || ch == ':' && len(rest) > 1 && (isLetter(rest[1]) || rest[1] == '\''):
		n := 1
		for n < len(rest) && (rest[n] == '@' || isWord(rest[n])) {
			n++
		}
		l.add(variable, n)
	case ch == '?':
		l.add(variable, 1)
	case bytes.HasPrefix(rest, []byte("{{")), bytes.HasPrefix(rest, []byte("{%")), bytes.HasPrefix(rest, []byte("{#")):
		l.template(rest)
	case isLetter(ch) || ch == '#':
		l.word(rest)
	case ch >= '0' && ch <= '9':
		n := 1
		for n < len(rest) && (isWord(rest[n]) || rest[n] == '.') {
			n++
		}
		l.add(number, n)
	default:
		l.add(punct, 1)
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}
func isWord(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '$' || c == '#' }

// attached reports whether the byte before belongs to a word.
func (l *lexer) attached() bool { return l.c.Pos > 0 && isWord(l.r.src[l.c.Pos-1]) }

func (l *lexer) word(rest []byte) {
	n := 1
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	var buf [24]byte
	key := ""
	if n <= len(buf) {
		for i := range n {
			c := rest[i]
			if c >= 'A' && c <= 'Z' {
				c |= 32
			}
			buf[i] = c
		}
		key = interned[string(buf[:n])]
	}
	l.add(word, n)
	l.r.tokens[len(l.r.tokens)-1].key = key
}

// semicolon ends a statement, and skips the rows that follow COPY … FROM stdin.
func (l *lexer) semicolon() {
	from := l.c.Pos
	if l.delimiter != "" { // Inside of a routine.
		l.add(end, 1)
		return
	}
	start := from
	if l.statement < len(l.r.tokens) {
		start = l.r.tokens[l.statement].Start
	}
	l.add(end, 1)
	if l.r.src[start]|32 != 'c' || from-start > 4096 || !copyData.Match(l.r.src[start:from+1]) {
		return
	}
	if i := bytes.Index(l.rest(), []byte("\n\\.")); i >= 0 {
		l.c.Skip(i + 3)
		l.lineStart = false
	}
}

// blockComment reads a comment, which nests. What MySQL runs in /*!12345 … */ is code.
func (l *lexer) blockComment(rest []byte) {
	if len(rest) > 3 && rest[2] == '!' {
		n := 3
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		l.c.Skip(n)
		l.comment = true
		return
	}
	depth, n := 0, 0
	for n < len(rest) && !l.r.flat {
		switch {
		case bytes.HasPrefix(rest[n:], []byte("/*")):
			depth++
			n += 2
			continue
		case bytes.HasPrefix(rest[n:], []byte("*/")):
			depth--
			n += 2
			if depth == 0 {
				l.r.comments = append(l.r.comments, l.c.Token(0, n))
				return
			}
			continue
		}
		n++
	}
	l.r.flat = true // It does not nest then.
	if i := bytes.Index(rest, []byte("*/")); i >= 0 {
		l.r.comments = append(l.r.comments, l.c.Token(0, i+2))
		return
	}
	l.broken(len(rest), "syntax error: unfinished comment")
}

// broken passes over n bytes that cannot be read.
func (l *lexer) broken(n int, reason string) {
	t := l.c.Token(0, n)
	l.r.errors += n
	l.r.b.ProblemAt(t.Span(), reason)
}

// str reads a string from its quote at offset from on.
func (l *lexer) str(rest []byte, from int, escapes bool) {
	if l.r.lost >= maxLost {
		l.add(punct, from+1)
		return
	}
	for n := from + 1; n < len(rest); n++ {
		switch {
		case rest[n] == '\\' && escapes:
			n++
		case rest[n] != '\'':
		case n+1 < len(rest) && rest[n+1] == '\'':
			n++
		default:
			l.add(text, n+1)
			return
		}
	}
	l.r.lost++
	n := len(rest) // Unfinished: give up its line.
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		n = i
	}
	l.broken(n, "syntax error: unfinished string")
}

// oracleString reads q'[…]'.
func (l *lexer) oracleString(rest []byte) {
	closer := rest[2]
	if i := strings.IndexByte("[({<", closer); i >= 0 {
		closer = "])}>"[i]
	}
	if i := bytes.Index(rest[3:min(len(rest), 1<<16)], []byte{closer, '\''}); i >= 0 {
		l.add(text, i+5)
		return
	}
	l.word(rest)
}

// name reads a quoted name.
func (l *lexer) name(rest []byte, closer byte) {
	for n := 1; n < len(rest) && l.r.lost < maxLost; n++ {
		if rest[n] == '\n' && closer != '"' {
			break
		}
		if rest[n] != closer {
			continue
		}
		if n+1 < len(rest) && rest[n+1] == closer {
			n++
			continue
		}
		l.add(quoted, n+1)
		return
	}
	l.r.lost++
	l.broken(1, "syntax error: unfinished name")
}

// bracketed reports whether "[" begins a name of SQL Server, not an index.
func (l *lexer) bracketed(rest []byte) bool {
	if l.c.Pos > 0 && (isWord(l.r.src[l.c.Pos-1]) || strings.IndexByte(")]\"'", l.r.src[l.c.Pos-1]) >= 0) {
		return false
	}
	if len(rest) < 3 || !isLetter(rest[1]) && rest[1] != '#' && rest[1] != '@' && !(rest[1] >= '0' && rest[1] <= '9') {
		return false
	}
	i := bytes.IndexAny(rest, "]\n")
	return i > 1 && rest[i] == ']' && !bytes.ContainsAny(rest[1:i], ",'")
}

// dollar reads $1, or the body of a routine between $tag$ and $tag$, whose tokens stand
// between one that opens and one that closes it.
func (l *lexer) dollar(rest []byte) {
	if n := l.directive(rest); n > 0 {
		l.c.Skip(n)
		return
	}
	tag := dollarTag.Find(rest)
	if inquiry.Match(rest) {
		tag = nil
	}
	if tag == nil || l.attached() || l.depth >= maxNested || l.r.lost >= maxLost {
		n := 1
		for n < len(rest) && isWord(rest[n]) {
			n++
		}
		l.add(variable, n)
		return
	}
	i := bytes.Index(rest[len(tag):], tag)
	if i < 0 {
		l.r.lost++
		l.broken(len(tag), "syntax error: unfinished string")
		return
	}
	l.add(opening, len(tag))
	inner := lexer{r: l.r, c: l.c, limit: l.c.Pos + i, statement: len(l.r.tokens), lineStart: true, depth: l.depth + 1}
	inner.run()
	l.c = inner.c
	l.c.Skip(inner.limit - l.c.Pos)
	l.add(closing, len(tag))
}

var (
	condition = regexp.MustCompile(`^(?i:\$(?:if|elsif)\b[^;]{0,400}?\$then\b)`)
	branch    = regexp.MustCompile(`^(?i:\$(?:else|end|then)\b)`)
	failure   = regexp.MustCompile(`^(?i:\$error\b[^;]{0,800}?\$end\b)`)
	inquiry   = regexp.MustCompile(`^\$\$(?i:plsql_)\w+`)
)

// directive returns the length of a directive of Oracle's conditional compilation; all
// branches are read.
func (l *lexer) directive(rest []byte) int {
	if len(rest) < 4 || strings.IndexByte("iIeEtT", rest[1]) < 0 || l.r.lost >= maxLost {
		return 0
	}
	for _, re := range []*regexp.Regexp{condition, branch, failure} {
		if m := re.Find(rest[:min(len(rest), 1000)]); m != nil {
			return len(m)
		}
	}
	l.r.lost++
	return 0
}

// maxLost bounds how often the lexer looks for an end that the file does not have.
const maxLost = 200

// maxNested bounds bodies inside of bodies.
const maxNested = 16

func (l *lexer) template(rest []byte) {
	closer := map[byte]string{'{': "}}", '%': "%}", '#': "#}"}[rest[1]]
	i := -1
	if l.r.lost < maxLost {
		i = bytes.Index(rest, []byte(closer))
	}
	if i < 0 {
		l.r.lost++
		l.add(punct, 1)
		return
	}
	if rest[1] == '{' {
		l.add(template, i+2)
		return
	}
	l.c.Skip(i + 2)
}
