package markdown_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/markdown"
)

func extract(t testing.TB, src string) *lang.Facts {
	t.Helper()
	f, err := markdown.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	return f
}

// outline lists the sections as "name@first-last" with dots for their depth.
func outline(f *lang.Facts) []string {
	out := []string{}
	for i := 1; i < len(f.Symbols); i++ {
		s := &f.Symbols[i]
		depth := 0
		for p := s.Parent; p > 0; p = f.Symbols[p].Parent {
			depth++
		}
		out = append(out, fmt.Sprintf("%s%s@%d-%d", strings.Repeat(".", depth), s.Name, s.Span.StartLine, s.Span.EndLine))
	}
	return out
}

func TestHeadings(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"nested", "# A\ntext\n## B\n### C\n\n## D\n# E\nx\n\n", []string{"A@1-6", ".B@3-4", "..C@4-4", ".D@6-6", "E@7-8"}},
		{"skipped levels", "# A\n#### B\n## C\n", []string{"A@1-3", ".B@2-2", ".C@3-3"}},
		{"setext", "Title\n=====\ntext\n\nTwo\nlines\n---\n", []string{"Title@1-7", ".Two@5-7"}},
		{"marks", "#no\n####### no\n#\n# \n## A ##\n### B # c#\n    # code\n   # C\n", []string{"A@5-7", ".B # c#@6-7", "C@8-8"}},
		{"fences", "```sh\n# no\n```\n~~~~\n# no\n~~~\n# no\n~~~~\n# A\n", []string{"A@9-9"}},
		{"containers", "> # quoted\n\n- # item\n  # item\n\n1. a\n\n   # item\n\n# A\n", []string{"A@10-10"}},
		{"item ends", "- a\n# A\n* b\n\n# B\n", []string{"A@2-3", "B@5-5"}},
		{"fence in item", "1. a\n   ```\n   # no\n   ```\n# A\n", []string{"A@5-5"}},
		{"fence ends with its item", "- ```\n  # no\n# A\n", []string{"A@3-3"}},
		{"breaks", "a\n\n---\n\nb\n\n***\n# A\n", []string{"A@8-8"}},
		{"html", "<!--\n# no\n-->\n<div>\n# no\n</div>\n\n# A\n<b>x</b>\n# B\n", []string{"A@8-9", "B@10-10"}},
		{"table", "a | b\n--|--\n1 | 2\n# A\n", []string{"A@4-4"}},
		{"change log", "## [1.2](https://x/y)\n## [Unreleased]\n## `code` here {#id}\n", []string{"1.2@1-1", "[Unreleased]@2-2", "`code` here@3-3"}},
		{"front matter", "---\ntitle: x\n---\n# A\n", []string{"A@4-4"}},
		{"no front matter", "---\n\n# A\n---\n", []string{"A@3-4"}},
		{"CRLF", "# A\r\ntext\r\n\r\nB\r\n===\r\n", []string{"A@1-2", "B@4-5"}},
		{"tabs", "#\tA\t#\n\t# code\n", []string{"A@1-2"}},
		{"Unicode", "# Überschrift 日本\n", []string{"Überschrift 日本@1-1"}},
		{"open fence", "# A\n```js\nx\n# B\n```js\n# C\n", []string{"A@1-3", "B@4-5", "C@6-6"}},
		{"open comment", "# A\n<!-- x\n# B\n", []string{"A@1-2", "B@3-3"}},
		{"empty", "", []string{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.want, outline(extract(t, tc.in))); d != "" {
				t.Errorf("outline mismatch (-want +got):\n%s", d)
			}
		})
	}
}

