package java_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/java"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func extract(t *testing.T, src string) *lang.Facts {
	t.Helper()
	facts, err := java.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

func fixture(t *testing.T) *lang.Facts {
	t.Helper()
	src, err := os.ReadFile("testdata/Shop.java")
	if err != nil {
		t.Fatal(err)
	}
	return extract(t, string(src))
}

func qualified(f *lang.Facts, i int32) string {
	var parts []string
	for ; i > 0; i = f.Symbols[i].Parent {
		parts = append([]string{f.Symbols[i].Name}, parts...)
	}
	return strings.Join(parts, ".")
}

func TestOutline(t *testing.T) {
	t.Parallel()
	f := fixture(t)
	var got []string
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if i > 0 && !s.Kind.IsLocal() {
			got = append(got, fmt.Sprintf("%d %s %s %s %s", s.NameLine, s.Kind, qualified(f, int32(i)), s.Visibility, strings.Join(s.Flags.Names(), "+")))
		}
	}
	want := []string{
		"8 class Shop public test+exported+deprecated+decorated",
		"9 field Shop.rate private ",
		"9 field Shop.extra private ",
		"10 constant Shop.NAME public exported+static",
		"12 enum Shop.State internal exported+static",
		"12 enum-member Shop.State.OPEN public exported+static",
		"12 enum-member Shop.State.SHUT public exported+static",
		"12 method Shop.State.SHUT.code internal exported",
		"12 constructor Shop.State.State internal exported",
		"12 method Shop.State.code internal exported",
		"14 class Shop.Sale internal exported+static",
		"14 field Shop.Sale.item public exported",
		"14 field Shop.Sale.count public exported",
		"14 constructor Shop.Sale.Sale internal exported",
		"16 interface Shop.Listener internal exported+static",
		"16 method Shop.Listener.sold public exported+abstract",
		"18 constructor Shop.Shop internal exported",
		"20 constructor Shop.Shop internal exported",
		"23 method Shop.sell protected exported+decorated+override",
		"-1 class Shop.sell.$Listener private synthetic",
		"29 method Shop.sell.$Listener.sold public exported",
		"34 method Shop.main public entry+exported+static",
		"36 method Shop.sells internal test+exported+decorated",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("outline mismatch (-want +got):\n%s", d)
	}
	if f.Package != "shop.core" || f.Summary != "Sells things." {
		t.Errorf("package %q, summary %q", f.Package, f.Summary)
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "sell" {
			if want := "protected List<T> sell(final Item item, T... more) throws IOException"; s.Signature != want {
				t.Errorf("signature = %q, want %q", s.Signature, want)
			}
			if s.Complexity != 5 || s.Arity != schema.None {
				t.Errorf("complexity %d, arity %d, want 5 and none", s.Complexity, s.Arity)
			}
		}
	}
}

// TestReferences states for every reference of some lines: role, name, the
// reference it is a member of, and what the file's own scopes bind it to.
func TestReferences(t *testing.T) {
	t.Parallel()
	f := fixture(t)
	show := func(r *lang.Ref) string {
		s := r.Role.String() + " " + r.Name
		switch {
		case r.Base >= 0:
			s += " of " + f.Refs[r.Base].Name
		case r.Base == lang.BaseUnknown:
			s += " of ?"
		}
		if r.Target >= 0 {
			s += fmt.Sprintf(" -> %s:%d", f.Symbols[r.Target].Kind, f.Symbols[r.Target].NameLine)
		}
		return s
	}
	for _, tc := range []struct {
		line int32
		want []string
	}{
		{4, []string{"import round -> import:4"}},
		{7, []string{"decorate Deprecated"}},
		{8, []string{"type Item", "inherit Base", "inherit Open", "type Net", "inherit Peer of Net"}},
		{9, []string{"call tax"}},
		{18, []string{"call this"}},
		{20, []string{"call super", "read n -> parameter:20", "read this", "write seen of this", "read n -> parameter:20"}},
		{24, []string{"read item -> parameter:23", "type Book", "read book -> local:24", "call isOpen of book"}},
		{25, []string{"read book -> local:24", "call read of book"}},
		{27, []string{"type T -> type-parameter:8", "read more -> parameter:23", "read one -> local:27", "call pack of one"}},
		{28, []string{"read state", "read OPEN of state"}},
		{29, []string{"type Listener -> interface:16", "call Listener -> interface:16", "inherit Listener -> interface:16", "type Item", "call round", "read i -> parameter:29", "call price of i", "read Shop -> class:8", "read this of Shop", "write seen of this"}},
		{30, []string{"call run", "read item -> parameter:23", "call pack of item"}},
		{31, []string{"type Shop -> class:8", "type T -> type-parameter:8", "read other", "call sell of Shop", "read item -> parameter:23", "call subList of sell", "read rate -> field:9"}},
	} {
		var got []string
		for i := range f.Refs {
			if f.Refs[i].Line == tc.line {
				got = append(got, show(&f.Refs[i]))
			}
		}
		if d := cmp.Diff(tc.want, got); d != "" {
			t.Errorf("line %d mismatch (-want +got):\n%s", tc.line, d)
		}
	}
}

