package golang

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Languages returns the one language that this package reads.
func Languages() []lang.Language {
	return []lang.Language{{Name: "go", Extract: Extract, IsTestPath: IsTestPath, Views: views()}}
}

// IsTestPath reports whether the go command builds the file only for tests.
func IsTestPath(path string) bool { return strings.HasSuffix(path, "_test.go") }

// Extract reads one Go file. What cannot be parsed becomes problems; the rest
// of the file keeps its facts.
func Extract(src []byte) (facts *lang.Facts, err error) {
	lines := int32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		lines++
	}
	defer func() {
		// The parser and the walk are meant for any input; should one of them
		// fail on a tree nobody foresaw, the file keeps its row.
		if r := recover(); r != nil {
			facts = newFacts(lines)
			facts.Problems = append(facts.Problems, lang.Problem{Line: 1, Reason: fmt.Sprintf("go extractor: %v", r)})
			facts.ErrorBytes = int32(len(src))
			err = nil
		}
	}()
	fset := token.NewFileSet()
	file, perr := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if file == nil {
		return nil, fmt.Errorf("parse go file: %w", perr)
	}
	var tf *token.File
	fset.Iterate(func(f *token.File) bool { tf = f; return false })
	if tf == nil {
		return nil, fmt.Errorf("parse go file: %w", perr)
	}
	e := newExtractor(src, tf, lines)
	var list scanner.ErrorList
	if errors.As(perr, &list) {
		for _, p := range list {
			line, _ := e.at(token.Pos(tf.Base() + min(p.Pos.Offset, tf.Size())))
			if len(e.facts.Problems) < maxProblems {
				e.facts.Problems = append(e.facts.Problems, lang.Problem{Line: line, Reason: p.Msg})
			}
		}
	}
	e.file(file)
	if perr != nil && len(file.Decls) == 0 && e.facts.ErrorBytes == 0 {
		e.facts.ErrorBytes = int32(len(src))
	}
	return e.finish(), nil
}

// maxProblems bounds the problems of one file: beyond it ErrorBytes says how bad it is.
const maxProblems = 100

func newFacts(lines int32) *lang.Facts {
	root := lang.NewSymbol("", schema.KindFile)
	root.Span = lang.Span{StartLine: 1, EndLine: max(lines, 1) + 1}
	return &lang.Facts{Language: "go", Lines: lines, Symbols: []lang.Symbol{root}}
}

// extractor walks one file. Names of functions bodies are bound on the way with
// an undo log; what no local scope binds is bound to the file's own declarations
// and imports at the end, since those hoist.
type extractor struct {
	src   []byte
	tf    *token.File
	lines []int
	line  int // Index in lines of the last position asked for.

	facts *lang.Facts
	owner int32 // Innermost symbol with a row.

	locals map[string]binding
	undo   []undo
	depth  int32

	top     map[string]int32    // Package-level names of this file.
	topType map[string]ast.Expr // Package-level types of this file, by name.
	holders map[string]int32    // Containers of methods, by type.
	free    []int32             // Refs that no local scope binds.
	imports []pendingImport

	labels  map[string]int32
	gotos   []int32 // Refs to labels of the current function.
	branchy int32   // Branches of the current callable.
	suite   bool    // The file imports a test framework with suites.

	shapes []shape
	kids   map[int32][]extent // Extents of symbols with rows, by the symbol they lie in.
}

type binding struct{ symbol, depth int32 }

type undo struct {
	name string
	old  binding
	had  bool
}

type pendingImport struct {
	spec   *ast.ImportSpec
	path   string
	symbol int32
	index  int32
}

func newExtractor(src []byte, tf *token.File, lines int32) *extractor {
	facts := newFacts(lines)
	// Sizes measured on large repositories: a reference for every 24 bytes and a
	// symbol for every 60 leave little room and need no growing.
	facts.Symbols = append(make([]lang.Symbol, 0, len(src)/60+8), facts.Symbols[0])
	facts.Refs = make([]lang.Ref, 0, len(src)/24+8)
	return &extractor{
		src: src, tf: tf, lines: tf.Lines(), facts: facts,
		locals: make(map[string]binding, 64), top: make(map[string]int32, 32),
		topType: make(map[string]ast.Expr, 8), kids: make(map[int32][]extent, 8),
	}
}

// file extracts the whole file.
func (e *extractor) file(f *ast.File) {
	e.facts.Package = identName(f.Name)
	e.facts.Generated = ast.IsGenerated(f)
	root := &e.facts.Symbols[0]
	if e.facts.Package != "" {
		root.Signature = "package " + e.facts.Package
		if c := buildConstraint(f); c != "" {
			root.Signature += " //go:build " + c
		}
		root.Doc = synopsis(f.Doc)
	}
	for _, d := range f.Decls {
		e.declareTop(d)
	}
	for _, d := range f.Decls {
		e.decl(d)
	}
	e.bindImports()
	e.facts.Summary = e.summary(root.Doc)
}

// declareTop notes the names of a package-level declaration before any of them is used.
func (e *extractor) declareTop(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil && d.Name != nil {
			e.top[d.Name.Name] = schema.None
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					e.top[n.Name] = schema.None
				}
			case *ast.TypeSpec:
				e.top[s.Name.Name] = schema.None
				e.topType[s.Name.Name] = s.Type
			case *ast.ImportSpec:
				if p := importPath(s); strings.HasSuffix(p, "testify/suite") || strings.HasPrefix(p, "gopkg.in/check.v") {
					e.suite = true
				}
			}
		}
	}
}

