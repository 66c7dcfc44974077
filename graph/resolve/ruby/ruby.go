// Package ruby holds what the linker must know of Ruby: constants by their full path
// over all files of the repository, as an autoloader sees them, looked up by lexical
// nesting, then ancestors, then top level; reopened classes and modules; calls without
// a receiver; class methods apart from those of instances; required files; the library.
//
// It under-reports what method_missing, define_method with a computed name and
// class_eval make, and calls on values whose class nothing says.
package ruby

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	langruby "github.com/lc-index/lc/index/lang/ruby"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of Ruby.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{langruby.Name, langruby.TemplateName} }

// library is the package of what Ruby itself declares.
const library = "ruby"

// index is what the files of the snapshot declare. It is immutable after Open.
type index struct {
	p         *resolve.Program
	constants map[string][]link.Target // By full path: "Shop::Shelf".
	bodies    map[string][]link.Target // Of constants: the declarations that hold more than other constants.
	spaces    map[string]bool          // Paths that declared ones begin with and that nothing declares.
	mixed     []string                 // Modules that are included at top level.
	paths     []map[int32]string       // By file: full paths of types and constants.
	own       []map[string]int32       // By file: the first declaration of a full path.
	functions map[string][]link.Target // Methods of the top level.
	helpers   map[string][]link.Target // Methods of modules for templates.
	tasks     map[string][]link.Target
	shared    map[string][]link.Target // Shared examples.
	globals   map[string][]link.Target // Global variables.
	files     map[string][]schema.FileID
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, constants: make(map[string][]link.Target), bodies: make(map[string][]link.Target), spaces: make(map[string]bool),
		paths: make([]map[int32]string, len(p.In.Files)), own: make([]map[string]int32, len(p.In.Files)),
		functions: make(map[string][]link.Target), helpers: make(map[string][]link.Target), tasks: make(map[string][]link.Target),
		shared: make(map[string][]link.Target), globals: make(map[string][]link.Target), files: make(map[string][]schema.FileID),
	}
	declared := make(map[string]bool)
	for i := range p.In.Files {
		if f := &p.In.Files[i]; f.Language == langruby.Name && f.Facts != nil {
			for _, full := range x.declare(schema.FileID(i), f.Facts, nil) {
				declared[full] = true
			}
		}
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != langruby.Name && f.Language != langruby.TemplateName || f.Facts == nil {
			continue
		}
		x.paths[i] = x.declare(schema.FileID(i), f.Facts, declared)
		x.add(schema.FileID(i), f.Facts)
		base := path.Base(f.Path)
		x.files[base] = append(x.files[base], schema.FileID(i))
	}
	for full := range x.constants {
		for around := outer(full); around != "" && x.constants[around] == nil; around = outer(around) {
			x.spaces[around] = true
		}
	}
	x.rank()
	slices.Sort(x.mixed)
	x.mixed = slices.Compact(x.mixed)
	return resolve.Family{
		Import:           x.importOf,
		Export:           x.export,
		Free:             x.free,
		Lexical:          x.lexical,
		Nested:           x.nested,
		Containers:       x.containers,
		Owner:            x.owner,
		Common:           isCommon,
		ImplicitSelf:     true,
		OwnSelf:          true,
		ClassMembers:     true,
		FixedArity:       true,
		CalledProperties: true,
		NewMember:        "initialize",
		NewWord:          "new",
		WriteSuffix:      "=",
		CallMember:       "call",
		Builtin:          library,
		Through:          through,
		Makes:            makes,
	}, ctx.Err()
}

func (x *index) add(file schema.FileID, facts *lang.Facts) {
	holds := make(map[int32]bool)
	x.own[file] = make(map[string]int32)
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		t := link.Target{File: file, Symbol: int32(i)}
		if full := x.paths[file][int32(i)]; full != "" {
			x.constants[full] = append(x.constants[full], t)
			if _, ok := x.own[file][full]; !ok {
				x.own[file][full] = int32(i)
			}
		} else if !s.Kind.IsLocal() {
			holds[s.Parent] = true
		}
		switch {
		case s.Kind == schema.KindVariable:
			x.globals[s.Name] = append(x.globals[s.Name], t)
		case s.Kind == schema.KindMethod && facts.Symbols[s.Parent].Kind == schema.KindModule && strings.HasSuffix(facts.Symbols[s.Parent].Name, "Helper"):
			x.helpers[s.Name] = append(x.helpers[s.Name], t)
		case s.Kind != schema.KindFunction:
		case s.Flags&schema.SymbolEntry != 0:
			x.tasks[s.Name] = append(x.tasks[s.Name], t)
		case s.Flags&schema.SymbolTest != 0:
			if strings.HasPrefix(s.Signature, "shared_") {
				x.shared[s.Name] = append(x.shared[s.Name], t)
			}
		case s.Parent == 0:
			x.functions[s.Name] = append(x.functions[s.Name], t)
		}
	}
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Role == schema.RoleInherit {
			if holds[r.Encl] = true; r.Encl == 0 {
				x.mixed = append(x.mixed, spelling(facts, int32(i)))
			}
		}
	}
	for i := 1; i < len(facts.Symbols); i++ {
		if full := x.paths[file][int32(i)]; full != "" && holds[int32(i)] && facts.Symbols[i].Kind != schema.KindConstant {
			x.bodies[full] = append(x.bodies[full], link.Target{File: file, Symbol: int32(i)})
		}
	}
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	names := []string{imp.Module + ".rb", imp.Module}
	if strings.HasSuffix(imp.Module, ".rb") {
		names = names[1:]
	}
	found := schema.FileID(schema.None)
	for _, name := range names {
		if found = x.load(file, name, imp.Level == langruby.RequireRelative || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../")); found >= 0 {
			break
		}
	}
	if found < 0 {
		gem, _, _ := strings.Cut(imp.Module, "/")
		if imp.Level == langruby.RequireRelative || gem == "" || gem == "." || gem == ".." {
			return out
		}
		out.Link.Package, out.Link.External = gem, true
		out.Module = resolve.External(gem)
		return out
	}
	out.Link.File = found
	out.Module = resolve.Module(found)
	return out
}

