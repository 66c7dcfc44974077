package coupling_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/coupling"
	"github.com/lc-index/lc/analyze/sketch"
)

func run(t *testing.T, text string, opts coupling.Options) *coupling.Report {
	t.Helper()
	r, err := coupling.Run(t.Context(), coupling.Input{Head: sketch.Parse(text)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func show(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprint(*x)
}

const repository = `
file a.go go package=p
  interface I
  struct S call=B
file b.go go package=q
  function B call=C
file c.go go package=q
  function C
file c_test.go go test package=q
  function TestC test call=C
file d.go go package=r
  function D call=B call=C
file lone.go go package=s
commit c1 fix ann a.go d.go
commit c2 fix ann a.go d.go
commit c3 fix ann a.go d.go
commit c4 feature ann a.go
commit c5 feature ann a.go b.go
`

func TestRows(t *testing.T) {
	t.Parallel()
	r := run(t, repository, coupling.Options{})
	var got []string
	for _, x := range r.Rows {
		got = append(got, fmt.Sprintf("%s %s ca=%d ce=%d i=%s a=%s d=%s", x.Level, x.Path, x.Afferent, x.Efferent, show(x.Instability), show(x.Abstractness), show(x.Distance)))
	}
	want := []string{
		"package q ca=2 ce=0 i=0 a=- d=-",
		"package p ca=0 ce=1 i=1 a=0.5 d=0.5",
		"package r ca=0 ce=1 i=1 a=- d=-",
		"package s ca=0 ce=0 i=- a=- d=-",
		"file b.go ca=2 ce=1 i=0.3333 a=- d=-",
		"file c.go ca=3 ce=0 i=0 a=- d=-",
		"file d.go ca=0 ce=2 i=1 a=- d=-",
		"file a.go ca=0 ce=1 i=1 a=0.5 d=0.5",
		"file c_test.go ca=0 ce=1 i=1 a=- d=-",
		"file lone.go ca=0 ce=0 i=- a=- d=-",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("rows (-want +got):\n%s", d)
	}
	without := run(t, repository, coupling.Options{Level: "file", OmitTests: true})
	if n := without.Rows[1]; n.Path != "c.go" || n.Afferent != 2 {
		t.Errorf("without tests: %+v", n)
	}
}

func TestTemporal(t *testing.T) {
	t.Parallel()
	want := []coupling.Pair{{A: "a.go", B: "d.go", Commits: 3, Strength: 1}}
	if d := cmp.Diff(want, run(t, repository, coupling.Options{}).Temporal); d != "" {
		t.Errorf("pairs (-want +got):\n%s", d)
	}
}

func TestSweepsLinkNothing(t *testing.T) {
	t.Parallel()
	var text, files strings.Builder
	for i := range 31 {
		fmt.Fprintf(&text, "file f%02d.go go\n", i)
		fmt.Fprintf(&files, " f%02d.go", i)
	}
	for range 5 {
		fmt.Fprintf(&text, "commit x chore bob%s\n", files.String())
	}
	if r := run(t, text.String(), coupling.Options{}); len(r.Temporal) != 0 {
		t.Errorf("pairs %v", r.Temporal)
	}
}

func TestStatus(t *testing.T) {
	t.Parallel()
	if r := run(t, repository, coupling.Options{}); r.Status != analyze.Complete {
		t.Errorf("status %s: %v", r.Status, r.Undecided)
	}
	for name, text := range map[string]string{"empty": "", "broken": "file a.go go status=problem problem=x\ncommit c fix ann a.go"} {
		r := run(t, text, coupling.Options{})
		if r.Status != analyze.Partial || r.Rows == nil || r.Temporal == nil || len(r.Rows) != 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if _, err := coupling.Run(t.Context(), coupling.Input{Head: sketch.Parse("")}, coupling.Options{Level: "x"}); err == nil {
		t.Error("an unknown level was accepted")
	}
}
