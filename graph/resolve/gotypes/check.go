package gotypes

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sort"
	"strings"
	"sync"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Confidences of what is concluded here.
const (
	sureTypes    = 0.99 // go/types, with missing imports.
	sureScope    = 1.0
	sureImport   = 0.95 // A name of an external package.
	sureChain    = 0.7  // A member of a value that an external package made.
	sureFallback = 0.4  // The only method of that name.
)

// checker links the units of one snapshot.
type checker struct {
	in    *link.Input
	out   *link.Output
	mods  *modules
	units []*unit
	ext   externals
	fset  *token.FileSet
	at    map[string]int // File by path.
	index []symbolIndex  // By file: symbols by the position of their name.
	work  []work         // By unit.
}

// work is what became of one unit.
type work struct {
	done  chan struct{} // Closed when the unit is linked, or given up.
	types sync.Once
	pkg   *types.Package // Set by types.
	sum   summary
}

// symbolIndex finds a symbol by the position of its name.
type symbolIndex struct {
	once  sync.Once
	byPos map[int64]int32
}

func positionKey(line, col int32) int64 { return int64(line)<<32 | int64(col) }

// symbolAt returns the symbol of file f whose name stands at the position.
func (c *checker) symbolAt(f int, line, col int32) (int32, bool) {
	ix := &c.index[f]
	ix.once.Do(func() {
		facts := c.in.Files[f].Facts
		ix.byPos = make(map[int64]int32, len(facts.Symbols))
		for i := range facts.Symbols {
			if s := &facts.Symbols[i]; s.NameLine > 0 {
				ix.byPos[positionKey(s.NameLine, s.NameCol)] = int32(i)
			}
		}
	})
	s, ok := ix.byPos[positionKey(line, col)]
	return s, ok
}

// parsed is a file of a unit with its syntax.
type parsed struct {
	file int // Position in link.Input.Files.
	ast  *ast.File
	tf   *token.File
}

// parse reads the files of a unit whose rule is chosen. A file that cannot be read is left out.
func (c *checker) parse(u *unit, choose func(rule) bool) []parsed {
	out := make([]parsed, 0, len(u.files))
	for i, n := range u.files {
		if !choose(u.rules[i]) {
			continue
		}
		f := &c.in.Files[n]
		src, err := c.in.Content(f.ID)
		if err != nil {
			continue
		}
		file, _ := parser.ParseFile(c.fset, f.Path, src, parser.SkipObjectResolution)
		if file == nil || !file.FileStart.IsValid() || file.Name == nil {
			continue
		}
		file.Name.Name = u.name
		loosen(file)
		out = append(out, parsed{n, file, c.fset.File(file.FileStart)})
	}
	return out
}

// importer returns what u sees under an import path. Dependencies have types by then.
func (c *checker) importer(u *unit) types.Importer {
	return importerFunc(func(p string) (*types.Package, error) {
		if p == "unsafe" {
			return types.Unsafe, nil
		}
		if t, ok := u.imports[p]; ok {
			if pkg := c.work[t].pkg; pkg != nil {
				return pkg, nil
			}
		}
		if pkg := c.ext[p]; pkg != nil {
			return pkg, nil
		}
		return nil, errMissing
	})
}

// run type-checks files as one package. It never fails: go/types goes on after
// errors, and a panic of it leaves what was found so far.
func (c *checker) run(u *unit, files []parsed, into *types.Package, info *types.Info, mode checkMode) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("go/types: %v", r)
		}
	}()
	conf := &types.Config{
		Importer: c.importer(u), Error: func(error) {}, FakeImportC: true,
		DisableUnusedImportCheck: true, IgnoreFuncBodies: mode == checkDeclarations,
		Sizes: types.SizesFor("gc", preferred.arch),
	}
	asts := make([]*ast.File, len(files))
	for i := range files {
		asts[i] = files[i].ast
	}
	defer into.MarkComplete()
	_ = types.NewChecker(conf, c.fset, into, info).Files(asts)
	return ""
}

// checkMode says how much of a package is checked.
type checkMode uint8

const (
	checkAll checkMode = iota
	checkDeclarations
)

// ensureTypes gives unit i its package when it came from the cache and a
// dependant has to be checked after all.
func (c *checker) ensureTypes(i int) {
	w := &c.work[i]
	w.types.Do(func() {
		u := c.units[i]
		for _, d := range u.deps {
			c.ensureTypes(d)
		}
		w.pkg = c.check(u, everyFile, checkDeclarations).pkg
	})
}

// checked is a unit after type checking.
type checked struct {
	files   []parsed
	pkg     *types.Package
	info    *types.Info // Nil when only declarations were checked.
	problem string
}

func everyFile(rule) bool { return true }

