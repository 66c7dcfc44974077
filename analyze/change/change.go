// Package change turns the files of a diff into the symbols that changed.
//
// The symbols of the base side come with each File, or are read from the base
// snapshot. They are matched to those of the head side by identity, then by
// qualified name and kind, then by body: what is left over on one side was added
// or deleted. Hashes leave comments and white space out, so an edit of those
// alone changes nothing. Over-reports: a declaration whose tokens merely moved
// apart counts as edited. Under-reports: nothing that the extractors see.
package change

import (
	"context"
	"sort"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Status is what a diff says of a file.
type Status string

const (
	Added     Status = "added"
	Deleted   Status = "deleted"
	Modified  Status = "modified"
	Renamed   Status = "renamed" // Path is new, OldPath old; the content may differ too.
	Mode      Status = "mode"    // Only permissions changed.
	Binary    Status = "binary"
	Submodule Status = "submodule"
)

// File is one entry of a diff.
type File struct {
	Path    string // At head; at base for a deleted file.
	OldPath string // At base when it differs.
	Status  Status

	BaseSymbols []BaseSymbol // Symbols of the base side, file symbol first.
	BaseKnown   bool         // False when the base side could not be read.

	LinesAdded   int // Of the diff, for risk; both 0 when not counted.
	LinesDeleted int
}

// BaseSymbol is what must be known of a symbol of the base side.
type BaseSymbol struct {
	ScipSymbol    string
	Name          string
	QualifiedName string
	Kind          schema.Kind
	Line          int32
	SignatureHash uint64
	BodyHash      uint64
}

// What says how a symbol changed.
type What string

const (
	WhatBody      What = "body"      // The body of a callable.
	WhatSignature What = "signature" // The signature of a callable.
	WhatType      What = "type"      // The declaration of a type or field.
	WhatValue     What = "value"     // A variable or constant.
	WhatModule    What = "module"    // Code of a file outside every symbol.
	WhatAdded     What = "added"
	WhatDeleted   What = "deleted"
	WhatRenamed   What = "renamed"
	WhatMoved     What = "moved" // Same declaration in another file.
	WhatFile      What = "file"  // A file without symbols.
	WhatNamed     What = "named" // Asked for by name, not changed.
)

// Symbol is a changed symbol.
type Symbol struct {
	Head schema.SymbolID // At head; None when it is gone.
	Base schema.SymbolID // In the base snapshot; None when not there or no base snapshot was given.
	What What

	Name     string
	Symbol   string // Qualified name.
	ID       string // Stable identity.
	Path     string
	Line     int32
	Kind     schema.Kind
	OldName  string // Bare name at base when it differs.
	OldID    string // Identity at base when it differs.
	TestFile bool
}

// Set is everything that a diff changed.
type Set struct {
	Symbols   []Symbol
	Files     []FileInfo // In order of path.
	Undecided []analyze.Undecided
	Status    analyze.Status // Complete when no undecided entry can change behaviour.
}

// FileInfo is a changed file with what is known of it.
type FileInfo struct {
	File
	Head  schema.FileID // None when it is gone or not in the snapshot.
	Class Class
	// Opaque is why symbols of this file could not be compared; "" when they were.
	Opaque string
}

// Input is a diff with the snapshots of its sides.
type Input struct {
	Head  *store.Snapshot
	Base  *store.Snapshot // Nil when the base is not indexed.
	Files []File
}

type pair struct {
	base *BaseSymbol
	head schema.SymbolID // None without a partner.
	file int             // In Set.Files.
}

// Compare finds the changed symbols of a diff, ordered by path, line, identity.
func Compare(ctx context.Context, in Input) (*Set, error) {
	set := &Set{Symbols: []Symbol{}, Undecided: []analyze.Undecided{}, Status: analyze.Complete}
	files := append([]File(nil), in.Files...)
	sort.SliceStable(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	var gone, fresh []pair
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		info := describe(in.Head, f)
		if !f.BaseKnown && in.Base != nil {
			fromSnapshot(in.Base, &info.File)
		}
		at := len(set.Files)
		g, n := set.compareFile(in, &info, at)
		gone, fresh = append(gone, g...), append(fresh, n...)
		set.Files = append(set.Files, info)
	}
	set.settle(in, gone, fresh)
	sort.SliceStable(set.Symbols, func(i, j int) bool {
		a, b := set.Symbols[i], set.Symbols[j]
		if a.Path != b.Path {
			return a.Path < b.Path
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.ID < b.ID
	})
	set.Undecided = analyze.SortUndecided(set.Undecided)
	return set, nil
}

// open records what could not be settled.
func (s *Set) open(path, reason string) {
	s.Undecided = append(s.Undecided, analyze.Undecided{Path: path, Reason: reason})
	s.Status = analyze.Worst(s.Status, analyze.Partial)
}

func describe(head *store.Snapshot, f File) FileInfo {
	info := FileInfo{File: f, Head: schema.None}
	if f.Status != Deleted {
		if id, ok := head.FileByPath(f.Path); ok {
			info.Head = id
		}
	}
	language := ""
	if info.Head != schema.None {
		language = head.File(info.Head).Language
	}
	info.Class = Classify(f.Path, language)
	return info
}

func fromSnapshot(base *store.Snapshot, f *File) {
	path := f.Path
	if f.OldPath != "" {
		path = f.OldPath
	}
	if f.Status == Added {
		f.BaseKnown = true
		return
	}
	id, ok := base.FileByPath(path)
	if !ok || base.File(id).Status != schema.StatusParsed {
		return
	}
	lo, hi := base.SymbolsOf(id)
	for ; lo < hi; lo++ {
		s := base.Symbol(lo)
		f.BaseSymbols = append(f.BaseSymbols, BaseSymbol{
			s.ScipSymbol, s.Name, s.QualifiedName, s.Kind, s.StartLine, s.SignatureHash, s.BodyHash,
		})
	}
	f.BaseKnown = true
}

// compareFile matches the two sides of one file and returns what found no partner.
func (s *Set) compareFile(in Input, info *FileInfo, at int) (gone, fresh []pair) {
	f := &info.File
	switch f.Status {
	case Mode:
		return nil, nil
	case Submodule:
		info.Opaque = "submodule moved to another commit"
		s.open(f.Path, info.Opaque+": its content is not indexed")
		return nil, nil
	}
	if f.Status == Added {
		f.BaseKnown = true
	}
	headSymbols, reason := headRange(in.Head, info)
	if len(f.BaseSymbols) == 0 && headSymbols == nil {
		s.wholeFile(info, reason)
		return nil, nil
	}
	if reason != "" && f.Status != Deleted {
		s.open(f.Path, reason)
	}
	if info.Class.AffectsAll() || isData(f.Path) {
		s.wholeFile(info, "")
	}
	if !f.BaseKnown {
		s.open(f.Path, "base side could not be read: every symbol counts as changed")
		info.Opaque = "base side could not be read"
		for _, id := range headSymbols {
			s.add(in, at, nil, id, "", info)
		}
		return nil, nil
	}
	partner := match(in.Head, f.BaseSymbols, headSymbols, f.OldPath != "" && f.OldPath != f.Path)
	taken := make(map[schema.SymbolID]bool, len(partner))
	for i, id := range partner {
		b := &f.BaseSymbols[i]
		if id == schema.None {
			gone = append(gone, pair{b, schema.None, at})
			continue
		}
		taken[id] = true
		if what := difference(b, in.Head.Symbol(id)); what != "" {
			s.add(in, at, b, id, what, info)
		} else if h := in.Head.Symbol(id); f.OldPath != "" && f.OldPath != f.Path && h.ScipSymbol != b.ScipSymbol {
			s.add(in, at, b, id, WhatMoved, info)
		}
	}
	for _, id := range headSymbols {
		if !taken[id] {
			fresh = append(fresh, pair{nil, id, at})
		}
	}
	return gone, fresh
}

// headRange lists the symbols of the head side, and why they may be incomplete.
func headRange(head *store.Snapshot, info *FileInfo) (ids []schema.SymbolID, reason string) {
	if info.Status == Deleted {
		return nil, ""
	}
	if info.Head == schema.None {
		return nil, "not in the index"
	}
	file := head.File(info.Head)
	lo, hi := head.SymbolsOf(info.Head)
	for ; lo < hi; lo++ {
		ids = append(ids, lo)
	}
	switch file.Status {
	case schema.StatusProblem, schema.StatusSkipped:
		return ids, "not parsed: " + problem(head, info.Path, file.Status.String())
	case schema.StatusParsed:
		if p := problem(head, info.Path, ""); p != "" {
			return ids, "parsed in part: " + p
		}
	}
	return ids, ""
}

// problem returns the first recorded problem of a path.
func problem(head *store.Snapshot, path, fallback string) string {
	problems := head.Problems()
	i := sort.Search(len(problems), func(i int) bool { return problems[i].Path >= path })
	for ; i < len(problems) && problems[i].Path == path; i++ {
		if problems[i].Stage != "history" {
			return problems[i].Reason
		}
	}
	return fallback
}

// wholeFile records a changed file that has no symbols on either side.
func (s *Set) wholeFile(info *FileInfo, reason string) {
	s.Symbols = append(s.Symbols, Symbol{
		Head: schema.None, Base: schema.None, What: WhatFile, Path: info.Path, Line: 1, Kind: schema.KindFile,
	})
	if (info.Class == Documentation || info.Class == Tooling) && reason == "" {
		return
	}
	switch {
	case reason != "":
		info.Opaque = reason
	case info.Class == Code && info.Status == Deleted && !info.BaseKnown:
		info.Opaque = "deleted, and its base side could not be read"
	default:
		info.Opaque = info.Class.Reason()
	}
	if info.Opaque != "" {
		s.open(info.Path, info.Opaque)
	}
}

// difference says how head differs from base, "" when it does not.
func difference(b *BaseSymbol, h schema.Symbol) What {
	signature, body := b.SignatureHash != h.SignatureHash, b.BodyHash != h.BodyHash
	switch {
	case !signature && !body:
		return ""
	case h.Kind == schema.KindFile || h.Kind == schema.KindModule || h.Kind == schema.KindNamespace || h.Kind == schema.KindPackage:
		return WhatModule
	case h.Kind.IsCallable() && signature:
		return WhatSignature
	case h.Kind.IsCallable():
		return WhatBody
	case h.Kind.InText() || h.Kind == schema.KindVariable || h.Kind == schema.KindConstant || h.Kind == schema.KindEnumMember || h.Kind == schema.KindField && !signature:
		return WhatValue
	}
	return WhatType
}

// add appends a changed symbol. A nil base means that only the head side is known.
func (s *Set) add(in Input, at int, b *BaseSymbol, head schema.SymbolID, what What, info *FileInfo) {
	c := Symbol{Head: head, Base: schema.None, What: what}
	if head != schema.None {
		h := in.Head.Symbol(head)
		c.Name, c.Symbol, c.ID, c.Line, c.Kind = h.Name, h.QualifiedName, h.ScipSymbol, h.StartLine, h.Kind
		c.Path = in.Head.FilePath(h.File)
		c.TestFile = in.Head.File(h.File).Flags&schema.FileTest != 0
		if what == "" { // Unknown base: the strongest change that its kind allows.
			c.What = strongest(h.Kind)
		}
	}
	if b != nil {
		if head == schema.None {
			c.Name, c.Symbol, c.ID, c.Line, c.Kind, c.Path = b.Name, b.QualifiedName, b.ScipSymbol, b.Line, b.Kind, info.Path
			if info.OldPath != "" {
				c.Path = info.OldPath
			}
		} else {
			if b.Name != c.Name {
				c.OldName = b.Name
			}
			if b.ScipSymbol != c.ID {
				c.OldID = b.ScipSymbol
			}
		}
		if in.Base != nil {
			if id, ok := in.Base.SymbolByScip(b.ScipSymbol); ok {
				c.Base = id
			}
		}
	}
	s.Symbols = append(s.Symbols, c)
}

func strongest(k schema.Kind) What {
	switch {
	case k == schema.KindFile:
		return WhatModule
	case k.IsCallable():
		return WhatSignature
	case k.InText() || k == schema.KindVariable || k == schema.KindConstant:
		return WhatValue
	}
	return WhatType
}
