// Package text searches the Zoekt shards of a snapshot: regular expressions with
// ripgrep's semantics, ranked words, and the content of files, so that nothing
// needs a checkout.
//
// A search takes two steps. The literals that a match must hold narrow the files
// down by zoekt's trigrams (candidates.go); the pattern then runs over the
// content of what is left (matcher.go). So a pattern without a literal of three
// characters is slower and never less complete. Order, line numbers and columns
// come from the content, not from zoekt's scores.
//
// Package build, below, writes the shards.
package text

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/sourcegraph/zoekt"
	"github.com/sourcegraph/zoekt/query"

	"github.com/lc-index/lc/index/fan"
)

// ErrClosed means that the searcher was closed.
var ErrClosed = errors.New("text searcher is closed")

// CorruptError says that a shard cannot be read.
type CorruptError struct {
	Path  string
	Cause error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("shard %s is corrupt: %v; run lc index", e.Path, e.Cause)
}

func (e *CorruptError) Unwrap() error { return e.Cause }

// File is a file that the shards hold.
type File struct {
	Path     string
	Language string // Linguist's name, e.g. "Go".
	Searched bool   // False for binary and oversized files, which are only listed.
	Reason   string // Why it is not searched.
	Bytes    int64  // Of the content; 0 when not searched.
}

// Searcher reads a folder of shards. It is immutable, safe for concurrent use and
// must be closed.
type Searcher struct {
	mu     sync.RWMutex // Guards closing against running searches.
	closed bool
	shards []shard
	docs   []document // By path.
}

type shard struct {
	path     string
	file     zoekt.IndexFile
	searcher zoekt.Searcher
}

type document struct {
	File
	shard   int
	content []byte // Mapped memory, valid until Close.
	text    []byte // Content without a byte order mark: what is searched.
}

// notIndexed begins the content that zoekt keeps for a file it does not index.
const notIndexed = "NOT-INDEXED: "

// Open opens the shards of a folder. A folder without shards holds no files.
func Open(dir string) (*Searcher, error) {
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("open shards: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("open shards: %s is not a folder", dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("open shards: %w", err)
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".zoekt") {
			names = append(names, filepath.Join(dir, e.Name()))
		}
	}
	s := &Searcher{}
	work := func(ctx context.Context, i int) (opened, error) { return openShard(ctx, names[i]) }
	err = fan.Map(context.Background(), len(names), 0, work, func(i int, o opened) error {
		s.shards = append(s.shards, o.shard)
		for j := range o.docs {
			o.docs[j].shard = i
		}
		s.docs = append(s.docs, o.docs...)
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	sort.Slice(s.docs, func(i, j int) bool { return s.docs[i].Path < s.docs[j].Path })
	for i := 1; i < len(s.docs); i++ {
		if s.docs[i].Path == s.docs[i-1].Path {
			err := &CorruptError{Path: s.shards[s.docs[i].shard].path, Cause: fmt.Errorf("%s is in two shards", s.docs[i].Path)}
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// opened is one shard with its files.
type opened struct {
	shard shard
	docs  []document
}

// openShard opens one shard. Zoekt checks little of what it reads, so a panic on
// corrupt bytes becomes an error.
func openShard(ctx context.Context, path string) (o opened, err error) {
	var file zoekt.IndexFile
	defer func() {
		if p := recover(); p != nil {
			err = &CorruptError{Path: path, Cause: fmt.Errorf("%v", p)}
		}
		if err != nil && file != nil {
			file.Close()
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return o, fmt.Errorf("open shard: %w", err)
	}
	if info, err := f.Stat(); err != nil || info.Size() < 8 {
		return o, errors.Join(&CorruptError{Path: path, Cause: errors.New("too short")}, err, f.Close())
	}
	if file, err = zoekt.NewIndexFile(f); err != nil {
		return o, fmt.Errorf("map shard %s: %w", path, err)
	}
	searcher, err := zoekt.NewSearcher(file)
	if err != nil {
		return o, &CorruptError{Path: path, Cause: err}
	}
	all, err := searcher.Search(ctx, onlyNames(&query.Const{Value: true}), searchOptions(true))
	if err != nil {
		return o, &CorruptError{Path: path, Cause: err}
	}
	o.shard = shard{path, file, searcher}
	for i := range all.Files {
		fm := &all.Files[i]
		d := document{File: File{Path: fm.FileName, Language: fm.Language, Searched: true}, content: fm.Content}
		// Zoekt marks what it does not index by its language and its content; an
		// ordinary file may begin with the same words.
		if reason, ok := strings.CutPrefix(string(head(fm.Content, 100)), notIndexed); ok && len(fm.Content) < 100 {
			if fm.Language == "binary" || strings.HasPrefix(reason, "larger than ") {
				d.Searched, d.Reason, d.content = false, reason, nil
			}
		}
		d.Bytes, d.text = int64(len(d.content)), bytes.TrimPrefix(d.content, []byte("\ufeff"))
		o.docs = append(o.docs, d)
	}
	return o, nil
}

func head(b []byte, n int) []byte { return b[:min(n, len(b))] }

// searchOptions lifts zoekt's limits: lc's own apply.
func searchOptions(whole bool) *zoekt.SearchOptions {
	return &zoekt.SearchOptions{
		Whole:              whole,
		ShardMaxMatchCount: math.MaxInt,
		TotalMaxMatchCount: math.MaxInt,
	}
}

// onlyNames keeps zoekt from collecting what matched inside the files.
func onlyNames(q query.Q) query.Q { return &query.Type{Type: query.TypeFileName, Child: q} }

// Close unmaps the shards after the running searches have ended. Contents that
// were returned stay valid: they are copies.
func (s *Searcher) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	for _, sh := range s.shards {
		if sh.searcher != nil {
			sh.searcher.Close() // Closes the file too.
		}
	}
	s.docs = nil
	return nil
}

// use keeps the searcher open until the returned function is called.
func (s *Searcher) use() (func(), error) {
	s.mu.RLock()
	if s.closed {
		s.mu.RUnlock()
		return nil, ErrClosed
	}
	return s.mu.RUnlock, nil
}

// Files lists the files by path.
func (s *Searcher) Files() []File {
	release, err := s.use()
	if err != nil {
		return nil
	}
	defer release()
	files := make([]File, len(s.docs))
	for i := range s.docs {
		files[i] = s.docs[i].File
	}
	return files
}

// Content returns a copy of the content of a file; false when there is no such
// file or its content is not kept (binary, oversized).
func (s *Searcher) Content(path string) ([]byte, bool) {
	release, err := s.use()
	if err != nil {
		return nil, false
	}
	defer release()
	i, ok := s.find(path)
	if !ok || !s.docs[i].Searched {
		return nil, false
	}
	return append(make([]byte, 0, len(s.docs[i].content)), s.docs[i].content...), true
}

func (s *Searcher) find(path string) (int, bool) {
	return slices.BinarySearchFunc(s.docs, path, func(d document, path string) int { return strings.Compare(d.Path, path) })
}
