package savings

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/search"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// Schema names the report.
const Schema = "lc.savings/1"

// The policies, in the order of every report.
const (
	Naive   = "naive"
	Skilled = "skilled"
	Lc      = "lc"
)

// Policies lists them.
func Policies() []string { return []string{Naive, Skilled, Lc} }

// Corpus is an indexed commit.
type Corpus struct {
	Snapshot *store.Snapshot
	Text     *text.Searcher
	Tools    string // What the client is told of lc's tools.
}

// Result is what one policy did on one task.
type Result struct {
	ID       string  `json:"id"`
	Policy   string  `json:"policy"`
	Tokens   int     `json:"tokens"`
	Success  bool    `json:"success"`
	Recall2k float64 `json:"recall_2k"`
	Recall8k float64 `json:"recall_8k"`
}

// Summary is what one policy did on all tasks.
type Summary struct {
	Median int `json:"median"`
	P10    int `json:"p10"`
	P90    int `json:"p90"`
	// Lost is the share of tasks that cost more than with the skilled policy; of the
	// skilled policy itself, more than with lc.
	Lost     float64 `json:"lost"`
	Success  float64 `json:"success"`
	Recall2k float64 `json:"recall_2k"`
	Recall8k float64 `json:"recall_8k"`
}

// Report is the answer.
type Report struct {
	Schema    string             `json:"schema"`
	Suite     string             `json:"suite"`
	Tokenizer string             `json:"tokenizer"`
	Cap       int                `json:"cap"`
	Tasks     []Result           `json:"tasks"`
	Summary   map[string]Summary `json:"summary"`
	// Ratios are medians of the other policies over lc's: above 1, lc costs less.
	Ratios map[string]float64 `json:"ratios"`
	Losses []string           `json:"losses"` // Tasks that cost more with lc than with the skilled policy.
}

// Run works on every task with every policy. corpus gives the indexed commit of a task.
func Run(ctx context.Context, suite Suite, corpus func(commit string) (Corpus, error)) (*Report, error) {
	if err := suite.Validate(); err != nil {
		return nil, err
	}
	r := &Report{Schema: Schema, Suite: suite.Name, Tokenizer: "o200k_base", Cap: Cap, Tasks: []Result{}, Summary: map[string]Summary{}, Ratios: map[string]float64{}, Losses: []string{}}
	counter := &budget.Counter{}
	trees, engines := map[string]*tree{}, map[string]*search.Engine{}
	for _, task := range suite.Tasks {
		c, err := corpus(task.Commit)
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", task.ID, err)
		}
		if trees[task.Commit] == nil {
			trees[task.Commit] = newTree(c.Text)
			engines[task.Commit] = search.New(search.Input{Snapshot: c.Snapshot, Text: c.Text, Counter: counter})
		}
		t := trees[task.Commit]
		var gold []Range
		for _, g := range task.Gold {
			span, err := ParseRange(g)
			if err != nil {
				return nil, err
			}
			if span.Last > len(t.lines[span.Path]) {
				return nil, fmt.Errorf("task %s: gold %s: the file has %d lines", task.ID, g, len(t.lines[span.Path]))
			}
			gold = append(gold, span)
		}
		x := &indexed{snap: c.Snapshot, text: c.Text, counter: counter, engine: engines[task.Commit], tree: t, tools: c.Tools}
		for _, policy := range Policies() {
			tr := newTranscript(ctx, counter, gold)
			do := map[string]func(*transcript, string) error{Naive: t.naive, Skilled: t.skilled, Lc: x.run}[policy]
			if err := ended(do(tr, task.Query)); err != nil {
				return nil, fmt.Errorf("task %s, policy %s: %w", task.ID, policy, err)
			}
			r.Tasks = append(r.Tasks, Result{task.ID, policy, tr.cost(), tr.success(), tr.recall(2000), tr.recall(8000)})
		}
	}
	r.summarise()
	return r, nil
}

func (r *Report) summarise() {
	by := map[string][]Result{}
	for _, t := range r.Tasks {
		by[t.Policy] = append(by[t.Policy], t)
	}
	for _, policy := range Policies() {
		against := Skilled
		if policy == Skilled {
			against = Lc
		}
		var s Summary
		var tokens []int
		n := float64(len(by[policy]))
		for i, t := range by[policy] {
			tokens = append(tokens, t.Tokens)
			s.Recall2k += t.Recall2k / n
			s.Recall8k += t.Recall8k / n
			if t.Success {
				s.Success += 1 / n
			}
			if t.Tokens > by[against][i].Tokens {
				s.Lost += 1 / n
				if policy == Lc {
					r.Losses = append(r.Losses, t.ID)
				}
			}
		}
		slices.Sort(tokens)
		s.Median, s.P10, s.P90 = quantile(tokens, 50), quantile(tokens, 10), quantile(tokens, 90)
		s.Lost, s.Success, s.Recall2k, s.Recall8k = rounded(s.Lost), rounded(s.Success), rounded(s.Recall2k), rounded(s.Recall8k)
		r.Summary[policy] = s
	}
	for _, policy := range []string{Naive, Skilled} {
		r.Ratios[policy] = rounded(float64(r.Summary[policy].Median) / float64(max(r.Summary[Lc].Median, 1)))
	}
	for i := range r.Tasks {
		r.Tasks[i].Recall2k, r.Tasks[i].Recall8k = rounded(r.Tasks[i].Recall2k), rounded(r.Tasks[i].Recall8k)
	}
}

// quantile is the nearest-rank percentile of sorted values.
func quantile(sorted []int, percent int) int {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (percent*len(sorted)+99)/100-1)]
}

// rounded has three decimals, so that figures print alike everywhere.
func rounded(x float64) float64 { return float64(int64(x*1000+.5)) / 1000 }

// Text is the report in words.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tokens until the gold lines are visible; suite %s, tokenizer %s, failures cost %d\n\n%-28s", r.Suite, r.Tokenizer, r.Cap, "task")
	for _, p := range Policies() {
		fmt.Fprintf(&b, " %9s", p)
	}
	b.WriteByte('\n')
	for i := 0; i < len(r.Tasks); i += len(Policies()) {
		fmt.Fprintf(&b, "%-28s", r.Tasks[i].ID)
		for _, t := range r.Tasks[i : i+len(Policies())] {
			mark := " "
			if !t.Success {
				mark = "!"
			}
			fmt.Fprintf(&b, " %8d%s", t.Tokens, mark)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\n%-10s %8s %8s %8s %6s %8s %10s %10s\n", "policy", "median", "p10", "p90", "lost", "success", "recall@2k", "recall@8k")
	for _, p := range Policies() {
		s := r.Summary[p]
		fmt.Fprintf(&b, "%-10s %8d %8d %8d %5.0f%% %7.0f%% %9.0f%% %9.0f%%\n", p, s.Median, s.P10, s.P90, 100*s.Lost, 100*s.Success, 100*s.Recall2k, 100*s.Recall8k)
	}
	fmt.Fprintf(&b, "\nlc shows %.1f times fewer tokens than the skilled reader and %.1f times fewer than the naive one (medians)\n", r.Ratios[Skilled], r.Ratios[Naive])
	if len(r.Losses) > 0 {
		fmt.Fprintf(&b, "lost to the skilled reader: %s\n", strings.Join(r.Losses, ", "))
	}
	return b.String()
}
