package cfamily

import (
	"strings"
)

// directive is a line of the preprocessor.
type directive struct {
	token int    // Index in source.tokens.
	word  string // "include", "define", "if", …
	rest  int32  // Offset of what follows the word.
	dead  bool
}

// macro is an object-like or function-like macro.
type macro struct {
	name     span
	whole    span
	body     int32 // Offset of the replacement.
	params   []string
	function bool
	variadic bool
}

// include is one file that is included.
type include struct {
	name   span // Without its quotes or angles.
	quoted bool
}

// branch is one arm of a conditional: tokens [from, to).
type branch struct {
	from, to int
	dead     bool
}

// conditional is an open #if.
type conditional struct{ branches []branch }

// maxConditionalDepth bounds nested conditionals; deeper ones stay unread.
const maxConditionalDepth = 500

// directives reads the preprocessor's lines, decides which branches of the
// conditionals are parsed, and marks the tokens of the others dead. Every branch
// stays that is whole by itself; of branches that only make sense one at a time
// (two heads of one function) the first stays. Branches that can never be
// compiled ("#if 0", the wrong side of __cplusplus or __OBJC__) are dead in any case; those
// that merely lost are returned as dropped: their names are still used.
func (s *source) directives() (all []directive, dropped []span) {
	var open []conditional
	for i := range s.tokens {
		t := s.tokens[i]
		if t.kind != tokenDirective {
			continue
		}
		d := s.directive(i)
		switch d.word {
		case "if", "ifdef", "ifndef":
			if len(open) < maxConditionalDepth {
				c := conditional{branches: []branch{{from: i + 1, dead: s.neverTrue(d)}}}
				if s.alwaysTrue(d) {
					c.branches = append(c.branches, branch{from: -1})
				}
				open = append(open, c)
			}
		case "elif", "else", "elifdef", "elifndef":
			if len(open) > 0 {
				c := &open[len(open)-1]
				always := c.branches[len(c.branches)-1].from < 0
				last := &c.branches[len(c.branches)-1]
				if always && len(c.branches) == 2 {
					c.branches = c.branches[:1]
					last = &c.branches[0]
				}
				last.to = i
				c.branches = append(c.branches, branch{from: i + 1, dead: always || d.word == "elif" && s.neverTrue(d)})
			}
		case "endif":
			if len(open) > 0 {
				c := open[len(open)-1]
				open = open[:len(open)-1]
				if c.branches[len(c.branches)-1].from < 0 {
					c.branches = c.branches[:len(c.branches)-1]
				}
				c.branches[len(c.branches)-1].to = i
				dropped = append(dropped, s.settle(c)...)
			}
		}
		all = append(all, d)
	}
	for i := range all {
		all[i].dead = s.tokens[all[i].token].dead
	}
	return all, dropped
}

// settle marks the tokens of the branches that are not parsed.
func (s *source) settle(c conditional) (dropped []span) {
	var alive []branch
	for _, b := range c.branches {
		if b.dead {
			s.kill(b)
			continue
		}
		alive = append(alive, b)
	}
	if len(alive) < 2 {
		return nil
	}
	whole := true
	for _, b := range alive {
		whole = whole && s.isWhole(b)
	}
	if whole {
		return nil
	}
	kept := false
	for _, b := range alive {
		if !kept && !s.isEmpty(b) {
			kept = true
			continue
		}
		if b.from < b.to {
			dropped = append(dropped, span{s.tokens[b.from].start, s.tokens[b.to-1].end})
		}
		s.kill(b)
	}
	return dropped
}

func (s *source) kill(b branch) {
	for i := b.from; i < b.to; i++ {
		s.tokens[i].dead = true
	}
}

func (s *source) isEmpty(b branch) bool {
	for i := b.from; i < b.to; i++ {
		if t := &s.tokens[i]; !t.dead && t.kind != tokenDirective {
			return false
		}
	}
	return true
}

// isWhole reports whether a branch can stand beside its alternatives: its
// brackets pair and it ends where a declaration, statement or list item does.
func (s *source) isWhole(b branch) bool {
	depth := 0
	var first, last byte
	for i := b.from; i < b.to; i++ {
		t := &s.tokens[i]
		if t.dead || t.kind == tokenDirective {
			continue
		}
		last = s.text[t.end-1]
		if t.kind == tokenPunct {
			switch s.text[t.start] {
			case '(', '{', '[':
				depth++
			case ')', '}', ']':
				depth--
				if depth < 0 {
					return false
				}
			}
		} else {
			last = 'a'
		}
		if first == 0 {
			first = last
			if s.is(*t, "else") {
				return false
			}
		}
	}
	return depth == 0 && (last == 0 || last == ';' || last == '}' || last == ',') && first != ',' && first != '=' && first != '.'
}

