package sql

import (
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// name is a name with what qualifies it.
type name struct {
	token            // Of its last part, without quotes.
	text      string // The last part.
	qualifier int    // Token of the part before, -1 for none.
	next      int    // Token behind.
}

func (n name) ok() bool { return n.text != "" }

// part reads one part of a name.
func (r *reader) part(i int) (t token, s string, ok bool) {
	switch r.kind(i) {
	case word:
		t = r.tokens[i]
		return t, t.Text(r.src), true
	case quoted:
		t = r.tokens[i]
		s = t.Text(r.src)
		t.Start++
		t.End--
		t.Col++
		t.EndCol--
		return t, s[1 : len(s)-1], len(s) > 2
	case template:
		return r.model(i)
	}
	return token{}, "", false
}

var dbtRef = regexp.MustCompile(`^\{\{-?\s*(?:ref|source)\s*\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]`)

// model reads {{ ref('x') }} of dbt, whose last string is the table.
func (r *reader) model(i int) (token, string, bool) {
	t := r.tokens[i]
	m := dbtRef.FindStringSubmatchIndex(t.Text(r.src))
	if m == nil || t.Line != t.EndLine {
		return token{}, "", false
	}
	s := t.Text(r.src)[m[2]:m[3]]
	t.End, t.Start = t.Start+m[3], t.Start+m[2]
	t.EndCol, t.Col = t.Col+int32(m[3]), t.Col+int32(m[2])
	return t, s, true
}

// name reads a name with dots at a token.
func (r *reader) name(i int) name {
	if reserved[r.key(i)] {
		return name{qualifier: -1, next: i}
	}
	return r.anyName(i)
}

// anyName is name for a place where a keyword can be one, too.
func (r *reader) anyName(i int) name {
	n := name{qualifier: -1, next: i}
	for {
		t, s, ok := r.part(i)
		if !ok {
			return n
		}
		n.token, n.text, n.next = t, s, i+1
		if !r.is(i+1, ".") {
			return n
		}
		j := i + 2
		for r.is(j, ".") { // database..table
			j++
		}
		if k := r.kind(j); k != word && k != quoted {
			return n
		}
		n.qualifier = i
		i = j
	}
}

// tableKey and routineKey are the Builder's keys of the two name spaces.
func tableKey(name string) string   { return "t " + strings.ToLower(name) }
func routineKey(name string) string { return "f " + strings.ToLower(name) }

// table refers to a table, view or type.
func (r *reader) table(n name, role schema.Role) int32 {
	return r.b.RefAs(tableKey(n.text), n.Ref(n.text, role))
}

// include imports a file that a client's command runs.
func (r *reader) include(t syntax.Token) {
	module := t.Text(r.src)
	ref := t.Ref(module, schema.RoleImport)
	ref.Import = r.b.Import(lang.Import{Line: t.Line, Module: module, Symbol: schema.None})
	r.b.Ref(ref)
}

// symbol fills in what every declaration has: it spans the tokens from first to last,
// its head those up to the token body.
func (r *reader) symbol(n name, kind schema.Kind, first, last, body int) lang.Symbol {
	last = min(max(last, first), len(r.tokens)-1)
	body = min(max(body, first), last+1)
	s := n.Symbol(n.text, kind, r.tokens[first].To(r.tokens[last].Token))
	s.Signature = r.signature(first, body)
	s.Flags |= schema.SymbolExported
	s.SignatureHash = r.hash(first, body)
	s.BodyHash = r.hash(body, last+1)
	return s
}

// signature joins tokens as they are spaced, comments left out.
func (r *reader) signature(from, to int) string {
	var b strings.Builder
	for i := from; i < to && b.Len() < 500; i++ {
		t := r.tokens[i]
		if t.Kind == end || t.Kind == batch || t.Kind == opening {
			break
		}
		if i > from && r.tokens[i-1].End < t.Start {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text(r.src))
	}
	return strings.TrimRight(syntax.Line(b.String()), " (")
}

func (r *reader) hash(from, to int) uint64 {
	if from >= to {
		return 0
	}
	tokens := make([]syntax.Token, 0, to-from)
	for _, t := range r.tokens[from:to] {
		tokens = append(tokens, t.Token)
	}
	return syntax.HashTokens(r.src, tokens)
}

// unquote is the content of a string.
func (r *reader) unquote(i int) string {
	s := r.tokens[i].Text(r.src)
	if k := strings.IndexByte(s, '\''); k >= 0 && len(s) > k+1 {
		s = s[k+1 : len(s)-1]
	}
	return strings.ReplaceAll(s, "''", "'")
}
