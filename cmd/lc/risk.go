package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/risk"
)

func (a *app) newRiskCmd() *cobra.Command {
	var f changeFlags
	failOn := ""
	cmd := &cobra.Command{
		Use: "pr-risk", Short: "How risky a change is, and why", Args: cobra.NoArgs,
		Long: `Score a change from 0 to 1 by factors that add up: size, spread, entropy, earlier changes and fixes of its
files, the author's experience with them, what it reaches, what no test reaches, complexity, ownership. Tiers
begin at .25, .50 and .75. Without evidence the answer is unknown, never low.`,
		Example: "  lc graph pr-risk --base HEAD~1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runRisk(cmd.Context(), f, failOn)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&failOn, "fail-on", "", "exit with 3 when the risk is at least this `tier` (low, medium, high, critical)")
	return cmd
}

func (a *app) runRisk(ctx context.Context, f changeFlags, failOn string) error {
	gate, err := parseTier(failOn)
	if err != nil {
		return err
	}
	c, err := a.openChange(ctx, f, nil)
	if err != nil {
		return err
	}
	defer c.close()
	b, err := blast.Run(ctx, blast.Input{
		Head: c.snap, Base: c.base, BaseRev: c.baseRev, HeadRev: c.headRev, Changes: c.files, Author: c.author, Undecided: c.undecided,
	}, blast.Options{NoTests: true})
	if err != nil {
		return err
	}
	r := risk.NewReport(analyze.Header{Status: b.Status, Commit: b.Commit, Stale: c.stale}, b.Risk, b.Undecided)
	if a.json {
		err = a.printJSON(r)
	} else {
		p := a.printer()
		printRisk(p, r.Score, r.Tier, r.Basis, r.Factors)
		printUndecided(p, r.Undecided, 20)
		err = p.err
	}
	if err != nil {
		return err
	}
	return gateTier(gate, r.Tier)
}
