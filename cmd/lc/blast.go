package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/risk"
)

// blastFlags are the flags of lc graph blast-radius.
type blastFlags struct {
	changeFlags
	blast.Options
	kinds  []string
	failOn string
	show   int
}

func (a *app) newBlastCmd() *cobra.Command {
	var f blastFlags
	cmd := &cobra.Command{
		Use: "blast-radius [PATH|SYMBOL…]", Short: "What a change, a file or a symbol reaches",
		Long: `Say what depends on a change: the symbols, files and packages that reach a changed symbol, each
with the shortest evidence and its confidence; the tests that it needs; its risk; and what could not be
decided. The change is that of --base … --head, of uncommitted work, or the files and symbols named.

An index that is behind the work tree is refreshed first.`,
		Example: "  lc graph blast-radius --base HEAD~1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.runBlast(cmd.Context(), f, args)
		},
	}
	f.add(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.MaxDepth, "depth", 0, "follow dependents at most this `far` (default: no limit)")
	flags.Float64Var(&f.Floor, "min-confidence", 0.5, "show dependents from this `confidence` on")
	flags.StringSliceVar(&f.kinds, "kinds", nil, "follow only edges of these `kinds`")
	flags.IntVar(&f.show, "limit", 20, "rows of each list in text; JSON has up to 2,000")
	flags.StringVar(&f.failOn, "fail-on", "", "exit with 3 when the risk is at least this `tier` (low, medium, high, critical)")
	return cmd
}

func (a *app) runBlast(ctx context.Context, f blastFlags, args []string) error {
	kinds, err := edgeKinds(f.kinds)
	if err != nil {
		return err
	}
	gate, err := parseTier(f.failOn)
	if err != nil {
		return err
	}
	f.Kinds = kinds
	if f.Floor == 0 {
		f.Floor = -1 // Asked for: show everything.
	}
	if err := f.Options.Validate(); err != nil {
		return usageError{err}
	}
	c, err := a.openChange(ctx, f.changeFlags, args)
	if err != nil {
		return err
	}
	defer c.close()
	r, err := blast.Run(ctx, blast.Input{
		Head: c.snap, Base: c.base, BaseRev: c.baseRev, HeadRev: c.headRev, Changes: c.files, Seeds: c.seeds, Author: c.author, Undecided: c.undecided,
	}, f.Options)
	if err != nil {
		return err
	}
	r.Stale = c.stale
	if a.json {
		err = a.printJSON(r)
	} else {
		err = printBlast(a, r, f.show)
	}
	if err != nil {
		return err
	}
	return gateTier(gate, r.Risk.Tier)
}

func printBlast(a *app, r *blast.Report, show int) error {
	p := a.printer()
	if r.Base != "" {
		p.line("blast radius of %s…%s: %s", shortCommit(r.Base), shortRev(r.Head), r.Status)
	} else {
		p.line("blast radius: %s", r.Status)
	}
	if r.Stale {
		p.line("the index is stale: the work tree has moved since it was built")
	}
	p.line("")
	p.line("changed (%d)", r.Totals.Changed)
	for _, c := range r.Changed[:min(show, len(r.Changed))] {
		name := c.Symbol
		if name == "" {
			name = c.Path
		}
		if c.Old != "" {
			name += " (was " + c.Old + ")"
		}
		p.line("  %-10s %-40s %s", c.Change, name, place(c.Path, c.Line))
	}
	p.more(len(r.Changed), show)
	p.line("")
	p.line("impacted: %d symbols in %d files of %d packages", r.Totals.Symbols, r.Totals.Files, r.Totals.Packages)
	for _, s := range r.ImpactedSymbols[:min(show, len(r.ImpactedSymbols))] {
		p.line("  %d  %.2f  %-40s %s%s", s.Distance, s.Confidence, s.Symbol, place(s.Path, s.Line), viaText(s.Via))
	}
	p.more(r.Totals.Symbols, show)
	if r.Totals.Hidden > 0 {
		p.line("  %d more below the confidence floor (--min-confidence 0 shows them)", r.Totals.Hidden)
	}
	p.line("")
	p.line("affected tests: %d of %d", r.Totals.Tests, r.Totals.AllTests)
	for _, t := range r.AffectedTests[:min(show, len(r.AffectedTests))] {
		p.line("  %-50s %s", testName(t.Symbol, t.Path), t.Path)
	}
	p.more(len(r.AffectedTests), show)
	p.line("")
	printRisk(p, r.Risk.Score, r.Risk.Tier, r.Risk.Basis, r.Risk.Factors)
	printUndecided(p, r.Undecided, show)
	return p.err
}

// more says how many rows were left out.
func (p *printer) more(total, shown int) {
	if total > shown {
		p.line("  … %d more (--limit, or --json for all)", total-shown)
	}
}

// viaText is the evidence between the change and a dependent that is not direct.
func viaText(via []blast.Step) string {
	if len(via) < 3 {
		return ""
	}
	var names []string
	for i := len(via) - 2; i >= 1; i-- {
		names = append(names, via[i].Symbol)
	}
	if len(names) > 4 {
		names = append(names[:3], "…", names[len(names)-1])
	}
	return "  via " + strings.Join(names, " → ")
}

func testName(symbol, path string) string {
	if symbol == "" {
		return path
	}
	return symbol
}

func printUndecided(p *printer, undecided []analyze.Undecided, show int) {
	if len(undecided) == 0 {
		return
	}
	p.line("")
	p.line("undecided (%d)", len(undecided))
	for _, u := range undecided[:min(show, len(undecided))] {
		if u.Path == "" {
			p.line("  %s", u.Reason)
		} else {
			p.line("  %s: %s", u.Path, u.Reason)
		}
	}
	p.more(len(undecided), show)
}

func printRisk(p *printer, score *float64, tier risk.Tier, basis string, factors []risk.Factor) {
	if score == nil {
		p.line("risk: %s (%s)", tier, basis)
	} else {
		p.line("risk: %s %.2f (%s)", tier, *score, basis)
	}
	for _, f := range factors {
		if !f.Known {
			p.line("  %-16s unknown   %s", f.Name, f.Detail)
		} else if f.Contribution > 0 {
			p.line("  %-16s +%.3f    %s", f.Name, f.Contribution, f.Detail)
		}
	}
}

func shortRev(rev string) string {
	if len(rev) == 40 || len(rev) == 64 {
		return rev[:12]
	}
	return rev
}

// place is path:line, or the path alone.
func place(path string, line int32) string {
	if line > 0 {
		return fmt.Sprintf("%s:%d", path, line)
	}
	return path
}
