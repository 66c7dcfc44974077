package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
)

func TestOIDs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sha1, sha256 := strings.Repeat("ab", 20), strings.Repeat("ab", 32)
	want := memory.Blob{Digest: schema.Digest{1, 2}, Bytes: 7, Lines: 2, Text: true}
	o := memory.OpenOIDs(dir)
	o.Put(sha1, want)
	o.Put(sha256, memory.Blob{Bytes: 1})
	o.Put("no id", want)
	if err := o.Commit(fsx.OS{}); err != nil {
		t.Fatal(err)
	}
	o = memory.OpenOIDs(dir)
	if got, ok := o.Lookup(sha1); !ok || got != want {
		t.Errorf("got %+v, %t", got, ok)
	}
	if got, ok := o.Lookup(sha256); !ok || got.Bytes != 1 {
		t.Errorf("got %+v, %t", got, ok)
	}
	for _, id := range []string{"no id", "", strings.Repeat("cd", 20)} {
		if _, ok := o.Lookup(id); ok {
			t.Errorf("Lookup(%q) found something", id)
		}
	}
	path := filepath.Join(dir, "oids")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[50] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok := memory.OpenOIDs(dir).Lookup(sha1); ok {
		t.Error("a damaged cache was believed")
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	start := time.Unix(1000, 0)
	old := memory.FileState{Bytes: 3, MtimeNS: start.Add(-time.Hour).UnixNano(), Inode: 5}
	blob := memory.Blob{Bytes: 3, Text: true}
	for _, tc := range []struct {
		name string
		put  memory.FileState
		ask  memory.FileState
		want bool
	}{
		{"untouched", old, old, true},
		{"other size", old, memory.FileState{Bytes: 4, MtimeNS: old.MtimeNS, Inode: 5}, false},
		{"other time", old, memory.FileState{Bytes: 3, MtimeNS: old.MtimeNS + 1, Inode: 5}, false},
		{"other inode", old, memory.FileState{Bytes: 3, MtimeNS: old.MtimeNS, Inode: 6}, false},
		{"written just before the run", memory.FileState{Bytes: 3, MtimeNS: start.Add(-time.Second).UnixNano()}, memory.FileState{Bytes: 3, MtimeNS: start.Add(-time.Second).UnixNano()}, false},
		{"renamed just before the run", memory.FileState{Bytes: 3, MtimeNS: old.MtimeNS, CtimeNS: start.UnixNano()}, memory.FileState{Bytes: 3, MtimeNS: old.MtimeNS, CtimeNS: start.UnixNano()}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := memory.OpenStats(dir, start)
			s.Put("a/b", tc.put, blob)
			if err := s.Commit(fsx.OS{}); err != nil {
				t.Fatal(err)
			}
			got, ok := memory.OpenStats(dir, start.Add(time.Hour)).Lookup("a/b", tc.ask)
			if ok != tc.want || ok && got != blob {
				t.Errorf("got %+v, %t; want %t", got, ok, tc.want)
			}
		})
	}
}

// TestStatsSeeWrites rewrites a real file with the same size.
func TestStatsSeeWrites(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("two"), 0o644); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if memory.StateOf(before) == memory.StateOf(after) {
		t.Error("a rewritten file looks untouched")
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two := schema.Digest{1}, schema.Digest{2}
	value := []byte(strings.Repeat("value", 1000))
	l := memory.OpenLinks(dir)
	l.Put(one, value)
	l.Put(two, nil)
	if err := l.Commit(fsx.OS{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "links")
	data, err := os.ReadFile(path)
	if err != nil || len(data) > len(value)/4 {
		t.Errorf("%d bytes kept for %d, %v", len(data), len(value), err)
	}
	l = memory.OpenLinks(dir)
	if got, ok := l.Get(one); !ok || string(got) != string(value) {
		t.Errorf("got %d bytes, %t", len(got), ok)
	}
	if got, ok := l.Get(two); !ok || len(got) != 0 {
		t.Errorf("got %d bytes, %t", len(got), ok)
	}
	if _, ok := l.Get(schema.Digest{3}); ok {
		t.Error("found what was never put")
	}
	for i := range data {
		bad := append([]byte(nil), data...)
		bad[i] ^= 1
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := memory.OpenLinks(dir).Get(one); ok {
			t.Fatalf("byte %d: a damaged cache was believed", i)
		}
	}
}
