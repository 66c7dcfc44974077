package explore

import (
	"fmt"
	"strings"
)

// Text is the report as a person or an agent reads it. A confidence below 1 is
// shown with how it is known.
func (r *Report) Text() string {
	var b strings.Builder
	if len(r.Definitions) == 0 {
		for _, u := range r.Undecided {
			fmt.Fprintln(&b, u.Reason)
		}
		return b.String()
	}
	for _, d := range r.Definitions {
		fmt.Fprintf(&b, "%s %s %s:%d", d.Kind, d.Symbol, d.Path, d.Line)
		if d.EndLine > d.Line {
			fmt.Fprintf(&b, "-%d", d.EndLine)
		}
		b.WriteByte('\n')
		if d.Source != "" {
			fmt.Fprintf(&b, "%s\n", d.Source)
		}
	}
	section(&b, "callers", r.Callers, r.Totals.Callers)
	section(&b, "callees", r.Callees, r.Totals.Callees)
	section(&b, "usages", r.Usages, r.Totals.Usages)
	if len(r.Ambiguous) > 0 {
		b.WriteString("others of that name, not followed:\n")
		for _, s := range r.Ambiguous {
			fmt.Fprintf(&b, "  %s %s:%d\n", s.Symbol, s.Path, s.Line)
		}
	}
	for _, u := range r.Undecided {
		fmt.Fprintf(&b, "(%s)\n", u.Reason)
	}
	return b.String()
}

func section(b *strings.Builder, name string, rows []Row, total int) {
	if total == 0 {
		return
	}
	fmt.Fprintf(b, "%s (%d", name, len(rows))
	if total > len(rows) {
		fmt.Fprintf(b, " of %d; limit=%d gives all", total, total)
	}
	b.WriteString("):\n")
	for _, row := range rows {
		fmt.Fprintf(b, "  %s:%d %s", row.Path, row.Line, row.Symbol)
		if row.Role != "" && row.Role != "call" {
			fmt.Fprintf(b, " %s", row.Role)
		}
		if row.Via != "" {
			fmt.Fprintf(b, " via %s", row.Via)
		}
		if row.Confidence < 1 {
			fmt.Fprintf(b, " [%s %.2g]", row.Origin, row.Confidence)
		}
		if row.Source != "" {
			fmt.Fprintf(b, ": %s", row.Source)
		}
		b.WriteByte('\n')
	}
}
