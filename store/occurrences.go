package store

import (
	"fmt"
	"sort"
	"sync"

	"github.com/lc-index/lc/store/schema"
)

// occurrenceBatches reads the occurrences table batch by batch, each decompressed
// when one of its files is first asked for. Safe for concurrent use.
type occurrenceBatches struct {
	layout *layout
	path   string
	rows   int

	mu     sync.Mutex       // Guards what follows.
	proto  occurrencesTable // Enumerations and dictionaries; shared by all batches.
	cache  map[int]*occurrencesTable
	recent []int // Cached batches, the latest used last.
}

// cachedBatches bounds the batches held decompressed, about 1.5 MB each: enough
// for a walk in file order and for a client that moves between a few packages.
const cachedBatches = 8

// batch returns batch i.
func (o *occurrenceBatches) batch(i int) (*occurrencesTable, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if t, ok := o.cache[i]; ok {
		o.touch(i)
		return t, nil
	}
	t := o.proto
	if err := loadBatch(o.layout, i, &t, nil); err != nil {
		return nil, corrupt(o.path, err)
	}
	o.proto.external.values, o.proto.name.values = t.external.values, t.name.values
	o.proto.role.remap, o.proto.origin.remap = t.role.remap, t.origin.remap
	if len(o.recent) == cachedBatches {
		delete(o.cache, o.recent[0])
		o.recent = o.recent[1:]
	}
	o.cache[i] = &t
	o.recent = append(o.recent, i)
	return &t, nil
}

func (o *occurrenceBatches) touch(i int) {
	for j, b := range o.recent {
		if b == i {
			o.recent = append(append(o.recent[:j:j], o.recent[j+1:]...), i)
			return
		}
	}
}

// OccurrenceCount returns the number of occurrences.
func (s *Snapshot) OccurrenceCount() int {
	if s.occs != nil {
		return s.occs.rows
	}
	return s.c.occurrences.file.len()
}

// Occurrences returns the occurrences of one file in order. The slice is the
// caller's.
func (s *Snapshot) Occurrences(file schema.FileID) ([]schema.Occurrence, error) {
	lo, hi := s.span("files.first_occurrence", s.c.files.firstOcc.all(), int32(file), s.OccurrenceCount())
	if lo == hi {
		return nil, s.Err()
	}
	t, base := &s.c.occurrences, 0
	if s.occs != nil {
		batch := s.c.files.occBatch.at(int(file))
		var err error
		if t, err = s.occs.batch(int(batch)); err != nil {
			return nil, err
		}
		// The first file of a batch says where the batch starts.
		first := sort.Search(s.FileCount(), func(i int) bool { return s.c.files.occBatch.at(i) >= batch })
		base = int(s.c.files.firstOcc.at(first))
	}
	if int(lo) < base || int(hi)-base > t.file.len() {
		return nil, corrupt("snapshot "+s.manifest.Snapshot, fmt.Errorf("file %d has occurrences outside its batch", file))
	}
	out := make([]schema.Occurrence, hi-lo)
	symbols := s.SymbolCount()
	for k := range out {
		i := int(lo) - base + k
		if t.file.v[i] != int32(file) {
			return nil, corrupt("snapshot "+s.manifest.Snapshot, fmt.Errorf("file %d has occurrences of file %d", file, t.file.v[i]))
		}
		out[k] = schema.Occurrence{
			File: file, StartLine: t.startLine.v[i], StartCol: t.startCol.v[i], EndLine: t.endLine.v[i], EndCol: t.endCol.v[i], Role: t.role.at(i),
			Symbol: schema.SymbolID(s.id("occurrences.symbol_id", t.symbol.v[i], symbols)), External: t.external.at(i),
			Enclosing: schema.SymbolID(s.id("occurrences.enclosing_id", t.enclosing.v[i], symbols)),
			Origin:    t.origin.at(i), Confidence: t.confidence.v[i], Name: t.name.at(i),
		}
	}
	return out, nil
}
