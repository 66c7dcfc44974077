package accuracy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
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
	containers = []schema.Kind{schema.KindClass, schema.KindStruct, schema.KindInterface, schema.KindTrait, schema.KindEnum, schema.KindUnion, schema.KindType}
)

// comparable gives, by ctags' language and kind, the kinds of lc that are the same
// thing. A kind that is not here is not compared: variables, constants, fields and
// members, packages and modules, enumerators, aliases, macros, prototypes.
var comparable = map[string]map[string][]schema.Kind{
	"Go":         {"func": callables, "methodSpec": callables, "struct": containers, "interface": containers, "type": containers},
	"Python":     {"function": callables, "member": callables, "class": containers},
	"TypeScript": {"function": callables, "method": callables, "generator": callables, "class": containers, "interface": containers, "enum": containers},
	"JavaScript": {"function": callables, "method": callables, "generator": callables, "getter": callables, "setter": callables, "class": containers},
	"Java":       {"method": callables, "class": containers, "interface": containers, "enum": containers, "annotation": containers},
	"Rust":       {"function": callables, "method": callables, "struct": containers, "enum": containers, "interface": containers},
	"C":          {"function": callables, "struct": containers, "enum": containers, "union": containers},
	"C++":        {"function": callables, "class": containers, "struct": containers, "enum": containers, "union": containers},
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

// Invented reports whether ctags made the name up: the line that declares the
// thing does not hold it.
func Invented(t Tag, line string) bool {
	return strings.HasPrefix(t.Name, "__anon") || strings.HasPrefix(t.Name, "anonymousFunction") || strings.HasPrefix(t.Name, "anonymousObject") || !strings.Contains(line, t.Name)
}
