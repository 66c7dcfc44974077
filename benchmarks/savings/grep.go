package savings

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/lc-index/lc/index/text"
)

const (
	// windowLines is how much the skilled reader opens around a match.
	windowLines = 40
	// aboveLines is how much of a window lies above the match that it is opened for.
	aboveLines = 8
	// grepLines is how many matching lines a grep shows: more is what a careful
	// reader cuts with head, and what an agent's tool cuts by itself.
	grepLines = 50
	// windowsPerGrep is how many windows are opened before the next word is tried.
	windowsPerGrep = 2
	// pageLines is how much of a file one read shows.
	pageLines = 2000
)

// plainTools are the schemas of the two tools that both readers without lc have.
const plainTools = `[{"name":"grep","description":"Search file contents with a regular expression; prints path:line:text","input_schema":{"type":"object","properties":{"pattern":{"type":"string"},"path":{"type":"string"},"i":{"type":"boolean"},"head":{"type":"integer"}},"required":["pattern"]}},
{"name":"read","description":"Read a file, or some lines of it","input_schema":{"type":"object","properties":{"path":{"type":"string"},"offset":{"type":"integer"},"limit":{"type":"integer"}},"required":["path"]}}]`

// tree is the text of a snapshot by lines.
type tree struct {
	paths []string
	lines map[string][]string
}

// newTree reads every file that is text.
func newTree(s *text.Searcher) *tree {
	t := &tree{lines: map[string][]string{}}
	for _, f := range s.Files() {
		if !f.Searched {
			continue
		}
		content, ok := s.Content(f.Path)
		if !ok || bytes.IndexByte(content, 0) >= 0 {
			continue
		}
		t.paths = append(t.paths, f.Path)
		t.lines[f.Path] = strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	}
	slices.Sort(t.paths)
	return t
}

// hit is a matching line.
type hit struct {
	path string
	line int
}

func (t *tree) grep(term string) []hit {
	expr := regexp.MustCompile("(?i)" + regexp.QuoteMeta(term))
	var hits []hit
	for _, p := range t.paths {
		for i, l := range t.lines[p] {
			if expr.MatchString(l) {
				hits = append(hits, hit{p, i + 1})
			}
		}
	}
	return hits
}

// isStop reports whether a word of a question is one that no reader greps for.
func isStop(word string) bool {
	switch word {
	case "the", "and", "are", "how", "what", "where", "which", "who", "when", "does", "for", "with", "from", "that", "this", "into", "its", "not", "was", "has", "have", "get", "all", "any", "one", "code", "function", "method", "class", "file", "line", "used", "use", "uses", "find", "show", "why", "can", "will", "they", "there", "after", "before":
		return true
	}
	return false
}

