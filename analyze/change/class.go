package change

import (
	"path"
	"strings"
)

// Class is what kind of file a path is, for files that have no symbols of code.
type Class string

const (
	Code          Class = "code"
	Documentation Class = "documentation"
	Manifest      Class = "manifest" // Declares dependencies or a package.
	Lock          Class = "lock"
	Build         Class = "build" // Decides what is compiled or how it runs.
	Config        Class = "config"
	Data          Class = "data"
	Tooling       Class = "tooling" // Linters, editors, CI: no part of what runs.
)

// Reason says why a changed file of this class leaves an answer partial.
func (c Class) Reason() string {
	switch c {
	case Manifest:
		return "manifest: dependencies, entry points or options may change for everything below it"
	case Lock:
		return "lock file: versions of dependencies may change for everything below it"
	case Build:
		return "build file: what is compiled or run may change"
	case Config:
		return "configuration: what reads it is not known from the code"
	case Data:
		return "data file: what reads it is not known from the code"
	case Code:
		return "language without symbols in the index: dependents are not known"
	}
	return ""
}

// AffectsAll reports whether a change may alter every file below its folder.
func (c Class) AffectsAll() bool { return c == Manifest || c == Lock || c == Build }

var byBase = map[string]Class{
	"go.mod": Manifest, "go.work": Manifest, "package.json": Manifest, "pyproject.toml": Manifest, "setup.py": Manifest, "setup.cfg": Manifest,
	"cargo.toml": Manifest, "pom.xml": Manifest, "build.gradle": Manifest, "build.gradle.kts": Manifest, "settings.gradle": Manifest,
	"settings.gradle.kts": Manifest, "pipfile": Manifest, "gemfile": Manifest, "composer.json": Manifest, "build.sbt": Manifest, "package.swift": Manifest,
	"tsconfig.json": Manifest, "deno.json": Manifest, "pnpm-workspace.yaml": Manifest, "mix.exs": Manifest, "pubspec.yaml": Manifest,
	"go.sum": Lock, "go.work.sum": Lock, "package-lock.json": Lock, "yarn.lock": Lock, "pnpm-lock.yaml": Lock, "bun.lock": Lock, "bun.lockb": Lock,
	"deno.lock": Lock, "npm-shrinkwrap.json": Lock, "poetry.lock": Lock, "uv.lock": Lock, "pipfile.lock": Lock, "pdm.lock": Lock, "cargo.lock": Lock, "gemfile.lock": Lock,
	"composer.lock": Lock, "gradle.lockfile": Lock, "mix.lock": Lock, "pubspec.lock": Lock, "flake.lock": Lock,
	"makefile": Build, "gnumakefile": Build, "cmakelists.txt": Build, "dockerfile": Build, "build": Build, "build.bazel": Build, "workspace": Build,
	"meson.build": Build, "configure.ac": Build, "configure": Build, "justfile": Build, "rakefile": Build, "tox.ini": Build, "pytest.ini": Build,
	"noxfile.py": Build, "conftest.py": Code, "build.rs": Build, "jest.config.js": Build, "vitest.config.ts": Build, "babel.config.js": Build,
	"license": Documentation, "copying": Documentation, "notice": Documentation, "authors": Documentation, "contributors": Documentation,
	"codeowners": Documentation, "changelog": Documentation, "readme": Documentation, "maintainers": Documentation,
	".gitignore": Documentation, ".gitattributes": Config, ".editorconfig": Documentation, ".mailmap": Documentation, ".git-blame-ignore-revs": Documentation,
}

var byExtension = map[string]Class{
	".md": Documentation, ".markdown": Documentation, ".mdx": Documentation, ".rst": Documentation, ".adoc": Documentation, ".txt": Data, ".1": Documentation,
	".json": Config, ".json5": Config, ".jsonc": Config, ".yaml": Config, ".yml": Config, ".toml": Config, ".ini": Config, ".cfg": Config, ".conf": Config,
	".env": Config, ".properties": Config, ".xml": Config, ".plist": Config,
	".mk": Build, ".cmake": Build, ".bzl": Build, ".ninja": Build, ".am": Build, ".in": Build,
	".csv": Data, ".tsv": Data, ".svg": Data, ".png": Data, ".jpg": Data, ".jpeg": Data, ".gif": Data, ".ico": Data, ".webp": Data, ".pdf": Documentation,
	".golden": Data, ".snap": Data, ".html": Data, ".htm": Data, ".css": Data, ".scss": Data, ".tmpl": Data, ".j2": Data, ".jinja2": Data, ".txtar": Data, ".dat": Data, ".bin": Data,
	".gz": Data, ".zip": Data, ".tar": Data, ".wasm": Data, ".woff": Data, ".woff2": Data, ".ttf": Data, ".lock": Lock, ".patch": Data, ".diff": Data,
}

// Classify says what a path is by its name, and by the language that the index
// found when the name says nothing.
func Classify(p, language string) Class {
	base := strings.ToLower(path.Base(p))
	if isTooling(p, base) {
		return Tooling
	}
	if c, ok := byBase[base]; ok {
		return c
	}
	if strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt") {
		return Manifest
	}
	if strings.HasPrefix(base, "dockerfile.") || strings.HasPrefix(base, "makefile.") || strings.HasPrefix(base, "tsconfig.") {
		return Build
	}
	stem, _, _ := strings.Cut(base, ".")
	extension := path.Ext(base)
	if extension == "" || extension == ".txt" {
		if c, ok := byBase[stem]; ok && c == Documentation {
			return c
		}
	}
	if c, ok := byExtension[extension]; ok {
		if c == Data && extension == ".txt" && isUnder(p, "docs", "doc") {
			return Documentation
		}
		return c
	}
	switch language {
	case "", "text", "svg", "csv", "diff", "batchfile":
		return Data
	case "ignore list":
		return Documentation
	}
	return Code
}

// isData reports whether the name of a path alone says that it holds configuration or
// data: keys of it that changed do not tell what reads them.
func isData(p string) bool {
	c := Classify(p, "go") // What only the language would tell is code.
	return c == Config || c == Data
}

// toolingPrefixes start the names of files that only linters, formatters, editors
// and services read.
var toolingPrefixes = []string{
	".golangci.", ".eslintrc", ".eslintignore", "eslint.config.", ".prettierrc", ".prettierignore", "prettier.config.", ".pre-commit-config.", ".flake8", ".pylintrc",
	"ruff.toml", ".ruff.toml", "rustfmt.toml", ".rustfmt.toml", "clippy.toml", ".clippy.toml", ".clang-format", ".clang-tidy", "codecov.", ".codecov.", ".travis.yml",
	".gitlab-ci.yml", "azure-pipelines.yml", "renovate.json", "dependabot.yml", ".readthedocs.", "mkdocs.yml", ".markdownlint", "typos.toml", "_typos.toml", ".stylelintrc", "biome.json", ".goreleaser.",
}

func isTooling(p, base string) bool {
	for _, prefix := range toolingPrefixes {
		if strings.HasPrefix(base, prefix) {
			return true
		}
	}
	top, _, _ := strings.Cut(p, "/")
	return top == ".github" || top == ".circleci" || top == ".vscode" || top == ".idea" || top == ".devcontainer" || isUnder(p, ".github")
}

// isUnder reports whether one of the folders of p has one of the names.
func isUnder(p string, names ...string) bool {
	for _, part := range strings.Split(path.Dir(p), "/") {
		for _, n := range names {
			if part == n {
				return true
			}
		}
	}
	return false
}
