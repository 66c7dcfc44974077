package swift

import (
	"path"
	"regexp"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// target is a folder that a manifest gives a module.
type target struct {
	root   string // Folder of Package.swift, "" or with a slash at its end.
	name   string
	folder string // Below root, with a slash at its end.
}

var (
	targetStart = regexp.MustCompile(`\.(?:target|executableTarget|testTarget|macro|plugin|systemLibrary)\s*\(\s*name:\s*"([^"]+)"`)
	targetPath  = regexp.MustCompile(`\bpath:\s*"([^"]+)"`)
)

// readManifests notes the packages of the snapshot and the folders that their targets name.
func (x *index) readManifests() {
	for i := range x.p.In.Files {
		f := &x.p.In.Files[i]
		if path.Base(f.Path) != "Package.swift" {
			continue
		}
		root := strings.TrimSuffix(f.Path, "Package.swift")
		x.targets = append(x.targets, target{root: root})
		text, err := x.p.In.Content(schema.FileID(i))
		if err != nil {
			continue // The layout says the rest.
		}
		starts := targetStart.FindAllSubmatchIndex(text, -1)
		for k, m := range starts {
			end := len(text)
			if k+1 < len(starts) {
				end = starts[k+1][0]
			}
			if p := targetPath.FindSubmatch(text[m[1]:end]); p != nil {
				folder := strings.Trim(path.Clean(string(p[1])), "/") + "/"
				if folder == "./" {
					folder = ""
				}
				x.targets = append(x.targets, target{root: root, name: string(text[m[2]:m[3]]), folder: folder})
			}
		}
	}
}

// moduleOf names the module of a path: the root of its package and the name of its
// target, with a bar between.
func (x *index) moduleOf(p string) string {
	root, found := "", false
	for _, t := range x.targets {
		if strings.HasPrefix(p, t.root) && (!found || len(t.root) >= len(root)) {
			root, found = t.root, true
		}
	}
	if !found {
		return "|"
	}
	rest := p[len(root):]
	name, longest := "", -1
	for _, t := range x.targets {
		if t.root == root && t.name != "" && strings.HasPrefix(rest, t.folder) && len(t.folder) > longest {
			name, longest = t.name, len(t.folder)
		}
	}
	if longest >= 0 {
		return root + "|" + name
	}
	parts := strings.Split(rest, "/")
	if len(parts) > 2 {
		switch parts[0] {
		case "Sources", "Source", "src", "srcs", "Tests", "Plugins":
			return root + "|" + parts[1]
		}
	}
	return root + "|"
}

// moduleName is the name by which imports call a module, "" for none.
func moduleName(module string) string {
	_, name, _ := strings.Cut(module, "|")
	return name
}
