package document_test

import (
	"path"
	"slices"
	"testing"

	"github.com/lc-index/lc/graph/resolve/document"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/index/lang/data"
	"github.com/lc-index/lc/index/lang/markdown"
)

func languageOf(at string) string {
	switch path.Ext(at) {
	case ".md":
		return "markdown"
	case ".yml":
		return "yaml"
	}
	return ""
}

func TestLinksLeadToFiles(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: slices.Concat(markdown.Languages(), data.Languages()), Rules: document.Rules{}, LanguageOf: languageOf,
	}, `
-- README.md --
# Project

See [the guide](docs/guide.md#start) <!-- link: docs/guide.md -> docs/guide.md -->
and [docs](docs/) <!-- link: docs/ -> docs/README.md -->
or [nothing](docs/gone.md). <!-- link: docs/gone.md -> none -->
The [code](src/main.go) is no document. <!-- link: src/main.go -> none -->
-- docs/README.md --
[up](../README.md) [over](../../README.md) <!-- link: ../README.md -> README.md; link: ../../README.md -> none -->
-- docs/guide.md --
[root](/README.md) <!-- link: /README.md -> README.md -->
[bare](other) [spaced](a%20b.md) <!-- link: other -> docs/other.md; link: a%20b.md -> docs/a b.md -->
-- docs/other.md --
# Other
-- docs/a b.md --
# Spaced
-- src/main.go --
package main
-- config.yml --
base: &base {a: 1}
more: *base # link: base -> config.yml:1
none: *gone # link: gone -> none
`)
}
