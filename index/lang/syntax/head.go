package syntax

import (
	"strings"

	"github.com/lc-index/lc/index/lang/sitter"
)

// FileDoc returns the first sentence of the comments that open a file, licences left
// out. A comment directly above the first declaration is that declaration's unless
// another one comes before it. lines gives the text of comments without marks.
func FileDoc(root sitter.Node, lines func([]sitter.Node) []string) string {
	var paragraph []sitter.Node
	var doc string
	last := int32(0)
	end := func(next int32) bool {
		if len(paragraph) == 0 || next <= last+1 {
			return false
		}
		if s := FirstSentence(lines(paragraph)); s != "" && !IsLicence(s) {
			doc = s
		}
		paragraph = nil
		return doc != ""
	}
	for c := range root.Children() {
		start, _ := c.Start()
		if end(start) || !c.IsExtra() || c.IsError() {
			return doc
		}
		paragraph = append(paragraph, c)
		last = endLine(c)
	}
	end(last + 2)
	return doc
}

// IsLicence reports whether a line opens a licence or a notice of copyright.
func IsLicence(line string) bool {
	line = strings.ToLower(line)
	for _, mark := range []string{"copyright", "spdx-", "licensed under", "(c) ", "©", "all rights reserved", "the mit license", "apache license"} {
		if strings.Contains(line, mark) {
			return true
		}
	}
	return strings.HasPrefix(line, "license")
}