// bindImports names the imports that have no alias and then binds every free reference.
func (e *extractor) bindImports() {
	used := make(map[string]bool, 16)
	for _, r := range e.free {
		ref := &e.facts.Refs[r]
		if id, ok := e.top[ref.Name]; ok {
			ref.Target = id
		} else {
			used[ref.Name] = true
		}
	}
	names := make(map[string]int32, len(e.imports))
	for _, p := range e.imports {
		if p.symbol == schema.None {
			continue
		}
		name := e.facts.Symbols[p.symbol].Name
		if name == "" {
			guesses := PackageNames(p.path)
			name = guesses[0]
			for _, g := range guesses {
				if _, taken := names[g]; used[g] && !taken {
					name = g
					break
				}
			}
			e.facts.Symbols[p.symbol].Name = name
			e.facts.Imports[p.index].Alias = name
		}
		if _, taken := names[name]; !taken {
			names[name] = p.symbol
		}
	}
	for _, r := range e.free {
		ref := &e.facts.Refs[r]
		if ref.Target == schema.None {
			if id, ok := names[ref.Name]; ok {
				ref.Target = id
			}
		}
		if ref.Target != schema.None && ref.Role == schema.RoleCall && e.facts.Symbols[ref.Target].Kind.IsType() {
			ref.Role = schema.RoleType
			ref.Flags |= lang.RefNew
		}
	}
}

// PackageNames lists the names that a package with this import path may have,
// the likeliest first: "gopkg.in/yaml.v3" is yaml, "x/go-isatty" is isatty,
// "x/v2" is x.
func PackageNames(path string) []string {
	elems := strings.Split(path, "/")
	last := elems[len(elems)-1]
	if len(elems) > 1 && isMajor(last) {
		last = elems[len(elems)-2]
	}
	var names []string
	add := func(n string) {
		if n == "" || !token.IsIdentifier(n) {
			return
		}
		for _, have := range names {
			if have == n {
				return
			}
		}
		names = append(names, n)
	}
	stem := last
	if i := strings.LastIndex(stem, ".v"); i > 0 {
		stem = stem[:i]
	}
	add(last)
	add(stem)
	add(strings.TrimSuffix(strings.TrimPrefix(stem, "go-"), "-go"))
	add(strings.TrimSuffix(stem, ".go"))
	add(strings.NewReplacer("-", "", ".", "", "_", "").Replace(stem))
	add(strings.NewReplacer("-", "_", ".", "_").Replace(stem))
	if i := strings.LastIndexAny(stem, "-."); i >= 0 {
		add(stem[i+1:])
	}
	if i := strings.IndexAny(stem, "-."); i > 0 {
		add(stem[:i])
	}
	add(strings.TrimPrefix(stem, "go"))
	add(elems[len(elems)-1])
	if len(names) == 0 {
		names = append(names, last)
	}
	return names
}

func isMajor(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	for _, c := range s[1:] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// buildConstraint returns the expression of the file's //go:build line, or of
// its // +build lines, "" when there is none.
func buildConstraint(f *ast.File) string {
	var old []string
	for _, g := range f.Comments {
		if g.Pos() >= f.Package {
			break
		}
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) {
				if x, err := constraint.Parse(c.Text); err == nil {
					return x.String()
				}
			}
			if constraint.IsPlusBuild(c.Text) && f.Doc != g {
				if x, err := constraint.Parse(c.Text); err == nil {
					old = append(old, "("+x.String()+")")
				}
			}
		}
	}
	return strings.Join(old, " && ")
}

// finish computes hashes and puts everything in canonical order.
func (e *extractor) finish() *lang.Facts {
	e.hash()
	lang.Canonicalize(e.facts)
	return e.facts
}

// at returns the line (from 1) and the column (bytes, from 0) of p, never moved by //line directives.
func (e *extractor) at(p token.Pos) (line, col int32) {
	if !p.IsValid() {
		return 1, 0
	}
	off := int(p) - e.tf.Base()
	i := e.line
	if off < e.lines[i] || i+1 < len(e.lines) && off >= e.lines[i+1] {
		if i+2 < len(e.lines) && off >= e.lines[i+1] && off < e.lines[i+2] {
			i++
		} else {
			lo, hi := 0, len(e.lines)
			for lo < hi {
				if mid := int(uint(lo+hi) >> 1); e.lines[mid] <= off {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			i = lo - 1
		}
		e.line = i
	}
	return int32(i + 1), int32(off - e.lines[i])
}

// offset returns the byte offset of p, clamped to the file.
func (e *extractor) offset(p token.Pos) int {
	return min(max(int(p)-e.tf.Base(), 0), len(e.src))
}

func (e *extractor) span(from, to token.Pos) lang.Span {
	var s lang.Span
	if !from.IsValid() {
		from = token.Pos(e.tf.Base())
	}
	to = min(max(to, from), token.Pos(e.tf.Base()+e.tf.Size()))
	s.StartLine, s.StartCol = e.at(from)
	s.EndLine, s.EndCol = e.at(to)
	return s
}

func identName(id *ast.Ident) string {
	if id == nil {
		return ""
	}
	return id.Name
}
