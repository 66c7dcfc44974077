package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/repomap"
	"github.com/lc-index/lc/analyze/target"
)

// mapFlags are the flags of lc graph map.
type mapFlags struct {
	repomap.Options
	query string
}

func (a *app) newMapCmd() *cobra.Command {
	var f mapFlags
	cmd := &cobra.Command{
		Use: "map [PATH|SYMBOL…]", Short: "The repository in a budget of tokens",
		Long: `Show the most depended-on symbols, by file, as far as a budget of tokens goes. Files and symbols that are
named, or the words of --query, draw the map to what lies around them.`,
		Example: "  lc graph map --budget 1000",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runMap(cmd.Context(), f, args)
		},
	}
	cmd.Flags().IntVar(&f.Budget, "budget", budget.Default, "`tokens` (o200k) that the map may cost")
	cmd.Flags().StringVar(&f.query, "query", "", "`words` to start at")
	return cmd
}

func (a *app) runMap(ctx context.Context, f mapFlags, args []string) error {
	if f.Budget <= 0 {
		return usagef("--budget %d: want more than 0", f.Budget)
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	seeds, err := target.FindAll(ctx, o.snap, args, target.Options{})
	if err != nil {
		return err
	}
	r, err := repomap.Run(ctx, repomap.Input{Head: o.snap, Seeds: seeds, Query: f.query, Counter: &budget.Counter{}}, f.Options)
	if err != nil {
		return err
	}
	return a.show(ctx, o, &r.Header, r, func(p *printer) {
		p.line("%s", strings.TrimRight(r.Text, "\n"))
		p.line("")
		p.line("%d of %d symbols in %d tokens", r.Shown, r.Total, r.Tokens)
		if len(r.Unmatched) > 0 {
			p.line("not in the index: %s", strings.Join(r.Unmatched, ", "))
		}
		printUndecided(p, r.Undecided, 10)
	})
}
