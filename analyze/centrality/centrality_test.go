package centrality_test

import (
	"testing"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/centrality"
	"github.com/lc-index/lc/analyze/sketch"
)

func run(t *testing.T, text string, opts centrality.Options) *centrality.Report {
	t.Helper()
	r, err := centrality.Run(t.Context(), centrality.Input{Head: sketch.Parse(text)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const repository = `
file a.go go
  function Core
  function A call=Core reference=Core
  function B call=Core
  function C call=A import=B
file a_test.go go test
  function TestA test call=A
`

func TestCoreLeads(t *testing.T) {
	t.Parallel()
	r := run(t, repository, centrality.Options{})
	if len(r.Rows) != 5 || r.Rows[0].Symbol != "Core" || r.Rows[1].Symbol != "A" {
		t.Fatalf("rows %+v", r.Rows)
	}
	core, a := r.Rows[0], r.Rows[1]
	if core.InDegree != 2 || core.OutDegree != 0 || a.InDegree != 2 || a.OutDegree != 1 {
		t.Errorf("degrees: Core %d/%d, A %d/%d", core.InDegree, core.OutDegree, a.InDegree, a.OutDegree)
	}
	if core.Eigenvector <= a.Eigenvector || core.PageRank <= a.PageRank {
		t.Errorf("Core %v %v, A %v %v", core.PageRank, core.Eigenvector, a.PageRank, a.Eigenvector)
	}
}

func TestLevelsAndLimits(t *testing.T) {
	t.Parallel()
	if r := run(t, repository, centrality.Options{Level: "file"}); len(r.Rows) != 2 || r.Rows[0].Path != "a.go" || r.Rows[0].InDegree != 1 {
		t.Errorf("files %+v", r.Rows)
	}
	if r := run(t, repository, centrality.Options{OmitTests: true, Limit: 2}); len(r.Rows) != 2 || r.Total != 4 {
		t.Errorf("%d rows of %d", len(r.Rows), r.Total)
	}
	if _, err := centrality.Run(t.Context(), centrality.Input{Head: sketch.Parse("")}, centrality.Options{Level: "x"}); err == nil {
		t.Error("an unknown level was accepted")
	}
}

func TestEmptyAndBroken(t *testing.T) {
	t.Parallel()
	if r := run(t, "", centrality.Options{}); r.Rows == nil || len(r.Rows) != 0 || r.Status != analyze.Complete {
		t.Errorf("empty: %+v", r)
	}
	if r := run(t, "file a.c c status=problem problem=x", centrality.Options{}); r.Status != analyze.Partial {
		t.Errorf("broken: status %s", r.Status)
	}
}
