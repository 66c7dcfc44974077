package store

import (
	"github.com/apache/arrow-go/v18/arrow"

	"github.com/lc-index/lc/store/schema"
)

// field is a column with its name.
type field struct {
	name string
	col  column
}

// table is one Arrow file of a snapshot.
type table interface {
	fields() []field
}

// tableNames lists the tables in the order in which they are written and listed.
var tableNames = [...]string{
	"files", "symbols", "occurrences", "imports", "edges", "file_edges", "ranks", "file_ranks",
	"commits", "changes", "problems", "coverage", "file_coverage", "open_names",
}

// TableNames lists the tables of a snapshot. The file of a table is its name with
// TableSuffix.
func TableNames() []string { return append([]string(nil), tableNames[:]...) }

// TableSuffix is the extension of a table's file.
const TableSuffix = ".arrow"

func arrowSchema(t table) *arrow.Schema {
	fields := t.fields()
	out := make([]arrow.Field, len(fields))
	for i, f := range fields {
		out[i] = arrow.Field{Name: f.name, Type: f.col.dataType()}
	}
	return arrow.NewSchema(out, nil)
}

// rowsOf returns the number of rows of t.
func rowsOf(t table) int { return t.fields()[0].col.len() }

type filesTable struct {
	id, lines, complexity    numbers[int32]
	path                     text
	language, pkg            words
	digest                   digests
	bytes                    numbers[int64]
	status                   enum[schema.FileStatus]
	flags                    marks
	firstSymbol, firstOcc    numbers[int32]
	occBatch, firstImport    numbers[int32]
	firstEdge, firstIncoming numbers[int32]
}

func (t *filesTable) fields() []field {
	return []field{
		{"file_id", &t.id}, {"path", &t.path}, {"language", &t.language}, {"sha256", &t.digest}, {"bytes", &t.bytes},
		{"lines", &t.lines}, {"status", &t.status}, {"flags", &t.flags}, {"complexity", &t.complexity}, {"package", &t.pkg},
		{"first_symbol", &t.firstSymbol}, {"first_occurrence", &t.firstOcc}, {"occurrence_batch", &t.occBatch},
		{"first_import", &t.firstImport}, {"first_edge", &t.firstEdge}, {"first_incoming", &t.firstIncoming},
	}
}

type symbolsTable struct {
	id, file, parent                     numbers[int32]
	scip, name, qualified                text
	kind                                 enum[schema.Kind]
	startLine, startCol, endLine, endCol numbers[int32]
	nameLine, nameCol, complexity        numbers[int32]
	visibility                           enum[schema.Visibility]
	signature, doc                       text
	flags                                marks
	signatureHash, bodyHash              numbers[uint64]
	firstEdge, firstIncoming             numbers[int32]
	byName, byScip                       numbers[int32]
}

func (t *symbolsTable) fields() []field {
	return []field{
		{"symbol_id", &t.id}, {"scip_symbol", &t.scip}, {"name", &t.name}, {"qualified_name", &t.qualified}, {"kind", &t.kind},
		{"file_id", &t.file}, {"start_line", &t.startLine}, {"start_col", &t.startCol}, {"end_line", &t.endLine}, {"end_col", &t.endCol},
		{"name_line", &t.nameLine}, {"name_col", &t.nameCol}, {"parent_id", &t.parent}, {"visibility", &t.visibility},
		{"signature", &t.signature}, {"doc", &t.doc}, {"complexity", &t.complexity}, {"flags", &t.flags},
		{"signature_hash", &t.signatureHash}, {"body_hash", &t.bodyHash},
		{"first_edge", &t.firstEdge}, {"first_incoming", &t.firstIncoming}, {"by_name", &t.byName}, {"by_scip_symbol", &t.byScip},
	}
}

type occurrencesTable struct {
	file, startLine, startCol, endLine, endCol numbers[int32]
	role                                       enum[schema.Role]
	symbol, enclosing                          numbers[int32]
	external, name                             words
	origin                                     enum[schema.Origin]
	confidence                                 numbers[float32]
}

