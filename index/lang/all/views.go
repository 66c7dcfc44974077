package all

import (
	"sync"

	"github.com/lc-index/lc/index/lang"
)

// Views returns a function that finds what shortened views of a language's files are
// made by, nil for none. The languages are composed at its first call. It is safe for
// concurrent use.
func Views() func(language string) *lang.Views {
	registry := sync.OnceValue(Registry)
	return func(language string) *lang.Views {
		if l := registry().Lookup(language); l != nil {
			return l.Views
		}
		return nil
	}
}
