package memory

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// The record of one file is a sequence of unsigned varints: the header, a table of
// the distinct strings, then every field of the symbols, references, imports and
// problems column by column. Columns that climb (lines, enclosing symbols) hold
// differences; fields that may be None hold the value plus one. Like values lie
// together, which is what makes the record small after compression.

// errRecord means that bytes are no record: the caller takes it for a miss.
var errRecord = errors.New("not a record of the file memory")

func zigzag(v int64) uint64   { return uint64(v<<1) ^ uint64(v>>63) }
func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

type encoder struct {
	buf     []byte
	strings []string
	seen    map[string]uint64
}

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }
func (e *encoder) int(v int32)   { e.uint(zigzag(int64(v))) }
func (e *encoder) none(v int32)  { e.uint(uint64(uint32(v + 1))) }
func (e *encoder) fix(v uint64)  { e.buf = binary.LittleEndian.AppendUint64(e.buf, v) }
func (e *encoder) str(s string) {
	i, ok := e.seen[s]
	if !ok {
		i = uint64(len(e.strings))
		e.seen[s] = i
		e.strings = append(e.strings, s)
	}
	e.uint(i)
}

func (e *encoder) flag(v bool) {
	if v {
		e.uint(1)
		return
	}
	e.uint(0)
}

func (e *encoder) span(s lang.Span) {
	e.int(s.StartLine)
	e.int(s.StartCol)
	e.int(s.EndLine - s.StartLine)
	e.int(s.EndCol)
}

// encode returns the record of f.
func encode(f *lang.Facts) []byte {
	e := &encoder{seen: make(map[string]uint64), buf: make([]byte, 0, 64+16*len(f.Symbols)+10*len(f.Refs))}
	e.str(f.Language)
	e.str(f.Package)
	e.str(f.Summary)
	e.int(f.Lines)
	e.int(f.Complexity)
	e.int(f.ErrorBytes)
	e.flag(f.Generated)
	e.uint(uint64(len(f.Symbols)))
	e.uint(uint64(len(f.Refs)))
	e.uint(uint64(len(f.Imports)))
	e.uint(uint64(len(f.Problems)))
	e.uint(uint64(len(f.Regions)))
	e.symbols(f.Symbols)
	e.refs(f.Refs)
	e.imports(f.Imports)
	for i := range f.Problems {
		e.int(f.Problems[i].Line)
		e.str(f.Problems[i].Reason)
		e.span(f.Problems[i].Span)
	}
	for i := range f.Regions {
		r := &f.Regions[i]
		e.str(r.Language)
		e.span(r.Span)
		e.int(r.Indent)
		e.int(r.Group)
		e.flag(r.Example)
	}
	return e.finish()
}

// finish puts the strings before the columns.
func (e *encoder) finish() []byte {
	total := 0
	for _, s := range e.strings {
		total += len(s)
	}
	out := make([]byte, 0, len(e.buf)+total+2*len(e.strings)+16)
	out = binary.AppendUvarint(out, uint64(len(e.strings)))
	out = binary.AppendUvarint(out, uint64(total))
	for _, s := range e.strings {
		out = binary.AppendUvarint(out, uint64(len(s)))
	}
	for _, s := range e.strings {
		out = append(out, s...)
	}
	return append(out, e.buf...)
}

func (e *encoder) symbols(s []lang.Symbol) {
	for i := range s {
		e.str(s[i].Name)
	}
	for i := range s {
		e.uint(uint64(s[i].Kind))
	}
	for i := range s {
		e.none(s[i].Parent)
	}
	line := int32(0)
	for i := range s {
		e.int(s[i].Span.StartLine - line)
		line = s[i].Span.StartLine
	}
	for i := range s {
		e.int(s[i].Span.StartCol)
	}
	for i := range s {
		e.int(s[i].Span.EndLine - s[i].Span.StartLine)
	}
	for i := range s {
		e.int(s[i].Span.EndCol)
	}
	for i := range s {
		e.int(s[i].NameLine - s[i].Span.StartLine)
	}
	for i := range s {
		e.int(s[i].NameCol)
	}
	for i := range s {
		e.uint(uint64(s[i].Visibility))
	}
	for i := range s {
		e.uint(uint64(s[i].Flags))
	}
	for i := range s {
		e.int(s[i].Complexity)
	}
	for i := range s {
		e.str(s[i].Signature)
	}
	for i := range s {
		e.str(s[i].Doc)
	}
	for i := range s {
		e.none(s[i].Type)
	}
	for i := range s {
		e.none(s[i].Init)
	}
	for i := range s {
		e.none(s[i].Import)
	}
	for i := range s {
		e.none(s[i].Arity)
	}
	for i := range s {
		e.hash(s[i].SignatureHash)
	}
	for i := range s {
		e.hash(s[i].BodyHash)
	}
}

// hash spends nine bytes on a hash and one on its absence.
func (e *encoder) hash(v uint64) {
	if v == 0 {
		e.buf = append(e.buf, 0)
		return
	}
	e.buf = append(e.buf, 1)
	e.fix(v)
}

