package search_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/search"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/texttest"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

func input(t *testing.T) search.Input {
	t.Helper()
	var f storetest.Fixture
	f.File("cache/store.go", "go", "package cache\n\n// Evict drops the oldest entries.\nfunc (c *Cache) Evict() {\n\tlog(\"evicting %d stale rows\")\n}\n\nfunc parseHeader() {}\n")
	f.Symbol("Evict", schema.KindMethod, 4, 6)
	f.Symbol("parseHeader", schema.KindFunction, 8, 8)
	f.File("cache/store_test.go", "go", "package cache\n\nfunc TestEvict() {\n\tc.Evict() // evicting stale rows, oldest entries\n}\n")
	f.Mark(schema.FileTest)
	f.Symbol("TestEvict", schema.KindFunction, 3, 5)
	f.File("docs/cache.md", "", "Evict drops the oldest entries of the cache.\n")
	f.Mark(schema.FileDocumentation)
	body := "package web\n\nfunc ServeHTTP() {\n" + strings.Repeat("\tstep()\n", 80) + "\thandshakeTimeout()\n}\n"
	f.File("web/server.go", "go", body)
	f.Symbol("ServeHTTP", schema.KindFunction, 3, 85)
	f.File("web/util.go", "go", "package web\n\nfunc helper() {}\n\nfunc Evict() {}\n")
	f.Symbol("helper", schema.KindFunction, 3, 3)
	f.Symbol("Evict", schema.KindFunction, 5, 5)
	snap := store.FromRows(f.Rows(), store.Manifest{Commit: "c0ffee"})
	if err := snap.Err(); err != nil {
		t.Fatal(err)
	}
	return search.Input{Snapshot: snap, Text: texttest.Open(t, f.Content), Counter: &budget.Counter{}}
}

func run(t *testing.T, e *search.Engine, opts search.Options) *search.Report {
	t.Helper()
	r, err := e.Run(t.Context(), opts)
	if err != nil {
		t.Fatalf("Run(%+v): %v", opts, err)
	}
	if r.Commit != "c0ffee" || r.Schema != "lc.search/1" {
		t.Errorf("header %+v", r.Header)
	}
	return r
}

func TestFirstHit(t *testing.T) {
	t.Parallel()
	e := search.New(input(t))
	for _, tc := range []struct{ query, want, channel string }{
		{"parseHeader", "cache/store.go:8", "symbol"},
		{"PARSEHEADER", "cache/store.go:8", "symbol-case"},
		{"Where is the header parsed?", "cache/store.go:8", "parts"},
		{"ServeHTTP()", "web/server.go:3", "symbol"},
		{"evicting %d stale rows", "cache/store.go:4", "parts"},
		{"\"handshakeTimeout\"", "web/server.go:3", "text"},
		{"how are the oldest entries dropped from the cache", "cache/store.go:4", "text"},
		{"test of evict", "cache/store_test.go:3", "parts"},
		{"web/util.go", "web/util.go:1", "text"},
		{"panic: boom\n\tat helper (/srv/app/web/util.go:3:14)", "web/util.go:3", "frame"},
		{"  File \"/x/cache/store.go\", line 8, in parse", "cache/store.go:8", "frame"},
		{"parseHeadr", "cache/store.go:8", "parts"},
		{"hadnler", "", ""},
		{"helpre", "web/util.go:3", "fuzzy"},
	} {
		r := run(t, e, search.Options{Query: tc.query})
		if len(r.Hits) == 0 {
			if tc.want == "" {
				continue
			}
			t.Errorf("%q finds nothing", tc.query)
			continue
		}
		h := r.Hits[0]
		if got := fmt.Sprintf("%s:%d", h.Path, h.Line); got != tc.want || h.Channel != tc.channel {
			t.Errorf("%q finds %s by %s first, want %s by %s", tc.query, got, h.Channel, tc.want, tc.channel)
		}
		if want := search.Found; tc.channel != "fuzzy" && r.Verdict != want {
			t.Errorf("%q: verdict %s", tc.query, r.Verdict)
		}
	}
}

