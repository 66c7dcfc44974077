// Package resolve turns the references of the tree-sitter languages into targets.
// It is the part that all of them share; what differs sits in one Rules a
// language family, in the folders below this one.
//
// Nouns. An Entity is what a name denotes: a declaration, a module (a file), a
// namespace (a name that a family understands: a Java package, a Python
// directory), or something outside the snapshot. A value is what an expression
// evaluates to: an instance of a type, or the entity itself. A family answers
// where imports lead, what modules export, and what free names mean.
//
// Algorithm. One sequential pass in file order resolves every import, then every
// super type, then the value of every symbol: its declared type, else its
// initialiser, followed through calls, members and imports by memoised recursion
// with cycle guards. A cycle is cut where it is first met, which is the same place
// in every run. After the pass these tables are read-only, and the references of
// each file are resolved in parallel; workers never change the output.
//
// A reference resolves by the first that answers: lexical scope (then through the
// import that binds it), the value of its base, the family's free names, and for
// a member of an unknown receiver the only declaration of that member name.
//
// Cost. Linear in references and symbols, times the depth of chains. Limits count
// steps, never time.
//
// Limits. Inference is flow-insensitive: one type a variable, that of its
// declaration. Generic arguments are followed only through containers
// (lang.RefContainer). It under-reports calls through values it cannot type and
// over-reports dispatch: every override below the receiver's type is listed.
package resolve
