package detect

import (
	"bytes"
	"strings"
)

// IsTest reports whether the conventions of any ecosystem make the file at path
// part of the tests: by the name of the file (x_test.go, test_x.py, XTest.java,
// x.spec.ts) or of a folder above it (test, tests, __tests__, spec, testdata).
// Over-reports: helpers and data below such a folder count too.
func IsTest(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	source := false
	for dir != "" {
		var seg string
		seg, dir, _ = strings.Cut(dir, "/")
		switch strings.ToLower(seg) {
		case "test", "tests", "__tests__", "__test__", "spec", "specs", "testdata", "test-data", "test_data", "e2e", "unittest", "unittests",
			"unit-tests", "unit_tests", "integration-tests", "integration_tests", "integrationtest", "integrationtests", "androidtest", "functional-tests", "__mocks__", "__fixtures__":
			return true
		}
		// A source set of Gradle: src/commonTest, src/integrationTest, src/testFixtures.
		if source && (strings.HasSuffix(seg, "Test") || seg == "testFixtures") {
			return true
		}
		source = seg == "src"
		if s := seg; strings.HasSuffix(s, ".Tests") || strings.HasSuffix(s, ".Test") || strings.HasSuffix(s, ".UnitTests") || strings.HasSuffix(s, ".IntegrationTests") || strings.HasSuffix(s, ".Specs") {
			return true
		}
	}
	return isTestName(base)
}

func isTestName(base string) bool {
	stem, ext, dotted := base, "", false
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		stem, ext, dotted = base[:i], base[i+1:], true
	}
	if !dotted {
		return false
	}
	switch base {
	case "conftest.py", "tests.py", "test.py", "tests.rs", "phpunit.xml", "spec_helper.rb", "rails_helper.rb", "test_helper.rb", "test_helper.exs", "jest.setup.js", "jest.setup.ts":
		return true
	}
	switch ext {
	case "bats", "feature":
		return true
	}
	for _, suffix := range []string{"_test", "_tests", "_spec", "_unittest", ".test", ".tests", ".spec", ".specs", ".e2e", ".cy", "-test", "-tests", "-spec", ".e2e-spec", "_test_helper"} {
		if strings.HasSuffix(stem, suffix) {
			return isSource(ext)
		}
	}
	if strings.HasPrefix(stem, "test_") || strings.HasPrefix(stem, "test-") {
		return isSource(ext)
	}
	switch ext {
	case "java", "kt", "kts", "scala", "groovy", "php", "cs", "swift", "fs", "vb", "m", "mm", "hs", "cpp", "cc", "cxx":
		for _, suffix := range []string{"Test", "Tests", "TestCase", "IT", "Spec", "Specs", "TestSuite"} {
			if before, ok := strings.CutSuffix(stem, suffix); ok && (before == "" || !isUpper(before[len(before)-1]) || suffix != "IT") {
				return true
			}
		}
		if ext == "scala" && strings.HasSuffix(stem, "Suite") {
			return true
		}
		if ext == "java" || ext == "kt" {
			if after, ok := strings.CutPrefix(stem, "Test"); ok && after != "" && isUpper(after[0]) {
				return true
			}
		}
	}
	return false
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// isSource reports whether files of the extension hold code rather than prose.
func isSource(ext string) bool {
	switch lookup(extensions[:], strings.ToLower(ext)) {
	case "", "markdown", "text", "restructuredtext", "asciidoc":
		return false
	}
	return true
}

// IsVendored reports whether path lies where projects keep other people's code.
func IsVendored(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	for rest := dir; rest != ""; {
		var seg string
		seg, rest, _ = strings.Cut(rest, "/")
		switch strings.ToLower(seg) {
		case "vendor", "vendors", "_vendor", "vendored", "node_modules", "third_party", "third-party", "thirdparty", "3rdparty", "3rd_party", "third_parties",
			"bower_components", "jspm_packages", "web_modules", "pods", "carthage", "godeps", "site-packages", "dist-packages", "deps", ".venv", "venv",
			"externals", "extern", ".bundle", "elm-stuff", ".eggs", ".tox", "lua_modules", ".luarocks", ".dart_tool", ".pub-cache", "sourcepackages", ".zig-cache", "zig-cache":
			return true
		}
	}
	switch base {
	case "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "config.guess", "config.sub", "ltmain.sh", "libtool.m4":
		return true
	}
	return strings.HasPrefix(path, ".yarn/releases/") || strings.HasPrefix(path, ".yarn/plugins/") || strings.Contains(path, "/.yarn/releases/") ||
		strings.HasPrefix(base, "jquery-") && strings.HasSuffix(base, ".js") || base == "jquery.js" || base == "bootstrap.js" || strings.HasPrefix(base, "bootstrap.") && strings.HasSuffix(base, ".css")
}

// generatedProbe is how far a marker of generated code may stand from the start:
// generators put it above the code, below a licence at the most.
const generatedProbe = 4096

