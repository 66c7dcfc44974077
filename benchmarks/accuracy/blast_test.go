package accuracy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Bars of direct dependents, in percent.
const (
	recallBar    = 95
	precisionBar = 90
)

// blastReport is what is read of lc graph blast-radius --json.
type blastReport struct {
	Status  string `json:"status"`
	Changed []struct {
		Path, Symbol, Change, ID, Kind string
		Line                           int32
	} `json:"changed"`
	Impacted []struct {
		Symbol, ID, Path, Kind string
		Line, Distance         int32
		Confidence             float64
		Via                    []struct {
			Symbol, Path, Kind, Origin string
			Line                       int32
		}
	} `json:"impacted_symbols"`
}

// tally sums the commits of a corpus.
type tally struct {
	commits, changed, unjudged         int
	imports, dispatched                int
	expected, found, reported, correct int
	unconfirmable, unknown             map[string]int
}

// TestAccuracyBlast compares the direct dependents of recent commits with the
// references that the language's own indexer knows of.
//
// For each symbol that lc calls changed and the indexer defines at that line, the
// declarations around the references outside of it, at head, are expected; for a
// deleted symbol those at base that are still there. A name in an import statement is
// not a use, as lc defines a dependent, and is counted apart. Reported are the symbols
// at distance 1 at the default confidence; right ones are those expected, and those
// that refer to what the changed symbol implements by the indexer's word. A dependent reached by a change that the
// indexer does not know, in a file that it did not read, or by evidence of which it
// says nothing (dispatch, containment, imports of files) is not judged, and counted.
func TestAccuracyBlast(t *testing.T) {
	corporaFolder(t)
	dir := folderOf(t, "LC_SCIP_HISTORY")
	each(t, []string{"cobra", "hono"}, func(t *testing.T, name, root string) {
		list, err := os.ReadFile(filepath.Join(dir, name+".commits.tsv"))
		if err != nil {
			t.Skipf("NOT MEASURED: %v", err)
		}
		index := filepath.Join(t.TempDir(), "index")
		sum := tally{unconfirmable: map[string]int{}, unknown: map[string]int{}}
		for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n") {
			head, base, _ := strings.Cut(line, "\t")
			sum.commits++
			compareCommit(t, &sum, root, index, base, head,
				readScip(t, filepath.Join(dir, name+"-"+base+".scip")), readScip(t, filepath.Join(dir, name+"-"+head+".scip")))
		}
		recall, precision := share(sum.found, sum.expected), share(sum.correct, sum.reported)
		counts := func(m map[string]int) string {
			var list []string
			for _, k := range sorted(m) {
				list = append(list, fmt.Sprintf("%s %d", k, m[k]))
			}
			return strings.Join(list, ", ")
		}
		t.Logf("direct dependents in %s, %d commits, %d changed symbols (%d unknown to the indexer: %s): recall %.1f %% (%d of %d, bar %d %%), precision %.1f %% (%d of %d, bar %d %%); %d by what the change implements; names in imports: %d; not judged: %s",
			name, sum.commits, sum.changed, sum.unjudged, counts(sum.unknown), recall, sum.found, sum.expected, recallBar, precision, sum.correct, sum.reported, precisionBar, sum.dispatched, sum.imports, counts(sum.unconfirmable))
		if sum.expected == 0 || sum.reported == 0 {
			t.Error("no commit has dependents: nothing was measured")
		} else if recall < recallBar || precision < precisionBar {
			t.Errorf("recall %.1f %% and precision %.1f %%; the bars are %d %% and %d %%", recall, precision, recallBar, precisionBar)
		}
	})
}

