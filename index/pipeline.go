package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/all"
	"github.com/lc-index/lc/graph/rows"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/history"
	"github.com/lc-index/lc/index/lang"
	languages "github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/schema"
)

// Summary is what a run did.
type Summary struct {
	Schema      string             `json:"schema"`
	Status      string             `json:"status"`
	Snapshot    string             `json:"snapshot"`
	Commit      string             `json:"commit"`
	Tree        string             `json:"tree"`
	Dirty       bool               `json:"dirty"`
	Files       int                `json:"files"`
	Parsed      int                `json:"parsed"`
	Reused      int                `json:"reused"`
	Problems    int                `json:"problems"`
	Symbols     int                `json:"symbols"`
	Occurrences int                `json:"occurrences"`
	Edges       int                `json:"edges"`
	Languages   map[string]int     `json:"languages"`
	Artifacts   map[string]int64   `json:"artifacts"`
	Indexers    []store.Indexer    `json:"indexers"`
	Warnings    []string           `json:"warnings"`
	Seconds     map[string]float64 `json:"seconds"`
}

// Progress is told how far a stage has come; total is 0 when it is not known.
type Progress func(stage string, done, total int)

// runner holds what the stages of one run hand to each other.
type runner struct {
	repo     *git.Repository
	opts     Options
	dir      string // The index.
	progress Progress

	registry   *lang.Registry
	attributes *detect.Attributes
	tree       *walk.Tree
	reader     *walk.Reader
	contents   *contents
	memory     *memory.Memory
	remembered *memory.Writer
	blobs      *memory.OIDs
	history    *history.Load
	scip       []scipFile
	options    map[string]string

	in       link.Input
	out      *link.Output
	names    rows.Names
	rows     schema.Rows
	snapshot string // Id.
	folder   string // Of the snapshot: its id, with a number when a damaged one has that name.
	parsed   int
	reused   int
	indexers []store.Indexer
	warnings []string
	seconds  map[string]float64
}

// Run indexes the repository and publishes a snapshot; the previous one stays
// until the new one is complete. Only one run writes to an index at a time: a
// second one waits for the first.
func Run(ctx context.Context, repo *git.Repository, opts Options, progress Progress) (*Summary, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	if opts.Workers == 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	dir, err := Dir(repo, opts.IndexDir)
	if err != nil {
		return nil, err
	}
	r := &runner{repo: repo, opts: opts, dir: dir, progress: progress, registry: languages.Registry(), options: opts.outputOptions(), seconds: make(map[string]float64)}
	lock, err := build.Lock(ctx, dir)
	if err != nil {
		return nil, err
	}
	summary, err := r.all(ctx)
	return summary, errors.Join(err, lock.Release())
}

// Dir is the folder of a repository's index.
func Dir(repo *git.Repository, indexDir string) (string, error) {
	if indexDir != "" {
		return filepath.Abs(indexDir)
	}
	if repo.Bare {
		return "", fmt.Errorf("%s is a bare repository: name a folder for the index with --index", repo.Root)
	}
	dir := filepath.Join(repo.Root, ".lc")
	// A repository may bring links of these names, which would lead writes out of it.
	for _, name := range []string{dir, filepath.Join(dir, memory.Folder), filepath.Join(dir, store.SnapshotsFolder)} {
		if info, err := os.Lstat(name); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return "", fmt.Errorf("%s is a symbolic link: name the folder of the index with --index", name)
		}
	}
	return dir, nil
}

