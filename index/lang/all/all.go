// Package all composes the languages that lc reads in full.
package all

import (
	"fmt"
	"slices"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/bash"
	"github.com/lc-index/lc/index/lang/cfamily"
	"github.com/lc-index/lc/index/lang/csharp"
	"github.com/lc-index/lc/index/lang/css"
	"github.com/lc-index/lc/index/lang/dart"
	"github.com/lc-index/lc/index/lang/data"
	"github.com/lc-index/lc/index/lang/docker"
	"github.com/lc-index/lc/index/lang/ecma"
	"github.com/lc-index/lc/index/lang/elixir"
	"github.com/lc-index/lc/index/lang/embed"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/index/lang/hcl"
	"github.com/lc-index/lc/index/lang/html"
	"github.com/lc-index/lc/index/lang/java"
	"github.com/lc-index/lc/index/lang/kotlin"
	"github.com/lc-index/lc/index/lang/lua"
	"github.com/lc-index/lc/index/lang/markdown"
	"github.com/lc-index/lc/index/lang/php"
	"github.com/lc-index/lc/index/lang/proto"
	"github.com/lc-index/lc/index/lang/python"
	"github.com/lc-index/lc/index/lang/ruby"
	"github.com/lc-index/lc/index/lang/rust"
	"github.com/lc-index/lc/index/lang/scala"
	"github.com/lc-index/lc/index/lang/sql"
	"github.com/lc-index/lc/index/lang/swift"
	"github.com/lc-index/lc/index/lang/zig"
)

// Registry returns every language that has an extractor; the hosts among them read
// the code that is embedded in them.
func Registry() *lang.Registry {
	r, err := lang.NewRegistry(embed.Languages(slices.Concat(
		golang.Languages(),
		java.Languages(),
		kotlin.Languages(),
		scala.Languages(),
		cfamily.Languages(),
		csharp.Languages(),
		ruby.Languages(),
		rust.Languages(),
		lua.Languages(),
		php.Languages(),
		swift.Languages(),
		bash.Languages(),
		python.Languages(),
		ecma.Languages(),
		dart.Languages(),
		docker.Languages(),
		elixir.Languages(),
		hcl.Languages(),
		proto.Languages(),
		sql.Languages(),
		zig.Languages(),
		data.Languages(),
		html.Languages(),
		css.Languages(),
		markdown.Languages(),
	))...)
	if err != nil {
		panic(fmt.Sprintf("all: %v", err)) // Two folders claim one language: a mistake of this file.
	}
	return r
}
