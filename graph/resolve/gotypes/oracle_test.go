package gotypes_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/gotypes"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/store/schema"
)

// load reads the Go files and manifests of a folder and extracts facts.
func load(tb testing.TB, root string) *link.Input {
	tb.Helper()
	in := &link.Input{}
	var content [][]byte
	var paths []string
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if base := d.Name(); !d.IsDir() && d.Type().IsRegular() && (strings.HasSuffix(base, ".go") || base == "go.mod" || base == "go.work") {
			rel, err := filepath.Rel(root, p)
			paths = append(paths, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	sort.Strings(paths)
	for i, p := range paths {
		src, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			tb.Fatal(err)
		}
		content = append(content, src)
		f := link.File{ID: schema.FileID(i), Path: p, Digest: sha256.Sum256(src)}
		if strings.HasSuffix(p, ".go") {
			f.Language, f.Test = "go", golang.IsTestPath(p)
			if f.Facts, err = golang.Extract(src); err != nil {
				tb.Fatal(err)
			}
		}
		in.Files = append(in.Files, f)
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return content[id], nil }
	return in
}

// TestAgainstScipGo compares with an index of scip-go. LC_GO_CORPUS names the
// checkout, LC_SCIP_TSV the occurrences as path, line, column, end column,
// symbol, roles.
func TestAgainstScipGo(t *testing.T) {
	corpus, tsv := os.Getenv("LC_GO_CORPUS"), os.Getenv("LC_SCIP_TSV")
	if corpus == "" || tsv == "" {
		t.Skip("LC_GO_CORPUS and LC_SCIP_TSV are not set")
	}
	in := load(t, corpus)
	out := link.NewOutput(in)
	start := time.Now()
	if err := gotypes.New(gotypes.Options{}).Link(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	t.Logf("linked in %v, %d MiB from the system", time.Since(start), mem.Sys>>20)

	type spot struct {
		path      string
		line, col int32
	}
	defs := map[string]spot{}
	refs := map[spot]string{}
	covered := map[string]bool{}
	file, err := os.Open(tsv)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		col := strings.Split(lines.Text(), "\t")
		if len(col) < 6 || strings.HasPrefix(col[0], "../") || strings.HasSuffix(col[4], "/") {
			continue
		}
		line, _ := strconv.Atoi(col[1])
		column, _ := strconv.Atoi(col[2])
		role, _ := strconv.Atoi(col[5])
		symbol := col[4]
		if strings.HasPrefix(symbol, "local ") {
			symbol = col[0] + symbol
		}
		at := spot{col[0], int32(line + 1), int32(column)}
		covered[col[0]] = true
		if role&1 != 0 {
			defs[symbol] = at
		} else {
			refs[at] = symbol
		}
	}
	want := map[spot]spot{}
	for at, symbol := range refs {
		// A receiver's type parameter is definition and reference in one place.
		if def, ok := defs[symbol]; ok && def != at {
			want[at] = def
		}
	}
	var right, wrong, missing, extra, unsure int
	show := func(kind string, n *int, at spot, what string) {
		if *n++; *n <= 40 {
			t.Logf("%s %s:%d:%d %s", kind, at.path, at.line, at.col, what)
		}
	}
	got := map[spot]bool{}
	cover := map[string]int{}
	for f := range in.Files {
		facts := in.Files[f].Facts
		if facts == nil {
			continue
		}
		for r := range facts.Refs {
			ref, res := &facts.Refs[r], &out.Refs[f][r]
			switch {
			case res.Target.File != schema.None:
				cover["resolved"]++
			case res.External != "":
				cover["external"]++
			default:
				cover["unresolved"]++
			}
			if !covered[in.Files[f].Path] || ref.Import != schema.None {
				continue
			}
			at := spot{in.Files[f].Path, ref.Line, ref.Col}
			def, expected := want[at]
			got[at] = true
			if res.Target.File == schema.None {
				if expected {
					show("missing", &missing, at, fmt.Sprintf("%s -> %v, got external %q", ref.Name, def, res.External))
				}
				continue
			}
			sym := in.Files[res.Target.File].Facts.Symbols[res.Target.Symbol]
			have := spot{in.Files[res.Target.File].Path, sym.NameLine, sym.NameCol}
			switch {
			case sym.Kind == schema.KindImport:
			case expected && have == def:
				right++
			case expected:
				show("wrong", &wrong, at, fmt.Sprintf("%s -> %v, got %v %s %.2f", ref.Name, def, have, res.Origin, res.Confidence))
			default:
				if symbol, ok := refs[at]; ok && !covered[have.path] {
					continue // Its definition is in a package that was not indexed.
				} else if ok {
					show("wrong", &wrong, at, fmt.Sprintf("%s -> %s, got %v %s %.2f", ref.Name, symbol, have, res.Origin, res.Confidence))
				} else {
					show("extra", &extra, at, fmt.Sprintf("%s got %v", ref.Name, have))
				}
			}
			if res.Confidence <= .5 {
				unsure++
			}
		}
	}
	for at, def := range want {
		if !got[at] {
			if _, embedded := want[at]; embedded {
				show("missing", &missing, at, fmt.Sprintf("-> %v, no reference", def))
			}
		}
	}
	precision, recall := float64(right)/float64(right+wrong), float64(right)/float64(len(want))
	t.Logf("right %d, wrong %d, missing %d, extra %d, by name only %d; precision %.4f recall %.4f; %v", right, wrong, missing, extra, unsure, precision, recall, cover)
	if precision < .99 || recall < .98 {
		t.Errorf("precision %.4f, recall %.4f; want .99 and .98", precision, recall)
	}
}

// BenchmarkLink links the checkout that LC_GO_CORPUS names, this repository
// else, without a cache and with everything in the cache.
func BenchmarkLink(b *testing.B) {
	corpus := os.Getenv("LC_GO_CORPUS")
	if corpus == "" {
		corpus = "../../.."
	}
	in := load(b, corpus)
	cache := &memory{}
	for _, bc := range []struct {
		name string
		opts gotypes.Options
	}{{"cold", gotypes.Options{}}, {"warm", gotypes.Options{Cache: cache}}} {
		if bc.opts.Cache != nil {
			if err := gotypes.New(bc.opts).Link(b.Context(), in, link.NewOutput(in)); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("%s/files=%d", bc.name, len(in.Files)), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := gotypes.New(bc.opts).Link(b.Context(), in, link.NewOutput(in)); err != nil {
					b.Fatal(err)
				}
			}
			var mem runtime.MemStats
			runtime.ReadMemStats(&mem)
			b.ReportMetric(float64(mem.Sys>>20), "MiB-sys")
		})
	}
}
