package savings

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
)

// SuiteSchema names the format of a suite.
const SuiteSchema = "lc.savings-suite/1"

// Suite is a list of tasks about one repository.
type Suite struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Tasks  []Task `json:"tasks"`
}

// Task is a question with the lines that answer it.
type Task struct {
	ID     string   `json:"id"`
	Query  string   `json:"query"`
	Commit string   `json:"commit"` // A revision; "" means HEAD.
	Gold   []string `json:"gold"`   // path:first-last, 1-based and inclusive.
}

// Range is some lines of a file.
type Range struct {
	Path        string
	First, Last int
}

var rangeForm = regexp.MustCompile(`^(.+):(\d+)-(\d+)$`)

// ParseRange reads path:first-last.
func ParseRange(s string) (Range, error) {
	m := rangeForm.FindStringSubmatch(s)
	if m == nil {
		return Range{}, fmt.Errorf("range %q: want path:first-last", s)
	}
	first, err1 := strconv.Atoi(m[2])
	last, err2 := strconv.Atoi(m[3])
	if err := errors.Join(err1, err2); err != nil || first < 1 || last < first {
		return Range{}, fmt.Errorf("range %q: want path:first-last with 1 ≤ first ≤ last", s)
	}
	return Range{m[1], first, last}, nil
}

// ParseSuite reads a suite and checks it.
func ParseSuite(data []byte) (Suite, error) {
	var s Suite
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("suite: %w", err)
	}
	return s, s.Validate()
}

// Validate reports what is wrong with a suite.
func (s Suite) Validate() error {
	var errs []error
	if s.Schema != SuiteSchema {
		errs = append(errs, fmt.Errorf("suite schema %q: want %q", s.Schema, SuiteSchema))
	}
	if len(s.Tasks) == 0 {
		errs = append(errs, errors.New("suite: it has no tasks"))
	}
	seen := map[string]bool{}
	for i, t := range s.Tasks {
		if t.ID == "" || seen[t.ID] {
			errs = append(errs, fmt.Errorf("task %d: its id %q is empty or taken", i, t.ID))
		}
		seen[t.ID] = true
		if t.Query == "" || len(t.Gold) == 0 {
			errs = append(errs, fmt.Errorf("task %s: it needs a query and gold lines", t.ID))
		}
		for _, g := range t.Gold {
			if _, err := ParseRange(g); err != nil {
				errs = append(errs, fmt.Errorf("task %s: %w", t.ID, err))
			}
		}
	}
	return errors.Join(errs...)
}
