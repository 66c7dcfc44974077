package store

import (
	"errors"
	"fmt"
	"math"
	"sort"
	"strings"
	"sync"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/lc-index/lc/store/schema"
)

// column is one column of a table: it becomes an Arrow array without copying its
// values, and is read from one the same way.
type column interface {
	dataType() arrow.DataType
	len() int
	// array returns rows [lo, hi). The result shares memory with the column.
	array(lo, hi int) arrow.Array
	// plain returns rows [lo, hi) with a type that every consumer knows: no
	// dictionaries, hashes in hexadecimal. The result is a copy and always valid.
	plain(lo, hi int) arrow.Array
	// load takes its values from s without copying them; only dictionaries are copied.
	load(s source) error
	// self is where a column notes that it is loaded when first asked.
	self() *lazy
}

// lazy is embedded in every column. A column that is compressed in its file is
// unpacked when one of its values is first asked for.
type lazy struct {
	n       int // Rows, while they are not loaded.
	pending *pending
}

type pending struct {
	once sync.Once
	load func()
}

func (l *lazy) self() *lazy { return l }

// ready loads the column if it is not. Safe for concurrent use.
func (l *lazy) ready() {
	if l.pending != nil {
		l.pending.once.Do(l.pending.load)
	}
}

// rows is the number of rows when loaded are there, or will be.
func (l *lazy) rows(loaded int) int {
	if l.pending != nil {
		return l.n
	}
	return loaded
}

// source is where a column of n rows lies: its buffers after the validity bitmap,
// and the dictionary that an index points into.
type source struct {
	n       int
	buffers [][]byte
	dict    *batchLayout
}

// fixed is a value whose bytes in memory are its bytes on disk.
type fixed interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint64 | ~float32 | ~float64
}

func bytesOf[T fixed](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v)*int(unsafe.Sizeof(v[0])))
}

// viewOf reads n values from the start of b without copying them.
func viewOf[T fixed](b []byte, n int) ([]T, error) {
	if n == 0 {
		return nil, nil
	}
	var zero T
	size := int(unsafe.Sizeof(zero))
	if len(b)/size < n {
		return nil, fmt.Errorf("a column is shorter than its %d rows", n)
	}
	p := unsafe.Pointer(&b[0])
	if uintptr(p)%uintptr(size) != 0 {
		return nil, fmt.Errorf("a column is not aligned to %d bytes", size)
	}
	return unsafe.Slice((*T)(p), n), nil
}

func plainArray(dt arrow.DataType, n int, buffers ...[]byte) arrow.Array {
	bufs := make([]*memory.Buffer, 1, 1+len(buffers))
	for _, b := range buffers {
		bufs = append(bufs, memory.NewBufferBytes(b))
	}
	return array.MakeFromData(array.NewData(dt, n, bufs, nil, 0, 0))
}

// numbers is a column of fixed-width values.
type numbers[T fixed] struct {
	lazy
	v []T
}

func (c *numbers[T]) dataType() arrow.DataType {
	var zero T
	switch any(zero).(type) {
	case int8:
		return arrow.PrimitiveTypes.Int8
	case int16:
		return arrow.PrimitiveTypes.Int16
	case int64:
		return arrow.PrimitiveTypes.Int64
	case uint64:
		return arrow.PrimitiveTypes.Uint64
	case float32:
		return arrow.PrimitiveTypes.Float32
	case float64:
		return arrow.PrimitiveTypes.Float64
	}
	return arrow.PrimitiveTypes.Int32
}

func (c *numbers[T]) len() int { return c.rows(len(c.v)) }

// all returns every value; the slice must not be changed.
func (c *numbers[T]) all() []T {
	c.ready()
	return c.v
}

func (c *numbers[T]) array(lo, hi int) arrow.Array {
	return plainArray(c.dataType(), hi-lo, bytesOf(c.v[lo:hi]))
}

func (c *numbers[T]) load(s source) (err error) {
	c.v, err = viewOf[T](s.buffers[0], s.n)
	return err
}

