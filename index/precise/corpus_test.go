package precise_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/proto"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/gotypes"
	"github.com/lc-index/lc/index/lang/all"
	"github.com/lc-index/lc/index/lang/detect"
	"github.com/lc-index/lc/index/precise"
	"github.com/lc-index/lc/store/schema"
)

// load reads the tracked files of a repository with every extractor.
func load(t *testing.T, root string) *link.Input {
	t.Helper()
	out, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		t.Fatal(err)
	}
	paths := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	sort.Strings(paths)
	registry := all.Registry()
	in := &link.Input{}
	var contents [][]byte
	for _, p := range paths {
		content, err := os.ReadFile(filepath.Join(root, p))
		if err != nil {
			continue
		}
		f := link.File{ID: schema.FileID(len(in.Files)), Path: p, Language: detect.Language(p, content[:min(len(content), 4096)]), Digest: sha256.Sum256(content)}
		if l := registry.Lookup(f.Language); l != nil && bytes.IndexByte(content, 0) < 0 {
			if f.Facts, err = l.Extract(content); err != nil {
				t.Fatalf("%s: %v", p, err)
			}
		}
		in.Files = append(in.Files, f)
		contents = append(contents, content)
	}
	in.Content = func(id schema.FileID) ([]byte, error) { return contents[id], nil }
	return in
}

// TestCorporaWrite writes index.scip of every root of LC_CORPORA from what the
// extractors alone bind and checks it as scip lint does. With LC_SCIP_OUT the
// files are kept in that folder.
func TestCorporaWrite(t *testing.T) {
	roots := filepath.SplitList(os.Getenv("LC_CORPORA"))
	if len(roots) == 0 {
		t.Skip("LC_CORPORA names no repositories")
	}
	for _, root := range roots {
		t.Run(filepath.Base(root), func(t *testing.T) {
			in := load(t, root)
			out := link.NewOutput(in)
			parsed := 0
			for i := range in.Files {
				facts := in.Files[i].Facts
				if facts == nil {
					continue
				}
				content, err := in.Content(schema.FileID(i))
				if err != nil {
					t.Fatal(err)
				}
				parsed += len(content)
				for j := range facts.Refs {
					if target := facts.Refs[j].Target; target != schema.None {
						out.Refs[i][j] = link.Resolution{Target: link.Target{File: schema.FileID(i), Symbol: target}, Origin: schema.OriginScope, Confidence: 1}
					}
				}
			}
			if err := gotypes.New(gotypes.Options{}).Link(t.Context(), in, out); err != nil {
				t.Fatal(err)
			}
			var buf bytes.Buffer
			symbols := link.SymbolStrings(in)
			if err := precise.Write(t.Context(), &buf, in, out, symbols, precise.WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d files, %d bytes of parsed text, index.scip %d bytes", len(in.Files), parsed, buf.Len())
			var ix scip.Index
			if err := proto.Unmarshal(buf.Bytes(), &ix); err != nil {
				t.Fatal(err)
			}
			lint(t, &ix)
			if dir := os.Getenv("LC_SCIP_OUT"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, filepath.Base(root)+".scip"), buf.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestCorpora merges real indexes: LC_SCIP holds root=index pairs, separated as
// in PATH. Of the references to symbols that the index defines in the repository,
// at least 99% must have their target from SCIP, and no document of an unchanged
// tree may be refused as being about other bytes.
func TestCorpora(t *testing.T) {
	pairs := filepath.SplitList(os.Getenv("LC_SCIP"))
	if len(pairs) == 0 {
		t.Skip("LC_SCIP names no indexes")
	}
	for _, pair := range pairs {
		root, file, _ := strings.Cut(pair, "=")
		t.Run(filepath.Base(root), func(t *testing.T) {
			in := load(t, root)
			ix, err := precise.ReadFile(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			out := link.NewOutput(in)
			if err := gotypes.New(gotypes.Options{}).Link(t.Context(), in, out); err != nil {
				t.Fatal(err)
			}
			stats, err := precise.Merge(t.Context(), in, out, ix, precise.MergeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s: %+v", ix.Tool, ix.Version, stats)
			for _, p := range out.Problems {
				t.Logf("%s: %s", p.Path, p.Reason)
			}
			if stats.Accepted == 0 || float64(stats.Resolved) < 0.99*float64(stats.References) {
				t.Errorf("%d of %d references resolved", stats.Resolved, stats.References)
			}
		})
	}
}
