package kotlin

import (
	"strings"

	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// signature is a declaration up to a node without its annotations.
func signature(n, until sitter.Node) string { return syntax.Signature(n, until, isAnnotation) }

func isAnnotation(n sitter.Node) bool { return n.Is("annotation") }

// isNested reports declarations with rows of their own, for body hashes.
func isNested(n sitter.Node) bool {
	switch n.Kind() {
	case "class_declaration", "object_declaration", "companion_object", "function_declaration", "secondary_constructor", "enum_entry", "type_alias":
		return true
	case "property_declaration": // Locals have no row.
		return n.Parent().Is("class_body", "enum_class_body", "source_file")
	case "class_body":
		return n.Parent().Is("object_literal")
	}
	return false
}

// docOf is the first sentence of a KDoc comment, "" for any other comment.
func docOf(text string) string {
	if !strings.HasPrefix(text, "/**") || len(text) < 5 {
		return ""
	}
	lines := syntax.BlockComment(text)
	for i, l := range lines {
		if strings.HasPrefix(l, "@") {
			lines = lines[:i]
			break
		}
	}
	return syntax.FirstSentence(lines)
}

// isTestAnnotation reports the annotations that make a function a test.
func isTestAnnotation(name string) bool {
	switch name {
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Theory", "Property":
		return true
	}
	return false
}

// isSpecification reports Kotest's and Spek's super types of a suite.
func isSpecification(name string) bool {
	switch name {
	case "StringSpec", "FunSpec", "ShouldSpec", "DescribeSpec", "BehaviorSpec", "WordSpec", "FreeSpec", "FeatureSpec", "ExpectSpec", "AnnotationSpec", "Spek":
		return true
	}
	return false
}

// isCase reports the functions of those specifications that take the name of a case
// and its body.
func isCase(name string) bool {
	switch name {
	case "test", "it", "should", "scenario", "expect", "then", "Then", "context", "describe", "given", "Given", "when", "When", "feature",
		"xtest", "xit", "xshould", "xscenario", "xexpect", "xdescribe", "xcontext", "and", "And":
		return true
	}
	return false
}

// lastDoc is the comment that documents what follows a comment: a KDoc comment is not
// replaced by a line comment behind it.
func lastDoc(doc, comment sitter.Node) sitter.Node {
	if doc.Is("block_comment") && comment.Is("line_comment") {
		return doc
	}
	return comment
}
