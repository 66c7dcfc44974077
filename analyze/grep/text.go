package grep

import (
	"fmt"
	"strconv"
	"strings"
)

// Text is the report as a person or an agent reads it: a path once, its lines
// below; a colon behind the number of a match, a dash behind that of context.
func (r *Report) Text() string {
	var b strings.Builder
	for i := 0; i < len(r.Matches); {
		end := i
		for end < len(r.Matches) && r.Matches[end].Path == r.Matches[i].Path {
			end++
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(r.Matches[i].Path)
		b.WriteByte('\n')
		fileLines(&b, r.Matches[i:end])
		i = end
	}
	for _, f := range r.Files {
		b.WriteString(fileText(f, r.Mode))
	}
	r.footer(&b)
	return b.String()
}

// fileLines writes the matches of one file, each line once.
func fileLines(b *strings.Builder, matches []Match) {
	matched, surrounded := map[int]bool{}, false
	for _, m := range matches {
		surrounded = surrounded || len(m.Before)+len(m.After) > 0
		for n := m.Line; n <= max(m.Line, m.EndLine); n++ {
			matched[n] = true
		}
	}
	last := 0
	context := func(n int, line string) {
		if n <= last || matched[n] {
			return
		}
		if last > 0 && n > last+1 {
			b.WriteString("--\n")
		}
		fmt.Fprintf(b, "%d-%s\n", n, line)
		last = n
	}
	for _, m := range matches {
		for i, l := range m.Before {
			context(m.Line-len(m.Before)+i, l)
		}
		if last > 0 && m.Line > last+1 && surrounded {
			b.WriteString("--\n")
		}
		writeMatch(b, m)
		last = max(m.Line, m.EndLine)
		for i, l := range m.After {
			context(max(m.Line, m.EndLine)+1+i, l)
		}
	}
}

func writeMatch(b *strings.Builder, m Match) {
	for i, l := range strings.Split(m.Text, "\n") {
		fmt.Fprintf(b, "%d:%s\n", m.Line+i, l)
	}
}

// matchText is what one match adds to the text at most, for counting.
func matchText(m Match, heading bool) string {
	var b strings.Builder
	if heading {
		fmt.Fprintf(&b, "\n%s\n", m.Path)
	}
	fileLines(&b, []Match{m})
	return b.String()
}

func fileText(f File, mode Mode) string {
	switch mode {
	case Count:
		return fmt.Sprintf("%s:%d\n", f.Path, f.Lines)
	case Map:
		var lines []string
		for _, n := range f.First {
			lines = append(lines, strconv.Itoa(n))
		}
		if f.Lines > len(f.First) {
			lines = append(lines, "…")
		}
		return fmt.Sprintf("%s:%s (%d)\n", f.Path, strings.Join(lines, ","), f.Lines)
	}
	return f.Path + "\n"
}

func (r *Report) footer(b *strings.Builder) {
	least, end := "", ""
	if r.AtLeast {
		least, end = "at least ", "; the deadline ended the search"
	}
	shown := len(r.Matches) + len(r.Files)
	switch {
	case r.TotalLines == 0:
		fmt.Fprintf(b, "no match%s\n", end)
	case r.NextSkip > 0:
		fmt.Fprintf(b, "(%s%d lines in %d files%s; next: skip=%d)\n", least, r.TotalLines, r.TotalFiles, end, r.NextSkip)
	case shown == 0:
		fmt.Fprintf(b, "(%s%d lines in %d files, none behind skip=%d%s)\n", least, r.TotalLines, r.TotalFiles, r.Skip, end)
	case r.AtLeast:
		fmt.Fprintf(b, "(%s%d lines in %d files%s)\n", least, r.TotalLines, r.TotalFiles, end)
	}
	for _, p := range r.Missing {
		fmt.Fprintf(b, "no file or folder %s in the index\n", p)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(b, "not searched: %s (%s)\n", s.Path, s.Reason)
	}
}
