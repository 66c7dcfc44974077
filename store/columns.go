package store

import (
	"fmt"
	"slices"
	"sort"

	"github.com/lc-index/lc/store/schema"
)

// Columns is every table of a snapshot, column by column: made from rows in
// memory, or read from mapped files. Besides the rows it holds what makes a
// snapshot quick to ask: where the rows of each file and symbol start, and rows in
// other orders. Immutable and safe for concurrent use.
type Columns struct {
	files        filesTable
	symbols      symbolsTable
	occurrences  occurrencesTable // Empty when the table is read batch by batch.
	imports      importsTable
	edges        edgesTable
	fileEdges    fileEdgesTable
	ranks        ranksTable
	fileRanks    ranksTable
	commits      commitsTable
	changes      changesTable
	problems     problemsTable
	coverage     coverageTable
	fileCoverage fileCoverageTable
	openNames    openNamesTable

	batches []int // First occurrence row of each batch, and the number of rows at the end.
}

// newColumns makes tables that know their enumerations and hold no rows.
func newColumns() *Columns {
	c := &Columns{ranks: ranksTable{key: "symbol_id"}, fileRanks: ranksTable{key: "file_id"}}
	c.files.status.names, c.files.flags.names = schema.FileStatusNames(), fileFlagNames()
	c.symbols.kind.names, c.symbols.visibility.names, c.symbols.flags.names = schema.KindNames(), schema.VisibilityNames(), symbolFlagNames()
	c.occurrences.role.names, c.occurrences.origin.names = schema.RoleNames(), schema.OriginNames()
	c.imports.class.names = schema.ImportClassNames()
	c.edges.kind.names, c.edges.origin.names = schema.EdgeKindNames(), schema.OriginNames()
	c.fileEdges.kind.names, c.fileEdges.class.names = schema.EdgeKindNames(), schema.ImportClassNames()
	return c
}

func fileFlagNames() []string   { return schema.FileFlags(^uint32(0)).Names() }
func symbolFlagNames() []string { return schema.SymbolFlags(^uint32(0)).Names() }

// table returns the table called name, nil when there is none.
func (c *Columns) table(name string) table {
	switch name {
	case "files":
		return &c.files
	case "symbols":
		return &c.symbols
	case "occurrences":
		return &c.occurrences
	case "imports":
		return &c.imports
	case "edges":
		return &c.edges
	case "file_edges":
		return &c.fileEdges
	case "ranks":
		return &c.ranks
	case "file_ranks":
		return &c.fileRanks
	case "commits":
		return &c.commits
	case "changes":
		return &c.changes
	case "problems":
		return &c.problems
	case "coverage":
		return &c.coverage
	case "file_coverage":
		return &c.fileCoverage
	case "open_names":
		return &c.openNames
	}
	return nil
}

// Counts returns the number of rows of each table.
func (c *Columns) Counts() map[string]int64 {
	counts := make(map[string]int64, len(tableNames))
	for _, name := range tableNames {
		counts[name] = int64(rowsOf(c.table(name)))
	}
	return counts
}

// batchRows is how many occurrences share a compressed batch, whole files at a
// time: enough for compression to pay, few enough that reading one file's
// occurrences takes a millisecond or two.
const batchRows = 1 << 15

func int32s(n int, at func(int) int32) numbers[int32] {
	v := make([]int32, n)
	for i := range v {
		v[i] = at(i)
	}
	return numbers[int32]{v: v}
}

func identity(n int) numbers[int32] {
	return int32s(n, func(i int) int32 { return int32(i) })
}

// ColumnsOf turns rows, which must be in table order (see Check), into columns.
func ColumnsOf(rows *schema.Rows) (*Columns, error) {
	c := newColumns()
	if err := c.setFiles(rows); err != nil {
		return nil, fmt.Errorf("table files: %w", err)
	}
	if err := c.setSymbols(rows); err != nil {
		return nil, fmt.Errorf("table symbols: %w", err)
	}
	c.setOccurrences(rows.Occurrences)
	c.setImports(rows.Imports)
	c.setEdges(rows)
	c.ranks.id, c.ranks.pagerank.v = identity(len(rows.Ranks)), rows.Ranks
	c.fileRanks.id, c.fileRanks.pagerank.v = identity(len(rows.FileRanks)), rows.FileRanks
	if err := c.setHistory(rows); err != nil {
		return nil, fmt.Errorf("table commits: %w", err)
	}
	if err := c.setHealth(rows); err != nil {
		return nil, fmt.Errorf("table problems: %w", err)
	}
	return c, nil
}

