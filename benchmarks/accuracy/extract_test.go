package accuracy_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lc-index/lc/benchmarks/accuracy"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/store/schema"
)

// measurement is what the corpora of the table share.
type measurement struct {
	ctags    string
	registry *lang.Registry
	verdicts map[string]bool
	samples  map[string]*sample // By language.
}

// source is a file of a corpus that has an extractor.
type source struct {
	path, language string
	text           []byte
	lines          []string
	facts          *lang.Facts
}

// corpus measures the languages of one clone.
func (m *measurement) corpus(t *testing.T, name, root string) map[string]*row {
	t.Helper()
	sources := readSources(t, m.registry, root)
	rows := map[string]*row{}
	for i := range sources {
		m.extract(t, rows, &sources[i], name)
	}
	m.compare(t, name, root, sources, rows)
	for language, r := range rows {
		clock(m.registry, language, sources, r)
	}
	return rows
}

// readSources reads every tracked file that has an extractor.
func readSources(t *testing.T, registry *lang.Registry, root string) []source {
	t.Helper()
	var out []source
	for _, path := range strings.Split(strings.TrimRight(gitOutput(root, "ls-files", "-z"), "\x00"), "\x00") {
		if s, ok := readSource(t, registry, root, path); ok {
			s.lines = strings.Split(string(s.text), "\n")
			out = append(out, s)
		}
	}
	return out
}

// readSource reads a file that has an extractor.
func readSource(t *testing.T, registry *lang.Registry, root, path string) (source, bool) {
	t.Helper()
	full := filepath.Join(root, filepath.FromSlash(path))
	if info, err := os.Lstat(full); err != nil || !info.Mode().IsRegular() || info.Size() > 2<<20 {
		return source{}, false
	}
	raw, err := os.ReadFile(full)
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := detect.Decode(raw)
	if err != nil {
		return source{}, false
	}
	language := detect.Language(path, text[:min(len(text), 64<<10)])
	return source{path: path, language: language, text: text}, registry.Lookup(language) != nil
}

