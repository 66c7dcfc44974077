package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// texter is a report that words itself.
type texter interface{ Text() string }

// answer prints a report as one JSON object or in words.
func (a *app) answer(r texter) error {
	if a.json {
		return a.printJSON(r)
	}
	words := r.Text()
	if words != "" && !strings.HasSuffix(words, "\n") {
		words += "\n"
	}
	_, err := io.WriteString(a.out, visible(words))
	return err
}

// searchable is an opened index with its text.
type searchable struct {
	*opened
	text    *text.Searcher
	counter *budget.Counter
}

// openText opens the current snapshot and its shards.
func (a *app) openText(ctx context.Context) (*searchable, error) {
	o, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	folder, err := o.folder()
	if err != nil {
		o.close()
		return nil, err
	}
	if o.snap.Manifest().Options["artifacts"] == "tables" {
		o.close()
		return nil, fmt.Errorf("the index has no text: it was built with --tables-only; run 'lc index'")
	}
	searcher := &text.Searcher{} // Of an index without files: there are no shards to open.
	if hasShards(o.snap.Manifest()) {
		if searcher, err = text.Open(filepath.Join(folder, index.ShardsFolder)); err != nil {
			o.close()
			return nil, err
		}
	}
	return &searchable{opened: o, text: searcher, counter: &budget.Counter{}}, nil
}

func hasShards(m *store.Manifest) bool {
	return slices.ContainsFunc(m.Artifacts, func(a store.Artifact) bool { return strings.HasPrefix(a.Name, index.ShardsFolder+"/") })
}

func (s *searchable) close() {
	s.text.Close()
	s.opened.close()
}

// show prints a report about an opened index as JSON or in words.
func (a *app) show(ctx context.Context, o *opened, h *analyze.Header, report any, words func(*printer)) error {
	if err := o.header(ctx, h); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(report)
	}
	p := a.printer()
	words(p)
	return p.err
}

// header fills in what every report says of its index.
func (o *opened) header(ctx context.Context, h *analyze.Header) error {
	if err := o.snap.Err(); err != nil {
		return err
	}
	stale, err := o.stale(ctx)
	if err != nil {
		return err
	}
	h.Commit, h.Stale = o.snap.Manifest().Commit, stale
	if stale && o.warn != nil {
		o.warn("the index is behind the work tree, and so is this answer: run 'lc index'")
	}
	return nil
}
