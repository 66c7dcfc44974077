package mcp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/search"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store"
)

// View is one generation of an index, opened for questions. It is safe for
// concurrent use.
type View struct {
	Snapshot *store.Snapshot
	Text     *text.Searcher // Nil when the index was built without text.

	engine  *search.Engine
	counter *budget.Counter
	dir     string // Of the index, for other snapshots; "" when there is none.
}

// NewView makes a view of an opened snapshot. dir is the index that it belongs to,
// "" for none.
func NewView(snap *store.Snapshot, searcher *text.Searcher, counter *budget.Counter, dir string) *View {
	v := &View{Snapshot: snap, Text: searcher, counter: counter, dir: dir}
	in := search.Input{Snapshot: snap, Counter: counter}
	if searcher != nil {
		in.Text = searcher
	}
	v.engine = search.New(in)
	return v
}

// Source hands out what is served at the moment.
type Source interface {
	// Acquire returns the current view; release must be called once after use.
	Acquire(ctx context.Context) (v *View, release func(), err error)
}

// Fixed serves one view for ever.
type Fixed struct{ View *View }

// Acquire returns the view.
func (f Fixed) Acquire(context.Context) (*View, func(), error) { return f.View, func() {}, nil }

// shardsFolder is where a snapshot keeps its text.
const shardsFolder = "shards"

// Folder serves the index in a folder. When another snapshot is published there,
// the next call sees it; calls that run keep the one they began with.
type Folder struct {
	dir     string
	counter *budget.Counter

	mu      sync.Mutex // Guards what follows.
	current *generation
}

type generation struct {
	name  string
	view  *View
	users int
	stale bool // Another one is served; close it with its last user.
}

// NewFolder opens the index in dir.
func NewFolder(dir string) (*Folder, error) {
	f := &Folder{dir: dir, counter: &budget.Counter{}}
	_, release, err := f.Acquire(context.Background())
	if err != nil {
		return nil, err
	}
	release()
	return f, nil
}

// Acquire returns the current snapshot. When a newer one cannot be opened, the one
// that is open goes on serving.
func (f *Folder) Acquire(context.Context) (*View, func(), error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name, err := store.Current(f.dir)
	if err == nil && (f.current == nil || f.current.name != name) {
		var next *generation
		if next, err = f.open(name); err == nil {
			if old := f.current; old != nil {
				old.stale = true
				err = old.closeUnused()
			}
			f.current = next
		}
	}
	if f.current == nil {
		return nil, nil, err
	}
	g := f.current
	g.users++
	return g.view, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		g.users--
		_ = g.closeUnused()
	}, nil
}

func (f *Folder) open(name string) (*generation, error) {
	snap, err := store.OpenSnapshot(f.dir, name)
	if err != nil {
		return nil, err
	}
	var searcher *text.Searcher
	for _, a := range snap.Manifest().Artifacts {
		if strings.HasPrefix(a.Name, shardsFolder+"/") {
			searcher, err = text.Open(filepath.Join(f.dir, store.SnapshotsFolder, name, shardsFolder))
			break
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the text of the index: %w", err), snap.Close())
	}
	return &generation{name: name, view: NewView(snap, searcher, f.counter, f.dir)}, nil
}

func (g *generation) closeUnused() error {
	if !g.stale || g.users > 0 {
		return nil
	}
	var err error
	if g.view.Text != nil {
		err = g.view.Text.Close()
	}
	return errors.Join(err, g.view.Snapshot.Close())
}

// Close closes the index once no call uses it any more.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	g := f.current
	f.current = nil
	if g == nil {
		return nil
	}
	g.stale = true
	return g.closeUnused()
}
