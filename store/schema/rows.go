package schema

// Lines are 1-based, columns 0-based bytes within the line, ends exclusive in
// columns and inclusive in lines; None (-1) where there is no value.

// File is a row of the files table. Its id is its position.
type File struct {
	Path       string // Repository-relative, with '/'.
	Language   string // Name from the language registry; "" when unknown.
	Digest     Digest // SHA-256 of the content; of the target text for a symlink.
	Bytes      int64
	Lines      int32
	Status     FileStatus
	Flags      FileFlags
	Complexity int32
	Package    string // Package, module, crate or namespace that the file belongs to, as its ecosystem names it.
}

// Symbol is a row of the symbols table. Its id is its position.
type Symbol struct {
	ScipSymbol    string // Stable identity: language, package without version, descriptor path, disambiguator.
	Name          string
	QualifiedName string // Dotted path inside its package, e.g. "Command.Execute".
	Kind          Kind
	File          FileID
	StartLine     int32
	StartCol      int32
	EndLine       int32
	EndCol        int32
	NameLine      int32
	NameCol       int32
	Parent        SymbolID
	Visibility    Visibility
	Flags         SymbolFlags
	Complexity    int32
	Signature     string
	Doc           string // First sentence or line of the documentation.
	SignatureHash uint64 // Of the declaration's tokens without body, comments and white space.
	BodyHash      uint64 // Of the body's tokens, those of nested symbols with rows of their own left out.
}

// Occurrence is a row of the occurrences table, ordered by file, start, role.
type Occurrence struct {
	File       FileID
	StartLine  int32
	StartCol   int32
	EndLine    int32
	EndCol     int32
	Role       Role
	Symbol     SymbolID // None for local, external and unresolved targets.
	External   string   // Package or SCIP symbol of an external target, "local" for a local one, "" else.
	Enclosing  SymbolID // Innermost symbol with a row that contains it.
	Origin     Origin
	Confidence float32
	Name       string // As written.
}

// Import is a row of the imports table, ordered by file and line.
type Import struct {
	File          FileID
	Line          int32
	Text          string // Module specifier as written.
	TargetFile    FileID
	TargetPackage string
	Class         ImportClass
	External      bool
}

// Edge is a row of the edges table, ordered by source, target, kind. Several
// occurrences of one kind between the same two symbols are one edge.
type Edge struct {
	Source     SymbolID
	Target     SymbolID
	Kind       EdgeKind
	Origin     Origin  // Best of its occurrences.
	Confidence float32 // Greatest of its occurrences.
	Count      int32
	File       FileID // Of the first occurrence.
	Line       int32  // Of the first occurrence.
}

// FileEdge is a row of the file_edges table, ordered by source, target, kind.
type FileEdge struct {
	Source     FileID
	Target     FileID
	Kind       EdgeKind
	Class      ImportClass
	Confidence float32
	Count      int32
}

// Commit is a row of the commits table, newest first.
type Commit struct {
	Hash       string
	Time       int64 // Unix seconds of the author date.
	Author     string
	Subject    string
	Kind       string // fix, feature, refactor, test, docs, build, …; "" unknown.
	Confidence float32
}

// Change is a row of the changes table: what a commit did to a file that still exists.
type Change struct {
	Commit  int32 // Row of the commits table.
	File    FileID
	Added   int32
	Deleted int32
}

// Problem is a row of the problems table, ordered by path, stage, line.
type Problem struct {
	Path   string
	Stage  string // walk, read, decode, parse, scip, link, history
	Reason string
	Line   int32 // None when it concerns the whole file.
	// EndLine is the last line of the range that could not be read; Line when only that is known.
	EndLine int32
}

// Coverage is a row of the coverage table, one a language.
type Coverage struct {
	Language   string
	Files      int32
	Parsed     int32
	References int32
	Resolved   int32
	Ambiguous  int32
	External   int32
	Unresolved int32
}

// FileCoverage is a row of the file_coverage table, one a file, in file order.
type FileCoverage struct {
	References int32
	Resolved   int32
	Ambiguous  int32
	External   int32
	Unresolved int32
}

// Rows is everything that a snapshot's tables hold, as the pipeline hands it to
// store/build. Slices are in table order.
type Rows struct {
	Files        []File
	Symbols      []Symbol
	Occurrences  []Occurrence
	Imports      []Import
	Edges        []Edge
	FileEdges    []FileEdge
	Ranks        []float64 // PageRank by SymbolID.
	FileRanks    []float64 // PageRank by FileID.
	Commits      []Commit
	Changes      []Change
	Problems     []Problem
	Coverage     []Coverage
	FileCoverage []FileCoverage
}
