package walk

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store/schema"
)

// Reader reads the contents of entries: from the object store by id, else from
// disk. Safe for concurrent use; as many reads run at once as it was opened with.
type Reader struct {
	root    string
	batches chan *git.Batch
	all     []*git.Batch
}

// OpenReader starts workers readers on repo.
func OpenReader(ctx context.Context, repo *git.Repository, workers int) (*Reader, error) {
	r := &Reader{root: repo.Root, batches: make(chan *git.Batch, workers)}
	for range workers {
		b, err := repo.OpenBatch(ctx)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		r.all = append(r.all, b)
		r.batches <- b
	}
	return r, nil
}

// Content is what was read of an entry.
type Content struct {
	Bytes  []byte // Nil when the entry is larger than the limit.
	Size   int64
	Digest schema.Digest
}

// Read returns the content of e. Beyond limit bytes the content is digested but
// not kept.
func (r *Reader) Read(e Entry, limit int64) (Content, error) {
	if e.Object == "" {
		return r.readDisk(e, limit)
	}
	b := <-r.batches
	defer func() { r.batches <- b }()
	var c Content
	err := b.Read(e.Object, func(size int64, content io.Reader) error {
		var err error
		c, err = readAll(content, size, limit)
		return err
	})
	return c, err
}

func (r *Reader) readDisk(e Entry, limit int64) (Content, error) {
	name := filepath.Join(r.root, filepath.FromSlash(e.Raw))
	if e.Mode == ModeSymlink {
		target, err := os.Readlink(name)
		if err != nil {
			return Content{}, err
		}
		return Content{Bytes: []byte(target), Size: int64(len(target)), Digest: sha256.Sum256([]byte(target))}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return Content{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Content{}, err
	}
	if !info.Mode().IsRegular() {
		return Content{}, fmt.Errorf("%s is not a regular file", e.Path)
	}
	return readAll(f, info.Size(), limit)
}

func readAll(from io.Reader, size, limit int64) (Content, error) {
	h := sha256.New()
	var c Content
	if size <= limit {
		buf := make([]byte, 0, size+1)
		for {
			n, err := from.Read(buf[len(buf):cap(buf)])
			buf = buf[:len(buf)+n]
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return c, err
			}
			if len(buf) == cap(buf) { // The file grew while it was read.
				buf = append(buf, 0)[:len(buf)]
			}
		}
		h.Write(buf)
		c.Bytes, c.Size = buf, int64(len(buf))
	} else {
		n, err := io.Copy(h, from)
		if err != nil {
			return c, err
		}
		c.Size = n
	}
	h.Sum(c.Digest[:0])
	return c, nil
}

// Close ends the readers.
func (r *Reader) Close() error {
	var errs []error
	for _, b := range r.all {
		errs = append(errs, b.Close())
	}
	return errors.Join(errs...)
}
