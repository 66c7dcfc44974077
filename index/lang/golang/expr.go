package golang

import (
	"go/ast"
	"go/token"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// expr walks an expression or a type and returns the reference whose value it
// is, BaseUnknown when there is none. role is that of the outermost name.
func (e *extractor) expr(x ast.Expr, role schema.Role) int32 {
	switch x := x.(type) {
	case *ast.Ident:
		if x != nil {
			return e.use(x, role)
		}
	case *ast.SelectorExpr:
		base := e.expr(x.X, schema.RoleRead)
		return e.member(x.Sel, role, base)
	case *ast.CallExpr:
		return e.call(x)
	case *ast.ParenExpr:
		return e.expr(x.X, role)
	case *ast.StarExpr:
		switch role {
		case schema.RoleCall:
			role = schema.RoleType // (*T)(x) converts.
		case schema.RoleWrite:
			role = schema.RoleRead // *p = x reads p.
		}
		return e.expr(x.X, role)
	case *ast.UnaryExpr:
		if x.Op == token.TILDE {
			return e.expr(x.X, schema.RoleType)
		}
		ref := e.expr(x.X, schema.RoleRead)
		if x.Op == token.ARROW {
			e.flag(ref, lang.RefElement)
		}
		return ref
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			e.branchy++
		}
		if role != schema.RoleType {
			role = schema.RoleRead
		}
		e.expr(x.X, role)
		e.expr(x.Y, role)
	case *ast.IndexExpr:
		ref := e.expr(x.X, role)
		if role == schema.RoleType || role == schema.RoleInherit || e.isType(x.Index) {
			e.expr(x.Index, schema.RoleType)
			return ref
		}
		if role != schema.RoleCall {
			e.flag(ref, lang.RefElement)
		}
		e.expr(x.Index, schema.RoleRead)
		return ref
	case *ast.IndexListExpr:
		ref := e.expr(x.X, role)
		for _, i := range x.Indices {
			e.expr(i, schema.RoleType)
		}
		return ref
	case *ast.SliceExpr:
		ref := e.expr(x.X, schema.RoleRead)
		e.expr(x.Low, schema.RoleRead)
		e.expr(x.High, schema.RoleRead)
		e.expr(x.Max, schema.RoleRead)
		return ref
	case *ast.TypeAssertExpr:
		e.expr(x.X, schema.RoleRead)
		if x.Type != nil {
			ref := e.expr(x.Type, schema.RoleType)
			e.flag(ref, lang.RefResult)
			return ref
		}
	case *ast.CompositeLit:
		return e.composite(x, lang.BaseUnknown)
	case *ast.FuncLit:
		e.funcLit(x)
	case *ast.KeyValueExpr:
		e.expr(x.Key, schema.RoleRead)
		e.expr(x.Value, schema.RoleRead)
	case *ast.Ellipsis:
		return e.expr(x.Elt, schema.RoleType)
	case *ast.ArrayType:
		e.expr(x.Len, schema.RoleRead)
		return e.expr(x.Elt, schema.RoleType)
	case *ast.MapType:
		e.expr(x.Key, schema.RoleType)
		return e.expr(x.Value, schema.RoleType)
	case *ast.ChanType:
		return e.expr(x.Value, schema.RoleType)
	case *ast.FuncType:
		mark := e.open()
		e.signature(x)
		e.close(mark)
	case *ast.StructType:
		e.fields(x.Fields)
	case *ast.InterfaceType:
		e.interfaceMembers(x.Methods)
	case *ast.BadExpr:
		e.facts.ErrorBytes += int32(x.To - x.From)
	}
	return lang.BaseUnknown
}

