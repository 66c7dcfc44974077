package detect_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang/detect"
)

func TestLanguage(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, path, head, want string }{
		{"extension", "a/b/main.go", "package main", "go"},
		{"stub", "x.pyi", "", "python"},
		{"module javascript", "x.mjs", "", "javascript"},
		{"common javascript", "x.cjs", "", "javascript"},
		{"jsx", "x.jsx", "", "javascript"},
		{"tsx", "x.tsx", "export const A = () => <a/>", "tsx"},
		{"typescript", "x.ts", "export const a = 1", "typescript"},
		{"declaration", "x.d.ts", "", "typescript"},
		{"qt translation", "de.ts", "<?xml version=\"1.0\"?>\n<TS version=\"2.1\">", "xml"},
		{"qt translation without prolog", "de.ts", "<!DOCTYPE TS>", "xml"},
		{"upper case extension", "OLD.PY", "", "python"},
		{"capital C is C++", "x.C", "", "c++"},
		{"file name", "sub/Dockerfile", "", "dockerfile"},
		{"file name with a suffix", "Dockerfile.dev", "", "dockerfile"},
		{"cmake", "CMakeLists.txt", "", "cmake"},
		{"lock", "Cargo.lock", "", "toml"},
		{"ruby by name", "Gemfile", "", "ruby"},
		{"c header", "a.h", "#ifndef A_H\n#include <stdio.h>\nint f(void);\n#endif", "c"},
		{"c header with a C++ guard", "a.h", "#ifdef __cplusplus\nextern \"C\" {\nnamespace x {}\n#endif\nint f(void);\n", "c"},
		{"class in a comment", "a.h", "/* this\nclass of things */\n// class B;\nint f(void);\n", "c"},
		{"c++ header by class", "a.h", "#pragma once\nclass A;\n", "c++"},
		{"c++ header by derivation", "a.h", "struct A { int n; };\nstruct B : A { int m; };\n", "c++"},
		{"c++ header by scoped enumeration", "a.h", "enum class Color { red };\n", "c++"},
		{"bit fields are C", "a.h", "struct flags {\n\tunsigned a : 1;\n\tstruct flags *next;\n};\nenum class { one };\n", "c"},
		{"c++ header by namespace", "a.h", "namespace leveldb {\n", "c++"},
		{"c++ header by include", "a.h", "#include <vector>\n", "c++"},
		{"c include is not C++", "a.h", "#include <sys/queue.h>\nstruct q { int n; };\n", "c"},
		{"objective-c header", "a.h", "#import <UIKit/UIKit.h>\n", "objective-c"},
		{"empty header", "a.h", "", "c"},
		{"modeline in a header", "a.h", "// -*- C++ -*-\nint a;\n", "c++"},
		{"m objective-c", "a.m", "#import \"A.h\"\n@implementation A\n", "objective-c"},
		{"m matlab", "a.m", "% comment\nfunction y = f(x)\n", "matlab"},
		{"pl perl", "a.pl", "use strict;\n", "perl"},
		{"pl prolog", "a.pl", ":- module(a, []).\n", "prolog"},
		{"inc php", "a.inc", "<?php\n", "php"},
		{"inc c", "a.inc", "#define X 1\n", "c"},
		{"shebang", "run", "#!/bin/bash -e\n", "shell"},
		{"shebang env", "run", "#!/usr/bin/env -S python3.11 -u\n", "python"},
		{"shebang node", "bin/cli", "#!/usr/bin/env node\n", "javascript"},
		{"tcl behind sh", "run", "#!/bin/sh\nexec tclsh \"$0\"\n", "tcl"},
		{"vim modeline", "run", "x\n# vim: set ts=2 ft=ruby :\n", "ruby"},
		{"modeline at the end", "run", "a\nb\nc\nd\ne\nf\ng\n// vi:ft=cpp", "c++"},
		{"emacs mode", "run", "# -*- coding: utf-8; mode: python -*-\n", "python"},
		{"unknown mode is no language", "run", "-*- mode: nothing-at-all -*-\n", ""},
		{"markdown quotes modelines", "a.md", "vim: ft=ruby\n", "markdown"},
		{"xml by content", "data", "<?xml version=\"1.0\"?>", "xml"},
		{"bom before the shebang", "run", "\xef\xbb\xbf#!/bin/sh\n", "shell"},
		{"nothing tells", "data", "hello", ""},
		{"empty", "", "", ""},
		{"go module", "go.mod", "module x", "go module"},
		{"proto", "a.proto", "", "protocol buffer"},
		{"terraform", "main.tf", "", "hcl"},
		{"blade", "a.blade.php", "", "blade"},
		{"verilog", "a.v", "module a;\nendmodule\n", "verilog"},
		{"configuration that is no XML", "jvm.config", "-Xmx1g\n--add-opens java.base\n", ""},
		{"configuration in XML", "app.config", "\n<configuration/>", "xml"},
		{"rules of proguard", "rules.pro", "# keep\n-keep class a.B\n", "proguard"},
		{"project of qmake", "app.pro", "# Qt\nQT += core\n", "qmake"},
		{"scoped project of qmake", "app.pro", "win32:LIBS = -lx\n", "qmake"},
		{"prolog by its rules", "a.pro", "likes(X, Y) :-\n  knows(X, Y).\n", "prolog"},
		{"pro of another kind", "a.pro", "pro hello\nend\n", ""},
		{"go module by content", "fake.mod", "// c\nmodule example.com/x // y\n\ngo 1.22\n", "go module"},
		{"modula-2", "a.mod", "(* c *)\nIMPLEMENTATION MODULE A;\n", "modula-2"},
		{"mod of another kind", "a.mod", "param x;\n", ""},
		{"grammar of bison for C++", "a.yy", "%{\n#include <a>\n%}\n%token A\n", "yacc"},
		{"gamemaker", "a.yy", "{\"a\": 1}\n", "json"},
		{"csh script called sh", "a.sh", "#!/bin/tcsh\nset a = 1\n", "tcsh"},
		{"python called cgi", "a.cgi", "#!/usr/bin/python3\n", "python"},
		{"ruby called pl", "a.pl", "#!/usr/bin/env ruby\n", "ruby"},
		{"inc of nobody", "a.inc", "just words\n", ""},
		{"inc of a page", "a.inc", "<div>\n", "html"},
		{"matlab script without comments", "a.m", "x = 1\ndisp(x)\n", "matlab"},
		{"class of apex", "A.cls", "/** doc */\npublic with sharing class A {\n", "apex"},
		{"class of tex", "a.cls", "% doc\n\\ProvidesClass{a}\n", "tex"},
		{"class of basic", "A.cls", "VERSION 1.0 CLASS\n", "vba"},
		{"class of objectscript", "A.cls", "Class My.A Extends %Persistent\n", "objectscript"},
		{"shader", "a.fs", "#version 330\n", "glsl"},
		{"f sharp", "a.fs", "module A\nlet x = 1\n", "f#"},
		{"perl test", "a.t", "use strict;\n", "perl"},
		{"raku test", "a.t", "use v6;\n", "raku"},
		{"unit of systemd", "a.service", "[Unit]\n", "ini"},
		{"coq", "a.v", "Require Import List.\n", "coq"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := detect.Language(tc.path, []byte(tc.head)); got != tc.want {
				t.Errorf("Language(%q) = %q, want %q", tc.path, got, tc.want)
			}
		})
	}
}

