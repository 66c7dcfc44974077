package html

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// brace reads what starts with a brace in the text of a component.
func (x *extractor) brace() {
	switch x.dialect {
	case vue:
		if x.at+1 >= len(x.src) || x.src[x.at+1] != '{' || len(x.open) == 0 {
			x.at++
			return
		}
		from := x.at + 2
		end := bytes.Index(x.src[from:], []byte("}}"))
		if end < 0 {
			x.b.ProblemAt(x.text.Span(x.at, from), "expression without an end")
			x.at = from
			return
		}
		x.expression(from, from+end, false)
		x.at = from + end + 2
	case svelte:
		x.svelteBrace()
	default:
		x.at++
		x.braced()
	}
}

// attributeExpression reads the value of name={…}; for a directive of Svelte too.
func (x *extractor) attributeExpression(string) (end int) { return x.braced() }

// spread reads {...props}, {name} and {@attach …} among attributes.
func (x *extractor) spread() {
	if x.at < len(x.src) && x.src[x.at] == '@' {
		for x.at++; x.at < len(x.src) && isName(x.src[x.at]); x.at++ {
		}
	}
	x.braced()
}

// svelteBrace reads {expression} and the marks of blocks.
func (x *extractor) svelteBrace() {
	x.at++
	x.blanks()
	if x.at >= len(x.src) {
		return
	}
	mark := x.src[x.at]
	if mark != '#' && mark != ':' && mark != '/' && mark != '@' {
		x.braced()
		return
	}
	from := x.at
	for x.at++; x.at < len(x.src) && isName(x.src[x.at]); x.at++ {
	}
	word := string(x.src[from:x.at])
	switch word {
	case "#each":
		x.each()
	case "#await":
		x.block(word, func(from, to int) {
			if i := bytes.Index(x.src[from:to], []byte(" then ")); i >= 0 {
				x.expression(from, from+i, false)
				x.pattern(from+i+len(" then "), to)
				return
			}
			x.expression(from, to, false)
		})
	case "#snippet":
		x.snippet()
	case ":then", ":catch":
		end := x.blockEnd()
		x.closeBlocks("#await")
		e := element{name: "#await"}
		x.scope(&e)
		x.pattern(x.at, end)
		x.push(e)
		x.after(end)
	case "#if", "#key":
		x.block(word, func(from, to int) { x.expression(from, to, false) })
	case ":else":
		x.blanks()
		if bytes.HasPrefix(x.src[x.at:], []byte("if")) {
			x.at += len("if")
		}
		x.braced()
	case "@const", "@let":
		end := x.blockEnd()
		if i := bytes.IndexByte(x.src[x.at:end], '='); i >= 0 {
			x.expression(x.at+i+1, end, false)
			x.pattern(x.at, x.at+i)
		}
		x.after(end)
	case "@html", "@render", "@debug", "@attach":
		x.braced()
	default:
		if mark == '/' {
			x.closeBlocks("#" + word[1:])
		}
		x.after(x.blockEnd())
	}
}

func (x *extractor) blanks() {
	for x.at < len(x.src) && (x.src[x.at] == ' ' || x.src[x.at] == '\t' || x.src[x.at] == '\n' || x.src[x.at] == '\r') {
		x.at++
	}
}

// maxHead bounds the head of a block: a longer one has no end.
const maxHead = 4096

// blockEnd returns the offset of the brace that closes the mark of a block.
func (x *extractor) blockEnd() int {
	depth := 0
	for i := x.at; i < min(len(x.src), x.at+maxHead); i++ {
		switch x.src[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		case '"', '\'', '`':
			quote := x.src[i]
			for j := i + 1; j < len(x.src) && x.src[j] != '\n'; j++ {
				if x.src[j] == quote {
					i = j
					break
				}
			}
		}
	}
	x.b.ProblemAt(x.text.Span(x.at-1, x.at), "block without an end")
	return x.at
}

// after moves behind the closing brace at offset end.
func (x *extractor) after(end int) { x.at = min(end+1, len(x.src)) }

// block opens a block whose head read reads.
func (x *extractor) block(name string, read func(from, to int)) {
	end := x.blockEnd()
	e := element{name: name}
	x.scope(&e)
	read(x.at, end)
	if len(x.open) < maxOpen {
		x.push(e)
	} else {
		x.b.Close()
	}
	x.after(end)
}

// closeBlocks ends the blocks and elements up to the innermost block of a name.
func (x *extractor) closeBlocks(name string) { x.closeNamed(name, x.at) }

// each reads {#each list as item, index (key)}.
func (x *extractor) each() {
	x.block("#each", func(from, to int) {
		text := x.src[from:to]
		i := bytes.LastIndex(text, []byte(" as "))
		if i < 0 {
			x.expression(from, to, false)
			return
		}
		x.expression(from, from+i, false)
		start := from + i + len(" as ")
		key := to
		for key > start && (x.src[key-1] == ' ' || x.src[key-1] == '\n') {
			key--
		}
		names := key
		if key > start && x.src[key-1] == ')' { // The key stands in parentheses.
			if j := bytes.LastIndexByte(x.src[start:key], '('); j >= 0 {
				names = start + j
			}
		}
		x.pattern(start, names)
		x.expression(names, key, false)
	})
}

// snippet reads {#snippet name(parameters)}.
func (x *extractor) snippet() {
	x.blanks()
	from := x.at
	for x.at < len(x.src) && isName(x.src[x.at]) {
		x.at++
	}
	if from < x.at {
		s := x.text.Symbol(schema.KindFunction, from, x.at, from, x.at)
		s.Visibility, s.Complexity = schema.VisibilityPrivate, 1
		s.Signature = "{#snippet " + s.Name + "}"
		s.Parent = 0
		x.b.Define(s)
	}
	x.block("#snippet", func(from, to int) {
		if from < to && x.src[from] == '(' {
			x.pattern(from+1, to)
		}
	})
}

// svelteElement reads the tag and the directives of an element of a Svelte template.
func (x *extractor) svelteElement(e *element, name string, nameAt int, attributes []attribute) {
	x.use(name, nameAt)
	for i := range attributes {
		a := &attributes[i]
		if a.quote == '"' || a.quote == '\'' || a.quote == 0 && a.hasValue {
			x.mustaches(a.from, a.to)
		}
		directive, rest, ok := strings.Cut(a.name, ":")
		if !ok || rest == "" {
			continue
		}
		rest, _, _ = strings.Cut(rest, "|")
		at := a.nameAt + len(directive) + 1
		switch directive {
		case "use", "transition", "in", "out", "animate":
			r := x.text.Ref(schema.RoleCall, at, at+len(rest))
			x.ref(r)
		case "bind", "class":
			if !a.hasValue {
				x.ref(x.text.Ref(schema.RoleRead, at, at+len(rest)))
			}
		case "let":
			x.scope(e)
			if a.hasValue {
				x.pattern(a.from, a.to)
			} else {
				x.pattern(at, at+len(rest))
			}
		}
	}
}

// mustaches reads the expressions inside of a quoted value.
func (x *extractor) mustaches(from, to int) {
	for i := from; i < to; i++ {
		if x.src[i] != '{' {
			continue
		}
		saved := x.at
		x.at = i + 1
		t := tokens{extractor: x, to: to, chain: lang.BaseNone}
		t.read()
		t.end()
		i = max(i, x.at)
		x.at = saved
	}
}
