package csharp

import (
	"bytes"
	"strings"

	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// identifier is the name of an identifier, the sign that makes a keyword one left out.
func identifier(n sitter.Node) string { return strings.TrimPrefix(n.Text(), "@") }

// dotted joins the parts of a qualified name, type arguments left out.
func dotted(n sitter.Node) string {
	switch n.Kind() {
	case "qualified_name":
		return dotted(n.Field("qualifier")) + "." + dotted(n.Field("name"))
	case "alias_qualified_name":
		if alias := n.Field("alias").Text(); alias != "global" {
			return alias + "." + dotted(n.Field("name"))
		}
		return dotted(n.Field("name"))
	case "generic_name":
		return identifier(n.FirstNamed())
	}
	return identifier(n)
}

// docOf returns the summary of the documentation comments directly above a declaration.
func docOf(comments []sitter.Node) string {
	var lines []string
	for _, c := range comments {
		text := c.Text()
		switch {
		case strings.HasPrefix(text, "///") && !strings.HasPrefix(text, "////"):
			lines = append(lines, strings.TrimSpace(text[3:]))
		case strings.HasPrefix(text, "/**") && len(text) > 4:
			lines = append(lines, syntax.BlockComment(text)...)
		default:
			lines = lines[:0] // Only what touches the declaration documents it.
		}
	}
	if len(lines) == 0 {
		return ""
	}
	text := strings.Join(lines, "\n")
	if _, after, ok := strings.Cut(text, "<summary>"); ok {
		text, _, _ = strings.Cut(after, "</summary>")
	} else if strings.HasPrefix(strings.TrimSpace(text), "<") {
		return "" // Parameters, inheritdoc: no sentence of its own.
	}
	return syntax.FirstSentence(strings.Split(strings.TrimSpace(withoutTags(text)), "\n"))
}

// withoutTags drops XML tags, keeps what a cref or name attribute refers to, and
// resolves the predefined entities.
func withoutTags(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "<")
		b.WriteString(before)
		if !ok {
			break
		}
		tag, after, closed := strings.Cut(rest, ">")
		if !closed {
			b.WriteString("<" + rest)
			break
		}
		for _, attribute := range []string{`cref="`, `name="`, `langword="`} {
			if _, v, ok := strings.Cut(tag, attribute); ok {
				v, _, _ = strings.Cut(v, `"`)
				v, _, _ = strings.Cut(v, "(")
				v, _, _ = strings.Cut(v, "{")
				b.WriteString(v[strings.LastIndexAny(v, ".:")+1:])
			}
		}
		s = after
	}
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&").Replace(b.String())
}

// signature is the text of n up to until (its body; all of n when that is no node)
// without attributes.
func (x *extractor) signature(n, until sitter.Node) string {
	from, end := n.Bytes()
	for c := range n.Children() {
		if !c.Is("attribute_list") && !c.IsExtra() {
			from, _ = c.Bytes()
			break
		}
	}
	if until.Ok() {
		end, _ = until.Bytes()
	}
	if from >= end || end > len(x.src) {
		return ""
	}
	// Comments and directives inside, and attributes of parameters, need the tree.
	if text := x.src[from:end]; bytes.IndexByte(text, '[') >= 0 || bytes.IndexByte(text, '#') >= 0 || bytes.Contains(text, []byte("/")) {
		return syntax.Signature(n, until, func(c sitter.Node) bool { return c.Is("attribute_list") })
	}
	return strings.TrimRight(syntax.Line(string(x.src[from:end])), " ;={:,")
}
