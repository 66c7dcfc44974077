package css

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// value reads the references and the files in a value.
func (x *extractor) value(from, to int) {
	for i := from; i < to; i++ {
		switch c := x.src[i]; {
		case c == '"' || c == '\'':
			end := min(x.stringEnd(i), to)
			if x.dialect != plain {
				x.interpolations(i, end)
			}
			i = end - 1
		case c == '/' && i+1 < to && x.src[i+1] == '*':
			j := bytes.Index(x.src[i+2:to], []byte("*/"))
			if j < 0 {
				return
			}
			i += 2 + j + 1
		case c == '/' && i+1 < to && x.src[i+1] == '/' && x.dialect != plain && i > 0 && x.src[i-1] != ':':
			for i+1 < to && x.src[i+1] != '\n' {
				i++
			}
		case c == '$' && x.dialect == scss, c == '@' && x.dialect == less:
			i = x.variableUse(i, to)
		case isName(c):
			i = x.wordUse(i, to)
		case c == '#':
			if i+1 < to && isName(x.src[i+1]) {
				i = x.word(i+1, to) - 1 // A colour.
			}
		}
	}
}

// variableUse reads $name or @name and returns the offset of its last byte.
func (x *extractor) variableUse(at, to int) int {
	if at+1 < to && x.src[at+1] == '{' { // @{name}
		end := x.word(at+2, to)
		if end > at+2 {
			r := x.text.Ref(schema.RoleRead, at+2, end)
			r.Name = "@" + r.Name
			x.b.Ref(r)
		}
		return end
	}
	end := x.word(at+1, to)
	if end == at+1 {
		return at
	}
	x.b.Ref(x.text.Ref(schema.RoleRead, at, end))
	return end - 1
}

// wordUse reads a word: a function that is called, a member of a module, the name of
// a custom property. It returns the offset of its last byte.
func (x *extractor) wordUse(at, to int) int {
	end := x.word(at, to)
	name := x.src[at:end]
	switch {
	case end < to && x.src[end] == '(':
		switch lower := strings.ToLower(string(name)); {
		case lower == "url":
			next := x.url(at, to, "")
			return max(next, end) - 1
		case lower == "var":
			from := x.blanks(end+1, to)
			if stop := x.word(from, to); stop > from+2 && bytes.HasPrefix(x.src[from:stop], []byte("--")) {
				x.b.Ref(x.text.Ref(schema.RoleRead, from, stop))
				return stop - 1
			}
		case x.dialect == scss && !isBuiltin(lower) && name[0] != '-' && (name[0] < '0' || name[0] > '9'):
			r := x.text.Ref(schema.RoleCall, at, end)
			x.b.Ref(r)
		}
	case x.dialect == scss && end+1 < to && x.src[end] == '.' && (x.src[end+1] == '$' || isName(x.src[end+1])) && (name[0] < '0' || name[0] > '9'):
		from := end + 1
		stop := x.word(from+1, to)
		role := schema.RoleRead
		if x.src[from] != '$' {
			if stop >= to || x.src[stop] != '(' {
				return stop - 1
			}
			role = schema.RoleCall
		}
		base := x.b.Ref(x.text.Ref(schema.RoleRead, at, end))
		r := x.text.Ref(role, from, stop)
		r.Base = base
		x.b.Ref(r)
		return stop - 1
	}
	return end - 1
}

// interpolations reads the expressions of #{…} in a selector or a string.
func (x *extractor) interpolations(from, to int) {
	for i := from; i+1 < to; i++ {
		if (x.src[i] == '#' || x.src[i] == '@') && x.src[i+1] == '{' {
			if x.src[i] == '@' {
				i = x.variableUse(i, to)
				continue
			}
			end := min(x.balanced(i+1, maxInline), to)
			x.value(i+2, max(end-1, i+2))
			i = end - 1
		}
	}
}

// builtins are the functions of CSS and the global ones of Sass.
const builtins = " abs acos adjust-color adjust-hue alpha append asin atan atan2 attr blackness blue blur brightness calc calc-size call ceil change-color circle clamp color " +
	"color-mix comparable complement conic-gradient content-exists contrast cos counter counters cross-fade cubic-bezier darken desaturate drop-shadow element ellipse env exp " +
	"fade-in fade-out feature-exists fit-content floor format function-exists get-function global-variable-exists grayscale green hsl hsla hue hue-rotate hwb hypot ie-hex-str if " +
	"image image-set index inset inspect invert is is-bracketed is-superselector join keywords lab lch length light-dark lighten lightness linear linear-gradient list-separator local log " +
	"map-get map-has-key map-keys map-merge map-remove map-values matrix matrix3d max min minmax mix mixin-exists mod nest not nth oklab oklch opacify opacity paint path percentage " +
	"perspective polygon pow quote radial-gradient random rect red rem repeat repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient rgb rgba rotate rotate3d " +
	"rotatex rotatey rotatez round saturate saturation scale scale-color scale3d scalex scaley scalez selector-append selector-extend selector-nest selector-parse selector-replace " +
	"selector-unify sepia set-nth sign simple-selectors sin skew skewx skewy sqrt steps str-index str-insert str-length str-slice supports symbols tan target-counter to-lower-case " +
	"to-upper-case translate translate3d translatex translatey translatez transparentize type-of unique-id unit unitless unquote url var variable-exists where whiteness xywh zip and or "

func isBuiltin(name string) bool { return strings.Contains(builtins, " "+name+" ") }
