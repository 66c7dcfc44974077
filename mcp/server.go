// Package mcp serves a prebuilt index to agents over the Model Context Protocol,
// on stdio and streamable HTTP. It is the one door to the MCP SDK and links
// nothing that writes an index or a repository.
//
// Five tools are advertised (search, read, grep, explore, graph), others are
// callable without being listed. Arguments are read tolerantly and judged strictly
// (arguments.go). The structured content of an answer is the report that the
// command of the same name prints as JSON; the text content says the same in
// words, with the commit and whether the work tree has moved since.
//
// Concurrency: each session's requests run on goroutines of the SDK. A call takes
// a place in one of two pools, light or heavy, so that reading a file never waits
// for an analysis; it works on one immutable View from beginning to end. What is
// shared between calls is guarded where it is declared: Folder.mu, sessions.mu,
// freshness.mu.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/all"
)

// Options of New.
type Options struct {
	Version string
	Repo    *git.Repository // Nil when there is none: what needs git says unknown.
	// Stale reports whether the work tree has moved since the snapshot. Nil when
	// that cannot be known.
	Stale func(ctx context.Context, v *View) (bool, error)
	Hide  []string // Tools that are not served at all.
	// NoRedact shows secrets in the answers as they stand in the code.
	NoRedact bool
	// Light and Heavy bound the calls that run at a time. 0 means eight for each
	// processor, and two in all.
	Light, Heavy int
}

// Server serves one source to any number of clients.
type Server struct {
	source   Source
	opts     Options
	sdk      *sdk.Server
	tools    []tool
	light    chan struct{}
	heavy    chan struct{}
	sessions *sessions
	fresh    *freshness
	views    func(language string) *lang.Views
}

// maxFrame is the largest message that is sent.
const maxFrame = 14 << 20

// maxStructured is the largest structured content, in characters.
const maxStructured = 80000

// instructions tell a client, once, what a description would cost in every listing.
const instructions = "Prefer search and explore to reading whole files; read f:A-B for the lines you need."

// New makes a server.
func New(source Source, opts Options) *Server {
	if opts.Light <= 0 {
		opts.Light = 8 * runtime.GOMAXPROCS(0)
	}
	if opts.Heavy <= 0 {
		opts.Heavy = 2
	}
	s := &Server{
		source: source, opts: opts, light: make(chan struct{}, opts.Light), heavy: make(chan struct{}, opts.Heavy),
		sessions: newSessions(), fresh: &freshness{check: opts.Stale},
		views: all.Views(),
	}
	s.sdk = sdk.NewServer(&sdk.Implementation{Name: "lc", Title: "lc code index", Version: opts.Version}, &sdk.ServerOptions{
		Instructions: instructions, Capabilities: &sdk.ServerCapabilities{Logging: &sdk.LoggingCapabilities{}, Tools: &sdk.ToolCapabilities{}},
	})
	hidden := map[string]bool{}
	for _, t := range tools() {
		if slices.Contains(opts.Hide, t.name) {
			continue
		}
		hidden[t.name] = t.hidden
		s.tools = append(s.tools, t)
		s.sdk.AddTool(&sdk.Tool{Name: t.name, Description: t.description, InputSchema: t.schema, Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true}}, s.handler(t))
	}
	s.sdk.AddReceivingMiddleware(s.middleware(hidden))
	return s
}

// middleware leaves hidden tools out of the list, in the order in which the others
// are declared, and keeps the sessions bounded.
func (s *Server) middleware(hidden map[string]bool) sdk.Middleware {
	order := map[string]int{}
	for i, t := range s.tools {
		order[t.name] = i
	}
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			if ss, ok := req.GetSession().(*sdk.ServerSession); ok && ss != nil {
				s.sessions.touch(ss)
			}
			res, err := next(ctx, method, req)
			if list, ok := res.(*sdk.ListToolsResult); ok && err == nil && list != nil {
				list.Tools = slices.DeleteFunc(slices.Clone(list.Tools), func(t *sdk.Tool) bool { return hidden[t.Name] })
				slices.SortStableFunc(list.Tools, func(a, b *sdk.Tool) int { return order[a.Name] - order[b.Name] })
			}
			return res, err
		}
	}
}

