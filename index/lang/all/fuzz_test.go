package all_test

import (
	"testing"
	"unicode/utf8"

	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/langtest"
)

// FuzzExtract feeds any text to any language: facts stay consistent, nothing panics.
func FuzzExtract(f *testing.F) {
	registry := all.Registry()
	names := registry.Names()
	for i := range names {
		f.Add(uint8(i), "class A { f(x: B[]) { return x.map((y) => y.z()) } }\n")
		f.Add(uint8(i), "def f(x: 'A', *y): return [z.w for z in x if (q := z)]\n")
		f.Add(uint8(i), "#define F(x) {\nstruct s { int a; } *p;\nfn main() { let x = y!(z); }\n")
		f.Add(uint8(i), "package p\nfunc (r *T) m() (x int) { return r.a.b().c[0] }\n")
	}
	f.Fuzz(func(t *testing.T, language uint8, src string) {
		if !utf8.ValidString(src) || len(src) > 1<<16 {
			t.Skip() // Extractors get valid UTF-8 only.
		}
		name := names[int(language)%len(names)]
		facts, err := registry.Lookup(name).Extract([]byte(src))
		if err != nil {
			return
		}
		if err := langtest.Consistent(facts); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	})
}
