package memory_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/store/fsx"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

// someFacts draws facts whose cross references are in range.
func someFacts(t *rapid.T) *lang.Facts {
	n := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	word := func() string { return rapid.SampledFrom([]string{"", "a", "main", "Größe", "x\ny"}).Draw(t, "word") }
	any32 := func() int32 { return rapid.Int32().Draw(t, "any") }
	maybe := func(k int) int32 { return int32(n(k+1)) - 1 }
	f := &lang.Facts{Language: word(), Package: word(), Summary: word(), Lines: any32(), Complexity: any32(), ErrorBytes: any32(), Generated: n(2) == 1}
	symbols, refs, imports := n(5), n(8), n(4)
	for i := range symbols {
		f.Symbols = append(f.Symbols, lang.Symbol{
			Name: word(), Kind: schema.Kind(n(len(schema.KindNames()))), Parent: maybe(i), Span: lang.Span{StartLine: int32(n(99)), StartCol: any32(), EndLine: int32(n(99)), EndCol: any32()},
			NameLine: maybe(90), NameCol: maybe(90), Visibility: schema.Visibility(n(4)), Flags: schema.SymbolFlags(n(1 << 13)), Complexity: any32(),
			Signature: word(), Doc: word(), Type: maybe(refs), Init: maybe(refs), Import: maybe(imports), Arity: maybe(9),
			SignatureHash: rapid.Uint64().Draw(t, "hash"), BodyHash: uint64(n(2)),
		})
	}
	for range refs {
		base := maybe(refs)
		if base == schema.None && n(2) == 1 {
			base = lang.BaseUnknown
		}
		f.Refs = append(f.Refs, lang.Ref{
			Name: word(), Role: schema.Role(n(len(schema.RoleNames()))), Flags: lang.RefFlags(n(256)), Line: int32(n(99)), Col: int32(n(99)), EndCol: int32(n(99)),
			Encl: maybe(symbols), Base: base, Target: maybe(symbols), Args: maybe(9), Import: maybe(imports),
		})
	}
	for range imports {
		f.Imports = append(f.Imports, lang.Import{
			Line: any32(), Module: word(), Name: word(), Alias: word(), Level: any32(), Class: schema.ImportClass(n(len(schema.ImportClassNames()))), Symbol: maybe(symbols),
		})
	}
	for range n(3) {
		f.Problems = append(f.Problems, lang.Problem{Line: any32(), Reason: word(), Span: lang.Span{StartLine: any32(), StartCol: any32(), EndLine: any32(), EndCol: any32()}})
	}
	for range n(3) {
		f.Regions = append(f.Regions, lang.Region{Language: word(), Span: lang.Span{StartLine: any32(), EndLine: any32(), EndCol: any32()}, Indent: any32(), Group: any32(), Example: n(2) == 1})
	}
	return f
}

func key(i int) memory.Key {
	return memory.KeyOf(schema.Digest{byte(i), byte(i >> 8)}, "go")
}

func put(t testing.TB, dir string, fsys fsx.FS, from, to int) error {
	t.Helper()
	w, err := memory.NewWriter(dir, fsys)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := from; i < to; i++ {
		w.Put(key(i), factsOf(i))
	}
	return w.Commit()
}

func factsOf(i int) *lang.Facts {
	return &lang.Facts{Language: "go", Package: fmt.Sprint(i), Symbols: []lang.Symbol{lang.NewSymbol(fmt.Sprint("s", i), schema.KindFile)}}
}

func open(t testing.TB, dir string) *memory.Memory {
	t.Helper()
	m, err := memory.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// knows reports which of [0, n) are remembered, each with the right facts.
func knows(t testing.TB, m *memory.Memory, n int) (known []int) {
	t.Helper()
	for i := range n {
		got, ok := m.Lookup(key(i))
		if !ok {
			continue
		}
		if d := cmp.Diff(factsOf(i), got); d != "" {
			t.Errorf("facts %d mismatch (-want +got):\n%s", i, d)
		}
		known = append(known, i)
	}
	return known
}

func TestFactsSurvive(t *testing.T) {
	t.Parallel()
	root, n := t.TempDir(), 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		dir := filepath.Join(root, fmt.Sprint(n))
		want := someFacts(rt)
		w, err := memory.NewWriter(dir, storetest.FS{})
		if err != nil {
			rt.Fatal(err)
		}
		defer w.Close()
		w.Put(key(1), want)
		if err := w.Commit(); err != nil {
			rt.Fatal(err)
		}
		m, err := memory.Open(dir)
		if err != nil {
			rt.Fatal(err)
		}
		defer m.Close()
		got, ok := m.Lookup(key(1))
		if !ok {
			rt.Fatal("a miss right after Put and Commit")
		}
		if d := cmp.Diff(want, got); d != "" {
			rt.Fatalf("facts mismatch (-want +got):\n%s", d)
		}
	})
}

