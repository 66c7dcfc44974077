// Package store opens snapshots of an index read-only.
//
// A Snapshot answers from columns of memory-mapped Arrow files: opening costs
// milliseconds whatever the size, and nothing in this package can write. The
// writing side is store/build; the bytes are described in FORMAT.md.
package store
