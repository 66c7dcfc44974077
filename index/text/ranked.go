package text

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/sourcegraph/zoekt"
	"github.com/sourcegraph/zoekt/query"
)

// Ranked is a file found by words, best first.
type Ranked struct {
	Path    string
	Score   float64
	Terms   int   // Different terms that it holds.
	Lines   []int // Lines with matches, those with more different terms first, at most maxRankedLines.
	Symbols int   // Matches inside names of declarations.
}

// maxRankedLines bounds what one file shows of itself.
const maxRankedLines = 10

// BM25 with Lucene's parameters; a match in the name of a declaration or in the
// path counts as several in the text, as zoekt's own ranking and BM25F do.
const (
	bm25K       = 1.2
	bm25B       = 0.75
	symbolBoost = 4
	pathBoost   = 5
)

// Rank finds the files that hold any of the terms, ignoring case (ASCII), ordered
// by BM25 over the whole snapshot: document frequencies are counted over all
// shards, so the partition does not show in the order. Terms shorter than three
// characters only count where a longer one matched too. Ties are ordered by path.
// limit 0 means all.
func (s *Searcher) Rank(ctx context.Context, terms []string, limit int) ([]Ranked, error) {
	release, err := s.use()
	if err != nil {
		return nil, err
	}
	defer release()
	var words [][]byte
	var any []query.Q
	seen := map[string]bool{}
	for _, t := range terms {
		t = strings.ToLower(t)
		if t == "" || seen[t] {
			continue
		}
		seen[t] = true
		words = append(words, []byte(t))
		if len([]rune(t)) >= minLiteral {
			any = append(any, &query.Substring{Pattern: t})
		}
	}
	if len(any) == 0 {
		return nil, nil
	}
	names := map[string]bool{}
	for i := range s.shards {
		q := query.Simplify(query.NewOr(any...))
		if err := s.ask(ctx, i, onlyNames(q), searchOptions(false), func(fm *zoekt.FileMatch) { names[fm.FileName] = true }); err != nil {
			return nil, err
		}
	}
	sections, err := s.sections(ctx)
	if err != nil {
		return nil, err
	}
	return s.rank(ctx, words, names, sections, limit)
}

func (s *Searcher) rank(ctx context.Context, words [][]byte, names map[string]bool, sections map[string][][2]int, limit int) ([]Ranked, error) {
	type scored struct {
		Ranked
		weights []float64
		bytes   float64
	}
	var total float64
	var files []scored
	df := make([]float64, len(words))
	for i := range s.docs {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		d := &s.docs[i]
		total += float64(len(d.text))
		if !names[d.Path] {
			continue
		}
		f := scored{Ranked: Ranked{Path: d.Path}, weights: make([]float64, len(words)), bytes: float64(len(d.text))}
		lines := map[int]uint64{}
		folded := lowerASCII(d.text)
		folderPath := []byte(strings.ToLower(d.Path))
		for w, word := range words {
			f.weights[w] = float64(pathBoost * bytes.Count(folderPath, word))
			for at := 0; ; {
				j := bytes.Index(folded[at:], word)
				if j < 0 {
					break
				}
				at += j
				weight := 1.0
				if len(inSections([][2]int{{at, at + len(word)}}, sections[d.Path])) > 0 {
					weight = symbolBoost
					f.Symbols++
				}
				f.weights[w] += weight
				lines[at] |= 1 << min(w, 63)
				at += len(word)
			}
			if f.weights[w] > 0 {
				df[w]++
				f.Terms++
			}
		}
		if f.Terms == 0 {
			continue
		}
		f.Lines = bestLines(d.text, lines)
		files = append(files, f)
	}
	average := math.Max(1, total/math.Max(1, float64(len(s.docs))))
	n := float64(len(s.docs))
	for i := range files {
		f := &files[i]
		norm := bm25K * (1 - bm25B + float64(bm25B*f.bytes)/average)
		for w, tf := range f.weights {
			idf := math.Log(1 + (n-df[w]+0.5)/(df[w]+0.5))
			f.Score += float64(idf * (bm25K + 1) * tf / (tf + norm))
		}
	}
	slices.SortFunc(files, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Path, b.Path))
	})
	if limit > 0 && len(files) > limit {
		files = files[:limit]
	}
	out := make([]Ranked, len(files))
	for i := range files {
		out[i] = files[i].Ranked
	}
	return out, nil
}

// bestLines turns offsets of matches, with the terms at each, into line numbers.
func bestLines(content []byte, offsets map[int]uint64) []int {
	type hit struct {
		line  int
		terms uint64
	}
	order := make([]int, 0, len(offsets))
	for at := range offsets {
		order = append(order, at)
	}
	slices.Sort(order)
	var hits []hit
	line, counted := 1, 0
	for _, at := range order {
		line += bytes.Count(content[counted:at], []byte{'\n'})
		counted = at
		if n := len(hits); n > 0 && hits[n-1].line == line {
			hits[n-1].terms |= offsets[at]
			continue
		}
		hits = append(hits, hit{line, offsets[at]})
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return bits.OnesCount64(b.terms) - bits.OnesCount64(a.terms) })
	lines := make([]int, min(len(hits), maxRankedLines))
	for i := range lines {
		lines[i] = hits[i].line
	}
	return lines
}

// lowerASCII folds ASCII letters and keeps every offset.
func lowerASCII(b []byte) []byte {
	out := make([]byte, len(b))
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out[i] = c
	}
	return out
}
