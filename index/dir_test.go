package index_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/git"
)

func TestDirRefusesLinksOfTheRepository(t *testing.T) {
	t.Parallel()
	for _, name := range []string{".lc", ".lc/memory", ".lc/snapshots"} {
		repo := &git.Repository{Root: t.TempDir()}
		link := filepath.Join(repo.Root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := index.Dir(repo, ""); err != nil {
			t.Errorf("without a link: %v", err)
		}
		if err := os.Symlink(t.TempDir(), link); err != nil {
			t.Fatal(err)
		}
		if dir, err := index.Dir(repo, ""); err == nil {
			t.Errorf("%s is a link, and Dir = %s", name, dir)
		}
	}
}
