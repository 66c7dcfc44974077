// Package detect names the language of a file, turns its bytes into text that a
// parser can read, and marks files as tests, generated, vendored or
// documentation.
//
// Every answer is a pure function of the path and the content. The names are
// linguist's in lower case ("c++", "c#", "shell", "protocol buffer"). The tables
// are sorted arrays of constants, searched by halving: a process that never asks
// pays nothing for them.
package detect

import (
	"bytes"
	"sort"
	"strings"
)

// Language names the language of the file at path whose text starts with head;
// "" when nothing tells. A modeline wins, then the file name, the extension
// (with a look at head where several languages share it), the shebang and the
// content. The more of the text head holds the better a shared extension such
// as ".h" is told apart; the first 64 KiB are enough in practice.
func Language(path string, head []byte) string {
	head = bytes.TrimPrefix(head, utf8BOM)
	base := path[strings.LastIndexByte(path, '/')+1:]
	byPath := fromPath(path, base)
	if language := modeline(head); language != "" && !isDocument(byPath) {
		return language
	}
	if byPath == "shell" || byPath == "perl" {
		// Scripts of any shell are called so; the first line knows better.
		if language := shebang(head); language != "" {
			return language
		}
	}
	if byPath != "" {
		return byContent(byPath, base, head)
	}
	if language := shebang(head); language != "" {
		return language
	}
	return sniff(head)
}

// FromPath is Language without a look at the content: the most usual language
// of the name or extension.
func FromPath(path string) string {
	return fromPath(path, path[strings.LastIndexByte(path, '/')+1:])
}

// isDocument reports whether files of the language often quote modelines.
func isDocument(language string) bool {
	switch language {
	case "markdown", "text", "restructuredtext", "asciidoc", "html", "vim script", "vim help file", "json":
		return true
	}
	return false
}

func fromPath(path, base string) string {
	if language := lookup(fileNames[:], base); language != "" {
		return language
	}
	lower := strings.ToLower(base)
	if language := lookup(fileNames[:], lower); language != "" {
		return language
	}
	for _, p := range namePrefixes {
		if strings.HasPrefix(base, p.key) {
			return p.language
		}
	}
	if strings.HasPrefix(path, ".github/") && lower == "codeowners" {
		return "codeowners"
	}
	// The case tells C from C++ and assembly with a preprocessor from the rest.
	switch {
	case strings.HasSuffix(base, ".C"), strings.HasSuffix(base, ".H"):
		return "c++"
	}
	for i := strings.IndexByte(lower, '.'); i >= 0; {
		if language := lookup(extensions[:], lower[i+1:]); language != "" {
			return language
		}
		next := strings.IndexByte(lower[i+1:], '.')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return ""
}

// entry is a row of a sorted table.
type entry struct{ key, language string }

func lookup(table []entry, key string) string {
	i := sort.Search(len(table), func(i int) bool { return table[i].key >= key })
	if i < len(table) && table[i].key == key {
		return table[i].language
	}
	return ""
}

// firstLine returns the text before the first line end, at most 512 bytes.
func firstLine(head []byte) string {
	if len(head) > 512 {
		head = head[:512]
	}
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	return strings.TrimRight(string(head), "\r")
}

// shebang names the language of the interpreter in the first line.
func shebang(head []byte) string {
	line, ok := strings.CutPrefix(firstLine(head), "#!")
	if !ok {
		return ""
	}
	words := strings.Fields(line)
	for i, w := range words {
		name := w[strings.LastIndexByte(w, '/')+1:]
		if i == 0 && name == "env" || i > 0 && (strings.HasPrefix(w, "-") || strings.Contains(w, "=")) {
			continue
		}
		if name == "sh" && bytes.Contains(head[:min(len(head), 512)], []byte("\nexec tclsh")) {
			return "tcl"
		}
		if language := lookup(interpreters[:], name); language != "" {
			return language
		}
		return lookup(interpreters[:], strings.TrimRight(name, "0123456789.-"))
	}
	return ""
}

// modelineReach is how many lines at either end of a file editors search.
const modelineReach = 5

// modeline names the language that a vim or emacs modeline asks for.
func modeline(head []byte) string {
	if bytes.Contains(head[:min(len(head), 1024)], []byte("-*-")) {
		for _, line := range edgeLines(head, 2, 0) {
			if language := emacsMode(line); language != "" {
				return language
			}
		}
	}
	for _, line := range edgeLines(head, modelineReach, modelineReach) {
		if language := vimFiletype(line); language != "" {
			return language
		}
	}
	return ""
}

// edgeLines returns the first and last lines of text.
func edgeLines(text []byte, first, last int) []string {
	var lines []string
	rest := text
	for i := 0; i < first && len(rest) > 0; i++ {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		lines, rest = append(lines, shorten(line)), after
	}
	rest = bytes.TrimRight(rest, "\n")
	for i := 0; i < last && len(rest) > 0; i++ {
		at := bytes.LastIndexByte(rest, '\n')
		lines = append(lines, shorten(rest[at+1:]))
		rest = rest[:max(at, 0)]
	}
	return lines
}

func shorten(line []byte) string { return string(line[:min(len(line), 512)]) }

func emacsMode(line string) string {
	_, rest, ok := strings.Cut(line, "-*-")
	if !ok {
		return ""
	}
	spec, _, ok := strings.Cut(rest, "-*-")
	if !ok {
		return ""
	}
	if !strings.Contains(spec, ":") {
		return alias(spec)
	}
	for _, part := range strings.Split(spec, ";") {
		key, value, _ := strings.Cut(part, ":")
		if strings.EqualFold(strings.TrimSpace(key), "mode") {
			return alias(value)
		}
	}
	return ""
}

func vimFiletype(line string) string {
	at := -1
	for _, marker := range []string{"vim:", "vi:", "ex:"} {
		if i := strings.Index(line, marker); i >= 0 && (i == 0 || strings.IndexByte(" \t#/*;\"%", line[i-1]) >= 0) {
			at = i + len(marker)
			break
		}
	}
	if at < 0 {
		return ""
	}
	for _, word := range strings.FieldsFunc(line[at:], func(r rune) bool { return r == ' ' || r == '\t' || r == ':' }) {
		key, value, ok := strings.Cut(word, "=")
		if ok && (key == "ft" || key == "filetype" || key == "syntax") {
			return alias(value)
		}
	}
	return ""
}

// alias maps the name that an editor or a fence in Markdown uses for a language.
func alias(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if language := lookup(aliases[:], name); language != "" {
		return language
	}
	if language := lookup(extensions[:], name); language == name {
		return language
	}
	return ""
}

// FromName maps a language's name or alias, as fences in Markdown, editors and
// attribute files write it, to the name that lc uses; "" when it is unknown.
func FromName(name string) string { return alias(name) }
