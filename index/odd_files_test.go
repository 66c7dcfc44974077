package index_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/lc-index/lc/index"
	"github.com/lc-index/lc/index/indextest"
	"github.com/lc-index/lc/store/schema"
)

// declarations has, for each language, a file whose second line declares "größe" (or
// "groesse" where identifiers are ASCII) at the third place of the line.
var declarations = map[string]string{
	"a.go":    "package a // é\nfunc größe() {}\n",
	"a.py":    "# é\ndef größe(): pass\n",
	"a.ts":    "// é\nfunction größe() {}\n",
	"a.tsx":   "// é\nfunction größe() {}\n",
	"a.js":    "// é\nfunction größe() {}\n",
	"A.java":  "// é\nclass größe {}\n",
	"a.rs":    "// é\nfn größe() {}\n",
	"a.c":     "// é\nint groesse(void) { return 0; }\n",
	"a.cpp":   "// é\nint größe() { return 0; }\n",
	"a.cs":    "// é\nclass größe {}\n",
	"a.rb":    "# é\ndef größe; end\n",
	"a.php":   "<?php // é\nfunction größe() {}\n",
	"a.kt":    "// é\nfun größe() {}\n",
	"a.swift": "// é\nfunc größe() {}\n",
	"a.sh":    "# é\ngroesse() { :; }\n",
	"a.lua":   "-- é\nfunction groesse() end\n",
}

func encode16(s string, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

// encodings are ways to store one text; where the columns differ from those of UTF-8
// nothing is claimed of them.
var encodings = map[string]func(s string) []byte{
	"utf8":       func(s string) []byte { return []byte(s) },
	"mark":       func(s string) []byte { return append([]byte("\xef\xbb\xbf"), s...) },
	"crlf":       func(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) },
	"wide-le":    func(s string) []byte { return encode16("\ufeff"+s, binary.LittleEndian) },
	"wide-be":    func(s string) []byte { return encode16("\ufeff"+s, binary.BigEndian) },
	"bare-le":    func(s string) []byte { return encode16(asASCII(s), binary.LittleEndian) },
	"bare-be":    func(s string) []byte { return encode16(asASCII(s), binary.BigEndian) },
	"latin-1":    func(s string) []byte { return []byte(strings.Replace(asASCII(s), "e\n", "\xe9\n", 1)) },
	"broken":     func(s string) []byte { return []byte(strings.Replace(s, "é", "\xc3\xe2\x82", 1)) },
	"late-nul":   func(s string) []byte { return append([]byte(s+strings.Repeat("\n", 9000)), 0, '\n') },
	"no-newline": func(s string) []byte { return []byte(strings.TrimSuffix(s, "\n")) },
}

func asASCII(s string) string {
	return strings.NewReplacer("é", "e", "ö", "oe", "ß", "ss").Replace(s)
}

// TestEncodings finds the same declaration at the same place however the file is stored.
func TestEncodings(t *testing.T) {
	t.Parallel()
	repo := clone(t, "text")
	var files []txtar.File
	for name, src := range declarations {
		for encoding, encode := range encodings {
			files = append(files, txtar.File{Name: "odd/" + encoding + "/" + name, Data: encode(src)})
		}
	}
	files = append(files, txtar.File{Name: "odd/nul.py", Data: []byte("def hidden(): pass\n\x00\n")})
	if err := indextest.Write(repo.Root, files); err != nil {
		t.Fatal(err)
	}
	run(t, repo, index.Options{})
	rows, err := served(t, repo, "").Rows()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, s := range rows.Symbols {
		if s.Kind != schema.KindFile {
			found[rows.Files[s.File].Path] += fmt.Sprintf("%s at %d:%d;", s.Name, s.NameLine, s.NameCol)
		}
	}
	for name, src := range declarations {
		for encoding := range encodings {
			text := src
			if strings.HasPrefix(encoding, "bare") || encoding == "latin-1" {
				text = asASCII(src)
			}
			line := strings.Split(text, "\n")[1]
			want := "groesse"
			if strings.Contains(line, "größe") {
				want = "größe"
			}
			place := fmt.Sprintf("%s at 2:%d;", want, strings.Index(line, want))
			path := "odd/" + encoding + "/" + name
			if !strings.Contains(found[path], place) {
				t.Errorf("%s: want %q, have %q", path, place, found[path])
			}
			if strings.Contains(found[path], "\r") {
				t.Errorf("%s: a name holds a carriage return: %q", path, found[path])
			}
		}
	}
	for _, f := range rows.Files {
		if f.Path == "odd/nul.py" && (f.Status != schema.StatusBinary || found[f.Path] != "") {
			t.Errorf("a file with an early NUL is %s and has %q", f.Status, found[f.Path])
		}
	}
}

