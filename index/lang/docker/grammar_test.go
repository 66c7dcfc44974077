package docker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	grammar "github.com/alexaandru/go-sitter-forest/dockerfile"
	"pgregory.net/rapid"

	"github.com/lc-index/lc/index/lang/docker"
	"github.com/lc-index/lc/index/lang/sitter"
)

// Made-up files within what the grammar can read are read by it, too: stages, variables
// and labels stand where it has them.
func TestAgreesWithTheGrammar(t *testing.T) {
	t.Parallel()
	g := sitter.NewGrammar(grammar.GetLanguage())
	name := rapid.StringMatching(`[a-z][a-z0-9]{0,5}`)
	line := rapid.Custom(func(t *rapid.T) string {
		n, m := name.Draw(t, "name"), name.Draw(t, "other")
		return rapid.SampledFrom([]string{
			"FROM " + n, "FROM " + n + ":1 AS " + m, "FROM --platform=linux/amd64 " + n + "/" + m + "@sha256:00 as " + m,
			"ARG " + n, "ARG " + n + "=" + m, "ENV " + n + "=" + m, "ENV " + n + "=\"" + m + " x\" \\\n  " + m + "=1", "ENV " + n + " " + m,
			"LABEL " + n + "=" + m, "RUN echo " + n + " && \\\n  # no ARG x\n  " + m, "# ARG " + n, "", "COPY " + n + " " + m + " /x/",
			"COPY --from=" + n + " " + m + " /x", "WORKDIR /" + n, "EXPOSE 80", "CMD [\"" + n + "\", \"" + m + "\"]", "USER " + n,
			"RUN <<EOF\nARG " + n + "\nEOF",
		}).Draw(t, "line")
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(line, 1, 12).Draw(t, "lines"), "\n") + "\n"
		tree, err := g.Parse([]byte(src))
		if err != nil || tree.Root().HasError() {
			t.Skip()
		}
		var want []string
		for n := range tree.Root().Descendants() {
			token := sitter.Node{}
			switch n.Kind() {
			case "from_instruction":
				if token = n.Field("as"); !token.Ok() {
					token = n.Child("image_spec")
				}
			case "arg_instruction", "env_pair":
				token = n.Field("name")
			case "label_pair":
				token = n.Field("key")
			}
			if token.Ok() {
				l, c := token.Start()
				want = append(want, fmt.Sprintf("%d:%d %s", l, c, token.Text()))
			}
		}
		f, err := docker.Languages()[0].Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		// A stage that starts from another one has a name of its own here.
		have := map[string]bool{}
		for _, s := range f.Symbols[1:] {
			have[fmt.Sprintf("%d:%d %s", s.NameLine, s.NameCol, s.Name)] = true
		}
		for _, r := range f.Refs {
			have[fmt.Sprintf("%d:%d %s", r.Line, r.Col, r.Name)] = true
		}
		missing := slices.DeleteFunc(want, func(w string) bool { return have[w] })
		if len(missing) > 0 {
			t.Fatalf("the grammar has more in\n%s\n%v", src, missing)
		}
		if len(f.Problems) > 0 {
			t.Fatalf("problems in\n%s\n%v", src, f.Problems)
		}
	})
}