// gitOutput is what git prints, without white space around; nothing when it fails.
func gitOutput(root string, args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", root}, args...)...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// slowest is the time that one file may take, whatever it is.
const slowest = 30 * time.Second

func (m *measurement) extract(t *testing.T, rows map[string]*row, s *source, corpus string) {
	t.Helper()
	r := rows[s.language]
	if r == nil {
		r = &row{}
		rows[s.language] = r
	}
	r.files++
	r.bytes += len(s.text)
	began := time.Now()
	facts, err := m.registry.Lookup(s.language).Read(s.text)
	if took := time.Since(began); took > slowest {
		t.Errorf("%s: %s takes %s", corpus, s.path, took)
	}
	if err != nil {
		if strings.Contains(err.Error(), "gave up") {
			t.Errorf("%s: %s: %v", corpus, s.path, err)
		}
		r.problems++
		return
	}
	s.facts = facts
	r.errors += int(facts.ErrorBytes)
}

// place is a name on a line of a file.
type place struct {
	path, name string
	line       int32
}

// compare sets the symbols of the sources beside the tags of ctags, or beside the lines
// that a scan takes for declarations, and samples what the sides differ in.
func (m *measurement) compare(t *testing.T, corpus, root string, sources []source, rows map[string]*row) {
	t.Helper()
	have := map[place][]schema.Kind{}
	declared := map[place]bool{} // By the whole name and by what follows a dot of it.
	byPath := map[string]*source{}
	for i := range sources {
		s := &sources[i]
		byPath[s.path] = s
		for _, sym := range reported(s) {
			at := place{s.path, sym.Name, sym.NameLine}
			have[at] = append(have[at], sym.Kind)
			for tail := sym.Name; tail != ""; _, tail, _ = strings.Cut(tail, ".") {
				declared[place{s.path, tail, sym.NameLine}] = true
			}
			if sym.Span.StartLine != sym.NameLine {
				at.line = sym.Span.StartLine
				have[at] = append(have[at], sym.Kind)
			}
		}
	}
	tagged := m.compareTags(corpus, runCtags(t, m.ctags, root), byPath, have, rows)
	for i := range sources {
		s := &sources[i]
		for _, sym := range reported(s) {
			if sym.Name == "" || sym.NameLine < 1 || int(sym.NameLine) > len(s.lines) || tagged[place{s.path, sym.Name, sym.NameLine}] || tagged[place{s.path, sym.Name, sym.Span.StartLine}] {
				continue
			}
			rows[s.language].only++
			m.sampleOf(s.language).symbols.add(asked(asSymbol, corpus, s, sym.Name, sym.NameLine), sym.Kind.String())
		}
		if !accuracy.Scanned(s.language) || s.facts == nil {
			continue
		}
		for _, l := range accuracy.Scan(s.language, s.lines) {
			found := declared[place{s.path, l.Name, l.Line}]
			m.sampleOf(s.language).declarations.add(asked(asDeclaration, corpus, s, l.Name, l.Line), map[bool]string{true: "found", false: "missed"}[found])
		}
	}
}

// reported are the symbols of a file that are no locals.
func reported(s *source) []lang.Symbol {
	if s.facts == nil {
		return nil
	}
	var out []lang.Symbol
	for _, sym := range s.facts.Symbols[1:] {
		if !sym.Kind.IsLocal() {
			out = append(out, sym)
		}
	}
	return out
}

// compareTags counts the functions, methods and types of ctags that lc has and returns
// every place that ctags has a name at.
func (m *measurement) compareTags(corpus string, tags []accuracy.Tag, byPath map[string]*source, have map[place][]schema.Kind, rows map[string]*row) map[place]bool {
	macros := map[string]bool{}
	for _, tag := range tags {
		if tag.Kind == "macro" {
			macros[tag.Name] = true
		}
	}
	tagged := map[place]bool{}
	for _, tag := range tags {
		s := byPath[tag.Path]
		if s == nil || s.facts == nil {
			continue
		}
		text := s.lines[min(max(int(tag.Line), 1), len(s.lines))-1]
		names := accuracy.Names(tag, text)
		for _, name := range names {
			tagged[place{tag.Path, name, tag.Line}] = true
		}
		kinds := accuracy.Kinds(tag.Language, tag.Kind)
		if kinds == nil || accuracy.Invented(tag, s.lines, macros) {
			continue
		}
		r := rows[s.language]
		found := false
		for _, name := range names {
			for _, k := range have[place{tag.Path, name, tag.Line}] {
				found = found || slices.Contains(kinds, k)
			}
		}
		if found {
			r.compared, r.found = r.compared+1, r.found+1
			continue
		}
		q := asked(asTag, corpus, s, tag.Name, tag.Line)
		m.sampleOf(s.language).missed = append(m.sampleOf(s.language).missed, q.with(tag.Kind))
		if real, judged := m.verdicts[q.key]; judged && !real {
			r.refuted++
			continue
		}
		r.compared++
		r.misses = append(r.misses, fmt.Sprintf("%s:%d %s %s: %s", tag.Path, tag.Line, tag.Kind, tag.Name, strings.TrimSpace(text)))
	}
	return tagged
}

func runCtags(t *testing.T, program, root string) []accuracy.Tag {
	t.Helper()
	list, err := exec.Command("git", "-C", root, "ls-files").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--options=NONE", "--output-format=json", "--fields=+neKl", "--languages="+strings.Join(accuracy.Languages(), ","), "--sort=no", "-L", "-", "-f", "-")
	cmd.Dir, cmd.Stdin = root, bytes.NewReader(list)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("ctags: %v: %s", err, stderr.String())
	}
	tags, err := accuracy.ParseTags(out)
	if err != nil {
		t.Fatal(err)
	}
	return tags
}
