// Package git runs the git program. Every call is read-only, separates paths
// with "--", takes them literally, speaks NUL-separated records, and neutralises
// configuration of the repository that could run a program: hooks, filters, file
// system monitors, external diff and text conversion, pagers, credential helpers.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNotRepository means that a path lies in no git repository.
var ErrNotRepository = errors.New("not a git repository")

// ErrNoCommits means that HEAD names no commit yet.
var ErrNoCommits = errors.New("the repository has no commits")

// ErrUnknownRevision means that a revision names nothing.
var ErrUnknownRevision = errors.New("unknown revision")

// Repository is an opened repository. Safe for concurrent use.
type Repository struct {
	Root   string // Top of the work tree; the git directory itself for a bare repository.
	GitDir string
	Bare   bool

	overrides []string // Names and values, in turn, that empty the configured content filters.
}

// Open finds the repository that holds dir.
func Open(ctx context.Context, dir string) (*Repository, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil {
		return nil, err
	} else if !info.IsDir() {
		abs = filepath.Dir(abs)
	}
	probe := &Repository{Root: abs}
	out, err := probe.Run(ctx, "rev-parse", "--is-bare-repository", "--absolute-git-dir")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", abs, notRepository(err))
	}
	lines := strings.SplitN(strings.TrimRight(string(out), "\n"), "\n", 2)
	if len(lines) != 2 {
		return nil, fmt.Errorf("%s: git rev-parse answered %q", abs, out)
	}
	r := &Repository{GitDir: lines[1], Bare: lines[0] == "true", overrides: probe.filterOverrides(ctx)}
	if r.Bare {
		r.Root = r.GitDir
		return r, nil
	}
	top, err := probe.Run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", abs, notRepository(err))
	}
	r.Root = strings.TrimRight(string(top), "\n")
	if !r.owns(abs) {
		return nil, fmt.Errorf("%s: the repository's configuration (core.worktree) names the folder %s as its work tree; lc writes only to the one that holds it", abs, r.Root)
	}
	return r, nil
}

// owns reports whether Root is a folder above dir, or dir itself, whose .git is the
// repository: a configuration that comes with a repository may name any folder of the
// machine as the work tree.
func (r *Repository) owns(dir string) bool {
	root, err := filepath.EvalSymlinks(r.Root)
	if err != nil {
		return false
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return false
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return false
	}
	entry := filepath.Join(root, ".git")
	if text, err := os.ReadFile(entry); err == nil { // A linked work tree or a submodule.
		path, ok := strings.CutPrefix(strings.TrimRight(string(text), "\r\n"), "gitdir: ")
		if !ok {
			return false
		}
		if entry = path; !filepath.IsAbs(entry) {
			entry = filepath.Join(root, entry)
		}
	}
	have, err := filepath.EvalSymlinks(entry)
	if err != nil {
		return false
	}
	want, err := filepath.EvalSymlinks(r.GitDir)
	return err == nil && have == want
}

func notRepository(err error) error {
	var failed *Error
	if errors.As(err, &failed) {
		if strings.Contains(failed.Stderr, "dubious ownership") {
			return fmt.Errorf("git refuses a repository of another owner (see git config safe.directory): %w", err)
		}
		return ErrNotRepository
	}
	return err
}

// Error is a git call that failed.
type Error struct {
	Args   []string
	Stderr string
	Err    error
}

func (e *Error) Error() string {
	msg := strings.TrimSpace(e.Stderr)
	if msg == "" {
		msg = e.Err.Error()
	}
	return fmt.Sprintf("git %s: %s", e.Args[0], msg)
}

func (e *Error) Unwrap() error { return e.Err }

