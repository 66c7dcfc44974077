package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/store"
)

// verifyReport is lc.verify/1.
type verifyReport struct {
	Schema   string   `json:"schema"`
	Status   string   `json:"status"`
	Snapshot string   `json:"snapshot"`
	Checked  []string `json:"checked"`
}

func (a *app) newVerifyCmd() *cobra.Command {
	var full bool
	var sample int
	cmd := &cobra.Command{
		Use: "verify", Short: "Prove that the index is intact", Args: cobra.NoArgs,
		Long: `Re-hash every artifact of the current snapshot and check that its tables refer to each other
correctly. With --sample N also parse N files again and compare; with --full index everything anew in a
temporary folder, without any memory, and demand equal tables.`,
		Example: "  lc index verify",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runVerify(cmd.Context(), full, sample)
		},
	}
	cmd.Flags().BoolVar(&full, "full", false, "compare with a clean build")
	cmd.Flags().IntVar(&sample, "sample", 0, "derive the facts of this many files again")
	return cmd
}

func (a *app) runVerify(ctx context.Context, full bool, sample int) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	r := verifyReport{Schema: "lc.verify/1", Status: "complete", Snapshot: o.snap.Manifest().Snapshot}
	folder, err := o.folder()
	if err != nil {
		return err
	}
	if err := store.Verify(folder); err != nil {
		return err
	}
	r.Checked = append(r.Checked, "artifacts", "tables")
	if sample > 0 {
		if o.repo == nil {
			return fmt.Errorf("--sample needs the repository")
		}
		if err := index.VerifySample(ctx, o.repo, o.snap, o.dir, sample); err != nil {
			return err
		}
		r.Checked = append(r.Checked, "sample")
	}
	if full {
		if o.repo == nil {
			return fmt.Errorf("--full needs the repository")
		}
		if err := index.VerifyFull(ctx, o.repo, o.snap, a.indexDir, version(), a.progress()); err != nil {
			return err
		}
		r.Checked = append(r.Checked, "clean build")
	}
	if a.json {
		return a.printJSON(r)
	}
	p := a.printer()
	p.line("snapshot %s is intact (%s)", r.Snapshot, strings.Join(r.Checked, ", "))
	return p.err
}
