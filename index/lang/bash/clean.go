package bash

import (
	"bytes"
	"strings"
)

// isZsh reports a script that says that it is one of zsh or uses what only zsh has.
func isZsh(src []byte) bool {
	head := src[:min(len(src), 4096)]
	first, _, _ := bytes.Cut(head, []byte("\n"))
	if bytes.HasPrefix(first, []byte("#!")) {
		return bytes.Contains(first, []byte("zsh"))
	}
	if bytes.HasPrefix(first, []byte("#compdef")) || bytes.HasPrefix(first, []byte("#autoload")) {
		return true
	}
	if bytes.Contains(src, []byte("${(")) {
		return true
	}
	for _, mark := range []string{"setopt ", "zstyle ", "autoload -U", "bindkey ", "zle -", "emulate -", "zmodload ", "add-zsh-hook"} {
		for rest := src; ; {
			i := bytes.Index(rest, []byte(mark))
			if i < 0 {
				break
			}
			line := rest[bytes.LastIndexByte(rest[:i], '\n')+1 : i]
			if len(bytes.TrimSpace(line)) == 0 {
				return true
			}
			rest = rest[i+len(mark):]
		}
	}
	return false
}

// clean returns a text of the same length in which places that the grammar misreads
// are spelled in a way that it knows; names are read from the true source. Cases of
// bats become functions; a line loses the backslash that its command starts with; zsh loses the flags of expansions and the qualifiers of globs.
func (x *extractor) clean(src []byte) []byte {
	out := src
	own := func() {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
	}
	if bytes.Contains(src, []byte("@test")) {
		for start := 0; start < len(src); {
			end := len(src)
			if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
				end = start + i
			}
			if from, open, ok := batsCase(src[start:end]); ok {
				own()
				for i := start + from; i < start+open; i++ {
					out[i] = '_'
				}
				// The last two bytes before the brace are blank or a quote: make them brackets.
				out[start+open-2], out[start+open-1] = '(', ')'
			}
			start = end + 1
		}
	}
	if bytes.Contains(src, []byte("\n\\")) || bytes.Contains(src, []byte(" \\")) || bytes.Contains(src, []byte("\t\\")) {
		start := true
		for i := 0; i+1 < len(src); i++ {
			c := src[i]
			if c == '\\' && start && (src[i+1] >= 'a' && src[i+1] <= 'z' || src[i+1] == '.') {
				own()
				out[i] = ' '
			}
			start = c == '\n' || start && (c == ' ' || c == '\t')
		}
	}
	if !x.zsh {
		return out
	}
	return zsh(src, out, own)
}

// batsCase returns where "@test" and the brace of a case stand in its line.
func batsCase(line []byte) (from, open int, ok bool) {
	trimmed := bytes.TrimLeft(line, " \t")
	from = len(line) - len(trimmed)
	if !bytes.HasPrefix(trimmed, []byte("@test")) || len(trimmed) < 10 || trimmed[5] != ' ' && trimmed[5] != '\t' {
		return 0, 0, false
	}
	open = bytes.LastIndexByte(line, '{')
	for open > from+8 && strings.TrimSpace(string(line[open+1:])) != "" && !batsTail(line, open) {
		open = bytes.LastIndexByte(line[:open], '{')
	}
	if open < from+8 {
		return 0, 0, false
	}
	// "x" {: a blank and what ends the name come before.
	if line[open-1] != ' ' && line[open-1] != '\t' {
		return 0, 0, false
	}
	return from, open, true
}

// batsTail reports whether the brace at open ends the head of a case that goes on in
// its line: quotes before it are balanced.
func batsTail(line []byte, open int) bool {
	head := bytes.TrimRight(line[:open], " \t")
	if len(head) == 0 {
		return false
	}
	quote := head[len(head)-1]
	if quote != '"' && quote != '\'' {
		return !bytes.ContainsAny(head, "\"'")
	}
	i := bytes.IndexByte(head, quote)
	return i >= 0 && i < len(head)-1 && bytes.Count(head, []byte{quote})-bytes.Count(head, []byte{'\\', quote}) == 2
}

// zsh makes expansions with flags and nested expansions, qualifiers of globs and
// functions without a name readable.
func zsh(src, out []byte, own func()) []byte {
	set := func(i int, b byte) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		out[i] = b
	}
	line := true // Only blanks since the start of the line.
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '\n':
			line = true
			continue
		case c == ' ' || c == '\t':
			continue
		case c == '#' && (line || src[i-1] == ' ' || src[i-1] == '\t'):
			if end := bytes.IndexByte(src[i:], '\n'); end >= 0 {
				i += end - 1
			} else {
				i = len(src)
			}
			continue
		case c == '\\':
			i++
		case c == '\'' && (i == 0 || src[i-1] != '"'):
			if end := bytes.IndexByte(src[i+1:], '\''); end >= 0 {
				i += end + 1
			}
		case c == '$' && i+2 < len(src) && src[i+1] == '{' && (src[i+2] == '(' || src[i+2] == '=' || src[i+2] == '^' || src[i+2] == '~' || src[i+2] == '$'):
			// ${(flags)name}, ${=name}, ${${name}…}: letters up to the name.
			k := i + 2
			for k < len(src) && src[k] != '\n' && !isNameByte(src[k]) && src[k] != '}' && src[k] != '"' && k < i+40 {
				if src[k] == '(' {
					end := bytes.IndexAny(src[k:], ")\n")
					if end < 0 || src[k+end] == '\n' || end > 30 {
						break
					}
					for ; end >= 0; end-- {
						set(k, '_')
						k++
					}
					continue
				}
				if src[k] == '{' { // Nested: its end loses its meaning too.
					if end := bytes.IndexAny(src[k:], "}\n"); end > 0 && src[k+end] == '}' {
						set(k+end, '_')
						for m := k + 1; m < k+end; m++ {
							if !isNameByte(src[m]) {
								set(m, '_')
							}
						}
					}
				}
				set(k, '_')
				k++
			}
			i = k - 1
		case c == '(' && i > 0 && (src[i-1] == '*' || src[i-1] == '/'):
			end := bytes.IndexAny(src[i:], ")\n ")
			if end > 0 && end < 12 && src[i+end] == ')' && !bytes.ContainsAny(src[i:i+end], "|") {
				for m := i; m <= i+end; m++ {
					set(m, '_')
				}
				i += end
			}
		case c == '}' && !line && src[i-1] == ' ' && (i+1 == len(src) || src[i+1] != ','):
			// A list needs no semicolon before its brace.
			if prev := bytes.TrimRight(src[:i], " \t"); len(prev) > 0 && prev[len(prev)-1] != ';' && prev[len(prev)-1] != '{' && prev[len(prev)-1] != '&' {
				set(i-1, ';')
			}
		case c == '(' && line && bytes.HasPrefix(src[i:], []byte("() {")):
			set(i, ' ')
			set(i+1, ' ')
			i += 2
		case c == 'f' && line && (bytes.HasPrefix(src[i:], []byte("function {")) || bytes.HasPrefix(src[i:], []byte("function() {"))):
			for src[i] != '{' {
				set(i, ' ')
				i++
			}
		}
		line = false
	}
	return out
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// zshName takes flags and the signs of nested expansions off a name.
func zshName(text string) string {
	if i := strings.LastIndexByte(text, ')'); i >= 0 {
		text = text[i+1:]
	}
	text = strings.TrimLeft(text, "=^~${\"")
	end := 0
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	return text[:end]
}
