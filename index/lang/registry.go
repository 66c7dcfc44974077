package lang

import (
	"fmt"
	"sort"
)

// Language is one entry of a Registry.
type Language struct {
	Name string // As in linguist, lower case: "go", "python", "typescript", "tsx", "c++".

	// Extract reads one file. It is safe for concurrent use, never panics, and
	// reports what it could not read as Facts.Problems; an error means that
	// nothing could be read at all.
	Extract func(src []byte) (*Facts, error)

	// IsTestPath reports whether the ecosystem's convention makes path a test
	// file. Nil means never.
	IsTestPath func(path string) bool

	// Views makes the shortened views of its files. Nil means that a file is shown as
	// it is.
	Views *Views
}

// Read is Extract with a guard: a defect of an extractor is an error and not the
// end of the process.
func (l *Language) Read(src []byte) (facts *Facts, err error) {
	defer func() {
		if v := recover(); v != nil {
			facts, err = nil, fmt.Errorf("the %s extractor gave up: %v", l.Name, v)
		}
	}()
	return l.Extract(src)
}

// Registry is an immutable set of languages.
type Registry struct{ byName map[string]*Language }

// NewRegistry makes a registry; two languages of one name are an error.
func NewRegistry(languages ...Language) (*Registry, error) {
	r := &Registry{byName: make(map[string]*Language, len(languages))}
	for i := range languages {
		l := &languages[i]
		if l.Name == "" || l.Extract == nil {
			return nil, fmt.Errorf("language %q: a name and an extractor are required", l.Name)
		}
		if _, dup := r.byName[l.Name]; dup {
			return nil, fmt.Errorf("language %q is registered twice", l.Name)
		}
		r.byName[l.Name] = l
	}
	return r, nil
}

// Lookup returns the language called name, nil when there is none.
func (r *Registry) Lookup(name string) *Language { return r.byName[name] }

// Names lists the languages in order.
func (r *Registry) Names() []string {
	names := make([]string, 0, len(r.byName))
	for name := range r.byName {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
