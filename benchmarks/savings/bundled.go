package savings

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/mcp"
	"github.com/lc-index/lc/store"
)

//go:embed testdata/harbor.txtar
var bundledTree []byte

//go:embed testdata/harbor.json
var bundledSuite []byte

// Bundled is the suite that every lc carries.
func Bundled() (Suite, error) { return ParseSuite(bundledSuite) }

// Materialise writes the repository of the bundled suite into an empty folder and
// commits it, always as the same commit.
func Materialise(ctx context.Context, dir string) (*git.Repository, error) {
	for _, f := range txtar.Parse(bundledTree).Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, fmt.Errorf("bundled repository: %w", err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return nil, fmt.Errorf("bundled repository: %w", err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "--initial-branch=main", "--template="}, {"add", "-A"},
		{"-c", "commit.gpgsign=false", "-c", "core.hooksPath=" + os.DevNull, "commit", "-q", "-m", "feat: a job queue"},
	} {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.autocrlf=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=harbor", "GIT_AUTHOR_EMAIL=harbor@example.org", "GIT_COMMITTER_NAME=harbor", "GIT_COMMITTER_EMAIL=harbor@example.org",
			"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return git.Open(ctx, dir)
}

// Indexes holds the indexes of the commits of one repository, each made when it is
// first asked for. It must be closed.
type Indexes struct {
	ctx     context.Context
	repo    *git.Repository
	dir     string
	version string
	open    map[string]Corpus
}

// NewIndexes makes indexes below dir.
func NewIndexes(ctx context.Context, repo *git.Repository, dir, version string) *Indexes {
	return &Indexes{ctx: ctx, repo: repo, dir: dir, version: version, open: map[string]Corpus{}}
}

// Corpus gives the index of a revision; "" means HEAD.
func (x *Indexes) Corpus(rev string) (Corpus, error) {
	if rev == "" {
		rev = "HEAD"
	}
	commit, err := x.repo.Resolve(x.ctx, rev)
	if err != nil {
		return Corpus{}, err
	}
	if c, ok := x.open[commit]; ok {
		return c, nil
	}
	dir := filepath.Join(x.dir, commit)
	if _, err := index.Run(x.ctx, x.repo, index.Options{Commit: commit, IndexDir: dir, Version: x.version, IgnoreScip: true}, nil); err != nil {
		return Corpus{}, fmt.Errorf("index %s: %w", rev, err)
	}
	c := Corpus{}
	if c.Tools, err = mcp.New(nil, mcp.Options{}).Listing(); err != nil {
		return c, err
	}
	current, err := store.Current(dir)
	if err != nil {
		return c, err
	}
	if c.Snapshot, err = store.Open(dir); err != nil {
		return c, err
	}
	if c.Text, err = text.Open(filepath.Join(dir, store.SnapshotsFolder, current, index.ShardsFolder)); err != nil {
		return c, errors.Join(err, c.Snapshot.Close())
	}
	x.open[commit] = c
	return c, nil
}

// Close closes every index.
func (x *Indexes) Close() error {
	var errs []error
	for _, c := range x.open {
		errs = append(errs, c.Text.Close(), c.Snapshot.Close())
	}
	return errors.Join(errs...)
}
