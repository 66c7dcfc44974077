package read_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/index/lang/all"
)

func TestShortenedViews(t *testing.T) {
	t.Parallel()
	in := input(t)
	in.Views = all.Views()
	for _, tc := range []struct {
		name       string
		item       read.Item
		projection read.Projection
		limit      int
		want       read.File
	}{
		{
			name: "compact", item: read.Item{Path: "src/a.go"}, projection: read.Compact,
			want: read.File{Projection: read.Compact, Text: "1\tpackage a\n4\tfunc A() {\n5\t}\n", Windows: [][2]int{{1, 1}, {4, 5}}},
		},
		{
			name: "minified", item: read.Item{Path: "src/a.go"}, projection: read.Minified,
			want: read.File{Projection: read.Minified, Text: "1\tpackage a\n4-5\tfunc A(){}\n", Windows: [][2]int{{1, 1}, {4, 5}}},
		},
		{
			name: "a range of it", item: read.Item{Path: "src/a.go:5-5"}, projection: read.Compact,
			want: read.File{Projection: read.Compact, Text: "4\tfunc A() {\n5\t}\n", Windows: [][2]int{{4, 5}}},
		},
		{
			name: "cut with its continuation", item: read.Item{Path: "src/a.go"}, projection: read.Compact, limit: 2,
			want: read.File{Projection: read.Compact, Text: "1\tpackage a\n4\tfunc A() {\n", Windows: [][2]int{{1, 1}, {4, 4}}, Next: "src/a.go:5-"},
		},
		{
			name: "text of no language", item: read.Item{Path: "crlf.txt"}, projection: read.Minified,
			want: read.File{Projection: read.Exact, Text: "1\tone\n2\ttwo\n", Windows: [][2]int{{1, 2}}, Note: "no minified view, the text is shown: comments of this text are not known"},
		},
		{
			name: "raw", item: read.Item{Path: "src/a.go:raw"}, projection: read.Compact,
			want: read.File{Projection: read.Exact, Windows: [][2]int{}, Error: "raw text has no compact view"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := one(t, in, read.Options{Items: []read.Item{tc.item}, Projection: tc.projection, MaxLines: tc.limit})
			tc.want.Path, _, _ = strings.Cut(tc.item.Path, ":")
			tc.want.Language, tc.want.Lines = got.Language, got.Lines
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
