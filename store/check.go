package store

import (
	"cmp"
	"fmt"
	"math"

	"github.com/lc-index/lc/store/schema"
)

// Check reports the first row that breaks what every reader relies on: the order
// of the tables and the ids in them.
func Check(rows *schema.Rows) error {
	files, symbols := len(rows.Files), len(rows.Symbols)
	if max(len(rows.Occurrences), len(rows.Edges), symbols, files) > math.MaxInt32-1 {
		return fmt.Errorf("a table has more than %d rows", math.MaxInt32-1)
	}
	for i := 1; i < files; i++ {
		if a, b := rows.Files[i-1].Path, rows.Files[i].Path; a >= b {
			return fmt.Errorf("files: row %d (%s) does not follow %s", i, b, a)
		}
	}
	if err := checkSymbols(rows); err != nil {
		return err
	}
	for i := range rows.Occurrences {
		o := &rows.Occurrences[i]
		if !inside(int32(o.File), files, false) || !inside(int32(o.Symbol), symbols, true) || !inside(int32(o.Enclosing), symbols, true) {
			return fmt.Errorf("occurrences: row %d (%s) names a file or symbol that does not exist: %d, %d, %d", i, o.Name, o.File, o.Symbol, o.Enclosing)
		}
		if i > 0 {
			p := &rows.Occurrences[i-1]
			if cmp.Or(cmp.Compare(p.File, o.File), cmp.Compare(p.StartLine, o.StartLine), cmp.Compare(p.StartCol, o.StartCol), cmp.Compare(p.Role, o.Role)) > 0 {
				return fmt.Errorf("occurrences: row %d (%s, file %d, %d:%d) is out of order", i, o.Name, o.File, o.StartLine, o.StartCol)
			}
		}
	}
	for i := range rows.Imports {
		m := &rows.Imports[i]
		if !inside(int32(m.File), files, false) || !inside(int32(m.TargetFile), files, true) {
			return fmt.Errorf("imports: row %d (%s) names a file that does not exist", i, m.Text)
		}
		if i > 0 && cmp.Or(cmp.Compare(rows.Imports[i-1].File, m.File), cmp.Compare(rows.Imports[i-1].Line, m.Line)) > 0 {
			return fmt.Errorf("imports: row %d (%s) is out of order", i, m.Text)
		}
	}
	for i := range rows.Edges {
		e := &rows.Edges[i]
		if !inside(int32(e.Source), symbols, false) || !inside(int32(e.Target), symbols, false) || !inside(int32(e.File), files, true) {
			return fmt.Errorf("edges: row %d names a symbol or file that does not exist: %d, %d, %d", i, e.Source, e.Target, e.File)
		}
		if i > 0 {
			p := &rows.Edges[i-1]
			if cmp.Or(cmp.Compare(p.Source, e.Source), cmp.Compare(p.Target, e.Target), cmp.Compare(p.Kind, e.Kind)) >= 0 {
				return fmt.Errorf("edges: row %d (%d to %d, %s) is out of order", i, e.Source, e.Target, e.Kind)
			}
		}
	}
	return checkRest(rows)
}

func checkSymbols(rows *schema.Rows) error {
	for i := range rows.Symbols {
		s := &rows.Symbols[i]
		if !inside(int32(s.File), len(rows.Files), false) {
			return fmt.Errorf("symbols: row %d (%s) lies in file %d, which does not exist", i, s.Name, s.File)
		}
		first := i == 0 || rows.Symbols[i-1].File != s.File
		if i > 0 && rows.Symbols[i-1].File > s.File {
			return fmt.Errorf("symbols: row %d (%s) is out of order", i, s.Name)
		}
		if first != (s.Kind == schema.KindFile) {
			return fmt.Errorf("symbols: row %d (%s) is a %s; the first symbol of a file is the file, and no other", i, s.Name, s.Kind)
		}
		if s.Parent == schema.None {
			continue
		}
		if s.Parent < 0 || int(s.Parent) >= i || rows.Symbols[s.Parent].File != s.File {
			return fmt.Errorf("symbols: row %d (%s) has parent %d, which is no earlier symbol of its file", i, s.Name, s.Parent)
		}
	}
	return nil
}

func checkRest(rows *schema.Rows) error {
	files := len(rows.Files)
	for i := range rows.FileEdges {
		e := &rows.FileEdges[i]
		if !inside(int32(e.Source), files, false) || !inside(int32(e.Target), files, false) {
			return fmt.Errorf("file_edges: row %d names a file that does not exist: %d, %d", i, e.Source, e.Target)
		}
		if i > 0 {
			p := &rows.FileEdges[i-1]
			if cmp.Or(cmp.Compare(p.Source, e.Source), cmp.Compare(p.Target, e.Target), cmp.Compare(p.Kind, e.Kind)) > 0 {
				return fmt.Errorf("file_edges: row %d is out of order", i)
			}
		}
	}
	for i := range rows.Changes {
		c := &rows.Changes[i]
		if !inside(c.Commit, len(rows.Commits), false) || !inside(int32(c.File), files, false) {
			return fmt.Errorf("changes: row %d names a commit or file that does not exist: %d, %d", i, c.Commit, c.File)
		}
	}
	for _, t := range []struct {
		name       string
		have, want int
	}{
		{"ranks", len(rows.Ranks), len(rows.Symbols)},
		{"file_ranks", len(rows.FileRanks), files},
		{"file_coverage", len(rows.FileCoverage), files},
	} {
		if t.have != t.want {
			return fmt.Errorf("%s: %d rows, not %d", t.name, t.have, t.want)
		}
	}
	return nil
}

// inside reports whether id names one of n rows, or none where that is allowed.
func inside(id int32, n int, none bool) bool {
	return id >= 0 && int(id) < n || none && id == schema.None
}
