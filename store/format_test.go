package store_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/schema"
)

var update = flag.Bool("update", false, "write the golden snapshot again")

// documented reads the columns of FORMAT.md: table, then column and type in order.
func documented(t *testing.T) map[string][][2]string {
	t.Helper()
	f, err := os.Open("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string][][2]string{}
	table := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "#") {
			table, _ = strings.CutPrefix(line, "### ")
			if table == line {
				table = ""
			}
			continue
		}
		cells := strings.Split(line, "|")
		if table == "" || len(cells) < 5 {
			continue
		}
		name, typ := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
		if bare := strings.Trim(name, "`"); bare != name {
			out[table] = append(out[table], [2]string{bare, typ})
		}
	}
	return out
}

// shortType names a type as FORMAT.md does.
func shortType(arrow string) string {
	switch arrow {
	case "dictionary<values=utf8, indices=int8, ordered=false>":
		return "enum"
	case "dictionary<values=utf8, indices=int16, ordered=false>":
		return "flags"
	case "dictionary<values=utf8, indices=int32, ordered=false>":
		return "words"
	}
	return arrow
}

// TestFormatIsDocumented compares FORMAT.md with the files, in both directions,
// column by column. The files are read by the Arrow library, as others read them.
func TestFormatIsDocumented(t *testing.T) {
	t.Parallel()
	_, folder := published(t, tiny)
	written := map[string][][2]string{}
	for _, table := range store.TableNames() {
		f, err := os.Open(filepath.Join(folder, table+store.TableSuffix))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		r, err := ipc.NewFileReader(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Schema().Fields() {
			written[table] = append(written[table], [2]string{c.Name, shortType(c.Type.String())})
		}
		for i := range r.NumRecords() {
			if _, err := r.RecordBatchAt(i); err != nil {
				t.Errorf("%s, batch %d: %v", table, i, err)
			}
		}
	}
	if d := cmp.Diff(written, documented(t)); d != "" {
		t.Errorf("FORMAT.md and the files disagree (-files +FORMAT.md):\n%s", d)
	}
}

// goldenRows is the content of fixtures/format/v1.
func goldenRows() *schema.Rows {
	none := schema.SymbolID(schema.None)
	return &schema.Rows{
		Files: []schema.File{
			{Path: "cmd/main.go", Language: "go", Digest: schema.Digest{1}, Bytes: 40, Lines: 5, Status: schema.StatusParsed, Flags: schema.FileExecutable | schema.FileTest, Complexity: 2, Package: "cmd"},
			{Path: "größe.txt", Digest: schema.Digest{2}, Bytes: 3, Lines: 1, Status: schema.StatusText},
		},
		Symbols: []schema.Symbol{
			{ScipSymbol: "lc go . `main.go`/", QualifiedName: "main.go", Kind: schema.KindFile, StartLine: 1, EndLine: 6, NameLine: -1, NameCol: -1, Parent: none},
			{ScipSymbol: "lc go . main().", Name: "main", QualifiedName: "main", Kind: schema.KindFunction, StartLine: 3, EndLine: 5, EndCol: 1, NameLine: 3, NameCol: 5,
				Parent: 0, Visibility: schema.VisibilityInternal, Flags: schema.SymbolEntry, Complexity: 2, Signature: "func main()", Doc: "Runs.", SignatureHash: 1 << 63, BodyHash: 7},
		},
		Occurrences: []schema.Occurrence{
			{StartLine: 3, StartCol: 5, EndLine: 3, EndCol: 9, Role: schema.RoleDefinition, Symbol: 1, Enclosing: 0, Origin: schema.OriginScope, Confidence: 1, Name: "main"},
			{StartLine: 4, StartCol: 1, EndLine: 4, EndCol: 4, Role: schema.RoleCall, Symbol: none, External: "fmt", Enclosing: 1, Origin: schema.OriginNone, Name: "Print"},
		},
		Imports:      []schema.Import{{Line: 2, Text: "fmt", TargetFile: schema.None, TargetPackage: "fmt", Class: schema.ImportLazy, External: true}},
		Edges:        []schema.Edge{{Source: 0, Target: 1, Kind: schema.EdgeReference, Origin: schema.OriginUniqueName, Confidence: .5, Count: 3, File: 0, Line: 4}},
		FileEdges:    []schema.FileEdge{{Source: 0, Target: 1, Kind: schema.EdgeImport, Class: schema.ImportReexport, Confidence: .25, Count: 1}},
		Ranks:        []float64{.75, .25},
		FileRanks:    []float64{.5, .5},
		Commits:      []schema.Commit{{Hash: "c0ffee", Time: 1700000000, Author: "A", Subject: "fix: it", Kind: "fix", Confidence: 1}},
		Changes:      []schema.Change{{Commit: 0, File: 1, Added: 2, Deleted: 1}},
		Problems:     []schema.Problem{{Path: "x", Stage: "read", Reason: "permission denied", Line: -1, EndLine: -1}},
		Coverage:     []schema.Coverage{{Language: "go", Files: 1, Parsed: 1, References: 5, Resolved: 1, Ambiguous: 1, External: 1, Unresolved: 2}},
		FileCoverage: []schema.FileCoverage{{References: 5, Resolved: 1, Ambiguous: 1, External: 1, Unresolved: 2}, {}},
	}
}

// TestGoldenSnapshot opens a snapshot that an earlier build of this format wrote.
func TestGoldenSnapshot(t *testing.T) {
	t.Parallel()
	golden := filepath.Join("..", "fixtures", "format", fmt.Sprintf("v%d", schema.FormatVersion))
	if *update {
		dir := t.TempDir()
		name, err := build.Write(context.Background(), dir, goldenRows(), store.Manifest{Snapshot: "golden", Commit: "c0ffee"}, nil, build.Options{})
		if err != nil {
			t.Fatal(err)
		}
		must(t, os.RemoveAll(golden))
		must(t, os.MkdirAll(filepath.Dir(golden), 0o755))
		must(t, os.CopyFS(golden, os.DirFS(filepath.Join(dir, store.SnapshotsFolder, name))))
	}
	must(t, store.Verify(golden))
	s, err := store.OpenFolder(golden)
	must(t, err)
	defer s.Close()
	got, err := s.Rows()
	must(t, err)
	if d := cmp.Diff(goldenRows(), got); d != "" {
		t.Errorf("rows mismatch (-want +golden):\n%s", d)
	}
}
