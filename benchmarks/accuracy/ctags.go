package accuracy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// Tag is one line of ctags' JSON output.
type Tag struct {
	Name     string `json:"name"`
	Path     string `json:"path"`
	Language string `json:"language"`
	Line     int32  `json:"line"`
	Kind     string `json:"kind"`
}

// ParseTags reads what ctags --output-format=json prints.
func ParseTags(data []byte) ([]Tag, error) {
	var tags []Tag
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var t struct {
			Tag
			Type string `json:"_type"`
		}
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("ctags line %.100q: %w", lines.Text(), err)
		}
		if t.Type == "tag" {
			tags = append(tags, t.Tag)
		}
	}
	return tags, lines.Err()
}

var (
	callables  = []schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindConstructor, schema.KindProperty}
	containers = []schema.Kind{schema.KindClass, schema.KindStruct, schema.KindInterface, schema.KindTrait, schema.KindEnum, schema.KindUnion, schema.KindType, schema.KindModule, schema.KindTable, schema.KindNamespace, schema.KindImpl}
)

// comparable gives, by ctags' language and kind, the kinds of lc that are the same
// thing. A kind that is not here is not compared: variables, constants, fields and
// members, packages and namespaces, enumerators, aliases, macros, prototypes.
var comparable = map[string]map[string][]schema.Kind{
	"Go":         {"func": callables, "methodSpec": callables, "struct": containers, "interface": containers, "type": containers},
	"Python":     {"function": callables, "member": callables, "class": containers},
	"TypeScript": {"function": callables, "method": callables, "generator": callables, "class": containers, "interface": containers, "enum": containers},
	"JavaScript": {"function": callables, "method": callables, "generator": callables, "getter": callables, "setter": callables, "class": containers},
	"Java":       {"method": callables, "class": containers, "interface": containers, "enum": containers, "annotation": containers},
	"Rust":       {"function": callables, "method": callables, "struct": containers, "enum": containers, "interface": containers},
	"C":          {"function": callables, "struct": containers, "enum": containers, "union": containers},
	"C++":        {"function": callables, "class": containers, "struct": containers, "enum": containers, "union": containers},
	"C#":         {"method": callables, "property": callables, "class": containers, "struct": containers, "interface": containers, "enum": containers},
	"PHP":        {"function": callables, "class": containers, "interface": containers, "trait": containers},
	"Ruby":       {"method": callables, "singletonMethod": callables, "class": containers, "module": containers},
	"Lua":        {"function": callables},
	"Sh":         {"function": callables},
	"Kotlin":     {"method": callables, "class": containers, "interface": containers, "object": containers, "typealias": containers},
	"SQL":        {"function": callables, "procedure": callables, "table": containers, "view": containers},
	"Protobuf":   {"message": containers, "enum": containers, "service": containers, "rpc": callables},
	"Elixir":     {"function": callables, "macro": callables, "module": containers, "protocol": containers},
}

// Languages lists the languages that are compared, as ctags calls them.
func Languages() []string {
	var names []string
	for name := range comparable {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Kinds returns the kinds of lc that a kind of ctags stands for; none when it is
// not compared.
func Kinds(language, kind string) []schema.Kind { return comparable[language][kind] }

// Invented reports whether ctags made the name up or took something else for a
// declaration: the line does not hold the name, or it holds it as the grammar of the
// language rules out for a declaration. macros are the names that the repository
// defines as macros: a use of one at the start of a line is no function of that name.
func Invented(t Tag, line string, macros map[string]bool) bool {
	if strings.HasPrefix(t.Name, "__anon") || strings.HasPrefix(t.Name, "anonymousFunction") || strings.HasPrefix(t.Name, "anonymousObject") || !strings.Contains(line, t.Name) {
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
		return !isDotted(t.Name) || !matches(`\bfunction\s+`+at+`\s*\(`, line) && !matches(`(^|[\s,{;(])`+at+`\s*=\s*function\b`, line)
	case "Sh": // An empty array, prose after the word function, a call in an embedded program.
		at := regexp.QuoteMeta(t.Name)
		return strings.Contains(t.Name, "=") || !matches(`(^|[;&|({])\s*(function\s+`+at+`\s*(\(\s*\))?|`+at+`\s*\(\s*\))\s*([{(#\\]|$)`, line)
	case "C#": // Constraints, calls.
		return strings.Contains(t.Name, ".") || matches(`\bwhere\s+\w+\s*:.*\b`+regexp.QuoteMeta(t.Name)+`\b`, line)
	case "Ruby": // A method of an object is called by the object; === takes what stands before it.
		return t.Kind == "singletonMethod" && matches(`\bdef\s+`+regexp.QuoteMeta(t.Name)+`\s*\.`, line)
	}
	return false
}

func isDotted(name string) bool { return matches(`^[\w.:]+$`, name) }

func matches(pattern, text string) bool {
	ok, err := regexp.MatchString(pattern, text)
	return err == nil && ok
}

// Names returns the names under which lc may have what a tag is about: as ctags spells
// it; the last part where it joins a name to its table or module; an operator without
// the blank that the source may have in it; the default export that module.exports is.
func Names(t Tag) []string {
	names := []string{t.Name}
	if op, ok := strings.CutPrefix(t.Name, "operator "); ok && !matches(`^\w`, op) {
		names = append(names, "operator"+strings.ReplaceAll(op, " ", ""))
	}
	if i := strings.LastIndexAny(t.Name, ".:"); i >= 0 && i+1 < len(t.Name) {
		names = append(names, t.Name[i+1:])
	}
	if t.Language == "JavaScript" && t.Name == "exports" {
		names = append(names, "default", "module.exports")
	}
	return names
}
