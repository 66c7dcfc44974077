package gotypes

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/store/schema"
)

// errMissing is what go/types is told of an external package, so that it takes
// the package as incomplete and does not complain of what is not in it.
var errMissing = errors.New("not in the snapshot")

// externals holds the stand-ins for packages outside the snapshot, by import path.
type externals map[string]*types.Package

// newExternals makes a stand-in for every import path that some unit cannot
// resolve. It holds, as types of unknown shape, the names that any file uses as
// types; all else is missing, which go/types bears in silence.
func newExternals(in *link.Input, list []*unit, fset *token.FileSet) externals {
	names := map[string]map[string]bool{}
	for _, u := range list {
		for _, f := range u.files {
			facts := in.Files[f].Facts
			for i := range facts.Imports {
				p := facts.Imports[i].Module
				if _, inside := u.imports[p]; !inside && names[p] == nil && p != "C" && p != "unsafe" {
					names[p] = map[string]bool{}
				}
			}
			eachMember(facts, func(path string, r *lang.Ref) {
				if set := names[path]; set != nil && (r.Role == schema.RoleType || r.Role == schema.RoleInherit) {
					set[r.Name] = true
				}
			})
		}
	}
	paths := make([]string, 0, len(names))
	for p := range names {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	out := make(externals, len(paths))
	stubbed := map[string]bool{"iter.Seq": true, "iter.Seq2": true, "sync/atomic.Pointer": true}
	var mark strings.Builder
	mark.WriteString("package p\n")
	for _, p := range paths {
		pkg := types.NewPackage(p, golang.PackageNames(p)[0])
		members := make([]string, 0, len(names[p]))
		for n := range names[p] {
			if !stubbed[p+"."+n] {
				members = append(members, n)
			}
		}
		sort.Strings(members)
		for _, n := range members {
			tn := types.NewTypeName(token.NoPos, pkg, n, nil)
			types.NewNamed(tn, types.Typ[types.Invalid], nil)
			pkg.Scope().Insert(tn)
		}
		pkg.MarkComplete()
		out[p] = pkg
		mark.WriteString("import _ " + strconv.Quote(p) + "\n")
	}
	// A package that comes with an error is marked incomplete for good. Doing it
	// here, once, keeps the units from writing to what they share.
	out.fill(fset)
	if file, err := parser.ParseFile(fset, "p.go", mark.String(), parser.SkipObjectResolution); err == nil {
		conf := types.Config{Error: func(error) {}, Importer: importerFunc(func(p string) (*types.Package, error) {
			if pkg := out[p]; pkg != nil {
				return pkg, errMissing
			}
			return nil, errMissing
		})}
		_, _ = conf.Check("p", fset, []*ast.File{file}, nil)
	}
	return out
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// eachMember calls f for every reference that selects a name from an imported package.
func eachMember(facts *lang.Facts, f func(path string, r *lang.Ref)) {
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Base < 0 {
			continue
		}
		if path, ok := imported(facts, r.Base); ok {
			f(path, r)
		}
	}
}

// imported returns the import path when reference b names an imported package.
func imported(facts *lang.Facts, b int32) (string, bool) {
	t := facts.Refs[b].Target
	if t == schema.None || facts.Symbols[t].Kind != schema.KindImport || facts.Symbols[t].Import == schema.None {
		return "", false
	}
	return facts.Imports[facts.Symbols[t].Import].Module, true
}