func (c *Columns) setFiles(rows *schema.Rows) (err error) {
	t, r := &c.files, rows.Files
	n := len(r)
	t.id = identity(n)
	if t.path, err = textOf(n, func(i int) string { return r[i].Path }); err != nil {
		return err
	}
	t.language = wordsOf(n, func(i int) string { return r[i].Language })
	t.digest.v = make([]byte, 0, 32*n)
	for i := range r {
		t.digest.v = append(t.digest.v, r[i].Digest[:]...)
	}
	t.bytes.v = make([]int64, n)
	for i := range r {
		t.bytes.v[i] = r[i].Bytes
	}
	t.lines = int32s(n, func(i int) int32 { return r[i].Lines })
	t.status = enumOf(t.status.names, n, func(i int) schema.FileStatus { return r[i].Status })
	t.flags = marksOf(t.flags.names, n, func(i int) uint32 { return uint32(r[i].Flags) })
	t.complexity = int32s(n, func(i int) int32 { return r[i].Complexity })
	t.pkg = wordsOf(n, func(i int) string { return r[i].Package })

	t.firstSymbol.v = starts(n, len(rows.Symbols), func(i int) int32 { return int32(rows.Symbols[i].File) })
	t.firstOcc.v = starts(n, len(rows.Occurrences), func(i int) int32 { return int32(rows.Occurrences[i].File) })
	t.firstImport.v = starts(n, len(rows.Imports), func(i int) int32 { return int32(rows.Imports[i].File) })
	t.firstEdge.v = starts(n, len(rows.FileEdges), func(i int) int32 { return int32(rows.FileEdges[i].Source) })
	t.firstIncoming.v, c.fileEdges.incoming.v = group(n, len(rows.FileEdges), func(i int) int32 { return int32(rows.FileEdges[i].Target) })

	t.occBatch.v = make([]int32, n)
	begin := 0
	for i := range n {
		first := int(t.firstOcc.v[i])
		if i == 0 {
			c.batches = append(c.batches, 0)
		} else if first-begin >= batchRows {
			c.batches = append(c.batches, first)
			begin = first
		}
		t.occBatch.v[i] = int32(len(c.batches) - 1)
	}
	c.batches = append(c.batches, len(rows.Occurrences))
	return nil
}

func (c *Columns) setSymbols(rows *schema.Rows) (err error) {
	t, r := &c.symbols, rows.Symbols
	n := len(r)
	t.id = identity(n)
	for _, s := range []struct {
		to *text
		at func(int) string
	}{
		{&t.scip, func(i int) string { return r[i].ScipSymbol }},
		{&t.name, func(i int) string { return r[i].Name }},
		{&t.qualified, func(i int) string { return r[i].QualifiedName }},
		{&t.signature, func(i int) string { return r[i].Signature }},
		{&t.doc, func(i int) string { return r[i].Doc }},
	} {
		if *s.to, err = textOf(n, s.at); err != nil {
			return err
		}
	}
	t.kind = enumOf(t.kind.names, n, func(i int) schema.Kind { return r[i].Kind })
	t.file = int32s(n, func(i int) int32 { return int32(r[i].File) })
	t.startLine = int32s(n, func(i int) int32 { return r[i].StartLine })
	t.startCol = int32s(n, func(i int) int32 { return r[i].StartCol })
	t.endLine = int32s(n, func(i int) int32 { return r[i].EndLine })
	t.endCol = int32s(n, func(i int) int32 { return r[i].EndCol })
	t.nameLine = int32s(n, func(i int) int32 { return r[i].NameLine })
	t.nameCol = int32s(n, func(i int) int32 { return r[i].NameCol })
	t.parent = int32s(n, func(i int) int32 { return int32(r[i].Parent) })
	t.visibility = enumOf(t.visibility.names, n, func(i int) schema.Visibility { return r[i].Visibility })
	t.complexity = int32s(n, func(i int) int32 { return r[i].Complexity })
	t.flags = marksOf(t.flags.names, n, func(i int) uint32 { return uint32(r[i].Flags) })
	t.signatureHash.v, t.bodyHash.v = make([]uint64, n), make([]uint64, n)
	for i := range r {
		t.signatureHash.v[i], t.bodyHash.v[i] = r[i].SignatureHash, r[i].BodyHash
	}
	t.firstEdge.v = starts(n, len(rows.Edges), func(i int) int32 { return int32(rows.Edges[i].Source) })
	t.firstIncoming.v, c.edges.incoming.v = group(n, len(rows.Edges), func(i int) int32 { return int32(rows.Edges[i].Target) })
	t.byName.v = order(n, func(i int32) string { return r[i].Name })
	t.byScip.v = order(n, func(i int32) string { return r[i].ScipSymbol })
	return nil
}

