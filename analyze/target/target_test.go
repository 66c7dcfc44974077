package target_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/store/schema"
)

const repository = `
file cmd/main.go go package=ex.com/app/cmd
  function main
file lib/a.go go package=ex.com/app/lib
  struct Command
    method Execute
  function Run
file lib/b.py python package=lib.b
  class Command
    method run
file lib/notes.txt
`

func TestFind(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	for _, tc := range []struct {
		arg  string
		want []string
	}{
		{"lib/a.go", []string{"lib/a.go whole"}},
		{"./lib/notes.txt", []string{"lib/notes.txt whole"}},
		{"lib/", []string{"lib/a.go whole", "lib/b.py whole", "lib/notes.txt whole"}},
		{"a.go", []string{"lib/a.go whole"}},
		{"lib/a.go:6", []string{"lib/a.go Command.Execute"}},
		{"lib/a.go#Command", []string{"lib/a.go Command"}},
		{"lib/a.go:Command.Execute", []string{"lib/a.go Command.Execute"}},
		{"Command", []string{"lib/a.go Command", "lib/b.py Command"}},
		{"Command.Execute", []string{"lib/a.go Command.Execute"}},
		{"lib.Command.Execute", []string{"lib/a.go Command.Execute"}},
		{"ex.com/app/lib.Run", []string{"lib/a.go Run"}},
		{"Command::run", []string{"lib/b.py Command.run"}},
		{"lib.b.Command.run", []string{"lib/b.py Command.run"}},
		{"sketch ex.com/app/lib#Run", []string{"lib/a.go Run"}},
		{"EXECUTE", []string{"lib/a.go Command.Execute"}},
	} {
		m, err := target.Find(t.Context(), snap, tc.arg, target.Options{})
		if err != nil {
			t.Errorf("Find(%q): %v", tc.arg, err)
			continue
		}
		got := []string{}
		for _, x := range m {
			name := "whole"
			if !x.WholeFile {
				name = snap.Symbol(x.Symbol).QualifiedName
			}
			got = append(got, fmt.Sprintf("%s %s", snap.FilePath(x.File), name))
		}
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("Find(%q) mismatch (-want +got):\n%s", tc.arg, d)
		}
	}
}

func TestFindKinds(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	m, err := target.Find(t.Context(), snap, "Command", target.Options{Kinds: []schema.Kind{schema.KindClass}})
	if err != nil || len(m) != 1 || snap.FilePath(m[0].File) != "lib/b.py" {
		t.Errorf("matches %v, error %v", m, err)
	}
}

func TestNotFoundNamesNearMatches(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(repository)
	for arg, want := range map[string][]string{
		"Comand": {"Command"}, "lib/c.go": {"lib/a.go"}, "nothingLikeThis": nil, "": nil,
	} {
		_, err := target.Find(t.Context(), snap, arg, target.Options{})
		var missing *target.NotFoundError
		if !errors.As(err, &missing) {
			t.Errorf("Find(%q): error %v", arg, err)
			continue
		}
		if len(want) > 0 && (len(missing.Near) == 0 || missing.Near[0] != want[0]) {
			t.Errorf("Find(%q): near %v, want %v", arg, missing.Near, want)
		}
	}
	if _, err := target.FindAll(t.Context(), snap, []string{"Run", "gone"}, target.Options{}); err == nil {
		t.Error("FindAll swallowed an argument that names nothing")
	}
}

func TestEmptyRepository(t *testing.T) {
	t.Parallel()
	if _, err := target.Find(t.Context(), sketch.Parse(""), ".", target.Options{}); err == nil {
		t.Error("found something in nothing")
	}
}
