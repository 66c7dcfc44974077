// Package build writes snapshots into an index and drops old ones.
//
// A snapshot is written into a folder beside its place, every file synced, the
// folder renamed, and CURRENT moved last: a crash at any operation leaves the index
// as it was or as it was meant to be. One writer at a time may be in an index; the
// caller holds its lock (Lock). Readers are never in the way.
package build

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"time"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

// Extra is an artifact that is no table: a text shard, index.scip.
type Extra struct {
	Name string // Path inside the snapshot folder, with '/'.

	// Exactly one of the two is set.
	WriteTo func(io.Writer) error // Produces the bytes.
	Path    string                // An existing file with the bytes: linked where it lies on the same file system, else copied.

	// SHA256, when set, is what the bytes at Path must hash to, in hexadecimal.
	SHA256 string
}

// Options of Write.
type Options struct {
	FS fsx.FS // Nil means the machine's.

	// KeepCurrent leaves CURRENT alone: for a snapshot of a commit that is asked
	// about but not served.
	KeepCurrent bool
}

// Lock takes the right to write into the index in dir, which is made if needed and
// hidden from git before anyone lists the files around it.
func Lock(ctx context.Context, dir string) (*fsx.Lock, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	lock, err := fsx.Acquire(ctx, filepath.Join(dir, "LOCK"))
	if err != nil {
		return nil, err
	}
	if err := ignoreSelf(fsx.OS{}, dir); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return lock, nil
}

// Write publishes a snapshot of rows in the index in dir and returns its folder
// name. Of the manifest the caller fills in what describes the repository and the
// options; formats, counts, coverage and artifacts are set here. Manifest.Snapshot
// names the folder; when that name is taken by a snapshot with the very same
// manifest, nothing is written again, and when by another, a number is appended.
func Write(ctx context.Context, dir string, rows *schema.Rows, manifest store.Manifest, extras []Extra, opts Options) (string, error) {
	fsys := opts.FS
	if fsys == nil {
		fsys = fsx.OS{}
	}
	if err := store.Check(rows); err != nil {
		return "", fmt.Errorf("write snapshot: %w", err)
	}
	columns, err := store.ColumnsOf(rows)
	if err != nil {
		return "", fmt.Errorf("write snapshot: %w", err)
	}
	root := filepath.Join(dir, store.SnapshotsFolder)
	if err := fsys.MkdirAll(root); err != nil {
		return "", fmt.Errorf("write snapshot: %w", err)
	}
	if err := ignoreSelf(fsys, dir); err != nil {
		return "", err
	}
	staging := filepath.Join(root, stagingFolder)
	if err := fsys.RemoveAll(staging); err != nil {
		return "", fmt.Errorf("write snapshot: %w", err)
	}
	folder, err := write(ctx, fsys, root, staging, columns, rows, manifest, extras)
	if err != nil {
		return "", errors.Join(fmt.Errorf("write snapshot: %w", err), fsys.RemoveAll(staging))
	}
	if opts.KeepCurrent {
		return folder, nil
	}
	return folder, SetCurrent(fsys, dir, folder)
}

// stagingFolder is where a snapshot is written before it is published.
const stagingFolder = ".staging"

// SetCurrent makes a published snapshot the one that is served.
func SetCurrent(fsys fsx.FS, dir, folder string) error {
	if have, err := store.Current(dir); err == nil && have == folder {
		return nil
	}
	return fsx.WriteBytes(fsys, filepath.Join(dir, store.CurrentFile), []byte(folder+"\n"))
}

// ignoreSelf keeps the index out of git.
func ignoreSelf(fsys fsx.FS, dir string) error {
	path := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return fsx.WriteBytes(fsys, path, []byte("*\n"))
}

