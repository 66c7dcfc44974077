package all_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	fileBlock = regexp.MustCompile("(?s)```go\n// file: (\\S+)\n(.*?)```")
	diffBlock = regexp.MustCompile("(?s)```diff\n (.*?)\n\\+(.*?)\n```")
)

// TestPageOnAddingALanguage builds the language that ADDING.md describes, with the
// page's own code laid over the repository, and runs its fixtures and the tests that
// every registered language has to pass.
func TestPageOnAddingALanguage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "ADDING.md"))
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := map[string]string{}
	lay := func(name, text string) {
		t.Helper()
		to := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, filepath.FromSlash(name))] = to
	}
	files := fileBlock.FindAllStringSubmatch(string(page), -1)
	for _, m := range files {
		lay(m[1], m[2])
	}
	const registry = "index/lang/all/all.go"
	text, err := os.ReadFile(filepath.Join(root, registry))
	if err != nil {
		t.Fatal(err)
	}
	registered := string(text)
	diffs := diffBlock.FindAllStringSubmatch(string(page), -1)
	for _, m := range diffs {
		if strings.Count(registered, m[1]+"\n") != 1 {
			t.Fatalf("%s has no single line %q to add after", registry, m[1])
		}
		registered = strings.Replace(registered, m[1]+"\n", m[1]+"\n"+m[2]+"\n", 1)
	}
	if len(files) != 2 || len(diffs) != 2 {
		t.Fatalf("the page has %d files and %d changes, want 2 and 2", len(files), len(diffs))
	}
	lay(registry, registered)
	// Laid over, this file would run itself again.
	self, err := filepath.Abs("adding_test.go")
	if err != nil {
		t.Fatal(err)
	}
	overlay[self] = ""
	config, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, config, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("the page's language does not pass: %s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	// A folder that exists in the overlay only is no place to run in: build, then run.
	fixtures := filepath.Join(dir, "fixtures.test")
	run("go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", fixtures, "./index/lang/starlark")
	if out := run(fixtures, "-test.v"); !strings.Contains(out, "--- PASS: TestBuildFile") {
		t.Errorf("the page's fixture did not run:\n%s", out)
	}
	run("go", "test", "-vet=off", "-overlay", overlayFile, "-run", "TestEveryLanguage|FuzzExtract", "./index/lang/all")
}
