package git

import (
	"context"
	"strings"
)

// filterOverrides returns options that empty every content filter which the
// configuration defines: git status runs the clean filter of a file whose stat
// data changed, and a filter is a program.
func (r *Repository) filterOverrides(ctx context.Context) []string {
	out, err := r.Run(ctx, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil {
		return nil
	}
	var options []string
	for _, name := range strings.Split(string(out), "\x00") {
		last := strings.LastIndexByte(name, '.')
		if last < 0 || name == "" {
			continue
		}
		switch name[last+1:] {
		case "clean", "smudge", "process":
			options = append(options, name, "")
		case "required":
			options = append(options, name, "false")
		}
	}
	return options
}
