package ruby

import (
	"bytes"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
)

// TemplateName is the registered name of ERB templates.
const TemplateName = "html+erb"

// extractTemplate reads the Ruby of an ERB template: one program in which blanks stand
// for the text between the tags.
func extractTemplate(g *sitter.Grammar, src []byte) (*lang.Facts, error) {
	return extract(g, TemplateName, program(src))
}

// program blanks what is not Ruby in a template. Its size and its lines stay; the end
// of a tag becomes a semicolon, so that statements on one line stay apart.
func program(src []byte) []byte {
	out := make([]byte, len(src))
	at := 0
	blank := func(to int) {
		for ; at < to; at++ {
			if out[at] = ' '; src[at] == '\n' || src[at] == '\r' {
				out[at] = src[at]
			}
		}
	}
	for at < len(src) {
		open := bytes.Index(src[at:], []byte("<%"))
		if open < 0 {
			break
		}
		blank(at + open + 2)
		shut := bytes.Index(src[at:], []byte("%>"))
		if shut < 0 {
			break
		}
		end := at + shut
		if at < end && (src[at] == '%' || src[at] == '#') { // <%% is text, <%# a comment.
			blank(end + 2)
			continue
		}
		for at < end && (src[at] == '=' || src[at] == '-') {
			out[at] = ' '
			at++
		}
		from := at
		to := end
		if to > from && src[to-1] == '-' {
			to--
		}
		copy(out[from:to], src[from:to])
		at = to
		blank(end)
		at = end + 2
		out[end], out[end+1] = ';', ' '
	}
	blank(len(src))
	return out
}
