package savings_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/benchmarks/savings"
)

// corpora materialises the bundled repository and indexes its commits on demand.
func corpora(t *testing.T) func(string) (savings.Corpus, error) {
	t.Helper()
	repo, err := savings.Materialise(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	x := savings.NewIndexes(t.Context(), repo, t.TempDir(), "test")
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x.Corpus
}

func TestBundledSuite(t *testing.T) {
	t.Parallel()
	suite, err := savings.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	if len(suite.Tasks) < 12 {
		t.Errorf("%d tasks, want at least 12", len(suite.Tasks))
	}
	one, err := savings.Run(t.Context(), suite, corpora(t))
	if err != nil {
		t.Fatal(err)
	}
	other, err := savings.Run(t.Context(), suite, corpora(t))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(one, other); d != "" {
		t.Errorf("two runs differ:\n%s", d)
	}
	if len(one.Tasks) != 3*len(suite.Tasks) {
		t.Errorf("%d results of %d tasks", len(one.Tasks), len(suite.Tasks))
	}
	for _, r := range one.Tasks {
		if r.Policy == savings.Lc && !r.Success {
			t.Errorf("lc does not find %s", r.ID)
		}
		if r.Tokens <= 0 || !r.Success && r.Tokens != savings.Cap {
			t.Errorf("%s %s costs %d, success %v", r.ID, r.Policy, r.Tokens, r.Success)
		}
	}
	for _, id := range one.Losses {
		if !strings.Contains(one.Text(), id) {
			t.Errorf("the loss %s is not printed", id)
		}
	}
}

// TestFailureIsChargedTheCap asks for something that none of the words of the query
// leads to without an index, so that grep has nothing to open.
func TestFailureIsChargedTheCap(t *testing.T) {
	t.Parallel()
	suite := savings.Suite{Schema: savings.SuiteSchema, Name: "none", Tasks: []savings.Task{
		{ID: "lost", Query: "zzqqxy unfindable", Gold: []string{"queue/backoff.go:12-14"}},
		{ID: "name", Query: "formatCount", Gold: []string{"dashboard/src/format.ts:2-6"}},
	}}
	r, err := savings.Run(t.Context(), suite, corpora(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range r.Tasks {
		if want := got.ID == "name"; got.Success != want || !want && got.Tokens != savings.Cap {
			t.Errorf("%s with %s: %d tokens, success %v", got.ID, got.Policy, got.Tokens, got.Success)
		}
	}
	if s := r.Summary[savings.Skilled]; s.Success != 0.5 || s.P90 != savings.Cap {
		t.Errorf("summary %+v", s)
	}
}

func TestGoldMustExist(t *testing.T) {
	t.Parallel()
	suite := savings.Suite{Schema: savings.SuiteSchema, Tasks: []savings.Task{{ID: "a", Query: "q", Gold: []string{"queue/backoff.go:12-1400"}}}}
	if _, err := savings.Run(t.Context(), suite, corpora(t)); err == nil {
		t.Error("gold beyond the end of a file was accepted")
	}
	suite.Tasks[0] = savings.Task{ID: "a", Query: "q", Commit: "no-such-branch", Gold: []string{"a:1-1"}}
	if _, err := savings.Run(t.Context(), suite, corpora(t)); err == nil {
		t.Error("a commit that is not there was accepted")
	}
}

func TestParseSuite(t *testing.T) {
	t.Parallel()
	task := savings.Task{ID: "a", Query: "q", Gold: []string{"a.go:1-2"}}
	for name, s := range map[string]savings.Suite{
		"schema":   {Schema: "other/1", Tasks: []savings.Task{task}},
		"no tasks": {Schema: savings.SuiteSchema},
		"same id":  {Schema: savings.SuiteSchema, Tasks: []savings.Task{task, task}},
		"no gold":  {Schema: savings.SuiteSchema, Tasks: []savings.Task{{ID: "a", Query: "q"}}},
		"no query": {Schema: savings.SuiteSchema, Tasks: []savings.Task{{ID: "a", Gold: task.Gold}}},
		"range":    {Schema: savings.SuiteSchema, Tasks: []savings.Task{{ID: "a", Query: "q", Gold: []string{"a.go:3-2"}}}},
	} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := savings.ParseSuite(data); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := savings.ParseSuite([]byte("{")); err == nil {
		t.Error("broken JSON was accepted")
	}
	got, err := savings.ParseRange("src/a:b.go:3-9")
	if want := (savings.Range{Path: "src/a:b.go", First: 3, Last: 9}); err != nil || got != want {
		t.Errorf("ParseRange: %+v, %v", got, err)
	}
}

func TestCorpusErrorNamesTheTask(t *testing.T) {
	t.Parallel()
	suite := savings.Suite{Schema: savings.SuiteSchema, Tasks: []savings.Task{{ID: "seven", Query: "q", Gold: []string{"a:1-1"}}}}
	cause := errors.New("no index")
	_, err := savings.Run(t.Context(), suite, func(string) (savings.Corpus, error) { return savings.Corpus{}, cause })
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "seven") {
		t.Errorf("error %v", err)
	}
}
