package shorten_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/shorten"
)

var update = flag.Bool("update", false, "write the views as they are now")

// numbered is a view as a person reads it.
func numbered(lines []shorten.Line) string {
	var b strings.Builder
	for _, l := range lines {
		if l.Last > l.First {
			fmt.Fprintf(&b, "%d-%d\t%s\n", l.First, l.Last, l.Text)
		} else {
			fmt.Fprintf(&b, "%d\t%s\n", l.First, l.Text)
		}
	}
	return b.String()
}

// TestViews shows both views of one file in every language that has them.
func TestViews(t *testing.T) {
	t.Parallel()
	registry := all.Registry()
	for _, name := range registry.Names() {
		language := registry.Lookup(name)
		if language.Views == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join("testdata", name+".txtar")
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file := func(name string) *txtar.File {
				for i := range archive.Files {
					if archive.Files[i].Name == name {
						return &archive.Files[i]
					}
				}
				t.Fatalf("%s has no file %s", path, name)
				return nil
			}
			src := file("source").Data
			for view, make := range map[string]func() ([]shorten.Line, error){
				"compact":  func() ([]shorten.Line, error) { return shorten.Compact(language.Views, src) },
				"minified": func() ([]shorten.Line, error) { return shorten.Minified(language.Views, src) },
			} {
				lines, err := make()
				if err != nil {
					t.Errorf("%s: %v", view, err)
					continue
				}
				if *update {
					file(view).Data = []byte(numbered(lines))
				}
				if d := cmp.Diff(string(file(view).Data), numbered(lines)); d != "" {
					t.Errorf("%s (-want +got):\n%s", view, d)
				}
			}
			if _, _, err := langtest.Views(*language, src); err != nil {
				t.Error(err)
			}
			crlf := []byte(strings.ReplaceAll(string(src), "\n", "\r\n"))
			if compact, minified, err := langtest.Views(*language, crlf); err != nil || !compact || !minified {
				t.Errorf("with carriage returns: compact %v, minified %v, %v", compact, minified, err)
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestNoView shows what makes a view impossible.
func TestNoView(t *testing.T) {
	t.Parallel()
	registry := all.Registry()
	for _, tc := range []struct{ language, src, want string }{
		{"java", "%%% } class ( %%% // x\n ))) ]] }} ((\n", "most of it could not be parsed"},
		{"python", "def (((\n  %% $$ # x\n", "most of it could not be parsed"},
	} {
		for name, view := range map[string]func() ([]shorten.Line, error){
			"compact": func() ([]shorten.Line, error) {
				return shorten.Compact(registry.Lookup(tc.language).Views, []byte(tc.src))
			},
			"minified": func() ([]shorten.Line, error) {
				return shorten.Minified(registry.Lookup(tc.language).Views, []byte(tc.src))
			},
		} {
			if lines, err := view(); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s %s: %v, %q; want the error %q", name, tc.language, err, shorten.Text(lines), tc.want)
			}
		}
	}
}

// TestCommentsOnly makes views of files without code, which are empty.
func TestCommentsOnly(t *testing.T) {
	t.Parallel()
	registry := all.Registry()
	for language, src := range map[string]string{"go": "", "java": "/* a */\n\n// b\n", "python": "# a\n\n", "c": "/* a */", "javascript": "// a", "ruby": "# a\n"} {
		lines, err := shorten.Minified(registry.Lookup(language).Views, []byte(src))
		if err != nil || len(lines) != 0 {
			t.Errorf("%s: %v, %q", language, err, shorten.Text(lines))
		}
	}
}
