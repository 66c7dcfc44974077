// Package diff reads what a revision range changed from git: the files, the lines
// added and deleted, and the symbols of the base side, by parsing the old content
// of the changed files only. The base need not be indexed.
package diff

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/analyze/change"
	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// maxBaseBytes is the largest old content that is parsed.
const maxBaseBytes = 1 << 20

// Range is a base and a head.
type Range struct {
	Base string // Commit.
	Head string // Commit; "" is the work tree.
}

// ResolveBase returns the commit that a comparison of rev with head starts from:
// their merge base, or rev itself when they have none, which note then says.
func ResolveBase(ctx context.Context, repo *git.Repository, rev, head string) (base, note string, err error) {
	commit, err := repo.Resolve(ctx, rev)
	if err != nil {
		return "", "", err
	}
	if head == "" {
		head = "HEAD"
	}
	tip, err := repo.Resolve(ctx, head)
	if err != nil {
		return "", "", err
	}
	mergeBase, err := repo.MergeBase(ctx, commit, tip)
	if err != nil {
		return "", "", err
	}
	if mergeBase == "" {
		note = fmt.Sprintf("%s and %s have no merge base: compared with %s itself", rev, head, rev)
		if repo.IsShallow(ctx) {
			note += "; history is shallow (fetch more of it)"
		}
		return commit, note, nil
	}
	return mergeBase, "", nil
}

// Source tells how to read the content of the base side.
type Source struct {
	Registry *lang.Registry
	// Remembered returns the facts of a content that was read before; nil when
	// nothing is remembered.
	Remembered func(content schema.Digest, language string) (*lang.Facts, bool)
}

// Read lists the files that differ between the sides of the range, with the
// symbols of the base side. Identities are spelled as head's snapshot spells them.
// Objects that a partial clone lacks cost the detection of renames or the counts of
// lines, which notes then say, never the answer.
func Read(ctx context.Context, repo *git.Repository, source Source, head *store.Snapshot, r Range) (files []change.File, notes []string, err error) {
	files, objects, err := list(ctx, repo, r, "-M")
	if err != nil && ctx.Err() == nil {
		notes = append(notes, fmt.Sprintf("renames were not looked for: %v", err))
		files, objects, err = list(ctx, repo, r, "--no-renames")
	}
	if err != nil {
		return nil, nil, err
	}
	if err := countLines(ctx, repo, r, files); err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		notes = append(notes, fmt.Sprintf("changed lines were not counted: %v", err))
	}
	if r.Head == "" {
		if files, objects, err = addUntracked(ctx, repo, files, objects); err != nil {
			return nil, nil, err
		}
	}
	if err := readBases(ctx, repo, source, objects, files); err != nil {
		return nil, nil, err
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return files, notes, nil
}

func sides(r Range) []string {
	if r.Head == "" {
		return []string{"--end-of-options", r.Base, "--"}
	}
	return []string{"--end-of-options", r.Base, r.Head, "--"}
}

// list runs git diff --raw; objects holds the base blob of each file whose symbols are needed.
func list(ctx context.Context, repo *git.Repository, r Range, renames string) (files []change.File, objects []string, err error) {
	args := append([]string{"diff", "--no-ext-diff", "--no-textconv", "--raw", "-z", "--no-abbrev", renames, "--ignore-submodules=dirty"}, sides(r)...)
	out, err := repo.Run(ctx, args...)
	if err != nil {
		return nil, nil, err
	}
	records := walk.Records(out)
	for i := 0; i < len(records); {
		fields := strings.Fields(records[i])
		if len(fields) != 5 || !strings.HasPrefix(fields[0], ":") || i+1 >= len(records) {
			return nil, nil, fmt.Errorf("git diff answered %q", records[i])
		}
		oldMode, newMode, object, status := fields[0][1:], fields[1], fields[2], fields[4]
		f := change.File{Path: walk.Printable(records[i+1])}
		i += 2
		if status[0] == 'R' || status[0] == 'C' {
			if i >= len(records) {
				return nil, nil, errors.New("git diff answered a rename without a target")
			}
			f.OldPath, f.Path = f.Path, walk.Printable(records[i])
			i++
		}
		switch {
		case oldMode == walk.ModeSubmodule || newMode == walk.ModeSubmodule:
			f.Status, object = change.Submodule, ""
		case status[0] == 'A' || status[0] == 'C':
			f.Status, object, f.OldPath = change.Added, "", ""
		case status[0] == 'D':
			f.Status = change.Deleted
		case status[0] == 'R':
			f.Status = change.Renamed
		case oldMode != newMode && fields[2] == fields[3]:
			f.Status, object = change.Mode, ""
		default:
			f.Status = change.Modified
		}
		files, objects = append(files, f), append(objects, object)
	}
	return files, objects, nil
}