// check parses and checks the files of u whose rule is chosen. In-package tests
// see the package under test as if they were part of it: its objects are put into
// their package, which costs nothing. Where they build upon its types in a way
// that needs their declarations, or where a platform chooses among its files, they
// are checked together with its files.
func (c *checker) check(u *unit, choose func(rule) bool, mode checkMode) checked {
	path := u.path
	if u.kind == unitExternal {
		path += "_test"
	}
	start := func() checked {
		out := checked{pkg: types.NewPackage(path, u.name)}
		if mode == checkAll {
			out.info = &types.Info{Uses: make(map[*ast.Ident]types.Object, 1024), Defs: make(map[*ast.Ident]types.Object, 512)}
		}
		return out
	}
	out := start()
	out.files = c.parse(u, choose)
	if u.kind != unitTest || u.base == schema.None || c.work[u.base].pkg == nil {
		out.problem = c.run(u, out.files, out.pkg, out.info, mode)
		return out
	}
	base, under := c.units[u.base], c.work[u.base].pkg.Scope()
	if len(out.files) == len(u.files) && !c.buildsUpon(out.files, under) {
		for _, name := range under.Names() {
			out.pkg.Scope().Insert(under.Lookup(name))
		}
		if out.problem = c.run(u, out.files, out.pkg, out.info, mode); out.problem == "" {
			return out
		}
	}
	again := start()
	again.files = append(c.parse(base, choose), out.files...)
	again.problem = c.run(u, again.files, again.pkg, again.info, mode)
	return again
}

// buildsUpon reports whether test files need the declarations behind the scope of
// the package under test: they declare methods of its types, types that are
// plainly another name for one of them, or names that it has already.
func (c *checker) buildsUpon(files []parsed, under *types.Scope) bool {
	isType := func(name string) bool {
		_, ok := under.Lookup(name).(*types.TypeName)
		return ok
	}
	for _, p := range files {
		facts := c.in.Files[p.file].Facts
		for i := range facts.Symbols {
			s := &facts.Symbols[i]
			name := packageLevelName(facts, int32(i))
			switch {
			case s.Kind == schema.KindImpl && isType(s.Name):
				return true
			case name != "" && under.Lookup(name) != nil:
				return true
			case name != "" && s.Kind == schema.KindType && s.Type != schema.None && isType(facts.Refs[s.Type].Name):
				return true
			}
		}
	}
	return false
}

// link checks unit i and writes the resolutions of its files.
func (c *checker) link(i int) (problems []schema.Problem) {
	u, w := c.units[i], &c.work[i]
	for _, d := range u.deps {
		c.ensureTypes(d)
	}
	note := func(reason string) {
		if reason != "" {
			problems = append(problems, schema.Problem{Path: c.in.Files[u.files[0]].Path, Stage: "link", Reason: reason, Line: schema.None})
		}
	}
	w.types.Do(func() {
		own := make(map[int]bool, len(u.files))
		for _, f := range u.files {
			own[f] = true
		}
		done := c.check(u, everyFile, checkAll)
		note(done.problem)
		c.extract(done.files, own, done.info)
		w.sum = c.summarize(done.info, own)
		w.pkg = done.pkg
	})
	c.variants(u, note)
	for _, f := range u.files {
		c.settle(i, f)
	}
	return problems
}

// maxVariants bounds how often the files of one unit are checked again for other
// platforms: the standard library's widest package has a dozen.
const maxVariants = 16

// variants checks the files that other platforms build among their own kind.
func (c *checker) variants(u *unit, note func(string)) {
	open := u.clashing(c.in)
	for n := 0; len(open) > 0 && n < maxVariants; n++ {
		p, ok := platformFor(u.rules[open[0]])
		if !ok {
			open = open[1:]
			continue
		}
		var rest []int
		own := map[int]bool{}
		for _, i := range open {
			if u.rules[i].builds(p) {
				own[u.files[i]] = true
			} else {
				rest = append(rest, i)
			}
		}
		done := c.check(u, func(r rule) bool { return r.builds(p) }, checkAll)
		note(done.problem)
		c.extract(done.files, own, done.info)
		open = rest
	}
}

// extract writes what info says of the references of the files in own.
func (c *checker) extract(files []parsed, own map[int]bool, info *types.Info) {
	type located struct {
		parsed
		offsets []int32 // Of the references.
	}
	list := make([]located, 0, len(files))
	for _, p := range files {
		l := located{parsed: p}
		if own[p.file] {
			lines, facts := p.tf.Lines(), c.in.Files[p.file].Facts
			l.offsets = make([]int32, len(facts.Refs))
			for i := range facts.Refs {
				r := &facts.Refs[i]
				if int(r.Line) <= len(lines) {
					l.offsets[i] = int32(lines[r.Line-1]) + r.Col
				}
			}
		}
		list = append(list, l)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].tf.Base() < list[j].tf.Base() })
	targets := make(map[types.Object]link.Resolution, 256)
	for id, obj := range info.Uses {
		k := sort.Search(len(list), func(i int) bool { return list[i].tf.Base() > int(id.NamePos) }) - 1
		if k < 0 || list[k].offsets == nil {
			continue
		}
		l := &list[k]
		off := int32(int(id.NamePos) - l.tf.Base())
		n := sort.Search(len(l.offsets), func(i int) bool { return l.offsets[i] >= off })
		if n == len(l.offsets) || l.offsets[n] != off {
			continue
		}
		res, ok := targets[obj]
		if !ok {
			res = c.resolution(obj)
			targets[obj] = res
		}
		c.out.Refs[l.file][n] = res
	}
}

