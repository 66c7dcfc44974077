package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/explore"
	"github.com/lc-index/lc/analyze/grep"
	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/analyze/search"
	"github.com/lc-index/lc/store/schema"
)

// errNoText is an index without shards.
var errNoText = errors.New("the index was built without text: run `lc index`")

// root is the top of the work tree, "" when there is none.
func (c *call) root() string {
	if c.server.opts.Repo == nil {
		return ""
	}
	return c.server.opts.Repo.Root
}

func (c *call) confined(paths []string) ([]string, error) {
	var out []string
	for _, p := range paths {
		clean, err := confine(c.root(), p)
		if err != nil {
			return nil, err
		}
		out = append(out, clean)
	}
	return out, nil
}

func runSearch(ctx context.Context, c *call) (answer, error) {
	opts := search.Options{Query: c.args.text("query"), Missed: c.session.missedBefore()}
	if strings.TrimSpace(opts.Query) == "" {
		return answer{}, errors.New("search: give a query")
	}
	var err error
	if opts.Path, err = confine(c.root(), c.args.text("path")); err != nil {
		return answer{}, err
	}
	if opts.Path != "" && !c.exists(opts.Path) {
		return answer{}, fmt.Errorf("search: no file or folder %s in the index", opts.Path)
	}
	if opts.Seeds, err = c.confined(c.args.list("seed_files")); err != nil {
		return answer{}, err
	}
	if err = c.args.naturals(to{"limit", &opts.Limit}, to{"budget_tokens", &opts.Tokens}); err != nil {
		return answer{}, err
	}
	switch mode := c.args.text("mode"); mode {
	case "", "chunks", "content":
	case "map", "ranked_map":
		opts.Map = true
	default:
		return answer{}, fmt.Errorf("search: mode %q: want chunks or map", mode)
	}
	r, err := c.view.engine.Run(ctx, opts)
	if err != nil {
		return answer{}, err
	}
	c.session.searched(opts.Query, r.Verdict == search.Missed || r.Verdict == search.Absent)
	return answer{r, r.Text()}, nil
}

