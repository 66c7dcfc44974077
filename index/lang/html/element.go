package html

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/store/schema"
)

// start makes what a start tag says: symbols, imports, references and scopes.
func (x *extractor) start(e *element, name string, nameAt, from int, attributes []attribute) {
	switch x.dialect {
	case vue:
		x.vueElement(e, name, nameAt, attributes)
	case svelte:
		x.svelteElement(e, name, nameAt, attributes)
	case astro:
		x.use(name, nameAt)
	}
	for i := range attributes {
		a := &attributes[i]
		if a.quote == '{' || a.quote == '`' || !a.hasValue {
			continue
		}
		lower := strings.ToLower(a.name)
		switch lower {
		case "id":
			x.named(e, a, from)
		case "name":
			if e.name == "a" {
				x.named(e, a, from)
			}
		case "src", "href", "data", "poster", "srcset", "action", "xlink:href":
			x.link(e.name, lower, a, attributes)
		case "for", "list", "headers", "aria-controls", "aria-labelledby", "aria-describedby":
			if x.dialect == page {
				x.anchor(a.from, a.to)
			}
		default:
			if x.dialect == page && strings.HasPrefix(lower, "on") && len(lower) > 4 {
				x.expression(a.from, a.to, true)
			}
		}
	}
}

// anchorKey is the name under which elements are bound.
func anchorKey(id string) string { return "#" + id }

// named makes a symbol of an element with an id.
func (x *extractor) named(e *element, a *attribute, from int) {
	id := x.value(a)
	if id == "" || len(id) > 200 || strings.ContainsAny(id, " \t\r\n{}<>$%") {
		return // Computed by a template engine, or no identifier.
	}
	sym := x.symbolAt(schema.KindRule, a.from, a.to, from)
	s := x.b.Symbol(sym)
	s.Signature = "<" + e.name + " " + a.name + "=\"" + id + "\">"
	x.b.BindIn(0, anchorKey(id), sym)
	if x.dialect == page {
		x.encl(e, sym)
	} else {
		e.symbols = append(e.symbols, sym)
	}
}

// anchor refers to elements of the page by their ids.
func (x *extractor) anchor(from, to int) {
	for from < to {
		for from < to && x.src[from] == ' ' {
			from++
		}
		end := from
		for end < to && x.src[end] != ' ' {
			end++
		}
		if end > from && x.oneLine(from, end) {
			r := x.text.Ref(schema.RoleRead, from, end)
			r.Flags = lang.RefOptional
			x.b.RefAs(anchorKey(r.Name), r)
		}
		from = end
	}
}

func (x *extractor) oneLine(from, to int) bool { return bytes.IndexByte(x.src[from:to], '\n') < 0 }

// heading makes a section of a heading, called by its text up to the first tag.
func (x *extractor) heading(name string, start, to int) {
	from := x.at
	for range 20 { // Tags before the text.
		for from < to && (x.src[from] == ' ' || x.src[from] == '\t' || x.src[from] == '\n' || x.src[from] == '\r') {
			from++
		}
		if from >= to || x.src[from] != '<' || from+2 < to && x.src[from+1] == '/' && (x.src[from+2]|0x20) == 'h' {
			break
		}
		i := bytes.IndexByte(x.src[from:min(to, from+500)], '>')
		if i < 0 {
			return
		}
		from += i + 1
	}
	end := from
	for end < to && x.src[end] != '<' && x.src[end] != '\n' && (x.src[end] != '{' || x.dialect == page) && end-from < 200 {
		end++
	}
	for end > from && (x.src[end-1] == ' ' || x.src[end-1] == '\t' || x.src[end-1] == '\r') {
		end--
	}
	text := string(x.src[from:end])
	if text == "" {
		return
	}
	s := x.text.Symbol(schema.KindSection, from, end, start, end)
	s.Signature = "<" + name + "> " + text
	e := &x.open[len(x.open)-1]
	e.symbols = append(e.symbols, x.b.DefineHidden(s))
	if x.title == "" {
		x.title = text
	}
}

// link notes the file that an attribute names.
func (x *extractor) link(tag, name string, a *attribute, attributes []attribute) {
	class := schema.ImportStatic
	switch tag {
	case "script", "img", "source", "video", "audio", "track", "iframe", "embed", "object", "input", "frame", "image":
		if name == "href" || name == "action" {
			return
		}
	case "link":
		switch rel := strings.ToLower(x.attributeText(attributes, "rel")); rel {
		case "stylesheet", "icon", "shortcut icon", "manifest", "modulepreload", "preload", "prefetch", "apple-touch-icon", "import":
		case "next", "prev", "alternate", "canonical", "author", "license", "help", "search":
			class = schema.ImportLazy
		}
	case "a", "area":
		if name != "href" || x.dialect != page {
			return
		}
		class = schema.ImportLazy
		if x.src[a.from] == '#' {
			x.anchor(a.from+1, a.to)
			return
		}
	case "use":
		if strings.HasPrefix(x.value(a), "#") {
			x.anchor(a.from+1, a.to)
			return
		}
	default:
		if x.dialect == page || name != "src" {
			return
		}
	}
	from, to := a.from, a.to
	for from < to && (x.src[from] == ' ' || x.src[from] == '\n') {
		from++
	}
	path := string(x.src[from:to])
	if i := strings.IndexAny(path, "?#, \n"); i >= 0 {
		path = path[:i]
	}
	if path == "" || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "{}<>$%\x00") || strings.Contains(path, ":") {
		return
	}
	level := int32(0)
	if x.dialect == page {
		level = 1 // Relative to the page.
	} else if path[0] != '.' && path[0] != '@' && path[0] != '~' {
		return // Of the public folder, which is served as it is.
	}
	line, _ := x.text.Position(from)
	r := x.text.Ref(schema.RoleImport, from, from+len(path))
	r.Import = x.b.Import(lang.Import{Line: line, Module: path, Level: level, Class: class, Symbol: schema.None})
	x.b.Ref(r)
}

