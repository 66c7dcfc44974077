// Package export hands out the tables of a snapshot in formats that other tools
// read: JSON lines, CSV, Parquet and Arrow. The columns and their order are those
// of store/FORMAT.md without the ones that only serve reading.
package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/lc-index/lc/store"
)

// Options of Table.
type Options struct {
	// Resolve puts after every column of ids one that says what they name.
	Resolve bool
}

// Formats lists the formats that Table writes.
func Formats() []string { return []string{"jsonl", "csv", "parquet", "arrow"} }

// ErrUsage means that no such table or format exists.
var ErrUsage = errors.New("nothing to export")

// sink takes the records of one table.
type sink interface {
	write(arrow.RecordBatch) error
	close() error
}

// Table writes one table of s to w.
func Table(s *store.Snapshot, table, format string, w io.Writer, opts Options) (err error) {
	if !contains(store.TableNames(), table) {
		return fmt.Errorf("%w: no table is called %q; there are %s", ErrUsage, table, strings.Join(store.TableNames(), ", "))
	}
	if !contains(Formats(), format) {
		return fmt.Errorf("%w: no format is called %q; there are %s", ErrUsage, format, strings.Join(Formats(), ", "))
	}
	buffered := bufio.NewWriterSize(w, 1<<16)
	var out sink
	err = s.Records(table, opts.Resolve, func(rec arrow.RecordBatch) error {
		if out == nil {
			if out, err = open(format, buffered, rec.Schema()); err != nil {
				return err
			}
		}
		return out.write(rec)
	})
	if err != nil {
		return fmt.Errorf("export %s: %w", table, err)
	}
	if err := errors.Join(out.close(), buffered.Flush()); err != nil {
		return fmt.Errorf("export %s: %w", table, err)
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func open(format string, w io.Writer, sc *arrow.Schema) (sink, error) {
	switch format {
	case "jsonl":
		return &jsonl{w: w}, nil
	case "csv":
		return newCSV(w, sc)
	case "parquet":
		return newParquet(w, sc)
	}
	out, err := ipc.NewFileWriter(w, ipc.WithSchema(sc))
	if err != nil {
		return nil, err
	}
	return arrowSink{out}, nil
}

type arrowSink struct{ w *ipc.FileWriter }

func (s arrowSink) write(rec arrow.RecordBatch) error { return s.w.Write(rec) }
func (s arrowSink) close() error                      { return s.w.Close() }

// jsonl writes an object a line, keys in column order.
type jsonl struct {
	w   io.Writer
	buf []byte
}

func (s *jsonl) write(rec arrow.RecordBatch) error {
	keys := make([]string, rec.NumCols())
	for j := range keys {
		keys[j] = strconv.Quote(rec.ColumnName(j)) + ":"
	}
	for i := range int(rec.NumRows()) {
		b := append(s.buf[:0], '{')
		for j, key := range keys {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(b, key...)
			var err error
			if b, err = appendJSON(b, rec.Column(j), i); err != nil {
				return err
			}
		}
		s.buf = append(b, '}', '\n')
		if _, err := s.w.Write(s.buf); err != nil {
			return err
		}
	}
	return nil
}

func (s *jsonl) close() error { return nil }

func appendJSON(b []byte, col arrow.Array, i int) ([]byte, error) {
	text, ok := col.(*array.String)
	if !ok {
		return appendScalar(b, col, i)
	}
	v := text.Value(i)
	if isPlain(v) {
		b = append(b, '"')
		b = append(b, v...)
		return append(b, '"'), nil
	}
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return append(b, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...), err
}

// isPlain reports whether v may stand between quotes as it is.
func isPlain(v string) bool {
	for i := range len(v) {
		if c := v[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			return false
		}
	}
	return true
}

// appendScalar writes a number or boolean as JSON and CSV both do.
func appendScalar(b []byte, col arrow.Array, i int) ([]byte, error) {
	switch c := col.(type) {
	case *array.Int32:
		return strconv.AppendInt(b, int64(c.Value(i)), 10), nil
	case *array.Int64:
		return strconv.AppendInt(b, c.Value(i), 10), nil
	case *array.Float32:
		return appendFloat(b, float64(c.Value(i)), 32)
	case *array.Float64:
		return appendFloat(b, c.Value(i), 64)
	case *array.Boolean:
		return strconv.AppendBool(b, c.Value(i)), nil
	}
	return b, fmt.Errorf("a column of type %s cannot be written as text", col.DataType())
}

func appendFloat(b []byte, v float64, bits int) ([]byte, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return b, fmt.Errorf("%v is no number", v)
	}
	return strconv.AppendFloat(b, v, 'g', -1, bits), nil
}

// csv writes RFC 4180 with a header and \n as line end.
type csv struct {
	w   io.Writer
	buf []byte
}

func newCSV(w io.Writer, sc *arrow.Schema) (*csv, error) {
	s := &csv{w: w}
	for i, f := range sc.Fields() {
		if i > 0 {
			s.buf = append(s.buf, ',')
		}
		s.buf = append(s.buf, f.Name...)
	}
	s.buf = append(s.buf, '\n')
	_, err := w.Write(s.buf)
	return s, err
}

func (s *csv) write(rec arrow.RecordBatch) error {
	for i := range int(rec.NumRows()) {
		b := s.buf[:0]
		for j := range int(rec.NumCols()) {
			if j > 0 {
				b = append(b, ',')
			}
			text, ok := rec.Column(j).(*array.String)
			if ok {
				b = appendField(b, text.Value(i))
				continue
			}
			var err error
			if b, err = appendScalar(b, rec.Column(j), i); err != nil {
				return err
			}
		}
		s.buf = append(b, '\n')
		if _, err := s.w.Write(s.buf); err != nil {
			return err
		}
	}
	return nil
}

func (s *csv) close() error { return nil }

func appendField(b []byte, v string) []byte {
	if !strings.ContainsAny(v, ",\"\r\n") {
		return append(b, v...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(v, `"`, `""`)...)
	return append(b, '"')
}
