package resolve_test

import (
	"context"
	"testing"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// toy is a family whose module specifiers are paths and whose files export every
// top-level name.
type toy struct{}

func (toy) Languages() []string { return []string{"toy"} }

func (toy) Open(_ context.Context, p *resolve.Program) (resolve.Family, error) {
	return resolve.Family{
		Import: func(file schema.FileID, i int32) resolve.Imported {
			if id, ok := p.File(p.Facts(file).Imports[i].Module); ok {
				return resolve.Imported{Link: link.ImportTarget{File: id}, Module: resolve.Module(id)}
			}
			return resolve.Imported{Link: link.ImportTarget{File: schema.None, External: true}, Module: resolve.External("outside")}
		},
		Export: func(m resolve.Entity, name string) []resolve.Entity {
			return p.Exported(m.File, name, resolve.Accept{})
		},
		Free: func(schema.FileID, *lang.Ref) []resolve.Candidate { return nil },
	}, nil
}

// source writes the facts of one toy file.
type source struct {
	b    *lang.Builder
	line int32
}

func newSource() *source { return &source{b: lang.NewBuilder("toy", lang.Rules{}, 100)} }

func (s *source) define(name string, kind schema.Kind, edit func(*lang.Symbol)) int32 {
	s.line++
	sym := lang.NewSymbol(name, kind)
	sym.Span = lang.Span{StartLine: s.line, EndLine: s.line, EndCol: 50}
	sym.NameLine, sym.NameCol = s.line, 4
	if edit != nil {
		edit(&sym)
	}
	return s.b.Define(sym)
}

func (s *source) imports(module, name, alias string) {
	id := s.define(alias, schema.KindImport, nil)
	i := s.b.Import(lang.Import{Line: s.line, Module: module, Name: name, Alias: alias, Symbol: id})
	s.b.Symbol(id).Import = i
}

func (s *source) ref(name string, role schema.Role, base int32, flags lang.RefFlags) int32 {
	s.line++
	r := lang.NewRef(name, role)
	r.Line, r.Base, r.Flags = s.line, base, flags
	return s.b.Ref(r)
}

func linkToy(t *testing.T, workers int, sources map[string]*source, order ...string) (*link.Input, *link.Output) {
	t.Helper()
	in := &link.Input{Workers: workers}
	for i, path := range order {
		in.Files = append(in.Files, link.File{ID: schema.FileID(i), Path: path, Language: "toy", Facts: sources[path].b.Finish()})
	}
	out, err := resolve.New(toy{}).Link(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return in, out
}

// named returns what the reference called name in file means.
func named(t *testing.T, in *link.Input, out *link.Output, file int, name string) (link.Resolution, string) {
	t.Helper()
	for i, r := range in.Files[file].Facts.Refs {
		if r.Name == name {
			res := out.Refs[file][i]
			if !res.Resolved() {
				return res, ""
			}
			return res, in.Files[res.Target.File].Path + ":" + in.Files[res.Target.File].Facts.Symbols[res.Target.Symbol].Name
		}
	}
	t.Fatalf("no reference %s in file %d", name, file)
	return link.Resolution{}, ""
}

func TestLinkFollowsAliasesReceiversAndOverrides(t *testing.T) {
	t.Parallel()
	a := newSource()
	base := a.define("Base", schema.KindClass, nil)
	a.b.Open(lang.ScopeType, base)
	a.define("walk", schema.KindMethod, nil)
	a.b.Close()
	sub := a.define("Sub", schema.KindClass, nil)
	inherit := a.ref("Base", schema.RoleInherit, lang.BaseNone, 0)
	a.b.RefAt(inherit).Encl = sub
	a.b.Open(lang.ScopeType, sub)
	a.define("walk", schema.KindMethod, nil)
	a.b.Close()

	b := newSource() // Re-exports Base under another name.
	b.imports("a", "Base", "Renamed")

	c := newSource()
	c.imports("b", "Renamed", "R")
	c.imports("gone", "X", "X")
	made := c.ref("R", schema.RoleCall, lang.BaseNone, lang.RefResult|lang.RefNew)
	c.define("v", schema.KindVariable, func(s *lang.Symbol) { s.Init = made })
	v := c.ref("v", schema.RoleRead, lang.BaseNone, 0)
	c.ref("walk", schema.RoleCall, v, 0)
	x := c.ref("X", schema.RoleRead, lang.BaseNone, 0)
	c.ref("member", schema.RoleCall, x, 0)
	c.ref("unknown", schema.RoleCall, lang.BaseNone, 0)

	in, out := linkToy(t, 1, map[string]*source{"a": a, "b": b, "c": c}, "a", "b", "c")
	for _, tc := range []struct {
		name, want, external string
		origin               schema.Origin
		more                 int
	}{
		{"R", "a:Base", "", schema.OriginImport, 0},
		{"v", "c:v", "", schema.OriginScope, 0},
		{"walk", "a:walk", "", schema.OriginReceiver, 1},
		{"X", "", "outside", schema.OriginImport, 0},
		{"member", "", "outside", schema.OriginReceiver, 0},
		{"unknown", "", "", schema.OriginNone, 0},
	} {
		res, got := named(t, in, out, 2, tc.name)
		if got != tc.want || res.External != tc.external || res.Origin != tc.origin || len(res.More) != tc.more {
			t.Errorf("%s = %q external %q origin %s more %d; want %q %q %s %d", tc.name, got, res.External, res.Origin, len(res.More), tc.want, tc.external, tc.origin, tc.more)
		}
	}
	kinds := map[schema.EdgeKind]int{}
	for _, r := range out.Relations {
		kinds[r.Kind]++
	}
	if kinds[schema.EdgeInherit] != 1 || kinds[schema.EdgeOverride] != 1 {
		t.Errorf("relations = %v, want one inherit and one override", out.Relations)
	}
}

func TestLinkEndsOnCycles(t *testing.T) {
	t.Parallel()
	a := newSource()
	a.imports("b", "x", "x")
	a.ref("x", schema.RoleRead, lang.BaseNone, 0)
	self := a.ref("loop", schema.RoleRead, lang.BaseNone, 0)
	a.define("loop", schema.KindVariable, func(s *lang.Symbol) { s.Init = self })
	use := a.ref("loop", schema.RoleRead, lang.BaseNone, 0)
	a.ref("anything", schema.RoleRead, use, 0)
	b := newSource()
	b.imports("a", "x", "x")
	in, out := linkToy(t, 2, map[string]*source{"a": a, "b": b}, "a", "b")
	if res, got := named(t, in, out, 0, "x"); res.Resolved() {
		t.Errorf("x in a cycle of imports means %s, want nothing", got)
	}
	if _, got := named(t, in, out, 0, "loop"); got != "a:loop" {
		t.Errorf("loop = %q, want a:loop", got)
	}
}

func TestLinkRefusesTwoRulesOfOneLanguage(t *testing.T) {
	t.Parallel()
	if _, err := resolve.New(toy{}, toy{}).Link(t.Context(), &link.Input{}); err == nil {
		t.Error("no error")
	}
}
