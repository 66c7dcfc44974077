package data

import (
	"hash/fnv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// How many entries of a file become symbols: nobody reads a longer outline.
const (
	maxTop    = 200 // Of the top level.
	maxSecond = 30  // Both levels together, where the second is listed at all.
	maxKnown  = 400 // Of a file of a known format.
	// maxSignatureValue is the longest scalar that an outline shows.
	maxSignatureValue = 80
	maxSummaryNames   = 8
)

// outliner makes symbols of the entries of a tree.
type outliner struct {
	*tree
	b         *lang.Builder
	between   string          // A key and its value in a signature.
	symbols   map[int32]int32 // By node.
	count     int
	generated bool
	known     bool // The document is of a known format: its values are worth a line.
	summary   []string
}

// all makes the symbols of every document.
func (o *outliner) all() {
	many := false
	for i := range o.nodes {
		if o.nodes[i].depth == 0 {
			if i > 0 {
				many = true
			}
			o.document(int32(i))
		}
	}
	if many && len(o.summary) > maxSummaryNames {
		o.summary = o.summary[:maxSummaryNames]
	}
	o.b.Facts().Summary = syntax.Line(strings.Join(o.summary, ", "))
}

func (o *outliner) document(doc int32) {
	if o.resource(doc) {
		return
	}
	f := o.formatOf(doc)
	o.known = f != nil
	top := o.children(doc)
	if o.nodes[doc].shape == sequence {
		o.items(doc, 0, 1, maxSecond)
		return
	}
	switch {
	case f != nil && f.levels == nil || o.generated || o.dropped || o.repeats(top):
		if f != nil {
			o.summary = append(o.summary, f.name)
		}
		o.distinct(top)
	case f != nil:
		for _, c := range top {
			levels, ok := f.levels[o.nodes[c].key]
			if !ok {
				levels = f.other
			}
			o.entry(c, 0, levels, maxKnown)
		}
		o.describe(doc, f)
	default:
		second := 0
		for _, c := range top {
			second += o.named(c)
		}
		levels := 0
		if len(top)+second <= maxSecond {
			levels = 1
		}
		for _, c := range top {
			o.entry(c, 0, levels, maxTop)
		}
	}
}

// repeats reports whether tables of one name make up most of a file of TOML, as in the
// lists of packages of lock files.
func (o *outliner) repeats(top []int32) bool {
	most, seen := 0, make(map[string]int)
	for _, c := range top {
		if n := &o.nodes[c]; n.table {
			seen[n.key]++
			most = max(most, seen[n.key])
		}
	}
	return most > maxSecond
}

// distinct lists the top level, each name once.
func (o *outliner) distinct(top []int32) {
	seen := make(map[string]bool)
	for _, c := range top {
		if k := o.nodes[c].key; !seen[k] {
			seen[k] = true
			o.entry(c, 0, 0, maxTop)
		}
	}
}

// named counts the entries right below a node that would have a name.
func (o *outliner) named(id int32) int {
	n := 0
	for _, c := range o.children(id) {
		if !o.nodes[c].item || o.itemName(c) != none {
			n++
		}
	}
	return n
}

// entry makes a symbol of a key, and of what is up to levels below it.
func (o *outliner) entry(id, parent int32, levels, limit int) {
	n := &o.nodes[id]
	if n.item || o.count >= limit || n.key == "" || n.key == "<<" || strings.ContainsAny(n.key, "\n\r\t\x00") || len(n.key) >= maxKeyBytes {
		return
	}
	s := o.symbol(id, n.keyAt, n.keyAt+len(n.key))
	s.Parent = parent
	if o.known && n.shape == scalar && n.value != "" && len(n.value) <= maxSignatureValue && !strings.ContainsAny(n.value, "\n\r") {
		s.Signature = syntax.Line(n.key + o.between + n.value)
	}
	if n.table {
		s.Signature = o.header(id)
	}
	sym := o.add(id, s)
	o.below(id, sym, levels, limit)
}

// header is the header of a table of TOML, with its name when it is one of a list.
func (o *outliner) header(id int32) string {
	n := &o.nodes[id]
	if n.from+1 < len(o.text.Src) && o.text.Src[n.from+1] != '[' {
		return syntax.Line("[" + n.key + "]")
	}
	for _, key := range itemNames {
		if c := o.child(id, key); c != none && isName(&o.nodes[c]) {
			return syntax.Line("[[" + n.key + "]] " + o.nodes[c].value)
		}
	}
	return syntax.Line("[[" + n.key + "]]")
}

// below lists what is up to levels below a node.
func (o *outliner) below(id, sym int32, levels, limit int) {
	if levels == 0 {
		return
	}
	if o.nodes[id].shape == sequence {
		o.items(id, sym, levels, limit)
		return
	}
	for _, c := range o.children(id) {
		o.entry(c, sym, levels-1, limit)
	}
}

// items makes symbols of the items of a list that have a name.
func (o *outliner) items(id, parent int32, levels, limit int) {
	for _, c := range o.children(id) {
		name := o.itemName(c)
		if name == none || o.count >= limit {
			continue
		}
		v := &o.nodes[name]
		s := o.symbol(c, v.valueAt, v.valueAt+len(v.value))
		s.Parent = parent
		s.Signature = syntax.Line("- " + v.key + ": " + v.value)
		sym := o.add(c, s)
		for _, k := range o.children(c) {
			if o.nodes[k].shape == sequence && levels > 1 {
				o.items(k, sym, levels-1, limit)
			}
		}
	}
}

// itemName returns the entry that names an item of a list, none when there is none.
func (o *outliner) itemName(item int32) int32 {
	if !o.nodes[item].item {
		return none
	}
	for _, key := range itemNames {
		if c := o.child(item, key); c != none && isName(&o.nodes[c]) {
			return c
		}
	}
	return none
}

// isName reports whether the value of an entry can name what it stands in.
func isName(n *node) bool {
	return n.shape == scalar && n.value != "" && len(n.value) < maxValue && !strings.ContainsAny(n.value, "\n\r\t{}$\"")
}

func (o *outliner) symbol(id int32, name, nameEnd int) lang.Symbol {
	n := &o.nodes[id]
	return o.text.Symbol(schema.KindKey, name, nameEnd, n.from, n.to)
}

func (o *outliner) add(id int32, s lang.Symbol) int32 {
	o.count++
	sym := o.b.DefineHidden(s)
	o.symbols[id] = sym
	return sym
}

// hash digests what stands in every symbol and in none that is nested in it.
func (o *outliner) hash() {
	for id, sym := range o.symbols {
		n := &o.nodes[id]
		h := fnv.New64a()
		at := n.from
		for i := id + 1; i < int32(len(o.nodes)) && o.nodes[i].depth > n.depth; i++ {
			if _, nested := o.symbols[i]; nested && o.nodes[i].from >= at {
				h.Write(o.tree.text.Src[at:o.nodes[i].from])
				at = o.nodes[i].to
			}
		}
		h.Write(o.tree.text.Src[min(at, n.to):n.to])
		o.b.Symbol(sym).BodyHash = h.Sum64()
	}
}

// resource makes one symbol of a document that is a Kubernetes resource, called by its
// name, and reports whether it is one.
func (o *outliner) resource(doc int32) bool {
	version, kind := o.value(doc, "apiVersion"), o.child(doc, "kind")
	if version == "" || kind == none || !isName(&o.nodes[kind]) {
		return false
	}
	if o.count >= maxKnown {
		return true
	}
	name := o.nodes[kind]
	if c := o.child(o.child(doc, "metadata"), "name"); c != none && isName(&o.nodes[c]) {
		name = o.nodes[c]
	}
	s := o.symbol(doc, name.valueAt, name.valueAt+len(name.value))
	s.Kind = schema.KindResource
	s.Parent = 0
	s.Signature = syntax.Line(o.nodes[kind].value + " " + name.value + " (" + version + ")")
	sym := o.add(doc, s)
	if len(o.summary) < maxSummaryNames {
		o.summary = append(o.summary, o.nodes[kind].value+" "+name.value)
	}
	for _, key := range []string{"data", "stringData"} {
		if c := o.child(doc, key); c != none {
			o.below(c, sym, 1, maxKnown)
		}
	}
	return true
}

// describe adds to the summary what a file of a known format is about.
func (o *outliner) describe(doc int32, f *format) {
	text := f.name
	for _, key := range []string{"name", "title"} {
		if v := o.value(doc, key); v != "" {
			text += " " + v
			break
		}
	}
	if info := o.value(o.child(doc, "info"), "title"); info != "" {
		text += " " + info
	}
	var names []string
	if c := o.child(doc, f.about); f.about != "" && c != none {
		for _, e := range o.children(c) {
			name := o.nodes[e].key
			if n := o.itemName(e); n != none {
				name = o.nodes[n].value
			}
			if name != "" && len(names) < maxSummaryNames {
				names = append(names, name)
			}
		}
	}
	if len(names) > 0 {
		text += ": " + f.about + " " + strings.Join(names, ", ")
	}
	o.summary = append(o.summary, text)
}

// references makes symbols of anchors and references of aliases. An alias means the
// last anchor of its name before it.
func (o *outliner) references() {
	last := make(map[string]int32)
	for _, a := range o.anchors {
		name := string(o.text.Src[a.from:a.to])
		holder := int32(0)
		for n := a.node; n != none; n = o.nodes[n].parent {
			if sym, ok := o.symbols[n]; ok {
				holder = sym
				break
			}
		}
		if a.use {
			r := o.text.Ref(schema.RoleRead, a.from, a.to)
			r.Encl = holder
			if target, ok := last[name]; ok {
				r.Target = target
			}
			o.b.Ref(r)
			continue
		}
		s := o.text.Symbol(schema.KindVariable, a.from, a.to, a.from-1, a.to)
		s.Parent = holder
		s.Signature = "&" + name
		last[name] = o.b.DefineHidden(s)
	}
}
