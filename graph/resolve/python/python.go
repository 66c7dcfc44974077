// Package python tells the resolution engine how Python names reach other files.
//
// Modules. A file's dotted name counts from the folder above the outermost
// package (folder with __init__.py) around it, and also from every source root:
// the repository's root, src, lib, and folders with a project file. An absolute
// import takes the file of that name nearest to the importing one; a folder
// without __init__.py is a namespace package. What is not found is external, in
// the distribution named by the first segment.
//
// It over-reports when two roots hold the same module name and the farther one is
// installed; it under-reports modules made importable by sys.path or by plugins.
package python

import (
	"context"
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules claims Python files.
type Rules struct{}

// Languages names the one language.
func (Rules) Languages() []string { return []string{"python"} }

// Open builds the module map.
func (Rules) Open(_ context.Context, p *resolve.Program) (resolve.Family, error) {
	m := newModules(p)
	return resolve.Family{
		Package:        m.packageOf,
		Import:         m.imported,
		Export:         m.export,
		Free:           m.free,
		Common:         common,
		Weak:           m.weak,
		Through:        through,
		CallMember:     "__call__",
		ElementMembers: []string{"__getitem__", "__iter__", "__next__", "__await__", "__aiter__", "__anext__"},
		NewMember:      "__init__",
		Builtin:        "builtins",
	}, nil
}

// modules maps dotted names to files and folders.
type modules struct {
	p      *resolve.Program
	names  map[string][]resolve.Entity // By dotted name, in path order.
	dirs   map[string]bool             // Folders that hold Python files somewhere below.
	dotted []string                    // By file: its dotted name.
}

func newModules(p *resolve.Program) *modules {
	m := &modules{p: p, names: make(map[string][]resolve.Entity), dirs: make(map[string]bool), dotted: make([]string, len(p.In.Files))}
	roots := map[string]bool{"": true, "src": true, "lib": true}
	for i := range p.In.Files {
		switch dir, base := split(p.In.Files[i].Path); base {
		case "pyproject.toml", "setup.py", "setup.cfg":
			roots[dir] = true
			roots[path.Join(dir, "src")] = true
		}
	}
	seen := make(map[string]bool)
	add := func(name string, e resolve.Entity) {
		key := name + "\x00" + e.Name
		if e.Kind == resolve.EntityModule {
			key = name + "\x00" + p.Path(e.File)
		}
		if name != "" && !seen[key] {
			seen[key] = true
			m.names[name] = append(m.names[name], e)
		}
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != "python" || f.Facts == nil {
			continue
		}
		dir, base := split(f.Path)
		stem := strings.TrimSuffix(strings.TrimSuffix(base, ".pyi"), ".py")
		for d := dir; d != "" && !m.dirs[d]; d, _ = split(d) {
			m.dirs[d] = true
		}
		top := dir // The folder above the outermost package.
		for top != "" && m.isPackage(top) {
			top, _ = split(top)
		}
		id := schema.FileID(i)
		m.dotted[i] = dottedFrom(top, dir, stem)
		add(m.dotted[i], resolve.Module(id))
		for root := dir; ; root, _ = split(root) {
			if roots[root] {
				add(dottedFrom(root, dir, stem), resolve.Module(id))
			}
			if root == "" {
				break
			}
		}
	}
	dirs := make([]string, 0, len(m.dirs))
	for d := range m.dirs {
		dirs = append(dirs, d)
	}
	sort.Strings(dirs)
	for _, d := range dirs {
		if m.isPackage(d) {
			continue
		}
		for root := d; root != ""; {
			root, _ = split(root)
			if roots[root] {
				add(strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(d, root), "/"), "/", "."), resolve.Namespace("dir:"+d))
			}
		}
	}
	return m
}

// split returns the folder ("" for the root) and the base name of a path.
func split(p string) (dir, base string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return "", p
}

// dottedFrom is the module name of dir/stem.py as seen from root.
func dottedFrom(root, dir, stem string) string {
	rel := strings.TrimPrefix(strings.TrimPrefix(dir, root), "/")
	if stem != "__init__" {
		rel = path.Join(rel, stem)
	}
	return strings.ReplaceAll(rel, "/", ".")
}

func (m *modules) isPackage(dir string) bool {
	_, ok := m.initOf(dir)
	return ok
}

func (m *modules) initOf(dir string) (schema.FileID, bool) {
	if id, ok := m.p.File(path.Join(dir, "__init__.py")); ok {
		return id, true
	}
	return m.p.File(path.Join(dir, "__init__.pyi"))
}

