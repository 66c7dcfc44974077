package accuracy_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lc-index/lc/benchmarks/accuracy"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// symbolsBar is the share of ctags' declarations that lc must have, in percent.
const symbolsBar = 98

// TestAccuracySymbols compares declarations with universal-ctags: the same name at
// the same line as a like kind.
func TestAccuracySymbols(t *testing.T) {
	corporaFolder(t)
	ctags := tool(t, "LC_CTAGS", "ctags-universal", "universal-ctags", "ctags")
	each(t, []string{"cobra", "flask", "hono", "gson", "ripgrep", "redis"}, func(t *testing.T, name, root string) {
		snap := openIndex(t, indexOf(t, name, root))
		tags := runCtags(t, ctags, root)
		type row struct{ total, found int }
		rows := map[string]*row{}
		macros := map[string]bool{}
		for _, tag := range tags {
			if tag.Kind == "macro" {
				macros[tag.Name] = true
			}
		}
		excluded := map[string]int{}
		var missing, otherKind []string
		source := map[string][]string{}
		total, found := 0, 0
		for _, tag := range tags {
			kinds := accuracy.Kinds(tag.Language, tag.Kind)
			if kinds == nil {
				excluded[tag.Language+" "+tag.Kind]++
				continue
			}
			if source[tag.Path] == nil {
				content, err := os.ReadFile(filepath.Join(root, tag.Path))
				if err != nil {
					t.Fatal(err)
				}
				source[tag.Path] = strings.Split(string(content), "\n")
			}
			line := source[tag.Path][min(int(tag.Line), len(source[tag.Path]))-1]
			if accuracy.Invented(tag, line, macros) {
				excluded[tag.Language+" "+tag.Kind+" with a name that ctags made up"]++
				continue
			}
			key := tag.Language + " " + tag.Kind
			if rows[key] == nil {
				rows[key] = &row{}
			}
			rows[key].total++
			total++
			at := fmt.Sprintf("%s:%d %s %s: %s", tag.Path, tag.Line, tag.Kind, tag.Name, strings.TrimSpace(line))
			switch same, like := declared(snap, tag, kinds); {
			case like:
				rows[key].found++
				found++
			case same:
				otherKind = append(otherKind, at)
			default:
				missing = append(missing, at)
			}
		}
		var b strings.Builder
		fmt.Fprintf(&b, "symbols of %s against ctags: %d of %d, %.2f %% (bar %d %%)\n", name, found, total, share(found, total), symbolsBar)
		for _, key := range sorted(rows) {
			fmt.Fprintf(&b, "  %-28s %6d of %6d  %6.2f %%\n", key, rows[key].found, rows[key].total, share(rows[key].found, rows[key].total))
		}
		fmt.Fprintf(&b, "  not compared: %d of %d tags, %.1f %%\n", len(tags)-total, len(tags), share(len(tags)-total, len(tags)))
		for _, key := range sorted(excluded) {
			fmt.Fprintf(&b, "    %-50s %6d  %5.1f %%\n", key, excluded[key], share(excluded[key], len(tags)))
		}
		fmt.Fprintf(&b, "  not in lc: %d%s\n  in lc as another kind: %d%s", len(missing), shown(missing), len(otherKind), shown(otherKind))
		t.Log(b.String())
		if total == 0 || share(found, total) < symbolsBar {
			t.Errorf("%d of %d declarations (%.2f %%); the bar is %d %%", found, total, share(found, total), symbolsBar)
		}
	})
}

// declared says whether lc has the name at the line, and whether as a like kind.
func declared(snap *store.Snapshot, tag accuracy.Tag, kinds []schema.Kind) (same, like bool) {
	for _, id := range snap.SymbolsByName(tag.Name) {
		s := snap.Symbol(id)
		if s.NameLine != tag.Line && s.StartLine != tag.Line || snap.FilePath(s.File) != tag.Path {
			continue
		}
		same = true
		like = like || slices.Contains(kinds, s.Kind)
	}
	return same, like
}

func runCtags(t *testing.T, program, root string) []accuracy.Tag {
	t.Helper()
	list, err := exec.Command("git", "-C", root, "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--options=NONE", "--output-format=json", "--fields=+neKl", "--languages="+strings.Join(accuracy.Languages(), ","), "--sort=no", "-L", "-", "-f", "-")
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(list)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ctags: %v: %s", err, stderr.String())
	}
	tags, err := accuracy.ParseTags(out)
	if err != nil {
		t.Fatal(err)
	}
	return tags
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
