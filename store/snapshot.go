package store

import (
	"fmt"
	"sort"
	"sync"
	"unsafe"

	"github.com/lc-index/lc/store/schema"
)

// Snapshot is an opened, immutable snapshot. It is safe for concurrent use; every
// lookup of a path or name is logarithmic, every walk touches only what it visits.
// Strings that it returns are the caller's; slices of ids lie in the mapped file
// and end with Close.
//
// A method that is asked for a row that does not exist answers with a zero row.
// Files that were damaged after they were published can lead there; Err says so.
type Snapshot struct {
	manifest Manifest
	c        *Columns
	occs     *occurrenceBatches // Nil when c holds the occurrences.
	unmap    func() error

	lazy struct {
		commits, changes, problems, coverage, imports sync.Once
	}
	commits  []schema.Commit
	changes  []schema.Change
	problems []schema.Problem
	coverage []schema.Coverage
	imports  []schema.Import

	mu     sync.Mutex // Guards damage.
	damage error
}

// FromRows makes a snapshot of rows in memory, for tests and for questions about
// a commit that is not kept. The rows must be in table order; they are copied.
func FromRows(rows *schema.Rows, manifest Manifest) *Snapshot {
	c, err := ColumnsOf(rows)
	s := &Snapshot{manifest: manifest, c: c, damage: err}
	if err != nil {
		s.c = newColumns()
	}
	return s
}

// Err returns an error that is ErrCorrupt when some answer of this snapshot met
// bytes that no writer leaves behind.
func (s *Snapshot) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.damage
}

func (s *Snapshot) damaged(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.damage == nil {
		s.damage = corrupt("snapshot "+s.manifest.Snapshot, err)
	}
}

// Close unmaps the files. Nothing of the snapshot may be used after it.
func (s *Snapshot) Close() error {
	if s.unmap == nil {
		return nil
	}
	unmap := s.unmap
	s.unmap = nil
	s.c, s.occs = newColumns(), nil
	return unmap()
}

// Manifest describes the snapshot.
func (s *Snapshot) Manifest() *Manifest { return &s.manifest }

// id checks an id read from column name against the n rows it may name.
func (s *Snapshot) id(name string, v int32, n int) int32 {
	if v < schema.None || int(v) >= n {
		s.damaged(fmt.Errorf("column %s names row %d of %d", name, v, n))
		return schema.None
	}
	return v
}

// span returns the rows of key i when first holds the first row of each key.
func (s *Snapshot) span(name string, first []int32, i int32, rows int) (lo, hi int32) {
	if uint(i) >= uint(len(first)) {
		return 0, 0
	}
	lo, hi = first[i], int32(rows)
	if int(i)+1 < len(first) {
		hi = first[i+1]
	}
	if lo < 0 || hi < lo || int(hi) > rows {
		s.damaged(fmt.Errorf("column %s: rows %d to %d of %d", name, lo, hi, rows))
		return 0, 0
	}
	return lo, hi
}

// FileCount returns the number of files.
func (s *Snapshot) FileCount() int { return s.c.files.id.len() }

// File returns a row of the files table.
func (s *Snapshot) File(id schema.FileID) schema.File {
	t, i := &s.c.files, int(id)
	return schema.File{
		Path: t.path.at(i), Language: t.language.at(i), Digest: t.digest.at(i), Bytes: t.bytes.at(i), Lines: t.lines.at(i),
		Status: t.status.at(i), Flags: schema.FileFlags(t.flags.at(i)), Complexity: t.complexity.at(i), Package: t.pkg.at(i),
	}
}

// FilePath is File(id).Path without the rest of the row.
func (s *Snapshot) FilePath(id schema.FileID) string { return s.c.files.path.at(int(id)) }

// FileByPath finds a file by its repository-relative path.
func (s *Snapshot) FileByPath(path string) (schema.FileID, bool) {
	t := &s.c.files
	n := t.path.len()
	i := sort.Search(n, func(i int) bool { return t.path.compare(i, path) >= 0 })
	if i < n && t.path.compare(i, path) == 0 {
		return schema.FileID(i), true
	}
	return schema.None, false
}

// SymbolCount returns the number of symbols.
func (s *Snapshot) SymbolCount() int { return s.c.symbols.id.len() }

