package text

// Internal: the walker is an algorithm behind Search whose slow obvious twin is
// Go's regexp, with which it must agree on ASCII text.

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWalkerAgreesWithRegexpOnASCII(t *testing.T) {
	t.Parallel()
	atom := rapid.SampledFrom([]string{"a", "b", "ab", ".", `\b`, `\B`, "^", "$", "[ab]", "[^a]", `\w`, `\s`, "(?i:A)", "(a|ab)", "(b|)"})
	repeat := rapid.SampledFrom([]string{"", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,2}"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 5).Draw(t, "atoms") {
			piece := atom.Draw(t, "atom")
			r := repeat.Draw(t, "repeat")
			if r != "" {
				piece = "(?:" + piece + ")" + r
			}
			b.WriteString(piece)
			if rapid.IntRange(0, 5).Draw(t, "alternate") == 0 {
				b.WriteString("|")
			}
		}
		text := []byte(rapid.StringOf(rapid.SampledFrom([]rune("aAb \n_"))).Draw(t, "text"))
		tree, err := syntax.Parse(b.String(), syntax.Perl&^syntax.OneLine)
		if err != nil {
			t.Skip(err)
		}
		prog, err := syntax.Compile(tree.Simplify())
		if err != nil {
			t.Skip(err)
		}
		want := regexp.MustCompile(tree.String()).FindAllIndex(text, -1)
		got := walkAll(prog, text, -1)
		if len(got) != len(want) {
			t.Fatalf("%q in %q: %v, want %v", b.String(), text, got, want)
		}
		for i := range got {
			if got[i][0] != want[i][0] || got[i][1] != want[i][1] {
				t.Fatalf("%q in %q: %v, want %v", b.String(), text, got, want)
			}
		}
	})
}

// FuzzPattern: no pattern panics, and in ASCII text the inner literal, the
// batches and the trigram condition lose no line that the plain regexp finds.
func FuzzPattern(f *testing.F) {
	f.Add(`(?i)foo\s+\w*bar`, "a foo bar\nFOO  xbar\n")
	f.Add(`[^\W\d]\b|x{2,}$`, "xx\nab1\n")
	f.Add(`\p{Greek}|\u{41}+?`, "AA\n")
	f.Fuzz(func(t *testing.T, pattern, content string) {
		if !isASCII([]byte(content)) || len(content) > 4096 {
			return
		}
		m, err := newMatcher(&Query{Pattern: pattern, Regex: true})
		if err != nil || m.multiline {
			return
		}
		want := 0
		for _, line := range strings.SplitAfter(content, "\n") {
			if line != "" && m.narrow.MatchString(strings.TrimSuffix(line, "\n")) {
				want++
			}
		}
		if got := m.scan(t.Context(), []byte(content), nil, false).count.Lines; got != want {
			t.Fatalf("%q in %q: %d lines, want %d", pattern, content, got, want)
		}
	})
}
