package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sourcegraph/zoekt"
	"github.com/sourcegraph/zoekt/query"

	"github.com/lc-index/lc/index/fan"
)

// Query asks for the lines that a pattern matches. Only Pattern is required.
type Query struct {
	Pattern   string
	Regex     bool // Else Pattern is a literal text.
	Case      Case
	Multiline bool // Matches may cross lines. Implied by a line break in the pattern.

	Paths     []string // Files or folders to look in; none means all.
	Globs     []string // Like ripgrep's -g: one must match, "!" excludes, the last one that matches decides.
	Languages []string // Names, in any case; none means all.
	// SymbolOnly keeps matches that lie inside the name of a declaration.
	SymbolOnly bool

	Skip    int // Matches to pass over.
	Limit   int // Matches to return; 0 means all, -1 none (counts only).
	Context int // Lines before and after each match.

	Deadline time.Duration // 0 means 5 s; negative means none.
}

// defaultDeadline bounds one search; what was found by then is returned.
const defaultDeadline = 5 * time.Second

// Match is a line that matches, or the run of lines that matches across lines
// touch.
type Match struct {
	Path    string
	Line    int      // 1-based.
	EndLine int      // Last line; Line for a match inside one line.
	Col     int      // Byte column of the first match, 0-based.
	Text    []byte   // The raw lines, without the last line break.
	Spans   [][2]int // Byte ranges of the matches in Text.
	Before  [][]byte // Context lines, nearest last.
	After   [][]byte // Context lines, nearest first.
}

// FileCount is a file with matches.
type FileCount struct {
	Path    string
	Lines   int // Matching lines (blocks in a search across lines).
	Matches int // Matches in them.
}

// Result is what a query found.
type Result struct {
	Matches []Match     // Ordered by path, then line.
	Files   []FileCount // Every file that matches, ordered by path.
	// Lines and Count are the totals over Files. They are exact unless AtLeast is
	// set: then the deadline ended the search and there may be more.
	Lines   int
	Count   int
	AtLeast bool
	// Missing are the Paths that name no file or folder of the snapshot.
	Missing []string
	// Unsearched are the listed files in scope whose content is not kept.
	Unsearched []File
	Stats      Stats
}

// Stats says what a search cost.
type Stats struct {
	FilesInScope  int
	FilesSearched int // Whose content the pattern ran over.
	BytesSearched int64
	Indexed       bool // Trigrams narrowed the files down.
}

// Search runs a query. A pattern that cannot run is a *SyntaxError.
func (s *Searcher) Search(ctx context.Context, q Query) (Result, error) {
	release, err := s.use()
	if err != nil {
		return Result{}, err
	}
	defer release()
	var res Result
	m, err := newMatcher(&q)
	if err != nil {
		return res, err
	}
	scope, err := s.scope(&q, &res)
	if err != nil {
		return res, err
	}
	deadline := q.Deadline
	if deadline == 0 {
		deadline = defaultDeadline
	}
	search := ctx
	if deadline > 0 {
		var cancel context.CancelFunc
		search, cancel = context.WithTimeout(ctx, deadline)
		defer cancel()
	}
	files, err := s.candidates(search, m, scope, &res)
	var sections map[string][][2]int
	if err == nil && q.SymbolOnly {
		sections, err = s.sections(search)
	}
	if err == nil {
		err = s.scan(search, &q, m, files, sections, &res)
	}
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		res.AtLeast, err = true, nil
	}
	if err != nil {
		return Result{}, fmt.Errorf("search %q: %w", q.Pattern, err)
	}
	return res, nil
}

// scope lists the documents that the filters of the query leave, by path.
func (s *Searcher) scope(q *Query, res *Result) ([]int, error) {
	for _, g := range q.Globs {
		if !doublestar.ValidatePattern(strings.TrimPrefix(g, "!")) {
			return nil, fmt.Errorf("glob %q is not valid", g)
		}
	}
	languages := map[string]bool{}
	for _, l := range q.Languages {
		languages[strings.ToLower(l)] = true
	}
	var roots []string
	all := len(q.Paths) == 0
	found := make([]bool, len(q.Paths))
	for _, p := range q.Paths {
		root := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(p, "\\", "/")), "/")
		roots = append(roots, root)
		all = all || root == ""
	}
	var scope []int
	for i := range s.docs {
		d := &s.docs[i]
		inside := all
		for j, root := range roots {
			if root == "" || d.Path == root || strings.HasPrefix(d.Path, root+"/") {
				inside, found[j] = true, true
			}
		}
		if !inside || len(languages) > 0 && !languages[strings.ToLower(d.Language)] || !globbed(q.Globs, d.Path) {
			continue
		}
		if !d.Searched {
			res.Unsearched = append(res.Unsearched, d.File)
			continue
		}
		scope = append(scope, i)
	}
	for j, ok := range found {
		if !ok && roots[j] != "" {
			res.Missing = append(res.Missing, q.Paths[j])
		}
	}
	res.Stats.FilesInScope = len(scope)
	return scope, nil
}