// terms are the words of a query that are worth a grep: names first, then longer
// words before shorter ones, with their usual endings off.
func terms(query string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(query, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		if len(w) < 3 || isStop(strings.ToLower(w)) {
			continue
		}
		if !isName(w) {
			w = strings.ToLower(w)
			for _, ending := range []string{"ing", "ed", "es", "s"} {
				if cut, ok := strings.CutSuffix(w, ending); ok && len(cut) >= 4 {
					w = cut
					break
				}
			}
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int {
		if isName(a) != isName(b) {
			if isName(a) {
				return -1
			}
			return 1
		}
		return len(b) - len(a)
	})
	return out
}

// isName reports whether a word is spelled as code spells names.
func isName(w string) bool {
	return strings.Contains(w, "_") || strings.IndexFunc(w[1:], unicode.IsUpper) >= 0
}

// grepCall shows the answer of a grep and returns the hits.
func (t *tree) grepCall(tr *transcript, term string, head int) ([]hit, error) {
	hits := t.grep(term)
	call := fmt.Sprintf(`grep {"pattern":%q,"i":true,"head":%d}`, term, head)
	if len(hits) == 0 {
		return nil, tr.show(call, "no matches\n")
	}
	var b strings.Builder
	var shown []lines
	for i, h := range hits {
		if i == head {
			fmt.Fprintf(&b, "… %d more\n", len(hits)-head)
			break
		}
		fmt.Fprintf(&b, "%s:%d:%s\n", h.path, h.line, t.lines[h.path][h.line-1])
		shown = append(shown, lines{h.path, h.line, h.line})
	}
	return hits, tr.show(call, b.String(), shown...)
}

// readCall shows some lines of a file, numbered.
func (t *tree) readCall(tr *transcript, path string, first, last int) error {
	last = min(last, len(t.lines[path]))
	var b strings.Builder
	for n := first; n <= last; n++ {
		fmt.Fprintf(&b, "%d\t%s\n", n, t.lines[path][n-1])
	}
	return tr.show(fmt.Sprintf(`read {"path":%q,"offset":%d,"limit":%d}`, path, first, last-first+1), b.String(), lines{path, first, last})
}

// naive is grep and whole files.
func (t *tree) naive(tr *transcript, query string) error {
	tr.charge(plainTools)
	read := map[string]bool{}
	counts := map[string]int{}
	for _, term := range terms(query) {
		hits, err := t.grepCall(tr, term, 2*grepLines)
		if err != nil {
			return err
		}
		for _, h := range hits {
			counts[h.path]++
		}
		if err := t.wholeFiles(tr, counts, read, 1); err != nil {
			return err
		}
	}
	return t.wholeFiles(tr, counts, read, len(t.paths))
}

// wholeFiles reads up to n files, those with the most matches first.
func (t *tree) wholeFiles(tr *transcript, counts map[string]int, read map[string]bool, n int) error {
	for ; n > 0; n-- {
		best := ""
		for _, p := range t.paths {
			if counts[p] > 0 && !read[p] && (best == "" || counts[p] > counts[best]) {
				best = p
			}
		}
		if best == "" {
			return nil
		}
		read[best] = true
		for first := 1; first <= len(t.lines[best]); first += pageLines {
			if err := t.readCall(tr, best, first, first+pageLines-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// declares begins a line that declares something, in most languages.
var declares = regexp.MustCompile(`^\s*(?:(?:export|pub|public|private|protected|static|async|abstract|final|default|override)(?:\([a-z]+\))?\s+)*(?:func|def|class|struct|interface|trait|enum|type|fn|function|const|impl)\b|^[A-Za-z_][^;=]*\)\s*\{?$`)

// skilled is grep -n and windows, the densest first. A declaration that a window cuts
// off is read to its end.
func (t *tree) skilled(tr *transcript, query string) error {
	tr.charge(plainTools)
	words := terms(query)
	var all []hit
	for _, term := range words {
		hits, err := t.grepCall(tr, term, grepLines)
		if err != nil {
			return err
		}
		all = append(all, hits...)
		if err := t.windows(tr, all, words, windowsPerGrep); err != nil {
			return err
		}
	}
	return t.windows(tr, all, words, len(all))
}

// windows opens up to n windows around hits that were not shown in one yet.
func (t *tree) windows(tr *transcript, all []hit, words []string, n int) error {
	if tr.opened == nil {
		tr.opened = map[hit]bool{}
	}
	for ; n > 0; n-- {
		best, score := hit{}, -1
		for _, h := range all {
			if tr.opened[h] {
				continue
			}
			if s := t.density(h, words); s > score {
				best, score = h, s
			}
		}
		if score < 0 {
			return nil
		}
		first := max(1, best.line-aboveLines)
		last := first + windowLines - 1
		for l := first; l <= last; l++ {
			tr.opened[hit{best.path, l}] = true
		}
		if err := t.readCall(tr, best.path, first, last); err != nil {
			return err
		}
		// A declaration that goes on below the window is read to its end.
		if !declares.MatchString(t.lines[best.path][best.line-1]) {
			continue
		}
		for end := t.endOf(best); last < end; last += windowLines {
			for l := last + 1; l <= last+windowLines; l++ {
				tr.opened[hit{best.path, l}] = true
			}
			if err := t.readCall(tr, best.path, last+1, last+windowLines); err != nil {
				return err
			}
		}
	}
	return nil
}

// endOf is the last line of a declaration by its indentation: the one before the next
// line that stands as far left, closing brackets aside.
func (t *tree) endOf(h hit) int {
	all := t.lines[h.path]
	indent := func(l string) int { return len(l) - len(strings.TrimLeft(l, " \t")) }
	for n := h.line + 1; n <= len(all); n++ {
		l := all[n-1]
		if strings.TrimSpace(l) == "" || indent(l) > indent(all[h.line-1]) || strings.HasPrefix(strings.TrimSpace(l), ")") || strings.TrimSpace(l) == "{" {
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(l), "}") {
			return n
		}
		return n - 1
	}
	return len(all)
}

// density is how many of the words stand in the window of a hit; a declaration that
// names one of them counts twice as much, a test half.
func (t *tree) density(h hit, words []string) int {
	first := max(1, h.line-aboveLines)
	window := strings.ToLower(strings.Join(t.lines[h.path][first-1:min(first+windowLines-1, len(t.lines[h.path]))], "\n"))
	score := 0
	for _, w := range words {
		if strings.Contains(window, strings.ToLower(w)) {
			score += 2
		}
	}
	if declares.MatchString(t.lines[h.path][h.line-1]) {
		score *= 2
	}
	if strings.Contains(strings.ToLower(h.path), "test") {
		score /= 2
	}
	return score
}

// ended turns the end of a policy into no error.
func ended(err error) error {
	if errors.Is(err, errDone) {
		return nil
	}
	return err
}
