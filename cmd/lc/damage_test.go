package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/indextest"
)

// ask runs one command line inside this process.
func ask(t *testing.T, args ...string) (code int, out, talk string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), args, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	return code, stdout.String(), stderr.String()
}

// TestDamagedArtifacts damages every file of a snapshot in turn: no question
// panics, what cannot be read is refused with the code for a corrupt index, verify
// notices each damage, and the next lc index repairs it.
func TestDamagedArtifacts(t *testing.T) {
	t.Parallel()
	repo := filepath.Join(t.TempDir(), "repo")
	if err := indextest.Clone(t.Context(), fixtures, "args", repo); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if code, _, talk := ask(t, "-q", "--index", dir, "index", repo); code != 0 {
		t.Fatal(talk)
	}
	var files []string
	err := filepath.WalkDir(filepath.Join(dir, "snapshots"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	questions := [][]string{
		{"graph", "map"}, {"graph", "dead-code"}, {"graph", "cycles"}, {"grep", "legacyArgs"}, {"search", "legacyArgs"},
		{"explore", "legacyArgs"}, {"read", "command.go"}, {"explain", "args.go:28"}, {"index", "status"},
		{"index", "export", "--table", "occurrences"},
	}
	outside := t.TempDir() // Without a repository around, so that git is not asked each time.
	for i, path := range files {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for how, spoil := range map[string]func([]byte) []byte{
			"empty":     func([]byte) []byte { return nil },
			"half":      func(b []byte) []byte { return b[:len(b)/2] },
			"zero head": func(b []byte) []byte { clear(b[:min(64, len(b))]); return b },
			"zero mid":  func(b []byte) []byte { clear(b[len(b)/2 : min(len(b), len(b)/2+64)]); return b },
			"zero tail": func(b []byte) []byte { clear(b[max(0, len(b)-64):]); return b },
			"flip":      func(b []byte) []byte { b[len(b)*2/3] ^= 1; return b },
		} {
			spoilt := spoil(bytes.Clone(whole))
			if bytes.Equal(spoilt, whole) {
				continue // It was zeros before.
			}
			name := filepath.Base(path) + " " + how
			if err := os.WriteFile(path, spoilt, 0o644); err != nil {
				t.Fatal(err)
			}
			for _, q := range questions {
				code, _, talk := ask(t, append([]string{"--repository", outside, "--index", dir}, q...)...)
				if code != exitOK && code != exitCorrupt && code != exitError {
					t.Errorf("%s: %v exits with %d: %s", name, q, code, talk)
				}
				if len(spoilt) != len(whole) && filepath.Base(path) != "manifest.json" && code != exitCorrupt {
					t.Errorf("%s: %v exits with %d, want %d", name, q, code, exitCorrupt)
				}
			}
			if code, _, talk := ask(t, "--repository", outside, "--index", dir, "index", "verify"); code != exitCorrupt || !strings.Contains(talk, filepath.Base(path)) {
				t.Errorf("%s: verify exits with %d: %s", name, code, talk)
			}
		}
		if i%4 == 0 {
			if code, _, talk := ask(t, "-q", "--index", dir, "index", repo); code != exitOK {
				t.Errorf("%s: the next run exits with %d: %s", path, code, talk)
			}
			if code, _, talk := ask(t, "--repository", outside, "--index", dir, "index", "verify"); code != exitOK {
				t.Errorf("%s: after the next run: %s", path, talk)
			}
			current := filepath.Join(dir, "CURRENT")
			folder := filepath.Base(filepath.Dir(path))
			if strings.HasSuffix(path, ".zoekt") {
				folder = filepath.Base(filepath.Dir(filepath.Dir(path)))
			}
			if err := os.WriteFile(current, []byte(folder+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