// TestLoneCarriageReturns counts lines as git does: such a file has one.
func TestLoneCarriageReturns(t *testing.T) {
	t.Parallel()
	repo := clone(t, "text")
	var files []txtar.File
	for name, src := range declarations {
		files = append(files, txtar.File{Name: "cr/" + name, Data: bytes.ReplaceAll([]byte(src), []byte("\n"), []byte("\r"))})
	}
	if err := indextest.Write(repo.Root, files); err != nil {
		t.Fatal(err)
	}
	run(t, repo, index.Options{})
	rows, err := served(t, repo, "").Rows()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rows.Symbols {
		if f := rows.Files[s.File]; s.Kind != schema.KindFile && strings.HasPrefix(f.Path, "cr/") && (f.Lines != 1 || s.StartLine > 1 || s.EndLine > 1 || strings.Contains(s.Name, "\r")) {
			t.Errorf("%s: %d lines, %q on lines %d to %d", f.Path, f.Lines, s.Name, s.StartLine, s.EndLine)
		}
	}
}

// TestOddPaths indexes names that git quotes, that look like options or magic, and that
// differ by case only; links are listed and not entered.
func TestOddPaths(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such names")
	}
	repo := clone(t, "text")
	var files []txtar.File
	want := map[string]string{}
	for i, name := range []string{"größe/мир.py", "日本.py", "🚀.py", "--cached/a.py", "-f.py", ":(glob)a.py", "sp ace\ttab.py", "q\"uote.py", "back\\slash.py", "Case.py", "case.py", "#.py", "!not.py", "a*[b].py"} {
		files = append(files, txtar.File{Name: name, Data: fmt.Appendf(nil, "def only_%d(): pass\n", i)})
		want[name] = fmt.Sprintf("only_%d", i)
	}
	if err := indextest.Write(repo.Root, files); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadDir(repo.Root); err != nil || !slices.ContainsFunc(got, func(e os.DirEntry) bool { return e.Name() == "Case.py" }) || !slices.ContainsFunc(got, func(e os.DirEntry) bool { return e.Name() == "case.py" }) {
		delete(want, "Case.py")
		delete(want, "case.py") // A disk that folds case.
	}
	for link, to := range map[string]string{"self": ".", "gone": "nowhere", "größe/up": "../größe", "sibling.py": "日本.py"} {
		if err := os.Symlink(to, filepath.Join(repo.Root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, commit := range []string{"", "HEAD"} {
		if commit != "" {
			if err := indextest.Commit(t.Context(), repo.Root, "odd names"); err != nil {
				t.Fatal(err)
			}
		}
		run(t, repo, index.Options{Commit: commit})
		rows, err := served(t, repo, "").Rows()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, s := range rows.Symbols {
			if s.Kind == schema.KindFunction && strings.HasPrefix(s.Name, "only_") {
				got[rows.Files[s.File].Path] += s.Name
			}
		}
		maps.DeleteFunc(got, func(path, _ string) bool {
			_, wanted := want[path]
			return !wanted && strings.EqualFold(path, "case.py")
		})
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("commit %q: functions by path (-want +got):\n%s", commit, d)
		}
	}
}
