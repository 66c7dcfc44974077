package risk

import (
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// count words a number of things.
func count(n int, thing string) string {
	if n != 1 {
		if strings.HasSuffix(thing, "x") {
			thing += "e"
		}
		thing += "s"
	}
	return itoa(n) + " " + thing
}
