package cfamily

import (
	"sort"

	"github.com/lc-index/lc/index/lang"
)

// tokenKind is what a token is to the recovery and to the hashes.
type tokenKind uint8

const (
	tokenName    tokenKind = iota // Identifier.
	tokenKeyword                  // Reserved word.
	tokenNumber
	tokenString // String or character literal.
	tokenPunct
	tokenDirective // A whole logical line that starts with '#'.
)

// token is a lexical element of the source. Comments are kept apart.
type token struct {
	kind       tokenKind
	dead       bool // In a branch of a conditional that is not parsed.
	start, end int32
}

type span struct{ start, end int32 }

// source is a file's text with its tokens.
type source struct {
	text     []byte
	cxx      bool
	tokens   []token
	comments []span
	lines    []int32 // Offsets of the line starts.
	inMacro  bool    // The text is the body of a macro: '#' starts no directive.
}

func newSource(text []byte, cxx bool) *source {
	s := &source{text: text, cxx: cxx, lines: []int32{0}}
	for i, c := range text {
		if c == '\n' {
			s.lines = append(s.lines, int32(i+1))
		}
	}
	s.scan()
	return s
}

// position returns the 1-based line and 0-based column of an offset.
func (s *source) position(at int32) (line, col int32) {
	i := sort.Search(len(s.lines), func(i int) bool { return s.lines[i] > at })
	return int32(i), at - s.lines[i-1]
}

func (s *source) span(start, end int32) lang.Span {
	var sp lang.Span
	sp.StartLine, sp.StartCol = s.position(start)
	sp.EndLine, sp.EndCol = s.position(end)
	return sp
}

func (s *source) str(t token) string { return string(s.text[t.start:t.end]) }

// is reports whether a token is spelled word.
func (s *source) is(t token, word string) bool {
	return int(t.end-t.start) == len(word) && string(s.text[t.start:t.end]) == word
}

func isNameStart(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isNamePart(c byte) bool { return isNameStart(c) || c >= '0' && c <= '9' }

// scan cuts the text into tokens and comments.
func (s *source) scan() { s.scanFrom(0) }

// scanFrom cuts what starts at an offset.
func (s *source) scanFrom(from int) {
	text, n := s.text, len(s.text)
	lineStart := true
	for i := from; i < n; {
		c := text[i]
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\\':
			i++
			continue
		case c == '/' && i+1 < n && (text[i+1] == '/' || text[i+1] == '*'):
			end := s.commentEnd(i)
			s.comments = append(s.comments, span{int32(i), int32(end)})
			i = end
			continue
		case c == '#' && lineStart && !s.inMacro:
			end := s.directiveEnd(i)
			s.add(tokenDirective, i, end)
			i = end
			continue
		}
		lineStart = false
		start := i
		switch {
		case isNameStart(c):
			for i < n && isNamePart(text[i]) {
				i++
			}
			if i < n && (text[i] == '"' || text[i] == '\'') && isLiteralPrefix(text[start:i]) {
				if text[i] == '"' && text[i-1] == 'R' {
					i = s.rawEnd(i)
				} else {
					i = s.literalEnd(i)
				}
				s.add(tokenString, start, i)
				continue
			}
			kind := tokenName
			if s.isKeyword(string(text[start:i])) {
				kind = tokenKeyword
			}
			s.add(kind, start, i)
		case c >= '0' && c <= '9' || c == '.' && i+1 < n && text[i+1] >= '0' && text[i+1] <= '9':
			for i++; i < n && (isNamePart(text[i]) || text[i] == '.' || text[i] == '\'' && i+1 < n && isNamePart(text[i+1]) ||
				(text[i] == '+' || text[i] == '-') && (text[i-1] == 'e' || text[i-1] == 'E' || text[i-1] == 'p' || text[i-1] == 'P')); {
				i++
			}
			s.add(tokenNumber, start, i)
		case c == '"' || c == '\'':
			i = s.literalEnd(i)
			s.add(tokenString, start, i)
		default:
			i++
			if i < n && isPair(c, text[i]) {
				i++
			}
			s.add(tokenPunct, start, i)
		}
	}
}

func (s *source) add(kind tokenKind, start, end int) {
	s.tokens = append(s.tokens, token{kind: kind, start: int32(start), end: int32(end)})
}