func (c *Columns) setOccurrences(r []schema.Occurrence) {
	t, n := &c.occurrences, len(r)
	t.file = int32s(n, func(i int) int32 { return int32(r[i].File) })
	t.startLine = int32s(n, func(i int) int32 { return r[i].StartLine })
	t.startCol = int32s(n, func(i int) int32 { return r[i].StartCol })
	t.endLine = int32s(n, func(i int) int32 { return r[i].EndLine })
	t.endCol = int32s(n, func(i int) int32 { return r[i].EndCol })
	t.role = enumOf(t.role.names, n, func(i int) schema.Role { return r[i].Role })
	t.symbol = int32s(n, func(i int) int32 { return int32(r[i].Symbol) })
	t.external = wordsOf(n, func(i int) string { return r[i].External })
	t.enclosing = int32s(n, func(i int) int32 { return int32(r[i].Enclosing) })
	t.origin = enumOf(t.origin.names, n, func(i int) schema.Origin { return r[i].Origin })
	t.confidence.v = make([]float32, n)
	for i := range r {
		t.confidence.v[i] = r[i].Confidence
	}
	t.name = wordsOf(n, func(i int) string { return r[i].Name })
}

func (c *Columns) setImports(r []schema.Import) {
	t, n := &c.imports, len(r)
	t.file = int32s(n, func(i int) int32 { return int32(r[i].File) })
	t.line = int32s(n, func(i int) int32 { return r[i].Line })
	t.text = wordsOf(n, func(i int) string { return r[i].Text })
	t.target = int32s(n, func(i int) int32 { return int32(r[i].TargetFile) })
	t.targetPackage = wordsOf(n, func(i int) string { return r[i].TargetPackage })
	t.class = enumOf(t.class.names, n, func(i int) schema.ImportClass { return r[i].Class })
	for i := range r {
		t.external.append(r[i].External)
	}
}

func (c *Columns) setEdges(rows *schema.Rows) {
	t, r := &c.edges, rows.Edges
	n := len(r)
	t.src = int32s(n, func(i int) int32 { return int32(r[i].Source) })
	t.dst = int32s(n, func(i int) int32 { return int32(r[i].Target) })
	t.kind = enumOf(t.kind.names, n, func(i int) schema.EdgeKind { return r[i].Kind })
	t.origin = enumOf(t.origin.names, n, func(i int) schema.Origin { return r[i].Origin })
	t.confidence.v = make([]float32, n)
	for i := range r {
		t.confidence.v[i] = r[i].Confidence
	}
	t.count = int32s(n, func(i int) int32 { return r[i].Count })
	t.file = int32s(n, func(i int) int32 { return int32(r[i].File) })
	t.line = int32s(n, func(i int) int32 { return r[i].Line })

	f, q := &c.fileEdges, rows.FileEdges
	m := len(q)
	f.src = int32s(m, func(i int) int32 { return int32(q[i].Source) })
	f.dst = int32s(m, func(i int) int32 { return int32(q[i].Target) })
	f.kind = enumOf(f.kind.names, m, func(i int) schema.EdgeKind { return q[i].Kind })
	f.class = enumOf(f.class.names, m, func(i int) schema.ImportClass { return q[i].Class })
	f.confidence.v = make([]float32, m)
	for i := range q {
		f.confidence.v[i] = q[i].Confidence
	}
	f.count = int32s(m, func(i int) int32 { return q[i].Count })
}

