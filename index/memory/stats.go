package memory

import (
	"encoding/binary"
	"io/fs"
	"path/filepath"
	"sort"
	"sync"
	"time"

	"github.com/lc-index/lc/store/fsx"
)

// FileState is what the file system says of a file without reading it.
type FileState struct {
	Bytes   int64
	MtimeNS int64
	CtimeNS int64  // 0 where the system has none.
	Inode   uint64 // 0 where the system has none.
}

// StateOf takes the state from a Stat or Lstat.
func StateOf(info fs.FileInfo) FileState {
	s := FileState{Bytes: info.Size(), MtimeNS: info.ModTime().UnixNano()}
	s.CtimeNS, s.Inode = identity(info)
	return s
}

// racyWindow is how long before a run a file must have been left alone for its
// state to vouch for its content later: the coarsest time stamps in use (FAT's two
// seconds) cannot tell a write just after the reading from one just before it.
const racyWindow = 2 * time.Second

type stated struct {
	state FileState
	blob  Blob
}

// Stats tells what files of the work tree hold when they look untouched since
// they were last read. Like git's index it is a bet on time stamps, made safe by
// never remembering a file that changed shortly before the run that read it. Safe
// for concurrent use.
type Stats struct {
	dir  string
	safe int64 // A file changed at or after this time is not remembered.

	mu    sync.Mutex // Guards what follows.
	known map[string]stated
	seen  map[string]stated // What this run looked up or put: all that Commit keeps.
	dirty bool
}

// OpenStats reads the cache in dir for a run that started at start, before it
// looked at any file. What cannot be read is an empty cache.
func OpenStats(dir string, start time.Time) *Stats {
	s := &Stats{dir: dir, safe: start.Add(-racyWindow).UnixNano(), known: make(map[string]stated), seen: make(map[string]stated)}
	const size = 4*8 + blobBytes
	body := sealed(filepath.Join(dir, "stats"), statsMagic)
	for len(body) > 0 {
		n, w := binary.Uvarint(body)
		if w <= 0 || n > uint64(len(body)-w) || uint64(len(body)-w)-n < size {
			break
		}
		path := string(body[w : w+int(n)])
		b := body[w+int(n):]
		s.known[path] = stated{FileState{
			Bytes: int64(binary.LittleEndian.Uint64(b)), MtimeNS: int64(binary.LittleEndian.Uint64(b[8:])),
			CtimeNS: int64(binary.LittleEndian.Uint64(b[16:])), Inode: binary.LittleEndian.Uint64(b[24:]),
		}, blobAt(b[32:])}
		body = b[size:]
	}
	return s
}

// Lookup returns what the file holds if its state is that of an earlier run.
func (s *Stats) Lookup(path string, state FileState) (Blob, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.known[path]
	if !ok || e.state != state {
		return Blob{}, false
	}
	s.seen[path] = e
	return e.blob, true
}

// Put remembers a file that was read after its state was taken.
func (s *Stats) Put(path string, state FileState, b Blob) {
	if state.MtimeNS >= s.safe || state.CtimeNS >= s.safe {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[path], s.dirty = stated{state, b}, true
}

// Commit writes the files of this run if there is anything new among them. The
// caller holds the lock of the index.
func (s *Stats) Commit(fsys fsx.FS) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty {
		return nil
	}
	paths := make([]string, 0, len(s.seen))
	for p := range s.seen {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	var body []byte
	for _, p := range paths {
		e := s.seen[p]
		body = append(binary.AppendUvarint(body, uint64(len(p))), p...)
		for _, v := range []uint64{uint64(e.state.Bytes), uint64(e.state.MtimeNS), uint64(e.state.CtimeNS), e.state.Inode} {
			body = binary.LittleEndian.AppendUint64(body, v)
		}
		body = appendBlob(body, e.blob)
	}
	if err := writeSealed(fsys, s.dir, "stats", statsMagic, body); err != nil {
		return err
	}
	s.dirty = false
	return nil
}
