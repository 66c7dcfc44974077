// Package read shows files and symbols of a snapshot: whole, by range, as an
// outline or as a summary. Content comes from the snapshot, so no checkout is
// needed and a range always belongs to the text it is shown with.
//
// An outline stands in for a long code file when it saves at least a quarter of
// the tokens; any selector bypasses it. What a limit cuts off is named by a
// selector that continues exactly there. Files of a batch succeed and fail one by
// one.
package read

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/budget"
	"github.com/lc-index/lc/analyze/target"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

// Schema names the report.
const Schema = "lc.read/1"

// Limits of the specification.
const (
	defaultLines   = 2000
	defaultBytes   = 50 << 10
	defaultChars   = 80000   // Of one answer.
	outlineAbove   = 200     // Lines up to which a code file is shown as it is.
	outlineMaximum = 2 << 20 // Bytes above which no outline is tried.
	maxFiles       = 200
	maxSymbols     = 5 // Declarations of one name that are shown.
)

// Projection is how a file is shown.
type Projection string

const (
	Auto     Projection = ""         // Exact, or an outline where that saves enough.
	Summary  Projection = "summary"  // What the file is, in a few lines.
	Outline  Projection = "outline"  // Declarations with their lines.
	Exact    Projection = "exact"    // The text.
	Range    Projection = "range"    // Some lines of the text.
	Compact  Projection = "compact"  // The text without comments and empty lines.
	Minified Projection = "minified" // And without white space that says nothing.
)

// ParseProjection reads the name of a projection.
func ParseProjection(name string) (Projection, error) {
	switch p := Projection(name); p {
	case Auto, Summary, Outline, Exact, Range, Compact, Minified:
		return p, nil
	}
	return Auto, fmt.Errorf("projection %q: want summary, outline, exact, range, compact or minified", name)
}

// Content is where the text of files comes from; *text.Searcher satisfies it.
type Content interface {
	Content(path string) ([]byte, bool)
}

// Input is what a snapshot offers.
type Input struct {
	Snapshot *store.Snapshot
	Content  Content
	Counter  *budget.Counter
	// Views returns what shortens files of a language; nil, or a nil result, means that
	// they are shown as they are.
	Views func(language string) *lang.Views
}

// Item is one file to read.
type Item struct {
	Path  string // May carry a selector: "f:50-80".
	Range string // A selector of its own: "50-80", "raw", "outline".
	Full  bool   // Never an outline.
}

// Options of Run.
type Options struct {
	Items      []Item
	Symbol     string // A declaration to read, in any form that analyze/target knows.
	Projection Projection
	// StartLine and EndLine, or Offset (lines to pass over) and Limit, choose lines
	// without a selector. 0 means not given.
	StartLine, EndLine int
	Offset, Limit      int
	MaxLines           int // A file. 0 means 2,000.
	MaxBytes           int // A file. 0 means 50 KiB.
	MaxChars           int // Of the whole answer. 0 means 80,000.
}

// File is one file, or one declaration, as shown.
type File struct {
	Path       string     `json:"path"`
	Symbol     string     `json:"symbol,omitempty"` // Of a declaration that was asked for.
	Kind       string     `json:"kind,omitempty"`
	Language   string     `json:"language"`
	Lines      int        `json:"lines"` // Of the whole file.
	Projection Projection `json:"projection"`
	Windows    [][2]int   `json:"windows"` // Lines shown.
	Text       string     `json:"text"`
	Elided     [][2]int   `json:"elided,omitempty"` // Bodies that an outline leaves out.
	Next       string     `json:"next,omitempty"`   // Selector that continues.
	Expand     string     `json:"expand,omitempty"` // Selector of the first body left out; others likewise.
	Note       string     `json:"note,omitempty"`
	Error      string     `json:"error,omitempty"`
	Near       []string   `json:"near,omitempty"` // Paths that look like a wrong one.
}

// Report is the answer.
type Report struct {
	analyze.Header
	Files     []File         `json:"files"`
	Ambiguous []analyze.Site `json:"ambiguous,omitempty"` // Declarations of the same name that are not shown.
	Tokens    int            `json:"tokens"`
}

