package tests

import (
	"path"
	"strings"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// grain is how small a piece a runner runs.
type grain uint8

const (
	grainFile grain = iota
	grainFunction
	grainClass
)

func grainOf(language string) grain {
	switch language {
	case "go", "python", "rust":
		return grainFunction
	case "java", "kotlin", "scala", "c#", "csharp", "groovy":
		return grainClass
	}
	return grainFile
}

// suites knows every test unit of a snapshot.
type suites struct {
	snap  *store.Snapshot
	of    map[schema.FileID][]unit
	files []schema.FileID // With at least one unit, ascending.
	total int
	ready bool // Every unit is known.
	rows  []schema.File
}

func newSuites(snap *store.Snapshot) *suites {
	s := &suites{snap: snap, of: map[schema.FileID][]unit{}, rows: make([]schema.File, snap.FileCount())}
	for i := range s.rows {
		f := schema.FileID(i)
		s.rows[i] = snap.File(f)
		lo, hi := snap.SymbolsOf(f)
		var units []unit
		last := unit{schema.None, schema.None}
		for id := lo; id < hi; id++ {
			if snap.SymbolFlags(id)&schema.SymbolTest == 0 {
				continue
			}
			if u, ok := s.unitOf(id); ok && u != last {
				units = append(units, u)
				last = u
			}
		}
		if len(units) == 0 {
			row := &s.rows[i]
			if row.Flags&schema.FileTest != 0 && grainOf(row.Language) == grainFile && isTestName(row.Path) {
				units = append(units, unit{f, schema.None})
			}
		}
		if len(units) > 0 {
			s.of[f] = units
			s.files = append(s.files, f)
			s.total += len(units)
		}
	}
	s.ready = true
	return s
}

// isTestName reports whether a runner would take the file for a test by its name
// alone, which tells it from a helper in a test folder.
func isTestName(p string) bool {
	base := strings.ToLower(path.Base(p))
	stem := strings.TrimSuffix(base, path.Ext(base))
	for _, mark := range []string{".test", ".spec", "_test", "_spec", "-test", ".cy", ".e2e"} {
		if strings.HasSuffix(stem, mark) || strings.Contains(base, mark+".") {
			return true
		}
	}
	return strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-") || strings.HasPrefix(stem, "t_") ||
		strings.HasSuffix(stem, "tests") || strings.HasSuffix(stem, "test")
}

// unitOf returns the unit that runs a symbol, false when it is not part of one.
func (s *suites) unitOf(id schema.SymbolID) (unit, bool) {
	f := s.snap.SymbolFile(id)
	if s.ready {
		units := s.of[f]
		if len(units) == 0 {
			return unit{}, false
		}
		if units[0].symbol == schema.None {
			return units[0], true // The file is the unit.
		}
	}
	switch grainOf(s.rows[f].Language) {
	case grainFunction:
		for at := id; at != schema.None; at = s.snap.SymbolParent(at) {
			if s.snap.SymbolFlags(at)&schema.SymbolTest != 0 && s.snap.SymbolKind(at).IsCallable() {
				return unit{f, at}, true
			}
		}
		return unit{}, false
	case grainClass:
		top := schema.SymbolID(schema.None)
		for at := id; at != schema.None; at = s.snap.SymbolParent(at) {
			if s.snap.SymbolKind(at).IsType() {
				top = at
			}
		}
		if top == schema.None {
			return unit{f, schema.None}, true
		}
		if s.ready && !contains(s.of[f], unit{f, top}) {
			return unit{}, false
		}
		return unit{f, top}, true
	}
	if s.snap.SymbolFlags(id)&schema.SymbolTest != 0 {
		return unit{f, schema.None}, true
	}
	return unit{}, false
}

func contains(units []unit, u unit) bool {
	for _, v := range units {
		if v == u {
			return true
		}
	}
	return false
}
