package proto_test

import (
	"fmt"
	"strings"
	"testing"

	grammar "github.com/alexaandru/go-sitter-forest/proto"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang/proto"
	"github.com/lc-index/lc/index/lang/sitter"
)

// Made-up files within what the grammar can read are read by it, too: both find the
// same declarations at the same places, and no others.
func TestAgreesWithTheGrammar(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(grammar.GetLanguage())
	name := rapid.SampledFrom([]string{"a", "b_1", "Item", "message", "enum", "option", "rpc", "stream", "reserved", "Other"})
	typ := rapid.SampledFrom([]string{"int32", "string", "Item", ".pkg.Item", "a.b.C"})
	field := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "repeated ", "optional "}).Draw(t, "label") + typ.Draw(t, "type") + " " + name.Draw(t, "name") +
			" = " + rapid.SampledFrom([]string{"1", "0x1F", "12"}).Draw(t, "number") + rapid.SampledFrom([]string{"", " [deprecated = true]", ` [(x.y).z = "}"]`}).Draw(t, "options") + ";"
	})
	var message func(depth int) *rapid.Generator[string]
	message = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			var parts []string
			for range rapid.IntRange(0, 4).Draw(t, "members") {
				kinds := []string{"field", "map", "oneof", "reserved", "comment", "enum"}
				if depth > 0 {
					kinds = append(kinds, "message")
				}
				switch rapid.SampledFrom(kinds).Draw(t, "kind") {
				case "field":
					parts = append(parts, field.Draw(t, "field"))
				case "map":
					parts = append(parts, "map<string, "+typ.Draw(t, "value")+"> "+name.Draw(t, "name")+" = 3;")
				case "oneof":
					parts = append(parts, "oneof "+name.Draw(t, "name")+" { "+typ.Draw(t, "type")+" "+name.Draw(t, "one")+" = 4; }")
				case "reserved":
					parts = append(parts, `reserved 5, 7 to max; reserved "x";`)
				case "comment":
					parts = append(parts, "// message Not {\n", "/* int32 no = 1; */")
				case "enum":
					parts = append(parts, "enum "+name.Draw(t, "name")+" { ZERO = 0; "+name.Draw(t, "value")+" = 1; }")
				case "message":
					parts = append(parts, message(depth-1).Draw(t, "inner"))
				}
			}
			return "message " + name.Draw(t, "name") + " {\n" + strings.Join(parts, "\n") + "\n}"
		})
	}
	top := rapid.Custom(func(t *rapid.T) string {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return "service " + name.Draw(t, "name") + " { rpc " + name.Draw(t, "rpc") + "(stream Item) returns (" + typ.Draw(t, "out") + ") { option (x) = { a: 1 b { c: 2 } }; } }"
		case 1:
			return "option " + rapid.SampledFrom([]string{"go_package", "(a.b)"}).Draw(t, "option") + ` = "x";`
		case 2:
			return `import public "x.proto";`
		}
		return message(2).Draw(t, "message")
	})
	rapid.Check(t, func(t *rapid.T) {
		src := "syntax = \"proto3\";\npackage p.q;\n" + strings.Join(rapid.SliceOfN(top, 1, 6).Draw(t, "top"), "\n") + "\n"
		tree, err := g.Parse([]byte(src))
		if err != nil || tree.Root().HasError() {
			t.Skip()
		}
		want := map[string]bool{}
		for n := range tree.Root().Descendants() {
			token := sitter.Node{}
			switch n.Kind() {
			case "message_name", "enum_name", "service_name", "rpc_name":
				token = n.FirstNamed()
			case "field", "map_field", "oneof_field", "oneof", "enum_field":
				token = n.Child("identifier")
			}
			if token.Ok() {
				l, c := token.Start()
				want[fmt.Sprintf("%d:%d %s", l, c, token.Text())] = true
			}
		}
		f, err := proto.Languages()[0].Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Symbols[1:] {
			key := fmt.Sprintf("%d:%d %s", s.NameLine, s.NameCol, s.Name)
			if !want[key] {
				t.Fatalf("the grammar has no %s %s in\n%s", s.Kind, key, src)
			}
			delete(want, key)
		}
		if len(want) > 0 || len(f.Problems) > 0 {
			t.Fatalf("the grammar has also %v, problems %v in\n%s", want, f.Problems, src)
		}
	})
}
