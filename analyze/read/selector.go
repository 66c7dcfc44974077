package read

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Lines added around a bounded window: what stands just above and below is what a
// reader asks for next. See the selectors table of the specification.
const (
	linesBefore = 1
	linesAfter  = 3
)

// selector is what follows the path in "f:50-80:raw".
type selector struct {
	spans   []span
	raw     bool // Exact bytes, no line numbers, nothing added.
	outline bool
}

// span is one range as written. last 0 means to the end of the file.
type span struct {
	first, last int
	tail        int  // The last so many lines instead.
	padded      bool // Lines around it are shown too.
}

func (s selector) empty() bool { return len(s.spans) == 0 && !s.raw && !s.outline }

// split separates a path from its selector. A file that is really called so wins.
func split(arg string, exists func(path string) bool) (path string, sel selector, err error) {
	if exists(arg) {
		return arg, selector{}, nil
	}
	path = arg
	var suffixes []string
	for len(suffixes) < 2 {
		i := strings.LastIndexByte(path, ':')
		if i <= 0 {
			break
		}
		if exists(path) {
			break
		}
		suffixes = append(suffixes, path[i+1:])
		path = path[:i]
	}
	if len(suffixes) == 2 && !exists(path) && !looksLikeSelector(suffixes[1]) {
		path += ":" + suffixes[1]
		suffixes = suffixes[:1]
	}
	known := exists(path)
	for i := len(suffixes) - 1; i >= 0; i-- {
		if !known && !looksLikeSelector(suffixes[i]) {
			return arg, selector{}, nil // Part of a path that does not exist.
		}
		if err := sel.add(suffixes[i]); err != nil {
			return path, sel, err
		}
	}
	return path, sel, nil
}

func looksLikeSelector(s string) bool {
	var sel selector
	return sel.add(s) == nil
}

// add reads one part of a selector.
func (s *selector) add(part string) error {
	switch part {
	case "raw":
		s.raw = true
		return nil
	case "outline":
		s.outline = true
		return nil
	case "conflicts":
		return fmt.Errorf("selector %q is not served: read the file's ranges", part)
	}
	if len(s.spans) > 0 {
		return fmt.Errorf("selector %q: the file has a range already", part)
	}
	spans, err := parseRanges(part)
	if err != nil {
		return err
	}
	s.spans = spans
	return nil
}

// parseRanges reads "50-80", "50+20", "50", "50-", "-30", "L10-L20" and lists of
// bounded ones.
func parseRanges(text string) ([]span, error) {
	items := strings.Split(text, ",")
	var spans []span
	for _, item := range items {
		sp, err := parseRange(strings.TrimSpace(item))
		if err != nil {
			return nil, fmt.Errorf("selector %q: %w", text, err)
		}
		if len(items) > 1 {
			if sp.tail > 0 || strings.HasSuffix(item, "-") {
				return nil, fmt.Errorf("selector %q: a list takes bounded windows only", text)
			}
			if sp.last == 0 {
				sp.last, sp.padded = sp.first, true
			}
		}
		spans = append(spans, sp)
	}
	return spans, nil
}

func parseRange(s string) (span, error) {
	if n, ok := strings.CutPrefix(s, "-"); ok {
		tail, err := number(n)
		return span{tail: tail}, err
	}
	if a, b, ok := strings.Cut(s, "+"); ok {
		first, err := number(a)
		if err != nil {
			return span{}, err
		}
		count, err := number(b)
		return span{first: first, last: first + count - 1, padded: true}, err
	}
	a, b, bounded := strings.Cut(s, "-")
	first, err := number(a)
	if err != nil || !bounded || b == "" {
		return span{first: first}, err
	}
	last, err := number(b)
	if err != nil {
		return span{}, err
	}
	if last < first {
		return span{}, fmt.Errorf("line %d comes before line %d", last, first)
	}
	return span{first: first, last: last, padded: true}, nil
}

func number(s string) (int, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "L"))
	if err != nil {
		return 0, fmt.Errorf("%q is no line number", s)
	}
	if n < 1 {
		return 0, fmt.Errorf("lines count from 1, not %d", n)
	}
	return n, nil
}

// window is a run of lines, both ends included.
type window struct{ first, last int }

// windows turns spans into ordered, disjoint runs of the lines that exist.
func windows(spans []span, raw bool, lines int) ([]window, error) {
	var out []window
	for _, sp := range spans {
		w := window{sp.first, sp.last}
		switch {
		case sp.tail > 0:
			w = window{max(1, lines-sp.tail+1), lines}
		case sp.last == 0:
			w.last = max(lines, 1)
		}
		if w.first > lines && !(lines == 0 && w.first == 1) {
			return nil, fmt.Errorf("line %d is behind the end: the file has %d lines", w.first, lines)
		}
		if sp.padded && !raw {
			w.first, w.last = max(1, w.first-linesBefore), w.last+linesAfter
		}
		w.last = min(w.last, lines)
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b window) int { return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last)) })
	merged := out[:0]
	for _, w := range out {
		if n := len(merged); n > 0 && w.first <= merged[n-1].last+1 {
			merged[n-1].last = max(merged[n-1].last, w.last)
			continue
		}
		merged = append(merged, w)
	}
	return merged, nil
}
