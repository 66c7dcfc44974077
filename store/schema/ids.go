package schema

import (
	"encoding/hex"
	"fmt"
)

// FileID is the dense index of a file in one snapshot: the row of the files
// table. Files are ordered by path, so ids ascend with paths.
type FileID int32

// SymbolID is the dense index of a symbol in one snapshot: the row of the
// symbols table. Symbols are ordered by file, then by start, outer before inner.
// It is not stable across snapshots; Symbol.ScipSymbol is.
type SymbolID int32

// None marks the absence of an id, a line or a column in any row.
const None = -1

// Digest is a SHA-256 of file content or of an artifact.
type Digest [32]byte

// String returns the digest in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// IsZero reports whether d was never set.
func (d Digest) IsZero() bool { return d == Digest{} }

// ParseDigest reads what String wrote.
func ParseDigest(s string) (Digest, error) {
	var d Digest
	if len(s) != 2*len(d) {
		return d, fmt.Errorf("digest %q: want %d hexadecimal digits", s, 2*len(d))
	}
	if _, err := hex.Decode(d[:], []byte(s)); err != nil {
		return d, fmt.Errorf("digest %q: %w", s, err)
	}
	return d, nil
}
