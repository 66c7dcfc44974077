package csharp

import (
	"bytes"
	"slices"

	"github.com/lc-index/lc/index/lang/sitter"
)

// parse reads src in a spelling in which what the grammar is known to miss is rewritten.
// Where it stumbles all the same, it reads src itself, and then spellings in which the
// conditional directives around the errors are replaced by their first branch: directives
// may stand in the middle of a declaration, where no grammar has room for them. The best
// tree is kept; its positions and texts are those of src.
func parse(g *sitter.Grammar, src []byte) (*sitter.Tree, error) {
	p := parser{g: g, src: src, err: sitter.ErrWorkLimit}
	toks, directives := tokens(src)
	groups := conditionals(directives)
	if inside := misplaced(src, toks, directives, groups); len(inside) > 0 {
		p.try(firstBranches(src, directives, inside))
		if p.right() {
			return p.tree, nil
		}
	}
	p.mended(src, toks, directives)
	if p.right() {
		return p.tree, nil
	}
	p.parse(src)
	if p.err == nil {
		p.try(firstBranches(src, directives, touched(groups, p.tree)))
	}
	if !p.right() {
		p.try(firstBranches(src, directives, groups))
	}
	return p.tree, p.err
}

// parser holds the best tree so far.
type parser struct {
	g         *sitter.Grammar
	src, text []byte
	tree      *sitter.Tree
	err       error // Until something was parsed.
}

func (p *parser) right() bool { return p.err == nil && !p.tree.Root().HasError() }

// try parses text, a spelling of the source, after mending it.
func (p *parser) try(text []byte) {
	if bytes.Equal(text, p.src) {
		return
	}
	toks, directives := tokens(text)
	p.mended(text, toks, directives)
}

func (p *parser) mended(text []byte, toks []token, directives []directive) {
	p.parse(mend(text, toks, directives))
}

// parse reads text and keeps the tree that has less wrong.
func (p *parser) parse(text []byte) {
	if p.text != nil && bytes.Equal(text, p.text) {
		return
	}
	spelled, extra := closed(text)
	tree, err := p.g.ParseInserted(p.src, spelled, extra)
	switch {
	case err != nil:
		if p.err != nil {
			p.err = err
		}
	case p.err != nil || weight(tree) < weight(p.tree):
		p.tree, p.err, p.text = tree, nil, text
	}
}

// noBody stands, in a mended text, for the semicolon of a type without a body: no source
// holds it, and it becomes an empty body.
const noBody = 0x01

// closed gives bodies to the types without one, which makes the text longer at extra.
func closed(text []byte) (out []byte, extra []int) {
	if bytes.IndexByte(text, noBody) < 0 {
		return text, nil
	}
	for _, c := range text {
		if c != noBody {
			out = append(out, c)
			continue
		}
		out = append(out, '{', '}')
		extra = append(extra, len(out)-1)
	}
	return out, extra
}

// weight measures how much of a tree is wrong.
func weight(t *sitter.Tree) int {
	if !t.Root().HasError() {
		return 0
	}
	w := 1 + t.ErrorBytes()
	for i := 0; i < t.Len(); i++ {
		if t.At(i).IsMissing() {
			w += 4
		}
	}
	return w
}

// conditional is an outermost #if … #endif: bytes, and the directives of it.
type conditional struct{ start, end, first, last int }

// conditionals lists the outermost conditionals.
func conditionals(directives []directive) []conditional {
	var out []conditional
	depth, from := 0, 0
	for i, d := range directives {
		switch d.word {
		case "if":
			if depth == 0 {
				from = i
			}
			depth++
		case "endif":
			if depth == 1 {
				out = append(out, conditional{directives[from].start, d.end, from, i})
			}
			depth = max(depth-1, 0)
		}
	}
	if last := len(directives) - 1; depth > 0 {
		out = append(out, conditional{directives[from].start, directives[last].end, from, last})
	}
	return out
}

