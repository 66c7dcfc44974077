package index

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

// DefaultMaxFileBytes is the size above which a file is listed and searchable but
// not parsed: beyond it stand generated tables and bundles, which cost more than
// all hand-written files of most repositories together.
const DefaultMaxFileBytes = 1 << 20

// Artifacts selects what a run builds beside the tables.
type Artifacts uint8

const (
	AllArtifacts Artifacts = iota // Tables, text shards, index.scip.
	TablesOnly                    // Enough for every graph question.
)

// Options say what to index and how. The zero value indexes the whole work tree.
type Options struct {
	Commit       string // Commit to index; "" is the work tree.
	IndexDir     string // Folder of the index; "" is .lc in the repository root.
	Files        walk.Options
	Languages    []string // Parse only these; nil is all.
	MaxFileBytes int64    // 0 means DefaultMaxFileBytes.
	ScipFiles    []string // SCIP indexes to merge, in order.
	IgnoreScip   bool     // Do not use index.scip files of the repository.
	Artifacts    Artifacts
	Workers      int    // 0 means GOMAXPROCS. Never changes the output.
	Version      string // Version of lc, for the manifest.
	KeepCurrent  bool   // Publish the snapshot beside the current one (the base of a comparison).
	FS           fsx.FS // What writes the index; nil is the machine's own. Tests make it fail.
}

// fs is FS with its default.
func (o Options) fs() fsx.FS {
	if o.FS == nil {
		return fsx.OS{}
	}
	return o.FS
}

// Validate reports every bad field.
func (o Options) Validate() error {
	var errs []error
	errs = append(errs, o.Files.Validate())
	if o.MaxFileBytes < 0 {
		errs = append(errs, errors.New("the maximum file size must not be negative"))
	}
	if o.Workers < 0 {
		errs = append(errs, errors.New("the number of jobs must not be negative"))
	}
	return errors.Join(errs...)
}

func (o Options) maxFileBytes() int64 {
	if o.MaxFileBytes == 0 {
		return DefaultMaxFileBytes
	}
	return o.MaxFileBytes
}

// outputOptions are the options that change output bytes, for the manifest and the
// snapshot id.
func (o Options) outputOptions() map[string]string {
	m := map[string]string{"max_file_bytes": strconv.FormatInt(o.maxFileBytes(), 10)}
	if o.Files.Prefix != "" {
		m["path"] = o.Files.Prefix
	}
	for name, list := range map[string][]string{"include": o.Files.Include, "exclude": o.Files.Exclude, "languages": o.Languages} {
		if len(list) > 0 {
			m[name] = strings.Join(list, "\n")
		}
	}
	if o.Artifacts == TablesOnly {
		m["artifacts"] = "tables"
	}
	if o.IgnoreScip {
		m["scip"] = "off"
	}
	return m
}

// WalkOptions reads back from a manifest how its walk was narrowed.
func WalkOptions(options map[string]string) walk.Options {
	o := walk.Options{Prefix: options["path"]}
	if v := options["include"]; v != "" {
		o.Include = strings.Split(v, "\n")
	}
	if v := options["exclude"]; v != "" {
		o.Exclude = strings.Split(v, "\n")
	}
	return o
}

// snapshotID digests everything that output bytes depend on.
func snapshotID(commit string, files []schema.File, modes []string, options map[string]string, scip []schema.Digest, version string) string {
	h := sha256.New()
	fmt.Fprintf(h, "format %d extractor %d link %d lc %s\ncommit %s\n", schema.FormatVersion, schema.ExtractorVersion, schema.LinkVersion, version, commit)
	names := make([]string, 0, len(options))
	for name := range options {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(h, "option %s=%q\n", name, options[name])
	}
	for _, d := range scip {
		fmt.Fprintf(h, "scip %s\n", d)
	}
	for i := range files {
		fmt.Fprintf(h, "%s %s %q\n", modes[i], files[i].Digest, files[i].Path)
	}
	var d schema.Digest
	h.Sum(d[:0])
	return d.String()[:32]
}

// OptionsOf returns the options under which a snapshot of the work tree was made.
func OptionsOf(m *store.Manifest) Options {
	o := Options{Files: WalkOptions(m.Options), IgnoreScip: m.Options["scip"] == "off"}
	if v := m.Options["languages"]; v != "" {
		o.Languages = strings.Split(v, "\n")
	}
	if n, err := strconv.ParseInt(m.Options["max_file_bytes"], 10, 64); err == nil {
		o.MaxFileBytes = n
	}
	if m.Options["artifacts"] == "tables" {
		o.Artifacts = TablesOnly
	}
	return o
}
