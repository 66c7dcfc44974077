// Package shell holds what the linker must know of shell scripts: which files a script
// sources, and that what it calls may come from there, from a script that sources it,
// or, when a name is declared once in the repository, from where nothing says.
//
// A path that a script computes is known by its literal end only: it is looked for
// beside the script, in the folders above, and then anywhere, if only one file has it.
// It over-reports calls of programs that a function of another script is named after
// (as unique names, at low confidence), and under-reports what is called by a computed name.
package shell

import (
	"context"
	"path"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/bash"
	"github.com/lc-index/lc/store/schema"
)

// Rules makes the family of shell scripts.
type Rules struct{}

// Languages implements resolve.Rules.
func (Rules) Languages() []string { return []string{bash.Name} }

const (
	// system names where programs come from that every system has.
	system = "system"
	// environment names where variables come from that no script sets.
	environment = "environment"
	// maxReach bounds how many files a script takes in through others.
	maxReach = 256
	// confidenceIncluder: a script that sources this one may declare the name, but
	// others that source it need not.
	confidenceIncluder = .6
)

// index is what scripts declare and source. It is immutable after Open.
type index struct {
	p         *resolve.Program
	bySuffix  map[string][]schema.FileID // By the last part of the path.
	imports   []map[int32]schema.FileID  // By file: import statements to files.
	sourced   [][]schema.FileID          // By file: the files that it sources, in order.
	includers [][]schema.FileID          // By file: the files that source it.
	functions map[string][]link.Target   // By name; of bats only helpers.
}

// Open implements resolve.Rules.
func (Rules) Open(ctx context.Context, p *resolve.Program) (resolve.Family, error) {
	n := len(p.In.Files)
	x := &index{
		p: p, bySuffix: make(map[string][]schema.FileID), imports: make([]map[int32]schema.FileID, n),
		sourced: make([][]schema.FileID, n), includers: make([][]schema.FileID, n), functions: make(map[string][]link.Target),
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != bash.Name || f.Facts == nil {
			continue
		}
		base := path.Base(f.Path)
		x.bySuffix[base] = append(x.bySuffix[base], schema.FileID(i))
		for k := 1; k < len(f.Facts.Symbols); k++ {
			if s := &f.Facts.Symbols[k]; s.Kind == schema.KindFunction && s.Flags&schema.SymbolTest == 0 {
				x.functions[s.Name] = append(x.functions[s.Name], link.Target{File: schema.FileID(i), Symbol: int32(k)})
			}
		}
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Language != bash.Name || f.Facts == nil {
			continue
		}
		x.imports[i] = make(map[int32]schema.FileID)
		for k := range f.Facts.Imports {
			to, ok := x.locate(f.Path, &f.Facts.Imports[k])
			if !ok || to == schema.FileID(i) {
				continue
			}
			x.imports[i][int32(k)] = to
			x.sourced[i] = append(x.sourced[i], to)
			x.includers[to] = append(x.includers[to], schema.FileID(i))
		}
	}
	return resolve.Family{
		Package: func(schema.FileID) string { return "" },
		Import:  x.importOf,
		Export: func(e resolve.Entity, name string) []resolve.Entity {
			if e.Kind != resolve.EntityModule {
				return nil
			}
			return p.Exported(e.File, name, resolve.Accept{})
		},
		Free: x.free,
	}, ctx.Err()
}

// locate finds the file that a source statement names.
func (x *index) locate(from string, imp *lang.Import) (schema.FileID, bool) {
	if strings.HasPrefix(imp.Module, "/") || strings.HasPrefix(imp.Module, "~") {
		return 0, false
	}
	endings := []string{""}
	if imp.Level == bash.LevelBats {
		endings = []string{".bash", "", ".sh"}
	}
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		for _, ending := range endings {
			if id, ok := x.script(path.Join(dir, imp.Module+ending)); ok {
				return id, true
			}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if imp.Level != bash.LevelTail {
		return 0, false
	}
	found, count := schema.FileID(0), 0
	for _, id := range x.bySuffix[path.Base(imp.Module)] {
		if strings.HasSuffix("/"+x.p.Path(id), "/"+path.Clean(imp.Module)) {
			found = id
			count++
		}
	}
	return found, count == 1
}

func (x *index) script(p string) (schema.FileID, bool) {
	id, ok := x.p.File(p)
	if !ok || x.p.In.Files[id].Language != bash.Name || x.p.Facts(id) == nil {
		return 0, false
	}
	return id, true
}

func (x *index) importOf(file schema.FileID, i int32) resolve.Imported {
	imp := &x.p.Facts(file).Imports[i]
	out := resolve.Imported{Link: link.ImportTarget{File: schema.None, Package: imp.Module}}
	if to, ok := x.imports[file][i]; ok {
		out.Module, out.Link.File = resolve.Module(to), to
		return out
	}
	if strings.HasPrefix(imp.Module, "/") {
		out.Module = resolve.External(imp.Module)
		out.Link.External = true
	}
	return out
}

// free resolves a name that its script does not declare.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	function := r.Role == schema.RoleCall || r.Flags&lang.RefOptional != 0
	if e := x.within(x.reach(file, x.sourced), r.Name, function); e.Ok() {
		return []resolve.Candidate{{Entity: e, Origin: schema.OriginImport}}
	}
	for _, by := range x.reach(file, x.includers) {
		e := x.within(append([]schema.FileID{by}, x.reach(by, x.sourced)...), r.Name, function)
		if e.Ok() && e.File != file {
			return []resolve.Candidate{{Entity: e, Origin: schema.OriginImport, Confidence: confidenceIncluder}}
		}
	}
	if !function {
		if isEnvironment(r.Name) {
			return []resolve.Candidate{{Entity: resolve.External(environment), Origin: schema.OriginScope}}
		}
		return nil
	}
	if isProgram(r.Name) {
		return []resolve.Candidate{{Entity: resolve.External(system), Origin: schema.OriginScope}}
	}
	if list := x.functions[r.Name]; len(list) == 1 && r.Role == schema.RoleCall && isTelling(r.Name) {
		return []resolve.Candidate{{Entity: resolve.Decl(list[0].File, list[0].Symbol), Origin: schema.OriginUniqueName}}
	}
	return nil
}

// isTelling reports names that a program hardly has.
func isTelling(name string) bool {
	return len(name) > 3 && strings.ContainsAny(name, "_:-") || len(name) > 7
}

// reach lists the files that a file comes to through edges, nearest first, itself left out.
func (x *index) reach(file schema.FileID, edges [][]schema.FileID) []schema.FileID {
	var out []schema.FileID
	seen := map[schema.FileID]bool{file: true}
	queue := []schema.FileID{file}
	for len(queue) > 0 && len(out) < maxReach {
		next := queue[0]
		queue = queue[1:]
		for _, to := range edges[next] {
			if !seen[to] {
				seen[to] = true
				out = append(out, to)
				queue = append(queue, to)
			}
		}
	}
	return out
}

// within finds the function or variable that the first of some files declares.
func (x *index) within(files []schema.FileID, name string, function bool) resolve.Entity {
	for _, f := range files {
		facts := x.p.Facts(f)
		if function {
			for _, t := range x.functions[name] {
				if t.File == f {
					return resolve.Decl(f, t.Symbol)
				}
			}
			continue
		}
		for _, id := range x.p.Children(f, 0, name) {
			if k := facts.Symbols[id].Kind; k == schema.KindVariable || k == schema.KindConstant {
				return resolve.Decl(f, id)
			}
		}
	}
	return resolve.Entity{}
}