// Symbol returns a row of the symbols table.
func (s *Snapshot) Symbol(id schema.SymbolID) schema.Symbol {
	t, i := &s.c.symbols, int(id)
	return schema.Symbol{
		ScipSymbol: t.scip.at(i), Name: t.name.at(i), QualifiedName: t.qualified.at(i), Kind: t.kind.at(i), File: s.SymbolFile(id),
		StartLine: t.startLine.at(i), StartCol: t.startCol.at(i), EndLine: t.endLine.at(i), EndCol: t.endCol.at(i),
		NameLine: t.nameLine.at(i), NameCol: t.nameCol.at(i), Parent: s.SymbolParent(id), Visibility: t.visibility.at(i),
		Flags: schema.SymbolFlags(t.flags.at(i)), Complexity: t.complexity.at(i), Signature: t.signature.at(i), Doc: t.doc.at(i),
		SignatureHash: t.signatureHash.at(i), BodyHash: t.bodyHash.at(i),
	}
}

// SymbolFile, SymbolKind and SymbolName are single columns of the symbols table.
func (s *Snapshot) SymbolFile(id schema.SymbolID) schema.FileID {
	return schema.FileID(s.id("symbols.file_id", s.c.symbols.file.at(int(id)), s.FileCount()))
}

// SymbolKind returns what the symbol is.
func (s *Snapshot) SymbolKind(id schema.SymbolID) schema.Kind { return s.c.symbols.kind.at(int(id)) }

// SymbolName returns the bare name.
func (s *Snapshot) SymbolName(id schema.SymbolID) string { return s.c.symbols.name.at(int(id)) }

// SymbolFlags returns the marks of a symbol.
func (s *Snapshot) SymbolFlags(id schema.SymbolID) schema.SymbolFlags {
	return schema.SymbolFlags(s.c.symbols.flags.at(int(id)))
}

// SymbolParent returns the enclosing symbol, None for a file's own symbol. A
// parent precedes its children, so following parents ends.
func (s *Snapshot) SymbolParent(id schema.SymbolID) schema.SymbolID {
	if uint(id) >= uint(s.SymbolCount()) {
		return schema.None
	}
	return schema.SymbolID(s.id("symbols.parent_id", s.c.symbols.parent.at(int(id)), int(id)))
}

// SymbolsOf returns the half-open range of symbols of a file; the first is the
// file itself. Empty for a file that was not parsed.
func (s *Snapshot) SymbolsOf(file schema.FileID) (lo, hi schema.SymbolID) {
	a, b := s.span("files.first_symbol", s.c.files.firstSymbol.all(), int32(file), s.SymbolCount())
	return schema.SymbolID(a), schema.SymbolID(b)
}

// SymbolsByName returns the symbols with exactly this bare name, by id. The slice
// must not be changed.
func (s *Snapshot) SymbolsByName(name string) []schema.SymbolID {
	t := &s.c.symbols
	ids := t.byName.all()
	lo := sort.Search(len(ids), func(i int) bool { return t.name.compare(int(ids[i]), name) >= 0 })
	hi := lo + sort.Search(len(ids)-lo, func(i int) bool { return t.name.compare(int(ids[lo+i]), name) > 0 })
	return symbolIDs(ids[lo:hi])
}

// symbolIDs gives ids their type without copying them.
func symbolIDs(ids []int32) []schema.SymbolID {
	if len(ids) == 0 {
		return nil
	}
	return unsafe.Slice((*schema.SymbolID)(unsafe.Pointer(&ids[0])), len(ids))
}

// SymbolByScip finds a symbol by its stable identity; of several with one
// identity the first.
func (s *Snapshot) SymbolByScip(symbol string) (schema.SymbolID, bool) {
	t := &s.c.symbols
	ids := t.byScip.all()
	i := sort.Search(len(ids), func(i int) bool { return t.scip.compare(int(ids[i]), symbol) >= 0 })
	if i < len(ids) && t.scip.compare(int(ids[i]), symbol) == 0 {
		return schema.SymbolID(ids[i]), true
	}
	return schema.None, false
}

// Imports returns the import rows of one file. The slice must not be changed.
func (s *Snapshot) Imports(file schema.FileID) []schema.Import {
	s.lazy.imports.Do(func() { s.imports = s.importRows() })
	lo, hi := s.span("files.first_import", s.c.files.firstImport.all(), int32(file), len(s.imports))
	return s.imports[lo:hi]
}

// EdgeCount returns the number of edges.
func (s *Snapshot) EdgeCount() int { return s.c.edges.src.len() }

// Edge returns a row of the edges table.
func (s *Snapshot) Edge(i int32) schema.Edge {
	t, n, k := &s.c.edges, s.SymbolCount(), int(i)
	return schema.Edge{
		Source: schema.SymbolID(s.id("edges.src_symbol_id", t.src.at(k), n)), Target: schema.SymbolID(s.id("edges.dst_symbol_id", t.dst.at(k), n)),
		Kind: t.kind.at(k), Origin: t.origin.at(k), Confidence: t.confidence.at(k), Count: t.count.at(k),
		File: schema.FileID(s.id("edges.file_id", t.file.at(k), s.FileCount())), Line: t.line.at(k),
	}
}

