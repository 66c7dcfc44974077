package precise

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/store/schema"
)

// MergeOptions of Merge. The zero value works.
type MergeOptions struct {
	// Prefix is the folder of the repository that the index's paths are relative
	// to; "" for its root.
	Prefix string
	// Trusted means that lc itself ran the indexer on exactly these bytes, so that
	// no document is checked.
	Trusted bool
}

// Stats counts what one index brought.
type Stats struct {
	Accepted      int // Documents.
	Refused       int // Documents about other bytes, or about no parsed file.
	Definitions   int // In accepted documents.
	Unjoined      int // Definitions at which lc has no symbol.
	References    int // In accepted documents, to symbols that the snapshot defines.
	Resolved      int // Those of them that now have their target from SCIP.
	Added         int // Resolved references that lc had not seen.
	Unknown       int // References to locals and symbols of the snapshot's packages that no document defines.
	External      int // References that SCIP says leave the snapshot.
	Disagreements int // References for which lc had another target.
	Misplaced     int // Occurrences whose range is not in the file.
	Relations     int // Implementations taken over.
}

// maxTargets bounds the further targets of one reference: indexers give a dozen
// for the members of a union type, beyond that they say "anything".
const maxTargets = 16

// A document without a text is about other bytes when fewer of its named ranges
// than minSpelled spell their symbol (aliases make up for the rest), or when more
// than maxCut of them cut a word in two: an edit that moves lines or columns does
// that to most of what follows, no indexer does.
const (
	minSpelled = 0.6
	maxCut     = 0.01
)

// Merge puts what an index says into out, and the references that lc had not
// seen into copies of the facts of in; the facts themselves are not changed, the
// Facts pointers of in.Files are. Documents that are refused become problems of
// out. Merging several indexes in turn is fine; the last one to speak of a
// reference wins.
func Merge(ctx context.Context, in *link.Input, out *link.Output, ix *Index, opts MergeOptions) (Stats, error) {
	m := merger{in: in, out: out, ix: ix, opts: opts}
	m.symbols = make([]symbol, len(ix.symbols))
	for i, s := range ix.symbols {
		m.symbols[i] = parseSymbol(s)
	}
	if err := m.accept(ctx); err != nil {
		return Stats{}, err
	}
	m.join()
	for _, g := range m.files {
		if err := ctx.Err(); err != nil {
			return Stats{}, err
		}
		m.resolve(g)
	}
	m.relate()
	return m.stats, nil
}

type merger struct {
	in      *link.Input
	out     *link.Output
	ix      *Index
	opts    MergeOptions
	symbols []symbol
	files   []*group
	// Where global symbols are defined, in order of file and position.
	targets map[int32][]link.Target
	// Packages that the index defines something of, refused documents included: a
	// symbol of theirs without a target is unknown, not external. In lower case:
	// distributions and their folders are often spelled apart.
	inside map[string]bool
	// Global symbols that some document defines, accepted or not.
	defined map[int32]bool
	stats   Stats
}

// group is one accepted file: its occurrences by place, from all documents of
// that path (indexers of several projects write one each).
type group struct {
	file   schema.FileID
	occs   []placed
	locals map[int32]link.Target
}

type placed struct {
	place
	symbol int32
	roles  int32
}

const (
	roleDefinition        = 1
	roleImport            = 2
	roleWrite             = 4
	roleForwardDefinition = 64
)

