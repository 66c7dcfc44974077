package cfamily

// macroUse is a macro whose tokens were taken out before parsing.
type macroUse struct {
	name span
	args int32 // Arguments of an invocation; None for a bare word.
}

// cleaned is the text for the parser and what was taken out of it.
type cleaned struct {
	text  []byte
	uses  []macroUse
	heads map[int32]head // By the offset of the name that the parser sees.
	inner []span         // Bodies of outermost functions, as the tokens tell.
}

// context is what the innermost open brace holds.
type context uint8

const (
	inFile     context = iota // Top level and namespaces.
	inType                    // Members of a struct, union or class.
	inEnum                    // Enumerators.
	inValue                   // Initialiser.
	inFunction                // Statements.
)

// cleaner takes out of the text what only a preprocessor could make sense of:
// attributes and macros that stand where a declaration has no room for a name.
// It overwrites with spaces, so that offsets stay.
type cleaner struct {
	*source
	buf   []byte
	toks  []token
	match []int32 // Of brackets: the index of the partner; -1 else.
	bold  bool    // Second attempt: lower-case names may be macros too.
	uses  []macroUse
	heads map[int32]head
	inner []span
}

// clean returns the text for the parser and the macros that were taken out.
func (s *source) clean(bold bool) cleaned {
	c := &cleaner{source: s, buf: s.blank(), toks: s.live(), bold: bold, heads: make(map[int32]head)}
	c.pair()
	c.run()
	return cleaned{text: c.buf, uses: c.uses, heads: c.heads, inner: c.inner}
}

// pair finds the partner of every bracket. An unclosed bracket has none.
func (c *cleaner) pair() {
	c.match = make([]int32, len(c.toks))
	var open []int32
	for i, t := range c.toks {
		c.match[i] = -1
		if t.kind != tokenPunct || t.end-t.start != 1 {
			continue
		}
		switch b := c.text[t.start]; b {
		case '(', '[', '{':
			open = append(open, int32(i))
		case ')', ']', '}':
			want := byte('(')
			if b == ']' {
				want = '['
			} else if b == '}' {
				want = '{'
			}
			for k := len(open) - 1; k >= 0 && k >= len(open)-3; k-- {
				if c.text[c.toks[open[k]].start] == want {
					c.match[i], c.match[open[k]] = open[k], int32(i)
					open = open[:k]
					break
				}
			}
		}
	}
}

func (c *cleaner) at(i int) token {
	if i < 0 || i >= len(c.toks) {
		return token{kind: tokenPunct}
	}
	return c.toks[i]
}

// punct returns the character of a one-character punctuation token, 0 else.
func (c *cleaner) punct(i int) byte {
	if t := c.at(i); t.kind == tokenPunct && t.end-t.start == 1 {
		return c.text[t.start]
	}
	return 0
}

func (c *cleaner) word(i int) string {
	if t := c.at(i); t.kind == tokenName || t.kind == tokenKeyword {
		return c.str(t)
	}
	return ""
}

func (c *cleaner) isName(i int) bool { return c.at(i).kind == tokenName }
func (c *cleaner) isLiteral(i int) bool {
	k := c.at(i).kind
	return k == tokenNumber || k == tokenString
}

// isMacro reports whether token i is a name spelled as macros are.
func (c *cleaner) isMacro(i int) bool {
	t := c.at(i)
	if t.kind != tokenName || t.end-t.start < 2 {
		return false
	}
	letters := 0
	for _, b := range c.text[t.start:t.end] {
		switch {
		case b >= 'A' && b <= 'Z':
			letters++
		case b != '_' && (b < '0' || b > '9'):
			return false
		}
	}
	return letters > 1 && !c.is(t, "NULL") && !c.is(t, "TRUE") && !c.is(t, "FALSE")
}

// startsType reports whether word is a keyword that starts a declaration but may
// not follow another type name.
func startsType(word string) bool {
	switch word {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "struct", "union", "enum", "class", "auto", "static",
		"extern", "inline", "__inline", "__inline__", "typedef", "register", "constexpr", "virtual", "explicit", "friend", "template", "namespace", "using", "wchar_t",
		"__forceinline", "typename", "mutable", "_Noreturn", "thread_local", "_Thread_local", "__thread":
		return true
	}
	return false
}

// isTypeWord reports whether word is a keyword that names a type by itself.
func isTypeWord(word string) bool {
	switch word {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "wchar_t", "auto", "__signed__":
		return true
	}
	return false
}

func isTag(word string) bool {
	return word == "struct" || word == "union" || word == "enum" || word == "class"
}

// afterMacro returns the index behind the macro at i and its arguments, if it has any.
func (c *cleaner) afterMacro(i int) int {
	if c.punct(i+1) == '(' && c.match[i+1] > 0 {
		return int(c.match[i+1]) + 1
	}
	return i + 1
}

