package mcp

import (
	"fmt"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/blast"
	"github.com/lc-index/lc/analyze/centrality"
	"github.com/lc-index/lc/analyze/coupling"
	"github.com/lc-index/lc/analyze/cycles"
	"github.com/lc-index/lc/analyze/dead"
	"github.com/lc-index/lc/analyze/risk"
	"github.com/lc-index/lc/analyze/tests"
)

// words writes a report for an agent: one fact a line, nothing for show.
type words struct{ strings.Builder }

func (w *words) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *words) undecided(list []analyze.Undecided) {
	for i, u := range list {
		if i == 20 {
			w.line("undecided: %d more", len(list)-i)
			return
		}
		if u.Path == "" {
			w.line("undecided: %s", u.Reason)
			continue
		}
		w.line("undecided: %s: %s", u.Path, u.Reason)
	}
}

func (w *words) more(shown, total int) {
	if total > shown {
		w.line("  … %d more", total-shown)
	}
}

func blastText(r *blast.Report) string {
	var w words
	w.line("status %s; %d changed, %d symbols in %d files affected, %d of %d tests; risk %s", r.Status, r.Totals.Changed, r.Totals.Symbols, r.Totals.Files,
		r.Totals.Tests, r.Totals.AllTests, riskWord(r.Risk.Tier, r.Risk.Score))
	if len(r.Changed) > 0 {
		w.line("changed:")
		for i, c := range r.Changed {
			if i == 50 {
				break
			}
			w.line("  %s", changeWord(c))
		}
		w.more(min(len(r.Changed), 50), r.Totals.Changed)
	}
	if len(r.ImpactedSymbols) > 0 {
		w.line("affected (distance, confidence):")
		for _, s := range r.ImpactedSymbols {
			w.line("  %d %.2f %s %s:%d", s.Distance, s.Confidence, s.Symbol, s.Path, s.Line)
		}
		w.more(len(r.ImpactedSymbols), r.Totals.Symbols)
	}
	if len(r.AffectedTests) > 0 {
		w.line("tests:")
		testLines(&w, r.AffectedTests)
		w.more(len(r.AffectedTests), r.Totals.Tests)
	}
	w.undecided(r.Undecided)
	return w.String()
}

func testLines(w *words, list []tests.Test) {
	for _, t := range list {
		if t.Symbol == "" {
			w.line("  %s", t.Path)
			continue
		}
		w.line("  %s %s", t.Path, t.Symbol)
	}
}

func testsText(r *tests.Report, selected int) string {
	var w words
	w.line("status %s; %d of %d tests", r.Status, selected, r.TotalTests)
	testLines(&w, r.Tests)
	w.more(len(r.Tests), selected)
	w.undecided(r.Undecided)
	return w.String()
}

func riskWord(tier risk.Tier, score *float64) string {
	if score == nil {
		return string(tier)
	}
	return fmt.Sprintf("%s (%.2f)", tier, *score)
}

func riskText(r *risk.Report) string {
	var w words
	w.line("status %s; risk %s", r.Status, riskWord(r.Tier, r.Score))
	for _, f := range r.Factors {
		switch {
		case !f.Known:
			w.line("  unknown %s", f.Name)
		case f.Contribution > 0:
			w.line("  +%.3f %s: %s", f.Contribution, f.Name, f.Detail)
		}
	}
	w.undecided(r.Undecided)
	return w.String()
}

func deadText(r *dead.Report) string {
	var w words
	w.line("status %s; %d unreached from %s", r.Status, r.Total, strings.Join(r.Roots, ", "))
	for _, f := range r.Findings {
		w.line("  %s %s %s %s:%d: %s", f.Tier, f.Kind, f.Symbol, f.Path, f.Line, f.Reason)
	}
	w.more(len(r.Findings), r.Total)
	w.undecided(r.Undecided)
	return w.String()
}

func cyclesText(r *cycles.Report) string {
	var w words
	w.line("status %s; %d cycles", r.Status, len(r.Cycles))
	for _, c := range r.Cycles {
		w.line("  %s of %d (%s): %s", c.Level, len(c.Members), c.Class, strings.Join(c.Shortest, " → "))
		for _, e := range c.Cut {
			w.line("    cut %s → %s", e[0], e[1])
		}
	}
	w.undecided(r.Undecided)
	return w.String()
}

func couplingText(r *coupling.Report) string {
	var w words
	w.line("status %s; in, out, instability:", r.Status)
	for _, row := range r.Rows {
		instability := "-"
		if row.Instability != nil {
			instability = fmt.Sprintf("%.2f", *row.Instability)
		}
		w.line("  %d %d %s %s %s", row.Afferent, row.Efferent, instability, row.Level, row.Path)
	}
	if len(r.Temporal) > 0 {
		w.line("changed together:")
		for _, p := range r.Temporal {
			w.line("  %d times (%.2f) %s, %s", p.Commits, p.Strength, p.A, p.B)
		}
	}
	if r.Truncated {
		w.line("  … more")
	}
	w.undecided(r.Undecided)
	return w.String()
}

func centralityText(r *centrality.Report) string {
	var w words
	w.line("status %s; pagerank, in, out:", r.Status)
	for _, row := range r.Rows {
		w.line("  %.5f %d %d %s %s %s:%d", row.PageRank, row.InDegree, row.OutDegree, row.Kind, row.Symbol, row.Path, row.Line)
	}
	w.more(len(r.Rows), r.Total)
	w.undecided(r.Undecided)
	return w.String()
}
