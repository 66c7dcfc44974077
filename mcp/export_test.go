package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

// AddTool gives tests a tool of their own beside those of the server, behind the
// same middleware and transports: conformance suites bring their fixtures.
func (s *Server) AddTool(t *sdk.Tool, h sdk.ToolHandler) { s.sdk.AddTool(t, h) }