// countLines adds the numbers of lines; a file without any is binary.
func countLines(ctx context.Context, repo *git.Repository, r Range, files []change.File) error {
	if len(files) == 0 {
		return nil
	}
	at := make(map[string]int, len(files))
	for i := range files {
		at[files[i].Path] = i
	}
	args := append([]string{"diff", "--no-ext-diff", "--no-textconv", "--numstat", "-z", "-M", "--ignore-submodules=dirty"}, sides(r)...)
	out, err := repo.Run(ctx, args...)
	if err != nil {
		return err
	}
	records := walk.Records(out)
	for i := 0; i < len(records); i++ {
		parts := strings.SplitN(records[i], "\t", 3)
		if len(parts) != 3 {
			continue
		}
		path := parts[2]
		if path == "" && i+2 < len(records) { // A rename: old and new path follow.
			path = records[i+2]
			i += 2
		}
		n, ok := at[walk.Printable(path)]
		if !ok {
			continue
		}
		if parts[0] == "-" {
			if files[n].Status == change.Modified {
				files[n].Status = change.Binary
			}
			continue
		}
		files[n].LinesAdded, _ = strconv.Atoi(parts[0])
		files[n].LinesDeleted, _ = strconv.Atoi(parts[1])
	}
	return nil
}

// addUntracked adds the files that git does not know yet.
func addUntracked(ctx context.Context, repo *git.Repository, files []change.File, objects []string) ([]change.File, []string, error) {
	out, err := repo.Run(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, nil, err
	}
	for _, raw := range walk.Records(out) {
		if !strings.HasSuffix(raw, "/") {
			files, objects = append(files, change.File{Path: walk.Printable(raw), Status: change.Added}), append(objects, "")
		}
	}
	return files, objects, nil
}

// readBases fills in the symbols of the base side, parsing in parallel. What cannot
// be read leaves BaseKnown false, which the comparison reports.
func readBases(ctx context.Context, repo *git.Repository, source Source, objects []string, files []change.File) (err error) {
	texts := make([][]byte, len(files))
	var batch *git.Batch
	for i := range files {
		if objects[i] == "" {
			continue
		}
		if batch == nil {
			if batch, err = repo.OpenBatch(ctx); err != nil {
				return err
			}
		}
		texts[i] = readBlob(batch, objects[i])
	}
	if batch == nil {
		return nil
	}
	if err := batch.Close(); err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return fan.Map(ctx, len(files), 0, func(_ context.Context, i int) (change.File, error) {
		f := files[i]
		if texts[i] != nil {
			source.base(&f, texts[i])
		}
		return f, nil
	}, func(i int, f change.File) error {
		files[i] = f
		return nil
	})
}

// readBlob returns the content of a blob, nil when it is too large or not there.
func readBlob(batch *git.Batch, object string) []byte {
	raw := []byte{}
	err := batch.Read(object, func(size int64, content io.Reader) error {
		if size > maxBaseBytes {
			return errors.New("too large")
		}
		all, err := io.ReadAll(content)
		raw = append(raw, all...)
		return err
	})
	if err != nil {
		return nil
	}
	return raw
}

// base reads the symbols of the old content of f.
func (s Source) base(f *change.File, raw []byte) {
	text, _, err := detect.Decode(raw)
	if err != nil {
		f.BaseKnown = true // Binary: no symbols, and that is known.
		return
	}
	path := f.Path
	if f.OldPath != "" {
		path = f.OldPath
	}
	language := detect.Language(path, text[:min(len(text), 64<<10)])
	l := s.Registry.Lookup(language)
	if l == nil {
		f.BaseKnown = true
		return
	}
	var facts *lang.Facts
	known := false
	if s.Remembered != nil {
		facts, known = s.Remembered(sha256.Sum256(raw), language)
	}
	if !known {
		if facts, err = l.Read(text); err != nil {
			return
		}
	}
	in := &link.Input{Files: []link.File{{Path: path, Language: language, Facts: facts}}}
	names := link.SymbolStrings(in)[0]
	for i := range facts.Symbols {
		sym := &facts.Symbols[i]
		if sym.Kind.IsLocal() {
			continue
		}
		f.BaseSymbols = append(f.BaseSymbols, change.BaseSymbol{
			ScipSymbol: names[i], Name: sym.Name, QualifiedName: link.QualifiedName(&in.Files[0], int32(i)), Kind: sym.Kind,
			Line: sym.Span.StartLine, SignatureHash: sym.SignatureHash, BodyHash: sym.BodyHash,
		})
	}
	f.BaseKnown = true
}

// OfSnapshot returns the head side of a range that ends in snap: "" when the
// snapshot is of a work tree that differs from its commit.
func OfSnapshot(snap *store.Snapshot) string {
	m := snap.Manifest()
	if m.Dirty {
		return ""
	}
	return m.Commit
}

// NeedsBase reports whether the base graph can add to the answer: something that
// the base side declares is gone from head, so that only base knows who used it.
func NeedsBase(head *store.Snapshot, files []change.File) bool {
	type key struct {
		name string
		kind schema.Kind
	}
	for i := range files {
		f := &files[i]
		have := make(map[key]bool)
		if id, ok := head.FileByPath(f.Path); ok && f.Status != change.Deleted {
			for s, hi := head.SymbolsOf(id); s < hi; s++ {
				row := head.Symbol(s)
				have[key{row.QualifiedName, row.Kind}] = true
			}
		}
		for _, s := range f.BaseSymbols {
			if s.Kind != schema.KindFile && !have[key{s.QualifiedName, s.Kind}] {
				return true
			}
		}
	}
	return false
}
