// Package rows turns linked facts into the rows of a snapshot: symbols with dense
// ids, occurrences, imports, edges between symbols and files, coverage.
//
// It decides nothing about meaning; graph/resolve and index/precise did. It decides
// numbering and order, so that equal input gives equal tables.
package rows

import (
	"cmp"
	"slices"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Names gives the stable identity and the qualified name of every symbol of every
// file, by FileID and position in Facts.Symbols. Entries of locals are not read.
type Names struct {
	Identity  [][]string
	Qualified [][]string
}

// Build fills the tables that follow from linking. The caller has filled the rows
// of Files (all but Package) in in's order; ranks and history are not touched.
func Build(in *link.Input, out *link.Output, names Names, rows *schema.Rows) {
	b := &builder{in: in, out: out, names: names, rows: rows}
	b.symbols()
	b.occurrences()
	b.imports()
	b.edges()
	b.fileEdges()
	b.coverage()
}

type builder struct {
	in    *link.Input
	out   *link.Output
	names Names
	rows  *schema.Rows
	// row of the symbol itself, or of its innermost ancestor that has one; by file, then facts symbol.
	holder [][]schema.SymbolID
}

func (b *builder) symbols() {
	b.holder = make([][]schema.SymbolID, len(b.in.Files))
	total := 0
	for i := range b.in.Files {
		if facts := b.in.Files[i].Facts; facts != nil {
			for j := range facts.Symbols {
				if !facts.Symbols[j].Kind.IsLocal() {
					total++
				}
			}
		}
	}
	b.rows.Symbols = make([]schema.Symbol, 0, total)
	for i := range b.in.Files {
		b.rows.Files[i].Package = b.out.Packages[i]
		facts := b.in.Files[i].Facts
		if facts == nil {
			continue
		}
		holder := make([]schema.SymbolID, len(facts.Symbols))
		for j := range facts.Symbols {
			s := &facts.Symbols[j]
			parent := schema.SymbolID(schema.None)
			if s.Parent >= 0 {
				parent = holder[s.Parent]
			}
			if s.Kind.IsLocal() {
				holder[j] = parent
				continue
			}
			holder[j] = schema.SymbolID(len(b.rows.Symbols))
			b.rows.Symbols = append(b.rows.Symbols, schema.Symbol{
				ScipSymbol: b.names.Identity[i][j], Name: s.Name, QualifiedName: b.names.Qualified[i][j], Kind: s.Kind,
				File: schema.FileID(i), StartLine: s.Span.StartLine, StartCol: s.Span.StartCol, EndLine: s.Span.EndLine, EndCol: s.Span.EndCol,
				NameLine: s.NameLine, NameCol: s.NameCol, Parent: parent, Visibility: s.Visibility, Flags: s.Flags,
				Complexity: s.Complexity, Signature: s.Signature, Doc: s.Doc, SignatureHash: s.SignatureHash, BodyHash: s.BodyHash,
			})
		}
		b.holder[i] = holder
	}
}

// row returns the symbol row that stands for a target: its own, or for a local the
// innermost symbol that holds it.
func (b *builder) row(t link.Target) schema.SymbolID {
	if t.File < 0 || b.holder[t.File] == nil || t.Symbol < 0 || int(t.Symbol) >= len(b.holder[t.File]) {
		return schema.None
	}
	return b.holder[t.File][t.Symbol]
}

// isLocal reports whether the target is a local symbol, which has no row.
func (b *builder) isLocal(t link.Target) bool {
	return b.in.Files[t.File].Facts.Symbols[t.Symbol].Kind.IsLocal()
}

// externalLocal is the External value of occurrences of local symbols.
const externalLocal = "local"

func (b *builder) occurrences() {
	total := 0
	for i := range b.in.Files {
		if facts := b.in.Files[i].Facts; facts != nil {
			total += len(facts.Refs) + len(facts.Symbols)
		}
	}
	b.rows.Occurrences = make([]schema.Occurrence, 0, total)
	for i := range b.in.Files {
		facts := b.in.Files[i].Facts
		if facts == nil {
			continue
		}
		lo := len(b.rows.Occurrences)
		b.definitions(i, facts)
		b.references(i, facts)
		slices.SortStableFunc(b.rows.Occurrences[lo:], func(x, y schema.Occurrence) int {
			return cmp.Or(cmp.Compare(x.StartLine, y.StartLine), cmp.Compare(x.StartCol, y.StartCol), cmp.Compare(x.Role, y.Role))
		})
	}
}

func (b *builder) definitions(i int, facts *lang.Facts) {
	for j := range facts.Symbols {
		s := &facts.Symbols[j]
		if s.NameLine < 0 || s.Name == "" {
			continue
		}
		o := schema.Occurrence{
			File: schema.FileID(i), StartLine: s.NameLine, StartCol: s.NameCol, EndLine: s.NameLine, EndCol: s.NameCol + int32(len(s.Name)),
			Role: schema.RoleDefinition, Symbol: b.holder[i][j], Origin: schema.OriginScope, Confidence: 1, Name: s.Name,
			Enclosing: schema.None,
		}
		if s.Parent >= 0 {
			o.Enclosing = b.holder[i][s.Parent]
		}
		if s.Kind.IsLocal() {
			o.Symbol, o.External = schema.None, externalLocal
		}
		b.rows.Occurrences = append(b.rows.Occurrences, o)
	}
}

func (b *builder) references(i int, facts *lang.Facts) {
	for j := range facts.Refs {
		r := &facts.Refs[j]
		if r.Flags&lang.RefImplicit != 0 {
			continue // A step of inference: nothing stands there.
		}
		res := &b.out.Refs[i][j]
		o := schema.Occurrence{
			File: schema.FileID(i), StartLine: r.Line, StartCol: r.Col, EndLine: r.Line, EndCol: r.EndCol,
			Role: r.Role, Symbol: schema.None, External: res.External, Origin: res.Origin, Confidence: res.Confidence, Name: r.Name,
			Enclosing: b.holder[i][max(r.Encl, 0)],
		}
		if res.Resolved() {
			if b.isLocal(res.Target) {
				o.External = externalLocal
			} else {
				o.Symbol = b.row(res.Target)
			}
		}
		b.rows.Occurrences = append(b.rows.Occurrences, o)
	}
}

func (b *builder) imports() {
	for i := range b.in.Files {
		facts := b.in.Files[i].Facts
		if facts == nil {
			continue
		}
		lo := len(b.rows.Imports)
		for j := range facts.Imports {
			imp, target := &facts.Imports[j], b.out.Imports[i][j]
			if imp.Module == "" && imp.Class == schema.ImportReexport {
				continue // A local export under another name.
			}
			b.rows.Imports = append(b.rows.Imports, schema.Import{
				File: schema.FileID(i), Line: imp.Line, Text: imp.Module, TargetFile: target.File, TargetPackage: target.Package,
				Class: b.class(i, imp.Class), External: target.External,
			})
		}
		slices.SortStableFunc(b.rows.Imports[lo:], func(x, y schema.Import) int {
			return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Text, y.Text), cmp.Compare(x.TargetFile, y.TargetFile))
		})
		b.rows.Imports = b.rows.Imports[:lo+len(slices.Compact(b.rows.Imports[lo:]))]
	}
}

