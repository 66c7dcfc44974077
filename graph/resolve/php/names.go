package php

import (
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// spaceOf is the namespace in which a symbol of a file stands.
func (x *index) spaceOf(file schema.FileID, symbol int32) string {
	facts := x.p.Facts(file)
	for at := symbol; at > 0; at = facts.Symbols[at].Parent {
		if facts.Symbols[at].Kind == schema.KindNamespace {
			return facts.Symbols[at].Name
		}
		if s, ok := x.around[file][at]; ok {
			return facts.Symbols[s].Name
		}
	}
	return facts.Package
}

// free resolves a bare name that the file's own scopes left open.
func (x *index) free(file schema.FileID, r *lang.Ref) []resolve.Candidate {
	space := x.spaceOf(file, r.Encl)
	isClass := r.Flags&lang.RefNew != 0
	switch r.Role {
	case schema.RoleType, schema.RoleInherit, schema.RoleDecorate:
		isClass = true
	}
	switch {
	case r.Name == `\`:
		return one(resolve.Namespace(spacePrefix), schema.OriginScope)
	case isClass:
		e := x.freeClass(file, space, r.Name)
		if !e.Ok() {
			return nil
		}
		return one(e, schema.OriginScope)
	case r.Role == schema.RoleCall:
		for _, full := range []string{join(space, r.Name), r.Name} {
			if e := x.function(file, full); e.Ok() {
				return one(e, schema.OriginScope)
			}
		}
		if isLibraryFunction(r.Name) {
			return one(resolve.External(library), schema.OriginScope)
		}
	default:
		for _, full := range []string{join(space, r.Name), r.Name} {
			if e := x.constant(file, full); e.Ok() {
				return one(e, schema.OriginScope)
			}
		}
		if isLibraryConstant(r.Name) {
			return one(resolve.External(library), schema.OriginScope)
		}
	}
	return nil
}

// freeClass finds what a bare name of a class, or of the first part of a qualified
// name, means in a namespace.
func (x *index) freeClass(file schema.FileID, space, name string) resolve.Entity {
	full := join(space, name)
	if e := x.class(file, full); e.Ok() {
		return e
	}
	if x.spaces[strings.ToLower(full)] {
		return resolve.Namespace(spacePrefix + full)
	}
	if space == "" && isLibrary(name) {
		return resolve.External(library)
	}
	return resolve.Entity{}
}

func one(e resolve.Entity, origin schema.Origin) []resolve.Candidate {
	return []resolve.Candidate{{Entity: e, Origin: origin}}
}

// members finds what types have without declaring it: methods of enums and exceptions
// that extend nothing of the snapshot.
func (x *index) members(t link.Target, name string) []resolve.Entity {
	s := x.p.Symbol(t)
	if s != nil && s.Kind == schema.KindEnum {
		switch name {
		case "cases", "from", "tryFrom", "name", "value":
			return []resolve.Entity{resolve.External(library)}
		}
	}
	return nil
}
