package docker

import (
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/syntax"
	"github.com/lc-index/lc/store/schema"
)

// declared notes the variables that an instruction declares, so that a command can be
// told to use one.
func (r *reader) declared(i *instruction) {
	switch i.name {
	case "ARG", "ENV":
		for _, p := range pairs(i) {
			r.vars[p.key] = true
		}
	case "ONBUILD":
		if n := inner(i); n != nil {
			r.declared(n)
		}
	}
}

// inner is the instruction behind ONBUILD.
func inner(i *instruction) *instruction {
	if len(i.words) == 0 || strings.EqualFold(i.words[0].text, "ONBUILD") {
		return nil
	}
	return &instruction{keyword: i.words[0].Token, name: strings.ToUpper(i.words[0].text), words: i.words[1:], docs: i.docs, last: i.last, comment: i.comment}
}

// pair is a KEY=VALUE of ARG, ENV or LABEL.
type pair struct {
	word
	key   string
	quote int // Bytes before the key.
	value string
	// from is where the value begins in the word's text; words that follow belong to it
	// in the old form ENV KEY a b c.
	from int
}

// pairs takes the words of an instruction as pairs.
func pairs(i *instruction) []pair {
	words := i.words
	for len(words) > 0 && strings.HasPrefix(words[0].text, "--") {
		words = words[1:]
	}
	if (i.name == "ENV" || i.name == "LABEL") && len(words) > 1 && !strings.Contains(words[0].text, "=") { // ENV KEY the value
		return []pair{{word: words[0], key: strings.Trim(words[0].text, `"'`), value: words[1].text, from: len(words[0].text)}}
	}
	var out []pair
	for _, w := range words {
		key, value, ok := strings.Cut(w.text, "=")
		p := pair{word: w, key: key, value: value, from: len(key) + 1}
		if !ok {
			p.from = len(key)
		}
		if len(key) > 1 && (key[0] == '"' || key[0] == '\'') {
			p.key, p.quote = strings.Trim(key, `"'`), 1
		}
		if p.key != "" {
			out = append(out, p)
		}
	}
	return out
}

func (r *reader) instruction(i *instruction) {
	switch i.name {
	case "FROM":
		r.from(i)
	case "ARG", "ENV":
		r.variables(i)
	case "LABEL":
		r.labels(i)
	case "COPY", "ADD":
		r.copies(i)
	case "RUN":
		r.run(i)
	case "ENTRYPOINT", "CMD":
		s := i.keyword.Symbol(i.name, schema.KindKey, i.keyword.To(i.last))
		s.Flags = schema.SymbolEntry
		r.declare(s, i)
		r.uses(i, true)
	case "HEALTHCHECK":
		r.uses(i, true)
	case "ONBUILD":
		if n := inner(i); n != nil {
			r.instruction(n)
		}
	case "EXPOSE", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR", "SHELL", "MAINTAINER":
		r.uses(i, false)
	default:
		r.b.ProblemAt(i.keyword.To(i.last), "syntax error: unknown instruction")
		r.errors += i.last.End - i.keyword.Start
	}
}

// declare adds a symbol that an instruction defines.
func (r *reader) declare(s lang.Symbol, i *instruction) int32 {
	s.Doc = syntax.FirstSentence(i.comment)
	s.Signature = r.signature(i)
	s.Visibility = schema.VisibilityInternal
	s.SignatureHash = syntax.HashTokens(r.src, []syntax.Token{i.keyword})
	s.BodyHash = r.hash(i)
	return r.b.DefineHidden(s)
}

// signature is the instruction on one line, without comments and continuations.
func (r *reader) signature(i *instruction) string {
	var b strings.Builder
	b.WriteString(i.name)
	for _, w := range i.words {
		b.WriteByte(' ')
		b.WriteString(w.text)
		if b.Len() > 400 {
			break
		}
	}
	return syntax.Line(b.String())
}

func (r *reader) hash(i *instruction) uint64 {
	tokens := make([]syntax.Token, 0, len(i.words))
	for _, w := range i.words {
		tokens = append(tokens, w.Token)
	}
	for _, d := range i.docs {
		tokens = append(tokens, syntax.Token{Start: d.start, End: d.end})
	}
	return syntax.HashTokens(r.src, tokens)
}

// closeStage ends the open stage before the token.
func (r *reader) closeStage(next syntax.Token) {
	if r.stage < 0 {
		return
	}
	s := r.b.Symbol(r.stage)
	s.Span.EndLine, s.Span.EndCol = next.Line, 0
	r.b.Close()
	r.stage = schema.None
}

