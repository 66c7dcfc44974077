package accuracy_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// patterns are searched in every corpus: with and without hits, with and without a
// literal of three characters, outside ASCII, across lines, in either case.
var patterns = []struct {
	pattern         string
	ignoreCase      bool
	multiline       bool
	unlikeZoektsOwn bool // Means something else to zoekt.
}{
	{pattern: `return`}, {pattern: `TODO|FIXME|XXX`}, {pattern: `there_is_no_such_word_here`}, {pattern: `^\s*#`, unlikeZoektsOwn: true},
	{pattern: `\bint\b`}, {pattern: `\w+\(\)`}, {pattern: `[A-Z][a-z]+[A-Z]\w*`}, {pattern: `"[^"\n]*"`}, {pattern: `\d{4}-\d{2}-\d{2}`},
	{pattern: `https?://[a-z./-]+`}, {pattern: `;$`}, {pattern: `^$`, unlikeZoektsOwn: true}, {pattern: `^.{121,}$`, unlikeZoektsOwn: true}, {pattern: `x`},
	{pattern: `error`, ignoreCase: true}, {pattern: `KERNEL|Risk`, ignoreCase: true}, {pattern: `straße|ſ`, ignoreCase: true, unlikeZoektsOwn: true}, {pattern: `[é-ü]+`},
	{pattern: `[^\x00-\x7f]`, unlikeZoektsOwn: true}, {pattern: `\p{Greek}|\p{Han}`}, {pattern: `naïve|café`, ignoreCase: true}, {pattern: `\W\w\W`, unlikeZoektsOwn: true},
	{pattern: `\S+\s\S+$`, unlikeZoektsOwn: true}, {pattern: `\Bing\b`, ignoreCase: true}, {pattern: `(a|b)c?d*e+`}, {pattern: `0x[0-9a-f]+`, ignoreCase: true},
	{pattern: `\)\s*\{\n`, multiline: true, unlikeZoektsOwn: true}, {pattern: `(?s)/\*.{0,200}?\*/`, multiline: true, unlikeZoektsOwn: true},
	{pattern: `\n\n\n`, multiline: true, unlikeZoektsOwn: true}, {pattern: `foo\s+bar`, multiline: true, unlikeZoektsOwn: true},
	{pattern: `return[^;\n]*$`}, {pattern: `[a-z]_[a-z]+_t\b`}, {pattern: `import`}, {pattern: `no_such_[0-9]{9}`}, {pattern: `set[A-Z]\w+`},
	{pattern: `LICENSE`, ignoreCase: true}, {pattern: `if .* else`}, {pattern: `[0-9]+\.[0-9]+\.[0-9]+`}, {pattern: `func|def|class`}, {pattern: `==|!=`},
	{pattern: `test_?case`, ignoreCase: true},
}

// TestAccuracyText compares the matching lines of the shards with ripgrep's, and
// with those that stock zoekt prints after opening the same shards.
func TestAccuracyText(t *testing.T) {
	corporaFolder(t)
	rg := tool(t, "LC_RG", "rg")
	each(t, []string{"cobra", "flask", "hono", "gson", "ripgrep", "redis"}, func(t *testing.T, name, root string) {
		shards := shardsOf(t, indexOf(t, name, root))
		s, err := text.Open(shards)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var names bytes.Buffer
		files, links := 0, map[string]bool{}
		for _, f := range s.Files() {
			// ripgrep follows a link that is named, git and lc show where it leads.
			info, err := os.Lstat(filepath.Join(root, f.Path))
			if f.Searched && err == nil && info.Mode().IsRegular() {
				fmt.Fprintf(&names, "%s\x00", f.Path)
				files++
			}
		}
		matching, lines, differ := 0, 0, 0
		for _, p := range patterns {
			got := slices.DeleteFunc(lcLines(t, s, p.pattern, p.ignoreCase, p.multiline), func(at string) bool {
				return links[at[:strings.LastIndexByte(at, ':')]]
			})
			want := rgLines(t, rg, root, names.Bytes(), p.pattern, p.ignoreCase, p.multiline)
			lines += len(want)
			if len(want) > 0 {
				matching++
			}
			if d := difference(want, got); d != "" {
				differ++
				t.Errorf("%q: %d lines, ripgrep has %d; first: %s", p.pattern, len(got), len(want), d)
			}
		}
		t.Logf("text of %s against ripgrep: %d of %d patterns alike over %d files, %d with matches, %d lines", name, len(patterns)-differ, len(patterns), files, matching, lines)
		if lines == 0 {
			t.Error("no pattern matches anything: the comparison says nothing")
		}
		t.Run("zoekt", func(t *testing.T) {
			zoekt := tool(t, "LC_ZOEKT", "zoekt")
			alike, compared := 0, 0
			for _, p := range patterns {
				if p.multiline || p.unlikeZoektsOwn {
					continue
				}
				compared++
				got := lcLines(t, s, p.pattern, p.ignoreCase, false)
				want := zoektLines(t, zoekt, shards, p.pattern, p.ignoreCase)
				if d := difference(want, got); d != "" {
					t.Errorf("%q: %d lines, stock zoekt has %d; first: %s", p.pattern, len(got), len(want), d)
					continue
				}
				alike++
			}
			t.Logf("text of %s against stock zoekt on the same shards: %d of %d patterns alike", name, alike, compared)
		})
	})
}

