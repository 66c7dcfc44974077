package mcp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lc-index/lc/mcp"
)

// serve runs a server over HTTP until the test ends and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	dir, repo := repository(t)
	folder, err := mcp.NewFolder(filepath.Join(dir, ".lc"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := mcp.Listen("0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error)
	go func() {
		done <- mcp.New(folder, mcp.Options{Repo: repo}).Serve(ctx, l, mcp.HTTPOptions{Origins: []string{"https://tools.example"}})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("the server ends with %v", err)
		}
		if err := folder.Close(); err != nil {
			t.Error(err)
		}
	})
	if !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
		t.Errorf("without a host it listens on %s", l.Addr())
	}
	return "http://" + l.Addr().String()
}

func TestHTTPServesManyClients(t *testing.T) {
	t.Parallel()
	base := serve(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: base + mcp.Endpoint}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for range 5 {
				res, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "Total"}})
				if err != nil || res.IsError || !strings.Contains(res.Content[0].(*sdk.TextContent).Text, "function Total") {
					t.Errorf("search over HTTP: %v %+v", err, res)
				}
			}
		}()
	}
	wg.Wait()
}

func TestHTTPGuards(t *testing.T) {
	t.Parallel()
	base := serve(t)
	const ping = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	post := func(path, origin, host, body string) int {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, base+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		if host != "" {
			req.Host = host
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if _, err := io.Copy(io.Discard, res.Body); err != nil {
			t.Fatal(err)
		}
		return res.StatusCode
	}
	for _, tc := range []struct {
		name, path, origin, host, body string
		want                           int
	}{
		{"a program", "/mcp", "", "", ping, 200},
		{"a page of this machine", "/mcp", "http://localhost:5173", "", ping, 200},
		{"a page that is allowed", "/mcp", "https://tools.example", "", ping, 200},
		{"a page of elsewhere", "/mcp", "https://evil.example", "", ping, 403},
		{"a page without a host", "/mcp", "null", "", ping, 403},
		{"a page that looks like this machine", "/mcp", "http://localhost.evil.example", "", ping, 403},
		{"a rebound name", "/mcp", "", "evil.example", ping, 403},
		{"another path", "/", "", "", ping, 404},
		{"too long", "/mcp", "", "", strings.Replace(ping, `"x"`, `"`+strings.Repeat("x", 5<<20)+`"`, 1), 413},
	} {
		if got := post(tc.path, tc.origin, tc.host, tc.body); got != tc.want {
			t.Errorf("%s gets %d, want %d", tc.name, got, tc.want)
		}
	}
}
