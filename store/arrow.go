package store

import (
	"bytes"
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

// guard turns a panic of the Arrow library on bytes that it cannot read into an error.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%v", r)
	}
}

// openArrow opens the Arrow file in data and compares its columns with t's. The
// reader copies what it reads; it is used for schemas, dictionaries and compressed
// batches, and layoutOf finds what may stay where it is.
func openArrow(data []byte, t table) (r *ipc.FileReader, err error) {
	defer guard(&err)
	r, err = ipc.NewFileReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	want, have := t.fields(), r.Schema().Fields()
	if len(want) != len(have) {
		return nil, fmt.Errorf("the table has %d columns, not %d", len(have), len(want))
	}
	for i, f := range want {
		if have[i].Name != f.name || !arrow.TypeEqual(have[i].Type, f.col.dataType()) {
			return nil, fmt.Errorf("column %d is %s of type %s, not %s of type %s", i, have[i].Name, have[i].Type, f.name, f.col.dataType())
		}
	}
	return r, nil
}

// loadBatch fills t from a decompressed copy of batch i of r.
func loadBatch(r *ipc.FileReader, i int, t table) (err error) {
	defer guard(&err)
	rec, err := r.RecordBatchAt(i)
	if err != nil {
		return err
	}
	for j, f := range t.fields() {
		a := rec.Column(j)
		if int64(a.Len()) != rec.NumRows() || a.NullN() != 0 {
			return fmt.Errorf("column %s has %d of %d rows", f.name, a.Len()-a.NullN(), rec.NumRows())
		}
		s := sourceOf(a)
		if d, ok := a.(*array.Dictionary); ok {
			dict := sourceOf(d.Dictionary())
			s.dict = &dict
		}
		if err := f.col.load(s); err != nil {
			return fmt.Errorf("column %s: %w", f.name, err)
		}
	}
	return nil
}

func sourceOf(a arrow.Array) source {
	s := source{n: a.Len(), buffers: make([][]byte, 2)}
	for i, b := range a.Data().Buffers() {
		if i > 0 && b != nil {
			s.buffers[i-1] = b.Bytes()
		}
	}
	return s
}

// loadInPlace fills t from the only batch of the Arrow file in data, which must
// not be compressed; values stay in data.
func loadInPlace(data []byte, t table) (err error) {
	if _, err := openArrow(data, t); err != nil {
		return err
	}
	l, err := layoutOf(data)
	if err != nil {
		return err
	}
	if len(l.batches) != 1 {
		return fmt.Errorf("the table has %d batches, not 1", len(l.batches))
	}
	batch, dicts := l.batches[0], l.dictionaries
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
			s.dict = &source{n: d.rows}
			if s.dict.buffers, err = d.take(2); err != nil {
				return fmt.Errorf("column %s: dictionary: %w", f.name, err)
			}
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
