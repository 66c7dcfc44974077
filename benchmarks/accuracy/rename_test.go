package accuracy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/store/schema"
)

// wordRenamer gives every name that a few source files declare another one, and the files
// names that sort the other way round. It works on tokens: a name is replaced wherever it
// stands as a word, in strings and comments too, so that imports by path and members
// by name keep their meaning. What depends on spelling alone then gives another answer.
type wordRenamer struct {
	names map[string]string // Old to new.
	paths map[string]string
	olds  map[string]string // New to old.
	stems []string          // Base names of files that are no word: old, new, ….
}

// keptNames mean something to a language or its library, so that another name would be another program.
var keptNames = words(`main init constructor prototype __init__ __construct __call__ call apply bind get set of from as is new type in out by
	self this super cls args default static async await let var val fun def object it toString equals hashCode length
	exports module require Symbol iterator forEach map filter next value done describe open close string String int bool float error
	println print len range append copy delete delegate std println format write source local function end do then echo printf return
	if else for while case class struct enum interface trait impl mod pub use crate package import export public private protected final void`)

// keptStems are base names of files that a language gives a meaning.
var keptStems = words("main lib mod index __init__ Package")

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

var wordPattern = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

func newWordRenamer(t *testing.T, sources map[string]string) *wordRenamer {
	t.Helper()
	r := &wordRenamer{names: map[string]string{}, paths: map[string]string{}, olds: map[string]string{}}
	registry := all.Registry()
	declared := map[string]bool{}
	for p, text := range sources {
		l := registry.Lookup(detect.Language(p, []byte(text)))
		if l == nil {
			continue
		}
		facts, err := l.Extract([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range facts.Symbols[1:] {
			if s := &facts.Symbols[i+1]; s.Kind != schema.KindImport && s.Kind != schema.KindImpl {
				declared[s.Name] = true
			}
		}
	}
	for old := range declared {
		if w := wordPattern.FindString(old); w != "" && !keptNames[w] {
			r.names[w] = otherName(w)
		}
	}
	paths := sorted(sources)
	for i, p := range paths {
		ext := path.Ext(p)
		stem := strings.TrimSuffix(p, ext)
		if keptStems[stem] || wordPattern.FindString(stem) == "" || registry.Lookup(detect.Language(p, []byte(sources[p]))) == nil {
			continue
		}
		// The number turns the order of files round.
		other := otherName(strings.ReplaceAll(stem, "-", "_"))
		to := fmt.Sprintf("%s%02d%s", other[:1], len(paths)-i, other[1:])
		r.paths[p] = to + ext
		if wordPattern.FindString(stem) == stem {
			r.names[stem] = to
		} else {
			r.stems = append(r.stems, stem, to)
		}
	}
	for old, to := range r.names {
		r.olds[to] = old
	}
	for i := 0; i < len(r.stems); i += 2 {
		r.olds[r.stems[i+1]] = r.stems[i]
	}
	return r
}

// otherName is a name of the same case at its beginning, so that what a language
// tells by case stays.
func otherName(old string) string {
	sum := sha256.Sum256([]byte(old))
	to := "q" + hex.EncodeToString(sum[:3])
	switch {
	case old[0] == '_':
		to = "_" + to
	case unicode.IsUpper(rune(old[0])):
		to = "Q" + to[1:]
		if strings.ToUpper(old) == old {
			to = strings.ToUpper(to)
		}
	}
	return to
}

// text renames the words of a text.
func (r *wordRenamer) text(s string) string {
	return replaceWords(strings.NewReplacer(r.stems...).Replace(s), r.names)
}

// back gives a text the names that it had.
func (r *wordRenamer) back(s string) string { return replaceWords(s, r.olds) }

func replaceWords(s string, names map[string]string) string {
	return wordPattern.ReplaceAllStringFunc(s, func(w string) string {
		if to, ok := names[w]; ok {
			return to
		}
		return w
	})
}

// path is the new name of a file.
func (r *wordRenamer) path(p string) string {
	if to, ok := r.paths[p]; ok {
		return to
	}
	return p
}

// files renames files and what stands in them.
func (r *wordRenamer) files(sources map[string]string) map[string]string {
	out := map[string]string{}
	for p, text := range sources {
		out[r.path(p)] = r.text(text)
	}
	return out
}

// manifest renames the ends of edges.
func (r *wordRenamer) manifest(m manifest) manifest {
	out := manifest{Edges: slices.Clone(m.Edges)}
	for i := range out.Edges {
		for _, e := range []*end{&out.Edges[i].Source, &out.Edges[i].Target} {
			e.Name, e.File = r.text(e.Name), r.path(e.File)
		}
	}
	return out
}
