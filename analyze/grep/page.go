package grep

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

const (
	// lineWidth bounds what is shown of one line: longer ones are data or minified.
	lineWidth = 500
	// lineLead is how much of a cut line stands before its match.
	lineLead = 100
	// maxFirst bounds the lines that mode map shows of a file.
	maxFirst = 5
)

// pageOfMatches fills a page of lines.
func (r *Report) pageOfMatches(in Input, opts Options, found []text.Match) {
	path := ""
	for i, m := range found {
		out := Match{Path: m.Path, Line: m.Line, Col: m.Col, Before: nearest(m.Before, -opts.Before), After: nearest(m.After, opts.After)}
		if m.EndLine > m.Line {
			out.EndLine = m.EndLine
		}
		out.Text, out.Cut = shorten(m.Text, m.Col)
		if opts.Tokens > 0 {
			n := in.Counter.Count(matchText(out, path != m.Path))
			if r.Tokens+n > opts.Tokens && i > 0 {
				break
			}
			r.Tokens += n
		}
		path = m.Path
		r.Matches = append(r.Matches, out)
	}
	if next := opts.Skip + len(r.Matches); next < r.TotalLines && len(r.Matches) > 0 {
		r.NextSkip = next
	}
}

// nearest keeps the n lines next to a match: the last ones of those before it when
// n is negative.
func nearest(lines [][]byte, n int) []string {
	if n < 0 {
		lines = lines[max(0, len(lines)+n):]
	} else {
		lines = lines[:min(len(lines), n)]
	}
	var out []string
	for _, l := range lines {
		s, _ := shorten(l, 0)
		out = append(out, s)
	}
	return out
}

// shorten cuts a long line to a window around its match, marked with the column at
// which the window starts.
func shorten(line []byte, col int) (string, bool) {
	line = bytes.TrimSuffix(line, []byte("\r"))
	if len(line) <= lineWidth || bytes.IndexByte(line[:lineWidth], '\n') >= 0 {
		return string(line), false
	}
	from := max(0, min(col-lineLead, len(line)-lineWidth))
	to := min(len(line), from+lineWidth)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to--
	}
	s := string(line[from:to])
	if from > 0 {
		s = fmt.Sprintf("[col %d] …%s", from, s)
	}
	if to < len(line) {
		s += fmt.Sprintf("… (%d bytes)", len(line))
	}
	return s, true
}

// pageOfFiles fills a page of files.
func (r *Report) pageOfFiles(in Input, opts Options, res text.Result) {
	all := make([]File, len(res.Files))
	for i, f := range res.Files {
		all[i] = File{Path: f.Path, Lines: f.Lines, Matches: f.Matches}
	}
	if opts.Mode == Map {
		rank(in.Snapshot, all, res.Matches)
	}
	from := min(opts.Skip, len(all))
	to := min(from+opts.Limit, len(all))
	for i, f := range all[from:to] {
		if opts.Tokens > 0 {
			n := in.Counter.Count(fileText(f, opts.Mode))
			if r.Tokens+n > opts.Tokens && i > 0 {
				break
			}
			r.Tokens += n
		}
		r.Files = append(r.Files, f)
	}
	if next := from + len(r.Files); next < len(all) && len(r.Files) > 0 {
		r.NextSkip = next
	}
}

// rank orders files with matches by importance and gives each its first lines.
func rank(snap *store.Snapshot, files []File, matches []text.Match) {
	first := map[string][]int{}
	for _, m := range matches {
		if len(first[m.Path]) < maxFirst {
			first[m.Path] = append(first[m.Path], m.Line)
		}
	}
	weight := make(map[string]float64, len(files))
	for i := range files {
		files[i].First = first[files[i].Path]
		weight[files[i].Path] = importance(snap, files[i].Path)
	}
	slices.SortStableFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(weight[b.Path], weight[a.Path]), cmp.Compare(b.Matches, a.Matches))
	})
}

// importance is the PageRank of a file; tests, generated and vendored files come
// after all others.
func importance(snap *store.Snapshot, path string) float64 {
	id, ok := snap.FileByPath(path)
	if !ok {
		return -1
	}
	if snap.File(id).Flags&(schema.FileTest|schema.FileGenerated|schema.FileVendored) != 0 {
		return snap.FileRank(id) - 1
	}
	return snap.FileRank(id)
}
