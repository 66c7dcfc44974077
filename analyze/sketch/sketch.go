// Package sketch makes snapshots for tests from a few lines of text.
//
//	file a/a.go go package=a
//	  struct T exported
//	    method M body=7 call=F
//	  function F
//	file a/a_test.go go test import=a/a.go
//	  function TestM test call=T.M@0.8 unresolved=Close
//
// Indentation nests symbols. Words after the name are flags of the schema or
// KEY=VALUE: an edge kind with the target's qualified name (or PATH for a file's own
// symbol, PATH:NAME where names clash) and an optional confidence; body and sig
// hashes; signature; complexity; unresolved, a reference that was left open.
// On a file line: language, flags, import=PATH with an optional class behind a
// colon (import:type=PATH), status, problem=REASON, and what a symbol may have. Of the
// history: "commit HASH KIND AUTHOR PATH…", newest first.
//
// Parse panics on a mistake: sketches are constants of tests.
package sketch

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/graph"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
)

type pending struct {
	source schema.SymbolID
	kind   schema.EdgeKind
	target string
	line   int32
}

type pendingImport struct {
	source schema.FileID
	class  schema.ImportClass
	target string
	line   int32
}

type parser struct {
	rows    schema.Rows
	byName  map[string][]schema.SymbolID
	edges   []pending
	imports []pendingImport
	history [][]string
	line    int32
}

// Parse makes a snapshot of text. Files must come in the order of their paths.
func Parse(text string) *store.Snapshot {
	p := &parser{byName: map[string][]schema.SymbolID{}}
	type open struct {
		indent int
		id     schema.SymbolID
	}
	var stack []open
	for i, raw := range strings.Split(text, "\n") {
		words := strings.Fields(raw)
		if len(words) == 0 || strings.HasPrefix(words[0], "//") {
			continue
		}
		p.line = int32(i + 1)
		indent := len(raw) - len(strings.TrimLeft(raw, " \t"))
		switch words[0] {
		case "file":
			stack = []open{{indent, p.file(words[1:])}}
			continue
		case "commit":
			p.history = append(p.history, words[1:])
			continue
		}
		for len(stack) > 1 && stack[len(stack)-1].indent >= indent {
			stack = stack[:len(stack)-1]
		}
		stack = append(stack, open{indent, p.symbol(stack[len(stack)-1].id, words)})
	}
	p.close()
	return store.FromRows(&p.rows, store.Manifest{Commit: "sketch"})
}

func (p *parser) fail(format string, args ...any) {
	panic(fmt.Sprintf("sketch: line %d: ", p.line) + fmt.Sprintf(format, args...))
}

func (p *parser) file(words []string) schema.SymbolID {
	f := schema.File{Path: words[0], Lines: 100, Status: schema.StatusText}
	if n := len(p.rows.Files); n > 0 && p.rows.Files[n-1].Path >= f.Path {
		p.fail("%s is not behind %s", f.Path, p.rows.Files[n-1].Path)
	}
	id := schema.FileID(len(p.rows.Files))
	p.rows.Files = append(p.rows.Files, f)
	p.rows.FileCoverage = append(p.rows.FileCoverage, schema.FileCoverage{})
	var rest []string
	parsed := false
	for i, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		row := &p.rows.Files[id]
		class, isImport := strings.CutPrefix(key, "import")
		switch {
		case i == 0 && value == "" && !slices.Contains(fileFlags, w):
			row.Language, row.Status, parsed = w, schema.StatusParsed, true
		case key == "package":
			row.Package = value
		case key == "status":
			status, ok := schema.Parse[schema.FileStatus](schema.FileStatusNames(), value)
			if !ok {
				p.fail("status %q", value)
			}
			row.Status, parsed = status, parsed && status == schema.StatusParsed
		case key == "problem":
			p.rows.Problems = append(p.rows.Problems, schema.Problem{Path: row.Path, Stage: "parse", Reason: value, Line: 1})
		case isImport && value != "":
			c := schema.ImportStatic
			if class != "" {
				c, _ = schema.Parse[schema.ImportClass](schema.ImportClassNames(), strings.TrimPrefix(class, ":"))
			}
			p.imports = append(p.imports, pendingImport{id, c, value, p.line})
		case slices.Contains(fileFlags, w):
			row.Flags |= 1 << slices.Index(fileFlags, w)
		default:
			rest = append(rest, w)
		}
	}
	if !parsed {
		return schema.None
	}
	return p.symbol(schema.None, append([]string{"file", ""}, rest...))
}

var fileFlags = (^schema.FileFlags(0)).Names()

var symbolFlags = (^schema.SymbolFlags(0)).Names()