// at returns row i, or zero where there is none.
func (c *numbers[T]) at(i int) T {
	c.ready()
	if uint(i) >= uint(len(c.v)) {
		return 0
	}
	return c.v[i]
}

// digests is a column of SHA-256 values.
type digests struct {
	lazy
	v []byte
}

func (c *digests) dataType() arrow.DataType { return &arrow.FixedSizeBinaryType{ByteWidth: 32} }
func (c *digests) len() int                 { return c.rows(len(c.v) / 32) }
func (c *digests) array(lo, hi int) arrow.Array {
	return plainArray(c.dataType(), hi-lo, c.v[32*lo:32*hi])
}

func (c *digests) load(s source) error {
	if len(s.buffers[0])/32 < s.n {
		return fmt.Errorf("a column is shorter than its %d rows", s.n)
	}
	c.v = s.buffers[0][:32*s.n]
	return nil
}

func (c *digests) at(i int) (d schema.Digest) {
	c.ready()
	if uint(i) < uint(len(c.v)/32) {
		copy(d[:], c.v[32*i:])
	}
	return d
}

// flags is a column of booleans.
type flags struct {
	lazy
	bits  []byte
	count int
}

func (c *flags) dataType() arrow.DataType { return arrow.FixedWidthTypes.Boolean }
func (c *flags) len() int                 { return c.rows(c.count) }

// array ignores lo beyond whole tables: no table with a boolean has several batches.
func (c *flags) array(_, hi int) arrow.Array { return plainArray(c.dataType(), hi, c.bits) }

func (c *flags) load(s source) error {
	if len(s.buffers[0]) < (s.n+7)/8 {
		return fmt.Errorf("a column is shorter than its %d rows", s.n)
	}
	c.bits, c.count = s.buffers[0], s.n
	return nil
}

func (c *flags) append(v bool) {
	if c.count%8 == 0 {
		c.bits = append(c.bits, 0)
	}
	if v {
		c.bits[c.count/8] |= 1 << (c.count % 8)
	}
	c.count++
}

func (c *flags) at(i int) bool {
	c.ready()
	return uint(i) < uint(c.count) && c.bits[i/8]&(1<<(i%8)) != 0
}

// text is a column of strings that rarely repeat.
type text struct {
	lazy
	offsets []int32
	data    []byte
}

// textOf makes a column of n strings; it fails beyond the 2 GiB that 32-bit offsets reach.
func textOf(n int, at func(int) string) (text, error) {
	total := 0
	for i := range n {
		total += len(at(i))
	}
	if total > math.MaxInt32 {
		return text{}, fmt.Errorf("a column of %d bytes is more than the format holds", total)
	}
	c := text{offsets: make([]int32, n+1), data: make([]byte, 0, total)}
	for i := range n {
		c.data = append(c.data, at(i)...)
		c.offsets[i+1] = int32(len(c.data))
	}
	return c, nil
}

func (c *text) dataType() arrow.DataType { return arrow.BinaryTypes.String }
func (c *text) len() int                 { return c.rows(max(0, len(c.offsets)-1)) }

func (c *text) array(lo, hi int) arrow.Array {
	if c.len() == 0 {
		return plainArray(c.dataType(), 0, bytesOf([]int32{0}), nil)
	}
	base := c.offsets[lo]
	offsets := c.offsets[lo : hi+1]
	if base != 0 {
		moved := make([]int32, len(offsets))
		for i, o := range offsets {
			moved[i] = o - base
		}
		offsets = moved
	}
	return plainArray(c.dataType(), hi-lo, bytesOf(offsets), c.data[base:c.offsets[hi]])
}

func (c *text) load(s source) (err error) {
	if s.n == 0 {
		return nil
	}
	c.offsets, err = viewOf[int32](s.buffers[0], s.n+1)
	c.data = s.buffers[1]
	return err
}

// view returns the bytes of row i, which must not be kept: they may be mapped.
func (c *text) view(i int) []byte {
	c.ready()
	if i < 0 || i >= len(c.offsets)-1 {
		return nil
	}
	lo, hi := c.offsets[i], c.offsets[i+1]
	if lo < 0 || hi < lo || int(hi) > len(c.data) {
		return nil
	}
	return c.data[lo:hi]
}

