package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/store"
)

// streams are the three standard streams of a run.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// app is what every command shares: the streams and the global flags.
type app struct {
	streams
	dir      string // Where to look for the repository.
	indexDir string // "" means .lc in the repository root.
	json     bool
	quiet    bool
	opened   []*opened // Every index that the command has opened.
}

const rootHelp = `lc indexes a repository once and answers questions from the index: what a change
reaches, which tests it needs, what is dead, where things are.

Exit codes:
  0    fine
  1    error
  2    wrong usage
  3    a gate that was asked for is breached
  4    no index, or a stale one where a fresh one was demanded
  5    the index is corrupt or of another version
  130  interrupted`

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	a := &app{streams: s}
	root := a.root()
	root.SetArgs(args)
	err := a.execute(ctx, root)
	if err != nil && !isSilent(err) {
		fmt.Fprintf(s.err, "lc: %s\n", complaint(err))
	}
	return exitCode(err)
}

// execute runs the command. Opening an index checks sizes and bounds and not every
// byte, so a question may stumble over damage: that is reported as what it is.
func (a *app) execute(ctx context.Context, root *cobra.Command) (err error) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		for _, o := range a.opened {
			if err = store.Intact(o.path); err != nil {
				return
			}
		}
		panic(v)
	}()
	err = root.ExecuteContext(ctx)
	if err == nil || isSilent(err) {
		for _, o := range a.opened {
			err = cmp.Or(o.snap.Err(), err)
		}
	}
	return err
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "lc", Short: "Repository indexer and batch analytics", Long: rootHelp,
		SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q; see 'lc --help'", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	flags := root.PersistentFlags()
	flags.StringVar(&a.dir, "repository", ".", "look for the repository from this `folder`")
	flags.StringVar(&a.indexDir, "index", os.Getenv("LC_INDEX"), "index `folder` (default .lc in the repository root, or LC_INDEX)")
	flags.BoolVar(&a.json, "json", false, "print one JSON object")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print no progress")
	root.AddCommand(a.commands()...)
	wrapArgs(root)
	return root
}

// wrapArgs makes every complaint about positional arguments a usage error.
func wrapArgs(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return usageError{err}
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		wrapArgs(sub)
	}
}

// group makes a command that only holds others.
func group(use, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q for %q; see '%s --help'", args[0], cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(commands...)
	return cmd
}

// printJSON writes v as one indented object.
func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// say writes a line of talk to standard error unless --quiet.
func (a *app) say(format string, args ...any) {
	if !a.quiet {
		fmt.Fprintf(a.err, format+"\n", args...)
	}
}
