// Package explain tells everything that a snapshot knows of one line, stage by
// stage, in the order of the newcomer's table of the README.
package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.explain/1"

// Content is where the text of files comes from.
type Content interface {
	Content(path string) ([]byte, bool)
}

// Input is a line of a file.
type Input struct {
	Snapshot *store.Snapshot
	Content  Content // Nil when the snapshot has no text.
	Path     string
	Line     int32
}

// File is what is known of the file.
type File struct {
	Path       string   `json:"path"`
	Language   string   `json:"language"`
	Status     string   `json:"status"`
	SHA256     string   `json:"sha256"`
	Bytes      int64    `json:"bytes"`
	Lines      int32    `json:"lines"`
	Package    string   `json:"package"`
	Flags      []string `json:"flags"`
	PageRank   float64  `json:"pagerank"`
	References int32    `json:"references"`
	Unresolved int32    `json:"unresolved"`
	Problems   []string `json:"problems"`
}

// Symbol is a declaration around the line, outermost first.
type Symbol struct {
	Symbol    string  `json:"symbol"`
	ID        string  `json:"id"`
	Kind      string  `json:"kind"`
	Line      int32   `json:"line"`
	EndLine   int32   `json:"end_line"`
	Signature string  `json:"signature"`
	PageRank  float64 `json:"pagerank"`
	Callers   int     `json:"dependents"` // Symbols with an edge to it.
	Callees   int     `json:"dependencies"`
}

// Occurrence is a name on the line.
type Occurrence struct {
	Name       string  `json:"name"`
	Col        int32   `json:"col"`
	Role       string  `json:"role"`
	Target     string  `json:"target"` // Qualified name; "" when it has none in the snapshot.
	ID         string  `json:"id"`
	Path       string  `json:"path"`
	Line       int32   `json:"line"`
	External   string  `json:"external"` // Package outside the snapshot, or "local".
	Origin     string  `json:"origin"`
	Confidence float64 `json:"confidence"`
}

// Import is an import statement on the line.
type Import struct {
	Text     string `json:"text"`
	File     string `json:"file"`
	Package  string `json:"package"`
	Class    string `json:"class"`
	External bool   `json:"external"`
}

// Report is the answer.
type Report struct {
	analyze.Header
	Line        int32        `json:"line"`
	Text        string       `json:"text"`
	File        File         `json:"file"`
	Symbols     []Symbol     `json:"symbols"`
	Occurrences []Occurrence `json:"occurrences"`
	Imports     []Import     `json:"imports"`
	Searchable  bool         `json:"searchable"` // The text shards hold the file.
}

// Run explains one line.
func Run(_ context.Context, in Input) (*Report, error) {
	snap := in.Snapshot
	id, ok := snap.FileByPath(in.Path)
	if !ok {
		return nil, fmt.Errorf("%s: no such file in the index", in.Path)
	}
	f := snap.File(id)
	if in.Line < 1 || in.Line > max(f.Lines, 1) {
		return nil, fmt.Errorf("%s has %d lines", in.Path, f.Lines)
	}
	cover := snap.FileCoverage(id)
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: snap.Manifest().Commit}, Line: in.Line,
		File: File{
			Path: f.Path, Language: f.Language, Status: f.Status.String(), SHA256: f.Digest.String(), Bytes: f.Bytes, Lines: f.Lines,
			Package: f.Package, Flags: append([]string{}, f.Flags.Names()...), PageRank: snap.FileRank(id),
			References: cover.References, Unresolved: cover.Unresolved, Problems: []string{},
		},
		Symbols: []Symbol{}, Occurrences: []Occurrence{}, Imports: []Import{},
	}
	for _, p := range snap.Problems() {
		if p.Path == f.Path {
			r.File.Problems = append(r.File.Problems, p.Stage+": "+p.Reason)
			r.Status = analyze.Partial
		}
	}
	if in.Content != nil {
		if text, ok := in.Content.Content(f.Path); ok {
			r.Searchable = true
			if lines := strings.Split(string(text), "\n"); int(in.Line) <= len(lines) {
				r.Text = strings.TrimRight(lines[in.Line-1], "\r")
			}
		}
	}
	r.symbols(snap, id)
	return r, r.occurrences(snap, id)
}

