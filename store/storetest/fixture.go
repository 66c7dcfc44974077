package storetest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// Fixture makes the rows of a small snapshot by hand. Files are added in the order
// of their paths, the symbols of a file right after it, outer before inner.
type Fixture struct {
	rows    schema.Rows
	Content map[string]string // What was given as the content of each file.
}

// File adds a file; one with a language gets its own symbol.
func (f *Fixture) File(path, language, content string) schema.FileID {
	if f.Content == nil {
		f.Content = map[string]string{}
	}
	f.Content[path] = content
	lines := int32(strings.Count(content, "\n"))
	row := schema.File{Path: path, Language: language, Digest: sha256.Sum256([]byte(content)), Bytes: int64(len(content)), Lines: lines, Status: schema.StatusText}
	id := schema.FileID(len(f.rows.Files))
	if language != "" {
		row.Status = schema.StatusParsed
		f.add(schema.Symbol{Kind: schema.KindFile, File: id, StartLine: 1, EndLine: max(1, lines), NameLine: schema.None, NameCol: schema.None, Parent: schema.None}, path)
	}
	f.rows.Files = append(f.rows.Files, row)
	f.rows.FileRanks = append(f.rows.FileRanks, 0)
	f.rows.FileCoverage = append(f.rows.FileCoverage, schema.FileCoverage{})
	return id
}

// Mark sets flags of the newest file.
func (f *Fixture) Mark(flags schema.FileFlags) { f.rows.Files[len(f.rows.Files)-1].Flags |= flags }

// Symbol adds a symbol to the newest file. Its parent is the innermost symbol that
// holds its lines. Signature and flags may be set on what Row returns.
func (f *Fixture) Symbol(name string, kind schema.Kind, start, end int32) schema.SymbolID {
	file := schema.FileID(len(f.rows.Files) - 1)
	s := schema.Symbol{Name: name, QualifiedName: name, Kind: kind, File: file, StartLine: start, EndLine: end, NameLine: start, Parent: schema.None}
	for i := len(f.rows.Symbols) - 1; i >= 0 && f.rows.Symbols[i].File == file; i-- {
		p := f.rows.Symbols[i]
		if p.StartLine <= start && end <= p.EndLine {
			s.Parent = schema.SymbolID(i)
			if p.Kind != schema.KindFile {
				s.QualifiedName = p.QualifiedName + "." + name
			}
			break
		}
	}
	return f.add(s, fmt.Sprintf("%s/%s", f.rows.Files[file].Path, s.QualifiedName))
}

func (f *Fixture) add(s schema.Symbol, identity string) schema.SymbolID {
	id := schema.SymbolID(len(f.rows.Symbols))
	s.ScipSymbol = fmt.Sprintf("lc test . `%s`#", identity)
	s.Flags |= schema.SymbolExported
	f.rows.Symbols = append(f.rows.Symbols, s)
	f.rows.Ranks = append(f.rows.Ranks, 0)
	return id
}

// Row is a symbol's row, to be changed in place before Rows.
func (f *Fixture) Row(id schema.SymbolID) *schema.Symbol { return &f.rows.Symbols[id] }

// Rank sets the PageRank of a symbol.
func (f *Fixture) Rank(id schema.SymbolID, rank float64) { f.rows.Ranks[id] = rank }

// Use adds an occurrence of target inside source, at a line of source's file, and
// the edge that belongs to it.
func (f *Fixture) Use(source, target schema.SymbolID, role schema.Role, kind schema.EdgeKind, origin schema.Origin, confidence float32, line int32) {
	file := f.rows.Symbols[source].File
	name := f.rows.Symbols[target].Name
	f.rows.Occurrences = append(f.rows.Occurrences, schema.Occurrence{
		File: file, StartLine: line, EndLine: line, StartCol: 1, EndCol: 1 + int32(len(name)), Role: role, Symbol: target, Enclosing: source, Origin: origin, Confidence: confidence, Name: name,
	})
	f.rows.Edges = append(f.rows.Edges, schema.Edge{
		Source: source, Target: target, Kind: kind, Origin: origin, Confidence: confidence, Count: 1, File: file, Line: line,
	})
}

// Rows returns everything in table order. Definitions of symbols get their
// occurrences here.
func (f *Fixture) Rows() *schema.Rows {
	r := f.rows
	r.Occurrences = slices.Clone(r.Occurrences)
	for i, s := range r.Symbols {
		if s.Kind == schema.KindFile {
			continue
		}
		r.Occurrences = append(r.Occurrences, schema.Occurrence{
			File: s.File, StartLine: s.NameLine, EndLine: s.NameLine, StartCol: s.NameCol, EndCol: s.NameCol + int32(len(s.Name)),
			Role: schema.RoleDefinition, Symbol: schema.SymbolID(i), Enclosing: schema.SymbolID(i), Confidence: 1, Name: s.Name,
		})
	}
	slices.SortStableFunc(r.Occurrences, func(a, b schema.Occurrence) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartCol, b.StartCol), cmp.Compare(a.Role, b.Role))
	})
	r.Edges = slices.Clone(r.Edges)
	order := func(a, b schema.Edge) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Target, b.Target), cmp.Compare(a.Kind, b.Kind))
	}
	slices.SortStableFunc(r.Edges, order)
	merged := r.Edges[:0]
	for _, e := range r.Edges {
		if n := len(merged); n > 0 && order(merged[n-1], e) == 0 {
			merged[n-1].Count += e.Count
			merged[n-1].Confidence = max(merged[n-1].Confidence, e.Confidence)
			merged[n-1].Origin = min(merged[n-1].Origin, e.Origin)
			continue
		}
		merged = append(merged, e)
	}
	r.Edges = merged
	return &r
}
