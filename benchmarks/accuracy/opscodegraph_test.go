package accuracy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Bars of optave/ops-codegraph-tool's resolution fixtures, in percent over all of
// them; a variant with other names may be variantSlack points lower.
const (
	edgePrecisionBar = 96
	edgeRecallBar    = 90
	edgeReceiverBar  = 80
	variantSlack     = 2
)

// edgeFloor is the confidence from which an edge counts: what lc shows unless asked for more.
const edgeFloor = .5

// receiverMode is the mode of manifests for calls on a receiver of an inferred type.
const receiverMode = "receiver-typed"

// edgeFixtures are the fixtures whose languages lc links. Those that begin with
// "dynamic-" are about reflection.
var edgeFixtures = []string{
	"bash", "c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "lua", "php", "python", "ruby", "rust", "scala", "swift", "tsx", "typescript",
	"pts-javascript", "dynamic-java", "dynamic-javascript", "dynamic-kotlin", "dynamic-scala", "dynamic-typescript",
}

// manifest is a fixture's list of call edges.
type manifest struct {
	Edges []struct {
		Source, Target end
		Mode           string
	}
}

// end is one end of an edge: a name, with its class before it where it has one, and
// the base name of a file.
type end struct{ Name, File string }

// normal spells the name with dots.
func (e end) normal() end { return end{strings.ReplaceAll(e.Name, "::", "."), path.Base(e.File)} }

// edgeCounts is what a fixture came to. Edges are sets, as in the suite's own evaluation:
// every call edge from a function or method to anything but a file that the
// manifest does not list is false.
type edgeCounts struct {
	found, resolved, expected int
	receiverFound, receiver   int
	missing, extra            []string
}

func (c *edgeCounts) add(o edgeCounts) {
	c.found += o.found
	c.resolved += o.resolved
	c.expected += o.expected
	c.receiverFound += o.receiverFound
	c.receiver += o.receiver
}

func (c edgeCounts) precision() float64 { return share(c.found, c.resolved) }
func (c edgeCounts) recall() float64    { return share(c.found, c.expected) }

// TestAccuracyOpsCodegraph indexes every fixture of optave/ops-codegraph-tool as a
// repository of its own and compares its call edges with the manifest, once as it is
// and once with other names and files in another order. LC_OPSCODEGRAPH names a checkout:
//
//	git clone https://github.com/optave/ops-codegraph-tool
func TestAccuracyOpsCodegraph(t *testing.T) {
	folder := filepath.Join(folderOf(t, "LC_OPSCODEGRAPH"), "tests", "benchmarks", "resolution", "fixtures")
	var plain, renamed edgeCounts
	var table []string
	measured := 0
	for _, name := range edgeFixtures {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(folder, name, "expected-edges.json"))
			if err != nil {
				t.Skipf("NOT MEASURED: %v", err)
			}
			var m manifest
			if err := json.Unmarshal(data, &m); err != nil {
				t.Fatal(err)
			}
			sources := fixtureSources(t, filepath.Join(folder, name))
			first := countEdges(t, sources, m)
			r := newWordRenamer(t, sources)
			again := countEdges(t, r.files(sources), r.manifest(m))
			for _, s := range first.missing {
				t.Logf("missing %s", s)
			}
			for _, s := range first.extra {
				t.Logf("extra   %s", s)
			}
			for _, s := range again.missing {
				t.Logf("renamed: missing %s", r.back(s))
			}
			for _, s := range again.extra {
				t.Logf("renamed: extra   %s", r.back(s))
			}
			plain.add(first)
			renamed.add(again)
			measured++
			table = append(table, fmt.Sprintf("%03.0f %-20s P %5.1f R %5.1f receiver %2d/%2d  missing %d extra %d  renamed P %5.1f R %5.1f", min(first.precision(), first.recall()),
				name, first.precision(), first.recall(), first.receiverFound, first.receiver, len(first.missing), len(first.extra), again.precision(), again.recall()))
		})
	}
	if measured == 0 {
		t.Fatal("nothing was measured")
	}
	sort.Strings(table) // Losses first.
	for i := range table {
		table[i] = table[i][4:]
	}
	t.Logf("%d of %d fixtures; precision %.1f (%d of %d), recall %.1f (%d of %d), receiver-typed recall %.1f (%d of %d); renamed %.1f, %.1f, %.1f\n    %s",
		measured, len(edgeFixtures), plain.precision(), plain.found, plain.resolved, plain.recall(), plain.found, plain.expected,
		share(plain.receiverFound, plain.receiver), plain.receiverFound, plain.receiver,
		renamed.precision(), renamed.recall(), share(renamed.receiverFound, renamed.receiver), strings.Join(table, "\n    "))
	for _, bar := range []struct {
		what            string
		have, again, at float64
	}{
		{"precision", plain.precision(), renamed.precision(), edgePrecisionBar},
		{"recall", plain.recall(), renamed.recall(), edgeRecallBar},
		{"receiver-typed recall", share(plain.receiverFound, plain.receiver), share(renamed.receiverFound, renamed.receiver), edgeReceiverBar},
	} {
		if bar.have < bar.at {
			t.Errorf("%s is %.1f %%, the bar is %.0f %%", bar.what, bar.have, bar.at)
		}
		if bar.again < bar.have-variantSlack {
			t.Errorf("%s is %.1f %% with other names, more than %d points below %.1f %%", bar.what, bar.again, variantSlack, bar.have)
		}
	}
}

