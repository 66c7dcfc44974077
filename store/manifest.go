package store

import "github.com/lc-index/lc/store/schema"

// Manifest describes a snapshot. It holds no clock, host name or absolute path.
type Manifest struct {
	Format       int               `json:"format"`
	Extractor    int               `json:"extractor"`
	Link         int               `json:"link"`
	LcVersion    string            `json:"lc_version"`
	Snapshot     string            `json:"snapshot"`   // Id: digest of the file list, options and versions.
	Repository   string            `json:"repository"` // Root commit, or "" when there is none.
	Commit       string            `json:"commit"`     // Commit that was checked out or asked for; "" before the first commit.
	Tree         string            `json:"tree"`
	Dirty        bool              `json:"dirty"` // The files differ from Commit.
	DirtyPaths   []string          `json:"dirty_paths,omitempty"`
	Shallow      bool              `json:"shallow,omitempty"`
	Options      map[string]string `json:"options,omitempty"` // Those that change output bytes.
	Counts       map[string]int64  `json:"counts"`            // Rows by table.
	Artifacts    []Artifact        `json:"artifacts"`
	Indexers     []Indexer         `json:"indexers,omitempty"`
	Coverage     []schema.Coverage `json:"coverage"`
	Reproducible bool              `json:"reproducible"` // False when a wall-clock limit cut something.
}

// Artifact is one file of the snapshot.
type Artifact struct {
	Name   string `json:"name"` // Path inside the snapshot folder.
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// Indexer is a SCIP index that was merged.
type Indexer struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Path     string `json:"path"` // Where the index was read, repository-relative or base name.
	Accepted int    `json:"accepted_documents"`
	Refused  int    `json:"refused_documents"`
}
