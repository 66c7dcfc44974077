package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/analyze/diff"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/lang"
	languages "github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// changeFlags name a change: a range of revisions, or files and symbols.
type changeFlags struct {
	base      string
	head      string
	noRefresh bool
}

func (f *changeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.base, "base", "", "compare with the merge base of this `revision` (default: HEAD for uncommitted work, else the remote's main branch)")
	flags.StringVar(&f.head, "head", "", "`revision` that holds the change (default: the work tree)")
	flags.BoolVar(&f.noRefresh, "no-refresh", false, "answer from the index as it is, even when it is stale")
}

// changed is a change with the snapshots of its sides.
type changed struct {
	*opened
	base      *store.Snapshot // Nil when the base graph is not needed.
	baseRev   string
	headRev   string
	files     []change.File
	seeds     []target.Match
	author    string
	stale     bool
	undecided []analyze.Undecided
}

func (c *changed) close() {
	if c.base != nil {
		_ = c.base.Close()
	}
	c.opened.close()
}

// openChange opens what the flags and arguments name.
func (a *app) openChange(ctx context.Context, f changeFlags, args []string) (_ *changed, err error) {
	if len(args) > 0 && f.base != "" {
		return nil, usagef("name files and symbols, or --base, not both")
	}
	c := &changed{}
	switch {
	case f.head != "":
		c.opened, err = a.openCommit(ctx, f.head)
	case f.noRefresh:
		c.opened, err = a.open(ctx)
	default:
		c.opened, err = a.openFresh(ctx)
	}
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			c.close()
		}
	}()
	if f.noRefresh && f.head == "" {
		if c.stale, err = c.opened.stale(ctx); err != nil {
			return nil, err
		}
	}
	m := c.snap.Manifest()
	c.headRev = m.Commit
	if m.Dirty {
		c.headRev = "work tree"
	}
	if len(args) > 0 {
		c.seeds, err = target.FindAll(ctx, c.snap, args, target.Options{})
		return c, err
	}
	return c, a.readChange(ctx, c, f)
}

// readChange reads the range from git and opens the base snapshot where it is needed.
func (a *app) readChange(ctx context.Context, c *changed, f changeFlags) error {
	if c.repo == nil {
		return errors.New("a comparison needs the repository; name files or symbols instead")
	}
	head := diff.OfSnapshot(c.snap)
	rev := f.base
	if rev == "" {
		var err error
		if rev, err = a.defaultBase(ctx, c, head); err != nil {
			return err
		}
	}
	base, note, err := diff.ResolveBase(ctx, c.repo, rev, head)
	if err != nil {
		return err
	}
	if note != "" {
		c.undecided = append(c.undecided, analyze.Undecided{Reason: note})
	}
	c.baseRev = base
	mem, err := memory.Open(filepath.Join(c.dir, memory.Folder))
	if err != nil {
		return err
	}
	defer mem.Close()
	source := diff.Source{Registry: languages.Registry(), Remembered: func(content schema.Digest, language string) (*lang.Facts, bool) {
		return mem.Lookup(memory.KeyOf(content, language))
	}}
	var notes []string
	if c.files, notes, err = diff.Read(ctx, c.repo, source, c.snap, diff.Range{Base: base, Head: head}); err != nil {
		return err
	}
	for _, note := range notes {
		c.undecided = append(c.undecided, analyze.Undecided{Reason: note})
	}
	if commits := c.snap.Commits(); len(commits) > 0 && head != "" {
		c.author = commits[0].Author
	} else if out, err := c.repo.Run(ctx, "config", "user.email"); err == nil {
		c.author = string(out[:max(0, len(out)-1)])
	}
	if diff.NeedsBase(c.snap, c.files) {
		o, err := a.openCommit(ctx, base)
		if err != nil {
			c.undecided = append(c.undecided, analyze.Undecided{Reason: fmt.Sprintf("the base could not be indexed: %v", err)})
			return nil
		}
		c.base = o.snap
	}
	return nil
}

// defaultBase is HEAD for uncommitted work, else the remote's main branch.
func (a *app) defaultBase(ctx context.Context, c *changed, head string) (string, error) {
	if head == "" {
		return "HEAD", nil
	}
	if tip, err := c.repo.Resolve(ctx, "origin/HEAD"); err == nil && tip != head {
		return tip, nil
	} else if err != nil && !errors.Is(err, git.ErrUnknownRevision) {
		return "", err
	}
	return "", usagef("nothing is uncommitted: name a base with --base REV, or files or symbols")
}

// openCommit opens the snapshot of a commit, indexing it beside the current one
// when there is none. Content that the memory knows is not parsed again.
func (a *app) openCommit(ctx context.Context, rev string) (*opened, error) {
	repo, err := a.repository(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := index.Dir(repo, a.indexDir)
	if err != nil {
		return nil, err
	}
	commit, err := repo.Resolve(ctx, rev)
	if err != nil {
		return nil, err
	}
	find := func() (*opened, error) {
		entries, err := store.FindCommit(dir, commit)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Manifest.Dirty {
				continue
			}
			snap, err := store.OpenSnapshot(dir, e.Folder)
			if err != nil {
				return nil, err
			}
			o := &opened{repo: repo, dir: dir, snap: snap, path: e.Path}
			a.opened = append(a.opened, o)
			return o, nil
		}
		return nil, nil
	}
	if o, err := find(); o != nil || err != nil && !errors.Is(err, store.ErrNoIndex) {
		return o, err
	}
	a.say("indexing %s", shortCommit(commit))
	opts := index.Options{Commit: commit, IndexDir: a.indexDir, Version: version(), Artifacts: index.TablesOnly, KeepCurrent: true}
	if current, err := store.Open(dir); err == nil {
		o := index.OptionsOf(current.Manifest())
		opts.Files, opts.Languages, opts.MaxFileBytes, opts.IgnoreScip = o.Files, o.Languages, o.MaxFileBytes, o.IgnoreScip
		_ = current.Close()
	}
	if _, err := index.Run(ctx, repo, opts, a.progress()); err != nil {
		return nil, fmt.Errorf("index %s: %w", shortCommit(commit), err)
	}
	o, err := find()
	if err == nil && o == nil {
		err = fmt.Errorf("%w: the snapshot of %s is not in %s", store.ErrCorrupt, shortCommit(commit), filepath.Base(dir))
	}
	return o, err
}
