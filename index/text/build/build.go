// Package build writes the Zoekt shards of a snapshot.
//
// Documents are partitioned into buckets by a function of the file list alone
// (see bucket.go), each bucket becomes one shard, and a shard's bytes are a
// function of its bucket alone: no clock, host name, commit or bucket number is
// in them. A shard of the previous snapshot whose bucket did not change is linked
// or copied, never built again, and gives the same bytes as building it would.
//
// Cost: about 8 MB of text per core-second; memory about eight times the text of
// one bucket a worker. Limits: text larger than MaxContentBytes and binary files
// are listed, not searchable.
package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-enry/go-enry/v2"
	"github.com/sourcegraph/zoekt"

	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// MaxContentBytes is the largest text that is searchable: what one grep looks
// at by the contract, and 2.5 times what stock zoekt-index takes.
const MaxContentBytes = 5 << 20

// defaultBucketBytes is the text that one shard holds at most, larger single files
// apart. Every shard has trigram tables of its own: on prometheus shards of 4 MiB
// cost 3.06 times the text and those of 12 MiB 2.96 times, while a one-line edit
// rebuilds at most a second and a half's worth.
const defaultBucketBytes = 12 << 20

// Document is a file of the snapshot.
type Document struct {
	Path     string
	Language string        // Name from the language registry; "" when unknown.
	Digest   schema.Digest // Of the content.
	Bytes    int64
	Binary   bool // Listed, never searched.
	// Class orders documents inside a shard, lowest first: 0 for ordinary code,
	// more for what a reader wants to see later (tests, generated, vendored).
	// It must depend on the file alone, else shards are rebuilt for nothing.
	Class int
	// Content returns the bytes. It is called at most once, from any goroutine,
	// and only for a document of a bucket that is built.
	Content func() ([]byte, error)
	// Facts gives the symbols; nil for none.
	Facts *lang.Facts
}

// Options of Write. The zero value works.
type Options struct {
	Workers     int    // 0 means GOMAXPROCS. Never changes the output.
	Repository  string // Name that stock zoekt shows and that begins the file names. "" means "repository".
	BucketBytes int64  // Text of one shard at most; changes the output. 0 means 4 MiB.
	// Previous is a folder of shards that may be reused; "" for none.
	Previous string
	// Digests are the digests that the files in Previous should have, by base name.
	// A file with another one is damaged and built again.
	Digests map[string]schema.Digest
}

// Shard is one file that was written.
type Shard struct {
	Name      string // Base name.
	Bytes     int64
	Digest    schema.Digest
	Documents int
	Reused    bool // Taken over from Previous.
}

// Write writes the shards of docs into the existing folder dir and returns them
// in order of their names. Paths must be unique. Zoekt's own naming is used, so
// stock zoekt and zoekt-webserver open dir as it is.
func Write(ctx context.Context, dir string, docs []Document, opts Options) ([]Shard, error) {
	if opts.Repository == "" {
		opts.Repository = "repository"
	}
	if opts.BucketBytes <= 0 {
		opts.BucketBytes = defaultBucketBytes
	}
	previous, err := shardsByID(opts.Previous)
	if err != nil {
		return nil, err
	}
	buckets := partition(docs, opts.BucketBytes)
	shards := make([]Shard, 0, len(buckets))
	work := func(ctx context.Context, i int) (Shard, error) {
		id := bucketID(docs, buckets[i], opts.Repository)
		name := shardName(opts.Repository, i)
		if from, ok := previous[id]; ok {
			s, err := reuse(from, filepath.Join(dir, name), opts.Digests)
			if err == nil {
				s.Name, s.Documents = name, len(buckets[i])
				return s, nil
			}
			// An unreadable old shard costs a rebuild, never the run.
		}
		s, err := buildShard(ctx, filepath.Join(dir, name), id, docs, buckets[i], opts)
		s.Name, s.Documents = name, len(buckets[i])
		return s, err
	}
	err = fan.Map(ctx, len(buckets), opts.Workers, work, func(_ int, s Shard) error {
		shards = append(shards, s)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("write shards: %w", err)
	}
	return shards, nil
}

// shardName is what zoekt calls shard number i of a repository.
func shardName(repository string, i int) string {
	safe := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == '%' || r < ' ' || r == ':' {
			return '_'
		}
		return r
	}, repository)
	if len(safe) > 100 {
		safe = safe[:100]
	}
	return fmt.Sprintf("%s_v%d.%05d.zoekt", safe, zoekt.IndexFormatVersion, i)
}

