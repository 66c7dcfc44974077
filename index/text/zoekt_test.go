package text_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/text"
)

// zoektPatterns mean the same to stock zoekt and to lc: ASCII classes, and no
// class that could reach over the end of a line.
var zoektPatterns = []struct {
	pattern    string
	ignoreCase bool
}{
	{`func`, false}, {`return`, false}, {`TODO|FIXME`, false}, {`zzqx_never_there`, false}, {`^package`, false}, {`^import `, false},
	{`[a-z]+\(\)`, false}, {`[A-Z][a-z]+[A-Z][a-z]*`, false}, {`https?://[a-z./-]+`, false}, {`[0-9]{4}-[0-9]{2}`, false},
	{`foo|bar`, false}, {`\{$`, false}, {`;$`, false}, {`int main`, false}, {`class [A-Z]`, false}, {`x == `, false},
	{`error`, true}, {`kernel|risk`, true}, {`license`, true}, {`é|ü|ö`, false}, {`naïve`, false}, {`→|…`, false},
	{`"[a-z]+"`, false}, {`(a|b)c?d*e+`, false}, {`string`, true}, {`void`, false}, {`def [a-z_]+`, false}, {`@[A-Z][a-z]+`, false},
	{`0x[0-9a-f]+`, true}, {`[a-z]_[a-z]+_t`, false},
}

// TestStockZoekt opens the shards with the program that LC_ZOEKT names, stock
// zoekt, and compares its matching lines with lc's.
func TestStockZoekt(t *testing.T) {
	t.Parallel()
	program := os.Getenv("LC_ZOEKT")
	if program == "" {
		t.Skip("LC_ZOEKT names no program")
	}
	roots := append([]string{tree(t, fixture)}, filepath.SplitList(os.Getenv("LC_CORPORA"))...)
	for _, root := range roots {
		t.Run(filepath.Base(root), func(t *testing.T) {
			dir := writeTree(t, root)
			s := open(t, dir)
			hits := 0
			for _, p := range zoektPatterns {
				c := text.CaseSensitive
				if p.ignoreCase {
					c = text.CaseInsensitive
				}
				res, err := s.Search(t.Context(), text.Query{Pattern: p.pattern, Regex: true, Case: c})
				if err != nil {
					t.Fatal(err)
				}
				got := []string{}
				for _, m := range res.Matches {
					got = append(got, fmt.Sprintf("%s:%d", m.Path, m.Line))
				}
				sort.Strings(got)
				want := zoektLines(t, program, dir, p.pattern, p.ignoreCase)
				hits += len(want)
				if !slices.Equal(got, want) {
					t.Errorf("%q: %d lines, stock zoekt has %d; first difference %s", p.pattern, len(got), len(want), firstDifference(want, got))
				}
			}
			if hits == 0 {
				t.Error("no pattern matches anything: the comparison says nothing")
			}
		})
	}
}

// location begins a line of zoekt's output; matched lines follow their colon.
var location = regexp.MustCompile(`^(.+?:\d+):`)

func zoektLines(t *testing.T, program, dir, pattern string, ignoreCase bool) []string {
	t.Helper()
	yes := "yes"
	if ignoreCase {
		yes = "no"
	}
	query := fmt.Sprintf(`case:%s content:"%s"`, yes, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(pattern))
	out, err := exec.Command(program, "-index_dir", dir, query).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", program, query, err)
	}
	seen := map[string]bool{}
	for _, line := range strings.Split(string(out), "\n") {
		if m := location.FindStringSubmatch(line); m != nil {
			seen[m[1]] = true
		}
	}
	lines := []string{}
	for l := range seen {
		lines = append(lines, l)
	}
	sort.Strings(lines)
	return lines
}
