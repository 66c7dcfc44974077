package mcp_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lc-index/lc/mcp"
)

// scenarios of the protocol's conformance suite that apply to a server of tools:
// lc has no prompts, resources, completions, sampling or elicitation.
var scenarios = []string{
	"server-initialize", "ping", "logging-set-level", "tools-list", "tools-call-simple-text", "tools-call-image", "tools-call-audio",
	"tools-call-embedded-resource", "tools-call-mixed-content", "tools-call-with-logging", "tools-call-error", "tools-call-with-progress",
	"server-sse-multiple-streams", "resources-list", "prompts-list", "dns-rebinding-protection",
}

// fixtureTools are the tools that the suite calls by name.
func fixtureTools(s *mcp.Server) {
	pixel := []byte("\x89PNG\r\n\x1a\n")
	embedded := &sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content."}}
	add := func(name string, h func(ctx context.Context, req *sdk.CallToolRequest) *sdk.CallToolResult) {
		s.AddTool(&sdk.Tool{Name: name, Description: name, InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
				return h(ctx, req), nil
			})
	}
	content := func(c ...sdk.Content) func(context.Context, *sdk.CallToolRequest) *sdk.CallToolResult {
		return func(context.Context, *sdk.CallToolRequest) *sdk.CallToolResult {
			return &sdk.CallToolResult{Content: c}
		}
	}
	text := &sdk.TextContent{Text: "This is a simple text response for testing."}
	image := &sdk.ImageContent{Data: pixel, MIMEType: "image/png"}
	add("test_simple_text", content(text))
	add("test_image_content", content(image))
	add("test_audio_content", content(&sdk.AudioContent{Data: []byte("RIFF"), MIMEType: "audio/wav"}))
	add("test_embedded_resource", content(embedded))
	add("test_multiple_content_types", content(text, image, embedded))
	add("test_error_handling", func(context.Context, *sdk.CallToolRequest) *sdk.CallToolResult {
		return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: "This tool intentionally returns an error for testing"}}}
	})
	add("test_tool_with_logging", func(ctx context.Context, req *sdk.CallToolRequest) *sdk.CallToolResult {
		for _, m := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			_ = req.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Logger: "lc", Data: m})
		}
		return &sdk.CallToolResult{Content: []sdk.Content{text}}
	})
	add("test_tool_with_progress", func(ctx context.Context, req *sdk.CallToolRequest) *sdk.CallToolResult {
		for _, done := range []float64{0, 50, 100} {
			_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Progress: done, Total: 100})
		}
		return &sdk.CallToolResult{Content: []sdk.Content{text}}
	})
}

// TestConformance runs the protocol's own suite over HTTP. LC_MCP_CONFORMANCE is
// the command that starts it, such as "node …/conformance/dist/index.js".
func TestConformance(t *testing.T) {
	t.Parallel()
	suite := strings.Fields(os.Getenv("LC_MCP_CONFORMANCE"))
	if len(suite) == 0 {
		t.Skip("LC_MCP_CONFORMANCE does not name the suite's command")
	}
	dir, repo := repository(t)
	folder, err := mcp.NewFolder(filepath.Join(dir, ".lc"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := mcp.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := mcp.New(folder, mcp.Options{Repo: repo})
	fixtureTools(server)
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(ctx, l, mcp.HTTPOptions{}) }()
	defer func() { cancel(); <-done; _ = folder.Close() }()
	for _, scenario := range scenarios {
		args := append(suite[1:len(suite):len(suite)], "server", "--url", "http://"+l.Addr().String()+mcp.Endpoint, "--scenario", scenario)
		if out, err := exec.CommandContext(t.Context(), suite[0], args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", scenario, err, out)
		}
	}
}