// shardsOf is the folder of the shards in the current snapshot of an index.
func shardsOf(t *testing.T, dir string) string {
	t.Helper()
	return filepath.Join(snapshotOf(t, dir), "shards")
}

// snapshotOf is the folder of the current snapshot of an index.
func snapshotOf(t *testing.T, dir string) string {
	t.Helper()
	current, err := store.Current(dir)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, store.SnapshotsFolder, current)
}

func lcLines(t *testing.T, s *text.Searcher, pattern string, ignoreCase, multiline bool) []string {
	t.Helper()
	q := text.Query{Pattern: pattern, Regex: true, Multiline: multiline, Deadline: -1}
	if ignoreCase {
		q.Case = text.CaseInsensitive
	}
	res, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", pattern, err)
	}
	var out []string
	for _, m := range res.Matches {
		for i := range bytes.Split(m.Text, []byte("\n")) {
			out = append(out, fmt.Sprintf("%s:%d", m.Path, m.Line+i))
		}
	}
	sort.Strings(out)
	return slices.Compact(out)
}

func rgLines(t *testing.T, rg, root string, list []byte, pattern string, ignoreCase, multiline bool) []string {
	t.Helper()
	args := []string{"-0", "-n", "500", rg, "--no-config", "--no-heading", "-H", "-n", "-a", "--no-encoding", "--color=never"}
	if ignoreCase {
		args = append(args, "-i")
	}
	if multiline {
		args = append(args, "-U")
	}
	cmd := exec.Command("xargs", append(args, "-e", pattern, "--")...)
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(list)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	// Xargs reports 123 when a run found nothing.
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 123 && stderr.Len() == 0) {
		t.Fatalf("rg %q: %v\n%s", pattern, err, stderr.String())
	}
	return locations(out)
}

func zoektLines(t *testing.T, zoekt, shards, pattern string, ignoreCase bool) []string {
	t.Helper()
	yes := "yes"
	if ignoreCase {
		yes = "no"
	}
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(pattern) + `"`
	cmd := exec.Command(zoekt, "-index_dir", shards, "case:"+yes+" content:"+quoted)
	cmd.Env = append(os.Environ(), "TZ=UTC")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("zoekt %q: %v\n%s", pattern, err, stderr.String())
	}
	return locations(out)
}

// locations are the path:line that the lines of a grep begin with, sorted, each once.
func locations(out []byte) []string {
	var lines []string
	for _, line := range bytes.Split(bytes.TrimSuffix(out, []byte("\n")), []byte("\n")) {
		path, rest, ok := strings.Cut(string(line), ":")
		number, _, ok2 := strings.Cut(rest, ":")
		if ok && ok2 {
			lines = append(lines, path+":"+number)
		}
	}
	sort.Strings(lines)
	return slices.Compact(lines)
}

// difference is the first line that one of two sorted lists has alone.
func difference(want, got []string) string {
	i, j := 0, 0
	for i < len(want) || j < len(got) {
		switch {
		case j == len(got) || i < len(want) && want[i] < got[j]:
			return "only there: " + want[i]
		case i == len(want) || got[j] < want[i]:
			return "only in lc: " + got[j]
		}
		i, j = i+1, j+1
	}
	return ""
}
