package mcp_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/explore"
	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/mcp"
	"github.com/lc-index/lc/store"
)

// tree is a module of two packages; secret.go holds a made-up key of a real form.
var tree = map[string]string{
	"go.mod":            "module example.com/shop\n\ngo 1.26\n",
	"main.go":           "package main\n\nimport \"example.com/shop/cart\"\n\nfunc main() {\n\tprintln(cart.Total([]int{1, 2}))\n}\n",
	"cart/cart.go":      "package cart\n\n// Total adds the prices up.\nfunc Total(prices []int) int {\n\tsum := 0\n\tfor _, p := range prices {\n\t\tsum += round(p)\n\t}\n\treturn sum\n}\n\nfunc round(p int) int { return p }\n",
	"cart/cart_test.go": "package cart\n\nimport \"testing\"\n\nfunc TestTotal(t *testing.T) {\n\tif Total([]int{1}) != 1 {\n\t\tt.Fatal(\"wrong\")\n\t}\n}\n",
	"secret.go":         "package main\n\nconst key = \"AKIA" + "IOSFODNN7EXAMPLE\"\n",
	"README.md":         "# Shop\n\nTotal adds prices.\n",
}

// repository commits tree, and then a change of round, and indexes it.
func repository(t *testing.T) (dir string, repo *git.Repository) {
	t.Helper()
	dir = t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(path, content string) {
		t.Helper()
		name := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q")
	for path, content := range tree {
		write(path, content)
	}
	run("add", "-A")
	run("commit", "-qm", "first")
	write("cart/cart.go", strings.Replace(tree["cart/cart.go"], "return p }", "return p + 1 }", 1))
	run("commit", "-qam", "second")
	repo, err := git.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := index.Run(t.Context(), repo, index.Options{IndexDir: filepath.Join(dir, ".lc")}, nil); err != nil {
		t.Fatal(err)
	}
	return dir, repo
}

// connect starts a server on the index in dir and a client on it.
func connect(t *testing.T, dir string, opts mcp.Options) *sdk.ClientSession {
	t.Helper()
	folder, err := mcp.NewFolder(filepath.Join(dir, ".lc"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := folder.Close(); err != nil {
			t.Error(err)
		}
	})
	return client(t, mcp.New(folder, opts))
}

func client(t *testing.T, s *mcp.Server) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	go func() { _ = s.ServeTransport(context.WithoutCancel(t.Context()), there) }()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// ask calls a tool with arguments as JSON and returns its words and report.
func ask(t *testing.T, c *sdk.ClientSession, tool, args string) (string, map[string]any, bool) {
	t.Helper()
	res, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, args, err)
	}
	text := res.Content[0].(*sdk.TextContent).Text
	report, _ := res.StructuredContent.(map[string]any)
	return text, report, res.IsError
}

