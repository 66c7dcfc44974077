package search

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/store/schema"
)

// Lines that the forms of a hit show.
const (
	fullLines   = 40 // A declaration up to this long is shown whole.
	headLines   = 8  // Of a longer one, from its start.
	aroundLines = 3  // Around each matching line.
	shownLines  = 4  // Matching lines that are shown of a longer one.
	plainLines  = 7  // Around a place outside of declarations.
	lineWidth   = 240
)

// show fits the hits into the budget.
func (e *Engine) show(ctx context.Context, r *Report, f *fusion, hits []*candidate, opts Options) {
	tokens := opts.Tokens
	if tokens == 0 {
		tokens = budget.Default
	}
	var all []Hit
	var blocks []budget.Block
	for _, c := range hits {
		h := Hit{Path: f.snap.FilePath(c.file), Line: c.line, EndLine: c.end, Kind: schema.KindFile.String(), Score: float64(int64(c.total*1e4+.5)) / 1e4, Channel: c.channel.String()}
		signature := ""
		if c.symbol != schema.None {
			s := f.snap.Symbol(c.symbol)
			h.Symbol, h.ID, h.Kind = s.QualifiedName, s.ScipSymbol, s.Kind.String()
			signature = clipped(strings.Join(strings.Fields(s.Signature), " "))
		}
		forms := []string{signature, ""}
		if !opts.Map && ctx.Err() == nil && e.in.Text != nil {
			if content, ok := e.in.Text.Content(h.Path); ok {
				full, skeleton := cut(bytes.Split(content, []byte("\n")), c)
				forms = append([]string{full, skeleton}, forms...)
			}
		}
		b := budget.Block{}
		for _, snippet := range forms {
			x := h
			x.Snippet = snippet
			b.Forms = append(b.Forms, x.text())
		}
		h.Snippet = strings.Join(forms, "\x00") // Parted again once the form is chosen.
		all = append(all, h)
		blocks = append(blocks, b)
	}
	fit := budget.Fit(e.in.Counter, blocks, budget.Options{Tokens: tokens})
	r.Tokens = fit.Tokens
	for _, c := range fit.Chosen {
		h := all[c.Block]
		h.Snippet = strings.Split(h.Snippet, "\x00")[c.Form]
		r.Hits = append(r.Hits, h)
	}
	for _, i := range fit.Dropped {
		h := all[i]
		r.Dropped = append(r.Dropped, strings.TrimSpace(fmt.Sprintf("%s:%d-%d %s", h.Path, h.Line, max(h.Line, h.EndLine), h.Symbol)))
	}
}

// cut chooses the lines of a hit: all of a short declaration, the head of a longer
// one with what matched; and, as the smaller form, only its first lines.
func cut(lines [][]byte, c *candidate) (full, skeleton string) {
	n := len(lines)
	if n > 0 && len(lines[n-1]) == 0 {
		n--
	}
	if n == 0 {
		return "", ""
	}
	start, end := min(max(int(c.line), 1), n), min(max(int(c.end), int(c.line)), n)
	if c.symbol == schema.None {
		line := start
		if len(c.lines) > 0 {
			line = min(c.lines[0], n)
		}
		start, end = max(1, line-plainLines/2), min(n, line+plainLines/2)
		c.line, c.end = int32(start), int32(end)
		return joined(lines, start, end), joined(lines, line, line)
	}
	if end-start < fullLines {
		return joined(lines, start, end), joined(lines, start, min(end, start+2))
	}
	shown := map[int]bool{}
	mark := func(from, to int) {
		for l := max(from, start); l <= min(to, end); l++ {
			shown[l] = true
		}
	}
	mark(start, start+headLines-1)
	for i, l := range c.lines {
		if i == shownLines {
			break
		}
		mark(l-aroundLines, l+aroundLines)
	}
	order := make([]int, 0, len(shown))
	for l := range shown {
		order = append(order, l)
	}
	slices.Sort(order)
	var b strings.Builder
	last := start - 1
	for _, l := range order {
		if l > last+1 {
			fmt.Fprintf(&b, "… %d:\n", l)
		}
		b.WriteString(clipped(string(lines[l-1])))
		b.WriteByte('\n')
		last = l
	}
	if last < end {
		fmt.Fprintf(&b, "… to %d\n", end)
	}
	return strings.TrimSuffix(b.String(), "\n"), joined(lines, start, start+2)
}

func joined(lines [][]byte, from, to int) string {
	var out []string
	for l := from; l <= to; l++ {
		out = append(out, clipped(string(lines[l-1])))
	}
	return strings.Join(out, "\n")
}

// clipped is a line of bounded width in valid UTF-8, without what would part forms.
func clipped(s string) string {
	s = strings.TrimSuffix(strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD"), "\r")
	if len(s) <= lineWidth {
		return s
	}
	n := lineWidth
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}

// text is a hit as a person or an agent reads it.
func (h Hit) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d", h.Path, h.Line)
	if h.EndLine > h.Line {
		fmt.Fprintf(&b, "-%d", h.EndLine)
	}
	if h.Symbol != "" {
		fmt.Fprintf(&b, " %s %s", h.Kind, h.Symbol)
	}
	b.WriteByte('\n')
	if h.Snippet != "" {
		b.WriteString(h.Snippet)
		b.WriteByte('\n')
	}
	return b.String()
}

// Text is the report as a person or an agent reads it.
func (r *Report) Text() string {
	var b strings.Builder
	for _, h := range r.Hits {
		b.WriteString(h.text())
	}
	if len(r.Dropped) > 0 {
		b.WriteString("did not fit:\n")
		for _, d := range r.Dropped {
			fmt.Fprintf(&b, "  %s\n", d)
		}
	}
	switch r.Verdict {
	case Missed:
		b.WriteString("missed: nothing answers this well; try other words or names\n")
	case Absent:
		b.WriteString("absent: two phrasings found nothing and every channel was up\n")
	case Degraded:
		fmt.Fprintf(&b, "degraded: %s did not answer, there may be more\n", strings.Join(r.Off, ", "))
	}
	if r.Note != "" {
		b.WriteString(r.Note + "\n")
	}
	return b.String()
}