func (c *text) at(i int) string { return string(c.view(i)) }

// compare orders row i against s as bytes do.
func (c *text) compare(i int, s string) int {
	b := c.view(i)
	return strings.Compare(unsafe.String(unsafe.SliceData(b), len(b)), s)
}

// words is a column of strings that repeat: a dictionary and an index a row.
type words struct {
	lazy
	index  []int32
	values []string
}

// wordsOf makes a column of n strings; the dictionary is sorted.
func wordsOf(n int, at func(int) string) words {
	seen := make(map[string]int32)
	for i := range n {
		seen[at(i)] = 0
	}
	c := words{index: make([]int32, n), values: make([]string, 0, len(seen))}
	for w := range seen {
		c.values = append(c.values, w)
	}
	sort.Strings(c.values)
	for i, w := range c.values {
		seen[w] = int32(i)
	}
	for i := range n {
		c.index[i] = seen[at(i)]
	}
	return c
}

func dictionaryOf(index arrow.DataType) *arrow.DictionaryType {
	return &arrow.DictionaryType{IndexType: index, ValueType: arrow.BinaryTypes.String}
}

// dictionaryArray makes a dictionary-encoded array.
func dictionaryArray(dt *arrow.DictionaryType, index []byte, n int, values []string) arrow.Array {
	t, err := textOf(len(values), func(i int) string { return values[i] })
	if err != nil { // Beyond 2 GiB of distinct strings the index could not be read back.
		t = text{}
	}
	dict := t.array(0, t.len())
	data := array.NewDataWithDictionary(dt, n, []*memory.Buffer{nil, memory.NewBufferBytes(index)}, 0, 0, dict.Data().(*array.Data))
	return array.NewDictionaryData(data)
}

// loadDictionary returns the values of a dictionary, copied out of the file.
func loadDictionary(s source) ([]string, error) {
	if s.dict == nil {
		return nil, errors.New("its dictionary is missing")
	}
	packed, err := s.dict.take(2)
	if err != nil {
		return nil, fmt.Errorf("dictionary: %w", err)
	}
	b, err := packed.unpacked()
	if err != nil {
		return nil, fmt.Errorf("dictionary: %w", err)
	}
	var t text
	if err := t.load(source{n: s.dict.rows, buffers: b}); err != nil {
		return nil, fmt.Errorf("dictionary: %w", err)
	}
	all := string(t.data)
	values := make([]string, t.len())
	for i := range values {
		lo, hi := t.offsets[i], t.offsets[i+1]
		if lo < 0 || hi < lo || int(hi) > len(all) {
			return nil, fmt.Errorf("entry %d of a dictionary lies outside it", i)
		}
		values[i] = all[lo:hi]
	}
	return values, nil
}

func (c *words) dataType() arrow.DataType { return dictionaryOf(arrow.PrimitiveTypes.Int32) }
func (c *words) len() int                 { return c.rows(len(c.index)) }

func (c *words) array(lo, hi int) arrow.Array {
	return dictionaryArray(dictionaryOf(arrow.PrimitiveTypes.Int32), bytesOf(c.index[lo:hi]), hi-lo, c.values)
}

// load keeps values that are there already: every batch of a file has one dictionary.
func (c *words) load(s source) (err error) {
	if c.index, err = viewOf[int32](s.buffers[0], s.n); err != nil {
		return err
	}
	if c.values == nil {
		c.values, err = loadDictionary(s)
	}
	return err
}

// position returns the index of row i into the dictionary, -1 where there is no row.
func (c *words) position(i int) int32 {
	c.ready()
	if uint(i) >= uint(len(c.index)) {
		return -1
	}
	return c.index[i]
}

func (c *words) at(i int) string {
	c.ready()
	if uint(i) >= uint(len(c.index)) || uint(c.index[i]) >= uint(len(c.values)) {
		return ""
	}
	return c.values[c.index[i]]
}

