package scala

import (
	"bytes"

	"github.com/lc-index/lc/index/lang/sitter"
)

// readHidden reads the annotations of a constructor, which the tree does not have.
func (x *extractor) readHidden(ranges [][2]int) {
	for _, r := range ranges {
		text := append(bytes.Clone(x.src[r[0]:r[1]]), "\nval x = 0"...)
		tree, err := x.g.ParseAt(x.src, text, 0, placeOf(x.src, r[0]))
		if err != nil {
			continue
		}
		for n := range tree.Root().Descendants() {
			if n.Is("annotation") {
				x.annotation(n)
				break
			}
		}
		tree.Close()
	}
}

// placeOf returns where an offset lies.
func placeOf(src []byte, offset int) sitter.Place {
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	return sitter.Place{Byte: offset, Row: bytes.Count(src[:start], []byte{'\n'}), Col: offset - start}
}
