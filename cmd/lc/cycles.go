package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/cycles"
	"github.com/lc-index/lc/store/schema"
)

// cyclesFlags are the flags of lc graph cycles.
type cyclesFlags struct {
	cycles.Options
	fail bool
}

func (a *app) newCyclesCmd() *cobra.Command {
	var f cyclesFlags
	cmd := &cobra.Command{
		Use: "cycles", Short: "Circular dependencies and what to cut", Args: cobra.NoArgs,
		Long: `List the groups of files and packages that depend on each other in a circle, a shortest cycle in each, and
the fewest dependencies whose removal leaves none. Imports that are erased at run time, made late, or made by
tests are classed apart.`,
		Example: "  lc graph cycles --level package",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runCycles(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&f.Levels, "level", nil, "file, package (default: both)")
	flags.StringSliceVar(&f.Classes, "classes", nil, "count only imports of these `classes`: static, type, lazy, test, re-export")
	flags.Float64Var(&f.Floor, "min-confidence", cycles.DefaultFloor, "least `confidence` of a dependency")
	flags.BoolVar(&f.fail, "fail", false, "exit with 3 when there is a cycle of imports made when files load, or of the --classes that are named")
	return cmd
}

func (a *app) runCycles(ctx context.Context, f cyclesFlags) error {
	for _, level := range f.Levels {
		if level != "file" && level != "package" {
			return usagef("--level %q: want file or package", level)
		}
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	r, err := cycles.Run(ctx, cycles.Input{Head: o.snap}, f.Options)
	if err != nil {
		return err
	}
	err = a.show(ctx, o, &r.Header, r, func(p *printer) {
		p.line("cycles: %d, %s", len(r.Cycles), r.Status)
		for _, c := range r.Cycles {
			p.line("")
			p.line("%s cycle of %d (%s)", c.Level, len(c.Members), c.Class)
			if len(c.Shortest) > 0 {
				p.line("  shortest  %s → %s", strings.Join(c.Shortest, " → "), c.Shortest[0])
			}
			for i, cut := range c.Cut {
				if i == 10 {
					p.line("            … %d more", len(c.Cut)-i)
					break
				}
				p.line("  cut       %s → %s (%s)", cut[0], cut[1], cut[2])
			}
			if !c.Exact {
				p.line("            a smaller cut may exist")
			}
		}
		printUndecided(p, r.Undecided, 10)
	})
	if err == nil && f.fail {
		if n := breaches(r.Cycles, len(f.Classes) > 0); n > 0 {
			return fmt.Errorf("%w: %d cycles", errGate, n)
		}
	}
	return err
}

// breaches counts the cycles that fail a build: those that exist while files load.
// An import that is erased, or made late, is how such a cycle is broken on purpose,
// so it counts only when its class was named.
func breaches(found []cycles.Cycle, named bool) int {
	n := 0
	for _, c := range found {
		if named || c.Class == schema.ImportStatic.String() || c.Class == schema.ImportReexport.String() {
			n++
		}
	}
	return n
}
