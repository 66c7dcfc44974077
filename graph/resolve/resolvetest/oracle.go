package resolvetest

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// Score is how far a link agrees with a language indexer.
type Score struct {
	Want, Hit      int // Indexer's references to declarations of the repository; those that the link has too.
	Claimed, Right int // The link's references (confidence ≥ .5) in files of the index; those that the indexer has too.
	// The same for pairs of an enclosing declaration and what it depends on.
	WantPairs, HitPairs, ClaimedPairs, RightPairs int
	Missed, Wrong                                 []string // Samples, in order.
}

// Recall and Precision of references and of pairs.
func (s Score) String() string {
	ratio := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	return fmt.Sprintf("references: recall %.4f (%d of %d), precision %.4f (%d of %d); dependents: recall %.4f (%d of %d), precision %.4f (%d of %d)",
		ratio(s.Hit, s.Want), s.Hit, s.Want, ratio(s.Right, s.Claimed), s.Right, s.Claimed,
		ratio(s.HitPairs, s.WantPairs), s.HitPairs, s.WantPairs, ratio(s.RightPairs, s.ClaimedPairs), s.RightPairs, s.ClaimedPairs)
}

// Load reads the files below root that setup names a language for, and every
// other small file as one without facts.
func Load(setup Setup, root string) (*link.Input, error) {
	registry, err := lang.NewRegistry(setup.Languages...)
	if err != nil {
		return nil, err
	}
	var paths []string
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			rel, err := filepath.Rel(root, p)
			if err != nil {
				return err
			}
			paths = append(paths, filepath.ToSlash(rel))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Strings(paths)
	in := &link.Input{}
	for i, p := range paths {
		f := link.File{ID: schema.FileID(i), Path: p, Language: setup.LanguageOf(p)}
		if l := registry.Lookup(f.Language); l != nil {
			text, err := os.ReadFile(filepath.Join(root, p))
			if err != nil {
				return nil, err
			}
			if f.Facts, err = l.Extract(text); err != nil {
				return nil, fmt.Errorf("%s: %w", p, err)
			}
		}
		in.Files = append(in.Files, f)
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return os.ReadFile(filepath.Join(root, paths[id])) }
	return in, nil
}

type spot struct {
	file      schema.FileID
	line, col int32
}

// CompareWithIndex links root and compares with an index given as tab-separated
// occurrences: path, line and columns from zero, symbol, roles (1 definition).
func CompareWithIndex(ctx context.Context, setup Setup, root, occurrences string) (*link.Input, *link.Output, Score, error) {
	in, err := Load(setup, root)
	if err != nil {
		return nil, nil, Score{}, err
	}
	out, err := resolve.New(setup.Rules).Link(ctx, in)
	if err != nil {
		return nil, nil, Score{}, err
	}
	score, err := Compare(in, out, occurrences)
	return in, out, score, err
}