func TestToolListIsCheap(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	list, err := connect(t, dir, mcp.Options{}).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if n := (&budget.Counter{}).Count(string(data)); n > 900 {
		t.Errorf("the tool list costs %d tokens; the limit is 900\n%s", n, data)
	} else {
		t.Logf("%d tokens", n)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not marked read-only", tool.Name)
		}
	}
	if d := cmp.Diff([]string{"search", "read", "grep", "explore", "graph"}, names); d != "" {
		t.Errorf("tools (-want +got):\n%s", d)
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	dir, repo := repository(t)
	c := connect(t, dir, mcp.Options{Repo: repo})
	for _, tc := range []struct{ tool, args, want string }{
		{"search", `{"query":"where are prices added up"}`, "cart/cart.go:4-10 function Total"},
		{"read", `{"files":["cart/cart.go:4-4","main.go"]}`, "4\tfunc Total(prices []int) int {"},
		{"read", `{"symbol":"round"}`, "12\tfunc round(p int) int { return p + 1 }"},
		{"grep", `{"regex":"sum \\+?="}`, "7:\t\tsum += round(p)"},
		{"explore", `{"symbol":"Total","relation":"callers"}`, "main.go:6 main"},
		{"explore", `{"query":"adding the prices up","relation":"definition"}`, "function Total cart/cart.go:4"},
		{"graph", `{"kind":"blast_radius","paths":["round"]}`, "Total cart/cart.go:"},
		{"graph", `{"kind":"blast_radius","base":"HEAD~1"}`, "cart/cart.go:12"},
		{"graph", `{"kind":"affected_tests","base":"HEAD~1"}`, "cart/cart_test.go"},
		{"graph", `{"kind":"pr_risk","base":"HEAD~1"}`, "risk "},
		{"graph", `{"kind":"dead_code"}`, "unreached"},
		{"graph", `{"kind":"cycles"}`, "0 cycles"},
		{"graph", `{"kind":"coupling"}`, "cart"},
		{"graph", `{"kind":"centrality","path":"cart"}`, "round cart/cart.go:12"},
		{"graph", `{"kind":"map"}`, "Total"},
		{"code_search", `{"q":"round"}`, "function round"},
		{"relations", `{"symbol":"round","kind":"callers"}`, "Total"},
		{"status", `{}`, "files"},
		// Tolerance at the edge.
		{"read", `"{\"files\":\"cart/cart.go:4-4\"}"`, "func Total"},
		{"read", `{"file_path":"cart/cart.go","start_line":"4","end_line":4.0}`, "4\tfunc Total"},
		{"read", `{"files":[{"path":"cart/cart.go","range":"4-4"}],"explanation":"because"}`, "func Total"},
		{"grep", `{"pattern":"TOTAL","-i":"true","-A":"1","glob":["*.md"],"output_mode":"content"}`, "3:Total adds"},
		{"grep", `{"regex":"Total","path":["cart"],"mode":"count_only"}`, "cart/cart.go:2"},
		{"search", `{"query":"round","max_results":"1"}`, "function round"},
	} {
		text, report, failed := ask(t, c, tc.tool, tc.args)
		if failed || !strings.Contains(text, tc.want) {
			t.Errorf("%s %s says (error %v) %q, want %q", tc.tool, tc.args, failed, text, tc.want)
		}
		if !strings.Contains(text, "[commit ") || !failed && report["commit"] == "" {
			t.Errorf("%s %s does not state the commit", tc.tool, tc.args)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	c := connect(t, dir, mcp.Options{})
	for _, tc := range []struct{ tool, args, want string }{
		{"grep", `{"regex":"a","colour":true}`, `unknown argument "colour"; known: regex, path`},
		{"grep", `{"regex":"(?=a)"}`, "look-ahead"},
		{"grep", `{"regex":"a","skip":-1}`, "want 0 or more"},
		{"grep", `{"regex":"a","before":"two"}`, `want a whole number, not "two"`},
		{"grep", `{"regex":"a","pattern":"b","query":"c"}`, ""},
		{"grep", `{}`, "give a regex"},
		{"search", `{"query":"  "}`, "give a query"},
		{"search", `{"query":"a","path":"nowhere"}`, "no file or folder nowhere"},
		{"search", `[1]`, "no JSON object"},
		{"read", `{}`, "name a file or a symbol"},
		{"read", `{"files":["../secret"]}`, "leads out of the repository"},
		{"read", `{"files":["/etc/passwd"]}`, "leads out of the repository"},
		{"read", `{"files":["a/../../b"]}`, "leads out of the repository"},
		{"read", `{"files":["C:\\windows"]}`, "leads out of the repository"},
		{"explore", `{"symbol":"Total","relation":"cousins"}`, "want definition, callers"},
		{"graph", `{"kind":"horoscope"}`, "want one of blast_radius"},
		{"graph", `{"kind":"cycles","base":"HEAD"}`, "takes no base"},
		{"graph", `{"kind":"blast_radius","paths":["a"],"base":"HEAD"}`, "not both"},
		{"graph", `{"kind":"blast_radius","paths":["Absent"]}`, "Absent"},
	} {
		text, _, failed := ask(t, c, tc.tool, tc.args)
		if tc.want == "" {
			continue
		}
		if !failed || !strings.Contains(text, tc.want) {
			t.Errorf("%s %s says (error %v) %q, want the error %q", tc.tool, tc.args, failed, text, tc.want)
		}
		if strings.Contains(text, dir) {
			t.Errorf("%s %s tells a place of the machine: %q", tc.tool, tc.args, text)
		}
	}
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "write"}); err == nil {
		t.Error("an unknown tool is no error")
	}
}

