package savings

import (
	"context"
	"errors"

	"github.com/lc-index/lc/analyze/budget"
)

// Cap is what a failure costs, and where a policy must stop.
const Cap = 32000

// errDone ends a policy: everything is visible, or the cap is reached.
var errDone = errors.New("done")

// transcript is what one policy has been shown on one task.
type transcript struct {
	ctx     context.Context
	counter *budget.Counter
	missing map[string]map[int]bool // Gold lines that were not shown yet.
	gold    int
	left    int
	tokens  int
	points  []point
	opened  map[hit]bool // Lines that lay in a window, of the skilled reader.
}

// point is how much gold was visible at a cost.
type point struct{ tokens, visible int }

// lines are lines of a file that an answer shows in full.
type lines struct {
	path        string
	first, last int
}

func newTranscript(ctx context.Context, counter *budget.Counter, gold []Range) *transcript {
	t := &transcript{ctx: ctx, counter: counter, missing: map[string]map[int]bool{}}
	for _, g := range gold {
		if t.missing[g.Path] == nil {
			t.missing[g.Path] = map[int]bool{}
		}
		for n := g.First; n <= g.Last; n++ {
			t.missing[g.Path][n] = true
		}
	}
	for _, m := range t.missing {
		t.gold += len(m)
	}
	t.left = t.gold
	return t
}

// charge counts text that shows no lines: a schema, an argument, an error.
func (t *transcript) charge(text string) { t.tokens += t.counter.Count(text) }

// show counts a call and its answer and takes note of the lines in it. The error is
// errDone when the policy is at its end.
func (t *transcript) show(call, answer string, shown ...lines) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	t.charge(call)
	t.charge(answer)
	for _, l := range shown {
		for n := l.first; n <= l.last; n++ {
			if t.missing[l.path][n] {
				delete(t.missing[l.path], n)
				t.left--
			}
		}
	}
	if t.tokens <= Cap {
		t.points = append(t.points, point{t.tokens, t.gold - t.left})
	}
	if t.left == 0 || t.tokens >= Cap {
		return errDone
	}
	return nil
}

// success reports whether everything was visible below the cap.
func (t *transcript) success() bool { return t.left == 0 && t.tokens <= Cap }

// cost is what the policy is charged.
func (t *transcript) cost() int {
	if !t.success() {
		return Cap
	}
	return t.tokens
}

// recall is the share of the gold that was visible within a budget.
func (t *transcript) recall(tokens int) float64 {
	best := 0
	for _, p := range t.points {
		if p.tokens <= tokens {
			best = max(best, p.visible)
		}
	}
	return float64(best) / float64(max(t.gold, 1))
}
