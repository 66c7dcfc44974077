// Package php holds what the linker must know of PHP: classes, functions and constants
// by their fully qualified names, use statements, included files, and the library.
//
// Names of classes and functions do not depend on letter case. A name that several
// files declare is the one that Composer's autoloading (PSR-4 of composer.json) would
// load, else the nearest to the asking file by folders. Traits are super types. It
// under-reports what magic methods, facades and containers resolve at run time.
package php

import (
	"context"
	"encoding/json"
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	langphp "github.com/lc-index/lc/index/lang/php"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of PHP.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{"php"} }

// spacePrefix keeps namespaces of PHP apart from those of other families.
const spacePrefix = "php:"

// library is the package of what PHP itself declares.
const library = "php"

// index is what the files of the snapshot declare by qualified name. It is immutable after Open.
type index struct {
	p         *resolve.Program
	classes   map[string][]link.Target // Keys are in lower case.
	functions map[string][]link.Target // Keys are in lower case.
	constants map[string][]link.Target
	spaces    map[string]bool   // Namespaces and every prefix of one, in lower case.
	around    []map[int32]int32 // By file: the namespace symbol of top-level symbols in files with several.
	autoload  []mapping
	inherits  []map[int32][]int32 // By file: inherit references by their type.
}

// mapping is a rule of PSR-4: classes below a namespace are below a folder.
type mapping struct{ prefix, dir string }

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	x := &index{
		p: p, classes: make(map[string][]link.Target), functions: make(map[string][]link.Target), constants: make(map[string][]link.Target),
		spaces: make(map[string]bool), around: make([]map[int32]int32, len(p.In.Files)), inherits: make([]map[int32][]int32, len(p.In.Files)),
	}
	for i := range p.In.Files {
		if i%64 == 0 && ctx.Err() != nil {
			return resolve.Family{}, ctx.Err()
		}
		f := &p.In.Files[i]
		if path.Base(f.Path) == "composer.json" {
			x.composer(schema.FileID(i))
		}
		if f.Language == "php" && f.Facts != nil {
			x.add(schema.FileID(i), f.Facts)
		}
	}
	sort.SliceStable(x.autoload, func(i, j int) bool { return len(x.autoload[i].prefix) > len(x.autoload[j].prefix) })
	return resolve.Family{
		Package:        func(file schema.FileID) string { return p.Facts(file).Package },
		Import:         x.importOf,
		Export:         x.export,
		Free:           x.free,
		Members:        x.members,
		Common:         isCommon,
		RoleMembers:    true,
		CallMember:     "__invoke",
		NewMember:      "__construct",
		ElementMembers: []string{"current", "offsetGet"},
		Builtin:        library,
	}, ctx.Err()
}

func (x *index) add(file schema.FileID, facts *lang.Facts) {
	space, spaceSymbol := "", int32(0)
	several := false
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if s.Kind == schema.KindNamespace && s.Parent == 0 {
			several = several || spaceSymbol != 0
			space, spaceSymbol = s.Name, int32(i)
			x.addSpace(s.Name)
			continue
		}
		in := ""
		switch parent := &facts.Symbols[s.Parent]; {
		case parent.Kind == schema.KindNamespace:
			in = parent.Name
		case s.Parent == 0:
			in = space
		case (s.Kind.IsType() || s.Kind == schema.KindFunction) && s.Flags&schema.SymbolSynthetic == 0:
			// Declared by running a function: as global as any other, and so are those in a condition.
			in = space
		default:
			continue
		}
		if several {
			if x.around[file] == nil {
				x.around[file] = make(map[int32]int32)
			}
			x.around[file][int32(i)] = spaceSymbol
		}
		t := link.Target{File: file, Symbol: int32(i)}
		full := join(in, s.Name)
		switch {
		case s.Kind.IsType():
			full = strings.ToLower(full)
			x.classes[full] = append(x.classes[full], t)
		case s.Kind == schema.KindFunction && s.Flags&schema.SymbolTest == 0:
			full = strings.ToLower(full)
			x.functions[full] = append(x.functions[full], t)
		case s.Kind == schema.KindConstant:
			x.constants[full] = append(x.constants[full], t)
		}
	}
	x.inherits[file] = make(map[int32][]int32)
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Role == schema.RoleInherit {
			x.inherits[file][r.Encl] = append(x.inherits[file][r.Encl], int32(i))
		}
	}
}

func (x *index) addSpace(name string) {
	for at := strings.ToLower(name); at != "" && !x.spaces[at]; at = parent(at) {
		x.spaces[at] = true
	}
}

// parent is a namespace without its last part.
func parent(space string) string { return space[:max(strings.LastIndexByte(space, '\\'), 0)] }

