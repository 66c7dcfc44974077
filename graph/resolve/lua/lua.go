// Package lua holds what the linker must know of Lua: modules by the path that require
// names, what a module returns, globals over all files, and the library.
//
// It under-reports members of tables that are built at run time (fields by computed
// keys, metatables set elsewhere) and values that a function returns in a table.
package lua

import (
	"context"
	"path"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	langlua "github.com/lc-index/lc/index/lang/lua"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Lua.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{langlua.Name} }

// library is the package of what Lua itself and its hosts declare.
const library = "lua"

// index is what the files of the snapshot declare. It is immutable after Open.
type index struct {
	p       *resolve.Program
	globals map[string][]link.Target
	files   map[string][]schema.FileID // By base name; init.lua by its folder's.
	roots   map[string]bool            // Folders below which paths of modules were found.
	inside  map[string]bool            // Folders that such paths lead into: modules in them have longer names.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{p: p, globals: make(map[string][]link.Target), files: make(map[string][]schema.FileID), roots: make(map[string]bool), inside: make(map[string]bool)}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != langlua.Name || f.Facts == nil {
			continue
		}
		base := strings.TrimSuffix(path.Base(f.Path), ".lua")
		if base == "init" {
			base = path.Base(path.Dir(f.Path))
		}
		x.files[base] = append(x.files[base], schema.FileID(i))
		for s := 1; s < len(f.Facts.Symbols); s++ {
			sym := &f.Facts.Symbols[s]
			global := sym.Kind == schema.KindFunction || sym.Kind == schema.KindVariable || sym.Kind == schema.KindClass
			if global && sym.Visibility == schema.VisibilityPublic && sym.Flags&(schema.SymbolTest|schema.SymbolExported) == schema.SymbolExported && f.Facts.Symbols[sym.Parent].Kind == schema.KindFile {
				x.globals[sym.Name] = append(x.globals[sym.Name], link.Target{File: schema.FileID(i), Symbol: int32(s)})
			}
		}
	}
	x.findRoots()
	return resolve.Family{
		Import:          x.importOf,
		Export:          x.export,
		Free:            x.free,
		Common:          isCommon,
		CallMember:      "__call",
		NewWord:         "new",
		GuessCalls:      true,
		FunctionMembers: true,
		Builtin:         library,
	}, ctx.Err()
}

// findRoots learns from the modules with a path for a name below which folders names begin.
func (x *index) findRoots() {
	for i := range x.p.In.Files {
		f := &x.p.In.Files[i]
		if f.Language != langlua.Name || f.Facts == nil {
			continue
		}
		for k := range f.Facts.Imports {
			imp := &f.Facts.Imports[k]
			name := asPath(imp.Module)
			if imp.Level != 0 || !strings.Contains(name, "/") {
				continue
			}
			if found, ok := x.module(schema.FileID(i), imp.Module); ok {
				p := moduleOf(x.p.Path(found))
				x.roots[strings.TrimSuffix(p, name)] = true
				x.inside[path.Dir(p)+"/"] = true
			}
		}
	}
}

// asPath spells the name of a module as a path.
func asPath(name string) string {
	return strings.Trim(strings.ReplaceAll(name, ".", "/"), "/")
}

// moduleOf is the path of a file as the names of modules end.
func moduleOf(p string) string { return strings.TrimSuffix(strings.TrimSuffix(p, ".lua"), "/init") }

// isRoot reports whether names that a file requires may begin below a folder, which ends
// with a slash.
func (x *index) isRoot(from schema.FileID, root string) bool {
	if root == "" || x.roots[root] {
		return true
	}
	switch path.Base(root) {
	case "lua", "src", "lib", "lualib", "spec", "test", "tests", "scripts":
		return true
	}
	return strings.HasPrefix(x.p.Path(from), root) && !x.inside[root]
}

// module finds the file that require of name loads, the nearest when several fit. A name
// without a path says little: only folders where names begin are looked at.
func (x *index) module(from schema.FileID, name string) (schema.FileID, bool) {
	name = asPath(name)
	best, most := schema.FileID(schema.None), -1
	for _, f := range x.files[path.Base(name)] {
		p := moduleOf(x.p.Path(f))
		if f == from || p != name && !strings.HasSuffix(p, "/"+name) {
			continue
		}
		if !strings.Contains(name, "/") && !x.isRoot(from, strings.TrimSuffix(p, name)) {
			continue
		}
		if n := shared(x.p.Path(from), x.p.Path(f)); n > most {
			best, most = f, n
		}
	}
	return best, best >= 0
}

