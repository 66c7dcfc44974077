package rust

import (
	"path"
	"sort"
	"strings"
)

// manifest is what a Cargo.toml says of its package, as far as modules need it.
type manifest struct {
	name    string
	libName string
	libPath string
	targets []string          // Paths of [[bin]], [[test]], [[bench]] and [[example]].
	deps    map[string]string // Name in source → package name.
}

// parseManifest reads the tables that name packages, targets and dependencies. It
// is no TOML reader: multi-line strings and dotted keys inside values are skipped.
func parseManifest(text string) manifest {
	m := manifest{deps: make(map[string]string)}
	section, open := "", 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if open > 0 { // Inside an array or inline table of several lines.
			open += balance(line)
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			section = strings.Trim(strings.TrimSpace(strings.SplitN(line, "#", 2)[0]), "[] ")
			if name, ok := dependencyTable(section); ok {
				m.deps[crateName(name)] = name
			}
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if !found {
			continue
		}
		key, value = strings.Trim(strings.TrimSpace(key), `"`), strings.TrimSpace(value)
		open = max(balance(value), 0)
		switch {
		case section == "package" && key == "name":
			m.name = unquote(value)
		case section == "lib" && key == "name":
			m.libName = unquote(value)
		case section == "lib" && key == "path":
			m.libPath = unquote(value)
		case (section == "bin" || section == "test" || section == "bench" || section == "example") && key == "path":
			m.targets = append(m.targets, unquote(value))
		case section == "package" && key == "build" && strings.HasPrefix(value, `"`):
			m.targets = append(m.targets, unquote(value))
		case isDependencies(section):
			name, _, _ := strings.Cut(key, ".")
			pkg := name
			if i := strings.Index(value, "package"); i >= 0 {
				if _, rest, ok := strings.Cut(value[i:], "="); ok {
					pkg = unquote(strings.TrimSpace(rest))
				}
			}
			m.deps[crateName(name)] = pkg
		default:
			if name, ok := dependencyTable(section); ok && key == "package" {
				m.deps[crateName(name)] = unquote(value)
			}
		}
	}
	if m.libName == "" {
		m.libName = crateName(m.name)
	}
	return m
}

// balance counts brackets that a line leaves open, strings left out.
func balance(s string) int {
	n, quoted := 0, false
	for _, c := range s {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '#':
			return n
		case c == '[' || c == '{':
			n++
		case c == ']' || c == '}':
			n--
		}
	}
	return n
}

func isDependencies(section string) bool {
	last := section[strings.LastIndexByte(section, '.')+1:]
	return last == "dependencies" || last == "dev-dependencies" || last == "build-dependencies"
}

// dependencyTable returns the name of a dependency that has a table of its own.
func dependencyTable(section string) (string, bool) {
	i := strings.LastIndexByte(section, '.')
	if i < 0 || !isDependencies(section[:i]) {
		return "", false
	}
	return strings.Trim(section[i+1:], `"'`), true
}

// unquote returns the first quoted string of a value.
func unquote(value string) string {
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	if i := strings.IndexByte(value[1:], value[0]); i >= 0 {
		return value[1 : 1+i]
	}
	return ""
}

// crateName is how source spells a package name.
func crateName(pkg string) string { return strings.ReplaceAll(pkg, "-", "_") }

// targetRoots lists the root files of a package's targets, the library first:
// those its manifest names and those that Cargo finds by convention.
func (m manifest) targetRoots(dir string, exists func(string) bool, list func(dir string) []string) []string {
	var out []string
	seen := make(map[string]bool)
	add := func(p string) {
		if p = path.Join(dir, p); !seen[p] && exists(p) {
			seen[p] = true
			out = append(out, p)
		}
	}
	if m.libPath != "" {
		add(m.libPath)
	}
	add("src/lib.rs")
	add("src/main.rs")
	for _, t := range m.targets {
		add(t)
	}
	add("build.rs")
	for _, sub := range []string{"src/bin", "tests", "benches", "examples"} {
		files := list(path.Join(dir, sub))
		sort.Strings(files)
		for _, f := range files {
			rel := strings.TrimPrefix(f, path.Join(dir, sub)+"/")
			if strings.HasSuffix(rel, ".rs") && (!strings.Contains(rel, "/") || path.Base(rel) == "main.rs" && strings.Count(rel, "/") == 1) {
				add(path.Join(sub, rel))
			}
		}
	}
	return out
}
