package docker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/docker"
	"github.com/lc-index/lc/index/lang/langtest"
)

// read lists what is found on each line: in a Dockerfile a note cannot stand beside
// an instruction, as it would belong to it.
func read(t *testing.T, src string) (*lang.Facts, []string) {
	t.Helper()
	f, err := docker.Languages()[0].Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(src, "\n")
	var out []string
	for i, s := range f.Symbols[1:] {
		out = append(out, fmt.Sprintf("%d: def %s %s", s.NameLine, s.Kind, langtest.Dotted(f, int32(i+1))))
		if got := lines[s.NameLine-1][s.NameCol:]; !strings.HasPrefix(got, s.Name) && !strings.HasPrefix(s.Name, "stage-") {
			t.Errorf("%s stands at %q", s.Name, got)
		}
	}
	for _, r := range f.Refs {
		to := "free"
		if r.Target >= 0 {
			to = fmt.Sprint(f.Symbols[r.Target].NameLine)
		}
		out = append(out, fmt.Sprintf("%d: %s %s -> %s", r.Line, r.Role, r.Name, to))
		if got := lines[r.Line-1][r.Col:r.EndCol]; got != r.Name {
			t.Errorf("line %d: %s stands at %q", r.Line, r.Name, got)
		}
	}
	return f, out
}

func TestStages(t *testing.T) {
	t.Parallel()
	f, got := read(t, `# syntax=docker/dockerfile:1

# Builds the shop.

ARG VERSION=1.2
FROM --platform=$BUILDPLATFORM golang:${VERSION} AS Build
ARG VERSION
ENV A=1 B="two words" \
    # not a variable: X=1

    C=$A
ENV OLD some value $A
LABEL org.x="y" \
  "quoted"=z
COPY go.mod go.sum ./
COPY ["a b", "c", "/d/"]
RUN --mount=type=cache,target=/x --mount=type=bind,from=build,source=/y \
  echo $A \
  && echo "$VERSION" $HOME '$B'

# The last.
FROM build
COPY --from=0 /a /b
COPY --chown=1:1 --from=build /a $C
COPY --from=nginx:latest /a /b
ENV A=2
ENTRYPOINT ["/bin/x"]
CMD ["--help"]
ONBUILD ADD https://x.y/z.tgz /tmp
from scratch as final
MAINTAINER Me <a@b>
`)
	want := []string{
		"5: def variable VERSION", "6: def resource Build", "7: def variable Build.VERSION", "8: def variable Build.A", "8: def variable Build.B",
		"11: def variable Build.C", "12: def variable Build.OLD", "13: def key Build.org.x", "14: def key Build.quoted",
		"22: def resource stage-1", "26: def variable stage-1.A", "27: def key stage-1.ENTRYPOINT", "28: def key stage-1.CMD", "30: def resource final",
		"6: read BUILDPLATFORM -> free", "6: import golang:${VERSION} -> free", "6: read VERSION -> 5", "7: read VERSION -> 5", "11: read A -> 8", "12: read A -> 8",
		"15: import go.mod -> free", "15: import go.sum -> free", "16: import a b -> free", "16: import c -> free",
		"17: read build -> 6", "18: read A -> 8", "19: read VERSION -> 7", "19: read B -> 8",
		"22: inherit build -> 6", "23: read 0 -> 6", "24: read build -> 6", "24: read C -> 11", "25: import nginx:latest -> free",
		"29: import https://x.y/z.tgz -> free",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", d)
	}
	if len(f.Problems) != 0 || f.Summary != "Builds the shop." {
		t.Errorf("problems %v, summary %q", f.Problems, f.Summary)
	}
	for _, s := range f.Symbols {
		switch s.Name {
		case "Build":
			if s.Span.EndLine != 22 || s.Signature != "FROM --platform=$BUILDPLATFORM golang:${VERSION} AS Build" {
				t.Errorf("Build ends on line %d, signature %q", s.Span.EndLine, s.Signature)
			}
		case "stage-1":
			if s.Doc != "The last." {
				t.Errorf("doc of the last stage = %q", s.Doc)
			}
		}
	}
}

func TestDocumentsAndEscape(t *testing.T) {
	t.Parallel()
	f, got := read(t, "# escape=`\nFROM a\nENV X=1 `\n  Y=2\nRUN dir C:\\ && `\n  echo $X\n"+
		"RUN <<EOF cat <<'RAW'\nFROM not\n$X\nEOF\n$Y\nRAW\nCOPY <<-\"E\" /etc/x\n\t$X\n\tE\nFROM b\nRUN <<END\nunfinished\n")
	want := []string{
		"2: def resource a", "3: def variable a.X", "4: def variable a.Y", "16: def resource b",
		"2: import a -> free", "6: read X -> 3", "9: read X -> 3", "16: import b -> free",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", d)
	}
	if len(f.Problems) != 1 || f.Problems[0].Line != 17 || f.Summary != "image from a, stages b" {
		t.Errorf("problems %v, summary %q", f.Problems, f.Summary)
	}
}

func TestUnknownInstructionIsAProblem(t *testing.T) {
	t.Parallel()
	f, got := read(t, "FROM a\nFOO bar\nFROM\nFROM b AS c\n")
	if d := cmp.Diff([]string{"1: def resource a", "4: def resource c", "1: import a -> free", "4: import b -> free"}, got); d != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", d)
	}
	if len(f.Problems) != 2 || f.ErrorBytes == 0 {
		t.Errorf("problems %v, %d bytes", f.Problems, f.ErrorBytes)
	}
}
