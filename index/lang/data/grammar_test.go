package data // The readers' trees are compared, which have no exported form.

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	toml "github.com/tree-sitter-grammars/tree-sitter-toml/bindings/go"
	yaml "github.com/tree-sitter-grammars/tree-sitter-yaml/bindings/go"
	json "github.com/tree-sitter/tree-sitter-json/bindings/go"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang/sitter"
)

// value is a made-up value: a scalar, a list or an object.
type value struct {
	scalar string
	list   []value
	keys   []string
	fields []value
}

// draw makes a value; readers keep no lists in lists.
func draw(t *rapid.T, depth int, inList bool) value {
	kind := rapid.IntRange(0, 3).Draw(t, "kind")
	if kind == 2 && inList {
		kind = 3
	}
	if depth == 0 || kind < 2 && depth < 4 {
		return value{scalar: rapid.SampledFrom([]string{"1", "true", "text", "two words", "ü", "a-b"}).Draw(t, "scalar")}
	}
	n := rapid.IntRange(1, 4).Draw(t, "n")
	v := value{}
	for i := range n {
		if kind == 2 && depth < 4 {
			v.list = append(v.list, draw(t, depth-1, true))
			continue
		}
		v.keys = append(v.keys, fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"key", "a_b", "x-y", "Z"}).Draw(t, "key"), i))
		v.fields = append(v.fields, draw(t, depth-1, false))
	}
	return v
}

func (v value) json(b *strings.Builder) {
	switch {
	case v.list != nil:
		b.WriteString("[")
		for i := range v.list {
			if i > 0 {
				b.WriteString(", ")
			}
			v.list[i].json(b)
		}
		b.WriteString("]")
	case v.keys != nil:
		b.WriteString("{")
		for i, k := range v.keys {
			if i > 0 {
				b.WriteString(",\n ")
			}
			fmt.Fprintf(b, "%q: ", k)
			v.fields[i].json(b)
		}
		b.WriteString("}")
	default:
		fmt.Fprintf(b, "%q", v.scalar)
	}
}

// yaml writes a value that starts on a line of its own, or behind a dash.
func (v value) yaml(b *strings.Builder, indent string, flow func() bool) {
	if flow() && (v.list != nil || v.keys != nil) {
		var inline strings.Builder
		v.json(&inline)
		b.WriteString(strings.ReplaceAll(inline.String(), "\n", "\n"+indent+" ") + "\n")
		return
	}
	switch {
	case v.list != nil:
		for i := range v.list {
			if i > 0 {
				b.WriteString(indent)
			}
			b.WriteString("- ")
			v.list[i].yaml(b, indent+"  ", flow)
		}
	case v.keys != nil:
		for i, k := range v.keys {
			if i > 0 {
				b.WriteString(indent)
			}
			b.WriteString(k + ":")
			if f := v.fields[i]; f.list != nil || f.keys != nil {
				b.WriteString("\n" + indent + "  ")
			} else {
				b.WriteString(" ")
			}
			v.fields[i].yaml(b, indent+"  ", flow)
		}
	default:
		b.WriteString(v.scalar + "\n")
	}
}

// grammarKeys lists the keys that a grammar finds, as "line:column text", to the depth
// that the readers keep.
func grammarKeys(t *rapid.T, language unsafe.Pointer, src string, isPair func(sitter.Node) bool) []string {
	tree, err := sitter.NewGrammar(language).Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if tree.Root().HasError() {
		t.Skip("the grammar does not read it")
	}
	var out []string
	for n := range tree.Root().Descendants() {
		if !isPair(n) {
			continue
		}
		depth := 0
		for p := n; p.Ok(); p = p.Parent() {
			if isPair(p) || p.Is("block_sequence_item") || p.Is("object", "flow_mapping") && p.Parent().Is("array", "flow_sequence", "flow_node") && p.Parent().Parent().Is("flow_sequence") || p.Is("object") && p.Parent().Is("array") {
				depth++
			}
		}
		if depth > maxKeptDepth {
			continue
		}
		key := n.FirstNamed()
		line, col := key.Start()
		text := key.Text()
		if strings.HasPrefix(text, "\"") {
			text, col = strings.Trim(text, "\""), col+1
		}
		out = append(out, fmt.Sprintf("%d:%d %s", line, col, text))
	}
	return out
}

func readerKeys(t *rapid.T, tree *tree) map[string]bool {
	if len(tree.problems) > 0 {
		t.Fatalf("problems: %v", tree.problems)
	}
	out := make(map[string]bool)
	for i := range tree.nodes {
		if n := &tree.nodes[i]; n.depth > 0 && !n.item {
			line, col := tree.text.Position(n.keyAt)
			out[fmt.Sprintf("%d:%d %s", line, col, n.key)] = true
		}
	}
	return out
}

func agree(t *rapid.T, src string, want []string, got map[string]bool) {
	for _, k := range want {
		if !got[k] {
			t.Fatalf("key %s is missing of\n%s\ngot %v", k, src, got)
		}
	}
}

func TestReadersAgreeWithGrammars(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		v := draw(t, 4, false)
		var b strings.Builder
		v.json(&b)
		want := grammarKeys(t, json.Language(), b.String(), func(n sitter.Node) bool { return n.Is("pair") })
		agree(t, b.String(), want, readerKeys(t, readJSON([]byte(b.String()))))
		b.Reset()
		v.yaml(&b, "", func() bool { return rapid.IntRange(0, 4).Draw(t, "flow") == 0 })
		want = grammarKeys(t, yaml.Language(), b.String(), func(n sitter.Node) bool { return n.Is("block_mapping_pair", "flow_pair") })
		agree(t, b.String(), want, readerKeys(t, readYAML([]byte(b.String()))))
	})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for i := range rapid.IntRange(1, 6).Draw(t, "lines") {
			b.WriteString(rapid.SampledFrom([]string{
				"k%d = 1\n", "k%d = \"a # b\" # c\n", "k%d = [1, [2], \"]\",\n  3]\n", "k%d.sub = { a = 1, b = [{ c = 2 }] }\n", "[t%d]\n", "[[t%d.u]]\n", "k%d = '''\nx = 1\n'''\n", "# %d\n", "\"q %d\" = 1979-05-27T07:32:00Z\n",
			}).Draw(t, "line"))
			src := strings.ReplaceAll(b.String(), "%d", fmt.Sprint(i))
			b.Reset()
			b.WriteString(src)
		}
		want := grammarKeys(t, toml.Language(), b.String(), func(n sitter.Node) bool { return n.Is("pair", "table", "table_array_element") })
		agree(t, b.String(), want, readerKeys(t, readTOML([]byte(b.String()))))
	})
}
