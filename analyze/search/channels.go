package search

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/store/schema"
)

const (
	channelDepth = 50 // Places that one channel offers.
	maxTextTerms = 12 // Words that the text is ranked by: each costs a pass over it.
	maxNameHits  = 30 // Symbols of one name: beyond it the name says nothing.
)

// run asks every channel.
func (f *fusion) run(ctx context.Context, e *Engine, opts Options) error {
	if e.in.Text != nil {
		f.content = e.in.Text.Content
	}
	f.seed(opts.Seeds)
	f.frames()
	exact := f.exact(e)
	f.parts(e)
	f.paths(e)
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.in.Text == nil {
		f.off = append(f.off, textChannel.String(), substringChannel.String())
	} else {
		if err := f.text(ctx, e); err != nil {
			return err
		}
		if err := f.substring(ctx, e); err != nil {
			return err
		}
	}
	if !exact && len(f.query.names) == 1 {
		// A question that is one name, misspelt, means the name most like it rather
		// than those that share a part with it.
		factor := 1.0
		if f.query.names[0] == f.query.text {
			factor = 4
		}
		for i, id := range e.names.alike(lastName(f.query.names[0]), channelDepth) {
			f.symbol(id, fuzzyChannel, i, factor, 0)
		}
	}
	return nil
}

// seed marks the files that the asker named, and their neighbours.
func (f *fusion) seed(paths []string) {
	for _, p := range paths {
		id, ok := f.snap.FileByPath(clean(p))
		if !ok {
			continue
		}
		f.seeds[id] = true
		lo, hi := f.snap.FileEdgesFrom(id)
		for i := lo; i < hi; i++ {
			f.seeds[f.snap.FileEdge(i).Target] = true
		}
		for _, i := range f.snap.FileEdgesTo(id) {
			f.seeds[f.snap.FileEdge(i).Source] = true
		}
	}
}

// frames votes for the places of a stack trace, the innermost first or last as the
// language prints them: all count, the first a little more.
func (f *fusion) frames() {
	for i, fr := range f.query.frames {
		for _, id := range f.bySuffix(fr.path, 3) {
			f.line(id, int(fr.line), frameChannel, i, 1, len(f.query.terms))
			f.whole(id, frameChannel, i, 0)
		}
	}
}

// bySuffix returns the files whose path ends like p, the longest agreement first.
func (f *fusion) bySuffix(p string, limit int) []schema.FileID {
	p = strings.TrimPrefix(p, "./")
	if id, ok := f.snap.FileByPath(p); ok {
		return []schema.FileID{id}
	}
	type match struct {
		id     schema.FileID
		common int
	}
	want := strings.Split(p, "/")
	var found []match
	for i := range f.snap.FileCount() {
		id := schema.FileID(i)
		have := f.snap.FilePath(id)
		if path.Base(have) != want[len(want)-1] {
			continue
		}
		parts := strings.Split(have, "/")
		n := 0
		for n < len(parts) && n < len(want) && parts[len(parts)-1-n] == want[len(want)-1-n] {
			n++
		}
		found = append(found, match{id, n})
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.common, a.common) })
	var out []schema.FileID
	for _, m := range found[:min(len(found), limit)] {
		if m.common == found[0].common {
			out = append(out, m.id)
		}
	}
	return out
}

// lastName is the last component of a qualified name.
func lastName(name string) string {
	name = strings.NewReplacer("::", ".", "#", ".", "->", ".").Replace(name)
	return name[strings.LastIndexByte(name, '.')+1:]
}

