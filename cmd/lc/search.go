package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/search"
)

func (a *app) newSearchCmd() *cobra.Command {
	var opts search.Options
	cmd := &cobra.Command{
		Use: "search QUERY…", Short: "Find symbols, text and files for a question", Args: cobra.MinimumNArgs(1),
		Long: `Ask in words, names, parts of names, paths or a stack trace. Exact symbols come first, then parts of names,
ranked text, substrings, paths, and what is spelled alike, fitted to a budget of tokens.`,
		Example: "  lc search legacy args",
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Query = strings.Join(args, " ")
			return a.runSearch(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.Path, "path", "", "stay in this `folder` or file")
	flags.IntVar(&opts.Limit, "limit", 10, "hits")
	flags.IntVar(&opts.Tokens, "budget", 2000, "`tokens` (o200k) that the answer may cost; -1 for no limit")
	flags.BoolVar(&opts.Map, "map", false, "signatures only")
	return cmd
}

func (a *app) runSearch(ctx context.Context, opts search.Options) error {
	s, err := a.openText(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	r, err := search.New(search.Input{Snapshot: s.snap, Text: s.text, Counter: s.counter}).Run(ctx, opts)
	if err != nil {
		return err
	}
	if err := s.header(ctx, &r.Header); err != nil {
		return err
	}
	if err := a.answer(r); err != nil {
		return err
	}
	if len(r.Hits) == 0 {
		return errNothing
	}
	return nil
}
