package cfamily

import (
	"encoding/json"
	"path"
	"sort"
	"strings"

	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// includes knows where every include leads and what each file sees.
type includes struct {
	p       *resolve.Program
	byBase  map[string][]schema.FileID
	dirs    []string          // Folders named by compile_commands.json.
	targets [][]schema.FileID // By file, then by import; None.
	visible [][]schema.FileID // By file: itself and what it includes transitively, ascending.
	users   [][]schema.FileID // By file: the first files that include it, transitively.
}

// maxVisible bounds what one file is taken to include: more comes from cycles
// through guessed headers.
const maxVisible = 4096

// maxUsers bounds how many includers of a header are asked what it sees through
// them: a header that relies on its includers relies on all of them.
const maxUsers = 32

func isFamily(language string) bool { return language == "c" || language == "c++" }

func newIncludes(p *resolve.Program) *includes {
	in := &includes{p: p, byBase: make(map[string][]schema.FileID), targets: make([][]schema.FileID, len(p.In.Files)), visible: make([][]schema.FileID, len(p.In.Files)), users: make([][]schema.FileID, len(p.In.Files))}
	for i := range p.In.Files {
		base := path.Base(p.In.Files[i].Path)
		in.byBase[base] = append(in.byBase[base], schema.FileID(i))
		if base == "compile_commands.json" {
			in.compileCommands(schema.FileID(i))
		}
	}
	for i := range p.In.Files {
		f := &p.In.Files[i]
		if f.Facts == nil || !isFamily(f.Language) {
			continue
		}
		in.targets[i] = make([]schema.FileID, len(f.Facts.Imports))
		for j := range f.Facts.Imports {
			in.targets[i][j] = in.find(f.Path, &f.Facts.Imports[j])
		}
	}
	seen := make([]int32, len(p.In.Files))
	for i := range p.In.Files {
		if in.targets[i] != nil {
			in.visible[i] = in.reach(schema.FileID(i), seen, int32(i)+1)
			for _, t := range in.visible[i] {
				if t != schema.FileID(i) && len(in.users[t]) < maxUsers {
					in.users[t] = append(in.users[t], schema.FileID(i))
				}
			}
		}
	}
	return in
}

// reach lists what a file includes transitively, itself among it. seen is marked with stamp.
func (in *includes) reach(from schema.FileID, seen []int32, stamp int32) []schema.FileID {
	out := []schema.FileID{from}
	seen[from] = stamp
	for k := 0; k < len(out) && len(out) < maxVisible; k++ {
		for _, t := range in.targets[out[k]] {
			if t != schema.None && seen[t] != stamp {
				seen[t] = stamp
				out = append(out, t)
			}
		}
	}
	sort.Slice(out, func(a, b int) bool { return out[a] < out[b] })
	return out
}

// sees reports whether file includes target, transitively, or is it.
func (in *includes) sees(file, target schema.FileID) bool {
	list := in.visible[file]
	i := sort.Search(len(list), func(i int) bool { return list[i] >= target })
	return i < len(list) && list[i] == target
}

// seesThrough reports whether a file that includes file also includes target, so
// that target may come before file there.
func (in *includes) seesThrough(file, target schema.FileID) bool {
	for _, u := range in.users[file] {
		if in.sees(u, target) {
			return true
		}
	}
	return false
}

// find returns the file that an include names, None for one outside.
func (in *includes) find(from string, imp *lang.Import) schema.FileID {
	name := path.Clean(imp.Module)
	dir := folder(from)
	if imp.Level == 1 {
		if id, ok := in.p.File(path.Join(dir, name)); ok {
			return id
		}
	}
	if isStandardHeader(name) {
		return schema.None
	}
	for _, d := range in.dirs {
		if id, ok := in.p.File(path.Join(d, name)); ok {
			return id
		}
	}
	for strings.HasPrefix(name, "../") {
		name = name[3:]
	}
	if id := in.byEnd(from, name); id != schema.None {
		return id
	}
	return in.byEnd(from, name+".in") // What a build makes the header from.
}

// byEnd returns the file whose path ends with name that is nearest to from.
func (in *includes) byEnd(from, name string) schema.FileID {
	best, bestScore := schema.FileID(schema.None), -1
	for _, id := range in.byBase[path.Base(name)] {
		p := in.p.Path(id)
		if p != name && !strings.HasSuffix(p, "/"+name) {
			continue
		}
		// Nearer folders first, then public headers, then shorter paths.
		score := 1000 * sharedFolders(from, p)
		if strings.Contains("/"+p, "/include/") {
			score += 500
		}
		score += max(0, 400-len(p))
		if score > bestScore {
			best, bestScore = id, score
		}
	}
	return best
}

// compileCommands collects the include folders of a compilation database. Its
// paths are those of another machine: the longest end that is a folder here counts.
func (in *includes) compileCommands(file schema.FileID) {
	content, err := in.p.In.Content(file)
	if err != nil {
		return
	}
	var entries []struct {
		Directory string   `json:"directory"`
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	if json.Unmarshal(content, &entries) != nil {
		return
	}
	folders := make(map[string]bool)
	for i := range in.p.In.Files {
		for d := folder(in.p.In.Files[i].Path); d != "" && !folders[d]; d = folder(d) {
			folders[d] = true
		}
	}
	found := make(map[string]bool)
	for _, e := range entries {
		args := e.Arguments
		if len(args) == 0 {
			args = strings.Fields(e.Command)
		}
		for i, a := range args {
			value := ""
			switch {
			case (a == "-I" || a == "-isystem" || a == "-iquote") && i+1 < len(args):
				value = args[i+1]
			case strings.HasPrefix(a, "-I"):
				value = a[2:]
			}
			if value == "" {
				continue
			}
			if !path.IsAbs(value) {
				value = path.Join(e.Directory, value)
			}
			for rest := strings.TrimPrefix(path.Clean(value), "/"); rest != ""; {
				if folders[rest] {
					found[rest] = true
					break
				}
				_, after, more := strings.Cut(rest, "/")
				if !more {
					break
				}
				rest = after
			}
		}
	}
	for d := range found {
		in.dirs = append(in.dirs, d)
	}
	sort.Strings(in.dirs)
}
