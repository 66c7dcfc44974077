package store

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/lc-index/lc/store/schema"
)

// OpenName is a name that is used where the linker could not say what it means.
type OpenName struct {
	Name      string
	File      schema.FileID
	Enclosing schema.SymbolID
	Count     int32 // Uses inside Enclosing.
}

// setOpenNames derives the table from the occurrences.
func (c *Columns) setOpenNames(rows *schema.Rows) (err error) {
	var open []OpenName
	for i := range rows.Occurrences {
		o := &rows.Occurrences[i]
		if o.Symbol == schema.None && o.Origin == schema.OriginNone && o.External == "" {
			open = append(open, OpenName{o.Name, o.File, o.Enclosing, 1})
		}
	}
	slices.SortFunc(open, func(a, b OpenName) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File), cmp.Compare(a.Enclosing, b.Enclosing))
	})
	merged := open[:0]
	for _, o := range open {
		if n := len(merged); n > 0 && merged[n-1].Name == o.Name && merged[n-1].File == o.File && merged[n-1].Enclosing == o.Enclosing {
			merged[n-1].Count++
			continue
		}
		merged = append(merged, o)
	}
	t := &c.openNames
	if t.name, err = textOf(len(merged), func(i int) string { return merged[i].Name }); err != nil {
		return err
	}
	t.file = int32s(len(merged), func(i int) int32 { return int32(merged[i].File) })
	t.enclosing = int32s(len(merged), func(i int) int32 { return int32(merged[i].Enclosing) })
	t.count = int32s(len(merged), func(i int) int32 { return merged[i].Count })
	return nil
}

// OpenNames returns where name is used without a target, by file and enclosing
// symbol.
func (s *Snapshot) OpenNames(name string) []OpenName {
	t := &s.c.openNames
	n := rowsOf(t)
	i := sort.Search(n, func(i int) bool { return t.name.at(i) >= name })
	var out []OpenName
	for ; i < n && t.name.at(i) == name; i++ {
		o := OpenName{name, schema.FileID(t.file.at(i)), schema.SymbolID(t.enclosing.at(i)), t.count.at(i)}
		if o.File < 0 || int(o.File) >= s.FileCount() || o.Enclosing < schema.None || int(o.Enclosing) >= s.SymbolCount() {
			s.damaged(fmt.Errorf("column open_names.file_id or enclosing_id: row %d names no row", i))
			continue
		}
		out = append(out, o)
	}
	return out
}
