package accuracy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lc-index/lc/benchmarks/accuracy"
)

func TestScan(t *testing.T) {
	t.Parallel()
	for language, c := range map[string]struct {
		text string
		want []string
	}{
		"swift":      {"public final class A: B {\n  init?(x: Int) {}\n  @objc private func f() {}\n  let g = func2()\n}", []string{"A:1", "init:2", "f:3"}},
		"scala":      {"sealed trait A\ncase class B(x: Int)\n  override def f = 1\nval x = 1", []string{"A:1", "B:2", "f:3"}},
		"dart":       {"abstract class A {}\n  Future<int> f(int x) async {\n  return g(x);\nvoid main() {", []string{"A:1", "f:2", "main:4"}},
		"hcl":        {"resource \"a\" \"b\" {\nvariable \"c\" {\n  name = \"d\"", []string{"b:1", "c:2"}},
		"zig":        {"pub fn f() void {\nconst A = packed struct {\nconst b = f();", []string{"f:1", "A:2"}},
		"dockerfile": {"FROM a:1 AS b\nARG C=1\nRUN d", []string{"b:1", "C:2"}},
		"toml":       {"[a.b]\nc = 1\n# d = 2", []string{"a.b:1", "c:2"}},
		"yaml":       {"a:\n  b: 1\nc: 2", []string{"a:1", "c:3"}},
		"json":       {"{\n  \"a\": {\n      \"b\": 1", []string{"a:2"}},
		"css":        {".a {\n  --b: 1;\n$c: 2", []string{".a:1", "--b:2", "$c:3"}},
		"markdown":   {"# A b #\ntext\n### [C](d) {#e-f}\n## [1.0](x) (2026)\n# a [b](c)", []string{"A b:1", "C:3", "1.0:4", "a b:5"}},
		"vue":        {"export const a = 1\n  function b() {\n  const c = 1", []string{"a:1", "b:2"}},
	} {
		var got []string
		for _, l := range accuracy.Scan(language, strings.Split(c.text, "\n")) {
			got = append(got, l.Name+":"+string(rune('0'+l.Line)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", language, got, c.want)
		}
	}
}
