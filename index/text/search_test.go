package text_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/text"
)

func lines(res text.Result) []string {
	out := []string{}
	for _, m := range res.Matches {
		out = append(out, fmt.Sprintf("%s:%d:%d:%s", m.Path, m.Line, m.Col, m.Text))
	}
	return out
}

func TestSearch(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, map[string]*lang.Facts{"main.go": goFacts()}))
	for _, tc := range []struct {
		name string
		in   text.Query
		want []string
	}{
		{"literal", text.Query{Pattern: "fn f("}, []string{"deep/a/short.rs:1:0:fn f() -> u8 { 1 }"}},
		{"regex", text.Query{Pattern: `fn f+\(\)`, Regex: true}, []string{"deep/a/short.rs:1:0:fn f() -> u8 { 1 }", "deep/a/short.rs:2:0:fn ff() {}"}},
		{"no trigram", text.Query{Pattern: `^a$`, Regex: true}, []string{"deep/a/short.rs:4:0:a"}},
		{"word boundary is Unicode", text.Query{Pattern: `\bna\b`, Regex: true, Paths: []string{"lib"}}, []string{"lib/words.txt:1:0:na", "lib/words.txt:2:7:naïve na"}},
		{"word class is Unicode", text.Query{Pattern: `^\w+$`, Regex: true, Paths: []string{"lib/words.txt"}}, []string{"lib/words.txt:1:0:na", "lib/words.txt:4:0:kelvin"}},
		{"digit class is Unicode", text.Query{Pattern: `\d three \d`, Regex: true}, []string{"lib/words.txt:6:0:٣ three ٤"}},
		{"folding reaches the Kelvin sign", text.Query{Pattern: `kelvin k`, Regex: true, Case: text.CaseInsensitive}, []string{"lib/words.txt:3:0:Kelvin \u212A sign"}},
		{"folding outside ASCII", text.Query{Pattern: "über über", Case: text.CaseInsensitive}, []string{"lib/naïve.py:3:18:    return x*2  # ÜBER über"}},
		{"smart case with an upper letter", text.Query{Pattern: "Kelvin", Case: text.CaseSmart}, []string{"lib/words.txt:3:0:Kelvin \u212A sign"}},
		{"smart case without", text.Query{Pattern: "kelvin", Case: text.CaseSmart}, []string{"lib/words.txt:3:0:Kelvin \u212A sign", "lib/words.txt:4:0:kelvin"}},
		{"empty lines", text.Query{Pattern: "^$", Regex: true, Paths: []string{"newline.txt", "empty.txt", "deep"}}, []string{"deep/a/b/c.md:2:0:", "deep/a/b/c.md:6:0:", "deep/a/b/c.md:7:0:", "newline.txt:1:0:"}},
		{"byte order mark", text.Query{Pattern: "^marked", Regex: true}, []string{"bom.txt:1:0:marked x"}},
		{"a stray byte is no character", text.Query{Pattern: `caf.|^.*foo`, Regex: true, Paths: []string{"latin1.txt"}}, []string{}},
		{"carriage return stays", text.Query{Pattern: `o\r$`, Regex: true}, []string{"crlf.txt:2:2:two\r"}},
		{"last line without end", text.Query{Pattern: "end$", Regex: true}, []string{"noeol.txt:1:18:last line without end"}},
		{"across lines", text.Query{Pattern: `foo\nbar`, Regex: true}, []string{"deep/a/b/c.md:3:0:foo\nbar"}},
		{"dot across lines", text.Query{Pattern: `(?s)Title.*bar\nfoo`, Regex: true, Multiline: true}, []string{"deep/a/b/c.md:1:2:# Title\n\nfoo\nbar\nfoo bar"}},
		{"space stays in its line", text.Query{Pattern: `bar\s+foo`, Regex: true, Globs: []string{"*.md"}}, []string{}},
		{"space across lines", text.Query{Pattern: `bar\s+foo`, Regex: true, Multiline: true, Globs: []string{"*.md"}}, []string{"deep/a/b/c.md:4:0:bar\nfoo bar"}},
		{"binary files are not searched", text.Query{Pattern: "binary"}, []string{}},
		{"glob by base name", text.Query{Pattern: "foo", Globs: []string{"*.md"}}, []string{"deep/a/b/c.md:3:0:foo", "deep/a/b/c.md:5:0:foo bar"}},
		{"glob by path, excluded", text.Query{Pattern: "foo", Globs: []string{"deep/**", "!*.md"}}, []string{}},
		{"glob of a folder", text.Query{Pattern: "fn ", Globs: []string{"deep"}}, []string{"deep/a/short.rs:1:0:fn f() -> u8 { 1 }", "deep/a/short.rs:2:0:fn ff() {}"}},
		{"language", text.Query{Pattern: "func", Languages: []string{"go"}}, []string{"main.go:3:0:func main() {"}},
		{"symbols only", text.Query{Pattern: "main", SymbolOnly: true}, []string{"main.go:3:5:func main() {"}},
		{"skip and limit", text.Query{Pattern: "foo", Globs: []string{"*.md"}, Skip: 1, Limit: 1}, []string{"deep/a/b/c.md:5:0:foo bar"}},
		{"class escapes", text.Query{Pattern: `[\d_]bar`, Regex: true}, []string{"lib/words.txt:7:3:foo_bar fooBar foo-bar"}},
		{"negated class in a class", text.Query{Pattern: `foo[\W]bar`, Regex: true}, []string{"deep/a/b/c.md:5:0:foo bar", "lib/words.txt:7:15:foo_bar fooBar foo-bar"}},
		{"escaped code point", text.Query{Pattern: `na\u00efve\u{20}na`, Regex: true}, []string{"lib/words.txt:2:0:naïve na"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			res, err := s.Search(t.Context(), tc.in)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tc.want, lines(res)); d != "" {
				t.Errorf("Search(%+v) mismatch (-want +got):\n%s", tc.in, d)
			}
		})
	}
}

