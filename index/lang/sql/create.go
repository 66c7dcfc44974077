package sql

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

func lowered(s string) string { return strings.ToLower(s) }

// object returns the token that says what CREATE or ALTER at i is about, 0 for none:
// options of many dialects may stand before it.
func (r *reader) object(i int) int {
	for j := i + 1; j < i+24 && j < len(r.tokens); j++ {
		switch r.key(j) {
		case "table", "view", "index", "function", "procedure", "proc", "trigger", "type", "domain", "sequence", "schema", "database", "package", "extension",
			"policy", "role", "user", "event", "synonym", "aggregate", "operator", "rule", "publication", "subscription", "server", "macro", "cast",
			"statistics", "library", "directory", "collation", "conversion", "cluster", "login", "certificate", "stream", "task", "stage", "warehouse":
			if r.key(j) == "role" && r.key(j-1) == "security" || r.key(j) == "user" && r.key(j-1) == "definer" {
				continue
			}
			if r.key(j) == "event" && r.key(j+1) == "trigger" {
				continue
			}
			return j
		case "select", "from", "where", "as", "begin", "set", "is", "values", "insert", "update", "delete", "create":
			return 0
		case "alter":
			if r.key(j-1) != "or" {
				return 0
			}
		}
		switch r.kind(j) {
		case end, batch, opening, closing:
			return 0
		}
	}
	return 0
}

// ifNotExists moves over what may stand between the object and its name.
func (r *reader) ifNotExists(i int) int {
	for {
		switch r.key(i) {
		case "concurrently", "nonconcurrently", "body", "column":
			i++
			continue
		case "if":
			if r.key(i+1) == "not" && r.key(i+2) == "exists" {
				i += 3
				continue
			}
		}
		return i
	}
}

// create reads a statement that creates something and returns where it ends, i when
// it is none that the reader knows.
func (r *reader) create(i, stop int) int {
	o := r.object(i)
	if o == 0 || o >= stop || !r.enter(i) {
		return i
	}
	defer r.leave()
	at := r.ifNotExists(o + 1)
	n := r.anyName(at)
	if k := r.key(at); k == "on" || k == "as" || k == "for" {
		n = name{qualifier: -1, next: at}
	}
	e := r.end(i, stop)
	switch what := r.key(o); what {
	case "function", "procedure", "proc", "trigger", "event", "macro", "aggregate":
		if !n.ok() {
			return e
		}
		return r.routine(i, o, n, stop)
	case "package":
		if !n.ok() {
			return e
		}
		return r.pack(i, o, n, stop)
	case "table":
		if n.ok() {
			r.createTable(i, n, e)
		}
	case "view":
		if n.ok() {
			r.createView(i, n, e)
		}
	case "type", "domain":
		if n.ok() {
			return r.createType(i, o, n, stop)
		}
	case "index", "policy", "rule", "statistics":
		r.createOn(i, o, n, e)
	case "sequence", "synonym", "stream", "task", "stage", "library", "directory", "collation", "conversion", "cluster", "server", "publication", "subscription", "warehouse", "certificate":
		if n.ok() {
			kind := schema.KindResource
			if what == "sequence" {
				kind = schema.KindVariable
			}
			id := r.define(n, kind, i, e)
			r.b.BindIn(0, tableKey(n.text), id)
			r.b.Open(lang.ScopeFunction, id)
			r.query(n.next, e)
			r.b.Close()
		}
	case "schema", "database", "role", "user", "login":
		if n.ok() {
			kind := schema.KindNamespace
			if what != "schema" && what != "database" {
				kind = schema.KindResource
			}
			return r.createSchema(i, n, kind, e)
		}
	case "extension":
		if n.ok() {
			ref := n.Ref(n.text, schema.RoleImport)
			ref.Import = r.b.Import(lang.Import{Line: n.Line, Module: n.text, Symbol: schema.None})
			r.b.Ref(ref)
		}
	}
	return e
}

// createSchema declares a schema; statements that follow in it are their own.
func (r *reader) createSchema(i int, n name, kind schema.Kind, e int) int {
	last := n.next
	for last < e && r.key(last) != "create" {
		last++
	}
	r.define(n, kind, i, last)
	return last
}

// define declares what a statement from first up to e creates.
func (r *reader) define(n name, kind schema.Kind, first, e int) int32 {
	s := r.symbol(n, kind, first, e-1, e)
	s.Doc = r.doc(r.tokens[first], r.tokens[min(e, len(r.tokens)-1)])
	return r.b.DefineHidden(s)
}