// exists reports whether a path is a file or folder of the snapshot.
func (c *call) exists(path string) bool {
	snap := c.view.Snapshot
	if _, ok := snap.FileByPath(path); ok {
		return true
	}
	lo, hi := 0, snap.FileCount()
	for lo < hi {
		mid := (lo + hi) / 2
		if snap.FilePath(schema.FileID(mid)) < path+"/" {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < snap.FileCount() && strings.HasPrefix(snap.FilePath(schema.FileID(lo)), path+"/")
}

func runRead(ctx context.Context, c *call) (answer, error) {
	if c.view.Text == nil {
		return answer{}, errNoText
	}
	opts := read.Options{Symbol: c.args.text("symbol")}
	items := c.args.items("files")
	if p := c.args.text("path"); p != "" {
		items = append([]item{{path: p, span: c.args.text("range")}}, items...)
	} else if c.args.has("range") {
		return answer{}, errors.New("read: a range needs a path")
	}
	for _, it := range items {
		path, err := confine(c.root(), it.path)
		if err != nil {
			return answer{}, err
		}
		opts.Items = append(opts.Items, read.Item{Path: path, Range: it.span, Full: it.full})
	}
	var err error
	if err = c.args.naturals(to{"start_line", &opts.StartLine}, to{"end_line", &opts.EndLine}, to{"offset", &opts.Offset}, to{"limit", &opts.Limit}); err != nil {
		return answer{}, err
	}
	if opts.Projection, err = read.ParseProjection(c.args.text("projection_kind")); err != nil {
		return answer{}, err
	}
	r, err := read.Run(ctx, read.Input{Snapshot: c.view.Snapshot, Content: c.view.Text, Counter: c.view.counter, Views: c.server.views}, opts)
	if err != nil {
		return answer{}, err
	}
	return answer{r, r.Text()}, nil
}

// grepTokens is the budget of a page of grep.
const grepTokens = 2000

func runGrep(ctx context.Context, c *call) (answer, error) {
	if c.view.Text == nil {
		return answer{}, errNoText
	}
	a := c.args
	opts := grep.Options{
		Pattern: a.text("regex"), Literal: a.flag("literal"), Globs: a.list("glob"), Types: a.list("type"),
		IgnoreCase: a.flag("i") || a.has("case_sensitive") && !a.flag("case_sensitive"), Multiline: a.flag("multiline"), Tokens: grepTokens,
	}
	if opts.Pattern == "" {
		return answer{}, errors.New("grep: give a regex")
	}
	around := 0
	if err := a.naturals(to{"before", &opts.Before}, to{"after", &opts.After}, to{"context", &around}, to{"skip", &opts.Skip}, to{"limit", &opts.Limit}); err != nil {
		return answer{}, err
	}
	opts.Before, opts.After = max(opts.Before, around), max(opts.After, around)
	if a.has("context_budget_tokens") {
		n, err := a.natural("context_budget_tokens")
		if err != nil {
			return answer{}, err
		}
		opts.Tokens = max(n, 1)
	}
	if opts.Limit > grep.PageSize {
		opts.Limit = grep.PageSize
	}
	var err error
	if opts.Mode, err = grep.ParseMode(a.text("mode")); err != nil {
		return answer{}, err
	}
	if opts.Paths, err = c.confined(a.list("path")); err != nil {
		return answer{}, err
	}
	r, err := grep.Run(ctx, grep.Input{Snapshot: c.view.Snapshot, Searcher: c.view.Text, Counter: c.view.counter}, opts)
	if err != nil {
		return answer{}, err
	}
	return answer{r, r.Text()}, nil
}

func runExplore(ctx context.Context, c *call) (answer, error) {
	a := c.args
	opts := explore.Options{Symbol: a.text("symbol"), Source: a.flag("include_source")}
	query := a.text("query")
	if opts.Symbol == "" {
		opts.Symbol = query
	}
	if opts.Symbol == "" {
		return answer{}, errors.New("explore: give a symbol or a query")
	}
	var err error
	if opts.Relation, err = explore.ParseRelation(a.text("relation")); err != nil {
		return answer{}, err
	}
	if err = a.naturals(to{"depth", &opts.Depth}, to{"limit", &opts.Limit}); err != nil {
		return answer{}, err
	}
	seeds, err := c.confined(a.list("seed_files"))
	if err != nil {
		return answer{}, err
	}
	in := explore.Input{Snapshot: c.view.Snapshot}
	if c.view.Text != nil {
		in.Content = c.view.Text
	}
	r, err := explore.Run(ctx, in, opts)
	if err != nil {
		return answer{}, err
	}
	if r.Status == analyze.Unknown && a.text("symbol") == "" {
		// A question in words: explore what answers it best.
		found, err := c.view.engine.Run(ctx, search.Options{Query: query, Seeds: seeds, Limit: 5, Map: true})
		if err != nil {
			return answer{}, err
		}
		for _, h := range found.Hits {
			if h.ID != "" {
				opts.Symbol = h.ID
				if r, err = explore.Run(ctx, in, opts); err != nil {
					return answer{}, err
				}
				break
			}
		}
	}
	return answer{r, r.Text()}, nil
}

// statusReport says what is served.
type statusReport struct {
	analyze.Header
	Snapshot    string            `json:"snapshot"`
	Dirty       bool              `json:"dirty"`
	Format      int               `json:"format"`
	LcVersion   string            `json:"lc_version"`
	Files       int               `json:"files"`
	Symbols     int               `json:"symbols"`
	Edges       int               `json:"edges"`
	Occurrences int               `json:"occurrences"`
	Text        bool              `json:"text"`
	Problems    int               `json:"problems"`
	Coverage    []schema.Coverage `json:"coverage"`
}

func runStatus(_ context.Context, c *call) (answer, error) {
	snap := c.view.Snapshot
	m := snap.Manifest()
	r := &statusReport{
		Header:   analyze.Header{Schema: "lc.served/1", Status: analyze.Complete, Commit: m.Commit},
		Snapshot: m.Snapshot, Dirty: m.Dirty, Format: m.Format, LcVersion: m.LcVersion, Files: snap.FileCount(), Symbols: snap.SymbolCount(), Edges: snap.EdgeCount(),
		Occurrences: snap.OccurrenceCount(), Text: c.view.Text != nil, Problems: len(snap.Problems()), Coverage: append([]schema.Coverage{}, snap.Coverage()...),
	}
	return answer{r, fmt.Sprintf("%d files, %d symbols, %d edges, %d problems", r.Files, r.Symbols, r.Edges, r.Problems)}, nil
}