// globbed applies globs as ripgrep does: a glob without a slash is about the base
// name at any depth, one with a slash is anchored at the root, a glob that names
// a folder takes its files.
func globbed(globs []string, p string) bool {
	if len(globs) == 0 {
		return true
	}
	positive := false
	for i := len(globs) - 1; i >= 0; i-- {
		g, negated := strings.CutPrefix(globs[i], "!")
		positive = positive || !negated
		if globMatches(g, p) {
			return !negated
		}
	}
	return !positive
}

func globMatches(g, p string) bool {
	g = strings.TrimSuffix(g, "/")
	if strings.Contains(g, "/") {
		g = strings.TrimPrefix(g, "/")
	} else {
		g = "**/" + g
	}
	for ; p != "." && p != ""; p = path.Dir(p) {
		if ok, _ := doublestar.Match(g, p); ok {
			return true
		}
	}
	return false
}

// candidates narrows the scope to the documents that may match.
func (s *Searcher) candidates(ctx context.Context, m *matcher, scope []int, res *Result) ([]int, error) {
	cond := literals(m.tree)
	if cond == nil {
		return scope, nil
	}
	res.Stats.Indexed = true
	names := map[string]bool{}
	for i := range s.shards {
		if err := s.ask(ctx, i, onlyNames(cond), searchOptions(false), func(fm *zoekt.FileMatch) { names[fm.FileName] = true }); err != nil {
			return nil, err
		}
	}
	kept := make([]int, 0, len(names))
	for _, i := range scope {
		if names[s.docs[i].Path] {
			kept = append(kept, i)
		}
	}
	return kept, nil
}

// ask runs a zoekt query on one shard.
func (s *Searcher) ask(ctx context.Context, i int, q query.Q, opts *zoekt.SearchOptions, each func(*zoekt.FileMatch)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &CorruptError{Path: s.shards[i].path, Cause: fmt.Errorf("%v", p)}
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	found, err := s.shards[i].searcher.Search(ctx, q, opts)
	if err != nil {
		return &CorruptError{Path: s.shards[i].path, Cause: err}
	}
	// Zoekt answers a cancelled search with what it has; say so.
	if err := ctx.Err(); err != nil {
		return err
	}
	for j := range found.Files {
		each(&found.Files[j])
	}
	return nil
}

