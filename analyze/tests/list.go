package tests

import (
	"fmt"
	"path"
	"sort"
	"strings"
)

// runnerOf names the usual runner of a language.
func runnerOf(language, file string) string {
	switch language {
	case "go":
		return "go test"
	case "python":
		return "pytest"
	case "typescript", "tsx", "javascript", "jsx":
		return "jest"
	case "java":
		return "maven"
	case "kotlin", "scala", "groovy":
		return "gradle"
	case "rust":
		return "cargo"
	case "c#", "csharp":
		return "dotnet"
	case "ruby":
		if strings.HasSuffix(file, "_spec.rb") {
			return "rspec"
		}
		return "minitest"
	case "php":
		return "phpunit"
	}
	return "files"
}

func runners(tests []Test) []string {
	seen := map[string]bool{}
	out := []string{}
	for _, t := range tests {
		if !seen[t.Runner] {
			seen[t.Runner] = true
			out = append(out, t.Runner)
		}
	}
	sort.Strings(out)
	return out
}

// List words tests as the arguments of their runner, one a line, sorted: packages
// for go test, node ids for pytest, class names for Maven (-Dtest) and Gradle,
// test names for cargo, paths else. Tests of several runners are an error that
// names them: pick one with Options.Runner.
func List(tests []Test) ([]string, error) {
	if r := runners(tests); len(r) > 1 {
		return nil, fmt.Errorf("tests of several runners (%s): choose one with --runner", strings.Join(r, ", "))
	}
	seen := map[string]bool{}
	out := []string{}
	for _, t := range tests {
		word := t.argument()
		if !seen[word] {
			seen[word] = true
			out = append(out, word)
		}
	}
	sort.Strings(out)
	return out, nil
}

func (t Test) argument() string {
	switch t.Runner {
	case "go test":
		if dir := path.Dir(t.Path); dir != "." {
			return "./" + dir
		}
		return "."
	case "pytest":
		if t.Symbol == "" {
			return t.Path
		}
		return t.Path + "::" + strings.ReplaceAll(t.Symbol, ".", "::")
	case "maven", "gradle", "dotnet":
		if t.Symbol == "" {
			return strings.TrimSuffix(path.Base(t.Path), path.Ext(t.Path))
		}
		name := t.Symbol[strings.LastIndex(t.Symbol, ".")+1:]
		return name
	case "cargo":
		return strings.ReplaceAll(t.Symbol, ".", "::")
	}
	return t.Path
}