func TestUnknownWithoutRepository(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	text, report, failed := ask(t, connect(t, dir, mcp.Options{}), "graph", `{"kind":"blast_radius","base":"HEAD~1"}`)
	if failed || report["status"] != "unknown" || !strings.Contains(text, "lc graph blast-radius --base HEAD~1") {
		t.Errorf("without a repository (error %v) %v: %s", failed, report["status"], text)
	}
	if r := report["risk"].(map[string]any); r["tier"] == "low" {
		t.Error("an unknown blast radius has a low risk")
	}
}

func TestStructuredIsTheReport(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	_, got, _ := ask(t, connect(t, dir, mcp.Options{}), "explore", `{"symbol":"Total"}`)
	snap, err := store.Open(filepath.Join(dir, ".lc"))
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	r, err := explore.Run(t.Context(), explore.Input{Snapshot: snap}, explore.Options{Symbol: "Total"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("structured content (-report +got):\n%s", d)
	}
}

func TestSecretsAreMasked(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	const secret = "AKIA" + "IOSFODNN7EXAMPLE"
	for _, open := range []bool{false, true} {
		c := connect(t, dir, mcp.Options{NoRedact: open})
		for tool, args := range map[string]string{"read": `{"files":["secret.go"]}`, "grep": `{"regex":"const key"}`, "search": `{"query":"key"}`} {
			text, report, _ := ask(t, c, tool, args)
			data, err := json.Marshal(report)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(text, secret) && strings.Contains(string(data), secret); got != open {
				t.Errorf("%s, no-redact %v: the secret is shown: %v", tool, open, got)
			}
		}
	}
}

func TestSessionRemembers(t *testing.T) {
	t.Parallel()
	dir, _ := repository(t)
	c := connect(t, dir, mcp.Options{})
	ask(t, c, "search", `{"query":"zebra quagga"}`)
	if _, report, _ := ask(t, c, "search", `{"query":"okapi"}`); report["verdict"] != "absent" {
		t.Errorf("the second miss reads %v", report["verdict"])
	}
	if text, _, _ := ask(t, c, "search", `{"query":"okapi"}`); !strings.Contains(text, "the same call as before") {
		t.Errorf("a repeated call says %q", text)
	}
	other := connect(t, dir, mcp.Options{})
	if _, report, _ := ask(t, other, "search", `{"query":"okapi"}`); report["verdict"] != "missed" {
		t.Errorf("another client's first miss reads %v", report["verdict"])
	}
}

func TestNewSnapshotIsServedAndStaleIsSaid(t *testing.T) {
	t.Parallel()
	dir, repo := repository(t)
	moved := false
	c := connect(t, dir, mcp.Options{Repo: repo, Stale: func(context.Context, *mcp.View) (bool, error) { return moved, nil }})
	if text, report, _ := ask(t, c, "read", `{"files":["main.go:1-1"]}`); report["stale"] != false || strings.Contains(text, "moved since") {
		t.Errorf("a fresh index says %q", text)
	}
	moved = true
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n\nfunc fresh() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Run(t.Context(), repo, index.Options{IndexDir: filepath.Join(dir, ".lc")}, nil); err != nil {
		t.Fatal(err)
	}
	text, report, _ := ask(t, c, "read", `{"symbol":"fresh"}`)
	if report["stale"] != true || !strings.Contains(text, "5\tfunc fresh() {}") || !strings.Contains(text, "moved since") {
		t.Errorf("after another run: stale %v, %q", report["stale"], text)
	}
}
