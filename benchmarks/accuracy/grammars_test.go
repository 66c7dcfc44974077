package accuracy_test

import (
	"runtime"
	"slices"
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

	"github.com/lc-index/lc/index/lang"
)

// grammars are what extraction is timed against; languages that are read without
// tree-sitter have no yardstick but Go, whose grammar is only used here.
var grammars = map[string]func() unsafe.Pointer{
	"go": golang.Language, "python": python.Language, "javascript": javascript.Language, "typescript": typescript.LanguageTypescript, "tsx": typescript.LanguageTSX,
	"java": java.Language, "rust": rust.Language, "c": c.Language, "c++": cpp.Language, "c#": csharp.Language, "ruby": ruby.Language, "php": php.LanguagePHP,
	"kotlin": kotlin.Language, "scala": scala.Language, "lua": lua.Language, "shell": bash.Language, "zig": zig.Language, "hcl": hcl.Language,
	"swift": swift.GetLanguage, "elixir": elixir.GetLanguage, "dart": dart.GetLanguage, "sql": sql.GetLanguage, "dockerfile": dockerfile.GetLanguage,
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
