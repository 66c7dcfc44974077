package history

import "strings"

// prefixes maps the types of conventional commits and their common spellings.
var prefixes = map[string]string{
	"fix": "fix", "bugfix": "fix", "hotfix": "fix", "feat": "feature", "feature": "feature",
	"refactor": "refactor", "perf": "perf", "test": "test", "tests": "test", "docs": "docs", "doc": "docs",
	"build": "build", "ci": "build", "chore": "chore", "style": "style", "revert": "revert", "deps": "build",
}

// words are evidence in a subject without a prefix, by descending strength.
var words = []struct {
	kind  string
	words []string
}{
	{"revert", []string{"revert", "reverts"}},
	{"fix", []string{"fix", "fixes", "fixed", "bug", "crash", "panic", "regression", "leak", "race"}},
	{"test", []string{"test", "tests"}},
	{"docs", []string{"doc", "docs", "readme", "typo", "changelog", "comment", "comments"}},
	{"build", []string{"bump", "ci", "release", "dependency", "dependencies", "upgrade"}},
	{"refactor", []string{"refactor", "rename", "move", "cleanup", "simplify", "extract"}},
	{"feature", []string{"add", "adds", "support", "implement", "introduce", "allow"}},
}

// Confidence of a classification by where the evidence stands.
const (
	prefixConfidence = .95 // The author used a conventional prefix.
	wordConfidence   = .6  // A word of the subject only.
)

// Classify names the kind of change that a commit subject claims, "" when
// nothing tells.
func Classify(subject string) (kind string, confidence float32) {
	s := strings.ToLower(subject)
	if head, _, ok := strings.Cut(s, ":"); ok && len(head) < 40 {
		head, _, _ = strings.Cut(head, "(")
		head = strings.TrimSuffix(strings.TrimSpace(head), "!")
		if k, known := prefixes[head]; known {
			return k, prefixConfidence
		}
	}
	have := make(map[string]bool)
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r < 'a' || r > 'z' }) {
		have[w] = true
	}
	for _, row := range words {
		for _, w := range row.words {
			if have[w] {
				return row.kind, wordConfidence
			}
		}
	}
	return "", 0
}
