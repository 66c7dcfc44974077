package grep_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/grep"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/texttest"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

func input(t *testing.T) grep.Input {
	t.Helper()
	var f storetest.Fixture
	f.File("a.go", "go", "package a\n\nfunc needle() {}\n\n// needle Needle\nfunc b() {}\n\nvar x = needle\n")
	f.File("a_test.go", "go", "package a\n\nfunc TestNeedle() { needle() }\n")
	f.Mark(schema.FileTest)
	f.File("doc/readme.md", "markdown", "# Needle\nneedle in a\nhay stack\n")
	f.File("long.txt", "", strings.Repeat("x", 900)+" needle "+strings.Repeat("y", 900)+"\n")
	many := ""
	for i := range 250 {
		many += fmt.Sprintf("row %d\n", i+1)
	}
	f.File("many.txt", "", many)
	f.File("web/app.tsx", "tsx", "export const needle = 1\n")
	return grep.Input{Snapshot: store.FromRows(f.Rows(), store.Manifest{Commit: "c0ffee"}), Searcher: texttest.Open(t, f.Content), Counter: &budget.Counter{}}
}

func run(t *testing.T, in grep.Input, opts grep.Options) *grep.Report {
	t.Helper()
	r, err := grep.Run(t.Context(), in, opts)
	if err != nil {
		t.Fatalf("Run(%+v): %v", opts, err)
	}
	return r
}

func TestModes(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, tc := range []struct {
		name string
		opts grep.Options
		want string
	}{
		{
			"lines by path and line", grep.Options{Pattern: `needle\b`, Globs: []string{"*.go"}},
			"a.go\n3:func needle() {}\n5:// needle Needle\n8:var x = needle\n\na_test.go\n3:func TestNeedle() { needle() }\n",
		},
		{
			"context is shown once", grep.Options{Pattern: "needle", Paths: []string{"a.go"}, Before: 1, After: 1},
			"a.go\n2-\n3:func needle() {}\n4-\n5:// needle Needle\n6-func b() {}\n7-\n8:var x = needle\n",
		},
		{
			"gaps between contexts", grep.Options{Pattern: "package|x =", Paths: []string{"a.go"}, After: 1},
			"a.go\n1:package a\n2-\n--\n8:var x = needle\n",
		},
		{"either case", grep.Options{Pattern: "NEEDLE", IgnoreCase: true, Types: []string{"md"}}, "doc/readme.md\n1:# Needle\n2:needle in a\n"},
		{"literal", grep.Options{Pattern: "needle()", Literal: true, Types: []string{"go"}, Globs: []string{"!*_test.go"}}, "a.go\n3:func needle() {}\n"},
		{"ts is tsx too", grep.Options{Pattern: "needle", Types: []string{"ts"}}, "web/app.tsx\n1:export const needle = 1\n"},
		{"across lines", grep.Options{Pattern: `a\nhay`, Multiline: true}, "doc/readme.md\n2:needle in a\n3:hay stack\n"},
		{"files", grep.Options{Pattern: "needle", Mode: grep.Files, Limit: 2}, "a.go\na_test.go\n(7 lines in 5 files; next: skip=2)\n"},
		{"second page of files", grep.Options{Pattern: "needle", Mode: grep.Files, Limit: 2, Skip: 2}, "doc/readme.md\nlong.txt\n(7 lines in 5 files; next: skip=4)\n"},
		{"count", grep.Options{Pattern: "needle", Mode: grep.Count, Types: []string{"go"}}, "a.go:3\na_test.go:1\n"},
		{"map puts tests last", grep.Options{Pattern: "needle", Mode: grep.Map, Globs: []string{"a*.go"}}, "a.go:3,5,8 (3)\na_test.go:3 (1)\n"},
		{"nothing", grep.Options{Pattern: "absent"}, "no match\n"},
		{"wrong path", grep.Options{Pattern: "needle", Paths: []string{"nowhere"}}, "no match\nno file or folder nowhere in the index\n"},
		{"behind the end", grep.Options{Pattern: "needle", Skip: 50}, "(7 lines in 5 files, none behind skip=50)\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := run(t, in, tc.opts)
			if d := cmp.Diff(tc.want, r.Text()); d != "" {
				t.Errorf("text (-want +got):\n%s", d)
			}
			if r.Tokens == 0 || r.Commit != "c0ffee" {
				t.Errorf("%d tokens, commit %q", r.Tokens, r.Commit)
			}
		})
	}
}

func TestPagesCoverEverythingOnce(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, tokens := range []int{0, 120} {
		seen := 0
		for skip, pages := 0, 0; ; pages++ {
			r := run(t, in, grep.Options{Pattern: "^row", Skip: skip, Tokens: tokens})
			for _, m := range r.Matches {
				if seen++; m.Line != seen {
					t.Fatalf("line %d comes as number %d", m.Line, seen)
				}
			}
			if r.TotalLines != 250 || len(r.Matches) > grep.PageSize || tokens > 0 && r.Tokens > tokens {
				t.Fatalf("page at %d: %d of %d lines, %d tokens", skip, len(r.Matches), r.TotalLines, r.Tokens)
			}
			if r.NextSkip == 0 {
				break
			}
			if skip = r.NextSkip; pages > 250 {
				t.Fatal("pages do not end")
			}
		}
		if seen != 250 {
			t.Errorf("pages of %d tokens show %d lines, want 250", tokens, seen)
		}
	}
}

func TestLongLineIsAWindow(t *testing.T) {
	t.Parallel()
	r := run(t, input(t), grep.Options{Pattern: "needle", Paths: []string{"long.txt"}})
	m := r.Matches[0]
	if m.Col != 901 || !m.Cut || !strings.HasPrefix(m.Text, "[col 801] …xxx") || !strings.Contains(m.Text, " needle ") || len(m.Text) > 560 {
		t.Errorf("col %d, cut %v, text %q", m.Col, m.Cut, m.Text)
	}
}

func TestWhatCannotBeAnswered(t *testing.T) {
	t.Parallel()
	in := input(t)
	var syntax *text.SyntaxError
	if _, err := grep.Run(t.Context(), in, grep.Options{Pattern: "(?=a)"}); !errors.As(err, &syntax) {
		t.Errorf("look-ahead: %v", err)
	}
	for _, opts := range []grep.Options{{}, {Pattern: "a", Skip: -1}, {Pattern: "a", Types: []string{"klingon"}}} {
		if _, err := grep.Run(t.Context(), in, opts); err == nil {
			t.Errorf("Run(%+v) gives no error", opts)
		}
	}
	if r := run(t, in, grep.Options{Pattern: "needle", Paths: []string{"nowhere"}}); r.Status != analyze.Unknown {
		t.Errorf("a wrong path reads %s", r.Status)
	}
	if r := run(t, in, grep.Options{Pattern: "needle", Paths: []string{"nowhere", "a.go"}}); r.Status != analyze.Partial || r.TotalFiles != 1 {
		t.Errorf("one wrong path of two reads %s with %d files", r.Status, r.TotalFiles)
	}
}
