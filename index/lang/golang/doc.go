// Package golang extracts the facts of Go files with the standard library's own
// parser (go/parser), not with a grammar: it reads three times as fast and knows
// the language exactly.
//
// Symbols are the package-level declarations, fields, interface methods, and the
// locals of functions. Symbols[0], the file, has the package clause as its
// signature, followed by " //go:build " and the expression when the file has a
// build constraint.
//
// A method's Parent is the symbol of its receiver type when that type is declared
// earlier in the same file. Otherwise it is a container that stands for the type:
// kind KindImpl, named after the type, flagged SymbolSynthetic, without a token
// and with an empty span, one for each type and file. Either way the path of
// names from the file down to a method is "Type.Method".
//
// Every identifier in use is a Ref but for the blank one and the predeclared
// names that nobody redefines (basic types, nil, true, len, append, …); those
// are left out unless the file itself declares such a name. Names that packages
// do redefine (min, max, new, close, any, …) are free references.
//
// Blind spots: whether T(x) converts or calls is known only when T is declared in
// the same file; whether the key of a composite literal is a field is assumed when
// its type is a name declared elsewhere; the name of an imported package without
// an alias is guessed from its path and from what the file uses. The linker
// (graph/resolve/gotypes) knows better in all three cases.
package golang
