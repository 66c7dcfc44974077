package bash

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// A file that does not parse as a whole is cut at its functions, by lines: each
// function, and what stands between two, is parsed by itself, so that a mistake in
// one does not swallow the next. A function whose own text does not parse as one is
// taken from its first line.

// part is a run of lines.
type part struct {
	from, to int // Bytes.
	line     int // Of from, from 0.
	names    []span
	indent   int
}

// span is a name in the first line of a function.
type span struct {
	name string
	col  int
}

var (
	headKeyword = regexp.MustCompile(`^([ \t]*)function[ \t]+([^\s(){}<>$"'` + "`" + `]+(?:[ \t]+[^\s(){}<>$"'` + "`" + `]+)*)[ \t]*(?:\([ \t]*\))?[ \t]*(\{|$)`)
	headParens  = regexp.MustCompile(`^([ \t]*)([^\s(){}<>$"'` + "`" + `=;&|#]+)[ \t]*\([ \t]*\)[ \t]*(\{|\(|$)`)
	hereStart   = regexp.MustCompile(`(?:^|[^<])<<-?[ \t]*\\?["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)
)

// swallows reports whether the tree of a file misses functions that its lines start,
// or most of the file.
func swallows(tree *sitter.Tree, parts []part) bool {
	found := make(map[int32]bool)
	for d := range tree.Root().Descendants() {
		if d.Is("function_definition") {
			line, _ := d.Start()
			found[line] = true
		}
	}
	for _, p := range parts {
		if len(p.names) > 1 || p.names != nil && !found[int32(p.line+1)] {
			return true
		}
	}
	return tree.ErrorBytes()*2 > len(tree.Src)
}

// split cuts a file into parts.
func split(src []byte) []part {
	var parts []part
	var lines [][2]int
	for start := 0; start < len(src); {
		end := len(src)
		if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		lines = append(lines, [2]int{start, end})
		start = end
	}
	text := func(i int) string { return strings.TrimRight(string(src[lines[i][0]:lines[i][1]]), "\r\n") }
	gap := 0
	for i := 0; i < len(lines); i++ {
		line := text(i)
		if m := hereStart.FindStringSubmatch(line); m != nil && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			end := i + 1
			for end < len(lines) && strings.TrimLeft(text(end), "\t") != m[1] {
				end++
			}
			if end < len(lines) {
				i = end
			}
			continue
		}
		names, indent := heads(line)
		if names == nil {
			continue
		}
		end := closing(text, len(lines), i, indent)
		if end < 0 {
			continue
		}
		if gap < i {
			parts = append(parts, part{from: lines[gap][0], to: lines[i][0], line: gap})
		}
		parts = append(parts, part{from: lines[i][0], to: lines[end][1], line: i, names: names, indent: indent})
		i, gap = end, end+1
	}
	if gap < len(lines) {
		parts = append(parts, part{from: lines[gap][0], to: len(src), line: gap})
	}
	return parts
}

// heads returns the names of the function that a line starts, and its indentation.
func heads(line string) ([]span, int) {
	var out []span
	if m := headKeyword.FindStringSubmatchIndex(line); m != nil {
		for i := m[4]; i < m[5]; {
			end := i
			for end < m[5] && line[end] != ' ' && line[end] != '\t' {
				end++
			}
			if end > i {
				out = append(out, span{line[i:end], i})
			}
			i = end + 1
		}
		if len(out) > 1 && m[6] == m[7] {
			return nil, 0 // Prose.
		}
		return out, m[3]
	}
	if from, _, ok := batsCase([]byte(line)); ok {
		return []span{{line[from:strings.LastIndexByte(line, '{')], from}}, from
	}
	if m := headParens.FindStringSubmatchIndex(line); m != nil {
		return []span{{line[m[4]:m[5]], m[4]}}, m[3]
	}
	return nil, 0
}

// closing returns the line that ends the function that line i starts: one that starts
// with a closing bracket at the same indentation; i itself for a function of one line;
// -1 when there is none.
func closing(text func(int) string, n, i, indent int) int {
	head := strings.TrimRight(text(i), " \t")
	if strings.HasSuffix(head, "}") && strings.Contains(head, "{") {
		return i
	}
	prefix := head[:indent]
	for k := i + 1; k < n; k++ {
		line := text(k)
		if rest, ok := strings.CutPrefix(line, prefix); ok && (strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, ")") && strings.HasSuffix(head, "(")) {
			return k
		}
		if names, in := heads(line); names != nil && in <= indent && k > i+1 {
			return -1
		}
	}
	return -1
}

// readParts reads a file part by part.
func (x *extractor) readParts(g *sitter.Grammar, text []byte, parts []part) {
	var above []string
	errors := int32(0)
	for _, p := range parts {
		tree, err := g.ParseAt(x.src, text[p.from:p.to], 0, sitter.Place{Byte: p.from, Row: p.line})
		if err != nil {
			x.b.Problem(int32(p.line+1), err.Error())
			continue
		}
		root := tree.Root()
		if p.names == nil && tree.ErrorBytes()*2 > p.to-p.from {
			if paragraphs := p.paragraphs(x.src); len(paragraphs) > 1 {
				tree.Close()
				x.readParts(g, text, paragraphs)
				errors += x.b.Facts().ErrorBytes
				continue
			}
		}
		syntax.Problems(x.b, tree)
		errors += x.b.Facts().ErrorBytes
		switch {
		case p.names == nil:
			x.statements(root)
			above = lastComments(x.src[p.from:p.to])
		case len(p.names) == 1 && !root.IsError() && root.FirstNamed().Is("function_definition"):
			at := len(x.b.Facts().Symbols)
			x.statements(root)
			if at < len(x.b.Facts().Symbols) {
				x.b.Symbol(int32(at)).Doc = syntax.FirstSentence(above)
			}
			above = nil
		default:
			x.brokenFunction(p, root, above)
			above = nil
		}
		x.trees = append(x.trees, tree)
	}
	x.b.Facts().ErrorBytes = errors
}

// paragraphs cuts a part at its empty lines.
func (p part) paragraphs(src []byte) []part {
	var out []part
	from, line := p.from, p.line
	for i, at := p.from, p.line; i < p.to; at++ {
		end := p.to
		if k := bytes.IndexByte(src[i:p.to], '\n'); k >= 0 {
			end = i + k + 1
		}
		if len(bytes.TrimSpace(src[i:end])) == 0 || end == p.to {
			out = append(out, part{from: from, to: end, line: line})
			from, line = end, at+1
		}
		i = end
	}
	return out
}

// brokenFunction declares a function by its first line and reads what parsed of it.
func (x *extractor) brokenFunction(p part, root sitter.Node, doc []string) {
	last := int32(schema.None)
	text := x.src[p.from:p.to]
	first, _, _ := bytes.Cut(text, []byte("\n"))
	body := bytes.TrimRight(text, "\r\n")
	lines := int32(bytes.Count(body, []byte("\n")))
	for _, name := range p.names {
		s := lang.NewSymbol(name.name, schema.KindFunction)
		s.Span = lang.Span{StartLine: int32(p.line + 1), StartCol: int32(p.indent), EndLine: int32(p.line+1) + lines, EndCol: int32(len(body) - bytes.LastIndexByte(body, '\n') - 1)}
		s.NameLine, s.NameCol = int32(p.line+1), int32(name.col)
		s.Flags = schema.SymbolExported
		s.Doc = syntax.FirstSentence(doc)
		head, _, _ := strings.Cut(string(first), "{")
		if strings.HasPrefix(s.Name, "@test") {
			x.testName(&s)
			s.Flags |= schema.SymbolTest
		}
		s.Signature = strings.TrimRight(syntax.Line(head), " {")
		s.SignatureHash = hash(head)
		s.BodyHash = hash(string(body))
		last = x.b.DefineHidden(s)
		x.b.BindIn(0, functionKey(s.Name), last)
	}
	saved := x.branches
	x.branches = 0
	x.b.Open(lang.ScopeFunction, last)
	x.function++
	for c := range root.Children() {
		if c.Is("function_definition") && strings.TrimSpace(c.Field("name").Text()) == p.names[0].name {
			x.statement(c.Field("body"), nil)
			continue
		}
		if c.Named() || c.IsError() {
			x.statement(c, nil)
		}
	}
	x.function--
	x.b.Close()
	x.b.Symbol(last).Complexity = 1 + x.branches
	x.branches = saved
}

// hash digests text without blanks, as good as tokens where there are none.
func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for _, word := range strings.Fields(text) {
		for i := 0; i < len(word); i++ {
			h = (h ^ uint64(word[i])) * 1099511628211
		}
		h = (h ^ ' ') * 1099511628211
	}
	return h
}

// lastComments returns the comment lines that end a text.
func lastComments(text []byte) []string {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	from := len(lines)
	for from > 0 && strings.HasPrefix(strings.TrimSpace(lines[from-1]), "#") {
		from--
	}
	var out []string
	for _, l := range lines[from:] {
		out = append(out, strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "#")))
	}
	return out
}
