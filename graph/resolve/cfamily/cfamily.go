// Package cfamily tells the resolution engine how names of C and C++ reach other files.
//
// Includes. A quoted include is looked up beside the including file, then, as an
// angled one, in the folders that compile_commands.json names, then as the end of
// the path of any file; of several the one that shares most folders with the
// includer wins. Headers of the C and C++ standards and of POSIX are external even
// where a file happens to end alike.
//
// Names. A free name means a declaration in the files that are included,
// transitively; enclosing namespaces come first, then the global one, then others
// (using directives are not tracked). A header that does not include what it uses takes names from
// what its includers include. Failing that it means the one definition
// with external linkage in the repository (unique-name), else one of several
// (ambiguous-name). A declaration stands for its definition where there is exactly
// one, or one that is nearest to it: same folder, same file name. Overloads are
// told apart by the number of parameters.
//
// Over-reports: a name that several included headers declare takes the nearest,
// whatever the conditionals say. Under-reports: calls through function pointers,
// names that macros build, templates' dependent names.
package cfamily

import (
	"context"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Rules claims C and C++ files.
type Rules struct{}

// Languages names both languages: headers belong to either.
func (Rules) Languages() []string { return []string{"c", "c++"} }

// Open resolves the includes and indexes the declarations.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	u := &units{p: p}
	u.includes = newIncludes(p)
	if err := u.index(ctx); err != nil {
		return resolve.Family{}, err
	}
	return resolve.Family{
		Package:        func(file schema.FileID) string { return folder(p.Path(file)) },
		Import:         u.imported,
		Export:         u.export,
		Free:           u.free,
		Containers:     func(t link.Target) []link.Target { return u.containers[t] },
		Owner:          u.owner,
		Definition:     u.definition,
		Relations:      u.relations,
		Members:        u.members,
		Common:         common,
		ImplicitSelf:   true,
		CallMember:     "operator()",
		ElementMembers: []string{"operator[]", "operator*"},
		Builtin:        "std",
	}, nil
}

// folder returns the folder of a path, "" for the root.
func folder(path string) string { return path[:max(strings.LastIndexByte(path, '/'), 0)] }

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

// stem returns the base name of a path without its extension.
func stem(path string) string {
	base := path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	return base
}

// imported says where an include leads.
func (u *units) imported(file schema.FileID, i int32) resolve.Imported {
	imp := &u.p.Facts(file).Imports[i]
	target := u.includes.targets[file][i]
	if target == schema.None {
		return resolve.Imported{
			Link:   link.ImportTarget{File: schema.None, Package: imp.Module, External: externalHeader(imp).Ok()},
			Module: externalHeader(imp),
		}
	}
	out := resolve.Imported{Link: link.ImportTarget{File: target, Package: folder(u.p.Path(target))}}
	if u.p.Facts(target) != nil {
		out.Module = resolve.Module(target)
	}
	return out
}

// externalHeader denotes a header that is not in the snapshot: an angled one is
// somebody else's, a quoted one too when it stands in the folder of a well-known
// library, else it is missing or generated.
func externalHeader(imp *lang.Import) resolve.Entity {
	root, _, nested := strings.Cut(imp.Module, "/")
	switch {
	case imp.Level == 0:
		return resolve.External(imp.Module)
	case nested && (root == "gtest" || root == "gmock"):
		return resolve.External("googletest")
	case nested && librarySpace(root) != "":
		return resolve.External(librarySpace(root))
	}
	return resolve.Entity{}
}

// common reports whether a member name is too usual to be resolved by name alone.
func common(name string) bool {
	switch name {
	case "next", "prev", "data", "size", "type", "flags", "name", "length", "value", "begin", "push_back", "emplace_back", "c_str", "front", "back", "second",
		"first", "reset", "release", "count", "buffer", "offset", "state", "ptr", "private", "parent", "head", "tail", "refcount", "mutex":
		return true
	}
	return false
}