func (e *encoder) refs(r []lang.Ref) {
	for i := range r {
		e.str(r[i].Name)
	}
	for i := range r {
		e.uint(uint64(r[i].Role))
	}
	for i := range r {
		e.uint(uint64(r[i].Flags))
	}
	line := int32(0)
	for i := range r {
		e.int(r[i].Line - line)
		line = r[i].Line
	}
	for i := range r {
		e.int(r[i].Col)
	}
	for i := range r {
		e.int(r[i].EndCol - r[i].Col)
	}
	encl := int32(0)
	for i := range r {
		e.int(r[i].Encl - encl)
		encl = r[i].Encl
	}
	for i := range r {
		switch b := r[i].Base; {
		case b == lang.BaseNone:
			e.uint(0)
		case b == lang.BaseUnknown:
			e.uint(1)
		default:
			e.uint(2 + zigzag(int64(i)-int64(b)))
		}
	}
	for i := range r {
		e.none(r[i].Target)
	}
	for i := range r {
		e.none(r[i].Args)
	}
	for i := range r {
		e.none(r[i].Import)
	}
}

func (e *encoder) imports(m []lang.Import) {
	for i := range m {
		e.int(m[i].Line)
		e.str(m[i].Module)
		e.str(m[i].Name)
		e.str(m[i].Alias)
		e.int(m[i].Level)
		e.uint(uint64(m[i].Class))
		e.none(m[i].Symbol)
	}
}

type decoder struct {
	data    []byte
	pos     int
	bad     bool
	strings []string
}

func (d *decoder) uint() uint64 {
	if d.pos < len(d.data) {
		if b := d.data[d.pos]; b < 0x80 {
			d.pos++
			return uint64(b)
		}
	}
	v, n := binary.Uvarint(d.data[d.pos:])
	if n <= 0 {
		d.bad = true
		d.pos = len(d.data)
		return 0
	}
	d.pos += n
	return v
}

func (d *decoder) int() int32 {
	v := unzigzag(d.uint())
	if v < math.MinInt32 || v > math.MaxInt32 {
		d.bad = true
	}
	return int32(v)
}

// add is base plus a difference, which must stay within 32 bits.
func (d *decoder) add(base int32) int32 {
	v := int64(base) + unzigzag(d.uint())
	if v < math.MinInt32 || v > math.MaxInt32 {
		d.bad = true
	}
	return int32(v)
}

// none reads a position in a table of n rows, or None.
func (d *decoder) none(n int) int32 {
	v := d.uint()
	if v > uint64(n) {
		d.bad = true
		return schema.None
	}
	return int32(v) - 1
}

func (d *decoder) small(n int) uint8 {
	v := d.uint()
	if v >= uint64(n) {
		d.bad = true
		return 0
	}
	return uint8(v)
}

func (d *decoder) str() string {
	v := d.uint()
	if v >= uint64(len(d.strings)) {
		d.bad = true
		return ""
	}
	return d.strings[v]
}

// count reads the length of a table whose rows take at least size bytes each.
func (d *decoder) count(size int) int {
	v := d.uint()
	if v > uint64((len(d.data)-d.pos)/size) {
		d.bad = true
		return 0
	}
	return int(v)
}

func (d *decoder) span() lang.Span {
	s := lang.Span{StartLine: d.int(), StartCol: d.int()}
	s.EndLine = s.StartLine + d.int()
	s.EndCol = d.int()
	return s
}

func (d *decoder) hash() uint64 {
	if d.uint() == 0 {
		return 0
	}
	if d.pos > len(d.data)-8 {
		d.bad = true
		return 0
	}
	v := binary.LittleEndian.Uint64(d.data[d.pos:])
	d.pos += 8
	return v
}

// Least bytes that a row takes: one a field.
const (
	symbolFields  = 20
	refFields     = 11
	importFields  = 7
	problemFields = 6
	regionFields  = 8
)

// decode reads what encode wrote. Whatever the bytes are, it neither panics nor
// returns facts whose cross references lead outside them.
func decode(data []byte) (*lang.Facts, error) {
	d := &decoder{data: data}
	d.table()
	f := &lang.Facts{Language: d.str(), Package: d.str(), Summary: d.str(), Lines: d.int(), Complexity: d.int(), ErrorBytes: d.int(), Generated: d.uint() == 1}
	nSymbols, nRefs, nImports, nProblems := d.count(symbolFields), d.count(refFields), d.count(importFields), d.count(problemFields)
	nRegions := d.count(regionFields)
	if d.bad || nSymbols*symbolFields+nRefs*refFields+nImports*importFields+nProblems*problemFields+nRegions*regionFields > len(data)-d.pos {
		return nil, errRecord
	}
	if nSymbols > 0 {
		f.Symbols = make([]lang.Symbol, nSymbols)
		d.symbols(f.Symbols, nRefs, nImports)
	}
	if nRefs > 0 {
		f.Refs = make([]lang.Ref, nRefs)
		d.refs(f.Refs, nSymbols, nImports)
	}
	if nImports > 0 {
		f.Imports = make([]lang.Import, nImports)
		for i := range f.Imports {
			f.Imports[i] = lang.Import{
				Line: d.int(), Module: d.str(), Name: d.str(), Alias: d.str(), Level: d.int(),
				Class: schema.ImportClass(d.small(len(schema.ImportClassNames()))), Symbol: d.none(nSymbols),
			}
		}
	}
	if nProblems > 0 {
		f.Problems = make([]lang.Problem, nProblems)
		for i := range f.Problems {
			f.Problems[i] = lang.Problem{Line: d.int(), Reason: d.str(), Span: d.span()}
		}
	}
	if nRegions > 0 {
		f.Regions = make([]lang.Region, nRegions)
		for i := range f.Regions {
			f.Regions[i] = lang.Region{Language: d.str(), Span: d.span(), Indent: d.int(), Group: d.int(), Example: d.uint() == 1}
		}
	}
	if d.bad || d.pos != len(data) {
		return nil, errRecord
	}
	return f, nil
}

