package accuracy

import (
	"regexp"
	"strings"
)

// longest is the length of a line, in bytes, beyond which it is not compared: minified
// code has a program on a line, and a line does not say which of its names is meant.
const longest = 1000

// Invented reports whether ctags made the name up or took something else for a
// declaration: the line does not hold the name, or it holds it as the grammar of the
// language rules out for a declaration, or it stands in a string that is not code.
// macros are the names that the repository defines as macros: a use of one at the start
// of a line is no function of that name.
func Invented(t Tag, lines []string, macros map[string]bool) bool {
	line := lines[min(max(int(t.Line), 1), len(lines))-1]
	if len(line) > longest || strings.HasPrefix(t.Name, "__anon") || strings.HasPrefix(t.Name, "anonymousFunction") || strings.HasPrefix(t.Name, "anonymousObject") || !strings.Contains(line, t.Name) {
		return true
	}
	switch t.Language {
	case "C", "C++": // A definition has a type before its name; the use of a macro has none.
		return t.Kind == "function" && (macros[t.Name] || matches(`^\s*`+regexp.QuoteMeta(t.Name)+`\s*\(`, line) && t.Name == strings.ToUpper(t.Name))
	case "JavaScript": // A call is no method, an object literal no class, nor the function that makes objects a second one.
		at := regexp.QuoteMeta(t.Name)
		if t.Kind != "class" {
			return !matches(`\bfunction\s*\*?\s*`+at+`\s*\(|(^|[^\w$])`+at+`["']?\s*[:=]\s*(async\b\s*)?(function\b|\(|[\w$]+\s*=>)|(^|[^.\w$])`+at+`\s*\(`, line)
		}
		return t.Kind == "class" && !matches(`\bclass\s+`+regexp.QuoteMeta(t.Name)+`\b|\b`+regexp.QuoteMeta(t.Name)+`\s*[=:]\s*class\b`, line)
	case "Kotlin": // The parameters of a lambda are no methods.
		return t.Kind == "method" && !matches(`\bfun\b.*`+regexp.QuoteMeta(t.Name), line)
	case "Lua": // It takes every line with the word function for one.
		at := regexp.QuoteMeta(t.Name)
		return quoted(lines[:t.Line-1], `--\[=*\[|\[=*\[`, `\]=*\]`) || !isDotted(t.Name) || !matches(`\bfunction\s+`+at+`\s*\(`, line) && !matches(`(^|[\s,{;(])`+at+`\s*=\s*function\b`, line)
	case "Sh": // An empty array, prose after the word function, a call in an embedded program.
		at := regexp.QuoteMeta(t.Name)
		return strings.Contains(t.Name, "=") || !matches(`(^|[;&|({])\s*(function\s+`+at+`\s*(\(\s*\))?|`+at+`\s*\(\s*\))\s*([{(#\\]|$)`, line)
	case "C#": // Constraints, calls.
		return strings.Contains(t.Name, ".") || matches(`\bwhere\s+\w+\s*:.*\b`+regexp.QuoteMeta(t.Name)+`\b`, line)
	case "Elixir": // Code in the text of a document.
		return quoted(lines[:t.Line-1], `"""`, `"""`)
	case "Ruby": // A method of an object is called by the object; === takes what stands before it.
		return t.Kind == "singletonMethod" && matches(`\bdef\s+`+regexp.QuoteMeta(t.Name)+`\s*\.`, line)
	}
	return false
}

// quoted reports whether a text that spans lines is open after them: one that begins with
// open and ends with the first match of end.
func quoted(lines []string, open, end string) bool {
	opens, ends := regexp.MustCompile(open), regexp.MustCompile(end)
	inside := false
	for _, line := range lines {
		for {
			p := opens
			if inside {
				p = ends
			}
			at := p.FindStringIndex(line)
			if at == nil {
				break
			}
			inside, line = !inside, line[at[1]:]
		}
	}
	return inside
}

func isDotted(name string) bool { return matches(`^[\w.:]+$`, name) }

func matches(pattern, text string) bool {
	ok, err := regexp.MatchString(pattern, text)
	return err == nil && ok
}
