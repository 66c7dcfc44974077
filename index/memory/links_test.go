package memory_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

func TestLinksAreKeptAndDamageIsAMiss(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two := schema.Digest{1}, schema.Digest{2}
	l := memory.OpenLinks(dir)
	l.Put(one, []byte("first"))
	l.Put(two, nil)
	if err := l.Commit(fsx.OS{}); err != nil {
		t.Fatal(err)
	}
	again := memory.OpenLinks(dir)
	if v, ok := again.Get(one); !ok || string(v) != "first" {
		t.Errorf("first = %q, %v", v, ok)
	}
	if v, ok := again.Get(two); !ok || len(v) != 0 {
		t.Errorf("second = %q, %v", v, ok)
	}
	name := filepath.Join(dir, "links")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		broken := append([]byte(nil), data...)
		broken[i] ^= 0x40
		if err := os.WriteFile(name, broken, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := memory.OpenLinks(dir).Get(one); ok {
			t.Fatalf("byte %d was changed and the entry was still found", i)
		}
	}
}
