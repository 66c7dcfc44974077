package accuracy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lc-index/lc/store"
)

// examples is how many differences of a kind are printed.
const examples = 12

// corporaFolder is LC_CORPORA; without it nothing is measured.
func corporaFolder(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("LC_CORPORA")
	if dir == "" {
		t.Skip("NOT MEASURED: LC_CORPORA names no folder of clones")
	}
	return dir
}

// tool is the program that an environment variable names, or that PATH has.
func tool(t *testing.T, variable string, names ...string) string {
	t.Helper()
	if p := os.Getenv(variable); p != "" {
		return p
	}
	for _, name := range names {
		if p, err := exec.LookPath(name); err == nil {
			return p
		}
	}
	t.Skipf("NOT MEASURED: %s is not in PATH and %s names none", names[0], variable)
	return ""
}

// folderOf is a folder that an environment variable names.
func folderOf(t *testing.T, variable string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Skipf("NOT MEASURED: %s names no folder", variable)
	}
	return dir
}

// each runs a measurement for every corpus that is there, and fails when there is none.
func each(t *testing.T, names []string, measure func(t *testing.T, name, root string)) {
	dir := corporaFolder(t)
	measured := 0
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			root := filepath.Join(dir, name)
			if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
				t.Skipf("NOT MEASURED: no clone of %s in LC_CORPORA", name)
			}
			measure(t, name, root)
			measured++
		})
	}
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

// lc runs the built program and decodes its JSON into out, which may be nil.
func lc(t *testing.T, out any, args ...string) error {
	t.Helper()
	program := os.Getenv("LC_BIN")
	if program == "" {
		program = "../../bin/lc"
	}
	cmd := exec.Command(program, append(args, "--json", "--quiet")...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("lc %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(stdout.Bytes(), out); err != nil {
		return fmt.Errorf("lc %s: %w", strings.Join(args, " "), err)
	}
	return nil
}

// indexes holds the index of every corpus that was asked for, in a folder of the
// whole run, so that each is built once.
var indexes = struct {
	sync.Mutex
	dir  string
	done map[string]bool
}{done: map[string]bool{}}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "lc-accuracy-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	indexes.dir = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// indexOf indexes the checked-out commit of a clone and returns the index folder.
func indexOf(t *testing.T, name, root string) string {
	t.Helper()
	indexes.Lock()
	defer indexes.Unlock()
	dir := filepath.Join(indexes.dir, name)
	if !indexes.done[name] {
		if err := lc(t, nil, "index", "--repository", root, "--index", dir, "--commit", "HEAD", "--scip", "off"); err != nil {
			t.Fatal(err)
		}
		indexes.done[name] = true
	}
	return dir
}

// openIndex opens the current snapshot of an index.
func openIndex(t *testing.T, dir string) *store.Snapshot {
	t.Helper()
	snap, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := snap.Close(); err != nil {
			t.Error(err)
		}
	})
	return snap
}

// share is a part of a whole in percent; of nothing it is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// shown is the first few of a list, one a line.
func shown(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if i == examples {
			fmt.Fprintf(&b, "\n    … %d more", len(list)-i)
			break
		}
		b.WriteString("\n    " + s)
	}
	return b.String()
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
