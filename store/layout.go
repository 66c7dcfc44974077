package store

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// layout is where the buffers of an uncompressed Arrow file lie. The Arrow
// library's reader of mapped files cannot take up files with dictionaries, and its
// other reader copies, so the few tables of the format that lead to the buffers
// (Footer, Block, Message, RecordBatch, Buffer of Arrow's File.fbs and Message.fbs)
// are read here. Every offset is checked against the bytes that are there.
type layout struct {
	dictionaries []batchLayout // In the order of the columns that have one.
	batches      []batchLayout
}

// batchLayout is one record batch: its rows and the buffers of its columns in turn.
type batchLayout struct {
	rows    int
	buffers [][]byte
}

// take removes the validity bitmap, which must be empty, and the n buffers after it.
func (b *batchLayout) take(n int) ([][]byte, error) {
	if len(b.buffers) < n+1 {
		return nil, errors.New("it has no buffers left")
	}
	if len(b.buffers[0]) != 0 {
		return nil, errors.New("it has missing values")
	}
	out := b.buffers[1 : n+1]
	b.buffers = b.buffers[n+1:]
	return out, nil
}

var errLayout = errors.New("an offset points outside the file")

// flat is a table of a flatbuffer.
type flat struct {
	data []byte
	pos  int
}

func (f flat) u32(at int) (int, bool) {
	if at < 0 || at > len(f.data)-4 {
		return 0, false
	}
	return int(int32(binary.LittleEndian.Uint32(f.data[at:]))), true
}

func (f flat) i64(at int) (int64, bool) {
	if at < 0 || at > len(f.data)-8 {
		return 0, false
	}
	return int64(binary.LittleEndian.Uint64(f.data[at:])), true
}

// root returns the table that a flatbuffer starts with.
func root(data []byte) (flat, bool) {
	f := flat{data: data}
	off, ok := f.u32(0)
	f.pos = off
	return f, ok && off >= 0 && off <= len(data)-4
}

// slot returns the position of field n of the table, 0 when it is absent.
func (f flat) slot(n int) (int, bool) {
	back, ok := f.u32(f.pos)
	vtable := f.pos - back
	if !ok || vtable < 0 || vtable > len(f.data)-4 {
		return 0, false
	}
	at := 4 + 2*n
	if size := int(binary.LittleEndian.Uint16(f.data[vtable:])); at+2 > size {
		return 0, true
	}
	if vtable+at > len(f.data)-2 {
		return 0, false
	}
	off := int(binary.LittleEndian.Uint16(f.data[vtable+at:]))
	if off == 0 {
		return 0, true
	}
	return f.pos + off, true
}

// child follows field n to another table.
func (f flat) child(n int) (flat, bool) {
	at, ok := f.slot(n)
	if !ok || at == 0 {
		return flat{}, false
	}
	off, ok := f.u32(at)
	return flat{f.data, at + off}, ok && off >= 0 && at+off <= len(f.data)-4
}

// vector follows field n to a vector of structs of the given size.
func (f flat) vector(n, size int) (start, count int, ok bool) {
	at, ok := f.slot(n)
	if !ok {
		return 0, 0, false
	}
	if at == 0 {
		return 0, 0, true
	}
	off, ok := f.u32(at)
	if !ok || off < 0 {
		return 0, 0, false
	}
	count, ok = f.u32(at + off)
	start = at + off + 4
	return start, count, ok && count >= 0 && start <= len(f.data) && count <= (len(f.data)-start)/size
}

// layoutOf finds the batches of the Arrow file in data.
func layoutOf(data []byte) (*layout, error) {
	const tail = 10 // Length of the footer and the closing magic.
	if len(data) < 8+tail {
		return nil, errLayout
	}
	size := int(int32(binary.LittleEndian.Uint32(data[len(data)-tail:])))
	if size <= 0 || size > len(data)-8-tail {
		return nil, errLayout
	}
	footer, ok := root(data[len(data)-tail-size : len(data)-tail])
	if !ok {
		return nil, errLayout
	}
	var l layout
	for _, part := range []struct {
		slot int
		to   *[]batchLayout
		dict bool
	}{{2, &l.dictionaries, true}, {3, &l.batches, false}} {
		start, count, ok := footer.vector(part.slot, 24)
		if !ok {
			return nil, errLayout
		}
		for i := range count {
			offset, ok1 := footer.i64(start + 24*i)
			meta, ok2 := footer.u32(start + 24*i + 8)
			body, ok3 := footer.i64(start + 24*i + 16)
			if !ok1 || !ok2 || !ok3 {
				return nil, errLayout
			}
			b, err := batchAt(data, offset, int64(meta), body, part.dict)
			if err != nil {
				return nil, fmt.Errorf("batch %d: %w", i, err)
			}
			*part.to = append(*part.to, b)
		}
	}
	return &l, nil
}

// Values of Message.header_type.
const (
	headerDictionary = 2
	headerBatch      = 3
)

func batchAt(data []byte, offset, meta, body int64, dict bool) (batchLayout, error) {
	n := int64(len(data))
	if offset < 0 || meta < 8 || body < 0 || offset > n || meta > n-offset || body > n-offset-meta {
		return batchLayout{}, errLayout
	}
	msg, ok := root(data[offset+8 : offset+meta])
	if !ok {
		return batchLayout{}, errLayout
	}
	kind, ok := msg.slot(1)
	if !ok || kind <= 0 || kind >= len(msg.data) {
		return batchLayout{}, errLayout
	}
	want := byte(headerBatch)
	if dict {
		want = headerDictionary
	}
	if msg.data[kind] != want {
		return batchLayout{}, errors.New("a message is of another kind")
	}
	batch, ok := msg.child(2)
	if ok && dict {
		batch, ok = batch.child(1)
	}
	if !ok {
		return batchLayout{}, errLayout
	}
	if at, ok := batch.slot(3); !ok || at != 0 {
		return batchLayout{}, errors.New("it is compressed")
	}
	var rows int64
	if at, ok := batch.slot(0); !ok {
		return batchLayout{}, errLayout
	} else if at != 0 {
		if rows, ok = batch.i64(at); !ok || rows < 0 || rows > n {
			return batchLayout{}, errLayout
		}
	}
	start, count, ok := batch.vector(2, 16)
	if !ok {
		return batchLayout{}, errLayout
	}
	out := batchLayout{rows: int(rows), buffers: make([][]byte, count)}
	first := offset + meta
	for i := range count {
		at, ok1 := batch.i64(start + 16*i)
		size, ok2 := batch.i64(start + 16*i + 8)
		if !ok1 || !ok2 || at < 0 || size < 0 || at > body || size > body-at {
			return batchLayout{}, errLayout
		}
		out.buffers[i] = data[first+at : first+at+size]
	}
	return out, nil
}
