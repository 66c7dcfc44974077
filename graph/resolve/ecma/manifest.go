package ecma

import (
	"encoding/json"
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/store/schema"
)

// manifests holds the package.json and tsconfig.json files of the snapshot.
type manifests struct {
	packages  map[string]*packageJSON // By folder.
	byName    map[string]*packageJSON
	configs   map[string]*tsconfig // By folder: the tsconfig.json or jsconfig.json there.
	augmented map[schema.FileID][]link.Target
}

// packageJSON is what resolution reads of a package.json.
type packageJSON struct {
	dir     string
	Name    string          `json:"name"`
	Main    string          `json:"main"`
	Module  string          `json:"module"`
	Types   string          `json:"types"`
	Typings string          `json:"typings"`
	Source  string          `json:"source"`
	Exports json.RawMessage `json:"exports"`
	Imports json.RawMessage `json:"imports"`
}

// tsconfig is what resolution reads of a tsconfig.json, extends applied.
type tsconfig struct {
	dir     string
	baseURL string // Folder; "" when not set.
	hasBase bool
	paths   []pathAlias
}

// pathAlias is one entry of compilerOptions.paths.
type pathAlias struct {
	prefix, suffix string
	exact          bool
	targets        []string // Folder-joined.
}

// maxManifestBytes bounds a manifest: larger ones are data, not configuration.
const maxManifestBytes = 1 << 20

func readManifests(p *resolve.Program) *manifests {
	m := &manifests{packages: make(map[string]*packageJSON), byName: make(map[string]*packageJSON), configs: make(map[string]*tsconfig)}
	read := func(id schema.FileID) []byte {
		if p.In.Content == nil {
			return nil
		}
		text, err := p.In.Content(id)
		if err != nil || len(text) > maxManifestBytes {
			return nil
		}
		return text
	}
	for i := range p.In.Files {
		at := p.In.Files[i].Path
		dir := path.Dir(at)
		if dir == "." {
			dir = ""
		}
		if strings.Contains("/"+at, "/node_modules/") {
			continue
		}
		switch path.Base(at) {
		case "package.json":
			pkg := &packageJSON{}
			if text := read(schema.FileID(i)); text != nil {
				// A broken manifest still marks its folder as a package. Fields of
				// another type than expected leave the others readable.
				_ = json.Unmarshal(text, pkg)
			}
			pkg.dir = dir
			m.packages[dir] = pkg
			if _, dup := m.byName[pkg.Name]; !dup && pkg.Name != "" {
				m.byName[pkg.Name] = pkg
			}
		case "tsconfig.json", "jsconfig.json":
			if c := readConfig(p, read, at, nil); c != nil && m.configs[dir] == nil {
				m.configs[dir] = c
			}
		}
	}
	m.augmented = make(map[schema.FileID][]link.Target)
	mods := &modules{p: p, manifests: m}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Facts == nil || f.Language != "typescript" && f.Language != "tsx" {
			continue
		}
		for j := 1; j < len(f.Facts.Symbols); j++ {
			s := &f.Facts.Symbols[j]
			if s.Kind != schema.KindModule || s.Parent != 0 {
				continue
			}
			if id, ok := mods.specifier(f.Path, s.Name); ok {
				m.augmented[id] = append(m.augmented[id], link.Target{File: schema.FileID(i), Symbol: int32(j)})
				for _, to := range mods.reexported(id) {
					m.augmented[to] = append(m.augmented[to], link.Target{File: schema.FileID(i), Symbol: int32(j)})
				}
			}
		}
	}
	return m
}

