package cfamily

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/store/schema"
)

// head is the start of a function without a type: old C, or a macro that defines
// a function, as those of test frameworks do. The parser sees a type of one
// letter and the rest of the name.
type head struct {
	name  span
	macro bool
	args  []span // Names and strings among the arguments of a macro.
}

// headShift is how far behind its start the name of a head is for the parser.
const headShift = 2

// isWrappedName reports whether "(name)(" starts at i, as some write prototypes so
// that a macro of that name is not expanded.
func (c *cleaner) isWrappedName(i int) bool {
	return c.punct(i) == '(' && c.isName(i+1) && c.punct(i+2) == ')' && c.punct(i+3) == '('
}

// isFunctionPointer reports whether "(*name)(" starts at i.
func (c *cleaner) isFunctionPointer(i int) bool {
	return c.punct(i) == '(' && c.punct(i+1) == '*' && c.isName(i+2) && c.punct(i+3) == ')' && c.punct(i+4) == '('
}

// bareHead gives a function without a type one, and a function pointer at the
// start of a declaration a built-in type in place of a name: both would read as
// calls. It returns the index behind the head, i when there is none.
func (c *cleaner) bareHead(i, start int, macro bool) int {
	t := c.at(i)
	for k := start; k < i; k++ {
		if w := c.word(k); w != "static" && w != "inline" && w != "extern" && !c.at(k).dead {
			return i
		}
	}
	if c.punct(i+1) != '(' || c.match[i+1] < 0 || t.end-t.start < headShift+1 {
		return i
	}
	if i == start && c.isFunctionPointer(i+1) && !macro {
		c.use(i, i+1)
		wipe(c.buf, t.start, t.end)
		copy(c.buf[t.start:], "int")
		return i + 1
	}
	to := int(c.match[i+1]) + 1
	if c.punct(to) != '{' && (c.cxx || !c.isOldStyle(i+2, to)) || c.cxx && !macro {
		return i
	}
	h := head{name: span{t.start, t.end}, macro: macro}
	if macro {
		for k := i + 2; k < to-1; k++ {
			if a := c.at(k); (a.kind == tokenName || a.kind == tokenString) && (c.punct(k-1) == '(' || c.punct(k-1) == ',') {
				h.args = append(h.args, span{a.start, a.end})
			}
			wipe(c.buf, c.toks[k].start, c.toks[k].end)
		}
	}
	c.buf[t.start+headShift-1] = ' '
	c.heads[t.start+headShift] = h
	return to
}

// isOldStyle reports whether the names at from are the parameters of an old-style
// definition, whose declarations start at to and end before a brace.
func (c *cleaner) isOldStyle(from, to int) bool {
	for k := from; k < to-1; k++ {
		if !c.isName(k) && c.punct(k) != ',' {
			return false
		}
	}
	if w := c.word(to); w == "" || from == to-1 {
		return false
	}
	for k := to; k < len(c.toks); k++ {
		switch b := c.punct(k); {
		case b == '{':
			return c.punct(k-1) == ';'
		case c.word(k) != "", b == ';', b == ',', b == '*', b == '[', b == ']', c.isLiteral(k):
		default:
			return false
		}
	}
	return false
}

// isTestMacro reports whether a macro defines a test in one of the usual frameworks.
func isTestMacro(name string) bool {
	switch name {
	case "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "BOOST_AUTO_TEST_CASE", "BOOST_FIXTURE_TEST_CASE", "TEST_CASE", "TEST_CASE_METHOD",
		"START_TEST", "TEST_BEGIN", "SCENARIO", "Test", "TEST_METHOD", "CTEST":
		return true
	}
	return false
}

// headName names a function whose head has no type: itself, or what the macro is given.
func (e *extractor) headName(h head) string {
	if !h.macro || len(h.args) == 0 {
		return string(e.source.text[h.name.start:h.name.end])
	}
	first := func(s span) string { return strings.Trim(string(e.source.text[s.start:s.end]), "\"") }
	if isTestMacro(string(e.source.text[h.name.start:h.name.end])) {
		var words []string
		for _, a := range h.args {
			words = append(words, first(a))
		}
		return strings.Join(words, ".")
	}
	return first(h.args[0])
}

// headRefs refers to the macro of a head, and to the fixture of a test.
func (e *extractor) headRefs(h head, id int32) {
	if !h.macro {
		return
	}
	add := func(s span, role schema.Role) *lang.Ref {
		r := lang.NewRef(string(e.source.text[s.start:s.end]), role)
		r.Encl = id
		r.Line, r.Col = e.position(s.start)
		r.EndCol = r.Col + (s.end - s.start)
		return e.b.RefAt(e.b.Ref(r))
	}
	r := add(h.name, schema.RoleCall)
	r.Args = int32(len(h.args))
	if name := r.Name; strings.HasSuffix(name, "_F") || strings.HasSuffix(name, "_P") || name == "TYPED_TEST" {
		if len(h.args) > 1 {
			add(h.args[0], schema.RoleType)
		}
	}
}

// testMacro recognises the definitions of test frameworks that the grammar takes
// for functions and returns the name of the test.
func (e *extractor) testMacro(n sitter.Node, d declarator, name string) string {
	if !isTestMacro(name) || n.Field("type").Ok() {
		return ""
	}
	var words []string
	for c := range d.function.Field("parameters").NamedChildren() {
		words = append(words, strings.Trim(e.textOf(c), "\""))
	}
	if len(words) == 0 {
		return ""
	}
	r := e.ref(d.name, schema.RoleCall, lang.BaseNone)
	e.b.RefAt(r).Args = int32(len(words))
	return strings.Join(words, ".")
}
