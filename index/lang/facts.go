package lang

import "github.com/lc-index/lc/store/schema"

// Facts is what the bytes of one file say by themselves: nothing in it depends
// on the path, on other files or on options, so it may be kept under the digest
// of the content. All cross references are positions in the slices below;
// schema.None (-1) means none.
type Facts struct {
	Language   string
	Package    string // Package clause or namespace as written; "" when there is none.
	Summary    string // One line: what the file is, from its documentation or its main symbols.
	Lines      int32
	Complexity int32 // Cyclomatic, summed over the file's callables.
	ErrorBytes int32 // Bytes inside parse errors after recovery.
	Generated  bool  // A marker in the content says so.
	Symbols    []Symbol
	Refs       []Ref
	Imports    []Import
	Problems   []Problem
	Regions    []Region
}

// Span is a half-open range: lines are 1-based and inclusive, columns 0-based
// bytes with an exclusive end.
type Span struct{ StartLine, StartCol, EndLine, EndCol int32 }

// Contains reports whether the position lies in s.
func (s Span) Contains(line, col int32) bool {
	return (line > s.StartLine || line == s.StartLine && col >= s.StartCol) &&
		(line < s.EndLine || line == s.EndLine && col < s.EndCol)
}

// Symbol is a declaration. Symbols[0] is the file itself (schema.KindFile, named
// "" by the extractor). The order is that of the start positions, outer before
// inner, so a parent always precedes its children. Locals (Kind.IsLocal) are
// symbols too: they get occurrences but no row.
type Symbol struct {
	Name          string
	Kind          schema.Kind
	Parent        int32 // Innermost enclosing symbol, locals included; None for the file.
	Span          Span  // Whole declaration with decorators and body.
	NameLine      int32 // None for a symbol without a token of its own.
	NameCol       int32
	Visibility    schema.Visibility
	Flags         schema.SymbolFlags
	Complexity    int32 // 1 + branches for callables; 0 else.
	Signature     string
	Doc           string
	Type          int32 // Refs: declared type; of a callable the declared result.
	Init          int32 // Refs: the expression whose value it takes; of a callable a returned expression.
	Import        int32 // Imports: the statement that binds a KindImport symbol.
	Arity         int32 // Parameters of a callable without its receiver; None else or when variadic.
	SignatureHash uint64
	BodyHash      uint64
}

// RefFlags refine a reference.
type RefFlags uint8

const (
	// RefResult means that the value of the expression is what a call of the
	// target returns (or, for a type, a new instance).
	RefResult RefFlags = 1 << iota
	// RefElement means that the value is an element of the target's value (index, iteration, await).
	RefElement
	// RefSelf marks the receiver word of the language: self, this, cls, Self, super. Name keeps the word.
	RefSelf
	// RefNew marks the construction of the target.
	RefNew
	// RefOptional marks a name that need not exist (typeof x, hasattr, TYPE_CHECKING guards, #ifdef).
	RefOptional
	// RefContainer marks a type reference that a declaration names as what its value holds, not is:
	// T[], list[T], Promise<T>, Vec<T>, Optional<T>. RefElement takes it out again.
	RefContainer
	// RefImplicit marks a reference without a token of its own, a step of type
	// inference only: it has no occurrence and is not counted. Its Name is "(k" for
	// the type of parameter k of the value of Base, "()" for the result of a call of
	// it, "[]" for an element of it, "[*" for one if it is a container and nothing
	// else, "=" for itself, or that of a member.
	RefImplicit
	// RefTag marks a name behind struct, union or enum: in C tags are apart from other names.
	// In Ruby it marks a constant behind a leading "::", which no module around can mean.
	RefTag
)

// Values of Ref.Base.
const (
	BaseNone    = -1 // A bare name: looked up lexically.
	BaseUnknown = -2 // A member of an expression that has no reference (call of a call result without name, literal).
)

// Ref is one use of a name as written. Refs are ordered by position.
type Ref struct {
	Name   string
	Role   schema.Role
	Flags  RefFlags
	Line   int32
	Col    int32
	EndCol int32
	Encl   int32 // Innermost enclosing symbol, locals excluded: Symbols index.
	Base   int32 // Refs: the receiver or qualifier, whose value (see Flags) this name is a member of.
	Target int32 // Symbols: the declaration in this file that lexical scoping binds it to; None when free or a member.
	Args   int32 // Arguments of a call; None else.
	Import int32 // Imports: the statement this name stands in, for RoleImport; None else.
}

// Import is one name brought in by one statement, or a whole module.
type Import struct {
	Line   int32
	Module string // Specifier as written: "./x", "a.b", "crate::m", "stdio.h", "java.util"; "" this file, which exports Name as Alias.
	Name   string // Imported name in Module; "" the module itself; "*" everything.
	Alias  string // Local name it is bound to; "" binds nothing.
	Level  int32  // Leading dots of a Python relative import; for C 1 means "quoted", 0 <angled>; for Java 1 means static; for C# 1 means static, 2 global, 3 both; for JavaScript 1 an address in a page, 2 a variable that require fills.
	Class  schema.ImportClass
	Symbol int32 // Symbols: the KindImport symbol that it binds; None.
}

// Problem is a part of the file that the extractor could not read. Span starts
// on Line; its EndLine is 0 when only the line is known.
type Problem struct {
	Line   int32
	Reason string
	Span   Span
}

// Region is code of another language inside the file: a script of an HTML page, a
// fence of a Markdown document. Package embed reads it when the host's extractor
// has returned; what it declares and uses joins the host's facts.
type Region struct {
	Language string // As in the registry; "" when the file does not say or nobody knows it.
	Span     Span
	Indent   int32 // Columns of white space that every line after the first of Span starts with and that are not code.
	Group    int32 // Regions of one language and one group share a scope (the scripts of a page); 0 stands alone.
	Example  bool  // An illustration, not part of the program.
}
