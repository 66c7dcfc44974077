package embed

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxProblems bounds what one file reports, as the Builder does.
const maxProblems = 100

// merge adds the facts of one region, or of a group of them, to its host.
type merge struct {
	*host
	region    *lang.Region
	lines     int32   // Lines of the host before the first of the text.
	cols      []int32 // Columns to add on each line; nothing on those beyond.
	parent    int32   // Symbol of the host that holds the top level.
	component int32   // … that the code at the top level belongs to.
}

// read extracts the text and merges what is found.
func (m *merge) read(l *lang.Language, text []byte) {
	facts, err := m.reader.read(l, text, m.depth+1)
	if err != nil {
		if !m.region.Example {
			m.problem(lang.Problem{Line: m.region.Span.StartLine, Reason: err.Error(), Span: m.region.Span})
		}
		return
	}
	if m.region.Example {
		m.example(facts, len(text))
		return
	}
	m.program(facts)
}

func (m *merge) problem(p lang.Problem) {
	if len(m.facts.Problems) < maxProblems {
		m.facts.Problems = append(m.facts.Problems, p)
	}
}

// line and col move a position of the text into the host.
func (m *merge) line(line int32) int32 {
	if line < 1 {
		return line
	}
	return line + m.lines
}

func (m *merge) col(line, col int32) int32 {
	if line < 1 || int(line) > len(m.cols) {
		return col
	}
	return col + m.cols[line-1]
}

func (m *merge) span(s lang.Span) lang.Span {
	return lang.Span{
		StartLine: m.line(s.StartLine), StartCol: m.col(s.StartLine, s.StartCol),
		EndLine: m.line(s.EndLine), EndCol: m.col(s.EndLine, s.EndCol),
	}
}

func (m *merge) place(s *lang.Symbol) {
	s.Span = m.span(s.Span)
	if s.NameLine > 0 {
		s.NameCol = m.col(s.NameLine, s.NameCol)
		s.NameLine = m.line(s.NameLine)
	}
}

// program merges everything.
func (m *merge) program(f *lang.Facts) {
	base := int32(len(m.facts.Symbols)) - 1 // The region's file symbol stays behind.
	refs, imports := int32(len(m.facts.Refs)), int32(len(m.facts.Imports))
	move := func(i, by int32) int32 {
		if i < 0 {
			return i
		}
		return i + by
	}
	symbol := func(i, top int32) int32 {
		if i == 0 {
			return top
		}
		return move(i, base)
	}
	for i := 1; i < len(f.Symbols); i++ {
		s := f.Symbols[i]
		m.place(&s)
		if s.Parent == 0 && m.region.Group > 0 && s.Name != "" {
			if m.names == nil {
				m.names = make(map[string]int32)
			}
			m.names[s.Name] = base + int32(i)
		}
		s.Parent = symbol(s.Parent, m.parent)
		s.Type, s.Init, s.Import = move(s.Type, refs), move(s.Init, refs), move(s.Import, imports)
		m.facts.Symbols = append(m.facts.Symbols, s)
	}
	for i := range f.Refs {
		r := f.Refs[i]
		r.EndCol = m.col(r.Line, r.EndCol)
		r.Col = m.col(r.Line, r.Col)
		r.Line = m.line(r.Line)
		r.Encl = symbol(r.Encl, m.component)
		r.Target = symbol(r.Target, 0)
		r.Base, r.Import = move(r.Base, refs), move(r.Import, imports)
		m.facts.Refs = append(m.facts.Refs, r)
	}
	for i := range f.Imports {
		imp := f.Imports[i]
		imp.Line = m.line(imp.Line)
		imp.Symbol = symbol(imp.Symbol, 0)
		m.facts.Imports = append(m.facts.Imports, imp)
	}
	for _, p := range f.Problems {
		p.Span = m.span(p.Span)
		p.Line = m.line(p.Line)
		m.problem(p)
	}
	m.facts.Complexity += f.Complexity
	m.facts.ErrorBytes += f.ErrorBytes
	if m.facts.Summary == "" {
		m.facts.Summary = f.Summary
	}
	m.facts.Symbols[0].Flags |= f.Symbols[0].Flags
	top := &m.facts.Symbols[m.component]
	top.BodyHash = mix(top.BodyHash, f.Symbols[0].BodyHash)
}

// example merges the callables and types that an illustration declares.
func (m *merge) example(f *lang.Facts, size int) {
	if int(f.ErrorBytes)*4 > size {
		return
	}
	at := make([]int32, len(f.Symbols))
	at[0] = m.parent
	for i := 1; i < len(f.Symbols); i++ {
		s := f.Symbols[i]
		at[i] = at[s.Parent]
		if !s.Kind.IsCallable() && !s.Kind.IsType() || s.Name == "" {
			continue
		}
		m.place(&s)
		s.Parent = at[i]
		s.Type, s.Init, s.Import = schema.None, schema.None, schema.None
		s.Flags = s.Flags&^(schema.SymbolTest|schema.SymbolEntry|schema.SymbolExported|schema.SymbolInit) | schema.SymbolExample
		at[i] = int32(len(m.facts.Symbols))
		m.facts.Symbols = append(m.facts.Symbols, s)
	}
}