// createTable reads a table with its columns.
func (r *reader) createTable(i int, n name, e int) {
	open := n.next
	if r.key(open) == "partition" && r.lower(open+1) == "of" || r.lower(open) == "clone" || r.key(open) == "like" {
		open++
	}
	s := r.symbol(n, schema.KindTable, i, e-1, n.next)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	id := r.b.DefineHidden(s)
	r.b.BindIn(0, tableKey(n.text), id)
	if _, seen := r.tables[lowered(n.text)]; !seen {
		r.tables[lowered(n.text)] = id
	}
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	rest := n.next
	if r.is(rest, "(") && r.match[rest] > 0 && r.key(rest+1) != "select" && r.key(rest+1) != "with" {
		r.list(rest, id, -1)
		rest = int(r.match[rest]) + 1
	}
	for j := rest; j < e; j++ {
		switch k := r.key(j); {
		case k == "inherits" && r.is(j+1, "(") && r.match[j+1] > 0:
			for m := j + 2; m < int(r.match[j+1]); {
				p := r.name(m)
				if !p.ok() {
					break
				}
				r.table(p, schema.RoleInherit)
				m = p.next + 1
			}
			j = int(r.match[j+1])
		case k == "like", r.lower(j) == "clone", k == "partition" && r.lower(j+1) == "of":
			if k == "partition" {
				j++
			}
			if p := r.name(j + 1); p.ok() {
				r.table(p, schema.RoleInherit)
				j = p.next - 1
			}
		case k == "references":
			j = r.reference(j) - 1
		case k == "as" || k == "select" || k == "with" && j > rest && r.is(j+2, "("):
			r.query(j, e)
			return
		case r.lower(j) == "comment" && r.mysql:
			at := j + 1
			if r.is(at, "=") {
				at++
			}
			if r.kind(at) == text && r.b.Symbol(id).Doc == "" {
				r.b.Symbol(id).Doc = syntax.FirstSentence([]string{r.unquote(at)})
			}
		}
	}
}

// list reads the columns and constraints between parentheses. When first is no token
// of ALTER, an item begins with itself.
func (r *reader) list(open int, owner int32, first int) {
	stop := int(r.match[open])
	from := open + 1
	for j := from; j <= stop; j++ {
		if j == stop || r.is(j, ",") {
			r.item(from, j, owner, first)
			from = j + 1
			continue
		}
		if r.is(j, "(") && r.match[j] > 0 {
			j = min(int(r.match[j]), stop-1)
		}
	}
}

// constraints are words that begin an item that is no column.
func (r *reader) constraint(i, e int) bool {
	switch r.key(i) {
	case "constraint", "primary", "foreign", "unique", "check", "exclude", "like", "fulltext", "spatial":
		return r.key(i) != "like" || e-i > 1
	case "key", "index":
		return r.is(i+1, "(") || r.is(i+2, "(") || r.key(i+2) == "using"
	case "period":
		return r.key(i+1) == "for"
	case "partition":
		return !r.is(i+1, ",")
	}
	return r.lower(i) == "projection" || r.lower(i) == "inherit"
}

// item reads a column or a constraint.
func (r *reader) item(i, e int, owner int32, first int) {
	if i >= e {
		return
	}
	t, s, ok := r.part(i)
	if !ok || r.kind(i) == word && r.constraint(i, e) || r.is(i+1, ".") || owner < 0 && first < 0 {
		switch r.key(i) {
		case "key", "index", "unique", "fulltext", "spatial", "primary", "partition": // Of columns of this table.
			return
		}
		r.expression(i, e)
		return
	}
	n := name{token: t, text: s, qualifier: -1, next: i + 1}
	from := i
	sym := r.symbol(n, schema.KindField, from, e-1, e)
	sym.Doc = r.doc(r.tokens[i], r.tokens[min(e, len(r.tokens)-1)])
	for j := i + 1; j+1 < e; j++ {
		if r.lower(j) == "comment" && r.kind(j+1) == text {
			sym.Doc = syntax.FirstSentence([]string{r.unquote(j + 1)})
		}
	}
	if owner >= 0 && first >= 0 && r.b.Enclosing() != owner { // ALTER TABLE adds to what stands elsewhere.
		sym.Parent = owner
	}
	id := r.b.DefineHidden(sym)
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	typ := r.typ(i+1, e)
	r.b.Symbol(id).Type = typ
	r.expression(i+1, e)
}

