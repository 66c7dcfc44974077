package gotypes

import (
	"path"
	"sort"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/store/schema"
)

// module is a go.mod file.
type module struct {
	dir  string // Repository-relative, "." for the root.
	path string
	// linked maps module paths to folders: the module itself, what it replaces
	// by a local folder, and the members of its workspace.
	linked map[string]string
}

// modules resolves import paths to folders of the snapshot.
type modules struct {
	byDir map[string]*module
	hasGo map[string]bool // Folders with Go files.
}

// readModules reads the go.mod and go.work files of the snapshot. A broken one is a problem, not an error.
func readModules(in *link.Input) (*modules, []schema.Problem) {
	m := &modules{byDir: map[string]*module{}, hasGo: map[string]bool{}}
	var problems []schema.Problem
	bad := func(p string, err error) {
		problems = append(problems, schema.Problem{Path: p, Stage: "link", Reason: err.Error(), Line: schema.None})
	}
	var works []int
	for i := range in.Files {
		f := &in.Files[i]
		switch base := path.Base(f.Path); {
		case f.Language == "go":
			m.hasGo[path.Dir(f.Path)] = true
		case base == "go.work":
			works = append(works, i)
		case base == "go.mod":
			src, err := in.Content(f.ID)
			if err != nil {
				bad(f.Path, err)
				continue
			}
			parsed, err := modfile.ParseLax(f.Path, src, nil)
			if err != nil || parsed.Module == nil {
				name := modfile.ModulePath(src)
				if err != nil {
					bad(f.Path, err)
				}
				if name != "" {
					dir := path.Dir(f.Path)
					m.byDir[dir] = &module{dir: dir, path: name, linked: map[string]string{name: dir}}
				}
				continue
			}
			dir := path.Dir(f.Path)
			mod := &module{dir: dir, path: parsed.Module.Mod.Path, linked: map[string]string{parsed.Module.Mod.Path: dir}}
			// ParseLax leaves replacements out; they matter here.
			if full, err := modfile.Parse(f.Path, src, nil); err == nil {
				mod.replace(full.Replace, dir)
			}
			m.byDir[dir] = mod
		}
	}
	for _, i := range works {
		f := &in.Files[i]
		src, err := in.Content(f.ID)
		if err != nil {
			bad(f.Path, err)
			continue
		}
		work, err := modfile.ParseWork(f.Path, src, nil)
		if err != nil {
			bad(f.Path, err)
			continue
		}
		var members []*module
		for _, use := range work.Use {
			if mod := m.byDir[path.Join(path.Dir(f.Path), use.Path)]; mod != nil {
				members = append(members, mod)
			}
		}
		for _, a := range members {
			for _, b := range members {
				if _, own := a.linked[b.path]; !own {
					a.linked[b.path] = b.dir
				}
			}
			a.replace(work.Replace, path.Dir(f.Path))
		}
	}
	return m, problems
}

// replace links the modules that are replaced by folders inside the repository.
func (m *module) replace(list []*modfile.Replace, dir string) {
	for _, r := range list {
		if r.New.Version == "" && (strings.HasPrefix(r.New.Path, "./") || strings.HasPrefix(r.New.Path, "../")) {
			if to := path.Join(dir, r.New.Path); to != ".." && !strings.HasPrefix(to, "../") {
				m.linked[r.Old.Path] = to
			}
		}
	}
}

// nearest returns the module that a folder belongs to, nil when there is none.
func (m *modules) nearest(dir string) *module {
	for {
		if mod := m.byDir[dir]; mod != nil {
			return mod
		}
		if dir == "." || dir == "/" || dir == "" {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// importPath returns the path under which a folder is imported: that of its
// module with the folder's own path, what follows vendor/ in a vendor tree, the
// folder itself outside of modules.
func (m *modules) importPath(dir string) string {
	mod := m.nearest(dir)
	if mod == nil {
		if i := strings.LastIndex("/"+dir, "/vendor/"); i >= 0 {
			return dir[i+len("vendor/"):]
		}
		return dir
	}
	rel := within(mod.dir, dir)
	if i := strings.LastIndex("/"+rel, "/vendor/"); i >= 0 {
		return rel[i+len("vendor/"):]
	}
	switch {
	case rel == "":
		return mod.path
	case mod.path == "std":
		return rel
	}
	return mod.path + "/" + rel
}

// within returns the path of dir below root, "" for root itself.
func within(root, dir string) string {
	if root == "." {
		if dir == "." {
			return ""
		}
		return dir
	}
	return strings.TrimPrefix(strings.TrimPrefix(dir, root), "/")
}

// resolve returns the folder that an import names from a file in dir.
func (m *modules) resolve(dir, imp string) (string, bool) {
	if imp == "" || imp == "C" || imp == "unsafe" {
		return "", false
	}
	if strings.HasPrefix(imp, "./") || strings.HasPrefix(imp, "../") {
		to := path.Join(dir, imp)
		return to, m.hasGo[to]
	}
	mod := m.nearest(dir)
	if mod == nil {
		return m.resolveLoose(imp)
	}
	if to := path.Join(mod.dir, "vendor", imp); m.hasGo[to] {
		return to, true
	}
	prefixes := make([]string, 0, len(mod.linked))
	for p := range mod.linked {
		if imp == p || strings.HasPrefix(imp, p+"/") {
			prefixes = append(prefixes, p)
		}
	}
	sort.Slice(prefixes, func(i, j int) bool { return len(prefixes[i]) > len(prefixes[j]) })
	for _, p := range prefixes {
		root := mod.linked[p]
		to := path.Join(root, strings.TrimPrefix(imp, p))
		// A folder of a nested module is no package of this one.
		if owner := m.nearest(to); m.hasGo[to] && (owner == nil || owner.dir == root || m.byDir[root] == nil) {
			return to, true
		}
	}
	if mod.path == "std" {
		to := path.Join(mod.dir, imp)
		return to, m.hasGo[to]
	}
	return "", false
}

// resolveLoose resolves without a go.mod: a vendored package, or a path below
// the three elements (host, owner, repository) that such repositories are
// checked out under.
func (m *modules) resolveLoose(imp string) (string, bool) {
	if to := path.Join("vendor", imp); m.hasGo[to] {
		return to, true
	}
	elems := strings.Split(imp, "/")
	if len(elems) < 3 || !strings.Contains(elems[0], ".") {
		return "", false
	}
	to := path.Join(append([]string{"."}, elems[3:]...)...)
	return to, len(elems) > 3 && m.hasGo[to]
}
