package mcp_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lc-index/lc/mcp"
)

func TestEveryProtocolVersion(t *testing.T) {
	t.Parallel()
	base := serve(t)
	versions := sdk.SupportedProtocolVersions()
	if len(versions) == 0 {
		t.Fatal("the SDK speaks no version")
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
				&sdk.StreamableClientTransport{Endpoint: base + mcp.Endpoint}, &sdk.ClientSessionOptions{ProtocolVersion: v})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			list, err := c.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 5 {
				t.Fatalf("%v tools, %v", list, err)
			}
			if text, _, failed := ask(t, c, "explore", `{"symbol":"Total","relation":"callers"}`); failed {
				t.Errorf("explore says %q", text)
			}
		})
	}
}

// gate is a source that lets calls wait.
type gate struct {
	mcp.Source
	waiting atomic.Int32
	hold    atomic.Bool
	open    chan struct{}
}

func (g *gate) Acquire(ctx context.Context) (*mcp.View, func(), error) {
	if g.hold.Load() {
		g.waiting.Add(1)
		defer g.waiting.Add(-1)
		select {
		case <-g.open:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	return g.Source.Acquire(ctx)
}

// until waits for a condition that another goroutine brings about.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s does not come", what)
		}
	}
}

func gated(t *testing.T) (*gate, *sdk.ClientSession) {
	t.Helper()
	dir, _ := repository(t)
	folder, err := mcp.NewFolder(filepath.Join(dir, ".lc"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = folder.Close() })
	g := &gate{Source: folder, open: make(chan struct{})}
	return g, client(t, mcp.New(g, mcp.Options{Heavy: 1, Light: 1}))
}

func TestCheapCallsDoNotWaitForExpensiveOnes(t *testing.T) {
	t.Parallel()
	g, c := gated(t)
	g.hold.Store(true)
	done := make(chan error, 2)
	for range 2 { // One runs and waits at the gate, the other waits for its place.
		go func() {
			_, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "Total"}})
			done <- err
		}()
	}
	until(t, "the expensive call", func() bool { return g.waiting.Load() == 1 })
	g.hold.Store(false)
	if text, _, failed := ask(t, c, "read", `{"files":["main.go:1-1"]}`); failed {
		t.Errorf("read says %q", text)
	}
	close(g.open)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestCancelledCallEnds(t *testing.T) {
	t.Parallel()
	g, c := gated(t)
	g.hold.Store(true)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "search", Arguments: map[string]any{"query": "Total"}})
		done <- err
	}()
	until(t, "the call", func() bool { return g.waiting.Load() == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ends with %v", err)
	}
	until(t, "the end of the call in the server", func() bool { return g.waiting.Load() == 0 })
	g.hold.Store(false)
	if text, _, failed := ask(t, c, "search", `{"query":"Total"}`); failed {
		t.Errorf("after a cancelled call its place is not free: %q", text)
	}
}
