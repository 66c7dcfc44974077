package text

import (
	"regexp/syntax"
	"unicode/utf8"
)

// walkAll finds up to n successive matches (n < 0: all) of a program in a text,
// leftmost first as Go's regexp does. It exists for what ripgrep reads otherwise:
// word boundaries are Unicode, and a byte that is not UTF-8 is no character, so
// that nothing matches it. It simulates the program's threads side by side: time is linear
// in the text.
func walkAll(prog *syntax.Prog, text []byte, n int) [][]int {
	w := &walker{prog: prog, text: text}
	w.cur.init(len(prog.Inst))
	w.next.init(len(prog.Inst))
	var out [][]int
	lastEnd := -1
	for from := 0; from <= len(text) && (n < 0 || len(out) < n); {
		start, end := w.find(from)
		if start < 0 {
			break
		}
		if end > start || start != lastEnd {
			// An empty match right after another match is not reported.
			out = append(out, []int{start, end})
		}
		lastEnd = end
		from = end
		if end == start {
			_, size := utf8.DecodeRune(text[end:])
			from = end + max(size, 1)
		}
	}
	return out
}

// walker runs a program. Threads are kept in order of priority.
type walker struct {
	prog      *syntax.Prog
	text      []byte
	cur, next threads
}

// threads is an ordered set of program counters with the start of each one's match.
type threads struct {
	seen  []uint32 // Generation in which a counter was added.
	gen   uint32
	list  []thread
	stack []uint32
}

type thread struct {
	pc    uint32
	start int
}

func (t *threads) init(n int) { t.seen, t.gen = make([]uint32, n), 0; t.clear() }

func (t *threads) clear() { t.gen++; t.list = t.list[:0] }

// find returns the leftmost-first match that starts at or after from.
func (w *walker) find(from int) (start, end int) {
	start, end = -1, -1
	w.cur.clear()
	prev := rune(-1)
	if from > 0 {
		prev, _ = utf8.DecodeLastRune(w.text[:from])
	}
	for pos := from; ; {
		r, size := rune(-1), 0
		if pos < len(w.text) {
			r, size = utf8.DecodeRune(w.text[pos:])
		}
		flags := emptyFlags(prev, r)
		if start < 0 {
			w.add(&w.cur, uint32(w.prog.Start), pos, flags)
		}
		if len(w.cur.list) == 0 && start >= 0 {
			return start, end
		}
		w.next.clear()
		var after syntax.EmptyOp
		if size > 0 {
			following := rune(-1)
			if pos+size < len(w.text) {
				following, _ = utf8.DecodeRune(w.text[pos+size:])
			}
			after = emptyFlags(r, following)
		}
		for _, t := range w.cur.list {
			inst := &w.prog.Inst[t.pc]
			if inst.Op == syntax.InstMatch {
				start, end = t.start, pos
				break // Threads of lower priority lose.
			}
			valid := r != utf8.RuneError || size > 1
			if size > 0 && valid && inst.MatchRune(r) {
				w.add(&w.next, inst.Out, t.start, after)
			}
		}
		if size == 0 {
			return start, end
		}
		w.cur, w.next = w.next, w.cur
		prev = r
		pos += size
	}
}

// add follows the instructions that consume nothing and adds the rest, in order
// of priority.
func (w *walker) add(t *threads, pc uint32, start int, flags syntax.EmptyOp) {
	t.stack = append(t.stack[:0], pc)
	for len(t.stack) > 0 {
		pc := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		if t.seen[pc] == t.gen {
			continue
		}
		t.seen[pc] = t.gen
		inst := &w.prog.Inst[pc]
		switch inst.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			t.stack = append(t.stack, inst.Arg, inst.Out)
		case syntax.InstCapture, syntax.InstNop:
			t.stack = append(t.stack, inst.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(inst.Arg)&^flags == 0 {
				t.stack = append(t.stack, inst.Out)
			}
		case syntax.InstFail:
		default:
			t.list = append(t.list, thread{pc, start})
		}
	}
}

// emptyFlags says what holds between two characters; -1 is the end of the text.
func emptyFlags(before, after rune) syntax.EmptyOp {
	var flags syntax.EmptyOp
	if before < 0 {
		flags |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	} else if before == '\n' {
		flags |= syntax.EmptyBeginLine
	}
	if after < 0 {
		flags |= syntax.EmptyEndText | syntax.EmptyEndLine
	} else if after == '\n' {
		flags |= syntax.EmptyEndLine
	}
	if (before >= 0 && isWord(before)) != (after >= 0 && isWord(after)) {
		return flags | syntax.EmptyWordBoundary
	}
	return flags | syntax.EmptyNoWordBoundary
}
