package read

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// page is the lines of a content.
type page struct {
	content []byte
	starts  []int // Offset of each line; a line break at the very end begins no line.
}

func newPage(content []byte) *page {
	p := &page{content: content}
	for at := 0; at < len(content); {
		p.starts = append(p.starts, at)
		i := bytes.IndexByte(content[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return p
}

func (p *page) lines() int { return len(p.starts) }

// line returns line n, 1-based, without its line break.
func (p *page) line(n int) []byte {
	end := len(p.content)
	if n < len(p.starts) {
		end = p.starts[n]
	}
	return bytes.TrimSuffix(p.content[p.starts[n-1]:end], []byte("\n"))
}

// shown is what a limit left of some windows.
type shown struct {
	text    string
	windows []window
	rest    []window // What was cut off.
	note    string
}

// show renders windows up to the limits, numbered unless raw.
func (p *page) show(ws []window, raw bool, maxLines, maxBytes int) shown {
	var b strings.Builder
	var out shown
	lines, size := 0, 0
	for i, w := range ws {
		if i > 0 && !raw {
			b.WriteString("…\n")
		}
		for n := w.first; n <= w.last; n++ {
			text := p.line(n)
			cut := len(text)
			if lines >= maxLines || size+cut+1 > maxBytes && lines > 0 {
				out.rest = append([]window{{n, w.last}}, ws[i+1:]...)
				if n > w.first {
					out.windows = append(out.windows, window{w.first, n - 1})
				}
				out.text = b.String()
				return out
			}
			if cut > maxBytes {
				// A single line beyond the limit is cut, and said so.
				cut = maxBytes
				for cut > 0 && !utf8.RuneStart(text[cut]) {
					cut--
				}
				out.note = fmt.Sprintf("line %d has %d bytes, the first %d are shown", n, len(text), cut)
			}
			if !raw {
				b.WriteString(strconv.Itoa(n))
				b.WriteByte('\t')
				b.Write(bytes.TrimSuffix(text[:cut], []byte("\r")))
			} else {
				b.Write(text[:cut])
			}
			if !raw || n < p.lines() || bytes.HasSuffix(p.content, []byte("\n")) {
				b.WriteByte('\n')
			}
			lines++
			size += cut + 1
		}
		out.windows = append(out.windows, w)
	}
	out.text = b.String()
	return out
}

// continuation is the selector that reads exactly the windows that are left.
func continuation(path string, rest []window, raw bool, lines int) string {
	if len(rest) == 0 {
		return ""
	}
	if len(rest) == 1 && rest[0].last == lines && !raw {
		return fmt.Sprintf("%s:%d-", path, rest[0].first)
	}
	var parts []string
	for _, w := range rest {
		if !raw && w.first+linesBefore <= w.last-linesAfter {
			// What is shown around a window is part of it already.
			w.first, w.last = w.first+linesBefore, w.last-linesAfter
		}
		parts = append(parts, fmt.Sprintf("%d-%d", w.first, w.last))
	}
	out := path + ":" + strings.Join(parts, ",")
	if raw {
		out += ":raw"
	}
	return out
}
