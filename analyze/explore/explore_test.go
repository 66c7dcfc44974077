package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/analyze"
	"github.com/lc-index/lc/analyze/explore"
	"github.com/lc-index/lc/store"
	"github.com/lc-index/lc/store/schema"
	"github.com/lc-index/lc/store/storetest"
)

type content map[string]string

func (c content) Content(path string) ([]byte, bool) {
	s, ok := c[path]
	return []byte(s), ok
}

// input holds, in two packages' worth of files:
//
//	main -> Serve -> Store.Get (interface) <- implemented by Disk.Get -> readFile
//	test_a -> readFile by an ambiguous name; Helper in two files.
func input(t *testing.T) explore.Input {
	t.Helper()
	var f storetest.Fixture
	f.File("a/main.go", "go", "package a\n\nfunc main() {\n\tServe()\n}\n\nfunc Helper() {}\n")
	main := f.Symbol("main", schema.KindFunction, 3, 5)
	f.Symbol("Helper", schema.KindFunction, 7, 7)
	f.File("a/serve.go", "go", "package a\n\ntype Store interface {\n\tGet()\n}\n\nfunc Serve(s Store) {\n\ts.Get()\n\ts.Get()\n}\n")
	f.Symbol("Store", schema.KindInterface, 3, 5)
	get := f.Symbol("Get", schema.KindMethod, 4, 4)
	serve := f.Symbol("Serve", schema.KindFunction, 7, 10)
	f.File("b/disk.go", "go", "package b\n\ntype Disk struct{}\n\nfunc (d Disk) Get() { readFile() }\n\nfunc readFile() {}\n")
	f.Symbol("Disk", schema.KindStruct, 3, 3)
	diskGet := f.Symbol("DiskGet", schema.KindMethod, 5, 5)
	readFile := f.Symbol("readFile", schema.KindFunction, 7, 7)
	f.File("b/disk_test.go", "go", "package b\n\nfunc TestA() {\n\treadFile()\n\t_ = readFile\n}\n\nfunc Helper() {}\n")
	f.Mark(schema.FileTest)
	testA := f.Symbol("TestA", schema.KindFunction, 3, 6)
	f.Symbol("Helper", schema.KindFunction, 8, 8)
	f.File("notes.txt", "", "readFile is here too\n")

	f.Use(main, serve, schema.RoleCall, schema.EdgeCall, schema.OriginTypes, 1, 4)
	f.Use(serve, get, schema.RoleCall, schema.EdgeCall, schema.OriginReceiver, .9, 8)
	f.Use(serve, get, schema.RoleCall, schema.EdgeCall, schema.OriginReceiver, .9, 9)
	f.Use(diskGet, get, schema.RoleInherit, schema.EdgeImplement, schema.OriginTypes, 1, 5)
	f.Use(diskGet, readFile, schema.RoleCall, schema.EdgeCall, schema.OriginScope, 1, 5)
	f.Use(testA, readFile, schema.RoleCall, schema.EdgeCall, schema.OriginAmbiguousName, .5, 4)
	f.Use(testA, readFile, schema.RoleRead, schema.EdgeReference, schema.OriginScope, 1, 5)
	snap := store.FromRows(f.Rows(), store.Manifest{Commit: "c0ffee"})
	if err := snap.Err(); err != nil {
		t.Fatal(err)
	}
	return explore.Input{Snapshot: snap, Content: content(f.Content)}
}

func run(t *testing.T, in explore.Input, opts explore.Options) *explore.Report {
	t.Helper()
	r, err := explore.Run(t.Context(), in, opts)
	if err != nil {
		t.Fatalf("Run(%+v): %v", opts, err)
	}
	return r
}

func show(rows []explore.Row) []string {
	out := []string{}
	for _, r := range rows {
		s := fmt.Sprintf("%s %s:%d %s %.2f", r.Symbol, r.Path, r.Line, r.Origin, r.Confidence)
		if r.Via != "" {
			s += " via " + r.Via
		}
		out = append(out, s)
	}
	return out
}

