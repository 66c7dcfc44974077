package read

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/lc-index/lc/store/schema"
)

// maxNear bounds the paths that are named for a wrong one.
const maxNear = 5

// missing names what a wrong path may have meant.
func (r *reader) missing(f File) File {
	clean := strings.TrimSuffix(path.Clean(f.Path), "/")
	n := r.Snapshot.FileCount()
	at := func(i int) string { return r.Snapshot.FilePath(schema.FileID(i)) }
	from := sort.Search(n, func(i int) bool { return at(i) >= clean+"/" })
	inside := 0
	for i := from; i < n && strings.HasPrefix(at(i), clean+"/"); i++ {
		if inside++; inside <= maxNear {
			f.Near = append(f.Near, at(i))
		}
	}
	if inside > 0 {
		return f.fail(fmt.Errorf("%s is a folder of %d files", f.Path, inside))
	}
	f.Near = r.near(clean)
	if len(f.Near) == 0 {
		return f.fail(fmt.Errorf("no file %s in the index, and none like it", f.Path))
	}
	return f.fail(fmt.Errorf("no file %s in the index", f.Path))
}

// near lists paths that look like want: those with the same base name first, most
// folders in common first among them; then those whose base name differs little.
func (r *reader) near(want string) []string {
	base := strings.ToLower(path.Base(want))
	stem := strings.TrimSuffix(base, path.Ext(base))
	limit := (len(stem) + 1) / 4
	type candidate struct {
		path   string
		cost   int
		common int
	}
	var found []candidate
	for i := range r.Snapshot.FileCount() {
		p := r.Snapshot.FilePath(schema.FileID(i))
		have := strings.ToLower(path.Base(p))
		cost := 0
		if have != base {
			haveStem := strings.TrimSuffix(have, path.Ext(have))
			switch {
			case haveStem == stem:
				cost = 1
			case distance(haveStem, stem, limit) <= limit:
				cost = 1 + distance(haveStem, stem, limit)
			default:
				continue
			}
		}
		found = append(found, candidate{p, cost, commonFolders(p, want)})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(b.common, a.common), cmp.Compare(a.path, b.path))
	})
	var out []string
	for _, c := range found[:min(len(found), maxNear)] {
		out = append(out, c.path)
	}
	return out
}

// commonFolders counts the folders that two paths share, from the file upwards
// and from the root downwards, whichever is more.
func commonFolders(a, b string) int {
	x, y := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	count := func() int {
		n := 0
		for n < len(x) && n < len(y) && x[n] == y[n] {
			n++
		}
		return n
	}
	down := count()
	slices.Reverse(x)
	slices.Reverse(y)
	return max(down, count())
}

// distance is the edit distance of two strings, or more than limit when it is.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