// accept sorts the documents into groups and refuses those about other bytes.
func (m *merger) accept(ctx context.Context) error {
	byPath := make(map[string]schema.FileID, len(m.in.Files))
	for i := range m.in.Files {
		byPath[m.in.Files[i].Path] = schema.FileID(i)
	}
	m.inside = map[string]bool{}
	m.defined = map[int32]bool{}
	groups := map[schema.FileID]*group{}
	for i := range m.ix.Documents {
		if err := ctx.Err(); err != nil {
			return err
		}
		d := &m.ix.Documents[i]
		for j := range d.Occurrences {
			o := &d.Occurrences[j]
			if sym := &m.symbols[o.symbol]; o.roles&roleDefinition != 0 && !sym.local {
				m.defined[o.symbol] = true
				if sym.pkg != "" {
					m.inside[strings.ToLower(sym.pkg)] = true
				}
			}
		}
		p := path.Clean(path.Join(m.opts.Prefix, strings.ReplaceAll(d.Path, "\\", "/")))
		id, known := byPath[p]
		switch {
		case !known || path.IsAbs(d.Path):
			m.refuse(d.Path, "no such file in the snapshot")
			continue
		case m.in.Files[id].Facts == nil:
			m.refuse(d.Path, "lc does not parse this file")
			continue
		}
		content, err := m.in.Content(id)
		if err != nil {
			m.refuse(d.Path, err.Error())
			continue
		}
		src := newSource(content)
		enc := encodingOf(d, m.ix.Tool)
		occs, misplaced := m.place(d, src, enc)
		if reason := m.check(d, content, src, occs, misplaced); reason != "" {
			m.refuse(d.Path, reason)
			continue
		}
		m.stats.Accepted++
		m.stats.Misplaced += misplaced
		g := groups[id]
		if g == nil {
			g = &group{file: id}
			groups[id] = g
			m.files = append(m.files, g)
		}
		if len(g.occs) > 0 {
			// Local symbols are numbered by document; those of a second document of
			// the same file would collide.
			occs = slices.DeleteFunc(occs, func(o placed) bool { return m.symbols[o.symbol].local })
		}
		g.occs = append(g.occs, occs...)
	}
	sort.Slice(m.files, func(i, j int) bool { return m.files[i].file < m.files[j].file })
	for _, g := range m.files {
		slices.SortStableFunc(g.occs, func(a, b placed) int {
			if c := comparePlaces(a.place, b.place); c != 0 {
				return c
			}
			return strings.Compare(m.ix.symbols[a.symbol], m.ix.symbols[b.symbol])
		})
		g.occs = slices.Compact(g.occs)
	}
	return nil
}

func comparePlaces(a, b place) int {
	if a.line != b.line {
		return int(a.line - b.line)
	}
	if a.col != b.col {
		return int(a.col - b.col)
	}
	return int(a.endCol - b.endCol)
}

func (m *merger) refuse(p, reason string) {
	m.stats.Refused++
	m.out.Problems = append(m.out.Problems, schema.Problem{
		Path: p, Stage: "scip", Reason: fmt.Sprintf("document of %s refused: %s", path.Base(m.ix.Path), reason), Line: schema.None,
	})
}

// place converts the ranges of a document and counts those that are not in the file.
func (m *merger) place(d *Document, src *source, enc Encoding) (occs []placed, misplaced int) {
	occs = make([]placed, 0, len(d.Occurrences))
	for i := range d.Occurrences {
		o := &d.Occurrences[i]
		p, ok := src.place(o, enc)
		if !ok {
			// A module is often said to be the whole file.
			if o.roles&roleDefinition == 0 || !m.symbols[o.symbol].namespace {
				misplaced++
				continue
			}
			p = place{line: 1}
		}
		occs = append(occs, placed{p, o.symbol, o.roles})
	}
	return occs, misplaced
}

// check says why a document is not about the content; "" when it is.
func (m *merger) check(d *Document, content []byte, src *source, occs []placed, misplaced int) string {
	if m.opts.Trusted {
		return ""
	}
	if !d.TextDigest.IsZero() {
		if d.TextDigest != schema.Digest(sha256.Sum256(content)) {
			return "its text differs from the file"
		}
		return ""
	}
	if misplaced > 0 {
		return fmt.Sprintf("%d ranges are not in the file", misplaced)
	}
	names, spelled, cut := 0, 0, 0
	for _, o := range occs {
		name := m.symbols[o.symbol].name
		if name == "" || o.col == o.endCol {
			continue
		}
		text := src.text(o.place)
		ok := spells(text, name)
		if o.roles&roleDefinition != 0 && !ok && isIdentifier(text) {
			return fmt.Sprintf("line %d defines %s where the file says %s", o.line, name, text)
		}
		if o.roles&roleDefinition != 0 && !ok && !quoted(text) {
			return fmt.Sprintf("line %d defines %s where the file has no such name", o.line, name)
		}
		names++
		switch {
		case ok:
			spelled++
		case src.cutsWord(o.place):
			cut++
		}
	}
	switch {
	case float64(spelled) < minSpelled*float64(names):
		return fmt.Sprintf("only %d of %d named ranges spell their symbol", spelled, names)
	case float64(cut) > maxCut*float64(names):
		return fmt.Sprintf("%d of %d named ranges cut a word in two", cut, names)
	}
	return ""
}

// quoted reports whether text is a literal or a computed name, which a symbol
// may name in its own way.
func quoted(text string) bool {
	return text != "" && strings.ContainsRune("\"'`[", rune(text[0]))
}