// shardsByID finds the shards of a folder by the id in their metadata.
// Unreadable files are left out: they are built again.
func shardsByID(dir string) (map[string]string, error) {
	if dir == "" {
		return nil, nil
	}
	names, err := filepath.Glob(filepath.Join(escapeGlob(dir), "*.zoekt"))
	if err != nil {
		return nil, fmt.Errorf("list shards of %s: %w", dir, err)
	}
	byID := make(map[string]string, len(names))
	for _, name := range names {
		if id, ok := readID(name); ok {
			byID[id] = name
		}
	}
	return byID, nil
}

func escapeGlob(dir string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(dir)
}

func readID(name string) (id string, ok bool) {
	defer func() {
		if recover() != nil { // Zoekt indexes into the bytes of a corrupt file.
			id, ok = "", false
		}
	}()
	_, meta, err := zoekt.ReadMetadataPath(name)
	if err != nil {
		return "", false
	}
	return meta.ID, true
}

// reuse links or copies an old shard to a new name.
func reuse(from, to string, digests map[string]schema.Digest) (Shard, error) {
	info, err := os.Stat(from)
	if err != nil {
		return Shard{}, err
	}
	if os.Link(from, to) != nil {
		if err := copyFile(from, to); err != nil {
			return Shard{}, errors.Join(err, removeIfThere(to))
		}
	}
	digest, err := hashFile(to)
	if err != nil {
		return Shard{}, errors.Join(err, removeIfThere(to))
	}
	if want, known := digests[filepath.Base(from)]; known && want != digest {
		// The new shard must not be written through the link into the old one.
		return Shard{}, errors.Join(fmt.Errorf("%s is damaged", from), removeIfThere(to))
	}
	return Shard{Bytes: info.Size(), Digest: digest, Reused: true}, nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	_, _, err = create(to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
	return err
}

func hashFile(name string) (schema.Digest, error) {
	f, err := os.Open(name)
	if err != nil {
		return schema.Digest{}, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return schema.Digest{}, err
	}
	return schema.Digest(h.Sum(nil)), nil
}

func removeIfThere(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// create writes a file and returns its size and digest.
func create(name string, write func(io.Writer) error) (int64, schema.Digest, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return 0, schema.Digest{}, err
	}
	h := sha256.New()
	err = write(io.MultiWriter(f, h))
	size, seekErr := f.Seek(0, io.SeekCurrent)
	err = errors.Join(err, seekErr)
	if err == nil {
		err = f.Sync()
	}
	return size, schema.Digest(h.Sum(nil)), errors.Join(err, f.Close())
}

// branch is the only branch that shards name. The commit is not in them: it
// would make every shard new with every commit.
const branch = "HEAD"

func buildShard(ctx context.Context, name, id string, docs []Document, bucket []int, opts Options) (Shard, error) {
	builder, err := zoekt.NewIndexBuilder(&zoekt.Repository{
		Name:     opts.Repository,
		Branches: []zoekt.RepositoryBranch{{Name: branch}},
	})
	if err != nil {
		return Shard{}, err
	}
	// Any fixed time will do; zoekt takes zero for "now".
	builder.IndexTime = time.Unix(1, 0).UTC()
	builder.ID = id
	for _, i := range bucket {
		if err := ctx.Err(); err != nil {
			return Shard{}, err
		}
		doc, err := document(&docs[i])
		if err != nil {
			return Shard{}, err
		}
		if err := builder.Add(doc); err != nil {
			return Shard{}, fmt.Errorf("index text of %s: %w", docs[i].Path, err)
		}
	}
	size, digest, err := create(name, builder.Write)
	if err != nil {
		return Shard{}, fmt.Errorf("shard %s: %w", filepath.Base(name), err)
	}
	return Shard{Bytes: size, Digest: digest}, nil
}

// document turns a file into what zoekt indexes. Content with a NUL byte is
// binary whatever the caller thinks: zoekt would refuse it.
func document(d *Document) (zoekt.Document, error) {
	doc := zoekt.Document{Name: d.Path, Language: languageName(d.Language), Branches: []string{branch}}
	switch {
	case d.Binary:
		doc.SkipReason, doc.Language = "binary", "binary"
		return doc, nil
	case d.Bytes > MaxContentBytes:
		doc.SkipReason = fmt.Sprintf("larger than %d bytes", MaxContentBytes)
		return doc, nil
	}
	content, err := d.Content()
	if err != nil {
		return doc, fmt.Errorf("read %s: %w", d.Path, err)
	}
	if bytes.IndexByte(content, 0) >= 0 {
		doc.SkipReason, doc.Language = "binary", "binary"
		return doc, nil
	}
	doc.Content = content
	if d.Facts != nil {
		doc.Symbols, doc.SymbolsMetaData = sections(d.Facts, content)
	}
	return doc, nil
}

// languageName translates a name of the registry to linguist's spelling, which
// zoekt's lang: queries use.
func languageName(name string) string {
	if name == "" {
		return "Text"
	}
	if full, ok := enry.GetLanguageByAlias(name); ok {
		return full
	}
	return name
}
