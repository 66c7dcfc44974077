package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// kind is the type of a parameter.
type kind uint8

const (
	textParam kind = iota
	intParam
	boolParam
	listParam // Of strings; one string stands for a list of one.
	itemParam // Of strings or objects.
)

// param is one parameter of a tool, with the other names that hosts and models use
// for it.
type param struct {
	name    string
	kind    kind
	aliases []string
}

// noise are keys that hosts add to arguments for themselves.
var noise = map[string]bool{
	"_meta": true, "explanation": true, "toolaction": true, "toolsummary": true, "waitforprevioustools": true, "wait_for_previous_tools": true,
	"task_progress": true, "security_risk": true, "request_id": true, "requestid": true, "session_id": true, "sessionid": true, "tool_call_id": true,
	"requires_approval": true, "intent": true, "reasoning": true, "thought": true, "thoughts": true, "rationale": true,
}

// arguments are the values of one call, each of its parameter's type.
type arguments struct {
	tool   string
	values map[string]any // string, int, bool, []string or []item.
}

// item is one file of a batch.
type item struct {
	path, span string
	full       bool
}

// maxArguments bounds the bytes of the arguments of one call.
const maxArguments = 1 << 20

// parseArguments reads arguments as they come over the wire. It is tolerant of
// form, strict of meaning: an argument that no parameter is called is an error.
func parseArguments(tool string, params []param, raw json.RawMessage) (*arguments, error) {
	if len(raw) > maxArguments {
		return nil, fmt.Errorf("%s: the arguments have %d bytes; the limit is %d", tool, len(raw), maxArguments)
	}
	fields, err := object(raw, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", tool, err)
	}
	keys := make([]string, 0, len(fields))
	for k := range fields {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	a := &arguments{tool: tool, values: map[string]any{}}
	byAlias := map[string]bool{}
	for _, key := range keys {
		p, exact := find(params, key)
		if p == nil {
			if noise[strings.ToLower(key)] {
				continue
			}
			return nil, fmt.Errorf("%s: unknown argument %q; known: %s", tool, key, known(params))
		}
		if isNull(fields[key]) {
			continue
		}
		if _, set := a.values[p.name]; set && !exact && !byAlias[p.name] {
			continue // The parameter's own name wins over another name for it.
		}
		v, err := p.read(fields[key])
		if err != nil {
			return nil, fmt.Errorf("%s: argument %q: %w", tool, key, err)
		}
		if _, set := a.values[p.name]; set && !exact && byAlias[p.name] {
			return nil, fmt.Errorf("%s: %q is given twice", tool, p.name)
		}
		a.values[p.name], byAlias[p.name] = v, !exact
	}
	return a, nil
}

// object reads an object, or a string that holds one.
func object(raw json.RawMessage, depth int) (map[string]json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || isNull(raw) {
		return nil, nil
	}
	if raw[0] == '"' && depth < 2 {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
		return object(json.RawMessage(s), depth+1)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, errors.New("the arguments are no JSON object")
	}
	return fields, nil
}

func isNull(raw json.RawMessage) bool { return string(bytes.TrimSpace(raw)) == "null" }

// find returns the parameter that a key means, and whether it is its own name.
func find(params []param, key string) (*param, bool) {
	for i := range params {
		if params[i].name == key {
			return &params[i], true
		}
	}
	for i := range params {
		if slices.Contains(params[i].aliases, key) {
			return &params[i], false
		}
	}
	// Other spellings: dashes before and inside, camelCase.
	folded := fold(key)
	for i := range params {
		if fold(params[i].name) == folded || slices.ContainsFunc(params[i].aliases, func(s string) bool { return len(s) > 2 && fold(s) == folded }) {
			return &params[i], false
		}
	}
	return nil, false
}

func fold(s string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s))
}

func known(params []param) string {
	var names []string
	for _, p := range params {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

func (p *param) read(raw json.RawMessage) (any, error) {
	switch p.kind {
	case intParam:
		return readInt(raw)
	case boolParam:
		return readBool(raw)
	case listParam:
		return readList(raw)
	case itemParam:
		return readItems(raw)
	}
	return readText(raw)
}

func readText(raw json.RawMessage) (string, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case float64, bool:
		return string(bytes.TrimSpace(raw)), nil
	case []any:
		if len(v) == 1 {
			if s, ok := v[0].(string); ok {
				return s, nil
			}
		}
	}
	return "", errors.New("want a string")
}

func readInt(raw json.RawMessage) (int, error) {
	s, err := readText(raw)
	if err != nil {
		return 0, errors.New("want a number")
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1e9 {
		return 0, fmt.Errorf("want a whole number, not %q", s)
	}
	return int(f), nil
}

func readBool(raw json.RawMessage) (bool, error) {
	s, err := readText(raw)
	if err != nil {
		return false, errors.New("want true or false")
	}
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "1", "yes":
		return true, nil
	case "false", "0", "no", "":
		return false, nil
	}
	return false, fmt.Errorf("want true or false, not %q", s)
}

// elements reads a list, a string that holds a list, or one element.
func elements(raw json.RawMessage) ([]json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if t := strings.TrimSpace(s); strings.HasPrefix(t, "[") || strings.HasPrefix(t, "{") {
			if json.Valid([]byte(t)) {
				return elements(json.RawMessage(t))
			}
		}
		if s == "" {
			return nil, nil
		}
		return []json.RawMessage{raw}, nil
	}
	if raw[0] != '[' {
		return []json.RawMessage{raw}, nil
	}
	var list []json.RawMessage
	err := json.Unmarshal(raw, &list)
	return list, err
}

