package data_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/data"
	"github.com/lc-index/lc/index/lang/langtest"
)

func language(t testing.TB, name string) lang.Language {
	t.Helper()
	for _, l := range data.Languages() {
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

// outline lists the symbols as "name@line" with dots for their depth.
func outline(f *lang.Facts) []string {
	var out []string
	for i := 1; i < len(f.Symbols); i++ {
		s := &f.Symbols[i]
		depth := 0
		for p := s.Parent; p > 0; p = f.Symbols[p].Parent {
			depth++
		}
		out = append(out, fmt.Sprintf("%s%s@%d", strings.Repeat(".", depth), s.Name, s.NameLine))
	}
	return out
}

func TestYAML(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "yaml"), `# A service.
name: web # def: name key
"quoted key": 1 # no: quoted
defaults: &defaults # def: defaults key; def: defaults.defaults variable
  retries: 3 # def: defaults.retries key
  nested:
    deep: 1 # no: deep
prod:
  <<: *defaults # ref: defaults read -> 4; no: <<
  list: [a, {b: c}] # def: prod.list key
text: |
  key: not one
   # no: key
folded: >-
  other: neither

  still: no
after: "a: b # c" # def: after key
multi: "first
  second: no
  last"
plain: one
  two three
seq:
- name: first # def: seq.first key
  run: |
    hidden: true
- name: second # def: seq.second key
- just text
? complex
: value
日本: 東 # def: 日本 key
`)
}

func TestYAMLStreams(t *testing.T) {
	t.Parallel()
	f := extract(t, "yaml", "%YAML 1.2\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 2\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  mode: fast\n  file.ini: |\n    [a]\n    b = 1\n...\n---\nother: 1\n")
	want := []string{"web@6", "settings@13", ".mode@15", ".file.ini@16", "other@21"}
	if d := cmp.Diff(want, outline(f)); d != "" {
		t.Errorf("outline mismatch (-want +got):\n%s", d)
	}
	if s := f.Symbols[1]; s.Kind.String() != "resource" || s.Signature != "Deployment web (apps/v1)" || s.Span.EndLine != 8 {
		t.Errorf("resource = %s %q to line %d", s.Kind, s.Signature, s.Span.EndLine)
	}
	if f.Summary != "Deployment web, ConfigMap settings" {
		t.Errorf("summary = %q", f.Summary)
	}
}

// Templates, tabs, CRLF and what has no end must not hide what comes after it.
func TestYAMLGoesOn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, in string
		problems int
	}{
		{"template", "{{- if .Values.on }}\nkind: x\n{{ include \"a\" . | nindent 2 }}\nvalue: {{ .Values.a }}\n{{ .key }}: 1\n{% if a %}\nlast: 1\n{% endif %}\n", 0},
		{"CRLF", "a: 1\r\nb:\r\n  - x\r\nlast: 2\r\n", 0},
		{"tab", "a:\n\tb: 1\nlast: 1\n", 1},
		{"tab after value", "a: 1\t# note\nb:\t2\nlast:\t3\n", 0},
		{"open bracket", "a: [1, 2\nlast: 1\n", 1},
		{"open brace", "a:\n  b: {c: 1,\n    d: 2\nlast: 1\n", 1},
		{"open string", "a: \"never closed\nlast: 1\n", 1},
		{"open block", "a:\n  - b: 'never closed\n  - c: 2\nlast: 1\n", 1},
		{"no key", "a: 1\nsome words\nlast: 1\n", 1},
		{"bracket under key", "a: [\n  1,\n  2\n]\nlast: 1\n", 0},
		{"top flow", "{\"a\": 1, \"last\": [1,\n 2]}\n", 0},
		{"empty item", "a:\n  -\n    b: 1\n  -\nlast: 1\n", 0},
		{"no indentation", "a:\n- b: 1\n  c: 2\n- d\nlast: 1\n", 0},
		{"tag", "a: !!map\n  b: !x 1\nlast: !y z\n", 0},
		{"url", "a: http://x:80/y\nb: text http://x\n  more: no\nlast: 1\n", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := extract(t, "yaml", tc.in)
			got := strings.Join(outline(f), " ")
			if !strings.Contains(got, "last@") {
				t.Errorf("outline = %s: the last key is lost", got)
			}
			if len(f.Problems) != tc.problems {
				t.Errorf("problems = %v, want %d", f.Problems, tc.problems)
			}
		})
	}
}

