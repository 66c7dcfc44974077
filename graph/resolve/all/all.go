// Package all composes the linkers of every language that lc reads in full.
package all

import (
	"context"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/graph/resolve/cfamily"
	"github.com/lc-index/lc/graph/resolve/csharp"
	"github.com/lc-index/lc/graph/resolve/document"
	"github.com/lc-index/lc/graph/resolve/ecma"
	"github.com/lc-index/lc/graph/resolve/gotypes"
	"github.com/lc-index/lc/graph/resolve/java"
	"github.com/lc-index/lc/graph/resolve/kotlin"
	"github.com/lc-index/lc/graph/resolve/lua"
	"github.com/lc-index/lc/graph/resolve/php"
	"github.com/lc-index/lc/graph/resolve/python"
	"github.com/lc-index/lc/graph/resolve/ruby"
	"github.com/lc-index/lc/graph/resolve/rust"
	"github.com/lc-index/lc/graph/resolve/scala"
	"github.com/lc-index/lc/graph/resolve/shell"
	"github.com/lc-index/lc/graph/resolve/swift"
)

// Options of Link. The zero value works.
type Options struct {
	Cache gotypes.Cache // Link results of earlier runs; nil keeps nothing.
}

// Link resolves every reference of the snapshot.
func Link(ctx context.Context, in *link.Input, opts Options) (*link.Output, error) {
	out := link.NewOutput(in)
	if err := gotypes.New(gotypes.Options{Cache: opts.Cache}).Link(ctx, in, out); err != nil {
		return nil, err
	}
	engine := resolve.New(
		ecma.Rules{},
		cfamily.Rules{},
		csharp.Rules{},
		java.Rules{},
		kotlin.Rules{},
		scala.Rules{},
		php.Rules{},
		lua.Rules{},
		python.Rules{},
		ruby.Rules{},
		rust.Rules{},
		shell.Rules{},
		swift.Rules{},
		document.Rules{},
		document.Sheets{},
	)
	if err := engine.LinkInto(ctx, in, out); err != nil {
		return nil, err
	}
	return out, nil
}
