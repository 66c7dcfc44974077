package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
)

// Verify proves that the snapshot in a folder is what was published: it hashes
// every artifact, reads every row, checks order and references, and derives every
// stored order and offset again. The error is ErrCorrupt, ErrFormat or ErrNoIndex.
func Verify(folder string) error {
	s, err := OpenFolder(folder)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.hashes(folder); err != nil {
		return err
	}
	rows, err := s.Rows()
	if err != nil {
		return err
	}
	if err := Check(rows); err != nil {
		return corrupt(folder, err)
	}
	again, err := ColumnsOf(rows)
	if err != nil {
		return corrupt(folder, err)
	}
	for _, name := range tableNames {
		have, want := s.c.table(name).fields(), again.table(name).fields()
		for i, f := range have {
			if !isInternal(f.name) {
				continue
			}
			if !slices.Equal(f.col.(*numbers[int32]).all(), want[i].col.(*numbers[int32]).all()) {
				return corrupt(folder, fmt.Errorf("column %s of table %s does not follow from the rows", f.name, name))
			}
		}
	}
	return nil
}

// Intact proves that the snapshot in a folder opens and that every artifact has the
// bytes that were published; unlike Verify it reads no rows. A writer asks this
// before it serves a snapshot again that is there already.
func Intact(folder string) error {
	s, err := OpenFolder(folder)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.hashes(folder)
}

func (s *Snapshot) hashes(folder string) error {
	for _, a := range s.manifest.Artifacts {
		path, err := ArtifactPath(folder, a.Name)
		if err != nil {
			return err
		}
		sum, err := hashFile(path)
		if err != nil {
			return corrupt(path, err)
		}
		if sum != a.SHA256 {
			return corrupt(path, fmt.Errorf("its digest is %s, not %s", sum, a.SHA256))
		}
	}
	return nil
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