// from opens a stage.
func (r *reader) from(i *instruction) {
	r.closeStage(i.keyword)
	words := i.words
	r.uses(i, false)
	for len(words) > 0 && strings.HasPrefix(words[0].text, "--") {
		words = words[1:]
	}
	if len(words) == 0 {
		r.b.ProblemAt(i.keyword.Span(), "syntax error: FROM without an image")
		r.errors += len("FROM")
		return
	}
	image := words[0]
	name := image
	if len(words) > 2 && strings.EqualFold(words[1].text, "AS") {
		name = words[2]
	}
	base, known := r.stages[strings.ToLower(image.text)]
	if known && name.Start == image.Start { // As BuildKit calls it.
		name = word{Token: i.keyword, text: "stage-" + strconv.Itoa(r.count)}
	}
	s := name.Symbol(name.text, schema.KindResource, i.keyword.To(i.last))
	s.Flags = schema.SymbolExported
	id := r.declare(s, i)
	r.b.Symbol(id).Visibility = schema.VisibilityPublic
	r.b.Open(lang.ScopeBlock, id)
	r.stage = id
	switch {
	case known:
		ref := image.Ref(image.text, schema.RoleInherit)
		ref.Target = base
		r.b.Ref(ref)
		for name, v := range r.env[base] { // What is set there is set here.
			r.set(name, v)
		}
	case image.text != "scratch":
		r.bring(image, image.text)
	}
	if r.count == 0 {
		r.first = image.text
	}
	r.stages[strconv.Itoa(r.count)] = id
	if name.Start > image.Start {
		r.stages[strings.ToLower(name.text)] = id
	}
	r.count++
}

// bring imports an image or a file.
func (r *reader) bring(at word, module string) {
	imp := r.b.Import(lang.Import{Line: at.Line, Module: module, Symbol: schema.None})
	ref := at.Ref(module, schema.RoleImport)
	ref.Import = imp
	r.b.Ref(ref)
}

// set notes an environment variable of the open stage.
func (r *reader) set(name string, symbol int32) {
	if r.env[r.stage] == nil {
		r.env[r.stage] = map[string]int32{}
	}
	r.env[r.stage][name] = symbol
	r.b.Bind(name, symbol)
}

// variables declares what ARG and ENV set; setting a name again declares it anew from
// there on.
func (r *reader) variables(i *instruction) {
	list := pairs(i)
	added := map[string]int32{} // Their own values mean what was before.
	for _, p := range list {
		at := r.part(p.word, p.quote, p.quote+len(p.key))
		s := at.Symbol(p.key, schema.KindVariable, i.keyword.To(i.last))
		if len(list) > 1 {
			s.Span = p.Span()
		}
		outer := r.b.BoundIn(0, p.key)
		id := r.declare(s, i)
		r.b.Symbol(id).Signature = i.name + " " + syntax.Line(p.text)
		if i.name == "ARG" && r.stage >= 0 && outer != schema.None { // Takes over that of the file.
			ref := at.Ref(p.key, schema.RoleRead)
			ref.Target = outer
			r.b.Ref(ref)
		}
		added[p.key] = id
		r.expand(p.word, p.from, false)
	}
	if len(list) == 1 && list[0].from == len(list[0].text) { // ENV KEY the value
		for _, w := range i.words {
			if w.Start > list[0].Start {
				r.expand(w, 0, false)
			}
		}
	}
	for name, id := range added {
		if i.name == "ENV" && r.stage >= 0 {
			r.set(name, id)
		} else {
			r.b.Bind(name, id)
		}
	}
}

func (r *reader) labels(i *instruction) {
	for _, p := range pairs(i) {
		at := r.part(p.word, p.quote, p.quote+len(p.key))
		s := at.Symbol(p.key, schema.KindKey, p.Span())
		id := r.declare(s, i)
		r.b.Symbol(id).Signature = "LABEL " + syntax.Line(p.text)
		r.expand(p.word, p.from, false)
	}
}

// copies reads COPY and ADD: a stage or image that is copied from, or sources.
func (r *reader) copies(i *instruction) {
	r.uses(i, false)
	words := i.words
	from := false
	for len(words) > 0 && strings.HasPrefix(words[0].text, "--") {
		if _, ok := strings.CutPrefix(words[0].text, "--from="); ok {
			from = true
			r.stageAt(words[0], len("--from="), len(words[0].text))
		}
		words = words[1:]
	}
	if from {
		return
	}
	if len(words) > 0 && strings.HasPrefix(words[0].text, "[") { // ["a", "b"]
		words = quoted(words)
	}
	for k, w := range words {
		if k == len(words)-1 || strings.HasPrefix(w.text, "<<") || strings.Contains(w.text, "$") {
			continue
		}
		r.bring(w, w.text)
	}
}