// Compare is the second half of CompareWithIndex.
func Compare(in *link.Input, out *link.Output, occurrences string) (Score, error) {
	var score Score
	byPath := make(map[string]schema.FileID)
	for i := range in.Files {
		byPath[in.Files[i].Path] = schema.FileID(i)
	}
	f, err := os.Open(occurrences)
	if err != nil {
		return score, err
	}
	defer f.Close()
	defs := make(map[string][]spot)
	uses := make(map[spot][]string)
	indexed := make(map[schema.FileID]bool)
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		cols := strings.Split(scan.Text(), "\t")
		if len(cols) < 6 {
			continue
		}
		id, ok := byPath[cols[0]]
		if !ok {
			continue
		}
		indexed[id] = true
		line, err1 := strconv.Atoi(cols[1])
		col, err2 := strconv.Atoi(cols[2])
		roles, err3 := strconv.Atoi(cols[5])
		if err1 != nil || err2 != nil || err3 != nil {
			return score, fmt.Errorf("%s: bad row %q", occurrences, scan.Text())
		}
		symbol := cols[4]
		if strings.HasPrefix(symbol, "local ") {
			symbol += " " + cols[0]
		}
		at := spot{id, int32(line) + 1, int32(col)}
		if roles&1 != 0 {
			defs[symbol] = append(defs[symbol], at)
		} else {
			uses[at] = append(uses[at], symbol)
		}
	}
	if err := scan.Err(); err != nil {
		return score, err
	}
	type pair struct {
		from   schema.FileID
		encl   int32
		target spot
	}
	want, claimed := make(map[pair]bool), make(map[pair]bool)
	for i := range in.Files {
		id := schema.FileID(i)
		facts := in.Files[i].Facts
		if facts == nil || !indexed[id] {
			continue
		}
		refAt := make(map[spot][]int)
		for j := range facts.Refs {
			r := &facts.Refs[j]
			if r.Flags&lang.RefImplicit == 0 {
				at := spot{id, r.Line, r.Col}
				refAt[at] = append(refAt[at], j)
			}
		}
		var spots []spot
		for at := range uses {
			if at.file == id {
				spots = append(spots, at)
			}
		}
		sort.Slice(spots, func(a, b int) bool {
			return spots[a].line < spots[b].line || spots[a].line == spots[b].line && spots[a].col < spots[b].col
		})
		for _, at := range spots {
			var wanted []spot
			for _, s := range uses[at] {
				if !strings.HasPrefix(s, "local ") {
					wanted = append(wanted, defs[s]...)
				}
			}
			if len(wanted) == 0 {
				continue
			}
			encl := enclosing(facts, at)
			hit := false
			have := "no reference"
			for _, j := range refAt[at] {
				encl = facts.Refs[j].Encl
				have = facts.Refs[j].Name + " = " + Describe(in, out.Refs[i][j]) + " " + out.Refs[i][j].Origin.String()
				for _, t := range targets(in, out.Refs[i][j]) {
					for _, w := range wanted {
						hit = hit || t == w
					}
				}
				if hit {
					break
				}
			}
			score.Want++
			if hit {
				score.Hit++
			} else {
				score.Missed = append(score.Missed, fmt.Sprintf("%s:%d:%d %s want %s:%d", in.Files[i].Path, at.line, at.col, have, in.Files[wanted[0].file].Path, wanted[0].line))
			}
			want[pair{id, encl, wanted[0]}] = true
			if hit {
				claimed[pair{id, encl, wanted[0]}] = true
			}
		}
		for j := range facts.Refs {
			r := &facts.Refs[j]
			res := out.Refs[i][j]
			if r.Flags&lang.RefImplicit != 0 || !res.Resolved() || res.Confidence < .5 {
				continue
			}
			ts := targets(in, res)
			s := &in.Files[res.Target.File].Facts.Symbols[res.Target.Symbol]
			if s.Kind.IsLocal() || !indexed[res.Target.File] {
				continue
			}
			if res.Target.Symbol == 0 && r.Role == schema.RoleImport {
				continue // Module specifiers: indexers differ in what they mark.
			}
			at := spot{id, r.Line, r.Col}
			ok, known := false, false
			var w spot
			for _, sym := range uses[at] {
				for _, d := range defs[sym] {
					known = true
					for _, t := range ts {
						if d == t {
							ok, w = true, d
						}
					}
				}
			}
			score.Claimed++
			if ok {
				score.Right++
				claimed[pair{id, r.Encl, w}] = true
				want[pair{id, r.Encl, w}] = true
			} else {
				claimed[pair{id, r.Encl, ts[0]}] = true
				why := "nothing"
				if known {
					d := defs[uses[at][0]]
					if len(d) > 0 {
						why = fmt.Sprintf("%s:%d", in.Files[d[0].file].Path, d[0].line)
					}
				} else if len(uses[at]) > 0 {
					why = uses[at][0]
				}
				score.Wrong = append(score.Wrong, fmt.Sprintf("%s:%d:%d %s = %s %s, index says %s", in.Files[i].Path, r.Line, r.Col, r.Name, Describe(in, res), res.Origin, why))
			}
		}
	}
	for p := range want {
		score.WantPairs++
		if claimed[p] {
			score.HitPairs++
		}
	}
	for p := range claimed {
		score.ClaimedPairs++
		if want[p] {
			score.RightPairs++
		}
	}
	return score, nil
}

// enclosing returns the innermost declaration with a row around a position.
func enclosing(facts *lang.Facts, at spot) int32 {
	best := int32(0)
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; !s.Kind.IsLocal() && s.Span.Contains(at.line, at.col) {
			best = int32(i)
		}
	}
	return best
}

// targets lists where the declarations of a resolution have their names, the first target first.
func targets(in *link.Input, r link.Resolution) []spot {
	var out []spot
	add := func(t link.Target) {
		if t.File < 0 {
			return
		}
		s := &in.Files[t.File].Facts.Symbols[t.Symbol]
		at := spot{t.File, s.NameLine, s.NameCol}
		if t.Symbol == 0 {
			at = spot{t.File, 1, 0}
		}
		out = append(out, at)
	}
	add(r.Target)
	for _, m := range r.More {
		add(m.Target)
	}
	return out
}

// Dump writes what disagrees to a file, for reading.
func Dump(t interface{ Fatal(...any) }, path string, s Score) {
	text := "MISSED\n" + strings.Join(s.Missed, "\n") + "\nWRONG\n" + strings.Join(s.Wrong, "\n") + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
