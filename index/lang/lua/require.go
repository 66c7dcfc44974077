package lua

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// requireOf returns the call of require that a value is, or takes a field of.
func requireOf(value sitter.Node) sitter.Node {
	if value.Is("dot_index_expression") {
		value = value.Field("table")
	}
	if value.Is("function_call") && value.Field("name").Text() == "require" && value.Field("arguments").FirstNamed().Is("string") {
		return value
	}
	return sitter.Node{}
}

// imports reads local x = require "a.b" and local x = require("a.b").y.
func (x *extractor) imports(name, value sitter.Node, s *lang.Symbol, local bool) bool {
	call := requireOf(value)
	if !call.Ok() || !local || !name.Is("identifier") {
		return false
	}
	imp := x.required(call)
	if value.Is("dot_index_expression") {
		imp.Name = value.Field("field").Text()
	}
	imp.Alias = name.Text()
	s.Kind = schema.KindImport
	s.Import = int32(len(x.b.Facts().Imports))
	imp.Symbol = x.define(*s, false)
	id := x.b.Import(imp)
	token := call.Field("arguments").FirstNamed().Field("content")
	r := syntax.Ref(token, schema.RoleImport)
	r.Name = imp.Module
	r.Import = id
	x.b.Ref(r)
	return true
}

func (x *extractor) required(call sitter.Node) lang.Import {
	line, _ := call.Start()
	imp := lang.Import{Line: line, Module: call.Field("arguments").FirstNamed().Field("content").Text(), Symbol: schema.None}
	if x.funcs > 0 {
		imp.Class = schema.ImportLazy
	}
	return imp
}
