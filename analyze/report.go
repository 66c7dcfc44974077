// Package analyze holds what every report has in common. Each question is a
// package below this one: a pure function from opened snapshots to a typed report,
// which cmd/lc renders and mcp serves unchanged.
package analyze

import "sort"

// Status says how far an answer can be trusted. Unknown is never zero: a report
// whose evidence is missing must not read as "none".
type Status string

const (
	Complete Status = "complete"
	Partial  Status = "partial" // Something named in Undecided may be missing from the answer.
	Unknown  Status = "unknown" // The question could not be answered.
)

// Undecided names one thing that a report could not settle.
type Undecided struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Header opens every report. Slices of a report are never nil, so that JSON shows
// [] and not null.
type Header struct {
	Schema string `json:"schema"` // "lc.<name>/1".
	Status Status `json:"status"`
	Commit string `json:"commit"` // The commit that the answer was built from.
	Stale  bool   `json:"stale"`  // The work tree has moved since.
}

// Site is a symbol with its place.
type Site struct {
	Symbol string `json:"symbol"` // Qualified name.
	ID     string `json:"id"`     // Stable identity.
	Path   string `json:"path"`
	Line   int32  `json:"line"`
}

// SortUndecided orders and deduplicates u.
func SortUndecided(u []Undecided) []Undecided {
	sort.Slice(u, func(i, j int) bool {
		if u[i].Path != u[j].Path {
			return u[i].Path < u[j].Path
		}
		return u[i].Reason < u[j].Reason
	})
	out := make([]Undecided, 0, len(u))
	for i, v := range u {
		if i == 0 || v != u[i-1] {
			out = append(out, v)
		}
	}
	return out
}

// Worst returns the less trustworthy of two statuses.
func Worst(a, b Status) Status {
	rank := map[Status]int{Complete: 0, Partial: 1, Unknown: 2}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// Heading returns the header, of any report that embeds one.
func (h *Header) Heading() *Header { return h }
