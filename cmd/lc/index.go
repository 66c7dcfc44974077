package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
)

// indexFlags are the flags of lc index.
type indexFlags struct {
	index.Options
	memoryLimit string
	scip        []string
	tablesOnly  bool
}

func (a *app) newIndexCmd() *cobra.Command {
	var f indexFlags
	cmd := &cobra.Command{
		Use: "index [PATH]", Short: "Build or refresh the index of a repository",
		Long: `Build or refresh the index of the repository that holds PATH (default: the current
folder): of its work tree (tracked files, and untracked ones that are not ignored), or of
--commit REV. A PATH below the top of the repository narrows the index to it.

Only content that was never seen before is parsed. Nothing of the repository is run.`,
		Example: "  lc index",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := a.dir
			if len(args) == 1 {
				path = args[0]
			}
			return a.runIndex(cmd.Context(), path, f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Commit, "commit", "", "index this `revision` instead of the work tree")
	flags.IntVarP(&f.Workers, "jobs", "j", 0, "`number` of parallel jobs (default: processors)")
	flags.StringVar(&f.memoryLimit, "memory-limit", "", "soft limit of memory, such as 1GiB: above it the collector works harder")
	flags.StringSliceVar(&f.scip, "scip", []string{"use"}, "SCIP indexes: use (those that lie in the repository), off, or `FILE`s to merge")
	flags.StringSliceVar(&f.Files.Include, "include", nil, "index only files that match these `globs`")
	flags.StringSliceVar(&f.Files.Exclude, "exclude", nil, "leave out files that match these `globs`")
	flags.StringSliceVar(&f.Languages, "languages", nil, "parse only these `languages`; others stay searchable")
	flags.Int64Var(&f.MaxFileBytes, "max-file-size", index.DefaultMaxFileBytes, "parse files up to this many `bytes`")
	flags.BoolVar(&f.tablesOnly, "tables-only", false, "build no text shards and no index.scip: enough for lc graph")
	cmd.AddCommand(a.newStatusCmd(), a.newVerifyCmd(), a.newGCCmd(), a.newExportCmd())
	return cmd
}

// indexGCPercent lets the heap of a run grow to three times what is live before the
// collector runs: most of what indexing makes lives until its end, so that collecting
// early finds little (6% of the time of a run over prometheus at Go's default).
const indexGCPercent = 200

func (a *app) runIndex(ctx context.Context, path string, f indexFlags) error {
	repo, err := openRepository(ctx, path)
	if err != nil {
		return err
	}
	opts := f.Options
	opts.IndexDir, opts.Version = a.indexDir, version()
	if opts.Files.Prefix, err = prefix(repo, path); err != nil {
		return err
	}
	if err := scipOptions(f.scip, &opts); err != nil {
		return err
	}
	if f.tablesOnly {
		opts.Artifacts = index.TablesOnly
	}
	debug.SetGCPercent(indexGCPercent)
	if f.memoryLimit != "" {
		bytes, err := parseSize(f.memoryLimit)
		if err != nil {
			return usageError{err}
		}
		debug.SetMemoryLimit(bytes)
	}
	slices.Sort(opts.Languages)
	if err := opts.Validate(); err != nil {
		return usageError{err}
	}
	summary, err := index.Run(ctx, repo, opts, a.progress())
	if err != nil {
		return err
	}
	for _, w := range summary.Warnings {
		a.say("lc: warning: %s", w)
	}
	if a.json {
		return a.printJSON(summary)
	}
	return printSummary(a, summary)
}

// openRepository is git.Open with the path in the error.
func openRepository(ctx context.Context, path string) (*git.Repository, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s: no such file or folder", path)
	}
	return git.Open(ctx, path)
}

// prefix is the part of the repository that path narrows the index to.
func prefix(repo *git.Repository, path string) (string, error) {
	if repo.Bare {
		return "", nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	root, err := filepath.EvalSymlinks(repo.Root)
	if err != nil {
		return "", err
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", err
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || rel == "." {
		return "", err
	}
	return filepath.ToSlash(rel), nil
}

func scipOptions(values []string, opts *index.Options) error {
	for _, v := range values {
		switch v {
		case "use":
		case "off":
			opts.IgnoreScip = true
		case "run":
			return usagef("--scip run is not available yet: run the indexer yourself and give its file with --scip FILE")
		default:
			opts.ScipFiles = append(opts.ScipFiles, v)
		}
	}
	if opts.IgnoreScip && len(opts.ScipFiles) > 0 {
		return usagef("--scip off and --scip FILE exclude each other")
	}
	return nil
}

// parseSize reads a number of bytes with an optional unit.
func parseSize(s string) (int64, error) {
	units := []struct {
		suffix string
		factor int64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"", 1}}
	for _, u := range units {
		digits, ok := strings.CutSuffix(s, u.suffix)
		if !ok {
			continue
		}
		var n int64
		if _, err := fmt.Sscanf(digits, "%d", &n); err != nil || n <= 0 || fmt.Sprint(n) != digits {
			break
		}
		return n * u.factor, nil
	}
	return 0, errors.New("size " + s + ": want a number with a unit, such as 1GiB")
}

func printSummary(a *app, s *index.Summary) error {
	p := a.printer()
	p.line("indexed %s%s in %.1f s", shortCommit(s.Commit), map[bool]string{true: " with changes of the work tree"}[s.Dirty], total(s.Seconds))
	p.line("  files        %d (%d parsed, %d remembered, %d problems)", s.Files, s.Parsed, s.Reused, s.Problems)
	p.line("  symbols      %d", s.Symbols)
	p.line("  occurrences  %d", s.Occurrences)
	p.line("  edges        %d", s.Edges)
	p.line("  languages    %s", topLanguages(s.Languages))
	for _, x := range s.Indexers {
		p.line("  scip         %s %s: %d documents accepted, %d refused (%s)", x.Name, x.Version, x.Accepted, x.Refused, x.Path)
	}
	return p.err
}

func shortCommit(commit string) string {
	if commit == "" {
		return "a repository without commits"
	}
	return commit[:min(12, len(commit))]
}

func total(seconds map[string]float64) float64 {
	names := make([]string, 0, len(seconds))
	for name := range seconds {
		names = append(names, name)
	}
	slices.Sort(names)
	sum := 0.0
	for _, name := range names {
		sum += seconds[name]
	}
	return sum
}

func topLanguages(languages map[string]int) string {
	names := make([]string, 0, len(languages))
	for name := range languages {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if languages[a] != languages[b] {
			return languages[b] - languages[a]
		}
		return strings.Compare(a, b)
	})
	var parts []string
	for i, name := range names {
		if i == 6 {
			parts = append(parts, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %d", name, languages[name]))
	}
	return strings.Join(parts, ", ")
}