func (p *parser) symbol(parent schema.SymbolID, words []string) schema.SymbolID {
	kind, ok := schema.Parse[schema.Kind](schema.KindNames(), words[0])
	if !ok || len(words) < 2 {
		p.fail("symbol %q", words)
	}
	id := schema.SymbolID(len(p.rows.Symbols))
	file := schema.FileID(len(p.rows.Files) - 1)
	s := schema.Symbol{
		Name: words[1], QualifiedName: words[1], Kind: kind, File: file, Parent: parent,
		StartLine: p.line, EndLine: p.line, NameLine: p.line, BodyHash: uint64(p.line), SignatureHash: 1,
	}
	if parent != schema.None && p.rows.Symbols[parent].Kind != schema.KindFile {
		s.QualifiedName = p.rows.Symbols[parent].QualifiedName + "." + s.Name
		s.StartLine = p.line
	}
	for at := parent; at != schema.None; at = p.rows.Symbols[at].Parent {
		p.rows.Symbols[at].EndLine = p.line
	}
	f := p.rows.Files[file]
	s.ScipSymbol = "sketch " + f.Path + "#" + s.QualifiedName
	if f.Language == "go" { // A Go identity names the package, not the file.
		s.ScipSymbol = "sketch " + f.Package + "#" + s.QualifiedName
	}
	if kind == schema.KindFile {
		s.ScipSymbol = "sketch " + f.Path
		s.BodyHash = 0
	}
	for _, w := range words[2:] {
		key, value, has := strings.Cut(w, "=")
		switch {
		case !has:
			i := slices.Index(symbolFlags, w)
			if i < 0 {
				p.fail("flag %q", w)
			}
			s.Flags |= 1 << i
		case key == "body" || key == "sig" || key == "complexity":
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil {
				p.fail("%s: %v", w, err)
			}
			switch key {
			case "body":
				s.BodyHash = n
			case "sig":
				s.SignatureHash = n
			default:
				s.Complexity = int32(n)
			}
		case key == "signature":
			s.Signature = strings.ReplaceAll(value, "_,", ", ")
		case key == "id":
			s.ScipSymbol = value
		case key == "unresolved":
			p.rows.Occurrences = append(p.rows.Occurrences, schema.Occurrence{
				File: file, StartLine: p.line, EndLine: p.line, Role: schema.RoleCall, Symbol: schema.None,
				Enclosing: id, Origin: schema.OriginNone, Name: value,
			})
			p.rows.FileCoverage[file].Unresolved++
		default:
			k, ok := schema.Parse[schema.EdgeKind](schema.EdgeKindNames(), key)
			if !ok {
				p.fail("word %q", w)
			}
			p.edges = append(p.edges, pending{id, k, value, p.line})
		}
	}
	p.rows.Symbols = append(p.rows.Symbols, s)
	names := []string{s.QualifiedName, f.Path + ":" + s.QualifiedName}
	if kind == schema.KindFile {
		names = []string{f.Path}
	}
	for _, name := range names {
		p.byName[name] = append(p.byName[name], id)
	}
	return id
}

func (p *parser) close() {
	fileByPath := map[string]schema.FileID{}
	for i, f := range p.rows.Files {
		fileByPath[f.Path] = schema.FileID(i)
	}
	for _, e := range p.edges {
		p.line = e.line
		name, confidence := cutConfidence(p, e.target)
		ids := p.byName[name]
		if len(ids) != 1 {
			p.fail("target %q names %d symbols", name, len(ids))
		}
		p.rows.Edges = append(p.rows.Edges, schema.Edge{
			Source: e.source, Target: ids[0], Kind: e.kind, Origin: schema.OriginScope, Confidence: confidence, Count: 1,
			File: p.rows.Symbols[e.source].File, Line: e.line,
		})
		from, to := p.rows.Symbols[e.source].File, p.rows.Symbols[ids[0]].File
		if from != to && e.kind != schema.EdgeImport {
			p.rows.FileEdges = append(p.rows.FileEdges, schema.FileEdge{Source: from, Target: to, Kind: e.kind, Confidence: confidence, Count: 1})
		}
	}
	for _, im := range p.imports {
		p.line = im.line
		name, confidence := cutConfidence(p, im.target)
		to, ok := fileByPath[name]
		if !ok {
			p.fail("import of %q", name)
		}
		p.rows.Imports = append(p.rows.Imports, schema.Import{File: im.source, Line: im.line, Text: name, TargetFile: to, Class: im.class})
		p.rows.FileEdges = append(p.rows.FileEdges, schema.FileEdge{
			Source: im.source, Target: to, Kind: schema.EdgeImport, Class: im.class, Confidence: confidence, Count: 1,
		})
	}
	sort.SliceStable(p.rows.Edges, func(i, j int) bool {
		a, b := p.rows.Edges[i], p.rows.Edges[j]
		if a.Source != b.Source {
			return a.Source < b.Source
		}
		if a.Target != b.Target {
			return a.Target < b.Target
		}
		return a.Kind < b.Kind
	})
	sort.SliceStable(p.rows.FileEdges, func(i, j int) bool {
		a, b := p.rows.FileEdges[i], p.rows.FileEdges[j]
		if a.Source != b.Source {
			return a.Source < b.Source
		}
		if a.Target != b.Target {
			return a.Target < b.Target
		}
		return a.Kind < b.Kind
	})
	for i, words := range p.history {
		c := schema.Commit{Hash: words[0], Kind: words[1], Author: words[2], Time: int64(1_000_000_000 - 86_400*i), Subject: words[1] + ": " + words[0], Confidence: 1}
		p.rows.Commits = append(p.rows.Commits, c)
		for _, path := range words[3:] {
			if f, ok := fileByPath[path]; ok {
				p.rows.Changes = append(p.rows.Changes, schema.Change{Commit: int32(i), File: f, Added: 1})
			}
		}
	}
	edges := make([]graph.Edge, len(p.rows.Edges))
	for i, e := range p.rows.Edges {
		edges[i] = graph.Edge{From: int32(e.Source), To: int32(e.Target)}
	}
	p.rows.Ranks = graph.FromEdges(len(p.rows.Symbols), edges).PageRank(graph.RankOptions{})
	fileEdges := make([]graph.Edge, len(p.rows.FileEdges))
	for i, e := range p.rows.FileEdges {
		fileEdges[i] = graph.Edge{From: int32(e.Source), To: int32(e.Target)}
	}
	p.rows.FileRanks = graph.FromEdges(len(p.rows.Files), fileEdges).PageRank(graph.RankOptions{})
}

func cutConfidence(p *parser, target string) (string, float32) {
	name, number, has := strings.Cut(target, "@")
	if !has {
		return name, 1
	}
	c, err := strconv.ParseFloat(number, 32)
	if err != nil {
		p.fail("confidence %q", number)
	}
	return name, float32(c)
}
