package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/store/schema"
)

var tiers = []risk.Tier{risk.Low, risk.Medium, risk.High, risk.Critical}

// parseTier reads the tier of --fail-on; "" is no gate.
func parseTier(s string) (risk.Tier, error) {
	if s == "" || slices.Contains(tiers, risk.Tier(s)) {
		return risk.Tier(s), nil
	}
	return "", usagef("--fail-on %q: want low, medium, high or critical", s)
}

// gateTier breaches when tier is at least gate. Missing evidence passes no gate.
func gateTier(gate, tier risk.Tier) error {
	if gate == "" {
		return nil
	}
	if tier == risk.UnknownTier {
		return fmt.Errorf("%w: the risk is unknown, and --fail-on %s needs evidence", errGate, gate)
	}
	if slices.Index(tiers, tier) >= slices.Index(tiers, gate) {
		return fmt.Errorf("%w: the risk is %s (--fail-on %s)", errGate, tier, gate)
	}
	return nil
}

func edgeKinds(names []string) ([]schema.EdgeKind, error) {
	var kinds []schema.EdgeKind
	for _, name := range names {
		k, ok := schema.Parse[schema.EdgeKind](schema.EdgeKindNames(), name)
		if !ok {
			return nil, usagef("--kinds %q: want some of %s", name, strings.Join(schema.EdgeKindNames(), ", "))
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}