func TestSearchTotalsGoOnBeyondThePage(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, nil))
	res, err := s.Search(t.Context(), text.Query{Pattern: "foo", Limit: 1, Context: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := text.Result{
		Matches: []text.Match{{
			Path: "deep/a/b/c.md", Line: 3, EndLine: 3, Col: 0, Text: []byte("foo"), Spans: [][2]int{{0, 3}},
			Before: [][]byte{{}}, After: [][]byte{[]byte("bar")},
		}},
		Files: []text.FileCount{{Path: "deep/a/b/c.md", Lines: 2, Matches: 2}, {Path: "latin1.txt", Lines: 1, Matches: 1}, {Path: "lib/words.txt", Lines: 1, Matches: 3}},
		Lines: 4, Count: 6,
		Unsearched: []text.File{{Path: "data.bin", Language: "binary", Reason: "binary"}},
	}
	res.Stats = text.Stats{}
	if d := cmp.Diff(want, res); d != "" {
		t.Errorf("Search mismatch (-want +got):\n%s", d)
	}
}

func TestSearchReportsMissingPaths(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, nil))
	res, err := s.Search(t.Context(), text.Query{Pattern: "foo", Paths: []string{"nowhere", "./deep/"}})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"nowhere"}, res.Missing); d != "" {
		t.Errorf("Missing mismatch (-want +got):\n%s", d)
	}
	if res.Lines != 2 {
		t.Errorf("Lines = %d, want the 2 of the path that exists", res.Lines)
	}
}

