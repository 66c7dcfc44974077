// Package history reads the recent commits of a repository: who changed which
// file, when, by how much, and what kind of change the message claims.
//
// The window ends at the indexed commit's own date and not today, so that the
// same commit always gives the same rows.
package history

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store/schema"
)

// Window and depth of the history that is kept.
const (
	windowSeconds = 180 * 24 * 60 * 60 // Half a year: churn beyond it says little about today's risk.
	maxCommits    = 5000               // Bounds the tables on very busy repositories.
)

// FileChange is what a commit did to one path.
type FileChange struct {
	Commit  int32 // Position in History.Commits.
	Path    string
	Added   int32 // None for a binary file.
	Deleted int32
}

// History is the recent past, newest first.
type History struct {
	Commits []schema.Commit
	Changes []FileChange
	Cut     bool // More commits lay inside the window than are kept.
}

// Load is a history that is being read by a git process of its own, beside
// whatever the caller does until Wait.
type Load struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer
	stderr bytes.Buffer
	err    error
}

// Start begins to read the history that ends at commit.
func Start(ctx context.Context, repo *git.Repository, commit string) *Load {
	l := &Load{}
	out, err := repo.Run(ctx, "show", "-s", "--no-show-signature", "--format=%ct", "--end-of-options", commit)
	if err != nil {
		l.err = err
		return l
	}
	end, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		l.err = fmt.Errorf("git show answered %q", out)
		return l
	}
	l.cmd = repo.Command(ctx, "log", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv", "--numstat", "-z",
		fmt.Sprintf("--max-count=%d", maxCommits+1), fmt.Sprintf("--since-as-filter=%d", end-windowSeconds),
		"--no-show-signature", "--no-mailmap", "--format=%x01%H%x02%at%x02%ae%x02%s", "--end-of-options", commit, "--")
	l.cmd.Stdout, l.cmd.Stderr = &l.stdout, &l.stderr
	if err := l.cmd.Start(); err != nil {
		l.err = fmt.Errorf("git log: %w", err)
		l.cmd = nil
	}
	return l
}

// Wait returns the history.
func (l *Load) Wait() (*History, error) {
	if l.err != nil {
		return nil, l.err
	}
	if err := l.cmd.Wait(); err != nil {
		return nil, fmt.Errorf("git log: %w: %s", err, strings.TrimSpace(l.stderr.String()))
	}
	return parse(l.stdout.String())
}

func parse(text string) (*History, error) {
	h := &History{}
	for _, block := range strings.Split(text, "\x01")[1:] {
		if len(h.Commits) == maxCommits {
			h.Cut = true
			break
		}
		head, stat, _ := strings.Cut(block, "\x00")
		fields := strings.SplitN(head, "\x02", 4)
		if len(fields) != 4 {
			return nil, fmt.Errorf("git log answered %q", head)
		}
		at, err := strconv.ParseInt(fields[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git log answered %q", head)
		}
		kind, confidence := Classify(fields[3])
		n := int32(len(h.Commits))
		h.Commits = append(h.Commits, schema.Commit{
			Hash: fields[0], Time: at, Author: strings.ToValidUTF8(fields[2], "\ufffd"),
			Subject: strings.ToValidUTF8(fields[3], "\ufffd"), Kind: kind, Confidence: confidence,
		})
		for _, record := range strings.Split(stat, "\x00") {
			parts := strings.SplitN(strings.TrimLeft(record, "\n"), "\t", 3)
			if len(parts) != 3 {
				continue
			}
			h.Changes = append(h.Changes, FileChange{Commit: n, Path: parts[2], Added: count(parts[0]), Deleted: count(parts[1])})
		}
	}
	return h, nil
}

func count(s string) int32 {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return schema.None
	}
	return int32(n)
}
