package elixir

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// mend reads a file with mistakes module by module, and a module with mistakes
// definition by definition, so that a mistake ends with what it stands in.
func (x *extractor) mend(g *sitter.Grammar, whole *sitter.Tree) {
	src := whole.Src
	pieces := syntax.Piece{End: len(src)}.Cut(src, isModule, isComment)
	if pieces == nil {
		pieces = []syntax.Piece{{End: len(src)}}
	}
	x.b.Facts().ErrorBytes = 0
	for _, p := range pieces {
		t, err := p.Parse(g, src)
		if err != nil {
			continue
		}
		if t.Root().HasError() && x.mendModule(g, src, p) {
			continue
		}
		x.read(t)
	}
}

// read reads the tree of a piece and adds up its errors.
func (x *extractor) read(t *sitter.Tree) {
	errors := x.b.Facts().ErrorBytes
	syntax.Problems(x.b, t)
	x.b.Facts().ErrorBytes += errors
	x.body([]sitter.Node{t.Root()})
}

// mendModule reads a module from its first line and the definitions below it, each
// apart; false means that the piece does not begin with a module.
func (x *extractor) mendModule(g *sitter.Grammar, src []byte, p syntax.Piece) bool {
	m := moduleLine.FindIndex(src[p.Start:p.End])
	if m == nil {
		return false
	}
	header := syntax.Piece{Start: p.Start + m[0], End: p.Start + m[1]}
	body := syntax.Piece{Start: header.End, End: p.End}
	if end := bytes.LastIndex(src[body.Start:body.End], []byte("\nend")); end >= 0 {
		body.End = body.Start + end + 1
	}
	parts := body.Cut(src, isDefinition, isComment)
	if parts == nil {
		return false
	}
	shell := bytes.Repeat([]byte{'\n'}, bytes.Count(src[:header.Start], []byte{'\n'}))
	shell = append(shell, src[header.Start:header.End]...)
	t, err := g.Parse(append(shell, "\nend\n"...))
	if err != nil || t.Root().HasError() {
		return false
	}
	id := int32(len(x.b.Facts().Symbols))
	x.inside = func() {
		for _, part := range parts {
			if t, err := part.Parse(g, src); err == nil {
				x.read(t)
			}
		}
	}
	x.body([]sitter.Node{t.Root()})
	x.inside = nil
	if int(id) < len(x.b.Facts().Symbols) {
		s := x.b.Symbol(id)
		s.Span.EndLine = int32(bytes.Count(src[:p.End], []byte{'\n'})) + 1
		s.Span.EndCol = 0
	}
	return true
}

var moduleLine = regexp.MustCompile(`(?m)^(?:defmodule|defprotocol|defimpl)\b[^\n]*\bdo[ \t\r]*(?:#[^\n]*)?$`)

// isModule reports whether a line starts a module of the file.
func isModule(line []byte) bool {
	return bytes.HasPrefix(line, []byte("defmodule ")) || bytes.HasPrefix(line, []byte("defprotocol ")) || bytes.HasPrefix(line, []byte("defimpl "))
}

// isDefinition reports whether a line starts a definition of a module as the formatter
// of the language indents it.
func isDefinition(line []byte) bool {
	rest, ok := bytes.CutPrefix(line, []byte("  "))
	if !ok || len(rest) == 0 || rest[0] == ' ' {
		return false
	}
	if rest[0] == '@' {
		return true
	}
	word, _, _ := bytes.Cut(rest, []byte(" "))
	switch string(word) {
	case "def", "defp", "defmacro", "defmacrop", "defguard", "defguardp", "defdelegate", "defstruct", "defmodule", "defimpl", "defexception",
		"use", "alias", "import", "require", "test", "describe", "setup", "schema":
		return true
	}
	return false
}

func isComment(line []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("#")) }

// headlines declares the definitions at the start of a line that no node gave: what is
// broken is their head or what stands before it.
func (x *extractor) headlines(src []byte) {
	facts := x.b.Facts()
	seen := make(map[int32]bool, len(facts.Symbols))
	for i := range facts.Symbols {
		seen[facts.Symbols[i].NameLine] = true
	}
	line, quoted := int32(0), false
	for text := range strings.SplitSeq(string(src), "\n") {
		line++
		if strings.Count(text, `"""`)%2 == 1 {
			quoted = !quoted
			continue
		}
		m := headline.FindStringSubmatchIndex(text)
		if m == nil || seen[line] || quoted {
			continue
		}
		s := lang.NewSymbol(text[m[4]:m[5]], schema.KindFunction)
		switch keyword := text[m[2]:m[3]]; keyword {
		case "defmodule", "defprotocol":
			s.Kind = schema.KindModule
		case "defmacro", "defmacrop":
			s.Kind = schema.KindMacro
		}
		s.Complexity = 1
		s.Parent = x.around(line)
		s.Span = lang.Span{StartLine: line, StartCol: int32(m[2]), EndLine: line, EndCol: int32(len(text))}
		s.NameLine, s.NameCol = line, int32(m[4])
		s.Flags = schema.SymbolExported
		if strings.HasSuffix(text[m[2]:m[3]], "p") {
			s.Visibility, s.Flags = schema.VisibilityPrivate, 0
		}
		s.Signature = strings.TrimSuffix(syntax.Line(text), " do")
		x.b.DefineHidden(s)
	}
}

var headline = regexp.MustCompile(`^\s*(def|defp|defmacro|defmacrop|defguard|defguardp|defmodule|defprotocol)\s+([A-Za-z_][\w.]*[?!]?)`)

// around returns the innermost module whose lines hold line.
func (x *extractor) around(line int32) int32 {
	best := int32(0)
	for i := range x.b.Facts().Symbols {
		s := &x.b.Facts().Symbols[i]
		if (s.Kind == schema.KindModule || s.Kind == schema.KindInterface) && s.Span.StartLine < line && line <= s.Span.EndLine {
			best = int32(i)
		}
	}
	return best
}
