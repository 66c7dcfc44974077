package main

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/freshness"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store"
)

// opened is an index ready for questions.
type opened struct {
	repo *git.Repository // Nil when there is no repository around, only an index.
	dir  string
	path string // Folder of the snapshot.
	snap *store.Snapshot
	warn func(string) // Tells the user what an answer in words does not; nil tells nobody.
}

// repository finds the repository that the command is about.
func (a *app) repository(ctx context.Context) (*git.Repository, error) {
	return git.Open(ctx, a.dir)
}

// open opens the current snapshot of the index.
func (a *app) open(ctx context.Context) (*opened, error) {
	repo, err := a.repository(ctx)
	if err != nil && (a.indexDir == "" || ctx.Err() != nil) {
		return nil, err
	}
	o := &opened{repo: repo, dir: a.indexDir, warn: func(text string) {
		if !a.json {
			fmt.Fprintf(a.err, "lc: warning: %s\n", text)
		}
	}}
	if err == nil {
		if o.dir, err = index.Dir(repo, a.indexDir); err != nil {
			return nil, err
		}
	} else if o.dir, err = filepath.Abs(a.indexDir); err != nil {
		return nil, err
	}
	if o.snap, err = store.Open(o.dir); err != nil {
		return nil, err
	}
	if o.path, err = o.folder(); err != nil {
		o.close()
		return nil, err
	}
	a.opened = append(a.opened, o)
	return o, nil
}

func (o *opened) close() { _ = o.snap.Close() }

// folder is where the current snapshot lies.
func (o *opened) folder() (string, error) {
	current, err := store.Current(o.dir)
	return filepath.Join(o.dir, store.SnapshotsFolder, current), err
}

// stale reports whether the work tree has moved since the snapshot. Without a
// repository nothing is known of that, and the answer is not called stale.
func (o *opened) stale(ctx context.Context) (bool, error) {
	if o.repo == nil {
		return false, nil
	}
	state, err := freshness.Check(ctx, o.repo, o.snap, index.WalkOptions(o.snap.Manifest().Options))
	if err != nil {
		return false, err
	}
	return !state.Fresh, nil
}

// openFresh opens an index that matches the work tree, refreshing it first when
// it does not: facts of unchanged files are remembered, so that this costs what
// changed and the linking. A missing index is an error all the same: the first
// run is the user's to decide.
func (a *app) openFresh(ctx context.Context) (*opened, error) {
	o, err := a.open(ctx)
	if err != nil || o.repo == nil || o.repo.Bare {
		return o, err
	}
	stale, err := o.stale(ctx)
	if err != nil || !stale {
		return o, err
	}
	options := index.OptionsOf(o.snap.Manifest())
	o.close()
	a.say("the index is behind the work tree: refreshing it")
	options.IndexDir, options.Version = a.indexDir, version()
	if _, err := index.Run(ctx, o.repo, options, a.progress()); err != nil {
		return nil, fmt.Errorf("refresh the index: %w", err)
	}
	return a.open(ctx)
}
