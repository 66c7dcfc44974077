package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/read"
	languages "github.com/lc-index/lc/index/lang/all"
)

// readFlags are the flags of lc read.
type readFlags struct {
	read.Options
	projection string
	full       bool
}

func (a *app) newReadCmd() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use: "read FILE[:SELECTOR]…", Short: "Show files, ranges or symbols from the index",
		Long: `Show files as they were indexed. A selector behind the path chooses lines: f:50-80, f:50+20,
f:5,19-25, f:50- (to the end), f:-30 (the last 30), f:raw (no numbers), f:outline. A long code file is shown as
its outline when that saves at least a quarter of the tokens; --full or any selector shows the text. --view compact
leaves out comments and empty lines, --view minified white space too; both keep every token and the numbers of
the lines, and read back as the same code.`,
		Example: "  lc read command.go:outline",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && f.Symbol == "" {
				return usagef("name a file, or a symbol with --symbol")
			}
			return a.runRead(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Symbol, "symbol", "", "show the declaration of this `symbol`")
	flags.StringVar(&f.projection, "view", "", "summary, outline, exact, range, compact or minified (default: exact, or an outline of a long file)")
	flags.BoolVar(&f.full, "full", false, "never show an outline instead")
	flags.IntVar(&f.MaxLines, "max-lines", 0, "lines of a file (default 2,000)")
	return cmd
}

func (a *app) runRead(ctx context.Context, f readFlags, args []string) error {
	var err error
	if f.Projection, err = read.ParseProjection(f.projection); err != nil {
		return usageError{err}
	}
	for _, arg := range args {
		f.Items = append(f.Items, read.Item{Path: arg, Full: f.full})
	}
	s, err := a.openText(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	r, err := read.Run(ctx, read.Input{Snapshot: s.snap, Content: s.text, Counter: s.counter, Views: languages.Views()}, f.Options)
	if err != nil {
		return err
	}
	if err := s.header(ctx, &r.Header); err != nil {
		return err
	}
	if err := a.answer(r); err != nil {
		return err
	}
	for _, file := range r.Files {
		if file.Error != "" {
			return errPartial
		}
	}
	return nil
}
