package resolve

import (
	"context"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Confidence by origin, before any calibration against SCIP.
const (
	// ConfidenceScope: lexical scoping is the language's own rule; only dynamic
	// tricks (eval, monkey patches) break it.
	ConfidenceScope = .99
	// ConfidenceImport: as lexical, but a module map guessed from manifests may pick another file.
	ConfidenceImport = .95
	// ConfidenceReceiver: the receiver's type is inferred without flow.
	ConfidenceReceiver = .85
	// ConfidenceDispatch: an override below the receiver's static type may be meant.
	ConfidenceDispatch = .6
	// ConfidenceUnique: a bare member name says little even when only one declaration has it.
	ConfidenceUnique = .5
	// ConfidenceAmbiguous is shared by the candidates of an ambiguous name, and caps each.
	ConfidenceAmbiguous = .3
)

// EntityKind is what an Entity is.
type EntityKind uint8

const (
	EntityNone      EntityKind = iota
	EntityDecl                 // Declaration (File, Symbol).
	EntityModule               // File as a namespace of its top-level names; Symbol is 0.
	EntityNamespace            // Namespace called Name that the family understands.
	EntityExternal             // Outside the snapshot, in the package called Name.
)

// Entity is what a name denotes. It is comparable.
type Entity struct {
	Kind   EntityKind
	File   schema.FileID
	Symbol int32
	Name   string
}

// Decl denotes a declaration.
func Decl(file schema.FileID, symbol int32) Entity {
	if symbol == 0 {
		return Module(file)
	}
	return Entity{Kind: EntityDecl, File: file, Symbol: symbol}
}

// Module denotes a file as a module.
func Module(file schema.FileID) Entity { return Entity{Kind: EntityModule, File: file} }

// Namespace denotes a namespace that the family understands.
func Namespace(name string) Entity { return Entity{Kind: EntityNamespace, Name: name} }

// External denotes something in a package outside the snapshot.
func External(pkg string) Entity { return Entity{Kind: EntityExternal, Name: pkg} }

// Ok reports whether e denotes anything.
func (e Entity) Ok() bool { return e.Kind != EntityNone }

// Target returns the declaration that e denotes, link.NoTarget when it is no
// declaration and no file of the snapshot.
func (e Entity) Target() link.Target {
	if e.Kind == EntityDecl || e.Kind == EntityModule {
		return link.Target{File: e.File, Symbol: e.Symbol}
	}
	return link.NoTarget
}

// Imported is where an import statement leads.
type Imported struct {
	Link   link.ImportTarget // The row of the imports table.
	Module Entity            // What Import.Module names; EntityNone when it is not found.
	// Bound is what the local name denotes when that is neither Module itself
	// (Import.Name is "") nor its export Import.Name: `import a.b` in Python binds a.
	Bound Entity
}

// Candidate is one meaning of a free name.
type Candidate struct {
	Entity     Entity
	Origin     schema.Origin
	Confidence float32 // 0 means the confidence of Origin.
}

// Rules makes the Family of one language family for one link run.
type Rules interface {
	// Languages lists the registry names of the languages it claims.
	Languages() []string
	// Open reads manifests and builds the module map. It must not resolve references.
	Open(ctx context.Context, p *Program) (Family, error)
}

// Family is what the engine asks of a language family. Every function is called
// with files of the family only, may call back into the Program, must be a pure
// function of the snapshot, and after Open is called from several goroutines.
// Import, Export and Free are required; nil for any other means "nothing special".
type Family struct {
	// Package names the package, module, crate or namespace of a file.
	Package func(file schema.FileID) string
	// Import says where import i of file leads.
	Import func(file schema.FileID, i int32) Imported
	// Export finds name among what a module or namespace offers to others, through
	// re-exports. Program.Exported does the common part.
	Export func(module Entity, name string) []Entity
	// Free resolves a bare name that lexical scoping left open: same package, star
	// imports, linkage, built-ins (External). Empty means unresolved.
	Free func(file schema.FileID, ref *lang.Ref) []Candidate

	// Containers lists further declarations whose children are members of a type:
	// Rust impl blocks, other parts of a partial class, merged interfaces. Their
	// inherit references count as the type's own.
	Containers func(t link.Target) []link.Target
	// Owner maps a declaration to the type whose members it holds or is one of,
	// when that is not its lexical parent: an impl block to its type, an
	// out-of-line C++ method to its class. NoTarget means none.
	Owner func(t link.Target) link.Target
	// Supers lists super types besides those named by inherit references.
	Supers func(t link.Target) []link.Target
	// Definition maps a declaration without a body (C prototype) to its definition;
	// itself when there is none or more than one.
	Definition func(t link.Target) link.Target
	// Relations lists edges between declarations that the family knows of, such as
	// a definition and its declarations elsewhere. Called once, after the references.
	Relations func() []link.Relation
	// Weak reports whether a member yields to an inherited one of its name: a field
	// that exists by assignment only.
	Weak func(t link.Target) bool
	// Members lists candidates for a member that neither a type nor its supers
	// declare (extension methods, structural rules).
	Members func(t link.Target, name string) []Entity
	// Extension lists candidates for a member of a value whose type is outside the
	// snapshot, or of a container: extension methods. Asked before the value's own type.
	Extension func(name string, container bool) []Entity
	// Receiver reports whether a parameter stands for what a callable is called on, and is
	// no argument: the first one of an extension method.
	Receiver func(parameter link.Target) bool
	// Common reports whether a member name is too common (methods of built-in types)
	// to be resolved by name alone. The engine has a short list of its own.
	Common func(name string) bool

	// Fit says how well a declaration takes the arguments of a call, by what the call
	// says besides their number: their labels. More is better, 0 says nothing, less that it cannot be meant.
	Fit func(t link.Target, ref *lang.Ref) int

	// Overloads: declarations of one name in one type are told apart by the types of
	// arguments, which the engine does not infer: a call lists all of fitting arity.
	Overloads bool
	// OneNameSpace: fields, properties, methods and nested types of a type cannot share
	// a name (overloads aside), so that a call may mean a field and a value a method.
	OneNameSpace bool
	// RoleMembers: methods and other members of a type have name spaces of their own; a
	// call of a member means a method, any other use never does.
	RoleMembers bool
	// ImplicitSelf: a bare name inside a type may mean an inherited member.
	ImplicitSelf bool
	// Uniform: to read a method is to call it without arguments.
	Uniform bool
	// OwnSelf: with ImplicitSelf, of the innermost type around only, not of those around that.
	OwnSelf bool
	// Lexical finds a bare name in what lexical scoping reaches in other files, before
	// members are asked.
	Lexical func(file schema.FileID, ref *lang.Ref) Entity
	// Nested finds a declaration in a type by a path, before the members of a type itself
	// are asked: Ruby's constants.
	Nested func(t link.Target, name string) Entity
	// ClassMembers: types are values with members of their own (schema.SymbolStatic), apart
	// from those of their instances. A member of the other sort is meant when there is none.
	ClassMembers bool
	// Constructs: a construction that names a type with a constructor of its own means
	// that constructor first, and the type besides.
	Constructs bool
	// Variable reports whether the name that an import binds is a variable like any other:
	// a use of it means the variable first, and what it was given besides.
	Variable func(i *lang.Import) bool
	// NewWord is the member of a type that makes an instance of it: "new".
	NewWord string
	// WriteSuffix ends the names of methods that run when a member is assigned: "=".
	WriteSuffix string
	// CalledProperties: a property is read by calling it, so that a call of it has its value.
	CalledProperties bool
	// GuessCalls: of members of unknown values only calls are resolved by name alone.
	GuessCalls bool
	// FunctionMembers: functions that are declared in a variable are members of its value.
	FunctionMembers bool
	// FixedArity: a call with another number of arguments than a method has parameters
	// does not mean it.
	FixedArity bool
	// TypeBases: a member of a reference in a type position is a member of the
	// type's instances: T["k"], the keys of a literal of type T.
	TypeBases bool
	// CallMember is the member that runs when an instance is called: "__call__",
	// "operator()"; "()" for the signature of a function type, a child that extractors
	// may give to any symbol whose declared type is a function type.
	CallMember string
	// ElementMembers are the members whose result is an element of an instance: "__getitem__", "__iter__".
	ElementMembers []string
	// NewMember is the name of a constructor method: "__init__", "constructor"; ""
	// when constructors carry schema.KindConstructor or the type's name.
	NewMember string
	// Builtin names the package of built-in types, that of containers' members.
	Builtin string
	// Through says what a built-in method gives when it is called on a container or,
	// with container false, on an instance of a type that has no such member (clone, as_ref).
	Through func(name string, container bool) Passage
	// Makes reports whether a built-in function of a type that does not declare it
	// returns an instance of the type: default, from.
	Makes func(name string) bool
}

// Passage is what a built-in method gives in terms of its receiver.
type Passage uint8

const (
	PassNothing Passage = iota
	PassSame            // The receiver, or a container of the same elements: iter, filter, clone.
	PassElement         // One element: unwrap, next, get.
	PassType            // The type of the receiver: class.
)
