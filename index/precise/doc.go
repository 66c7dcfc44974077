// Package precise speaks SCIP, the exchange format of compilers' indexers.
//
// Write streams index.scip from what lc knows of every language. Read streams
// any index of any size into a compact form; Merge lets it decide what
// references mean.
//
// Merge takes a document only when it is about the bytes that lc has: its text is
// the file's, or the range of every definition spells the name of its symbol and
// hardly a reference misses its name. Any other document is refused, counted and
// recorded as a problem. Symbols of SCIP join lc's by the position of the name in
// the definition, never by their strings. The role of a reference and what
// encloses it stay lc's; where SCIP is silent lc's answer stays.
//
// Under-reports: a definition that lc does not see has no target to give; it is
// counted (Stats.Unjoined) and lc's own answer for its references stays.
package precise