func readList(raw json.RawMessage) ([]string, error) {
	list, err := elements(raw)
	if err != nil {
		return nil, errors.New("want a list of strings")
	}
	out := []string{}
	for _, e := range list {
		s, err := readText(e)
		if err != nil {
			return nil, errors.New("want a list of strings")
		}
		out = append(out, s)
	}
	return out, nil
}

var itemParams = []param{
	{"path", textParam, []string{"file", "file_path", "filename", "filepath", "name"}},
	{"range", textParam, []string{"lines", "selector", "line_range"}},
	{"full", boolParam, []string{"expand", "raw"}},
	{"start_line", intParam, []string{"start", "from"}},
	{"end_line", intParam, []string{"end", "to"}},
}

func readItems(raw json.RawMessage) ([]item, error) {
	list, err := elements(raw)
	if err != nil {
		return nil, errors.New("want a list of paths or {path, range, full}")
	}
	out := []item{}
	for _, e := range list {
		if e = bytes.TrimSpace(e); len(e) == 0 || e[0] != '{' {
			s, err := readText(e)
			if err != nil {
				return nil, errors.New("want a list of paths or {path, range, full}")
			}
			out = append(out, item{path: s})
			continue
		}
		a, err := parseArguments("a file", itemParams, e)
		if err != nil {
			return nil, err
		}
		it := item{path: a.text("path"), span: a.text("range"), full: a.flag("full")}
		if it.path == "" {
			return nil, errors.New("a file has no path")
		}
		if from, to := a.number("start_line"), a.number("end_line"); it.span == "" && (from > 0 || to > 0) {
			it.span = fmt.Sprintf("%d-", max(from, 1))
			if to > 0 {
				it.span += strconv.Itoa(to)
			}
		}
		out = append(out, it)
	}
	return out, nil
}

func (a *arguments) has(name string) bool { _, ok := a.values[name]; return ok }

func (a *arguments) text(name string) string { s, _ := a.values[name].(string); return s }

func (a *arguments) number(name string) int { n, _ := a.values[name].(int); return n }

func (a *arguments) flag(name string) bool { b, _ := a.values[name].(bool); return b }

func (a *arguments) list(name string) []string { l, _ := a.values[name].([]string); return l }

func (a *arguments) items(name string) []item { l, _ := a.values[name].([]item); return l }

// natural is a number that may not be negative.
func (a *arguments) natural(name string) (int, error) {
	n := a.number(name)
	if n < 0 {
		return 0, fmt.Errorf("%s: %s is %d; want 0 or more", a.tool, name, n)
	}
	return n, nil
}

// to is a parameter and where its value goes.
type to struct {
	name  string
	value *int
}

// naturals reads several numbers.
func (a *arguments) naturals(all ...to) error {
	for _, t := range all {
		n, err := a.natural(t.name)
		if err != nil {
			return err
		}
		*t.value = n
	}
	return nil
}

// errOutside is a path that leads out of the repository.
var errOutside = errors.New("the path leads out of the repository")

// confine makes a path relative to the root of the repository. Content is looked
// up by name in the index, so no path can reach a file that is not indexed; what
// asks for one is told so.
func confine(root, p string) (string, error) {
	p = strings.ReplaceAll(p, "\\", "/")
	if strings.ContainsRune(p, 0) {
		return "", fmt.Errorf("path %q: %w", p, errOutside)
	}
	root = strings.TrimSuffix(strings.ReplaceAll(root, "\\", "/"), "/")
	if rest, ok := strings.CutPrefix(p, root); ok && root != "" && (rest == "" || rest[0] == '/') {
		p = strings.TrimPrefix(rest, "/")
	}
	if path.IsAbs(p) || len(p) > 1 && p[1] == ':' && (len(p) == 2 || p[2] == '/') {
		return "", fmt.Errorf("path %q: %w", p, errOutside)
	}
	clean := path.Clean(p)
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "", fmt.Errorf("path %q: %w", p, errOutside)
	}
	if clean == "." {
		return "", nil
	}
	return clean, nil
}