// packageOf is the dotted name of the package that holds the file.
func (m *modules) packageOf(file schema.FileID) string {
	name := m.dotted[file]
	if _, base := split(m.p.Path(file)); strings.HasPrefix(base, "__init__.") {
		return name
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i]
	}
	if dir, _ := split(m.p.Path(file)); dir != "" {
		return strings.ReplaceAll(dir, "/", ".")
	}
	return name
}

// inDir finds the module or package called name in a folder.
func (m *modules) inDir(dir, name string) resolve.Entity {
	at := path.Join(dir, strings.ReplaceAll(name, ".", "/"))
	if id, ok := m.initOf(at); ok {
		return resolve.Module(id)
	}
	for _, ext := range []string{".py", ".pyi"} {
		if id, ok := m.p.File(at + ext); ok {
			return resolve.Module(id)
		}
	}
	if m.dirs[at] {
		return resolve.Namespace("dir:" + at)
	}
	return resolve.Entity{}
}

// absolute finds a module by its dotted name as seen from a file.
func (m *modules) absolute(from, name string) resolve.Entity {
	list := m.names[name]
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best, bestScore := list[0], -1
	for _, e := range list {
		at := strings.TrimPrefix(e.Name, "dir:")
		score := 0
		if e.Kind == resolve.EntityModule {
			at = m.p.Path(e.File)
			score = 1 // A regular module hides a namespace package.
			if strings.HasSuffix(at, ".py") {
				score = 2
			}
		}
		if score += 4 * sharedFolders(from, at); score > bestScore {
			best, bestScore = e, score
		}
	}
	return best
}

