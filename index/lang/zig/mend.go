package zig

import (
	"regexp"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// headlines declares what starts a line of the file and that no piece of it gave: its
// head is what is broken.
func (x *extractor) headlines(src []byte) {
	facts := x.b.Facts()
	seen := make(map[int32]bool, len(facts.Symbols))
	for i := range facts.Symbols {
		seen[facts.Symbols[i].NameLine] = true
	}
	line := int32(0)
	for text := range strings.SplitSeq(string(src), "\n") {
		line++
		m := headline.FindStringSubmatchIndex(text)
		if m == nil || seen[line] {
			continue
		}
		name := text[m[4]:m[5]]
		s := lang.NewSymbol(name, schema.KindConstant)
		switch text[m[2]:m[3]] {
		case "fn":
			s.Kind, s.Complexity = schema.KindFunction, 1
		case "var":
			s.Kind = schema.KindVariable
		case "test":
			s.Kind, s.Complexity, s.Flags = schema.KindFunction, 1, schema.SymbolTest
		}
		s.Span = lang.Span{StartLine: line, EndLine: line, EndCol: int32(len(text))}
		s.NameLine, s.NameCol = line, int32(m[4])
		s.Visibility = schema.VisibilityPrivate
		if strings.HasPrefix(text, "pub ") {
			s.Visibility, s.Flags = schema.VisibilityPublic, schema.SymbolExported
		}
		s.Signature = strings.TrimRight(syntax.Line(text), " {=;")
		x.b.Define(s)
	}
}

var headline = regexp.MustCompile(`^(?:(?:pub|export|extern|inline|noinline|threadlocal)\s+|"[^"]*"\s+)*(fn|const|var|test)\s+"?([^\s"({:=]+)`)
