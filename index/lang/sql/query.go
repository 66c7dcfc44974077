package sql

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// query reads a statement, or a part of one, in a scope of its own: the tables that it
// names, their aliases, and the routines that it calls.
func (r *reader) query(i, e int) {
	if i >= e || !r.enter(i) {
		return
	}
	defer r.leave()
	r.scoped(func() { r.expression(i, e) })
}

// expression reads tokens in the current scope.
func (r *reader) expression(i, e int) {
	for i < e {
		i = max(r.step(i, e), i+1)
	}
}

// step reads what begins at a token and returns where it goes on.
func (r *reader) step(i, e int) int {
	t := &r.tokens[i]
	switch t.Kind {
	case word:
		if next := r.clause(i, e); next > i {
			return next
		}
		return r.mention(i, e)
	case quoted, template:
		return r.mention(i, e)
	case variable:
		return r.variable(i)
	case punct:
		if r.is(i, "(") {
			return r.parenthesis(i, e)
		}
	case opening:
		if m := int(r.match[i]); m > i { // A string in dollars, which may be a statement.
			if r.key(i-1) == "execute" {
				r.body(i+1, m)
			}
			return m + 1
		}
	}
	return i + 1
}

// parenthesis reads a subquery in a scope of its own, anything else as it is.
func (r *reader) parenthesis(i, e int) int {
	m := int(r.match[i])
	if m < 0 || m > e {
		return i + 1
	}
	if k := r.key(i + 1); k == "select" || k == "with" || k == "values" {
		r.query(i+1, m)
		return m + 1
	}
	if !r.enter(i) {
		return m + 1
	}
	r.expression(i+1, m)
	r.leave()
	return m + 1
}

// clause reads a keyword that names follow; i means that it is none.
func (r *reader) clause(i, e int) int {
	switch r.tokens[i].key {
	case "with":
		return r.with(i, e)
	case "union", "intersect", "except", "minus": // What follows has aliases of its own.
		r.query(i+1, e)
		return e
	case "from":
		if r.key(i-1) == "distinct" {
			return i + 1
		}
		if r.key(i-1) == "delete" {
			return r.tableList(i+1, e, schema.RoleWrite)
		}
		return r.tableList(i+1, e, schema.RoleRead)
	case "join", "straight_join":
		return r.tableItem(i+1, e, schema.RoleRead)
	case "apply":
		return r.tableItem(i+1, e, schema.RoleRead)
	case "using":
		if r.is(i+1, "(") && r.key(i+2) != "select" { // JOIN … USING (column)
			if m := int(r.match[i+1]); m > 0 {
				return m + 1
			}
		}
		if r.key(i-1) == "" || r.is(i-1, ")") {
			return r.tableList(i+1, e, schema.RoleRead)
		}
	case "into":
		return r.into(i, e)
	case "update":
		return r.update(i, e)
	case "delete":
		if n := r.name(i + 1); n.ok() && r.key(i+1) != "from" && r.key(i-1) != "on" && r.key(i-1) != "or" && r.key(n.next) == "from" { // DELETE alias FROM
			return i + 2
		}
	case "truncate":
		if r.key(i+1) == "table" {
			if n := r.name(i + 2); n.ok() {
				r.table(n, schema.RoleWrite)
				return n.next
			}
		}
	case "references":
		return r.reference(i)
	case "call", "exec", "execute", "perform":
		return r.callStatement(i, e)
	case "create":
		if r.object(i) > 0 && i > 0 {
			if next := r.create(i, e); next > i {
				return next
			}
		}
	case "extract", "trim", "substring", "overlay", "position":
		if r.is(i+1, "(") && r.match[i+1] > 0 && int(r.match[i+1]) <= e { // FROM in it is no clause.
			for j := i + 2; j < int(r.match[i+1]); {
				if r.key(j) == "from" || r.key(j) == "in" {
					j++
					continue
				}
				j = max(r.step(j, int(r.match[i+1])), j+1)
			}
			return int(r.match[i+1]) + 1
		}
	case "declare":
		return r.declare(i, e)
	}
	return i
}

// with reads common table expressions, which are local to the statement.
func (r *reader) with(i, e int) int {
	j := i + 1
	if r.key(j) == "recursive" {
		j++
	}
	read := false
	for {
		n := r.name(j)
		if !n.ok() || n.qualifier >= 0 {
			break
		}
		k := n.next
		if r.is(k, "(") && r.match[k] > 0 {
			k = int(r.match[k]) + 1
		}
		if r.key(k) != "as" {
			break
		}
		k++
		for r.key(k) == "not" || r.key(k) == "materialized" {
			k++
		}
		if !r.is(k, "(") || r.match[k] < 0 || int(r.match[k]) > e {
			break
		}
		s := n.Symbol(n.text, schema.KindLocal, n.To(r.tokens[r.match[k]].Token))
		r.b.Bind(tableKey(n.text), r.b.DefineHidden(s))
		read = true
		r.query(k+1, int(r.match[k]))
		j = int(r.match[k]) + 1
		if !r.is(j, ",") {
			break
		}
		j++
	}
	if !read {
		return i + 1
	}
	return j
}

