package kotlin

import (
	"bytes"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// A file that does not parse as a whole is read in parts: its declarations one by
// one; a class of those that do not parse is its head and its members, a function its
// head and its body. So an error takes no more than the innermost declaration around
// it, and often less. Parts are found by brackets and by the words that start lines.

// part is a piece of a file that was parsed alone. A split one is a head, whose body
// is the parts below.
type part struct {
	tree   *sitter.Tree
	lead   bool      // The tree's declarations are the members of a made-up class.
	weight int       // How much is wrong in it and in its parts.
	from   int       // Offset of its first byte.
	begin  lang.Span // Where that is.
	split  bool
	taken  bool // A declaration has read the body.
	block  bool // A body of statements, not of members.
	parts  []*part
	digest uint64
	end    lang.Span // Where a split part ends.
}

// recovery finds the parts of one file.
type recovery struct {
	g      *sitter.Grammar
	src    []byte
	text   []byte // The cleaned source.
	tokens []token
	lines  lines
}

// maxSplits bounds how deep declarations are taken apart: each level is parsed once more.
const maxSplits = 6

// recoverParts returns the parts of a file whose tree has errors, nil when they are
// not better than the tree.
func recoverParts(g *sitter.Grammar, src, text []byte, tree *sitter.Tree) []*part {
	c := &cleaner{src: text, pending: -1, start: true, record: true}
	c.run()
	r := &recovery{g: g, src: src, text: text, tokens: c.tokens, lines: lineStarts(src)}
	if len(c.stack) > 0 {
		r.level()
	}
	parts, weight := r.members(0, len(r.tokens), 0, 0, len(text), 0, false)
	if weight < errorWeight(tree) {
		return parts
	}
	closeParts(parts)
	return nil
}

func closeParts(parts []*part) {
	for _, p := range parts {
		p.tree.Close()
		closeParts(p.parts)
	}
}

// errorWeight measures how much of a tree is wrong: the bytes in errors, and one for
// each error and each token that the parser made up.
func errorWeight(t *sitter.Tree) int {
	if !t.Root().HasError() {
		return 0
	}
	weight := t.ErrorBytes()
	for i := 0; i < t.Len(); i++ {
		if n := t.At(i); n.IsMissing() || n.IsError() {
			weight++
		}
	}
	return weight
}

// level puts declarations at the start of a line at the top level of a file in which
// a bracket is never closed.
func (r *recovery) level() {
	less := 0
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.start && t.depth > 0 && (t.pos == 0 || r.text[t.pos-1] == '\n') && isDeclarationWord(r.word(i)) {
			less = t.depth
		}
		t.depth = max(t.depth-less, 0)
	}
}

// word is the text of a token that is a word, "" for another.
func (r *recovery) word(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	t := r.tokens[i]
	if b := r.text[t.pos]; !isLetter(b) && b != '_' {
		return ""
	}
	return string(r.text[t.pos:t.end])
}

// sign is the first byte of a token, 0 for none.
func (r *recovery) sign(i int) byte {
	if i < 0 || i >= len(r.tokens) {
		return 0
	}
	return r.text[r.tokens[i].pos]
}

// chunk is a declaration with what stands before it: tokens and text.
type chunk struct {
	lo, hi   int // Tokens.
	from, to int // Text, from the end of the declaration before.
	keyword  int // Token of the word that declares; -1 none.
}

// chunks cuts the tokens of one depth at their declarations.
func (r *recovery) chunks(lo, hi, depth, from, to int) []chunk {
	var out []chunk
	cur := chunk{lo: lo, from: from, keyword: -1}
	content := false
	prefix, last := -1, from // Token that starts annotations and modifiers; end of the token before.
	beforePrefix := from
	cut := func(at, end int) {
		cur.hi, cur.to = at, end
		out = append(out, cur)
		cur = chunk{lo: at, from: end, keyword: -1}
		content = false
	}
	for i := lo; i < hi; i++ {
		t := r.tokens[i]
		if t.depth != depth {
			last = max(last, t.end)
			continue
		}
		word, sign := r.word(i), r.sign(i)
		begins := t.start || prefix >= 0 || i > lo && (r.sign(i-1) == ';' || r.sign(i-1) == '}')
		switch {
		case sign == '@' && begins:
			if prefix < 0 {
				prefix, beforePrefix = i, last
			}
			i = r.annotation(i, hi)
			last = r.tokens[i].end
			continue
		case isModifier(word) && begins && !r.opens(i):
			if prefix < 0 {
				prefix, beforePrefix = i, last
			}
		case r.declares(i, word, begins) && !(word == "constructor" && r.isClass(cur.keyword) && !r.hasBody(cur.keyword, i, depth)):
			if content {
				if prefix >= 0 {
					cut(prefix, beforePrefix)
				} else {
					cut(i, last)
				}
			}
			if cur.keyword < 0 {
				cur.keyword = i
			}
			content, prefix = true, -1
		case word == "interface" && cur.keyword >= 0 && cur.keyword == i-1:
			cur.keyword = i // fun interface
		default:
			if depth == 0 && content && t.start && word != "" && (t.pos == 0 || r.text[t.pos-1] == '\n') && r.sign(i-1) == '}' && !isAccessor(word) {
				cut(i, last) // A statement of a script.
			}
			content, prefix = true, -1
		}
		last = t.end
	}
	cur.hi, cur.to = hi, to
	return append(out, cur)
}