func TestNeighbours(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, tc := range []struct {
		opts explore.Options
		list func(*explore.Report) []explore.Row
		want []string
	}{
		{
			explore.Options{Symbol: "Serve", Relation: explore.CallersOnly}, func(r *explore.Report) []explore.Row { return r.Callers },
			[]string{"main a/main.go:4 types 1.00"},
		},
		{
			explore.Options{Symbol: "Serve", Relation: explore.CalleesOnly}, func(r *explore.Report) []explore.Row { return r.Callees },
			[]string{"Store.Get a/serve.go:4 receiver 0.90"},
		},
		{ // Once, however often it is called.
			explore.Options{Symbol: "Store.Get", Relation: explore.CallersOnly}, func(r *explore.Report) []explore.Row { return r.Callers },
			[]string{"Serve a/serve.go:8 receiver 0.90"},
		},
		{
			explore.Options{Symbol: "DiskGet", Relation: explore.CallersOnly}, func(r *explore.Report) []explore.Row { return r.Callers },
			[]string{"Serve a/serve.go:8 receiver 0.90 via Store.Get"},
		},
		{
			explore.Options{Symbol: "readFile", Relation: explore.CallersOnly, Depth: 3}, func(r *explore.Report) []explore.Row { return r.Callers },
			[]string{
				"DiskGet b/disk.go:5 scope 1.00", "TestA b/disk_test.go:4 ambiguous-name 0.50",
				"Serve a/serve.go:8 receiver 0.90 via Store.Get", "main a/main.go:4 types 0.90 via Serve",
			},
		},
		{
			explore.Options{Symbol: "readFile", Relation: explore.UsagesOnly}, func(r *explore.Report) []explore.Row { return r.Usages },
			[]string{"DiskGet b/disk.go:5 scope 1.00", "TestA b/disk_test.go:4 ambiguous-name 0.50", "TestA b/disk_test.go:5 scope 1.00"},
		},
		{
			explore.Options{Symbol: "main", Relation: explore.CallersOnly}, func(r *explore.Report) []explore.Row { return r.Callers },
			[]string{},
		},
	} {
		r := run(t, in, tc.opts)
		if d := cmp.Diff(tc.want, show(tc.list(r))); d != "" {
			t.Errorf("%+v (-want +got):\n%s", tc.opts, d)
		}
		if r.Status != analyze.Complete || r.Commit != "c0ffee" {
			t.Errorf("%+v: header %+v", tc.opts, r.Header)
		}
	}
}

func TestAmbiguousNamesAreListed(t *testing.T) {
	t.Parallel()
	in := input(t)
	r := run(t, in, explore.Options{Symbol: "Helper"})
	if len(r.Definitions) != 1 || r.Definitions[0].Path != "a/main.go" {
		t.Errorf("definitions %v: tests come last", show(r.Definitions))
	}
	if len(r.Ambiguous) != 1 || r.Ambiguous[0].Path != "b/disk_test.go" || r.Status != analyze.Partial {
		t.Errorf("ambiguous %v, status %s", r.Ambiguous, r.Status)
	}
}

func TestFullNameIsPreferredToSuffix(t *testing.T) {
	t.Parallel()
	var f storetest.Fixture
	f.File("a.py", "python", "def outer():\n    def walk():\n        pass\n    walk()\n\ndef walk():\n    pass\n")
	outer := f.Symbol("outer", schema.KindFunction, 1, 4)
	inner := f.Symbol("walk", schema.KindFunction, 2, 3)
	f.Symbol("walk", schema.KindFunction, 6, 7)
	f.Use(outer, inner, schema.RoleCall, schema.EdgeCall, schema.OriginScope, 1, 4)
	snap := store.FromRows(f.Rows(), store.Manifest{Commit: "c0ffee"})
	r := run(t, explore.Input{Snapshot: snap, Content: content(f.Content)}, explore.Options{Symbol: "walk"})
	if len(r.Definitions) != 1 || r.Definitions[0].Line != 6 || len(r.Callers) != 0 {
		t.Errorf("definitions %v, callers %v: want the function of that very name, which nothing calls", show(r.Definitions), show(r.Callers))
	}
}

