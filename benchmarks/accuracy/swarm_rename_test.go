package accuracy_test

import (
	"fmt"
	"hash/fnv"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// renamer gives the identifiers and the files of a JavaScript program other names. It
// works on tokens and always gives a name the same other one, whatever the case.
type renamer struct{ parts map[string]string } // Parts of paths.

// newRenamer names the parts of the paths so that their order is reversed.
func newRenamer(paths []string) *renamer {
	r := &renamer{map[string]string{}}
	var parts []string
	for _, p := range paths {
		for _, part := range strings.Split(strings.TrimSuffix(p, path.Ext(p)), "/") {
			if part != "index" && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	slices.Sort(parts)
	for i, part := range parts {
		r.parts[part] = fmt.Sprintf("m%02d", len(parts)-i)
	}
	return r
}

// path renames a path or a relative specifier.
func (r *renamer) path(p string) string {
	parts := strings.Split(p, "/")
	for i, part := range parts {
		stem, ext, dot := strings.Cut(part, ".")
		if to := r.parts[stem]; to != "" {
			parts[i] = to
			if dot {
				parts[i] += "." + ext
			}
		}
	}
	return strings.Join(parts, "/")
}

// Names that the language, its library and the module system give a meaning.
var fixedNames = regexp.MustCompile(`^(break|case|catch|class|const|continue|debugger|default|delete|do|else|export|extends|finally|for|function|if|import|in|` +
	`instanceof|new|return|super|switch|this|throw|try|typeof|var|void|while|with|yield|let|static|async|await|of|get|set|from|as|null|true|false|undefined|` +
	`constructor|prototype|module|exports|require|eval|arguments|console|log|Object|Array|String|Number|Boolean|Symbol|Error|TypeError|Promise|Map|Set|Math|` +
	`JSON|iterator|next|done|value|assign|create|entries|keys|values|length|map|forEach|filter|reduce|slice|join|split|push|pop|concat|apply|call|bind|then|toString|` +
	`__proto__|setPrototypeOf|getPrototypeOf|getOwnPropertyNames|getOwnPropertyDescriptor|defineProperty|Reflect|Proxy|name|message)$`)

// identifier renames one name.
func (r *renamer) identifier(s string) string {
	if fixedNames.MatchString(s) {
		return s
	}
	h := fnv.New32a()
	h.Write([]byte(s))
	to := fmt.Sprintf("q%07x", h.Sum32()&0xfffffff)
	if s[0] >= 'A' && s[0] <= 'Z' {
		to = strings.ToUpper(to[:1]) + to[1:]
	}
	return to
}

var (
	jsToken = regexp.MustCompile("(?s)//[^\n]*|/\\*.*?\\*/|\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|[A-Za-z_$][\\w$]*|[0-9][\\w.]*|.")
	plainID = regexp.MustCompile(`^[A-Za-z_$][\w$]*$`)
)

// source renames a file: identifiers, texts that spell one, and relative specifiers.
// What stands in template literals is code or text alike and renamed as code.
func (r *renamer) source(text string) string {
	return jsToken.ReplaceAllStringFunc(text, func(token string) string {
		switch {
		case plainID.MatchString(token):
			return r.identifier(token)
		case token[0] == '"' || token[0] == '\'':
			inner := token[1 : len(token)-1]
			switch {
			case strings.HasPrefix(inner, "./") || strings.HasPrefix(inner, "../"):
				inner = r.path(inner)
			case plainID.MatchString(inner):
				inner = r.identifier(inner)
			}
			return token[:1] + inner + token[:1]
		}
		return token
	})
}

var qualifiedPart = regexp.MustCompile(`<\w+>|\[[^\]]*\]|[A-Za-z_$][\w$]*`)

// qualified renames the parts of a name inside a module.
func (r *renamer) qualified(name string) string {
	return qualifiedPart.ReplaceAllStringFunc(name, func(part string) string {
		if part[0] == '<' || part[0] == '[' {
			return part
		}
		return r.identifier(part)
	})
}

// TestRenamer checks that renaming keeps what a program does.
func TestRenamer(t *testing.T) {
	r := newRenamer([]string{"main.js", "nested/index.js", "nested/a.js"})
	a, b := r.identifier("run"), r.identifier("key")
	for in, want := range map[string]string{
		"import { run } from './nested/a.js'":    "import { " + a + " } from './m01/m03.js'",
		`o["key"] = run; // run "key"`:           `o["` + b + `"] = ` + a + `; // run "key"`,
		"class C { constructor() { this.run() }": "class " + r.identifier("C") + " { constructor() { this." + a + "() }",
		"[1].map(run)":                           "[1].map(" + a + ")",
	} {
		in = strings.ReplaceAll(in, "o[", "this[")
		want = strings.ReplaceAll(want, "o[", "this[")
		if got := r.source(in); got != want {
			t.Errorf("source(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := r.path("nested/index.js"), "m01/index.js"; got != want {
		t.Errorf("path = %q, want %q", got, want)
	}
	if got, want := r.qualified(".run.<arrow1>[Symbol.iterator]"), "."+a+".<arrow1>[Symbol.iterator]"; got != want {
		t.Errorf("qualified = %q, want %q", got, want)
	}
}
