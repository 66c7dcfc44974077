package precise

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/scip-code/scip/bindings/go/scip"
)

// source is the content of a file by lines, for positions.
type source struct {
	lines [][]byte // Without line breaks.
}

func newSource(content []byte) *source {
	return &source{lines: bytes.Split(content, []byte{'\n'})}
}

// column converts a column of an encoding to a byte offset in the line; false
// when the line has no such column.
func (s *source) column(line, col int32, enc Encoding) (int32, bool) {
	if line < 0 || int(line) >= len(s.lines) || col < 0 {
		return 0, false
	}
	text := s.lines[line]
	if enc == EncodingUTF8 || enc == EncodingUnspecified {
		return col, int(col) <= len(text)
	}
	units, at := int32(0), 0
	for units < col {
		if at >= len(text) {
			return 0, false
		}
		r, size := utf8.DecodeRune(text[at:])
		units++
		if enc == EncodingUTF16 && r > 0xffff {
			units++
		}
		at += size
	}
	return int32(at), units == col
}

// place is a range of one line in lc's terms: 1-based line, byte columns.
type place struct{ line, col, endCol int32 }

// place converts the range of an occurrence; false when it leaves the file or
// spans lines.
func (s *source) place(o *Occurrence, enc Encoding) (place, bool) {
	if o.StartLine != o.EndLine {
		return place{}, false
	}
	start, ok1 := s.column(o.StartLine, o.StartCol, enc)
	end, ok2 := s.column(o.EndLine, o.EndCol, enc)
	return place{o.StartLine + 1, start, end}, ok1 && ok2
}

func (s *source) text(p place) string { return string(s.lines[p.line-1][p.col:p.endCol]) }

// encodingOf decides what columns mean when the document does not say: indexers
// older than the field count as their host language does.
func encodingOf(d *Document, tool string) Encoding {
	if d.Encoding != EncodingUnspecified {
		return d.Encoding
	}
	switch tool {
	case "scip-typescript", "scip-python", "scip-java", "scip-dotnet", "scip-kotlin", "scip-dart", "lsif-java":
		return EncodingUTF16
	case "rust-analyzer", "scip-go", "scip-clang", "scip-ruby", "lc":
		return EncodingUTF8
	}
	switch strings.ToLower(d.Language) {
	case "typescript", "typescriptreact", "javascript", "javascriptreact", "java", "kotlin", "scala", "python", "csharp":
		return EncodingUTF16
	}
	return EncodingUTF8
}

// symbol is what a SCIP symbol string says.
type symbol struct {
	local     bool
	namespace bool   // Its last descriptor is a namespace: a package, module or file.
	name      string // Name of the last descriptor when source code spells it; "" else.
	pkg       string // What External calls the package.
}

// parseSymbol reads a symbol string. A string that does not parse has no name
// and no package.
func parseSymbol(s string) symbol {
	if strings.HasPrefix(s, "local ") {
		return symbol{local: true}
	}
	parsed, err := scip.ParseSymbol(s)
	if err != nil || len(parsed.Descriptors) == 0 {
		return symbol{}
	}
	out := symbol{pkg: parsed.GetPackage().GetName()}
	last := parsed.Descriptors[len(parsed.Descriptors)-1]
	switch last.Suffix {
	case scip.Descriptor_Namespace:
		out.namespace = true
	case scip.Descriptor_Term, scip.Descriptor_Type, scip.Descriptor_Method, scip.Descriptor_Macro:
		if isIdentifier(last.Name) {
			out.name = last.Name
		}
	}
	// A Go module holds many packages; the first namespace is the import path.
	if first := parsed.Descriptors[0]; parsed.GetPackage().GetManager() == "gomod" && first.Suffix == scip.Descriptor_Namespace {
		out.pkg = first.Name
	}
	if out.pkg == "." {
		out.pkg = ""
	}
	return out
}

// isIdentifier reports whether a name can stand in source code as it is. Names
// that indexers make up (numbered literals, getters) cannot.
func isIdentifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && !strings.HasPrefix(name, "__")
}

// cutsWord reports whether a range begins or ends inside an identifier.
func (s *source) cutsWord(p place) bool {
	line := s.lines[p.line-1]
	inside := func(at int32) bool {
		return at > 0 && int(at) < len(line) && isWordByte(line[at-1]) && isWordByte(line[at])
	}
	return inside(p.col) || inside(p.endCol)
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// spells reports whether source text is a way to write name.
func spells(text, name string) bool {
	if text == name {
		return true
	}
	if original, _, ok := strings.Cut(text, " as "); ok {
		return strings.TrimSpace(original) == name
	}
	trimmed := strings.TrimPrefix(strings.Trim(text, "\"'`"), "r#")
	return trimmed == name || strings.TrimPrefix(trimmed, "#") == name
}
