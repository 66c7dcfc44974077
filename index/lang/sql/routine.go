package sql

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// routineHead reports whether a name follows the word that makes a routine, so that
// ALTER defines it and does not only change an option of it.
func (r *reader) routineHead(o int) bool {
	n := r.name(o + 1)
	if !n.ok() {
		return false
	}
	for j := n.next; j < len(r.tokens) && j < n.next+400; j++ {
		switch {
		case r.kind(j) == end || r.kind(j) == batch:
			return false
		case r.key(j) == "as" || r.key(j) == "is" || r.key(j) == "begin":
			return true
		}
	}
	return false
}

// routine reads a function, procedure, trigger or event from CREATE at i on, whose kind
// stands at o, and returns where it ends.
func (r *reader) routine(i, o int, n name, stop int) int {
	head, e := r.extent(i, n.next, stop)
	s := r.symbol(n, schema.KindFunction, i, e-1, head)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	s.Complexity = r.complexity(head, e)
	id := r.b.DefineHidden(s)
	r.b.BindIn(0, routineKey(n.text), id)
	if _, seen := r.routines[lowered(n.text)]; !seen {
		r.routines[lowered(n.text)] = id
	}
	defer r.within(id)()
	switch r.key(o) {
	case "trigger", "event":
		r.trigger(n.next, head)
	default:
		arity := r.parameters(n.next, head)
		r.b.Symbol(id).Arity = arity
		typ := r.returns(n.next, head)
		r.b.Symbol(id).Type = typ
	}
	r.routineBody(head, e)
	return e
}

// within opens the scope of a routine; what it returns closes it again.
func (r *reader) within(id int32) func() {
	saved := r.scope
	r.b.Open(lang.ScopeFunction, id)
	r.scope = r.b.Scope()
	return func() {
		r.b.Close()
		r.scope = saved
	}
}

// extent finds where the head of a routine ends and where all of it does.
func (r *reader) extent(first, i, stop int) (head, e int) {
	head = -1
	dialect := 0 // 1: AS or IS without a string, as Oracle and SQL Server write it.
	depth, began := 0, false
	for j := i; j < stop; j++ {
		t := &r.tokens[j]
		switch t.Kind {
		case batch:
			return or(head, j), j
		case closing:
			return or(head, j), j
		case opening:
			head = or(head, j)
			if m := int(r.match[j]); m > j {
				return head, r.end(m+1, stop)
			}
		case end:
			if began && depth <= 0 && !r.batches || !began && dialect == 0 {
				return or(head, j), j
			}
		case punct:
			if r.is(j, "(") && r.match[j] > 0 && head < 0 {
				j = int(r.match[j])
			}
		case word:
			switch t.key {
			case "as", "is":
				if head < 0 && depth == 0 && r.opensBody(j) {
					head = j
					if k := r.kind(j + 1); k == text || k == opening {
						head = j + 1
					} else if !began && r.key(j+1) != "select" && r.key(j+1) != "begin" && r.lower(j+1) != "language" && r.lower(j+1) != "external" {
						dialect = 1
					} else if r.batches {
						dialect = 1
					}
				}
			case "begin":
				if k := r.key(j + 1); k == "tran" || k == "transaction" || k == "work" || k == "distributed" || r.kind(j+1) == end {
					continue
				}
				head = or(head, j)
				depth++
				began = true
			case "select", "insert", "update", "delete", "call", "replace", "return", "set":
				if head < 0 && depth == 0 && r.soleStatement(j) {
					head = j
				}
			case "case":
				if r.key(j-1) != "end" && began {
					depth++
				}
			case "end":
				if began && !r.endsInner(j) {
					depth--
				}
			case "function", "procedure":
				// A routine inside of the declarations of one of Oracle.
				if dialect == 1 && !began && !r.batches && (r.kind(j-1) == end || j == head+1) {
					if m := r.anyName(j + 1); m.ok() {
						_, inner := r.extent(j, m.next, stop)
						j = max(inner, j)
					}
				}
			case "create", "alter":
				if j > first && r.startsLine(j) && (depth <= 0 || t.Col == 0) && r.object(j) > 0 && r.tokens[first].Col >= t.Col && !r.inBatch(j) {
					return or(head, j), j
				}
			}
		}
	}
	return or(head, stop), stop
}

// opensBody reports whether the token is the AS or IS before the body of a routine, not
// that of RETURN SELF AS RESULT.
func (r *reader) opensBody(i int) bool {
	k := r.key(i)
	return k == "is" || k == "as" && r.lower(i+1) != "result"
}

// soleStatement reports whether the body of a routine begins at j, that is one statement:
// behind the parameters of a routine, or behind FOR EACH ROW of a trigger.
func (r *reader) soleStatement(j int) bool {
	k := r.key(j - 1)
	if k == "row" {
		return true
	}
	return r.mysql && r.key(j) != "set" && k != "or" && k != "before" && k != "after" && k != "instead" && k != "of"
}

