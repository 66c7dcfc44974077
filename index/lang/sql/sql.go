// Package sql reads SQL: the standard and the dialects of PostgreSQL, MySQL and
// MariaDB, SQLite, SQL Server, Oracle and what is close to them, scripts of their
// command line tools and dbt templates among them.
//
// It has a reader of its own. The tree-sitter grammar that can be had (DerekStride/
// tree-sitter-sql, MIT licence) reads one dialect: of five repositories in four
// dialects it leaves 29 to 99 % of the bytes in errors, and its parser is among the
// largest to compile. This reader cuts the text into tokens, finds statements and in
// them what declares and what names tables, routines and columns; what it does not
// know it passes over up to the end of the statement.
//
// Names are compared without case and without their schema. Tables, views, types and
// sequences are one name space, routines another. Aliases and common table expressions
// are local; a column is referred to where a table or alias stands before it, or a
// statement lists the columns of a table.
package sql

import (
	"path"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// Name is the registered name of the language.
const Name = "sql"

// Languages returns the one language of this package.
func Languages() []lang.Language {
	return []lang.Language{{Name: Name, Extract: extract, IsTestPath: IsTestPath}}
}

// IsTestPath reports whether a folder or the name of the file says that it holds tests.
func IsTestPath(p string) bool {
	if !strings.HasSuffix(p, ".sql") {
		return false
	}
	for _, dir := range strings.Split(path.Dir(p), "/") {
		if dir == "test" || dir == "tests" || dir == "regress" {
			return true
		}
	}
	return strings.HasSuffix(p, "_test.sql") || strings.HasSuffix(p, "_tests.sql")
}

// reader reads one file from its tokens.
type reader struct {
	src      []byte
	tokens   []token
	match    []int32 // Of a token that opens, the one that closes; -1 else.
	comments []syntax.Token
	b        *lang.Builder
	mysql    bool  // The text escapes with backslashes.
	batches  bool  // Lines with GO end statements.
	scope    int32 // Scope of the routine around, 0 for none.
	flat     bool  // Comments do not nest.
	lost     int   // Ends that were looked for in vain.
	depth    int
	errors   int
	tables   map[string]int32 // Tables by lower-case name, to attach columns and comments to.
	types    map[string]int32
	routines map[string]int32
}

func extract(src []byte) (*lang.Facts, error) {
	r := &reader{
		src: src, b: lang.NewBuilder(Name, lang.Rules{}, syntax.Lines(src)),
		tables: map[string]int32{}, types: map[string]int32{}, routines: map[string]int32{},
	}
	f := r.b.Facts()
	f.Generated = detect.HasGeneratedMarker(src)
	r.scan()
	r.pair()
	for i := 0; i < len(r.tokens); {
		i = r.statement(i, len(r.tokens))
	}
	f.ErrorBytes = int32(r.errors)
	facts := r.b.Finish()
	doc := r.fileDoc()
	if doc == "" {
		doc = summary(facts)
	}
	syntax.Summary(facts, doc)
	return facts, nil
}

// fileDoc is the comment at the head of the file that an empty line sets apart.
func (r *reader) fileDoc() string {
	var lines []string
	last := int32(0)
	for _, c := range r.comments {
		if len(r.tokens) > 0 && c.Start > r.tokens[0].Start {
			break
		}
		if c.Line > last+1 && len(lines) > 0 {
			if s := syntax.FirstSentence(lines); s != "" && !syntax.IsLicence(s) {
				return s
			}
			lines = nil
		}
		lines = append(lines, commentLines(c.Text(r.src))...)
		last = c.EndLine
	}
	if len(r.tokens) > 0 && r.tokens[0].Line <= last+1 {
		return "" // The documentation of the first statement.
	}
	if s := syntax.FirstSentence(lines); !syntax.IsLicence(s) {
		return s
	}
	return ""
}

// summary names the first things that the file creates.
func summary(f *lang.Facts) string {
	var names []string
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if s.Parent != 0 || s.Kind.IsLocal() || len(names) >= 6 {
			continue
		}
		switch {
		case s.Kind == schema.KindTable, s.Kind.IsCallable(), s.Kind.IsType(), s.Kind == schema.KindPackage:
			names = append(names, s.Kind.String()+" "+s.Name)
		}
	}
	return syntax.Line(strings.Join(names, ", "))
}

// commentLines are the texts of a comment without its marks.
func commentLines(text string) []string {
	if strings.HasPrefix(text, "/*") {
		return syntax.BlockComment(text)
	}
	return []string{strings.Trim(strings.TrimLeft(text, "-#"), " \t\r-")}
}

// doc returns the first sentence of the comments directly above a token, or else of the
// one behind the token end on its line.
func (r *reader) doc(first token, end token) string {
	lo, hi := 0, len(r.comments)
	for lo < hi {
		if mid := (lo + hi) / 2; r.comments[mid].Start < first.Start {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	from, line := lo, first.Line
	for from > 0 && r.comments[from-1].EndLine >= line-1 && r.comments[from-1].EndLine < first.Line && !r.trailing(r.comments[from-1]) {
		from--
		line = r.comments[from].Line
	}
	var lines []string
	for _, c := range r.comments[from:lo] {
		lines = append(lines, commentLines(c.Text(r.src))...)
	}
	if len(lines) == 0 {
		for _, c := range r.comments[lo:] {
			if c.Line > end.EndLine {
				break
			}
			if c.Line == end.EndLine && c.Start > end.Start {
				lines = commentLines(c.Text(r.src))
				break
			}
		}
	}
	return syntax.FirstSentence(lines)
}

// trailing reports whether code stands before a comment on its line.
func (r *reader) trailing(c syntax.Token) bool {
	for i := c.Start - 1; i >= 0 && r.src[i] != '\n'; i-- {
		if r.src[i] != ' ' && r.src[i] != '\t' {
			return true
		}
	}
	return false
}
