package index

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/lc-index/lc/index/precise"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// maxScipBytes bounds a SCIP index that is held in memory while it is merged.
const maxScipBytes = 2 << 30

// scipFile is a SCIP index of another tool, to be merged.
type scipFile struct {
	name   string // For messages and the manifest: repository-relative, or the base name of a given file.
	folder string // Folder of the repository that its paths are relative to.
	digest schema.Digest
	data   []byte
}

// findScip reads the indexes that were given, else those that lie in the
// repository under their usual name.
func (r *runner) findScip() error {
	for _, name := range r.opts.ScipFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("SCIP index: %w", err)
		}
		r.addScip(filepath.Base(name), "", data)
	}
	if r.opts.IgnoreScip || len(r.opts.ScipFiles) > 0 {
		return nil
	}
	seen := make(map[string]bool)
	for _, e := range r.tree.Entries {
		if path.Base(e.Path) != ScipFile || e.Mode == walk.ModeSymlink || e.Mode == walk.ModeSubmodule {
			continue
		}
		seen[e.Path] = true
		content, err := r.reader.Read(e, maxScipBytes)
		if err != nil || content.Bytes == nil {
			r.warn("%s could not be read as a SCIP index and is left out", e.Path)
			continue
		}
		folder := path.Dir(e.Path)
		if folder == "." {
			folder = ""
		}
		r.addScip(e.Path, folder, content.Bytes)
	}
	if r.opts.Commit != "" || r.repo.Bare || seen[ScipFile] {
		return nil
	}
	// An indexer's output at the top is usually ignored by git.
	data, err := os.ReadFile(filepath.Join(r.repo.Root, ScipFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		r.warn("%s could not be read and is left out: %v", ScipFile, err)
		return nil
	}
	r.addScip(ScipFile, "", data)
	return nil
}

func (r *runner) addScip(name, folder string, data []byte) {
	r.scip = append(r.scip, scipFile{name: name, folder: folder, data: data, digest: sha256.Sum256(data)})
}

func (r *runner) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

func (r *runner) scipDigests() []schema.Digest {
	digests := make([]schema.Digest, len(r.scip))
	for i := range r.scip {
		digests[i] = r.scip[i].digest
	}
	return digests
}

// merge lets what language indexers know win over what the linker concluded. A
// damaged index that was found is a problem row; one that was given by name ends
// the run, since the user counts on it.
func (r *runner) merge(ctx context.Context) error {
	for i := range r.scip {
		f := &r.scip[i]
		ix, err := precise.Read(ctx, f.name, bytes.NewReader(f.data))
		f.data = nil
		if err != nil {
			if len(r.opts.ScipFiles) > 0 || ctx.Err() != nil {
				return err
			}
			r.rows.Problems = append(r.rows.Problems, schema.Problem{Path: f.name, Stage: "scip", Reason: err.Error(), Line: schema.None})
			r.warn("%v", err)
			continue
		}
		before := len(r.out.Problems)
		stats, err := precise.Merge(ctx, &r.in, r.out, ix, precise.MergeOptions{Prefix: f.folder})
		if err != nil {
			return err
		}
		r.rows.Problems = append(r.rows.Problems, r.out.Problems[before:]...)
		r.indexers = append(r.indexers, store.Indexer{
			Name: ix.Tool, Version: ix.Version, Path: f.name, Accepted: stats.Accepted, Refused: stats.Refused,
		})
	}
	return nil
}
