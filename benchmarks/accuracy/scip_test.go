package accuracy_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/scip-code/scip/bindings/go/scip"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// mergeBar is the share of an indexer's references inside the repository that must
// come out of a merge as its own, in percent.
const mergeBar = 99

// TestAccuracyScip checks the index.scip that lc writes: scip lint finds nothing, and
// every language of which references are resolved has definitions and references in it.
func TestAccuracyScip(t *testing.T) {
	each(t, []string{"cobra", "flask", "hono", "gson", "ripgrep", "redis"}, func(t *testing.T, name, root string) {
		dir := indexOf(t, name, root)
		path := filepath.Join(snapshotOf(t, dir), "index.scip")
		ix := readScip(t, path)
		snap := openIndex(t, dir)
		type count struct{ definitions, references int }
		counts := map[string]*count{}
		for _, o := range ix.all {
			id, ok := snap.FileByPath(o.path)
			if !ok {
				t.Errorf("document %s is no file of the snapshot", o.path)
				continue
			}
			language := snap.File(id).Language
			if counts[language] == nil {
				counts[language] = &count{}
			}
			if o.definition {
				counts[language].definitions++
			} else {
				counts[language].references++
			}
		}
		var list []string
		for _, language := range sorted(counts) {
			list = append(list, fmt.Sprintf("%s %d definitions %d references", language, counts[language].definitions, counts[language].references))
		}
		t.Logf("index.scip of %s: %s", name, strings.Join(list, "; "))
		for _, c := range snap.Coverage() {
			if c.Resolved == 0 || counts[c.Language] == nil {
				continue // No code, such as Markdown, or nothing in it that is linked.
			}
			if n := counts[c.Language]; n == nil || n.definitions == 0 || n.references == 0 {
				t.Errorf("%s was parsed (%d files) and has no definitions or references", c.Language, c.Parsed)
			}
		}
		t.Run("lint", func(t *testing.T) {
			program := tool(t, "LC_SCIP", "scip")
			out, err := exec.Command(program, "lint", path).CombinedOutput()
			if err != nil {
				lines := strings.Split(strings.TrimSpace(string(out)), "\n")
				t.Errorf("scip lint: %v, %d lines%s", err, len(lines), shown(lines))
			} else {
				t.Logf("scip lint of %s: nothing to complain about", name)
			}
		})
	})
}

// TestAccuracyMerge gives lc the index of the language's own indexer and compares
// every reference to a symbol that is defined in the repository: an occurrence of
// origin scip must stand at its place, and its symbol where the indexer says that it
// is defined. References to local symbols have no target in lc's tables and are left
// out, and so are those to symbols that lc has no row for, which are counted.
func TestAccuracyMerge(t *testing.T) {
	corporaFolder(t)
	folder := folderOf(t, "LC_SCIP_INDEXES")
	each(t, []string{"cobra", "flask", "hono"}, func(t *testing.T, name, root string) {
		file := filepath.Join(folder, name+".scip")
		if _, err := os.Stat(file); err != nil {
			t.Skipf("NOT MEASURED: %v", err)
		}
		dir := filepath.Join(t.TempDir(), "index")
		if err := lc(t, nil, "index", "--repository", root, "--index", dir, "--commit", "HEAD", "--scip", file); err != nil {
			t.Fatal(err)
		}
		snap := openIndex(t, dir)
		ix := readScip(t, file)
		byFile := map[string][]occurrence{}
		for _, o := range ix.all {
			if !o.definition && !strings.Contains(o.symbol, " local ") && len(ix.definitions[o.symbol]) > 0 {
				byFile[o.path] = append(byFile[o.path], o)
			}
		}
		total, merged, right, without := 0, 0, 0, map[string]int{}
		var misses []string
		for _, path := range sorted(byFile) {
			id, ok := snap.FileByPath(path)
			if !ok {
				t.Errorf("%s is no file of the snapshot", path)
				continue
			}
			rows, err := snap.Occurrences(id)
			if err != nil {
				t.Fatal(err)
			}
			ascii := asciiLines(t, filepath.Join(root, path))
			at := map[[2]int32][]schema.Occurrence{}
			for _, r := range rows {
				at[[2]int32{r.StartLine, r.StartCol}] = append(at[[2]int32{r.StartLine, r.StartCol}], r)
			}
			// Some indexers name several symbols at one place; an occurrence of lc has one.
			targetsAt := map[[2]int32]map[schema.SymbolID]bool{}
			for _, o := range byFile[path] {
				place := [2]int32{o.line, o.col}
				if targetsAt[place] == nil {
					targetsAt[place] = map[schema.SymbolID]bool{}
				}
				maps.Copy(targetsAt[place], targetsOf(snap, ix, o.symbol))
			}
			done := map[[2]int32]bool{}
			for _, o := range byFile[path] {
				place := [2]int32{o.line, o.col}
				if !ascii[o.line] || done[place] {
					continue // Columns of other lines may be counted in another unit.
				}
				done[place] = true
				targets := targetsAt[place]
				if len(targets) == 0 {
					without[suffix(o.symbol)]++
					continue
				}
				total++
				isScip, isRight := false, false
				for _, r := range at[place] {
					isScip = isScip || r.Origin == schema.OriginScip
					isRight = isRight || targets[r.Symbol]
				}
				if isScip {
					merged++
				}
				if isScip && isRight {
					right++
				} else {
					misses = append(misses, fmt.Sprintf("%s:%d:%d %s (scip origin %v, same target %v)", path, o.line, o.col, lastName(o.symbol), isScip, isRight))
				}
			}
		}
		sort.Strings(misses)
		m := snap.Manifest()
		t.Logf("%s merged into %s: %d of %d references inside the repository have origin scip and the same target, %.2f %% (bar %d %%), %d have origin scip; more are to symbols without a row: %v; documents %+v%s",
			ix.tool, name, right, total, share(right, total), mergeBar, merged, without, m.Indexers, shown(misses))
		if total == 0 || share(right, total) < mergeBar {
			t.Errorf("%.2f %% of %d references; the bar is %d %%", share(right, total), total, mergeBar)
		}
	})
}

// suffix says what kind of thing the last descriptor of a symbol is.
func suffix(symbol string) string {
	parsed, err := scip.ParseSymbol(symbol)
	if err != nil || len(parsed.Descriptors) == 0 {
		return "unreadable"
	}
	return strings.ToLower(parsed.Descriptors[len(parsed.Descriptors)-1].Suffix.String())
}

// targetsOf are lc's symbols where the indexer defines a symbol.
func targetsOf(snap *store.Snapshot, ix *scipIndex, symbol string) map[schema.SymbolID]bool {
	targets := map[schema.SymbolID]bool{}
	for _, d := range ix.definitions[symbol] {
		file, ok := snap.FileByPath(d.path)
		if !ok {
			continue
		}
		lo, hi := snap.SymbolsOf(file)
		for id := lo; id < hi; id++ {
			if s := snap.Symbol(id); s.NameLine == d.line && s.NameCol == d.col {
				targets[id] = true
			}
		}
	}
	return targets
}

// asciiLines says by number which lines of a file are ASCII.
func asciiLines(t *testing.T, path string) map[int32]bool {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int32]bool{}
	for i, line := range bytes.Split(content, []byte("\n")) {
		lines[int32(i+1)] = bytes.IndexFunc(line, func(r rune) bool { return r > 127 }) < 0
	}
	return lines
}