// EdgeLink is Edge(i) without what a walk does not need, for a third of its cost.
func (s *Snapshot) EdgeLink(i int32) (source, target schema.SymbolID, kind schema.EdgeKind, confidence float32) {
	t, n, k := &s.c.edges, s.SymbolCount(), int(i)
	return schema.SymbolID(s.id("edges.src_symbol_id", t.src.at(k), n)), schema.SymbolID(s.id("edges.dst_symbol_id", t.dst.at(k), n)),
		t.kind.at(k), t.confidence.at(k)
}

// EdgesFrom returns the half-open range of edge rows whose source is id: what id depends on.
func (s *Snapshot) EdgesFrom(id schema.SymbolID) (lo, hi int32) {
	return s.span("symbols.first_edge", s.c.symbols.firstEdge.all(), int32(id), s.EdgeCount())
}

// EdgesTo returns the edge rows whose target is id: what depends on id. The slice
// must not be changed.
func (s *Snapshot) EdgesTo(id schema.SymbolID) []int32 {
	in := s.c.edges.incoming.all()
	lo, hi := s.span("symbols.first_incoming", s.c.symbols.firstIncoming.all(), int32(id), len(in))
	return in[lo:hi]
}

// FileEdgeCount returns the number of file edges.
func (s *Snapshot) FileEdgeCount() int { return s.c.fileEdges.src.len() }

// FileEdge returns a row of the file_edges table.
func (s *Snapshot) FileEdge(i int32) schema.FileEdge {
	t, n, k := &s.c.fileEdges, s.FileCount(), int(i)
	return schema.FileEdge{
		Source: schema.FileID(s.id("file_edges.src_file_id", t.src.at(k), n)), Target: schema.FileID(s.id("file_edges.dst_file_id", t.dst.at(k), n)),
		Kind: t.kind.at(k), Class: t.class.at(k), Confidence: t.confidence.at(k), Count: t.count.at(k),
	}
}

// FileEdgesFrom returns the half-open range of file-edge rows whose source is id.
func (s *Snapshot) FileEdgesFrom(id schema.FileID) (lo, hi int32) {
	return s.span("files.first_edge", s.c.files.firstEdge.all(), int32(id), s.FileEdgeCount())
}

// FileEdgesTo returns the file-edge rows whose target is id. The slice must not be
// changed.
func (s *Snapshot) FileEdgesTo(id schema.FileID) []int32 {
	in := s.c.fileEdges.incoming.all()
	lo, hi := s.span("files.first_incoming", s.c.files.firstIncoming.all(), int32(id), len(in))
	return in[lo:hi]
}

// Rank returns the PageRank of a symbol.
func (s *Snapshot) Rank(id schema.SymbolID) float64 { return s.c.ranks.pagerank.at(int(id)) }

// FileRank returns the PageRank of a file.
func (s *Snapshot) FileRank(id schema.FileID) float64 { return s.c.fileRanks.pagerank.at(int(id)) }

// Commits returns the history, newest first. The slice must not be changed.
func (s *Snapshot) Commits() []schema.Commit {
	s.lazy.commits.Do(func() { s.commits = s.commitRows() })
	return s.commits
}

// Changes returns what those commits did to files that still exist. The slice
// must not be changed.
func (s *Snapshot) Changes() []schema.Change {
	s.lazy.changes.Do(func() { s.changes = s.changeRows() })
	return s.changes
}

// Problems returns what could not be read. The slice must not be changed.
func (s *Snapshot) Problems() []schema.Problem {
	s.lazy.problems.Do(func() { s.problems = s.problemRows() })
	return s.problems
}

// Coverage returns how much is resolved, by language. The slice must not be changed.
func (s *Snapshot) Coverage() []schema.Coverage {
	s.lazy.coverage.Do(func() { s.coverage = s.coverageRows() })
	return s.coverage
}

// FileCoverage returns how much of one file is resolved.
func (s *Snapshot) FileCoverage(id schema.FileID) schema.FileCoverage {
	t, i := &s.c.fileCoverage, int(id)
	return schema.FileCoverage{
		References: t.references.at(i), Resolved: t.resolved.at(i), Ambiguous: t.ambiguous.at(i),
		External: t.external.at(i), Unresolved: t.unresolved.at(i),
	}
}