func (c *Columns) setHistory(rows *schema.Rows) (err error) {
	t, r := &c.commits, rows.Commits
	n := len(r)
	if t.hash, err = textOf(n, func(i int) string { return r[i].Hash }); err != nil {
		return err
	}
	if t.subject, err = textOf(n, func(i int) string { return r[i].Subject }); err != nil {
		return err
	}
	t.time.v, t.confidence.v = make([]int64, n), make([]float32, n)
	for i := range r {
		t.time.v[i], t.confidence.v[i] = r[i].Time, r[i].Confidence
	}
	t.author = wordsOf(n, func(i int) string { return r[i].Author })
	t.kind = wordsOf(n, func(i int) string { return r[i].Kind })

	h, q := &c.changes, rows.Changes
	m := len(q)
	h.commit = words{index: int32s(m, func(i int) int32 { return q[i].Commit }).v, values: make([]string, n)}
	for i := range r {
		h.commit.values[i] = r[i].Hash
	}
	h.file = int32s(m, func(i int) int32 { return int32(q[i].File) })
	h.added = int32s(m, func(i int) int32 { return q[i].Added })
	h.deleted = int32s(m, func(i int) int32 { return q[i].Deleted })
	return nil
}

func (c *Columns) setHealth(rows *schema.Rows) (err error) {
	t, r := &c.problems, rows.Problems
	n := len(r)
	if t.path, err = textOf(n, func(i int) string { return r[i].Path }); err != nil {
		return err
	}
	if t.reason, err = textOf(n, func(i int) string { return r[i].Reason }); err != nil {
		return err
	}
	t.stage = wordsOf(n, func(i int) string { return r[i].Stage })
	t.line = int32s(n, func(i int) int32 { return r[i].Line })
	t.end = int32s(n, func(i int) int32 { return r[i].EndLine })

	l, v := &c.coverage, rows.Coverage
	l.language = wordsOf(len(v), func(i int) string { return v[i].Language })
	l.files = int32s(len(v), func(i int) int32 { return v[i].Files })
	l.parsed = int32s(len(v), func(i int) int32 { return v[i].Parsed })
	l.references = int32s(len(v), func(i int) int32 { return v[i].References })
	l.resolved = int32s(len(v), func(i int) int32 { return v[i].Resolved })
	l.ambiguous = int32s(len(v), func(i int) int32 { return v[i].Ambiguous })
	l.external = int32s(len(v), func(i int) int32 { return v[i].External })
	l.unresolved = int32s(len(v), func(i int) int32 { return v[i].Unresolved })

	f, w := &c.fileCoverage, rows.FileCoverage
	f.id = identity(len(w))
	f.references = int32s(len(w), func(i int) int32 { return w[i].References })
	f.resolved = int32s(len(w), func(i int) int32 { return w[i].Resolved })
	f.ambiguous = int32s(len(w), func(i int) int32 { return w[i].Ambiguous })
	f.external = int32s(len(w), func(i int) int32 { return w[i].External })
	f.unresolved = int32s(len(w), func(i int) int32 { return w[i].Unresolved })
	return c.setOpenNames(rows)
}

// starts returns, for rows sorted by key, the first row of each key in [0, n). A
// key outside is nobody's.
func starts(n, rows int, key func(int) int32) []int32 {
	next := make([]int32, n+1)
	for i := range rows {
		if k := key(i); k >= 0 && int(k) < n {
			next[k+1]++
		}
	}
	for i := range n {
		next[i+1] += next[i]
	}
	return next[:n]
}

// group returns rows grouped by key, keeping their order inside a group.
func group(n, rows int, key func(int) int32) (start, members []int32) {
	start = starts(n, rows, key)
	members = make([]int32, rows)
	next := slices.Clone(start)
	for i := range rows {
		if k := key(i); k >= 0 && int(k) < n {
			members[next[k]] = int32(i)
			next[k]++
		}
	}
	return start, members
}

// order returns row numbers sorted by a string of the row, equals by row.
func order(n int, at func(int32) string) []int32 {
	ids := identity(n).v
	sort.Slice(ids, func(i, j int) bool {
		a, b := at(ids[i]), at(ids[j])
		if a != b {
			return a < b
		}
		return ids[i] < ids[j]
	})
	return ids
}
