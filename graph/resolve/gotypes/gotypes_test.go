package gotypes_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/gotypes"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/store/schema"
)

// input makes an input of an archive.
func input(t *testing.T, ar *txtar.Archive) *link.Input {
	t.Helper()
	sort.Slice(ar.Files, func(i, j int) bool { return ar.Files[i].Name < ar.Files[j].Name })
	in := &link.Input{Workers: 1}
	for i, f := range ar.Files {
		file := link.File{ID: schema.FileID(i), Path: f.Name, Digest: sha256.Sum256(f.Data)}
		if strings.HasSuffix(f.Name, ".go") {
			var err error
			file.Language, file.Test = "go", golang.IsTestPath(f.Name)
			if file.Facts, err = golang.Extract(f.Data); err != nil {
				t.Fatal(err)
			}
		}
		in.Files = append(in.Files, file)
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return ar.Files[id].Data, nil }
	return in
}

func run(t *testing.T, in *link.Input, opts gotypes.Options) *link.Output {
	t.Helper()
	out := link.NewOutput(in)
	if err := gotypes.New(opts).Link(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func archive(t *testing.T) *txtar.Archive {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/link.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return ar
}

// place writes a target as PATH:LINE, PATH for a file.
func place(in *link.Input, t link.Target) string {
	if t.Symbol == 0 {
		return in.Files[t.File].Path
	}
	s := in.Files[t.File].Facts.Symbols[t.Symbol]
	return fmt.Sprintf("%s:%d", in.Files[t.File].Path, max(s.NameLine, s.Span.StartLine))
}

func state(in *link.Input, res link.Resolution) string {
	arrow := "->"
	if res.Confidence <= .5 && res.Resolved() {
		arrow = "~"
	}
	switch {
	case res.Resolved():
		s := arrow + " " + place(in, res.Target)
		for i, m := range res.More {
			if i == 0 {
				s += " +"
			}
			s += " " + place(in, m.Target)
		}
		return s
	case res.External != "":
		return "-> external " + res.External
	}
	return "-> none"
}

var (
	linkNote = regexp.MustCompile(`link: (\w+) ((?:->|~) [^;]+)`)
	relNote  = regexp.MustCompile(`rel: (\w+) (\S+)`)
)

func TestLink(t *testing.T) {
	t.Parallel()
	ar := archive(t)
	in := input(t, ar)
	out := run(t, in, gotypes.Options{})
	checked := 0
	for f := range in.Files {
		for n, line := range strings.Split(string(ar.Files[f].Data), "\n") {
			for _, m := range linkNote.FindAllStringSubmatch(line, -1) {
				checked++
				want, got := strings.TrimSpace(m[2]), map[string]bool{}
				for r := range out.Refs[f] {
					ref := &in.Files[f].Facts.Refs[r]
					if int(ref.Line) == n+1 && ref.Name == m[1] {
						got[state(in, out.Refs[f][r])] = true
					}
				}
				if !got[want] {
					t.Errorf("%s:%d: %s: got %v, want %q", in.Files[f].Path, n+1, m[1], got, want)
				}
			}
			for _, m := range relNote.FindAllStringSubmatch(line, -1) {
				checked++
				here, found := fmt.Sprintf("%s:%d", in.Files[f].Path, n+1), false
				for _, r := range out.Relations {
					found = found || place(in, r.Source) == here && place(in, r.Target) == m[2] && r.Kind.String() == m[1]
				}
				if !found {
					t.Errorf("%s: no relation %s to %s", here, m[1], m[2])
				}
			}
		}
	}
	if checked < 40 {
		t.Errorf("%d notes checked, want more", checked)
	}
	for f, want := range map[string]string{"a/a.go": "example.com/m/a", "a/a_test.go": "example.com/m/a", "a/x_test.go": "example.com/m/a_test", "tags/gen.go": "example.com/m/tags", "local/x/x.go": "example.com/m/local/x", "nested/p/p.go": "example.com/m/nested/p"} {
		for i := range in.Files {
			if in.Files[i].Path == f && out.Packages[i] != want {
				t.Errorf("package of %s: got %q, want %q", f, out.Packages[i], want)
			}
		}
	}
}

// memory is a cache that counts.
type memory struct {
	mu         sync.Mutex // Guards all below.
	m          map[schema.Digest][]byte
	hits, puts int
}

func (c *memory) Get(k schema.Digest) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[k]
	if ok {
		c.hits++
	}
	return v, ok
}

func (c *memory) Put(k schema.Digest, v []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m == nil {
		c.m = map[schema.Digest][]byte{}
	}
	c.m[k] = v
	c.puts++
}

func TestLink_WorkersAndCacheChangeNothing(t *testing.T) {
	t.Parallel()
	ar := archive(t)
	in := input(t, ar)
	want := run(t, in, gotypes.Options{})
	check := func(name string, got *link.Output) {
		t.Helper()
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	in.Workers = 4
	check("four workers", run(t, in, gotypes.Options{}))
	cache := &memory{}
	check("cold cache", run(t, in, gotypes.Options{Cache: cache}))
	units := cache.puts
	check("warm cache", run(t, in, gotypes.Options{Cache: cache}))
	if cache.hits != units || cache.puts != units || units < 10 {
		t.Errorf("warm run: %d hits and %d puts of %d units", cache.hits, cache.puts-units, units)
	}
	for k, v := range cache.m {
		v = append([]byte(nil), v...)
		v[len(v)/2] ^= 0x40
		cache.m[k] = v
	}
	cache.puts = 0
	check("corrupt cache", run(t, in, gotypes.Options{Cache: cache}))
	if cache.puts != units {
		t.Errorf("corrupt entries: %d put again, want %d", cache.puts, units)
	}
}

// edits change one file each; the cached link must equal a clean one, and check
// no more units than depend on the edit.
func TestLink_IncrementalEqualsClean(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, file, old, new string
		checked              int
	}{
		{"comment in a leaf", "a/other.go", "package a", "// Comment.\n\npackage a", 3},
		{"comment below", "dot/dot.go", "func Dotted", "// Comment.\nfunc Dotted", 4},
		{"new use of an external type", "tags/tags.go", "package tags", "package tags\n\nimport \"github.com/ext/lib\"\n\nvar _ lib.Other", 1},
		{"test", "a/a_test.go", "helper()", "helper(); helper()", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			cache := &memory{}
			run(t, input(t, archive(t)), gotypes.Options{Cache: cache})
			cache.puts = 0
			ar := archive(t)
			for i := range ar.Files {
				if ar.Files[i].Name == tc.file {
					ar.Files[i].Data = []byte(strings.Replace(string(ar.Files[i].Data), tc.old, tc.new, 1))
				}
			}
			in := input(t, ar)
			got, want := run(t, in, gotypes.Options{Cache: cache}), run(t, in, gotypes.Options{})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("incremental (-clean +incremental):\n%s", d)
			}
			if cache.puts != tc.checked {
				t.Errorf("checked %d units, want %d", cache.puts, tc.checked)
			}
		})
	}
}