// exact looks the names of the question up as they are, and in any case.
func (f *fusion) exact(e *Engine) bool {
	found := false
	for n, name := range f.query.names {
		dotted := strings.NewReplacer("::", ".", "#", ".", "->", ".").Replace(strings.TrimSuffix(name, "()"))
		last := lastName(dotted)
		if last == "" {
			continue
		}
		// The names of a long text are worth less each.
		factor := 1 / (1 + 0.1*float64(n))
		ids := f.preferred(e.in.Snapshot.SymbolsByName(last), dotted)
		folded := f.preferred(e.names.folded[strings.ToLower(last)], "")
		if len(ids) > maxNameHits {
			factor *= float64(maxNameHits) / float64(len(ids))
		}
		for i, id := range ids[:min(len(ids), channelDepth)] {
			found = true
			f.symbol(id, exactChannel, i, factor, len(f.query.terms))
		}
		if len(ids) > 0 {
			continue
		}
		for i, id := range folded[:min(len(folded), channelDepth)] {
			found = true
			f.symbol(id, foldedChannel, i, factor, len(f.query.terms))
		}
	}
	return found
}

// preferred orders symbols of one name: what fits the qualifier, then what is not
// aside, then by rank. With a qualifier that some fit, the others are left out.
func (f *fusion) preferred(ids []schema.SymbolID, dotted string) []schema.SymbolID {
	type judged struct {
		id   schema.SymbolID
		fits bool
		x    float64
		rank float64
	}
	qualified := strings.Contains(dotted, ".")
	var list []judged
	any := false
	for _, id := range ids {
		kind := f.snap.SymbolKind(id)
		if kind == schema.KindFile || kind == schema.KindImpl {
			continue
		}
		j := judged{id: id, x: f.factor(f.snap.SymbolFile(id)), rank: f.snap.Rank(id)}
		if f.snap.SymbolFlags(id)&schema.SymbolDeclOnly != 0 {
			j.x *= 0.9
		}
		if kind.InText() || f.snap.SymbolFlags(id)&schema.SymbolExample != 0 {
			j.x *= textFactor
		}
		if qualified {
			s := f.snap.Symbol(id)
			full := strings.ReplaceAll(f.snap.File(s.File).Package, "/", ".") + "." + strings.ReplaceAll(s.QualifiedName, "::", ".")
			j.fits = full == dotted || strings.HasSuffix(full, "."+dotted)
			any = any || j.fits
		}
		list = append(list, j)
	}
	slices.SortStableFunc(list, func(a, b judged) int { return cmp.Or(cmp.Compare(b.x, a.x), cmp.Compare(b.rank, a.rank)) })
	var out []schema.SymbolID
	for _, j := range list {
		if !any || j.fits {
			out = append(out, j.id)
		}
	}
	return out
}

// parts ranks symbols by the words in their names.
func (f *fusion) parts(e *Engine) {
	for i, s := range e.names.byParts(f.query.terms, 4*channelDepth) {
		if i >= channelDepth && f.scope == "" {
			break
		}
		f.symbol(s.id, partsChannel, i, 1, s.terms)
	}
}

// paths votes for files that are named, and ranks files by the words in their path.
func (f *fusion) paths(e *Engine) {
	for n, p := range f.query.paths {
		for _, id := range f.bySuffix(strings.Split(p, ":")[0], 3) {
			f.whole(id, pathChannel, n, len(f.query.terms))
			f.whole(id, pathChannel, n, len(f.query.terms))
			f.add(place{symbol: schema.None, file: id}, pathChannel, n, 1, len(f.query.terms), 1)
		}
	}
	for i, r := range e.names.byPath(f.query.terms, channelDepth) {
		f.whole(r.file, pathChannel, i, 0)
		if 2*r.terms >= len(f.query.terms) && f.inScope(r.file) {
			f.add(place{symbol: schema.None, file: r.file}, pathChannel, i, 0.5, r.terms, 1)
		}
	}
}

