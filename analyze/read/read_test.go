package read_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// content keeps the files of a test.
type content map[string]string

func (c content) Content(path string) ([]byte, bool) {
	s, ok := c[path]
	return []byte(s), ok
}

// lines is a text of n lines, each its own number.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d\n", i+1)
	}
	return b.String()
}

// bigGo is a code file of 302 lines: one function of 300.
func bigGo() string {
	return "package p\n" + "func Big() {\n" + strings.Repeat("\tcallSomething(withArguments, andMore)\n", 299) + "}\n"
}

func input(t *testing.T) read.Input {
	t.Helper()
	files := content{
		"a.txt":     lines(100),
		"b:7":       "odd name\n",
		"big.go":    bigGo(),
		"crlf.txt":  "one\r\ntwo\r\n",
		"empty.txt": "",
		"latin.txt": "caf\xe9\n",
		"long.txt":  strings.Repeat("é", 60<<10) + "\nsecond\n",
		"many.txt":  lines(5000),
		"src/a.go":  "package a\n\n// A does.\nfunc A() {\n}\n",
	}
	rows := &schema.Rows{}
	add := func(path, language string, status schema.FileStatus) schema.FileID {
		rows.Files = append(rows.Files, schema.File{Path: path, Language: language, Status: status, Bytes: int64(len(files[path])), Lines: int32(strings.Count(files[path], "\n"))})
		return schema.FileID(len(rows.Files) - 1)
	}
	symbol := func(s schema.Symbol) {
		if s.QualifiedName == "" {
			s.QualifiedName = s.Name
		}
		s.ScipSymbol = fmt.Sprintf("lc go . %s#%d", s.Name, len(rows.Symbols))
		rows.Symbols = append(rows.Symbols, s)
	}
	add("a.txt", "", schema.StatusText)
	add("b:7", "", schema.StatusText)
	big := add("big.go", "go", schema.StatusParsed)
	symbol(schema.Symbol{Kind: schema.KindFile, File: big, StartLine: 1, EndLine: 302, Parent: schema.None})
	symbol(schema.Symbol{Name: "Big", Kind: schema.KindFunction, File: big, StartLine: 2, EndLine: 302, Parent: 0, Signature: "func Big()"})
	add("crlf.txt", "", schema.StatusText)
	add("empty.txt", "", schema.StatusText)
	add("image.png", "", schema.StatusBinary)
	add("latin.txt", "", schema.StatusText)
	add("long.txt", "", schema.StatusText)
	add("many.txt", "", schema.StatusText)
	a := add("src/a.go", "go", schema.StatusParsed)
	symbol(schema.Symbol{Kind: schema.KindFile, File: a, StartLine: 1, EndLine: 5, Parent: schema.None})
	symbol(schema.Symbol{Name: "A", Kind: schema.KindFunction, File: a, StartLine: 4, EndLine: 5, Parent: 2, Signature: "func A()"})
	rows.Ranks, rows.FileRanks = make([]float64, len(rows.Symbols)), make([]float64, len(rows.Files))
	rows.FileCoverage = make([]schema.FileCoverage, len(rows.Files))
	snap := store.FromRows(rows, store.Manifest{Commit: "c0ffee"})
	if err := snap.Err(); err != nil {
		t.Fatal(err)
	}
	return read.Input{Snapshot: snap, Content: files, Counter: &budget.Counter{}}
}

// one reads a single file and returns how it is shown.
func one(t *testing.T, in read.Input, opts read.Options) read.File {
	t.Helper()
	rep, err := read.Run(context.Background(), in, opts)
	if err != nil {
		t.Fatalf("Run(%+v): %v", opts, err)
	}
	if len(rep.Files) != 1 {
		t.Fatalf("Run(%+v) shows %d files", opts, len(rep.Files))
	}
	return rep.Files[0]
}

