// Package html reads HTML and the single-file components of Vue, Svelte and Astro.
//
// Of a page it gives the elements with an id and the headings as symbols, the files
// that it loads and links to as imports, and scripts and styles as regions, which
// package embed hands to their languages. A component is one symbol, called "default"
// as the export that importing it binds, unless its script has a default export. What
// its template uses (components, names in expressions) are references: a template runs
// in the scope of the script, where package embed finds their declarations.
//
// It is written by hand. HTML has no syntax errors: the standard says what every byte
// means, and the grammar reads neither the expressions of the three dialects nor their
// blocks. Expressions are read by their tokens: names, member chains, calls,
// assignments, parameters of arrow functions. Tests hold the elements against the
// grammar on ordinary pages.
//
// Blind spots: expressions in attribute values of template engines; types in
// expressions; names that a mixin or an option of Vue brings into a template.
package html

import (
	"bytes"
	"hash/fnv"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// dialect is which kind of file is being read.
type dialect uint8

const (
	page dialect = iota
	vue
	svelte
	astro
)

// Languages returns the languages of this folder.
func Languages() []lang.Language {
	language := func(name string, d dialect) lang.Language {
		return lang.Language{Name: name, Extract: func(src []byte) (*lang.Facts, error) { return extract(name, d, src), nil }}
	}
	return []lang.Language{language("html", page), language("vue", vue), language("svelte", svelte), language("astro", astro)}
}

// Groups of the regions of a file.
const (
	shared = 1 // Scripts that see each other's names.
	alone  = 0
)

// extractor reads one file.
type extractor struct {
	dialect   dialect
	text      *syntax.Text
	src       []byte
	b         *lang.Builder
	at        int
	open      []element
	component int32 // Symbol that stands for the file; 0 for a page.
	title     string
	depth     int             // Of markup in expressions.
	endless   map[string]bool // Elements whose content has no end.
	// openComment is set when a comment has no end, and so no later one has.
	openComment bool
}

// element is an open element, or a block of a template.
type element struct {
	name    string // In lower case; of a block "#each" and the like.
	symbols []int32
	scoped  bool // It opened a scope.
	encl    bool // It opened a symbol.
}

func extract(name string, d dialect, src []byte) *lang.Facts {
	x := &extractor{dialect: d, text: syntax.NewText(src), src: src, b: lang.NewBuilder(name, lang.Rules{}, syntax.Lines(src)), endless: make(map[string]bool)}
	if d != page {
		s := lang.NewSymbol("default", schema.KindClass)
		s.Span = x.text.Span(0, len(src))
		s.Flags = schema.SymbolExported | schema.SymbolDefault | schema.SymbolSynthetic
		s.Signature = name + " component"
		if !hasDefaultExport(src) {
			x.component = x.b.DefineHidden(s)
		}
	}
	if d == astro {
		x.frontMatter()
	}
	x.markup(len(src), false)
	for len(x.open) > 0 {
		x.close(len(src))
	}
	f := x.b.Facts()
	f.Generated = isGenerated(src)
	f.Summary = syntax.Line(x.title)
	h := fnv.New64a()
	at := 0
	for i := range f.Regions { // Scripts and styles digest themselves.
		from, to := x.offset(f.Regions[i].Span.StartLine, f.Regions[i].Span.StartCol), x.offset(f.Regions[i].Span.EndLine, f.Regions[i].Span.EndCol)
		if from >= at {
			h.Write(squeezed(src[at:from]))
			at = to
		}
	}
	h.Write(squeezed(src[min(at, len(src)):]))
	x.b.Symbol(x.component).BodyHash = h.Sum64()
	return x.b.Finish()
}

// squeezed is markup with white space that formatting changes made alike.
func squeezed(markup []byte) []byte {
	out := make([]byte, 0, len(markup))
	for i, c := range markup {
		switch c {
		case ' ', '\t', '\n', '\r', '\f':
			if n := len(out); n > 0 && out[n-1] != ' ' && out[n-1] != '>' && i+1 < len(markup) {
				out = append(out, ' ')
			}
		case '<':
			out = append(bytes.TrimRight(out, " "), c)
		default:
			out = append(out, c)
		}
	}
	return bytes.TrimRight(out, " ")
}

func (x *extractor) offset(line, col int32) int {
	from, _ := x.text.Line(int(line) - 1)
	return min(from+int(col), len(x.src))
}

// hasDefaultExport reports whether a script of a component exports it by itself.
func hasDefaultExport(src []byte) bool {
	for rest := src; ; {
		i := bytes.Index(rest, []byte("export"))
		if i < 0 {
			return false
		}
		line := bytes.TrimLeft(rest[i+len("export"):min(len(rest), i+64)], " \t")
		start := i == 0 || rest[i-1] == '\n' || rest[i-1] == ' ' || rest[i-1] == '\t' || rest[i-1] == ';' || rest[i-1] == '>'
		if start && len(line) < len(rest) && bytes.HasPrefix(line, []byte("default")) {
			return true
		}
		rest = rest[i+len("export"):]
	}
}

// isGenerated reports whether a comment at the head says that a program wrote the file.
func isGenerated(src []byte) bool {
	head := bytes.ToLower(src[:min(len(src), 1024)])
	i := bytes.Index(head, []byte("<!--"))
	if i < 0 {
		return bytes.Contains(head, []byte("<meta name=\"generator\""))
	}
	comment := head[i:]
	if end := bytes.Index(comment, []byte("-->")); end > 0 {
		comment = comment[:end]
	}
	return bytes.Contains(comment, []byte("do not edit")) || bytes.Contains(comment, []byte("generated by")) || bytes.Contains(comment, []byte("@generated")) ||
		bytes.Contains(head, []byte("<meta name=\"generator\""))
}
