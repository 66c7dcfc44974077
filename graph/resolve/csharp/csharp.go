// Package csharp holds what the linker must know of C#: namespaces and the types in
// them across projects, usings (global, static, alias), the parts of partial types,
// extension methods, and the library of .NET.
//
// A qualified name that several projects declare is the one nearest to the asking file
// by folders. Types of one name are told apart by the number of their type arguments,
// overloads by the number of arguments; of equal ones all are listed. The parts of a
// partial type are those of its project, the folder of a .csproj file. It under-reports
// calls on the results of generic methods of the snapshot's own types, and gives a name
// that nothing in the snapshot declares to the one namespace outside that may hold it.
package csharp

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

// Rules makes the family of C#.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{"c#"} }

// spacePrefix keeps namespaces of C# apart from those of other families.
const spacePrefix = "c#:"

// library is the root namespace of .NET.
const library = "System"

// Values of lang.Import.Level.
const (
	levelStatic = 1
	levelGlobal = 2
)

// declared is a type by its qualified name.
type declared struct {
	target link.Target
	arity  int32 // Type parameters.
}

// index is what the files of the snapshot declare. It is immutable after Open.
type index struct {
	p          *resolve.Program
	types      map[string][]declared // By qualified name, nested types included; of a partial type the first part.
	spaces     map[string]bool       // Namespaces, and every prefix of one.
	parts      map[link.Target][]link.Target
	owners     map[link.Target]link.Target // Later parts by the first.
	extensions map[string][]link.Target
	projects   []string                  // Folders of project files, longest first.
	globals    map[string][]globalImport // By project: what applies to all of its files.
	inherits   []map[int32][]int32       // By file: inherit references by their type.
	parameters []map[int32]int32         // By file: the first parameter of extension methods.
}

// globalImport is a using directive that reaches beyond its file, or one that the
// project file writes.
type globalImport struct {
	file   schema.FileID // None for one of a project file.
	i      int32
	module string
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, types: make(map[string][]declared), spaces: make(map[string]bool), parts: make(map[link.Target][]link.Target),
		owners: make(map[link.Target]link.Target), extensions: make(map[string][]link.Target), globals: make(map[string][]globalImport),
		inherits: make([]map[int32][]int32, len(p.In.Files)), parameters: make([]map[int32]int32, len(p.In.Files)),
	}
	x.findProjects()
	partial := make(map[partKey][]link.Target)
	for i := range p.In.Files {
		if i%64 == 0 && ctx.Err() != nil {
			return resolve.Family{}, ctx.Err()
		}
		if f := &p.In.Files[i]; f.Language == "c#" && f.Facts != nil {
			x.add(schema.FileID(i), f.Facts, partial)
		}
	}
	x.joinParts(partial)
	return resolve.Family{
		Package:        func(file schema.FileID) string { return p.Facts(file).Package },
		Import:         x.importOf,
		Export:         x.export,
		Free:           x.free,
		Containers:     func(t link.Target) []link.Target { return x.parts[t] },
		Owner:          x.owner,
		Members:        x.members,
		Extension:      x.extension,
		Receiver:       x.isReceiver,
		Common:         isCommon,
		Through:        through,
		ImplicitSelf:   true,
		Overloads:      true,
		OneNameSpace:   true,
		CallMember:     "()",
		ElementMembers: []string{"this[]"},
		Builtin:        library,
	}, ctx.Err()
}

// partKey names a partial type: its project, qualified name and type parameters.
type partKey struct {
	project, name string
	arity         int32
}

