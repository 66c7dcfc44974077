// Package graph holds directed graphs as arrays and what can be asked of them:
// reach, strongly connected components, shortest cycles, feedback arcs, ranks.
//
// A CSR is two int32 slices: the targets of node v are
// Targets[Offsets[v]:Offsets[v+1]]. Every algorithm is iterative, runs in linear
// time unless it says otherwise, and gives the same answer in the same bytes on
// every machine: nodes are visited in ascending order, sums are taken in a fixed
// order and products are rounded before they are added, which rules out fused
// multiply-add.
//
// Packages is the small graph between packages, where transitive reduction,
// topological order and drawing are wanted; it alone uses a graph library.
package graph
