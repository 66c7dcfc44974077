package index

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lc-index/lc/index/precise"
	textbuild "github.com/lc-index/lc/index/text/build"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/schema"
)

// Names of the artifacts that are no tables, inside a snapshot's folder.
const (
	ShardsFolder = "shards"
	ScipFile     = "index.scip"
)

// publish writes tables, shards and index.scip beside the published snapshots and
// makes the new one current.
func (r *runner) publish(ctx context.Context) (err error) {
	for i := range r.rows.Problems {
		p := &r.rows.Problems[i]
		p.EndLine = max(p.Line, p.EndLine)
		if p.Line == schema.None {
			p.EndLine = schema.None
		}
	}
	slices.SortStableFunc(r.rows.Problems, compareProblems)
	manifest := store.Manifest{
		LcVersion: r.opts.Version, Snapshot: r.snapshot, Commit: r.tree.Commit, Tree: r.tree.TreeID,
		Dirty: len(r.tree.Dirty) > 0, DirtyPaths: r.tree.Dirty, Shallow: r.repo.IsShallow(ctx),
		Options: r.options, Indexers: r.indexers, Reproducible: true,
	}
	var extras []build.Extra
	if r.opts.Artifacts == AllArtifacts {
		staging := filepath.Join(r.dir, "staging")
		if err := os.RemoveAll(staging); err != nil {
			return err
		}
		if err := os.MkdirAll(staging, 0o755); err != nil {
			return err
		}
		defer os.RemoveAll(staging)
		shards, err := r.shards(ctx, staging)
		if err != nil {
			return err
		}
		extras = append(shards, build.Extra{Name: ScipFile, WriteTo: func(w io.Writer) error {
			return precise.Write(ctx, w, &r.in, r.out, r.names.Identity, precise.WriteOptions{Version: r.opts.Version, Workers: r.opts.Workers})
		}})
	}
	r.folder, err = build.Write(ctx, r.dir, &r.rows, manifest, extras, build.Options{KeepCurrent: r.opts.KeepCurrent, FS: r.opts.fs()})
	return err
}

func compareProblems(a, b schema.Problem) int {
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	if c := strings.Compare(a.Stage, b.Stage); c != 0 {
		return c
	}
	if a.Line != b.Line {
		return int(a.Line - b.Line)
	}
	return strings.Compare(a.Reason, b.Reason)
}

// shards writes the text shards; those of the current snapshot whose files did not
// change are taken over.
func (r *runner) shards(ctx context.Context, folder string) ([]build.Extra, error) {
	opts := textbuild.Options{Workers: r.opts.Workers, Repository: r.repositoryName()}
	if current, err := store.Current(r.dir); err == nil {
		previous := filepath.Join(r.dir, store.SnapshotsFolder, current)
		if m, err := store.ReadManifest(previous); err == nil {
			opts.Previous, opts.Digests = filepath.Join(previous, ShardsFolder), shardDigests(m)
		}
	}
	docs := make([]textbuild.Document, 0, len(r.rows.Files))
	for i := range r.rows.Files {
		f := &r.rows.Files[i]
		if f.Flags&schema.FileSubmodule != 0 || f.Status == schema.StatusProblem && f.Digest.IsZero() {
			continue
		}
		docs = append(docs, textbuild.Document{
			Path: f.Path, Language: f.Language, Digest: f.Digest, Bytes: f.Bytes, Class: class(f.Flags), Facts: r.in.Files[i].Facts,
			Binary:  f.Status == schema.StatusBinary || f.Bytes > r.contentLimit(),
			Content: func() ([]byte, error) { return r.contents.searchable(i) },
		})
	}
	done := 0
	written, err := textbuild.Write(ctx, folder, docs, opts)
	if err != nil {
		return nil, err
	}
	extras := make([]build.Extra, 0, len(written))
	for _, s := range written {
		done += s.Documents
		r.progress("shards", done, len(docs))
		extras = append(extras, build.Extra{Name: ShardsFolder + "/" + s.Name, Path: filepath.Join(folder, s.Name), SHA256: s.Digest.String()})
	}
	return extras, nil
}

// class orders documents inside a shard: what a reader wants to see first comes first.
func class(flags schema.FileFlags) int {
	switch {
	case flags&schema.FileVendored != 0:
		return 3
	case flags&schema.FileGenerated != 0:
		return 2
	case flags&schema.FileTest != 0:
		return 1
	}
	return 0
}

func shardDigests(m store.Manifest) map[string]schema.Digest {
	digests := make(map[string]schema.Digest)
	for _, a := range m.Artifacts {
		if name, ok := strings.CutPrefix(a.Name, ShardsFolder+"/"); ok {
			if d, err := schema.ParseDigest(a.SHA256); err == nil {
				digests[name] = d
			}
		}
	}
	return digests
}

// repositoryName is a name that does not depend on where the clone lies.
func (r *runner) repositoryName() string {
	for _, name := range []string{"go.mod", "package.json", "Cargo.toml", "pyproject.toml"} {
		i, found := slices.BinarySearchFunc(r.rows.Files, name, func(f schema.File, n string) int { return strings.Compare(f.Path, n) })
		if !found {
			continue
		}
		text, err := r.contents.get(i)
		if err != nil {
			continue
		}
		if found := manifestName(name, string(text)); found != "" {
			return found
		}
	}
	return "repository"
}

// manifestName reads the name of a project from its manifest by the first line
// that gives one, which is all that a label needs.
func manifestName(file, text string) string {
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if file == "go.mod" {
			if name, ok := strings.CutPrefix(line, "module "); ok {
				return strings.Trim(strings.TrimSpace(name), `"`)
			}
			continue
		}
		key, value, ok := strings.Cut(line, map[bool]string{true: ":", false: "="}[file == "package.json"])
		if ok && strings.Trim(strings.TrimSpace(key), `"`) == "name" {
			return strings.Trim(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), ",")), `"'`)
		}
	}
	return ""
}

// makeCurrent serves the snapshot that exists already.
func (r *runner) makeCurrent() error {
	if r.opts.KeepCurrent {
		return nil
	}
	return build.SetCurrent(r.opts.fs(), r.dir, r.folder)
}

// summary reports what the published snapshot holds.
func (r *runner) summary() (*Summary, error) {
	folder := filepath.Join(r.dir, store.SnapshotsFolder, r.folder)
	m, err := store.ReadManifest(folder)
	if err != nil {
		return nil, fmt.Errorf("read back the snapshot: %w", err)
	}
	s := &Summary{
		Schema: "lc.index/1", Status: "complete", Snapshot: r.snapshot, Commit: r.tree.Commit, Tree: r.tree.TreeID, Dirty: len(r.tree.Dirty) > 0,
		Files: len(r.rows.Files), Parsed: r.parsed, Reused: r.reused,
		Problems: int(m.Counts["problems"]), Symbols: int(m.Counts["symbols"]), Occurrences: int(m.Counts["occurrences"]), Edges: int(m.Counts["edges"]),
		Languages: make(map[string]int), Artifacts: make(map[string]int64), Seconds: r.seconds,
		Indexers: append([]store.Indexer{}, m.Indexers...), Warnings: append([]string{}, r.warnings...),
	}
	for i := range r.rows.Files {
		f := &r.rows.Files[i]
		if f.Language != "" {
			s.Languages[f.Language]++
		}
		if f.Status == schema.StatusProblem {
			s.Status = "partial"
		}
	}
	for _, a := range m.Artifacts {
		name, _, _ := strings.Cut(a.Name, "/")
		s.Artifacts[name] += a.Bytes
	}
	return s, nil
}