func TestTOML(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "toml"), `# Settings.
title = "x = y" # def: title key
"quoted.key" = 1 # def: quoted.key key
a.b = 2 # def: a.b key
text = """
[no.table]
key = 1
""" # no: key
literal = '''
it's ''''
list = [ # def: list key
  [1, 2], # nothing
  { x = 1, y = "]" },
]
inline = { p = 1, "q" = [2] } # def: inline key; def: inline.p key; def: inline.q key
[owner] # def: owner key
name = "a" # def: owner.name key
[[bin]] # def: bin key
name = "rg" # def: bin.name key
[tool."x.y".z] # def: tool."x.y".z key
on = true # def: tool."x.y".z.on key
dates = 1979-05-27 07:32:00Z # def: tool."x.y".z.dates key
`)
}

func TestTOMLGoesOn(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		"a = \"open\n[last]\nx = 1\n", "a = [1, 2\n[last]\nx = 1\n", "a = { b = 1\n[last]\n", "[broken\n[last]\n", "words\n[last]\n", "a = \"\"\"open\n[last]\n",
		"a =\n[last]\n", "a = \"x\" y\n[last]\n",
	} {
		f := extract(t, "toml", in)
		if got := strings.Join(outline(f), " "); !strings.Contains(got, "last@") || len(f.Problems) == 0 {
			t.Errorf("%q: outline %s, problems %v", in, got, f.Problems)
		}
	}
	if f := extract(t, "toml", "x = [\n[1],\n[2]\n]\n[last]\n"); len(f.Problems) != 0 || len(f.Symbols) != 3 {
		t.Errorf("lists in a list: outline %v, problems %v", outline(f), f.Problems)
	}
}

func TestJSON(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "json with comments"), `{ // A manifest.
  "name": "x", // def: name key
  "scripts": { // def: scripts key
    "build": "tsc -p .", // def: scripts.build key
  },
  /* "gone": 1, */
  "files": [{"name": "no"}], // no: no
  'single': 1, bare: +.5, // def: single key; def: bare key
  "deep": {"a": {"b": 1}}, // def: deep key; no: a
}
`)
	f := extract(t, "json", "{\"a\":1}\n{\"b\":{\"c\":2}}\n")
	if d := cmp.Diff([]string{"a@1", "b@2", ".c@2"}, outline(f)); d != "" || len(f.Problems) != 0 {
		t.Errorf("stream (-want +got):\n%s%v", d, f.Problems)
	}
}

func TestJSONGoesOn(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`{"a": [1, 2, "last": 3}`, `{"a" 1, "last": 2}`, "{\"a\": \"open\n, \"last\": 1}", `{"a": }, "last": 1`, `{"a": 1, "last": {`, `{"a": 1 "last": 2}`, `{"a": (1), ]"last": 2}`,
	} {
		f := extract(t, "json", in)
		if len(f.Problems) == 0 {
			t.Errorf("%q: no problems", in)
		}
		if got := strings.Join(outline(f), " "); in != `{"a": }, "last": 1` && !strings.Contains(got, "last@") {
			t.Errorf("%q: outline %s", in, got)
		}
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, language, in, summary string
		want                        []string
	}{
		{"workflow", "yaml", "name: CI\non:\n  push:\njobs:\n  build:\n    steps:\n      - run: x\n  test:\n    needs: build\n", "workflow CI: jobs build, test",
			[]string{"name@1", "on@2", ".push@3", "jobs@4", ".build@5", ".test@8"}},
		{"services", "yaml", "services:\n  db:\n    image: pg\n    ports: [1]\n  web:\n    image: x\nvolumes:\n  data: {}\n", "services: services db, web",
			[]string{"services@1", ".db@2", ".web@5", "volumes@7", ".data@8"}},
		{"paths", "yaml", "openapi: 3.0.0\ninfo:\n  title: Shop\npaths:\n  /a/{id}:\n    get:\n      responses: {}\ncomponents:\n  schemas:\n    Pet:\n      type: object\n", "interface description Shop: paths /a/{id}",
			[]string{"openapi@1", "info@2", "paths@4", "./a/{id}@5", "..get@6", "components@8", ".schemas@9", "..Pet@10"}},
		{"lock", "json", `{"lockfileVersion": 3, "packages": {"a": {"b": 1}}, "name": "x"}`, "lock file", []string{"lockfileVersion@1", "packages@1", "name@1"}},
		{"generated", "yaml", "# Code generated by x. DO NOT EDIT.\na:\n  b: 1\n", "", []string{"a@2"}},
		{"rules", "yaml", "groups:\n- name: g\n  rules:\n  - alert: Down\n    expr: up == 0\n", "rules: groups g", []string{"groups@1", ".g@2", "..Down@4"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := extract(t, tc.language, tc.in)
			if d := cmp.Diff(tc.want, outline(f)); d != "" {
				t.Errorf("outline mismatch (-want +got):\n%s", d)
			}
			if f.Summary != tc.summary {
				t.Errorf("summary = %q, want %q", f.Summary, tc.summary)
			}
		})
	}
}

