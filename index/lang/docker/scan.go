package docker

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
)

// instruction is one instruction with its words.
type instruction struct {
	keyword syntax.Token
	name    string // Upper case.
	words   []word
	docs    []heredoc
	last    syntax.Token // What it ends with.
	comment []string     // The lines of the comment directly above.
}

// word is an argument as it is written, quotes included. Where a line is continued
// inside of it, the text goes on behind the break.
type word struct {
	syntax.Token
	text string
	// at maps an offset in text to the source.
	at []int
}

// heredoc is the text between << and its end.
type heredoc struct {
	start, end int
	line       int32
	expands    bool // Its name is not quoted.
}

var (
	escapeDirective = regexp.MustCompile("^#[ \t]*[eE][sS][cC][aA][pP][eE][ \t]*=[ \t]*([\\\\`])[ \t\r]*$")
	directive       = regexp.MustCompile(`^#[ \t]*[A-Za-z][\w-]*[ \t]*=[ \t]*\S+[ \t\r]*$`)
	heredocStart    = regexp.MustCompile(`^<<(-?)(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_.]+))$`)
)

// scan cuts the file into instructions and returns the comment that describes it.
func (r *reader) scan() (list []instruction, doc string) {
	c := syntax.Cursor{Src: r.src}
	escape := byte('\\')
	head, directives := true, true // Nothing but comments so far, nothing but directives so far.
	var comment, first []string
	last := -1 // Line of the comment before.
	for c.Pos < len(r.src) {
		line := c.Line()
		text := lineOf(c.Rest())
		trimmed := bytes.TrimLeft(text, " \t\r")
		switch {
		case len(trimmed) == 0:
			if head && len(first) == 0 {
				first = comment
			}
			comment, directives = nil, false
			c.Skip(len(text) + 1)
		case trimmed[0] == '#':
			if m := escapeDirective.FindSubmatch(text); m != nil && directives {
				escape = m[1][0]
			} else if !directives || !directive.Match(text) {
				directives = false
				if last != int(line)-1 {
					comment = nil
				}
				comment = append(comment, strings.TrimSpace(strings.TrimLeft(string(trimmed), "#")))
				last = int(line)
			}
			c.Skip(len(text) + 1)
		default:
			if last != int(line)-1 {
				comment = nil
			}
			c.Skip(len(text) - len(trimmed))
			i := r.instructionAt(&c, escape)
			i.comment = comment
			list = append(list, i)
			comment, head, directives = nil, false, false
		}
	}
	if s := syntax.FirstSentence(first); !syntax.IsLicence(s) {
		doc = s
	}
	return list, doc
}

// lineOf returns the line at the start of s without its end.
func lineOf(s []byte) []byte {
	if i := bytes.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

// instructionAt reads the instruction at the cursor, over continued lines and the
// documents that follow.
func (r *reader) instructionAt(c *syntax.Cursor, escape byte) instruction {
	n := 0
	for isLetter(c.Peek(n)) {
		n++
	}
	i := instruction{keyword: c.Token(0, max(n, 1))}
	i.name = strings.ToUpper(i.keyword.Text(r.src))
	i.last = i.keyword
	var w *word
	var text []byte
	end := func() {
		if w != nil {
			w.text, text = string(text), nil
			i.words = append(i.words, *w)
			i.last = w.Token
			w = nil
		}
	}
	quote := byte(0)
	for c.Pos < len(r.src) {
		ch := c.Peek(0)
		switch {
		case ch == '\n':
			end()
			c.Skip(1)
			r.documents(c, &i)
			return i
		case ch == escape && r.continues(c):
			if quote == 0 && w != nil && c.Pos > 0 && isSpace(r.src[c.Pos-1]) {
				end()
			}
			r.nextLine(c)
		case quote == 0 && isSpace(ch):
			end()
			c.Skip(1)
		default:
			if w == nil {
				w = &word{Token: c.Token(0, 0)}
			}
			size := 1
			switch {
			case ch == escape && quote != '\'' && c.Peek(1) != 0 && c.Peek(1) != '\n':
				size = 2
			case quote == 0 && (ch == '"' || ch == '\''):
				quote = ch
			case ch == quote:
				quote = 0
			}
			for k := range size {
				text = append(text, r.src[c.Pos+k])
				w.at = append(w.at, c.Pos+k)
			}
			t := c.Token(0, size)
			w.End, w.EndLine, w.EndCol = t.End, t.EndLine, t.EndCol
		}
	}
	end()
	return i
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isSpace(c byte) bool  { return c == ' ' || c == '\t' || c == '\r' }

// continues reports whether the escape at the cursor is the last of its line.
func (r *reader) continues(c *syntax.Cursor) bool {
	return len(bytes.TrimRight(lineOf(c.Rest())[1:], " \t\r")) == 0 && c.Pos+1 < len(r.src)
}

// nextLine moves to the line that continues this one: comments and empty lines between
// do not count.
func (r *reader) nextLine(c *syntax.Cursor) {
	c.Skip(len(lineOf(c.Rest())) + 1)
	for c.Pos < len(r.src) {
		text := lineOf(c.Rest())
		trimmed := bytes.TrimLeft(text, " \t\r")
		if len(trimmed) > 0 && trimmed[0] != '#' {
			return
		}
		c.Skip(len(text) + 1)
	}
}

// documents reads the here-documents that the words of an instruction announce.
func (r *reader) documents(c *syntax.Cursor, i *instruction) {
	if i.name != "RUN" && i.name != "COPY" && i.name != "ADD" && i.name != "ONBUILD" {
		return
	}
	for _, w := range i.words {
		at := strings.Index(w.text, "<<")
		if at < 0 || i.name != "RUN" && at > 0 {
			continue
		}
		m := heredocStart.FindStringSubmatch(w.text[at:])
		if m == nil {
			continue
		}
		name := m[2] + m[3] + m[4]
		d := heredoc{start: c.Pos, line: c.Line(), expands: m[4] != ""}
		closed := false
		for c.Pos < len(r.src) {
			text := lineOf(c.Rest())
			line := strings.TrimSuffix(string(text), "\r")
			if m[1] == "-" {
				line = strings.TrimLeft(line, "\t")
			}
			d.end = c.Pos
			i.last = c.Token(0, len(text))
			c.Skip(1)
			if line == name {
				closed = true
				break
			}
			d.end = c.Pos
		}
		if !closed {
			r.b.ProblemAt(w.Span(), "syntax error: here-document "+name+" has no end")
			r.errors += len(w.text)
		}
		i.docs = append(i.docs, d)
	}
}
