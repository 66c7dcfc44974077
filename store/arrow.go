package store

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// leastSavings is the part of a table's compressible columns that compression must
// save to be used: below it, reading in place is worth more than the bytes.
func leastSavings(name string) (savings float64, compressed bool) {
	switch name {
	case "occurrences", "commits", "changes":
		return 0, true // Read whole, or file by file.
	case "symbols", "edges", "imports", "file_edges", "open_names":
		return 0.5, true // Ids and orders stay in place; names, lines and counts shrink.
	}
	return 0, false
}

// Encode writes one table as an Arrow IPC file. The bytes depend on the rows alone.
func (c *Columns) Encode(w io.Writer, name string) (err error) {
	t := c.table(name)
	if t == nil {
		return fmt.Errorf("no table is called %q", name)
	}
	sc := arrowSchema(t)
	opts := []ipc.Option{ipc.WithSchema(sc), ipc.WithAllocator(memory.DefaultAllocator)}
	if savings, compressed := leastSavings(name); compressed {
		opts = append(opts, ipc.WithZstd(), ipc.WithCompressConcurrency(1), ipc.WithMinSpaceSavings(savings))
	}
	out, err := ipc.NewFileWriter(w, opts...)
	if err != nil {
		return fmt.Errorf("table %s: %w", name, err)
	}
	defer func() {
		if cerr := out.Close(); err == nil && cerr != nil {
			err = fmt.Errorf("table %s: %w", name, cerr)
		}
	}()
	bounds := []int{0, rowsOf(t)}
	if name == "occurrences" && len(c.batches) > 1 {
		bounds = c.batches
	}
	for i := range len(bounds) - 1 {
		fields := t.fields()
		cols := make([]arrow.Array, len(fields))
		for j, f := range fields {
			cols[j] = f.col.array(bounds[i], bounds[i+1])
		}
		if err := out.Write(array.NewRecordBatch(sc, cols, int64(bounds[i+1]-bounds[i]))); err != nil {
			return fmt.Errorf("table %s: %w", name, err)
		}
	}
	return nil
}

// openArrow finds the batches of the Arrow file in data and compares its columns with t's.
func openArrow(data []byte, t table) (*layout, error) {
	l, err := layoutOf(data)
	if err != nil {
		return nil, err
	}
	want := t.fields()
	if len(want) != len(l.columns) {
		return nil, fmt.Errorf("the table has %d columns, not %d", len(l.columns), len(want))
	}
	for i, f := range want {
		if w := (columnLayout{f.name, f.col.dataType().String()}); l.columns[i] != w {
			return nil, fmt.Errorf("column %d is %s of type %s, not %s of type %s", i, l.columns[i].name, l.columns[i].typ, w.name, w.typ)
		}
	}
	return l, nil
}

// loadBatch fills t from batch i. Values that are not compressed stay where they
// are. A column that is compressed is unpacked when it is first asked for, and
// damaged is told when that fails; with a nil damaged it is unpacked at once.
func loadBatch(l *layout, i int, t table, damaged func(error)) error {
	if i < 0 || i >= len(l.batches) {
		return fmt.Errorf("the table has no batch %d", i)
	}
	batch, dicts := l.batches[i], l.dictionaries
	for _, f := range t.fields() {
		dt := f.col.dataType()
		packed, err := batch.take(buffersIn(dt))
		if err != nil {
			return fmt.Errorf("column %s: %w", f.name, err)
		}
		s := source{n: batch.rows}
		if dt.ID() == arrow.DICTIONARY {
			if len(dicts) == 0 {
				return fmt.Errorf("column %s: its dictionary is missing", f.name)
			}
			d := dicts[0]
			dicts = dicts[1:]
			s.dict = &d
		}
		load := func() (err error) {
			if s.buffers, err = packed.unpacked(); err == nil {
				err = f.col.load(s)
			}
			if err != nil {
				return fmt.Errorf("column %s: %w", f.name, err)
			}
			return nil
		}
		if damaged == nil || !packed.isPacked() {
			if err := load(); err != nil {
				return err
			}
			continue
		}
		*f.col.self() = lazy{n: batch.rows, pending: &pending{load: func() {
			if err := load(); err != nil {
				damaged(err)
			}
		}}}
	}
	return nil
}

// buffersIn returns how many buffers a column has after its validity bitmap.
func buffersIn(dt arrow.DataType) int {
	if dt.ID() == arrow.STRING {
		return 2
	}
	return 1
}