// tableList reads tables with commas between.
func (r *reader) tableList(i, e int, role schema.Role) int {
	for i < e {
		next := r.tableItem(i, e, role)
		if next <= i {
			return i
		}
		if i = next; !r.is(i, ",") {
			return i
		}
		i++
	}
	return i
}

// tableItem reads a table, a function or a subquery with its alias, and returns where
// it goes on; i means that there is none.
func (r *reader) tableItem(i, e int, role schema.Role) int {
	for k := r.key(i); k == "only" || k == "lateral" || k == "table"; k = r.key(i) {
		i++
	}
	if i >= e {
		return i
	}
	if r.is(i, "(") && r.match[i] > 0 && int(r.match[i]) <= e {
		m := int(r.match[i])
		if k := r.key(i + 1); k == "select" || k == "with" || k == "values" || r.is(i+1, "(") && r.key(i+2) == "select" {
			r.query(i+1, m)
		} else if r.enter(i) { // (a JOIN b)
			next := r.tableList(i+1, m, role)
			r.expression(max(next, i+1), m)
			r.leave()
		}
		return r.alias(m+1, e, schema.None)
	}
	n := r.name(i)
	if !n.ok() {
		return i
	}
	if r.is(n.next, "(") && r.match[n.next] > 0 && n.Kind != template {
		if k := r.key(n.next - 1); !uncalled[k] {
			next := r.call(n, n.next)
			return r.alias(next, e, schema.None)
		}
	}
	ref := r.table(n, role)
	next := n.next
	if r.is(next, "@") { // A link to another database.
		next += 2
	}
	if r.is(next, "*") {
		next++
	}
	return r.alias(next, e, ref)
}

// alias declares the name behind a table; its type is the table.
func (r *reader) alias(i, e int, table int32) int {
	at := i
	if r.key(at) == "as" {
		at++
	}
	if at >= e || r.kind(at) != word && r.kind(at) != quoted || reserved[r.key(at)] {
		return i
	}
	switch r.lower(at) {
	case "force", "ignore", "tablesample", "for", "nolock", "updlock", "holdlock", "rowlock", "temporal", "changes", "match_recognize", "sort", "lock", "ordinality":
		return i
	}
	t, s, ok := r.part(at)
	if !ok || r.is(at+1, ".") {
		return i
	}
	if at == i && (r.is(at+1, "=") || r.startsLine(at) && r.is(at+1, ":")) {
		return i
	}
	sym := t.Symbol(s, schema.KindLocal, t.Span())
	sym.Type = table
	r.b.Bind(tableKey(s), r.b.DefineHidden(sym))
	next := at + 1
	if r.is(next, "(") && r.match[next] > 0 && int(r.match[next]) <= e && r.key(next+1) != "select" && table < 0 { // Names of columns.
		next = int(r.match[next]) + 1
	}
	return next
}

// into reads INSERT INTO, MERGE INTO and REPLACE INTO with the columns that they list.
// SELECT … INTO names a variable or a new table: neither is one that is written.
func (r *reader) into(i, e int) int {
	insert := false
	for j := i - 1; j >= max(i-6, 0); j-- {
		switch r.key(j) {
		case "insert", "merge", "replace":
			insert = true
		case "low_priority", "delayed", "ignore", "or", "overwrite":
			continue
		}
		break
	}
	at := i + 1
	if r.key(at) == "table" {
		at++
	}
	n := r.name(at)
	if !insert || !n.ok() {
		return i + 1
	}
	ref := r.table(n, schema.RoleWrite)
	next := n.next
	if k := r.key(next); k == "as" || k == "" && r.kind(next) == word && !r.is(next+1, "(") {
		next = r.alias(next, e, ref)
	}
	if r.is(next, "(") && r.key(next+1) != "select" && r.key(next+1) != "with" {
		next = r.columns(next, ref, schema.RoleWrite)
	}
	return min(next, e)
}