func compareCommit(t *testing.T, sum *tally, root, index, base, head string, baseRefs, headRefs *scipIndex) {
	t.Helper()
	for _, commit := range []string{base, head} {
		if err := lc(t, nil, "index", "--repository", root, "--index", index, "--commit", commit, "--tables-only", "--scip", "off"); err != nil {
			t.Fatal(err)
		}
	}
	var r blastReport
	if err := lc(t, &r, "graph", "blast-radius", "--repository", root, "--index", index, "--base", base, "--head", head); err != nil {
		t.Fatal(err)
	}
	headSnap, baseSnap := openCommit(t, index, head), openCommit(t, index, base)
	expected := map[string]string{} // Id → why.
	dispatched := map[string]string{}
	known := map[string]bool{} // path:symbol of the changed symbols that the indexer defines.
	for _, c := range r.Changed {
		sum.changed++
		snap, refs := headSnap, headRefs
		if strings.HasPrefix(c.Change, "deleted") || strings.HasPrefix(c.Change, "removed") {
			snap, refs = baseSnap, baseRefs
		}
		id, ok := snap.SymbolByScip(c.ID)
		if !ok {
			sum.unjudged++
			continue
		}
		s := snap.Symbol(id)
		symbols := refs.named(snap.FilePath(s.File), s.NameLine, s.NameCol, s.Name)
		if len(symbols) == 0 {
			sum.unjudged++
			sum.unknown[c.Kind+" "+c.Change]++
			continue
		}
		known[c.Path+" "+c.Symbol] = true
		around := func(symbol string, into map[string]string) {
			for _, o := range refs.references[symbol] {
				file, ok := snap.FileByPath(o.path)
				if !ok {
					continue
				}
				dependent := enclosing(snap, file, o.line, o.col)
				if inside(snap, dependent, id) {
					continue
				}
				if imported(t, snap, file, o) {
					sum.imports++
					continue
				}
				d := snap.Symbol(dependent)
				if _, alive := headSnap.SymbolByScip(d.ScipSymbol); alive {
					into[d.ScipSymbol] = fmt.Sprintf("%s:%d %s uses %s (%s, %s)", o.path, o.line, name(snap, dependent), c.Symbol, c.Kind, c.Change)
				}
			}
		}
		for _, symbol := range symbols {
			around(symbol, expected)
			for _, general := range refs.implements[symbol] {
				around(general, dispatched)
			}
		}
	}
	reported := map[string]bool{}
	var missing, extra []string
	for _, d := range r.Impacted {
		if d.Distance != 1 {
			continue
		}
		reported[d.ID] = true
		if _, ok := expected[d.ID]; ok {
			sum.reported++
			sum.correct++
			continue
		}
		if _, ok := dispatched[d.ID]; ok {
			sum.reported++
			sum.correct++
			sum.dispatched++
			continue
		}
		why := d.Via[len(d.Via)-1].Kind
		switch {
		case !known[d.Via[0].Path+" "+d.Via[0].Symbol]:
			sum.unconfirmable["change unknown to the indexer"]++
			continue
		case headRefs.inFile[d.Path] == 0:
			sum.unconfirmable["file unknown to the indexer"]++
			continue
		case why == "dispatch" || why == "contains" || why == "import" || why == "implement" || why == "override":
			sum.unconfirmable[why]++
			continue
		}
		sum.reported++
		extra = append(extra, fmt.Sprintf("%s:%d %s, %s of %s by %s %.2f", d.Path, d.Via[len(d.Via)-1].Line, d.Symbol, why, d.Via[0].Symbol, d.Via[len(d.Via)-1].Origin, d.Confidence))
	}
	for id, why := range expected {
		sum.expected++
		if reported[id] {
			sum.found++
		} else {
			missing = append(missing, why)
		}
	}
	sort.Strings(missing)
	sort.Strings(extra)
	t.Logf("%.8s %s: %d changed, %d expected, %d missing%s\n  %d not confirmed%s", head, r.Status, len(r.Changed), len(expected), len(missing), shown(missing), len(extra), shown(extra))
}

func openCommit(t *testing.T, index, commit string) *store.Snapshot {
	t.Helper()
	entries, err := store.FindCommit(index, commit)
	if err != nil || len(entries) == 0 {
		t.Fatalf("no snapshot of %s: %v", commit, err)
	}
	snap, err := store.OpenSnapshot(index, entries[0].Folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := snap.Close(); err != nil {
			t.Error(err)
		}
	})
	return snap
}

// enclosing is the innermost symbol around a position; the file's own when there is none.
func enclosing(snap *store.Snapshot, file schema.FileID, line, col int32) schema.SymbolID {
	lo, hi := snap.SymbolsOf(file)
	best := lo
	for id := lo; id < hi; id++ {
		s := snap.Symbol(id)
		if s.Kind == schema.KindFile {
			continue
		}
		after := s.StartLine < line || s.StartLine == line && s.StartCol <= col
		before := line < s.EndLine || line == s.EndLine && col < s.EndCol
		if !after || !before {
			continue
		}
		b := snap.Symbol(best)
		if b.Kind == schema.KindFile || s.StartLine > b.StartLine || s.StartLine == b.StartLine && s.StartCol >= b.StartCol {
			best = id
		}
	}
	return best
}

// imported reports whether an occurrence is a name in an import statement.
func imported(t *testing.T, snap *store.Snapshot, file schema.FileID, at occurrence) bool {
	t.Helper()
	rows, err := snap.Occurrences(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		if rows[i].StartLine == at.line && rows[i].StartCol == at.col && rows[i].Role == schema.RoleImport {
			return true
		}
	}
	return false
}

// inside reports whether a symbol is another one or lies in it.
func inside(snap *store.Snapshot, id, outer schema.SymbolID) bool {
	for ; id != schema.None; id = snap.SymbolParent(id) {
		if id == outer {
			return true
		}
	}
	return false
}

func name(snap *store.Snapshot, id schema.SymbolID) string {
	s := snap.Symbol(id)
	if s.QualifiedName == "" {
		return snap.FilePath(s.File)
	}
	return s.QualifiedName
}
