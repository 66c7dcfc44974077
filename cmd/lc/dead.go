package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/dead"
	"github.com/lc-index/lc/analyze/target"
)

// deadFlags are the flags of lc graph dead-code.
type deadFlags struct {
	dead.Options
	whyLive string
	failOn  string
	show    int
}

func (a *app) newDeadCmd() *cobra.Command {
	var f deadFlags
	cmd := &cobra.Command{
		Use: "dead-code", Short: "Symbols that nothing reaches from an entry point", Args: cobra.NoArgs,
		Long: `List the symbols that nothing reaches from the roots: mains (main), what a library exports (exports),
tests (test). Each claim has a tier, certain, likely or possible, and its reason. A use by reflection or from
outside the repository is not seen; an unresolved reference of the same name lowers the tier.`,
		Example: "  lc graph dead-code --roots main,test",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runDead(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.Roots, "roots", nil, "where reachability starts: main, exports, test (default: main,exports)")
	flags.StringVar(&f.Tier, "tier", "", "least certain `tier` to show: certain, likely or possible (default)")
	flags.StringSliceVar(&f.Allow, "allow", nil, "`globs` of paths or names that are not reported")
	flags.StringVar(&f.whyLive, "why-live", "", "print the path that keeps this `symbol` alive instead")
	flags.StringVar(&f.failOn, "fail-on", "", "exit with 3 when there is a finding of at least this `tier`")
	flags.IntVar(&f.show, "limit", 100, "findings shown in text")
	return cmd
}

func (a *app) runDead(ctx context.Context, f deadFlags) error {
	if err := f.Options.Validate(); err != nil {
		return usageError{err}
	}
	order := map[string]int{dead.Certain: 0, dead.Likely: 1, dead.Possible: 2}
	gate, gated := order[f.failOn]
	if f.failOn != "" && !gated {
		return usagef("--fail-on %q: want certain, likely or possible", f.failOn)
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	if f.whyLive != "" {
		return a.runWhyLive(ctx, o, f)
	}
	r, err := dead.Run(ctx, dead.Input{Head: o.snap}, f.Options)
	if err != nil {
		return err
	}
	err = a.show(ctx, o, &r.Header, r, func(p *printer) {
		p.line("dead code from %s: %d findings, %s", strings.Join(r.Roots, ", "), r.Total, r.Status)
		for _, x := range r.Findings[:min(f.show, len(r.Findings))] {
			note := ""
			if x.UsedOnlyByTests {
				note = " (used by tests only)"
			}
			p.line("  %-8s %-12s %-40s %s  %s%s", x.Tier, x.Kind, x.Symbol, place(x.Path, x.Line), x.Reason, note)
		}
		p.more(len(r.Findings), f.show)
		printUndecided(p, r.Undecided, 10)
	})
	if err != nil || f.failOn == "" {
		return err
	}
	for _, x := range r.Findings {
		if order[x.Tier] <= gate {
			return fmt.Errorf("%w: %s is dead code (%s)", errGate, x.Symbol, x.Tier)
		}
	}
	return nil
}

func (a *app) runWhyLive(ctx context.Context, o *opened, f deadFlags) error {
	matches, err := target.Find(ctx, o.snap, f.whyLive, target.Options{})
	if err != nil {
		return err
	}
	r, err := dead.WhyLive(ctx, dead.Input{Head: o.snap}, f.Options, matches[0].Symbol)
	if err != nil {
		return err
	}
	return a.show(ctx, o, &r.Header, r, func(p *printer) {
		if !r.Live {
			p.line("%s: nothing keeps it alive", r.Symbol)
		}
		for _, s := range r.Path {
			p.line("  %-40s %s  %s", s.Symbol, place(s.Path, s.Line), s.How)
		}
	})
}
