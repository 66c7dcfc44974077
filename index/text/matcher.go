package text

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Case says how letter case counts.
type Case uint8

const (
	CaseSensitive Case = iota
	CaseInsensitive
	// CaseSmart ignores case unless the pattern has an upper-case literal.
	CaseSmart
)

// matcher finds a pattern in the content of a file with ripgrep's semantics: a
// line is the unit unless multiline is set, ^ and $ are ends of lines, classes
// and word boundaries are Unicode. It is immutable and safe for concurrent use.
type matcher struct {
	narrow    *regexp.Regexp // For text that is all ASCII.
	wide      *regexp.Regexp // For other text.
	walk      *syntax.Prog   // For lines that Go's regexp reads otherwise than ripgrep.
	boundary  bool           // The pattern has word boundaries: Go's are ASCII only.
	literal   []byte         // The whole pattern, when it is one case-sensitive literal.
	tree      *syntax.Regexp // Of the narrow form, for trigrams.
	multiline bool
	batched   bool // The regexp has no literal prefix to skip to.

	// Inner is a literal that every matching line holds, nil when there is none;
	// with innerFold it is in lower case and ASCII case does not count.
	inner     []byte
	innerFold bool
}

func newMatcher(q *Query) (*matcher, error) {
	pattern := q.Pattern
	if !q.Regex {
		pattern = regexp.QuoteMeta(pattern)
	}
	m := &matcher{multiline: q.Multiline}
	narrowText, err := translate(pattern, false)
	if err != nil {
		return nil, err
	}
	wideText, err := translate(pattern, true)
	if err != nil {
		return nil, err
	}
	flags := syntax.Perl &^ syntax.OneLine // ^ and $ are ends of lines.
	if q.insensitive(pattern) {
		flags |= syntax.FoldCase
	}
	narrow, err := parse(pattern, narrowText, flags)
	if err != nil {
		return nil, err
	}
	wide, err := parse(pattern, wideText, flags)
	if err != nil {
		return nil, err
	}
	if n := states(wide); n > maxStates {
		return nil, &SyntaxError{Pattern: q.Pattern, Construct: fmt.Sprintf("about %d states, at most %d are run", n, maxStates), Offset: -1}
	}
	if !m.multiline && hasNewline(narrow) {
		// A line never holds its own end; only a search across lines can match.
		m.multiline = true
	}
	if !m.multiline {
		removeNewline(narrow)
		removeNewline(wide)
	}
	m.tree = narrow
	if m.narrow, err = regexp.Compile(narrow.String()); err != nil {
		return nil, &SyntaxError{Pattern: pattern, Construct: err.Error(), Offset: -1}
	}
	if m.wide, err = regexp.Compile(wide.String()); err != nil {
		return nil, &SyntaxError{Pattern: pattern, Construct: err.Error(), Offset: -1}
	}
	m.boundary = hasWordBoundary(wide)
	if m.walk, err = syntax.Compile(wide.Simplify()); err != nil {
		return nil, &SyntaxError{Pattern: pattern, Construct: err.Error(), Offset: -1}
	}
	if narrow.Op == syntax.OpLiteral && narrow.Flags&syntax.FoldCase == 0 {
		m.literal = []byte(string(narrow.Rune))
	}
	prefix, _ := m.narrow.LiteralPrefix()
	m.batched = prefix == ""
	if !m.multiline {
		m.inner, m.innerFold = innerLiteral(narrow)
	}
	return m, nil
}

func parse(pattern, text string, flags syntax.Flags) (*syntax.Regexp, error) {
	re, err := syntax.Parse(text, flags)
	if err == nil {
		return re, nil
	}
	construct := err.Error()
	var e *syntax.Error
	if errors.As(err, &e) {
		construct = e.Code.String()
		if e.Expr != "" && len(e.Expr) < 80 {
			construct += ": " + e.Expr
		}
	}
	return nil, &SyntaxError{Pattern: pattern, Construct: construct, Offset: -1}
}

// insensitive reports whether case is ignored.
func (q *Query) insensitive(pattern string) bool {
	switch q.Case {
	case CaseInsensitive:
		return true
	case CaseSmart:
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			return false
		}
		literals, upper := false, false
		visit(re, func(re *syntax.Regexp) {
			switch re.Op {
			case syntax.OpLiteral:
				literals = true
				upper = upper || strings.ContainsFunc(string(re.Rune), unicode.IsUpper)
			}
		})
		// Classes written with letters count too: [A-Z] asks for case. Escapes such
		// as \W and \pL are not letters that anybody typed.
		return literals && !upper
	}
	return false
}

// maxStates bounds the machine of a pattern: matching takes time in proportion to
// it for every character.
const maxStates = 50_000

// states estimates the size of the machine, with repetitions written out.
func states(re *syntax.Regexp) int {
	n := 1
	if re.Op == syntax.OpLiteral {
		n = len(re.Rune)
	}
	for _, sub := range re.Sub {
		n += states(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Max, re.Min+1, 1)
	}
	return min(n, 1<<40)
}

func visit(re *syntax.Regexp, f func(*syntax.Regexp)) {
	f(re)
	for _, sub := range re.Sub {
		visit(sub, f)
	}
}

func hasNewline(re *syntax.Regexp) bool {
	found := false
	visit(re, func(re *syntax.Regexp) {
		if re.Op == syntax.OpLiteral {
			for _, r := range re.Rune {
				found = found || r == '\n'
			}
		}
	})
	return found
}

func hasWordBoundary(re *syntax.Regexp) bool {
	found := false
	visit(re, func(re *syntax.Regexp) {
		found = found || re.Op == syntax.OpWordBoundary || re.Op == syntax.OpNoWordBoundary
	})
	return found
}

