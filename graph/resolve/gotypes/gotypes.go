package gotypes

import (
	"context"
	"fmt"
	"go/token"
	"sort"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/store/schema"
)

// Cache keeps link results of units between runs. What it returns is checked;
// a wrong or broken entry is a miss. It must be safe for concurrent use.
type Cache interface {
	Get(key schema.Digest) ([]byte, bool)
	Put(key schema.Digest, value []byte)
}

// Options of a Linker. The zero value works.
type Options struct {
	Cache Cache // Nil keeps nothing.
}

// Linker links Go files.
type Linker struct{ opts Options }

// New returns a linker.
func New(opts Options) *Linker { return &Linker{opts} }

// Link fills Refs, Imports and Packages of the Go files of in, and adds the
// relations between them. The result depends on nothing but in.
func (l *Linker) Link(ctx context.Context, in *link.Input, out *link.Output) error {
	mods, problems := readModules(in)
	list := units(in, mods)
	out.Problems = append(out.Problems, problems...)
	if len(list) == 0 {
		return ctx.Err()
	}
	fset := token.NewFileSet()
	c := &checker{
		in: in, out: out, mods: mods, units: list, ext: newExternals(in, list, fset), fset: fset,
		at: make(map[string]int, len(in.Files)), index: make([]symbolIndex, len(in.Files)), work: make([]work, len(list)),
	}
	for i := range in.Files {
		if in.Files[i].Language == "go" && in.Files[i].Facts != nil {
			c.at[in.Files[i].Path] = i
		}
	}
	c.imports()
	for i := range c.work {
		c.work[i].done = make(chan struct{})
	}
	var keys []schema.Digest
	if l.opts.Cache != nil {
		keys = c.keys()
	}
	// Units are taken up in an order in which dependencies come first, so the
	// oldest unit in work never waits and those behind it wait for finite work.
	err := fan.Map(ctx, len(list), in.Workers, func(ctx context.Context, i int) ([]schema.Problem, error) {
		defer close(c.work[i].done)
		for _, d := range list[i].deps {
			select {
			case <-c.work[d].done:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		if keys == nil {
			return c.link(i), ctx.Err()
		}
		if value, ok := l.opts.Cache.Get(keys[i]); ok && c.decode(i, value) {
			return nil, ctx.Err()
		}
		problems := c.link(i)
		if len(problems) == 0 && ctx.Err() == nil {
			l.opts.Cache.Put(keys[i], c.encode(i))
		}
		return problems, ctx.Err()
	}, func(_ int, problems []schema.Problem) error {
		out.Problems = append(out.Problems, problems...)
		return nil
	})
	if err != nil {
		return fmt.Errorf("link go: %w", err)
	}
	relations := c.implementations()
	if err := c.complete(ctx, relations); err != nil {
		return fmt.Errorf("link go: %w", err)
	}
	out.Relations = sortRelations(append(out.Relations, relations...))
	return nil
}

// imports fills Packages and Imports, which need no types.
func (c *checker) imports() {
	entry := map[string]int{}
	for i, u := range c.units {
		if u.kind == unitPlain && u.main {
			entry[u.dir] = i
		}
		for _, f := range u.files {
			c.out.Packages[f] = packageOf(u)
		}
	}
	for _, u := range c.units {
		for _, f := range u.files {
			facts := c.in.Files[f].Facts
			for i := range facts.Imports {
				imp := &facts.Imports[i]
				t := link.ImportTarget{File: schema.None, Package: imp.Module, External: true}
				if dir, ok := c.mods.resolve(u.dir, imp.Module); ok {
					if e, ok := entry[dir]; ok {
						t.File, t.External = schema.FileID(c.entryFile(c.units[e])), false
						t.Package = packageOf(c.units[e])
					}
				}
				c.out.Imports[f][i] = t
			}
		}
	}
}

// entryFile returns the file that stands for a package: doc.go, else the file
// named after the package, else its first one.
func (c *checker) entryFile(u *unit) int {
	files := append([]int(nil), u.files...)
	sort.Ints(files)
	for _, name := range [...]string{"doc.go", u.name + ".go"} {
		for _, f := range files {
			if p := c.in.Files[f].Path; p == name || p == u.dir+"/"+name {
				return f
			}
		}
	}
	return u.files[0]
}

// completed is what is added to the references of one file at the end.
type completed struct {
	at  []int32
	res []link.Resolution
}

// complete follows chains of unresolved references and lists what calls of
// interface methods may run. Everything is computed before anything is written,
// so no file sees another's additions.
func (c *checker) complete(ctx context.Context, relations []link.Relation) error {
	ch, calls := newChains(c), dispatch(relations, c.in)
	results := make([]completed, len(c.in.Files))
	err := fan.Map(ctx, len(c.in.Files), c.in.Workers, func(_ context.Context, f int) (completed, error) {
		var done completed
		if c.in.Files[f].Language != "go" || c.in.Files[f].Facts == nil {
			return done, nil
		}
		for i := range c.out.Refs[f] {
			res := c.out.Refs[f][i]
			switch {
			case res.Origin == schema.OriginNone:
				res = ch.of(f, int32(i))
			case res.Target.File != schema.None && c.in.Files[f].Facts.Refs[i].Role == schema.RoleCall:
				res.More = calls[res.Target]
			}
			if res.Origin != schema.OriginNone && (res.More != nil || c.out.Refs[f][i].Origin == schema.OriginNone) {
				done.at = append(done.at, int32(i))
				done.res = append(done.res, res)
			}
		}
		return done, nil
	}, func(f int, done completed) error {
		results[f] = done
		return nil
	})
	if err != nil {
		return err
	}
	for f, done := range results {
		for i, at := range done.at {
			c.out.Refs[f][at] = done.res[i]
		}
	}
	return nil
}
