// Package freshness compares a snapshot with the repository as it is now.
package freshness

import (
	"context"
	"errors"
	"sort"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// State is the outcome of a comparison.
type State struct {
	Head       string   // Commit that is checked out now; "" before the first commit.
	Fresh      bool     // The snapshot is what indexing now would give.
	StalePaths []string // Files whose content moved since, ordered; empty when only the commit moved.
}

// Check compares snap with the work tree, or with HEAD in a bare repository. Only
// files that git calls changed are read. The walk is narrowed as the snapshot's was.
func Check(ctx context.Context, repo *git.Repository, snap *store.Snapshot, opts walk.Options) (State, error) {
	m := snap.Manifest()
	var state State
	if repo.Bare {
		head, err := repo.Resolve(ctx, "HEAD")
		if err != nil && !errors.Is(err, git.ErrNoCommits) {
			return state, err
		}
		state.Head = head
		state.Fresh = head == m.Commit && !m.Dirty
		return state, nil
	}
	head, err := repo.Resolve(ctx, "HEAD")
	if err != nil && !errors.Is(err, git.ErrNoCommits) {
		return state, err
	}
	state.Head = head
	dirty, err := walk.Status(ctx, repo)
	if err != nil {
		return state, err
	}
	suspect := make(map[string]bool)
	for _, path := range dirty {
		suspect[path] = true
	}
	for _, path := range m.DirtyPaths {
		suspect[path] = true
	}
	if head != m.Commit && m.Commit != "" && head != "" {
		moved, err := changedBetween(ctx, repo, m.Commit, head)
		if err != nil {
			return state, err
		}
		for _, path := range moved {
			suspect[path] = true
		}
	}
	for path := range suspect {
		if opts.Match(path) && differs(repo, snap, path) {
			state.StalePaths = append(state.StalePaths, path)
		}
	}
	sort.Strings(state.StalePaths)
	state.Fresh = head == m.Commit && len(state.StalePaths) == 0
	return state, nil
}

// differs reports whether the file on disk is not the one of the snapshot.
func differs(repo *git.Repository, snap *store.Snapshot, path string) bool {
	now, exists := walk.Digest(repo.Root, path)
	id, known := snap.FileByPath(path)
	if !known || !exists {
		return known != exists
	}
	have := snap.File(id)
	return have.Flags&schema.FileSubmodule == 0 && have.Digest != now
}

func changedBetween(ctx context.Context, repo *git.Repository, from, to string) ([]string, error) {
	out, err := repo.Run(ctx, "diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--name-only", "-z", "--end-of-options", from, to, "--")
	if err != nil {
		return nil, err
	}
	return walk.Records(out), nil
}
