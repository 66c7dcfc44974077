package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/explain"
)

func (a *app) newExplainCmd() *cobra.Command {
	return &cobra.Command{
		Use: "explain FILE:LINE", Short: "Everything the index knows of one line, stage by stage", Args: cobra.ExactArgs(1),
		Example: "  lc explain args.go:28",
		RunE: func(cmd *cobra.Command, args []string) error {
			path, number, ok := cutLast(args[0], ":")
			line, err := strconv.ParseInt(number, 10, 32)
			if !ok || err != nil {
				return usagef("%q: want FILE:LINE", args[0])
			}
			return a.runExplain(cmd.Context(), path, int32(line))
		},
	}
}

func (a *app) runExplain(ctx context.Context, path string, line int32) error {
	in := explain.Input{Path: strings.TrimPrefix(path, "./"), Line: line}
	s, err := a.openText(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	in.Snapshot, in.Content = s.snap, s.text
	r, err := explain.Run(ctx, in)
	if err != nil {
		return err
	}
	if err := s.header(ctx, &r.Header); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(r)
	}
	p := a.printer()
	p.line("%s", strings.TrimRight(r.Words(), "\n"))
	return p.err
}

// cutLast cuts around the last separator.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
