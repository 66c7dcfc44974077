// Package target turns what a person types for a file or symbol into rows of a
// snapshot.
//
// Forms, tried in this order: a stable identity; a path, with :LINE, :NAME or
// #NAME behind it; a folder; a qualified name with or without its package; a bare
// name; a path suffix; any of the names in another case. The first form that
// matches anything decides; everything that matches in this form is returned.
package target

import (
	"context"
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Match is what an argument names.
type Match struct {
	Arg    string
	Symbol schema.SymbolID // None for a file without symbols.
	File   schema.FileID
	// WholeFile is set when the argument names a file or folder: every symbol of
	// the file is meant, and Symbol is the file's own.
	WholeFile bool
}

// NotFoundError is an argument that names nothing.
type NotFoundError struct {
	Arg  string
	Near []string // Names or paths that look alike, best first.
}

func (e *NotFoundError) Error() string {
	if len(e.Near) == 0 {
		return fmt.Sprintf("no file or symbol %q in the index", e.Arg)
	}
	return fmt.Sprintf("no file or symbol %q in the index; near: %s", e.Arg, strings.Join(e.Near, ", "))
}

// Options of Find. The zero value accepts every form.
type Options struct {
	Kinds []schema.Kind // Only symbols of these kinds; empty means any.
	Exact bool          // No path suffixes, no other case.
}

// Find returns the rows that arg names, in id order. A *NotFoundError when there are none.
func Find(ctx context.Context, snap *store.Snapshot, arg string, opts Options) ([]Match, error) {
	f := finder{snap: snap, arg: arg, opts: opts}
	clean := strings.TrimPrefix(arg, "./")
	if clean != "/" {
		clean = strings.TrimSuffix(clean, "/")
	}
	tries := []func(string) []Match{f.identity, f.path, f.folder, f.qualified}
	if !opts.Exact {
		tries = append(tries, f.suffix, f.anyCase)
	}
	if arg != "" {
		for _, try := range tries {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if m := try(clean); len(m) > 0 {
				return f.codeFirst(m), nil
			}
		}
	}
	return nil, &NotFoundError{Arg: arg, Near: f.near(clean)}
}

// codeFirst leaves out headings, keys and illustrations where code bears the name too.
func (f *finder) codeFirst(all []Match) []Match {
	var code []Match
	for _, m := range all {
		if m.WholeFile || m.Symbol == schema.None || !f.snap.SymbolKind(m.Symbol).InText() && f.snap.SymbolFlags(m.Symbol)&schema.SymbolExample == 0 {
			code = append(code, m)
		}
	}
	if len(code) == 0 {
		return all
	}
	return code
}

// FindAll is Find for several arguments; matches of one argument stand together.
func FindAll(ctx context.Context, snap *store.Snapshot, args []string, opts Options) ([]Match, error) {
	out := []Match{}
	for _, a := range args {
		m, err := Find(ctx, snap, a, opts)
		if err != nil {
			return nil, err
		}
		out = append(out, m...)
	}
	return out, nil
}

type finder struct {
	snap *store.Snapshot
	arg  string
	opts Options
}

func (f *finder) symbol(id schema.SymbolID) Match {
	return Match{Arg: f.arg, Symbol: id, File: f.snap.SymbolFile(id)}
}

func (f *finder) file(id schema.FileID) Match {
	m := Match{Arg: f.arg, File: id, Symbol: schema.None, WholeFile: true}
	if lo, hi := f.snap.SymbolsOf(id); lo < hi {
		m.Symbol = lo
	}
	return m
}

func (f *finder) wanted(id schema.SymbolID) bool {
	if len(f.opts.Kinds) == 0 {
		return true
	}
	for _, k := range f.opts.Kinds {
		if f.snap.SymbolKind(id) == k {
			return true
		}
	}
	return false
}

func (f *finder) identity(arg string) []Match {
	id, ok := f.snap.SymbolByScip(f.arg)
	if !ok || !f.wanted(id) {
		return nil
	}
	return []Match{f.symbol(id)}
}

// path reads PATH, PATH:LINE, PATH:NAME and PATH#NAME.
func (f *finder) path(arg string) []Match {
	if id, ok := f.snap.FileByPath(arg); ok {
		return []Match{f.file(id)}
	}
	i := strings.LastIndexAny(arg, "#:")
	if i <= 0 {
		return nil
	}
	id, ok := f.snap.FileByPath(arg[:i])
	if !ok {
		return nil
	}
	lo, hi := f.snap.SymbolsOf(id)
	if line, err := strconv.Atoi(arg[i+1:]); err == nil && line > 0 {
		best := schema.SymbolID(schema.None)
		for s := lo; s < hi; s++ {
			row := f.snap.Symbol(s)
			if row.Kind == schema.KindFile || row.StartLine <= int32(line) && int32(line) <= row.EndLine {
				best = s // Inner symbols come after outer ones.
			}
		}
		if best == schema.None {
			return []Match{f.file(id)}
		}
		return []Match{f.symbol(best)}
	}
	var out []Match
	name := arg[i+1:]
	for s := lo; s < hi; s++ {
		if f.wanted(s) && (f.snap.SymbolName(s) == name || f.snap.Symbol(s).QualifiedName == name) {
			out = append(out, f.symbol(s))
		}
	}
	return out
}

// folder matches every file below a folder.
func (f *finder) folder(arg string) []Match {
	var out []Match
	all := arg == "."
	n := f.snap.FileCount()
	from := 0
	if !all {
		from = sort.Search(n, func(i int) bool { return f.snap.FilePath(schema.FileID(i)) >= arg+"/" })
	}
	for i := from; i < n; i++ {
		if !all && !strings.HasPrefix(f.snap.FilePath(schema.FileID(i)), arg+"/") {
			break
		}
		out = append(out, f.file(schema.FileID(i)))
	}
	return out
}

// qualified matches NAME, Type.NAME, package.NAME, import/path.Type.NAME, with
// "::" and "#" for "." where a language writes them.
func (f *finder) qualified(arg string) []Match {
	arg = strings.NewReplacer("::", ".", "#", ".", "->", ".").Replace(arg)
	arg = strings.TrimSuffix(arg, "()")
	slash := strings.LastIndex(arg, "/")
	rest := arg[slash+1:]
	parts := strings.Split(rest, ".")
	name := parts[len(parts)-1]
	if name == "" {
		return nil
	}
	var out []Match
	for _, id := range f.snap.SymbolsByName(name) {
		if f.wanted(id) && f.fits(id, arg, rest) {
			out = append(out, f.symbol(id))
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Symbol < out[j].Symbol })
	return out
}

// fits reports whether the qualified name of id, with its package or a tail of it
// before, is what was written.
func (f *finder) fits(id schema.SymbolID, arg, rest string) bool {
	s := f.snap.Symbol(id)
	if s.Kind == schema.KindFile {
		return false
	}
	q := strings.NewReplacer("::", ".", "#", ".").Replace(s.QualifiedName)
	if arg == s.Name || arg == q || !strings.Contains(arg, "/") && strings.HasSuffix(q, "."+arg) {
		return true
	}
	pkg := strings.ReplaceAll(f.snap.File(s.File).Package, "::", ".")
	full := pkg + "." + q
	if arg == full || rest == path.Base(pkg)+"."+q {
		return rest == arg || strings.HasSuffix(full, arg)
	}
	return strings.HasSuffix(full, "/"+arg) || strings.HasSuffix(full, "."+arg)
}

func (f *finder) suffix(arg string) []Match {
	var out []Match
	for i := range f.snap.FileCount() {
		if strings.HasSuffix(f.snap.FilePath(schema.FileID(i)), "/"+arg) {
			out = append(out, f.file(schema.FileID(i)))
		}
	}
	return out
}

func (f *finder) anyCase(arg string) []Match {
	var out []Match
	for i := range f.snap.SymbolCount() {
		id := schema.SymbolID(i)
		if strings.EqualFold(f.snap.SymbolName(id), arg) && f.snap.SymbolKind(id) != schema.KindFile && f.wanted(id) {
			out = append(out, f.symbol(id))
		}
	}
	return out
}

// maxNear bounds how many look-alikes an error names.
const maxNear = 5

// near lists names and paths at a small edit distance, or that contain arg.
func (f *finder) near(arg string) []string {
	want := strings.ToLower(path.Base(arg))
	if i := strings.LastIndexAny(want, ".:#"); i > 0 && f.opts.Exact {
		want = want[i+1:]
	}
	if want == "" {
		return nil
	}
	limit := 1 + len(want)/4
	type candidate struct {
		name string
		cost int
	}
	best := map[string]int{}
	consider := func(show, name string) {
		name = strings.ToLower(name)
		if d := len(name) - len(want); d > limit || -d > limit {
			return
		}
		if cost := distance(name, want, limit); cost <= limit {
			if old, ok := best[show]; !ok || cost < old {
				best[show] = cost
			}
		}
	}
	for i := range f.snap.FileCount() {
		p := f.snap.FilePath(schema.FileID(i))
		consider(p, path.Base(p))
	}
	for i := range f.snap.SymbolCount() {
		if id := schema.SymbolID(i); f.snap.SymbolKind(id) != schema.KindFile {
			name := f.snap.SymbolName(id)
			consider(name, name)
		}
	}
	var list []candidate
	for name, cost := range best {
		list = append(list, candidate{name, cost})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].cost != list[j].cost {
			return list[i].cost < list[j].cost
		}
		return list[i].name < list[j].name
	})
	var out []string
	for _, c := range list[:min(len(list), maxNear)] {
		out = append(out, c.name)
	}
	return out
}

// distance is the edit distance of two short strings, or more than limit.
func distance(a, b string, limit int) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := prev[0]
		prev[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = prev[j]
			prev[j] = min(cost, prev[j]+1, prev[j-1]+1)
			least = min(least, prev[j])
		}
		if least > limit {
			return limit + 1
		}
	}
	return prev[len(b)]
}
