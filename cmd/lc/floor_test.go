package main

import (
	"strconv"
	"testing"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze/coupling"
	"github.com/lc-index/lc/analyze/cycles"
)

// TestStructureIgnoresDispatch is internal to see flags without an index: a default
// of the command must not undo that of the analysis, below which every possible
// target of a dispatching call couples files that do not know each other.
func TestStructureIgnoresDispatch(t *testing.T) {
	t.Parallel()
	a := &app{}
	for _, tc := range []struct {
		cmd  *cobra.Command
		want float64
	}{{a.newCyclesCmd(), cycles.DefaultFloor}, {a.newCouplingCmd(), coupling.DefaultFloor}} {
		got, err := strconv.ParseFloat(tc.cmd.Flags().Lookup("min-confidence").DefValue, 64)
		if err != nil || got != tc.want {
			t.Errorf("%s --min-confidence: default %v, %v, want %v", tc.cmd.Name(), got, err, tc.want)
		}
	}
}
