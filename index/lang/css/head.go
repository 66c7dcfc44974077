package css

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// head reads the head of a block; brace is the offset of its brace.
func (x *extractor) head(from, to, brace int) {
	b := block{at: brace}
	outer := block{}
	if n := len(x.open); n > 0 {
		outer = x.open[n-1]
	}
	b.inert = outer.inert
	switch {
	case from == to:
	case x.src[from] == '@':
		x.atBlock(&b, from, to)
		return
	case outer.keys, outer.inert: // A step of key frames.
	case bytes.Count(x.src[from:to], []byte{'('}) > bytes.Count(x.src[from:to], []byte{')'}):
		x.value(from, to) // A block that is handed to a function of Less.
	case x.dialect == less && x.isMixin(from, to):
		x.lessMixin(&b, from, to)
		return
	case x.dialect == scss && to > from && x.src[to-1] == ':' || x.isProperty(from, to):
		// Properties of one prefix, which SCSS nests.
		x.value(from, to)
	default:
		x.selectors(&b, from, to)
	}
	x.openBlock(b)
}

// isProperty reports whether a head with a brace is "font: bold {", not a selector.
func (x *extractor) isProperty(from, to int) bool {
	if x.dialect != scss {
		return false
	}
	i := bytes.Index(x.src[from:to], []byte(": "))
	if i <= 0 {
		return false
	}
	for _, c := range x.src[from : from+i] {
		if !isName(c) {
			return false
		}
	}
	return true
}

// selectors makes a symbol of every selector of a list.
func (x *extractor) selectors(b *block, from, to int) {
	start, depth := from, 0
	for i := from; i <= to; i++ {
		if i < to {
			switch x.src[i] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case '"', '\'':
				i = x.stringEnd(i) - 1
				continue
			case '\\':
				i++
				continue
			}
			if x.src[i] != ',' || depth > 0 {
				continue
			}
		}
		x.selector(b, start, min(i, to), from)
		start = i + 1
	}
	if x.dialect != plain {
		x.interpolations(from, to)
	}
}

func (x *extractor) selector(b *block, from, to, start int) {
	from, to = x.trim(from, to)
	if from >= to || x.rules >= maxRules || to-from > maxName {
		return
	}
	if x.src[from] == '&' && to-from > 1 && (x.src[from+1] == ':' || x.src[from+1] == '[') || to-from == 1 && x.src[from] == '&' {
		return // A state of the rule around it.
	}
	x.rules++
	s := x.text.Symbol(schema.KindRule, from, to, start, to)
	if bytes.IndexByte(x.src[from:to], '\n') >= 0 || bytes.Contains(x.src[from:to], []byte("/*")) {
		s.Name = syntax.Line(s.Name)
	}
	id := x.b.Define(s)
	b.symbols = append(b.symbols, id)
	if i := strings.IndexAny(s.Name, " :>+~[("); i > 0 { // What mixins and extensions name.
		if s.Name[0] == '%' {
			x.b.Bind(s.Name[:i], id)
		}
	}
	x.b.BindIn(0, s.Name, id)
}

// trim leaves out white space and comments at both ends.
func (x *extractor) trim(from, to int) (int, int) {
	for from < to {
		switch {
		case isSpace(x.src[from]):
			from++
		case bytes.HasPrefix(x.src[from:to], []byte("/*")):
			i := bytes.Index(x.src[from+2:to], []byte("*/"))
			if i < 0 {
				return to, to
			}
			from += 2 + i + 2
		case x.dialect != plain && bytes.HasPrefix(x.src[from:to], []byte("//")):
			i := bytes.IndexByte(x.src[from:to], '\n')
			if i < 0 {
				return to, to
			}
			from += i
		default:
			for to > from && isSpace(x.src[to-1]) {
				to--
			}
			return from, to
		}
	}
	return from, to
}

// isMixin reports whether a head of Less is ".name(…)" or "#name(…)".
func (x *extractor) isMixin(from, to int) bool {
	if x.src[from] != '.' && x.src[from] != '#' {
		return false
	}
	i := from + 1
	for i < to && isName(x.src[i]) {
		i++
	}
	end := i
	i = x.blanks(i, to)
	return end > from+1 && i < to && x.src[i] == '(' && (i == end || i+1 < to && (x.src[i+1] == '@' || x.src[i+1] == ')'))
}

func (x *extractor) lessMixin(b *block, from, to int) {
	i := from + 1
	for i < to && isName(x.src[i]) {
		i++
	}
	s := x.text.Symbol(schema.KindMacro, from, i, from, to)
	s.Signature, s.Complexity = syntax.Line(string(x.src[from:to])), 1
	s.Doc = x.docBefore(from)
	id := x.b.Define(s)
	b.symbols = append(b.symbols, id)
	x.openBlock(*b)
	x.parameters(i, to)
}

// docBefore is the first sentence of the comment right before offset at.
func (x *extractor) docBefore(at int) string {
	if x.comment[1] == 0 || len(bytes.TrimSpace(x.src[x.comment[1]:at])) > 0 || bytes.Count(x.src[x.comment[1]:at], []byte{'\n'}) > 1 {
		return ""
	}
	return syntax.FirstSentence(syntax.BlockComment(string(x.src[x.comment[0]:x.comment[1]])))
}

// word returns the end of the name at offset at.
func (x *extractor) word(at, to int) int {
	for at < to && isName(x.src[at]) {
		at++
	}
	return at
}

