package csharp

import "bytes"

// token is a word, a number, a string or punctuation, as bytes.
type token struct{ start, end int }

// directive is a line that starts with "#".
type directive struct {
	word       string
	start, end int // Of the line, without its end.
	before     int // Tokens before it.
}

// tokens cuts src, comments left out, and lists its directives. It need not be exact:
// what is rewritten on its account is kept only where the parser likes it.
func tokens(src []byte) ([]token, []directive) {
	out := make([]token, 0, len(src)/6)
	var directives []directive
	fresh := true // Nothing but blanks since the start of the line.
	line := 0
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n':
			i++
			fresh, line = true, i
		case c == ' ' || c == '\t' || c == '\r' || c == 0xEF || c == 0xBB || c == 0xBF:
			i++
		case c == '#' && fresh:
			end := i
			for end < len(src) && src[end] != '\n' {
				end++
			}
			directives = append(directives, directive{directiveWord(src[i+1 : end]), line, end, len(out)})
			i = end
		case c == '/' && at(src, i+1) == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '/' && at(src, i+1) == '*':
			for i += 2; i < len(src) && (src[i] != '*' || at(src, i+1) != '/'); i++ {
			}
			i = min(i+2, len(src))
		default:
			end := tokenEnd(src, i, 0)
			out = append(out, token{i, end})
			i, fresh = end, false
		}
	}
	return out, directives
}

// directiveWord is the word behind "#".
func directiveWord(line []byte) string {
	line = bytes.TrimLeft(line, " \t")
	end := 0
	for end < len(line) && (line[end] >= 'a' && line[end] <= 'z' || line[end] == ':' || line[end] == '!') {
		end++
	}
	return string(line[:end])
}

func at(src []byte, i int) byte {
	if i < len(src) {
		return src[i]
	}
	return 0
}

// maxHoles bounds strings in the holes of strings; a person nests two.
const maxHoles = 50

// tokenEnd returns where the token that starts at i ends, holes strings deep.
func tokenEnd(src []byte, i, holes int) int {
	c := src[i]
	switch {
	case isWord(c):
		for i < len(src) && isWord(src[i]) {
			i++
		}
		return i
	case c == '\'':
		for k := i + 1; k < len(src) && k < i+12 && src[k] != '\n'; k++ {
			if src[k] == '\\' {
				k++
			} else if src[k] == '\'' {
				return k + 1
			}
		}
		return i + 1
	case c == '"' || (c == '@' || c == '$') && startsString(src, i):
		return stringEnd(src, i, holes)
	}
	for _, op := range [...]string{"??=", "=>", "==", "!=", "<=", ">=", "??", "..", "&&", "||", "+=", "-=", "->", "::"} {
		if i+len(op) <= len(src) && string(src[i:i+len(op)]) == op {
			return i + len(op)
		}
	}
	return i + 1
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// startsString reports whether the signs at i belong to a string.
func startsString(src []byte, i int) bool {
	for i < len(src) && (src[i] == '@' || src[i] == '$') {
		i++
	}
	return at(src, i) == '"'
}

// stringEnd returns where the string at i ends: plain, verbatim, raw or interpolated.
func stringEnd(src []byte, i, holes int) int {
	verbatim, dollars := false, 0
	for ; src[i] != '"'; i++ {
		verbatim = verbatim || src[i] == '@'
		if src[i] == '$' {
			dollars++
		}
	}
	quotes := 0
	for at(src, i+quotes) == '"' {
		quotes++
	}
	if quotes >= 3 && !verbatim { // Raw: up to as many quotes.
		i += quotes
		for n := 0; i < len(src); i++ {
			if src[i] != '"' {
				n = 0
			} else if n++; n == quotes {
				return i + 1
			}
		}
		return len(src)
	}
	for i++; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && !verbatim:
			i++
		case c == '"' && verbatim && at(src, i+1) == '"':
			i++
		case c == '"':
			return i + 1
		case c == '\n' && !verbatim && dollars == 0:
			return i
		case c == '{' && dollars > 0:
			if at(src, i+1) == '{' {
				i++
			} else if holes < maxHoles {
				i = holeEnd(src, i, holes+1)
			}
		}
	}
	return len(src)
}

// holeEnd returns the index of the brace that closes the hole of an interpolated string.
func holeEnd(src []byte, i, holes int) int {
	depth := 0
	for i < len(src) {
		switch src[i] {
		case '{':
			depth++
			i++
		case '}':
			if depth--; depth == 0 {
				return i
			}
			i++
		case ' ', '\t', '\r', '\n':
			i++
		default:
			i = tokenEnd(src, i, holes)
		}
	}
	return len(src) - 1
}
