package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/centrality"
	"github.com/lc-index/lc/analyze/coupling"
)

func (a *app) newCouplingCmd() *cobra.Command {
	var opts coupling.Options
	show := 30
	cmd := &cobra.Command{
		Use: "coupling", Short: "Who depends on whom, by how much", Args: cobra.NoArgs,
		Long: `For each file and package: how many depend on it (Ca), on how many it depends (Ce), Martin's instability
Ce/(Ca+Ce), abstractness and distance where it has types; and the files that change together in history.`,
		Example: "  lc graph coupling --level package",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runCoupling(cmd.Context(), opts, show)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Level, "level", "", "file or package (default: both)")
	flags.Float64Var(&opts.Floor, "min-confidence", coupling.DefaultFloor, "least `confidence` of a dependency")
	flags.BoolVar(&opts.OmitTests, "no-tests", false, "leave test files out")
	flags.IntVar(&show, "limit", show, "rows of each list in text")
	return cmd
}

func (a *app) runCoupling(ctx context.Context, opts coupling.Options, show int) error {
	if opts.Level != "" && opts.Level != "file" && opts.Level != "package" {
		return usagef("--level %q: want file or package", opts.Level)
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	r, err := coupling.Run(ctx, coupling.Input{Head: o.snap}, opts)
	if err != nil {
		return err
	}
	return a.show(ctx, o, &r.Header, r, func(p *printer) {
		p.line("coupling: %s", r.Status)
		p.line("%-8s %5s %5s %6s %6s %6s  %s", "level", "Ca", "Ce", "I", "A", "D", "name")
		for _, row := range r.Rows[:min(show, len(r.Rows))] {
			p.line("%-8s %5d %5d %6s %6s %6s  %s", row.Level, row.Afferent, row.Efferent, ratio(row.Instability), ratio(row.Abstractness), ratio(row.Distance), row.Path)
		}
		p.more(len(r.Rows), show)
		if len(r.Temporal) > 0 {
			p.line("")
			p.line("changed together")
			for _, t := range r.Temporal[:min(show, len(r.Temporal))] {
				p.line("  %3d commits  %.2f  %s  %s%s", t.Commits, t.Strength, t.A, t.B, map[bool]string{false: "  (no dependency in the code)"}[t.Static])
			}
			p.more(len(r.Temporal), show)
		}
		printUndecided(p, r.Undecided, 10)
	})
}

// ratio words a value that may not exist.
func ratio(v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *v)
}

func (a *app) newCentralityCmd() *cobra.Command {
	var opts centrality.Options
	cmd := &cobra.Command{
		Use: "centrality", Short: "The most depended-on symbols or files", Args: cobra.NoArgs,
		Example: "  lc graph centrality --limit 10",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runCentrality(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Level, "level", "symbol", "symbol or file")
	flags.IntVar(&opts.Limit, "limit", 30, "rows; -1 for all")
	flags.BoolVar(&opts.OmitTests, "no-tests", false, "leave symbols of test files out")
	return cmd
}

func (a *app) runCentrality(ctx context.Context, opts centrality.Options) error {
	if opts.Level != "symbol" && opts.Level != "file" {
		return usagef("--level %q: want symbol or file", opts.Level)
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	r, err := centrality.Run(ctx, centrality.Input{Head: o.snap}, opts)
	if err != nil {
		return err
	}
	return a.show(ctx, o, &r.Header, r, func(p *printer) {
		p.line("centrality of %d: %s", r.Total, r.Status)
		p.line("%10s %11s %5s %5s  %s", "pagerank", "eigenvector", "in", "out", "name")
		for _, row := range r.Rows {
			p.line("%10.6f %11.6f %5d %5d  %-40s %s", row.PageRank, row.Eigenvector, row.InDegree, row.OutDegree, row.Symbol, place(row.Path, row.Line))
		}
		printUndecided(p, r.Undecided, 10)
	})
}