// class is the import's class, a plain one in a test file being a test import.
func (b *builder) class(file int, c schema.ImportClass) schema.ImportClass {
	if b.in.Files[file].Test && c == schema.ImportStatic {
		return schema.ImportTest
	}
	return c
}

func (b *builder) coverage() {
	b.rows.FileCoverage = make([]schema.FileCoverage, len(b.in.Files))
	byLanguage := make(map[string]*schema.Coverage)
	for i := range b.in.Files {
		f := &b.in.Files[i]
		if f.Language == "" {
			continue
		}
		c := byLanguage[f.Language]
		if c == nil {
			c = &schema.Coverage{Language: f.Language}
			byLanguage[f.Language] = c
		}
		c.Files++
		if f.Facts == nil {
			continue
		}
		c.Parsed++
		fc := &b.rows.FileCoverage[i]
		for j := range b.out.Refs[i] {
			if f.Facts.Refs[j].Flags&lang.RefImplicit != 0 {
				continue
			}
			fc.References++
			switch res := &b.out.Refs[i][j]; {
			case res.Resolved() && res.Origin == schema.OriginAmbiguousName:
				fc.Ambiguous++
			case res.Resolved():
				fc.Resolved++
			case res.External != "":
				fc.External++
			default:
				fc.Unresolved++
			}
		}
		c.References += fc.References
		c.Resolved += fc.Resolved
		c.Ambiguous += fc.Ambiguous
		c.External += fc.External
		c.Unresolved += fc.Unresolved
	}
	for _, c := range byLanguage {
		b.rows.Coverage = append(b.rows.Coverage, *c)
	}
	slices.SortFunc(b.rows.Coverage, func(x, y schema.Coverage) int { return cmp.Compare(x.Language, y.Language) })
}