func write(ctx context.Context, fsys fsx.FS, root, staging string, columns *store.Columns, rows *schema.Rows, m store.Manifest, extras []Extra) (string, error) {
	if err := fsys.MkdirAll(staging); err != nil {
		return "", err
	}
	m.Format, m.Extractor, m.Link = schema.FormatVersion, schema.ExtractorVersion, schema.LinkVersion
	m.Counts, m.Coverage, m.Artifacts = columns.Counts(), rows.Coverage, nil
	for _, name := range store.TableNames() {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		a, err := writeHashed(fsys, staging, name+store.TableSuffix, func(w io.Writer) error { return columns.Encode(w, name) })
		if err != nil {
			return "", err
		}
		m.Artifacts = append(m.Artifacts, a)
	}
	folders := map[string]bool{}
	for _, x := range extras {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		a, err := addExtra(fsys, staging, x, folders)
		if err != nil {
			return "", err
		}
		m.Artifacts = append(m.Artifacts, a)
	}
	sort.Slice(m.Artifacts, func(i, j int) bool { return m.Artifacts[i].Name < m.Artifacts[j].Name })
	for i := 1; i < len(m.Artifacts); i++ {
		if m.Artifacts[i].Name == m.Artifacts[i-1].Name {
			return "", fmt.Errorf("two artifacts are called %s", m.Artifacts[i].Name)
		}
	}
	data, err := store.EncodeManifest(m)
	if err != nil {
		return "", err
	}
	folder, published := place(root, m.Snapshot, data)
	if published {
		// Its age starts again: it has just been asked for.
		now := time.Now()
		_ = os.Chtimes(filepath.Join(root, folder), now, now)
		return folder, fsys.RemoveAll(staging)
	}
	if err := fsx.WriteSynced(fsys, filepath.Join(staging, store.ManifestFile), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}); err != nil {
		return "", err
	}
	names := make([]string, 0, len(folders))
	for name := range folders {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		if err := fsys.SyncDir(name); err != nil {
			return "", err
		}
	}
	return folder, fsx.Publish(fsys, staging, filepath.Join(root, folder))
}

// place returns the folder name for a snapshot, and whether it is there already
// with this manifest and all of its artifacts.
func place(root, id string, manifest []byte) (string, bool) {
	for n := 1; ; n++ {
		folder := id
		if n > 1 {
			folder = fmt.Sprintf("%s.%d", id, n)
		}
		path := filepath.Join(root, folder)
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return folder, false
		}
		have, err := os.ReadFile(filepath.Join(path, store.ManifestFile))
		if err != nil || !bytes.Equal(have, manifest) {
			continue
		}
		if store.Intact(path) == nil {
			return folder, true
		}
	}
}

// hashing counts and hashes what passes through it.
type hashing struct {
	w io.Writer
	h hash.Hash
	n int64
}

func (t *hashing) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.h.Write(p[:n])
	t.n += int64(n)
	return n, err
}

func writeHashed(fsys fsx.FS, staging, name string, write func(io.Writer) error) (store.Artifact, error) {
	a := store.Artifact{Name: name}
	err := fsx.WriteSynced(fsys, filepath.Join(staging, filepath.FromSlash(name)), func(w io.Writer) error {
		// The buffer makes a few large writes of the many small ones of an encoder.
		t := &hashing{w: w, h: sha256.New()}
		b := bufio.NewWriterSize(t, 1<<16)
		if err := write(b); err != nil {
			return err
		}
		if err := b.Flush(); err != nil {
			return err
		}
		a.Bytes, a.SHA256 = t.n, hex.EncodeToString(t.h.Sum(nil))
		return nil
	})
	return a, err
}

func addExtra(fsys fsx.FS, staging string, x Extra, folders map[string]bool) (store.Artifact, error) {
	target, err := store.ArtifactPath(staging, x.Name)
	if err != nil {
		return store.Artifact{}, err
	}
	if parent := filepath.Dir(target); parent != staging && !folders[parent] {
		if err := fsys.MkdirAll(parent); err != nil {
			return store.Artifact{}, fmt.Errorf("artifact %s: %w", x.Name, err)
		}
		folders[parent] = true
	}
	if x.WriteTo != nil {
		return writeHashed(fsys, staging, x.Name, x.WriteTo)
	}
	a, err := describe(x)
	if err != nil {
		return a, fmt.Errorf("artifact %s: %w", x.Name, err)
	}
	if fsys.Link(x.Path, target) == nil {
		return a, fsys.SyncDir(target) // Whoever wrote it need not have.
	}
	copied, err := writeHashed(fsys, staging, x.Name, func(w io.Writer) error {
		in, err := os.Open(x.Path)
		if err != nil {
			return err
		}
		defer in.Close()
		_, err = io.Copy(w, in)
		return err
	})
	if err == nil && copied != a {
		err = fmt.Errorf("artifact %s: %s changed while it was copied", x.Name, x.Path)
	}
	return copied, err
}

// describe hashes the file of an extra.
func describe(x Extra) (store.Artifact, error) {
	a := store.Artifact{Name: x.Name}
	in, err := os.Open(x.Path)
	if err != nil {
		return a, err
	}
	defer in.Close()
	h := sha256.New()
	if a.Bytes, err = io.Copy(h, in); err != nil {
		return a, err
	}
	a.SHA256 = hex.EncodeToString(h.Sum(nil))
	if x.SHA256 != "" && x.SHA256 != a.SHA256 {
		return a, fmt.Errorf("%s has digest %s, not %s", x.Path, a.SHA256, x.SHA256)
	}
	return a, nil
}