// IsGenerated reports whether a program wrote the file: by its name (x.pb.go,
// x.min.js, lock files) or by a marker near the start of its text.
func IsGenerated(path string, head []byte) bool {
	base := path[strings.LastIndexByte(path, '/')+1:]
	lower := strings.ToLower(base)
	switch lower {
	case "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "pipfile.lock",
		"composer.lock", "gemfile.lock", "go.sum", "go.work.sum", "mix.lock", "pubspec.lock", "flake.lock", "deno.lock", "packages.lock.json", "podfile.lock", "package.resolved", "gradle.lockfile", "cartfile.resolved":
		return true
	}
	for _, suffix := range []string{
		".pb.go", ".pb.gw.go", ".pb.cc", ".pb.h", ".pb.c", "_pb2.py", "_pb2_grpc.py", "_pb2.pyi", "_pb.js", "_pb.ts", "_pb.d.ts", ".pb.swift", ".pb.dart", ".g.dart", ".freezed.dart",
		".min.js", ".min.css", ".min.mjs", "-min.js", ".js.map", ".css.map", ".mjs.map", ".designer.cs", ".g.cs", ".g.i.cs", ".generated.cs", ".generated.go", ".gen.go", "_gen.go", "_generated.go",
		".generated.ts", ".gen.ts", ".tfstate", ".snap", ".nib", ".xcworkspacedata",
		".feature.cs", ".assemblyattributes.cs", "_pb.rb", "_services_pb.rb", "_pb.lua", ".pb.ex", ".grpc.swift", ".generated.swift", ".generated.kt", ".pb.kt",
		".pbenum.dart", ".pbgrpc.dart", ".pbjson.dart", ".pbserver.dart", ".mocks.dart", ".gr.dart", ".chopper.dart", "_ide_helper.php", "_ide_helper_models.php", ".pb.zig", ".pb.php",
	} {
		if strings.HasSuffix(lower, suffix) {
			return true
		}
	}
	if strings.HasPrefix(lower, "zz_generated") || strings.HasPrefix(lower, "temporarygeneratedfile_") || isOutput(path) {
		return true
	}
	if ext := lower[strings.LastIndexByte(lower, '.')+1:]; (ext == "js" || ext == "mjs" || ext == "cjs" || ext == "css") && isMinified(head) {
		return true
	}
	return HasGeneratedMarker(head)
}

// isOutput reports whether path lies where build tools write source code.
func isOutput(path string) bool {
	for _, seg := range strings.Split(path, "/") {
		switch strings.ToLower(seg) {
		case "__generated__", "generated-sources", "generated-src", "generated-test-sources", "src_managed", "src-gen", "gpbmetadata":
			return true
		}
	}
	return strings.Contains(path, "build/generated/")
}

// minifiedLine is the mean length of the lines of a script or style sheet above which a
// program joined them; minifiedProbe is the least text that tells.
const (
	minifiedLine  = 200
	minifiedProbe = 2000
)

func isMinified(head []byte) bool {
	return len(head) >= minifiedProbe && len(head)/(bytes.Count(head, []byte{'\n'})+1) > minifiedLine
}

// HasGeneratedMarker reports whether the start of text says that a program wrote it.
func HasGeneratedMarker(text []byte) bool {
	text = text[:min(len(text), generatedProbe)]
	for _, marker := range []string{"@generated", "DO NOT EDIT", "do not edit", "Do not edit", "Generated by", "generated by", "Autogenerated", "AUTOGENERATED", "autogenerated", "Automatically generated", "automatically generated", "auto-generated"} {
		i := bytes.Index(text, []byte(marker))
		if i < 0 {
			continue
		}
		start := bytes.LastIndexByte(text[:i], '\n') + 1
		end := bytes.IndexByte(text[i:], '\n')
		if end < 0 {
			end = len(text) - i
		}
		if isMarkerLine(string(text[start:i+end]), marker) {
			return true
		}
	}
	return false
}

// isMarkerLine tells a marker in a comment of its own from prose that quotes one.
func isMarkerLine(line, marker string) bool {
	body := strings.TrimLeft(line, " \t/*#;-%<!\"'")
	if len(body) == len(strings.TrimLeft(line, " \t")) && !strings.HasPrefix(body, marker) {
		return false // Not a comment.
	}
	lower := strings.ToLower(body)
	switch {
	case marker == "@generated":
		return strings.HasPrefix(body, "@generated") || strings.Contains(body, " @generated")
	case strings.HasPrefix(lower, "code generated"), strings.HasPrefix(lower, "generated by"), strings.HasPrefix(lower, "autogenerated"), strings.HasPrefix(lower, "auto-generated"),
		strings.HasPrefix(lower, "automatically generated"), strings.HasPrefix(lower, "<auto-generated"):
		return true
	case strings.HasPrefix(lower, "this file") && (strings.Contains(lower, "generated")), strings.HasPrefix(lower, "this code was generated"),
		strings.HasPrefix(lower, "this is an automatically generated"), strings.HasPrefix(lower, "this is a generated"), strings.HasPrefix(lower, "generated from"):
		return true
	}
	return strings.Contains(lower, "do not edit") && (strings.HasPrefix(lower, "generated") || strings.Contains(lower, " generated") || strings.Contains(lower, "auto-generated"))
}

// IsDocumentation reports whether the file at path is written for people to read.
func IsDocumentation(path string) bool {
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = path[:i], path[i+1:]
	}
	for dir != "" {
		var seg string
		seg, dir, _ = strings.Cut(dir, "/")
		switch strings.ToLower(seg) {
		case "doc", "docs", "documentation", "javadoc", "man", "examples", "samples":
			return true
		}
	}
	stem, _, _ := strings.Cut(strings.ToUpper(base), ".")
	switch stem {
	case "README", "CHANGELOG", "CHANGES", "CONTRIBUTING", "LICENSE", "LICENCE", "COPYING", "INSTALL", "AUTHORS", "NOTICE", "NEWS", "SECURITY", "CODE_OF_CONDUCT", "AGENTS", "CLAUDE":
		return true
	}
	switch fromPath(path, base) {
	case "markdown", "restructuredtext", "asciidoc", "text", "roff", "mdx", "org", "textile", "pod":
		return !strings.EqualFold(base, "requirements.txt") && !strings.EqualFold(base, "CMakeLists.txt")
	}
	return false
}