func TestFromName(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"C++": "c++", "cpp": "c++", "py": "python", "sh": "shell", "TypeScript": "typescript", "dockerfile": "dockerfile", "nonsense": ""} {
		if got := detect.FromName(in); got != want {
			t.Errorf("FromName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDecode(t *testing.T) {
	t.Parallel()
	late := append(bytes.Repeat([]byte("a"), 9000), 0, 'b')
	lateText := append(bytes.Repeat([]byte("a"), 9000), ' ', 'b')
	for _, tc := range []struct {
		name, in, want string
		encoding       detect.Encoding
		err            error
	}{
		{"plain", "abc", "abc", detect.UTF8, nil},
		{"empty", "", "", detect.UTF8, nil},
		{"utf-8", "é", "é", detect.UTF8, nil},
		{"bom is no part of the text", "\xef\xbb\xbfabc", "abc", detect.UTF8BOM, nil},
		{"utf-16le", "\xff\xfea\x00\xe9\x00\n\x00", "aé\n", detect.UTF16LE, nil},
		{"utf-16be", "\xfe\xff\x00a\xd8\x3d\xde\x00", "a😀", detect.UTF16BE, nil},
		{"utf-16le without a mark", "a\x00\n\x00b\x00", "a\nb", detect.UTF16LE, nil},
		{"utf-16be without a mark", "\x00a\x00\n\x00b", "a\nb", detect.UTF16BE, nil},
		{"small numbers are no text", "\x01\x00\n\x00b\x00", "", detect.Binary, detect.ErrBinary},
		{"pairs without a line end", "a\x00b\x00", "", detect.Binary, detect.ErrBinary},
		{"utf-32", "\xff\xfe\x00\x00a\x00\x00\x00", "", detect.Binary, detect.ErrBinary},
		{"carriage returns stay", "a\rb\r\nc", "a\rb\r\nc", detect.UTF8, nil},
		{"binary", "PNG\x00", "", detect.Binary, detect.ErrBinary},
		{"nul beyond the probe", string(late), string(lateText), detect.UTF8, nil},
		{"latin-1 keeps its offsets", "a\xe9b\xe9", "a?b?", detect.Mixed, nil},
		{"cut rune keeps its offsets", "a\xe2\x82", "a??", detect.Mixed, nil},
		{"replacement rune stays", "\ufffd", "\ufffd", detect.UTF8, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, encoding, err := detect.Decode([]byte(tc.in))
			if string(got) != tc.want || encoding != tc.encoding || !errors.Is(err, tc.err) {
				t.Errorf("Decode = %.20q, %v, %v; want %.20q, %v, %v", got, encoding, err, tc.want, tc.encoding, tc.err)
			}
		})
	}
	raw := []byte("a\xe9")
	if _, _, err := detect.Decode(raw); err != nil || raw[1] != 0xe9 {
		t.Errorf("Decode changed its input to %q (%v)", raw, err)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]int32{"": 0, "a": 1, "a\n": 1, "a\nb": 2, "\n\n": 2} {
		if got := detect.Lines([]byte(in)); got != want {
			t.Errorf("Lines(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	test := func(name string, is func(string) bool, yes, no []string) {
		for _, p := range yes {
			if !is(p) {
				t.Errorf("%s(%q) = false, want true", name, p)
			}
		}
		for _, p := range no {
			if is(p) {
				t.Errorf("%s(%q) = true, want false", name, p)
			}
		}
	}
	test("IsTest", detect.IsTest,
		[]string{"a/b_test.go", "tests/x.py", "test_x.py", "x_test.py", "src/test/java/A.java", "a/FooTest.java", "TestFoo.java", "FooIT.java", "a.test.ts", "b.spec.tsx", "src/__tests__/a.js", "spec/a_spec.rb", "x_spec.lua",
			"conftest.py", "tests/fixtures/data.json", "Foo.Tests/Bar.cs", "FooTests.swift", "x_unittest.cc", "run.bats", "a_test.exs", "FooSpec.scala", "FooSuite.scala", "lib/src/commonTest/kotlin/Helper.kt", "app/src/testFixtures/java/Data.java", "test/a_test.dart", "PostTest.php", "My.Specs/Post.cs", "spec/models/post.rb"},
		[]string{"a/b.go", "src/latest.py", "contest.py", "testing.py", "Attest.java", "AUDIT.java", "greatest/x.go", "test_notes.md", "README", "Testimony.java", "src/protest.cc", "FooSuite.java", "lib/commonTester.kt", "src/contestants/a.kt"})
	test("IsVendored", detect.IsVendored,
		[]string{"vendor/a/b.go", "a/node_modules/x.js", "third_party/x.c", "deps/lua/lua.c", "gradlew", ".yarn/releases/yarn.cjs", "js/jquery-3.1.js", "js/jquery.js", "lua_modules/share/a.lua", ".dart_tool/build/a.dart", ".zig-cache/o/a.zig", "Pods/A/a.swift", "vendor/bundle/a.rb", "deps/plug/lib/plug.ex"},
		[]string{"src/vendor.go", "a/b.go", "vendoring/x.go", "jquery.go"})
	test("IsDocumentation", detect.IsDocumentation,
		[]string{"README.md", "docs/a.html", "LICENSE", "a/b.rst", "CHANGES.txt"},
		[]string{"a.go", "requirements.txt", "CMakeLists.txt", "src/docs.go", "news.go/x.go"})
}

func TestIsGenerated(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		path, head string
		want       bool
	}{
		{"a.pb.go", "", true},
		{"x.min.js", "", true},
		{"package-lock.json", "", true},
		{"go.sum", "", true},
		{"a.go", "// Code generated by stringer; DO NOT EDIT.\n\npackage a", true},
		{"a.go", "// Copyright\n\n// Code generated by protoc-gen-go. DO NOT EDIT.\n", true},
		{"a.js", "/**\n * @generated SignedSource<<x>>\n */", true},
		{"a.h", "/* This file is automatically generated by gen.py; do not edit */", true},
		{"a.cs", "// <auto-generated>\n", true},
		{"a.py", "# Autogenerated by Thrift Compiler\n", true},
		{"Form1.Designer.cs", "", true},
		{"Login.feature.cs", "", true},
		{"obj/App.AssemblyAttributes.cs", "", true},
		{"a_services_pb.rb", "", true},
		{"a.pb.ex", "", true},
		{"a.freezed.dart", "", true},
		{"a.mocks.dart", "", true},
		{"a.grpc.swift", "", true},
		{"_ide_helper.php", "", true},
		{"target/src_managed/main/A.scala", "", true},
		{"build/generated/ksp/main/A.kt", "", true},
		{"configure", "#! /bin/sh\n# Guess values.\n# Generated by GNU Autoconf 2.71 for x.\n", true},
		{"schema.rb", "# This file is auto-generated from the current state of the database.\n", true},
		{"a.lua", "-- Generated by x, do not edit\n", true},
		{"dist/a.js", strings.Repeat("a=1;", 1000), true},
		{"src/a.js", strings.Repeat("a=1;\n", 1000), false},
		{"src/a.rb", strings.Repeat("a=1;", 1000), false},
		{"generated.rb", "x = 1\n", false},
		{"a.go", "package a\n\nconst marker = \"Code generated by x; DO NOT EDIT.\"", false},
		{"a.go", "// isGenerated finds the marker \"DO NOT EDIT\".\npackage a", false},
		{"gen.py", "print('generated by me')\n", false},
		{"a.go", "package a", false},
	} {
		if got := detect.IsGenerated(tc.path, []byte(tc.head)); got != tc.want {
			t.Errorf("IsGenerated(%q, %q) = %v, want %v", tc.path, tc.head, got, tc.want)
		}
	}
}

func TestAttributes(t *testing.T) {
	t.Parallel()
	var a detect.Attributes
	a.Add("sub", []byte("gen.txt -linguist-generated\n"))
	a.Add("", []byte("# comment\n*.pb.x linguist-generated=true\n/root.c linguist-vendored\ndir/** linguist-documentation\n"+
		"**/deep/*.q linguist-language=SQL\n*.inc linguist-language=C++\r\ngen.txt linguist-generated\n\"with space.js\" linguist-generated\n"+
		"*.bin binary\nd?ta[0-9].csv linguist-generated\na/*/c linguist-vendored\n!neg linguist-generated\n*.off linguist-vendored=false\n"))
	for _, tc := range []struct {
		path string
		want detect.Hints
	}{
		{"x/y.pb.x", detect.Hints{Generated: detect.Yes}},
		{"root.c", detect.Hints{Vendored: detect.Yes}},
		{"sub/root.c", detect.Hints{}},
		{"dir/a/b.c", detect.Hints{Documentation: detect.Yes}},
		{"adir/b.c", detect.Hints{}},
		{"deep/a.q", detect.Hints{Language: "sql"}},
		{"x/y/deep/a.q", detect.Hints{Language: "sql"}},
		{"x/deep/y/a.q", detect.Hints{}},
		{"x/a.inc", detect.Hints{Language: "c++"}},
		{"gen.txt", detect.Hints{Generated: detect.Yes}},
		{"sub/gen.txt", detect.Hints{Generated: detect.No}},
		{"x/with space.js", detect.Hints{Generated: detect.Yes}},
		{"data7.csv", detect.Hints{Generated: detect.Yes}},
		{"datax.csv", detect.Hints{}},
		{"a/b/c", detect.Hints{Vendored: detect.Yes}},
		{"a/b/b/c", detect.Hints{}},
		{"neg", detect.Hints{}},
		{"x.off", detect.Hints{Vendored: detect.No}},
	} {
		if got := a.Lookup(tc.path); got != tc.want {
			t.Errorf("Lookup(%q) = %+v, want %+v", tc.path, got, tc.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\xe9\x00"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, encoding, err := detect.Decode(raw)
		if err != nil {
			return
		}
		if again, _, err := detect.Decode(text); err != nil || len(again) > len(text) {
			t.Errorf("text of %q does not decode again: %v", raw, err)
		}
		if encoding == detect.Mixed && len(text)+3 < len(raw) {
			t.Errorf("offsets moved: %d bytes became %d", len(raw), len(text))
		}
		detect.Language("x.h", text)
		detect.Language("x", text)
		detect.IsGenerated("x", text)
		detect.Lines(text)
	})
}
