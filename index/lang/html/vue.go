package html

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// vueElement reads the tag and the directives of an element of a Vue template.
func (x *extractor) vueElement(e *element, name string, nameAt int, attributes []attribute) {
	if len(x.open) == 0 {
		return // A block of the component.
	}
	if strings.ContainsRune(name, '-') || name[0] >= 'A' && name[0] <= 'Z' || strings.ContainsRune(name, '.') {
		if strings.ContainsRune(name, '.') {
			x.use(name, nameAt)
		} else {
			r := x.text.Ref(schema.RoleCall, nameAt, nameAt+len(name))
			r.Name = pascal(name)
			x.ref(r)
		}
	}
	for i := range attributes { // Names that a loop or a slot declares are seen by the other directives.
		a := &attributes[i]
		switch {
		case a.name == "v-for":
			x.vueFor(e, a)
		case strings.HasPrefix(a.name, "v-slot"), strings.HasPrefix(a.name, "#"), a.name == "slot-scope":
			if a.from < a.to {
				x.scope(e)
				x.pattern(a.from, a.to)
			}
		}
	}
	for i := range attributes {
		x.vueDirective(&attributes[i])
	}
}

// scope opens the scope of an element once.
func (x *extractor) scope(e *element) {
	if !e.scoped {
		e.scoped = true
		x.b.Open(lang.ScopeBlock, schema.None)
	}
}

// vueFor reads "item in items", "(item, i) of items".
func (x *extractor) vueFor(e *element, a *attribute) {
	text := x.src[a.from:a.to]
	at, width := bytes.Index(text, []byte(" in ")), len(" in ")
	if i := bytes.Index(text, []byte(" of ")); i >= 0 && (at < 0 || i < at) {
		at = i
	}
	if at < 0 {
		x.expression(a.from, a.to, false)
		return
	}
	x.expression(a.from+at+width, a.to, false)
	x.scope(e)
	from, to := a.from, a.from+at
	for from < to && (x.src[from] == ' ' || x.src[from] == '(') {
		from++
	}
	for to > from && (x.src[to-1] == ' ' || x.src[to-1] == ')') {
		to--
	}
	x.pattern(from, to)
}

// vueBuiltin are directives that need no declaration.
var vueBuiltin = map[string]bool{
	"bind": true, "on": true, "if": true, "else": true, "else-if": true, "for": true, "show": true, "html": true, "text": true, "model": true,
	"slot": true, "pre": true, "cloak": true, "once": true, "memo": true, "is": true,
}

func (x *extractor) vueDirective(a *attribute) {
	name := a.name
	switch {
	case name == "ref" && a.from < a.to && x.oneLine(a.from, a.to):
		r := x.text.Ref(schema.RoleWrite, a.from, a.to) // A variable of the script, by its name.
		r.Flags = lang.RefOptional
		x.ref(r)
		return
	case name == "v-for" || strings.HasPrefix(name, "v-slot") || strings.HasPrefix(name, "#") || name == "slot-scope":
		return
	case strings.HasPrefix(name, ":"), strings.HasPrefix(name, "v-bind:"):
		property := name[strings.IndexByte(name, ':')+1:]
		property, _, _ = strings.Cut(property, ".")
		if !a.hasValue && property != "" && property[0] != '[' { // :name stands for :name="name".
			at := a.nameAt + strings.IndexByte(name, ':') + 1
			r := x.text.Ref(schema.RoleRead, at, at+len(property))
			r.Name = camel(property)
			x.ref(r)
			return
		}
	case strings.HasPrefix(name, "@"), strings.HasPrefix(name, "v-on"):
		x.expression(a.from, a.to, true)
		return
	case strings.HasPrefix(name, "v-"):
		directive := name[len("v-"):]
		if i := strings.IndexAny(directive, ":."); i >= 0 {
			directive = directive[:i]
		}
		if !vueBuiltin[directive] && directive != "" {
			at := a.nameAt
			r := x.text.Ref(schema.RoleCall, at, at+len("v-")+len(directive))
			r.Name, r.Flags = "v"+pascal(directive), lang.RefOptional
			x.ref(r)
		}
	default:
		return
	}
	x.expression(a.from, a.to, false)
}
