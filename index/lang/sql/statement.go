package sql

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// maxDepth bounds the nesting of routines and queries that is followed.
const maxDepth = 200

// enter counts a level of nesting; false means that the token lies too deep.
func (r *reader) enter(i int) bool {
	if r.depth >= maxDepth {
		r.b.ProblemAt(r.tokens[min(i, len(r.tokens)-1)].Span(), "nested too deeply")
		return false
	}
	r.depth++
	return true
}

func (r *reader) leave() { r.depth-- }

// statement reads the statement at a token and returns where the next one begins; it
// does not go beyond stop.
func (r *reader) statement(i, stop int) int {
	if k := r.kind(i); k == end || k == batch || k == closing {
		return i + 1
	}
	switch r.key(i) {
	case "create", "replace":
		if next := r.create(i, stop); next > i {
			return next
		}
	case "alter":
		if next := r.alter(i, stop); next > i {
			return next
		}
	case "drop", "truncate":
		r.drop(i, r.end(i, stop))
		return r.end(i, stop)
	case "comment":
		r.commentOn(i, r.end(i, stop))
		return r.end(i, stop)
	case "copy":
		r.copyInto(i, r.end(i, stop))
		return r.end(i, stop)
	case "grant", "revoke":
		return r.grant(i, r.end(i, stop))
	case "declare":
		if r.kind(i+1) != variable && !r.batches {
			if at := r.declarations(i+1, stop, false); at > i+1 && r.key(at) == "begin" {
				return at
			}
		}
	case "do":
		if next := r.block(i, stop); next > i {
			return next
		}
	}
	e := r.end(i, stop)
	if e == i {
		return i + 1
	}
	r.query(i, e)
	return e
}

// end returns the token that ends the statement at i: a terminator that is in no
// parenthesis, or in a file without them the start of a line that creates something.
func (r *reader) end(i, stop int) int {
	for j := i; j < stop; j++ {
		switch r.tokens[j].Kind {
		case end, batch, closing:
			return j
		case opening:
			if m := int(r.match[j]); m > j {
				j = m
			}
		case word:
			if j > i && r.startsLine(j) && (r.key(j) == "create" || r.key(j) == "alter") && r.object(j) > 0 {
				return j
			}
		}
	}
	return stop
}

// startsLine reports whether nothing but blanks stands before a token on its line.
func (r *reader) startsLine(i int) bool {
	return i == 0 || r.tokens[i-1].EndLine < r.tokens[i].Line
}

// block reads DO $$ … $$, a block without a name.
func (r *reader) block(i, stop int) int {
	j := i + 1
	for j < stop && j < i+4 && r.kind(j) != opening {
		j++
	}
	if r.kind(j) != opening || r.match[j] < 0 {
		return i
	}
	r.body(j+1, int(r.match[j]))
	return r.end(i, stop)
}

// body reads the statements of a routine in scopes of their own.
func (r *reader) body(i, stop int) {
	if !r.enter(i) {
		return
	}
	defer r.leave()
	for i < stop {
		next := r.statement(i, stop)
		i = max(next, i+1)
	}
}

// grant refers to the table that rights are given on.
func (r *reader) grant(i, e int) int {
	for j := i; j < e; j++ {
		if r.key(j) != "on" {
			continue
		}
		if k := r.key(j + 1); k == "table" || k == "" || k == "sequence" {
			if k != "" {
				j++
			}
			if k == "" && r.lower(j+2) != "" && !r.is(j+2, ".") && r.key(j+2) != "to" && r.key(j+2) != "from" { // ON ALL TABLES, ON LARGE OBJECT
				break
			}
			for {
				n := r.name(j + 1)
				if !n.ok() {
					break
				}
				r.table(n, schema.RoleRead)
				if !r.is(n.next, ",") {
					break
				}
				j = n.next
			}
		}
		break
	}
	return e
}

// drop refers to what a statement drops or empties.
func (r *reader) drop(i, e int) {
	routine := false
	j := i + 1
	for ; j < e && j < i+6; j++ {
		switch r.key(j) {
		case "function", "procedure", "proc", "trigger", "aggregate":
			routine = true
			continue
		case "table", "view", "materialized", "temporary", "temp", "sequence", "type", "domain", "if", "exists", "foreign", "external", "concurrently", "only":
			continue
		case "not":
			continue
		case "index", "schema", "database", "role", "user", "extension", "policy", "constraint", "rule", "operator", "package", "server", "publication", "subscription", "cast", "event":
			return
		}
		break
	}
	for j < e {
		n := r.name(j)
		if !n.ok() {
			return
		}
		if routine {
			r.b.RefAs(routineKey(n.text), n.Ref(n.text, schema.RoleWrite))
		} else {
			r.table(n, schema.RoleWrite)
		}
		j = n.next
		if r.is(j, "(") && r.match[j] > 0 {
			j = int(r.match[j]) + 1
		}
		if !r.is(j, ",") {
			return
		}
		j++
	}
}

// commentOn gives COMMENT ON … IS 'text' to what it describes.
func (r *reader) commentOn(i, e int) {
	if r.key(i+1) != "on" || e-i < 5 || r.kind(e-1) != text || r.key(e-2) != "is" {
		return
	}
	what := r.lower(i + 2)
	at := i + 3
	if what == "materialized" || what == "foreign" {
		at++
	}
	n := r.name(at)
	if !n.ok() {
		return
	}
	doc := syntax.FirstSentence([]string{r.unquote(e - 1)})
	role, key, id := schema.RoleRead, tableKey(n.text), int32(schema.None)
	switch what {
	case "table", "view", "materialized", "foreign", "sequence":
		id = lookup(r.tables, n.text)
	case "type", "domain":
		id = lookup(r.types, n.text)
	case "function", "procedure":
		id, key = lookup(r.routines, n.text), routineKey(n.text)
	case "column":
		if n.qualifier < 0 {
			return
		}
		t, s, ok := r.part(n.qualifier)
		if !ok {
			return
		}
		table := r.b.RefAs(tableKey(s), t.Ref(s, schema.RoleRead))
		m := n.Ref(n.text, role)
		m.Base = table
		r.b.Ref(m)
		if column := r.column(lookup(r.tables, s), n.text); column >= 0 {
			r.b.Symbol(column).Doc = doc
		}
		return
	default:
		return
	}
	r.b.RefAs(key, n.Ref(n.text, role))
	if id >= 0 {
		r.b.Symbol(id).Doc = doc
	}
}

