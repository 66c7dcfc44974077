package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/lc-index/lc/index/freshness"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/lang"
	languages "github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// VerifyFull indexes what snap is of once more, into a folder of its own without
// any memory, and returns an error that wraps store.ErrCorrupt when an artifact
// differs. The snapshot must still match the work tree if it is of one.
func VerifyFull(ctx context.Context, repo *git.Repository, snap *store.Snapshot, indexDir, version string, progress Progress) (err error) {
	m := snap.Manifest()
	opts := OptionsOf(m)
	for _, x := range m.Indexers {
		if !strings.Contains(x.Path, "/") && x.Path != ScipFile {
			return fmt.Errorf("the index merged %s, which was given by name: index again with the same --scip and compare the manifests", x.Path)
		}
	}
	if m.Dirty || m.Commit == "" {
		state, err := freshness.Check(ctx, repo, snap, opts.Files)
		if err != nil {
			return err
		}
		if !state.Fresh {
			return fmt.Errorf("the work tree has moved since the index was built (%d files): run 'lc index' first", len(state.StalePaths))
		}
	} else {
		opts.Commit = m.Commit
	}
	dir, err := Dir(repo, indexDir)
	if err != nil {
		return err
	}
	clean, err := os.MkdirTemp(dir, "verify-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(clean)) }()
	opts.IndexDir, opts.Version = clean, version
	if _, err := Run(ctx, repo, opts, progress); err != nil {
		return fmt.Errorf("clean build: %w", err)
	}
	again, err := store.Open(clean)
	if err != nil {
		return err
	}
	defer again.Close()
	return compareArtifacts(m, again.Manifest())
}

func compareArtifacts(have, clean *store.Manifest) error {
	if have.LcVersion != clean.LcVersion {
		return fmt.Errorf("the index was written by lc %s and this is %s: run 'lc index'", have.LcVersion, clean.LcVersion)
	}
	digests := make(map[string]string)
	for _, a := range clean.Artifacts {
		digests[a.Name] = a.SHA256
	}
	var differ []string
	for _, a := range have.Artifacts {
		if digests[a.Name] != a.SHA256 {
			differ = append(differ, a.Name)
		}
		delete(digests, a.Name)
	}
	for _, a := range clean.Artifacts {
		if _, missing := digests[a.Name]; missing {
			differ = append(differ, a.Name)
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("%w: a clean build gives other bytes for %s; remove the index folder and run 'lc index'", store.ErrCorrupt, strings.Join(differ, ", "))
	}
	return nil
}

// VerifySample parses n files of the snapshot again, spread evenly, and compares
// with the file memory.
func VerifySample(ctx context.Context, repo *git.Repository, snap *store.Snapshot, dir string, n int) (err error) {
	mem, err := memory.Open(filepath.Join(dir, memory.Folder))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, mem.Close()) }()
	m := snap.Manifest()
	var tree *walk.Tree
	if m.Dirty || m.Commit == "" {
		tree, err = walk.WorkTree(ctx, repo, WalkOptions(m.Options))
	} else {
		tree, err = walk.Commit(ctx, repo, m.Commit, WalkOptions(m.Options))
	}
	if err != nil {
		return err
	}
	reader, err := walk.OpenReader(ctx, repo, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	registry := languages.Registry()
	var parsed []walk.Entry
	for _, e := range tree.Entries {
		if id, ok := snap.FileByPath(e.Path); ok && snap.File(id).Status == schema.StatusParsed {
			parsed = append(parsed, e)
		}
	}
	step := max(1, len(parsed)/n)
	for i := 0; i < len(parsed); i += step {
		if err := verifyFacts(reader, mem, registry, snap, parsed[i]); err != nil {
			return err
		}
	}
	return nil
}

func verifyFacts(reader *walk.Reader, mem *memory.Memory, registry *lang.Registry, snap *store.Snapshot, e walk.Entry) error {
	content, err := reader.Read(e, searchableBytes)
	if err != nil {
		return err
	}
	id, _ := snap.FileByPath(e.Path)
	file := snap.File(id)
	if file.Digest != content.Digest {
		return nil // Edited since: nothing to compare.
	}
	have, ok := mem.Lookup(memory.KeyOf(content.Digest, file.Language))
	if !ok {
		return nil // Forgotten: it will be parsed again.
	}
	text, _, err := detect.Decode(content.Bytes)
	if err != nil {
		return err
	}
	want, err := registry.Lookup(file.Language).Read(text)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(normal(have), normal(want)) {
		return fmt.Errorf("%w: what the file memory holds of %s is not what its content says; remove the index folder and run 'lc index'", store.ErrCorrupt, e.Path)
	}
	return nil
}

// normal makes empty and nil slices alike.
func normal(f *lang.Facts) lang.Facts {
	n := *f
	if len(n.Symbols) == 0 {
		n.Symbols = nil
	}
	if len(n.Refs) == 0 {
		n.Refs = nil
	}
	if len(n.Imports) == 0 {
		n.Imports = nil
	}
	if len(n.Problems) == 0 {
		n.Problems = nil
	}
	return n
}
