// Package resolvetest checks links against notes beside the lines of a txtar
// archive of source files. After a comment leader (#, //, /*, --), several notes
// separated by semicolons:
//
//	link: NAME -> PATH:LINE     the reference NAME of this line means the symbol whose name is there
//	link: NAME -> PATH          … means the file itself
//	link: NAME -> external PKG  … is in a package outside
//	link: NAME -> none          … stays unresolved
//	link: NAME -> PATH:LINE + PATH:LINE …   further targets (Resolution.More)
//	link: NAME ~ PATH:LINE      as ->, but only by name (confidence ≤ .5)
//
// The same archive is linked on one worker and on many, and must give the same.
package resolvetest

import (
	"fmt"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

var notePattern = regexp.MustCompile(`(?:#|//|/\*|--)\s*(link: .*)$`)

// Setup is what a check needs of a language family.
type Setup struct {
	Languages []lang.Language
	Rules     resolve.Rules
	// Others are the families of other languages of the archive.
	Others []resolve.Rules
	// LanguageOf names the language of a path, "" for a file without a parser.
	LanguageOf func(path string) string
}

// Check links the archive and reports every note that does not hold.
func Check(t *testing.T, setup Setup, archive string) (*link.Input, *link.Output) {
	t.Helper()
	ar := txtar.Parse([]byte(archive))
	sort.Slice(ar.Files, func(i, j int) bool { return ar.Files[i].Name < ar.Files[j].Name })
	registry, err := lang.NewRegistry(setup.Languages...)
	if err != nil {
		t.Fatal(err)
	}
	in := &link.Input{Workers: 1}
	for i, f := range ar.Files {
		file := link.File{ID: schema.FileID(i), Path: f.Name, Language: setup.LanguageOf(f.Name)}
		if l := registry.Lookup(file.Language); l != nil {
			if file.Facts, err = l.Extract(f.Data); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		}
		in.Files = append(in.Files, file)
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return ar.Files[id].Data, nil }
	out, err := resolve.New(append([]resolve.Rules{setup.Rules}, setup.Others...)...).Link(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	many := *in
	many.Workers = 4
	again, err := resolve.New(append([]resolve.Rules{setup.Rules}, setup.Others...)...).Link(t.Context(), &many)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(out, again) {
		t.Error("four workers give another output than one")
	}
	notes := 0
	for i, f := range ar.Files {
		for n, text := range strings.Split(string(f.Data), "\n") {
			m := notePattern.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			for _, note := range strings.Split(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(m[1]), "*/"), "-->"), ";") {
				note = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(note), "link:"))
				notes++
				if err := check(in, out, i, int32(n+1), note); err != nil {
					t.Errorf("%s:%d: %s: %v", f.Name, n+1, note, err)
				}
			}
		}
	}
	if notes == 0 {
		t.Error("the archive has no notes")
	}
	return in, out
}

func check(in *link.Input, out *link.Output, file int, line int32, note string) error {
	name, want, found := strings.Cut(note, " -> ")
	guess := false
	if !found {
		if name, want, guess = strings.Cut(note, " ~ "); !guess {
			return fmt.Errorf("a note needs -> or ~")
		}
	}
	name, want = strings.TrimSpace(name), strings.TrimSpace(want)
	facts := in.Files[file].Facts
	if facts == nil {
		return fmt.Errorf("the file has no facts")
	}
	var seen []string
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Line != line || r.Flags&lang.RefImplicit != 0 {
			continue
		}
		have := Describe(in, out.Refs[file][i])
		seen = append(seen, r.Name+" -> "+have+" ("+out.Refs[file][i].Origin.String()+")")
		if r.Name == name && have == want && guess == (out.Refs[file][i].Resolved() && out.Refs[file][i].Confidence <= resolve.ConfidenceUnique) {
			return nil
		}
	}
	return fmt.Errorf("have %q", seen)
}

// Describe spells a resolution as notes do.
func Describe(in *link.Input, r link.Resolution) string {
	switch {
	case r.Resolved():
		text := Place(in, r.Target)
		var more []string
		for _, m := range r.More {
			more = append(more, " + "+Place(in, m.Target))
		}
		sort.Strings(more)
		return text + strings.Join(more, "")
	case r.External != "":
		return "external " + r.External
	}
	return "none"
}

// Place spells a target: path and line of its name, or the path alone of a file.
func Place(in *link.Input, t link.Target) string {
	f := &in.Files[t.File]
	if t.Symbol == 0 {
		return f.Path
	}
	s := &f.Facts.Symbols[t.Symbol]
	line := s.NameLine
	if line == schema.None {
		line = s.Span.StartLine
	}
	return fmt.Sprintf("%s:%d", f.Path, line)
}