// inBatch reports whether a statement that creates something may stand inside of a
// routine: where lines with GO end routines, a table does.
func (r *reader) inBatch(i int) bool {
	o := r.object(i)
	return r.batches && o > 0 && (r.key(o) == "table" || r.key(o) == "index" || r.key(o) == "statistics")
}

// or is a when it is a token, else b.
func or(a, b int) int {
	if a >= 0 {
		return a
	}
	return b
}

// endsInner reports whether END closes a statement that BEGIN did not open.
func (r *reader) endsInner(i int) bool {
	switch r.key(i + 1) {
	case "if", "loop", "while", "for", "repeat":
		return true
	}
	return r.lower(i+1) == "repeat"
}

// routineBody reads what stands between head and e.
func (r *reader) routineBody(head, e int) {
	if r.kind(head) != opening {
		oracle := !r.batches && (r.key(head) == "as" || r.key(head) == "is")
		if r.key(head) == "as" || r.key(head) == "is" {
			head++
		}
		if r.kind(head) == text { // The body is a plain string.
			return
		}
		if oracle && r.key(head) != "begin" && r.key(head) != "declare" {
			r.members(head, e)
		} else {
			r.body(head, e)
		}
		return
	}
	stop := int(r.match[head])
	if stop < 0 {
		return
	}
	for j := max(head-8, 0); j < e; j++ { // A body in another language says nothing here.
		if j > head && j < stop {
			j = stop
		}
		if r.lower(j) == "language" {
			if l := r.language(j + 1); l != "sql" && l != "plpgsql" {
				return
			}
		}
	}
	r.body(head+1, stop)
}

func (r *reader) language(i int) string {
	if r.kind(i) == text {
		return lowered(r.unquote(i))
	}
	if _, s, ok := r.part(i); ok {
		return lowered(s)
	}
	return ""
}

// members reads the declarations of a routine and its statements.
func (r *reader) members(i, e int) {
	if !r.batches {
		i = r.declarations(i, e, false)
	}
	r.body(i, e)
}

// member reads a routine of a package or inside of another one, from i on, whose
// FUNCTION or PROCEDURE stands at o.
func (r *reader) member(i, o int, n name, e int, method bool) {
	if !r.enter(i) {
		return
	}
	defer r.leave()
	head := e
	for j := n.next; j < e; j++ {
		if r.is(j, "(") && r.match[j] > 0 {
			j = int(r.match[j])
			continue
		}
		if r.opensBody(j) {
			head = j
			break
		}
	}
	kind := schema.KindFunction
	if method || r.b.Symbol(r.b.Enclosing()).Kind == schema.KindPackage {
		kind = schema.KindMethod
	}
	s := r.symbol(n, kind, i, e-1, head)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	s.Complexity = r.complexity(head, e)
	if head == e {
		s.Flags |= schema.SymbolDeclOnly
	}
	id := r.b.Define(s)
	r.b.Bind(routineKey(n.text), id)
	defer r.within(id)()
	arity := r.parameters(n.next, head)
	r.b.Symbol(id).Arity = arity
	typ := r.returns(n.next, head)
	r.b.Symbol(id).Type = typ
	if head < e {
		r.members(head+1, e)
	}
}

// pack reads a package of Oracle, or the body of a type: routines, one after another.
func (r *reader) pack(i, o int, n name, stop int) int {
	head := n.next
	for head < stop && r.key(head) != "is" && r.key(head) != "as" {
		if r.kind(head) == batch || r.kind(head) == end {
			return head
		}
		head++
	}
	e := r.packEnd(head+1, stop)
	s := r.symbol(n, schema.KindPackage, i, e-1, head)
	s.Doc = r.doc(r.tokens[i], r.tokens[i])
	id := r.b.DefineHidden(s)
	r.b.BindIn(0, routineKey(n.text), id)
	r.b.Open(lang.ScopeFunction, id)
	defer r.b.Close()
	if at := r.declarations(head+1, e, true); at < e {
		r.body(at, e)
	}
	return e
}

// memberExtent finds the end of a routine of a package: ";" when it has no body.
func (r *reader) memberExtent(i int, n name, stop int) (head, e int) {
	for j := n.next; j < stop; j++ {
		switch {
		case r.is(j, "(") && r.match[j] > 0:
			j = int(r.match[j])
		case r.kind(j) == end:
			return j, j
		case r.opensBody(j):
			return r.extent(i, n.next, stop)
		}
	}
	return stop, stop
}

