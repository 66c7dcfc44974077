package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/freshness"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/mcp"
)

// serveFlags are the flags of lc mcp serve.
type serveFlags struct {
	mcp.HTTPOptions
	addr     string
	hide     []string
	noRedact bool
}

func (a *app) newServeCmd() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve the index to coding agents, read-only", Args: cobra.NoArgs,
		Long: `Serve the index over the Model Context Protocol: on standard input and output, or with --http on an
address (one without a host is this machine's own only) at ` + mcp.Endpoint + `. Nothing can be written through it. When
'lc index' publishes another snapshot, the next call sees it.`,
		Example: "  lc mcp serve\n  lc mcp serve --http 127.0.0.1:7349",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.runServe(cmd.Context(), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "http", "", "serve streamable HTTP on this `address` instead of standard input and output")
	flags.StringSliceVar(&f.Origins, "origin", nil, "web `origins` that may call, beside those of this machine")
	flags.StringSliceVar(&f.hide, "hide", nil, "`tools` that are not served")
	flags.BoolVar(&f.noRedact, "no-redact", false, "show secrets as they stand in the code")
	return cmd
}

func (a *app) runServe(ctx context.Context, f serveFlags) (err error) {
	repo, repoErr := a.repository(ctx)
	if repoErr != nil && (a.indexDir == "" || ctx.Err() != nil) {
		return repoErr
	}
	dir := a.indexDir
	if repoErr == nil {
		dir, err = index.Dir(repo, a.indexDir)
	} else {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return err
	}
	folder, err := mcp.NewFolder(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	server := mcp.New(folder, mcp.Options{Version: version(), Repo: repo, Stale: staleness(repo), Hide: f.hide, NoRedact: f.noRedact})
	if f.addr == "" {
		err = server.Run(ctx)
	} else {
		err = a.serveHTTP(ctx, server, f)
	}
	if ctx.Err() != nil || errors.Is(err, http.ErrServerClosed) {
		return nil // Stopping a server is how it ends.
	}
	return err
}

func (a *app) serveHTTP(ctx context.Context, server *mcp.Server, f serveFlags) error {
	listener, err := mcp.Listen(f.addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", f.addr, err)
	}
	a.say("lc: serving http://%s%s", listener.Addr(), mcp.Endpoint)
	return server.Serve(ctx, listener, f.HTTPOptions)
}

// staleness compares a served snapshot with the work tree; nil without one.
func staleness(repo *git.Repository) func(context.Context, *mcp.View) (bool, error) {
	if repo == nil {
		return nil
	}
	return func(ctx context.Context, v *mcp.View) (bool, error) {
		state, err := freshness.Check(ctx, repo, v.Snapshot, index.WalkOptions(v.Snapshot.Manifest().Options))
		return !state.Fresh, err
	}
}
