// Package docker reads Dockerfiles (Containerfiles) by the rules of BuildKit's own
// parser: line by line, with the escape character that the file chooses, comments
// inside of continued lines, and here-documents.
//
// The tree-sitter grammar that can be had (camdencheek/tree-sitter-dockerfile, MIT
// licence) knows one escape character and stops at what it does not know, MAINTAINER
// among it; the tests hold this reader against it where it can read.
//
// A stage is a resource named by its AS, or else by its image; arguments, environment
// variables and labels are inside of it. An image and a source that is copied are
// imports, a stage that is named by FROM, COPY --from or RUN --mount is a reference.
package docker

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "dockerfile"

// Languages returns the one language of this package.
func Languages() []lang.Language {
	return []lang.Language{{Name: Name, Extract: extract}}
}

// reader reads one file.
type reader struct {
	src    []byte
	b      *lang.Builder
	stage  int32                      // The open stage, None before the first FROM.
	stages map[string]int32           // By name in lower case, and by number.
	count  int                        // Stages so far.
	env    map[int32]map[string]int32 // Environment of each stage.
	vars   map[string]bool            // Names that some ARG or ENV declares.
	first  string                     // Image of the first stage.
	errors int
}

func extract(src []byte) (*lang.Facts, error) {
	r := &reader{src: src, b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src)), stage: schema.None, stages: map[string]int32{}, env: map[int32]map[string]int32{}, vars: map[string]bool{}}
	f := r.b.Facts()
	f.Generated = detect.HasGeneratedMarker(src)
	list, doc := r.scan()
	for i := range list {
		r.declared(&list[i])
	}
	for i := range list {
		r.instruction(&list[i])
	}
	r.closeStage(syntax.Token{EndLine: f.Lines + 1, Line: f.Lines + 1})
	f.ErrorBytes = int32(r.errors)
	facts := r.b.Finish()
	if doc == "" {
		doc = r.summary()
	}
	syntax.Summary(facts, doc)
	return facts, nil
}

// summary names the image that the file starts from and its named stages.
func (r *reader) summary() string {
	if r.first == "" {
		return ""
	}
	text := "image from " + r.first
	var names []string
	for i := range r.b.Facts().Symbols {
		if s := &r.b.Facts().Symbols[i]; s.Kind == schema.KindResource && s.Name != r.first && len(names) < 6 {
			names = append(names, s.Name)
		}
	}
	if len(names) > 0 {
		text += ", stages " + strings.Join(names, ", ")
	}
	return syntax.Line(text)
}
