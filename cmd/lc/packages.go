package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/packages"
)

func (a *app) newPackagesCmd() *cobra.Command {
	var opts packages.Options
	format := "text"
	cmd := &cobra.Command{
		Use: "packages", Short: "Which package depends on which", Args: cobra.NoArgs,
		Long: `List the packages, each before what it depends on, or draw them. --reduce leaves out what a longer path
says already, which needs a graph without cycles.`,
		Example: "  lc graph packages --reduce --format dot | dot -Tsvg > packages.svg",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runPackages(cmd.Context(), opts, format)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.Reduce, "reduce", false, "leave out edges that a longer path implies")
	flags.BoolVar(&opts.OmitTests, "no-tests", false, "leave test files out")
	flags.Float64Var(&opts.Floor, "min-confidence", 0.7, "least confidence of a dependency")
	flags.StringVar(&format, "format", format, "text, dot or mermaid")
	return cmd
}

func (a *app) runPackages(ctx context.Context, opts packages.Options, format string) error {
	if format != "text" && format != "dot" && format != "mermaid" {
		return usagef("--format %q: want text, dot or mermaid", format)
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	r, err := packages.Run(ctx, packages.Input{Head: o.snap}, opts)
	if err != nil {
		return err
	}
	drawing := ""
	if format == "dot" {
		if drawing, err = r.DOT(); err != nil {
			return err
		}
	}
	return a.show(ctx, o, &r.Header, r, func(p *printer) {
		switch format {
		case "dot":
			p.line("%s", strings.TrimRight(drawing, "\n"))
			return
		case "mermaid":
			p.line("%s", strings.TrimRight(r.Mermaid(), "\n"))
			return
		}
		if opts.Reduce && !r.Reduced {
			p.line("not reduced: there is a cycle (lc graph cycles --level package)")
		}
		on := map[string][]string{}
		for _, e := range r.Edges {
			on[e.From] = append(on[e.From], e.To)
		}
		for _, x := range r.Packages {
			p.line("%s (%d files)", x.Package, x.Files)
			for _, to := range on[x.Package] {
				p.line("  → %s", to)
			}
		}
	})
}