// quoted takes the strings of the JSON form apart.
func quoted(words []word) []word {
	var out []word
	for _, w := range words {
		text := w.text
		for k := 0; k < len(text); k++ {
			if text[k] != '"' {
				continue
			}
			end := strings.IndexByte(text[k+1:], '"')
			if end < 0 {
				break
			}
			out = append(out, w.slice(k+1, k+1+end))
			k += end + 1
		}
	}
	return out
}

// slice is the part of a word between two offsets of its text.
func (w word) slice(from, to int) word {
	to = min(to, len(w.text))
	from = min(from, to)
	out := word{Token: w.Token, text: w.text[from:to], at: w.at[from:to]}
	if len(out.at) == 0 {
		return out
	}
	out.Start, out.End = out.at[0], out.at[len(out.at)-1]+1
	if w.Line == w.EndLine { // Else the part may stand on a later line.
		out.Col = w.Col + int32(out.Start-w.Start)
		out.EndCol = w.Col + int32(out.End-w.Start)
	}
	return out
}

// part is the token of a part of a word, wherever its line is.
func (r *reader) part(w word, from, to int) syntax.Token {
	p := w.slice(from, to)
	t := p.Token
	if w.Line == w.EndLine || len(p.at) == 0 {
		return t
	}
	before := r.src[w.Start:p.Start]
	line := w.Line + int32(strings.Count(string(before), "\n"))
	t.Line, t.EndLine = line, line
	t.Col = int32(p.Start - (strings.LastIndexByte(string(r.src[:p.Start]), '\n') + 1))
	t.EndCol = t.Col + int32(to-from)
	return t
}

// stageAt refers to the stage, or imports the image, that a part of a word names.
func (r *reader) stageAt(w word, from, to int) {
	name := strings.Trim(w.text[from:min(to, len(w.text))], `"'`)
	at := r.part(w, from, to)
	if strings.Contains(name, "$") || name == "" {
		return
	}
	if id, ok := r.stages[strings.ToLower(name)]; ok {
		ref := at.Ref(name, schema.RoleRead)
		ref.Target = id
		r.b.Ref(ref)
		return
	}
	r.bring(word{Token: at, text: name}, name)
}

// run reads a command: stages that it mounts, and variables of the file that it uses.
func (r *reader) run(i *instruction) {
	for _, w := range i.words {
		if !strings.HasPrefix(w.text, "--") {
			break
		}
		if !strings.HasPrefix(w.text, "--mount=") {
			continue
		}
		at := len("--mount=")
		for _, option := range strings.Split(w.text[at:], ",") {
			if value, ok := strings.CutPrefix(option, "from="); ok {
				r.stageAt(w, at+len("from="), at+len("from=")+len(value))
			}
			at += len(option) + 1
		}
	}
	r.uses(i, true)
}

// uses refers to the variables in the words of an instruction; of a command only to
// those that the file declares, as its shell has others.
func (r *reader) uses(i *instruction, command bool) {
	for _, w := range i.words {
		r.expand(w, 0, command)
	}
	for _, d := range i.docs {
		if d.expands {
			r.document(d)
		}
	}
}

// expand refers to $NAME and ${NAME…} in a word from an offset on.
func (r *reader) expand(w word, from int, command bool) {
	single := false
	for k := from; k < len(w.text); k++ {
		switch w.text[k] {
		case '\\':
			k++
		case '\'':
			single = !single
		case '$':
			if single && !command {
				continue
			}
			start := k + 1
			if start < len(w.text) && w.text[start] == '{' {
				start++
			}
			end := start
			for end < len(w.text) && isName(w.text[end], end > start) {
				end++
			}
			if end == start {
				continue
			}
			name := w.text[start:end]
			if !command || r.vars[name] {
				r.b.Ref(r.part(w, start, end).Ref(name, schema.RoleRead))
			}
			k = end - 1
		}
	}
}

func isName(c byte, inside bool) bool {
	return isLetter(c) || c == '_' || inside && c >= '0' && c <= '9'
}

// document refers to the declared variables in a here-document.
func (r *reader) document(d heredoc) {
	line, col := d.line, 0
	for k := d.start; k < d.end; k++ {
		switch c := r.src[k]; {
		case c == '\n':
			line++
			col = -1
		case c == '$' && k+1 < d.end:
			start := k + 1
			if r.src[start] == '{' {
				start++
			}
			end := start
			for end < d.end && isName(r.src[end], end > start) {
				end++
			}
			if name := string(r.src[start:end]); r.vars[name] {
				ref := lang.NewRef(name, schema.RoleRead)
				ref.Line, ref.Col = line, int32(col+start-k)
				ref.EndCol = ref.Col + int32(len(name))
				r.b.Ref(ref)
			}
		}
		col++
	}
}