// enum is a column of an enumeration, written by name.
type enum[T ~uint8] struct {
	lazy
	names []string // In value order.
	index []int8
	remap []T // By position in the dictionary of the file.
}

func enumOf[T ~uint8](names []string, n int, at func(int) T) enum[T] {
	c := enum[T]{names: names, index: make([]int8, n), remap: make([]T, len(names))}
	for i := range c.remap {
		c.remap[i] = T(i)
	}
	for i := range n {
		c.index[i] = int8(at(i))
	}
	return c
}

func (c *enum[T]) dataType() arrow.DataType { return dictionaryOf(arrow.PrimitiveTypes.Int8) }
func (c *enum[T]) len() int                 { return c.rows(len(c.index)) }

func (c *enum[T]) array(lo, hi int) arrow.Array {
	return dictionaryArray(dictionaryOf(arrow.PrimitiveTypes.Int8), bytesOf(c.index[lo:hi]), hi-lo, c.names)
}

func (c *enum[T]) load(s source) (err error) {
	if c.index, err = viewOf[int8](s.buffers[0], s.n); err != nil || c.remap != nil {
		return err
	}
	values, err := loadDictionary(s)
	if err != nil {
		return err
	}
	c.remap = make([]T, len(values))
	for i, name := range values {
		v, ok := schema.Parse[T](c.names, name)
		if !ok {
			return fmt.Errorf("%q is no known value", name)
		}
		c.remap[i] = v
	}
	return nil
}

func (c *enum[T]) at(i int) T {
	c.ready()
	if uint(i) >= uint(len(c.index)) || uint(c.index[i]) >= uint(len(c.remap)) {
		return 0
	}
	return c.remap[c.index[i]]
}

// marks is a column of flag sets, written as their names joined by commas.
type marks struct {
	lazy
	names  []string // In bit order.
	index  []int16
	values []uint32
}

func marksOf(names []string, n int, at func(int) uint32) marks {
	seen := make(map[uint32]int16)
	for i := range n {
		seen[at(i)] = 0
	}
	c := marks{names: names, index: make([]int16, n)}
	for v := range seen {
		c.values = append(c.values, v)
	}
	sort.Slice(c.values, func(i, j int) bool { return c.values[i] < c.values[j] })
	for i, v := range c.values {
		seen[v] = int16(i)
	}
	for i := range n {
		c.index[i] = seen[at(i)]
	}
	return c
}

func (c *marks) dataType() arrow.DataType { return dictionaryOf(arrow.PrimitiveTypes.Int16) }
func (c *marks) len() int                 { return c.rows(len(c.index)) }

func (c *marks) array(lo, hi int) arrow.Array {
	joined := make([]string, len(c.values))
	for i, v := range c.values {
		joined[i] = strings.Join(c.set(v), ",")
	}
	return dictionaryArray(dictionaryOf(arrow.PrimitiveTypes.Int16), bytesOf(c.index[lo:hi]), hi-lo, joined)
}

// set names the marks of v in bit order.
func (c *marks) set(v uint32) (names []string) {
	for bit, name := range c.names {
		if v&(1<<bit) != 0 {
			names = append(names, name)
		}
	}
	return names
}

func (c *marks) load(s source) (err error) {
	if c.index, err = viewOf[int16](s.buffers[0], s.n); err != nil || c.values != nil {
		return err
	}
	joined, err := loadDictionary(s)
	if err != nil {
		return err
	}
	c.values = make([]uint32, len(joined))
	for i, set := range joined {
		if set == "" {
			continue
		}
		for _, name := range strings.Split(set, ",") {
			bit, ok := schema.Parse[uint8](c.names, name)
			if !ok {
				return fmt.Errorf("%q is no known mark", name)
			}
			c.values[i] |= 1 << bit
		}
	}
	return nil
}

func (c *marks) at(i int) uint32 {
	c.ready()
	if uint(i) >= uint(len(c.index)) || uint(c.index[i]) >= uint(len(c.values)) {
		return 0
	}
	return c.values[c.index[i]]
}
