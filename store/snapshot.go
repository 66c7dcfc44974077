package store

import (
	"sort"

	"github.com/lc-index/lc/store/schema"
)

// Snapshot is an opened, immutable snapshot. It is safe for concurrent use; every
// lookup of a path or name is logarithmic, every walk touches only what it visits.
type Snapshot struct {
	manifest Manifest
	rows     *schema.Rows

	symbolsOfFile []int32 // By FileID: first row; one more at the end.
	occsOfFile    []int32
	importsOfFile []int32
	edgesOut      []int32 // By SymbolID: first edge row; one more at the end.
	edgesInStart  []int32
	edgesIn       []int32 // Edge rows grouped by target.
	fileOut       []int32
	fileInStart   []int32
	fileIn        []int32
	byName        []schema.SymbolID // Ordered by name, then id.
	byScip        []schema.SymbolID
}

// FromRows makes a snapshot of rows in memory, for tests and for questions about
// a commit that is not kept. The rows must be in table order and are not copied.
func FromRows(rows *schema.Rows, manifest Manifest) *Snapshot {
	s := &Snapshot{manifest: manifest, rows: rows}
	nf, ns := len(rows.Files), len(rows.Symbols)
	s.symbolsOfFile = starts(nf, len(rows.Symbols), func(i int) int { return int(rows.Symbols[i].File) })
	s.occsOfFile = starts(nf, len(rows.Occurrences), func(i int) int { return int(rows.Occurrences[i].File) })
	s.importsOfFile = starts(nf, len(rows.Imports), func(i int) int { return int(rows.Imports[i].File) })
	s.edgesOut = starts(ns, len(rows.Edges), func(i int) int { return int(rows.Edges[i].Source) })
	s.edgesInStart, s.edgesIn = group(ns, len(rows.Edges), func(i int) int { return int(rows.Edges[i].Target) })
	s.fileOut = starts(nf, len(rows.FileEdges), func(i int) int { return int(rows.FileEdges[i].Source) })
	s.fileInStart, s.fileIn = group(nf, len(rows.FileEdges), func(i int) int { return int(rows.FileEdges[i].Target) })
	s.byName = order(ns, func(a, b schema.SymbolID) bool { return rows.Symbols[a].Name < rows.Symbols[b].Name })
	s.byScip = order(ns, func(a, b schema.SymbolID) bool { return rows.Symbols[a].ScipSymbol < rows.Symbols[b].ScipSymbol })
	return s
}

func order(n int, less func(a, b schema.SymbolID) bool) []schema.SymbolID {
	ids := make([]schema.SymbolID, n)
	for i := range ids {
		ids[i] = schema.SymbolID(i)
	}
	sort.SliceStable(ids, func(i, j int) bool { return less(ids[i], ids[j]) })
	return ids
}

// starts returns, for rows sorted by key, the first row of each key in [0, n].
func starts(n, rows int, key func(int) int) []int32 {
	out := make([]int32, n+1)
	for i := range rows {
		out[key(i)+1]++
	}
	for i := range n {
		out[i+1] += out[i]
	}
	return out
}

// group returns rows grouped by key, keeping their order inside a group.
func group(n, rows int, key func(int) int) (start, members []int32) {
	start = starts(n, rows, key)
	members = make([]int32, rows)
	next := append([]int32(nil), start...)
	for i := range rows {
		k := key(i)
		members[next[k]] = int32(i)
		next[k]++
	}
	return start, members
}

// Manifest describes the snapshot.
func (s *Snapshot) Manifest() *Manifest { return &s.manifest }

// FileCount returns the number of files.
func (s *Snapshot) FileCount() int { return len(s.rows.Files) }

// File returns a row of the files table.
func (s *Snapshot) File(id schema.FileID) schema.File { return s.rows.Files[id] }

// FilePath is File(id).Path without the rest of the row.
func (s *Snapshot) FilePath(id schema.FileID) string { return s.rows.Files[id].Path }

// FileByPath finds a file by its repository-relative path.
func (s *Snapshot) FileByPath(path string) (schema.FileID, bool) {
	i := sort.Search(len(s.rows.Files), func(i int) bool { return s.rows.Files[i].Path >= path })
	if i < len(s.rows.Files) && s.rows.Files[i].Path == path {
		return schema.FileID(i), true
	}
	return schema.None, false
}

// SymbolCount returns the number of symbols.
func (s *Snapshot) SymbolCount() int { return len(s.rows.Symbols) }

// Symbol returns a row of the symbols table.
func (s *Snapshot) Symbol(id schema.SymbolID) schema.Symbol { return s.rows.Symbols[id] }

// SymbolFile, SymbolKind and SymbolName are single columns of the symbols table.
func (s *Snapshot) SymbolFile(id schema.SymbolID) schema.FileID { return s.rows.Symbols[id].File }

// SymbolKind returns what the symbol is.
func (s *Snapshot) SymbolKind(id schema.SymbolID) schema.Kind { return s.rows.Symbols[id].Kind }

