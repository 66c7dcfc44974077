// Package ecma tells the resolution engine how names of JavaScript and
// TypeScript reach other files.
//
// Modules. A relative specifier is a file beside the importing one, with the
// extensions and index files that TypeScript, Node and bundlers try, and with .js
// read as .ts where only that exists. Any other specifier is tried against the
// nearest tsconfig's paths and baseUrl (through extends), the nearest
// package.json's own name and imports, and the workspaces' package names; what is
// left is external.
//
// It over-reports where several tsconfigs disagree, and under-reports conditional
// exports beyond the usual conditions and aliases that only a bundler knows.
package ecma

import (
	"context"
	"path"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules claims JavaScript and TypeScript files, and the files that scripts stand in.
type Rules struct{}

// Languages names them.
func (Rules) Languages() []string {
	return []string{"javascript", "typescript", "tsx", "vue", "svelte", "astro", "html"}
}

// Open reads package.json and tsconfig.json files and collects ambient names.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	m := &modules{p: p, manifests: readManifests(p), properties: p.WithPrefix("--")}
	m.ambient = m.collectAmbient()
	m.added = m.collectAdded()
	if err := ctx.Err(); err != nil {
		return resolve.Family{}, err
	}
	return resolve.Family{
		Package:    m.packageOf,
		Import:     m.imported,
		Export:     m.export,
		Free:       m.free,
		Containers: m.containers,
		Common:     common,
		TypeBases:  true,
		CallMember: "()",
		NewMember:  "constructor",
		Constructs: true,
		Variable:   func(i *lang.Import) bool { return i.Level == levelVariable },
		Builtin:    "lib",
		Extension: func(name string, container bool) []resolve.Entity {
			if container || common(name) {
				return nil
			}
			return m.added[name]
		},
	}, nil
}

// Values of lang.Import.Level.
const (
	levelAddress  = 1 // An address in a page.
	levelVariable = 2 // A variable that is given what require returns.
)

// modules resolves specifiers.
type modules struct {
	p         *resolve.Program
	manifests *manifests
	ambient   map[string][]resolve.Entity // Global declarations of the repository by name.
	added     map[string][]resolve.Entity // Members that the repository adds to types outside it.
	// properties are the custom properties of style sheets, which styles of components use.
	properties map[string][]resolve.Entity
}

// packageOf is the name of the nearest package.json, with the folder below it.
func (m *modules) packageOf(file schema.FileID) string {
	at := m.p.Path(file)
	if pkg := m.manifests.packageAround(at); pkg != nil && pkg.Name != "" {
		return pkg.Name
	}
	return ""
}

// extensions in the order in which resolvers try them.
var extensions = []string{".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte", ".astro"}

// swaps maps the extension written in a specifier to those of the sources it may be built from.
var swaps = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts"}, ".jsx": {".tsx", ".d.ts"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts", ".d.cts"},
}

// fileAt finds the file that a path without a known extension means.
func (m *modules) fileAt(at string) (schema.FileID, bool) {
	if at == "." {
		at = ""
	}
	if at != "" {
		if id, ok := m.p.File(at); ok {
			return id, true
		}
		ext := path.Ext(at)
		for _, to := range swaps[ext] {
			if id, ok := m.p.File(strings.TrimSuffix(at, ext) + to); ok {
				return id, true
			}
		}
		for _, ext := range extensions {
			if id, ok := m.p.File(at + ext); ok {
				return id, true
			}
		}
	}
	if pkg := m.manifests.packages[at]; pkg != nil {
		for _, entry := range pkg.entries(".") {
			if id, ok := m.entryFile(at, entry); ok {
				return id, true
			}
		}
	}
	return m.indexAt(at)
}

// indexAt finds the index file of a folder.
func (m *modules) indexAt(dir string) (schema.FileID, bool) {
	for _, ext := range extensions {
		if id, ok := m.p.File(path.Join(dir, "index"+ext)); ok {
			return id, true
		}
	}
	return 0, false
}