// loaded finds the file that dofile of a path loads: from a folder around the file.
func (x *index) loaded(from schema.FileID, name string) (schema.FileID, bool) {
	for dir := path.Dir(x.p.Path(from)); ; dir = path.Dir(dir) {
		if f, ok := x.p.File(path.Join(dir, name)); ok {
			return f, true
		}
		if dir == "." || dir == "/" {
			return schema.None, false
		}
	}
}

// shared counts the leading folders that two paths have in common.
func shared(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	find := x.module
	if imp.Level == langlua.LoadFile {
		find = x.loaded
	}
	f, ok := find(file, imp.Module)
	if !ok && imp.Level == langlua.LoadFile {
		return out
	}
	if !ok {
		pkg, _, _ := strings.Cut(imp.Module, ".")
		out.Link.Package, out.Link.External = pkg, true
		out.Module = resolve.External(pkg)
		return out
	}
	out.Link.File = f
	out.Module = resolve.Module(f)
	made := x.returned(f)
	switch {
	case !made.Ok():
	case imp.Name == "":
		if x.p.Symbol(made.Target()).Flags&schema.SymbolSynthetic == 0 {
			out.Bound = made
		}
	default:
		for _, id := range x.p.Children(made.File, made.Symbol, imp.Name) {
			out.Bound = resolve.Decl(made.File, id)
		}
	}
	return out
}

// returned is what a file returns, when that is a declaration of its own.
func (x *index) returned(file schema.FileID) resolve.Entity {
	facts := x.p.Facts(file)
	if facts == nil || facts.Symbols[0].Init < 0 {
		return resolve.Entity{}
	}
	if r := &facts.Refs[facts.Symbols[0].Init]; r.Target > 0 {
		return resolve.Decl(file, r.Target)
	}
	return resolve.Entity{}
}

func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		if made := x.returned(e.File); made.Ok() {
			var out []resolve.Entity
			for _, id := range x.p.Children(made.File, made.Symbol, name) {
				out = append(out, resolve.Decl(made.File, id))
			}
			if len(out) > 0 {
				return out
			}
		}
		return x.p.Exported(e.File, name, resolve.Accept{Symbol: func(_ schema.FileID, s *lang.Symbol) bool { return s.Visibility != schema.VisibilityPrivate }})
	}
	return nil
}

func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	list := x.globals[r.Name]
	for _, t := range list {
		if t.File == file {
			return []resolve.Candidate{{Entity: resolve.Decl(t.File, t.Symbol), Origin: schema.OriginScope}}
		}
	}
	switch {
	case isLibrary(r.Name):
		return []resolve.Candidate{{Entity: resolve.External(library), Origin: schema.OriginScope, Confidence: resolve.ConfidenceImport}}
	case len(list) == 1:
		return []resolve.Candidate{{Entity: resolve.Decl(list[0].File, list[0].Symbol), Origin: schema.OriginUniqueName}}
	case len(list) > 1:
		var out []resolve.Candidate
		for _, t := range list {
			out = append(out, resolve.Candidate{Entity: resolve.Decl(t.File, t.Symbol), Origin: schema.OriginAmbiguousName, Confidence: resolve.ConfidenceAmbiguous / float32(len(list))})
		}
		return out
	}
	return nil
}

// isLibrary reports whether Lua, LuaJIT, OpenResty, Redis or busted declares a global.
func isLibrary(name string) bool {
	switch name {
	case "_G", "_VERSION", "_ENV", "arg", "assert", "bit", "bit32", "collectgarbage", "coroutine", "cjson", "cmsgpack", "debug", "dofile", "error", "ffi", "getfenv", "getmetatable", "io", "ipairs", "jit", "load", "loadfile", "loadstring",
		"math", "module", "ndk", "newproxy", "next", "ngx", "os", "package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "redis", "require", "select", "setfenv", "setmetatable", "string", "struct", "table", "tonumber",
		"tostring", "type", "unpack", "utf8", "vim", "xpcall",
		"after_each", "before_each", "context", "describe", "expose", "finally", "insulate", "it", "lazy_setup", "lazy_teardown", "match", "mock", "pending", "randomize", "setup", "spy", "stub", "teardown":
		return true
	}
	return false
}

// isCommon reports whether a member name is one of the library's everyday names.
func isCommon(name string) bool {
	switch name {
	case "byte", "char", "close", "concat", "count", "execute", "find", "format", "get", "gmatch", "gsub", "insert", "len", "lines", "lower", "match", "name", "new", "next", "open", "pop", "push", "read", "remove", "rep", "reverse", "run",
		"seek", "send", "set", "size", "sort", "start", "stop", "sub", "tostring", "upper", "write":
		return true
	}
	return false
}
