package dart

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// mend reads a file with mistakes declaration by declaration, and a type with mistakes
// member by member, so that a mistake ends with what it stands in.
func (x *extractor) mend(g *sitter.Grammar, whole *sitter.Tree) {
	src := whole.Src
	pieces := syntax.Piece{End: len(src)}.Cut(src, starts, isComment)
	trees := make([]*sitter.Tree, len(pieces))
	errors := 0
	for i, p := range pieces {
		t, err := p.Parse(g, src)
		if err != nil {
			pieces = nil
			break
		}
		trees[i] = t
		errors += t.ErrorBytes()
	}
	if pieces == nil || errors > whole.ErrorBytes() {
		syntax.Problems(x.b, whole)
		x.members(whole.Root(), false)
		return
	}
	for i, p := range pieces {
		t := trees[i]
		if t.ErrorBytes() > 0 && x.mendType(g, src, p, t.ErrorBytes()) {
			continue
		}
		x.read(t, func() { x.members(t.Root(), false) })
	}
	x.headlines(src)
}

// read adds up the errors of a tree that f reads.
func (x *extractor) read(t *sitter.Tree, f func()) {
	errors := x.b.Facts().ErrorBytes
	syntax.Problems(x.b, t)
	x.b.Facts().ErrorBytes += errors
	f()
}

// mendType reads a type from its head and its members, each apart; false means that
// the piece is no type, or that its members alone have many more errors than it.
func (x *extractor) mendType(g *sitter.Grammar, src []byte, p syntax.Piece, errors int) bool {
	m := typeHead.FindIndex(src[p.Start:p.End])
	if m == nil {
		return false
	}
	body := syntax.Piece{Start: p.Start + m[1], End: p.End}
	if end := bytes.LastIndex(src[body.Start:body.End], []byte("\n}")); end >= 0 {
		body.End = body.Start + end + 1
	}
	parts := body.Cut(src, isMember, isMemberComment)
	if parts == nil {
		return false
	}
	var trees []*sitter.Tree
	sum := 0
	for _, part := range parts {
		text := append([]byte("class _{"), bytes.Repeat([]byte{'\n'}, bytes.Count(src[:part.Start], []byte{'\n'}))...)
		text = append(text, src[part.Start:part.End]...)
		t, err := g.Parse(append(text, "\n}\n"...))
		if err != nil {
			return false
		}
		sum += t.ErrorBytes()
		trees = append(trees, t)
	}
	head := bytes.Repeat([]byte{'\n'}, bytes.Count(src[:p.Start], []byte{'\n'}))
	head = append(head, src[p.Start:body.Start]...)
	t, err := g.Parse(append(head, "\n}\n"...))
	if err != nil || t.Root().HasError() || sum > 2*errors {
		return false
	}
	id := int32(len(x.b.Facts().Symbols))
	x.inside = func() {
		for _, t := range trees {
			x.read(t, func() { x.members(t.Root().FirstNamed().Field("body"), true) })
		}
	}
	x.members(t.Root(), false)
	x.inside = nil
	if int(id) < len(x.b.Facts().Symbols) {
		s := x.b.Symbol(id)
		s.Span.EndLine, s.Span.EndCol = int32(bytes.Count(src[:p.End], []byte{'\n'}))+1, 0
	}
	return true
}

var typeHead = regexp.MustCompile(`(?m)^(?:(?:abstract|base|final|sealed|interface|mixin)\s+)*(?:class|mixin|extension)\b[^{}();]*\{[ \t\r]*(?://[^\n]*)?$`)

// starts reports whether a line starts a declaration of the file.
func starts(line []byte) bool { return len(line) > 1 && isLetter(line[0]) }

func isComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("@"))
}

// isMember reports whether a line starts a member as the formatter of the language
// indents it.
func isMember(line []byte) bool {
	return len(line) > 3 && line[0] == ' ' && line[1] == ' ' && isLetter(line[2])
}

func isMemberComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("  //")) || bytes.HasPrefix(line, []byte("  @"))
}

// headlines declares the functions and methods at the start of a line that no node
// gave: their head is what is broken.
func (x *extractor) headlines(src []byte) {
	facts := x.b.Facts()
	seen := make(map[int32]bool, len(facts.Symbols))
	for i := range facts.Symbols {
		if !facts.Symbols[i].Kind.IsLocal() {
			seen[facts.Symbols[i].NameLine] = true
		}
	}
	line, quoted := int32(0), false
	for text := range strings.SplitSeq(string(src), "\n") {
		line++
		if strings.Count(text, "'''")%2 == 1 || strings.Count(text, `"""`)%2 == 1 {
			quoted = !quoted
		}
		m := headline.FindStringSubmatchIndex(text)
		if m == nil || quoted || seen[line] || reserved[text[m[2]:m[3]]] || reserved[strings.Fields(text)[0]] {
			continue
		}
		name := text[m[2]:m[3]]
		s := lang.NewSymbol(name, schema.KindFunction)
		if text[0] == ' ' {
			if s.Parent = x.around(line); s.Parent == 0 {
				continue
			}
			s.Kind = schema.KindMethod
		}
		s.Visibility, s.Flags = visibility(name)
		s.NameLine, s.NameCol = line, int32(m[2])
		s.Span = lang.Span{StartLine: line, StartCol: int32(len(text) - len(strings.TrimLeft(text, " "))), EndLine: line, EndCol: int32(len(text))}
		head, _, _ := strings.Cut(text, "{")
		s.Signature = syntax.Line(head)
		s.Complexity = 1
		if id := x.b.DefineHidden(s); s.Parent <= 0 {
			x.b.BindIn(0, name, id)
		}
	}
}

var headline = regexp.MustCompile(`^(?:  )?(?:(?:static|external)\s+)*(?:[A-Za-z_$][\w$<>?,.]*(?: [\w$<>?,.]+)*\s+)([A-Za-z_$][\w$]*)\s*\([^;]*\{\s*\}?\s*(?://.*)?$`)

// reserved are words that begin a statement, not a declaration.
var reserved = map[string]bool{
	"if": true, "for": true, "while": true, "switch": true, "catch": true, "return": true, "await": true, "throw": true, "else": true, "on": true,
	"assert": true, "new": true, "const": true, "yield": true, "in": true, "case": true, "do": true, "class": true, "Function": true,
}

// around returns the innermost type whose lines hold line, 0 for none.
func (x *extractor) around(line int32) int32 {
	best := int32(0)
	for i := range x.b.Facts().Symbols {
		s := &x.b.Facts().Symbols[i]
		if (s.Kind.IsType() || s.Kind == schema.KindImpl) && s.Span.StartLine < line && line <= s.Span.EndLine {
			best = int32(i)
		}
	}
	return best
}
