package accuracy_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// apart explains an edge that only one of lc and another tool has. It holds for
// the edges whose ends have these prefixes and suffixes.
type apart struct {
	tool, corpus string
	own          bool // lc has the edge.
	from, to     string
	why          string
}

// knownApart are all that are known, each looked at.
var knownApart = []apart{
	{"madge", "hono", true, "benchmarks/*.mts", "*", "madge does not read .mts files"},
	{"madge", "vue-core", true, "*.js", "packages/*/src/index.ts", "madge reads tsconfig paths for .ts files only"},
	{"madge", "vue-core", true, "*.mjs", "packages/*/src/index.ts", "madge reads tsconfig paths for .ts files only"},
	{"madge", "vue-core", true, "*.d.mts", "packages/*/src/index.ts", "madge does not read .mts files"},
	{"madge", "vue-core", true, "*/download/download.ts", "*/download/template/*.js", "madge does not take the query (?raw) off a specifier"},
	{"madge", "vue-core", true, "*/vue-server-renderer-dev-proxy.ts", "*/server-renderer/index.d.mts", "exports has types for import before those for require"},
	{"madge", "vue-core", false, "*/vue-server-renderer-dev-proxy.ts", "*/server-renderer/index.d.ts", "exports has types for import before those for require"},
	{"depcruise", "vue-core", true, "*/vue-server-renderer-dev-proxy.ts", "*/server-renderer/index.d.mts", "dependency-cruiser takes main, not exports"},
	{"depcruise", "vue-core", false, "*/vue-server-renderer-dev-proxy.ts", "*/server-renderer/index.js", "dependency-cruiser takes main, not exports"},
}

// explained returns why an edge is in one graph only, "" when nobody knows.
func explained(tool, corpus string, own bool, e call) string {
	fits := func(pattern, p string) bool {
		parts := strings.Split(pattern, "*")
		if !strings.HasPrefix(p, parts[0]) || !strings.HasSuffix(p, parts[len(parts)-1]) {
			return false
		}
		for _, part := range parts {
			i := strings.Index(p, part)
			if i < 0 {
				return false
			}
			p = p[i+len(part):]
		}
		return true
	}
	for _, d := range knownApart {
		if d.tool == tool && d.corpus == corpus && d.own == own && fits(d.from, e.from) && fits(d.to, e.to) {
			return d.why
		}
	}
	return ""
}

// TestAccuracyImports compares which file of a repository imports which with what madge
// and dependency-cruiser say, for files of JavaScript and TypeScript. LC_MADGE names a
// folder of <corpus>.madge.json and <corpus>.depcruise.json, made in a clone at the same
// commit with its dependencies installed (npm i --ignore-scripts):
//
//	madge --json --ts-config tsconfig.json --basedir . --extensions js,mjs,cjs,jsx,ts,mts,cts,tsx \
//	  $(git ls-files | grep -E '\.(js|mjs|cjs|jsx|ts|mts|cts|tsx)$') > hono.madge.json
//	git ls-files | grep -E '\.(js|mjs|cjs|jsx|ts|mts|cts|tsx)$' | xargs depcruise --no-config --output-type json \
//	  --ts-pre-compilation-deps --do-not-follow node_modules --ts-config tsconfig.json > hono.depcruise.json
//
// Every difference must be one that is explained here. Files with a component in them
// (.vue) are left out: the tools read them only where another file leads there.
func TestAccuracyImports(t *testing.T) {
	folder := folderOf(t, "LC_MADGE")
	each(t, []string{"hono", "vue-core", "express"}, func(t *testing.T, name, root string) {
		snap := openIndex(t, indexOf(t, name, root))
		own := importsOf(snap)
		measured := 0
		for _, tool := range []string{"madge", "depcruise"} {
			data, err := os.ReadFile(filepath.Join(folder, name+"."+tool+".json"))
			if err != nil {
				t.Logf("NOT MEASURED: %v", err)
				continue
			}
			measured++
			theirs, err := importGraph(tool, data)
			if err != nil {
				t.Fatal(err)
			}
			for e := range theirs {
				if !inGraph(snap, e) {
					delete(theirs, e)
				}
			}
			_, known := compareCalls(own, theirs)
			reasons := map[string]int{}
			var open []string
			for _, list := range []struct {
				a, b map[call]bool
				own  bool
			}{{own, theirs, true}, {theirs, own, false}} {
				for e := range list.a {
					if list.b[e] {
						continue
					}
					if why := explained(tool, name, list.own, e); why != "" {
						reasons[why]++
						continue
					}
					who := tool
					if list.own {
						who = "lc"
					}
					open = append(open, fmt.Sprintf("only %s: %s -> %s", who, e.from, e.to))
				}
			}
			sort.Strings(open)
			t.Logf("%s: lc has %d imports, %s %d; %d differences", name, len(own), tool, len(theirs), len(known))
			for _, why := range sorted(reasons) {
				t.Logf("  %d: %s", reasons[why], why)
			}
			if len(open) > 0 {
				t.Errorf("%d differences from %s without an explanation:%s", len(open), tool, shown(open))
			}
		}
		if measured == 0 {
			t.Skip("NOT MEASURED: no graph of " + name + " in LC_MADGE")
		}
	})
}

// inGraph reports whether both ends of an edge are files that all three tools read.
func inGraph(snap *store.Snapshot, e call) bool {
	script := func(p string) bool {
		_, ok := snap.FileByPath(p)
		return ok && slices.Contains([]string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}, path.Ext(p))
	}
	return e.from != e.to && script(e.from) && script(e.to)
}

func importsOf(snap *store.Snapshot) map[call]bool {
	out := map[call]bool{}
	for id := range schema.FileID(snap.FileCount()) {
		for _, i := range snap.Imports(id) {
			if i.TargetFile < 0 {
				continue
			}
			if e := (call{snap.FilePath(id), snap.FilePath(i.TargetFile)}); inGraph(snap, e) {
				out[e] = true
			}
		}
	}
	return out
}

// importGraph decodes the output of a tool.
func importGraph(tool string, data []byte) (map[call]bool, error) {
	out := map[call]bool{}
	if tool == "madge" {
		var graph map[string][]string
		if err := json.Unmarshal(data, &graph); err != nil {
			return nil, fmt.Errorf("madge: %w", err)
		}
		for from, list := range graph {
			for _, to := range list {
				out[call{from, to}] = true
			}
		}
		return out, nil
	}
	var graph struct {
		Modules []struct {
			Source       string
			Dependencies []struct{ Resolved string }
		}
	}
	if err := json.Unmarshal(data, &graph); err != nil {
		return nil, fmt.Errorf("dependency-cruiser: %w", err)
	}
	for _, m := range graph.Modules {
		for _, d := range m.Dependencies {
			out[call{m.Source, d.Resolved}] = true
		}
	}
	return out, nil
}
