package index

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/memory"
	"github.com/lc-index/lc/index/walk"
	"github.com/lc-index/lc/store/schema"
)

// read is what became of one entry.
type read struct {
	row      schema.File
	facts    *lang.Facts
	problems []schema.Problem
	fresh    bool // The content was parsed in this run.
}

// readFiles makes a File row and, where there is a parser, facts of every entry.
// Content that is remembered under its object id is not read again; content that
// is remembered under its digest is not parsed again.
func (r *runner) readFiles(ctx context.Context) error {
	r.rows.Files = make([]schema.File, 0, len(r.tree.Entries))
	r.in.Files = make([]link.File, 0, len(r.tree.Entries))
	r.loadAttributes()
	once := &parseOnce{running: make(map[memory.Key]*parsing)}
	err := fan.Map(ctx, len(r.tree.Entries), r.opts.Workers,
		func(_ context.Context, i int) (read, error) { return r.readFile(i, once) },
		func(i int, f read) error {
			r.rows.Files = append(r.rows.Files, f.row)
			r.in.Files = append(r.in.Files, link.File{
				ID: schema.FileID(i), Path: f.row.Path, Language: f.row.Language, Digest: f.row.Digest,
				Facts: f.facts, Test: f.row.Flags&schema.FileTest != 0,
			})
			r.rows.Problems = append(r.rows.Problems, f.problems...)
			if f.fresh {
				r.parsed++
			} else if f.facts != nil {
				r.reused++
			}
			r.progress("files", i+1, len(r.tree.Entries))
			return nil
		})
	if err != nil {
		return err
	}
	return nil
}

// readFile never fails for what is wrong with one file: that is a problem row.
func (r *runner) readFile(i int, once *parseOnce) (read, error) {
	e := r.tree.Entries[i]
	f := read{row: schema.File{Path: e.Path, Status: schema.StatusText}}
	switch e.Mode {
	case walk.ModeSubmodule:
		f.row.Status, f.row.Flags = schema.StatusSkipped, schema.FileSubmodule
		f.problems = append(f.problems, schema.Problem{
			Path: e.Path, Stage: "walk", Line: schema.None, Reason: "a submodule: what it holds is another repository's and not indexed here",
		})
		return f, nil
	case walk.ModeSymlink:
		f.row.Flags |= schema.FileSymlink
	case walk.ModeExecutable:
		f.row.Flags |= schema.FileExecutable
	}
	info, known := memory.Blob{}, false
	id := ""
	if e.Object != "" && e.Mode != walk.ModeSymlink {
		id = memory.BlobKey(e.Object, e.Path)
		info, known = r.blobs.Lookup(id)
	}
	var text []byte
	if !known {
		content, err := r.reader.Read(e, r.contentLimit())
		if err != nil {
			f.row.Status = schema.StatusProblem
			f.problems = append(f.problems, schema.Problem{Path: e.Path, Stage: "read", Reason: err.Error(), Line: schema.None})
			return f, nil
		}
		var encoding detect.Encoding
		info, text, encoding = r.describe(e, content)
		r.contents.keep(i, text, encoding)
		if id != "" {
			r.blobs.Put(id, info)
		}
	}
	f.row.Digest, f.row.Bytes, f.row.Lines, f.row.Language = info.Digest, info.Bytes, info.Lines, info.Language
	switch {
	case info.Bytes > r.contentLimit():
		f.row.Status = schema.StatusSkipped
		f.problems = append(f.problems, schema.Problem{
			Path: e.Path, Stage: "read", Line: schema.None,
			Reason: fmt.Sprintf("%d bytes are over the limit of %d: listed, not searchable", info.Bytes, r.contentLimit()),
		})
	case !info.Text:
		f.row.Status = schema.StatusBinary
	case info.Language == largeFile:
		f.row.Status, f.row.Language = schema.StatusSkipped, ""
		f.problems = append(f.problems, schema.Problem{
			Path: e.Path, Stage: "read", Line: schema.None, Reason: "a Git LFS pointer: the content it stands for is not here",
		})
	}
	if info.Generated {
		f.row.Flags |= schema.FileGenerated
	}
	r.mark(&f.row)
	language := r.registry.Lookup(f.row.Language)
	if f.row.Status != schema.StatusText || language == nil || !r.wants(f.row.Language) || f.row.Flags&schema.FileSymlink != 0 {
		return f, nil
	}
	if language.IsTestPath != nil && language.IsTestPath(e.Path) {
		f.row.Flags |= schema.FileTest
	}
	if info.Bytes > r.opts.maxFileBytes() {
		f.row.Status = schema.StatusSkipped
		f.problems = append(f.problems, schema.Problem{
			Path: e.Path, Stage: "parse", Line: schema.None,
			Reason: fmt.Sprintf("%d bytes are over the limit of %d (--max-file-size): searchable, not parsed", info.Bytes, r.opts.maxFileBytes()),
		})
		return f, nil
	}
	key := memory.KeyOf(info.Digest, language.Name)
	facts, fresh, err := once.do(key, func() (*lang.Facts, bool, error) {
		if facts, ok := r.memory.Lookup(key); ok {
			return facts, false, nil
		}
		if text == nil {
			var err error
			if text, err = r.contents.get(i); err != nil {
				return nil, false, err
			}
		}
		facts, err := language.Read(text)
		if err != nil {
			return nil, true, err
		}
		r.remembered.Put(key, facts)
		return facts, true, nil
	})
	if err != nil {
		f.row.Status = schema.StatusProblem
		f.problems = append(f.problems, schema.Problem{Path: e.Path, Stage: "parse", Reason: err.Error(), Line: schema.None})
		return f, nil
	}
	f.facts, f.fresh = facts, fresh
	f.row.Status, f.row.Complexity = schema.StatusParsed, facts.Complexity
	if facts.Generated {
		f.row.Flags |= schema.FileGenerated
	}
	for _, p := range facts.Problems {
		f.problems = append(f.problems, schema.Problem{Path: e.Path, Stage: "parse", Reason: p.Reason, Line: p.Line, EndLine: p.Span.EndLine})
	}
	return f, nil
}

