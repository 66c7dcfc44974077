package read

import (
	"fmt"
	"strings"
)

// Text is the report as a person or an agent reads it.
func (r *Report) Text() string {
	var b strings.Builder
	for i, f := range r.Files {
		if i > 0 {
			b.WriteByte('\n')
		}
		name := f.Path
		if f.Symbol != "" {
			name = strings.TrimSpace(f.Path + " " + f.Symbol)
		}
		if f.Error != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, f.Error)
			if len(f.Near) > 0 {
				fmt.Fprintf(&b, "near: %s\n", strings.Join(f.Near, ", "))
			}
			continue
		}
		switch {
		case f.Projection == Outline:
			fmt.Fprintf(&b, "%s (%d lines, outline; bodies left out", name, f.Lines)
			if f.Expand != "" {
				fmt.Fprintf(&b, ", read as %s; all of it as %s:raw", f.Expand, f.Path)
			}
			b.WriteString(")\n")
		case f.Projection != Summary && (len(r.Files) > 1 || f.Symbol != ""):
			fmt.Fprintf(&b, "%s (%d lines)\n", name, f.Lines)
		}
		b.WriteString(f.Text)
		if f.Note != "" {
			fmt.Fprintf(&b, "(%s)\n", f.Note)
		}
		if f.Next != "" {
			fmt.Fprintf(&b, "… more: %s\n", f.Next)
		}
	}
	for _, s := range r.Ambiguous {
		fmt.Fprintf(&b, "also: %s %s:%d\n", s.Symbol, s.Path, s.Line)
	}
	return b.String()
}