func (x *extractor) blanks(at, to int) int {
	for at < to && isSpace(x.src[at]) {
		at++
	}
	return at
}

// atBlock reads the head of a block that starts with an at-sign.
func (x *extractor) atBlock(b *block, from, to int) {
	end := x.word(from+1, to)
	keyword := strings.ToLower(string(x.src[from+1 : end]))
	arg := x.blanks(end, to)
	for _, prefix := range []string{"-webkit-", "-moz-", "-o-", "-ms-"} {
		keyword = strings.TrimPrefix(keyword, prefix)
	}
	if x.dialect == less && arg < to && x.src[arg] == ':' { // A detached ruleset.
		b.symbols = append(b.symbols, x.define(schema.KindVariable, from, end, from, to))
		x.openBlock(*b)
		return
	}
	named := func(kind schema.Kind, nameEnd int) {
		if nameEnd <= arg {
			return
		}
		s := x.text.Symbol(kind, arg, nameEnd, from, to)
		s.Signature = syntax.Line(string(x.src[from:to]))
		s.Doc = x.docBefore(from)
		if kind.IsCallable() {
			s.Complexity = 1
		}
		b.symbols = append(b.symbols, x.b.Define(s))
	}
	switch keyword {
	case "mixin":
		named(schema.KindMacro, x.word(arg, to))
		x.openBlock(*b)
		x.parameters(x.word(arg, to), to)
		return
	case "function":
		named(schema.KindFunction, x.word(arg, to))
		b.inert = true
		x.openBlock(*b)
		x.parameters(x.word(arg, to), to)
		return
	case "keyframes":
		b.keys = true
		stop := x.word(arg, to)
		if arg < to && (x.src[arg] == '"' || x.src[arg] == '\'') {
			stop = x.stringEnd(arg)
		}
		named(schema.KindRule, stop)
		if n := len(b.symbols); n > 0 {
			x.b.BindIn(0, framesKey(x.b.Symbol(b.symbols[0]).Name), b.symbols[0])
		}
	case "layer":
		if arg <= to {
			stop := x.word(arg, to)
			for stop < to && x.src[stop] == '.' {
				stop = x.word(stop+1, to)
			}
			named(schema.KindSection, stop)
		}
	case "media", "supports", "container", "scope", "starting-style", "when":
		s := x.text.Symbol(schema.KindSection, from, to, from, to)
		s.Name = syntax.Line(s.Name)
		if len(x.b.Facts().Symbols) < 2*maxRules {
			b.symbols = append(b.symbols, x.b.DefineHidden(s))
		}
		x.value(arg, to)
	case "property", "counter-style", "font-palette-values", "custom-selector":
		named(schema.KindVariable, x.word(arg, to))
	case "include":
		x.include(arg, to)
	case "each", "for", "while", "if", "else", "return":
		x.openBlock(*b)
		x.control(keyword, arg, to)
		return
	default: // @font-face, @page and what is to come.
		x.value(arg, to)
	}
	x.openBlock(*b)
}

// control reads the head of a loop or a condition of SCSS.
func (x *extractor) control(keyword string, from, to int) {
	if keyword == "each" || keyword == "for" {
		word := " in "
		if keyword == "for" {
			word = " from "
		}
		if i := bytes.Index(x.src[from:to], []byte(word)); i >= 0 {
			for at := from; at < from+i; at++ {
				if x.src[at] == '$' {
					end := x.word(at+1, to)
					x.b.Define(x.text.Symbol(schema.KindLocal, at, end, at, end))
					at = end
				}
			}
			from += i
		}
	}
	x.value(from, to)
}

// parameters declares the parameters in the parentheses at offset at.
func (x *extractor) parameters(at, to int) {
	at = x.blanks(at, to)
	if at >= to || x.src[at] != '(' {
		return
	}
	sigil := byte('$')
	if x.dialect == less {
		sigil = '@'
	}
	depth, name := 0, true
	for i := at; i < to; i++ {
		switch c := x.src[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return
			}
		case (c == ',' || c == ';') && depth == 1:
			name = true
		case c == ':' && depth == 1:
			name = false
		case c == sigil:
			end := x.word(i+1, to)
			if name && end > i+1 {
				x.b.Define(x.text.Symbol(schema.KindParameter, i, end, i, end))
			} else if end > i+1 {
				x.b.Ref(x.text.Ref(schema.RoleRead, i, end))
			}
			i = end - 1
		case c == '"' || c == '\'':
			i = x.stringEnd(i) - 1
		}
	}
}

// define adds a symbol without a body and binds it.
func (x *extractor) define(kind schema.Kind, name, nameEnd, from, to int) int32 {
	s := x.text.Symbol(kind, name, nameEnd, from, to)
	if !kind.IsLocal() {
		s.Signature = syntax.Line(string(x.src[from:min(to, from+500)]))
		s.Doc = x.docBefore(from)
	}
	return x.b.Define(s)
}

// framesKey is the name under which key frames are bound.
func framesKey(name string) string { return "@keyframes " + strings.Trim(name, "\"'") }

// animations adds references to the key frames of the sheet that animations name.
func (x *extractor) animations() {
	for _, r := range x.frames {
		if x.b.BoundIn(0, framesKey(r.Name)) >= 0 {
			x.b.RefAs(framesKey(r.Name), r)
		}
	}
	x.frames = nil
}
