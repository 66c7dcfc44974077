package csharp

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// typ reads a type and returns the reference to the named type, None for one that names
// nothing; of a collection it is that of what it holds, of a task that of its result.
func (x *extractor) typ(n sitter.Node, role schema.Role) int32 {
	switch n.Kind() {
	case "identifier":
		name := identifier(n)
		if name == "var" || name == "dynamic" || name == "" {
			return schema.None
		}
		r := syntax.Ref(n, role)
		r.Name = name
		return x.typeRef(r)
	case "predefined_type":
		if n.Text() == "string" && role == schema.RoleType {
			return x.system(n, "String")
		}
		return schema.None
	case "qualified_name":
		base := x.typ(n.Field("qualifier"), schema.RoleType)
		return x.generic(n.Field("name"), role, baseOf(base))
	case "alias_qualified_name":
		base := x.typeRef(syntax.Ref(n.Field("alias"), schema.RoleType))
		return x.generic(n.Field("name"), role, base)
	case "generic_name":
		return x.generic(n, role, lang.BaseNone)
	case "nullable_type", "ref_type", "scoped_type", "pointer_type":
		if t := n.Field("type"); t.Ok() {
			return x.typ(t, role)
		}
		return x.typ(n.LastNamed(), role)
	case "array_type":
		elem := n.Field("type")
		r := x.typ(elem, role)
		if r == schema.None && elem.Is("predefined_type") {
			r = x.system(elem, predefined(elem.Text()))
		}
		if r >= 0 {
			x.b.RefAt(r).Flags |= lang.RefContainer
		}
		for c := range n.Field("rank").NamedChildren() {
			x.expr(c)
		}
		return r
	case "tuple_type", "tuple_element", "function_pointer_type", "function_pointer_parameter", "type_argument_list", "type", "ERROR":
		for c := range n.NamedChildren() {
			if c.FieldName() != "name" {
				x.typ(c, schema.RoleType)
			}
		}
	}
	return schema.None
}

// typeRef adds a bare reference to a type.
func (x *extractor) typeRef(r lang.Ref) int32 {
	key := typeKey(r.Name)
	if r.Role == schema.RoleDecorate && x.b.Bound(key) == schema.None {
		key = typeKey(r.Name + "@") // The attribute whose name is written short.
	}
	return x.b.RefAs(key, r)
}

// system refers to a type of the library that a keyword or a literal stands for. It has
// no token: it is a step of inference only.
func (x *extractor) system(at sitter.Node, name string) int32 {
	if name == "" {
		return schema.None
	}
	r := lang.NewRef(name, schema.RoleType)
	r.Flags = lang.RefImplicit
	r.Line, r.Col = at.Start()
	r.EndCol = r.Col
	return x.b.RefAs(systemKey, r)
}

// systemKey is bound to nothing: no declaration of the file shadows a keyword.
const systemKey = "S:"

// predefined is the type of the library that a keyword stands for.
func predefined(word string) string {
	switch word {
	case "bool":
		return "Boolean"
	case "byte":
		return "Byte"
	case "sbyte":
		return "SByte"
	case "char":
		return "Char"
	case "decimal":
		return "Decimal"
	case "double":
		return "Double"
	case "float":
		return "Single"
	case "int":
		return "Int32"
	case "uint":
		return "UInt32"
	case "long":
		return "Int64"
	case "ulong":
		return "UInt64"
	case "short":
		return "Int16"
	case "ushort":
		return "UInt16"
	case "object":
		return "Object"
	case "string":
		return "String"
	case "nint":
		return "IntPtr"
	case "nuint":
		return "UIntPtr"
	}
	return ""
}

func (x *extractor) typeArguments(n sitter.Node) []int32 {
	var out []int32
	for t := range n.NamedChildren() {
		out = append(out, x.typ(t, schema.RoleType))
	}
	return out
}

