package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"
)

// layout is what an Arrow file holds and where. The Arrow library is not used to
// read: its reader of mapped files cannot take up dictionaries (v18.8.0 writes to a
// nil map), its other reader copies, and both allocate whatever a damaged file asks
// for. The few tables of the format that lead to the buffers (Footer, Schema, Field,
// Block, Message, RecordBatch, Buffer of Arrow's File.fbs, Schema.fbs and
// Message.fbs) are read here, every offset checked against the bytes that are there.
type layout struct {
	columns      []columnLayout
	dictionaries []batchLayout // In the order of the columns that have one.
	batches      []batchLayout
}

// columnLayout is the name of a column and its type as the Arrow library prints it.
type columnLayout struct{ name, typ string }

// batchLayout is one record batch: its rows and the buffers of its columns in turn.
type batchLayout struct {
	rows       int
	buffers    [][]byte
	compressed bool
}

// maxRatio is more than zstd can shrink anything: 128 KiB of one byte take four.
const maxRatio = 1 << 16

// take removes the validity bitmap, which must be empty, and the n buffers after it.
func (b *batchLayout) take(n int) (packed, error) {
	if len(b.buffers) < n+1 {
		return packed{}, errors.New("it has no buffers left")
	}
	if len(b.buffers[0]) != 0 {
		return packed{}, errors.New("it has missing values")
	}
	out := packed{b.buffers[1 : n+1], b.compressed}
	b.buffers = b.buffers[n+1:]
	return out, nil
}

// packed is the buffers of a column as they lie in the file: in a compressed batch
// each begins with its size when unpacked, or with -1 where compression did not pay.
type packed struct {
	buffers    [][]byte
	compressed bool
}

const notPacked = math.MaxUint64

// isPacked reports whether any of the buffers must be unpacked.
func (p packed) isPacked() bool {
	for _, b := range p.buffers {
		if p.compressed && (len(b) < 8 || binary.LittleEndian.Uint64(b) != notPacked) && len(b) > 0 {
			return true
		}
	}
	return false
}

// unpacked returns the buffers with what is compressed unpacked.
func (p packed) unpacked() ([][]byte, error) {
	if !p.compressed {
		return p.buffers, nil
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(math.MaxInt32))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	out := make([][]byte, len(p.buffers))
	for i, b := range p.buffers {
		if len(b) == 0 {
			continue
		}
		if len(b) < 8 {
			return nil, errLayout
		}
		claim := binary.LittleEndian.Uint64(b)
		b = b[8:]
		if claim == notPacked {
			out[i] = b
			continue
		}
		if claim > math.MaxInt32 || claim > maxRatio*uint64(len(b)) {
			return nil, fmt.Errorf("a buffer of %d bytes claims to hold %d", len(b), claim)
		}
		plain, err := dec.DecodeAll(b, make([]byte, 0, claim))
		if err != nil {
			return nil, err
		}
		if uint64(len(plain)) != claim {
			return nil, fmt.Errorf("a buffer holds %d bytes, not %d", len(plain), claim)
		}
		out[i] = plain
	}
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
	if l.columns, ok = columnsIn(footer); !ok {
		return nil, errLayout
	}
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
	compressed, err := isZstd(batch)
	if err != nil {
		return batchLayout{}, err
	}
	var rows int64
	if at, ok := batch.slot(0); !ok {
		return batchLayout{}, errLayout
	} else if at != 0 {
		if rows, ok = batch.i64(at); !ok || rows < 0 || rows > math.MaxInt32 {
			return batchLayout{}, errLayout
		}
	}
	start, count, ok := batch.vector(2, 16)
	if !ok {
		return batchLayout{}, errLayout
	}
	out := batchLayout{rows: int(rows), buffers: make([][]byte, count), compressed: compressed}
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

// isZstd reads RecordBatch.compression: absent, or zstd buffer by buffer.
func isZstd(batch flat) (bool, error) {
	at, ok := batch.slot(3)
	if !ok {
		return false, errLayout
	}
	if at == 0 {
		return false, nil
	}
	how, ok := batch.child(3)
	if !ok {
		return false, errLayout
	}
	const zstdCodec, byBuffer = 1, 0
	if codec, ok := how.number(0, 1); !ok || codec != zstdCodec {
		return false, errors.New("it is compressed in another way")
	}
	if method, ok := how.number(1, 1); !ok || method != byBuffer {
		return false, errors.New("it is compressed in another way")
	}
	return true, nil
}

// number reads scalar field n of size bytes, 0 when it is absent.
func (f flat) number(n, size int) (int64, bool) {
	at, ok := f.slot(n)
	if !ok || at == 0 {
		return 0, ok
	}
	if at < 0 || at > len(f.data)-size {
		return 0, false
	}
	switch size {
	case 1:
		return int64(f.data[at]), true
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(f.data[at:]))), true
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(f.data[at:]))), true
	}
	return f.i64(at)
}

// columnsIn reads the names and types of Footer.schema. A type that no table of lc
// has is named "other".
func columnsIn(footer flat) ([]columnLayout, bool) {
	sc, ok := footer.child(1)
	if !ok {
		return nil, false
	}
	start, count, ok := sc.vector(1, 4)
	if !ok {
		return nil, false
	}
	out := make([]columnLayout, count)
	for i := range out {
		at := start + 4*i
		off, ok := sc.u32(at)
		if !ok || off < 0 || at+off > len(sc.data)-4 {
			return nil, false
		}
		field := flat{sc.data, at + off}
		from, n, ok := field.vector(0, 1)
		if !ok {
			return nil, false
		}
		out[i].name = string(sc.data[from : from+n])
		if out[i].typ, ok = typeOf(field); !ok {
			return nil, false
		}
	}
	return out, true
}

// typeOf reads Field.type and Field.dictionary.
func typeOf(field flat) (string, bool) {
	kind, ok := field.number(2, 1)
	if !ok {
		return "", false
	}
	detail, ok := field.child(3)
	if !ok {
		return "", false
	}
	name := "other"
	switch kind { // Values of Schema.fbs Type.
	case 2:
		if name, ok = intType(detail); !ok {
			return "", false
		}
	case 3:
		precision, ok := detail.number(0, 2)
		if !ok {
			return "", false
		}
		name = map[int64]string{1: "float32", 2: "float64"}[precision]
	case 5:
		name = "utf8"
	case 6:
		name = "bool"
	case 15:
		width, ok := detail.number(0, 4)
		if !ok {
			return "", false
		}
		name = fmt.Sprintf("fixed_size_binary[%d]", width)
	}
	if at, ok := field.slot(4); !ok || at == 0 {
		return name, ok
	}
	encoding, ok := field.child(4)
	if !ok {
		return "", false
	}
	index := "int32"
	if at, ok := encoding.slot(1); !ok {
		return "", false
	} else if at != 0 {
		detail, ok := encoding.child(1)
		if !ok {
			return "", false
		}
		if index, ok = intType(detail); !ok {
			return "", false
		}
	}
	return fmt.Sprintf("dictionary<values=%s, indices=%s, ordered=false>", name, index), true
}

func intType(detail flat) (string, bool) {
	bits, ok1 := detail.number(0, 4)
	signed, ok2 := detail.number(1, 1)
	prefix := "u"
	if signed == 1 {
		prefix = ""
	}
	return fmt.Sprintf("%sint%d", prefix, bits), ok1 && ok2
}
