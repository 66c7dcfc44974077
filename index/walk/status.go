package walk

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store/schema"
)

// change is one record of git status.
type change struct {
	raw      string
	worktree byte // What the work tree did to the file: '.', 'M', 'T', 'D', '?' and the like.
	mode     string
}

// Status lists the paths of the work tree that differ from HEAD, untracked ones
// included, ordered.
func Status(ctx context.Context, repo *git.Repository) ([]string, error) {
	changed, err := status(ctx, repo)
	if err != nil {
		return nil, err
	}
	paths := make([]string, 0, len(changed))
	for _, c := range changed {
		paths = append(paths, Printable(c.raw))
	}
	sort.Strings(paths)
	return paths, nil
}

func status(ctx context.Context, repo *git.Repository) ([]change, error) {
	out, err := repo.Run(ctx, "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=dirty", "--no-renames")
	if err != nil {
		return nil, err
	}
	var changed []change
	for _, record := range Records(out) {
		c, err := statusRecord(record)
		if err != nil {
			return nil, err
		}
		if !strings.HasSuffix(c.raw, "/") { // A repository of its own inside this one.
			changed = append(changed, c)
		}
	}
	return changed, nil
}

// statusRecord reads one record of git status --porcelain=v2.
func statusRecord(record string) (change, error) {
	bad := fmt.Errorf("git status answered %q", record)
	fieldsBefore := 0
	switch {
	case strings.HasPrefix(record, "? "):
		return change{raw: record[2:], worktree: '?'}, nil
	case strings.HasPrefix(record, "1 "):
		fieldsBefore = 8
	case strings.HasPrefix(record, "2 "):
		fieldsBefore = 9
	case strings.HasPrefix(record, "u "):
		fieldsBefore = 10
	default:
		return change{}, bad
	}
	fields := strings.SplitN(record, " ", fieldsBefore+1)
	if len(fields) != fieldsBefore+1 || len(fields[1]) != 2 {
		return change{}, bad
	}
	if fields[0] == "u" { // Unmerged: whatever stands in the work tree counts.
		return change{raw: fields[fieldsBefore], worktree: 'M', mode: fields[6]}, nil
	}
	return change{raw: fields[fieldsBefore], worktree: fields[1][1], mode: fields[5]}, nil
}

// Digest returns the SHA-256 of a file of the work tree, of the target text for a
// symbolic link; false when there is no such file.
func Digest(root, path string) (schema.Digest, bool) {
	name := filepath.Join(root, filepath.FromSlash(path))
	info, err := os.Lstat(name)
	if err != nil {
		return schema.Digest{}, false
	}
	if info.Mode()&os.ModeSymlink != 0 {
		target, err := os.Readlink(name)
		return sha256.Sum256([]byte(target)), err == nil
	}
	if !info.Mode().IsRegular() {
		return schema.Digest{}, false
	}
	f, err := os.Open(name)
	if err != nil {
		return schema.Digest{}, false
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return schema.Digest{}, false
	}
	var d schema.Digest
	h.Sum(d[:0])
	return d, true
}