func TestLink_NoGo(t *testing.T) {
	t.Parallel()
	in := input(t, txtar.Parse([]byte("-- README.md --\nhello\n")))
	if out := run(t, in, gotypes.Options{}); len(out.Relations)+len(out.Problems) != 0 {
		t.Errorf("got %v", out)
	}
}

func TestLink_BrokenManifest(t *testing.T) {
	t.Parallel()
	in := input(t, txtar.Parse([]byte("-- go.mod --\nmodule\n-- go.work --\n}{\n-- a.go --\npackage a\n\nfunc F() { G() }\n\nfunc G() {}\n")))
	out := run(t, in, gotypes.Options{})
	if len(out.Problems) != 2 {
		t.Errorf("problems: got %v, want two", out.Problems)
	}
	if got := state(in, out.Refs[0][0]); got != "-> a.go:5" {
		t.Errorf("G: got %s", got)
	}
}

// constant answers every key with the same value.
type constant []byte

func (c constant) Get(schema.Digest) ([]byte, bool) { return c, true }
func (c constant) Put(schema.Digest, []byte)        {}

// FuzzCacheEntry gives the linker any bytes, with a right checksum, as the cached
// result of every unit: whatever it makes of them lies inside the snapshot.
func FuzzCacheEntry(f *testing.F) {
	const files = "-- go.mod --\nmodule m\n-- a.go --\npackage a\n\ntype I interface{ F() }\n\ntype T struct{}\n\nfunc (T) F() { G() }\n\nfunc G() { var i I = T{}; i.F() }\n"
	make := func(t testing.TB) *link.Input {
		ar := txtar.Parse([]byte(files))
		in := &link.Input{Workers: 1, Content: func(id schema.FileID) ([]byte, error) { return ar.Files[id].Data, nil }}
		for i, file := range ar.Files {
			lf := link.File{ID: schema.FileID(i), Path: file.Name, Digest: sha256.Sum256(file.Data)}
			if strings.HasSuffix(file.Name, ".go") {
				lf.Language = "go"
				lf.Facts, _ = golang.Extract(file.Data)
			}
			in.Files = append(in.Files, lf)
		}
		return in
	}
	cache := &memory{}
	in := make(f)
	if err := gotypes.New(gotypes.Options{Cache: cache}).Link(f.Context(), in, link.NewOutput(in)); err != nil {
		f.Fatal(err)
	}
	for _, v := range cache.m {
		f.Add(v[:len(v)-8])
	}
	f.Add([]byte{1, 0, 1, 0})
	f.Fuzz(func(t *testing.T, body []byte) {
		sum := sha256.Sum256(body)
		in := make(t)
		out := link.NewOutput(in)
		value := append(append([]byte(nil), body...), sum[:8]...)
		if err := gotypes.New(gotypes.Options{Cache: constant(value)}).Link(t.Context(), in, out); err != nil {
			t.Fatal(err)
		}
		for i := range out.Refs {
			for _, res := range out.Refs[i] {
				if to := res.Target; to.File != schema.None && int(to.Symbol) >= len(in.Files[to.File].Facts.Symbols) {
					t.Errorf("target %v is outside of the snapshot", to)
				}
			}
		}
	})
}
