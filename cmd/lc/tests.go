package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/tests"
)

// testsFlags are the flags of lc graph affected-tests.
type testsFlags struct {
	changeFlags
	tests.Options
	format  string
	explain string
}

func (a *app) newTestsCmd() *cobra.Command {
	var f testsFlags
	cmd := &cobra.Command{
		Use: "affected-tests [PATH|SYMBOL…]", Short: "The tests that a change needs",
		Long: `Select the tests that reach a changed symbol, at any distance and confidence, each with the chain of
reasons. What cannot be decided selects the whole suite around it.

--format list prints what the runner takes, one argument a line: packages for go test, node ids for
pytest, paths for JavaScript runners, class names for Maven and Gradle, test names for cargo. Tests of
several runners need --runner to pick one.`,
		Example: "  lc graph affected-tests --base HEAD~1 --format list | xargs go test",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runTests(cmd.Context(), f, args)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.Runner, "runner", "", "only tests of this `runner`")
	flags.StringVar(&f.format, "format", "text", "text or list")
	flags.StringVar(&f.explain, "explain", "", "print only the reasons of the tests that this `name` occurs in")
	return cmd
}

func (a *app) runTests(ctx context.Context, f testsFlags, args []string) error {
	if f.format != "text" && f.format != "list" {
		return usagef("--format %q: want text or list", f.format)
	}
	c, err := a.openChange(ctx, f.changeFlags, args)
	if err != nil {
		return err
	}
	defer c.close()
	r, err := tests.Run(ctx, tests.Input{Head: c.snap, Base: c.base, Changes: c.files, Seeds: c.seeds}, f.Options)
	if err != nil {
		return err
	}
	r.Stale = c.stale
	if len(c.undecided) > 0 {
		r.Status, r.Undecided = analyze.Worst(r.Status, analyze.Partial), analyze.SortUndecided(append(r.Undecided, c.undecided...))
	}
	if f.explain != "" {
		kept := []tests.Test{}
		for _, t := range r.Tests {
			if strings.Contains(t.Symbol, f.explain) || strings.Contains(t.Path, f.explain) {
				kept = append(kept, t)
			}
		}
		r.Tests = kept
	}
	p := a.printer()
	switch {
	case f.format == "list":
		lines, err := tests.List(r.Tests)
		if err != nil {
			return usageError{err}
		}
		for _, line := range lines {
			p.line("%s", line)
		}
		if r.Status != analyze.Complete {
			a.say("lc: the selection is %s: %d undecided", r.Status, len(r.Undecided))
		}
	case a.json:
		return a.printJSON(r)
	default:
		p.line("affected tests: %d of %d, %s", len(r.Tests), r.TotalTests, r.Status)
		for _, t := range r.Tests {
			p.line("  %-50s %s", testName(t.Symbol, t.Path), t.Path)
			for _, reason := range t.Reason {
				p.line("      %s", reason)
			}
		}
		printUndecided(p, r.Undecided, 20)
	}
	return p.err
}
