package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// visible spells out what would steer a terminal or hide in a text: control
// characters, marks that turn the direction of writing, and bytes that are not
// UTF-8. Code and names come from repositories that nobody vouches for; the JSON
// form of an answer keeps them as they are. Line ends and tabs stay.
func visible(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		clean = s[i] >= ' ' && s[i] < 0x7f || s[i] == '\n' || s[i] == '\t'
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size <= 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' && r != '\n' && r != '\t' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		case hides(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// hides reports whether a character is a second set control character, a line end
// of Unicode's own, or turns the direction of the text around it.
func hides(r rune) bool {
	return r >= 0x80 && r < 0xa0 || r == 0x061c || r >= 0x200e && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