// Facts of data stay small whatever the data, and no shape of it takes long.
func TestLargeData(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	rows.WriteString(`{"rows":[`)
	for i := 0; rows.Len() < 5<<20; i++ {
		fmt.Fprintf(&rows, `{"id":%d,"name":"n%d","tags":["a","b"],"at":{"x":1.5}},`, i, i)
	}
	rows.WriteString(`{}],"last":1}`)
	lock := "[[package]]\nname = \"a\"\nversion = \"1\"\n\n"
	for _, tc := range []struct {
		name, language, in string
		symbols            int
	}{
		{"one line of 5 MB", "json", rows.String(), 2},
		{"nested lists", "json", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), 0},
		{"nested objects", "json", strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000), 2},
		{"unclosed objects", "json", strings.Repeat(`{"a":`, 100_000), 2},
		{"keys", "json", "{" + strings.Repeat(`"k":{"v":1},`, 50_000) + "}", 200},
		{"nested flow", "yaml", "a: " + strings.Repeat("[", 100_000), 1},
		{"nested items", "yaml", strings.Repeat("- ", 50_000) + "a", 0},
		{"nested blocks", "yaml", deepBlocks(2_000), 2},
		{"open strings", "yaml", strings.Repeat("a: \"b\n", 50_000), 200},
		{"open flows", "yaml", strings.Repeat("a: [\n", 50_000), 200},
		{"many lines", "yaml", strings.Repeat("# note\n", 70_000) + "last: 1\n", 1},
		{"lock", "toml", strings.Repeat(lock, 20_000), 1},
		{"open lists", "toml", strings.Repeat("a = [\n", 50_000), 200},
		{"nested lists", "toml", "a = " + strings.Repeat("[", 100_000), 1},
		{"quotes", "toml", strings.Repeat("a = '''\n", 50_001), 200},
	} {
		t.Run(tc.language+" "+tc.name, func(t *testing.T) {
			began := time.Now()
			f := extract(t, tc.language, tc.in)
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("took %s", took)
			}
			if got := len(f.Symbols) - 1; got > tc.symbols || tc.symbols < 3 && got != tc.symbols {
				t.Errorf("symbols = %d, want %d", got, tc.symbols)
			}
		})
	}
}

func deepBlocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestEmptyFiles(t *testing.T) {
	t.Parallel()
	for _, l := range data.Languages() {
		for _, in := range []string{"", "\n", "\ufeff", "\x00", "#", "---", "- ", "&a", "*", "? ", ":", "{{", "[", "'"} {
			if f := extract(t, l.Name, in); len(f.Symbols) > 2 {
				t.Errorf("%s %q: symbols %v", l.Name, in, outline(f))
			}
		}
	}
}

// FuzzExtract holds that any bytes give consistent facts in every language.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"a: &b [1, {c: *b}]\n- d: |\n  x\n? e\n: f\n---\n\"g\": 'h\n", "{\"a\": [1, {'b': }], c}\n{}", "a.\"b\" = [{c = 1}, '''x\n[[d]]\n[e.f]\n", "{{ x }}\n{% y %}\n\t: [", "\xff\x00: \r\n-\t-",
	} {
		f.Add([]byte(seed))
	}
	languages := data.Languages()
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
