// Package shorten makes views of a file that leave out what says nothing: comments,
// empty lines and, in the minified view, white space and documentation strings.
//
// A view is lines of text, each with the source lines that it stands for. It is shown
// only when it can be proved to be the same code: it is read again, and the digest of
// its tokens and of how they nest must be that of the file. What could not be parsed is
// kept byte for byte. Cost: a file is parsed once, and once more for every view tried.
package shorten

import (
	"bytes"
	"errors"
	"strings"

	"github.com/lc-index/lc/index/lang"
)

// minifiedWidth is the width up to which a minified view joins lines: long enough to
// save line numbers, short enough that a number still says where something is.
const minifiedWidth = 120

// maxErrorShare is the part of a file, one in so many bytes, that may lie in parse
// errors: beyond it what looks like a comment may be anything.
const maxErrorShare = 4

// Line is a line of a view and the first and last source line that it stands for.
type Line struct {
	First, Last int
	Text        []byte
}

// Compact leaves comments and empty lines out; every line of it is a line of the
// source. It fails when that cannot be shown to keep every token. src must be UTF-8.
func Compact(views *lang.Views, src []byte) ([]Line, error) {
	return shorten(views, src, squeezeLines)
}

// Minified leaves white space and documentation strings out too, as far as that can be
// shown to keep the code.
func Minified(views *lang.Views, src []byte) ([]Line, error) {
	return shorten(views, src, squeezeAll, squeezeBlank, squeezeLines)
}

// Text is a view as a compiler would be given it.
func Text(lines []Line) []byte {
	var b bytes.Buffer
	for _, l := range lines {
		b.Write(l.Text)
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// squeeze says how much of the white space goes.
type squeeze uint8

const (
	squeezeLines squeeze = iota // Comments and empty lines.
	squeezeBlank                // Indentation and runs of blanks too.
	squeezeAll                  // Line ends and documentation strings too.
)

// shorten tries views in order and returns the first that is the same code.
func shorten(views *lang.Views, src []byte, tries ...squeeze) ([]Line, error) {
	whole, err := views.Layout(src)
	if err != nil {
		return nil, err
	}
	if whole.ErrorBytes*maxErrorShare > len(src) {
		return nil, errors.New("most of it could not be parsed")
	}
	for _, how := range tries {
		lines := (&shortener{views: views, src: src, how: how}).run(whole.Pieces)
		again, err := views.Layout(Text(lines))
		if err != nil {
			continue
		}
		want := whole.Shape
		if how == squeezeAll {
			want = whole.Bare
		}
		if again.Shape == want && again.Errors <= whole.Errors {
			return lines, nil
		}
	}
	if whole.Errors > 0 {
		return nil, errors.New("it has parse errors, so that comments cannot be told for sure")
	}
	return nil, errors.New("without its comments it would read differently")
}

// shortener writes the pieces of one file.
type shortener struct {
	views *lang.Views
	src   []byte
	how   squeeze

	out       []Line
	line      int    // Source line of at.
	at        int    // Position up to which lines are counted.
	open      []byte // Brackets that are not closed.
	directive bool   // On a line that stands alone.
}

func (s *shortener) run(pieces []lang.Piece) []Line {
	s.line = 1
	var prev lang.Piece
	some := false
	for _, p := range pieces {
		if p.Kind == lang.PieceComment || p.Kind == lang.PieceDoc && s.how == squeezeAll {
			continue
		}
		ended := s.line // Where prev ends: s.at is its end.
		s.seek(p.Start)
		s.piece(prev, p, some, s.line > ended)
		prev, some = p, true
	}
	if n := len(s.out); n > 0 && len(s.out[n-1].Text) == 0 {
		s.out = s.out[:n-1] // Behind a last piece that takes its line end along.
	}
	return s.out
}

// seek counts lines up to a position.
func (s *shortener) seek(to int) {
	s.line += bytes.Count(s.src[s.at:to], []byte{'\n'})
	s.at = to
}

// piece writes p, which comes after prev when there is one; broken says that another
// line begins between them.
func (s *shortener) piece(prev, p lang.Piece, some, broken bool) {
	text := s.src[p.Start:p.End]
	alone := s.views.Directive != 0 && len(text) > 0 && text[0] == s.views.Directive && (broken || !some)
	switch {
	case !some || broken && !s.joins(prev, p, alone):
		s.out = append(s.out, Line{First: s.line, Last: s.line, Text: s.indent(p)})
		s.directive = alone || s.directive && s.src[prev.End-1] == '\\'
	default:
		s.put(s.blank(prev, p))
	}
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			s.put(text)
			break
		}
		s.put(text[:i])
		text = text[i+1:]
		s.line++
		s.out = append(s.out, Line{First: s.line, Last: s.line})
	}
	s.at = p.End
	if p.End-p.Start == 1 {
		switch s.src[p.Start] {
		case '(', '[', '{':
			s.open = append(s.open, s.src[p.Start])
		case ')', ']', '}':
			s.open = s.open[:max(len(s.open)-1, 0)]
		}
	}
}

func (s *shortener) put(text []byte) {
	l := &s.out[len(s.out)-1]
	l.Last = s.line
	l.Text = append(l.Text, text...)
}

// indent is what stands before the first piece of a line. Before a piece that needs its
// line, such as a here-document, it may be text.
func (s *shortener) indent(p lang.Piece) []byte {
	if s.how != squeezeLines && s.views.Breaks != lang.BreaksIndent && p.Kind != lang.PieceLine {
		return nil
	}
	start := p.Start
	begin := bytes.LastIndexByte(s.src[:start], '\n') + 1
	end := begin
	for end < start && (s.src[end] == ' ' || s.src[end] == '\t' || s.src[end] == '\f') {
		end++
	}
	return bytes.Clone(s.src[begin:end])
}

// joins reports whether p may stand on the line of prev although it begins another.
func (s *shortener) joins(prev, p lang.Piece, alone bool) bool {
	if s.how != squeezeAll || alone || s.directive || prev.Kind == lang.PieceLine || p.Kind == lang.PieceLine {
		return false
	}
	if len(s.out[len(s.out)-1].Text)+p.End-p.Start > minifiedWidth {
		return false
	}
	switch s.views.Breaks {
	case lang.BreaksFree:
		return true
	case lang.BreaksIndent:
		return len(s.open) > 0 && strings.IndexByte(s.views.JoinInside, s.open[len(s.open)-1]) >= 0
	}
	return s.oneOf(prev, s.views.JoinAfter) || s.oneOf(p, s.views.JoinBefore)
}

func (s *shortener) oneOf(p lang.Piece, bytes string) bool {
	return p.End-p.Start == 1 && strings.IndexByte(bytes, s.src[p.Start]) >= 0
}

// blank is what stands between two pieces of one line.
func (s *shortener) blank(prev, p lang.Piece) []byte {
	gap := s.src[prev.End:p.Start]
	if len(gap) == 0 {
		return nil
	}
	plain := len(bytes.Trim(gap, " \t\f\v")) == 0
	if s.how == squeezeLines && plain {
		return gap
	}
	before, after := s.src[prev.End-1], s.src[p.Start]
	tight := strings.IndexByte(s.views.Tight, before) >= 0 || strings.IndexByte(s.views.Tight, after) >= 0
	if s.how == squeezeAll && tight && !s.directive && !(before == after && (before == '[' || before == ']')) {
		return nil
	}
	return []byte{' '}
}
