package ruby

import (
	"path"
	"slices"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// isConstant reports whether a symbol is bound to a constant.
func isConstant(k schema.Kind) bool {
	return k.IsType() || k == schema.KindModule || k == schema.KindConstant
}

// declare notes the full paths of the constants that a file declares. A path that is
// written inside a module (class A::B in module C) starts where Ruby finds its head:
// in the modules around, else at top level. declared answers for that; nil takes the
// path as it stands.
func (x *index) declare(file schema.FileID, facts *lang.Facts, declared map[string]bool) map[int32]string {
	paths := make(map[int32]string)
	for i := 1; i < len(facts.Symbols); i++ {
		s := &facts.Symbols[i]
		if !isConstant(s.Kind) {
			continue
		}
		around := ""
		for p := s.Parent; p > 0 && around == ""; p = facts.Symbols[p].Parent {
			around = paths[p]
		}
		full := s.Name
		q := ""
		if s.Kind != schema.KindConstant {
			q = written(facts, s.Type)
		}
		switch {
		case q == "":
			full = join(around, full)
		case declared == nil:
			full = join(around, join(q, full))
		default:
			head, _, _ := strings.Cut(q, "::")
			for around != "" && !declared[join(around, head)] {
				around = outer(around)
			}
			full = join(around, join(q, full))
		}
		paths[int32(i)] = full
	}
	return paths
}

// written spells a path of constants as the source does.
func written(facts *lang.Facts, ref int32) string {
	if ref < 0 || facts.Refs[ref].Role != schema.RoleType && facts.Refs[ref].Role != schema.RoleRead || facts.Refs[ref].Flags&lang.RefImplicit != 0 {
		return ""
	}
	return spelling(facts, ref)
}

// spelling joins a reference to a constant with what it is a member of.
func spelling(facts *lang.Facts, ref int32) string {
	r := &facts.Refs[ref]
	if r.Base >= 0 {
		return join(spelling(facts, r.Base), r.Name)
	}
	return r.Name
}

func join(around, name string) string {
	if around == "" {
		return name
	}
	return around + "::" + name
}

// outer is a path without its last part.
func outer(full string) string {
	return full[:max(strings.LastIndex(full, "::"), 0)]
}

// maxNear bounds the declarations of one constant among which the nearest is looked for:
// a module that more files open is their common namespace.
const maxNear = 16

// rank puts the declarations of every constant into the order in which they are looked
// at: those in the file that autoloaders expect, then those that hold more than other
// constants, then the rest.
func (x *index) rank() {
	for full, list := range x.constants {
		if len(list) < 2 {
			continue
		}
		body := make(map[link.Target]bool, len(x.bodies[full]))
		for _, t := range x.bodies[full] {
			body[t] = true
		}
		class := func(t link.Target) int {
			switch {
			case isConventional(x.p.Path(t.File), full):
				return 0
			case body[t]:
				return 1
			}
			return 2
		}
		slices.SortStableFunc(list, func(a, b link.Target) int { return class(a) - class(b) })
		if first := class(list[0]); first < 2 {
			n := 1
			for n < len(list) && class(list[n]) == first {
				n++
			}
			list = list[:n]
		}
		x.constants[full] = list[:min(len(list), maxNear)]
	}
}

// nearest returns the declaration that shares most folders with a file.
func (x *index) nearest(file schema.FileID, list []link.Target) resolve.Entity {
	if len(list) == 0 {
		return resolve.Entity{}
	}
	best, most := list[0], -1
	for _, t := range list {
		if t.File == file {
			return resolve.Decl(t.File, t.Symbol)
		}
		n := 0
		if file >= 0 {
			n = shared(x.p.Path(file), x.p.Path(t.File))
		}
		if n > most {
			best, most = t, n
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

// isConventional reports whether autoloaders look for a constant in a file.
func isConventional(file, full string) bool {
	stem := strings.TrimSuffix(file, path.Ext(file))
	i := strings.LastIndexByte(stem, '/') + 1
	last := full[strings.LastIndexByte(full, ':')+1:]
	return strings.ReplaceAll(stem[i:], "_", "") == strings.ToLower(strings.ReplaceAll(last, "_", ""))
}

// lookup finds a constant in the modules around a symbol, innermost first. It does not
// look at top level.
func (x *index) lookup(file schema.FileID, symbol int32, name string) resolve.Entity {
	facts := x.p.Facts(file)
	for s := symbol; s > 0; s = facts.Symbols[s].Parent {
		full := x.paths[file][s]
		if full == "" || facts.Symbols[s].Kind == schema.KindConstant {
			continue
		}
		if e := x.at(file, full+"::"+name); e.Ok() {
			return e
		}
	}
	return resolve.Entity{}
}

// at finds the constant of a full path, or the namespace that declared paths begin with.
func (x *index) at(file schema.FileID, full string) resolve.Entity {
	if file >= 0 {
		if s, ok := x.own[file][full]; ok {
			return resolve.Decl(file, s)
		}
	}
	if e := x.nearest(file, x.constants[full]); e.Ok() {
		return e
	}
	if x.spaces[full] {
		return resolve.Namespace("::" + full)
	}
	return resolve.Entity{}
}

// top finds a constant at top level: that of the library unless the file itself opens it.
func (x *index) top(file schema.FileID, name string) resolve.Entity {
	e := x.at(file, name)
	if isLibraryConstant(name) && (!e.Ok() || e.File != file) {
		return resolve.External(library)
	}
	for i := 0; i < len(x.mixed) && !e.Ok(); i++ {
		e = x.at(file, x.mixed[i]+"::"+name)
	}
	return e
}

// lexical finds a constant in what other files declare in the modules around.
func (x *index) lexical(file schema.FileID, r *lang.Ref) resolve.Entity {
	if !isUpper(r.Name) {
		return resolve.Entity{}
	}
	if r.Flags&lang.RefTag != 0 {
		return x.top(file, r.Name)
	}
	return x.lookup(file, r.Encl, r.Name)
}

// nested finds a constant in a class or module by its path.
func (x *index) nested(t link.Target, name string) resolve.Entity {
	full := x.paths[t.File][t.Symbol]
	if full == "" || !isUpper(name) {
		return resolve.Entity{}
	}
	return x.at(t.File, full+"::"+name)
}

func isUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }
