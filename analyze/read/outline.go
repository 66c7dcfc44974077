package read

import (
	"fmt"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// signatureWidth bounds one line of an outline.
const signatureWidth = 160

// outline lists the declarations of a file, each with the lines it stands for.
// elided are the bodies that are left out.
func outline(snap *store.Snapshot, file schema.FileID) (text string, elided []window) {
	lo, hi := snap.SymbolsOf(file)
	depth := map[schema.SymbolID]int{}
	var b strings.Builder
	for id := lo; id < hi; id++ {
		s := snap.Symbol(id)
		if s.Kind == schema.KindFile {
			continue
		}
		d := depth[s.Parent]
		depth[id] = d + 1
		if !listed(s, d) {
			continue
		}
		if s.EndLine > s.StartLine {
			fmt.Fprintf(&b, "%d-%d\t", s.StartLine, s.EndLine)
			elided = append(elided, window{int(s.StartLine), int(s.EndLine)})
		} else {
			fmt.Fprintf(&b, "%d\t", s.StartLine)
		}
		b.WriteString(strings.Repeat("  ", d))
		b.WriteString(Signature(s))
		b.WriteByte('\n')
	}
	return b.String(), elided
}

// listed reports whether an outline shows a declaration at a depth. Members that
// hold data only are left to their type.
func listed(s schema.Symbol, depth int) bool {
	switch s.Kind {
	case schema.KindField, schema.KindEnumMember, schema.KindPackage:
		return false
	case schema.KindVariable, schema.KindConstant:
		return depth == 0
	}
	return !s.Kind.IsLocal()
}

// Signature is a declaration in one line of bounded width.
func Signature(s schema.Symbol) string {
	text := strings.Join(strings.Fields(s.Signature), " ")
	if text == "" {
		text = s.Kind.String() + " " + s.Name
	}
	if cut := clip(text, signatureWidth); cut < len(text) {
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