// entryFile finds the source of a file that a manifest names: itself, or what it
// is built from.
func (m *modules) entryFile(dir, entry string) (schema.FileID, bool) {
	at := path.Join(dir, entry)
	if id, ok := m.p.File(at); ok {
		return id, true
	}
	stem := at
	for _, ext := range []string{".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx", ".ts"} {
		if s, ok := strings.CutSuffix(at, ext); ok {
			stem = s
			break
		}
	}
	for _, ext := range extensions {
		if id, ok := m.p.File(stem + ext); ok {
			return id, true
		}
		if id, ok := m.p.File(path.Join(stem, "index"+ext)); ok {
			return id, true
		}
	}
	// dist/cjs/x.js is built from src/x.ts as a rule.
	rel := strings.TrimPrefix(strings.TrimPrefix(stem, dir), "/")
	parts := strings.Split(rel, "/")
	for skip := 1; skip < len(parts) && skip <= 3; skip++ {
		for _, root := range []string{"src", "lib", ""} {
			for _, ext := range extensions {
				if id, ok := m.p.File(path.Join(dir, root, strings.Join(parts[skip:], "/")) + ext); ok {
					return id, true
				}
			}
		}
	}
	return 0, false
}

// specifier finds the file of a module specifier as seen from a file.
func (m *modules) specifier(from, spec string) (id schema.FileID, ok bool) {
	if i := strings.IndexAny(spec, "?"); i > 0 {
		spec = spec[:i]
	}
	dir := path.Dir(from)
	if dir == "." {
		dir = ""
	}
	switch {
	case spec == "." || spec == ".." || strings.HasPrefix(spec, "./") || strings.HasPrefix(spec, "../"):
		at := path.Join(dir, spec)
		if strings.HasPrefix(at, "..") {
			return 0, false
		}
		return m.fileAt(at)
	case strings.HasPrefix(spec, "/"):
		return m.fileAt(strings.TrimPrefix(spec, "/"))
	}
	for _, at := range m.manifests.aliases(from, spec) {
		if id, ok = m.fileAt(at); ok {
			return id, true
		}
	}
	if strings.HasPrefix(spec, "#") {
		if pkg := m.manifests.packageAround(from); pkg != nil {
			for _, entry := range pkg.imported(spec) {
				if id, ok = m.entryFile(pkg.dir, entry); ok {
					return id, true
				}
			}
		}
	}
	name, rest := splitPackage(spec)
	if pkg := m.manifests.byName[name]; pkg != nil {
		sub := "."
		if rest != "" {
			sub = "./" + rest
		}
		for i, entry := range pkg.entries(sub) {
			if id, ok = m.entryFile(pkg.dir, entry); ok {
				return id, true
			}
			if i == 0 && sub == "." { // Built from here, under a name of its own.
				if id, ok = m.indexAt(path.Join(pkg.dir, "src")); ok {
					return id, true
				}
			}
		}
		for _, root := range []string{"", "src"} {
			if id, ok = m.fileAt(path.Join(pkg.dir, root, rest)); ok {
				return id, true
			}
		}
	}
	return 0, false
}

// splitPackage separates the package name of a bare specifier from the path in it.
func splitPackage(spec string) (name, rest string) {
	parts := strings.SplitN(spec, "/", 3)
	n := 1
	if strings.HasPrefix(spec, "@") {
		n = 2
	}
	if len(parts) < n {
		return spec, ""
	}
	name = strings.Join(parts[:n], "/")
	return name, strings.TrimPrefix(strings.TrimPrefix(spec, name), "/")
}

func (m *modules) imported(file schema.FileID, i int32) resolve.Imported {
	imp := &m.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	if imp.Level == levelAddress {
		if id, ok := m.p.Linked(m.p.Path(file), imp.Module, pageEndings); ok {
			out.Link.File, out.Link.Package = id, m.packageOf(id)
			if m.p.Facts(id) != nil {
				out.Module = resolve.Module(id)
			}
		}
		return out
	}
	id, ok := m.specifier(m.p.Path(file), imp.Module)
	if !ok {
		if strings.HasPrefix(imp.Module, ".") || strings.HasPrefix(imp.Module, "/") {
			return out // A file that is not there: generated, or of another kind.
		}
		name, _ := splitPackage(imp.Module)
		out.Module = resolve.External(name)
		out.Link.Package, out.Link.External = name, true
		if list := m.ambient["module "+imp.Module]; len(list) > 0 {
			out.Module = list[0] // What is loaded stays outside; its names are declared here.
		}
		return out
	}
	out.Link.File = id
	out.Link.Package = m.packageOf(id)
	facts := m.p.Facts(id)
	if facts == nil { // JSON, styles, text.
		return out
	}
	out.Module = resolve.Module(id)
	if imp.Name == "" && imp.Alias != "" || imp.Name == "" && imp.Class == schema.ImportLazy {
		// A module object; that of CommonJS is what module.exports was set to.
		if list := m.p.Exported(id, "module.exports", accept); len(list) > 0 {
			out.Bound = list[0]
		}
	}
	return out
}

