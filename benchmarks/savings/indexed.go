package savings

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/explore"
	"github.com/lc-index/lc/analyze/read"
	"github.com/lc-index/lc/analyze/search"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

const (
	// followed is how many hits of a search are read in full.
	followed = 4
	// neighbours is how many callers and callees of a symbol are read.
	neighbours = 6
)

// indexed is the reader with lc.
type indexed struct {
	snap    *store.Snapshot
	text    *text.Searcher
	counter *budget.Counter
	engine  *search.Engine
	tree    *tree
	tools   string // The listing of the MCP tools.

	shown map[string]bool // Selectors that were read.
}

// run works on one query.
func (x *indexed) run(tr *transcript, query string) error {
	x.shown = map[string]bool{}
	tr.charge(x.tools)
	first, err := x.search(tr, query)
	if err != nil {
		return err
	}
	if err := x.follow(tr, first, followed); err != nil {
		return err
	}
	explored := 0
	for _, h := range first.Hits {
		if h.Symbol == "" || explored == 2 {
			continue
		}
		explored++
		if err := x.explore(tr, h.Symbol); err != nil {
			return err
		}
	}
	if err := x.follow(tr, first, len(first.Hits)); err != nil {
		return err
	}
	for _, d := range first.Dropped {
		selector, _, _ := strings.Cut(d, " ")
		if err := x.read(tr, selector); err != nil {
			return err
		}
	}
	for _, term := range terms(query) {
		r, err := x.search(tr, term)
		if err != nil {
			return err
		}
		if err := x.follow(tr, r, followed); err != nil {
			return err
		}
	}
	// What search does not find is left to grep, as for the skilled reader.
	return x.tree.skilled(tr, query)
}

func call(tool string, args map[string]any) string {
	data, _ := json.Marshal(args) // Maps of strings and numbers always encode, keys sorted.
	return tool + " " + string(data)
}

func (x *indexed) search(tr *transcript, query string) (*search.Report, error) {
	r, err := x.engine.Run(tr.ctx, search.Options{Query: query})
	if err != nil {
		return nil, err
	}
	var shown []lines
	for _, h := range r.Hits {
		shown = append(shown, x.visible(h)...)
	}
	return r, tr.show(call("search", map[string]any{"query": query}), r.Text(), shown...)
}

// jump begins a part of a snippet at another line.
var jump = regexp.MustCompile(`^… (?:(\d+):|to \d+)$`)

// visible are the lines that a snippet shows as they stand in the file; a signature,
// or a line that was cut, shows none.
func (x *indexed) visible(h search.Hit) []lines {
	file := x.tree.lines[h.Path]
	var best []lines
	// A place outside of declarations is shown with some lines above it.
	for start := int(h.Line); start >= max(1, int(h.Line)-4); start-- {
		var out []lines
		n := start
		for _, l := range strings.Split(h.Snippet, "\n") {
			if m := jump.FindStringSubmatch(l); m != nil {
				if m[1] != "" {
					n, _ = strconv.Atoi(m[1])
				}
				continue
			}
			if n <= len(file) && strings.TrimSuffix(file[n-1], "\r") == l && strings.TrimSpace(l) != "" {
				out = append(out, lines{h.Path, n, n})
			} else if n <= len(file) && strings.TrimSpace(l) == "" && strings.TrimSpace(file[n-1]) == "" && len(out) > 0 {
				out = append(out, lines{h.Path, n, n})
			}
			n++
		}
		if len(out) > len(best) {
			best = out
		}
	}
	return best
}

// follow reads the first n hits of a search, those whose text was not shown whole.
func (x *indexed) follow(tr *transcript, r *search.Report, n int) error {
	for _, h := range r.Hits[:min(n, len(r.Hits))] {
		last := max(h.Line, h.EndLine)
		seen := map[int]bool{}
		for _, l := range x.visible(h) {
			seen[l.first] = true
		}
		whole := true
		for l := int(h.Line); l <= int(last); l++ {
			whole = whole && seen[l]
		}
		if whole {
			continue
		}
		if err := x.read(tr, fmt.Sprintf("%s:%d-%d", h.Path, h.Line, last)); err != nil {
			return err
		}
	}
	return nil
}

// read shows one selector, once.
func (x *indexed) read(tr *transcript, selector string) error {
	if x.shown[selector] {
		return nil
	}
	x.shown[selector] = true
	r, err := read.Run(tr.ctx, read.Input{Snapshot: x.snap, Content: x.text, Counter: x.counter}, read.Options{Items: []read.Item{{Path: selector}}})
	if err != nil {
		return err
	}
	var shown []lines
	for _, f := range r.Files {
		if f.Error == "" && (f.Projection == read.Range || f.Projection == read.Exact) {
			for _, w := range f.Windows {
				shown = append(shown, lines{f.Path, w[0], w[1]})
			}
		}
	}
	return tr.show(call("read", map[string]any{"files": []string{selector}}), r.Text(), shown...)
}

// explore shows the neighbours of a symbol and reads the declarations around them.
func (x *indexed) explore(tr *transcript, symbol string) error {
	r, err := explore.Run(tr.ctx, explore.Input{Snapshot: x.snap, Content: x.text}, explore.Options{Symbol: symbol, Limit: neighbours})
	if err != nil {
		return err
	}
	if err := tr.show(call("explore", map[string]any{"symbol": symbol, "limit": neighbours}), r.Text()); err != nil {
		return err
	}
	for _, row := range append(append([]explore.Row{}, r.Callers...), r.Callees...) {
		id, ok := x.snap.SymbolByScip(row.ID)
		if !ok {
			continue
		}
		s := x.snap.Symbol(id)
		if err := x.read(tr, fmt.Sprintf("%s:%d-%d", x.snap.FilePath(s.File), s.StartLine, s.EndLine)); err != nil {
			return err
		}
	}
	return nil
}