// fixtureSources reads the files of a fixture as the suite does: those of its folder
// itself, without the manifest and what drives a tracer.
func fixtureSources(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		if !e.Type().IsRegular() || e.Name() == "expected-edges.json" || e.Name() == "driver.mjs" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[e.Name()] = string(data)
	}
	return out
}

// countEdges indexes sources and compares the call edges with a manifest.
func countEdges(t *testing.T, sources map[string]string, m manifest) edgeCounts {
	t.Helper()
	snap := indexSources(t, sources)
	spelled := map[end]bool{}
	for _, e := range m.Edges {
		spelled[e.Source.normal()], spelled[e.Target.normal()] = true, true
	}
	resolved := map[[2]end]bool{}
	for i := range snap.EdgeCount() {
		e := snap.Edge(int32(i))
		source := callerOf(snap, e.Source)
		if e.Kind != schema.EdgeCall || e.Confidence < edgeFloor || source == schema.None || snap.SymbolKind(e.Target) == schema.KindFile {
			continue
		}
		resolved[[2]end{endOf(snap, source, spelled), endOf(snap, e.Target, spelled)}] = true
	}
	var c edgeCounts
	expected := map[[2]end]bool{}
	for _, e := range m.Edges {
		key := [2]end{e.Source.normal(), e.Target.normal()}
		if e.Mode == receiverMode {
			c.receiver++
			if resolved[key] {
				c.receiverFound++
			}
		}
		if expected[key] {
			continue
		}
		expected[key] = true
		if resolved[key] {
			c.found++
		} else {
			c.missing = append(c.missing, spell(key)+" ("+e.Mode+")")
		}
	}
	for key := range resolved {
		if !expected[key] {
			c.extra = append(c.extra, spell(key))
		}
	}
	sort.Strings(c.missing)
	sort.Strings(c.extra)
	c.resolved, c.expected = len(resolved), len(expected)
	return c
}

func spell(key [2]end) string {
	return fmt.Sprintf("%s %s -> %s %s", key[0].File, key[0].Name, key[1].File, key[1].Name)
}

// indexSources indexes files as a repository of its own.
func indexSources(t *testing.T, sources map[string]string) *store.Snapshot {
	t.Helper()
	root := t.TempDir()
	for name, text := range sources {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "init", "-q", root).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
	dir := filepath.Join(t.TempDir(), "index")
	if err := lc(t, nil, "index", "--repository", root, "--index", dir, "--scip", "off", "--tables-only"); err != nil {
		t.Fatal(err)
	}
	return openIndex(t, dir)
}

// callerOf is the innermost function, method or constructor that a symbol is or lies
// in, None when there is none: the suite counts no calls of module level.
func callerOf(snap *store.Snapshot, id schema.SymbolID) schema.SymbolID {
	for ; id != schema.None; id = snap.SymbolParent(id) {
		switch snap.SymbolKind(id) {
		case schema.KindFunction, schema.KindMethod, schema.KindConstructor:
			return id
		}
	}
	return schema.None
}

// endOf spells a symbol as the manifest does: the last two parts of its qualified name,
// or the last one where only that is what the manifest calls something of the file.
func endOf(snap *store.Snapshot, id schema.SymbolID, spelled map[end]bool) end {
	s := snap.Symbol(id)
	file := path.Base(snap.FilePath(s.File))
	parts := strings.Split(s.QualifiedName, ".")
	short := end{parts[len(parts)-1], file}
	if len(parts) == 1 {
		return short
	}
	long := end{strings.Join(parts[len(parts)-2:], "."), file}
	if !spelled[long] && spelled[short] {
		return short
	}
	return long
}