func TestBodyAndSignatureHashes(t *testing.T) {
	t.Parallel()
	hashes := func(src string) map[string][2]uint64 {
		f := extract(t, src)
		out := make(map[string][2]uint64)
		for i := range f.Symbols {
			out[f.Symbols[i].Name] = [2]uint64{f.Symbols[i].SignatureHash, f.Symbols[i].BodyHash}
		}
		return out
	}
	base := hashes("class A { int f(int x) { return x; } }")
	body := hashes("class A { int f(int x) { return x + 1; } }")
	sig := hashes("class A { int f(long x) { return x; } }")
	if body["f"][0] != base["f"][0] || body["f"][1] == base["f"][1] {
		t.Errorf("a body edit must change the body hash alone")
	}
	if sig["f"][0] == base["f"][0] || sig["f"][1] != base["f"][1] {
		t.Errorf("a signature edit must change the signature hash alone")
	}
	if body["A"] != base["A"] {
		t.Errorf("the edit of a method changed its class")
	}
}

func TestBrokenAndEmptyFiles(t *testing.T) {
	t.Parallel()
	f := extract(t, "class A { void f( { } int g() { return 1; }\n")
	if len(f.Problems) == 0 {
		t.Errorf("a broken file has no problems")
	}
	found := false
	for i := range f.Symbols {
		found = found || f.Symbols[i].Name == "g"
	}
	if !found {
		t.Errorf("the method after the error is lost")
	}
	if f := extract(t, ""); len(f.Symbols) != 1 || len(f.Refs) != 0 {
		t.Errorf("empty file: %d symbols, %d refs", len(f.Symbols), len(f.Refs))
	}
	extract(t, "class A { String s = "+strings.Repeat("(", 30000)+"1"+strings.Repeat(")", 30000)+"; }")
}

func TestTestPaths(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"core/src/test/java/a/Helper.java": true, "core/src/main/java/a/B.java": false, "a/ShopTest.java": true,
		"a/TestShop.java": true, "a/Testing.java": false, "a/Contest.java": false,
	} {
		if got := java.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}

func TestFactsAreConsistent(t *testing.T) {
	t.Parallel()
	if err := langtest.Consistent(fixture(t)); err != nil {
		t.Error(err)
	}
}

// FuzzExtract holds that any bytes give consistent facts.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"package a; enum E { A(1) { void f() {} }; } record R(int x) { R {} }", "class A<T extends B> { T[] x = new T[]{}; void f() { for (var y : x) y.z(); } }",
		"class A { String s = ", "import static a.*; @X(y = {@Z}) interface I {", "\xff\x00class",
	} {
		f.Add([]byte(seed))
	}
	language := java.Languages()[0]
	f.Fuzz(func(t *testing.T, src []byte) {
		facts, err := language.Extract(src)
		if err != nil {
			return // Nothing could be read.
		}
		if err := langtest.Consistent(facts); err != nil {
			t.Error(err)
		}
	})
}
