package accuracy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/store"
)

// countRows counts the rows of every table of a snapshot in pyarrow, straight from
// the mapped file, and again in DuckDB.
const countRows = `
import json, os, sys
import pyarrow as pa, duckdb
out = {}
for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith(".arrow"):
        opened = pa.ipc.open_file(pa.memory_map(os.path.join(sys.argv[1], name))).read_all()
        opened.validate(full=True)
        rows = duckdb.sql("select count(*) from opened").fetchall()[0][0]
        assert rows == opened.num_rows, name
        out[name[:-6]] = rows
print(json.dumps(out))
`

// TestAccuracyTables opens every table in pyarrow and DuckDB and compares the number
// of rows with the manifest's.
func TestAccuracyTables(t *testing.T) {
	corporaFolder(t)
	python := os.Getenv("LC_PYTHON")
	if python == "" {
		t.Skip("NOT MEASURED: LC_PYTHON names no python with pyarrow and duckdb")
	}
	each(t, []string{"cobra", "flask", "hono", "gson", "ripgrep", "redis"}, func(t *testing.T, name, root string) {
		folder := snapshotOf(t, indexOf(t, name, root))
		m, err := store.ReadManifest(folder)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(python, "-c", countRows, folder)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("python: %v: %s", err, stderr.String())
		}
		var got map[string]int64
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m.Counts, got); d != "" {
			t.Errorf("rows (-manifest +pyarrow):\n%s", d)
		}
		rows := int64(0)
		for _, n := range got {
			rows += n
		}
		t.Logf("%s: %d tables, %d rows in pyarrow and DuckDB as in the manifest", name, len(got), rows)
	})
}