// typ refers to the type of a column or parameter when it is one that somebody made:
// one that the file creates, or with a schema.
func (r *reader) typ(i, e int) int32 {
	n := r.name(i)
	if !n.ok() || n.next > e || n.Kind == template {
		return schema.None
	}
	if n.qualifier < 0 && uncalled[lowered(n.text)] || r.is(n.next, "(") {
		return schema.None
	}
	if _, made := r.types[lowered(n.text)]; !made && n.qualifier < 0 {
		return schema.None
	}
	return r.table(n, schema.RoleType)
}

// createView reads a view: its query, and the names of its columns where they stand.
func (r *reader) createView(i int, n name, e int) {
	s := r.symbol(n, schema.KindTable, i, e-1, n.next)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	id := r.b.DefineHidden(s)
	r.b.BindIn(0, tableKey(n.text), id)
	if _, seen := r.tables[lowered(n.text)]; !seen {
		r.tables[lowered(n.text)] = id
	}
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	j := n.next
	if r.is(j, "(") && r.match[j] > 0 {
		expect := true
		for k := j + 1; k < int(r.match[j]); k++ {
			if t, s, ok := r.part(k); ok && expect && (r.is(k+1, ",") || r.is(k+1, ")") || r.lower(k+1) == "comment") {
				c := name{token: t, text: s, qualifier: -1, next: k + 1}
				r.b.DefineHidden(r.symbol(c, schema.KindField, k, k, k+1))
			}
			expect = r.is(k, ",")
		}
		j = int(r.match[j]) + 1
	}
	r.query(j, e)
}

// createType reads a type: an enum with its values, a record with its fields, an
// object of Oracle with its methods, or another name of a type.
func (r *reader) createType(i, o int, n name, stop int) int {
	e := r.end(i, stop)
	if r.key(o+1) == "body" {
		return r.pack(i, o, n, stop)
	}
	kind, open := schema.KindType, -1
	for j := n.next; j < e && j < n.next+6; j++ {
		switch {
		case r.key(j) == "enum":
			kind = schema.KindEnum
		case r.is(j, "(") && r.match[j] > 0:
			open = j
			if kind == schema.KindType && r.key(o) == "type" && !r.is(j-1, "=") && (r.key(j-1) == "as" || r.lower(j-1) == "object" || r.key(j-1) == "table" || r.lower(j-2) == "under") {
				kind = schema.KindStruct
			}
			j = e
		}
	}
	s := r.symbol(n, kind, i, e-1, n.next)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	if kind == schema.KindType {
		s.Signature = r.signature(i, e)
	}
	id := r.b.DefineHidden(s)
	r.b.BindIn(0, tableKey(n.text), id)
	if _, seen := r.types[lowered(n.text)]; !seen {
		r.types[lowered(n.text)] = id
	}
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	switch {
	case kind == schema.KindEnum && open > 0:
		for j := open + 1; j < int(r.match[open]); j++ {
			if r.kind(j) != text {
				continue
			}
			t := r.tokens[j]
			m := t.Symbol(r.unquote(j), schema.KindEnumMember, t.Span())
			m.NameCol++
			m.Flags = schema.SymbolExported | schema.SymbolStatic
			m.Signature = syntax.Line(t.Text(r.src))
			if m.Name != "" {
				r.b.DefineHidden(m)
			}
		}
	case kind == schema.KindStruct && open > 0:
		r.fields(open, id)
	default:
		r.expression(n.next, e)
	}
	return e
}

// fields reads the fields of a record type, and the methods of an object of Oracle.
func (r *reader) fields(open int, owner int32) {
	stop := int(r.match[open])
	from := open + 1
	for j := from; j <= stop; j++ {
		if j < stop && !r.is(j, ",") {
			if r.is(j, "(") && r.match[j] > 0 {
				j = min(int(r.match[j]), stop-1)
			}
			continue
		}
		m := r.routineWord(from)
		if n := r.anyName(m + 1); m >= 0 && n.ok() {
			r.member(from, m, n, j, true)
		} else {
			r.item(from, j, owner, -1)
		}
		from = j + 1
	}
}

// createOn reads an index, policy or rule, which stand on a table.
func (r *reader) createOn(i, o int, n name, e int) {
	id := int32(schema.None)
	if n.ok() && r.key(o+1) != "on" {
		id = r.define(n, schema.KindKey, i, e)
	}
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	for j := o + 1; j < e; j++ {
		if r.key(j) != "on" {
			continue
		}
		at := j + 1
		if r.key(at) == "only" {
			at++
		}
		if t := r.name(at); t.ok() {
			ref := r.table(t, schema.RoleRead)
			next := t.next
			if r.key(next) == "using" {
				next += 2
			}
			next = r.columns(next, ref, schema.RoleRead)
			r.expression(next, e)
		}
		return
	}
}
