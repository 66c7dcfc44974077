package store

import (
	"fmt"

	"github.com/lc-index/lc/store/schema"
)

// Rows returns every row of the snapshot: for tests, verification and export, not
// for questions. It fails when any of it is damaged.
func (s *Snapshot) Rows() (*schema.Rows, error) {
	r := &schema.Rows{
		Files: make([]schema.File, s.FileCount()), Symbols: make([]schema.Symbol, s.SymbolCount()),
		Edges: make([]schema.Edge, s.EdgeCount()), FileEdges: make([]schema.FileEdge, s.FileEdgeCount()),
		Occurrences:  make([]schema.Occurrence, 0, s.OccurrenceCount()),
		FileCoverage: make([]schema.FileCoverage, s.c.fileCoverage.id.len()),
		Ranks:        append([]float64(nil), s.c.ranks.pagerank.all()...), FileRanks: append([]float64(nil), s.c.fileRanks.pagerank.all()...),
		Imports: s.importRows(), Commits: s.commitRows(), Changes: s.changeRows(), Problems: s.problemRows(), Coverage: s.coverageRows(),
	}
	for i := range r.Files {
		r.Files[i] = s.File(schema.FileID(i))
		occs, err := s.Occurrences(schema.FileID(i))
		if err != nil {
			return nil, err
		}
		r.Occurrences = append(r.Occurrences, occs...)
	}
	for i := range r.Symbols {
		r.Symbols[i] = s.Symbol(schema.SymbolID(i))
	}
	for i := range r.Edges {
		r.Edges[i] = s.Edge(int32(i))
	}
	for i := range r.FileEdges {
		r.FileEdges[i] = s.FileEdge(int32(i))
	}
	for i := range r.FileCoverage {
		r.FileCoverage[i] = s.FileCoverage(schema.FileID(i))
	}
	return r, s.Err()
}

func (s *Snapshot) importRows() []schema.Import {
	t, n := &s.c.imports, s.FileCount()
	out := make([]schema.Import, t.file.len())
	for i := range out {
		out[i] = schema.Import{
			File: schema.FileID(s.id("imports.file_id", t.file.at(i), n)), Line: t.line.at(i), Text: t.text.at(i),
			TargetFile: schema.FileID(s.id("imports.target_file_id", t.target.at(i), n)), TargetPackage: t.targetPackage.at(i),
			Class: t.class.at(i), External: t.external.at(i),
		}
	}
	return out
}

func (s *Snapshot) commitRows() []schema.Commit {
	t := &s.c.commits
	out := make([]schema.Commit, t.hash.len())
	for i := range out {
		out[i] = schema.Commit{
			Hash: t.hash.at(i), Time: t.time.at(i), Author: t.author.at(i), Subject: t.subject.at(i), Kind: t.kind.at(i), Confidence: t.confidence.at(i),
		}
	}
	return out
}

func (s *Snapshot) changeRows() []schema.Change {
	t, n := &s.c.changes, s.c.commits.hash.len()
	out := make([]schema.Change, t.file.len())
	for i := range out {
		commit := s.id("changes.commit", t.commit.position(i), n)
		if commit == schema.None {
			s.damaged(fmt.Errorf("change %d belongs to no commit", i))
			commit = 0
		}
		out[i] = schema.Change{
			Commit: commit, File: schema.FileID(s.id("changes.file_id", t.file.at(i), s.FileCount())), Added: t.added.at(i), Deleted: t.deleted.at(i),
		}
	}
	return out
}

func (s *Snapshot) problemRows() []schema.Problem {
	t := &s.c.problems
	out := make([]schema.Problem, t.path.len())
	for i := range out {
		out[i] = schema.Problem{Path: t.path.at(i), Stage: t.stage.at(i), Reason: t.reason.at(i), Line: t.line.at(i), EndLine: t.end.at(i)}
	}
	return out
}

func (s *Snapshot) coverageRows() []schema.Coverage {
	t := &s.c.coverage
	out := make([]schema.Coverage, t.language.len())
	for i := range out {
		out[i] = schema.Coverage{
			Language: t.language.at(i), Files: t.files.at(i), Parsed: t.parsed.at(i), References: t.references.at(i), Resolved: t.resolved.at(i),
			Ambiguous: t.ambiguous.at(i), External: t.external.at(i), Unresolved: t.unresolved.at(i),
		}
	}
	return out
}