// removeNewline takes the line end out of every class, so that no match leaves
// its line, and makes text ends line ends.
func removeNewline(re *syntax.Regexp) {
	visit(re, func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpAnyChar:
			re.Op = syntax.OpAnyCharNotNL
		case syntax.OpBeginText:
			re.Op = syntax.OpBeginLine
		case syntax.OpEndText:
			re.Op, re.Flags = syntax.OpEndLine, re.Flags&^syntax.WasDollar
		case syntax.OpCharClass:
			out := make([]rune, 0, len(re.Rune)+2)
			for i := 0; i+1 < len(re.Rune); i += 2 {
				lo, hi := re.Rune[i], re.Rune[i+1]
				if lo > '\n' || hi < '\n' {
					out = append(out, lo, hi)
					continue
				}
				if lo < '\n' {
					out = append(out, lo, '\n'-1)
				}
				if hi > '\n' {
					out = append(out, '\n'+1, hi)
				}
			}
			re.Rune = out
			if len(out) == 0 {
				re.Op = syntax.OpNoMatch
			}
		}
	})
}

// finder finds matches in one content. It is not safe for concurrent use.
type finder struct {
	m       *matcher
	content []byte
	re      *regexp.Regexp
	byLine  bool // Some lines may need the walker.
	inner   []byte
	hay     []byte // Where inner is looked for: the content, folded when inner is.
}

func (m *matcher) finder(content []byte) *finder {
	f := &finder{m: m, content: content, re: m.narrow}
	if m.literal == nil && !isASCII(content) {
		f.re, f.byLine = m.wide, m.boundary || !utf8.Valid(content)
	}
	if m.inner != nil && m.literal == nil {
		f.inner, f.hay = m.inner, content
		if m.innerFold {
			f.hay = lowerASCII(content)
		}
	}
	return f
}

// lineBatch is how much text one call of the regexp gets when it has no literal
// to skip to: on short input Go's regexp uses its bounded backtracker, several
// times faster than its general machine.
const lineBatch = 8 << 10

// nextLine returns the first line at or after from, itself a line start, that
// holds a match: its start and its end without the line break; -1, -1 when there
// is none. A line break at the very end of the content begins no line.
func (f *finder) nextLine(from int) (lineStart, lineEnd int) {
	for from < len(f.content) {
		batchEnd := len(f.content)
		at := -1
		switch {
		case f.m.literal != nil:
			at = bytes.Index(f.content[from:], f.m.literal)
		case f.inner != nil:
			i := bytes.Index(f.hay[from:], f.inner)
			if i < 0 {
				return -1, -1
			}
			from += bytes.LastIndexByte(f.content[from:from+i], '\n') + 1
			batchEnd = f.lineEnd(from)
			if spans := f.spans(from, batchEnd, 1); len(spans) > 0 {
				return from, batchEnd
			}
		case f.byLine:
			batchEnd = f.lineEnd(from)
			if spans := f.spans(from, batchEnd, 1); len(spans) > 0 {
				return from, batchEnd
			}
		default:
			if f.m.batched && batchEnd-from > lineBatch {
				batchEnd = f.lineEnd(from + lineBatch)
			}
			if loc := f.re.FindIndex(f.content[from:batchEnd]); loc != nil {
				at = loc[0]
			}
		}
		if at >= 0 {
			at += from
			lineStart = bytes.LastIndexByte(f.content[:at], '\n') + 1
			if lineStart == len(f.content) {
				return -1, -1
			}
			return lineStart, f.lineEnd(at)
		}
		from = batchEnd + 1
	}
	return -1, -1
}

func (f *finder) lineEnd(at int) int {
	if i := bytes.IndexByte(f.content[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(f.content)
}

// spans returns up to n matches (n < 0: all) inside content[lo:hi], whole lines,
// as offsets into the content.
func (f *finder) spans(lo, hi, n int) [][2]int {
	text := f.content[lo:hi]
	var locs [][]int
	switch {
	case f.byLine && isASCII(text):
		locs = f.m.narrow.FindAllIndex(text, n)
	case f.byLine && (f.m.boundary || !utf8.Valid(text)):
		locs = walkAll(f.m.walk, text, n)
	default:
		locs = f.re.FindAllIndex(text, n)
	}
	spans := make([][2]int, len(locs))
	for i, loc := range locs {
		spans[i] = [2]int{lo + loc[0], lo + loc[1]}
	}
	return spans
}

// blocks returns the matches of a search across lines, grouped into blocks of
// whole lines: matches that share a line share a block.
func (f *finder) blocks() []block {
	var blocks []block
	for _, span := range f.spans(0, len(f.content), -1) {
		if span[0] == len(f.content) && (span[0] == 0 || f.content[span[0]-1] == '\n') {
			continue // After the last line.
		}
		start := bytes.LastIndexByte(f.content[:span[0]], '\n') + 1
		end := span[1]
		if end > span[0] && f.content[end-1] == '\n' {
			end-- // A match that ends with a line break does not touch the next line.
		}
		end = f.lineEnd(end)
		if n := len(blocks); n > 0 && start <= blocks[n-1].end {
			blocks[n-1].end = max(end, blocks[n-1].end)
			blocks[n-1].spans = append(blocks[n-1].spans, span)
			continue
		}
		blocks = append(blocks, block{start, end, [][2]int{span}})
	}
	return blocks
}

// block is a run of whole lines with its matches.
type block struct {
	start, end int // Without the last line break.
	spans      [][2]int
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
