// Package gotypes links Go files with go/types, the compiler's own type checker,
// without a toolchain, a module cache or a network.
//
// Nouns. A unit is what is checked together: the files of a folder with one
// package clause, apart for its in-package tests and its external tests. Files of
// every build constraint take part, those that linux/amd64 builds first; where
// two files declare the same name, the others are checked again among the files
// that their own constraint builds with (a variant).
//
// Algorithm. Modules come from go.mod and go.work files; an import is resolved to
// a folder of the snapshot (own module, workspace, local replacement, vendor) or
// stays external. Units are checked in dependency order, in parallel where they do
// not depend on each other. An external package is empty but for the names that
// somebody uses as types; go/types is told to put up with what is missing. Each
// identifier's object is mapped by position to the symbol of the facts. What types
// cannot tell (values of external types and what is called on them) is followed
// through the facts to the import path it comes from. Which type implements which
// interface is a join over method names and signatures written out with full
// package paths, so it needs no types of units that came from the cache.
//
// Cost. Parsing and checking take about as long as parsing twice; the syntax of a
// unit is dropped as soon as it is linked.
//
// Limits. Results of external generic functions have no type here, nor have
// members that come from an embedded external type: these are external at best.
// Two external types of one name are told apart, but what they can do is unknown,
// so that an interface with an embedded external interface may be said to be
// implemented by a type that lacks a method (over-reports). Generic types are
// matched with interfaces by the spelling of their type parameters.
package gotypes
