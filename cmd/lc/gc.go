package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store/build"
)

// gcReport is lc.gc/1.
type gcReport struct {
	Schema  string       `json:"schema"`
	Dropped []gcSnapshot `json:"dropped"`
}

type gcSnapshot struct {
	Snapshot string `json:"snapshot"`
	Commit   string `json:"commit"`
	Bytes    int64  `json:"bytes"`
}

func (a *app) newGCCmd() *cobra.Command {
	age := 7 * 24 * time.Hour
	dry := false
	cmd := &cobra.Command{
		Use: "gc", Short: "Drop snapshots that nothing needs", Args: cobra.NoArgs,
		Long:    "Drop snapshots that are neither current, nor in use, nor of a commit that a reference names, nor younger\nthan a week.",
		Example: "  lc index gc --dry-run",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runGC(cmd.Context(), age, dry)
		},
	}
	cmd.Flags().DurationVar(&age, "age", age, "keep snapshots younger than this `duration`")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say what would go and drop nothing")
	return cmd
}

func (a *app) runGC(ctx context.Context, age time.Duration, dry bool) (err error) {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	dir, repo := o.dir, o.repo
	o.close()
	named := make(map[string]bool)
	if repo != nil {
		if named, err = namedCommits(ctx, repo); err != nil {
			return err
		}
	}
	lock, err := build.Lock(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	removed, err := build.GC(dir, build.GCOptions{Named: named, Before: time.Now().Add(-age), DryRun: dry})
	if err != nil {
		return err
	}
	r := gcReport{Schema: "lc.gc/1", Dropped: []gcSnapshot{}}
	for _, x := range removed {
		r.Dropped = append(r.Dropped, gcSnapshot{x.Folder, x.Commit, x.Bytes})
	}
	if a.json {
		return a.printJSON(r)
	}
	p := a.printer()
	p.line("%s %d snapshots", map[bool]string{true: "would drop", false: "dropped"}[dry], len(r.Dropped))
	for _, x := range r.Dropped {
		p.line("  %s  %s  %d bytes", x.Snapshot, shortCommit(x.Commit), x.Bytes)
	}
	return p.err
}

// namedCommits returns the commits that branches, tags and other references name.
func namedCommits(ctx context.Context, repo *git.Repository) (map[string]bool, error) {
	out, err := repo.Run(ctx, "for-each-ref", "--format=%(objectname) %(*objectname)")
	if err != nil {
		return nil, err
	}
	named := make(map[string]bool)
	for _, id := range strings.Fields(string(out)) {
		named[id] = true
	}
	return named, nil
}
