package detect

import (
	"bytes"
	"regexp"
	"strings"
)

// byContent corrects the usual language of a name where several share it.
func byContent(language, base string, head []byte) string {
	ext := strings.ToLower(base[strings.LastIndexByte(base, '.')+1:])
	switch ext {
	case "h", "inc":
		return header(ext, head)
	case "hh":
		if bytes.HasPrefix(head, []byte("<?hh")) {
			return "hack"
		}
	case "ts", "tsx":
		if looksLikeXML(head) {
			return "xml"
		}
	case "rs":
		if bytes.Contains(head, []byte("#pragma rs ")) {
			return "renderscript"
		}
	case "m":
		return dotM(head)
	case "pl":
		return dotPl(language, head)
	case "pro":
		return dotPro(head)
	case "config":
		if !firstWordOf(head, "<") {
			return ""
		}
	case "yy":
		if !firstWordOf(head, "{", "[") {
			return "yacc"
		}
	case "t", "pm":
		if firstWordOf(head, "use v6", "unit class", "unit module", "use Test;\nplan") {
			return "raku"
		}
		if strings.HasPrefix(string(head), "/* XPM */") {
			return "x pixmap"
		}
	case "r":
		if bytes.Contains(head, []byte("REBOL")) {
			return "rebol"
		}
	case "v":
		return dotV(head)
	case "d":
		if firstWordOf(head, "import ", "module ") {
			return "d"
		}
		if line := firstLine(head); strings.Contains(line, ".o:") || strings.Contains(line, ": \\") {
			return "makefile"
		}
	case "fs":
		if bytes.Contains(head, []byte("gl_FragColor")) || bytes.HasPrefix(head, []byte("#version ")) {
			return "glsl"
		}
		if firstWordOf(head, ": ", "\\ ") {
			return "forth"
		}
	case "cls":
		switch {
		case firstWordOf(head, "\\", "%"):
			return "tex"
		case firstWordOf(head, "VERSION 1.0 CLASS"):
			return "vba"
		case firstWordOf(head, "Class ", "/// "):
			return "objectscript"
		case apexClass.Match(head):
			return "apex"
		}
	case "ml":
		if firstWordOf(head, "structure ", "signature ", "functor ") {
			return "standard ml"
		}
	case "md":
		if firstWordOf(head, ";;", "(define_") {
			return "gcc machine description"
		}
	case "cs":
		if firstWordOf(head, "!", "\"") && bytes.Contains(head, []byte("methodsFor:")) {
			return "smalltalk"
		}
	case "mod":
		return dotMod(head)
	case "l":
		if firstWordOf(head, "(", ";") {
			return "common lisp"
		}
	case "f", "for":
		if firstWordOf(head, ": ", "\\ ") {
			return "forth"
		}
	case "sol":
		if looksLikeXML(head) {
			return "xml"
		}
	case "as":
		if firstWordOf(head, ";", ".") {
			return "assembly"
		}
	}
	return language
}

// apexClass matches the declaration that a class of Apex consists of.
var apexClass = regexp.MustCompile(`(?mi)^\s*(@isTest\b|((public|private|global|virtual|abstract|with sharing|without sharing)\s+)+(class|interface|enum)\s+\w)`)

// goModule and modula match the first line of a module of Go, and of Modula-2.
var (
	goModule = regexp.MustCompile(`(?m)^module\s+\S+\s*(//.*)?$`)
	modula   = regexp.MustCompile(`(?m)^\s*((DEFINITION|IMPLEMENTATION)\s+)?MODULE\s+\w+`)
)

// dotMod tells what ".mod" stands for; "" when it is something rarer.
func dotMod(head []byte) string {
	switch {
	case firstWordOf(head, "<"):
		return "xml"
	case goModule.Match(head):
		return "go module"
	case modula.Match(head):
		return "modula-2"
	}
	return ""
}

// dotPro tells projects of qmake and rules of ProGuard from Prolog.
func dotPro(head []byte) string {
	for rest := head; len(rest) > 0; {
		var raw []byte
		raw, rest, _ = bytes.Cut(rest, []byte{'\n'})
		line := strings.TrimSpace(string(raw))
		name, _, assigned := strings.Cut(line, "=")
		switch {
		case strings.HasPrefix(line, "-keep"), strings.HasPrefix(line, "-dont"), strings.HasPrefix(line, "-assume"), strings.HasPrefix(line, "-if "), strings.HasPrefix(line, "-adapt"), strings.HasPrefix(line, "-repackage"):
			return "proguard"
		case strings.HasPrefix(line, ":- "), strings.HasSuffix(line, ") :-"), strings.HasSuffix(line, "):-"):
			return "prolog"
		case assigned && isQmakeName(strings.TrimRight(name, " \t+-*")):
			return "qmake"
		}
	}
	return ""
}