// cut takes tokens [from, to) out.
func (c *cleaner) cut(from, to int) {
	for i := from; i < to && i < len(c.toks); i++ {
		wipe(c.buf, c.toks[i].start, c.toks[i].end)
		c.toks[i].dead = true
	}
}

// use records the macro at i whose tokens end before to.
func (c *cleaner) use(i, to int) {
	args := int32(-1)
	if to > i+1 {
		args = 0
		depth := 0
		for k := i + 1; k < to; k++ {
			switch c.punct(k) {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			case ',':
				if depth == 1 {
					args++
				}
			}
		}
		if to > i+3 {
			args++
		}
		for k := i + 2; k < to-1; k++ {
			if c.isName(k) && !c.at(k).dead && c.punct(k-1) != '.' {
				c.uses = append(c.uses, macroUse{name: span{c.toks[k].start, c.toks[k].end}, args: -1})
			}
		}
	}
	c.uses = append(c.uses, macroUse{name: span{c.toks[i].start, c.toks[i].end}, args: args})
}

// run walks the tokens once with a stack of contexts.
func (c *cleaner) run() {
	stack := []context{inFile}
	parens := []int{0}
	start := 0 // First token of the current declaration or statement.
	for i := 0; i < len(c.toks); i++ {
		ctx := stack[len(stack)-1]
		depth := &parens[len(parens)-1]
		switch c.punct(i) {
		case '{':
			stack = append(stack, c.opened(start, i, ctx))
			if m := c.match[i]; m > 0 && stack[len(stack)-1] == inFunction && ctx != inFunction {
				c.inner = append(c.inner, span{c.toks[i].start, c.toks[m].end})
			}
			parens = append(parens, 0)
			start = i + 1
			continue
		case '}':
			if len(stack) > 1 {
				stack, parens = stack[:len(stack)-1], parens[:len(parens)-1]
			}
			start = i + 1
			continue
		case ';':
			*depth = 0
			start = i + 1
			continue
		case '(', '[':
			*depth++
			if ctx == inFunction && c.punct(i) == '(' {
				c.typeArguments(start, i)
			}
			continue
		case ')', ']':
			*depth = max(*depth-1, 0)
			continue
		}
		t := c.at(i)
		if t.dead {
			continue
		}
		if t.kind == tokenKeyword {
			i = c.keyword(i)
			if c.toks[min(i, len(c.toks)-1)].dead && start == i {
				start = i + 1
			}
			continue
		}
		if t.kind != tokenName || ctx == inEnum && *depth == 0 && c.punct(i+1) != '(' && !c.isName(i+1) {
			continue
		}
		if to := c.name(i, start, ctx, *depth); to > i {
			if start == i {
				start = to
			}
			i = to - 1
		}
	}
}

// opened says what the brace at i holds, whose declaration starts at start.
func (c *cleaner) opened(start, i int, ctx context) context {
	if ctx == inFunction || ctx == inValue || ctx == inEnum {
		for k := start; k < i; k++ {
			if w := c.word(k); isTag(w) && c.punct(i-1) != ')' {
				if w == "enum" {
					return inEnum
				}
				return inType
			}
		}
		if ctx == inEnum {
			return inValue
		}
		return ctx
	}
	paren, tag := false, context(0)
	for k := start; k < i; k++ {
		if c.at(k).dead {
			continue
		}
		switch w := c.word(k); {
		case w == "namespace":
			return inFile
		case w == "extern" && k+2 == i && c.at(k+1).kind == tokenString:
			return inFile
		case w == "enum" && !paren:
			tag = inEnum
		case isTag(w) && !paren && (c.punct(k-1) != '<' && c.punct(k-1) != ','):
			if tag != inEnum {
				tag = inType
			}
		case c.punct(k) == '=':
			return inValue
		case c.punct(k) == '(':
			paren = true
		}
	}
	switch {
	case paren && c.punct(i-1) != '=':
		return inFunction
	case tag != 0:
		return tag
	case start == i:
		return ctx
	}
	return inFunction
}

// keyword takes out attributes; it returns the last index that it has dealt with.
func (c *cleaner) keyword(i int) int {
	switch c.word(i) {
	case "__attribute__", "__attribute", "__declspec":
		to := c.afterMacro(i)
		c.cut(i, to)
		return to - 1
	case "__asm__", "__asm":
		// Of a declaration; statements of that name are in the grammar.
		if c.punct(i-1) == ')' && c.punct(i+1) == '(' {
			to := c.afterMacro(i)
			if c.punct(to) == ';' || c.word(to) == "__attribute__" {
				c.cut(i, to)
				return to - 1
			}
		}
	case "__extension__", "__restrict", "__restrict__", "__inline", "__inline__", "__cdecl", "__stdcall", "__fastcall", "__vectorcall", "__forceinline", "__thread":
		c.cut(i, i+1)
	}
	return i
}

