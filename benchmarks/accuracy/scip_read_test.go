package accuracy_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"
)

// occurrence is one of a SCIP index, in lc's terms: 1-based line.
type occurrence struct {
	path       string
	line       int32
	col        int32
	symbol     string // Local symbols carry their path.
	definition bool
}

// scipIndex is a SCIP index as its protobuf says, read without lc's own reader.
type scipIndex struct {
	tool        string
	languages   map[string]string // Path → language.
	definitions map[string][]occurrence
	references  map[string][]occurrence // By symbol.
	byPlace     map[string][]occurrence // path:line → definitions.
	implements  map[string][]string     // Symbol → what it implements.
	inFile      map[string]int          // Path → occurrences.
	all         []occurrence
}

func readScip(t testing.TB, path string) *scipIndex {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var ix scip.Index
	if err := proto.Unmarshal(data, &ix); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	s := &scipIndex{languages: map[string]string{}, definitions: map[string][]occurrence{}, references: map[string][]occurrence{}, byPlace: map[string][]occurrence{}, implements: map[string][]string{}, inFile: map[string]int{}}
	if ix.Metadata != nil && ix.Metadata.ToolInfo != nil {
		s.tool = ix.Metadata.ToolInfo.Name + " " + ix.Metadata.ToolInfo.Version
	}
	seen := map[occurrence]bool{}
	for _, d := range ix.Documents {
		if strings.HasPrefix(d.RelativePath, "../") {
			continue // A generated file of the indexer's own.
		}
		s.languages[d.RelativePath] = d.Language
		for _, info := range d.Symbols {
			for _, r := range info.Relationships {
				if r.IsImplementation {
					s.implements[info.Symbol] = append(s.implements[info.Symbol], r.Symbol)
				}
			}
		}
		for _, o := range d.Occurrences {
			if o.Symbol == "" {
				continue
			}
			r, ok := o.SourceRange()
			if !ok {
				continue
			}
			x := occurrence{path: d.RelativePath, line: r.Start.Line + 1, col: r.Start.Character, symbol: o.Symbol, definition: o.SymbolRoles&int32(scip.SymbolRole_Definition) != 0}
			if scip.IsLocalSymbol(o.Symbol) {
				x.symbol = d.RelativePath + " " + o.Symbol
			}
			if seen[x] {
				continue
			}
			seen[x] = true
			s.all = append(s.all, x)
			s.inFile[x.path]++
			if x.definition {
				s.definitions[x.symbol] = append(s.definitions[x.symbol], x)
				key := fmt.Sprintf("%s:%d", x.path, x.line)
				s.byPlace[key] = append(s.byPlace[key], x)
			} else {
				s.references[x.symbol] = append(s.references[x.symbol], x)
			}
		}
	}
	return s
}

// named returns the symbols that are defined at a line under a name; local symbols
// have none, so their column decides.
func (s *scipIndex) named(path string, line, col int32, name string) []string {
	var out []string
	for _, d := range s.byPlace[fmt.Sprintf("%s:%d", path, line)] {
		if local := strings.HasPrefix(d.symbol, path+" local "); local && d.col == col || !local && lastName(d.symbol) == name {
			out = append(out, d.symbol)
		}
	}
	return out
}

// lastName is the name of the last descriptor of a symbol.
func lastName(symbol string) string {
	parsed, err := scip.ParseSymbol(symbol)
	if err != nil || len(parsed.Descriptors) == 0 {
		return ""
	}
	return parsed.Descriptors[len(parsed.Descriptors)-1].Name
}
