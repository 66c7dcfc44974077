package export

import (
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// groupRows is how many rows a row group takes before the next is begun, which
// bounds what is held in memory: about what other writers do.
const groupRows = 1 << 20

// parquetSink writes Parquet column by column. The Arrow library's own bridge to
// Parquet (pqarrow) would link Flight and gRPC into every lc.
type parquetSink struct {
	w     *file.Writer
	group file.BufferedRowGroupWriter // Nil between groups.
	rows  int                         // In the group.
}

func newParquet(w io.Writer, sc *arrow.Schema) (*parquetSink, error) {
	var fields schema.FieldList
	for _, f := range sc.Fields() {
		var logical schema.LogicalType = schema.NoLogicalType{}
		physical, ok := map[arrow.Type]parquet.Type{
			arrow.STRING: parquet.Types.ByteArray, arrow.INT32: parquet.Types.Int32, arrow.INT64: parquet.Types.Int64,
			arrow.FLOAT32: parquet.Types.Float, arrow.FLOAT64: parquet.Types.Double, arrow.BOOL: parquet.Types.Boolean,
		}[f.Type.ID()]
		if !ok {
			return nil, fmt.Errorf("column %s of type %s has no place in Parquet", f.Name, f.Type)
		}
		if physical == parquet.Types.ByteArray {
			logical = schema.StringLogicalType{}
		}
		node, err := schema.NewPrimitiveNodeLogical(f.Name, parquet.Repetitions.Required, logical, physical, -1, -1)
		if err != nil {
			return nil, err
		}
		fields = append(fields, node)
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		return nil, err
	}
	// Nothing of the machine or the time goes into the file.
	props := parquet.NewWriterProperties(parquet.WithCompression(compress.Codecs.Zstd), parquet.WithCreatedBy("lc"))
	out, err := file.NewParquetWriterWithError(w, root, file.WithWriterProps(props))
	if err != nil {
		return nil, err
	}
	return &parquetSink{w: out}, nil
}

func (s *parquetSink) write(rec arrow.RecordBatch) (err error) {
	if rec.NumRows() == 0 {
		return nil
	}
	if s.group == nil {
		if s.group, err = s.w.AppendBufferedRowGroupChecked(); err != nil {
			return err
		}
	}
	for j := range int(rec.NumCols()) {
		out, err := s.group.Column(j)
		if err != nil {
			return err
		}
		if err := writeColumn(out, rec.Column(j)); err != nil {
			return fmt.Errorf("column %s: %w", rec.ColumnName(j), err)
		}
	}
	if s.rows += int(rec.NumRows()); s.rows >= groupRows {
		return s.endGroup()
	}
	return nil
}

func (s *parquetSink) endGroup() error {
	if s.group == nil {
		return nil
	}
	err := s.group.Close()
	s.group, s.rows = nil, 0
	return err
}

func (s *parquetSink) close() error {
	if err := s.endGroup(); err != nil {
		return err
	}
	return s.w.Close()
}

func writeColumn(out file.ColumnChunkWriter, col arrow.Array) (err error) {
	switch c := col.(type) {
	case *array.Int32:
		_, err = out.(*file.Int32ColumnChunkWriter).WriteBatch(c.Int32Values(), nil, nil)
	case *array.Int64:
		_, err = out.(*file.Int64ColumnChunkWriter).WriteBatch(c.Int64Values(), nil, nil)
	case *array.Float32:
		_, err = out.(*file.Float32ColumnChunkWriter).WriteBatch(c.Float32Values(), nil, nil)
	case *array.Float64:
		_, err = out.(*file.Float64ColumnChunkWriter).WriteBatch(c.Float64Values(), nil, nil)
	case *array.Boolean:
		v := make([]bool, c.Len())
		for i := range v {
			v[i] = c.Value(i)
		}
		_, err = out.(*file.BooleanColumnChunkWriter).WriteBatch(v, nil, nil)
	case *array.String:
		v := make([]parquet.ByteArray, c.Len())
		for i := range v {
			v[i] = parquet.ByteArray(c.Value(i))
		}
		_, err = out.(*file.ByteArrayColumnChunkWriter).WriteBatch(v, nil, nil)
	default:
		err = fmt.Errorf("type %s", col.DataType())
	}
	return err
}
