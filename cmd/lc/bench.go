package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/benchmarks/savings"
	"github.com/lc-index/lc/index/git"
)

func (a *app) newSavingsCmd() *cobra.Command {
	var suite string
	cmd := &cobra.Command{
		Use: "savings", Short: "Tokens until the answer is visible, with lc and without", Args: cobra.NoArgs,
		Long: `Count the tokens that three fixed policies show until the lines that answer a question are
visible: naive (grep and whole files), skilled (grep -n and windows of 40 lines; the one that counts) and lc.
Tool schemas, arguments and errors are counted; a failure costs 32,000. No model takes part.

Without --suite the bundled one runs: a small repository that lc carries. A suite is a JSON file of tasks
about the repository around the current folder; each names a query, a commit and gold line ranges.`,
		Example: "  lc bench savings",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runSavings(cmd.Context(), suite)
		},
	}
	cmd.Flags().StringVar(&suite, "suite", "", "tasks to run, a JSON `file` (default: the bundled suite)")
	return cmd
}

func (a *app) runSavings(ctx context.Context, file string) (err error) {
	dir, err := os.MkdirTemp("", "lc-savings-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	suite, err := savings.Bundled()
	if file != "" {
		var data []byte
		if data, err = os.ReadFile(file); err != nil {
			return err
		}
		suite, err = savings.ParseSuite(data)
	}
	if err != nil {
		return err
	}
	repo, err := a.suiteRepository(ctx, file, dir)
	if err != nil {
		return err
	}
	indexes := savings.NewIndexes(ctx, repo, filepath.Join(dir, "index"), version())
	r, err := savings.Run(ctx, suite, indexes.Corpus)
	if err = errors.Join(err, indexes.Close()); err != nil {
		return fmt.Errorf("savings: %w", err)
	}
	return a.answer(r)
}

// suiteRepository is the repository that a suite is about.
func (a *app) suiteRepository(ctx context.Context, file, dir string) (*git.Repository, error) {
	if file != "" {
		return a.repository(ctx)
	}
	return savings.Materialise(ctx, filepath.Join(dir, "harbor"))
}