func TestSelectors(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, tc := range []struct {
		arg     string
		windows [][2]int
		next    string
		err     string
	}{
		{arg: "a.txt", windows: [][2]int{{1, 100}}},
		{arg: "a.txt:50-80", windows: [][2]int{{49, 83}}},
		{arg: "a.txt:L50-L80", windows: [][2]int{{49, 83}}},
		{arg: "a.txt:1-2", windows: [][2]int{{1, 5}}},
		{arg: "a.txt:99-200", windows: [][2]int{{98, 100}}},
		{arg: "a.txt:50+20", windows: [][2]int{{49, 72}}},
		{arg: "a.txt:59+2,5,19-25", windows: [][2]int{{4, 8}, {18, 28}, {58, 63}}},
		{arg: "a.txt:5,8,12", windows: [][2]int{{4, 15}}},
		{arg: "a.txt:50", windows: [][2]int{{50, 100}}},
		{arg: "a.txt:50-", windows: [][2]int{{50, 100}}},
		{arg: "a.txt:-30", windows: [][2]int{{71, 100}}},
		{arg: "a.txt:-300", windows: [][2]int{{1, 100}}},
		{arg: "a.txt:50-80:raw", windows: [][2]int{{50, 80}}},
		{arg: "./a.txt:raw", windows: [][2]int{{1, 100}}},
		{arg: "many.txt", windows: [][2]int{{1, 2000}}, next: "many.txt:2001-"},
		{arg: "many.txt:4001-", windows: [][2]int{{4001, 5000}}},
		{arg: "many.txt:10-2500", windows: [][2]int{{9, 2008}}, next: "many.txt:2010-2500"},
		{arg: "many.txt:2010-2500", windows: [][2]int{{2009, 2503}}},
		{arg: "many.txt:raw", windows: [][2]int{{1, 2000}}, next: "many.txt:2001-5000:raw"},
		{arg: "b:7", windows: [][2]int{{1, 1}}},
		{arg: "empty.txt", windows: [][2]int{}},
		{arg: "a.txt:80-50", err: "line 50 comes before line 80"},
		{arg: "a.txt:0-5", err: "lines count from 1"},
		{arg: "a.txt:5-,9", err: "bounded windows only"},
		{arg: "a.txt:what", err: `"what" is no line number`},
		{arg: "a.txt:101-120", err: "line 101 is behind the end: the file has 100 lines"},
	} {
		t.Run(tc.arg, func(t *testing.T) {
			t.Parallel()
			f := one(t, in, read.Options{Items: []read.Item{{Path: tc.arg}}})
			if tc.err != "" {
				if !strings.Contains(f.Error, tc.err) {
					t.Errorf("error %q, want %q", f.Error, tc.err)
				}
				return
			}
			if f.Error != "" {
				t.Fatal(f.Error)
			}
			if d := cmp.Diff(tc.windows, f.Windows); d != "" {
				t.Errorf("windows (-want +got):\n%s", d)
			}
			if f.Next != tc.next {
				t.Errorf("next %q, want %q", f.Next, tc.next)
			}
		})
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, tc := range []struct{ arg, want string }{
		{"a.txt:5,90", "4\tl4\n5\tl5\n6\tl6\n7\tl7\n8\tl8\n…\n89\tl89\n90\tl90\n91\tl91\n92\tl92\n93\tl93\n"},
		{"a.txt:99-100:raw", "l99\nl100\n"},
		{"crlf.txt", "1\tone\n2\ttwo\n"},
		{"crlf.txt:raw", "one\r\ntwo\r\n"},
		{"latin.txt", "1\tcaf\uFFFD\n"},
		{"big.go", "2-302\tfunc Big()\n"},
		{"src/a.go:outline", "4-5\tfunc A()\n"},
	} {
		if got := one(t, in, read.Options{Items: []read.Item{{Path: tc.arg}}}).Text; got != tc.want {
			t.Errorf("read %s shows %q, want %q", tc.arg, got, tc.want)
		}
	}
}

func TestOutlineStandsInOnlyWhereItSaves(t *testing.T) {
	t.Parallel()
	in := input(t)
	f := one(t, in, read.Options{Items: []read.Item{{Path: "big.go"}}})
	if f.Projection != read.Outline || f.Expand != "big.go:2-302" || cmp.Diff([][2]int{{2, 302}}, f.Elided) != "" {
		t.Errorf("big.go is shown as %s, expand %q, elided %v", f.Projection, f.Expand, f.Elided)
	}
	for _, item := range []read.Item{{Path: "big.go", Full: true}, {Path: "big.go:1-"}, {Path: "big.go", Range: "raw"}, {Path: "src/a.go"}, {Path: "many.txt"}} {
		if f := one(t, in, read.Options{Items: []read.Item{item}}); f.Projection == read.Outline {
			t.Errorf("%+v is shown as an outline", item)
		}
	}
	if f := one(t, in, read.Options{Items: []read.Item{{Path: "big.go"}}, Projection: read.Exact}); f.Projection != read.Exact || f.Windows[0] != [2]int{1, 302} {
		t.Errorf("exact shows %s %v", f.Projection, f.Windows)
	}
}

func TestLineArguments(t *testing.T) {
	t.Parallel()
	in := input(t)
	item := []read.Item{{Path: "a.txt"}}
	for _, tc := range []struct {
		opts read.Options
		want [2]int
	}{
		{read.Options{Items: item, StartLine: 5, EndLine: 9}, [2]int{5, 9}},
		{read.Options{Items: item, StartLine: 90}, [2]int{90, 100}},
		{read.Options{Items: item, EndLine: 9}, [2]int{1, 9}},
		{read.Options{Items: item, Offset: 10, Limit: 5}, [2]int{11, 15}},
		{read.Options{Items: item, Limit: 5}, [2]int{1, 5}},
	} {
		if f := one(t, in, tc.opts); len(f.Windows) != 1 || f.Windows[0] != tc.want {
			t.Errorf("%+v shows %v %s, want %v", tc.opts, f.Windows, f.Error, tc.want)
		}
	}
	if f := one(t, in, read.Options{Items: []read.Item{{Path: "a.txt:1-5"}}, Limit: 5}); f.Error == "" {
		t.Error("a selector and a limit together are accepted")
	}
	if _, err := read.Run(t.Context(), in, read.Options{Items: item, Limit: 5, EndLine: 5}); err == nil {
		t.Error("end_line and limit together are accepted")
	}
}

func TestBatchSucceedsAndFailsFileByFile(t *testing.T) {
	t.Parallel()
	rep, err := read.Run(t.Context(), input(t), read.Options{Items: []read.Item{
		{Path: "src/a.go"}, {Path: "src/b.go"}, {Path: "image.png"}, {Path: "lib/a.go"}, {Path: "src"}, {Path: "nothing/like.it"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != analyze.Partial || rep.Commit != "c0ffee" || rep.Schema != "lc.read/1" || rep.Tokens == 0 {
		t.Errorf("header %+v, %d tokens", rep.Header, rep.Tokens)
	}
	var got []string
	for _, f := range rep.Files {
		got = append(got, fmt.Sprint(f.Error, f.Near))
	}
	want := []string{
		"[]",
		"no file src/b.go in the index, and none like it[]",
		"a binary file of 0 bytes: its content is not kept[]",
		"no file lib/a.go in the index[src/a.go a.txt]",
		"src is a folder of 1 files[src/a.go]",
		"no file nothing/like.it in the index, and none like it[]",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}

func TestSymbol(t *testing.T) {
	t.Parallel()
	in := input(t)
	f := one(t, in, read.Options{Symbol: "A"})
	if f.Path != "src/a.go" || f.Symbol != "A" || f.Kind != "function" || f.Text != "4\tfunc A() {\n5\t}\n" {
		t.Errorf("A is shown as %+v", f)
	}
	if f := one(t, in, read.Options{Symbol: "Absent"}); f.Error == "" {
		t.Error("an unknown symbol is no error")
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	in := input(t)
	f := one(t, in, read.Options{Items: []read.Item{{Path: "long.txt"}}})
	if f.Next != "long.txt:2-" || !strings.Contains(f.Note, "line 1 has 122880 bytes") || len(f.Text) > 51<<10 {
		t.Errorf("a long line: next %q, note %q, %d bytes", f.Next, f.Note, len(f.Text))
	}
	rep, err := read.Run(t.Context(), in, read.Options{MaxChars: 300, Items: []read.Item{{Path: "a.txt"}, {Path: "src/a.go"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := rep.Files[1]; !strings.Contains(got.Error, "the answer is full") || got.Next != "src/a.go:1-" {
		t.Errorf("behind the ceiling: %+v", got)
	}
	if rep.Files[0].Next == "" {
		t.Error("what is cut has no continuation")
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	f := one(t, input(t), read.Options{Items: []read.Item{{Path: "src/a.go"}}, Projection: read.Summary})
	if want := "src/a.go: go, 5 lines, 35 bytes\ndeclares 1 function\ntop level: A\n"; f.Text != want {
		t.Errorf("summary %q, want %q", f.Text, want)
	}
}
