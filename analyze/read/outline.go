package read

import (
	"fmt"
	"math"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// outlineShare is the part of a file's tokens that its outline may take, in percent,
// and outlineFloor the tokens that every outline may: detail is dropped until it fits
// or there is none left to drop.
const (
	outlineShare = 14
	outlineFloor = 120
)

// detail says how much an outline tells.
type detail struct {
	width   int  // Bytes of a signature.
	private bool // Private constants and variables are listed.
	data    bool // Fields and members of enumerations are counted.
	runs    bool // Constants and variables that follow each other are counted.
	nested  bool // Callables inside callables are listed.
	members visibilities
	top     visibilities
}

// visibilities says which declarations are listed; the others are counted.
type visibilities uint8

const (
	listAll visibilities = iota
	listPublic
	listNone
)

// details are tried in order.
var details = [...]detail{
	{width: signatureWidth, private: true, data: true, nested: true},
	{width: 120, private: true, data: true, runs: true, nested: true},
	{width: 100, runs: true, nested: true},
	{width: 80, runs: true},
	{width: 60, runs: true},
	{width: 60, runs: true, members: listPublic},
	{width: 40, runs: true, members: listPublic},
	{width: 40, runs: true, members: listPublic, top: listPublic},
	{width: 40, runs: true, members: listNone, top: listPublic},
	{width: 40, runs: true, members: listNone, top: listNone},
}

// signatureWidth bounds one line of an outline.
const signatureWidth = 160

// outline lists the declarations of a file, each with the lines it stands for, in as
// much detail as budget tokens hold. elided are the bodies that are left out.
func outline(snap *store.Snapshot, file schema.FileID, count func(string) int, budget int) (text string, elided []window) {
	for i, d := range details {
		text, elided = outlineIn(snap, file, d)
		if i == len(details)-1 || count(text) <= budget {
			break
		}
	}
	return text, elided
}

// run is a line of an outline: a declaration, or several that are counted together.
type run struct {
	window
	depth  int
	parent schema.SymbolID
	kind   schema.Kind
	count  int // 0 for a declaration that is listed.
	text   string
}

// outlineIn makes an outline in one detail.
func outlineIn(snap *store.Snapshot, file schema.FileID, how detail) (string, []window) {
	var runs []run
	lo, hi := snap.SymbolsOf(file)
	if r, ok := importRun(snap, file); ok {
		runs = append(runs, r)
	}
	depth := map[schema.SymbolID]int{}
	for id := lo; id < hi; id++ {
		s := snap.Symbol(id)
		if s.Kind == schema.KindFile {
			continue
		}
		outer, known := depth[s.Parent]
		if !known && s.Parent != lo && s.Parent != schema.None {
			continue // Inside of what is left out or counted.
		}
		listed, counted := how.shows(s, outer, s.Parent != lo && s.Parent != schema.None && snap.Symbol(s.Parent).Kind.IsCallable())
		w := window{int(s.StartLine), int(s.EndLine)}
		switch {
		case listed:
			depth[id] = outer + 1
			runs = append(runs, run{window: w, depth: outer, text: SignatureIn(s, how.width)})
		case counted:
			if n := len(runs); n > 0 {
				if r := &runs[n-1]; r.count > 0 && r.parent == s.Parent && r.kind == s.Kind {
					r.count++
					r.last = max(r.last, w.last)
					r.note(s)
					continue
				}
			}
			r := run{window: w, depth: outer, parent: s.Parent, kind: s.Kind, count: 1}
			r.note(s)
			runs = append(runs, r)
		}
	}
	var b strings.Builder
	var elided []window
	for _, r := range runs {
		if r.last > r.first {
			fmt.Fprintf(&b, "%d-%d\t", r.first, r.last)
			if r.kind != schema.KindImport {
				elided = append(elided, r.window)
			}
		} else {
			fmt.Fprintf(&b, "%d\t", r.first)
		}
		for range r.depth {
			b.WriteByte(' ')
		}
		switch {
		case r.count == 0:
			b.WriteString(r.text)
		case r.count == 1 && r.text != "":
			fmt.Fprintf(&b, "%s %s", r.kind, r.text)
		case r.kind == schema.KindImport:
			fmt.Fprintf(&b, "%d imports", r.count)
		default:
			fmt.Fprintf(&b, "%d × %s: %s", r.count, r.kind, r.text)
		}
		b.WriteByte('\n')
	}
	return b.String(), elided
}

// importRun folds the imports at the head of a file: those before its first
// declaration.
func importRun(snap *store.Snapshot, file schema.FileID) (run, bool) {
	lo, hi := snap.SymbolsOf(file)
	until := int32(math.MaxInt32)
	for id := lo; id < hi; id++ {
		if s := snap.Symbol(id); s.Kind != schema.KindFile && s.Kind != schema.KindPackage && s.Kind != schema.KindNamespace && s.StartLine < until {
			until = s.StartLine
		}
	}
	r := run{parent: schema.None, kind: schema.KindImport}
	for _, m := range snap.Imports(file) {
		line := int(m.Line)
		if m.Line >= until {
			continue
		}
		if r.count == 0 {
			r.window = window{line, line}
		}
		r.first, r.last = min(r.first, line), max(r.last, line)
		r.count++
	}
	return r, r.count > 0
}

// maxRunBytes bounds the names that a counted run gives.
const maxRunBytes = 40

// note adds the name of a counted declaration.
func (r *run) note(s schema.Symbol) {
	switch {
	case strings.HasSuffix(r.text, "…"):
	case r.text == "":
		r.text = s.Name
	case len(r.text)+len(s.Name) > maxRunBytes:
		r.text += ", …"
	default:
		r.text += ", " + s.Name
	}
}

// shows reports whether a declaration at a depth has a line, or is counted with those
// beside it; else it is left out.
func (d detail) shows(s schema.Symbol, depth int, inCallable bool) (listed, counted bool) {
	private := s.Visibility == schema.VisibilityPrivate
	switch s.Kind {
	case schema.KindPackage:
		return false, false
	case schema.KindField, schema.KindEnumMember:
		return false, d.data && !inCallable
	case schema.KindVariable, schema.KindConstant, schema.KindMacro:
		if depth > 0 || private && !d.private {
			return false, d.data && !inCallable
		}
		return !d.runs, d.runs
	}
	if s.Kind.IsLocal() || inCallable && !d.nested {
		return false, false
	}
	which := d.top
	if depth > 0 {
		which = d.members
	}
	listed = which == listAll || which == listPublic && !private
	return listed, !listed
}

// SignatureIn is a declaration in one line of at most width bytes.
func SignatureIn(s schema.Symbol, width int) string {
	text := strings.Join(strings.Fields(s.Signature), " ")
	if text == "" {
		text = s.Kind.String() + " " + s.Name
	}
	if cut := clip(text, width); cut < len(text) {
		text = text[:cut] + "…"
	}
	return text
}

// clip returns where to cut s to at most n bytes without splitting a character.
func clip(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return n
}

// maxSummaryNames bounds the declarations that a summary names.
const maxSummaryNames = 20

// summary says in a few lines what a file is.
func summary(snap *store.Snapshot, file schema.FileID) string {
	f := snap.File(file)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %d lines, %d bytes", f.Path, languageOf(f), f.Lines, f.Bytes)
	if f.Package != "" {
		fmt.Fprintf(&b, ", package %s", f.Package)
	}
	if marks := f.Flags.Names(); len(marks) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(marks, ", "))
	}
	b.WriteByte('\n')
	lo, hi := snap.SymbolsOf(file)
	counts := make([]int, len(schema.KindNames()))
	var names []string
	left := 0
	for id := lo; id < hi; id++ {
		s := snap.Symbol(id)
		if s.Kind == schema.KindFile {
			continue
		}
		counts[s.Kind]++
		if s.Parent == lo {
			if len(names) == maxSummaryNames {
				left++
				continue
			}
			names = append(names, s.Name)
		}
	}
	var kinds []string
	for k, n := range counts {
		if n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, schema.Kind(k)))
		}
	}
	if len(kinds) > 0 {
		fmt.Fprintf(&b, "declares %s\n", strings.Join(kinds, ", "))
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "top level: %s", strings.Join(names, ", "))
		if left > 0 {
			fmt.Fprintf(&b, ", … %d more", left)
		}
		b.WriteByte('\n')
	}
	if n := len(snap.Imports(file)); n > 0 {
		fmt.Fprintf(&b, "imports %d\n", n)
	}
	if n := dependents(snap, file); n > 0 {
		fmt.Fprintf(&b, "used by %d files\n", n)
	}
	return b.String()
}

func languageOf(f schema.File) string {
	if f.Language == "" {
		return f.Status.String()
	}
	return f.Language
}

func dependents(snap *store.Snapshot, file schema.FileID) int {
	seen := map[schema.FileID]bool{}
	for _, e := range snap.FileEdgesTo(file) {
		if src := snap.FileEdge(e).Source; src != file {
			seen[src] = true
		}
	}
	return len(seen)
}
