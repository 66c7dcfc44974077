package store

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// isCompressed reports whether a table is kept in compressed batches: those that
// are read whole or file by file. The others are read in place.
func isCompressed(name string) bool {
	return name == "occurrences" || name == "commits" || name == "changes"
}

// Encode writes one table as an Arrow IPC file. The bytes depend on the rows alone.
func (c *Columns) Encode(w io.Writer, name string) (err error) {
	t := c.table(name)
	if t == nil {
		return fmt.Errorf("no table is called %q", name)
	}
	sc := arrowSchema(t)
	opts := []ipc.Option{ipc.WithSchema(sc), ipc.WithAllocator(memory.DefaultAllocator)}
	if isCompressed(name) {
		opts = append(opts, ipc.WithZstd(), ipc.WithCompressConcurrency(1))
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

// loadBatch fills t from batch i. Values of an uncompressed batch stay where they
// are; those of a compressed one are unpacked.
func loadBatch(l *layout, i int, t table) error {
	if i < 0 || i >= len(l.batches) {
		return fmt.Errorf("the table has no batch %d", i)
	}
	batch, err := l.batches[i].unpacked()
	if err != nil {
		return err
	}
	dicts := l.dictionaries
	for _, f := range t.fields() {
		dt := f.col.dataType()
		s := source{n: batch.rows}
		if s.buffers, err = batch.take(buffersIn(dt)); err != nil {
			return fmt.Errorf("column %s: %w", f.name, err)
		}
		if dt.ID() == arrow.DICTIONARY {
			if len(dicts) == 0 {
				return fmt.Errorf("column %s: its dictionary is missing", f.name)
			}
			d := dicts[0]
			dicts = dicts[1:]
			s.dict = &d
		}
		if err := f.col.load(s); err != nil {
			return fmt.Errorf("column %s: %w", f.name, err)
		}
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
