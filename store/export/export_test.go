package export_test

import (
	"bytes"
	"context"
	stdcsv "encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/build"
	"github.com/lc-index/lc/store/export"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

type seeded struct{ r *rand.Rand }

func (s seeded) N(n int) int { return s.r.IntN(n) }

func opened(t *testing.T) (*schema.Rows, *store.Snapshot) {
	t.Helper()
	rows := storetest.Rows(seeded{rand.New(rand.NewPCG(9, 1))}, storetest.Sizes{Files: 60, SymbolsPerFile: 4, OccurrencesPerFile: 1500, Edges: 50})
	dir := t.TempDir()
	if _, err := build.Write(context.Background(), dir, rows, store.Manifest{Snapshot: "s"}, nil, build.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return rows, s
}

// TestFormatsAgree exports every table in every format: row counts are the
// manifest's, and the two text formats hold the same values.
func TestFormatsAgree(t *testing.T) {
	t.Parallel()
	_, s := opened(t)
	for _, table := range store.TableNames() {
		t.Run(table, func(t *testing.T) {
			want := int(s.Manifest().Counts[table])
			out := map[string][]byte{}
			for _, format := range export.Formats() {
				var b bytes.Buffer
				if err := export.Table(s, table, format, &b, export.Options{Resolve: true}); err != nil {
					t.Fatal(err)
				}
				out[format] = b.Bytes()
			}
			records, err := stdcsv.NewReader(bytes.NewReader(out["csv"])).ReadAll()
			if err != nil || len(records) != want+1 {
				t.Fatalf("csv: %d rows, %v; want %d", len(records)-1, err, want)
			}
			lines := strings.Split(strings.TrimSuffix(string(out["jsonl"]), "\n"), "\n")
			if want == 0 {
				lines = nil
			}
			if len(lines) != want {
				t.Fatalf("jsonl: %d rows; want %d", len(lines), want)
			}
			for i, line := range lines {
				var row map[string]any
				d := json.NewDecoder(strings.NewReader(line))
				d.UseNumber()
				if err := d.Decode(&row); err != nil {
					t.Fatalf("line %d: %v", i, err)
				}
				for j, column := range records[0] {
					if got := fmt.Sprint(row[column]); got != records[i+1][j] {
						t.Fatalf("row %d, %s: jsonl has %q, csv %q", i, column, got, records[i+1][j])
					}
				}
			}
			a, err := ipc.NewFileReader(bytes.NewReader(out["arrow"]))
			if err != nil {
				t.Fatal(err)
			}
			rows := 0
			for i := range a.NumRecords() {
				rec, err := a.RecordBatchAt(i)
				if err != nil {
					t.Fatal(err)
				}
				rows += int(rec.NumRows())
			}
			p, err := file.NewParquetReader(bytes.NewReader(out["parquet"]))
			if err != nil {
				t.Fatal(err)
			}
			q, err := pqarrow.NewFileReader(p, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
			if err != nil {
				t.Fatal(err)
			}
			read, err := q.ReadTable(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if rows != want || int(read.NumRows()) != want {
				t.Errorf("arrow %d, parquet %d rows; want %d", rows, read.NumRows(), want)
			}
			for j, column := range records[0] {
				var texts []string
				for _, chunk := range read.Column(j).Data().Chunks() {
					for i := range chunk.Len() {
						texts = append(texts, chunk.ValueStr(i))
					}
				}
				if i := rand.New(rand.NewPCG(1, uint64(j))).IntN(want + 1); i < want && texts[i] != records[i+1][j] {
					t.Errorf("row %d, %s: parquet has %q, csv %q", i, column, texts[i], records[i+1][j])
				}
			}
			if got, columns := read.Schema().NumFields(), len(records[0]); got != columns || a.Schema().NumFields() != columns {
				t.Errorf("parquet has %d columns, arrow %d; want %d", got, a.Schema().NumFields(), columns)
			}
		})
	}
}

// TestResolve names what ids mean.
func TestResolve(t *testing.T) {
	t.Parallel()
	rows := &schema.Rows{
		Files:        []schema.File{{Path: "a/b.go", Language: "go", Digest: schema.Digest{0xab}, Flags: schema.FileTest | schema.FileVendored}},
		Symbols:      []schema.Symbol{{Kind: schema.KindFile, Parent: -1, NameLine: -1, StartLine: 1}, {Name: "f", Kind: schema.KindFunction, Parent: 0, NameLine: 7, SignatureHash: 1 << 63}},
		Edges:        []schema.Edge{{Source: 0, Target: 1, Kind: schema.EdgeCall, Origin: schema.OriginScope, Confidence: 0.25, Count: 2, Line: 3}},
		Ranks:        []float64{0.5, 0.5},
		FileRanks:    []float64{1},
		FileCoverage: []schema.FileCoverage{{}},
	}
	s := store.FromRows(rows, store.Manifest{})
	for _, tc := range []struct{ table, format, want string }{
		{"edges", "jsonl", `{"src_symbol_id":0,"src_symbol":"a/b.go:1:","dst_symbol_id":1,"dst_symbol":"a/b.go:7:f","kind":"call","origin":"scope","confidence":0.25,"count":2,"file_id":0,"file":"a/b.go","line":3}` + "\n"},
		{"file_ranks", "csv", "file_id,file,pagerank\n0,a/b.go,1\n"},
		{"files", "csv", "file_id,file,path,language,sha256,bytes,lines,status,flags,complexity,package\n0,a/b.go,a/b.go,go,ab" + strings.Repeat("0", 62) + `,0,0,parsed,"test,vendored",0,` + "\n"},
	} {
		var b bytes.Buffer
		if err := export.Table(s, tc.table, tc.format, &b, export.Options{Resolve: true}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != tc.want {
			t.Errorf("%s as %s:\n got %s\nwant %s", tc.table, tc.format, got, tc.want)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	s := store.FromRows(&schema.Rows{}, store.Manifest{})
	for _, tc := range [][2]string{{"nothing", "csv"}, {"files", "xml"}} {
		if err := export.Table(s, tc[0], tc[1], &bytes.Buffer{}, export.Options{}); !errors.Is(err, export.ErrUsage) {
			t.Errorf("%v: %v", tc, err)
		}
	}
}
