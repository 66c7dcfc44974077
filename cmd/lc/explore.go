package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/explore"
)

// exploreFlags are the flags of lc explore.
type exploreFlags struct {
	explore.Options
	relation string
}

func (a *app) newExploreCmd() *cobra.Command {
	var f exploreFlags
	cmd := &cobra.Command{
		Use: "explore SYMBOL", Short: "Definition, callers, callees and usages of a symbol", Args: cobra.ExactArgs(1),
		Long: `Show the neighbours of a symbol, each with how it is known and how sure that is. A symbol is named
by its qualified name (Command.Execute), its bare name, path:line, or its stable identity.`,
		Example: "  lc explore legacyArgs --relation callers",
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Symbol = args[0]
			return a.runExplore(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.relation, "relation", "all", "definition, callers, callees, usages or all")
	flags.IntVar(&f.Depth, "depth", 1, "calls to follow")
	flags.IntVar(&f.Limit, "limit", 20, "rows of each list")
	flags.BoolVar(&f.Source, "source", false, "show source lines")
	return cmd
}

func (a *app) runExplore(ctx context.Context, f exploreFlags) error {
	var err error
	if f.Relation, err = explore.ParseRelation(f.relation); err != nil {
		return usageError{err}
	}
	in := explore.Input{}
	var o *opened
	if f.Source {
		s, err := a.openText(ctx)
		if err != nil {
			return err
		}
		defer s.close()
		o, in.Content = s.opened, s.text
	} else {
		if o, err = a.open(ctx); err != nil {
			return err
		}
		defer o.close()
	}
	in.Snapshot = o.snap
	r, err := explore.Run(ctx, in, f.Options)
	if err != nil {
		return err
	}
	if err := o.header(ctx, &r.Header); err != nil {
		return err
	}
	if err := a.answer(r); err != nil {
		return err
	}
	if r.Status == analyze.Unknown {
		return errNothing
	}
	return nil
}
