package rust

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// newRef makes a reference whose name is the node's text, raw identifiers without "r#".
func newRef(n sitter.Node, role schema.Role) lang.Ref {
	r := lang.NewRef(nameOf(n), role)
	r.Line, r.Col = n.Start()
	_, r.EndCol = n.End()
	return r
}

func nameOf(n sitter.Node) string { return strings.TrimPrefix(n.Text(), "r#") }

// signature is the declaration up to its body, comments left out.
func signature(n, until sitter.Node) string {
	var b strings.Builder
	from, end := n.Bytes()
	if until.Ok() {
		end, _ = until.Bytes()
	}
	text, base := n.Text(), from
	for c := range n.Descendants() {
		start, stop := c.Bytes()
		if start >= end {
			break
		}
		if c.Is("line_comment", "block_comment") && start >= from {
			b.WriteString(text[from-base : start-base])
			b.WriteByte(' ')
			from = stop
		}
	}
	if from < end && end-base <= len(text) {
		b.WriteString(text[from-base : end-base])
	}
	return strings.TrimRight(syntax.Line(b.String()), " ;={,")
}

// docOf joins outer documentation comments to their first sentence.
func docOf(comments []sitter.Node) string {
	var lines []string
	for _, c := range comments {
		text := c.Text()
		switch {
		case strings.HasPrefix(text, "////"), strings.HasPrefix(text, "/***"):
		case strings.HasPrefix(text, "///"):
			lines = append(lines, text[3:])
		case strings.HasPrefix(text, "/**"):
			for _, l := range strings.Split(strings.TrimSuffix(text[3:], "*/"), "\n") {
				lines = append(lines, strings.TrimLeft(strings.TrimSpace(l), "*"))
			}
		}
	}
	return firstSentence(lines)
}

// firstSentence returns the first sentence of the first paragraph, heading marks left out.
func firstSentence(lines []string) string {
	return strings.TrimLeft(syntax.FirstSentence(lines), "# ")
}

// complexity is the cyclomatic complexity of a body, nested functions left out.
func complexity(body sitter.Node) int32 {
	n := int32(1)
	skipTo := -1
	for d := range body.Descendants() {
		start, end := d.Bytes()
		if start < skipTo {
			continue
		}
		switch d.Kind() {
		case "function_item", "impl_item", "trait_item", "mod_item":
			skipTo = end
		case "if_expression", "while_expression", "for_expression", "loop_expression", "&&", "||":
			n++
		case "match_block":
			arms := int32(0)
			for c := range d.Children() {
				if c.Is("match_arm") {
					arms++
				}
			}
			n += max(arms-1, 0)
		}
	}
	return n
}

// isNested reports declarations with rows of their own, for body hashes.
func isNested(n sitter.Node) bool {
	return n.Is("function_item", "function_signature_item", "impl_item", "trait_item", "mod_item", "struct_item", "union_item",
		"enum_item", "enum_variant", "field_declaration", "const_item", "static_item", "type_item", "associated_type",
		"macro_definition", "attribute_item")
}