// annotation returns the last token of the annotation at i.
func (r *recovery) annotation(i, hi int) int {
	adjacent := func(j int) bool { return j < hi && r.tokens[j].pos == r.tokens[j-1].end }
	for adjacent(i + 1) {
		next := r.sign(i + 1)
		if next == '(' || next == '[' {
			for depth := r.tokens[i+1].depth; i+1 < hi; {
				i++
				if b := r.sign(i); r.tokens[i].depth == depth && (b == ')' || b == ']') {
					break
				}
			}
			continue
		}
		if next != '.' && next != ':' && next != '@' && r.word(i+1) == "" {
			break
		}
		i++
	}
	return i
}

// opens reports whether a modifier word is a name: the scanner has changed those
// that it recognised, a call remains.
func (r *recovery) opens(i int) bool {
	return r.sign(i+1) == '(' || r.sign(i+1) == '{' || r.sign(i+1) == '.'
}

// declares reports whether a token starts a declaration, modifiers left out.
func (r *recovery) declares(i int, word string, begins bool) bool {
	if !begins {
		return false
	}
	switch word {
	case "class", "interface", "val", "var", "typealias", "import", "package":
		return r.sign(i+1) != '.'
	case "fun":
		return r.sign(i+1) != '('
	case "object":
		return r.sign(i+1) != ':' && r.sign(i+1) != '{' || r.word(i-1) == "companion"
	case "init":
		return r.sign(i+1) == '{'
	case "constructor":
		return r.sign(i+1) == '('
	}
	return false
}

func (r *recovery) isClass(keyword int) bool {
	switch r.word(keyword) {
	case "class", "interface", "object":
		return true
	}
	return false
}

// hasBody reports whether a brace opens at the depth between two tokens.
func (r *recovery) hasBody(from, to, depth int) bool { return r.brace(from, to, depth) >= 0 }

// brace returns the first brace of a depth that opens between two tokens, -1 for none.
func (r *recovery) brace(from, to, depth int) int {
	for i := max(from, 0); i < to; i++ {
		if r.tokens[i].depth == depth && r.sign(i) == '{' {
			return i
		}
	}
	return -1
}

// members parses the chunks of a body; below the top level each inside a made-up class.
func (r *recovery) members(lo, hi, depth, from, to, level int, entries bool) ([]*part, int) {
	var parts []*part
	weight := 0
	add := func(p *part) {
		if p != nil {
			parts = append(parts, p)
			weight += p.weight
		}
	}
	if entries {
		end := lo
		for end < hi && !(r.tokens[end].depth == depth && r.sign(end) == ';') {
			end++
		}
		stop := to
		if end < hi {
			stop = r.tokens[end].end
		}
		add(r.parse("enum class X{", from, stop, "\n}"))
		if end >= hi {
			return parts, weight
		}
		lo, from = end+1, stop
	}
	for _, c := range r.chunks(lo, hi, depth, from, to) {
		add(r.part(c, depth, level))
	}
	return parts, weight
}

// parse reads a range of the text behind a head, with a tail.
func (r *recovery) parse(head string, from, to int, tail string) *part {
	if len(bytes.TrimSpace(r.text[from:to])) == 0 {
		return nil
	}
	text := make([]byte, 0, len(head)+to-from+len(tail))
	text = append(append(append(text, head...), r.text[from:to]...), tail...)
	at := r.lines.place(from)
	tree, err := r.g.ParseAt(r.src, text, len(head), at)
	if err != nil {
		return nil
	}
	begin := lang.Span{StartLine: int32(at.Row) + 1, StartCol: int32(at.Col)}
	return &part{tree: tree, lead: head != "", weight: errorWeight(tree), from: from, begin: begin}
}