// text ranks files by their content; inside a file the declarations that hold the
// most of it are its places.
func (f *fusion) text(ctx context.Context, e *Engine) error {
	terms := f.textTerms(e)
	f.asked = len(terms)
	if len(terms) == 0 {
		return nil
	}
	limit := channelDepth
	if f.scope != "" {
		limit = 0
	}
	ranked, err := e.in.Text.Rank(ctx, terms, limit)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		f.off = append(f.off, textChannel.String())
		return nil
	}
	n := 0
	for _, r := range ranked {
		id, ok := f.snap.FileByPath(r.Path)
		if !ok || !f.inScope(id) {
			continue
		}
		if n == channelDepth {
			break
		}
		f.whole(id, textChannel, n, r.Terms)
		for k, group := range f.grouped(id, r.Lines) {
			if k == 3 {
				break
			}
			for _, line := range group {
				f.line(id, line, textChannel, n, 1/float64((1+k)*len(group)), r.Terms)
			}
		}
		n++
	}
	return nil
}

// grouped gathers lines by the declaration around them, the richest group first.
func (f *fusion) grouped(file schema.FileID, lines []int) [][]int {
	at := map[place]int{}
	var groups [][]int
	for _, line := range lines {
		p := place{symbol: f.enclosing(file, int32(line)), file: file}
		if p.symbol == schema.None {
			p.line = int32(line) / 16
		}
		i, ok := at[p]
		if !ok {
			i = len(groups)
			at[p] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], line)
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

// textTerms chooses the words to rank the text by: those of identifiers and the
// rarest others.
func (f *fusion) textTerms(e *Engine) []string {
	type choice struct {
		word   string
		weight float64
		at     int
	}
	var list []choice
	seen := map[string]bool{}
	for i, t := range f.query.terms {
		word := t.word
		if len(t.stem) >= 4 {
			word = t.stem
		}
		if seen[word] {
			continue
		}
		seen[word] = true
		w := idf(len(e.names.parts[t.stem]), e.names.count)
		if t.name {
			w += 10
		}
		list = append(list, choice{word, w, i})
	}
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(b.weight, a.weight) })
	list = list[:min(len(list), maxTextTerms)]
	slices.SortFunc(list, func(a, b choice) int { return cmp.Compare(a.at, b.at) })
	var out []string
	for _, c := range list {
		out = append(out, c.word)
	}
	return out
}

// phraseFactor is what a phrase of several words weighs more than a single one.
const phraseFactor = 4

// maxPhrase bounds what is looked for word by word as it stands.
const maxPhrase = 120

// substring looks for the question, and for what it quotes, as it stands.
func (f *fusion) substring(ctx context.Context, e *Engine) error {
	phrases := append([]string{}, f.query.quoted...)
	if len(f.query.text) <= maxPhrase && !strings.Contains(f.query.text, "\n") {
		phrases = append(phrases, strings.Trim(f.query.text, "\"'`"))
	}
	slices.Sort(phrases)
	for _, p := range slices.Compact(phrases) {
		if len(p) < 3 || len(p) > maxPhrase {
			continue
		}
		q := text.Query{Pattern: p, Limit: 4 * channelDepth, Case: text.CaseInsensitive}
		if f.scope != "" {
			q.Paths = []string{f.scope}
		}
		res, err := e.in.Text.Search(ctx, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || res.AtLeast {
			f.off = append(f.off, substringChannel.String())
			if err != nil {
				return nil
			}
		}
		type hit struct {
			file schema.FileID
			line int
			x    float64
		}
		var hits []hit
		for _, m := range res.Matches {
			if id, ok := f.snap.FileByPath(m.Path); ok {
				hits = append(hits, hit{id, m.Line, f.factor(id)})
			}
		}
		slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.x, a.x) })
		// Several words that stand somewhere just so are what was meant; the more so
		// the fewer such places there are.
		factor := 1.0
		if strings.ContainsAny(p, " \t") && res.Lines <= maxNameHits {
			factor = phraseFactor
		}
		perFile := map[schema.FileID]int{}
		for i, h := range hits[:min(len(hits), channelDepth)] {
			perFile[h.file]++
			f.line(h.file, h.line, substringChannel, i, factor/float64(perFile[h.file]), len(f.query.terms))
		}
	}
	return nil
}
