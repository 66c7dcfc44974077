package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

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
	Digest       string            `json:"digest"`       // SHA-256 of this file with this value as 64 zeros. Set by EncodeManifest.
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

// Artifact returns the artifact called name.
func (m *Manifest) Artifact(name string) (Artifact, bool) {
	for _, a := range m.Artifacts {
		if a.Name == name {
			return a, true
		}
	}
	return Artifact{}, false
}

var noDigest = strings.Repeat("0", 2*sha256.Size)

// EncodeManifest returns the bytes of manifest.json.
func EncodeManifest(m Manifest) ([]byte, error) {
	m.Digest = noDigest
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	data = append(data, '\n')
	sum := sha256.Sum256(data)
	at := bytes.LastIndex(data, []byte(noDigest))
	copy(data[at:], hex.EncodeToString(sum[:]))
	return data, nil
}

// DecodeManifest reads what EncodeManifest wrote; path is for messages. The error
// is a *FormatError for another format and ErrCorrupt for anything else.
func DecodeManifest(data []byte, path string) (Manifest, error) {
	var head struct{ Format *int }
	if err := json.Unmarshal(data, &head); err != nil {
		return Manifest{}, corrupt(path, err)
	}
	if head.Format == nil {
		return Manifest{}, corrupt(path, errors.New("it names no format"))
	}
	if *head.Format != schema.FormatVersion {
		return Manifest{}, &FormatError{Path: path, Have: *head.Format, Want: schema.FormatVersion}
	}
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}, corrupt(path, err)
	}
	at := bytes.LastIndex(data, []byte(m.Digest))
	if len(m.Digest) != len(noDigest) || at < 0 {
		return Manifest{}, corrupt(path, errors.New("it has no digest"))
	}
	plain := bytes.Clone(data)
	copy(plain[at:], noDigest)
	if sum := sha256.Sum256(plain); hex.EncodeToString(sum[:]) != m.Digest {
		return Manifest{}, corrupt(path, errors.New("its digest does not match"))
	}
	return m, nil
}