// resolution says where an object is declared.
func (c *checker) resolution(obj types.Object) link.Resolution {
	res := link.Resolution{Target: link.NoTarget, Origin: schema.OriginTypes, Confidence: sureTypes}
	switch o := obj.(type) {
	case *types.Func:
		obj = o.Origin()
	case *types.Var:
		obj = o.Origin()
	case *types.PkgName:
		if t, ok := c.importAt(o); ok {
			res.Target, res.Origin, res.Confidence = t, schema.OriginScope, sureScope
			return res
		}
		res.External = o.Imported().Path()
		return res
	}
	if obj.Pkg() == nil {
		res.External = "builtin"
		return res
	}
	if t, ok := c.targetAt(obj.Pos()); ok {
		res.Target = t
		return res
	}
	if tf := c.fset.File(obj.Pos()); tf == nil || strings.HasPrefix(tf.Name(), stubFile) {
		res.External = obj.Pkg().Path()
		return res
	}
	return link.Unresolved()
}

// importAt returns the symbol that stands for an imported package in its file.
func (c *checker) importAt(o *types.PkgName) (link.Target, bool) {
	tf := c.fset.File(o.Pos())
	if tf == nil {
		return link.NoTarget, false
	}
	f, ok := c.at[tf.Name()]
	if !ok {
		return link.NoTarget, false
	}
	for _, imp := range c.in.Files[f].Facts.Imports {
		if imp.Symbol != schema.None && imp.Module == o.Imported().Path() {
			return link.Target{File: schema.FileID(f), Symbol: imp.Symbol}, true
		}
	}
	return link.NoTarget, false
}

// targetAt returns the symbol whose name stands at p.
func (c *checker) targetAt(p token.Pos) (link.Target, bool) {
	tf := c.fset.File(p)
	if tf == nil {
		return link.NoTarget, false
	}
	f, ok := c.at[tf.Name()]
	if !ok {
		return link.NoTarget, false
	}
	pos := tf.PositionFor(p, false)
	s, ok := c.symbolAt(f, int32(pos.Line), int32(pos.Column-1))
	if !ok {
		return link.NoTarget, false
	}
	return link.Target{File: schema.FileID(f), Symbol: s}, true
}

// settle fills in what needs no types: local names, names of external packages,
// import statements, and names of the same file when the checker gave up.
func (c *checker) settle(i, f int) {
	u, facts, refs := c.units[i], c.in.Files[f].Facts, c.out.Refs[f]
	for n := range facts.Refs {
		r, res := &facts.Refs[n], &refs[n]
		switch {
		case r.Target != schema.None && facts.Symbols[r.Target].Kind.IsLocal():
			*res = link.Resolution{Target: link.Target{File: schema.FileID(f), Symbol: r.Target}, Origin: schema.OriginScope, Confidence: sureScope}
		case r.Import != schema.None:
			t := c.out.Imports[f][r.Import]
			switch {
			case t.File != schema.None:
				*res = link.Resolution{Target: link.Target{File: t.File}, Origin: schema.OriginImport, Confidence: sureTypes}
			case t.External:
				*res = link.Resolution{Target: link.NoTarget, External: t.Package, Origin: schema.OriginImport, Confidence: sureTypes}
			}
		case res.Origin != schema.OriginNone:
		case r.Target != schema.None:
			*res = link.Resolution{Target: link.Target{File: schema.FileID(f), Symbol: r.Target}, Origin: schema.OriginScope, Confidence: sureImport}
		case r.Base == lang.BaseNone:
			c.settleNamed(i, r.Name, res)
		case r.Base >= 0:
			if p, ok := imported(facts, r.Base); ok {
				if t, inside := u.imports[p]; inside {
					c.settleNamed(t, r.Name, res)
				} else {
					*res = link.Resolution{Target: link.NoTarget, External: p, Origin: schema.OriginImport, Confidence: sureImport}
				}
			}
		}
	}
}

// settleNamed resolves a name that go/types never looked at, such as a key in a
// literal of an external type, in the scope of unit t.
func (c *checker) settleNamed(t int, name string, res *link.Resolution) {
	pkg := c.work[t].pkg
	if pkg == nil {
		return
	}
	if obj := pkg.Scope().Lookup(name); obj != nil {
		*res = c.resolution(obj)
	}
}

// packageOf returns what File.Package says of a file of u.
func packageOf(u *unit) string {
	if u.kind == unitExternal {
		return u.path + "_test"
	}
	return u.path
}