func (x *index) add(file schema.FileID, facts *lang.Facts, partial map[partKey][]link.Target) {
	n := len(facts.Symbols)
	names := make([]string, n)
	arity := make([]int32, n)
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Kind == schema.KindTypeParameter {
			arity[s.Parent]++
		}
	}
	project := x.projectOf(x.p.Path(file))
	for i := 1; i < n; i++ {
		s := &facts.Symbols[i]
		if s.Kind != schema.KindNamespace && !s.Kind.IsType() || s.Parent > 0 && names[s.Parent] == "" {
			if s.Kind == schema.KindMethod && isExtension(s) {
				x.extensions[s.Name] = append(x.extensions[s.Name], link.Target{File: file, Symbol: int32(i)})
			}
			if s.Kind == schema.KindParameter && isExtension(&facts.Symbols[s.Parent]) {
				if x.parameters[file] == nil {
					x.parameters[file] = make(map[int32]int32)
				}
				if _, known := x.parameters[file][s.Parent]; !known {
					x.parameters[file][s.Parent] = int32(i)
				}
			}
			continue
		}
		names[i] = join(names[s.Parent], s.Name)
		if s.Kind == schema.KindNamespace {
			for at := names[i]; at != "" && !x.spaces[at]; at = at[:max(strings.LastIndexByte(at, '.'), 0)] {
				x.spaces[at] = true
			}
			continue
		}
		t := link.Target{File: file, Symbol: int32(i)}
		if isPartial(s) {
			key := partKey{project, names[i], arity[i]}
			if partial[key] = append(partial[key], t); len(partial[key]) > 1 {
				continue
			}
		}
		x.types[names[i]] = append(x.types[names[i]], declared{t, arity[i]})
	}
	x.inherits[file] = make(map[int32][]int32)
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Role == schema.RoleInherit {
			x.inherits[file][r.Encl] = append(x.inherits[file][r.Encl], int32(i))
		}
	}
	for i := range facts.Imports {
		if imp := &facts.Imports[i]; imp.Level&levelGlobal != 0 {
			x.globals[project] = append(x.globals[project], globalImport{file: file, i: int32(i), module: imp.Module})
		}
	}
}

func (x *index) joinParts(partial map[partKey][]link.Target) {
	for _, list := range partial {
		for i, t := range list {
			for j, o := range list {
				if i != j {
					x.parts[t] = append(x.parts[t], o)
				}
			}
			if i > 0 {
				x.owners[t] = list[0]
			}
		}
	}
}

// isPartial reports whether a type says that other parts of it may exist.
func isPartial(s *lang.Symbol) bool {
	return strings.HasPrefix(s.Signature, "partial ") || strings.Contains(s.Signature, " partial ")
}

// isExtension reports whether a method is called on its first argument.
func isExtension(s *lang.Symbol) bool {
	return s.Flags&schema.SymbolStatic != 0 && strings.Contains(s.Signature, "(this ")
}

func join(space, name string) string {
	switch {
	case space == "":
		return name
	case name == "":
		return space
	}
	return space + "." + name
}

// owner makes the first part of a partial type the one that all of its members belong to.
func (x *index) owner(t link.Target) link.Target {
	if first, ok := x.owners[t]; ok {
		return first
	}
	return link.NoTarget
}

// findProjects lists the folders of project files, and what those files import.
func (x *index) findProjects() {
	for i := range x.p.In.Files {
		p := x.p.In.Files[i].Path
		if !strings.HasSuffix(p, ".csproj") {
			continue
		}
		dir := path.Dir(p)
		x.projects = append(x.projects, dir)
		content, err := x.p.In.Content(schema.FileID(i))
		if err != nil {
			continue // Without it the project has no imports of its own.
		}
		for _, module := range projectUsings(string(content)) {
			x.globals[dir] = append(x.globals[dir], globalImport{file: schema.None, module: module})
		}
	}
	sort.Slice(x.projects, func(i, j int) bool {
		if len(x.projects[i]) != len(x.projects[j]) {
			return len(x.projects[i]) > len(x.projects[j])
		}
		return x.projects[i] < x.projects[j]
	})
}

// projectUsings lists the namespaces of <Using Include="A.B" /> items.
func projectUsings(xml string) []string {
	var out []string
	for {
		_, rest, ok := strings.Cut(xml, "<Using ")
		if !ok {
			return out
		}
		var tag string
		if tag, xml, ok = strings.Cut(rest, ">"); !ok {
			return out
		}
		if _, v, ok := strings.Cut(tag, `Include="`); ok && !strings.Contains(tag, "Static=") && !strings.Contains(tag, "Alias=") {
			v, _, _ = strings.Cut(v, `"`)
			out = append(out, v)
		}
	}
}

// projectOf is the folder of the project that a file belongs to, "" for none.
func (x *index) projectOf(file string) string {
	for _, dir := range x.projects {
		if dir == "." || strings.HasPrefix(file, dir+"/") {
			return dir
		}
	}
	return ""
}

// find returns the type of a qualified name, the nearest to a file when there are
// several; asking may be None, and arity None when the type arguments are not known.
func (x *index) find(asking schema.FileID, qualified string, arity int32) resolve.Entity {
	list := x.types[qualified]
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best, bestScore := list[0], -1
	if len(list) > 1 {
		for _, d := range list {
			score := 0
			if d.arity == max(arity, 0) {
				score = 1000
			}
			if asking >= 0 {
				score += shared(x.p.Path(asking), x.p.Path(d.target.File))
			}
			if score > bestScore {
				best, bestScore = d, score
			}
		}
	}
	return resolve.Decl(best.target.File, best.target.Symbol)
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
