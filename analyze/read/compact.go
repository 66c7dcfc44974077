package read

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/shorten"
)

// shortenMaximum is the size of a file above which no shortened view is tried: it is
// parsed twice while somebody waits.
const shortenMaximum = 2 << 20

// shortened shows windows of a file in a compact or minified view.
func (r *reader) shortened(f File, content []byte, p *page, ws []window, projection Projection) (File, error) {
	var views *lang.Views
	if r.Views != nil {
		views = r.Views(f.Language)
	}
	if views == nil {
		return f, fmt.Errorf("comments of %s are not known", cmp.Or(f.Language, "this text"))
	}
	if len(content) > shortenMaximum {
		return f, fmt.Errorf("%d bytes are over the limit of %d", len(content), shortenMaximum)
	}
	src, _, err := detect.Decode(content)
	if err != nil {
		return f, err
	}
	if len(src) != len(content) {
		// A mark of byte order is no part of the text; what else changes the length
		// moves lines.
		if len(src)+3 != len(content) {
			return f, errors.New("its encoding is not UTF-8")
		}
	}
	view := shorten.Compact
	if projection == Minified {
		view = shorten.Minified
	}
	lines, err := view(views, src)
	if err != nil {
		return f, err
	}
	f.Projection = projection
	var b strings.Builder
	limit := min(r.opts.MaxBytes, r.room)
	shown := 0
	for _, l := range lines {
		at := 0
		for at < len(ws) && ws[at].last < l.First {
			at++
		}
		if at == len(ws) || l.Last < ws[at].first {
			continue
		}
		text := numbered(l)
		if shown > 0 && (shown >= r.opts.MaxLines || b.Len()+len(text) > limit) {
			f.Next = continuation(f.Path, rest(ws, l.First), false, p.lines())
			break
		}
		b.WriteString(text)
		shown++
		f.Windows = mergeWindow(f.Windows, l)
	}
	f.Text = strings.ToValidUTF8(b.String(), "\uFFFD")
	if shown == 0 {
		f.Note = strings.TrimPrefix(f.Note+"; nothing but comments and empty lines", "; ")
	}
	return r.charge(f), nil
}

// rest is what of some windows comes at or behind a line.
func rest(ws []window, line int) []window {
	var out []window
	for _, w := range ws {
		if w.last >= line {
			out = append(out, window{max(w.first, line), w.last})
		}
	}
	return out
}

// mergeWindow adds the source lines of l.
func mergeWindow(ws [][2]int, l shorten.Line) [][2]int {
	if n := len(ws); n > 0 && l.First <= ws[n-1][1]+1 {
		ws[n-1][1] = max(ws[n-1][1], l.Last)
		return ws
	}
	return append(ws, [2]int{l.First, l.Last})
}

// numbered is a line as it is shown.
func numbered(l shorten.Line) string {
	number := strconv.Itoa(l.First)
	if l.Last > l.First {
		number += "-" + strconv.Itoa(l.Last)
	}
	return number + "\t" + string(bytes.TrimSuffix(l.Text, []byte("\r"))) + "\n"
}
