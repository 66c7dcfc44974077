package gotypes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sort"
)

// stubs declares the parts of the standard library whose results have types that
// come from their arguments: without them a value of the snapshot's own types is
// lost on its way through. Nothing else of these packages is known.
var stubs = map[string]string{
	"cmp": `package cmp
func Or[T any](vals ...T) T
`,
	"iter": `package iter
type Seq[V any] func(yield func(V) bool)
type Seq2[K, V any] func(yield func(K, V) bool)
func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func())
`,
	"maps": `package maps
import "iter"
func All[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V]
func Clone[M ~map[K]V, K comparable, V any](m M) M
func Collect[K comparable, V any](seq iter.Seq2[K, V]) map[K]V
func Keys[M ~map[K]V, K comparable, V any](m M) iter.Seq[K]
func Values[M ~map[K]V, K comparable, V any](m M) iter.Seq[V]
`,
	"slices": `package slices
import "iter"
func All[S ~[]E, E any](s S) iter.Seq2[int, E]
func AppendSeq[S ~[]E, E any](s S, seq iter.Seq[E]) S
func Backward[S ~[]E, E any](s S) iter.Seq2[int, E]
func Chunk[S ~[]E, E any](s S, n int) iter.Seq[S]
func Clip[S ~[]E, E any](s S) S
func Clone[S ~[]E, E any](s S) S
func Collect[E any](seq iter.Seq[E]) []E
func Compact[S ~[]E, E any](s S) S
func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S
func Concat[S ~[]E, E any](s ...S) S
func Delete[S ~[]E, E any](s S, i, j int) S
func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S
func Grow[S ~[]E, E any](s S, n int) S
func Insert[S ~[]E, E any](s S, i int, v ...E) S
func Max[S ~[]E, E any](s S) E
func MaxFunc[S ~[]E, E any](s S, cmp func(a, b E) int) E
func Min[S ~[]E, E any](s S) E
func MinFunc[S ~[]E, E any](s S, cmp func(a, b E) int) E
func Repeat[S ~[]E, E any](s S, n int) S
func Replace[S ~[]E, E any](s S, i, j int, v ...E) S
func Sorted[E any](seq iter.Seq[E]) []E
func SortedFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E
func Values[S ~[]E, E any](s S) iter.Seq[E]
`,
	"sync": `package sync
func OnceValue[T any](f func() T) func() T
func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2)
`,
	"sync/atomic": `package atomic
type Pointer[T any] struct{ p *T }
func (x *Pointer[T]) Load() *T
func (x *Pointer[T]) Store(val *T)
func (x *Pointer[T]) Swap(new *T) *T
func (x *Pointer[T]) CompareAndSwap(old, new *T) bool
`,
}

// fill declares the stubs in the stand-ins, those of imported packages first.
func (ext externals) fill(fset *token.FileSet) {
	paths := make([]string, 0, len(stubs))
	for p := range stubs {
		paths = append(paths, p)
	}
	sort.Strings(paths) // "iter" precedes those that import it.
	known := map[string]*types.Package{}
	for _, p := range paths {
		file, err := parser.ParseFile(fset, stubFile+p, stubs[p], parser.SkipObjectResolution)
		if err != nil {
			panic("gotypes: stub of " + p + ": " + err.Error())
		}
		pkg := ext[p]
		if pkg == nil {
			pkg = types.NewPackage(p, file.Name.Name)
		}
		known[p] = pkg
		conf := types.Config{Error: func(error) {}, Importer: importerFunc(func(p string) (*types.Package, error) { return known[p], nil })}
		_ = types.NewChecker(&conf, fset, pkg, nil).Files([]*ast.File{file})
		pkg.MarkComplete()
	}
}

// stubFile starts the names of the stubs' files; no path of a snapshot contains a NUL.
const stubFile = "\x00stub/"

// loosen rewrites x.(T) to f(x).(T), where f takes anything and returns any: when x
// comes from outside and has no type, go/types would not even look at T.
func loosen(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		a, ok := n.(*ast.TypeAssertExpr)
		if !ok || a.Type == nil {
			return true
		}
		empty := func() *ast.InterfaceType {
			return &ast.InterfaceType{Interface: a.Pos(), Methods: &ast.FieldList{Opening: a.Pos(), Closing: a.Pos()}}
		}
		body := &ast.BlockStmt{Lbrace: a.Pos(), Rbrace: a.Pos(), List: []ast.Stmt{&ast.ForStmt{For: a.Pos(), Body: &ast.BlockStmt{Lbrace: a.Pos(), Rbrace: a.Pos()}}}}
		a.X = &ast.CallExpr{
			Fun: &ast.FuncLit{
				Type: &ast.FuncType{
					Func:    a.Pos(),
					Params:  &ast.FieldList{List: []*ast.Field{{Type: &ast.Ellipsis{Ellipsis: a.Pos(), Elt: empty()}}}},
					Results: &ast.FieldList{List: []*ast.Field{{Type: empty()}}},
				},
				Body: body,
			},
			Lparen: a.Pos(), Args: []ast.Expr{a.X}, Rparen: a.X.End(),
		}
		return true
	})
}
