package schema

// Every enumeration below is written to disk by name, never by number, so
// values may be reordered freely; a renamed value bumps FormatVersion.

// Kind is what a symbol is.
type Kind uint8

const (
	KindFile Kind = iota // The file itself: module-level code. Exactly one a file, its first symbol.
	KindPackage
	KindNamespace
	KindModule
	KindClass
	KindStruct
	KindInterface
	KindTrait
	KindEnum
	KindEnumMember
	KindUnion
	KindType // Alias, typedef, named type of another shape.
	KindFunction
	KindMethod
	KindConstructor
	KindProperty // Accessor: getter, setter, computed.
	KindField
	KindVariable
	KindConstant
	KindMacro
	KindParameter     // Local.
	KindTypeParameter // Local.
	KindLocal         // Variable of a function body. Local.
	KindImport        // Name bound by an import statement. Local.
	KindLabel         // Local.
	KindSection       // Heading of a document.
	KindImpl          // Rust impl block and the like: a container without a name of its own.
	KindKey           // Key of a data file: YAML, TOML, JSON.
	KindTable         // Table or view of a database.
	KindResource      // Block of a configuration that others refer to: HCL, a stage of a Dockerfile.
	KindRule          // Selector of a style sheet, element with an id.
)

var kindNames = [...]string{
	"file", "package", "namespace", "module", "class", "struct", "interface", "trait", "enum", "enum-member", "union",
	"type", "function", "method", "constructor", "property", "field", "variable", "constant", "macro", "parameter",
	"type-parameter", "local", "import", "label", "section", "impl", "key", "table", "resource", "rule",
}

func (k Kind) String() string { return nameOf(kindNames[:], k) }

// KindNames lists the names in value order.
func KindNames() []string { return kindNames[:] }

// IsLocal reports whether a symbol of this kind is visible only inside its
// function or file. Local symbols keep occurrences but have no row of their own
// in the symbols table.
func (k Kind) IsLocal() bool {
	switch k {
	case KindParameter, KindTypeParameter, KindLocal, KindImport, KindLabel:
		return true
	}
	return false
}

// InText reports whether a symbol of this kind is a part of a document, a data file
// or a style sheet: a place to find and to read, which code does not call by its name.
func (k Kind) InText() bool { return k == KindSection || k == KindKey || k == KindRule }

// IsCallable reports whether a symbol of this kind has a body that runs when called.
func (k Kind) IsCallable() bool {
	return k == KindFunction || k == KindMethod || k == KindConstructor || k == KindProperty || k == KindMacro
}

// IsType reports whether a symbol of this kind names a type.
func (k Kind) IsType() bool {
	switch k {
	case KindClass, KindStruct, KindInterface, KindTrait, KindEnum, KindUnion, KindType:
		return true
	}
	return false
}

// Role is how an occurrence uses its symbol.
type Role uint8

const (
	RoleDefinition Role = iota
	RoleCall            // Function, method, constructor or macro invoked here.
	RoleType            // Named in a type position.
	RoleRead            // Value read, or function taken as a value.
	RoleWrite           // Assigned.
	RoleImport          // Named by an import statement.
	RoleInherit         // Named as a base class, embedded type or implemented interface.
	RoleDecorate        // Decorator, annotation or attribute.
)

var roleNames = [...]string{"definition", "call", "type", "read", "write", "import", "inherit", "decorate"}

func (r Role) String() string { return nameOf(roleNames[:], r) }

// RoleNames lists the names in value order.
func RoleNames() []string { return roleNames[:] }

// EdgeKind is what an edge says of its two symbols. Source depends on target.
type EdgeKind uint8

const (
	EdgeCall EdgeKind = iota
	EdgeReference
	EdgeImport
	EdgeInherit
	EdgeImplement
	EdgeOverride
	EdgeTest
	EdgeRoute
	EdgeSynthesized
)

var edgeKindNames = [...]string{"call", "reference", "import", "inherit", "implement", "override", "test", "route", "synthesized"}

func (k EdgeKind) String() string { return nameOf(edgeKindNames[:], k) }

// EdgeKindNames lists the names in value order.
func EdgeKindNames() []string { return edgeKindNames[:] }

// Origin is how a target was found, from most to least trusted.
type Origin uint8

