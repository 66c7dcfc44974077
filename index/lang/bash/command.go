package bash

import (
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/sitter"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// command reads a simple command with what is assigned before it and its arguments.
func (x *extractor) command(n sitter.Node, doc []sitter.Node) {
	var name sitter.Node
	var args []sitter.Node
	for c := range n.Children() {
		switch {
		case c.FieldName() == "name":
			name = c
		case c.Is("variable_assignment"):
			// In the environment of the command only.
			x.statement(c.Field("value"), nil)
		case c.FieldName() == "argument":
			args = append(args, c)
		case c.Named() || c.IsError():
			x.statement(c, nil)
		}
	}
	word := name.FirstNamed()
	if !word.Is("word") {
		x.statements(name)
		x.arguments(args)
		return
	}
	text := strings.TrimPrefix(word.Text(), `\`) // Written so that no alias is taken.
	if (text == "command" || text == "builtin") && len(args) > 1 && args[0].Is("word") && (args[0].Text() == "." || args[0].Text() == "source") {
		text, args = ".", args[1:]
	}
	if x.special(text, n, word, args, doc) {
		return
	}
	x.call(word)
	x.arguments(args)
}

// call refers to the function that a word may be.
func (x *extractor) call(word sitter.Node) {
	r := syntax.Ref(word, schema.RoleCall)
	text := strings.TrimPrefix(r.Name, `\`)
	if !isCommandName(text) || isBuiltin(text) {
		return
	}
	r.Col += int32(len(r.Name) - len(text))
	r.Name = text
	x.b.RefAs(functionKey(text), r)
}

func (x *extractor) arguments(args []sitter.Node) {
	for _, a := range args {
		x.statement(a, nil)
	}
}

// special reads the commands whose arguments are names or paths.
func (x *extractor) special(text string, n, word sitter.Node, args []sitter.Node, doc []sitter.Node) bool {
	switch text {
	case ".", "source":
		x.arguments(args)
		x.source(n, args, LevelPath)
		return true
	case "load", "bats_load_library":
		x.arguments(args)
		if len(args) == 1 && literal(args[0]) != "" {
			x.source(n, args, LevelBats)
		}
		x.call(word)
		return true
	case "alias":
		for _, a := range args {
			x.alias(a, doc)
		}
		return true
	case "read", "mapfile", "readarray", "getopts", "printf":
		x.reads(text, args)
		return true
	case "trap":
		x.trap(args)
		return true
	case "command", "type", "hash", "which", "whence", "autoload", "compdef", "add-zsh-hook", "zle", "complete":
		x.mentions(text, args)
		return true
	case "time", "run", "eval", "builtin", "noglob", "nocorrect", "-":
		if text == "run" {
			x.call(word)
		}
		rest := args
		for len(rest) > 0 && strings.HasPrefix(rest[0].Text(), "-") {
			x.statement(rest[0], nil)
			rest = rest[1:]
		}
		if len(rest) > 0 && rest[0].Is("word") && text != "builtin" {
			x.call(rest[0])
		}
		if text == "eval" && len(rest) > 0 {
			x.handler(rest[0])
		}
		x.arguments(rest)
		return true
	case "let":
		for _, a := range args {
			x.arithmetic(a)
		}
		return true
	case "export", "local", "declare", "typeset", "readonly", "integer", "float":
		// Where the grammar does not take the word for a declaration.
		for _, a := range args {
			x.statement(a, nil)
		}
		return true
	}
	if strings.HasSuffix(text, "shunit2") {
		x.shunit = true
	}
	return false
}

// source reads ". path", "source path" and bats' "load path".
func (x *extractor) source(n sitter.Node, args []sitter.Node, level int32) {
	line, _ := n.Start()
	directive := ""
	if x.directive != "" && x.directiveLine+1 >= line {
		directive = x.directive
	}
	x.directive = ""
	if len(args) == 0 {
		return
	}
	module := literal(args[0])
	if module == "" {
		module = tail(args[0])
		level = LevelTail
		if directive != "" {
			module, level = directive, LevelPath
		}
	}
	if module == "" || strings.ContainsAny(module, "*?") || strings.HasPrefix(module, "/dev/") {
		return
	}
	if strings.HasSuffix(module, "shunit2") {
		x.shunit = true
	}
	imp := lang.Import{Line: line, Module: module, Name: "*", Level: level, Symbol: schema.None}
	if x.function > 0 {
		imp.Class = schema.ImportLazy
	}
	r := syntax.Ref(args[0], schema.RoleImport)
	r.Name = module[strings.LastIndexByte(module, '/')+1:]
	endLine, _ := args[0].End()
	if startLine, _ := args[0].Start(); endLine != startLine {
		r.EndCol = r.Col + 1
	}
	r.Import = x.b.Import(imp)
	x.b.Ref(r)
}

// literal is the text of a word or string without expansions, "" for any other.
func literal(n sitter.Node) string {
	switch n.Kind() {
	case "word":
		return strings.ReplaceAll(n.Text(), `\`, "")
	case "raw_string":
		return strings.Trim(n.Text(), "'")
	case "string":
		text := ""
		for c := range n.NamedChildren() {
			if !c.Is("string_content") {
				return ""
			}
			text += c.Text()
		}
		return text
	case "concatenation":
		text := ""
		for c := range n.NamedChildren() {
			part := literal(c)
			if part == "" {
				return ""
			}
			text += part
		}
		if strings.HasPrefix(text, "~") {
			return ""
		}
		return text
	}
	return ""
}

// tail is the literal end of a path behind the last expansion, from the slash on.
func tail(n sitter.Node) string {
	text := ""
	switch n.Kind() {
	case "string", "concatenation":
		last := sitter.Node{}
		for c := range n.NamedChildren() {
			if c.Is("string_content", "word", "raw_string", "string") {
				if last.Ok() && !last.Is("string_content", "word", "raw_string") {
					text = ""
				}
				if c.Is("string") && literal(c) == "" {
					text = tail(c)
					last = c
					continue
				}
				if c.Is("string_content") {
					text += c.Text()
				} else {
					text += literal(c)
				}
			} else {
				text = ""
			}
			last = c
		}
	default:
		return ""
	}
	if !strings.HasPrefix(text, "/") {
		return ""
	}
	return strings.TrimLeft(text, "/")
}

// alias reads "alias name=command", a function of a kind.
func (x *extractor) alias(n sitter.Node, doc []sitter.Node) {
	text := n.Text()
	name, value, ok := strings.Cut(text, "=")
	x.statement(n, nil)
	if !ok || name == "" || strings.ContainsAny(name, " $'\"`\n") {
		return
	}
	s := lang.NewSymbol(name, schema.KindFunction)
	s.Span = syntax.Span(n)
	s.NameLine, s.NameCol = n.Start()
	s.Flags = schema.SymbolExported
	s.Doc = syntax.FirstSentence(docLines(doc))
	s.Signature = syntax.Line("alias " + text)
	s.SignatureHash = n.Hash(nil)
	s.Complexity = 1
	id := x.b.DefineHidden(s)
	if x.b.BoundIn(0, functionKey(name)) == schema.None {
		x.b.BindIn(0, functionKey(name), id)
	}
	value = strings.Trim(value, `'"`)
	word, _, _ := strings.Cut(strings.TrimSpace(value), " ")
	if word == name || !isCommandName(word) || isBuiltin(word) {
		return
	}
	at := strings.Index(text, word)
	if i := strings.Index(text[len(name)+1:], word); i >= 0 {
		at = len(name) + 1 + i
	}
	if strings.Contains(text[:at], "\n") {
		return
	}
	r := lang.NewRef(word, schema.RoleCall)
	r.Line, r.Col = s.NameLine, s.NameCol+int32(at)
	r.EndCol = r.Col + int32(len(word))
	x.b.Open(lang.ScopeBlock, id)
	x.b.RefAs(functionKey(word), r)
	x.b.Close()
}

// reads declares the variables that read, mapfile, getopts and printf -v set.
func (x *extractor) reads(text string, args []sitter.Node) {
	option, words := "", 0
	for _, a := range args {
		t := ""
		if a.Is("word") {
			t = a.Text()
		}
		switch {
		case text == "printf":
			if option == "-v" && t != "" {
				x.own(a, a)
			} else {
				x.statement(a, nil)
			}
			option = t
			continue
		case strings.HasPrefix(t, "-"):
			option = t
			continue
		case option != "" && takesValue(text, option):
			if text == "read" && strings.HasSuffix(option, "a") {
				x.own(a, a)
			} else {
				x.statement(a, nil)
			}
			option = ""
			continue
		}
		words++
		if t == "" || text == "getopts" && words == 1 {
			x.statement(a, nil)
			continue
		}
		x.own(a, a)
	}
}

// takesValue reports options of read and mapfile whose value is the next word.
func takesValue(text, option string) bool {
	switch option[len(option)-1] {
	case 'd', 'n', 'u':
		return true
	case 'p', 'N', 'i', 'a':
		return text == "read"
	case 't':
		return text == "read"
	case 'O', 's', 'C', 'c':
		return text != "read"
	}
	return false
}

// trap refers to the functions that its handler calls.
func (x *extractor) trap(args []sitter.Node) {
	x.arguments(args)
	for _, a := range args {
		if strings.HasPrefix(a.Text(), "-") {
			if a.Text() == "-" {
				return
			}
			continue
		}
		if a.Is("word") {
			x.call(a)
		} else {
			x.handler(a)
		}
		return
	}
}

// handler refers to the commands of a literal that is run later: the first word of
// each part.
func (x *extractor) handler(n sitter.Node) {
	if !n.Is("string", "raw_string") {
		return
	}
	text := n.Text()
	if strings.Contains(text, "\n") {
		return
	}
	line, col := n.Start()
	start := true
	for i := 1; i < len(text)-1; {
		c := text[i]
		switch {
		case c == ';' || c == '&' || c == '|' || c == '{' || c == '(':
			start = true
			i++
		case c == ' ' || c == '\t' || c == '!':
			i++
		case start:
			end := i
			for end < len(text)-1 && isCommandByte(text[end]) {
				end++
			}
			word := text[i:end]
			start = false
			switch word {
			case "if", "then", "else", "while", "do", "time":
				start = true
			}
			if next := text[end]; isCommandName(word) && !isBuiltin(word) && (next == ' ' || next == ';' || end == len(text)-1 || next == '|' || next == '&') {
				r := lang.NewRef(word, schema.RoleCall)
				r.Line, r.Col = line, col+int32(i)
				r.EndCol = r.Col + int32(end-i)
				x.b.RefAs(functionKey(word), r)
			}
			i = max(end, i+1)
		default:
			i++
		}
	}
}

// mentions reads commands that take the name of a function.
func (x *extractor) mentions(text string, args []sitter.Node) {
	asks, next := text != "command" && text != "complete" && text != "zle", ""
	words := 0
	for _, a := range args {
		t := ""
		if a.Is("word") {
			t = a.Text()
		}
		switch {
		case t == "":
			x.statement(a, nil)
			continue
		case strings.HasPrefix(t, "-") || strings.HasPrefix(t, "+"):
			if text == "command" && strings.ContainsAny(t, "vV") {
				asks = true
			}
			next = t
			continue
		}
		words++
		switch {
		case text == "add-zsh-hook":
			if words == 2 {
				x.mention(a)
			}
		case text == "compdef":
			if words == 1 {
				x.mention(a)
			}
		case text == "zle":
			if next == "-N" {
				x.mention(a)
			}
		case text == "complete":
			if next == "-F" {
				x.mention(a)
			}
			next = ""
		case asks:
			if !isBuiltin(t) {
				x.mention(a)
			}
		default:
			x.statement(a, nil)
		}
	}
}