func TestKeyCoversLanguage(t *testing.T) {
	t.Parallel()
	var d schema.Digest
	if memory.KeyOf(d, "c") == memory.KeyOf(d, "c++") {
		t.Error("one content in two languages has one key")
	}
}

func TestEmptyMemory(t *testing.T) {
	t.Parallel()
	m := open(t, filepath.Join(t.TempDir(), "nowhere"))
	if _, ok := m.Lookup(key(1)); ok {
		t.Error("an empty memory remembers")
	}
}

// TestMerge writes more segments than may stay and loses nothing.
func TestMerge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 40 {
		if err := put(t, dir, storetest.FS{}, i, i+2); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.seg"))
	if err != nil || len(files) == 0 || len(files) > 17 {
		t.Errorf("%d segments, %v", len(files), err)
	}
	if got := knows(t, open(t, dir), 41); len(got) != 41 {
		t.Errorf("remembers %d of 41", len(got))
	}
}

// TestSameBytes puts the same facts in two orders.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	var got [2]string
	for side := range got {
		dir := t.TempDir()
		w, err := memory.NewWriter(dir, storetest.FS{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 50 {
			if side == 1 {
				i = 49 - i
			}
			w.Put(key(i), factsOf(i))
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "00000001.seg"))
		if err != nil {
			t.Fatal(err)
		}
		got[side] = string(data)
	}
	if got[0] != got[1] {
		t.Error("the order of Put shows in the segment")
	}
}

// TestDamageIsAMiss flips every byte of a segment, and cuts it everywhere: the
// facts are right or a miss.
func TestDamageIsAMiss(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := put(t, dir, storetest.FS{}, 0, 3); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "00000001.seg")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	misses := 0
	try := func(data []byte) {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := memory.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		misses += 3 - len(knows(t, m, 3))
	}
	for i := range good {
		bad := append([]byte(nil), good...)
		bad[i] ^= 0x41
		try(bad)
		try(good[:i])
	}
	if misses < 2*len(good) {
		t.Errorf("only %d misses: damage went unnoticed", misses)
	}
}

// TestFaults fails or crashes at every operation of a commit that also merges.
func TestFaults(t *testing.T) {
	t.Parallel()
	prepare := func() string {
		dir := t.TempDir()
		for i := range 16 {
			if err := put(t, dir, storetest.FS{}, i, i+1); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	count := fsx.NewFaulty(storetest.FS{}, -1, fsx.FaultError, os.Truncate)
	if err := put(t, prepare(), count, 16, 20); err != nil {
		t.Fatal(err)
	}
	if count.Ops() < 20 {
		t.Fatalf("only %d operations", count.Ops())
	}
	for _, fault := range []fsx.Fault{fsx.FaultError, fsx.FaultCrash} {
		for at := range count.Ops() {
			dir := prepare()
			err := put(t, dir, fsx.NewFaulty(storetest.FS{}, at, fault, os.Truncate), 16, 20)
			got := knows(t, open(t, dir), 20)
			if err == nil && len(got) != 20 || len(got) < 16 || got[15] != 15 {
				t.Errorf("fault %d at %d: %v, remembers %v", fault, at, err, got)
			}
			if err := put(t, dir, storetest.FS{}, 16, 20); err != nil {
				t.Errorf("fault %d at %d: the next run: %v", fault, at, err)
			}
			if got := knows(t, open(t, dir), 20); len(got) != 20 {
				t.Errorf("fault %d at %d: after the next run remembers %v", fault, at, got)
			}
		}
	}
}
