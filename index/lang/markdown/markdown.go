// Package markdown reads the headings, links and code fences of Markdown.
//
// A heading is a section that lasts to the next one of its level or above; headings
// inside of quotations and lists are none. A link to a file is a lazy import: nothing
// loads with the document. A fence is a region of its language and an example, a
// front matter a region that is none.
//
// The reader follows the block structure of CommonMark line by line. The grammar cannot
// be used: its scanner copies the open blocks into the parser's buffer without looking
// at the size, so that a line with three hundred marks of quotation writes past its end.
//
// Blind spots: links whose text holds a code span with an unequal number of ticks;
// sections of documents that are made by includes.
package markdown

import (
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
)

// Languages returns the languages of this folder.
func Languages() []lang.Language {
	return []lang.Language{{Name: "markdown", Extract: extract}}
}

func extract(src []byte) (*lang.Facts, error) {
	t := syntax.NewText(src)
	x := &extractor{text: t, src: src, b: lang.NewBuilder("markdown", lang.Rules{}, syntax.Lines(src)), unclosed: make(map[byte]int), linked: make(map[string]int32)}
	x.frontMatter()
	for ; x.line < t.LineCount(); x.line++ {
		x.read()
	}
	x.endParagraph()
	x.sections()
	return x.b.Finish(), nil
}