const (
	OriginScip          Origin = iota // A language indexer said so.
	OriginTypes                       // A type checker on this file's source said so (go/types).
	OriginScope                       // Lexical scope, or the language's own linkage rule.
	OriginImport                      // Through an import statement that was resolved to a file.
	OriginReceiver                    // Member found on the inferred type of its receiver.
	OriginUniqueName                  // The only definition of that name that fits.
	OriginAmbiguousName               // One of several definitions of that name.
	OriginSynthesized                 // Framework, dispatch table, reflection.
	OriginNone                        // Not resolved: the target is unknown or external.
)

var originNames = [...]string{"scip", "types", "scope", "import", "receiver", "unique-name", "ambiguous-name", "synthesized", "none"}

func (o Origin) String() string { return nameOf(originNames[:], o) }

// OriginNames lists the names in value order.
func OriginNames() []string { return originNames[:] }

// ImportClass says when an import takes effect.
type ImportClass uint8

const (
	ImportStatic ImportClass = iota
	ImportType               // Erased at run time.
	ImportLazy               // Inside a function, or a dynamic import.
	ImportTest               // In a test file.
	ImportReexport
)

var importClassNames = [...]string{"static", "type", "lazy", "test", "re-export"}

func (c ImportClass) String() string { return nameOf(importClassNames[:], c) }

// ImportClassNames lists the names in value order.
func ImportClassNames() []string { return importClassNames[:] }

// FileStatus is what became of a file.
type FileStatus uint8

const (
	StatusParsed FileStatus = iota // Facts exist.
	StatusText                     // Text without a parser: searchable, listed.
	StatusBinary
	StatusSkipped // Over a limit or excluded by an option; a Problem says why.
	StatusProblem // Unreadable, undecodable or broken; a Problem says why.
)

var fileStatusNames = [...]string{"parsed", "text", "binary", "skipped", "problem"}

func (s FileStatus) String() string { return nameOf(fileStatusNames[:], s) }

// FileStatusNames lists the names in value order.
func FileStatusNames() []string { return fileStatusNames[:] }

// Visibility is who may name a symbol.
type Visibility uint8

const (
	VisibilityPublic Visibility = iota
	VisibilityProtected
	VisibilityInternal // Package, module or crate.
	VisibilityPrivate  // File or enclosing type.
)

var visibilityNames = [...]string{"public", "protected", "internal", "private"}

func (v Visibility) String() string { return nameOf(visibilityNames[:], v) }

// VisibilityNames lists the names in value order.
func VisibilityNames() []string { return visibilityNames[:] }

// FileFlags are marks of a file.
type FileFlags uint32

const (
	FileTest FileFlags = 1 << iota
	FileGenerated
	FileVendored
	FileDocumentation
	FileExecutable
	FileSymlink
	FileSubmodule
)

var fileFlagNames = [...]string{"test", "generated", "vendored", "documentation", "executable", "symlink", "submodule"}

// Names lists the set flags in bit order.
func (f FileFlags) Names() []string { return flagNames(fileFlagNames[:], uint32(f)) }

// SymbolFlags are marks of a symbol.
type SymbolFlags uint32

const (
	SymbolTest       SymbolFlags = 1 << iota // A test case, or a suite, that a runner finds.
	SymbolEntry                              // An entry point: main, init, module start.
	SymbolExported                           // Reachable from outside its file by the language's own rule.
	SymbolStatic                             // Belongs to the type, not to an instance.
	SymbolAbstract                           // Declared without a body.
	SymbolAsync                              //
	SymbolDeprecated                         //
	SymbolDecorated                          // Carries a decorator, annotation or attribute.
	SymbolOverride                           // Says that it overrides.
	SymbolDeclOnly                           // A declaration whose definition is elsewhere (C prototype, extern).
	SymbolDefault                            // Default export of its module.
	SymbolInit                               // Runs when its module or package is loaded.
	SymbolSynthetic                          // Has no token of its own in the source.
	SymbolExample                            // Stands in a code fence of a document: shown, not part of the program.
)

var symbolFlagNames = [...]string{"test", "entry", "exported", "static", "abstract", "async", "deprecated", "decorated", "override", "declaration", "default", "init", "synthetic", "example"}

// Names lists the set flags in bit order.
func (f SymbolFlags) Names() []string { return flagNames(symbolFlagNames[:], uint32(f)) }

func nameOf[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return "invalid"
}

func flagNames(names []string, bits uint32) []string {
	var set []string
	for i, name := range names {
		if bits&(1<<i) != 0 {
			set = append(set, name)
		}
	}
	return set
}

// Parse returns the value that is called name in names, the list that one of
// the …Names functions returns.
func Parse[T ~uint8](names []string, name string) (T, bool) {
	for i, n := range names {
		if n == name {
			return T(i), true
		}
	}
	return 0, false
}