// raw reports whether the content of an element is no markup.
func (x *extractor) raw(name string, attributes []attribute) bool {
	if x.endless[name] {
		return false
	}
	switch name {
	case "script", "style", "textarea", "title":
		return true
	case "template":
		l := x.attributeText(attributes, "lang")
		return x.dialect == vue && len(x.open) == 0 && l != "" && l != "html"
	}
	return x.dialect == vue && len(x.open) == 0 && name != "template" // A custom block.
}

// rawContent passes over the content of an element and marks it as a region.
func (x *extractor) rawContent(_ *element, name string, attributes []attribute, to int) {
	from := x.at
	end, after := to, to
	for at := from; ; {
		i := bytes.Index(x.src[at:to], []byte("</"))
		if i < 0 {
			x.endless[name] = true
			x.b.ProblemAt(x.text.Span(from, from), name+" without an end")
			if name != "script" && name != "style" {
				return // What follows is read as if there were no such tag.
			}
			break
		}
		at += i + 2
		if len(x.src)-at >= len(name) && strings.EqualFold(string(x.src[at:at+len(name)]), name) {
			end, after = at-2, at+len(name)
			if j := bytes.IndexByte(x.src[after:to], '>'); j >= 0 {
				after += j + 1
			} else {
				after = to
			}
			break
		}
	}
	x.at = after
	switch name {
	case "title":
		if x.title == "" {
			x.title = strings.TrimSpace(string(x.src[from:end]))
		}
	case "script":
		x.script(from, end, attributes)
	case "style":
		language := "css"
		if l := x.attributeText(attributes, "lang"); l != "" {
			language = detect.FromName(l)
		}
		x.region(language, from, end, alone)
	}
}

func (x *extractor) region(language string, from, to int, group int32) {
	if language != "" && len(bytes.TrimSpace(x.src[from:to])) > 0 {
		x.b.Region(lang.Region{Language: language, Span: x.text.Span(from, to), Group: group})
	}
}

// script marks the content of a script element.
func (x *extractor) script(from, to int, attributes []attribute) {
	kind := strings.ToLower(x.attributeText(attributes, "type"))
	language := "javascript"
	if x.dialect == astro {
		language = "typescript" // Unless it is inline, and then it is a subset.
	}
	switch l := strings.ToLower(x.attributeText(attributes, "lang")); l {
	case "ts", "typescript":
		language = "typescript"
	case "tsx":
		language = "tsx"
	case "", "js", "jsx", "javascript":
	default:
		language = detect.FromName(l)
	}
	switch kind {
	case "", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript", "text/babel", "text/jsx", "application/x-javascript":
	case "module":
		if x.dialect == page {
			x.region(language, from, to, alone)
			return
		}
	case "text/typescript", "application/typescript":
		language = "typescript"
	default:
		return // Data or a template.
	}
	if x.dialect == astro {
		x.region(language, from, to, alone)
		return
	}
	x.region(language, from, to, shared)
}

// frontMatter marks the script of an Astro component.
func (x *extractor) frontMatter() {
	at := len(x.src) - len(bytes.TrimLeft(x.src, " \t\r\n"))
	if !bytes.HasPrefix(x.src[at:], []byte("---")) {
		return
	}
	if i := bytes.Index(x.src[at+3:], []byte("\n---")); i >= 0 {
		x.region("typescript", at+3, at+3+i+1, shared)
		x.at = at + 3 + i + 4
		return
	}
	x.b.ProblemAt(x.text.Span(at, at+3), "front matter without an end")
	x.at = at + 3
}

// use refers to a component by the name of a tag.
func (x *extractor) use(name string, at int) {
	first, rest, _ := strings.Cut(name, ".")
	if first == "" || rest == "" && (first[0] < 'A' || first[0] > 'Z') {
		return
	}
	r := x.text.Ref(schema.RoleCall, at, at+len(first))
	if rest != "" {
		r.Role = schema.RoleRead
	}
	id := x.ref(r)
	for at += len(first) + 1; rest != ""; {
		first, rest, _ = strings.Cut(rest, ".")
		r := x.text.Ref(schema.RoleCall, at, at+len(first))
		r.Base = id
		id = x.ref(r)
		at += len(first) + 1
	}
}

// ref adds a reference of a template, which belongs to the component.
func (x *extractor) ref(r lang.Ref) int32 {
	r.Encl = x.component
	return x.b.Ref(r)
}

// pascal turns my-component into MyComponent.
func pascal(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}

// camel turns my-property into myProperty.
func camel(name string) string {
	p := pascal(name)
	if p == "" || name[0] < 'a' || name[0] > 'z' {
		return p
	}
	return strings.ToLower(p[:1]) + p[1:]
}
