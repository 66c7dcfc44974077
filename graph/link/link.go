// Package link holds what goes into linking and what comes out of it: the files
// of a snapshot with their facts, and for every reference the declaration that it
// means, with origin and confidence. graph/resolve fills an Output, index/precise
// overrides parts of it with what SCIP says, graph/rows turns it into tables.
package link

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// File is one file of the snapshot, in FileID order.
type File struct {
	ID       schema.FileID
	Path     string
	Language string
	Digest   schema.Digest
	Facts    *lang.Facts // Nil for a file without a parser.
	Test     bool
}

// Input is the whole snapshot as the linker sees it.
type Input struct {
	Files []File
	// Content returns the bytes of a file (UTF-8), for manifests (go.mod,
	// package.json, tsconfig.json, pyproject.toml, Cargo.toml, pom.xml, …) and for
	// native front ends. Safe for concurrent use.
	Content func(schema.FileID) ([]byte, error)
	// Workers bounds parallelism; it never changes the output. 0 means GOMAXPROCS.
	Workers int
}

// Target is a declaration: a symbol of a file's facts.
type Target struct {
	File   schema.FileID
	Symbol int32 // Index in Facts.Symbols; 0 is the file (module) itself.
}

// NoTarget is the target of a reference that leaves the snapshot or stays open.
var NoTarget = Target{File: schema.None, Symbol: schema.None}

// Resolution is what a reference means.
type Resolution struct {
	Target     Target
	External   string // Package or module that holds the target when it is outside the snapshot; "" else.
	Origin     schema.Origin
	Confidence float32
	// More lists further targets of a call that dispatches, or of a name with
	// several candidates; each with its own origin and confidence.
	More []Resolution
}

// Unresolved is the zero answer.
func Unresolved() Resolution { return Resolution{Target: NoTarget, Origin: schema.OriginNone} }

// Resolved reports whether the reference has a target inside the snapshot.
func (r Resolution) Resolved() bool { return r.Target.File != schema.None }

// ImportTarget is what one lang.Import statement brings in.
type ImportTarget struct {
	File     schema.FileID // File (or package entry file) that the module specifier names; None.
	Package  string        // Package that it names: import path, distribution, crate, module.
	External bool
}

// Relation is an edge between declarations that no single reference spells out.
type Relation struct {
	Source     Target // The implementation, the override, the subtype.
	Target     Target
	Kind       schema.EdgeKind // implement, override, inherit, synthesized.
	Origin     schema.Origin
	Confidence float32
}

// Output is the linked snapshot. Every slice indexed by file is in FileID order
// and has an entry (possibly nil) a file.
type Output struct {
	Refs      [][]Resolution   // By file, then by position in Facts.Refs.
	Imports   [][]ImportTarget // By file, then by position in Facts.Imports.
	Packages  []string         // By file: the package, module, crate or namespace it belongs to.
	Relations []Relation       // Ordered by source, target, kind.
	Problems  []schema.Problem
}

// NewOutput makes an output for in in which nothing is resolved yet.
func NewOutput(in *Input) *Output {
	out := &Output{
		Refs:     make([][]Resolution, len(in.Files)),
		Imports:  make([][]ImportTarget, len(in.Files)),
		Packages: make([]string, len(in.Files)),
	}
	for i := range in.Files {
		facts := in.Files[i].Facts
		if facts == nil {
			continue
		}
		out.Refs[i] = make([]Resolution, len(facts.Refs))
		for j := range out.Refs[i] {
			out.Refs[i][j] = Unresolved()
		}
		out.Imports[i] = make([]ImportTarget, len(facts.Imports))
		for j := range out.Imports[i] {
			out.Imports[i][j] = ImportTarget{File: schema.None}
		}
	}
	return out
}
