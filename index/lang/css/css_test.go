package css_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/css"
	"github.com/lc-index/lc/index/lang/langtest"
)

func language(t testing.TB, name string) lang.Language {
	t.Helper()
	for _, l := range css.Languages() {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("no language %q", name)
	return lang.Language{}
}

func extract(t testing.TB, name, src string) *lang.Facts {
	t.Helper()
	l := language(t, name)
	f, err := l.Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	return f
}

func names(f *lang.Facts) string {
	var out []string
	for i := 1; i < len(f.Symbols); i++ {
		out = append(out, f.Symbols[i].Name)
	}
	return strings.Join(out, "|")
}

func TestCSS(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, "css"), `@charset "utf-8";
@import url("base.css") screen; /* imp: base.css * */
@import "theme.css"; /* imp: theme.css * */
@layer reset, base; /* def: reset section; def: base section */
:root { /* def: :root rule */
  --main: #fff; /* def: --main variable */
  --obj: { a: b }; /* def: --obj variable */
}
.btn { /* def: .btn rule */
  color: var(--main, var(--other)); /* ref: --main read -> 6; ref: --other read -> free */
  background: url(img/a.png?v=1); /* imp: img/a.png */
  mask: url("data:image/svg+xml;x"); /* no: data */
  animation: spin 1s infinite; /* ref: spin read -> 18; no: infinite */
}
#top { } /* def: #top rule */
a:hover, ul li:not(.x, .y) { } /* def: a:hover rule */
@font-face { font-family: "x"; src: url(f.woff2) } /* imp: f.woff2 */
@keyframes spin { /* def: spin rule */
  from { a: b } to { c: d } /* no: from */
}
@layer ui { /* def: ui section */
  .card { } /* def: ui..card rule */
}
.esc\:d { } /* def: .esc\:d rule */
`)
	if got := names(f); !strings.Contains(got, "ul li:not(.x, .y)") {
		t.Errorf("a list in :not is no list of selectors: %s", got)
	}
}

func TestSCSS(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "scss"), `// Colours of the shop.
@use "sass:math"; // imp: sass:math as math
@use "lib/colors" as c; // imp: lib/colors as c; def: c import
@use "lib/all" as *; // imp: lib/all *
@forward "lib/more"; // imp: lib/more * re-export
$base: 4px !default; // def: $base variable
%placeholder { a: b } // def: %placeholder rule
@mixin box($size, $pad: $base) { // def: box macro; def: box.$size parameter; ref: $base read -> 6
  width: $size; // ref: $size read -> 8
  @content;
}
@function double($n) { // def: double function
  @return $n * 2; // ref: $n read -> 12
}
.card { // def: .card rule
  @include box(double($base)); // ref: box call -> 8; ref: double call -> 12; ref: $base read -> 6
  @extend %placeholder; // ref: %placeholder inherit -> 7
  color: c.$red; // ref: c read -> 3; ref: $red read of c
  width: math.div(1px, 2); // ref: div call of math
  height: calc(1px + #{$base}); // ref: $base read -> 6; no: calc
  &:hover { a: b } // no: &:hover
  .inner>& { a: b } // def: .card..inner>& rule
  $local: 1; // def: .card.$local local
  font: { family: x; } // no: font
  #{$base}-x: 1; // ref: $base read -> 6
  @media (min-width: $base) { a: b } // ref: $base read -> 6
  @each $k, $v in (a: 1) { .x-#{$k} { w: $v } } // ref: $k read -> 27; ref: $v read -> 27
}
`)
}

func TestLess(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "less"), `@import (reference) "a.less"; // imp: a.less *
@color: red; // def: @color variable
.mixin(@a; @b: 2) when (@a > 1) { // def: .mixin macro; def: .mixin.@a parameter
  width: @a; // ref: @a read -> 3
}
.plain { a: b } // def: .plain rule
.use { // def: .use rule
  .mixin(1; 2); // ref: .mixin call -> 3
  .plain; // ref: .plain call -> 6
  color: @color; // ref: @color read -> 2
  .@{color}-x { a: b } // ref: @color read -> 2
}
@detached: { a: b } // def: @detached variable
each(@list, {
  .x-@{value} { a: b } // ref: @value read
});
.after { a: b } // def: .after rule
`)
}