// part parses a declaration, in pieces when it does not parse as a whole and that
// leaves less wrong.
func (r *recovery) part(c chunk, depth, level int) *part {
	head, tail := "", ""
	if depth > 0 {
		head, tail = "class X{", "\n}"
	}
	whole := r.parse(head, c.from, c.to, tail)
	if whole == nil || whole.weight == 0 || level >= maxSplits || c.keyword < 0 {
		return whole
	}
	open := r.brace(c.keyword, c.hi, depth)
	if open < 0 {
		return whole
	}
	class := r.isClass(c.keyword)
	if !class {
		switch r.word(c.keyword) {
		case "fun", "constructor", "init":
		default:
			return whole
		}
		for i := c.keyword; i < open; i++ {
			if r.tokens[i].depth == depth && r.sign(i) == '=' {
				return whole // The body is an expression.
			}
		}
	}
	shut := open + 1
	for shut < c.hi && !(r.tokens[shut].depth == depth && r.sign(shut) == '}') {
		shut++
	}
	bodyEnd := c.to
	if shut < c.hi {
		bodyEnd = r.tokens[shut].pos
	}
	p := r.parse(head, c.from, r.tokens[open].end, "}"+tail)
	if p == nil {
		return whole
	}
	p.split = true
	if class {
		before := bytes.TrimRight(r.src[:r.tokens[c.keyword].pos], " \t\r\n")
		entries := bytes.HasSuffix(before, []byte("enum"))
		var weight int
		p.parts, weight = r.members(open+1, min(shut, c.hi), depth+1, r.tokens[open].end, bodyEnd, level+1, entries)
		p.weight += weight
	} else {
		p.block = true
		if body := r.parse("fun x(){", r.tokens[open].end, bodyEnd, "\n}"); body != nil {
			p.parts, p.weight = []*part{body}, p.weight+body.weight
		}
	}
	if p.weight >= whole.weight {
		closeParts([]*part{p})
		return whole
	}
	whole.tree.Close()
	h := fnv.New64a()
	h.Write(r.src[r.tokens[open].end:bodyEnd])
	p.digest = h.Sum64()
	end := r.lines.place(min(bodyEnd+1, len(r.src)))
	p.end = lang.Span{EndLine: int32(end.Row) + 1, EndCol: int32(end.Col)}
	return p
}

// isModifier reports words that may stand before the word that declares.
func isModifier(word string) bool {
	switch word {
	case "fun", "val", "var", "class", "interface", "object", "typealias", "context", "":
		return false
	}
	return isDeclarationWord(word) || word == "vararg" || word == "reified"
}

func isAccessor(word string) bool { return word == "get" || word == "set" }

// readParts reads the parts of a file or of a body.
func (x *extractor) readParts(parts []*part) {
	for _, p := range parts {
		x.readPart(p)
	}
}

func (x *extractor) readPart(p *part) {
	body := p.body()
	x.partProblems(p)
	doc := sitter.Node{}
	for c := range body.Children() {
		start, _ := c.Bytes()
		switch {
		case start < p.from: // Of the made-up head.
		case c.IsExtra() && !c.IsError():
			doc = lastDoc(doc, c)
			if x.b.Depth() == 1 {
				x.generated(c)
			}
		case c.Named():
			if p.split && c.Is("class_declaration", "object_declaration", "companion_object", "function_declaration", "secondary_constructor", "anonymous_initializer") {
				x.split = p
			}
			x.member(c, doc)
			doc = sitter.Node{}
		}
	}
	if p.split && !p.taken {
		x.split = nil
		x.readBody(p)
	}
}

// body returns the node whose children are the declarations or statements of a part:
// the body of the made-up class or function, or else the root.
func (p *part) body() sitter.Node {
	root := p.tree.Root()
	if !p.lead {
		return root
	}
	for n := range root.Descendants() {
		start, _ := n.Bytes()
		if start >= p.from {
			break
		}
		if start == p.from-1 && n.Is("class_body", "enum_class_body", "block") {
			return n
		}
	}
	return root
}

// partProblems notes what is wrong in a part, as syntax.Problems does of a file.
func (x *extractor) partProblems(p *part) {
	if p.weight == 0 || !p.tree.Root().HasError() {
		return
	}
	x.b.Facts().ErrorBytes += int32(p.tree.ErrorBytes())
	note := func(n sitter.Node, reason string) {
		span := syntax.Span(n)
		if start, _ := n.Bytes(); start < p.from {
			span.StartLine, span.StartCol = p.begin.StartLine, p.begin.StartCol
		}
		x.b.ProblemAt(span, reason)
	}
	if p.tree.Root().IsError() {
		note(p.tree.Root(), "syntax error")
		return
	}
	skip := -1
	for n := range p.tree.Root().Descendants() {
		start, end := n.Bytes()
		switch {
		case start < skip:
		case n.IsError():
			note(n, "syntax error")
			skip = end
		case n.IsMissing():
			note(n, "syntax error: missing "+n.Kind())
		}
	}
}

// takeSplit returns the parts of the body of the declaration at hand, when its tree
// has only its head.
func (x *extractor) takeSplit() *part {
	p := x.split
	x.split = nil
	if p != nil {
		p.taken = true
	}
	return p
}

// readBody reads the body of a split declaration in the current scope.
func (x *extractor) readBody(p *part) {
	if !p.block {
		x.readParts(p.parts)
		return
	}
	for _, b := range p.parts {
		x.open(lang.ScopeBlock, schema.None)
		x.readPart(b)
		x.close()
	}
}

// stretch gives a split declaration the end and the digest of its true body.
func (p *part) stretch(s *lang.Symbol) {
	if p != nil {
		s.Span.EndLine, s.Span.EndCol = p.end.EndLine, p.end.EndCol
		s.BodyHash = p.digest
	}
}