func TestTestsAndDocumentationComeLater(t *testing.T) {
	t.Parallel()
	r := run(t, search.New(input(t)), search.Options{Query: "Evict oldest entries"})
	var order []string
	for _, h := range r.Hits {
		order = append(order, h.Path)
	}
	if len(order) < 3 || order[0] != "cache/store.go" {
		t.Errorf("order %v", order)
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	in := input(t)
	e := search.New(in)
	if r := run(t, e, search.Options{Query: "zebra quagga"}); r.Verdict != search.Missed || len(r.Hits) != 0 {
		t.Errorf("the first miss reads %s with %d hits", r.Verdict, len(r.Hits))
	}
	if r := run(t, e, search.Options{Query: "zebra quagga", Missed: []string{"quagga zebras"}}); r.Verdict != search.Missed {
		t.Errorf("the same words again read %s", r.Verdict)
	}
	if r := run(t, e, search.Options{Query: "okapi", Missed: []string{"zebra quagga"}}); r.Verdict != search.Absent {
		t.Errorf("a second phrasing reads %s", r.Verdict)
	}
	if r := run(t, e, search.Options{Query: "okapi", Missed: []string{"a1", "b2", "c3", "d4", "e5"}}); !strings.Contains(r.Note, "last 6") {
		t.Errorf("six misses say %q", r.Note)
	}
	in.Text = nil
	if r := run(t, search.New(in), search.Options{Query: "parseHeader"}); r.Verdict != search.Degraded || r.Status != analyze.Partial || len(r.Hits) == 0 {
		t.Errorf("without text: %s, %s, %d hits", r.Verdict, r.Status, len(r.Hits))
	}
	in.Text = broken{}
	if r := run(t, search.New(in), search.Options{Query: "zebra"}); r.Verdict != search.Degraded || len(r.Off) == 0 {
		t.Errorf("with broken text: %s, off %v", r.Verdict, r.Off)
	}
	if _, err := e.Run(t.Context(), search.Options{Query: " "}); err == nil {
		t.Error("an empty query is no error")
	}
}

// broken is a searcher that fails.
type broken struct{}

func (broken) Search(context.Context, text.Query) (text.Result, error) {
	return text.Result{}, errors.New("broken")
}
func (broken) Rank(context.Context, []string, int) ([]text.Ranked, error) {
	return nil, errors.New("broken")
}
func (broken) Content(string) ([]byte, bool) { return nil, false }

func TestBudget(t *testing.T) {
	t.Parallel()
	e := search.New(input(t))
	all := run(t, e, search.Options{Query: "evict header serve helper", Tokens: -1})
	if len(all.Hits) < 4 || len(all.Dropped) != 0 {
		t.Fatalf("without a limit %d hits, %d dropped", len(all.Hits), len(all.Dropped))
	}
	small := run(t, e, search.Options{Query: "evict header serve helper", Tokens: 60})
	if small.Tokens > 60 || len(small.Hits)+len(small.Dropped) != len(all.Hits) || len(small.Hits) < 3 {
		t.Errorf("in 60 tokens: %d used, %d hits, %d dropped of %d", small.Tokens, len(small.Hits), len(small.Dropped), len(all.Hits))
	}
	if n := (&budget.Counter{}).Count(all.Text()); n < all.Tokens*8/10 || n > all.Tokens*12/10 {
		t.Errorf("%d tokens are said, the text has %d", all.Tokens, n)
	}
}

func TestLongDeclarationShowsHeadAndMatch(t *testing.T) {
	t.Parallel()
	r := run(t, search.New(input(t)), search.Options{Query: "handshakeTimeout", Tokens: -1})
	s := r.Hits[0].Snippet
	if !strings.HasPrefix(s, "func ServeHTTP() {") || !strings.Contains(s, "… 81:") || !strings.Contains(s, "handshakeTimeout()") || strings.Count(s, "\n") > 20 {
		t.Errorf("snippet %q", s)
	}
}

func TestScopeAndMap(t *testing.T) {
	t.Parallel()
	e := search.New(input(t))
	r := run(t, e, search.Options{Query: "Evict", Path: "web"})
	for _, h := range r.Hits {
		if !strings.HasPrefix(h.Path, "web/") {
			t.Errorf("%s lies outside the folder", h.Path)
		}
	}
	if len(r.Hits) == 0 || r.Hits[0].Line != 5 {
		t.Errorf("hits %+v", r.Hits)
	}
	for _, h := range run(t, e, search.Options{Query: "Evict", Map: true}).Hits {
		if strings.Contains(h.Snippet, "\n") {
			t.Errorf("a map shows %q", h.Snippet)
		}
	}
}

func TestNameThatIsThereLeavesNoiseOut(t *testing.T) {
	t.Parallel()
	r := run(t, search.New(input(t)), search.Options{Query: "parseHeader"})
	for _, h := range r.Hits[1:] {
		if h.Score < r.Hits[0].Score/3 {
			t.Errorf("%s:%d is shown at %v beside %v", h.Path, h.Line, h.Score, r.Hits[0].Score)
		}
	}
}

func TestSameAnswerAlways(t *testing.T) {
	t.Parallel()
	in := input(t)
	want := run(t, search.New(in), search.Options{Query: "evict oldest entries header"}).Text()
	for range 20 {
		if got := run(t, search.New(in), search.Options{Query: "evict oldest entries header"}).Text(); got != want {
			t.Fatalf("answers differ:\n%s\n%s", got, want)
		}
	}
}
