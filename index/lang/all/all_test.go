package all_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang/all"
)

func TestEveryLanguageReadsAnEmptyFileAndNoise(t *testing.T) {
	t.Parallel()
	r := all.Registry()
	if len(r.Names()) == 0 {
		t.Fatal("no languages")
	}
	for _, name := range r.Names() {
		for _, src := range []string{"", "\n", "}{)(\x01 \"", "\xef\xbf\xbd\xef\xbf\xbd @@ <<< class def fn"} {
			facts, err := r.Lookup(name).Extract([]byte(src))
			if err != nil {
				t.Errorf("%s of %q: %v", name, src, err)
				continue
			}
			if facts.Language != name || len(facts.Symbols) == 0 {
				t.Errorf("%s of %q: language %q, %d symbols", name, src, facts.Language, len(facts.Symbols))
			}
		}
	}
}
