package mcp

import (
	"encoding/json"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Listing is what a client is told of the tools before it calls one: the answer to
// tools/list as JSON, hidden tools left out, and the instructions. Benchmarks charge
// it to whoever uses the server.
func (s *Server) Listing() (string, error) {
	list := []*sdk.Tool{}
	for _, t := range s.tools {
		if !t.hidden {
			list = append(list, &sdk.Tool{Name: t.name, Description: t.description, InputSchema: t.schema, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}})
		}
	}
	data, err := json.Marshal(list)
	if err != nil {
		return "", fmt.Errorf("list the tools: %w", err)
	}
	return instructions + "\n" + string(data), nil
}