// reexported lists the files that a barrel hands out directly.
func (m *modules) reexported(file schema.FileID) []schema.FileID {
	facts := m.p.Facts(file)
	if facts == nil {
		return nil
	}
	var out []schema.FileID
	seen := map[schema.FileID]bool{file: true}
	for i := range facts.Imports {
		imp := &facts.Imports[i]
		if imp.Class != schema.ImportReexport || imp.Module == "" {
			continue
		}
		if id, ok := m.specifier(m.p.Path(file), imp.Module); ok && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// maxExtends bounds chains of tsconfig extends.
const maxExtends = 8

func readConfig(p *resolve.Program, read func(schema.FileID) []byte, at string, seen []string) *tsconfig {
	id, ok := p.File(at)
	if !ok || len(seen) > maxExtends {
		return nil
	}
	text := read(id)
	if text == nil {
		return nil
	}
	var raw struct {
		Extends         json.RawMessage `json:"extends"`
		CompilerOptions struct {
			BaseURL *string             `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		} `json:"compilerOptions"`
		References []struct {
			Path string `json:"path"`
		} `json:"references"`
	}
	if json.Unmarshal(plainJSON(text), &raw) != nil {
		return nil
	}
	dir := path.Dir(at)
	if dir == "." {
		dir = ""
	}
	c := &tsconfig{dir: dir}
	var bases []string
	var one string
	if json.Unmarshal(raw.Extends, &one) == nil && one != "" {
		bases = []string{one}
	} else {
		_ = json.Unmarshal(raw.Extends, &bases) // Another type: no base.
	}
	for _, b := range bases {
		if !strings.HasPrefix(b, ".") {
			continue
		}
		target := path.Join(dir, b)
		if path.Ext(target) != ".json" {
			target += ".json"
		}
		if base := readConfig(p, read, target, append(seen, at)); base != nil {
			if base.hasBase {
				c.baseURL, c.hasBase = base.baseURL, true
			}
			if base.paths != nil {
				c.paths = base.paths
			}
		}
	}
	if raw.CompilerOptions.BaseURL != nil {
		c.baseURL, c.hasBase = path.Join(dir, *raw.CompilerOptions.BaseURL), true
		if c.baseURL == "." {
			c.baseURL = ""
		}
	}
	if raw.CompilerOptions.Paths != nil {
		c.paths = nil
		root := dir
		if c.hasBase {
			root = c.baseURL
		}
		keys := make([]string, 0, len(raw.CompilerOptions.Paths))
		for k := range raw.CompilerOptions.Paths {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool { // Longest prefix first.
			if len(keys[i]) != len(keys[j]) {
				return len(keys[i]) > len(keys[j])
			}
			return keys[i] < keys[j]
		})
		for _, k := range keys {
			a := pathAlias{}
			prefix, suffix, star := strings.Cut(k, "*")
			a.prefix, a.suffix, a.exact = prefix, suffix, !star
			for _, t := range raw.CompilerOptions.Paths[k] {
				a.targets = append(a.targets, path.Join(root, t))
			}
			c.paths = append(c.paths, a)
		}
	}
	if c.paths == nil && !c.hasBase { // A solution file: what it refers to decides.
		for _, r := range raw.References {
			target := path.Join(dir, r.Path)
			if path.Ext(target) != ".json" {
				target = path.Join(target, "tsconfig.json")
			}
			if path.Dir(target) != path.Dir(at) {
				continue
			}
			if ref := readConfig(p, read, target, append(seen, at)); ref != nil && (ref.paths != nil || ref.hasBase) {
				return &tsconfig{dir: dir, baseURL: ref.baseURL, hasBase: ref.hasBase, paths: ref.paths}
			}
		}
	}
	return c
}

// plainJSON removes comments and trailing commas, which tsconfig files may have.
func plainJSON(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			j := i + 1
			for j < len(text) && text[j] != '"' {
				if text[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(text))
			out = append(out, text[i:j]...)
			i = j
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			i += 2
			for i < len(text) && !(text[i-1] == '*' && text[i] == '/') {
				i++
			}
			i++
		case c == '}' || c == ']':
			for k := len(out) - 1; k >= 0; k-- {
				if out[k] == ',' {
					out = append(out[:k], out[k+1:]...)
				} else if out[k] == ' ' || out[k] == '\n' || out[k] == '\t' || out[k] == '\r' {
					continue
				}
				break
			}
			out = append(out, c)
			i++
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}

// packageAround returns the nearest package.json above a file.
func (m *manifests) packageAround(at string) *packageJSON {
	for dir := path.Dir(at); ; dir = path.Dir(dir) {
		if dir == "." || dir == "/" {
			return m.packages[""]
		}
		if pkg := m.packages[dir]; pkg != nil {
			return pkg
		}
	}
}

// aliases lists the paths that the nearest tsconfig gives a bare specifier.
func (m *manifests) aliases(from, spec string) []string {
	var out []string
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if dir == "." || dir == "/" {
			dir = ""
		}
		if c := m.configs[dir]; c != nil {
			for _, a := range c.paths {
				if a.exact {
					if spec == a.prefix {
						out = append(out, a.targets...)
					}
					continue
				}
				if strings.HasPrefix(spec, a.prefix) && strings.HasSuffix(spec, a.suffix) && len(spec) >= len(a.prefix)+len(a.suffix) {
					star := spec[len(a.prefix) : len(spec)-len(a.suffix)]
					for _, t := range a.targets {
						out = append(out, strings.Replace(t, "*", star, 1))
					}
				}
			}
			if c.hasBase {
				out = append(out, path.Join(c.baseURL, spec))
			}
			return out
		}
		if dir == "" {
			return out
		}
	}
}

// conditions of exports in the order of preference: sources before builds.
var conditions = []string{"source", "development", "types", "import", "module", "node", "browser", "default", "require", "bun", "deno"}

// entries lists the files that a subpath of the package may mean.
func (pkg *packageJSON) entries(sub string) []string {
	var out []string
	if len(pkg.Exports) > 0 {
		out = append(out, exported(pkg.Exports, sub)...)
	}
	if sub == "." {
		for _, s := range []string{pkg.Source, pkg.Types, pkg.Typings, pkg.Module, pkg.Main} {
			if s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// imported lists the files that an entry of the imports field means.
func (pkg *packageJSON) imported(spec string) []string {
	if len(pkg.Imports) == 0 {
		return nil
	}
	return exported(pkg.Imports, spec)
}

// exported walks an exports or imports field.
func exported(raw json.RawMessage, sub string) []string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if sub == "." {
			return []string{text}
		}
		return nil
	}
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil {
		return nil
	}
	subpaths := false
	for k := range table {
		subpaths = subpaths || strings.HasPrefix(k, ".") || strings.HasPrefix(k, "#")
	}
	if !subpaths {
		if sub != "." {
			return nil
		}
		return conditioned(raw, "")
	}
	if v, ok := table[sub]; ok {
		return conditioned(v, "")
	}
	keys := make([]string, 0, len(table))
	for k := range table {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		return len(keys[i]) > len(keys[j]) || len(keys[i]) == len(keys[j]) && keys[i] < keys[j]
	})
	for _, k := range keys {
		prefix, suffix, star := strings.Cut(k, "*")
		if star && strings.HasPrefix(sub, prefix) && strings.HasSuffix(sub, suffix) && len(sub) >= len(prefix)+len(suffix) {
			return conditioned(table[k], sub[len(prefix):len(sub)-len(suffix)])
		}
	}
	return nil
}

// conditioned lists the targets of a conditional entry, star filled in.
func conditioned(raw json.RawMessage, star string) []string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []string{strings.ReplaceAll(text, "*", star)}
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		var out []string
		for _, v := range list {
			out = append(out, conditioned(v, star)...)
		}
		return out
	}
	var table map[string]json.RawMessage
	if json.Unmarshal(raw, &table) != nil {
		return nil
	}
	var out []string
	for _, c := range conditions {
		if v, ok := table[c]; ok {
			out = append(out, conditioned(v, star)...)
		}
	}
	return out
}
