package detect

import (
	"sort"
	"strconv"
	"strings"
)

// Mark is what an attribute file says of one property of a file.
type Mark int8

const (
	Unset Mark = iota // Nothing: the default applies.
	Yes
	No
)

// Or returns what the mark says, fallback when it says nothing.
func (m Mark) Or(fallback bool) bool {
	if m == Unset {
		return fallback
	}
	return m == Yes
}

// Hints are the linguist attributes of one file.
type Hints struct {
	Language      string // As in Language; "" when none is named or known.
	Generated     Mark
	Vendored      Mark
	Documentation Mark
}

// Attributes holds the linguist attributes of a repository's .gitattributes
// files. The zero value holds none. Reading is safe for concurrent use after the
// last Add.
type Attributes struct{ rules []attributeRule }

type attributeRule struct {
	dir     string // Folder of the attributes file with a final '/', "" for the root.
	pattern string
	base    bool // The pattern has no slash: it is matched against the file's name.
	hints   Hints
}

// Add reads the attributes file that lies in dir ("" for the root). Files of
// inner folders win over outer ones and later lines over earlier ones, whatever
// the order of the calls. Lines that cannot be read are skipped, as git does.
func (a *Attributes) Add(dir string, text []byte) {
	if dir != "" {
		dir += "/"
	}
	for _, line := range strings.Split(string(text), "\n") {
		pattern, rest := attributePattern(strings.TrimRight(line, "\r"))
		if pattern == "" || strings.HasPrefix(pattern, "[attr]") || strings.HasPrefix(pattern, "!") {
			continue
		}
		hints, any := attributeHints(rest)
		if !any {
			continue
		}
		rule := attributeRule{dir: dir, hints: hints}
		rule.base = !strings.Contains(pattern, "/")
		rule.pattern = strings.TrimPrefix(pattern, "/")
		a.rules = append(a.rules, rule)
	}
	sort.SliceStable(a.rules, func(i, j int) bool {
		return strings.Count(a.rules[i].dir, "/") < strings.Count(a.rules[j].dir, "/")
	})
}

// attributePattern splits a line into its pattern, which may be quoted, and the rest.
func attributePattern(line string) (pattern, rest string) {
	line = strings.TrimLeft(line, " \t")
	if line == "" || line[0] == '#' {
		return "", ""
	}
	if line[0] == '"' {
		if quoted, err := strconv.QuotedPrefix(line); err == nil {
			if pattern, err = strconv.Unquote(quoted); err == nil {
				return pattern, line[len(quoted):]
			}
		}
		return "", ""
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

func attributeHints(rest string) (h Hints, any bool) {
	for _, word := range strings.Fields(rest) {
		name, value, valued := strings.Cut(word, "=")
		mark := Yes
		switch {
		case strings.HasPrefix(name, "-"):
			name, mark = name[1:], No
		case strings.HasPrefix(name, "!"):
			name, mark = name[1:], Unset
		case valued && (value == "false" || value == "0"):
			mark = No
		}
		switch name {
		case "linguist-generated":
			h.Generated = mark
		case "linguist-vendored":
			h.Vendored = mark
		case "linguist-documentation":
			h.Documentation = mark
		case "linguist-language", "gitlab-language":
			h.Language = alias(strings.ReplaceAll(value, "-", " "))
			if h.Language == "" {
				h.Language = alias(value)
			}
		default:
			continue
		}
		any = true
	}
	return h, any
}

// Lookup returns what the attribute files say of path.
func (a *Attributes) Lookup(path string) Hints {
	var h Hints
	for i := range a.rules {
		r := &a.rules[i]
		name, inside := strings.CutPrefix(path, r.dir)
		if !inside {
			continue
		}
		if r.base {
			name = name[strings.LastIndexByte(name, '/')+1:]
		}
		if !wildmatch(r.pattern, name) {
			continue
		}
		if r.hints.Language != "" {
			h.Language = r.hints.Language
		}
		if r.hints.Generated != Unset {
			h.Generated = r.hints.Generated
		}
		if r.hints.Vendored != Unset {
			h.Vendored = r.hints.Vendored
		}
		if r.hints.Documentation != Unset {
			h.Documentation = r.hints.Documentation
		}
	}
	return h
}

// wildmatch matches name against a pattern by git's rules: '*' and '?' stop at
// a slash, '**' between slashes spans folders, '[…]' is a set, '\' quotes. Two
// rows of reachable positions keep its cost at pattern times name.
func wildmatch(pattern, name string) bool {
	tokens := globTokens(pattern)
	cur, next := make([]bool, len(name)+1), make([]bool, len(name)+1)
	cur[0] = true
	for _, t := range tokens {
		clear(next)
		for i := 0; i <= len(name); i++ {
			if !cur[i] {
				continue
			}
			switch t.kind {
			case globStar:
				for j := i; ; j++ {
					next[j] = true
					if j == len(name) || name[j] == '/' {
						break
					}
				}
			case globFolders: // "**/" : nothing, or any number of whole folders.
				next[i] = true
				for j := i; j < len(name); j++ {
					if name[j] == '/' {
						next[j+1] = true
					}
				}
			case globRest: // A final "**": everything.
				if i < len(name) {
					next[len(name)] = true
				}
			case globOne:
				if i < len(name) && name[i] != '/' && t.matches(name[i]) {
					next[i+1] = true
				}
			case globByte:
				if i < len(name) && name[i] == t.byte {
					next[i+1] = true
				}
			}
		}
		cur, next = next, cur
	}
	return cur[len(name)]
}

const (
	globByte = iota
	globOne
	globStar
	globFolders
	globRest
)

type globToken struct {
	kind int
	byte byte
	set  string // Of a '[…]': its inside; "" for '?'.
}

func (t globToken) matches(c byte) bool {
	if t.set == "" {
		return true
	}
	set, negate := t.set, false
	if set[0] == '!' || set[0] == '^' {
		set, negate = set[1:], true
	}
	in := false
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			in = in || set[i] <= c && c <= set[i+2]
			i += 2
			continue
		}
		in = in || set[i] == c
	}
	return in != negate
}

func globTokens(pattern string) []globToken {
	var tokens []globToken
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case strings.HasPrefix(pattern[i:], "**/") && (i == 0 || pattern[i-1] == '/'):
			tokens = append(tokens, globToken{kind: globFolders})
			i += 2
		case pattern[i:] == "**" && (i == 0 || pattern[i-1] == '/'):
			tokens = append(tokens, globToken{kind: globRest})
			i++
		case c == '*':
			tokens = append(tokens, globToken{kind: globStar})
		case c == '?':
			tokens = append(tokens, globToken{kind: globOne})
		case c == '[':
			end := strings.IndexByte(pattern[min(i+2, len(pattern)):], ']')
			if end < 0 {
				tokens = append(tokens, globToken{kind: globByte, byte: c})
				continue
			}
			end += i + 2
			tokens = append(tokens, globToken{kind: globOne, set: pattern[i+1 : end]})
			i = end
		case c == '\\' && i+1 < len(pattern):
			i++
			tokens = append(tokens, globToken{kind: globByte, byte: pattern[i]})
		default:
			tokens = append(tokens, globToken{kind: globByte, byte: c})
		}
	}
	return tokens
}
