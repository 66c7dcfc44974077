//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/indextest"
)

// TestServerAgrees asks the same questions on the command line and over MCP and
// demands the same object. Only "tokens" may differ: the server counts what a call
// costs by its own wording.
func TestServerAgrees(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "repo")
	if err := indextest.Clone(t.Context(), fixtures, "args", dir); err != nil {
		t.Fatal(err)
	}
	if code, _, talk := ask(t, "-q", "index", dir); code != 0 {
		t.Fatal(talk)
	}
	server := process(dir, "mcp", "serve")
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	pipe, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	call := func(id int, method, params string) map[string]any {
		t.Helper()
		if _, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params); err != nil {
			t.Fatal(err)
		}
		for {
			line, err := out.ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			var message struct {
				ID     int
				Result map[string]any
			}
			if err := json.Unmarshal(line, &message); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			if message.ID == id {
				return message.Result
			}
		}
	}
	call(1, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	if _, err := fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		t.Fatal(err)
	}
	for i, tc := range []struct {
		tool, arguments string
		args            []string
	}{
		{"graph", `{"kind":"centrality"}`, []string{"graph", "centrality", "--limit", "50"}},
		{"graph", `{"kind":"coupling"}`, []string{"graph", "coupling"}},
		{"graph", `{"kind":"cycles"}`, []string{"graph", "cycles"}},
		{"graph", `{"kind":"dead_code"}`, []string{"graph", "dead-code"}},
		{"graph", `{"kind":"map"}`, []string{"graph", "map"}},
		{"graph", `{"kind":"blast_radius","path":"args.go"}`, []string{"graph", "blast-radius", "args.go"}},
		{"graph", `{"kind":"affected_tests","path":"args.go"}`, []string{"graph", "affected-tests", "args.go"}},
		{"grep", `{"regex":"legacyArgs"}`, []string{"grep", "legacyArgs"}},
		{"explore", `{"symbol":"legacyArgs"}`, []string{"explore", "legacyArgs"}},
		{"search", `{"query":"legacy args"}`, []string{"search", "legacy args"}},
		{"read", `{"files":["command.go:outline"]}`, []string{"read", "command.go:outline"}},
	} {
		result := call(i+2, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tc.tool, tc.arguments))
		got, ok := result["structuredContent"].(map[string]any)
		if !ok {
			t.Errorf("%s %s answers %v", tc.tool, tc.arguments, result)
			continue
		}
		code, text, talk := ask(t, append([]string{"--repository", dir, "--json"}, tc.args...)...)
		var want map[string]any
		if err := json.Unmarshal([]byte(text), &want); err != nil || code != 0 {
			t.Errorf("%v exits with %d: %v %s", tc.args, code, err, talk)
			continue
		}
		delete(got, "tokens")
		delete(want, "tokens")
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%v (-command line +server):\n%s", tc.args, d)
		}
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
}
