// Package search answers a question in words, names, paths or a stack trace with
// the places of the code that it is about.
//
// Channels find candidates, each in its own order: exact symbol, symbol in another
// case, parts of identifiers, ranked text, substring, path, likeness. Their ranks
// are fused (reciprocal rank fusion), a more trusted channel weighing more; what is
// known of a file helps its symbols. Files and symbols named in the question and
// stack frames are votes. Tests, generated and vendored files and documentation
// come later unless the question speaks of them. PageRank only orders equals.
//
// The answer fits a budget of tokens: hits shrink to their head, then to a
// signature, then to a pointer; what does not fit is named. Over-reports: words
// that code uses for something else. Under-reports: ideas that the code spells
// with other words.
package search

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// Schema names the report.
const Schema = "lc.search/1"

const (
	defaultLimit = 10
	maxLimit     = 200
	// missesUntilNote is how many misses in a row are worth saying.
	missesUntilNote = 6
)

// Verdict says what an answer means.
type Verdict string

const (
	Found    Verdict = "found"
	Missed   Verdict = "missed"   // Nothing answers; another phrasing may.
	Absent   Verdict = "absent"   // Two different phrasings found nothing, with every channel up.
	Degraded Verdict = "degraded" // A channel was off: there may be more.
)

// Text is what is needed of the shards; *text.Searcher satisfies it.
type Text interface {
	Search(ctx context.Context, q text.Query) (text.Result, error)
	Rank(ctx context.Context, terms []string, limit int) ([]text.Ranked, error)
	Content(path string) ([]byte, bool)
}

// Input is what a snapshot offers.
type Input struct {
	Snapshot *store.Snapshot
	Text     Text // Nil when the shards cannot be read: answers are degraded.
	Counter  *budget.Counter
}

// Engine answers questions about one snapshot. It is safe for concurrent use and
// keeps an index of names from the first question on.
type Engine struct {
	in    Input
	once  sync.Once
	names *names
}

// New makes an engine.
func New(in Input) *Engine { return &Engine{in: in} }

// Options of Run.
type Options struct {
	Query  string
	Path   string   // Folder or file to stay in; "" and "." mean everywhere.
	Limit  int      // 0 means 10.
	Tokens int      // 0 means 2,000; negative means no limit.
	Seeds  []string // Files that the asker is busy with: they and their neighbours come first among equals.
	Map    bool     // Signatures only.
	Missed []string // Questions of this session that were missed just before, oldest first.
}

// Hit is one place.
type Hit struct {
	Path    string  `json:"path"`
	Line    int32   `json:"line"`
	EndLine int32   `json:"end_line"`
	Symbol  string  `json:"symbol"`
	ID      string  `json:"id,omitempty"`
	Kind    string  `json:"kind"`
	Score   float64 `json:"score"`
	Channel string  `json:"channel"` // The most trusted one that found it.
	Snippet string  `json:"snippet"`
}

// Report is the answer.
type Report struct {
	analyze.Header
	Verdict Verdict  `json:"verdict"`
	Hits    []Hit    `json:"hits"`
	Tokens  int      `json:"tokens"`
	Dropped []string `json:"dropped"` // Hits that did not fit, as selectors for read.
	Off     []string `json:"off,omitempty"`
	Note    string   `json:"note,omitempty"`
}

// Run answers one question.
func (e *Engine) Run(ctx context.Context, opts Options) (*Report, error) {
	if strings.TrimSpace(opts.Query) == "" {
		return nil, errors.New("search: the query is empty")
	}
	if opts.Limit <= 0 {
		opts.Limit = defaultLimit
	}
	opts.Limit = min(opts.Limit, maxLimit)
	e.once.Do(func() { e.names = newNames(e.in.Snapshot) })
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: e.in.Snapshot.Manifest().Commit},
		Hits:   []Hit{}, Dropped: []string{},
	}
	f := newFusion(e.in.Snapshot, parseQuery(opts.Query), clean(opts.Path))
	if err := f.run(ctx, e, opts); err != nil {
		return nil, err
	}
	r.Off = f.off
	ordered := f.ordered(opts.Limit)
	e.show(ctx, r, f, ordered, opts)
	r.Verdict = verdict(f, ordered, opts)
	if len(r.Off) > 0 {
		r.Status = analyze.Partial
	}
	if r.Verdict == Missed || r.Verdict == Absent {
		if n := len(opts.Missed) + 1; n >= missesUntilNote {
			r.Note = "the last " + count(n) + " searches missed: list the tree or read a file instead"
		}
	}
	return r, e.in.Snapshot.Err()
}

func clean(p string) string {
	p = strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(p, "\\", "/")), "/")
	return p
}

func verdict(f *fusion, hits []*candidate, opts Options) Verdict {
	switch {
	case len(f.off) > 0:
		return Degraded
	case len(hits) > 0 && f.answers(hits[0]):
		return Found
	}
	for _, before := range opts.Missed {
		if len(hits) == 0 && differs(before, opts.Query) {
			return Absent
		}
	}
	return Missed
}

// differs reports whether two questions look for different words.
func differs(a, b string) bool {
	words := func(s string) []string {
		var out []string
		for _, t := range parseQuery(s).terms {
			out = append(out, t.stem)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	return !slices.Equal(words(a), words(b))
}
