package sql

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// declarations reads what a package, or a routine before its BEGIN, declares: types,
// cursors, variables, constants, exceptions, and routines. It returns where it ends:
// at BEGIN or at stop. In a package what is declared is seen from outside.
func (r *reader) declarations(i, stop int, pack bool) int {
	if !r.enter(i) {
		return stop
	}
	defer r.leave()
	for i < stop {
		switch k := r.key(i); {
		case k == "begin", r.kind(i) == closing:
			return i
		case r.kind(i) == end || r.kind(i) == batch || k == "declare":
			i++
			continue
		}
		if m := r.routineWord(i); m >= 0 {
			if n := r.anyName(m + 1); n.ok() {
				_, e := r.memberExtent(m, n, stop)
				r.member(i, m, n, e, pack)
				i = max(e, i+1)
				continue
			}
		}
		e := r.end(i, stop)
		r.declaration(i, e, pack)
		i = max(e, i+1)
	}
	return stop
}

// routineWord returns the FUNCTION or PROCEDURE at a token, behind the words that may
// stand before it in a type, -1 for none.
func (r *reader) routineWord(i int) int {
	for j := i; j < i+6; j++ {
		switch r.key(j) {
		case "function", "procedure":
			return j
		case "not", "final":
			continue
		}
		switch r.lower(j) {
		case "member", "static", "constructor", "overriding", "final", "instantiable", "map", "order":
			continue
		}
		return -1
	}
	return -1
}

// declaration reads one declaration.
func (r *reader) declaration(i, e int, pack bool) {
	switch r.lower(i) {
	case "type", "subtype":
		if n := r.name(i + 1); n.ok() && n.qualifier < 0 {
			r.localType(i, n, e)
			return
		}
	case "cursor":
		if n := r.name(i + 1); n.ok() {
			r.declared(n, i, e, schema.KindVariable, pack)
			return
		}
	case "pragma":
		return
	}
	t, s, ok := r.part(i)
	if !ok || reserved[r.key(i)] || i+1 >= e || r.is(i+1, ".") || r.is(i+1, "(") || r.is(i+1, "=") || r.is(i+1, ":") {
		r.expression(i, e)
		return
	}
	n := name{token: t, text: s, qualifier: -1, next: i + 1}
	kind := schema.KindVariable
	if r.lower(i+1) == "constant" {
		kind = schema.KindConstant
		n.next++
	}
	r.declared(n, i, e, kind, pack)
}

// declared adds a variable: of the package, or local to a routine.
func (r *reader) declared(n name, i, e int, kind schema.Kind, pack bool) {
	if !pack {
		kind = schema.KindLocal
	}
	s := r.symbol(n, kind, i, e-1, e)
	if pack {
		s.Doc = r.doc(r.tokens[i], r.tokens[min(e, len(r.tokens)-1)])
	} else {
		s.Signature, s.Flags = "", 0
	}
	s.Type = r.typ(n.next, e)
	r.b.Bind("v "+lowered(n.text), r.b.DefineHidden(s))
	r.query(n.next, e)
}

// localType reads TYPE name IS RECORD (fields), TABLE OF and the like.
func (r *reader) localType(i int, n name, e int) {
	kind, open := schema.KindType, -1
	for j := n.next; j < e && j < n.next+4; j++ {
		if r.lower(j) == "record" && r.is(j+1, "(") && r.match[j+1] > 0 {
			kind, open = schema.KindStruct, j+1
		}
	}
	s := r.symbol(n, kind, i, e-1, n.next)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	if open < 0 {
		s.Signature = r.signature(i, e)
	}
	id := r.b.DefineHidden(s)
	r.b.Bind(tableKey(n.text), id)
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	if open > 0 {
		r.fields(open, id)
		return
	}
	r.expression(n.next, e)
}

// variable refers to a variable of SQL Server or MySQL that the routine declares.
func (r *reader) variable(i int) int {
	t := r.tokens[i]
	s := t.Text(r.src)
	if len(s) > 1 && s[0] == '@' && s[1] != '@' && !r.is(i-1, ".") {
		r.b.RefAs("v "+lowered(s), t.Ref(s, schema.RoleRead))
	}
	return i + 1
}

// declare reads DECLARE @name type: a local variable.
func (r *reader) declare(i, e int) int {
	if r.kind(i+1) != variable {
		return i + 1
	}
	j := i + 1
	for j < e && r.kind(j) == variable {
		t := r.tokens[j]
		s := t.Symbol(t.Text(r.src), schema.KindLocal, t.Span())
		r.b.BindIn(r.scope, "v "+lowered(s.Name), r.b.DefineHidden(s))
		j++
		for j < e && !r.is(j, ",") && r.kind(j) != end && (r.kind(j) != word || !r.startsLine(j)) {
			if r.is(j, "(") && r.match[j] > 0 {
				if r.key(j-1) == "table" {
					j = int(r.match[j]) + 1
					continue
				}
				r.expression(j+1, int(r.match[j]))
				j = int(r.match[j])
			}
			if r.is(j, "=") {
				j++
				continue
			}
			j++
		}
		if !r.is(j, ",") {
			break
		}
		j++
	}
	return j
}