// all is the pipeline, top to bottom.
func (r *runner) all(ctx context.Context) (_ *Summary, err error) {
	defer func() { err = errors.Join(err, r.close()) }()
	stages := []struct {
		name string
		do   func(context.Context) error
	}{
		{"walk", r.walk},          // What files are there.
		{"files", r.readFiles},    // Their rows; facts, remembered or parsed now.
		{"identity", r.identify},  // Is this snapshot there already?
		{"link", r.link},          // Names → definitions.
		{"scip", r.merge},         // Guesses replaced by what an indexer knows.
		{"rows", r.number},        // Facts and links → tables.
		{"rank", r.rank},          // PageRank of symbols and files.
		{"history", r.addHistory}, // Commits and changes.
		{"publish", r.publish},    // Tables, shards, index.scip; then CURRENT.
	}
	for _, stage := range stages {
		start := time.Now()
		r.progress(stage.name, 0, 0)
		err := stage.do(ctx)
		r.seconds[stage.name] = time.Since(start).Seconds()
		if errors.Is(err, errUnchanged) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return r.summary()
}

// errUnchanged ends the pipeline early: the snapshot exists.
var errUnchanged = errors.New("snapshot exists")

func (r *runner) walk(ctx context.Context) (err error) {
	if r.opts.Commit != "" {
		commit, err := r.repo.Resolve(ctx, r.opts.Commit)
		if err != nil {
			return err
		}
		r.tree, err = walk.Commit(ctx, r.repo, commit, r.opts.Files)
		if err != nil {
			return err
		}
	} else if r.tree, err = walk.WorkTree(ctx, r.repo, r.opts.Files); err != nil {
		return err
	}
	if r.opts.Files.Prefix != "" && len(r.tree.Entries) == 0 {
		return fmt.Errorf("%s: no such file or folder in the repository", r.opts.Files.Prefix)
	}
	if r.tree.Commit != "" {
		r.history = history.Start(ctx, r.repo, r.tree.Commit)
	}
	if r.reader, err = walk.OpenReader(ctx, r.repo, r.opts.Workers); err != nil {
		return err
	}
	r.contents = newContents(r.reader, r.tree.Entries, r.contentLimit())
	folder := filepath.Join(r.dir, memory.Folder)
	if r.memory, err = memory.Open(folder); err != nil {
		return err
	}
	r.blobs = memory.OpenOIDs(folder)
	r.remembered, err = memory.NewWriter(folder, r.opts.fs())
	return err
}

// identify commits what was parsed, so that an interrupted run loses none of it,
// and ends the run when the same snapshot is already there.
func (r *runner) identify(ctx context.Context) error {
	if err := errors.Join(r.remembered.Commit(), r.blobs.Commit(r.opts.fs())); err != nil {
		return fmt.Errorf("file memory: %w", err)
	}
	if err := r.findScip(); err != nil {
		return err
	}
	modes := make([]string, len(r.tree.Entries))
	for i := range r.tree.Entries {
		modes[i] = r.tree.Entries[i].Mode
	}
	r.snapshot = snapshotID(r.tree.Commit, r.rows.Files, modes, r.options, r.scipDigests(), r.opts.Version)
	r.folder = r.snapshot
	if err := store.Intact(filepath.Join(r.dir, store.SnapshotsFolder, r.folder)); err != nil {
		return nil // Absent or damaged: built anew.
	}
	if err := r.makeCurrent(); err != nil {
		return err
	}
	return errUnchanged
}

func (r *runner) link(ctx context.Context) (err error) {
	r.in.Content = func(id schema.FileID) ([]byte, error) { return r.contents.get(int(id)) }
	r.in.Workers = r.opts.Workers
	links := memory.OpenLinks(filepath.Join(r.dir, memory.Folder))
	r.out, err = all.Link(ctx, &r.in, all.Options{Cache: links})
	if err != nil {
		return fmt.Errorf("link: %w", err)
	}
	if err := links.Commit(r.opts.fs()); err != nil {
		return fmt.Errorf("keep link results: %w", err)
	}
	r.rows.Problems = append(r.rows.Problems, r.out.Problems...)
	return nil
}

func (r *runner) close() error {
	var errs []error
	if r.reader != nil {
		errs = append(errs, r.reader.Close())
	}
	if r.memory != nil {
		errs = append(errs, r.memory.Close())
	}
	return errors.Join(errs...)
}
