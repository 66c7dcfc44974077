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
	macros     = []schema.Kind{schema.KindMacro, schema.KindFunction}
	containers = []schema.Kind{schema.KindClass, schema.KindStruct, schema.KindInterface, schema.KindTrait, schema.KindEnum, schema.KindUnion, schema.KindType, schema.KindModule, schema.KindTable, schema.KindNamespace, schema.KindImpl}
)

// comparable gives, by ctags' language and kind, the kinds of lc that are the same
// thing; ctags calls a record of Java a method. A kind that is not here is not compared: variables, constants, fields and
// members, packages and namespaces, enumerators, aliases, macros, prototypes.
var comparable = map[string]map[string][]schema.Kind{
	"Go":         {"func": callables, "methodSpec": callables, "struct": containers, "interface": containers, "type": containers},
	"Python":     {"function": callables, "member": callables, "class": containers},
	"TypeScript": {"function": callables, "method": callables, "generator": callables, "class": containers, "interface": containers, "enum": containers},
	"JavaScript": {"function": callables, "method": callables, "generator": callables, "getter": callables, "setter": callables, "class": containers},
	"Java":       {"method": append(slices.Clone(callables), schema.KindClass), "class": containers, "interface": containers, "enum": containers, "annotation": containers},
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
	"Elixir":     {"function": callables, "macro": macros, "module": containers, "protocol": containers},
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

// Names returns the names under which lc may have what a tag is about: as ctags spells
// it; the last part where it joins a name to its table or module; an operator without
// the blank that the source may have in it; the default export that module.exports is;
// the whole name of a module of which it has the last part; the name that a function
// expression is given to, where ctags has the one that the function calls itself.
func Names(t Tag, line string) []string {
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
	if len(line) > longest || !strings.Contains(line, " "+t.Name) && !strings.Contains(line, "."+t.Name) {
		return names
	}
	at := regexp.QuoteMeta(t.Name)
	switch t.Language {
	case "JavaScript", "TypeScript":
		if m := regexp.MustCompile(`([\w$]+)["']?\s*[:=]\s*(?:async\s+)?(?:function\s*\*?|class)\s+` + at + `\b`).FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
		}
	case "Elixir":
		if m := regexp.MustCompile(`\bdef(?:module|protocol)\s+([\w.]+\.` + at + `)\b`).FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
		}
	}
	return names
}
