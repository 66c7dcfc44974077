package accuracy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/alexaandru/go-sitter-forest/dart"
	"github.com/alexaandru/go-sitter-forest/dockerfile"
	"github.com/alexaandru/go-sitter-forest/elixir"
	"github.com/alexaandru/go-sitter-forest/sql"
	"github.com/alexaandru/go-sitter-forest/swift"
	hcl "github.com/tree-sitter-grammars/tree-sitter-hcl/bindings/go"
	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
	zig "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"
	sitter "github.com/tree-sitter/go-tree-sitter"
	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/lc-index/lc/benchmarks/accuracy"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/store/schema"
)

// Bars of the table: shares in percent, and times of a bare parse.
const (
	foundBar  = 98
	realBar   = 96
	errorsBar = 3 // C and C++
	timeBar   = 1.6
	goTimeBar = 1.0
)

// allCorpora are the corpora that the table is made of.
var allCorpora = []string{
	"cobra", "prometheus", "gotools", "terraform", "flask", "drf", "pytest", "express", "vue-core", "hono", "petclinic", "gson", "ripgrep", "redis", "leveldb",
	"sinatra", "laravel", "serilog", "okhttp", "kong", "thrift",
}

// grammars are what extraction is timed against; languages that are read without
// tree-sitter have no yardstick but Go, whose grammar is only used here.
var grammars = map[string]func() unsafe.Pointer{
	"go": golang.Language, "python": python.Language, "javascript": javascript.Language, "typescript": typescript.LanguageTypescript, "tsx": typescript.LanguageTSX,
	"java": java.Language, "rust": rust.Language, "c": c.Language, "c++": cpp.Language, "c#": csharp.Language, "ruby": ruby.Language, "php": php.LanguagePHP,
	"kotlin": kotlin.Language, "scala": scala.Language, "lua": lua.Language, "shell": bash.Language, "zig": zig.Language, "hcl": hcl.Language,
	"swift": swift.GetLanguage, "elixir": elixir.GetLanguage, "dart": dart.GetLanguage, "sql": sql.GetLanguage, "dockerfile": dockerfile.GetLanguage,
}

// source is a file of a corpus that has an extractor.
type source struct {
	path, language string
	text           []byte
	lines          []string
	facts          *lang.Facts
}

// row is a line of the table.
type row struct {
	files, bytes, problems, errors int
	found, compared                int
	only, real, judged             int
	misses                         []string
	took, bare                     time.Duration
}

// judgement says of one symbol that lc alone reports whether it is real. The digest
// is of the line, so that a judgement dies with the line that it is about.
func judgements(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("judged.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		if len(cells) != 7 || cells[6] != "real" && cells[6] != "not" {
			t.Fatalf("judged.tsv:%d: want corpus, language, path, line, name, digest of the line, real or not", i+1)
		}
		out[strings.Join(cells[:6], "\t")] = cells[6] == "real"
	}
	return out
}

// sampled is how many symbols a language and corpus are sampled for judgement.
const sampled = 50

