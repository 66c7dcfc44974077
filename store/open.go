package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
)

// Names inside an index folder.
const (
	CurrentFile     = "CURRENT"       // Holds the name of the snapshot that is served.
	SnapshotsFolder = "snapshots"     // Holds a folder a snapshot.
	ManifestFile    = "manifest.json" // In the folder of a snapshot.
)

// Entry is a published snapshot.
type Entry struct {
	Folder   string // Name inside SnapshotsFolder.
	Path     string
	Manifest Manifest
}

// isFolderName reports whether the folder of a snapshot may be called name: what
// begins with a dot is being written, and nothing leads out of the index.
func isFolderName(name string) bool {
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		case c == '.' && i > 0:
		default:
			return false
		}
	}
	return name != "" && len(name) <= 200
}

// Current returns the folder name of the snapshot that is served.
func Current(dir string) (string, error) {
	path := filepath.Join(dir, CurrentFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s: %w: run `lc index` to build one", dir, ErrNoIndex)
	}
	if err != nil {
		return "", fmt.Errorf("index: %w", err)
	}
	name, ok := bytes.CutSuffix(data, []byte("\n"))
	if !ok || !isFolderName(string(name)) {
		return "", corrupt(path, errors.New("it names no snapshot"))
	}
	return string(name), nil
}

// Open opens the snapshot that is served by the index in dir.
func Open(dir string) (*Snapshot, error) {
	for try := 0; ; try++ {
		name, err := Current(dir)
		if err != nil {
			return nil, err
		}
		s, err := OpenSnapshot(dir, name)
		// Between the two reads a writer may have moved on and dropped the old one.
		if errors.Is(err, ErrNoIndex) {
			if again, cerr := Current(dir); try < 3 && cerr == nil && again != name {
				continue
			}
			return nil, corrupt(filepath.Join(dir, CurrentFile), fmt.Errorf("it names snapshot %s, which is missing", name))
		}
		return s, err
	}
}

// OpenSnapshot opens one snapshot of the index in dir by its folder name.
func OpenSnapshot(dir, folder string) (*Snapshot, error) {
	if !isFolderName(folder) {
		return nil, fmt.Errorf("%s: snapshot %q: %w", dir, folder, ErrNoIndex)
	}
	return OpenFolder(filepath.Join(dir, SnapshotsFolder, folder))
}

// ReadManifest reads the manifest of the snapshot in a folder.
func ReadManifest(folder string) (Manifest, error) {
	path := filepath.Join(folder, ManifestFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%s: %w: it holds no snapshot", folder, ErrNoIndex)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("index: %w", err)
	}
	return DecodeManifest(data, path)
}

// OpenFolder opens the snapshot in a folder, wherever it lies. It checks the
// manifest, the size of every artifact, and the columns and bounds of every table;
// it reads no rows. Verify checks the rest.
func OpenFolder(folder string) (_ *Snapshot, err error) {
	m, err := ReadManifest(folder)
	if err != nil {
		return nil, err
	}
	for _, a := range m.Artifacts {
		path, err := ArtifactPath(folder, a.Name)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, corrupt(path, err)
		}
		if info.Size() != a.Bytes {
			return nil, corrupt(path, fmt.Errorf("it has %d bytes, not %d", info.Size(), a.Bytes))
		}
	}
	s := &Snapshot{manifest: m, c: newColumns()}
	var mapped []func() error
	s.unmap = func() error {
		var errs []error
		for _, unmap := range mapped {
			errs = append(errs, unmap())
		}
		return errors.Join(errs...)
	}
	defer func() {
		if err != nil {
			_ = s.unmap()
		}
	}()
	hold, err := holdFolder(folder)
	if err != nil {
		return nil, err
	}
	mapped = append(mapped, hold)
	for _, name := range tableNames {
		path := filepath.Join(folder, name+TableSuffix)
		if _, ok := m.Artifact(name + TableSuffix); !ok {
			return nil, corrupt(path, errors.New("the manifest does not list it"))
		}
		data, unmap, err := mapFile(path)
		if err != nil {
			return nil, corrupt(path, err)
		}
		mapped = append(mapped, unmap)
		rows, err := s.load(name, path, data)
		if err != nil {
			return nil, corrupt(path, err)
		}
		if want := m.Counts[name]; int64(rows) != want {
			return nil, corrupt(path, fmt.Errorf("it has %d rows, not %d", rows, want))
		}
	}
	return s, nil
}

// load takes up one table and returns how many rows it has.
func (s *Snapshot) load(name, path string, data []byte) (int, error) {
	t := s.c.table(name)
	l, err := openArrow(data, t)
	if err != nil {
		return 0, err
	}
	if name == "occurrences" {
		rows := 0
		for _, b := range l.batches {
			rows += b.rows
		}
		s.occs = &occurrenceBatches{layout: l, path: path, rows: rows, proto: s.c.occurrences, cache: make(map[int]*occurrencesTable)}
		return rows, nil
	}
	if len(l.batches) != 1 {
		return 0, fmt.Errorf("the table has %d batches, not 1", len(l.batches))
	}
	if err := loadBatch(l, 0, t, s.damaged); err != nil {
		return 0, err
	}
	return rowsOf(t), nil
}

// ArtifactPath returns where an artifact of the snapshot in folder lies. A name
// that leads out of the folder is refused.
func ArtifactPath(folder, name string) (string, error) {
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return "", corrupt(filepath.Join(folder, ManifestFile), fmt.Errorf("artifact %q lies outside the snapshot", name))
	}
	return filepath.Join(folder, local), nil
}

// List returns the published snapshots of the index in dir that this lc can read,
// by folder name.
func List(dir string) ([]Entry, error) {
	root := filepath.Join(dir, SnapshotsFolder)
	items, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	var out []Entry
	for _, item := range items {
		if !item.IsDir() || !isFolderName(item.Name()) {
			continue
		}
		path := filepath.Join(root, item.Name())
		m, err := ReadManifest(path)
		if err != nil {
			continue
		}
		out = append(out, Entry{Folder: item.Name(), Path: path, Manifest: m})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Folder < out[j].Folder })
	return out, nil
}

// FindCommit returns the clean snapshots of a commit, by folder name.
func FindCommit(dir, commit string) ([]Entry, error) {
	all, err := List(dir)
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, e := range all {
		if e.Manifest.Commit == commit && !e.Manifest.Dirty {
			out = append(out, e)
		}
	}
	return out, nil
}
