package text_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/text"
	"github.com/lc-index/lc/index/text/build"
)

// patterns are put to lc and to ripgrep: with and without hits in most code,
// with and without a usable trigram, outside ASCII, across lines, either case.
var patterns = []struct {
	pattern string
	flags   string // i: ignore case, U: across lines.
}{
	{`func`, ""}, {`return`, ""}, {`TODO|FIXME`, ""}, {`zzqx_never_there`, ""}, {`^package`, ""}, {`^\s*#`, ""},
	{`\bint\b`, ""}, {`\w+\(\)`, ""}, {`[A-Z][a-z]+[A-Z]\w*`, ""}, {`"[^"]*"`, ""}, {`\d{4}-\d{2}-\d{2}`, ""},
	{`https?://[\w./-]+`, ""}, {`;$`, ""}, {`^$`, ""}, {`^.{121,}$`, ""}, {`\t \t`, ""}, {`.*`, ""},
	{`x`, ""}, {`error`, "i"}, {`kernel|risk`, "i"}, {`strasse|ſ`, "i"}, {`[é-ü]+`, ""}, {`[^\x00-\x7f]`, ""}, {`\p{Greek}|\p{Han}`, ""},
	{`naïve|café`, "i"}, {`\bé|é\b`, ""}, {`\W\w\W`, ""}, {`\S+\s\S+$`, ""}, {`\Bing\b`, "i"}, {`\bna\b`, ""}, {`caf\b`, ""}, {`caf\B`, ""}, {`(a|b)c?d*e+`, ""},
	{`\)\s*\{\n`, "U"}, {`(?s)/\*.{0,200}?\*/`, "U"}, {`\n\n\n`, "U"}, {`foo\s+bar`, "U"}, {`^\}\n\nfunc`, "U"},
}

// TestAgreesWithRipgrep compares the matching lines of every pattern with
// ripgrep's, over the fixture and over every folder of LC_CORPORA (a list of
// paths separated as in PATH). It says so when ripgrep is not installed.
func TestAgreesWithRipgrep(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("rg"); err != nil {
		t.Skip("ripgrep is not installed")
	}
	roots := []string{tree(t, fixture)}
	roots = append(roots, filepath.SplitList(os.Getenv("LC_CORPORA"))...)
	for _, root := range roots {
		t.Run(filepath.Base(root), func(t *testing.T) {
			s := open(t, writeTree(t, root))
			list := filepath.Join(t.TempDir(), "files")
			var names bytes.Buffer
			for _, f := range s.Files() {
				if f.Searched {
					fmt.Fprintf(&names, "%s\x00", f.Path)
				}
			}
			if err := os.WriteFile(list, names.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			hits := 0
			for _, p := range patterns {
				got, res := lcLines(t, s, p.pattern, p.flags)
				want := rgLines(t, root, list, p.pattern, p.flags)
				hits += len(want)
				if d := cmp.Diff(head(want), head(got)); d != "" || len(got) != len(want) {
					t.Errorf("%q %s: %d lines, want %d (-ripgrep +lc):\n%s", p.pattern, p.flags, len(got), len(want), firstDifference(want, got))
				}
				if res.AtLeast {
					t.Errorf("%q %s: cut by the deadline after %d files", p.pattern, p.flags, res.Stats.FilesSearched)
				}
			}
			if hits == 0 {
				t.Error("no pattern matches anything: the comparison says nothing")
			}
		})
	}
}

func head(list []string) []string { return list[:min(len(list), 3)] }

func firstDifference(want, got []string) string {
	in := map[string]bool{}
	for _, l := range got {
		in[l] = true
	}
	for _, l := range want {
		if !in[l] {
			return "- " + l
		}
		delete(in, l)
	}
	for _, l := range got {
		if in[l] {
			return "+ " + l
		}
	}
	return ""
}

func lcLines(t *testing.T, s *text.Searcher, pattern, flags string) ([]string, text.Result) {
	t.Helper()
	q := text.Query{Pattern: pattern, Regex: true, Multiline: strings.Contains(flags, "U")}
	if strings.Contains(flags, "i") {
		q.Case = text.CaseInsensitive
	}
	res, err := s.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("%q: %v", pattern, err)
	}
	var out []string
	for _, m := range res.Matches {
		for i, line := range bytes.Split(m.Text, []byte("\n")) {
			out = append(out, fmt.Sprintf("%s:%d:%s", m.Path, m.Line+i, line))
		}
	}
	sort.Strings(out)
	return out, res
}

func rgLines(t *testing.T, root, list, pattern, flags string) []string {
	t.Helper()
	files, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	args := []string{"-0", "-n", "500", "rg", "--no-config", "--no-heading", "-H", "-n", "-a", "--no-encoding", "--color=never"}
	for _, f := range flags {
		args = append(args, "-"+string(f))
	}
	cmd := exec.Command("xargs", append(args, "-e", pattern, "--")...)
	cmd.Dir, cmd.Stdin = root, files
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	// Xargs reports 123 when a run found nothing.
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 123 && stderr.Len() == 0) {
		t.Fatalf("rg %q: %v\n%s", pattern, err, stderr.String())
	}
	var lines []string
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 64<<20)
	sc.Split(func(data []byte, eof bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		}
		if eof && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	for sc.Scan() {
		lines = append(lines, sc.Text())
	}
	sort.Strings(lines)
	return lines
}

// writeTree indexes the regular files below a folder, git's own apart.
func writeTree(t *testing.T, root string) string {
	t.Helper()
	var docs []build.Document
	err := filepath.WalkDir(root, func(name string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && e.Name() == ".git" {
			return filepath.SkipDir
		}
		if !e.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		docs = append(docs, build.Document{
			Path: filepath.ToSlash(rel), Language: languageOf(rel), Digest: sha256.Sum256(content), Bytes: int64(len(content)),
			Content: func() ([]byte, error) { return os.ReadFile(name) },
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := build.Write(t.Context(), dir, docs, build.Options{}); err != nil {
		t.Fatal(err)
	}
	return dir
}
