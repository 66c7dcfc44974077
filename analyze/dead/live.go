package dead

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// liveness is what a walk from roots reached, and how.
type liveness struct {
	snap    *store.Snapshot
	live    []bool
	parent  []schema.SymbolID // Symbol that made it live; None for a root.
	how     []string
	queue   []schema.SymbolID
	roots   int
	loaded  map[string]bool // Languages in which module code runs only when its file is loaded.
	imports []bool          // By file: some other file imports it.
	twins   map[schema.SymbolID][]schema.SymbolID
}

// loadedOnImport names those languages; elsewhere every file of the program counts as loaded.
var loadedOnImport = map[string]bool{"python": true, "javascript": true, "typescript": true, "tsx": true, "jsx": true, "vue": true, "svelte": true, "astro": true, "ruby": true, "php": true, "lua": true}

// walk marks everything that roots reach.
func walk(ctx context.Context, snap *store.Snapshot, roots []string) (*liveness, error) {
	n := snap.SymbolCount()
	l := &liveness{
		snap: snap, live: make([]bool, n), parent: make([]schema.SymbolID, n), how: make([]string, n),
		loaded: loadedOnImport, imports: make([]bool, snap.FileCount()), twins: twinsOf(snap),
	}
	for i := range snap.FileEdgeCount() {
		if e := snap.FileEdge(int32(i)); e.Source != e.Target && e.Kind == schema.EdgeImport {
			l.imports[e.Target] = true
		}
	}
	for i := range snap.FileCount() {
		if i&255 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		l.fileRoots(schema.FileID(i), roots)
	}
	for i := 0; i < len(l.queue); i++ {
		if i&1023 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		l.spread(l.queue[i])
	}
	return l, nil
}

// loads reports whether module code of a file runs only when something loads it.
func (l *liveness) loads(f schema.FileID) bool { return l.loaded[l.snap.File(f).Language] }

func (l *liveness) mark(id, by schema.SymbolID, how string) {
	if l.live[id] {
		return
	}
	l.live[id], l.parent[id], l.how[id] = true, by, how
	if by == schema.None && !strings.HasPrefix(how, "code of ") {
		l.roots++
	}
	l.queue = append(l.queue, id)
	l.variants(id)
}

// doubt lowers findings to the tier of what uses them: what only a possibly dead
// symbol reaches is possibly dead itself.
func (l *liveness) doubt(ctx context.Context, ids []schema.SymbolID, found []Finding) error {
	for _, tier := range []string{Possible, Likely} {
		d := *l
		d.live, d.parent, d.how, d.queue = slices.Clone(l.live), slices.Clone(l.parent), slices.Clone(l.how), nil
		for i, id := range ids {
			if found[i].Tier != tier {
				continue
			}
			d.mark(id, schema.None, tier)
			_, hi := l.snap.SymbolsOf(l.snap.SymbolFile(id))
			for m := id + 1; m < hi && l.snap.SymbolParent(m) >= id; m++ { // What it contains.
				d.mark(m, id, "contains")
			}
		}
		for i := 0; i < len(d.queue); i++ {
			if i&1023 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
			}
			d.spread(d.queue[i])
		}
		for i, id := range ids {
			if rank(found[i].Tier) > rank(tier) && d.live[id] {
				found[i].Tier = tier
				found[i].Reason = "only " + d.name(d.parent[id]) + " reaches it, which is a " + tier + " finding or reached by one"
			}
		}
	}
	return nil
}

func (l *liveness) name(id schema.SymbolID) string {
	if s := l.snap.Symbol(id); s.Kind != schema.KindFile {
		return s.QualifiedName
	}
	return l.snap.FilePath(l.snap.SymbolFile(id))
}

// variants marks the other declarations of a symbol: one for each build
// constraint, platform or branch. References name only one of them.
func (l *liveness) variants(id schema.SymbolID) {
	for _, other := range l.twins[id] {
		l.mark(other, id, "another declaration of the same name")
	}
}