// Run reads. Only a request that makes no sense is an error; a file that cannot be
// read says so in its place.
func Run(ctx context.Context, in Input, opts Options) (*Report, error) {
	if len(opts.Items) == 0 && opts.Symbol == "" {
		return nil, errors.New("read: name a file or a symbol")
	}
	if len(opts.Items) > maxFiles {
		return nil, fmt.Errorf("read: %d files at once; the limit is %d", len(opts.Items), maxFiles)
	}
	if opts.Offset < 0 || opts.Limit < 0 || opts.StartLine < 0 || opts.EndLine < 0 {
		return nil, errors.New("read: lines count from 1")
	}
	if (opts.StartLine > 0 || opts.EndLine > 0) && (opts.Offset > 0 || opts.Limit > 0) {
		return nil, errors.New("read: give start_line and end_line, or offset and limit, not both")
	}
	if opts.MaxLines <= 0 {
		opts.MaxLines = defaultLines
	}
	if opts.MaxBytes <= 0 {
		opts.MaxBytes = defaultBytes
	}
	if opts.MaxChars <= 0 {
		opts.MaxChars = defaultChars
	}
	r := &reader{Input: in, opts: opts, room: opts.MaxChars}
	rep := &Report{Header: analyze.Header{Schema: Schema, Status: analyze.Complete, Commit: in.Snapshot.Manifest().Commit}, Files: []File{}}
	for _, item := range opts.Items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rep.Files = append(rep.Files, r.item(item))
	}
	if opts.Symbol != "" {
		files, rest := r.symbol(ctx, opts.Symbol)
		rep.Files, rep.Ambiguous = append(rep.Files, files...), rest
	}
	failed := 0
	for _, f := range rep.Files {
		if f.Error != "" {
			failed++
		}
		rep.Tokens += in.Counter.Count(f.Text)
	}
	switch {
	case failed == len(rep.Files):
		rep.Status = analyze.Unknown
	case failed > 0 || len(rep.Ambiguous) > 0:
		rep.Status = analyze.Partial
	}
	return rep, in.Snapshot.Err()
}

type reader struct {
	Input
	opts Options
	room int // Characters left in the answer.
}

func (r *reader) exists(path string) bool {
	_, ok := r.Snapshot.FileByPath(path)
	return ok
}

// item reads one file of a batch.
func (r *reader) item(item Item) File {
	arg := strings.TrimPrefix(item.Path, "./")
	path, sel, err := split(arg, r.exists)
	f := File{Path: path, Windows: [][2]int{}, Projection: Exact}
	if err != nil {
		return f.fail(err)
	}
	if item.Range != "" {
		for _, part := range strings.Split(item.Range, ":") {
			if err := sel.add(part); err != nil {
				return f.fail(err)
			}
		}
	}
	lined := r.opts.StartLine > 0 || r.opts.EndLine > 0 || r.opts.Offset > 0 || r.opts.Limit > 0
	if lined && !sel.empty() {
		return f.fail(errors.New("a selector and line numbers beside it: give one of them"))
	}
	if lined {
		sel.spans = []span{r.lineArguments()}
	}
	id, ok := r.Snapshot.FileByPath(path)
	if !ok {
		return r.missing(f)
	}
	row := r.Snapshot.File(id)
	f.Language, f.Lines = row.Language, int(row.Lines)
	return r.file(f, id, row, sel, item.Full)
}

func (r *reader) lineArguments() span {
	o := r.opts
	if o.Offset > 0 || o.Limit > 0 {
		sp := span{first: o.Offset + 1}
		if o.Limit > 0 {
			sp.last = o.Offset + o.Limit
		}
		return sp
	}
	return span{first: max(o.StartLine, 1), last: o.EndLine}
}

func (f File) fail(err error) File {
	f.Error = err.Error()
	return f
}

func (r *reader) file(f File, id schema.FileID, row schema.File, sel selector, full bool) File {
	projection := r.opts.Projection
	switch {
	case sel.outline:
		projection = Outline
	case full && projection == Auto:
		projection = Exact
	case len(sel.spans) > 0 || sel.raw:
		if projection == Summary || projection == Outline {
			return f.fail(fmt.Errorf("a range of lines has no %s", projection))
		}
		if sel.raw && (projection == Compact || projection == Minified) {
			return f.fail(fmt.Errorf("raw text has no %s view", projection))
		}
		if projection != Compact && projection != Minified {
			projection = Range
		}
	}
	if projection == Range && sel.empty() {
		return f.fail(errors.New("a range needs a selector, such as " + f.Path + ":1-50"))
	}
	if projection == Summary {
		f.Projection, f.Text = Summary, summary(r.Snapshot, id)
		return r.charge(f)
	}
	content, ok := r.Content.Content(f.Path)
	if !ok {
		return f.fail(notKept(row))
	}
	if !utf8.Valid(content) {
		f.Note = "not UTF-8: bytes that are no characters are shown as U+FFFD"
	}
	p := newPage(content)
	f.Lines = p.lines()
	if projection == Outline || projection == Auto {
		if out, ok := r.outlined(f, id, row, p, projection == Outline); ok {
			return out
		}
		if projection == Outline {
			f.Note = "no declarations are known: the text is shown"
		}
	}
	spans := sel.spans
	if len(spans) == 0 {
		spans = []span{{first: 1}}
	}
	ws, err := windows(spans, sel.raw, p.lines())
	if err != nil {
		return f.fail(err)
	}
	if projection == Compact || projection == Minified {
		out, err := r.shortened(f, content, p, ws, projection)
		if err == nil {
			return out
		}
		f.Note = strings.TrimPrefix(fmt.Sprintf("%s; no %s view, the text is shown: %s", f.Note, projection, err), "; ")
	}
	if f.Projection = Exact; len(sel.spans) > 0 {
		f.Projection = Range
	}
	return r.show(f, p, ws, sel.raw)
}

