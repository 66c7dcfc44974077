package analyze

import (
	"path"

	"github.com/lc-index/lc/store/schema"
)

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