// update reads UPDATE table SET with the columns that it sets.
func (r *reader) update(i, e int) int {
	switch r.key(i - 1) {
	case "for", "on", "before", "after", "or", "key":
		return i + 1
	case "do": // ON CONFLICT … DO UPDATE SET
		return i + 1
	}
	if r.is(i-1, ",") || r.is(i-1, "(") {
		return i + 1
	}
	at := i + 1
	for r.key(at) == "only" || r.key(at) == "ignore" || r.key(at) == "low_priority" || r.key(at) == "top" || r.is(at, "(") && r.match[at] > 0 && r.key(at-1) == "top" {
		if r.is(at, "(") {
			at = int(r.match[at])
		}
		at++
	}
	n := r.name(at)
	if !n.ok() || at >= e {
		return i + 1
	}
	ref := r.table(n, schema.RoleWrite)
	next := r.alias(n.next, e, ref)
	for next < e && r.is(next, ",") { // UPDATE a, b SET
		next = r.tableItem(next+1, e, schema.RoleWrite)
	}
	set := next
	for set < e && r.key(set) != "set" && r.kind(set) != end {
		set = max(r.step(set, e), set+1)
	}
	if r.key(set) != "set" {
		return set
	}
	return r.assignments(set+1, e, ref)
}

// assignments reads column = value, … and returns where it goes on.
func (r *reader) assignments(i, e int, table int32) int {
	expect := true
	for i < e {
		switch k := r.key(i); {
		case k == "where" || k == "from" || k == "returning" || k == "output" || k == "join" || k == "when" || k == "order" || k == "limit" || r.kind(i) == end:
			return i
		case r.is(i, ","):
			expect = true
			i++
			continue
		}
		if n := r.name(i); expect && n.ok() && r.is(n.next, "=") {
			ref := n.Ref(n.text, schema.RoleWrite)
			ref.Base = table
			if n.qualifier >= 0 {
				if t, s, ok := r.part(n.qualifier); ok {
					ref.Base = r.b.RefAs(tableKey(s), t.Ref(s, schema.RoleRead))
				}
			}
			r.b.Ref(ref)
			i = n.next + 1
			expect = false
			continue
		}
		expect = false
		i = max(r.step(i, e), i+1)
	}
	return i
}

// callStatement reads CALL, EXEC and EXECUTE.
func (r *reader) callStatement(i, e int) int {
	at := i + 1
	if k := r.key(at); k == "function" || k == "procedure" {
		at++
	}
	if r.kind(at) == variable && r.is(at+1, "=") { // EXEC @result = procedure
		at += 2
	}
	n := r.name(at)
	if !n.ok() || at >= e || r.lower(at) == "immediate" || r.lower(at) == "format" && r.is(n.next, "(") {
		return i + 1
	}
	if r.key(i) == "perform" && !r.is(n.next, "(") {
		return i + 1
	}
	return r.call(n, n.next)
}

// call refers to a routine and reads its arguments, which begin at i.
func (r *reader) call(n name, i int) int {
	ref := n.Ref(n.text, schema.RoleCall)
	ref.Flags = lang.RefResult
	if !r.is(i, "(") || r.match[i] < 0 {
		r.b.RefAs(routineKey(n.text), ref)
		return i
	}
	stop := int(r.match[i])
	ref.Args = 0
	if stop > i+1 {
		ref.Args = 1
	}
	for j := i + 1; j < stop; j++ {
		if r.is(j, "(") && r.match[j] > 0 {
			j = int(r.match[j])
		} else if r.is(j, ",") {
			ref.Args++
		}
	}
	r.b.RefAs(routineKey(n.text), ref)
	if !r.enter(i) {
		return stop + 1
	}
	if k := r.key(i + 1); k == "select" || k == "with" {
		r.query(i+1, stop)
	} else {
		r.expression(i+1, stop)
	}
	r.leave()
	return stop + 1
}

// mention reads a name in an expression: a call when parentheses follow, a column when
// a table or an alias stands before it.
func (r *reader) mention(i, e int) int {
	n := r.name(i)
	if !n.ok() || n.next > e || n.Kind == template {
		return i + 1
	}
	if r.is(n.next, "(") {
		if n.Kind == word && n.qualifier < 0 && uncalled[lowered(n.text)] || r.match[n.next] < 0 || int(r.match[n.next]) > e {
			return n.next
		}
		return r.call(n, n.next)
	}
	if n.qualifier < 0 {
		if n.Kind == word && r.bound("v "+lowered(n.text)) {
			r.b.RefAs("v "+lowered(n.text), n.Ref(n.text, schema.RoleRead))
		}
		return n.next
	}
	t, s, ok := r.part(n.qualifier)
	if !ok {
		return n.next
	}
	switch lowered(s) {
	case "new", "old", "excluded", "inserted", "deleted": // Rows of what a trigger or a statement is about.
		return n.next
	}
	base := r.b.RefAs(tableKey(s), t.Ref(s, schema.RoleRead))
	ref := n.Ref(n.text, schema.RoleRead)
	ref.Base = base
	r.b.Ref(ref)
	return n.next
}

// bound reports whether a parameter of the routine has the key.
func (r *reader) bound(key string) bool {
	return r.scope != 0 && r.b.BoundIn(r.scope, key) != schema.None
}