// notKept says why the content of a listed file is not there.
func notKept(row schema.File) error {
	switch {
	case row.Flags&schema.FileSubmodule != 0:
		return errors.New("a submodule: its files belong to another repository")
	case row.Status == schema.StatusBinary:
		return fmt.Errorf("a binary file of %d bytes: its content is not kept", row.Bytes)
	}
	return fmt.Errorf("its content is not in the index (%s, %d bytes)", row.Status, row.Bytes)
}

// minRoom is the least that is worth showing of a further file.
const minRoom = 200

func (r *reader) show(f File, p *page, ws []window, raw bool) File {
	if r.room < minRoom {
		f.Next = continuation(f.Path, ws, raw, p.lines())
		return f.fail(fmt.Errorf("the answer is full at %d characters: read %s by itself", r.opts.MaxChars, f.Path))
	}
	s := p.show(ws, raw, r.opts.MaxLines, min(r.opts.MaxBytes, r.room))
	f.Text = strings.ToValidUTF8(s.text, "\uFFFD")
	for _, w := range s.windows {
		if w.first <= w.last {
			f.Windows = append(f.Windows, [2]int{w.first, w.last})
		}
	}
	f.Next = continuation(f.Path, s.rest, raw, p.lines())
	if s.note != "" {
		f.Note = strings.TrimPrefix(f.Note+"; "+s.note, "; ")
	}
	return r.charge(f)
}

// charge takes what a file shows from the room that is left.
func (r *reader) charge(f File) File {
	r.room -= utf8.RuneCountInString(f.Text)
	return f
}

// outlined shows an outline when it is asked for, or when it is worth it.
func (r *reader) outlined(f File, id schema.FileID, row schema.File, p *page, asked bool) (File, bool) {
	if !asked && (row.Status != schema.StatusParsed || isProse(row.Language) || p.lines() <= outlineAbove || len(p.content) > outlineMaximum) {
		return f, false
	}
	// The alternative is the first window of the text; where that is not all of it, the
	// rest is charged at the same density.
	all := p.show([]window{{1, p.lines()}}, false, r.opts.MaxLines, r.opts.MaxBytes)
	whole := r.Counter.Count(all.text)
	if len(all.rest) > 0 {
		whole = int(float64(whole) * float64(len(p.content)) / float64(max(len(all.text), 1)))
	}
	text, elided := outline(r.Snapshot, id, r.Counter.Count, max(outlineFloor, r.tokens(p.content)*outlineShare/100))
	if text == "" || len(text) > r.room {
		return f, false
	}
	if !asked && (len(text) > r.opts.MaxBytes || r.Counter.Count(text)*4 > whole*3) {
		return f, false
	}
	f.Projection, f.Text = Outline, text
	for _, w := range elided {
		f.Elided = append(f.Elided, [2]int{w.first, w.last})
	}
	if len(elided) > 0 {
		f.Expand = fmt.Sprintf("%s:%d-%d", f.Path, elided[0].first, elided[0].last)
	}
	return r.charge(f), true
}

// tokens counts a content, of a long one the first part and the rest at its density.
func (r *reader) tokens(content []byte) int {
	head := content[:min(len(content), defaultBytes)]
	n := r.Counter.Count(string(head))
	if len(head) < len(content) {
		n = int(float64(n) * float64(len(content)) / float64(len(head)))
	}
	return n
}

// isProse reports whether a language is text for people or data: it is read, not
// outlined.
func isProse(language string) bool {
	switch language {
	case "markdown", "yaml", "toml", "json", "html", "css", "":
		return true
	}
	return false
}

// symbol reads the declarations that a name stands for.
func (r *reader) symbol(ctx context.Context, name string) ([]File, []analyze.Site) {
	matches, err := target.Find(ctx, r.Snapshot, name, target.Options{})
	if err != nil {
		f := File{Symbol: name, Windows: [][2]int{}, Projection: Range}
		var none *target.NotFoundError
		if errors.As(err, &none) {
			f.Near = none.Near
		}
		return []File{f.fail(err)}, nil
	}
	var files []File
	var rest []analyze.Site
	for _, m := range matches {
		row := r.Snapshot.File(m.File)
		f := File{Path: row.Path, Language: row.Language, Lines: int(row.Lines), Windows: [][2]int{}, Projection: Range}
		if m.WholeFile || m.Symbol == schema.None {
			if len(files) < maxSymbols {
				files = append(files, r.file(f, m.File, row, selector{}, false))
			}
			continue
		}
		s := r.Snapshot.Symbol(m.Symbol)
		if len(files) >= maxSymbols {
			rest = append(rest, analyze.Site{Symbol: s.QualifiedName, ID: s.ScipSymbol, Path: row.Path, Line: s.StartLine})
			continue
		}
		f.Symbol, f.Kind = s.QualifiedName, s.Kind.String()
		content, ok := r.Content.Content(row.Path)
		if !ok {
			files = append(files, f.fail(notKept(row)))
			continue
		}
		p := newPage(content)
		f.Lines = p.lines()
		w := window{max(1, int(s.StartLine)), min(int(s.EndLine), p.lines())}
		files = append(files, r.show(f, p, []window{w}, false))
	}
	return files, rest
}
