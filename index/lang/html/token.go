package html

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// word reads a name or a keyword.
func (t *tokens) word() {
	from := t.at
	if t.src[t.at] == '#' {
		t.at++
	}
	for t.at < t.to && isName(t.src[t.at]) {
		t.at++
	}
	name := string(t.src[from:t.at])
	if t.before == afterDot {
		t.member(from)
		return
	}
	if t.keyword(name) {
		return
	}
	if t.declare || t.arrowAt(t.at) {
		if !t.declare {
			t.openArrow()
		}
		t.b.Define(t.text.Symbol(schema.KindLocal, from, t.at, from, t.at))
		t.operand(lang.BaseUnknown)
		return
	}
	if t.isKey() {
		t.operand(lang.BaseUnknown)
		return
	}
	if t.dialect == svelte && len(name) > 2 && name[:2] == "$$" { // $$props and the like.
		t.operand(lang.BaseUnknown)
		return
	}
	if t.dialect == svelte && isStore(name) {
		from++ // $name is the value of the store name.
	}
	r := t.text.Ref(t.role(from), from, t.at)
	switch {
	case t.isType:
		r.Role = schema.RoleType
	case t.isNew:
		r.Role, r.Flags = schema.RoleCall, r.Flags|lang.RefNew|lang.RefResult
	}
	t.operand(t.ref(r))
}

// isStore reports whether a name of Svelte stands for the value of a store.
func isStore(name string) bool {
	if len(name) < 2 || name[0] != '$' || name[1] == '$' {
		return false
	}
	switch name {
	case "$state", "$derived", "$props", "$effect", "$bindable", "$inspect", "$host":
		return false
	}
	return true
}

// member reads the name behind a dot.
func (t *tokens) member(from int) {
	r := t.text.Ref(t.role(from), from, t.at)
	r.Base = t.chain
	if r.Base == lang.BaseNone {
		r.Base = lang.BaseUnknown
	}
	t.operand(t.ref(r))
}

// role tells from what follows a name how it is used.
func (t *tokens) role(from int) schema.Role {
	i := t.at
	for i < t.to && (t.src[i] == ' ' || t.src[i] == '\t' || t.src[i] == '\n' || t.src[i] == '\r') {
		i++
	}
	rest := t.src[i:t.to]
	at := func(k int) byte {
		if k < len(rest) {
			return rest[k]
		}
		return 0
	}
	switch c := at(0); {
	case c == '(' || c == '`' || c == '?' && at(1) == '.' && at(2) == '(':
		return schema.RoleCall
	case c == '=' && at(1) != '=' && at(1) != '>':
		return schema.RoleWrite
	case (c == '+' || c == '-') && (at(1) == '=' || at(1) == c), (c == '*' || c == '/' || c == '%' || c == '&' || c == '|' || c == '^') && at(1) == '=':
		return schema.RoleWrite
	case (c == '&' || c == '|' || c == '?' || c == '*') && at(1) == c && at(2) == '=':
		return schema.RoleWrite
	}
	if from > 1 && (t.src[from-1] == '+' || t.src[from-1] == '-') && t.src[from-2] == t.src[from-1] {
		return schema.RoleWrite
	}
	return schema.RoleRead
}

// isKey reports whether the word before t.at is a key of an object literal.
func (t *tokens) isKey() bool {
	n := len(t.frames)
	if n == 0 || !t.frames[n-1].object || t.before != afterOperator {
		return false
	}
	i := t.at
	for i < t.to && (t.src[i] == ' ' || t.src[i] == '\t' || t.src[i] == '\n' || t.src[i] == '\r') {
		i++
	}
	if i >= t.to || t.src[i] != ':' {
		return false
	}
	// A colon behind an operand of ?: is none of a key.
	for j := t.at - 1; j >= 0; j-- {
		switch c := t.src[j]; {
		case c == '?':
			return false
		case c == ',' || c == '{':
			return true
		case isName(c) || c == ' ' || c == '\t' || c == '\n' || c == '\r':
		default:
			return c != ':'
		}
	}
	return true
}