// largeFile is the language under which a Git LFS pointer is remembered; its row
// has none, since the name of the file speaks of content that is elsewhere.
const largeFile = "git lfs pointer"

// pointer is the whole of a Git LFS pointer as its specification has it.
var pointer = regexp.MustCompile(`\Aversion https://git-lfs\.github\.com/spec/v1\n(?:[a-z0-9.-]+ .*\n)*oid sha256:[0-9a-f]{64}\nsize [0-9]+\n\z`)

// describe digests, decodes and classifies content that was read.
func (r *runner) describe(e walk.Entry, content walk.Content) (memory.Blob, []byte, detect.Encoding) {
	info := memory.Blob{Digest: content.Digest, Bytes: content.Size}
	if content.Bytes == nil && content.Size > 0 {
		return info, nil, detect.Binary
	}
	if e.Mode == walk.ModeSymlink {
		info.Text, info.Lines = true, 1
		return info, content.Bytes, detect.UTF8
	}
	text, encoding, err := detect.Decode(content.Bytes)
	if err != nil {
		return info, nil, detect.Binary
	}
	if pointer.Match(text) {
		info.Text, info.Language, info.Lines = true, largeFile, detect.Lines(text)
		return info, text, encoding
	}
	head := text[:min(len(text), 64<<10)]
	info.Text, info.Language, info.Lines = true, detect.Language(e.Path, head), detect.Lines(text)
	info.Generated = detect.IsGenerated(e.Path, head)
	return info, text, encoding
}

// mark sets the flags that a path and .gitattributes give.
func (r *runner) mark(row *schema.File) {
	set := func(flag schema.FileFlags, on bool) {
		row.Flags &^= flag
		if on {
			row.Flags |= flag
		}
	}
	hints := r.attributes.Lookup(row.Path)
	set(schema.FileGenerated, hints.Generated.Or(row.Flags&schema.FileGenerated != 0))
	set(schema.FileVendored, hints.Vendored.Or(detect.IsVendored(row.Path)))
	set(schema.FileDocumentation, hints.Documentation.Or(detect.IsDocumentation(row.Path)))
	set(schema.FileTest, detect.IsTest(row.Path))
	if hints.Language != "" && row.Status == schema.StatusText && row.Flags&schema.FileSymlink == 0 {
		row.Language = hints.Language
	}
}

// loadAttributes reads the repository's .gitattributes files, outer before inner.
func (r *runner) loadAttributes() {
	r.attributes = &detect.Attributes{}
	var at []int
	for i, e := range r.tree.Entries {
		if e.Path == ".gitattributes" || strings.HasSuffix(e.Path, "/.gitattributes") {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(x, y int) int {
		return strings.Count(r.tree.Entries[x].Path, "/") - strings.Count(r.tree.Entries[y].Path, "/")
	})
	for _, i := range at {
		if text, err := r.contents.get(i); err == nil {
			r.attributes.Add(strings.TrimSuffix(strings.TrimSuffix(r.tree.Entries[i].Path, ".gitattributes"), "/"), text)
		}
	}
}

// wants reports whether --languages keeps the language.
func (r *runner) wants(language string) bool {
	return len(r.opts.Languages) == 0 || slices.Contains(r.opts.Languages, language)
}

// searchableBytes is the size up to which text is kept for search and reading.
const searchableBytes = 16 << 20

func (r *runner) contentLimit() int64 { return max(searchableBytes, r.opts.maxFileBytes()) }

// parseOnce makes sure that equal content is parsed once even when two files of
// the same run hold it.
type parseOnce struct {
	mu      sync.Mutex
	running map[memory.Key]*parsing
}

type parsing struct {
	once  sync.Once
	facts *lang.Facts
	err   error
}

// do returns the facts under key; fresh is true for the one call that made them.
func (p *parseOnce) do(key memory.Key, make func() (*lang.Facts, bool, error)) (facts *lang.Facts, fresh bool, err error) {
	p.mu.Lock()
	run := p.running[key]
	if run == nil {
		run = &parsing{}
		p.running[key] = run
	}
	p.mu.Unlock()
	run.once.Do(func() { run.facts, fresh, run.err = make() })
	return run.facts, fresh, run.err
}