func TestUnknownIsNeverNone(t *testing.T) {
	t.Parallel()
	in := input(t)
	for _, name := range []string{"Absent", "notes.txt"} {
		r := run(t, in, explore.Options{Symbol: name})
		if r.Status != analyze.Unknown || len(r.Undecided) == 0 {
			t.Errorf("%s: status %s, undecided %v", name, r.Status, r.Undecided)
		}
	}
	if _, err := explore.Run(t.Context(), in, explore.Options{}); err == nil {
		t.Error("no symbol is no error")
	}
	rows, err := in.Snapshot.Rows()
	if err != nil {
		t.Fatal(err)
	}
	rows.Coverage = []schema.Coverage{{Language: "go", References: 10, Resolved: 7, Unresolved: 3}}
	in.Snapshot = store.FromRows(rows, store.Manifest{})
	if r := run(t, in, explore.Options{Symbol: "main"}); r.Status != analyze.Partial || !strings.Contains(r.Undecided[0].Reason, "3 of 10") {
		t.Errorf("with unresolved references main reads %s %v", r.Status, r.Undecided)
	}
}

func TestLimitSaysHowManyThereAre(t *testing.T) {
	t.Parallel()
	r := run(t, input(t), explore.Options{Symbol: "readFile", Limit: 1})
	if len(r.Usages) != 1 || r.Totals.Usages != 3 || len(r.Callers) != 1 || r.Totals.Callers != 2 {
		t.Errorf("%d of %d usages, %d of %d callers", len(r.Usages), r.Totals.Usages, len(r.Callers), r.Totals.Callers)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	got := run(t, input(t), explore.Options{Symbol: "readFile", Source: true}).Text()
	want := `function readFile b/disk.go:7
func readFile() {}
callers (2):
  b/disk.go:5 DiskGet: func (d Disk) Get() { readFile() }
  b/disk_test.go:4 TestA [ambiguous-name 0.5]: readFile()
usages (3):
  b/disk.go:5 DiskGet: func (d Disk) Get() { readFile() }
  b/disk_test.go:4 TestA [ambiguous-name 0.5]: readFile()
  b/disk_test.go:5 TestA read: _ = readFile
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
}

func TestCutListsSayHowToGetTheRest(t *testing.T) {
	t.Parallel()
	r := run(t, input(t), explore.Options{Symbol: "readFile", Limit: 1})
	if want := "callers (1 of 2; limit=2 gives all):"; r.Totals.Callers != 2 || !strings.Contains(r.Text(), want) {
		t.Errorf("text %q, totals %+v, want %q", r.Text(), r.Totals, want)
	}
}

// TestUsagesOfATypeCountConstructions: an occurrence that constructs a type may mean its constructor.
func TestUsagesOfATypeCountConstructions(t *testing.T) {
	t.Parallel()
	var f storetest.Fixture
	f.File("a.ts", "typescript", "class A {\n  constructor() {}\n}\nfunction make() { return new A() }\nfunction other() {}\n")
	class := f.Symbol("A", schema.KindClass, 1, 3)
	construct := f.Symbol("constructor", schema.KindConstructor, 2, 2)
	maker := f.Symbol("make", schema.KindFunction, 4, 4)
	f.Symbol("other", schema.KindFunction, 5, 5)
	f.Use(maker, construct, schema.RoleCall, schema.EdgeCall, schema.OriginImport, .95, 4)
	f.Use(maker, class, schema.RoleType, schema.EdgeReference, schema.OriginScope, .95, 4)
	snap := store.FromRows(f.Rows(), store.Manifest{Commit: "c0ffee"})
	r := run(t, explore.Input{Snapshot: snap, Content: content(f.Content)}, explore.Options{Symbol: "A", Relation: explore.UsagesOnly})
	if d := cmp.Diff([]string{"make a.ts:4 import 0.95", "make a.ts:4 scope 0.95"}, show(r.Usages)); d != "" {
		t.Errorf("usages (-want +got):\n%s", d)
	}
}
