// Package walk lists the files of a work tree or of a commit by git's own rules.
//
// A work tree is what git tracks plus what it neither tracks nor ignores; a
// tracked file that git calls clean is known by its object id and need not be read
// from disk, so that a clean work tree and its commit give the same entries
// whatever line-end conversion or filters a checkout applied.
package walk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/lc-index/lc/index/git"
)

// Options narrow a walk. The zero value lists everything.
type Options struct {
	Prefix  string   // Repository-relative folder or file; "" is the whole tree.
	Include []string // Globs (doublestar); a file must match one when there are any.
	Exclude []string // Globs; a file must match none.
}

// Validate reports every bad glob.
func (o Options) Validate() error {
	var errs []error
	for _, glob := range append(append([]string{}, o.Include...), o.Exclude...) {
		if !doublestar.ValidatePattern(glob) {
			errs = append(errs, fmt.Errorf("glob %q is malformed", glob))
		}
	}
	return errors.Join(errs...)
}

// Modes as git writes them.
const (
	ModeFile       = "100644"
	ModeExecutable = "100755"
	ModeSymlink    = "120000"
	ModeSubmodule  = "160000"
)

// Entry is one file.
type Entry struct {
	Path   string // Repository-relative, valid UTF-8; bytes that are not are written as \xNN.
	Raw    string // The path as git and the file system know it.
	Mode   string
	Object string // Object id of the content; "" when it must be read from disk.
	Size   int64  // Bytes, -1 when not known yet.
}

// Tree is the result of a walk.
type Tree struct {
	Entries []Entry  // Ordered by Path.
	Commit  string   // "" before the first commit.
	TreeID  string   // Tree object of Commit.
	Dirty   []string // Paths that differ from Commit, deleted ones included, ordered.
}

// Commit lists the files of a commit.
func Commit(ctx context.Context, repo *git.Repository, commit string, opts Options) (*Tree, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	tree := &Tree{Commit: commit}
	var err error
	if tree.TreeID, err = repo.Tree(ctx, commit); err != nil {
		return nil, err
	}
	out, err := repo.Run(ctx, "ls-tree", "-r", "-z", "-l", "--full-tree", "--end-of-options", commit)
	if err != nil {
		return nil, err
	}
	for _, record := range Records(out) {
		meta, raw, ok := strings.Cut(record, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 4 {
			return nil, fmt.Errorf("git ls-tree answered %q", record)
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err != nil {
			size = -1
		}
		tree.Entries = append(tree.Entries, Entry{Raw: raw, Mode: fields[0], Object: fields[2], Size: size})
	}
	tree.finish(opts)
	return tree, nil
}

// WorkTree lists the files of the work tree.
func WorkTree(ctx context.Context, repo *git.Repository, opts Options) (*Tree, error) {
	if err := opts.Validate(); err != nil {
		return nil, err
	}
	if repo.Bare {
		return nil, fmt.Errorf("%s is a bare repository: name a commit with --commit", repo.Root)
	}
	tree := &Tree{}
	commit, err := repo.Resolve(ctx, "HEAD")
	switch {
	case errors.Is(err, git.ErrNoCommits):
	case err != nil:
		return nil, err
	default:
		tree.Commit = commit
		if tree.TreeID, err = repo.Tree(ctx, commit); err != nil {
			return nil, err
		}
	}
	entries, err := tracked(ctx, repo)
	if err != nil {
		return nil, err
	}
	changed, err := status(ctx, repo)
	if err != nil {
		return nil, err
	}
	for _, c := range changed {
		tree.Dirty = append(tree.Dirty, Printable(c.raw))
		switch c.worktree {
		case '.':
		case 'D':
			delete(entries, c.raw)
		default:
			if c.mode == ModeSubmodule {
				continue
			}
			if e, ok := onDisk(repo.Root, c.raw); ok {
				entries[c.raw] = e
			} else {
				delete(entries, c.raw)
			}
		}
	}
	for _, e := range entries {
		tree.Entries = append(tree.Entries, e)
	}
	tree.finish(opts)
	return tree, nil
}

// tracked returns the files of git's index by raw path.
func tracked(ctx context.Context, repo *git.Repository) (map[string]Entry, error) {
	out, err := repo.Run(ctx, "ls-files", "-z", "--stage")
	if err != nil {
		return nil, err
	}
	entries := make(map[string]Entry)
	for _, record := range Records(out) {
		meta, raw, ok := strings.Cut(record, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 3 {
			return nil, fmt.Errorf("git ls-files answered %q", record)
		}
		entries[raw] = Entry{Raw: raw, Mode: fields[0], Object: fields[1], Size: -1}
	}
	return entries, nil
}

// onDisk describes a file of the work tree; false when it is not a file or link.
func onDisk(root, raw string) (Entry, bool) {
	info, err := os.Lstat(filepath.Join(root, filepath.FromSlash(raw)))
	if err != nil {
		return Entry{}, false
	}
	e := Entry{Raw: raw, Size: info.Size(), Mode: ModeFile}
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		e.Mode = ModeSymlink
	case !info.Mode().IsRegular():
		return Entry{}, false
	case info.Mode()&0o100 != 0:
		e.Mode = ModeExecutable
	}
	return e, true
}

// finish applies the options and sets the order.
func (t *Tree) finish(opts Options) {
	kept := t.Entries[:0]
	for _, e := range t.Entries {
		e.Path = Printable(e.Raw)
		if opts.Match(e.Path) {
			kept = append(kept, e)
		}
	}
	t.Entries = kept
	sort.Slice(t.Entries, func(i, j int) bool { return t.Entries[i].Path < t.Entries[j].Path })
	sort.Strings(t.Dirty)
}

// Match reports whether the options keep path.
func (o Options) Match(path string) bool {
	if o.Prefix != "" && path != o.Prefix && !strings.HasPrefix(path, o.Prefix+"/") {
		return false
	}
	included := len(o.Include) == 0
	for _, glob := range o.Include {
		included = included || Match(glob, path)
	}
	if !included {
		return false
	}
	for _, glob := range o.Exclude {
		if Match(glob, path) {
			return false
		}
	}
	return true
}

// Match reports whether path matches glob: a glob without a slash is compared with
// the base name and with every folder of the path, one with a slash with the whole path or a folder of it.
func Match(glob, path string) bool {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "/"), "/")
	for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '/') {
		part := path[:end]
		if !strings.Contains(glob, "/") {
			part = part[strings.LastIndexByte(part, '/')+1:]
		}
		if ok, err := doublestar.Match(glob, part); err == nil && ok {
			return true
		}
	}
	return false
}

// Printable returns raw as valid UTF-8, with other bytes written as \xNN.
func Printable(raw string) string {
	if utf8.ValidString(raw) {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRuneInString(raw[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, raw[i])
		} else {
			b.WriteString(raw[i : i+n])
		}
		i += n
	}
	return b.String()
}

// Records splits what git prints with -z.
func Records(out []byte) []string {
	out = bytes.TrimSuffix(out, []byte{0})
	if len(out) == 0 {
		return nil
	}
	return strings.Split(string(out), "\x00")
}