func lookup(m map[string]int32, name string) int32 {
	if id, ok := m[lowered(name)]; ok {
		return id
	}
	return schema.None
}

// column finds a column of a table that the file creates.
func (r *reader) column(table int32, name string) int32 {
	if table < 0 {
		return schema.None
	}
	symbols := r.b.Facts().Symbols
	for i := int(table) + 1; i < len(symbols); i++ {
		if symbols[i].Parent == table && lowered(symbols[i].Name) == lowered(name) {
			return int32(i)
		}
		if symbols[i].Parent < table {
			break
		}
	}
	return schema.None
}

// copyInto reads COPY table [(columns)] FROM or TO.
func (r *reader) copyInto(i, e int) {
	n := r.name(i + 1)
	if !n.ok() {
		r.query(i+1, e)
		return
	}
	role := schema.RoleRead
	j := n.next
	if r.is(j, "(") && r.match[j] > 0 {
		j = int(r.match[j]) + 1
	}
	if r.key(j) == "from" {
		role = schema.RoleWrite
	}
	ref := r.table(n, role)
	r.columns(n.next, ref, role)
}

// columns refers to the columns in parentheses at a token and returns where it goes on.
func (r *reader) columns(i int, table int32, role schema.Role) int {
	if !r.is(i, "(") || r.match[i] < 0 {
		return i
	}
	stop := int(r.match[i])
	expect := true
	for j := i + 1; j < stop; j++ {
		if r.is(j, ",") {
			expect = true
			continue
		}
		if expect {
			if t, s, ok := r.part(j); ok && !r.is(j+1, "(") && !reserved[r.key(j)] {
				ref := t.Ref(s, role)
				ref.Base = table
				r.b.Ref(ref)
			}
		}
		expect = false
		if r.is(j, "(") && r.match[j] > 0 {
			j = int(r.match[j])
		}
	}
	return stop + 1
}

// alter reads ALTER TABLE: columns that it adds, tables that it refers to.
func (r *reader) alter(i, stop int) int {
	e := r.end(i, stop)
	j := i + 1
	for r.key(j) == "foreign" || r.key(j) == "materialized" || r.key(j) == "ignore" || r.key(j) == "external" {
		j++
	}
	switch r.key(j) {
	case "table", "view", "type", "sequence", "domain":
	case "procedure", "proc", "function", "trigger", "package": // SQL Server defines with ALTER, too.
		if r.kind(j+1) != 0 && r.routineHead(j) {
			return r.create(i, stop)
		}
		return e
	default:
		return e
	}
	columns := r.key(j) == "table" || r.key(j) == "view"
	j++
	for r.key(j) == "if" || r.key(j) == "exists" || r.key(j) == "only" {
		j++
	}
	n := r.name(j)
	if !n.ok() {
		return e
	}
	table := r.table(n, schema.RoleWrite)
	if !columns {
		return e
	}
	owner := lookup(r.tables, n.text)
	for k := n.next; k < e; k++ {
		switch r.key(k) {
		case "add":
			k = r.addColumns(i, k, e, owner) - 1
		case "references":
			k = r.reference(k) - 1
		case "drop", "alter", "modify", "change":
			at := k + 1
			if r.key(at) == "column" {
				at++
			} else if r.key(k) != "modify" && r.key(k) != "change" {
				continue
			}
			for r.key(at) == "if" || r.key(at) == "exists" {
				at++
			}
			if t, s, ok := r.part(at); ok && !reserved[r.key(at)] {
				ref := t.Ref(s, schema.RoleWrite)
				ref.Base = table
				r.b.Ref(ref)
			}
		}
		if r.is(k, "(") && r.match[k] > 0 && k > n.next+2 && r.key(k-1) != "add" {
			r.expression(k+1, int(r.match[k]))
			k = int(r.match[k])
		}
	}
	return e
}

// addColumns reads what follows ADD and returns where it goes on.
func (r *reader) addColumns(first, i, e int, owner int32) int {
	j := i + 1
	if r.key(j) == "column" || r.key(j) == "columns" {
		j++
	}
	for r.key(j) == "if" || r.key(j) == "not" || r.key(j) == "exists" {
		j++
	}
	if r.is(j, "(") && r.match[j] > 0 { // ADD (a int, b int)
		r.list(j, owner, first)
		return int(r.match[j]) + 1
	}
	stop := j
	for stop < e && !r.is(stop, ",") {
		if r.is(stop, "(") && r.match[stop] > 0 {
			stop = int(r.match[stop])
		}
		stop++
	}
	r.item(j, stop, owner, first)
	return stop
}

// reference reads REFERENCES table (columns) and returns where it goes on.
func (r *reader) reference(i int) int {
	n := r.name(i + 1)
	if !n.ok() {
		return i + 1
	}
	return r.columns(n.next, r.table(n, schema.RoleType), schema.RoleRead)
}

// scoped runs f in a scope of its own, in which order does not matter.
func (r *reader) scoped(f func()) {
	r.b.Open(lang.ScopeFunction, schema.None)
	f()
	r.b.Close()
}
