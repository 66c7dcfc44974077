package budget_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/analyze/budget"
)

func TestCount(t *testing.T) {
	t.Parallel()
	var c budget.Counter
	for _, tc := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"hello world", 2},
		{"func main() {}", 4},
	} {
		if got := c.Count(tc.text); got != tc.want {
			t.Errorf("Count(%q) = %d, want %d", tc.text, got, tc.want)
		}
	}
	if got := c.Count("\xff\xfe broken"); got == 0 {
		t.Error("invalid UTF-8 counts nothing")
	}
	if got := c.Count(strings.Repeat("a", 1<<20)); got < 1000 {
		t.Errorf("a long word counts %d tokens", got)
	}
}

// words counts words, so that sums can be done by hand.
type words struct{}

func (words) Count(s string) int { return len(strings.Fields(s)) }

func pick(block, form, tokens int) budget.Chosen {
	return budget.Chosen{Block: block, Form: form, Tokens: tokens}
}

func text(n int) string { return strings.Repeat("w ", n) }

func TestFit(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		blocks []budget.Block
		opts   budget.Options
		want   budget.Result
	}{
		{name: "nothing", want: budget.Result{}},
		{
			name:   "all fit in full",
			blocks: []budget.Block{{Forms: []string{text(4), text(1)}}, {Forms: []string{text(5), text(1)}}},
			opts:   budget.Options{Tokens: 10},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 0, 4), pick(1, 0, 5)}, Tokens: 9},
		},
		{
			name:   "shrinks and drops by name",
			blocks: []budget.Block{{Forms: []string{text(6), text(3), text(1)}}, {Forms: []string{text(6), text(2)}}, {Forms: []string{text(9)}}},
			opts:   budget.Options{Tokens: 8, Protected: -1},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 1, 3), pick(1, 1, 2)}, Dropped: []int{2}, Tokens: 5},
		},
		{
			name:   "the best are kept beyond the budget",
			blocks: []budget.Block{{Forms: []string{text(9), text(2)}}, {Forms: []string{text(9), text(2)}}, {Forms: []string{text(1)}}},
			opts:   budget.Options{Tokens: 3, Protected: 2},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 1, 2), pick(1, 1, 2)}, Dropped: []int{2}, Tokens: 4},
		},
		{
			name:   "what is reserved is not spent by the first",
			blocks: []budget.Block{{Forms: []string{text(5), text(1)}}, {Forms: []string{text(3), text(2)}}},
			opts:   budget.Options{Tokens: 6, Protected: 2},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 1, 1), pick(1, 0, 3)}, Tokens: 4},
		},
		{
			name:   "the only block may take all",
			blocks: []budget.Block{{Forms: []string{text(8), text(1)}}},
			opts:   budget.Options{Tokens: 8},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 0, 8)}, Tokens: 8},
		},
		{
			name:   "no limit",
			blocks: []budget.Block{{Forms: []string{text(5000)}}},
			opts:   budget.Options{Tokens: -1},
			want:   budget.Result{Chosen: []budget.Chosen{pick(0, 0, 5000)}, Tokens: 5000},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(tc.want, budget.Fit(words{}, tc.blocks, tc.opts)); d != "" {
				t.Errorf("Fit mismatch (-want +got):\n%s", d)
			}
		})
	}
}
