// Package indextest makes git repositories out of the txtar archives in
// fixtures/repos, for tests of the whole pipeline and of the commands. The notes
// that the archives carry beside their lines are read by Notes:
//
//	from: SYMBOL   SYMBOL depends on the symbol defined on this line
//	dead: SYMBOL   nothing reaches the symbol defined on this line
package indextest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// Names returns the fixture repositories in folder, ordered.
func Names(folder string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s holds no fixture repository", folder)
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = strings.TrimSuffix(filepath.Base(p), ".txtar")
	}
	return names, nil
}

// Read returns the files of one fixture repository.
func Read(folder, name string) ([]txtar.File, error) {
	ar, err := txtar.ParseFile(filepath.Join(folder, name+".txtar"))
	if err != nil {
		return nil, err
	}
	return ar.Files, nil
}

// Write puts files below dir.
func Write(dir string, files []txtar.File) error {
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Git runs git in dir with an author and a clock of its own, so that the same
// calls give the same commits everywhere.
func Git(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_AUTHOR_DATE=2024-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com", "GIT_COMMITTER_DATE=2024-01-02T03:04:05Z",
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// Init makes dir a repository without commits.
func Init(ctx context.Context, dir string) error {
	return Git(ctx, dir, "init", "-q", "-b", "main")
}

// Commit commits everything in dir.
func Commit(ctx context.Context, dir, message string) error {
	if err := Git(ctx, dir, "add", "-A"); err != nil {
		return err
	}
	return Git(ctx, dir, "commit", "-q", "--allow-empty", "-m", message)
}

// Clone makes dir a repository with one commit that holds the fixture.
func Clone(ctx context.Context, folder, name, dir string) error {
	files, err := Read(folder, name)
	if err != nil {
		return err
	}
	if err := Write(dir, files); err != nil {
		return err
	}
	if err := Init(ctx, dir); err != nil {
		return err
	}
	return Commit(ctx, dir, "start "+name)
}

// Note is one expected fact.
type Note struct {
	Path   string
	Line   int32
	Kind   string // "from" or "dead".
	Symbol string
}

var note = regexp.MustCompile(`(?:from|dead): [^;]+`)

// Notes returns the notes beside the lines of files, in their order.
func Notes(files []txtar.File) []Note {
	var notes []Note
	for _, f := range files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			_, comment, ok := strings.Cut(line, "//")
			if !ok {
				if _, comment, ok = strings.Cut(line, "#"); !ok {
					continue
				}
			}
			for _, text := range note.FindAllString(comment, -1) {
				kind, symbol, _ := strings.Cut(text, ": ")
				notes = append(notes, Note{f.Name, int32(i + 1), kind, strings.TrimSpace(symbol)})
			}
		}
	}
	return notes
}
