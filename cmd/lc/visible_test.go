package main

import "testing"

// The function is not exported, hence the internal test.
func TestVisible(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, in, want string }{
		{"plain", "func f() {\n\treturn\n}", "func f() {\n\treturn\n}"},
		{"other scripts", "naïve 日本語 🚀", "naïve 日本語 🚀"},
		{"terminal escape", "a\x1b[31mred\x07", `a\x1b[31mred\x07`},
		{"C1 escape", "a\u009b2J", `a\u009b2J`},
		{"bidi", "if \u202eadmin\u2066", `if \u202eadmin\u2066`},
		{"lone carriage return", "good\rbad\x7f", `good\rbad\x7f`},
		{"not UTF-8", "caf\xe9\xff", `caf\xe9\xff`},
		{"a real replacement character", "a\ufffdb", "a\ufffdb"},
	} {
		if got := visible(tc.in); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}