// sections returns where the names of declarations are, by path.
func (s *Searcher) sections(ctx context.Context) (map[string][][2]int, error) {
	any, err := query.RegexpQuery("(?s).+", true, false)
	if err != nil {
		return nil, err
	}
	out := map[string][][2]int{}
	opts := searchOptions(false)
	opts.ChunkMatches = true
	for i := range s.shards {
		err := s.ask(ctx, i, &query.Symbol{Expr: any}, opts, func(fm *zoekt.FileMatch) {
			var secs [][2]int
			for _, c := range fm.ChunkMatches {
				for _, r := range c.Ranges {
					if !c.FileName {
						secs = append(secs, [2]int{int(r.Start.ByteOffset), int(r.End.ByteOffset)})
					}
				}
			}
			slices.SortFunc(secs, func(a, b [2]int) int { return a[0] - b[0] })
			// Searching leaves a byte order mark out.
			if d, ok := s.find(fm.FileName); ok {
				for j := range secs {
					mark := len(s.docs[d].content) - len(s.docs[d].text)
					secs[j][0], secs[j][1] = secs[j][0]-mark, secs[j][1]-mark
				}
			}
			out[fm.FileName] = secs
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// inSections keeps the spans that lie inside one of the sections.
func inSections(spans, sections [][2]int) [][2]int {
	kept := spans[:0]
	for _, sp := range spans {
		i, ok := slices.BinarySearchFunc(sections, sp[0], func(sec [2]int, at int) int { return sec[0] - at })
		if !ok {
			i--
		}
		if i >= 0 && sp[1] <= sections[i][1] {
			kept = append(kept, sp)
		}
	}
	return kept
}

// found is what one file contributes.
type found struct {
	count   FileCount
	blocks  []block
	partial bool
}

// scan runs the pattern over the files and collects the page that is asked for.
func (s *Searcher) scan(ctx context.Context, q *Query, m *matcher, files []int, sections map[string][][2]int, res *Result) error {
	limit := q.Limit
	if limit == 0 {
		limit = math.MaxInt
	}
	work := func(ctx context.Context, i int) (found, error) {
		if err := ctx.Err(); err != nil {
			return found{}, err
		}
		d := &s.docs[files[i]]
		var secs [][2]int
		if q.SymbolOnly {
			if secs = sections[d.Path]; len(secs) == 0 {
				return found{}, nil
			}
		}
		return m.scan(ctx, d.text, secs, q.SymbolOnly), nil
	}
	collect := func(i int, f found) error {
		d := &s.docs[files[i]]
		res.Stats.FilesSearched++
		res.Stats.BytesSearched += int64(len(d.text))
		if f.count.Lines > 0 {
			f.count.Path = d.Path
			res.Files = append(res.Files, f.count)
			line, counted := 1, 0
			for j, b := range f.blocks {
				nth := res.Lines + j
				if nth < q.Skip || len(res.Matches) >= limit {
					continue
				}
				line += bytes.Count(d.text[counted:b.start], []byte{'\n'})
				counted = b.start
				res.Matches = append(res.Matches, d.match(b, line, q.Context))
			}
			res.Lines += f.count.Lines
			res.Count += f.count.Matches
		}
		if f.partial {
			return ctx.Err()
		}
		return nil
	}
	workers := 1
	if len(files) > 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	return fan.Map(ctx, len(files), workers, work, collect)
}

// scan finds every matching block of one content.
func (m *matcher) scan(ctx context.Context, content []byte, sections [][2]int, symbolOnly bool) found {
	var out found
	f := m.finder(content)
	if m.multiline {
		out.blocks = f.blocks()
		if symbolOnly {
			kept := out.blocks[:0]
			for _, b := range out.blocks {
				if b.spans = inSections(b.spans, sections); len(b.spans) > 0 {
					kept = append(kept, b)
				}
			}
			out.blocks = kept
		}
		out.count.Lines = len(out.blocks)
		for _, b := range out.blocks {
			out.count.Matches += len(b.spans)
		}
		return out
	}
	for from, n := 0, 0; from < len(content); n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			out.partial = true
			break
		}
		start, end := f.nextLine(from)
		if start < 0 {
			break
		}
		from = end + 1
		spans := f.spans(start, end, -1)
		if symbolOnly {
			if spans = inSections(spans, sections); len(spans) == 0 {
				continue
			}
		}
		out.blocks = append(out.blocks, block{start, end, spans})
		out.count.Lines++
		out.count.Matches += len(spans)
	}
	return out
}

// match copies a block out of the mapped memory.
func (d *document) match(b block, line, context int) Match {
	text := bytes.Clone(d.text[b.start:b.end])
	m := Match{Path: d.Path, Line: line, EndLine: line + bytes.Count(text, []byte{'\n'}), Text: text}
	if m.Text == nil {
		m.Text = []byte{}
	}
	for _, sp := range b.spans {
		m.Spans = append(m.Spans, [2]int{sp[0] - b.start, min(sp[1], b.end) - b.start})
	}
	if len(m.Spans) > 0 {
		m.Col = m.Spans[0][0]
	}
	at := b.start
	for range context {
		if at == 0 {
			break
		}
		start := bytes.LastIndexByte(d.text[:at-1], '\n') + 1
		m.Before = append(m.Before, bytes.Clone(d.text[start:at-1]))
		at = start
	}
	slices.Reverse(m.Before)
	at = b.end + 1
	for range context {
		if at >= len(d.text) {
			break
		}
		end := len(d.text)
		if i := bytes.IndexByte(d.text[at:], '\n'); i >= 0 {
			end = at + i
		}
		m.After = append(m.After, bytes.Clone(d.text[at:end]))
		at = end + 1
	}
	return m
}
