// Package lang defines what lc remembers of one file's content (Facts) and the
// registry of languages that can read it.
//
// A language is a folder below this one with an Extract function. The
// tree-sitter languages read a flat tree (package sitter) and speak to a
// Builder, which binds bare names to the declarations of their lexical scopes.
// What lexical scoping of one file cannot decide (imports, members of receivers,
// names of other files) stays in the Refs for the linker (graph/resolve):
//
//   - a Ref with Base = BaseNone and Target = None is a free name;
//   - a Ref with Base ≥ 0 is a member of the value of another Ref, so that
//     a.b().c is three refs: a (Base none), b (Base a, RefResult), c (Base b);
//   - a Symbol's Type and Init name the refs that tell what type it has.
//
// Everything here is a pure function of the bytes.
package lang