func TestNamePositions(t *testing.T) {
	t.Parallel()
	f := extract(t, "  ##  [Name](x.md) ##\n")
	if s := f.Symbols[1]; s.Name != "Name" || s.NameLine != 1 || s.NameCol != 7 {
		t.Errorf("%q at %d:%d", s.Name, s.NameLine, s.NameCol)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	src := "# A\n[a](docs/a.md#x) ![i](<img/a b.png>) [u](https://x) [h](#x) `[c](c.md)`\n\\](no.md) [t](t.md \"title\") [p](p(1).md)\n\n[ref]: ../r.md\n[^1]: no.md\n" +
		"<a href=\"h.md\"><img src='i.svg'></a>\n> [q](q.md)\n- [l](l.md) [m](mailto:x) [v](<{{ v }}>)\n\nx\n\n    [code](no2.md)\n\n## B [b](b.md)\n[again](docs/a.md)\n"
	f := extract(t, src)
	var got []string
	for _, m := range f.Imports {
		got = append(got, fmt.Sprintf("%d %s", m.Line, m.Module))
	}
	want := []string{"2 docs/a.md", "2 img/a b.png", "3 t.md", "3 p(1).md", "5 ../r.md", "7 h.md", "7 i.svg", "8 q.md", "9 l.md", "15 b.md"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("imports mismatch (-want +got):\n%s", d)
	}
	last := f.Refs[len(f.Refs)-1]
	if last.Name != "docs/a.md" || last.Import != 0 || last.Line != 16 || last.Col != 8 || last.EndCol != 17 || f.Symbols[last.Encl].Name != "B [b](b.md)" {
		t.Errorf("last reference = %+v", last)
	}
}

func TestRegions(t *testing.T) {
	t.Parallel()
	src := "---\na: 1\n---\n```go\nfunc f() {}\n```\n\n- x\n\n   ~~~ {.py #id}\n   def g(): pass\n   ~~~\n\n```\nnone\n```\n```rust,ignore\n```\n\n> ```js\n> x\n> ```\n\n```mermaid-x\n?\n```\n"
	want := []lang.Region{
		{Language: "yaml", Span: lang.Span{StartLine: 2, EndLine: 3}},
		{Language: "go", Span: lang.Span{StartLine: 5, EndLine: 6}, Example: true},
		{Language: "python", Span: lang.Span{StartLine: 11, StartCol: 3, EndLine: 12}, Indent: 3, Example: true},
	}
	if d := cmp.Diff(want, extract(t, src).Regions); d != "" {
		t.Errorf("regions mismatch (-want +got):\n%s", d)
	}
}

func TestSummaryAndHashes(t *testing.T) {
	t.Parallel()
	base := extract(t, "![logo](x.png)\n\n# Tool\n\nIt does a thing. And more.\n\n## Use\nx\n")
	if base.Summary != "Tool: It does a thing." {
		t.Errorf("summary = %q", base.Summary)
	}
	other := extract(t, "![logo](x.png)\n\n# Tool\n\nIt does a thing. And more.\n\n## Use\ny\n")
	if base.Symbols[1].BodyHash != other.Symbols[1].BodyHash || base.Symbols[2].BodyHash == other.Symbols[2].BodyHash {
		t.Errorf("an edit of a section must change its hash alone")
	}
}

func TestHostileDocumentsEndSoon(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"```js\n", "~~~\n```` x\n", "<!-- \n", "<script>\n", "> ", "- ", "[a](", "[", "`", "``a`", "# a\n", "<a href=\"", "[a]: b\n", "\t", "1. \n", "a\n=\n", "](\n", "\\", "> ```js\n"} {
		began := time.Now()
		extract(t, strings.Repeat(unit, 300_000/len(unit)))
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%q took %s", unit, took)
		}
	}
}

// FuzzExtract holds that any bytes give consistent facts.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{"---\na: 1\n---\n# A\n", "- a\n  > b\n```x", "a\n===\n<!--", "[a](<b> \"c\")\n[d]: e", "\xff# \x00\r\n\t`"} {
		f.Add([]byte(seed))
	}
	language := markdown.Languages()[0]
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := language.Extract(src)
		if err != nil {
			t.Fatal(err)
		}
		if err := langtest.Consistent(facts); err != nil {
			t.Error(err)
		}
	})
}
