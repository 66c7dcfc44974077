package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/export"
)

// exportFlags are the flags of lc index export.
type exportFlags struct {
	table   string
	format  string
	output  string
	resolve bool
}

func (a *app) newExportCmd() *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use: "export", Short: "Hand out tables, index.scip or shards", Args: cobra.NoArgs,
		Long: "Write one table as jsonl, csv, parquet or arrow, or with --table scip the index.scip, to standard\noutput or --output FILE. With --table shards the text shards are copied into the folder --output. Tables:\n" +
			strings.Join(store.TableNames(), " ") + ".",
		Example: "  lc index export --table symbols --format jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runExport(cmd.Context(), f)
		},
	}
	cmd.Flags().StringVar(&f.table, "table", "", "`name` of the table, or scip, or shards")
	cmd.Flags().StringVar(&f.format, "format", "jsonl", "jsonl, csv, parquet or arrow")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "write to this `file` (a folder for shards)")
	cmd.Flags().BoolVar(&f.resolve, "resolve", false, "join ids to path:line:name")
	return cmd
}

func (a *app) runExport(ctx context.Context, f exportFlags) error {
	if f.table == "" {
		return usagef("name a table with --table: %s, scip or shards", strings.Join(store.TableNames(), ", "))
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	folder, err := o.folder()
	if err != nil {
		return err
	}
	switch f.table {
	case "scip":
		return a.writeOutput(f.output, func(w io.Writer) error { return copyFile(w, filepath.Join(folder, index.ScipFile)) })
	case "shards":
		if f.output == "" {
			return usagef("--table shards needs a folder: --output DIR")
		}
		return exportShards(o.snap.Manifest(), folder, f.output)
	}
	return a.writeOutput(f.output, func(w io.Writer) error {
		err := export.Table(o.snap, f.table, f.format, w, export.Options{Resolve: f.resolve})
		if errors.Is(err, export.ErrUsage) {
			return usageError{err}
		}
		return err
	})
}

func (a *app) writeOutput(path string, write func(io.Writer) error) (err error) {
	if path == "" {
		return write(a.out)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func copyFile(w io.Writer, path string) error {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return fmt.Errorf("the snapshot has no %s: it was indexed with --tables-only", filepath.Base(path))
	}
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

func exportShards(m *store.Manifest, folder, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	n := 0
	for _, artifact := range m.Artifacts {
		name, ok := strings.CutPrefix(artifact.Name, index.ShardsFolder+"/")
		if !ok {
			continue
		}
		n++
		out, err := os.Create(filepath.Join(to, name))
		if err != nil {
			return err
		}
		if err := copyFile(out, filepath.Join(folder, artifact.Name)); err != nil {
			_ = out.Close()
			return err
		}
		if err := out.Close(); err != nil {
			return err
		}
	}
	if n == 0 {
		return fmt.Errorf("the snapshot has no shards: it was indexed with --tables-only")
	}
	return nil
}
