// Package langtest checks what an extractor found against facts noted as comments
// beside the lines of a fixture. A note follows a comment leader (#, //, /*, --) and
// holds for its own line; several are separated by semicolons:
//
//	def: NAME KIND [FLAG…]          a symbol; NAME may be dotted by its parents ("Class.method")
//	ref: NAME [ROLE] [of BASE] [-> LINE | -> free]
//	                                a reference; BASE is the name it is a member of ("?" unknown);
//	                                LINE is where lexical scoping finds its declaration
//	imp: MODULE [NAME] [as ALIAS] [CLASS]   MODULE is "-" for the file itself
//	no: NAME                        no symbol and no reference of that name here
//
// KIND, FLAG, ROLE and CLASS are the names in store/schema. Check reports every
// note that does not hold; a fixture without notes fails. The call is
//
//	langtest.Check(t, python.Languages()[0], src)
//
// Only noted facts are checked: write the note for what the test is about. Beside them,
// the shortened views of every fixture must keep its tokens and their lines; see Views.
package langtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

var notePattern = regexp.MustCompile(`(?:#|//|/\*|--)\s*((?:def|ref|imp|no): .*)$`)

// Check extracts src and reports every note that does not hold. It returns the facts.
func Check(t *testing.T, language lang.Language, src string) *lang.Facts {
	t.Helper()
	facts, err := language.Extract([]byte(src))
	if err != nil {
		t.Fatalf("extract: %v", err)
	}
	if err := Consistent(facts); err != nil {
		t.Fatalf("facts are inconsistent: %v", err)
	}
	if _, _, err := Views(language, []byte(src)); err != nil {
		t.Errorf("shortened views: %v", err)
	}
	notes := 0
	for i, text := range strings.Split(src, "\n") {
		for _, note := range Notes(text) {
			notes++
			if err := check(facts, int32(i+1), note); err != nil {
				t.Errorf("line %d: %s: %v", i+1, note, err)
			}
		}
	}
	if notes == 0 {
		t.Error("the fixture has no notes")
	}
	return facts
}

// Notes returns the notes of one line.
func Notes(text string) []string {
	m := notePattern.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var out []string
	for _, note := range strings.Split(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(m[1]), "*/"), "-->"), "%>"), ";") {
		if note = strings.TrimSpace(note); note != "" {
			out = append(out, note)
		}
	}
	return out
}

func check(facts *lang.Facts, line int32, note string) error {
	kind, rest, _ := strings.Cut(note, ":")
	words := strings.Fields(rest)
	if len(words) == 0 {
		return fmt.Errorf("empty note")
	}
	switch kind {
	case "def":
		return checkDef(facts, line, words)
	case "ref":
		return checkRef(facts, line, words)
	case "imp":
		return checkImport(facts, line, words)
	case "no":
		for i := range facts.Symbols {
			if facts.Symbols[i].NameLine == line && facts.Symbols[i].Name == words[0] {
				return fmt.Errorf("there is a %s of that name", facts.Symbols[i].Kind)
			}
		}
		for i := range facts.Refs {
			if r := &facts.Refs[i]; r.Line == line && r.Name == words[0] && r.Flags&lang.RefImplicit == 0 {
				return fmt.Errorf("there is a %s reference of that name", r.Role)
			}
		}
		return nil
	}
	return fmt.Errorf("unknown note")
}

// Dotted returns the name of a symbol with those of its parents before it.
func Dotted(facts *lang.Facts, symbol int32) string {
	name := facts.Symbols[symbol].Name
	for p := facts.Symbols[symbol].Parent; p > 0; p = facts.Symbols[p].Parent {
		name = facts.Symbols[p].Name + "." + name
	}
	return name
}

func checkDef(facts *lang.Facts, line int32, words []string) error {
	var seen []string
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.NameLine != line && !(s.NameLine == schema.None && s.Span.StartLine == line) {
			continue
		}
		dotted := Dotted(facts, int32(i))
		seen = append(seen, dotted+" "+s.Kind.String()+" "+strings.Join(s.Flags.Names(), " "))
		if dotted != words[0] && s.Name != words[0] || len(words) > 1 && s.Kind.String() != words[1] {
			continue
		}
		missing := ""
		for _, flag := range words[min(2, len(words)):] {
			has := false
			for _, name := range append(s.Flags.Names(), s.Visibility.String()) {
				has = has || name == flag
			}
			if !has {
				missing = flag
			}
		}
		if missing == "" {
			return nil
		}
	}
	return fmt.Errorf("have %q", seen)
}

