package shorten_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/langtest"
)

// mostRefused is the share of a language's files that may have no shortened view: those
// with many parse errors, templates of code above all.
const mostRefused = 0.02

// TestViewsOfCorpora makes the views of every file of the clones in LC_CORPORA: all that
// are shown keep the tokens of the file, and nearly all are shown.
func TestViewsOfCorpora(t *testing.T) {
	root := os.Getenv("LC_CORPORA")
	if root == "" {
		t.Skip("NOT MEASURED: LC_CORPORA names no folder of clones")
	}
	type tally struct{ files, compact, minified int }
	tallies := map[string]*tally{}
	registry := all.Registry()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil || !d.Type().IsRegular() || info.Size() > 1<<20 {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		src, _, err := detect.Decode(raw)
		if err != nil {
			return nil // Binary.
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		language := registry.Lookup(detect.Language(filepath.ToSlash(rel), src[:min(len(src), 4096)]))
		if language == nil || language.Views == nil {
			return nil
		}
		n := tallies[language.Name]
		if n == nil {
			n = &tally{}
			tallies[language.Name] = n
		}
		compact, minified, err := langtest.Views(*language, src)
		if err != nil {
			t.Errorf("%s: %v", rel, err)
		}
		n.files++
		if compact {
			n.compact++
		}
		if minified {
			n.minified++
		} else {
			t.Logf("%s: no minified view", rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range tallies {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := tallies[name]
		fmt.Printf("%-12s %5d files, %5d compact, %5d minified\n", name, n.files, n.compact, n.minified)
		if refused := n.files - min(n.compact, n.minified); float64(refused) > mostRefused*float64(n.files)+1 {
			t.Errorf("%s: %d of %d files have no view", name, refused, n.files)
		}
	}
	if len(names) == 0 {
		t.Errorf("no file of a language with views below %s", root)
	}
}
