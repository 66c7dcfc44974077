package cfamily

import (
	"sort"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// preprocessor declares macros and includes and refers to what conditionals test.
func (e *extractor) preprocessor(all []directive) {
	for _, d := range all {
		if d.dead {
			continue
		}
		switch d.word {
		case "include", "include_next", "import":
			inc, ok := e.source.include(d)
			if !ok {
				e.names(d.rest, e.tokens[d.token].end, nil, lang.RefOptional, schema.None)
				continue
			}
			name := string(e.source.text[inc.name.start:inc.name.end])
			level := int32(0)
			if inc.quoted {
				level = 1
			}
			line, col := e.position(inc.name.start)
			id := e.b.Import(lang.Import{Line: line, Module: name, Name: "*", Level: level, Class: schema.ImportStatic, Symbol: schema.None})
			r := lang.NewRef(name, schema.RoleImport)
			r.Line, r.Col, r.EndCol, r.Import = line, col, col+(inc.name.end-inc.name.start), id
			e.b.Ref(r)
		case "define":
			e.declareMacro(d)
		case "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "undef":
			e.names(d.rest, e.tokens[d.token].end, nil, lang.RefOptional, schema.None)
		}
	}
}

// declareMacro declares a macro and refers to the names in its replacement.
func (e *extractor) declareMacro(d directive) {
	m, ok := e.source.macro(d)
	if !ok {
		return
	}
	s := lang.NewSymbol(string(e.source.text[m.name.start:m.name.end]), schema.KindMacro)
	s.Span = e.source.span(m.whole.start, m.whole.end)
	s.NameLine, s.NameCol = e.position(m.name.start)
	s.Flags |= schema.SymbolExported
	s.Doc = e.doc(m.whole.start, m.whole.end)
	s.Signature = strings.Join(strings.Fields(strings.ReplaceAll(string(e.source.text[m.whole.start:m.body]), "\\\n", " ")), " ")
	if m.function && !m.variadic {
		s.Arity = int32(len(m.params))
	}
	s.Complexity = 1
	id := e.b.Define(s)
	e.bodies = append(e.bodies, hashed{symbol: id, start: m.whole.start, body: m.whole.end, end: m.whole.end})
	// A macro has no tokens of its own in the list: a directive is one. Hash its text.
	e.names(m.body, m.whole.end, m.params, 0, id)
}

// names adds a reference for every name in a piece of text that has no tree:
// calls where a parenthesis follows, reads else; skip lists parameters. encl is
// the symbol that holds them, None for the innermost around the position.
func (e *extractor) names(from, to int32, skip []string, flags lang.RefFlags, encl int32) {
	piece := &source{text: e.source.text[:to], cxx: e.cxx}
	piece.inMacro = encl != schema.None || flags != 0
	piece.scanFrom(int(from))
	skip = append(skip[:len(skip):len(skip)], piece.declaredNames()...)
	member := false
	last, lastToken := int32(lang.BaseUnknown), -1 // The last reference and its token.
	for i, t := range piece.tokens {
		if t.kind == tokenPunct {
			member = piece.is(t, ".") || piece.is(t, "->") || piece.is(t, "::")
			continue
		}
		if i > 0 && piece.is(piece.tokens[i-1], "#") || i+1 < len(piece.tokens) && piece.is(piece.tokens[i+1], "#") {
			continue // Text, or a part of a name that is glued together.
		}
		if t.kind != tokenName {
			member = false
			continue
		}
		name := piece.str(t)
		if contains(skip, name) || name == "defined" || name == "__VA_ARGS__" || name == "__has_include" || name == "__has_attribute" || name == "__has_feature" || name == "__has_builtin" {
			member = false
			continue
		}
		r := lang.NewRef(name, schema.RoleRead)
		r.Flags = flags
		r.Encl = encl
		if encl == schema.None {
			r.Encl = e.innermost(t.start)
		}
		r.Line, r.Col = e.position(t.start)
		r.EndCol = r.Col + (t.end - t.start)
		if i+1 < len(piece.tokens) && piece.is(piece.tokens[i+1], "(") {
			r.Role = schema.RoleCall
			r.Args = countArguments(piece, i+1)
		}
		tag := i > 0 && piece.tokens[i-1].kind == tokenKeyword && isTag(piece.str(piece.tokens[i-1]))
		var id int32
		switch {
		case member:
			r.Base = lang.BaseUnknown
			if i > 1 && i-2 == lastToken {
				r.Base = last
			}
			id = e.b.Ref(r)
		case tag:
			r.Role, r.Flags = schema.RoleType, r.Flags|lang.RefTag
			if e.cxx {
				id = e.b.Ref(r)
			} else {
				id = e.b.RefAs(tagKey(name), r)
			}
		default:
			id = e.b.Ref(r)
		}
		last, lastToken, member = id, i, false
	}
}

// declaredNames returns the names that a piece of text declares for itself: those
// behind a type and before what ends a declarator.
func (s *source) declaredNames() []string {
	var out []string
	for i := 1; i+1 < len(s.tokens); i++ {
		t, next := s.tokens[i], s.tokens[i+1]
		if t.kind != tokenName || !s.is(next, "=") && !s.is(next, ";") && !s.is(next, "[") {
			continue
		}
		p := i - 1
		for p > 0 && s.is(s.tokens[p], "*") {
			p--
		}
		before := s.tokens[p]
		switch {
		case before.kind == tokenKeyword && isTypeWord(s.str(before)):
		case before.kind == tokenName && (p == 0 || s.is(s.tokens[p-1], "{") || s.is(s.tokens[p-1], ";") || s.is(s.tokens[p-1], "(") && p == i-1 || s.tokens[p-1].kind == tokenKeyword && s.str(s.tokens[p-1]) != "return"):
		default:
			continue
		}
		out = append(out, s.str(t))
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// countArguments counts the arguments of the parenthesis that is token open; None
// when it does not close.
func countArguments(s *source, open int) int32 {
	depth, commas, any := 0, int32(0), false
	for i := open; i < len(s.tokens); i++ {
		t := s.tokens[i]
		switch {
		case s.is(t, "("), s.is(t, "["), s.is(t, "{"):
			depth++
			any = any || i > open
		case s.is(t, ")"), s.is(t, "]"), s.is(t, "}"):
			depth--
			if depth == 0 {
				if !any {
					return 0
				}
				return commas + 1
			}
		case s.is(t, ",") && depth == 1:
			commas++
		default:
			any = true
		}
	}
	return schema.None
}

// innermost returns the innermost symbol with a row that spans an offset.
func (e *extractor) innermost(at int32) int32 {
	line, col := e.position(at)
	best := int32(0)
	symbols := e.b.Facts().Symbols
	if e.around == nil {
		e.around = make(map[int32]int32)
	}
	if id, ok := e.around[line]; ok && symbols[id].Span.Contains(line, col) {
		return id
	}
	for i := range symbols {
		s := &symbols[i]
		if i == 0 || s.Kind.IsLocal() || !s.Span.Contains(line, col) {
			continue
		}
		b := symbols[best].Span
		if best == 0 || s.Span.StartLine > b.StartLine || s.Span.StartLine == b.StartLine && s.Span.StartCol >= b.StartCol {
			best = int32(i)
		}
	}
	e.around[line] = best
	return best
}

// looseNames refers to the names that no tree holds: macros that were taken out
// and alternatives that were not parsed.
func (e *extractor) looseNames(uses []macroUse, dropped []span) {
	e.around = nil
	sort.SliceStable(uses, func(i, j int) bool { return uses[i].name.start < uses[j].name.start })
	last := int32(-1)
	for _, u := range uses {
		if u.name.start == last {
			continue
		}
		last = u.name.start
		r := lang.NewRef(string(e.source.text[u.name.start:u.name.end]), schema.RoleRead)
		r.Encl = e.innermost(u.name.start)
		r.Line, r.Col = e.position(u.name.start)
		r.EndCol = r.Col + (u.name.end - u.name.start)
		if r.Args = u.args; u.args >= 0 {
			r.Role = schema.RoleCall
		}
		e.b.Ref(r)
	}
	sort.Slice(dropped, func(i, j int) bool { return dropped[i].start < dropped[j].start })
	end := int32(0)
	for _, d := range dropped {
		if d.start >= end {
			e.names(d.start, d.end, nil, 0, schema.None)
			end = d.end
		}
	}
}

// recoverLost declares the functions that the tree lost inside errors: a name, a
// parameter list and a body at the top level of the tokens.
func (e *extractor) recoverLost(tree *sitter.Tree) {
	if tree.ErrorBytes() == 0 && !tree.Root().HasError() {
		return
	}
	c := &cleaner{source: e.source, toks: e.live()}
	c.pair()
	start := 0
	for i := 0; i < len(c.toks); i++ {
		switch c.punct(i) {
		case ';', '}':
			start = i + 1
		case '{':
			closing := int(c.match[i])
			if closing < 0 {
				start = i + 1
				continue
			}
			if name, open := c.lostHead(start, i); name >= 0 {
				e.lost(c, start, name, open, i, closing)
				i = closing
			} else if c.opened(start, i, inFile) != inFile && c.opened(start, i, inFile) != inType {
				i = closing
			}
			start = i + 1
		}
	}
}

// lostHead finds the name of the function whose body opens at brace.
func (c *cleaner) lostHead(start, brace int) (name, open int) {
	for k := start; k < brace; k++ {
		if c.punct(k) == '=' || c.word(k) == "namespace" || c.word(k) == "enum" && k == start {
			return -1, -1
		}
		if c.punct(k) != '(' || c.match[k] < 0 {
			continue
		}
		if c.isName(k-1) && k-1 > start && c.word(k-1) != "OF" {
			return k - 1, k
		}
		k = int(c.match[k])
	}
	return -1, -1
}

// lost declares a function from its tokens.
func (e *extractor) lost(c *cleaner, start, name, open, brace, closing int) {
	at := c.toks[name]
	if e.defs[at.start] || e.isKeyword(e.str(at)) || c.isMacro(name) {
		return
	}
	line, _ := e.position(at.start)
	for i := range e.b.Facts().Symbols {
		if s := &e.b.Facts().Symbols[i]; s.NameLine == line && s.Name == e.str(at) && !s.Kind.IsLocal() {
			return
		}
	}
	s := lang.NewSymbol(e.str(at), schema.KindFunction)
	s.Span = e.source.span(c.toks[start].start, c.toks[closing].end)
	s.NameLine, s.NameCol = e.position(at.start)
	s.Signature = e.signature(c.toks[start].start, c.toks[brace].start)
	s.Doc = e.doc(c.toks[start].start, c.toks[closing].end)
	s.Arity = countArguments(&source{text: e.source.text, tokens: c.toks}, open)
	s.Complexity = 1
	s.Flags |= schema.SymbolExported
	for k := start; k < name; k++ {
		if c.word(k) == "static" {
			s.Visibility, s.Flags = schema.VisibilityPrivate, s.Flags&^schema.SymbolExported
		}
	}
	id := e.b.Define(s)
	e.defs[at.start] = true
	// What the tree found inside belonged to nothing.
	facts := e.b.Facts()
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Encl == 0 && s.Span.Contains(r.Line, r.Col) {
			r.Encl = id
		}
	}
	for i := range facts.Symbols {
		if in := &facts.Symbols[i]; in.Parent == 0 && int32(i) != id && in.Kind.IsLocal() && s.Span.Contains(in.Span.StartLine, in.Span.StartCol) {
			in.Parent = id
		}
	}
	e.bodies = append(e.bodies, hashed{symbol: id, start: c.toks[start].start, body: c.toks[brace].start, end: c.toks[closing].end})
}