// neutral is put before every subcommand.
var neutral = []string{
	"--no-pager", "--literal-pathspecs", "--no-optional-locks",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false",
	"-c", "core.untrackedCache=false", "-c", "diff.external=", "-c", "diff.ignoreSubmodules=none",
	"-c", "submodule.recurse=false", "-c", "log.showSignature=false", "-c", "log.follow=false",
	"-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false", "-c", "core.attributesFile=/dev/null",
	"-c", "diff.renames=true", "-c", "diff.orderFile=/dev/null", "-c", "protocol.allow=never", "-c", "gc.auto=0", "-c", "maintenance.auto=false",
}

// Command prepares a call; the caller sets its streams. Commands run in Root.
func (r *Repository) Command(ctx context.Context, args ...string) *exec.Cmd {
	full := append(append([]string{}, neutral...), args...)
	cmd := exec.CommandContext(ctx, "git", full...)
	cmd.Dir = r.Root
	cmd.Env = environment()
	// Names may hold an equals sign, which -c takes for the end of the name.
	for i := 0; i+1 < len(r.overrides); i += 2 {
		cmd.Env = append(cmd.Env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i/2, r.overrides[i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i/2, r.overrides[i+1]))
	}
	cmd.Env = append(cmd.Env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(r.overrides)/2))
	return cmd
}

// environment drops what would aim git elsewhere and forbids prompts.
func environment() []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case name == "GIT_DIR", name == "GIT_WORK_TREE", name == "GIT_INDEX_FILE", name == "GIT_EXTERNAL_DIFF",
			name == "GIT_PAGER", name == "GIT_TRACE", name == "GIT_NAMESPACE", name == "GIT_LITERAL_PATHSPECS",
			name == "GIT_GLOB_PATHSPECS", name == "GIT_ICASE_PATHSPECS", name == "GIT_NOGLOB_PATHSPECS",
			name == "GIT_DIFF_OPTS", name == "GIT_PREFIX", strings.HasPrefix(name, "GIT_CONFIG_KEY_"),
			strings.HasPrefix(name, "GIT_CONFIG_VALUE_"), name == "GIT_CONFIG_COUNT", name == "GIT_CONFIG_PARAMETERS",
			name == "LC_ALL", name == "LANG", name == "LANGUAGE", name == "LC_MESSAGES":
			continue
		}
		env = append(env, kv)
	}
	return append(env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_REPLACE_OBJECTS=1")
}

// Run returns what a call prints.
func (r *Repository) Run(ctx context.Context, args ...string) ([]byte, error) {
	return r.RunInput(ctx, nil, args...)
}

// RunInput is Run with a standard input.
func (r *Repository) RunInput(ctx context.Context, stdin io.Reader, args ...string) ([]byte, error) {
	cmd := r.Command(ctx, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("git is not installed or not on the PATH")
		}
		return nil, &Error{Args: args, Stderr: stderr.String(), Err: err}
	}
	return stdout.Bytes(), nil
}

// Resolve returns the commit that rev names.
func (r *Repository) Resolve(ctx context.Context, rev string) (string, error) {
	out, err := r.Run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if rev == "HEAD" {
			return "", ErrNoCommits
		}
		return "", fmt.Errorf("%w %q", ErrUnknownRevision, rev)
	}
	return strings.TrimSpace(string(out)), nil
}

// Tree returns the tree of a commit.
func (r *Repository) Tree(ctx context.Context, commit string) (string, error) {
	out, err := r.Run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{tree}")
	if err != nil {
		return "", fmt.Errorf("%w %q", ErrUnknownRevision, commit)
	}
	return strings.TrimSpace(string(out)), nil
}

// MergeBase returns the best common ancestor of two commits, "" when there is none.
func (r *Repository) MergeBase(ctx context.Context, a, b string) (string, error) {
	out, err := r.Run(ctx, "merge-base", "--end-of-options", a, b)
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", nil
	}
	return strings.TrimSpace(string(out)), nil
}

// IsShallow reports whether history is cut.
func (r *Repository) IsShallow(ctx context.Context) bool {
	out, err := r.Run(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}