// twinsOf groups the symbols that are declared more than once under one name.
func twinsOf(snap *store.Snapshot) map[schema.SymbolID][]schema.SymbolID {
	groups := map[string][]schema.SymbolID{}
	for i := range snap.FileCount() {
		f := snap.File(schema.FileID(i))
		scope := f.Path
		if builds[f.Language] {
			scope = analyze.PackageOf(f)
		}
		for lo, hi := snap.SymbolsOf(schema.FileID(i)); lo < hi; lo++ {
			kind := snap.SymbolKind(lo)
			if kind.IsCallable() || kind.IsType() || kind == schema.KindVariable || kind == schema.KindConstant {
				key := scope + "\x00" + snap.Symbol(lo).QualifiedName
				groups[key] = append(groups[key], lo)
			}
		}
	}
	twins := map[schema.SymbolID][]schema.SymbolID{}
	for _, ids := range groups {
		if len(ids) > 1 {
			for _, id := range ids {
				twins[id] = ids
			}
		}
	}
	return twins
}

// builds names the languages whose packages hold a declaration once for each platform.
var builds = map[string]bool{"go": true, "c": true, "c++": true, "rust": true}

// scriptNames are files that are started or found by name.
var scriptNames = map[string]bool{
	"__main__.py": true, "setup.py": true, "manage.py": true, "wsgi.py": true, "asgi.py": true, "noxfile.py": true, "conf.py": true,
	"rakefile": true, "gulpfile.js": true, "server.js": true, "server.ts": true, "app.js": true, "main.js": true, "main.ts": true, "main.tsx": true, "main.py": true,
	"index.js": true, "index.ts": true, "index.tsx": true, "index.jsx": true, "index.mjs": true,
}

// isScript reports whether a file is an entry point by its name, place or permission.
func isScript(f schema.File) bool {
	base := strings.ToLower(path.Base(f.Path))
	if scriptNames[base] || f.Flags&schema.FileExecutable != 0 || strings.Contains(base, ".config.") || strings.HasPrefix(base, ".") {
		return true
	}
	for _, part := range strings.Split(path.Dir(f.Path), "/") {
		switch part {
		case "bin", "scripts", "script", "tools", "examples", "example", "benchmarks", "bench", "migrations", "docs":
			return true
		}
	}
	return false
}

// fileRoots marks the roots of one file.
func (l *liveness) fileRoots(id schema.FileID, roots []string) {
	lo, hi := l.snap.SymbolsOf(id)
	if lo >= hi {
		return
	}
	f := l.snap.File(id)
	test := f.Flags&schema.FileTest != 0
	main, tests, exports := slices.Contains(roots, RootMain), slices.Contains(roots, RootTest), slices.Contains(roots, RootExports)
	switch {
	case test:
		if tests {
			l.mark(lo, schema.None, "test file")
		}
	case !l.loads(id):
		l.mark(lo, schema.None, "code of the program")
	case main && (isScript(f) || isInit(f)):
		l.mark(lo, schema.None, "script or configuration")
	case exports && !l.imports[id] && l.offers(lo, hi):
		l.mark(lo, schema.None, "module that nothing here imports but which exports names")
	}
	library := exports && !test && !internal(f) && l.published(f)
	for s := lo + 1; s < hi; s++ {
		flags := l.snap.SymbolFlags(s)
		switch {
		case flags&schema.SymbolTest != 0:
			if tests {
				l.mark(s, schema.None, "test")
			}
		case test:
			if tests && (flags&(schema.SymbolInit|schema.SymbolDecorated) != 0 || isHook(l.snap.SymbolName(s))) {
				l.mark(s, schema.None, "set-up of tests")
			}
		case main && flags&schema.SymbolEntry != 0:
			l.mark(s, schema.None, "entry point")
		case flags&schema.SymbolInit != 0:
			l.mark(s, schema.None, "code of the program: initialiser")
		case main && flags&schema.SymbolDecorated != 0 && registers(f.Language):
			l.mark(s, schema.None, "decorated: a framework may call it")
		case library && flags&schema.SymbolExported != 0 && l.open(s):
			l.mark(s, schema.None, "exported")
		case l.snap.SymbolName(s) == "_" && f.Language == "go":
			l.mark(s, schema.None, "code of the program: blank declaration")
		}
	}
}

