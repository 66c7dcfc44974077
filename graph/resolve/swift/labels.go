package swift

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Labels tell functions of one name apart. A reference has none, so they are read from
// the source of the call; those of a declaration stand in its signature.

// closure is the label of a trailing closure, which fits any parameter.
const closure = "{"

// fits is what a declaration that takes the labels of a call is worth to resolve.Family.Fit:
// more than all other scores together, the doubt about a function's type taken off.
const fits = 32

// readLabels notes the labels of the calls of a file.
func (x *index) readLabels(file schema.FileID, facts *lang.Facts) {
	src, err := x.p.In.Content(file)
	if err != nil {
		return // Calls are told apart by their number of arguments.
	}
	line, start := int32(1), 0
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Role != schema.RoleCall || r.Args < 0 || r.Flags&lang.RefImplicit != 0 {
			continue
		}
		for line < r.Line {
			k := strings.IndexByte(string(src[start:min(len(src), start+256)]), '\n')
			if k < 0 {
				if start+256 >= len(src) {
					return
				}
				start += 256
				continue
			}
			start += k + 1
			line++
		}
		if at := start + int(r.EndCol); line == r.Line && at <= len(src) {
			x.labels[r] = callLabels(src[at:], int(r.Args))
		}
	}
}

// callLabels reads "(a: 1, 2) { … }" behind a name: "a", "", closure.
func callLabels(src []byte, args int) []string {
	out := make([]string, 0, args)
	i := 0
	for i < len(src) && (src[i] == '!' || src[i] == '?' || src[i] == '`') {
		i++
	}
	if i < len(src) && src[i] == '<' { // Arguments of the type.
		for depth := 0; i < len(src); i++ {
			if src[i] == '<' {
				depth++
			} else if src[i] == '>' {
				if depth--; depth == 0 {
					i++
					break
				}
			} else if src[i] == '\n' || src[i] == '{' {
				break
			}
		}
	}
	if i < len(src) && src[i] == '(' {
		depth, begin := 0, true
		for ; i < len(src) && len(out) <= args; i++ {
			c := src[i]
			switch {
			case c == '(' || c == '[' || c == '{':
				depth++
				if depth == 1 {
					continue
				}
			case c == ')' || c == ']' || c == '}':
				depth--
			case c == '"':
				i = skipString(src, i)
			case c == '/' && i+1 < len(src) && src[i+1] == '/':
				for i < len(src) && src[i] != '\n' {
					i++
				}
				continue
			case c == ' ' || c == '\n' || c == '\t' || c == '\r':
				continue
			}
			if depth == 0 {
				break
			}
			if depth == 1 && c == ',' {
				begin = true
				continue
			}
			if begin {
				end := i
				for end < len(src) && (src[end] == '_' || src[end] >= '0' && src[end] <= '9' || src[end] >= 'A' && src[end] <= 'Z' || src[end] >= 'a' && src[end] <= 'z') {
					end++
				}
				label := ""
				if end > i && end < len(src) && src[end] == ':' {
					label = string(src[i:end])
				}
				out = append(out, label)
				begin = false
			}
		}
	}
	for len(out) < args {
		out = append(out, closure)
	}
	return out[:args]
}

// skipString returns the position of the quote that ends a string, code in it skipped
// with it.
func skipString(src []byte, i int) int {
	if i+2 < len(src) && src[i+1] == '"' && src[i+2] == '"' {
		if end := strings.Index(string(src[i+3:]), `"""`); end >= 0 {
			return i + 3 + end + 2
		}
		return len(src)
	}
	depth := 0
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src) && src[i+1] == '(':
			depth++
			i++
		case c == '\\':
			i++
		case depth > 0 && c == '(':
			depth++
		case depth > 0 && c == ')':
			depth--
		case depth == 0 && c == '"', c == '\n':
			return i
		}
	}
	return i
}

// parameter is one of a signature.
type parameter struct {
	label     string
	omissible bool // It has a default value or takes any number.
	function  bool
}

// parametersOf reads the parameters of a signature.
func parametersOf(signature string) []parameter {
	open := strings.IndexByte(signature, '(')
	for open > 0 && strings.Count(signature[:open], "<") > strings.Count(signature[:open], ">") {
		next := strings.IndexByte(signature[open+1:], '(')
		if next < 0 {
			return nil
		}
		open += 1 + next
	}
	if open < 0 {
		return nil
	}
	var out []parameter
	depth, from := 0, open+1
	add := func(end int) {
		text := strings.TrimSpace(signature[from:end])
		from = end + 1
		if text == "" {
			return
		}
		for strings.HasPrefix(text, "@") { // A result builder.
			_, rest, ok := strings.Cut(text, " ")
			if !ok {
				break
			}
			text = rest
		}
		name, typ, _ := strings.Cut(text, ":")
		label, _, _ := strings.Cut(strings.TrimSpace(name), " ")
		if label == "_" {
			label = ""
		}
		out = append(out, parameter{label: strings.Trim(label, "`"), omissible: strings.Contains(typ, "=") || strings.HasSuffix(typ, "..."), function: strings.Contains(typ, "->")})
	}
	for i := open; i < len(signature); i++ {
		switch signature[i] {
		case '(', '[', '<':
			depth++
		case '>':
			if signature[i-1] != '-' && depth > 1 {
				depth--
			}
		case ']':
			depth--
		case ')':
			if depth--; depth == 0 {
				add(i)
				return out
			}
		case ',':
			if depth == 1 {
				add(i)
			}
		}
	}
	return out
}

// fit implements resolve.Family.Fit.
func (x *index) fit(t link.Target, ref *lang.Ref) int {
	labels, known := x.labels[ref]
	s := x.p.Symbol(t)
	if !known || s == nil || s.Kind == schema.KindProperty || !s.Kind.IsCallable() || strings.HasSuffix(s.Signature, "…") {
		return 0 // No function, or one whose signature was cut.
	}
	k, params, doubt := 0, parametersOf(s.Signature), 0
	for i := 0; i < len(labels); {
		if k == len(params) {
			return -1
		}
		p := params[k]
		switch {
		case labels[i] == closure:
			if p.function || !p.omissible {
				i++
			}
			if !p.function && !p.omissible {
				doubt = 5 // An alias of a function type.
			}
		case labels[i] == p.label:
			i++
			if p.function {
				doubt = 5 // A function by its name.
			}
		case i > 0 && labels[i] == "" && k > 0 && params[k-1].omissible: // Further values of a variadic parameter.
			i++
			continue
		case !p.omissible && !p.function:
			return -1
		}
		k++
	}
	for ; k < len(params); k++ {
		if !params[k].omissible {
			return -1
		}
	}
	return fits - doubt
}
