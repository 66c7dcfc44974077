package golang_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang/golang"
)

// BenchmarkExtract reads the Go files of this repository, or of the folder that
// LC_GO_CORPUS names.
func BenchmarkExtract(b *testing.B) {
	root := os.Getenv("LC_GO_CORPUS")
	if root == "" {
		root = "../../.."
	}
	var files [][]byte
	size := int64(0)
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		files = append(files, src)
		size += int64(len(src))
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, src := range files {
			if _, err := golang.Extract(src); err != nil {
				b.Fatal(err)
			}
		}
	}
}