// manifests name what makes a folder of a language something that others can
// install. Without one, names that are public only by default are offered to nobody.
var manifests = map[string][]string{
	"python":     {"pyproject.toml", "setup.py", "setup.cfg"},
	"javascript": {"package.json", "deno.json", "jsr.json"},
	"typescript": {"package.json", "deno.json", "jsr.json"},
	"tsx":        {"package.json", "deno.json", "jsr.json"},
	"vue":        {"package.json"},
	"svelte":     {"package.json"},
	"astro":      {"package.json"},
}

// published reports whether a file lies below a manifest of its language, or its
// language has none that would tell.
func (l *liveness) published(f schema.File) bool {
	names, told := manifests[f.Language]
	if !told {
		return true
	}
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		for _, name := range names {
			if _, ok := l.snap.FileByPath(path.Join(dir, name)); ok {
				return true
			}
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}

// initialised marks what the values of a loaded script's variables call: they are
// computed when it loads, whether or not anything reads them.
func (l *liveness) initialised(file schema.SymbolID) {
	id := l.snap.SymbolFile(file)
	if _, script := manifests[l.snap.File(id).Language]; !script {
		return
	}
	lo, hi := l.snap.SymbolsOf(id)
	for s := lo + 1; s < hi; s++ {
		if kind := l.snap.SymbolKind(s); l.snap.SymbolParent(s) != file || kind != schema.KindVariable && kind != schema.KindConstant {
			continue
		}
		for row, end := l.snap.EdgesFrom(s); row < end; row++ {
			if e := l.snap.Edge(row); e.Kind == schema.EdgeCall {
				l.mark(e.Target, file, "called when the module loads")
			}
		}
	}
}

// offers reports whether a file exports a name.
func (l *liveness) offers(lo, hi schema.SymbolID) bool {
	for ; lo < hi; lo++ {
		if l.snap.SymbolFlags(lo)&schema.SymbolExported != 0 {
			return true
		}
	}
	return false
}

// isInit reports whether a file stands for its folder, which importing the folder loads.
func isInit(f schema.File) bool { return path.Base(f.Path) == "__init__.py" }

// isHook reports whether a test runner calls a function by its name.
func isHook(name string) bool {
	return name == "TestMain" || strings.HasPrefix(name, "pytest_") || strings.HasPrefix(strings.ToLower(name), "setup") || strings.HasPrefix(strings.ToLower(name), "teardown")
}

// registers reports whether decorators of a language usually register what they
// decorate. In Rust and Java most of them only describe it, but some do register.
func registers(language string) bool { return language != "c" && language != "c++" }

// internal reports whether a file belongs to a program or to an internal part, so
// that nothing outside the repository can import it.
func internal(f schema.File) bool {
	if f.Language != "go" {
		return false
	}
	return strings.Contains("/"+path.Dir(f.Path)+"/", "/internal/") || strings.HasSuffix(f.Package, ".main") || f.Package == "main"
}

// open reports whether every type and namespace around a symbol is exported too,
// and in Go that the package is no program.
func (l *liveness) open(id schema.SymbolID) bool {
	if v := l.snap.Symbol(id).Visibility; v == schema.VisibilityPrivate || v == schema.VisibilityInternal {
		return false
	}
	for p := l.snap.SymbolParent(id); p != schema.None; p = l.snap.SymbolParent(p) {
		kind := l.snap.SymbolKind(p)
		if kind == schema.KindImpl {
			if t := l.typeOf(p); t != schema.None && l.snap.SymbolFlags(t)&schema.SymbolExported == 0 {
				return false
			}
			continue
		}
		if kind == schema.KindFile || kind == schema.KindNamespace || kind == schema.KindModule || kind == schema.KindPackage {
			continue
		}
		if l.snap.SymbolFlags(p)&schema.SymbolExported == 0 {
			return false
		}
	}
	return true
}

// spread marks what a live symbol keeps alive.
func (l *liveness) spread(id schema.SymbolID) {
	kind := l.snap.SymbolKind(id)
	for row, hi := l.snap.EdgesFrom(id); row < hi; row++ {
		e := l.snap.Edge(row)
		switch e.Kind {
		case schema.EdgeImport:
			if l.snap.SymbolKind(e.Target) == schema.KindFile {
				l.mark(e.Target, id, "import")
			}
		case schema.EdgeImplement, schema.EdgeOverride:
			// The implementation is live; what it implements is not used thereby.
		default:
			l.mark(e.Target, id, e.Kind.String())
		}
	}
	if kind.IsCallable() {
		for _, row := range l.snap.EdgesTo(id) {
			e := l.snap.Edge(row)
			if e.Kind != schema.EdgeImplement && e.Kind != schema.EdgeOverride {
				continue
			}
			if p := l.snap.SymbolParent(e.Source); p == schema.None || l.live[p] || !l.snap.SymbolKind(p).IsType() {
				l.mark(e.Source, id, e.Kind.String())
			}
		}
	}
	if p := l.snap.SymbolParent(id); p != schema.None {
		if kind == schema.KindFile || l.snap.SymbolKind(p) != schema.KindFile || l.loads(l.snap.SymbolFile(id)) {
			l.mark(p, id, "contains")
		}
	}
	switch {
	case kind == schema.KindFile:
		l.importsOf(id)
		l.initialised(id)
		if structural[l.snap.File(l.snap.SymbolFile(id)).Language] {
			l.augments(id)
		}
	case kind.IsType():
		l.members(id)
		for _, other := range l.snap.SymbolsByName(l.snap.SymbolName(id)) {
			if l.snap.SymbolKind(other) == schema.KindImpl && l.near(id, other) {
				l.mark(other, id, "methods of the type")
			}
		}
	case kind == schema.KindImpl:
		l.members(id)
	case kind == schema.KindConstant || kind == schema.KindVariable || kind == schema.KindField || kind == schema.KindEnumMember:
		l.parts(id)
	}
}

// parts marks the members of a live value: an object literal holds them all.
func (l *liveness) parts(value schema.SymbolID) {
	_, hi := l.snap.SymbolsOf(l.snap.SymbolFile(value))
	for id := value + 1; id < hi && l.snap.SymbolParent(id) >= value; id++ {
		if l.snap.SymbolParent(id) == value {
			l.mark(id, value, "member of the value")
		}
	}
}

// augments marks what a live file adds to another module or to the global scope:
// whoever uses those may use it.
func (l *liveness) augments(file schema.SymbolID) {
	_, hi := l.snap.SymbolsOf(l.snap.SymbolFile(file))
	for id := file + 1; id < hi; id++ {
		p := l.snap.SymbolParent(id)
		if kind := l.snap.SymbolKind(p); kind == schema.KindModule || kind == schema.KindNamespace && l.snap.SymbolName(p) == "global" {
			l.mark(id, file, "added to another module")
		}
	}
}

// structural names the languages in which a type is used by its shape: what it
// declares is part of every use, named or not.
var structural = map[string]bool{"typescript": true, "tsx": true, "javascript": true, "jsx": true}

// typeOf returns the type that a container of methods stands for: of its file, else
// of its package, else None.
func (l *liveness) typeOf(impl schema.SymbolID) schema.SymbolID {
	found := schema.SymbolID(schema.None)
	for _, other := range l.snap.SymbolsByName(l.snap.SymbolName(impl)) {
		if !l.snap.SymbolKind(other).IsType() || !l.near(impl, other) {
			continue
		}
		if l.snap.SymbolFile(other) == l.snap.SymbolFile(impl) {
			return other
		}
		if found == schema.None {
			found = other
		}
	}
	return found
}

// near reports whether two symbols lie in one package.
func (l *liveness) near(a, b schema.SymbolID) bool {
	x, y := l.snap.SymbolFile(a), l.snap.SymbolFile(b)
	return x == y || analyze.PackageOf(l.snap.File(x)) == analyze.PackageOf(l.snap.File(y))
}

// importsOf loads the files that a live file imports.
func (l *liveness) importsOf(id schema.SymbolID) {
	for row, hi := l.snap.FileEdgesFrom(l.snap.SymbolFile(id)); row < hi; row++ {
		e := l.snap.FileEdge(row)
		if e.Kind != schema.EdgeImport {
			continue
		}
		if lo, end := l.snap.SymbolsOf(e.Target); lo < end {
			l.mark(lo, id, "import")
		}
	}
}

// members marks what a live type keeps alive without any reference: constructors,
// special methods, and methods that implement or override something live or
// outside.
func (l *liveness) members(class schema.SymbolID) {
	_, hi := l.snap.SymbolsOf(l.snap.SymbolFile(class))
	for id := class + 1; id < hi; id++ {
		p := l.snap.SymbolParent(id)
		if p < class { // Behind the last member.
			break
		}
		if p != class {
			continue
		}
		kind := l.snap.SymbolKind(id)
		flags := l.snap.SymbolFlags(id)
		name := l.snap.SymbolName(id)
		switch {
		case kind == schema.KindConstructor || kind == schema.KindField || kind == schema.KindEnumMember:
			l.mark(id, class, "member")
		case strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") || special[name]:
			l.mark(id, class, "special method")
		case flags&schema.SymbolOverride != 0 && !l.overrides(id):
			l.mark(id, class, "overrides something outside")
		case kind.IsCallable() && l.implementsLive(id):
			l.mark(id, class, "implements a live method")
		case structural[l.snap.File(l.snap.SymbolFile(id)).Language] && l.snap.SymbolKind(class) != schema.KindClass:
			l.mark(id, class, "member of a structural type")
		}
	}
}

// special are methods that standard libraries call through interfaces of their own.
var special = map[string]bool{
	"constructor": true, "toString": true, "hashCode": true, "equals": true, "compareTo": true, "toJSON": true, "close": true, "finalize": true, "readObject": true, "writeObject": true, "readResolve": true, "writeReplace": true,
	"String": true, "GoString": true, "Error": true, "Unwrap": true, "Is": true, "As": true, "Format": true, "MarshalJSON": true, "UnmarshalJSON": true, "MarshalText": true, "UnmarshalText": true, "MarshalYAML": true, "UnmarshalYAML": true,
	"MarshalBinary": true, "UnmarshalBinary": true, "Len": true, "Less": true, "Swap": true, "Push": true, "Pop": true, "Read": true, "Write": true, "Close": true, "Seek": true, "ServeHTTP": true, "Scan": true, "Value": true, "Set": true,
	"Type": true, "Lock": true, "Unlock": true, "RoundTrip": true, "WriteTo": true, "ReadFrom": true, "ReadAt": true, "WriteAt": true, "Enabled": true, "Handle": true, "WithAttrs": true, "WithGroup": true,
	"fmt": true, "drop": true, "clone": true, "default": true, "eq": true, "cmp": true, "partial_cmp": true, "hash": true, "next": true, "deref": true, "deref_mut": true, "from": true, "try_from": true, "from_str": true, "as_ref": true, "borrow": true,
	"into_iter": true, "index": true, "add": true, "sub": true, "mul": true, "div": true, "neg": true, "not": true, "poll": true, "source": true, "description": true, "write": true, "read": true, "flush": true, "serialize": true, "deserialize": true,
}

// overrides reports whether the snapshot holds what a method overrides.
func (l *liveness) overrides(id schema.SymbolID) bool {
	for row, hi := l.snap.EdgesFrom(id); row < hi; row++ {
		if k := l.snap.Edge(row).Kind; k == schema.EdgeOverride || k == schema.EdgeImplement {
			return true
		}
	}
	return false
}

func (l *liveness) implementsLive(id schema.SymbolID) bool {
	for row, hi := l.snap.EdgesFrom(id); row < hi; row++ {
		e := l.snap.Edge(row)
		if (e.Kind == schema.EdgeOverride || e.Kind == schema.EdgeImplement) && l.live[e.Target] {
			return true
		}
	}
	return false
}