// name decides on the name at i and returns the index behind what it took out, i
// when it stays.
func (c *cleaner) name(i, start int, ctx context, depth int) int {
	p := c.before(i)
	prev := c.word(p)
	if before := c.at(p); c.punct(p) == '.' || before.end-before.start == 2 && (c.is(before, "->") || c.is(before, "::")) {
		return i
	}
	macro := c.isMacro(i)
	next := c.word(i + 1)
	if ctx == inFile && depth == 0 {
		if to := c.bareHead(i, start, macro); to > i {
			return to
		}
	}
	one := func() int { c.use(i, i+1); c.cut(i, i+1); return i + 1 }

	// A run of names before a keyword that starts a declaration, at its start or behind
	// other words of that kind: asmlinkage __visible void f(void).
	if depth == 0 && (i == start || startsType(prev) && !isTag(prev)) && c.isName(i+1) && !c.cxx {
		k := i + 1
		for c.isName(k) {
			k++
		}
		if w := c.word(k); startsType(w) {
			for ; i < k; i++ {
				c.use(i, i+1)
				c.cut(i, i+1)
			}
			return k
		}
	}
	// Behind a built-in type only the last name of a run is declared: void __sched notrace f(.
	if isTypeWord(prev) && depth == 0 && c.isName(i+1) {
		k := i + 1
		for c.isName(k) {
			k++
		}
		if c.punct(k) == '(' && !c.isMacro(k-1) && c.word(k-1) != "requires" && c.word(k-1) != "noexcept" {
			return one()
		}
	}
	// A name before a keyword that starts a declaration.
	if startsType(next) && !isTag(prev) && !(c.cxx && (c.word(i) == "final" || c.word(i) == "override" || next == "auto" || next == "template")) {
		return one()
	}
	if next == "const" && macro && !isTag(prev) {
		if n2 := c.word(i + 2); startsType(n2) || c.isName(i+2) && (c.isName(i+3) || c.punct(i+3) == '*') {
			return one()
		}
	}
	if macro {
		to := c.afterMacro(i)
		// struct PACKED name {, class EXPORT Name : Base, class CAPABILITY("x") Name.
		if isTag(prev) && c.isName(to) && (prev == "class" || c.punct(to+1) == '{' || c.punct(to+1) == ':' || c.word(to+1) == "final") {
			c.use(i, to)
			c.cut(i, to)
			return to
		}
		// A parameter list behind a macro: name OF((int a)).
		if c.isName(p) && to > i+3 && c.punct(i+2) == '(' && int(c.match[i+2]) == to-2 {
			c.use(i, i+1)
			c.cut(i, i+2)
			c.cut(to-1, to)
			return i + 2
		}
		if c.isName(i+1) && !isTag(prev) {
			// API type name( ; API type *name ; A_API B_API int x.
			if n3 := c.behindStars(i + 2); c.isName(i+2) || c.isFunctionPointer(i+2) || c.isWrappedName(i+2) || n3 > i+2 && c.isWrappedName(n3) || n3 > i+2 && c.isName(n3) && ctx != inFunction || startsType(c.word(i+2)) || c.word(i+2) == "const" {
				return one()
			}
			// int API name( ; type API name ; void * API name.
			if isTypeWord(prev) || c.isName(p) && p >= start || c.punct(p) == '*' && (c.punct(i+2) == '(' || c.punct(i+2) == ';' || c.punct(i+2) == '=' || depth > 0) || c.punct(p) == '&' && ctx != inFunction {
				return one()
			}
		}
		if isTypeWord(prev) && c.punct(i+1) == '*' { // void NO_THROW *name(
			return one()
		}
		if to := c.trailing(i, to, start, ctx, depth); to > i {
			return to
		}
		// int ATTRIBUTE(x) OTHER(y) name(void) {
		if i > start && to > i+1 && depth == 0 && (ctx == inFile || ctx == inType) && (isTypeWord(prev) || c.isName(p) && p >= start || c.punct(p) == '*' || c.punct(p) == '&') {
			behind := to
			for c.isMacro(behind) && !(c.punct(behind+1) == '(' && c.isDeclaratorEnd(behind+1) && c.punct(c.afterMacro(behind)) != 0) {
				behind = c.afterMacro(behind)
			}
			if c.isName(behind) && c.punct(behind+1) == '(' && c.isDeclaratorEnd(behind+1) {
				c.use(i, to)
				c.cut(i, to)
				return to
			}
		}
	} else if c.bold && c.isName(i+1) && c.isName(i+2) && !isTag(prev) {
		return one()
	} else if c.bold && c.punct(i+1) == '(' && i == start && (ctx == inFile || ctx == inType) {
		macro = true
	}
	if i == start && depth == 0 && (ctx == inFile || ctx == inType) && macro {
		return c.standalone(i, ctx)
	}
	return i
}

