package css

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// declaration reads a statement without a block.
func (x *extractor) declaration(from, to int) {
	from, to = x.trim(from, to)
	if from >= to {
		return
	}
	switch c := x.src[from]; {
	case c == '@':
		x.atStatement(from, to)
		return
	case c == '$' && x.dialect == scss:
		x.variable(from, to)
		return
	case (c == '.' || c == '#') && x.dialect == less:
		x.lessCall(from, to)
		return
	}
	name := from
	for name < to && x.src[name] != ':' && !isSpace(x.src[name]) {
		name++
	}
	colon := x.blanks(name, to)
	if colon >= to || x.src[colon] != ':' {
		if x.dialect == plain && len(x.open) == 0 {
			x.b.ProblemAt(x.text.Span(from, to), "neither a declaration nor a rule")
		}
		x.value(from, to)
		return
	}
	property := strings.ToLower(string(x.src[from:name]))
	if x.dialect != plain {
		x.interpolations(from, name)
	}
	switch {
	case strings.HasPrefix(property, "--") && len(property) > 2:
		id := x.define(schema.KindVariable, from, name, from, to)
		x.b.BindIn(0, x.b.Symbol(id).Name, id)
	case property == "animation" || property == "animation-name" || strings.HasSuffix(property, "-animation") || strings.HasSuffix(property, "-animation-name"):
		x.animation(colon+1, to)
	case property == "composes":
		if i := bytes.Index(x.src[colon:to], []byte("from")); i >= 0 {
			x.load(colon+i+len("from"), to, "")
		}
	}
	x.value(colon+1, to)
}

// animation notes the words that may name key frames.
func (x *extractor) animation(from, to int) {
	for i := from; i < to; i++ {
		if !isName(x.src[i]) || x.src[i] >= '0' && x.src[i] <= '9' {
			continue
		}
		end := x.word(i, to)
		if end == to || x.src[end] != '(' {
			r := x.text.Ref(schema.RoleRead, i, end)
			r.Encl = x.b.Enclosing()
			x.frames = append(x.frames, r)
		}
		i = end
	}
}

// variable reads $name: value.
func (x *extractor) variable(from, to int) {
	end := x.word(from+1, to)
	colon := x.blanks(end, to)
	if colon >= to || x.src[colon] != ':' {
		x.value(from, to)
		return
	}
	name := string(x.src[from:end])
	x.value(colon+1, to)
	if x.b.Bound(name) >= 0 || len(x.open) > 0 && x.bound(name) {
		x.b.Ref(x.text.Ref(schema.RoleWrite, from, end))
		return
	}
	kind := schema.KindVariable
	if len(x.open) > 0 && !bytes.Contains(x.src[colon:to], []byte("!global")) {
		kind = schema.KindLocal
	}
	id := x.define(kind, from, end, from, to)
	if kind == schema.KindVariable && len(x.open) > 0 {
		x.b.BindIn(0, name, id)
	}
}

// bound reports whether a variable is declared around.
func (x *extractor) bound(name string) bool { return x.b.BoundIn(0, name) >= 0 }

// lessCall reads a mixin that is called: .name(); or .name;
func (x *extractor) lessCall(from, to int) {
	end := x.word(from+1, to)
	if colon := x.blanks(end, to); colon < to && x.src[colon] == ':' {
		x.value(colon+1, to) // .name:extend(…)
		return
	}
	if end > from+1 {
		x.b.Ref(x.text.Ref(schema.RoleCall, from, end))
	}
	x.value(end, to)
}

// atStatement reads @import, @use, @include and their like.
func (x *extractor) atStatement(from, to int) {
	end := x.word(from+1, to)
	keyword := strings.ToLower(string(x.src[from+1 : end]))
	arg := x.blanks(end, to)
	if x.dialect == less && arg < to && x.src[arg] == ':' && keyword != "" {
		x.value(arg+1, to)
		kind := schema.KindVariable
		if len(x.open) > 0 {
			kind = schema.KindLocal
		}
		x.define(kind, from, end, from, to)
		return
	}
	switch keyword {
	case "import":
		for at := arg; at < to; {
			next := x.load(at, to, "*")
			comma := bytes.IndexByte(x.src[next:to], ',')
			if next == at || comma < 0 {
				break
			}
			at = next + comma + 1
		}
	case "use", "forward":
		x.use(keyword == "forward", arg, to)
	case "config", "plugin", "reference", "source":
		x.load(arg, to, "")
	case "include":
		x.include(arg, to)
	case "extend":
		x.extend(arg, to)
	case "layer":
		for at := arg; at < to; {
			stop := x.word(at, to)
			if stop > at {
				s := x.text.Symbol(schema.KindSection, at, stop, at, stop)
				x.b.Define(s)
			}
			at = stop + 1
			at = x.blanks(at, to)
		}
	case "custom-media":
		if stop := x.word(arg, to); stop > arg {
			x.define(schema.KindVariable, arg, stop, from, to)
		}
	default:
		x.value(arg, to)
	}
}