func (t *occurrencesTable) fields() []field {
	return []field{
		{"file_id", &t.file}, {"start_line", &t.startLine}, {"start_col", &t.startCol}, {"end_line", &t.endLine}, {"end_col", &t.endCol},
		{"role", &t.role}, {"symbol_id", &t.symbol}, {"external", &t.external}, {"enclosing_id", &t.enclosing},
		{"origin", &t.origin}, {"confidence", &t.confidence}, {"name", &t.name},
	}
}

type importsTable struct {
	file, line, target  numbers[int32]
	text, targetPackage words
	class               enum[schema.ImportClass]
	external            flags
}

func (t *importsTable) fields() []field {
	return []field{
		{"file_id", &t.file}, {"line", &t.line}, {"text", &t.text}, {"target_file_id", &t.target},
		{"target_package", &t.targetPackage}, {"class", &t.class}, {"external", &t.external},
	}
}

type edgesTable struct {
	src, dst, count, file, line, incoming numbers[int32]
	kind                                  enum[schema.EdgeKind]
	origin                                enum[schema.Origin]
	confidence                            numbers[float32]
}

func (t *edgesTable) fields() []field {
	return []field{
		{"src_symbol_id", &t.src}, {"dst_symbol_id", &t.dst}, {"kind", &t.kind}, {"origin", &t.origin}, {"confidence", &t.confidence},
		{"count", &t.count}, {"file_id", &t.file}, {"line", &t.line}, {"incoming", &t.incoming},
	}
}

type fileEdgesTable struct {
	src, dst, count, incoming numbers[int32]
	kind                      enum[schema.EdgeKind]
	class                     enum[schema.ImportClass]
	confidence                numbers[float32]
}

func (t *fileEdgesTable) fields() []field {
	return []field{
		{"src_file_id", &t.src}, {"dst_file_id", &t.dst}, {"kind", &t.kind}, {"class", &t.class}, {"confidence", &t.confidence},
		{"count", &t.count}, {"incoming", &t.incoming},
	}
}

type ranksTable struct {
	key      string
	id       numbers[int32]
	pagerank numbers[float64]
}

func (t *ranksTable) fields() []field {
	return []field{{t.key, &t.id}, {"pagerank", &t.pagerank}}
}

type commitsTable struct {
	hash, subject text
	time          numbers[int64]
	author, kind  words
	confidence    numbers[float32]
}

func (t *commitsTable) fields() []field {
	return []field{
		{"commit", &t.hash}, {"time", &t.time}, {"author", &t.author}, {"subject", &t.subject}, {"kind", &t.kind}, {"confidence", &t.confidence},
	}
}

type changesTable struct {
	commit               words
	file, added, deleted numbers[int32]
}

func (t *changesTable) fields() []field {
	return []field{{"commit", &t.commit}, {"file_id", &t.file}, {"added", &t.added}, {"deleted", &t.deleted}}
}

type problemsTable struct {
	path, reason text
	stage        words
	line, end    numbers[int32]
}

func (t *problemsTable) fields() []field {
	return []field{{"path", &t.path}, {"stage", &t.stage}, {"reason", &t.reason}, {"line", &t.line}, {"end_line", &t.end}}
}

type coverageTable struct {
	language                                                             words
	files, parsed, references, resolved, ambiguous, external, unresolved numbers[int32]
}

func (t *coverageTable) fields() []field {
	return []field{
		{"language", &t.language}, {"files", &t.files}, {"parsed", &t.parsed}, {"references", &t.references}, {"resolved", &t.resolved},
		{"ambiguous", &t.ambiguous}, {"external", &t.external}, {"unresolved", &t.unresolved},
	}
}

type fileCoverageTable struct {
	id, references, resolved, ambiguous, external, unresolved numbers[int32]
}

func (t *fileCoverageTable) fields() []field {
	return []field{
		{"file_id", &t.id}, {"references", &t.references}, {"resolved", &t.resolved},
		{"ambiguous", &t.ambiguous}, {"external", &t.external}, {"unresolved", &t.unresolved},
	}
}

// openNamesTable lists the references that have no target, ordered by name, file
// and enclosing symbol: what an answer about a name must own up to. Several in one
// symbol are one row.
type openNamesTable struct {
	name                   text
	file, enclosing, count numbers[int32]
}

func (t *openNamesTable) fields() []field {
	return []field{{"name", &t.name}, {"file_id", &t.file}, {"enclosing_id", &t.enclosing}, {"count", &t.count}}
}