func TestUnsupportedConstructsAreNamed(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, nil))
	for pattern, want := range map[string]string{
		`(?=a)`:      "look-ahead (?=",
		`x(?!a)`:     "negative look-ahead (?!",
		`(?<=a)b`:    "look-behind (?<=",
		`(?<!a)b`:    "negative look-behind (?<!",
		`(a)\1`:      `backreference \1`,
		`(?P<n>a)\k`: `backreference \k`,
		`(?>a)`:      "atomic group",
		`a++`:        "possessive",
		`[a&&b]`:     "character class operation &&",
		`[a[b]]`:     "nested character class",
		`(?x) a`:     "verbose mode",
		`(`:          "missing closing )",
		`[a`:         "unclosed character class",
		`a{2000}`:    "invalid repeat count",
		"(?:" + strings.Repeat("a", 100) + "){900}": "states, at most",
		strings.Repeat("a", 40_000):                 "longer than",
		strings.Repeat(`[\W]`, 8_000):               "too many Unicode classes",
		`\`:                                         "trailing backslash",
	} {
		_, err := s.Search(t.Context(), text.Query{Pattern: pattern, Regex: true})
		var syntax *text.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(syntax.Construct, want) {
			t.Errorf("Search(%q) error = %v, want a SyntaxError that names %q", pattern, err, want)
		}
	}
}

func TestDeadlineSaysAtLeast(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, nil))
	res, err := s.Search(t.Context(), text.Query{Pattern: "foo", Deadline: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if !res.AtLeast {
		t.Errorf("AtLeast = false after the deadline, result %+v", res)
	}
}

func TestContentAndFiles(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, fixture, nil))
	files := s.Files()
	if len(files) != len(fixture) {
		t.Fatalf("Files lists %d files, want %d", len(files), len(fixture))
	}
	for _, f := range files {
		content, ok := s.Content(f.Path)
		if f.Path == "data.bin" {
			if ok || f.Searched {
				t.Errorf("binary content is kept: %q", content)
			}
			continue
		}
		if !ok || string(content) != fixture[f.Path] {
			t.Errorf("Content(%s) = %q, %v; want %q", f.Path, content, ok, fixture[f.Path])
		}
	}
	if _, ok := s.Content("nowhere"); ok {
		t.Error("Content of an unknown path is ok")
	}
}

func TestRank(t *testing.T) {
	t.Parallel()
	s := open(t, write(t, map[string]string{
		"a.go":      "package a\n\nfunc main() {}\n",
		"b.go":      "package b\n// main main main here\nvar x = 1\n",
		"c.go":      "package c\n// nothing\n",
		"router.go": "package d\n// a router routes\n",
	}, map[string]*lang.Facts{"a.go": goFacts()}))
	got, err := s.Rank(t.Context(), []string{"main", "Router"}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Path != "router.go" || got[1].Path != "a.go" {
		t.Fatalf("Rank = %+v, want router.go by its path, then a.go by its symbol", got)
	}
	if d := cmp.Diff([]int{3}, got[1].Lines); d != "" || got[1].Symbols != 1 {
		t.Errorf("a.go: lines mismatch or %d symbols, want 1 (-want +got):\n%s", got[1].Symbols, d)
	}
}

func TestCorruptShards(t *testing.T) {
	t.Parallel()
	dir := write(t, fixture, nil)
	names, err := filepath.Glob(filepath.Join(dir, "*.zoekt"))
	if err != nil || len(names) != 1 {
		t.Fatalf("shards %v, %v", names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, cut := range []int{0, 7, 100, len(whole) / 2, len(whole) - 1} {
		broken := t.TempDir()
		if err := os.WriteFile(filepath.Join(broken, "x_v16.00000.zoekt"), whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := text.Open(broken)
		var corrupt *text.CorruptError
		if !errors.As(err, &corrupt) {
			t.Errorf("Open of a shard cut at %d: %v, %v; want a CorruptError", cut, s, err)
		}
	}
}

func TestConcurrentSearchesAndClose(t *testing.T) {
	t.Parallel()
	s, err := text.Open(write(t, fixture, nil))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				res, err := s.Search(t.Context(), text.Query{Pattern: "foo", Case: text.Case(i % 2)})
				if errors.Is(err, text.ErrClosed) {
					return
				}
				if err != nil || res.Lines < 3 {
					t.Errorf("Search = %+v, %v", res, err)
				}
			}
		}()
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if _, err := s.Search(t.Context(), text.Query{Pattern: "foo"}); !errors.Is(err, text.ErrClosed) {
		t.Errorf("Search after Close: %v, want ErrClosed", err)
	}
}
