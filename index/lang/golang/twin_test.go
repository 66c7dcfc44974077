package golang_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/golang"
	"github.com/lc-index/lc/store/schema"
)

// position is a line and a column as facts have them.
type position struct{ line, col int32 }

// TestScopesAgreeWithTypeChecker binds the names of this repository's own Go
// files with the extractor and with go/types and compares what they mean. The
// environment variable LC_GO_CORPUS adds another folder.
func TestScopesAgreeWithTypeChecker(t *testing.T) {
	t.Parallel()
	roots := []string{"../../..", "testdata"}
	if more := os.Getenv("LC_GO_CORPUS"); more != "" {
		roots = append(roots, more)
	}
	files, uses := 0, 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files++
			uses += compareScopes(t, path, src)
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if files < 20 || uses < 5000 {
		t.Errorf("compared %d files with %d uses, want more", files, uses)
	}
}

func compareScopes(t *testing.T, path string, src []byte) int {
	t.Helper()
	facts, err := golang.Extract(src)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return 0
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		return 0
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.Default(), Error: func(error) {}, FakeImportC: true}
	_, _ = conf.Check("p", fset, []*ast.File{file}, info)
	at := func(p token.Pos) position {
		q := fset.PositionFor(p, false)
		return position{int32(q.Line), int32(q.Column - 1)}
	}
	refs := map[position]*lang.Ref{}
	for i := range facts.Refs {
		refs[position{facts.Refs[i].Line, facts.Refs[i].Col}] = &facts.Refs[i]
	}
	count := 0
	for id, obj := range info.Uses {
		ref := refs[at(id.Pos())]
		if obj.Pkg() == nil || id.Name == "_" {
			continue // Predeclared.
		}
		if ref == nil && (declares(facts, id.Name, at(id.Pos())) || types.Universe.Lookup(id.Name) != nil) {
			continue // A receiver's type parameter is use and declaration in one; predeclared names of other files are left out.
		}
		if ref == nil {
			t.Errorf("%s:%v: no reference for %s", path, at(id.Pos()), id.Name)
			continue
		}
		if _, isPkg := obj.(*types.PkgName); isPkg {
			continue // Its name is a guess of either side.
		}
		count++
		local := obj.Parent() != obj.Pkg().Scope() && obj.Parent() != nil && obj.Pkg().Path() == "p"
		if _, label := obj.(*types.Label); label {
			local = true
		}
		if v, isVar := obj.(*types.Var); isVar && v.IsField() {
			local = false
		}
		if !local {
			continue
		}
		if ref.Target == schema.None {
			t.Errorf("%s:%v: %s is local but has no target", path, at(id.Pos()), id.Name)
			continue
		}
		s := facts.Symbols[ref.Target]
		if got, want := (position{s.NameLine, s.NameCol}), at(obj.Pos()); got != want {
			if _, isVar := obj.(*types.Var); isVar && s.Name == id.Name && info.Defs[id] == nil && typeSwitched(file, obj.Pos()) {
				continue // One variable for each clause, all declared at the switch.
			}
			t.Errorf("%s:%v: %s means %v, want %v", path, at(id.Pos()), id.Name, got, want)
		}
	}
	for id, obj := range info.Defs {
		if obj == nil || id.Name == "_" || obj.Parent() == nil {
			continue
		}
		found := false
		for i := range facts.Symbols {
			s := &facts.Symbols[i]
			found = found || s.Name == id.Name && (position{s.NameLine, s.NameCol}) == at(id.Pos())
		}
		if _, isPkg := obj.(*types.PkgName); !found && !isPkg {
			t.Errorf("%s:%v: no symbol for %s", path, at(id.Pos()), id.Name)
		}
	}
	return count
}

func declares(facts *lang.Facts, name string, at position) bool {
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		if s.Name == name && (position{s.NameLine, s.NameCol}) == at {
			return true
		}
	}
	return false
}

func typeSwitched(f *ast.File, pos token.Pos) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CaseClause); ok && c.Pos() <= pos && pos <= c.End() {
			found = true
		}
		return !found
	})
	return found
}
