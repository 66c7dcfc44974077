package dead

import (
	"context"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store/schema"
)

// WhySchema names the report of WhyLive.
const WhySchema = "lc.why-live/1"

// Why is what keeps a symbol alive.
type Why struct {
	analyze.Header
	Symbol string    `json:"symbol"`
	Live   bool      `json:"live"`
	Path   []WhyStep `json:"path"` // From a root to the symbol; empty when it is dead.
}

// WhyStep is one symbol on the way.
type WhyStep struct {
	Symbol string `json:"symbol"`
	Path   string `json:"path"`
	Line   int32  `json:"line"`
	How    string `json:"how"` // Why it is live: a kind of root, or how the one before uses it.
}

// WhyLive returns a shortest way from a root to a symbol.
func WhyLive(ctx context.Context, in Input, opts Options, id schema.SymbolID) (*Why, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	l, err := walk(ctx, in.Head, rootsOf(opts))
	if err != nil {
		return nil, err
	}
	w := &Why{
		Header: analyze.Header{Schema: WhySchema, Status: analyze.Complete, Commit: in.Head.Manifest().Commit},
		Symbol: in.Head.Symbol(id).QualifiedName, Live: l.live[id], Path: []WhyStep{},
	}
	if !w.Live {
		return w, nil
	}
	for at := id; at != schema.None; at = l.parent[at] {
		s := in.Head.Symbol(at)
		name := s.QualifiedName
		if s.Kind == schema.KindFile {
			name = in.Head.FilePath(s.File)
		}
		w.Path = append(w.Path, WhyStep{name, in.Head.FilePath(s.File), s.StartLine, l.how[at]})
	}
	for i, j := 0, len(w.Path)-1; i < j; i, j = i+1, j-1 {
		w.Path[i], w.Path[j] = w.Path[j], w.Path[i]
	}
	return w, nil
}
