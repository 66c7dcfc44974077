package main

// This file is of package main because only there run and the tree of commands
// can be reached.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index/indextest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lc": main})
}

const (
	scripts  = "testdata/script"
	fixtures = "../../fixtures/repos"
)

// TestScripts runs every script. Beside the commands of testscript they have
//
//	repo NAME [FOLDER]   make FOLDER (NAME) a repository of that fixture, with one commit
//	init FOLDER          make a repository without commits
//	commit FOLDER TEXT   commit everything
//	exits CODE CMD…      run a command and demand its exit code
//	lose FOLDER PATH     remove the object with the content of a committed file
//	damage FILE HOW      truncate, flip or empty a file; FILE may be a glob with one match
func TestScripts(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: scripts, RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LC_INDEX", "")
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_CEILING_DIRECTORIES", env.WorkDir)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"repo": func(ts *testscript.TestScript, _ bool, args []string) {
				to := ts.MkAbs(args[len(args)-1])
				ts.Check(indextest.Clone(context.Background(), folder, args[0], to))
			},
			"init": func(ts *testscript.TestScript, _ bool, args []string) {
				to := ts.MkAbs(args[0])
				ts.Check(os.MkdirAll(to, 0o755))
				ts.Check(indextest.Init(context.Background(), to))
			},
			"commit": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(indextest.Commit(context.Background(), ts.MkAbs(args[0]), args[1]))
			},
			"exits": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				err = ts.Exec(args[1], args[2:]...)
				var failed *exec.ExitError
				if err != nil && !errors.As(err, &failed) {
					ts.Fatalf("%v", err)
				}
				got := 0
				if failed != nil {
					got = failed.ExitCode()
				}
				if got != want {
					ts.Fatalf("exit code %d, want %d", got, want)
				}
			},
			"lose": func(ts *testscript.TestScript, _ bool, args []string) {
				dir := ts.MkAbs(args[0])
				out, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD:"+args[1]).Output()
				ts.Check(err)
				id := strings.TrimSpace(string(out))
				ts.Check(os.Remove(filepath.Join(dir, ".git", "objects", id[:2], id[2:])))
			},
			"damage": func(ts *testscript.TestScript, _ bool, args []string) {
				paths, err := filepath.Glob(ts.MkAbs(args[0]))
				ts.Check(err)
				if len(paths) != 1 {
					ts.Fatalf("%s matches %d files", args[0], len(paths))
				}
				ts.Check(damage(paths[0], args[1]))
			},
		},
	})
}

func damage(path, how string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	switch how {
	case "truncate":
		data = data[:len(data)/2]
	case "flip":
		data[len(data)/2] ^= 1
	case "empty":
		data = nil
	default:
		return fmt.Errorf("damage %q: want truncate, flip or empty", how)
	}
	return os.WriteFile(path, data, 0o644)
}

// TestEveryCommandHasScript finds the commands, and demands of each an example in
// its help, and a script named after it that runs the example and looks at
// standard output, standard error and the exit code.
func TestEveryCommandHasScript(t *testing.T) {
	t.Parallel()
	a := &app{}
	found := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		if !cmd.Runnable() || cmd.HasSubCommands() && cmd.Example == "" || cmd.Name() == "help" {
			return
		}
		found++
		name := strings.ReplaceAll(strings.TrimPrefix(cmd.CommandPath(), "lc "), " ", "_")
		example, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), " |")
		example, _, _ = strings.Cut(example, "\n")
		if example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
			return
		}
		data, err := os.ReadFile(filepath.Join(scripts, name+".txtar"))
		if err != nil {
			t.Errorf("%s: %v", cmd.CommandPath(), err)
			return
		}
		for what, words := range map[string][]string{
			"run its example":         {"exits 0 " + example + "\n", "exits 3 " + example + "\n"},
			"look at standard output": {"\nstdout ", "\ncmp stdout ", "\n! stdout "},
			"look at standard error":  {"\nstderr ", "\n! stderr "},
		} {
			if !containsAny(string(data), words) {
				t.Errorf("the script of %s does not %s (%s)", cmd.CommandPath(), what, example)
			}
		}
	}
	visit(a.root())
	if found < 10 {
		t.Errorf("only %d commands were found", found)
	}
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