// join finds lc's symbol for every definition.
func (m *merger) join() {
	m.targets = map[int32][]link.Target{}
	for _, g := range m.files {
		g.locals = map[int32]link.Target{}
		facts := m.in.Files[g.file].Facts
		type at struct{ line, col int32 }
		named := make(map[at][]int32, len(facts.Symbols))
		for i := range facts.Symbols {
			if s := &facts.Symbols[i]; s.NameLine >= 1 {
				k := at{s.NameLine, s.NameCol}
				named[k] = append(named[k], int32(i))
			}
		}
		for _, o := range g.occs {
			if o.roles&roleDefinition == 0 {
				continue
			}
			sym := &m.symbols[o.symbol]
			m.stats.Definitions++
			here := named[at{o.line, o.col}]
			best := int32(schema.None)
			for _, i := range here {
				// A local and a member may share a token (constructor properties).
				if best == schema.None || facts.Symbols[i].Kind.IsLocal() == sym.local && facts.Symbols[best].Kind.IsLocal() != sym.local {
					best = i
				}
			}
			if best == schema.None && (sym.namespace || o.col == o.endCol) && !sym.local {
				best = 0 // The module: the file itself.
			}
			if best == schema.None {
				m.stats.Unjoined++
				continue
			}
			t := link.Target{File: g.file, Symbol: best}
			switch {
			case !sym.local:
				if !slices.Contains(m.targets[o.symbol], t) {
					m.targets[o.symbol] = append(m.targets[o.symbol], t)
				}
			default:
				if _, twice := g.locals[o.symbol]; !twice {
					g.locals[o.symbol] = t
				}
			}
		}
	}
}

// resolve gives the references of one file the targets that SCIP names.
func (m *merger) resolve(g *group) {
	facts := m.in.Files[g.file].Facts
	refs := m.out.Refs[g.file]
	byStart := make(map[[2]int32][]int32, len(facts.Refs))
	for i := range facts.Refs {
		k := [2]int32{facts.Refs[i].Line, facts.Refs[i].Col}
		byStart[k] = append(byStart[k], int32(i))
	}
	var added []addition
	for lo := 0; lo < len(g.occs); {
		hi := lo + 1
		for hi < len(g.occs) && g.occs[hi].place == g.occs[lo].place {
			hi++
		}
		at := g.occs[lo:hi]
		lo = hi
		answer, oneOf, ok := m.answer(g, at)
		if !ok {
			continue
		}
		p := at[0].place
		indices := exactEnd(facts.Refs, byStart[[2]int32{p.line, p.col}], p.endCol)
		if len(indices) == 0 {
			if oneOf {
				answer.More = nil
			}
			if answer.Resolved() && p.col < p.endCol {
				added = append(added, addition{p, at[0].roles, answer})
				m.stats.Added++
			}
			continue
		}
		for _, i := range indices {
			refs[i] = m.override(g.file, refs[i], answer)
			if oneOf {
				refs[i].More = nil
			}
		}
	}
	if len(added) > 0 {
		m.in.Files[g.file].Facts, m.out.Refs[g.file] = insert(facts, refs, added, m.content(g.file))
	}
}

func (m *merger) content(id schema.FileID) *source {
	content, err := m.in.Content(id)
	if err != nil {
		return newSource(nil) // It was readable a moment ago; names stay empty then.
	}
	return newSource(content)
}

// answer is what the occurrences at one place say together; not ok when they say
// nothing about a reference. OneOf means that the further targets are files of
// one package, any of which stands for it.
func (m *merger) answer(g *group, at []placed) (answer link.Resolution, oneOf, ok bool) {
	var targets []link.Target
	external, references, defined, unknown := "", 0, false, false
	for _, o := range at {
		if o.roles&(roleDefinition|roleForwardDefinition) != 0 {
			continue
		}
		sym := &m.symbols[o.symbol]
		references++
		switch {
		case sym.local:
			if t, ok := g.locals[o.symbol]; ok {
				targets = append(targets, t)
			} else {
				unknown = true // Some indexers never define theirs.
			}
		case len(m.targets[o.symbol]) > 0:
			targets = append(targets, m.targets[o.symbol]...)
			oneOf = oneOf || sym.namespace
		case m.defined[o.symbol]:
			defined = true // In a refused document, or where lc sees no symbol.
		case sym.pkg == "" || m.inside[strings.ToLower(sym.pkg)]:
			unknown = true
		default:
			external = sym.pkg
		}
	}
	switch {
	case references == 0:
		return link.Resolution{}, false, false
	case len(targets) > 0:
		m.stats.References++
		m.stats.Resolved++
	case defined:
		m.stats.References++
		return link.Resolution{}, false, false
	case unknown:
		m.stats.Unknown++
		return link.Resolution{}, false, false
	default:
		m.stats.External++
		return link.Resolution{Target: link.NoTarget, External: external, Origin: schema.OriginScip, Confidence: 1}, false, true
	}
	answer = link.Resolution{Target: targets[0], Origin: schema.OriginScip, Confidence: 1}
	for _, t := range targets[1:] {
		if len(answer.More) == maxTargets && !oneOf {
			break
		}
		if t != answer.Target {
			answer.More = append(answer.More, link.Resolution{Target: t, Origin: schema.OriginScip, Confidence: 1})
		}
	}
	return answer, oneOf, true
}