// Run serves one client on standard input and output until it leaves or ctx ends.
func (s *Server) Run(ctx context.Context) error {
	err := s.sdk.Run(ctx, stdio())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// call is one call of a tool.
type call struct {
	server  *Server
	view    *View
	args    *arguments
	session *session
	key     string // The call as a whole, to recognise it again.
}

// handler answers calls of one tool. Whatever goes wrong inside a call is the
// call's own error, which the client can act on.
func (s *Server) handler(t tool) sdk.ToolHandler {
	pool := s.light
	if t.heavy {
		pool = s.heavy
	}
	return func(ctx context.Context, req *sdk.CallToolRequest) (res *sdk.CallToolResult, err error) {
		defer func() {
			if p := recover(); p != nil {
				res, err = s.failed(fmt.Errorf("%s: internal error: %v", t.name, p)), nil
			}
		}()
		select {
		case pool <- struct{}{}:
			defer func() { <-pool }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		args, err := parseArguments(t.name, t.params, req.Params.Arguments)
		if err != nil {
			return s.failed(err), nil
		}
		view, release, err := s.source.Acquire(ctx)
		if err != nil {
			return s.failed(err), nil
		}
		defer release()
		progress(ctx, req, t, 0)
		c := &call{server: s, view: view, args: args, session: s.sessions.touch(req.Session)}
		c.key = view.Snapshot.Manifest().Snapshot + "\x00" + t.name + "\x00" + string(req.Params.Arguments)
		a, err := t.run(ctx, c)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return s.failed(err), nil
		}
		progress(ctx, req, t, 1)
		return s.result(ctx, c, a)
	}
}

// progress tells a client that asked for it that an expensive call has begun, and
// that it is done.
func progress(ctx context.Context, req *sdk.CallToolRequest, t tool, done float64) {
	if token := req.Params.GetProgressToken(); token != nil && t.heavy && req.Session != nil {
		// A client that is gone ends the call through ctx.
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: 1, Message: t.name})
	}
}

func (s *Server) failed(err error) *sdk.CallToolResult {
	return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: s.redacted(err)}}}
}

// redacted is an error without the places of this machine.
func (s *Server) redacted(err error) string {
	text := strings.ToValidUTF8(err.Error(), "\uFFFD")
	if f, ok := s.source.(*Folder); ok && f.dir != "" {
		text = strings.ReplaceAll(text, f.dir, "the index")
	}
	if s.opts.Repo != nil && len(s.opts.Repo.Root) > 1 {
		text = strings.ReplaceAll(text, s.opts.Repo.Root, ".")
	}
	return text
}

// result makes the message of an answer.
func (s *Server) result(ctx context.Context, c *call, a answer) (*sdk.CallToolResult, error) {
	stale, err := s.fresh.of(ctx, c.view)
	if err != nil {
		a.words += "(whether the work tree has moved is not known: " + s.redacted(err) + ")\n"
	}
	if h, ok := a.report.(interface{ Heading() *analyze.Header }); ok {
		h.Heading().Stale = stale
	}
	structured, err := json.Marshal(a.report)
	if err != nil {
		return s.failed(fmt.Errorf("%s: %w", c.args.tool, err)), nil
	}
	words := strings.ToValidUTF8(a.words, "\uFFFD")
	if words != "" && !strings.HasSuffix(words, "\n") {
		words += "\n"
	}
	words += built(c.view, stale)
	if note := c.session.repeat(c.key); note != "" && !c.args.flag("force") {
		words += "\n" + note
	}
	if !s.opts.NoRedact {
		words, structured = string(mask([]byte(words))), mask(structured)
	}
	res := &sdk.CallToolResult{}
	if len(structured) <= maxStructured {
		res.StructuredContent = json.RawMessage(structured)
	} else {
		words += fmt.Sprintf("\n(the structured form has %d bytes, more than %d, and is left out: ask for less with limit or path)", len(structured), maxStructured)
	}
	if len(words) > maxFrame/2 {
		return s.failed(errors.New(c.args.tool + ": the answer is too large: ask for less")), nil
	}
	res.Content = []sdk.Content{&sdk.TextContent{Text: words}}
	return res, nil
}

// built says what an answer was built from.
func built(v *View, stale bool) string {
	m := v.Snapshot.Manifest()
	name := m.Commit
	if len(name) > 12 {
		name = name[:12]
	}
	if name == "" {
		name = "none"
	}
	if m.Dirty {
		name += " with changes"
	}
	if stale {
		name += "; the work tree has moved since"
	}
	return "[commit " + name + "]"
}

// ServeTransport serves one client over a transport of the SDK.
func (s *Server) ServeTransport(ctx context.Context, t sdk.Transport) error { return s.sdk.Run(ctx, t) }