// isQmakeName reports a variable of qmake: capitals, perhaps within a scope.
func isQmakeName(name string) bool {
	name = name[strings.LastIndexByte(name, ':')+1:]
	return len(name) > 1 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// looksLikeXML reports whether text starts as an XML document does.
func looksLikeXML(text []byte) bool {
	return firstWordOf(text, "<?xml", "<!DOCTYPE", "<TS ", "<TS>", "<tileset")
}

// firstWordOf reports whether text, after white space, starts with one of the words.
func firstWordOf(text []byte, words ...string) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	for _, w := range words {
		if bytes.HasPrefix(text, []byte(w)) {
			return true
		}
	}
	return false
}

// header tells C from C++, Objective-C and what else hides behind ".h" and ".inc".
func header(ext string, head []byte) string {
	cxx, c := false, false
	guard := 0 // Depth of #if inside #ifdef __cplusplus, where C headers speak C++.
	block := false
	for rest := head; len(rest) > 0; {
		var raw []byte
		raw, rest, _ = bytes.Cut(rest, []byte{'\n'})
		line := strings.TrimSpace(string(raw))
		if block {
			_, after, ended := strings.Cut(line, "*/")
			if !ended {
				continue
			}
			block, line = false, strings.TrimSpace(after)
		}
		if i := strings.Index(line, "/*"); i >= 0 {
			if !strings.Contains(line[i:], "*/") {
				block = true
			}
			line = strings.TrimSpace(line[:i])
		}
		if i := strings.Index(line, "//"); i >= 0 {
			line = strings.TrimSpace(line[:i])
		}
		if line == "" {
			continue
		}
		if line[0] == '#' {
			directive := strings.TrimSpace(line[1:])
			switch {
			case guard > 0 && strings.HasPrefix(directive, "if"):
				guard++
			case guard > 0 && strings.HasPrefix(directive, "endif"):
				guard--
			case guard == 1 && strings.HasPrefix(directive, "el"):
				guard = 0
			case guard == 0 && strings.HasPrefix(directive, "if") && strings.Contains(directive, "__cplusplus") && !strings.Contains(directive, "!") && !strings.HasPrefix(directive, "ifndef"):
				guard = 1
			case strings.HasPrefix(directive, "import"):
				return "objective-c"
			case guard == 0 && strings.HasPrefix(directive, "include"):
				name := strings.TrimSpace(directive[len("include"):])
				cxx = cxx || strings.HasPrefix(name, "<") && isCxxHeader(name) || strings.HasSuffix(name, ".hpp\"") || strings.HasSuffix(name, ".hpp>")
				c = true
			case strings.HasPrefix(directive, "define"), strings.HasPrefix(directive, "ifndef"):
				c = true
			}
			continue
		}
		if guard > 0 {
			continue
		}
		switch {
		case strings.HasPrefix(line, "@interface"), strings.HasPrefix(line, "@protocol"), strings.HasPrefix(line, "@class"), strings.HasPrefix(line, "@end"):
			return "objective-c"
		case isCxxLine(line):
			cxx = true
		case strings.HasSuffix(line, ";"), strings.HasSuffix(line, "{"), strings.HasSuffix(line, "}"):
			c = true
		}
		if cxx {
			break
		}
	}
	switch {
	case ext == "inc" && bytes.Contains(head, []byte("<?")):
		return "php"
	case ext == "inc" && firstWordOf(head, "{", "procedure ", "function ", "(*"):
		return "pascal"
	case ext == "inc" && firstWordOf(head, ".macro", ".section", ";", "%macro"):
		return "assembly"
	case ext == "inc" && firstWordOf(head, "SUMMARY", "DESCRIPTION", "require ", "inherit "):
		return "bitbake"
	case cxx:
		return "c++"
	case c || ext == "h":
		return "c"
	case ext == "inc" && firstWordOf(head, "<"):
		return "html"
	}
	return "" // Of ".inc" that no language knows: without "<?" it is no PHP.
}

// isCxxHeader reports whether an include of "<name>" is a standard header of C++.
func isCxxHeader(name string) bool {
	name, _, _ = strings.Cut(strings.TrimPrefix(name, "<"), ">")
	if strings.ContainsAny(name, "./") {
		return false
	}
	return lookup(cxxHeaders[:], name) != ""
}

