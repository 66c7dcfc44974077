package swift

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// stray reads an error: the declarations in it as members of what is around it. A type
// whose head stands in it takes what follows there as its members.
func (x *extractor) stray(n sitter.Node) {
	if !x.enter(n) {
		return
	}
	defer x.leave()
	opened := 0
	var above syntax.Above
	var word sitter.Node
	for c := range n.Children() {
		switch c.Kind() {
		case "comment", "multiline_comment":
			above.Comment(c)
			continue
		case "class", "struct", "enum", "protocol", "extension", "actor", "func":
			word = c
			continue
		case "simple_identifier", "type_identifier", "user_type":
			if word.Ok() && !x.inBody() {
				x.strayHead(n, word, c, above.Take(word), &opened)
				word = sitter.Node{}
				continue
			}
		}
		word = sitter.Node{}
		if c.Named() || c.IsError() {
			x.declaration(c, above.Take(c))
		}
	}
	for ; opened > 0; opened-- {
		x.close()
	}
}

// strayHead declares the type or function whose head stands in an error.
func (x *extractor) strayHead(n, word, name sitter.Node, doc []sitter.Node, opened *int) {
	m := modifiers{visibility: x.member.visibility}
	kind := typeKind(word.Kind())
	token := lastType(name)
	if word.Is("func") {
		kind = schema.KindFunction
		if x.b.Enclosing() > 0 {
			kind = schema.KindMethod
		}
	}
	s := x.symbol(n, token, doc, kind, m)
	s.Span = syntax.Between(word, n)
	s.Signature = word.Kind() + " " + s.Name
	if word.Is("func") {
		s.Span = syntax.Between(word, name)
		s.Complexity = 1
		x.b.DefineHidden(s)
		return
	}
	var id int32
	if kind == schema.KindImpl {
		s.Flags &^= schema.SymbolExported
		id = x.b.DefineHidden(s)
	} else {
		id = x.b.Define(s)
	}
	x.open(lang.ScopeType, id)
	*opened++
	if kind == schema.KindImpl {
		x.b.Symbol(id).Type = x.typ(name, schema.RoleType)
	}
}
