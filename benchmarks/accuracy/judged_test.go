package accuracy_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lc-index/lc/benchmarks/accuracy"
)

// What a judgement is asked about: a symbol of lc that ctags does not have, a line that
// a scan takes for a declaration, a declaration of ctags that lc does not have.
const (
	asSymbol      = "symbol"
	asDeclaration = "declaration"
	asTag         = "tag"
)

// question is a name on a line that is judged by hand to be a declaration or not. The
// key has a digest of the line, so that a judgement dies with the line that it is about.
type question struct{ order, key, note, text string }

func asked(what, corpus string, s *source, name string, line int32) question {
	text := strings.TrimSpace(s.lines[min(max(int(line), 1), len(s.lines))-1])
	digest := sha256.Sum256([]byte(text))
	order := sha256.Sum256([]byte(strings.Join([]string{what, corpus, s.path, name, text}, "\x00")))
	name = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(name)
	return question{string(order[:]), strings.Join([]string{what, corpus, s.language, s.path, fmt.Sprint(line), name, hex.EncodeToString(digest[:6])}, "\t"), "", text}
}

func (q question) with(note string) question {
	q.note = note
	return q
}

// readVerdicts reads what was judged by hand: real or not, by question.
func readVerdicts(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("judged.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			continue
		}
		if len(cells) != 8 || cells[7] != "real" && cells[7] != "not" {
			t.Fatalf("judged.tsv:%d: want what is asked, corpus, language, path, line, name, digest of the line, real or not", i+1)
		}
		out[strings.Join(cells[:7], "\t")] = cells[7] == "real"
	}
	return out
}

// Sizes of the samples: of what lc alone reports in a language of ctags, and of the
// symbols and the scanned declarations in other languages.
const (
	besideCtags  = 50
	withoutCtags = 100
)

// lowest keeps the questions of the lowest digests: a sample that stays the same while
// the symbols do. A name on a line that stands in a file more than once is one question.
type lowest struct {
	keep, seen int
	list       []question
}

func (l *lowest) add(q question, note string) {
	l.seen++
	i, asked := slices.BinarySearchFunc(l.list, q, func(a, b question) int { return strings.Compare(a.order, b.order) })
	if asked || i == l.keep {
		return
	}
	l.list = slices.Insert(l.list, i, q.with(note))
	l.list = l.list[:min(len(l.list), l.keep)]
}

// sample is what is judged of a language, over all corpora.
type sample struct {
	symbols, declarations lowest
	missed                []question // Of ctags' declarations, whatever was judged of them.
}

func (m *measurement) sampleOf(language string) *sample {
	s := m.samples[language]
	if s == nil {
		s = &sample{symbols: lowest{keep: besideCtags}, declarations: lowest{keep: withoutCtags}}
		if accuracy.Scanned(language) {
			s.symbols.keep = withoutCtags
		}
		m.samples[language] = s
	}
	return s
}

// judge prints what the judgements say of the samples of every language, and writes
// every question of a sample to the file that LC_SAMPLES names.
func (m *measurement) judge(t *testing.T) string {
	t.Helper()
	var table, open strings.Builder
	fmt.Fprintf(&table, "\n%-11s %22s %8s %24s %8s\n", "language", "sampled symbols, real", "", "sampled lines, found", "")
	for _, language := range sorted(m.samples) {
		s := m.samples[language]
		real, judged := m.count(&open, s.symbols.list, func(real bool, _ string) (int, int) { return b2i(real), 1 })
		found, lines := m.count(&open, s.declarations.list, func(real bool, note string) (int, int) { return b2i(real && note == "found"), b2i(real) })
		for _, q := range s.missed {
			write(&open, q, m.verdicts)
		}
		fmt.Fprintf(&table, "%-11s %22s %8s %24s %8s\n", language,
			cell(judged > 0, "%d/%d of %d", real, judged, s.symbols.seen), cell(judged > 0, "%.0f%%", share(real, judged)),
			cell(lines > 0, "%d/%d of %d", found, lines, s.declarations.seen), cell(lines > 0, "%.0f%%", share(found, lines)))
		if left := len(s.symbols.list) - judged; left > len(s.symbols.list)/10 {
			t.Errorf("%s: %d of %d sampled symbols are not judged", language, left, len(s.symbols.list))
		}
		if judged > 0 && share(real, judged) < realBar {
			t.Errorf("%s: %d of %d sampled symbols are real; the bar is %d %%", language, real, judged, realBar)
		}
		if lines >= fewest && share(found, lines) < foundBar {
			t.Errorf("%s: lc has %d of %d sampled declarations; the bar is %d %%", language, found, lines, foundBar)
		}
	}
	if path := os.Getenv("LC_SAMPLES"); path != "" {
		if err := os.WriteFile(path, []byte(open.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return table.String()
}

// count sums over the judged questions of a list.
func (m *measurement) count(open *strings.Builder, list []question, each func(real bool, note string) (part, whole int)) (part, whole int) {
	for _, q := range list {
		write(open, q, m.verdicts)
		if real, judged := m.verdicts[q.key]; judged {
			p, w := each(real, q.note)
			part, whole = part+p, whole+w
		}
	}
	return part, whole
}

// write adds a question to the file of samples, with its verdict where it has one.
func write(open *strings.Builder, q question, verdicts map[string]bool) {
	verdict := "?"
	if real, judged := verdicts[q.key]; judged {
		verdict = map[bool]string{true: "real", false: "not"}[real]
	}
	fmt.Fprintf(open, "%s\t%s\t%s\t%s\n", q.key, verdict, q.note, q.text)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestASampleAsksOnce(t *testing.T) {
	t.Parallel()
	l := lowest{keep: 2}
	for _, order := range []string{"c", "b", "b", "a", "a"} {
		l.add(question{order: order}, "")
	}
	if len(l.list) != 2 || l.list[0].order != "a" || l.list[1].order != "b" {
		t.Errorf("the sample is %v, want a and b", l.list)
	}
}
