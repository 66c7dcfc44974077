package python_test

import (
	"os"
	"strings"
	"testing"

	langpython "github.com/lc-index/lc/index/lang/python"

	"github.com/lc-index/lc/graph/resolve/python"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
)

// TestAgreesWithIndexer compares with an index of a real repository when
// LC_PYTHON_ROOT names the checkout and LC_PYTHON_INDEX its occurrences (see
// resolvetest.CompareWithIndex).
func TestAgreesWithIndexer(t *testing.T) {
	root, index := os.Getenv("LC_PYTHON_ROOT"), os.Getenv("LC_PYTHON_INDEX")
	if root == "" || index == "" {
		t.Skip("LC_PYTHON_ROOT and LC_PYTHON_INDEX are not set")
	}
	setup := resolvetest.Setup{Languages: langpython.Languages(), Rules: python.Rules{}, LanguageOf: func(path string) string {
		if strings.HasSuffix(path, ".py") || strings.HasSuffix(path, ".pyi") {
			return "python"
		}
		return ""
	}}
	_, _, score, err := resolvetest.CompareWithIndex(t.Context(), setup, root, index)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(score)
	if dump := os.Getenv("LC_DUMP"); dump != "" {
		resolvetest.Dump(t, dump, score)
	}
	if score.HitPairs*100 < 90*score.WantPairs || score.RightPairs*100 < 85*score.ClaimedPairs {
		t.Errorf("below recall .90 and precision .85 of direct dependents")
	}
}