// generic refers to a name that may have type arguments, as a member of base.
func (x *extractor) generic(n sitter.Node, role schema.Role, base int32) int32 {
	name, list := n, sitter.Node{}
	if n.Is("generic_name") {
		name, list = n.FirstNamed(), n.Child("type_argument_list")
	}
	r := syntax.Ref(name, role)
	if r.Name = identifier(name); r.Name == "" {
		return schema.None
	}
	r.Base = base
	if role != schema.RoleCall && list.Ok() {
		r.Args = int32(1) // Types of one name differ in the number of their parameters.
		for c := range list.Children() {
			if c.Is(",") {
				r.Args++
			}
		}
	}
	var head int32
	if base == lang.BaseNone {
		head = x.typeRef(r)
	} else {
		head = x.b.Ref(r)
	}
	args := x.typeArguments(list)
	if role != schema.RoleType || len(args) == 0 {
		return head
	}
	switch r.Name {
	case "Nullable", "Expression":
		return args[0]
	case "Action", "Predicate", "Comparison":
		return x.functionType(n, args, schema.None)
	case "Func", "Converter":
		return x.functionType(n, args[:len(args)-1], args[len(args)-1])
	}
	if at, ok := holds(r.Name); ok && at < len(args) {
		if held := args[at]; held >= 0 {
			x.b.RefAt(held).Flags |= lang.RefContainer
			return held
		}
	}
	return head
}

// functionType declares the signature of a delegate of the library: a type without a
// name, whose instances take arguments of the types args and give result.
func (x *extractor) functionType(n sitter.Node, args []int32, result int32) int32 {
	s := lang.NewSymbol("{}", schema.KindTypeParameter)
	s.Span = syntax.Span(n)
	s.Flags = schema.SymbolSynthetic
	id := x.b.DefineHidden(s)
	call := x.callSignature(id, n)
	x.b.Symbol(call).Type = result
	for _, a := range args {
		p := lang.NewSymbol("", schema.KindParameter)
		p.Span = s.Span
		p.Parent = call
		p.Flags = schema.SymbolSynthetic
		p.Type = a
		x.b.DefineHidden(p)
	}
	r := lang.NewRef(s.Name, schema.RoleType)
	r.Line, r.Col = n.Start()
	r.EndCol = r.Col
	r.Flags = lang.RefImplicit
	r.Target = id
	return x.b.Ref(r)
}

// holds reports whether a type of the library is a collection, a task or the like, and
// which type argument is what it holds.
func holds(name string) (argument int, ok bool) {
	switch name {
	case "List", "IList", "IReadOnlyList", "IEnumerable", "ICollection", "IReadOnlyCollection", "HashSet", "ISet", "IReadOnlySet", "SortedSet", "FrozenSet", "Queue", "Stack", "LinkedList", "PriorityQueue",
		"ConcurrentBag", "ConcurrentQueue", "ConcurrentStack", "BlockingCollection", "Collection", "ObservableCollection", "ReadOnlyCollection", "ImmutableArray", "ImmutableList", "IImmutableList", "ImmutableHashSet",
		"ImmutableQueue", "ImmutableStack", "IQueryable", "IOrderedQueryable", "IOrderedEnumerable", "ParallelQuery", "IAsyncEnumerable", "IAsyncEnumerator", "IEnumerator", "Span", "ReadOnlySpan", "Memory", "ReadOnlyMemory",
		"ArraySegment", "ReadOnlySequence", "Task", "ValueTask", "TaskCompletionSource", "ConfiguredTaskAwaitable", "Lazy", "WeakReference", "ThreadLocal", "AsyncLocal", "IObservable", "IOptions", "IOptionsMonitor",
		"IOptionsSnapshot", "DbSet", "StrongBox":
		return 0, true
	case "Dictionary", "IDictionary", "IReadOnlyDictionary", "ConcurrentDictionary", "SortedDictionary", "SortedList", "ImmutableDictionary", "IImmutableDictionary", "ImmutableSortedDictionary", "FrozenDictionary",
		"ReadOnlyDictionary", "KeyValuePair", "ILookup", "IGrouping", "ConditionalWeakTable":
		return 1, true
	}
	return 0, false
}
