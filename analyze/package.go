package analyze

import (
	"path"

	"github.com/lc-index/lc/store/schema"
)

// HoldsCode reports whether a language is a part of programs, and no text, data or
// style, whose files and symbols have no place among those of the code.
func HoldsCode(language string) bool {
	switch language {
	case "markdown", "yaml", "toml", "json", "json with comments", "json5", "css", "scss", "less":
		return false
	}
	return true
}

// PackageOf names the package of a file as reports group files: what the language
// calls package, crate or namespace where that holds several files, else the
// folder.
func PackageOf(f schema.File) string {
	switch f.Language {
	case "go", "java", "kotlin", "scala", "c#", "csharp", "rust":
		if f.Package != "" {
			return f.Package
		}
	}
	return path.Dir(f.Path)
}