// keyword reads the words that are no names and reports whether name is one.
func (t *tokens) keyword(name string) bool {
	switch name {
	case "true", "false", "null", "undefined", "NaN", "Infinity", "this", "super", "import":
		t.operand(lang.BaseUnknown)
	case "typeof", "void", "delete", "await", "yield", "in", "of", "instanceof", "return", "throw", "if", "else", "for", "while", "do", "switch", "case", "try", "finally", "break", "continue":
		t.before, t.chain = afterOperator, lang.BaseNone
	case "new":
		t.before, t.chain, t.isNew = afterOperator, lang.BaseNone, true
	case "as", "satisfies":
		if t.before != afterOperand {
			return false
		}
		t.before, t.chain, t.isType = afterOperator, lang.BaseNone, true
	case "const", "let", "var":
		t.before, t.chain, t.declare = afterOperator, lang.BaseNone, true
	case "async":
		i := t.at
		for i < t.to && t.src[i] == ' ' {
			i++
		}
		if i >= t.to || t.src[i] != '(' && !isName(t.src[i]) {
			return false
		}
		t.before, t.chain = afterOperator, lang.BaseNone
	case "function", "class", "catch", "default":
		t.before, t.chain = afterOperator, lang.BaseNone
	default:
		return false
	}
	return true
}

// quoted passes over a string, which ends at the end of its line at the latest.
func (t *tokens) quoted(quote byte) {
	for i := t.at + 1; i < t.to; i++ {
		switch t.src[i] {
		case '\\':
			i++
		case quote:
			t.at = i + 1
			t.operand(lang.BaseUnknown)
			return
		case '\n':
			i = t.to
		}
	}
	t.at++ // An apostrophe in a text.
	t.operand(lang.BaseUnknown)
}

// template reads a template literal with the expressions in it.
func (t *tokens) template() {
	tag := int32(lang.BaseUnknown)
	if t.before == afterOperand && t.chain >= 0 {
		tag = t.chain
		t.b.RefAt(tag).Flags |= lang.RefResult
	}
	for t.at++; t.at < t.to; {
		switch c := t.src[t.at]; {
		case c == '\\':
			t.at += 2
		case c == '`':
			t.at++
			t.operand(tag)
			return
		case c == '$' && t.at+1 < t.to && t.src[t.at+1] == '{':
			t.at += 2
			if t.depth >= maxExpression {
				t.at = t.to
				return
			}
			t.depth++
			inner := tokens{extractor: t.extractor, to: t.to, chain: lang.BaseNone}
			inner.read()
			inner.end()
			t.depth--
			if t.at < t.to {
				t.at++
			}
		default:
			t.at++
		}
	}
	t.at = min(t.at, t.to)
	t.operand(tag)
}

// regexp passes over a regular expression, or over a slash when there is none.
func (t *tokens) regexp() {
	class := false
	for i := t.at + 1; i < t.to && t.src[i] != '\n'; i++ {
		switch c := t.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for i++; i < t.to && isName(t.src[i]); i++ {
			}
			t.at = i
			t.operand(lang.BaseUnknown)
			return
		}
	}
	t.at++
}

func (t *tokens) comment() {
	line := t.src[t.at+1] == '/'
	for t.at += 2; t.at < t.to; t.at++ {
		if line && t.src[t.at] == '\n' {
			return
		}
		if !line && t.src[t.at] == '*' && t.at+1 < t.to && t.src[t.at+1] == '/' {
			t.at += 2
			return
		}
	}
}

// nested reads the markup of an operand in Astro.
func (t *tokens) nested() {
	if t.depth >= maxExpression {
		t.at = t.to
		return
	}
	t.depth++
	base := len(t.open)
	if t.src[t.at+1] == '!' {
		t.angle(t.to)
	} else {
		t.markup(t.to, true)
	}
	for len(t.open) > base {
		t.close(t.at)
	}
	t.depth--
	t.operand(lang.BaseUnknown)
}
