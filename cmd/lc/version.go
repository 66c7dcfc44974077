package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lc-index/lc/store/schema"
)

// version is what the module system says of this build.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func (a *app) newVersionCmd() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version of lc and of its formats", Args: cobra.NoArgs,
		Example: "  lc version",
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return a.printJSON(struct {
					Schema    string `json:"schema"`
					Version   string `json:"version"`
					Go        string `json:"go"`
					Format    int    `json:"format"`
					Extractor int    `json:"extractor"`
				}{"lc.version/1", version(), runtime.Version(), schema.FormatVersion, schema.ExtractorVersion})
			}
			_, err := fmt.Fprintf(a.out, "lc %s (format %d, extractor %d, %s)\n", version(), schema.FormatVersion, schema.ExtractorVersion, runtime.Version())
			return err
		},
	}
}
