package main

import "github.com/spf13/cobra"

// commands lists every top-level command.
func (a *app) commands() []*cobra.Command {
	return []*cobra.Command{
		a.newIndexCmd(),
		a.newExplainCmd(),
		a.newExploreCmd(),
		a.newReadCmd(),
		a.newSearchCmd(),
		a.newGrepCmd(),
		group("graph", "Questions about what depends on what",
			a.newBlastCmd(), a.newTestsCmd(), a.newMapCmd(), a.newDeadCmd(), a.newCyclesCmd(), a.newCouplingCmd(), a.newPackagesCmd(), a.newCentralityCmd(), a.newRiskCmd()),
		group("mcp", "The server for coding agents", a.newServeCmd()),
		group("bench", "Benchmarks", a.newSavingsCmd()),
		a.newVersionCmd(),
	}
}
