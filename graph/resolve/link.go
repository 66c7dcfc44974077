package resolve

import (
	"net/url"
	"path"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// Linked returns the file that a link of the file at path from leads to, as
// addresses are read: relative to that file, or from the root of the repository when
// it starts with a slash. endings are tried behind the path in their order.
func (p *Program) Linked(from, to string, endings []string) (schema.FileID, bool) {
	if decoded, err := url.PathUnescape(to); err == nil {
		to = decoded
	}
	if i := strings.IndexAny(to, "?#"); i >= 0 {
		to = to[:i]
	}
	at := path.Join(path.Dir(from), to)
	if strings.HasPrefix(to, "/") {
		at = path.Clean(to)[1:]
	}
	if at == "" || at == ".." || strings.HasPrefix(at, "../") {
		return 0, false
	}
	for _, end := range endings {
		if id, ok := p.File(strings.TrimPrefix(path.Clean(at+end), "./")); ok {
			return id, true
		}
	}
	return 0, false
}

// WithPrefix returns the declarations of the snapshot whose names start with prefix,
// by name, in the order of files; names that are local to a file are left out.
func (p *Program) WithPrefix(prefix string) map[string][]Entity {
	out := make(map[string][]Entity)
	for i := range p.In.Files {
		facts := p.In.Files[i].Facts
		if facts == nil {
			continue
		}
		for j := 1; j < len(facts.Symbols); j++ {
			if s := &facts.Symbols[j]; !s.Kind.IsLocal() && strings.HasPrefix(s.Name, prefix) {
				out[s.Name] = append(out[s.Name], Decl(schema.FileID(i), int32(j)))
			}
		}
	}
	return out
}

// Named makes candidates of declarations that only share a name: one is likely what
// is meant, of several nobody knows.
func Named(list []Entity) []Candidate {
	const most = 8
	out := make([]Candidate, 0, min(len(list), most))
	for _, e := range list[:min(len(list), most)] {
		c := Candidate{Entity: e, Origin: schema.OriginUniqueName}
		if len(list) > 1 {
			c.Origin, c.Confidence = schema.OriginAmbiguousName, ConfidenceAmbiguous/float32(len(list))
		}
		out = append(out, c)
	}
	return out
}