// load finds the file of a name beside a file or on the load path.
func (x *index) load(file schema.FileID, name string, relative bool) schema.FileID {
	if relative {
		if f, ok := x.p.File(path.Join(path.Dir(x.p.Path(file)), name)); ok {
			return f
		}
		return schema.None
	}
	found, most := schema.FileID(schema.None), -1
	for _, f := range x.files[path.Base(name)] {
		p := x.p.Path(f)
		if p != name && !strings.HasSuffix(p, "/"+name) || f == file {
			continue
		}
		n := shared(x.p.Path(file), p)
		if strings.HasSuffix(strings.TrimSuffix(p, name), "lib/") {
			n += 1 << 10 // The load path of a gem.
		}
		if n > most {
			found, most = f, n
		}
	}
	return found
}

func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	switch e.Kind {
	case resolve.EntityModule:
		return x.p.Exported(e.File, name, resolve.Accept{})
	case resolve.EntityNamespace:
		full, ok := strings.CutPrefix(e.Name, "::")
		if !ok {
			return nil
		}
		if e := x.at(schema.None, full+"::"+name); e.Ok() {
			return []resolve.Entity{e}
		}
	}
	return nil
}

// containers lists the other declarations of a class or module that is reopened, and
// for a module those of what its classes get as class methods.
func (x *index) containers(t link.Target) []link.Target {
	full := x.paths[t.File][t.Symbol]
	if full == "" {
		return nil
	}
	var out []link.Target
	for _, other := range x.bodies[full] {
		if other != t {
			out = append(out, other)
		}
	}
	if x.p.Symbol(t).Kind == schema.KindModule {
		out = append(out, x.bodies[full+"::ClassMethods"]...)
	}
	return out
}

// owner makes modules types: they have members and a self.
func (x *index) owner(t link.Target) link.Target {
	if x.p.Symbol(t).Kind == schema.KindModule {
		return t
	}
	return link.NoTarget
}

func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	if r.Name == "" {
		return nil
	}
	one := func(e resolve.Entity, origin schema.Origin, confidence float32) []resolve.Candidate {
		if !e.Ok() {
			return nil
		}
		return []resolve.Candidate{{Entity: e, Origin: origin, Confidence: confidence}}
	}
	unique := func(list []link.Target) []resolve.Candidate {
		for _, t := range list {
			if t.File == file {
				return one(resolve.Decl(t.File, t.Symbol), schema.OriginScope, resolve.ConfidenceImport)
			}
		}
		if len(list) == 1 {
			return one(resolve.Decl(list[0].File, list[0].Symbol), schema.OriginUniqueName, 0)
		}
		return nil
	}
	switch {
	case r.Name[0] == '$':
		return one(x.nearest(file, x.globals[r.Name]), schema.OriginScope, 0)
	case r.Name[0] == '@':
		return nil
	case isUpper(r.Name) && r.Role != schema.RoleCall:
		return one(x.top(file, r.Name), schema.OriginImport, 0)
	case isUpper(r.Name):
		if out := one(x.top(file, r.Name), schema.OriginImport, 0); out != nil {
			return out
		}
	case r.Flags&lang.RefOptional != 0:
		if r.Role == schema.RoleCall {
			return unique(x.tasks[r.Name])
		}
		return nil
	}
	if e := x.helper(file, r); e.Ok() {
		return one(e, schema.OriginScope, resolve.ConfidenceImport)
	}
	if out := unique(x.functions[r.Name]); out != nil {
		return out
	}
	if out := unique(x.shared[r.Name]); out != nil {
		return out
	}
	if x.p.In.Files[file].Language == langruby.TemplateName {
		if out := unique(x.helpers[r.Name]); out != nil {
			return out
		}
	}
	if isKernel(r.Name) {
		return one(resolve.External(library), schema.OriginScope, resolve.ConfidenceImport)
	}
	return nil
}

// helper finds what let, subject and methods of a group of examples declare around a call.
func (x *index) helper(file schema.FileID, r *lang.Ref) resolve.Entity {
	facts := x.p.Facts(file)
	for s := r.Encl; s > 0; s = facts.Symbols[s].Parent {
		if facts.Symbols[s].Kind != schema.KindFunction {
			continue
		}
		for _, id := range x.p.Children(file, s, r.Name) {
			if k := facts.Symbols[id].Kind; (k == schema.KindFunction || k == schema.KindMethod) && facts.Symbols[id].Flags&schema.SymbolTest == 0 {
				return resolve.Decl(file, id)
			}
		}
	}
	return resolve.Entity{}
}