// packEnd finds the end of a package: a line with a slash, or what is created next.
func (r *reader) packEnd(i, stop int) int {
	for j := i; j < stop; j++ {
		switch {
		case r.kind(j) == batch:
			return j
		case r.key(j) == "create" && r.startsLine(j) && r.object(j) > 0:
			return j
		}
	}
	return stop
}

// trigger refers to the table of a trigger and to the routine that it runs.
func (r *reader) trigger(i, e int) {
	for j := i; j < e; j++ {
		switch r.key(j) {
		case "on":
			if n := r.name(j + 1); n.ok() && r.lower(j+1) != "schedule" {
				r.table(n, schema.RoleRead)
				j = n.next - 1
			}
		case "execute":
			if k := r.key(j + 1); k == "function" || k == "procedure" {
				if n := r.name(j + 2); n.ok() {
					r.call(n, n.next)
					j = n.next
				}
			}
		case "when":
			if r.is(j+1, "(") && r.match[j+1] > 0 {
				r.expression(j+2, int(r.match[j+1]))
				j = int(r.match[j+1])
			}
		}
	}
}

// parameters declares the parameters of a routine and counts them.
func (r *reader) parameters(i, e int) int32 {
	if r.kind(i) == variable { // SQL Server without parentheses.
		count := int32(0)
		for j := i; j < e; j++ {
			if r.kind(j) == variable && (j == i || r.is(j-1, ",")) {
				r.parameter(j, j+1, e)
				count++
			}
		}
		return count
	}
	if !r.is(i, "(") || r.match[i] < 0 {
		return 0
	}
	stop := int(r.match[i])
	count := int32(0)
	from := i + 1
	for j := from; j <= stop; j++ {
		if j == stop || r.is(j, ",") {
			if j > from {
				count++
				r.parameterItem(from, j)
			}
			from = j + 1
			continue
		}
		if r.is(j, "(") && r.match[j] > 0 {
			j = min(int(r.match[j]), stop-1)
		}
	}
	return count
}

func (r *reader) parameterItem(i, e int) {
	for k := r.key(i); k == "in" || k == "out" || k == "inout" || k == "variadic"; k = r.key(i) {
		i++
	}
	if i+1 < e && (r.kind(i) == variable || (r.kind(i) == word || r.kind(i) == quoted) && (r.kind(i+1) == word || r.kind(i+1) == quoted) && !r.longType(i)) {
		r.parameter(i, i+1, e)
		return
	}
	r.typ(i, e) // A type alone.
}

// longType reports whether a type of several words begins at a token.
func (r *reader) longType(i int) bool {
	switch r.lower(i + 1) {
	case "precision", "varying", "zone", "without", "with", "large":
		return true
	}
	return r.lower(i) == "setof"
}

func (r *reader) parameter(i, typ, e int) {
	t, s, ok := r.part(i)
	if r.kind(i) == variable {
		t, s, ok = r.tokens[i], r.tokens[i].Text(r.src), true
	}
	if !ok {
		return
	}
	p := t.Symbol(s, schema.KindParameter, t.Span())
	for k := r.key(typ); k == "in" || k == "out" || k == "inout" || k == "as"; k = r.key(typ) {
		typ++
	}
	p.Type = r.typ(typ, e)
	r.b.Bind("v "+lowered(s), r.b.DefineHidden(p))
	for j := typ; j < e; j++ {
		if r.key(j) == "default" || r.is(j, "=") {
			r.expression(j+1, e)
			return
		}
	}
}

// returns refers to the type behind RETURNS or RETURN.
func (r *reader) returns(i, e int) int32 {
	for j := i; j < e; j++ {
		if r.is(j, "(") && r.match[j] > 0 {
			j = int(r.match[j])
			continue
		}
		if k := r.key(j); k == "returns" || k == "return" {
			at := j + 1
			container := r.lower(at) == "setof"
			if container {
				at++
			}
			n := r.name(at)
			if !n.ok() || uncalled[lowered(n.text)] && n.qualifier < 0 {
				return schema.None
			}
			_, made := r.types[lowered(n.text)]
			_, table := r.tables[lowered(n.text)]
			if !made && !table && n.qualifier < 0 {
				return schema.None
			}
			ref := r.table(n, schema.RoleType)
			if container {
				r.b.RefAt(ref).Flags |= lang.RefContainer
			}
			return ref
		}
	}
	return schema.None
}

// complexity counts the branches of a routine.
func (r *reader) complexity(i, e int) int32 {
	n := int32(1)
	for j := i; j < e; j++ {
		switch r.key(j) {
		case "if", "while":
			if r.key(j-1) != "end" && r.key(j+1) != "exists" && r.key(j+1) != "not" || r.kind(j-1) == end {
				n++
			}
		case "elsif", "elseif", "when":
			n++
		case "loop":
			if r.key(j-1) != "end" {
				n++
			}
		}
	}
	return n
}
