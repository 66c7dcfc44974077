package langtest

import (
	"bytes"
	"fmt"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/shorten"
)

// Views makes both shortened views of src and reports the first thing that is wrong
// with one of them: a token that is not in the file, that is missing, out of order or
// not on the lines that the view says, or an error that the file does not have. shown
// says which views there are; a file that no view can be shown of is no error.
func Views(language lang.Language, src []byte) (compact, minified bool, err error) {
	if language.Views == nil {
		return false, false, nil
	}
	if lines, refused := shorten.Compact(language.Views, src); refused == nil {
		compact = true
		if err := checkView(language.Views, src, lines, true); err != nil {
			return compact, minified, fmt.Errorf("compact view: %w", err)
		}
	}
	if lines, refused := shorten.Minified(language.Views, src); refused == nil {
		minified = true
		if err := checkView(language.Views, src, lines, false); err != nil {
			return compact, minified, fmt.Errorf("minified view: %w", err)
		}
	}
	return compact, minified, nil
}

// placed is a byte of a token and the line that it stands on.
type placed struct {
	byte byte
	line int
}

func checkView(views *lang.Views, src []byte, lines []shorten.Line, docs bool) error {
	last := 0
	for _, l := range lines {
		if l.First < last || l.Last < l.First {
			return fmt.Errorf("line %d-%d comes after %d", l.First, l.Last, last)
		}
		if docs && (l.First != l.Last || l.First == last) {
			return fmt.Errorf("line %d-%d is no single line of the source", l.First, l.Last)
		}
		last = l.Last
	}
	text := shorten.Text(lines)
	whole, err := views.Layout(src)
	if err != nil {
		return err
	}
	again, err := views.Layout(text)
	if err != nil {
		return err
	}
	if again.Errors > whole.Errors {
		return fmt.Errorf("%d parse errors, the file has %d", again.Errors, whole.Errors)
	}
	want, got := visible(src, whole, true), visible(text, again, true)
	if !docs && len(got) < len(want) {
		want = visible(src, whole, false)
	}
	for i := range min(len(want), len(got)) {
		l := lines[got[i].line-1]
		switch {
		case got[i].byte != want[i].byte:
			return fmt.Errorf("line %d: %q stands where line %d of the file has %q", l.First, got[i].byte, want[i].line, want[i].byte)
		case want[i].line < l.First || want[i].line > l.Last:
			return fmt.Errorf("%q of line %d is shown on line %d-%d", got[i].byte, want[i].line, l.First, l.Last)
		}
	}
	if len(want) != len(got) {
		return fmt.Errorf("%d bytes of tokens, the file has %d", len(got), len(want))
	}
	return nil
}

// visible lists the bytes that a layout keeps, without white space and without marks
// that continue a line.
func visible(src []byte, l lang.Layout, docs bool) []placed {
	var out []placed
	line, at := 1, 0
	for _, p := range l.Pieces {
		if p.Kind == lang.PieceComment || p.Kind == lang.PieceDoc && !docs {
			continue
		}
		line += bytes.Count(src[at:p.Start], []byte{'\n'})
		for i := p.Start; i < p.End; i++ {
			switch c := src[i]; c {
			case '\n':
				line++
			case ' ', '\t', '\r', '\f', '\v':
			case '\\':
				if rest := bytes.TrimLeft(src[i+1:], " \t\r"); len(rest) > 0 && rest[0] == '\n' {
					continue
				}
				fallthrough
			default:
				out = append(out, placed{c, line})
			}
		}
		at = p.End
	}
	return out
}
