package golang

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// maxSignature bounds a signature in bytes: longer ones are literal values and
// anonymous structs, which nobody reads on one line.
const maxSignature = 400

// synopsis returns the first sentence of a comment on one line.
func synopsis(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	text := doc.Text()
	if i := strings.Index(text, "\n\n"); i >= 0 {
		text = text[:i]
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '.' && (text[i+1] == ' ' || text[i+1] == '\n') && !abbreviation(text[:i]) {
			text = text[:i+1]
			break
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > maxSignature {
		text = strings.ToValidUTF8(text[:maxSignature], "") + "…"
	}
	return text
}

// abbreviation reports whether the dot after s ends no sentence: "e.g", "i.e", an initial.
func abbreviation(s string) bool {
	n := len(s)
	return n >= 2 && s[n-2] == '.' || n >= 2 && s[n-2] == ' ' && s[n-1] >= 'A' && s[n-1] <= 'Z'
}

// docFlags reads the marks that comments carry: deprecation, and directives that
// tie a declaration to something outside of Go.
func docFlags(doc *ast.CommentGroup) schema.SymbolFlags {
	var flags schema.SymbolFlags
	if doc == nil {
		return flags
	}
	for _, c := range doc.List {
		text := c.Text
		switch {
		case strings.HasPrefix(text, "// Deprecated:"), strings.HasPrefix(text, "/*") && strings.Contains(text, "\nDeprecated:"):
			flags |= schema.SymbolDeprecated
		case strings.HasPrefix(text, "//export "), strings.HasPrefix(text, "//go:linkname "), strings.HasPrefix(text, "//go:embed "), strings.HasPrefix(text, "//go:wasmexport "):
			flags |= schema.SymbolDecorated
		}
	}
	return flags
}

// oneLine returns head and the source of the range on one line, without comments.
func (e *extractor) oneLine(head string, from, to token.Pos) string {
	src := e.src[e.offset(from):e.offset(to)]
	var b strings.Builder
	b.WriteString(head)
	space := false
	var quote byte
	for i := 0; i < len(src) && b.Len() < maxSignature; i++ {
		c := src[i]
		if quote == 0 && c == '/' && i+1 < len(src) && src[i+1] == '/' {
			for i < len(src) && src[i] != '\n' {
				i++
			}
			space = true
			continue
		}
		if quote == 0 && c == '/' && i+1 < len(src) && src[i+1] == '*' {
			for i += 2; i+1 < len(src) && (src[i] != '*' || src[i+1] != '/'); i++ {
			}
			i++
			space = true
			continue
		}
		if quote == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
			space = true
			continue
		}
		if c == '\n' || c == '\r' {
			c = ' '
		}
		if space && b.Len() > 0 && !(c == ')' && strings.HasSuffix(b.String(), ",")) && !strings.HasSuffix(b.String(), " ") && !strings.HasSuffix(b.String(), "(") {
			b.WriteByte(' ')
		}
		space = false
		switch {
		case quote == 0 && (c == '"' || c == '`' || c == '\''):
			quote = c
		case quote != 0 && c == '\\' && quote != '`' && i+1 < len(src):
			b.WriteByte(c)
			i++
			c = src[i]
		case c == quote:
			quote = 0
		}
		b.WriteByte(c)
	}
	s := strings.ReplaceAll(strings.TrimRight(b.String(), " "), ",)", ")")
	if len(s) >= maxSignature {
		s = strings.ToValidUTF8(s[:maxSignature], "") + "…"
	}
	return s
}

// valueSignature is the i-th name of a constant or variable specification with its type and value.
func (e *extractor) valueSignature(tok token.Token, s *ast.ValueSpec, i int) string {
	head := tok.String() + " " + s.Names[i].Name
	if s.Type != nil {
		head = e.oneLine(head+" ", s.Type.Pos(), s.Type.End())
	}
	if len(s.Values) == len(s.Names) && len(head) < maxSignature {
		from, to := s.Values[i].Pos(), s.Values[i].End()
		if lit, ok := s.Values[i].(*ast.CompositeLit); ok && lit.Lbrace.IsValid() {
			return e.oneLine(head+" = ", from, lit.Lbrace) + "{…}"
		}
		if fun, ok := s.Values[i].(*ast.FuncLit); ok && fun.Body != nil {
			return e.oneLine(head+" = ", from, fun.Body.Lbrace) + "{…}"
		}
		return e.oneLine(head+" = ", from, to)
	}
	return head
}

// maxSummaryNames is how many declarations stand for a file without a package comment.
const maxSummaryNames = 6

// summary says on one line what the file is: its package comment, or its package
// with the first exported declarations, types before functions.
func (e *extractor) summary(doc string) string {
	if doc != "" {
		return doc
	}
	if e.facts.Package == "" {
		return ""
	}
	var names []string
	pick := func(want func(k schema.Kind) bool, exported bool) {
		for i := range e.facts.Symbols {
			s := &e.facts.Symbols[i]
			if len(names) < maxSummaryNames && s.Parent == 0 && want(s.Kind) && (s.Flags&schema.SymbolExported != 0) == exported {
				names = append(names, s.Name)
			}
		}
	}
	for _, exported := range [...]bool{true, false} {
		pick(schema.Kind.IsType, exported)
		pick(func(k schema.Kind) bool { return k == schema.KindFunction }, exported)
		if len(names) > 0 {
			break
		}
	}
	if len(names) == 0 {
		return "package " + e.facts.Package
	}
	return "package " + e.facts.Package + ": " + strings.Join(names, ", ")
}
