package main_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/lc-index/lc/"

// layers gives every package its layer by its longest matching prefix. A package
// imports only packages of lower layers; see the package map in the README.
var layers = map[string]int{
	"store/schema": 0, "store/fsx": 0, "store/storetest": 1, "index/git": 0, "index/fan": 0, "index/lang/sitter": 0, "index/lang/detect": 0, "index/indextest": 0,
	"store": 1, "graph": 1, "index/lang": 1, "analyze": 1,
	"index/lang/syntax": 2, "index/lang/embed": 2, "index/lang/shorten": 2, "graph/link": 2, "analyze/budget": 2, "analyze/target": 2, "analyze/change": 2,
	"index/lang/": 3, "index/walk": 3, "index/memory": 3, "index/text": 3, "index/history": 3, "store/build": 3, "store/export": 3, "graph/resolve": 3, "index/precise": 3, "graph/rows": 3,
	"index/lang/all": 4, "graph/resolve/": 4, "index/text/build": 4, "index/freshness": 4, "index/text/texttest": 5, "graph/resolve/kotlin": 5, "graph/resolve/scala": 5, "graph/resolve/all": 6, "analyze/diff": 5,
	"analyze/reach": 3, "analyze/risk": 4, "analyze/tests": 4,
	"analyze/":   6,
	"index":      7,
	"mcp":        8,
	"benchmarks": 9, "benchmarks/": 9,
	"cmd/lc": 10,
}

// doors names the only packages that may import a library.
var doors = map[string][]string{
	"github.com/apache/arrow-go":                 {"store"},
	"github.com/sourcegraph/zoekt":               {"index/text"},
	"github.com/scip-code/scip":                  {"index/precise"},
	"github.com/tree-sitter/":                    {"index/lang"},
	"github.com/tree-sitter-grammars/":           {"index/lang"},
	"github.com/alexaandru/go-sitter-forest":     {"index/lang"},
	"github.com/spf13/cobra":                     {"cmd/lc"},
	"github.com/modelcontextprotocol/go-sdk":     {"mcp"},
	"github.com/dominikbraun/graph":              {"graph"},
	"github.com/tiktoken-go/tokenizer":           {"analyze/budget"},
	"github.com/schollz/progressbar":             {"cmd/lc"},
	"github.com/rogpeppe/go-internal/testscript": {"cmd/lc"},
}

// writers may not be reachable from mcp.
var writers = []string{"store/build", "index", "index/text/build", "index/memory"}

type listed struct {
	ImportPath   string
	Imports      []string
	Deps         []string
	TestImports  []string
	XTestImports []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) == 0 {
		t.Fatal("go list found no packages")
	}
	return pkgs
}

func layerOf(path string) (int, bool) {
	best, layer := -1, 0
	for prefix, l := range layers {
		if (path == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix)) && len(prefix) > best {
			best, layer = len(prefix), l
		}
	}
	return layer, best >= 0
}

func TestImportsPointDownwards(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module)
		high, ok := layerOf(from)
		if !ok {
			t.Errorf("%s has no layer: add it to the table", from)
			continue
		}
		for _, imp := range p.Imports {
			if to, inside := strings.CutPrefix(imp, module); inside {
				if low, ok := layerOf(to); ok && low >= high {
					t.Errorf("%s (layer %d) imports %s (layer %d)", from, high, to, low)
				}
				continue
			}
			for library, allowed := range doors {
				if !strings.HasPrefix(imp, library) {
					continue
				}
				through := false
				for _, d := range allowed {
					through = through || from == d || strings.HasPrefix(from, d+"/")
				}
				if !through {
					t.Errorf("%s imports %s; its door is %v", from, imp, allowed)
				}
			}
		}
	}
}

func TestServerLinksNoWriter(t *testing.T) {
	for _, p := range packages(t) {
		if !strings.HasPrefix(p.ImportPath, module+"mcp") && !strings.HasPrefix(p.ImportPath, module+"analyze") && p.ImportPath != module+"store" {
			continue
		}
		for _, dep := range p.Deps {
			for _, w := range writers {
				if dep == module+w {
					t.Errorf("%s links %s, which writes", strings.TrimPrefix(p.ImportPath, module), w)
				}
			}
		}
	}
}
