package ecma

import (
	"slices"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// collectAmbient finds declarations that need no import: those of declaration
// files that are no modules, declare global, declare module.
func (m *modules) collectAmbient() map[string][]resolve.Entity {
	out := make(map[string][]resolve.Entity)
	for i := range m.p.In.Files {
		f := &m.p.In.Files[i]
		if f.Facts == nil || f.Language != "typescript" && f.Language != "tsx" {
			continue
		}
		id := schema.FileID(i)
		script := isScript(f.Facts)
		for j := 1; j < len(f.Facts.Symbols); j++ {
			s := &f.Facts.Symbols[j]
			switch {
			case s.Kind.IsLocal():
			case s.Parent == 0 && s.Kind == schema.KindModule:
				if script { // In a module it adds to what the name means elsewhere.
					out["module "+s.Name] = append(out["module "+s.Name], resolve.Decl(id, int32(j)))
				}
			case s.Name == "IntrinsicElements" && s.Kind == schema.KindInterface && s.Parent > 0 && f.Facts.Symbols[s.Parent].Name == "JSX":
				out["JSX.IntrinsicElements"] = append(out["JSX.IntrinsicElements"], resolve.Decl(id, int32(j)))
			case s.Parent == 0 && script && strings.HasSuffix(f.Path, ".d.ts"):
				out[s.Name] = append(out[s.Name], resolve.Decl(id, int32(j)))
			case s.Parent > 0 && f.Facts.Symbols[s.Parent].Name == "global" && f.Facts.Symbols[s.Parent].Flags&schema.SymbolSynthetic != 0:
				out[s.Name] = append(out[s.Name], resolve.Decl(id, int32(j)))
			}
		}
	}
	return out
}

// isScript reports whether a file has neither imports nor exports.
func isScript(f *lang.Facts) bool {
	if len(f.Imports) > 0 {
		return false
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; i > 0 && s.Parent == 0 && s.Flags&schema.SymbolExported != 0 {
			return false
		}
	}
	return true
}

// collectAdded finds the members that interfaces of the repository add to types of
// packages outside: interfaces inside declare module of a package that is not here,
// with what they inherit.
func (m *modules) collectAdded() map[string][]resolve.Entity {
	out := make(map[string][]resolve.Entity)
	for i := range m.p.In.Files {
		f := &m.p.In.Files[i]
		if f.Facts == nil || f.Language != "typescript" && f.Language != "tsx" || isScript(f.Facts) {
			continue
		}
		for j := 1; j < len(f.Facts.Symbols); j++ {
			s := &f.Facts.Symbols[j]
			if s.Kind != schema.KindInterface || s.Parent <= 0 || f.Facts.Symbols[s.Parent].Kind != schema.KindModule {
				continue
			}
			if _, ok := m.specifier(f.Path, f.Facts.Symbols[s.Parent].Name); ok {
				continue
			}
			m.addMembers(out, schema.FileID(i), int32(j), map[int32]bool{})
		}
	}
	return out
}

// addMembers lists the members of an interface and of those of its file that it extends.
func (m *modules) addMembers(out map[string][]resolve.Entity, file schema.FileID, symbol int32, seen map[int32]bool) {
	if seen[symbol] {
		return
	}
	seen[symbol] = true
	facts := m.p.Facts(file)
	m.p.Each(file, symbol, func(id int32) {
		s := &facts.Symbols[id]
		if e := resolve.Decl(file, id); !s.Kind.IsLocal() && s.Name != "()" && !slices.Contains(out[s.Name], e) {
			out[s.Name] = append(out[s.Name], e)
		}
	})
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Role == schema.RoleInherit && r.Encl == symbol && r.Target > 0 && facts.Symbols[r.Target].Kind == schema.KindInterface {
			m.addMembers(out, file, r.Target, seen)
		}
	}
}

// containers lists the other declarations that merge with a type: an interface of
// the same name in the same scope, declarations of modules and of global.
func (m *modules) containers(t link.Target) []link.Target {
	s := m.p.Symbol(t)
	if s == nil || s.Kind != schema.KindInterface && s.Kind != schema.KindClass && s.Kind != schema.KindNamespace && s.Kind != schema.KindEnum {
		return nil
	}
	var out []link.Target
	for _, id := range m.p.Children(t.File, s.Parent, s.Name) {
		if id == t.Symbol {
			continue
		}
		switch m.p.Facts(t.File).Symbols[id].Kind {
		case schema.KindInterface, schema.KindClass, schema.KindNamespace, schema.KindEnum:
			out = append(out, link.Target{File: t.File, Symbol: id})
		}
	}
	return append(out, m.augmentations(t, s.Name)...)
}

// augmentations lists the interfaces in `declare module` blocks whose module is
// the file of t.
func (m *modules) augmentations(t link.Target, name string) []link.Target {
	var out []link.Target
	for _, a := range m.manifests.augmented[t.File] {
		for _, id := range m.p.Children(a.File, a.Symbol, name) {
			if m.p.Facts(a.File).Symbols[id].Kind == schema.KindInterface {
				out = append(out, link.Target{File: a.File, Symbol: id})
			}
		}
	}
	return out
}