// sharedFolders counts the leading folders that two paths have in common.
func sharedFolders(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

func (m *modules) imported(file schema.FileID, i int32) resolve.Imported {
	imp := &m.p.Facts(file).Imports[i]
	from := m.p.Path(file)
	dir, _ := split(from)
	var module resolve.Entity
	if imp.Level > 0 {
		for up := int32(1); up < imp.Level; up++ {
			dir, _ = split(dir)
		}
		if imp.Module == "" {
			if id, ok := m.initOf(dir); ok {
				module = resolve.Module(id)
			} else {
				module = resolve.Namespace("dir:" + dir)
			}
		} else {
			module = m.inDir(dir, imp.Module)
		}
		return m.wrap(imp, module, "")
	}
	first, _, nested := strings.Cut(imp.Module, ".")
	module = m.absolute(from, imp.Module)
	if !module.Ok() && !m.isPackage(dir) {
		module = m.inDir(dir, imp.Module) // The folder of a script is on its path.
	}
	if module.Kind == resolve.EntityNamespace && stdlib(first) {
		module = resolve.Entity{} // A folder that happens to be called like a library module.
	}
	if !module.Ok() && len(m.names[first]) > 0 && nested && m.absolute(from, first).Kind == resolve.EntityModule {
		// The package is ours, the module is not there: generated, or compiled.
		return resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	}
	out := m.wrap(imp, module, first)
	if nested && imp.Name == "" && imp.Alias == first {
		// import a.b binds a.
		if out.Bound = m.absolute(from, first); !out.Bound.Ok() {
			out.Bound = resolve.External(first)
		}
	}
	return out
}

func (m *modules) wrap(imp *lang.Import, module resolve.Entity, first string) resolve.Imported {
	out := resolve.Imported{Module: module, Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	switch module.Kind {
	case resolve.EntityModule:
		out.Link.File, out.Link.Package = module.File, m.dotted[module.File]
		// from package import module: the module is what is needed.
		if imp.Name != "" && imp.Name != "*" && m.isInit(module.File) {
			if dir, _ := split(m.p.Path(module.File)); !m.declares(module.File, imp.Name) {
				if sub := m.inDir(dir, imp.Name); sub.Kind == resolve.EntityModule {
					out.Link.File, out.Link.Package = sub.File, m.dotted[sub.File]
				}
			}
		}
	case resolve.EntityNamespace:
		dir := strings.TrimPrefix(module.Name, "dir:")
		out.Link.Package = strings.ReplaceAll(dir, "/", ".")
		if sub := m.inDir(dir, imp.Name); imp.Name != "" && sub.Kind == resolve.EntityModule {
			out.Link.File = sub.File
		}
	case resolve.EntityNone:
		if first != "" {
			out.Module = resolve.External(first)
			out.Link.Package, out.Link.External = first, true
		}
	}
	return out
}

func (m *modules) isInit(file schema.FileID) bool {
	_, base := split(m.p.Path(file))
	return strings.HasPrefix(base, "__init__.")
}

// declares reports whether a module has name at top level, other than as an
// import of its own submodule.
func (m *modules) declares(file schema.FileID, name string) bool {
	facts := m.p.Facts(file)
	for _, id := range m.p.Children(file, 0, name) {
		s := &facts.Symbols[id]
		if s.Kind != schema.KindImport {
			return true
		}
		if imp := &facts.Imports[s.Import]; imp.Level != 1 || imp.Module != "" {
			return true
		}
	}
	return false
}

func (m *modules) export(module resolve.Entity, name string) []resolve.Entity {
	dir := ""
	switch module.Kind {
	case resolve.EntityModule:
		if m.p.Facts(module.File) == nil {
			return nil
		}
		if m.isInit(module.File) {
			dir, _ = split(m.p.Path(module.File))
			if !m.declares(module.File, name) {
				if sub := m.inDir(dir, name); sub.Ok() {
					return []resolve.Entity{sub}
				}
			}
		}
		out := m.p.Exported(module.File, name, resolve.Accept{})
		if len(out) == 0 {
			return m.dynamic(module.File, name)
		}
		return out
	case resolve.EntityNamespace:
		d, ok := strings.CutPrefix(module.Name, "dir:")
		if !ok {
			return nil
		}
		if sub := m.inDir(d, name); sub.Ok() {
			return []resolve.Entity{sub}
		}
	}
	return nil
}

// dynamic answers for modules with a star import from outside: the name may come
// from there.
func (m *modules) dynamic(file schema.FileID, name string) []resolve.Entity {
	facts := m.p.Facts(file)
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Name == "*" && imp.Level == 0 && imp.Alias == "" {
			first, _, _ := strings.Cut(imp.Module, ".")
			if !m.absolute(m.p.Path(file), imp.Module).Ok() {
				return []resolve.Entity{resolve.External(first)}
			}
		}
	}
	return nil
}

// weak reports whether a field exists only because methods assign it: one that a
// base class declares is meant then.
func (m *modules) weak(t link.Target) bool {
	s := m.p.Symbol(t)
	return s.Kind == schema.KindField && s.Flags&schema.SymbolStatic == 0 && s.Type < 0
}

// fixture finds the fixture that a parameter of a test names: in conftest.py of
// the folder or of those above.
func (m *modules) fixture(file schema.FileID, name string) []resolve.Candidate {
	for dir, _ := split(m.p.Path(file)); ; dir, _ = split(dir) {
		if id, ok := m.p.File(path.Join(dir, "conftest.py")); ok {
			for _, e := range m.p.Exported(id, name, resolve.Accept{}) {
				if s := m.p.Symbol(e.Target()); s != nil && s.Kind == schema.KindFunction {
					return []resolve.Candidate{{Entity: e, Origin: schema.OriginImport}}
				}
			}
		}
		if dir == "" {
			return []resolve.Candidate{{Entity: resolve.External("pytest"), Origin: schema.OriginImport}}
		}
	}
}

// free resolves names that come from star imports or are built in.
func (m *modules) free(file schema.FileID, ref *lang.Ref) []resolve.Candidate {
	if ref.Flags&lang.RefOptional != 0 && ref.Role == schema.RoleCall {
		return m.fixture(file, ref.Name)
	}
	facts := m.p.Facts(file)
	outside := ""
	for i := len(facts.Imports) - 1; i >= 0; i-- {
		imp := &facts.Imports[i]
		if imp.Name != "*" || imp.Alias != "" || strings.HasPrefix(ref.Name, "_") {
			continue
		}
		switch module := m.imported(file, int32(i)).Module; module.Kind {
		case resolve.EntityModule, resolve.EntityNamespace:
			if out := m.export(module, ref.Name); len(out) > 0 {
				return []resolve.Candidate{{Entity: out[0], Origin: schema.OriginImport}}
			}
		case resolve.EntityExternal:
			outside = module.Name
		}
	}
	if builtin(ref.Name) {
		return []resolve.Candidate{{Entity: resolve.External("builtins"), Origin: schema.OriginScope}}
	}
	if outside != "" {
		return []resolve.Candidate{{Entity: resolve.External(outside), Origin: schema.OriginImport}}
	}
	return nil
}
