package accuracy_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lc-index/lc/benchmarks/accuracy"
	"github.com/lc-index/lc/index/lang/all"
)

// Bars of the table: shares in percent, and times of a bare parse.
const (
	foundBar  = 98
	realBar   = 96
	errorsBar = 3 // C and C++
	timeBar   = 1.6
	goTimeBar = 1.0
)

// fewest is how many declarations or bytes a share or a time must rest on to be held
// to its bar.
const (
	fewest      = 50
	fewestBytes = 50_000
)

// row is a line of the table: a language in a corpus, or in all of them.
type row struct {
	files, bytes, problems, errors int
	found, compared                int // Of ctags' declarations.
	refuted                        int // Of ctags' declarations: judged to be none.
	only                           int // Symbols of lc that ctags does not have.
	misses                         []string
	took, bare                     time.Duration
}

func (r *row) add(o *row) {
	r.files, r.bytes, r.problems, r.errors = r.files+o.files, r.bytes+o.bytes, r.problems+o.problems, r.errors+o.errors
	r.found, r.compared, r.refuted, r.only = r.found+o.found, r.compared+o.compared, r.refuted+o.refuted, r.only+o.only
	r.took, r.bare = r.took+o.took, r.bare+o.bare
}

// TestAccuracyLanguages prints the table of languages: universal-ctags' functions,
// methods and types that lc has at the same line, the share of bytes inside parse
// errors and the time beside a bare parse, for every language of every corpus; then for
// every language over all of them that too, and what hand-judged samples say.
// LC_SAMPLES names a file that takes what is still to be judged.
func TestAccuracyLanguages(t *testing.T) {
	dir := corporaFolder(t)
	m := &measurement{
		ctags: tool(t, "LC_CTAGS", "ctags-universal", "universal-ctags", "ctags"), registry: all.Registry(),
		verdicts: readVerdicts(t), samples: map[string]*sample{},
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%-12s %-11s %6s %8s %8s %7s %14s %8s %7s %8s %6s\n", "corpus", "language", "files", "KB", "problems", "errors", "ctags", "", "refuted", "only lc", "time")
	measured, totals := 0, map[string]*row{}
	for _, corpus := range accuracy.Corpora {
		root := filepath.Join(dir, corpus.Name)
		if why := notMeasured(root, corpus); why != "" {
			fmt.Fprintf(&table, "%-12s NOT MEASURED: %s\n", corpus.Name, why)
			continue
		}
		measured++
		rows := m.corpus(t, corpus.Name, root)
		for _, language := range sorted(rows) {
			r := rows[language]
			if totals[language] == nil {
				totals[language] = &row{}
			}
			totals[language].add(r)
			line(&table, corpus.Name, language, r)
			checkBars(t, corpus.Name+" "+language, language, r)
		}
	}
	for _, language := range sorted(totals) {
		line(&table, "all", language, totals[language])
		checkTime(t, language, totals[language])
	}
	table.WriteString(m.judge(t))
	t.Log("\n" + table.String())
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

// TestAccuracyKernel reads every file of the kernel's sources, which LC_LINUX names: each
// parses or is a recorded problem, and none takes long.
func TestAccuracyKernel(t *testing.T) {
	root := folderOf(t, "LC_LINUX")
	m := &measurement{registry: all.Registry()}
	rows, began := map[string]*row{}, time.Now()
	err := filepath.WalkDir(root, func(full string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		path, err := filepath.Rel(root, full)
		if err != nil {
			return err
		}
		if s, ok := readSource(t, m.registry, root, filepath.ToSlash(path)); ok {
			m.extract(t, rows, &s, "kernel")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, language := range sorted(rows) {
		r := rows[language]
		fmt.Fprintf(&table, "%-11s %6d files %8d KB %6d problems %6.2f%% of the bytes in errors\n", language, r.files, r.bytes/1000, r.problems, share(r.errors, r.bytes))
		checkBars(t, "kernel "+language, language, r)
	}
	t.Logf("%s\n%s", time.Since(began).Round(time.Second), table.String())
	if len(rows) == 0 {
		t.Error("nothing was read")
	}
}

// notMeasured says why a corpus is not measured: its clone is absent or stands elsewhere.
func notMeasured(root string, corpus accuracy.Corpus) string {
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		return "no clone in LC_CORPORA"
	}
	if head := gitOutput(root, "rev-parse", "HEAD"); head != corpus.Commit {
		return fmt.Sprintf("the clone stands at %.12s, not at %.12s", head, corpus.Commit)
	}
	return ""
}

func line(table *strings.Builder, corpus, language string, r *row) {
	fmt.Fprintf(table, "%-12s %-11s %6d %8d %8d %6.2f%% %14s %8s %7s %8s %6s\n", corpus, language, r.files, r.bytes/1000, r.problems, share(r.errors, r.bytes),
		cell(r.compared > 0, "%d/%d", r.found, r.compared), cell(r.compared > 0, "%.2f%%", share(r.found, r.compared)),
		cell(r.refuted > 0, "%d", r.refuted), cell(r.compared > 0, "%d", r.only), cell(r.bare > 0, "%.2f", float64(r.took)/float64(max(r.bare, 1))))
}

func cell(show bool, format string, args ...any) string {
	if !show {
		return "-"
	}
	return fmt.Sprintf(format, args...)
}

func checkBars(t *testing.T, what, language string, r *row) {
	t.Helper()
	if r.compared >= fewest && share(r.found, r.compared) < foundBar {
		t.Errorf("%s: %.2f %% of ctags' declarations; the bar is %d %%%s", what, share(r.found, r.compared), foundBar, shown(r.misses))
	}
	if (language == "c" || language == "c++") && r.bytes >= fewestBytes && share(r.errors, r.bytes) > errorsBar {
		t.Errorf("%s: %.2f %% of the bytes are in errors; the bar is %d %%", what, share(r.errors, r.bytes), errorsBar)
	}
}

// checkTime holds the time of a language over all corpora to its bar.
func checkTime(t *testing.T, language string, r *row) {
	t.Helper()
	bar := timeBar
	if language == "go" {
		bar = goTimeBar
	}
	if ratio := float64(r.took) / float64(max(r.bare, 1)); r.bare > 0 && ratio > bar {
		t.Errorf("%s: extraction takes %.2f times a bare parse; the bar is %.1f", language, ratio, bar)
	}
}
