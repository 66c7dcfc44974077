// Package grep finds the lines that a pattern matches, in pages, ordered by path
// and line. The search itself is index/text's; this package chooses the page, cuts
// long lines, keeps to a budget and states totals, or "at least" when the deadline
// ended the search.
package grep

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.grep/1"

const (
	// PageSize is how many matches, or files in the other modes, a page has.
	PageSize = 100
	// maxContext bounds the lines shown around a match.
	maxContext = 50
)

// Mode says what a page lists.
type Mode string

const (
	Content Mode = "content" // Lines with their text.
	Files   Mode = "files"   // Paths.
	Count   Mode = "count"   // Paths with the number of lines.
	Map     Mode = "map"     // Files ranked by importance, with their first lines.
)

// ParseMode reads the name of a mode; older and longer names are accepted.
func ParseMode(name string) (Mode, error) {
	switch name {
	case "", "content", "with_content", "lines":
		return Content, nil
	case "files", "paths_only", "files_with_matches", "paths":
		return Files, nil
	case "count", "count_only", "counts":
		return Count, nil
	case "map", "ranked_map":
		return Map, nil
	}
	return Content, fmt.Errorf("mode %q: want content, files, count or map", name)
}

// Searcher runs queries; *text.Searcher satisfies it.
type Searcher interface {
	Search(ctx context.Context, q text.Query) (text.Result, error)
}

// Input is what a snapshot offers.
type Input struct {
	Snapshot *store.Snapshot
	Searcher Searcher
	Counter  *budget.Counter
}

// Options of Run.
type Options struct {
	Pattern       string
	Literal       bool // Pattern is plain text.
	Mode          Mode
	Paths         []string // Files and folders to search; none means all.
	Globs         []string // As ripgrep's -g.
	Types         []string // Languages, by any usual name: go, py, ts.
	Before, After int
	IgnoreCase    bool
	Multiline     bool
	Skip          int
	Limit         int           // 0 means PageSize.
	Tokens        int           // Budget of the page; 0 means none.
	Deadline      time.Duration // 0 means 5 s.
}

// Match is a matching line, or the lines that one match touches.
type Match struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	EndLine int      `json:"end_line,omitempty"` // When there are several.
	Col     int      `json:"col"`                // Byte column of the first match, 0-based.
	Text    string   `json:"text"`
	Cut     bool     `json:"cut,omitempty"` // Text is a window of a long line.
	Before  []string `json:"before,omitempty"`
	After   []string `json:"after,omitempty"`
}

// File is a file with matches.
type File struct {
	Path    string `json:"path"`
	Lines   int    `json:"lines"`
	Matches int    `json:"matches"`
	First   []int  `json:"first,omitempty"` // Its first matching lines, in mode map.
}

// Skipped is a file in scope that was not searched.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Report is the answer.
type Report struct {
	analyze.Header
	Mode         Mode      `json:"mode"`
	Matches      []Match   `json:"matches"`
	Files        []File    `json:"files"`
	TotalLines   int       `json:"total_lines"`
	TotalMatches int       `json:"total_matches"`
	TotalFiles   int       `json:"total_files"`
	AtLeast      bool      `json:"at_least"` // The totals are lower bounds: the deadline ended the search.
	Skip         int       `json:"skip"`
	NextSkip     int       `json:"next_skip,omitempty"` // Where the next page starts; absent on the last.
	Missing      []string  `json:"missing"`             // Paths that name nothing.
	Skipped      []Skipped `json:"skipped"`
	Tokens       int       `json:"tokens"`
}

// Run searches. A pattern that cannot run is a *text.SyntaxError.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if opts.Pattern == "" {
		return nil, errors.New("grep: the pattern is empty")
	}
	if opts.Skip < 0 || opts.Before < 0 || opts.After < 0 || opts.Limit < 0 {
		return nil, errors.New("grep: skip, before, after and limit count from 0")
	}
	if opts.Mode == "" {
		opts.Mode = Content
	}
	if opts.Limit == 0 {
		opts.Limit = PageSize
	}
	opts.Before, opts.After = min(opts.Before, maxContext), min(opts.After, maxContext)
	q, err := query(opts)
	if err != nil {
		return nil, err
	}
	res, err := in.Searcher.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("grep: %w", err)
	}
	r := &Report{
		Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Snapshot.Manifest().Commit},
		Mode:   opts.Mode, Matches: []Match{}, Files: []File{}, Missing: []string{}, Skipped: []Skipped{},
		TotalLines: res.Lines, TotalMatches: res.Count, TotalFiles: len(res.Files), AtLeast: res.AtLeast, Skip: opts.Skip,
	}
	r.Missing = append(r.Missing, res.Missing...)
	for _, f := range res.Unsearched {
		if id, ok := in.Snapshot.FileByPath(f.Path); ok && in.Snapshot.File(id).Status == schema.StatusBinary {
			continue
		}
		r.Skipped = append(r.Skipped, Skipped{f.Path, f.Reason})
	}
	if res.AtLeast || len(r.Missing) > 0 || len(r.Skipped) > 0 {
		r.Status = analyze.Partial
	}
	if len(opts.Paths) > 0 && len(r.Missing) == len(opts.Paths) {
		r.Status = analyze.Unknown
	}
	if opts.Mode == Content {
		r.pageOfMatches(in, opts, res.Matches)
	} else {
		r.pageOfFiles(in, opts, res)
	}
	if opts.Tokens == 0 {
		r.Tokens = in.Counter.Count(r.Text())
	}
	return r, in.Snapshot.Err()
}

// query is what index/text is asked for.
func query(opts Options) (text.Query, error) {
	q := text.Query{
		Pattern: opts.Pattern, Regex: !opts.Literal, Multiline: opts.Multiline, Paths: opts.Paths, Globs: opts.Globs,
		Skip: opts.Skip, Limit: opts.Limit, Context: max(opts.Before, opts.After), Deadline: opts.Deadline,
	}
	if opts.IgnoreCase {
		q.Case = text.CaseInsensitive
	}
	for _, t := range opts.Types {
		name := detect.FromName(strings.ToLower(t))
		switch name {
		case "":
			return q, fmt.Errorf("grep: type %q is no known language", t)
		case "typescript":
			q.Languages = append(q.Languages, "tsx")
		}
		q.Languages = append(q.Languages, name)
	}
	switch opts.Mode {
	case Files, Count:
		q.Skip, q.Limit = 0, -1
	case Map:
		q.Skip, q.Limit, q.Context = 0, 0, 0
	}
	return q, nil
}
