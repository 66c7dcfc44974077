package accuracy_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/benchmarks/accuracy"
	pipeline "github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Bars of outlines: the median share of a file's tokens, in percent, over code files
// above so many lines.
const (
	outlineBar   = 15
	outlineLines = 300
)

// TestAccuracyOutlines prints, for every corpus, the share of a code file's tokens that
// its outline takes.
func TestAccuracyOutlines(t *testing.T) {
	dir := corporaFolder(t)
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %6s %8s %8s %8s\n", "corpus", "files", "median", "p90", "above 75")
	for _, corpus := range accuracy.Corpora {
		root := filepath.Join(dir, corpus.Name)
		if why := notMeasured(root, corpus); why != "" {
			fmt.Fprintf(&table, "%-12s NOT MEASURED: %s\n", corpus.Name, why)
			continue
		}
		shares, dear := outlineShares(t, corpus.Name, root)
		if len(shares) == 0 {
			fmt.Fprintf(&table, "%-12s no code file above %d lines\n", corpus.Name, outlineLines)
			continue
		}
		slices.Sort(shares)
		median := shares[len(shares)/2]
		fmt.Fprintf(&table, "%-12s %6d %7.1f%% %7.1f%% %8d\n", corpus.Name, len(shares), median, shares[len(shares)*9/10], dear)
		if median > outlineBar {
			t.Errorf("%s: the median outline takes %.1f %% of its file's tokens; the bar is %d %%", corpus.Name, median, outlineBar)
		}
	}
	t.Log("\n" + table.String())
}

// outlineShares returns the share of every code file, and how many outlines that save
// less than a quarter are shown although nobody asked for one.
func outlineShares(t *testing.T, name, root string) (shares []float64, dear int) {
	t.Helper()
	folder := indexOf(t, name, root)
	snap := openIndex(t, folder)
	current, err := os.ReadFile(filepath.Join(folder, "CURRENT"))
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := text.Open(filepath.Join(folder, store.SnapshotsFolder, strings.TrimSpace(string(current)), pipeline.ShardsFolder))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = searcher.Close() }()
	counter := &budget.Counter{}
	show := func(path string, projection read.Projection) read.File {
		r, err := read.Run(context.Background(), read.Input{Snapshot: snap, Content: searcher, Counter: counter},
			read.Options{Items: []read.Item{{Path: path}}, Projection: projection, MaxLines: 1 << 30, MaxBytes: 1 << 30, MaxChars: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		return r.Files[0]
	}
	for id := range snap.FileCount() {
		f := snap.File(schema.FileID(id))
		if f.Status != schema.StatusParsed || f.Lines <= outlineLines || f.Flags&(schema.FileGenerated|schema.FileVendored) != 0 || !isCode(f.Language) {
			continue
		}
		path := snap.FilePath(schema.FileID(id))
		content, _ := searcher.Content(path)
		whole := counter.Count(string(content))
		outline := show(path, read.Outline)
		if outline.Error != "" || whole == 0 {
			continue
		}
		shares = append(shares, 100*float64(counter.Count(outline.Text))/float64(whole))
		if auto := show(path, read.Auto); auto.Projection == read.Outline && 4*counter.Count(auto.Text) > 3*whole {
			dear++
			t.Errorf("%s: the outline of %s saves less than a quarter and is shown", name, path)
		}
	}
	return shares, dear
}

// isCode reports whether a language is code and not data or prose, whose files are read.
func isCode(language string) bool {
	return language != "" && !slices.Contains([]string{"markdown", "yaml", "toml", "json", "json with comments", "json5", "html", "css", "scss", "less", "text"}, language)
}

// TestAccuracyMemoryCarriesOver indexes every corpus, copies the file memory to an index
// of a second clone in another folder, and wants that one to parse nothing.
func TestAccuracyMemoryCarriesOver(t *testing.T) {
	dir := corporaFolder(t)
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %8s %8s %10s\n", "corpus", "parsed", "again", "problems")
	for _, corpus := range accuracy.Corpora {
		root := filepath.Join(dir, corpus.Name)
		if why := notMeasured(root, corpus); why != "" {
			fmt.Fprintf(&table, "%-12s NOT MEASURED: %s\n", corpus.Name, why)
			continue
		}
		first := indexOf(t, corpus.Name, root)
		clone, second := filepath.Join(t.TempDir(), "clone"), filepath.Join(t.TempDir(), "index")
		if out, err := exec.Command("git", "clone", "-q", "--shared", "--no-checkout", root, clone).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if err := os.CopyFS(filepath.Join(second, "memory"), os.DirFS(filepath.Join(first, "memory"))); err != nil {
			t.Fatal(err)
		}
		var summary struct{ Parsed, Reused, Problems int }
		if err := lc(t, &summary, "index", "--repository", clone, "--index", second, "--commit", corpus.Commit, "--scip", "off"); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&table, "%-12s %8d %8d %10d\n", corpus.Name, summary.Reused, summary.Parsed, summary.Problems)
		if summary.Parsed != 0 {
			t.Errorf("%s: %d files are parsed again", corpus.Name, summary.Parsed)
		}
		_ = os.RemoveAll(second)
	}
	t.Log("\n" + table.String())
}