func (c *cleaner) behindStars(i int) int {
	for c.punct(i) == '*' || c.punct(i) == '&' {
		i++
	}
	return i
}

// trailing takes out a macro behind a declarator: int f(void) NORETURN; int x GUARDED_BY(mu).
func (c *cleaner) trailing(i, to, start int, ctx context, depth int) int {
	if i == start {
		return i
	}
	end := c.punct(to)
	ends := end == ';' || end == '{' || end == '=' || end == ',' || end == ')' || c.isMacro(to) || c.word(to) == "__attribute__" || end == ':' && ctx == inType
	if !ends {
		return i
	}
	p := c.before(i)
	q := c.before(p)
	switch prev := c.at(p); {
	case c.punct(p) == ')' || c.punct(p) == ']':
		if ctx == inFunction && (end != ';' && end != '=' || c.punct(p) == ')') {
			return i
		}
		if end == ',' || end == ')' && depth == 0 {
			return i
		}
	case prev.kind == tokenName && p >= start:
		before := c.at(q)
		word := c.word(q)
		named := before.kind == tokenName || word == "const" || isTypeWord(word) || c.punct(q) == '*' || c.punct(q) == '&' && ctx != inFunction || c.punct(q) == '>' && ctx != inFunction
		if !named || q < start && depth == 0 || word == "const" && c.punct(c.before(q)) != '*' || word == "return" || word == "case" || word == "goto" {
			return i
		}
		if end == '{' || end == ':' {
			return i
		}
	case c.word(p) == "const" || c.word(p) == "override" || c.word(p) == "final" || c.word(p) == "noexcept":
		if c.punct(q) != ')' {
			return i
		}
	default:
		return i
	}
	c.use(i, to)
	c.cut(i, to)
	return to
}

// before returns the index of the last token before i that was not taken out, -1 for none.
func (c *cleaner) before(i int) int {
	for i--; i >= 0 && c.toks[i].dead; i-- {
	}
	return i
}

// standalone takes out a macro that is a declaration by itself, without a
// semicolon, or that wraps the type of the declaration which it starts.
func (c *cleaner) standalone(i int, ctx context) int {
	to := c.afterMacro(i)
	if to == i+1 {
		if i+1 >= len(c.toks) || c.punct(i+1) == '}' || c.word(i+1) == "public" || c.word(i+1) == "private" || c.word(i+1) == "protected" {
			c.use(i, to)
			c.cut(i, to)
			return to
		}
		return i
	}
	next := c.word(to)
	all := func() int { c.use(i, to); c.cut(i, to); return to }
	switch {
	case to >= len(c.toks) || c.punct(to) == '}' || startsType(next) || next == "const" || c.punct(to) == '~' || next == "public" || next == "private" || next == "protected" || next == "operator":
		return all()
	case c.punct(to) == ';' && ctx == inType:
		return all()
	case c.punct(to) == ';' && ctx == inFile && c.hasTypeWord(i+2, to-1):
		return all()
	case c.punct(to) == '*':
		if c.punct(c.behindStars(to)+1) == '(' || c.punct(c.behindStars(to)+1) == ';' {
			c.use(i, i+1)
			c.cut(i, i+2)
			c.cut(to-1, to)
			return i + 2
		}
	case c.at(to).kind == tokenName:
		line, _ := c.position(c.toks[to-1].start)
		nextLine, _ := c.position(c.toks[to].start)
		if line == nextLine && c.punct(to+1) == '(' && c.isDeclaratorEnd(to+1) && (c.isMacro(i)) {
			c.use(i, i+1)
			c.cut(i, i+2)
			c.cut(to-1, to)
			return i + 2
		}
		if c.isMacro(i) || line != nextLine {
			return all()
		}
	}
	return i
}

func (c *cleaner) hasTypeWord(from, to int) bool {
	for k := from; k < to; k++ {
		if w := c.word(k); w != "" && startsType(w) {
			return true
		}
	}
	return false
}

// isDeclaratorEnd reports whether the parenthesis at i closes before what ends a
// function's head.
func (c *cleaner) isDeclaratorEnd(i int) bool {
	m := int(c.match[i])
	return m > 0 && (c.punct(m+1) == ';' || c.punct(m+1) == '{' || c.isMacro(m+1) || c.word(m+1) != "")
}
