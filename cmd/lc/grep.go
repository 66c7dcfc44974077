package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/grep"
	"github.com/lc-index/lc/index/text"
)

// grepFlags are the flags of lc grep.
type grepFlags struct {
	grep.Options
	mode    string
	context int
}

func (a *app) newGrepCmd() *cobra.Command {
	var f grepFlags
	cmd := &cobra.Command{
		Use: "grep REGEX [PATH…]", Short: "Find the lines that a pattern matches", Args: cobra.MinimumNArgs(1),
		Long: `Find the lines of the indexed files that a regular expression (RE2) matches, ordered by path and
line, 100 a page. Exits with 0 when something matched and with 1 when nothing did.`,
		Example: "  lc grep 'func .*Args' --type go",
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Pattern, f.Paths = args[0], args[1:]
			return a.runGrep(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.mode, "mode", "content", "content, files or count")
	flags.BoolVarP(&f.Literal, "fixed-strings", "F", false, "the pattern is plain text")
	flags.BoolVarP(&f.IgnoreCase, "ignore-case", "i", false, "case does not matter")
	flags.BoolVarP(&f.Multiline, "multiline", "U", false, "the pattern may match across lines")
	flags.StringSliceVarP(&f.Globs, "glob", "g", nil, "only files that match these `globs`; !glob leaves out")
	flags.StringSliceVarP(&f.Types, "type", "t", nil, "only files of these `languages`")
	flags.IntVarP(&f.After, "after-context", "A", 0, "lines to show after a match")
	flags.IntVarP(&f.Before, "before-context", "B", 0, "lines to show before a match")
	flags.IntVarP(&f.context, "context", "C", 0, "lines to show around a match")
	flags.IntVar(&f.Skip, "skip", 0, "matches (files in the other modes) to pass over: the next page")
	flags.IntVar(&f.Limit, "limit", 0, "matches of a page (default 100)")
	return cmd
}

func (a *app) runGrep(ctx context.Context, f grepFlags) error {
	var err error
	if f.Mode, err = grep.ParseMode(f.mode); err != nil {
		return usageError{err}
	}
	if f.context > 0 {
		f.Before, f.After = max(f.Before, f.context), max(f.After, f.context)
	}
	s, err := a.openText(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	r, err := grep.Run(ctx, grep.Input{Snapshot: s.snap, Searcher: s.text, Counter: s.counter}, f.Options)
	var syntax *text.SyntaxError
	if errors.As(err, &syntax) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	if err := s.header(ctx, &r.Header); err != nil {
		return err
	}
	if err := a.answer(r); err != nil {
		return err
	}
	if r.TotalLines == 0 && r.TotalFiles == 0 {
		return errNothing
	}
	return nil
}
