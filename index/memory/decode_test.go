package memory

import (
	"bytes"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// FuzzDecode is internal because records are reached only behind a checksum, which
// no mutation passes. What decodes must have its references in range and encode to
// a record that decodes to the same.
func FuzzDecode(f *testing.F) {
	s := lang.NewSymbol("", schema.KindFile)
	r := lang.NewRef("x", schema.RoleCall)
	r.Encl, r.Base = 0, 0
	f.Add(encode(&lang.Facts{Language: "go"}))
	f.Add(encode(&lang.Facts{
		Language: "go", Package: "p", Symbols: []lang.Symbol{s, s}, Refs: []lang.Ref{r, r},
		Imports: []lang.Import{{Module: "m", Symbol: 1}}, Problems: []lang.Problem{{Line: 3, Reason: "why"}},
	}))
	f.Fuzz(func(t *testing.T, data []byte) {
		facts, err := decode(data)
		if err != nil {
			return
		}
		in := func(v int32, n int) bool { return v >= -1 && int(v) < n }
		for i, s := range facts.Symbols {
			if !in(s.Parent, i) || !in(s.Type, len(facts.Refs)) || !in(s.Init, len(facts.Refs)) || !in(s.Import, len(facts.Imports)) {
				t.Fatalf("symbol %d leads outside: %+v", i, s)
			}
		}
		for i, r := range facts.Refs {
			if !in(r.Encl, len(facts.Symbols)) || !in(r.Target, len(facts.Symbols)) || r.Base != lang.BaseUnknown && !in(r.Base, len(facts.Refs)) || !in(r.Import, len(facts.Imports)) {
				t.Fatalf("reference %d leads outside: %+v", i, r)
			}
		}
		again := encode(facts)
		third, err := decode(again)
		if err != nil || !bytes.Equal(again, encode(third)) {
			t.Fatalf("a decoded record does not survive encoding: %v", err)
		}
	})
}
