package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
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
		var want bytes.Buffer
		if err := again.Encode(&want, name); err != nil {
			return err
		}
		sum := sha256.Sum256(want.Bytes())
		if a, _ := s.manifest.Artifact(name + TableSuffix); hex.EncodeToString(sum[:]) != a.SHA256 {
			return corrupt(folder, fmt.Errorf("table %s does not follow from its rows", name))
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