// misplaced lists the conditionals that do not stand between declarations or statements:
// one of their directives is behind something that ends neither, or a branch opens what
// it does not close.
func misplaced(src []byte, toks []token, directives []directive, groups []conditional) []conditional {
	var out []conditional
	for _, g := range groups {
		depth, wrong := 0, false
		at := directives[g.first].before
		for i := g.first; i <= g.last && !wrong; i++ {
			d := directives[i]
			switch d.word {
			case "if", "elif", "else", "endif":
			default:
				continue
			}
			for ; at < d.before; at++ {
				switch src[toks[at].start] {
				case '{', '(', '[':
					depth++
				case '}', ')', ']':
					depth--
				}
				wrong = wrong || depth < 0
			}
			wrong = wrong || depth != 0
			if d.before > 0 {
				switch t := toks[d.before-1]; src[t.start] {
				case ';', '{', '}':
				default:
					wrong = true
				}
			}
			if d.before < len(toks) && d.word != "endif" {
				t := toks[d.before]
				wrong = wrong || goesOn(string(src[t.start:t.end]))
			}
		}
		if wrong {
			out = append(out, g)
		}
	}
	return out
}

// goesOn reports whether a token continues what stands before it, or starts what may only
// stand in a place of its own, such as the label of a switch.
func goesOn(word string) bool {
	switch word {
	case "else", "case", "default", "catch", "finally", "when", "where", "and", "or", "as", "is":
		return true
	}
	switch word[0] {
	case '.', ':', '?', '&', '|', '+', '=', ',', ')', ']', '>', '<', '!', '/', '%':
		return true
	}
	return false
}

// touched lists the conditionals in which, or right beside which, something is wrong.
func touched(groups []conditional, t *sitter.Tree) []conditional {
	const near = 2
	var out []conditional
	next := 0
	for i := 0; i < t.Len() && next < len(groups); i++ {
		n := t.At(i)
		if !n.IsError() && !n.IsMissing() {
			continue
		}
		start, end := n.Bytes()
		for next < len(groups) && groups[next].end+near < start {
			next++
		}
		for next < len(groups) && groups[next].start <= end+near {
			out = append(out, groups[next])
			next++
		}
	}
	return out
}

// firstBranches returns src with the directives of the conditionals given, and every
// branch of theirs behind #else or #elif, overwritten by blanks.
func firstBranches(src []byte, directives []directive, groups []conditional) []byte {
	out := bytes.Clone(src)
	for _, g := range groups {
		var other []bool // Of the open conditionals: whether a later branch is read.
		hide := false
		for i := g.first; i <= g.last; i++ {
			d := directives[i]
			switch d.word {
			case "if":
				other = append(other, false)
			case "elif", "else":
				if len(other) > 0 {
					other[len(other)-1] = true
				}
			case "endif":
				other = other[:max(len(other)-1, 0)]
			}
			hide = slices.Contains(other, true)
			blank(out[d.start:d.end])
			if hide && i < g.last {
				blank(out[d.end:directives[i+1].start])
			}
		}
	}
	return out
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\r' && c != '\n' {
			b[i] = ' '
		}
	}
}

// isDirective reports whether the grammar knows a directive.
func isDirective(word string) bool {
	switch word {
	case "if", "elif", "else", "endif", "region", "endregion", "define", "undef", "error", "warning", "line", "pragma", "nullable":
		return true
	}
	return false
}

// mend rewrites, byte for byte, what the grammar does not read:
//
//   - a collection that is empty or may pass for attributes: [a] becomes {a};
//   - params before a type that is no array, allows ref in a constraint, the dots of a
//     slice pattern, the "?" of "a?.b = c": blanks;
//   - the semicolon of a type without a body: see noBody;
//   - an extension block: the keyword becomes the head of a class;
//   - directives of scripts, and directives that the end of the file ends: blanks.
func mend(src []byte, toks []token, directives []directive) []byte {
	out := bytes.Clone(src)
	for _, d := range directives {
		if d.start > 0 && (!isDirective(d.word) || d.end == len(out) && d.word != "endif") {
			blank(out[d.start:d.end])
		}
	}
	m := &mender{text: out, toks: toks}
	for i := range m.toks {
		m.at(i)
	}
	return out
}

