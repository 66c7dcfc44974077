// Package hcl reads HCL, the language of Terraform and OpenTofu and of Nomad, Packer,
// Consul and Terragrunt, with the grammar of tree-sitter-grammars (Apache License 2.0).
//
// A block of the file is a resource named by its address: "aws_vpc.main" for
// resource "aws_vpc" "main", "data.aws_ami.x" for data, "module.net", "provider.aws"
// with its alias behind it, and type and labels for a block of any other type.
// Variables, outputs and the keys of locals are variables of their plain name. Blocks
// inside of others are keys when they have labels.
//
// A reference keeps the address as written in one name: var.x, local.x, module.m,
// data.aws_ami.x, aws_vpc.main; what follows are members of it. An address that is
// not declared in the same file stays free: a folder is one module, which only the
// linker sees. Functions belong to the host program and stay free as well.
//
// An argument of a module call is a write of a member of the reference to its
// source, a variable of that module.
package hcl

import (
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-hcl/bindings/go"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Name is the registered name of the language.
const Name = "hcl"

// maxDepth bounds the recursion over nested code; a person stays below thirty.
const maxDepth = 5000

// Languages returns the one language of this package.
func Languages() []lang.Language {
	g := sitter.NewGrammar(grammar.Language())
	return []lang.Language{{
		Name:       Name,
		Extract:    func(src []byte) (*lang.Facts, error) { return extract(g, src) },
		IsTestPath: IsTestPath,
	}}
}

// IsTestPath reports whether "terraform test" or "tofu test" runs the file.
func IsTestPath(p string) bool {
	return strings.HasSuffix(p, ".tftest.hcl") || strings.HasSuffix(p, ".tofutest.hcl")
}

// extractor walks one tree.
type extractor struct {
	b     *lang.Builder
	depth int
	// iterators counts the open declarations of each name by for and dynamic: inside
	// of them the name is a value and no type of a resource.
	iterators map[string]int
	broken    bool        // The file has syntax errors.
	stray     sitter.Node // First block of the file that was found inside of the block being read.
}

func extract(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	tree, err := g.Parse(src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	x := &extractor{b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src)), iterators: map[string]int{}}
	syntax.Problems(x.b, tree)
	x.broken = tree.Root().HasError()
	x.b.Facts().Generated = detect.HasGeneratedMarker(src)
	var above syntax.Above
	x.top(tree.Root(), &above)
	f := x.b.Finish()
	summary(f, syntax.FileDoc(tree.Root(), commentLines))
	return f, nil
}

// enter counts a level of nesting; false means that the node is too deep to read.
func (x *extractor) enter(n sitter.Node) bool {
	if x.depth >= maxDepth {
		x.b.ProblemAt(syntax.Span(n), "nested too deeply")
		return false
	}
	x.depth++
	return true
}

func (x *extractor) leave() { x.depth-- }

// top reads the declarations of the file. What follows a broken block lands in an
// error node, or in a second body beside it.
func (x *extractor) top(n sitter.Node, above *syntax.Above) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	for c := range n.Children() {
		switch {
		case c.IsExtra() && !c.IsError():
			above.Comment(c)
		case c.Is("body") || c.IsError():
			x.top(c, above)
		case c.Is("block"):
			x.block(c, above.Take(c))
		case c.Is("attribute"):
			x.key(c, above.Take(c))
		case c.Named():
			x.expr(c)
		}
	}
}

// commentLines are the texts of #, // and /* */ comments without their marks.
func commentLines(comments []sitter.Node) []string {
	var out []string
	for _, c := range comments {
		text := c.Text()
		if strings.HasPrefix(text, "/*") {
			out = append(out, syntax.BlockComment(text)...)
			continue
		}
		out = append(out, strings.TrimSpace(strings.TrimLeft(text, "#/")))
	}
	return out
}