// SymbolName returns the bare name.
func (s *Snapshot) SymbolName(id schema.SymbolID) string { return s.rows.Symbols[id].Name }

// SymbolFlags returns the marks of a symbol.
func (s *Snapshot) SymbolFlags(id schema.SymbolID) schema.SymbolFlags {
	return s.rows.Symbols[id].Flags
}

// SymbolParent returns the enclosing symbol, None for a file's own symbol.
func (s *Snapshot) SymbolParent(id schema.SymbolID) schema.SymbolID { return s.rows.Symbols[id].Parent }

// SymbolsOf returns the half-open range of symbols of a file; the first is the
// file itself. Empty for a file that was not parsed.
func (s *Snapshot) SymbolsOf(file schema.FileID) (lo, hi schema.SymbolID) {
	return schema.SymbolID(s.symbolsOfFile[file]), schema.SymbolID(s.symbolsOfFile[file+1])
}

// SymbolsByName returns the symbols with exactly this bare name, by id. The slice
// must not be changed.
func (s *Snapshot) SymbolsByName(name string) []schema.SymbolID {
	lo := sort.Search(len(s.byName), func(i int) bool { return s.SymbolName(s.byName[i]) >= name })
	hi := lo + sort.Search(len(s.byName)-lo, func(i int) bool { return s.SymbolName(s.byName[lo+i]) > name })
	return s.byName[lo:hi]
}

// SymbolByScip finds a symbol by its stable identity; of several with one
// identity the first.
func (s *Snapshot) SymbolByScip(symbol string) (schema.SymbolID, bool) {
	i := sort.Search(len(s.byScip), func(i int) bool { return s.rows.Symbols[s.byScip[i]].ScipSymbol >= symbol })
	if i < len(s.byScip) && s.rows.Symbols[s.byScip[i]].ScipSymbol == symbol {
		return s.byScip[i], true
	}
	return schema.None, false
}

// Occurrences returns the occurrences of one file in order. The slice is the
// caller's only until the next call when it must not be kept: copy what you keep.
func (s *Snapshot) Occurrences(file schema.FileID) ([]schema.Occurrence, error) {
	return s.rows.Occurrences[s.occsOfFile[file]:s.occsOfFile[file+1]], nil
}

// OccurrenceCount returns the number of occurrences.
func (s *Snapshot) OccurrenceCount() int { return len(s.rows.Occurrences) }

// Imports returns the import rows of one file.
func (s *Snapshot) Imports(file schema.FileID) []schema.Import {
	return s.rows.Imports[s.importsOfFile[file]:s.importsOfFile[file+1]]
}

// EdgeCount returns the number of edges.
func (s *Snapshot) EdgeCount() int { return len(s.rows.Edges) }

// Edge returns a row of the edges table.
func (s *Snapshot) Edge(i int32) schema.Edge { return s.rows.Edges[i] }

// EdgesFrom returns the half-open range of edge rows whose source is id: what id depends on.
func (s *Snapshot) EdgesFrom(id schema.SymbolID) (lo, hi int32) {
	return s.edgesOut[id], s.edgesOut[id+1]
}

// EdgesTo returns the edge rows whose target is id: what depends on id. The slice
// must not be changed.
func (s *Snapshot) EdgesTo(id schema.SymbolID) []int32 {
	return s.edgesIn[s.edgesInStart[id]:s.edgesInStart[id+1]]
}

// FileEdgeCount returns the number of file edges.
func (s *Snapshot) FileEdgeCount() int { return len(s.rows.FileEdges) }

// FileEdge returns a row of the file_edges table.
func (s *Snapshot) FileEdge(i int32) schema.FileEdge { return s.rows.FileEdges[i] }

// FileEdgesFrom returns the half-open range of file-edge rows whose source is id.
func (s *Snapshot) FileEdgesFrom(id schema.FileID) (lo, hi int32) {
	return s.fileOut[id], s.fileOut[id+1]
}

// FileEdgesTo returns the file-edge rows whose target is id.
func (s *Snapshot) FileEdgesTo(id schema.FileID) []int32 {
	return s.fileIn[s.fileInStart[id]:s.fileInStart[id+1]]
}

// Rank returns the PageRank of a symbol.
func (s *Snapshot) Rank(id schema.SymbolID) float64 { return s.rows.Ranks[id] }

// FileRank returns the PageRank of a file.
func (s *Snapshot) FileRank(id schema.FileID) float64 { return s.rows.FileRanks[id] }

// Commits returns the history, newest first.
func (s *Snapshot) Commits() []schema.Commit { return s.rows.Commits }

// Changes returns what those commits did to files that still exist.
func (s *Snapshot) Changes() []schema.Change { return s.rows.Changes }

// Problems returns what could not be read.
func (s *Snapshot) Problems() []schema.Problem { return s.rows.Problems }

// Coverage returns how much is resolved, by language.
func (s *Snapshot) Coverage() []schema.Coverage { return s.rows.Coverage }

// FileCoverage returns how much of one file is resolved.
func (s *Snapshot) FileCoverage(id schema.FileID) schema.FileCoverage { return s.rows.FileCoverage[id] }
