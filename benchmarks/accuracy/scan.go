package accuracy

import (
	"regexp"
	"strings"
)

// scans are, for languages that ctags does not know or for which it knows nothing that
// compares, the lines that declare something: what the first group matches is declared.
// They see one line at a time and know no comments or strings, so what they find is
// judged by hand before it counts. Of data formats and style sheets they find more than
// an outline shows, which is cut at 200 keys or 5,000 rules: that is counted as missed.
var scans = map[string][]*regexp.Regexp{
	"swift": compiled(
		`^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+(?:\(\w+\))?\s+)*(?:class|struct|enum|protocol|actor|typealias|func)\s+([A-Za-z_]\w*)`,
		`^\s*(?:(?:public|open|private|internal|convenience|required|override)\s+)*(init)[?!]?\s*[(<]`),
	"scala": compiled(
		`^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:final|sealed|abstract|implicit|private|protected|override|case|inline|lazy|opaque)(?:\[\w+\])?\s+)*(?:class|trait|object|enum|def|type)\s+([A-Za-z_]\w*)`),
	"dart": compiled(
		`^\s*(?:(?:abstract|base|final|sealed|interface)\s+)*(?:class|mixin|enum|extension|typedef)\s+([A-Za-z_]\w*)`,
		`^\s*(?:static\s+|external\s+)*[A-Z]\w*(?:<[^()]*>)?\??\s+([a-z_]\w*)\([^;]*\)\s*(?:async\*?\s*)?(?:\{|=>)`,
		`^\s*(?:static\s+)?(?:void|int|bool|double)\s+([a-z_]\w*)\(`),
	"hcl":        compiled(`^(?:variable|output|module|provider)\s+"([^"]+)"\s*\{`, `^(?:resource|data)\s+"[^"]+"\s+"([^"]+)"\s*\{`),
	"zig":        compiled(`^\s*(?:pub\s+|export\s+|inline\s+)*fn\s+([A-Za-z_]\w*)\s*\(`, `^\s*(?:pub\s+)?const\s+([A-Za-z_]\w*)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union|opaque)\b`),
	"dockerfile": compiled(`(?i)^FROM\s+\S+\s+AS\s+(\S+)`, `^(?:ARG|ENV)\s+([A-Za-z_]\w*)`, `(?i)^FROM\s+([^\s$-]\S*)\s*$`),
	"toml":       compiled(`^\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$`, `^([A-Za-z_][\w-]*)\s*=`),
	"yaml":       compiled(`^([A-Za-z_][\w-]*):(?:\s|$)`),
	"json":       compiled(`^(?:  |\t|    )"([^"\\]+)"\s*:`),
	"css":        compiled(`^([.#][A-Za-z_][\w-]*)\s*\{`, `^\s*(--[\w-]+)\s*:`, `^(\$[\w-]+)\s*:`, `^@mixin\s+([\w-]+)`),
	"markdown":   compiled(`^#{1,6}\s+(.*?)(?:\s+#+|\s*\{#[\w-]+\})?\s*$`),
	"html":       compiled(`<[a-zA-Z][\w-]*\s(?:[^<>]*\s)?id="([^"{}<> ]+)"`, `\bfunction\s+([A-Za-z_]\w*)\s*\(`),
	"vue":        script, "svelte": script, "astro": script,
}

var script = compiled(`^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s+([A-Za-z_$][\w$]*)`, `^(?:export\s+)?(?:const|let)\s+([A-Za-z_$][\w$]*)\s*[=:]`, `^(?:export\s+)?(?:interface|type|class)\s+([A-Za-z_$][\w$]*)`)

// link is a link of Markdown.
var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// headingName is what a heading is called: the text of the link that it begins with, as
// in change logs, or all of it with its links as text. Other names hold no links.
func headingName(text string) string {
	if at := link.FindStringSubmatchIndex(text); at != nil && at[0] == 0 {
		return text[at[2]:at[3]]
	}
	return link.ReplaceAllString(text, "$1")
}

func compiled(patterns ...string) []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(patterns))
	for i, p := range patterns {
		out[i] = regexp.MustCompile(p)
	}
	return out
}

// Line is a name on a line of a file, which counts from 1.
type Line struct {
	Name string
	Line int32
}

// Scanned reports whether a language is measured by scanning its lines.
func Scanned(language string) bool { return scans[language] != nil }

// Scan lists what reads like a declaration in the lines of a file.
func Scan(language string, lines []string) []Line {
	var out []Line
	for i, line := range lines {
		for _, p := range scans[language] {
			if m := p.FindStringSubmatch(strings.TrimRight(line, "\r")); m != nil && m[1] != "" {
				out = append(out, Line{headingName(m[1]), int32(i + 1)})
				break
			}
		}
	}
	return out
}