func (r *Report) symbols(snap *store.Snapshot, id schema.FileID) {
	lo, hi := snap.SymbolsOf(id)
	for ; lo < hi; lo++ {
		s := snap.Symbol(lo)
		if s.StartLine > r.Line || s.EndLine < r.Line {
			continue
		}
		from, to := snap.EdgesFrom(lo)
		r.Symbols = append(r.Symbols, Symbol{
			Symbol: s.QualifiedName, ID: s.ScipSymbol, Kind: s.Kind.String(), Line: s.StartLine, EndLine: s.EndLine, Signature: s.Signature,
			PageRank: snap.Rank(lo), Callers: len(snap.EdgesTo(lo)), Callees: int(to - from),
		})
	}
}

func (r *Report) occurrences(snap *store.Snapshot, id schema.FileID) error {
	all, err := snap.Occurrences(id)
	if err != nil {
		return err
	}
	for _, o := range all {
		if o.StartLine != r.Line {
			continue
		}
		row := Occurrence{
			Name: o.Name, Col: o.StartCol, Role: o.Role.String(), External: o.External, Origin: o.Origin.String(), Confidence: float64(o.Confidence),
		}
		if o.Symbol != schema.None {
			s := snap.Symbol(o.Symbol)
			row.Target, row.ID, row.Path, row.Line = s.QualifiedName, s.ScipSymbol, snap.FilePath(s.File), s.StartLine
			if row.Target == "" {
				row.Target = row.Path
			}
		}
		r.Occurrences = append(r.Occurrences, row)
	}
	for _, imp := range snap.Imports(id) {
		if imp.Line != r.Line {
			continue
		}
		row := Import{Text: imp.Text, Package: imp.TargetPackage, Class: imp.Class.String(), External: imp.External}
		if imp.TargetFile != schema.None {
			row.File = snap.FilePath(imp.TargetFile)
		}
		r.Imports = append(r.Imports, row)
	}
	return nil
}

// Words is the report as a person reads it.
func (r *Report) Words() string {
	var b strings.Builder
	line := func(step, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s "+format+"\n", append([]any{step}, args...)...)
	}
	line("line", "%s:%d  %s", r.File.Path, r.Line, strings.TrimSpace(r.Text))
	line("found", "%s, %s, %d lines, sha256 %s %s", r.File.Status, orUnknown(r.File.Language), r.File.Lines, r.File.SHA256[:16], strings.Join(r.File.Flags, " "))
	for _, p := range r.File.Problems {
		line("", "problem: %s", p)
	}
	line("remembered", "%d references in the file, %d unresolved", r.File.References, r.File.Unresolved)
	for i, s := range r.Symbols {
		step := ""
		if i == 0 {
			step = "named"
		}
		name := s.Symbol
		if name == "" {
			name = r.File.Path
		}
		line(step, "%s %s, lines %d-%d  %s", s.Kind, name, s.Line, s.EndLine, s.ID)
	}
	for i, o := range r.Occurrences {
		step := ""
		if i == 0 {
			step = "connected"
		}
		switch {
		case o.Target != "":
			line(step, "col %d %s %s → %s (%s:%d) by %s at %.2f", o.Col, o.Role, o.Name, o.Target, o.Path, o.Line, o.Origin, o.Confidence)
		case o.External == "local":
			line(step, "col %d %s %s → a local", o.Col, o.Role, o.Name)
		case o.External != "":
			line(step, "col %d %s %s → outside: %s", o.Col, o.Role, o.Name, o.External)
		default:
			line(step, "col %d %s %s → not resolved", o.Col, o.Role, o.Name)
		}
	}
	for _, i := range r.Imports {
		to := i.File
		if to == "" {
			to = i.Package
		}
		line("", "import %s → %s (%s)", i.Text, orUnknown(to), i.Class)
	}
	if n := len(r.Symbols); n > 0 {
		s := r.Symbols[n-1]
		line("weighed", "pagerank %.3g of the file; %.3g of %s, with %d edges in and %d out", r.File.PageRank, s.PageRank, orUnknown(s.Symbol), s.Callers, s.Callees)
	}
	line("searchable", "%v", r.Searchable)
	return b.String()
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}