// load reads the file that a string or url() names and returns the offset after it.
// name is "*" when its names are seen in this sheet.
func (x *extractor) load(at, to int, name string) int {
	for at < to && x.src[at] != '"' && x.src[at] != '\'' && !bytes.HasPrefix(bytes.ToLower(x.src[at:min(to, at+4)]), []byte("url(")) {
		at++
	}
	if at >= to {
		return at
	}
	if x.src[at] == 'u' || x.src[at] == 'U' {
		return x.url(at, to, name)
	}
	end := min(x.stringEnd(at), to)
	x.file(at+1, max(end-1, at+1), schema.ImportStatic, name, "")
	return end
}

// url reads the file that url(…) at offset at names.
func (x *extractor) url(at, to int, name string) int {
	from := x.blanks(at+len("url("), to)
	if from < to && (x.src[from] == '"' || x.src[from] == '\'') {
		end := min(x.stringEnd(from), to)
		x.file(from+1, max(end-1, from+1), schema.ImportStatic, name, "")
		return end
	}
	end := from
	for end < to && x.src[end] != ')' && !isSpace(x.src[end]) {
		end++
	}
	x.file(from, end, schema.ImportStatic, name, "")
	return end
}

// file notes an import of a file of the repository and returns it, None when it is
// none: an address, a built-in module, a computed name.
func (x *extractor) file(from, to int, class schema.ImportClass, name, alias string) int32 {
	path := string(x.src[from:to])
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		path = path[:i]
	}
	if path == "" || strings.HasPrefix(path, "//") || strings.Contains(path, ":") && !strings.HasPrefix(path, "sass:") || strings.ContainsAny(path, "{}$\n\x00") {
		return schema.None
	}
	key := path + "\x00" + alias
	if x.loaded[key] && alias == "" {
		return schema.None
	}
	x.loaded[key] = true
	line, _ := x.text.Position(from)
	id := x.b.Import(lang.Import{Line: line, Module: path, Name: name, Alias: alias, Class: class, Symbol: schema.None})
	r := x.text.Ref(schema.RoleImport, from, from+len(path))
	r.Import = id
	x.b.Ref(r)
	return id
}

// use reads @use "path" as name and @forward "path".
func (x *extractor) use(forward bool, at, to int) {
	if at >= to || x.src[at] != '"' && x.src[at] != '\'' {
		return
	}
	end := min(x.stringEnd(at), to)
	from, stop := at+1, max(end-1, at+1)
	class := schema.ImportStatic
	if forward {
		class = schema.ImportReexport
	}
	name := string(x.src[from:stop])
	name = name[strings.LastIndexAny(name, "/:")+1:]
	name = strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, ".scss"), ".css"), "_")
	nameAt, nameEnd := stop-len(name), stop
	if rest := x.blanks(end, to); bytes.HasPrefix(x.src[rest:to], []byte("as ")) {
		nameAt = x.blanks(rest+len("as "), to)
		nameEnd = x.word(nameAt, to)
		name = string(x.src[nameAt:nameEnd])
	}
	if forward {
		name = ""
	}
	id := x.file(from, stop, class, "", name)
	if i := bytes.Index(x.src[end:to], []byte("with")); i >= 0 {
		x.value(end+i, to)
	}
	imp := &lang.Import{}
	if id >= 0 {
		imp = &x.b.Facts().Imports[id]
	}
	if forward || id < 0 || name == "" {
		if id >= 0 {
			imp.Name = "*"
		}
		return
	}
	if name == "*" || nameEnd == nameAt { // as *: its names are seen as they are.
		imp.Name, imp.Alias = "*", ""
		return
	}
	s := lang.NewSymbol(name, schema.KindImport)
	s.Span = x.text.Span(at, to)
	if nameAt >= from {
		s.NameLine, s.NameCol = x.text.Position(nameAt)
	}
	s.Import = id
	imp.Symbol = x.b.Define(s)
}

// include reads the mixin of @include and what it is given.
func (x *extractor) include(at, to int) {
	end := x.word(at, to)
	if end == at {
		return
	}
	if end < to && x.src[end] == '.' { // Of a module.
		base := x.b.Ref(x.text.Ref(schema.RoleRead, at, end))
		stop := x.word(end+1, to)
		r := x.text.Ref(schema.RoleCall, end+1, stop)
		r.Base = base
		x.b.Ref(r)
		end = stop
	} else {
		x.b.Ref(x.text.Ref(schema.RoleCall, at, end))
	}
	x.value(end, to)
}

// extend reads the selector that @extend names.
func (x *extractor) extend(at, to int) {
	end := at
	for end < to && !isSpace(x.src[end]) && x.src[end] != '!' && x.src[end] != ',' {
		end++
	}
	if end > at && x.src[at] != '#' {
		r := x.text.Ref(schema.RoleInherit, at, end)
		x.b.Ref(r)
	}
}