// What has no end or is no style sheet must not hide what comes after it.
func TestSheetsGoOn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		language, in string
		problems     int
	}{
		{"css", ".a { color: red\n.last { a: b }", 1},
		{"css", ".a { width: calc(1px\n}\n.last { }", 0},
		{"css", ".a { content: \"x\n}\n.last { }", 1},
		{"css", ".a { } }\n.last { }", 1},
		{"css", ".a[b=\"{\"] { c: \"}\" }\n.last { }", 0},
		{"css", "some words;\n.last { }", 1},
		{"css", "/* } */ .a { /* { */ }\r\n.last { }", 0},
		{"css", "<!-- .last { } -->", 0},
		{"scss", ".a { // don't }\n}\n.last { }", 0},
		{"scss", "@if $a == b { .x { } } @else if $c { }\n.last { }", 0},
		{"less", ".a when (default()) { }\n.last { }", 0},
		{"css", ".日本 { }\n.last { }", 0},
	} {
		f := extract(t, tc.language, tc.in)
		if !strings.Contains(names(f), ".last") || len(f.Problems) != tc.problems {
			t.Errorf("%q: symbols %s, problems %v", tc.in, names(f), f.Problems)
		}
	}
}

func TestSpans(t *testing.T) {
	t.Parallel()
	f := extract(t, "css", "/* Theme. */\n.a,\n.b {\n  x: y;\n}\n.c{}\n")
	var got []string
	for _, s := range f.Symbols[1:] {
		got = append(got, fmt.Sprintf("%s %d:%d name %d:%d end %d:%d", s.Name, s.Span.StartLine, s.Span.StartCol, s.NameLine, s.NameCol, s.Span.EndLine, s.Span.EndCol))
	}
	want := []string{".a 2:0 name 2:0 end 5:1", ".b 2:0 name 3:0 end 5:1", ".c 6:0 name 6:0 end 6:4"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("spans mismatch (-want +got):\n%s", d)
	}
	if f.Summary != "Theme." {
		t.Errorf("summary = %q", f.Summary)
	}
	other := extract(t, "css", "/* Theme. */\n.a,\n.b {\n  x: z;\n}\n.c{}\n")
	if f.Symbols[1].BodyHash == other.Symbols[1].BodyHash || f.Symbols[3].BodyHash != other.Symbols[3].BodyHash {
		t.Error("an edit of a rule must change its hash alone")
	}
}

func TestHostileSheetsEndSoon(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"css", "scss", "less"} {
		for _, unit := range []string{"{", "}", "(", "a{", ".a,", "\"", "/*", "@media ", "#{", "@{", "url(", "$a:", "--a:{", ".a{b:c}", "@include a(", "var(--", "\\", ":not(", "@import \"", "//\n", ".a(", "@x:{"} {
			began := time.Now()
			extract(t, name, strings.Repeat(unit, 100_000/len(unit)))
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s %q took %s", name, unit, took)
			}
		}
	}
}

// FuzzExtract holds that any bytes give consistent facts in every language.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"@import url(a.css);\n.a:not(.b, #c) > d { --x: var(--y); animation: e 1s }\n@keyframes e { from { } }", "@use 'a' as b; @mixin c($d: 1) { .e#{$d} { @include b.c; @extend %f } }",
		"@a: 1; .b(@c; @d) when (@c) { .e; w: @@f } each(g, { })", "\xff{\x00}(\"\\", "@layer a, b.c { } @media ( { --x: { } ",
	} {
		f.Add([]byte(seed))
	}
	languages := css.Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for i := range languages {
			facts, err := languages[i].Extract(src)
			if err != nil {
				t.Fatal(err)
			}
			if err := langtest.Consistent(facts); err != nil {
				t.Error(err)
			}
		}
	})
}