// isCxxLine reports whether a line of code can only be C++.
func isCxxLine(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "class":
		return rest != "" && isIdentStart(rest[0]) && !strings.HasPrefix(rest, "=")
	case "struct": // "struct A : B {" derives; a bit field of C has its name before the colon, not a type's.
		name := strings.TrimLeftFunc(rest, func(r rune) bool { return r < 0x80 && (isIdentStart(byte(r)) || r >= '0' && r <= '9') })
		base := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), ":"))
		return name != rest && strings.HasPrefix(strings.TrimSpace(name), ":") && base != "" && (isIdentStart(base[0]) || base[0] == ':')
	case "enum":
		name, scoped := strings.CutPrefix(rest, "class ")
		return scoped && name != "" && isIdentStart(name[0])
	case "namespace":
		return rest == "" || rest[0] == '{' || isIdentStart(rest[0]) && !strings.ContainsAny(rest, "=;,)") || strings.Contains(rest, "= ::")
	case "using":
		return strings.HasSuffix(rest, ";")
	case "virtual", "explicit", "friend", "constexpr", "consteval", "constinit", "mutable":
		return rest != "" && isIdentStart(rest[0])
	case "typename", "concept":
		return rest != ""
	case "inline":
		return strings.HasPrefix(rest, "namespace ")
	}
	switch {
	case strings.HasPrefix(line, "template<"), strings.HasPrefix(line, "template <"):
		return true
	case line == "public:", line == "private:", line == "protected:", line == "namespace{":
		return true
	case strings.HasPrefix(line, "public:"), strings.HasPrefix(line, "private:"), strings.HasPrefix(line, "protected:"):
		return true
	case strings.Contains(line, "static_cast<"), strings.Contains(line, "std::"), strings.Contains(line, "nullptr;"), strings.Contains(line, " = delete;"), strings.Contains(line, " noexcept"):
		return !strings.Contains(line, "\"")
	case strings.Contains(line, " operator") && strings.Contains(line, "(") && !strings.HasPrefix(line, "*"):
		i := strings.Index(line, " operator")
		return i+9 < len(line) && strings.IndexByte("=+-*/<>[(!~&|%^ ", line[i+9]) >= 0
	}
	return false
}

func isIdentStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func dotM(head []byte) string {
	for rest := head; len(rest) > 0; {
		var raw []byte
		raw, rest, _ = bytes.Cut(rest, []byte{'\n'})
		line := strings.TrimSpace(string(raw))
		switch {
		case strings.HasPrefix(line, "@interface"), strings.HasPrefix(line, "@implementation"), strings.HasPrefix(line, "@import"),
			strings.HasPrefix(line, "#import"), strings.HasPrefix(line, "#include"), strings.HasPrefix(line, "//"), strings.HasPrefix(line, "/*"):
			return "objective-c"
		case strings.HasPrefix(line, "%"), strings.HasPrefix(line, "function "), strings.HasPrefix(line, "classdef "):
			return "matlab"
		case strings.HasPrefix(line, ":- module"):
			return "mercury"
		case strings.HasPrefix(line, "(*"), strings.HasPrefix(line, "BeginPackage["):
			return "mathematica"
		case line == "end", line == "clc", line == "clear", strings.HasPrefix(line, "clear "), strings.HasPrefix(line, "close all"), strings.HasPrefix(line, "disp("),
			strings.HasPrefix(line, "[") && strings.Contains(line, "] = "), strings.HasPrefix(line, "addpath("):
			return "matlab"
		}
	}
	return "objective-c"
}

func dotPl(language string, head []byte) string {
	for rest := head; len(rest) > 0; {
		var raw []byte
		raw, rest, _ = bytes.Cut(rest, []byte{'\n'})
		line := strings.TrimSpace(string(raw))
		switch {
		case strings.HasPrefix(line, "use strict"), strings.HasPrefix(line, "use warnings"), strings.HasPrefix(line, "my $"),
			strings.HasPrefix(line, "package ") && strings.HasSuffix(line, ";"), strings.HasPrefix(line, "#!") && strings.Contains(line, "perl"):
			return "perl"
		case strings.HasPrefix(line, ":- "), strings.HasSuffix(line, ") :-"), strings.HasSuffix(line, "):-"):
			return "prolog"
		}
	}
	return language
}

func dotV(head []byte) string {
	switch {
	case bytes.Contains(head, []byte("endmodule")) || bytes.Contains(head, []byte("`timescale")):
		return "verilog"
	case bytes.Contains(head, []byte("Require Import")) || bytes.Contains(head, []byte("\nProof.")) || bytes.Contains(head, []byte("Qed.")):
		return "coq"
	case bytes.Contains(head, []byte("\nfn ")) || firstWordOf(head, "module ", "fn ", "import ") && !bytes.Contains(head, []byte(";")):
		return "v"
	}
	return "verilog"
}

// sniff names the language of a file whose name says nothing.
func sniff(head []byte) string {
	lower := bytes.ToLower(head[:min(len(head), 256)])
	switch {
	case firstWordOf(lower, "<?xml"):
		return "xml"
	case firstWordOf(lower, "<!doctype html", "<html"):
		return "html"
	case firstWordOf(lower, "<?php"):
		return "php"
	case firstWordOf(lower, "%!ps"):
		return "postscript"
	case firstWordOf(lower, "diff --git ", "--- a/"):
		return "diff"
	case firstWordOf(lower, ".th ", ".dd ", ".\\\" "):
		return "roff"
	case bytes.HasPrefix(lower, []byte("#compdef")), bytes.HasPrefix(lower, []byte("#autoload")):
		return "shell"
	}
	return ""
}