// table reads the strings. They share one copy of their bytes.
func (d *decoder) table() {
	n := d.count(1)
	total := d.uint()
	if d.bad || total > uint64(len(d.data)) {
		d.bad = true
		return
	}
	ends := make([]int, n)
	sum := uint64(0)
	for i := range ends {
		l := d.uint()
		if l > total-sum {
			d.bad = true
			return
		}
		sum += l
		ends[i] = int(sum)
	}
	if d.bad || sum != total || total > uint64(len(d.data)-d.pos) {
		d.bad = true
		return
	}
	all := string(d.data[d.pos : d.pos+int(total)])
	d.pos += int(total)
	d.strings = make([]string, n)
	from := 0
	for i, end := range ends {
		d.strings[i] = all[from:end]
		from = end
	}
}

func (d *decoder) symbols(s []lang.Symbol, nRefs, nImports int) {
	for i := range s {
		s[i].Name = d.str()
	}
	kinds := len(schema.KindNames())
	for i := range s {
		s[i].Kind = schema.Kind(d.small(kinds))
	}
	for i := range s {
		s[i].Parent = d.none(i) // A parent precedes its children, so that chains end.
	}
	line := int32(0)
	for i := range s {
		line = d.add(line)
		s[i].Span.StartLine = line
	}
	for i := range s {
		s[i].Span.StartCol = d.int()
	}
	for i := range s {
		s[i].Span.EndLine = d.add(s[i].Span.StartLine)
	}
	for i := range s {
		s[i].Span.EndCol = d.int()
	}
	for i := range s {
		s[i].NameLine = d.add(s[i].Span.StartLine)
	}
	for i := range s {
		s[i].NameCol = d.int()
	}
	visibilities := len(schema.VisibilityNames())
	for i := range s {
		s[i].Visibility = schema.Visibility(d.small(visibilities))
	}
	for i := range s {
		v := d.uint()
		if v > math.MaxUint32 {
			d.bad = true
		}
		s[i].Flags = schema.SymbolFlags(v)
	}
	for i := range s {
		s[i].Complexity = d.int()
	}
	for i := range s {
		s[i].Signature = d.str()
	}
	for i := range s {
		s[i].Doc = d.str()
	}
	for i := range s {
		s[i].Type = d.none(nRefs)
	}
	for i := range s {
		s[i].Init = d.none(nRefs)
	}
	for i := range s {
		s[i].Import = d.none(nImports)
	}
	for i := range s {
		s[i].Arity = d.none(math.MaxInt32 - 1)
	}
	for i := range s {
		s[i].SignatureHash = d.hash()
	}
	for i := range s {
		s[i].BodyHash = d.hash()
	}
}

func (d *decoder) refs(r []lang.Ref, nSymbols, nImports int) {
	for i := range r {
		r[i].Name = d.str()
	}
	roles := len(schema.RoleNames())
	for i := range r {
		r[i].Role = schema.Role(d.small(roles))
	}
	for i := range r {
		r[i].Flags = lang.RefFlags(d.small(256))
	}
	line := int32(0)
	for i := range r {
		line = d.add(line)
		r[i].Line = line
	}
	for i := range r {
		r[i].Col = d.int()
	}
	for i := range r {
		r[i].EndCol = d.add(r[i].Col)
	}
	encl := int32(0)
	for i := range r {
		encl = d.add(encl)
		if encl < schema.None || int(encl) >= nSymbols {
			d.bad = true
		}
		r[i].Encl = encl
	}
	for i := range r {
		switch v := d.uint(); v {
		case 0:
			r[i].Base = lang.BaseNone
		case 1:
			r[i].Base = lang.BaseUnknown
		default:
			b := int64(i) - unzigzag(v-2)
			if b < 0 || b >= int64(len(r)) {
				d.bad = true
				b = 0
			}
			r[i].Base = int32(b)
		}
	}
	for i := range r {
		r[i].Target = d.none(nSymbols)
	}
	for i := range r {
		r[i].Args = d.none(math.MaxInt32 - 1)
	}
	for i := range r {
		r[i].Import = d.none(nImports)
	}
}