func checkRef(facts *lang.Facts, line int32, words []string) error {
	name, rest := words[0], words[1:]
	role, base, target := "", "", ""
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case "of":
			if i+1 < len(rest) {
				base = rest[i+1]
			}
			i++
		case "->":
			if i+1 < len(rest) {
				target = rest[i+1]
			}
			i++
		default:
			role = rest[i]
		}
	}
	var seen []string
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Line != line || r.Flags&lang.RefImplicit != 0 {
			continue
		}
		haveBase, haveTarget := "", "free"
		switch {
		case r.Base >= 0:
			haveBase = facts.Refs[r.Base].Name
			haveTarget = "member"
		case r.Base == lang.BaseUnknown:
			haveBase = "?"
			haveTarget = "member"
		case r.Target >= 0:
			haveTarget = strconv.Itoa(int(facts.Symbols[r.Target].NameLine))
		}
		seen = append(seen, strings.TrimSpace(fmt.Sprintf("%s %s of %s -> %s", r.Name, r.Role, haveBase, haveTarget)))
		if r.Name == name && (role == "" || role == r.Role.String()) && (base == "" || base == haveBase) && (target == "" || target == haveTarget) {
			return nil
		}
	}
	return fmt.Errorf("have %q", seen)
}

func checkImport(facts *lang.Facts, line int32, words []string) error {
	module, rest := words[0], words[1:]
	name, alias, class := "", "", ""
	for i := 0; i < len(rest); i++ {
		_, isClass := schema.Parse[schema.ImportClass](schema.ImportClassNames(), rest[i])
		switch {
		case rest[i] == "as" && i+1 < len(rest):
			alias = rest[i+1]
			i++
		case isClass && i > 0 || isClass && i == len(rest)-1:
			class = rest[i]
		default:
			name = rest[i]
		}
	}
	var seen []string
	for i := range facts.Imports {
		m := &facts.Imports[i]
		if m.Line != line {
			continue
		}
		have := strings.Repeat(".", int(m.Level)) + m.Module
		if have == "" {
			have = "-"
		}
		seen = append(seen, fmt.Sprintf("%s %s as %s %s", have, m.Name, m.Alias, m.Class))
		if (have == module || m.Module == module) && name == m.Name && (alias == "" || alias == m.Alias) && (class == "" || class == m.Class.String()) {
			return nil
		}
	}
	return fmt.Errorf("have %q", seen)
}

// Consistent reports the first cross reference of facts that is out of bounds or
// out of order.
func Consistent(f *lang.Facts) error {
	in := func(what string, at int, v int32, n int) error {
		if v < schema.None || int(v) >= n {
			return fmt.Errorf("%s of %d is %d of %d", what, at, v, n)
		}
		return nil
	}
	if len(f.Symbols) == 0 || f.Symbols[0].Kind != schema.KindFile {
		return fmt.Errorf("symbol 0 is not the file")
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if i > 0 && (s.Parent < 0 || int(s.Parent) >= len(f.Symbols) || s.Parent == int32(i)) {
			return fmt.Errorf("parent of symbol %d %q is %d", i, s.Name, s.Parent)
		}
		if i > 0 && s.Kind == schema.KindFile {
			return fmt.Errorf("symbol %d is a second file", i)
		}
		for what, v := range map[string]int32{"type": s.Type, "init": s.Init} {
			if err := in(what, i, v, len(f.Refs)); err != nil {
				return fmt.Errorf("symbol %q: %w", s.Name, err)
			}
		}
		if err := in("import", i, s.Import, len(f.Imports)); err != nil {
			return fmt.Errorf("symbol %q: %w", s.Name, err)
		}
	}
	for i := range f.Refs {
		r := &f.Refs[i]
		if r.Base < lang.BaseUnknown || int(r.Base) >= len(f.Refs) || r.Base == int32(i) {
			return fmt.Errorf("base of reference %d %q is %d", i, r.Name, r.Base)
		}
		if err := in("target", i, r.Target, len(f.Symbols)); err != nil {
			return fmt.Errorf("reference %q: %w", r.Name, err)
		}
		if err := in("import", i, r.Import, len(f.Imports)); err != nil {
			return fmt.Errorf("reference %q: %w", r.Name, err)
		}
		if r.Encl < 0 || int(r.Encl) >= len(f.Symbols) || f.Symbols[r.Encl].Kind.IsLocal() {
			return fmt.Errorf("enclosing symbol of reference %d %q is %d", i, r.Name, r.Encl)
		}
		if i > 0 && (f.Refs[i-1].Line > r.Line || f.Refs[i-1].Line == r.Line && f.Refs[i-1].Col > r.Col) {
			return fmt.Errorf("reference %d %q at %d:%d is out of order", i, r.Name, r.Line, r.Col)
		}
	}
	return nil
}