// directive reads the word of the directive that is token i.
func (s *source) directive(i int) directive {
	t := s.tokens[i]
	at := int(t.start) + 1
	for at < int(t.end) && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	from := at
	for at < int(t.end) && isNamePart(s.text[at]) {
		at++
	}
	return directive{token: i, word: string(s.text[from:at]), rest: int32(at)}
}

// condition returns what a conditional tests, without comments at its end.
func (s *source) condition(d directive) string {
	rest := string(s.text[d.rest:s.tokens[d.token].end])
	if i := strings.Index(rest, "//"); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.Index(rest, "/*"); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSpace(rest)
}

// neverTrue reports whether what a conditional guards is never compiled in the language
// of the file; alwaysTrue whether it always is.
func (s *source) neverTrue(d directive) bool {
	c := s.condition(d)
	if d.word == "if" || d.word == "elif" {
		if c == "0" || strings.HasPrefix(c, "0 &&") {
			return true
		}
	}
	defined, known := s.tests(d.word, c)
	return known && !defined
}

func (s *source) alwaysTrue(d directive) bool {
	if c := s.condition(d); d.word != "elif" {
		if d.word == "if" && c == "1" {
			return true
		}
		defined, known := s.tests(d.word, c)
		return known && defined
	}
	return false
}

// tests answers a condition that is about one macro by which headers tell languages
// apart: __cplusplus, and __OBJC__, since no file is read as Objective-C.
func (s *source) tests(word, condition string) (holds, known bool) {
	name, negated := condition, word == "ifndef"
	if word == "if" || word == "elif" {
		rest, not := strings.CutPrefix(condition, "!")
		negated = not
		name = strings.TrimSpace(rest)
		if inside, ok := strings.CutPrefix(name, "defined"); ok {
			name = strings.Trim(inside, " \t()")
		}
	}
	switch name {
	case "__cplusplus":
		return s.cxx != negated, true
	case "__OBJC__":
		return negated, true
	}
	return false, false
}

// include reads an #include, #include_next or #import.
func (s *source) include(d directive) (include, bool) {
	end := s.tokens[d.token].end
	at := d.rest
	for at < end && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	if at >= end || s.text[at] != '"' && s.text[at] != '<' {
		return include{}, false
	}
	closing := byte('>')
	if s.text[at] == '"' {
		closing = '"'
	}
	for to := at + 1; to < end; to++ {
		if s.text[to] == closing {
			return include{name: span{at + 1, to}, quoted: closing == '"'}, to > at+1
		}
	}
	return include{}, false
}

// macro reads a #define.
func (s *source) macro(d directive) (macro, bool) {
	t := s.tokens[d.token]
	at := d.rest
	for at < t.end && (s.text[at] == ' ' || s.text[at] == '\t') {
		at++
	}
	from := at
	for at < t.end && isNamePart(s.text[at]) {
		at++
	}
	if at == from || !isNameStart(s.text[from]) {
		return macro{}, false
	}
	m := macro{name: span{from, at}, whole: span{t.start, t.end}, body: at}
	if at < t.end && s.text[at] == '(' {
		m.function = true
		to := at
		for to < t.end && s.text[to] != ')' {
			to++
		}
		for _, p := range strings.Split(string(s.text[at+1:to]), ",") {
			p = strings.Trim(p, " \t\\\r\n")
			if strings.HasSuffix(p, "...") {
				m.variadic = true
				p = strings.TrimSpace(strings.TrimSuffix(p, "..."))
			}
			if p != "" {
				m.params = append(m.params, p)
			}
		}
		m.body = min(to+1, t.end)
	}
	return m, true
}

// blank returns a copy of the text with the same length and line ends in which
// directives and dead branches are spaces.
func (s *source) blank() []byte {
	buf := append([]byte(nil), s.text...)
	for i := 0; i < len(s.tokens); i++ {
		if t := s.tokens[i]; t.dead || t.kind == tokenDirective {
			wipe(buf, t.start, t.end)
		}
	}
	return buf
}

// wipe turns bytes into spaces and keeps line ends.
func wipe(buf []byte, start, end int32) {
	for i := start; i < end; i++ {
		if buf[i] != '\n' && buf[i] != '\r' {
			buf[i] = ' '
		}
	}
}
