package gotypes

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"sort"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// keys returns for every unit a digest of all that its result depends on: its
// files, the keys of its dependencies, and what it takes for types in external
// packages.
func (c *checker) keys() []schema.Digest {
	keys := make([]schema.Digest, len(c.units))
	for i, u := range c.units {
		h := sha256.New()
		text := func(s string) {
			var n [4]byte
			binary.LittleEndian.PutUint32(n[:], uint32(len(s)))
			h.Write(n[:])
			h.Write([]byte(s))
		}
		h.Write([]byte{codecVersion, schema.LinkVersion, schema.ExtractorVersion, byte(u.kind)})
		text(u.path)
		text(u.name)
		text(u.dir)
		uses := map[string]bool{}
		for _, f := range u.files {
			text(c.in.Files[f].Path)
			h.Write(c.in.Files[f].Digest[:])
			for i, t := range c.out.Imports[f] {
				text(c.in.Files[f].Facts.Imports[i].Module)
				text(t.Package)
				if t.File != schema.None {
					text(c.in.Files[t.File].Path)
				}
			}
			eachMember(c.in.Files[f].Facts, func(p string, r *lang.Ref) {
				if pkg := c.ext[p]; pkg != nil && pkg.Scope().Lookup(r.Name) != nil {
					uses[p+"."+r.Name] = true
				}
			})
		}
		for _, list := range [][]string{sortedKeys(uses), sortedKeys(u.imports)} {
			text("")
			for _, s := range list {
				text(s)
				if t, ok := u.imports[s]; ok {
					h.Write(keys[t][:])
				}
			}
		}
		if u.base != schema.None {
			h.Write(keys[u.base][:])
		}
		h.Sum(keys[i][:0])
	}
	return keys
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

// codecVersion numbers the bytes of a cached unit.
const codecVersion = 1

// encoder writes a unit's result: strings and paths once, numbers as varints.
type encoder struct {
	b    []byte
	strs map[string]uint64
	list []string
}

func (e *encoder) uint(v uint64) { e.b = binary.AppendUvarint(e.b, v) }

func (e *encoder) str(s string) {
	n, ok := e.strs[s]
	if !ok {
		n = uint64(len(e.list))
		e.strs[s] = n
		e.list = append(e.list, s)
	}
	e.uint(n)
}

func (e *encoder) target(c *checker, t link.Target) {
	if t.File == schema.None {
		e.uint(0)
		return
	}
	e.uint(uint64(t.Symbol) + 1)
	e.str(c.in.Files[t.File].Path)
}

// encode writes the result of unit i: resolutions of its files and its summary.
func (c *checker) encode(i int) []byte {
	e := &encoder{strs: map[string]uint64{}}
	u := c.units[i]
	e.uint(uint64(len(u.files)))
	for _, f := range u.files {
		refs := c.out.Refs[f]
		e.uint(uint64(len(refs)))
		for r := range refs {
			res := &refs[r]
			e.b = append(e.b, byte(res.Origin))
			if res.Origin == schema.OriginNone {
				continue
			}
			e.uint(uint64(math.Float32bits(res.Confidence)))
			e.str(res.External)
			e.target(c, res.Target)
		}
	}
	sum := &c.work[i].sum
	e.uint(uint64(len(sum.types)))
	for _, t := range sum.types {
		flags := uint64(0)
		if t.iface {
			flags |= 1
		}
		if t.open {
			flags |= 2
		}
		e.uint(flags)
		e.target(c, t.target)
		e.uint(uint64(len(t.methods)))
		for _, m := range t.methods {
			e.str(m.key)
			e.target(c, m.target)
		}
		e.uint(uint64(len(t.overrides)))
		for _, o := range t.overrides {
			e.target(c, o[0])
			e.target(c, o[1])
		}
	}
	head := binary.AppendUvarint([]byte{codecVersion}, uint64(len(e.list)))
	for _, s := range e.list {
		head = binary.AppendUvarint(head, uint64(len(s)))
		head = append(head, s...)
	}
	out := append(head, e.b...)
	check := sha256.Sum256(out)
	return append(out, check[:8]...)
}

// decoder reads what encoder wrote; after the first impossible value ok is false.
type decoder struct {
	b    []byte
	ok   bool
	strs []string
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.ok, d.b = false, nil
		return 0
	}
	d.b = d.b[n:]
	return v
}

// count reads a length that the rest of the input can hold.
func (d *decoder) count() int {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.ok = false
		return 0
	}
	return int(n)
}

func (d *decoder) str() string {
	n := d.uint()
	if n >= uint64(len(d.strs)) {
		d.ok = false
		return ""
	}
	return d.strs[n]
}

func (d *decoder) target(c *checker) link.Target {
	sym := d.uint()
	if sym == 0 {
		return link.NoTarget
	}
	f, ok := c.at[d.str()]
	if !ok || sym-1 >= uint64(len(c.in.Files[f].Facts.Symbols)) {
		d.ok = false
		return link.NoTarget
	}
	return link.Target{File: schema.FileID(f), Symbol: int32(sym - 1)}
}

// decode fills in unit i from a cached value. It reports false, and leaves the
// unit untouched, when the value does not fit.
func (c *checker) decode(i int, value []byte) bool {
	if len(value) < 9 || value[0] != codecVersion {
		return false
	}
	body, tail := value[:len(value)-8], value[len(value)-8:]
	if check := sha256.Sum256(body); string(check[:8]) != string(tail) {
		return false
	}
	d := &decoder{b: body[1:], ok: true}
	d.strs = make([]string, d.count())
	for j := range d.strs {
		n := d.count()
		d.strs[j], d.b = string(d.b[:n]), d.b[n:]
	}
	u := c.units[i]
	if d.count() != len(u.files) {
		return false
	}
	all := make([][]link.Resolution, len(u.files))
	for j, f := range u.files {
		n := d.count()
		if n != len(c.out.Refs[f]) {
			return false
		}
		all[j] = make([]link.Resolution, n)
		for r := range all[j] {
			all[j][r] = d.resolution(c)
		}
	}
	var sum summary
	for n := d.count(); n > 0 && d.ok; n-- {
		flags := d.uint()
		t := typeSummary{iface: flags&1 != 0, open: flags&2 != 0, target: d.target(c)}
		for m := d.count(); m > 0 && d.ok; m-- {
			key := d.str()
			t.methods = append(t.methods, method{key, d.target(c)})
		}
		for o := d.count(); o > 0 && d.ok; o-- {
			from := d.target(c)
			t.overrides = append(t.overrides, [2]link.Target{from, d.target(c)})
		}
		d.ok = d.ok && len(t.methods) > 0
		sum.types = append(sum.types, t)
	}
	if !d.ok || len(d.b) != 0 {
		return false
	}
	for j, f := range u.files {
		c.out.Refs[f] = all[j]
	}
	c.work[i].sum = sum
	return true
}

func (d *decoder) resolution(c *checker) link.Resolution {
	res := link.Unresolved()
	if len(d.b) == 0 {
		d.ok = false
		return res
	}
	res.Origin, d.b = schema.Origin(d.b[0]), d.b[1:]
	if res.Origin > schema.OriginNone {
		d.ok = false
	}
	if res.Origin == schema.OriginNone {
		return res
	}
	res.Confidence = math.Float32frombits(uint32(d.uint()))
	res.External = d.str()
	res.Target = d.target(c)
	return res
}
