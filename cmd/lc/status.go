package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/freshness"
)

// statusReport is lc.status/1.
type statusReport struct {
	Schema        string            `json:"schema"`
	IndexedCommit string            `json:"indexed_commit"`
	HeadCommit    string            `json:"head_commit"`
	Dirty         bool              `json:"dirty"`
	Fresh         bool              `json:"fresh"`
	StalePaths    []string          `json:"stale_paths"`
	Format        int               `json:"format"`
	LcVersion     string            `json:"lc_version"`
	Coverage      []coverageRow     `json:"coverage"`
	Counts        map[string]int64  `json:"counts"`
	Problems      []problemRow      `json:"problems"`
	Options       map[string]string `json:"options"`
}

type coverageRow struct {
	Language   string `json:"language"`
	Files      int32  `json:"files"`
	Parsed     int32  `json:"parsed"`
	References int32  `json:"references"`
	Resolved   int32  `json:"resolved"`
	Ambiguous  int32  `json:"ambiguous"`
	External   int32  `json:"external"`
	Unresolved int32  `json:"unresolved"`
}

type problemRow struct {
	Path    string `json:"path"`
	Stage   string `json:"stage"`
	Reason  string `json:"reason"`
	Line    int32  `json:"line"`
	EndLine int32  `json:"end_line"`
}

func (a *app) newStatusCmd() *cobra.Command {
	fresh := false
	cmd := &cobra.Command{
		Use: "status", Short: "Say what is indexed and whether it is fresh", Args: cobra.NoArgs,
		Example: "  lc index status",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runStatus(cmd.Context(), fresh)
		},
	}
	cmd.Flags().BoolVar(&fresh, "fail-stale", false, "exit with 4 when the index is stale")
	return cmd
}

func (a *app) runStatus(ctx context.Context, failStale bool) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	m := o.snap.Manifest()
	r := statusReport{
		Schema: "lc.status/1", IndexedCommit: m.Commit, Dirty: m.Dirty, Format: m.Format, LcVersion: m.LcVersion, Counts: m.Counts,
		StalePaths: []string{}, Coverage: []coverageRow{}, Problems: []problemRow{}, Options: m.Options,
	}
	if o.repo != nil {
		state, err := freshness.Check(ctx, o.repo, o.snap, index.WalkOptions(m.Options))
		if err != nil {
			return err
		}
		r.HeadCommit, r.Fresh = state.Head, state.Fresh
		r.StalePaths = append(r.StalePaths, state.StalePaths...)
	}
	for _, c := range o.snap.Coverage() {
		r.Coverage = append(r.Coverage, coverageRow(c))
	}
	for _, p := range o.snap.Problems() {
		r.Problems = append(r.Problems, problemRow(p))
	}
	if a.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else if err := printStatus(a, r); err != nil {
		return err
	}
	if failStale && !r.Fresh {
		return errStale
	}
	return nil
}

func printStatus(a *app, r statusReport) error {
	p := a.printer()
	p.line("indexed  %s%s", shortCommit(r.IndexedCommit), map[bool]string{true: " with changes of the work tree"}[r.Dirty])
	switch {
	case r.Fresh:
		p.line("fresh    yes")
	case r.HeadCommit != r.IndexedCommit:
		p.line("fresh    no: the work tree is at %s, %d files differ; run 'lc index'", shortCommit(r.HeadCommit), len(r.StalePaths))
	default:
		p.line("fresh    no: %d files differ; run 'lc index'", len(r.StalePaths))
	}
	p.line("format   %d, written by lc %s", r.Format, r.LcVersion)
	p.line("")
	p.line("%-14s %7s %7s %11s %9s %9s %9s %10s", "language", "files", "parsed", "references", "resolved", "external", "ambiguous", "unresolved")
	for _, c := range r.Coverage {
		if c.Parsed > 0 {
			p.line("%-14s %7d %7d %11d %9d %9d %9d %10d", c.Language, c.Files, c.Parsed, c.References, c.Resolved, c.External, c.Ambiguous, c.Unresolved)
		}
	}
	if len(r.Problems) > 0 {
		p.line("")
		p.line("%d problems", len(r.Problems))
		for i, x := range r.Problems {
			if i == 10 {
				p.line("  … %d more (--json lists all)", len(r.Problems)-i)
				break
			}
			p.line("  %s: %s: %s", place(x.Path, x.Line), x.Stage, x.Reason)
		}
	}
	return p.err
}