type mender struct {
	text []byte
	toks []token
}

func (m *mender) word(i int) string {
	if i < 0 || i >= len(m.toks) {
		return ""
	}
	return string(m.text[m.toks[i].start:m.toks[i].end])
}

func (m *mender) set(i int, text string) {
	t := m.toks[i]
	blank(m.text[t.start:t.end])
	copy(m.text[t.start:t.end], text)
}

func (m *mender) at(i int) {
	switch m.text[m.toks[i].start] {
	case '[', 'p', 'a', '.', '?', 'c', 's', 'i', 'e':
	default:
		return
	}
	switch m.word(i) {
	case "[":
		if end := m.closing(i); end > 0 && m.isCollection(i, end) {
			m.set(i, "{")
			m.set(end, "}")
		}
	case "params":
		if prev := m.word(i - 1); (prev == "(" || prev == "," || prev == "[" || prev == "]") && !m.isArray(i+1) {
			m.set(i, "")
		}
	case "allows":
		if m.word(i+1) == "ref" && m.word(i+2) == "struct" {
			m.set(i, "")
			m.set(i+1, "")
		}
	case "..":
		if prev, next := m.word(i-1), m.word(i+1); (prev == "[" || prev == ",") && (next == "var" || next == "{") {
			m.set(i, "")
		}
	case "?":
		if m.word(i+1) == "." && m.word(i+3) == "=" {
			m.set(i, "")
		}
	case "class", "struct", "interface":
		if end := m.bodyless(i); end > 0 {
			m.set(end, string(rune(noBody)))
		}
	case "extension":
		if prev, next := m.word(i-1), m.word(i+1); (prev == "{" || prev == "}" || prev == ";") && (next == "(" || next == "<") {
			m.set(i, "class "+extensionBlock)
		}
	}
}

// closing returns the bracket that closes the one at token i, 0 for none near.
func (m *mender) closing(i int) int {
	const near = 2000
	depth := 0
	for k := i; k < len(m.toks) && k < i+near; k++ {
		switch m.word(k) {
		case "[":
			depth++
		case "]":
			if depth--; depth == 0 {
				return k
			}
		case ";":
			return 0
		}
	}
	return 0
}

// isCollection reports whether the brackets at two tokens hold the elements of a
// collection: they stand where a value starts, and nothing goes on behind them that
// would make them attributes, an index or the receiver of a member.
func (m *mender) isCollection(i, end int) bool {
	next := m.word(end + 1)
	if next == "" || next == "=" || next == "." || next == "?" || next == "[" || next == "(" || next == "{" || isWord(next[0]) && next != "as" && next != "is" {
		return false
	}
	switch m.word(i - 1) {
	case "=", "(", ",", "return", "=>", "??", "??=", ":", "[", "{", "..", "in":
		return true
	case "?":
		return next == ":"
	}
	return false
}

// isArray reports whether the parameter whose type starts at token i has an array type.
func (m *mender) isArray(i int) bool {
	depth := 0
	for k := i; k < len(m.toks) && k < i+200; k++ {
		switch m.word(k) {
		case "<", "(", "[":
			depth++
		case ">", "]":
			depth--
		case ")":
			if depth == 0 {
				return m.word(k-2) == "]" || m.word(k-2) == "?" && m.word(k-3) == "]"
			}
			depth--
		case ",", "=":
			if depth == 0 {
				return m.word(k-2) == "]" || m.word(k-2) == "?" && m.word(k-3) == "]"
			}
		}
	}
	return true
}

// bodyless returns the semicolon that ends a type without a body, whose keyword is at
// token i; 0 when it has a body, or is a constraint.
func (m *mender) bodyless(i int) int {
	const near = 300
	switch m.word(i - 1) {
	case ":", ",", "record":
		return 0
	}
	if next := m.word(i + 1); next == "" || !isWord(next[0]) {
		return 0
	}
	for k := i + 2; k < len(m.toks) && k < i+near; k++ {
		switch m.word(k) {
		case ";":
			return k
		case "{", "}", "=", "=>":
			return 0
		}
	}
	return 0
}
