package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// query is what was asked, taken apart.
type query struct {
	text    string
	terms   []term   // Words without stop words, each once, in order.
	names   []string // Words that are written like identifiers.
	paths   []string // Words that are written like paths.
	quoted  []string // Phrases in quotes.
	frames  []frame  // Stack frames.
	tests   bool     // It speaks of tests.
	docs    bool     // It speaks of documentation.
	generic bool     // It speaks of generated or vendored code.
}

// term is a word to look for.
type term struct {
	word string // Lower case.
	stem string
	name bool // A part of something written like an identifier.
}

// frame is a place in a stack trace.
type frame struct {
	path string
	line int32
	name string
}

// maxTerms bounds the words of a query that are looked for; a longer text repeats
// itself.
const maxTerms = 24

var (
	pythonFrame = regexp.MustCompile(`File "([^"\n]+)", line (\d+)(?:, in ([\w.<>]+))?`)
	javaFrame   = regexp.MustCompile(`at ([\w.$<>]+)\(([\w$]+\.\w+):(\d+)\)`)
	placeFrame  = regexp.MustCompile(`([\w@./\\-]+\.[A-Za-z]\w{0,5}):(\d+)`)
	quotes      = regexp.MustCompile("\"([^\"\\n]{3,})\"|`([^`\\n]{2,})`|'([^'\\n]{4,})'")
	wordPattern = regexp.MustCompile(`[\p{L}\p{N}_$][\p{L}\p{N}_$./:#>-]*`)
)

func parseQuery(text string) query {
	q := query{text: strings.TrimSpace(text)}
	q.readFrames(text)
	for _, m := range quotes.FindAllStringSubmatch(text, -1) {
		q.quoted = append(q.quoted, strings.TrimSpace(m[1]+m[2]+m[3]))
	}
	words := wordPattern.FindAllString(text, -1)
	seen := map[string]bool{}
	for _, w := range words {
		w = strings.TrimRight(w, ".:/->#")
		if w == "" {
			continue
		}
		if looksLikePath(w) && !slices.Contains(q.paths, w) {
			q.paths = append(q.paths, w)
		}
		identifier := looksLikeName(w) || len(words) == 1
		if identifier && !slices.Contains(q.names, w) {
			q.names = append(q.names, w)
		}
		for _, piece := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("./:#>-", r) }) {
			for _, p := range append(parts(piece), strings.ToLower(piece)) {
				q.addTerm(p, identifier, seen)
			}
		}
	}
	for _, t := range q.terms {
		switch t.stem {
		case "test", "spec", "fixture", "mock", "pytest", "jest":
			q.tests = true
		case "doc", "document", "readme", "changelog", "markdown", "guide":
			q.docs = true
		case "generat", "vendor", "vendored":
			q.generic = true
		}
	}
	if len(q.terms) > maxTerms {
		q.terms = q.terms[:maxTerms]
	}
	return q
}

func (q *query) addTerm(word string, name bool, seen map[string]bool) {
	if len(word) < 2 && len([]rune(word)) < 2 || !name && stopWords[word] || seen[word] {
		return
	}
	if _, err := strconv.Atoi(word); err == nil {
		return
	}
	seen[word] = true
	q.terms = append(q.terms, term{word: word, stem: stem(word), name: name})
}

func (q *query) readFrames(text string) {
	add := func(path, line, name string) {
		n, err := strconv.Atoi(line)
		if err == nil && n > 0 && n < 1<<30 {
			q.frames = append(q.frames, frame{path: strings.ReplaceAll(path, "\\", "/"), line: int32(n), name: name})
		}
	}
	for _, m := range pythonFrame.FindAllStringSubmatch(text, -1) {
		add(m[1], m[2], m[3])
	}
	for _, m := range javaFrame.FindAllStringSubmatch(text, -1) {
		pkg := strings.Split(m[1], ".")
		folder := strings.Join(pkg[:max(0, len(pkg)-2)], "/")
		add(strings.TrimPrefix(folder+"/"+m[2], "/"), m[3], pkg[len(pkg)-1])
	}
	for _, m := range placeFrame.FindAllStringSubmatch(text, -1) {
		if !slices.ContainsFunc(q.frames, func(f frame) bool { return strings.HasSuffix(f.path, m[1]) && strconv.Itoa(int(f.line)) == m[2] }) {
			add(m[1], m[2], "")
		}
	}
}

// looksLikeName reports whether a word is written as code writes names: with a
// capital inside, an underscore, a digit, a dot or double colon between names, or
// all capitals.
func looksLikeName(w string) bool {
	if strings.ContainsAny(w, "_$") || strings.Contains(w, "::") || strings.Contains(w, "->") {
		return true
	}
	if i := strings.IndexAny(w, ".#"); i > 0 && i < len(w)-1 {
		return true
	}
	upper, lower := 0, 0
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			if i > 0 {
				upper++
			}
		case unicode.IsLower(r):
			lower++
		case unicode.IsDigit(r) && i > 0:
			upper++
		}
	}
	return upper > 0
}

var extension = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{0,5}$`)

func looksLikePath(w string) bool {
	return strings.Contains(w, "/") && !strings.HasPrefix(w, "http") && !strings.Contains(w, "//") || extension.MatchString(w)
}

// parts splits an identifier at underscores, digits and capitals, in lower case:
// parseHTTPHeader2 is parse, http, header.
func parts(name string) []string {
	var out []string
	runes := []rune(name)
	start := 0
	flush := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush(i)
			start = i + 1
		case unicode.IsUpper(r) && i > start:
			before := runes[i-1]
			if !unicode.IsUpper(before) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
				flush(i)
			}
		}
	}
	flush(len(runes))
	return out
}

// stem takes the commonest English endings off, the same way for names and words.
func stem(w string) string {
	for _, end := range []string{"ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "er", "s", "e", "y"} {
		if strings.HasSuffix(w, end) && len(w)-len(end) >= 4 && !strings.HasSuffix(w, "ss") {
			return w[:len(w)-len(end)]
		}
	}
	if len(w) == 4 && w[3] == 's' && w[2] != 's' {
		return w[:3]
	}
	return w
}

// stopWords carry no meaning in a question about code.
var stopWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`a about above after again all also am an and any are as at be because been before being below between both but by
		can cannot could did do does doing don down during each etc few for from further had has have having he her here him his how i if in into is it
		its just like make makes may me might more most must my no nor not now of off on once only or other our out over own per same she should so
		some such than that the their them then there these they this those through to too under until up upon us use used uses using very via was we
		were what when where which while who whom why will with within without would yet you your`) {
		set[w] = true
	}
	return set
}()
