package mcp

import (
	"context"
	"encoding/json"
)

// tool is one tool of the server. The schema that is listed is terse, because
// every client pays for it at the start of every session, and plain, because some
// hosts refuse unions: files lists strings, though objects are understood too.
// params has all that is understood.
type tool struct {
	name        string
	description string
	schema      json.RawMessage
	params      []param
	hidden      bool // Callable, not listed.
	heavy       bool // Runs in the pool of expensive calls.
	run         func(ctx context.Context, c *call) (answer, error)
}

// answer is what a tool says: the report, which is the structured content, and its
// words.
type answer struct {
	report any
	words  string
}

const anySchema = `{"type":"object"}`

var pathParam = param{"path", textParam, []string{"file_path", "filepath", "file", "directory", "dir", "folder", "root", "target_directory"}}

var searchParams = []param{
	{"query", textParam, []string{"q", "pattern", "search", "text", "search_term", "content_regex", "keywords"}},
	pathParam,
	{"limit", intParam, []string{"max_results", "k", "top_k", "n", "count", "num_results"}},
	{"mode", textParam, []string{"output_mode"}},
	{"seed_files", listParam, []string{"seeds", "files", "open_files"}},
	{"budget_tokens", intParam, []string{"context_budget_tokens", "token_budget", "max_tokens", "budget"}},
}

var readParams = []param{
	{"files", itemParam, []string{"paths", "file_paths", "targets"}},
	{"symbol", textParam, []string{"name", "symbol_name"}},
	{"path", textParam, []string{"file_path", "filepath", "file", "filename", "target_file"}},
	{"range", textParam, []string{"lines", "selector", "line_range"}},
	{"start_line", intParam, []string{"start", "from_line", "start_line_one_indexed", "view_range_start"}},
	{"end_line", intParam, []string{"end", "to_line", "end_line_one_indexed_inclusive", "view_range_end"}},
	{"offset", intParam, []string{"skip_lines"}},
	{"limit", intParam, []string{"max_lines", "num_lines", "line_count"}},
	{"projection_kind", textParam, []string{"projection", "view", "mode"}},
	{"force", boolParam, []string{"refresh", "no_cache"}},
}

var grepParams = []param{
	{"regex", textParam, []string{"pattern", "content_regex", "query", "search", "regexp", "text"}},
	{"path", listParam, []string{"paths", "file_path", "directory", "dir", "folder", "root", "roots"}},
	{"glob", listParam, []string{"globs", "include", "include_pattern", "file_pattern", "file_glob", "-g"}},
	{"mode", textParam, []string{"output_mode"}},
	{"before", intParam, []string{"-B", "before_context", "context_before"}},
	{"after", intParam, []string{"-A", "after_context", "context_after"}},
	{"context", intParam, []string{"-C", "context_lines"}},
	{"i", boolParam, []string{"-i", "ignore_case", "case_insensitive"}},
	{"case_sensitive", boolParam, nil},
	{"literal", boolParam, []string{"-F", "fixed_strings", "is_literal"}},
	{"type", listParam, []string{"types", "lang", "language", "file_type", "-t"}},
	{"multiline", boolParam, []string{"-U"}},
	{"n", boolParam, []string{"-n", "line_numbers"}},
	{"skip", intParam, []string{"offset"}},
	{"limit", intParam, []string{"head_limit", "max_results", "max_count", "-m"}},
	{"context_budget_tokens", intParam, []string{"budget_tokens", "token_budget", "max_tokens", "budget"}},
}

var exploreParams = []param{
	{"query", textParam, []string{"q"}},
	{"symbol", textParam, []string{"name", "symbol_name", "function", "function_name", "identifier"}},
	{"relation", textParam, []string{"kind", "relations", "direction"}},
	{"depth", intParam, []string{"max_depth"}},
	{"limit", intParam, []string{"max_results"}},
	{"seed_files", listParam, []string{"seeds", "files"}},
	{"include_source", boolParam, []string{"source", "with_source"}},
}

