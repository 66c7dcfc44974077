package store

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/lc-index/lc/store/schema"
)

// plainText makes an array of strings of rows [lo, hi), which are few enough for
// 32-bit offsets.
func plainText(lo, hi int, at func(int) string) arrow.Array {
	t, err := textOf(hi-lo, func(i int) string { return at(lo + i) })
	if err != nil { // A batch of more than 2 GiB of text: no column that was read can hold it.
		panic("store: " + err.Error())
	}
	return t.array(0, t.len())
}

func (c *numbers[T]) plain(lo, hi int) arrow.Array {
	if c.dataType() == arrow.PrimitiveTypes.Uint64 {
		return plainText(lo, hi, func(i int) string { return fmt.Sprintf("%016x", uint64(c.at(i))) })
	}
	v := make([]T, hi-lo)
	for i := range v {
		v[i] = c.at(lo + i)
	}
	return plainArray(c.dataType(), hi-lo, bytesOf(v))
}

func (c *digests) plain(lo, hi int) arrow.Array {
	return plainText(lo, hi, func(i int) string { return c.at(i).String() })
}

func (c *flags) plain(lo, hi int) arrow.Array {
	var out flags
	for i := lo; i < hi; i++ {
		out.append(c.at(i))
	}
	return out.array(0, out.count)
}

func (c *text) plain(lo, hi int) arrow.Array  { return plainText(lo, hi, c.at) }
func (c *words) plain(lo, hi int) arrow.Array { return plainText(lo, hi, c.at) }
func (c *enum[T]) plain(lo, hi int) arrow.Array {
	return plainText(lo, hi, func(i int) string {
		if v := int(c.at(i)); v < len(c.names) {
			return c.names[v]
		}
		return ""
	})
}
func (c *marks) plain(lo, hi int) arrow.Array {
	return plainText(lo, hi, func(i int) string { return strings.Join(c.set(c.at(i)), ",") })
}

// exportRows is how many rows a record of Records has at most.
const exportRows = 1 << 14

// isInternal reports whether a column only serves reading: where the rows of a key
// start, and rows in another order.
func isInternal(column string) bool {
	return strings.HasPrefix(column, "first_") || strings.HasPrefix(column, "by_") || column == "occurrence_batch" || column == "incoming"
}

// Records calls visit with the rows of a table, a few thousand at a time: without
// the columns that only serve reading, with plain types. With resolve, every column
// of ids (x_id) is followed by one that says what it names (x): the path of a file,
// path:line:name of a symbol, and nothing for none. A record is valid until visit
// returns; an empty table gives one empty record.
func (s *Snapshot) Records(table string, resolve bool, visit func(arrow.RecordBatch) error) error {
	t := s.c.table(table)
	if t == nil {
		return fmt.Errorf("no table is called %q; there are %s", table, strings.Join(TableNames(), ", "))
	}
	if table == "occurrences" && s.occs != nil {
		for i := range s.occs.layout.batches {
			b, err := s.occs.batch(i)
			if err != nil {
				return err
			}
			if err := s.records(b, resolve, visit); err != nil {
				return err
			}
		}
		return s.Err()
	}
	if err := s.records(t, resolve, visit); err != nil {
		return err
	}
	return s.Err()
}

func (s *Snapshot) records(t table, resolve bool, visit func(arrow.RecordBatch) error) error {
	n := rowsOf(t)
	for lo := 0; ; lo += exportRows {
		hi := min(n, lo+exportRows)
		var fields []arrow.Field
		var cols []arrow.Array
		add := func(name string, a arrow.Array) {
			fields = append(fields, arrow.Field{Name: name, Type: a.DataType()})
			cols = append(cols, a)
		}
		for _, f := range t.fields() {
			if isInternal(f.name) {
				continue
			}
			add(f.name, f.col.plain(lo, hi))
			base, isID := strings.CutSuffix(f.name, "_id")
			if ids, ok := f.col.(*numbers[int32]); ok && isID && resolve {
				name := s.nameOfSymbol
				if strings.HasSuffix(base, "file") {
					name = func(id int32) string { return s.FilePath(schema.FileID(id)) }
				}
				add(base, plainText(lo, hi, func(i int) string { return name(ids.at(i)) }))
			}
		}
		rec := array.NewRecordBatch(arrow.NewSchema(fields, nil), cols, int64(hi-lo))
		if err := visit(rec); err != nil {
			return err
		}
		if hi == n {
			return nil
		}
	}
}

// nameOfSymbol returns path:line:name.
func (s *Snapshot) nameOfSymbol(id int32) string {
	if id < 0 || int(id) >= s.SymbolCount() {
		return ""
	}
	t, i := &s.c.symbols, int(id)
	line := t.nameLine.at(i)
	if line < 1 {
		line = t.startLine.at(i)
	}
	return fmt.Sprintf("%s:%d:%s", s.FilePath(s.SymbolFile(schema.SymbolID(id))), line, t.name.at(i))
}