// pageEndings are what a server tries behind an address.
var pageEndings = []string{"", "/index.html", ".html"}

// accept hides what a module does not export.
var accept = resolve.Accept{
	Symbol: func(_ schema.FileID, s *lang.Symbol) bool {
		return s.Kind != schema.KindImport && s.Flags&schema.SymbolExported != 0
	},
	Import: func(_ schema.FileID, i *lang.Import) bool { return i.Class == schema.ImportReexport },
}

func (m *modules) export(module resolve.Entity, name string) []resolve.Entity {
	if module.Kind != resolve.EntityModule || m.p.Facts(module.File) == nil {
		return nil
	}
	out := m.p.Exported(module.File, name, accept)
	if len(out) > 0 {
		return out
	}
	if name == "default" {
		if out = m.p.Exported(module.File, "module.exports", accept); len(out) > 0 {
			return out
		}
		if !m.isESM(module.File) {
			return []resolve.Entity{module} // Interoperation: the whole of exports.
		}
		return nil
	}
	// A star re-export of a package outside may have it.
	facts := m.p.Facts(module.File)
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Class == schema.ImportReexport && imp.Name == "*" && imp.Alias == "" && imp.Module != "" {
			if _, ok := m.specifier(m.p.Path(module.File), imp.Module); !ok && !strings.HasPrefix(imp.Module, ".") {
				pkg, _ := splitPackage(imp.Module)
				return []resolve.Entity{resolve.External(pkg)}
			}
		}
	}
	// Members of what module.exports was set to.
	if list := m.p.Exported(module.File, "module.exports", accept); len(list) == 1 && list[0].Kind == resolve.EntityDecl {
		for _, id := range m.p.Children(list[0].File, list[0].Symbol, name) {
			if !m.p.Facts(list[0].File).Symbols[id].Kind.IsLocal() {
				out = append(out, resolve.Decl(list[0].File, id))
			}
		}
	}
	return out
}

// isESM reports whether a file has import or export statements.
func (m *modules) isESM(file schema.FileID) bool {
	facts := m.p.Facts(file)
	for i := range facts.Imports {
		if facts.Imports[i].Class == schema.ImportReexport && facts.Imports[i].Alias == "default" {
			return true
		}
	}
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Parent == 0 && s.Flags&schema.SymbolExported != 0 {
			return true
		}
	}
	return false
}

// free resolves ambient declarations of the repository; any other free name is of
// the platform or undeclared.
func (m *modules) free(file schema.FileID, ref *lang.Ref) []resolve.Candidate {
	if list := m.ambient[ref.Name]; len(list) > 0 {
		out := make([]resolve.Candidate, 0, len(list))
		for _, e := range list {
			out = append(out, resolve.Candidate{Entity: e, Origin: schema.OriginScope})
		}
		return out
	}
	if strings.HasPrefix(ref.Name, "--") {
		return resolve.Named(m.properties[ref.Name])
	}
	if m.p.In.Files[file].Language == "vue" {
		if id := m.option(file, ref.Name); id > 0 {
			return []resolve.Candidate{{Entity: resolve.Decl(file, id), Origin: schema.OriginScope}}
		}
	}
	return []resolve.Candidate{{Entity: resolve.External("lib"), Origin: schema.OriginScope}}
}

// option finds what a template of Vue means by a name: a property, a method or a
// computed value among the options of the component, or what its setup declares.
func (m *modules) option(file schema.FileID, name string) int32 {
	symbols := m.p.Facts(file).Symbols
	for i := len(symbols) - 1; i > 0; i-- {
		s := &symbols[i]
		if s.Name != name || s.Kind == schema.KindParameter || s.Kind == schema.KindImport {
			continue
		}
		for depth, p := 0, s.Parent; p > 0 && depth < 3; depth, p = depth+1, symbols[p].Parent {
			if symbols[p].Flags&schema.SymbolDefault != 0 {
				return int32(i)
			}
		}
	}
	return 0
}