// TestAccuracyLanguages prints the table of languages: universal-ctags' functions,
// methods and types that lc has at the same line, what lc alone reports, the share of
// bytes inside parse errors, and the time beside a bare parse.
func TestAccuracyLanguages(t *testing.T) {
	dir := corporaFolder(t)
	ctags := tool(t, "LC_CTAGS", "ctags-universal", "universal-ctags", "ctags")
	judged := judgements(t)
	registry := all.Registry()
	var table, samples strings.Builder
	fmt.Fprintf(&table, "%-11s %-18s %6s %8s %7s %15s %7s %16s %7s\n", "corpus", "language", "files", "KB", "errors", "ctags", "", "only lc, real", "time")
	measured := 0
	for _, name := range allCorpora {
		root := filepath.Join(dir, name)
		if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
			fmt.Fprintf(&table, "%-11s NOT MEASURED: no clone in LC_CORPORA\n", name)
			continue
		}
		measured++
		sources := readSources(t, registry, root)
		rows := map[string]*row{}
		for i := range sources {
			extract(t, registry, rows, &sources[i], name)
		}
		compare(t, name, ctags, root, sources, rows, judged, &samples)
		for _, language := range sorted(rows) {
			clock(registry, language, sources, rows[language])
			r := rows[language]
			fmt.Fprintf(&table, "%-11s %-18s %6d %8d %6.2f%% %15s %7s %16s %7s\n", name, language, r.files, r.bytes/1000, share(r.errors, r.bytes),
				cell(r.compared > 0, "%d/%d", r.found, r.compared), cell(r.compared > 0, "%.2f%%", share(r.found, r.compared)),
				cell(r.only > 0, "%d, %d/%d", r.only, r.real, r.judged), cell(r.bare > 0, "%.2f", float64(r.took)/float64(max(r.bare, 1))))
			checkBars(t, name, language, r)
		}
	}
	t.Log("\n" + table.String())
	if path := os.Getenv("LC_SAMPLES"); path != "" {
		if err := os.WriteFile(path, []byte(samples.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if measured == 0 {
		t.Error("nothing was measured")
	}
}

func cell(show bool, format string, args ...any) string {
	if !show {
		return "-"
	}
	return fmt.Sprintf(format, args...)
}

// fewest is how many declarations, judged symbols or bytes a share or a time must
// rest on to be held to its bar.
const (
	fewest      = 50
	fewestBytes = 50_000
)

func checkBars(t *testing.T, corpus, language string, r *row) {
	t.Helper()
	what := corpus + " " + language
	if r.compared >= fewest && share(r.found, r.compared) < foundBar {
		t.Errorf("%s: %.2f %% of ctags' declarations; the bar is %d %%%s", what, share(r.found, r.compared), foundBar, shown(r.misses))
	}
	if r.judged >= 20 && share(r.real, r.judged) < realBar {
		t.Errorf("%s: %.2f %% of what only lc reports is real; the bar is %d %%", what, share(r.real, r.judged), realBar)
	}
	if (language == "c" || language == "c++") && r.bytes >= fewestBytes && share(r.errors, r.bytes) > errorsBar {
		t.Errorf("%s: %.2f %% of the bytes are in errors; the bar is %d %%", what, share(r.errors, r.bytes), errorsBar)
	}
	bar := timeBar
	if language == "go" {
		bar = goTimeBar
	}
	if ratio := float64(r.took) / float64(max(r.bare, 1)); r.bare > 0 && r.bytes >= fewestBytes && ratio > bar {
		t.Errorf("%s: extraction takes %.2f times a bare parse; the bar is %.1f", what, ratio, bar)
	}
}

// readSources reads every tracked file that has an extractor.
func readSources(t *testing.T, registry *lang.Registry, root string) []source {
	t.Helper()
	list, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	var out []source
	for _, path := range strings.Split(strings.TrimRight(string(list), "\x00"), "\x00") {
		full := filepath.Join(root, filepath.FromSlash(path))
		if info, err := os.Lstat(full); err != nil || !info.Mode().IsRegular() || info.Size() > 2<<20 {
			continue
		}
		raw, err := os.ReadFile(full)
		if err != nil {
			t.Fatal(err)
		}
		text, _, err := detect.Decode(raw)
		if err != nil {
			continue
		}
		language := detect.Language(path, text[:min(len(text), 64<<10)])
		if registry.Lookup(language) == nil {
			continue
		}
		out = append(out, source{path: path, language: language, text: text, lines: strings.Split(string(text), "\n")})
	}
	return out
}

// slowest is the time that one file may take, whatever it is.
const slowest = 30 * time.Second

func extract(t *testing.T, registry *lang.Registry, rows map[string]*row, s *source, corpus string) {
	t.Helper()
	r := rows[s.language]
	if r == nil {
		r = &row{}
		rows[s.language] = r
	}
	r.files++
	r.bytes += len(s.text)
	began := time.Now()
	facts, err := registry.Lookup(s.language).Read(s.text)
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

// compare sets the symbols of the sources beside the tags of ctags.
func compare(t *testing.T, corpus, ctags, root string, sources []source, rows map[string]*row, judged map[string]bool, samples *strings.Builder) {
	t.Helper()
	type key struct {
		path, name string
		line       int32
	}
	byPath := map[string]*source{}
	have := map[key][]schema.Kind{}
	for i := range sources {
		s := &sources[i]
		byPath[s.path] = s
		if s.facts == nil {
			continue
		}
		for _, sym := range s.facts.Symbols[1:] {
			if sym.Kind.IsLocal() {
				continue
			}
			have[key{s.path, sym.Name, sym.NameLine}] = append(have[key{s.path, sym.Name, sym.NameLine}], sym.Kind)
			if sym.Span.StartLine != sym.NameLine {
				have[key{s.path, sym.Name, sym.Span.StartLine}] = append(have[key{s.path, sym.Name, sym.Span.StartLine}], sym.Kind)
			}
		}
	}
	tags := runCtags(t, ctags, root)
	macros := map[string]bool{}
	for _, tag := range tags {
		if tag.Kind == "macro" {
			macros[tag.Name] = true
		}
	}
	tagged := map[key]bool{}
	seenLanguages := map[string]bool{}
	for _, tag := range tags {
		s := byPath[tag.Path]
		if s == nil || s.facts == nil {
			continue
		}
		for _, name := range accuracy.Names(tag) {
			tagged[key{tag.Path, name, tag.Line}] = true
		}
		kinds := accuracy.Kinds(tag.Language, tag.Kind)
		if kinds == nil {
			continue
		}
		line := s.lines[min(int(tag.Line), len(s.lines))-1]
		seenLanguages[s.language] = true
		if accuracy.Invented(tag, line, macros) {
			continue
		}
		r := rows[s.language]
		r.compared++
		found := false
		for _, name := range accuracy.Names(tag) {
			for _, k := range have[key{tag.Path, name, tag.Line}] {
				found = found || slices.Contains(kinds, k)
			}
		}
		if found {
			r.found++
		} else {
			r.misses = append(r.misses, fmt.Sprintf("%s:%d %s %s: %s", tag.Path, tag.Line, tag.Kind, tag.Name, strings.TrimSpace(line)))
		}
	}
	onlyHere(corpus, sources, rows, judged, samples, func(path, name string, line int32) bool { return tagged[key{path, name, line}] })
}

// onlyHere counts what ctags does not have and samples it by digest, so that a sample
// stays the same while the symbols do.
func onlyHere(corpus string, sources []source, rows map[string]*row, judged map[string]bool, samples *strings.Builder, tagged func(path, name string, line int32) bool) {
	type candidate struct{ order, key, text string }
	byLanguage := map[string][]candidate{}
	for i := range sources {
		s := &sources[i]
		if s.facts == nil {
			continue
		}
		for _, sym := range s.facts.Symbols[1:] {
			if sym.Kind.IsLocal() || sym.Name == "" || sym.NameLine < 1 || int(sym.NameLine) > len(s.lines) || tagged(s.path, sym.Name, sym.NameLine) || tagged(s.path, sym.Name, sym.Span.StartLine) {
				continue
			}
			rows[s.language].only++
			line := strings.TrimSpace(s.lines[sym.NameLine-1])
			digest := sha256.Sum256([]byte(line))
			k := strings.Join([]string{corpus, s.language, s.path, fmt.Sprint(sym.NameLine), strings.ReplaceAll(sym.Name, "\t", " "), hex.EncodeToString(digest[:6])}, "\t")
			order := sha256.Sum256([]byte(s.path + "\x00" + sym.Name + "\x00" + line))
			byLanguage[s.language] = append(byLanguage[s.language], candidate{string(order[:]), k, sym.Kind.String() + "\t" + line})
		}
	}
	for _, language := range sorted(byLanguage) {
		list := byLanguage[language]
		slices.SortFunc(list, func(a, b candidate) int { return strings.Compare(a.order, b.order) })
		for _, c := range list[:min(len(list), sampled)] {
			verdict, known := judged[c.key]
			if known {
				rows[language].judged++
				if verdict {
					rows[language].real++
				}
			}
			fmt.Fprintf(samples, "%s\t%s\t%s\n", c.key, map[bool]string{true: "judged", false: "new"}[known], c.text)
		}
	}
}

// clockBytes bounds the text that a language is timed on.
const clockBytes = 1 << 20

// clock sets the processor time of extraction against that of a bare parse of the same
// bytes, round by round on one core, and keeps the least of each: other work only adds.
func clock(registry *lang.Registry, language string, sources []source, r *row) {
	grammar := grammars[language]
	if grammar == nil || r.bytes < fewestBytes {
		return
	}
	var texts [][]byte
	size := 0
	for i := range sources {
		if s := &sources[i]; s.language == language && s.facts != nil && size < clockBytes {
			texts = append(texts, s.text)
			size += len(s.text)
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(sitter.NewLanguage(grammar())); err != nil {
		return
	}
	l := registry.Lookup(language)
	var bare, took []time.Duration
	for range 5 {
		began := cpuTime()
		for _, text := range texts {
			if tree := parser.Parse(text, nil); tree != nil {
				tree.Close()
			}
		}
		bare = append(bare, cpuTime()-began)
		began = cpuTime()
		for _, text := range texts {
			_, _ = l.Read(text)
		}
		took = append(took, cpuTime()-began)
	}
	slices.Sort(bare)
	slices.Sort(took)
	r.bare, r.took = bare[0], took[0]
}