// isPair reports whether two characters are one token. '>>' and '<<' stay apart,
// so that closing template brackets are.
func isPair(a, b byte) bool {
	switch b {
	case '=':
		return a == '=' || a == '!' || a == '<' || a == '>' || a == '+' || a == '-' || a == '*' || a == '/' || a == '%' || a == '&' || a == '|' || a == '^'
	case '>':
		return a == '-'
	case ':', '&', '|', '+':
		return a == b
	case '-':
		return a == '-'
	}
	return false
}

func isLiteralPrefix(name []byte) bool {
	switch string(name) {
	case "L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R":
		return true
	}
	return false
}

func (s *source) commentEnd(i int) int {
	text, n := s.text, len(s.text)
	if text[i+1] == '/' {
		for i < n && (text[i] != '\n' || text[i-1] == '\\' || text[i-1] == '\r' && text[i-2] == '\\') {
			i++
		}
		return i
	}
	for i += 2; i < n; i++ {
		if text[i] == '*' && i+1 < n && text[i+1] == '/' {
			return i + 2
		}
	}
	return n
}

// literalEnd returns the end of the string or character literal whose quote is
// at i; an unclosed one ends with its line.
func (s *source) literalEnd(i int) int {
	text, n, quote := s.text, len(s.text), s.text[i]
	for i++; i < n; i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return n
}

// rawEnd returns the end of the raw string whose quote is at i.
func (s *source) rawEnd(i int) int {
	text, n := s.text, len(s.text)
	open := i + 1
	for open < n && text[open] != '(' && text[open] != '\n' && open-i < 20 {
		open++
	}
	if open >= n || text[open] != '(' {
		return s.literalEnd(i)
	}
	closing := ")" + string(text[i+1:open]) + "\""
	for j := open; j+len(closing) <= n; j++ {
		if text[j] == ')' && string(text[j:j+len(closing)]) == closing {
			return j + len(closing)
		}
	}
	return n
}

// directiveEnd returns the end of the directive at i: the first line end that
// neither a backslash nor a block comment continues. A trailing comment of '//'
// belongs to it.
func (s *source) directiveEnd(i int) int {
	text, n := s.text, len(s.text)
	for ; i < n; i++ {
		switch text[i] {
		case '\\':
			if i+1 < n && text[i+1] == '\r' {
				i++
			}
			i++
		case '\n':
			return i
		case '/':
			if i+1 < n && text[i+1] == '*' {
				end := s.commentEnd(i)
				s.comments = append(s.comments, span{int32(i), int32(end)})
				i = end - 1
			} else if i+1 < n && text[i+1] == '/' {
				end := s.commentEnd(i)
				s.comments = append(s.comments, span{int32(i), int32(end)})
				return end
			}
		case '"':
			if end := s.literalEnd(i); end > i+1 && text[end-1] == '"' {
				i = end - 1
			}
		}
	}
	return n
}

// isKeyword reports whether word is reserved in the language of the file.
func (s *source) isKeyword(word string) bool {
	switch word {
	case "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if",
		"inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
		"unsigned", "void", "volatile", "while", "_Bool", "_Atomic", "_Static_assert", "_Generic", "_Noreturn", "_Alignas", "_Thread_local",
		"__inline", "__inline__", "__restrict", "__restrict__", "__volatile__", "__const", "__signed__", "__attribute__", "__attribute", "__declspec",
		"__extension__", "__asm__", "__asm", "__typeof__", "__typeof", "__cdecl", "__stdcall", "__fastcall", "__vectorcall", "__forceinline", "__thread":
		return true
	case "bool":
		return true
	}
	if !s.cxx {
		return false
	}
	switch word {
	case "alignas", "alignof", "asm", "catch", "class", "constexpr", "consteval", "constinit", "const_cast", "co_await", "co_return", "co_yield", "concept", "decltype",
		"delete", "dynamic_cast", "explicit", "export", "false", "friend", "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "private",
		"protected", "public", "reinterpret_cast", "requires", "static_assert", "static_cast", "template", "this", "throw", "true", "try", "typeid",
		"typename", "using", "virtual", "wchar_t", "char8_t", "char16_t", "char32_t", "thread_local":
		return true
	}
	return false
}

// live returns the tokens that are code: no directives, nothing dead.
func (s *source) live() []token {
	out := make([]token, 0, len(s.tokens))
	for _, t := range s.tokens {
		if t.kind != tokenDirective && !t.dead {
			out = append(out, t)
		}
	}
	return out
}
