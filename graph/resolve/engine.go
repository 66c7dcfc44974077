package resolve

import (
	"context"
	"fmt"
	"sort"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Engine links the files of the languages that its rules claim.
type Engine struct{ rules []Rules }

// New makes an engine. Two rules that claim one language are an error of Link.
func New(rules ...Rules) *Engine { return &Engine{rules: rules} }

// Link resolves every reference of the claimed files. Files of other languages
// keep empty entries in the output.
func (e *Engine) Link(ctx context.Context, in *link.Input) (*link.Output, error) {
	out := link.NewOutput(in)
	if err := e.LinkInto(ctx, in, out); err != nil {
		return nil, err
	}
	return out, nil
}

// LinkInto is Link for an output that other linkers fill as well: it touches the
// entries of its own files only and appends relations, which it leaves sorted.
func (e *Engine) LinkInto(ctx context.Context, in *link.Input, out *link.Output) error {
	p := newProgram(in)
	byLanguage := make(map[string]int16)
	for i, r := range e.rules {
		for _, name := range r.Languages() {
			if _, dup := byLanguage[name]; dup {
				return fmt.Errorf("language %s is claimed by two rules", name)
			}
			byLanguage[name] = int16(i)
		}
	}
	for i := range in.Files {
		if family, ok := byLanguage[in.Files[i].Language]; ok && in.Files[i].Facts != nil {
			p.files[i].family = family
		}
	}
	err := fan.Map(ctx, len(in.Files), in.Workers, func(_ context.Context, i int) (struct{}, error) {
		if p.files[i].family >= 0 {
			p.files[i].index(in.Files[i].Facts)
		}
		return struct{}{}, nil
	}, func(int, struct{}) error { return nil })
	if err != nil {
		return err
	}
	p.families = make([]Family, len(e.rules))
	for i, r := range e.rules {
		if p.families[i], err = r.Open(ctx, p); err != nil {
			return fmt.Errorf("open rules of %v: %w", r.Languages(), err)
		}
	}
	if err := p.infer(ctx); err != nil {
		return err
	}
	h := newHierarchy(p)
	names := newNameTable(p)
	err = fan.Map(ctx, len(in.Files), in.Workers, func(_ context.Context, i int) ([]link.Resolution, error) {
		if p.files[i].family < 0 {
			return nil, nil
		}
		return p.resolveFile(schema.FileID(i), h, names), nil
	}, func(i int, refs []link.Resolution) error {
		if p.files[i].family >= 0 {
			out.Refs[i] = refs
			p.files[i].refs, p.files[i].refState = nil, nil
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range in.Files {
		family := p.family(schema.FileID(i))
		if family == nil {
			continue
		}
		if family.Package != nil {
			out.Packages[i] = family.Package(schema.FileID(i))
		}
		for j := range p.files[i].imports {
			out.Imports[i][j] = p.files[i].imports[j].Link
		}
	}
	out.Relations = append(out.Relations, h.relations()...)
	for i := range p.families {
		if p.families[i].Relations != nil {
			out.Relations = append(out.Relations, p.families[i].Relations()...)
		}
	}
	SortRelations(out.Relations)
	return nil
}

// SortRelations puts relations in the order that link.Output asks for.
func SortRelations(rs []link.Relation) {
	less := func(a, b link.Target) int {
		if a.File != b.File {
			return int(a.File - b.File)
		}
		return int(a.Symbol - b.Symbol)
	}
	sort.SliceStable(rs, func(i, j int) bool {
		if c := less(rs[i].Source, rs[j].Source); c != 0 {
			return c < 0
		}
		if c := less(rs[i].Target, rs[j].Target); c != 0 {
			return c < 0
		}
		return rs[i].Kind < rs[j].Kind
	})
}

// index fills the lookup tables of a file.
func (t *fileTable) index(facts *lang.Facts) {
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if i == 0 || s.Name == "" {
			continue
		}
		t.byParent = append(t.byParent, memberKey{s.Parent, s.Name, int32(i)})
	}
	sort.Slice(t.byParent, func(i, j int) bool {
		a, b := &t.byParent[i], &t.byParent[j]
		if a.parent != b.parent {
			return a.parent < b.parent
		}
		if a.name != b.name {
			return a.name < b.name
		}
		return a.symbol < b.symbol
	})
	for i := range facts.Refs {
		if facts.Refs[i].Role == schema.RoleInherit {
			t.inherits = append(t.inherits, int32(i))
		}
	}
	t.imports = make([]Imported, len(facts.Imports))
	t.bound = make([]Entity, len(facts.Imports))
	t.importState = make([]state, len(facts.Imports))
	t.values = make([]value, len(facts.Symbols))
	t.valueState = make([]state, len(facts.Symbols))
	t.refs = make([]found, len(facts.Refs))
	t.refState = make([]state, len(facts.Refs))
	t.supers = make(map[int32][]Entity)
}

// infer is the sequential pass: it completes every table that the parallel pass
// reads across files, in an order that does not depend on workers.
func (p *Program) infer(ctx context.Context) error {
	for i := range p.files {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j := range p.files[i].imports {
			p.imported(schema.FileID(i), int32(j))
		}
	}
	for i := range p.files {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j := range p.files[i].imports {
			p.importBound(schema.FileID(i), int32(j))
		}
	}
	for i := range p.files {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if p.files[i].family < 0 {
			continue
		}
		for j := range p.In.Files[i].Facts.Symbols {
			if s := &p.In.Files[i].Facts.Symbols[j]; isContainer(s.Kind) {
				p.superTypes(link.Target{File: schema.FileID(i), Symbol: int32(j)})
			}
		}
	}
	for i := range p.files {
		if i%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if p.files[i].family < 0 {
			continue
		}
		for j := range p.In.Files[i].Facts.Symbols {
			p.valueOf(link.Target{File: schema.FileID(i), Symbol: int32(j)})
		}
	}
	return nil
}

// isContainer reports whether symbols of the kind may have super types.
func isContainer(k schema.Kind) bool {
	return k.IsType() || k == schema.KindImpl || k == schema.KindModule
}