func join(space, name string) string {
	if space == "" {
		return name
	}
	return space + `\` + name
}

// composer reads the rules of PSR-4 in a composer.json.
func (x *index) composer(file schema.FileID) {
	content, err := x.p.In.Content(file)
	if err != nil {
		return // Without it the nearest file is taken.
	}
	var manifest struct {
		Autoload struct {
			PSR4 map[string]any `json:"psr-4"`
		}
		AutoloadDev struct {
			PSR4 map[string]any `json:"psr-4"`
		} `json:"autoload-dev"`
	}
	if json.Unmarshal(content, &manifest) != nil {
		return
	}
	root := path.Dir(x.p.Path(file))
	for _, rules := range []map[string]any{manifest.Autoload.PSR4, manifest.AutoloadDev.PSR4} {
		var prefixes []string
		for prefix := range rules {
			prefixes = append(prefixes, prefix)
		}
		sort.Strings(prefixes)
		for _, prefix := range prefixes {
			var dirs []string
			switch v := rules[prefix].(type) {
			case string:
				dirs = []string{v}
			case []any:
				for _, d := range v {
					if s, ok := d.(string); ok {
						dirs = append(dirs, s)
					}
				}
			}
			for _, d := range dirs {
				x.autoload = append(x.autoload, mapping{strings.ToLower(strings.Trim(prefix, `\`)), path.Join(root, d)})
			}
		}
	}
}

// autoloads reports whether Composer would look for a class in a file.
func (x *index) autoloads(class, file string) bool {
	for _, m := range x.autoload {
		rest, ok := strings.CutPrefix(class, m.prefix)
		if !ok || m.prefix != "" && !strings.HasPrefix(rest, `\`) {
			continue
		}
		want := path.Join(m.dir, strings.ReplaceAll(strings.TrimPrefix(rest, `\`), `\`, "/")) + ".php"
		if strings.EqualFold(want, file) {
			return true
		}
	}
	return false
}

// pick returns the declaration of a name that a file means.
func (x *index) pick(asking schema.FileID, full string, list []link.Target) resolve.Entity {
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best, bestScore := list[0], -1
	if len(list) > 1 {
		for _, t := range list {
			score := 0
			if x.autoloads(full, x.p.Path(t.File)) {
				score = 1000
			}
			if asking >= 0 {
				score += shared(x.p.Path(asking), x.p.Path(t.File))
				if asking == t.File {
					score += 2000
				}
			}
			if score > bestScore {
				best, bestScore = t, score
			}
		}
	}
	return resolve.Decl(best.File, best.Symbol)
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

func (x *index) class(asking schema.FileID, full string) resolve.Entity {
	full = strings.ToLower(full)
	return x.pick(asking, full, x.classes[full])
}

func (x *index) function(asking schema.FileID, full string) resolve.Entity {
	full = strings.ToLower(full)
	return x.pick(asking, full, x.functions[full])
}

func (x *index) constant(asking schema.FileID, full string) resolve.Entity {
	return x.pick(asking, full, x.constants[full])
}

// importOf says where a use statement, or the path of an include, leads.
func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	full := join(imp.Module, imp.Name)
	switch imp.Level {
	case langphp.ImportFile:
		return x.include(file, imp)
	case langphp.ImportFunction:
		out.Bound = x.function(file, full)
	case langphp.ImportConstant:
		out.Bound = x.constant(file, full)
	default:
		if out.Bound = x.class(file, full); !out.Bound.Ok() && x.spaces[strings.ToLower(full)] {
			out.Module = resolve.Namespace(spacePrefix + full)
			out.Bound = out.Module
			out.Link.Package = full
			return out
		}
	}
	switch {
	case out.Bound.Ok():
		out.Module = out.Bound
		out.Link.File = out.Bound.File
		out.Link.Package = x.p.Facts(out.Bound.File).Package
	case imp.Module == "":
		out.Module = resolve.External(library)
		out.Link.External = true
	case x.spaces[strings.ToLower(imp.Module)]:
		// A namespace of the snapshot without that name: generated, or misspelt.
	default:
		out.Module = resolve.External(imp.Module)
		out.Link.External = true
	}
	return out
}

// include finds the file that an include names: beside the file, or from a folder above it.
func (x *index) include(file schema.FileID, imp *lang.Import) resolve.Imported {
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None}}
	for dir := path.Dir(x.p.Path(file)); ; dir = path.Dir(dir) {
		if id, ok := x.p.File(path.Join(dir, imp.Module)); ok {
			out.Module = resolve.Module(id)
			out.Link.File = id
			return out
		}
		if dir == "." || dir == "/" || strings.HasPrefix(imp.Module, "./") {
			return out
		}
	}
}

// export finds a name in a namespace or a file.
func (x *index) export(e resolve.Entity, name string) []resolve.Entity {
	if e.Kind == resolve.EntityModule {
		return x.p.Exported(e.File, name, resolve.Accept{})
	}
	space, ok := strings.CutPrefix(e.Name, spacePrefix)
	if !ok {
		return nil
	}
	full := join(space, name)
	var out []resolve.Entity
	for _, e := range []resolve.Entity{x.class(schema.None, full), x.function(schema.None, full), x.constant(schema.None, full)} {
		if e.Ok() {
			out = append(out, e)
		}
	}
	switch {
	case len(out) > 0:
	case x.spaces[strings.ToLower(full)]:
		out = append(out, resolve.Namespace(spacePrefix+full))
	case space == "" && isLibrary(name):
		out = append(out, resolve.External(library))
	case space == "":
		out = append(out, resolve.Namespace(spacePrefix+full)) // The first part of a package outside.
	case !x.spaces[strings.ToLower(space)]:
		out = append(out, resolve.External(space))
	}
	return out
}
