package build

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/fnv"
	"path"
	"slices"
	"strings"

	"github.com/sourcegraph/zoekt"

	"github.com/lc-index/lc/store/schema"
)

// partition divides documents into buckets of at most limit bytes of text (a
// single larger document excepted) and returns their positions in docs, each
// bucket in document order, without empty buckets.
//
// A document has a key: the hash of its folder above the hash of its path. All
// documents are one bucket; a bucket above the limit is split by the next bit of
// the keys, as in extendible hashing. So the partition is a function of the file
// list alone, files of one folder stay together (a commit touches few folders),
// and growth splits one bucket without moving any other document.
func partition(docs []Document, limit int64) [][]int {
	type entry struct {
		key  uint64
		path string
		i    int
	}
	entries := make([]entry, len(docs))
	for i := range docs {
		entries[i] = entry{key(docs[i].Path), docs[i].Path, i}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), strings.Compare(a.path, b.path))
	})
	var buckets [][]int
	var split func(part []entry, bit int)
	split = func(part []entry, bit int) {
		if len(part) == 0 {
			return
		}
		var size int64
		for _, e := range part {
			size += textBytes(&docs[e.i])
		}
		if size > limit && len(part) > 1 && bit >= 0 {
			at, _ := slices.BinarySearchFunc(part, true, func(e entry, _ bool) int {
				if e.key>>bit&1 == 1 {
					return 1
				}
				return -1
			})
			split(part[:at], bit-1)
			split(part[at:], bit-1)
			return
		}
		bucket := make([]int, len(part))
		for j, e := range part {
			bucket[j] = e.i
		}
		slices.SortFunc(bucket, func(a, b int) int {
			x, y := &docs[a], &docs[b]
			return cmp.Or(
				cmp.Compare(x.Class, y.Class),
				cmp.Compare(strings.Count(x.Path, "/"), strings.Count(y.Path, "/")),
				strings.Compare(x.Path, y.Path))
		})
		buckets = append(buckets, bucket)
	}
	split(entries, 63)
	return buckets
}

// textBytes is what a document adds to its shard.
func textBytes(d *Document) int64 {
	if d.Binary || d.Bytes > MaxContentBytes {
		return 0
	}
	return d.Bytes
}

func key(p string) uint64 {
	hash := func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		// FNV's high bits hardly depend on the last characters; fold and spread.
		v := h.Sum64()
		v ^= v >> 32
		v *= 0x9e3779b97f4a7c15
		return v >> 32
	}
	return hash(path.Dir(p))<<32 | hash(p)
}

// bucketVersion numbers how the documents of a bucket become shard bytes. Change log:
//
//	1: first format.
const bucketVersion = 1

// bucketID digests everything that the bytes of a shard depend on, in the 20
// characters that zoekt allows.
func bucketID(docs []Document, bucket []int, repository string) string {
	h := sha256.New()
	number := func(v int64) { h.Write(binary.AppendVarint(nil, v)) }
	text := func(s string) {
		number(int64(len(s)))
		h.Write([]byte(s))
	}
	number(bucketVersion)
	number(zoekt.IndexFormatVersion)
	number(zoekt.FeatureVersion)
	number(schema.ExtractorVersion)
	text(repository)
	for _, i := range bucket {
		d := &docs[i]
		text(d.Path)
		text(d.Language)
		h.Write(d.Digest[:])
		number(int64(d.Class))
		number(textBytes(d))
		flags := int64(0)
		if d.Binary {
			flags |= 1
		}
		// Facts are a function of the content and the extractor's version.
		if d.Facts != nil {
			flags |= 2
		}
		number(flags)
	}
	const alphabet = "0123456789abcdefghijklmnopqrstuv"
	return base32.NewEncoding(alphabet).WithPadding(base32.NoPadding).EncodeToString(h.Sum(nil))[:20]
}