// call walks a call or a conversion.
func (e *extractor) call(x *ast.CallExpr) int32 {
	ref := e.expr(x.Fun, schema.RoleCall)
	if ref >= 0 {
		r := &e.facts.Refs[ref]
		r.Args = int32(len(x.Args))
		r.Flags |= lang.RefResult
	}
	args := x.Args
	if id, ok := x.Fun.(*ast.Ident); ok && len(args) > 0 && (id.Name == "new" || id.Name == "make") {
		if _, shadowed := e.locals[id.Name]; !shadowed {
			t := e.expr(args[0], schema.RoleType)
			args = args[1:]
			if id.Name == "new" {
				e.flag(t, lang.RefNew|lang.RefResult)
				ref = t // The value is a new T, not what a function called new returns.
			}
		}
	}
	for _, a := range args {
		e.expr(a, schema.RoleRead)
	}
	return ref
}

// isType reports whether an index is surely a type argument.
func (e *extractor) isType(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType:
		return true
	case *ast.StarExpr:
		return e.isType(x.X)
	case *ast.ParenExpr:
		return e.isType(x.X)
	case *ast.Ident:
		if b, ok := e.locals[x.Name]; ok {
			k := e.facts.Symbols[b.symbol].Kind
			return k.IsType() || k == schema.KindTypeParameter
		}
		if _, ok := e.topType[x.Name]; ok {
			return true
		}
		return predeclared[x.Name] && e.facts.Language != "" && isBasicType(x.Name)
	}
	return false
}

func isBasicType(name string) bool {
	switch name {
	case "true", "false", "nil", "iota", "append", "cap", "len", "make", "panic":
		return false
	}
	return predeclared[name]
}

// composite walks a composite literal. elided is the reference of its type when
// the literal leaves the type to the one around it.
func (e *extractor) composite(x *ast.CompositeLit, elided int32) int32 {
	ref, elem, key := elided, elided, int32(lang.BaseUnknown)
	plain := false // The keys are values.
	switch t := x.Type.(type) {
	case nil:
		plain, elem = e.keyless(elided), lang.BaseUnknown
	case *ast.ArrayType:
		e.expr(t.Len, schema.RoleRead)
		elem = e.expr(t.Elt, schema.RoleType)
		ref, plain = lang.BaseUnknown, true
		if nested(t.Elt) {
			elem = lang.BaseUnknown
		}
	case *ast.MapType:
		key = e.expr(t.Key, schema.RoleType)
		elem = e.expr(t.Value, schema.RoleType)
		ref, plain = lang.BaseUnknown, true
		if nested(t.Value) {
			elem = lang.BaseUnknown
		}
		if nested(t.Key) {
			key = lang.BaseUnknown
		}
	default:
		ref = e.expr(t, schema.RoleType)
		e.flag(ref, lang.RefNew|lang.RefResult)
		plain, elem = e.keyless(ref), lang.BaseUnknown
	}
	value := func(v ast.Expr, of int32) {
		if c, ok := v.(*ast.CompositeLit); ok && c.Type == nil {
			e.composite(c, of)
			return
		}
		e.expr(v, schema.RoleRead)
	}
	for _, elt := range x.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			value(elt, elem)
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && !plain {
			e.member(id, schema.RoleWrite, ref)
		} else {
			value(kv.Key, key)
		}
		value(kv.Value, elem)
	}
	return ref
}

// nested reports whether a type has elements of its own, so that a literal of it
// without a type is no literal of the named type inside.
func nested(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType:
		return true
	case *ast.ParenExpr:
		return nested(t.X)
	}
	return false
}

// keyless reports whether a literal of the referenced type is known to have
// values, not fields, as keys: a map, slice or array declared in this file.
func (e *extractor) keyless(ref int32) bool {
	if ref < 0 || e.facts.Refs[ref].Base != lang.BaseNone {
		return false
	}
	if e.facts.Refs[ref].Target != schema.None {
		return false
	}
	return nested(e.topType[e.facts.Refs[ref].Name])
}

// funcLit walks a function literal: its own scope and labels, the owner stays.
func (e *extractor) funcLit(x *ast.FuncLit) {
	mark := e.open()
	e.signature(x.Type)
	labels, gotos := e.labels, e.gotos
	e.body(x.Body)
	e.labels, e.gotos = labels, gotos
	e.close(mark)
}