var graphParams = []param{
	{"kind", textParam, []string{"analysis", "type", "query"}},
	{"path", textParam, []string{"file_path", "file", "symbol", "target"}},
	{"paths", listParam, []string{"files", "symbols", "targets", "seed_files"}},
	{"base", textParam, []string{"base_ref", "from"}},
	{"head", textParam, []string{"head_ref", "to"}},
	{"limit", intParam, []string{"max_results"}},
	{"budget_tokens", intParam, []string{"token_budget", "max_tokens", "budget"}},
}

// tools lists every tool, those that are advertised first.
func tools() []tool {
	return []tool{
		{
			name: "search", params: searchParams, run: runSearch, heavy: true,
			description: "Find code by words, names, errors or stack traces. Ranked snippets.",
			schema: json.RawMessage(`{"type":"object","properties":{"query":{"type":"string"},"path":{"type":"string"},"limit":{"type":"integer","default":10},` +
				`"mode":{"type":"string","enum":["chunks","map"]},"seed_files":{"type":"array","items":{"type":"string"}},"budget_tokens":{"type":"integer","default":2000}},"required":["query"]}`),
		},
		{
			name: "read", params: readParams, run: runRead,
			description: "Read files (f, f:50-80, f:-30, f:outline, f:raw) or a symbol's body. Long code comes as an outline.",
			schema:      json.RawMessage(`{"type":"object","properties":{"files":{"type":"array","items":{"type":"string"}},"symbol":{"type":"string"}}}`),
		},
		{
			name: "grep", params: grepParams, run: runGrep, heavy: true,
			description: "Lines matching an RE2 regex.",
			schema: json.RawMessage(`{"type":"object","properties":{"regex":{"type":"string"},"path":{"type":"string"},"glob":{"type":"string"},` +
				`"mode":{"type":"string","enum":["with_content","ranked_map","paths_only","count_only"]},"before":{"type":"integer"},"after":{"type":"integer"},"i":{"type":"boolean"},` +
				`"type":{"type":"string"},"multiline":{"type":"boolean"},"skip":{"type":"integer"},"context_budget_tokens":{"type":"integer","default":2000}},"required":["regex"]}`),
		},
		{
			name: "explore", params: exploreParams, run: runExplore,
			description: "Definition, callers, callees, usages of a symbol (name, Type.name, file:line).",
			schema: json.RawMessage(`{"type":"object","properties":{"symbol":{"type":"string"},"query":{"type":"string"},` +
				`"relation":{"type":"string","enum":["definition","callers","callees","usages","all"]},"depth":{"type":"integer","default":1},"limit":{"type":"integer","default":20},` +
				`"seed_files":{"type":"array","items":{"type":"string"}},"include_source":{"type":"boolean"}}}`),
		},
		{
			name: "graph", params: graphParams, run: runGraph, heavy: true,
			description: "Repository analyses. blast_radius, affected_tests, pr_risk take paths (files or symbols) or a base revision.",
			schema: json.RawMessage(`{"type":"object","properties":{"kind":{"type":"string","enum":["blast_radius","affected_tests","dead_code","cycles","coupling","centrality","map","pr_risk"]},` +
				`"path":{"type":"string"},"paths":{"type":"array","items":{"type":"string"}},"base":{"type":"string"},"head":{"type":"string"},` +
				`"limit":{"type":"integer","default":50}},"required":["kind"]}`),
		},
		{name: "code_search", hidden: true, heavy: true, params: searchParams, run: runSearch, description: "As search.", schema: json.RawMessage(anySchema)},
		{name: "relations", hidden: true, params: exploreParams, run: runExplore, description: "As explore.", schema: json.RawMessage(anySchema)},
		{name: "status", hidden: true, run: runStatus, description: "What is indexed.", schema: json.RawMessage(anySchema)},
	}
}
