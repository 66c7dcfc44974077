package ecma_test

import (
	"os"
	"testing"

	langecma "github.com/lc-index/lc/index/lang/ecma"

	"github.com/lc-index/lc/graph/resolve/ecma"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
)

// TestAgreesWithIndexer compares with an index of a real repository when
// LC_ECMA_ROOT names the checkout and LC_ECMA_INDEX its occurrences (see
// resolvetest.CompareWithIndex).
func TestAgreesWithIndexer(t *testing.T) {
	root, index := os.Getenv("LC_ECMA_ROOT"), os.Getenv("LC_ECMA_INDEX")
	if root == "" || index == "" {
		t.Skip("LC_ECMA_ROOT and LC_ECMA_INDEX are not set")
	}
	setup := resolvetest.Setup{Languages: langecma.Languages(), Rules: ecma.Rules{}, LanguageOf: languageOf}
	_, _, score, err := resolvetest.CompareWithIndex(t.Context(), setup, root, index)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(score)
	if dump := os.Getenv("LC_DUMP"); dump != "" {
		resolvetest.Dump(t, dump, score)
	}
	if score.HitPairs*100 < 95*score.WantPairs || score.RightPairs*100 < 90*score.ClaimedPairs {
		t.Errorf("below recall .95 and precision .90 of direct dependents")
	}
}