// override puts SCIP's answer in the place of lc's. Of several targets that SCIP
// gives the one that lc had found comes first. What a call may dispatch to stays
// when both agree on the declared target: SCIP is silent about that.
//
// Where lc stops at the import statement that binds a name, SCIP names what is
// imported: the same answer, one step further. Of the files of a package it is
// then the one that lc's import leads to.
func (m *merger) override(file schema.FileID, old, answer link.Resolution) link.Resolution {
	if !old.Resolved() {
		return answer
	}
	if s := &m.in.Files[old.Target.File].Facts.Symbols[old.Target.Symbol]; s.Kind == schema.KindImport && old.Target.File == file {
		if s.Import >= 0 && int(s.Import) < len(m.out.Imports[file]) {
			into := m.out.Imports[file][s.Import].File
			if i := slices.IndexFunc(answer.More, func(r link.Resolution) bool { return r.Target.File == into && r.Target.Symbol == 0 }); i >= 0 {
				answer.More = slices.Clone(answer.More)
				answer.Target, answer.More[i].Target = answer.More[i].Target, answer.Target
			}
		}
		return answer
	}
	if !answer.Resolved() {
		m.stats.Disagreements++
		return answer
	}
	if old.Target != answer.Target {
		i := slices.IndexFunc(answer.More, func(r link.Resolution) bool { return r.Target == old.Target })
		if i < 0 {
			m.stats.Disagreements++
			return answer
		}
		answer.More = slices.Clone(answer.More)
		answer.Target, answer.More[i].Target = answer.More[i].Target, answer.Target
	}
	for _, r := range old.More {
		known := r.Target == answer.Target || slices.ContainsFunc(answer.More, func(a link.Resolution) bool { return a.Target == r.Target })
		if !known && old.Origin != schema.OriginAmbiguousName {
			answer.More = append(slices.Clip(answer.More), r)
		}
	}
	return answer
}

// relate takes over which symbols implement which.
func (m *merger) relate() {
	index := make(map[[2]link.Target]int, len(m.out.Relations))
	for i, r := range m.out.Relations {
		index[[2]link.Target{r.Source, r.Target}] = i
	}
	for i := range m.ix.Documents {
		for _, rel := range m.ix.Documents[i].relations {
			for _, s := range m.targets[rel.source] {
				for _, t := range m.targets[rel.target] {
					k := [2]link.Target{s, t}
					if s == t {
						continue
					}
					m.stats.Relations++
					if j, ok := index[k]; ok {
						m.out.Relations[j].Origin, m.out.Relations[j].Confidence = schema.OriginScip, 1
						continue
					}
					index[k] = len(m.out.Relations)
					m.out.Relations = append(m.out.Relations, link.Relation{
						Source: s, Target: t, Kind: m.relationKind(t), Origin: schema.OriginScip, Confidence: 1,
					})
				}
			}
		}
	}
	slices.SortStableFunc(m.out.Relations, func(a, b link.Relation) int {
		for _, c := range [...]int{
			int(a.Source.File - b.Source.File), int(a.Source.Symbol - b.Source.Symbol),
			int(a.Target.File - b.Target.File), int(a.Target.Symbol - b.Target.Symbol), int(a.Kind) - int(b.Kind),
		} {
			if c != 0 {
				return c
			}
		}
		return 0
	})
}

// relationKind is implement for an interface and its members, else override for
// members and inherit for types.
func (m *merger) relationKind(t link.Target) schema.EdgeKind {
	facts := m.in.Files[t.File].Facts
	s := &facts.Symbols[t.Symbol]
	owner := s
	if !s.Kind.IsType() && s.Parent > 0 {
		owner = &facts.Symbols[s.Parent]
	}
	switch {
	case owner.Kind == schema.KindInterface || owner.Kind == schema.KindTrait:
		return schema.EdgeImplement
	case s.Kind.IsType():
		return schema.EdgeInherit
	}
	return schema.EdgeOverride
}
