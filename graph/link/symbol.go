package link

import (
	"strconv"
	"strings"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// SymbolStrings returns, by file and then by position in Facts.Symbols, the stable
// identity of every symbol in the grammar of SCIP symbols: scheme "lc", the
// language, and the path of descriptors. Symbols of a kind that is local get
// "local N", unique in their file only; every other string is unique in the
// snapshot and holds no line or offset, so that it survives edits elsewhere in
// the file.
//
// Package and version are left empty: the repository is the unit, and every
// reference repeats its symbol, so that an import path in each of them would be
// half of index.scip. The path of descriptors begins with namespaces instead:
// the folder for Go and the package for Java, which give top-level names to the
// package, with the file only where it has a build constraint or two files of
// the package declare the same name (init functions, source sets); everywhere
// else the path of the file. But for such accidents the name of a symbol is a
// function of its own file. Several declarations of one descriptor are told apart by a hash of their
// signatures, and by their order only where the signatures are equal too.
func SymbolStrings(in *Input) [][]string {
	shared := sharedNames(in)
	out := make([][]string, len(in.Files))
	var locals []string
	for i := range in.Files {
		f := &in.Files[i]
		if f.Facts == nil {
			continue
		}
		n := namer{file: f, prefix: packagePrefix(f), shared: shared, locals: locals}
		out[i] = n.all()
		locals = n.locals
	}
	return out
}

// scheme returns everything of a symbol before its descriptors.
func scheme(language string) string {
	return "lc " + spaced(language) + " . . "
}

// spaced escapes a component of the package part of a symbol.
func spaced(s string) string {
	if s == "" {
		return "."
	}
	return strings.ReplaceAll(s, " ", "  ")
}

// packagePrefix returns a symbol up to the namespaces of the file's package, for
// languages that give top-level names to the package.
func packagePrefix(f *File) string {
	if f.Language == "java" {
		return scheme(f.Language) + namespaces(strings.Split(f.Facts.Package, "."))
	}
	parts := strings.Split(f.Path, "/")
	parts = parts[:len(parts)-1]
	if strings.HasSuffix(f.Facts.Package, "_test") {
		// An external test package shares the folder of what it tests.
		if len(parts) == 0 {
			parts = []string{"_test"}
		} else {
			parts[len(parts)-1] += "_test"
		}
	}
	return scheme(f.Language) + namespaces(parts)
}

func namespaces(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		if p != "" {
			b.WriteString(Descriptor(schema.KindNamespace, p))
		}
	}
	return b.String()
}

// packageScoped reports whether the language makes top-level names unique in a package.
func packageScoped(language string) bool {
	return language == "go" || language == "java"
}

// sharedNames finds the top-level names of package-scoped languages that more
// than one file of the package declares. Keys are whole symbol strings.
func sharedNames(in *Input) map[string]bool {
	first := map[string]int{}
	shared := map[string]bool{}
	for i := range in.Files {
		f := &in.Files[i]
		if f.Facts == nil || !packageScoped(f.Language) {
			continue
		}
		if f.Language == "go" && goConstrained(f) {
			continue // Named by the file anyway.
		}
		prefix := packagePrefix(f)
		for j := range f.Facts.Symbols {
			s := &f.Facts.Symbols[j]
			if s.Kind == schema.KindFile || s.Kind.IsLocal() || named(f, int32(j)) > 0 {
				continue
			}
			key := prefix + descriptor(f, int32(j))
			if before, seen := first[key]; seen && before != i {
				shared[key] = true
			} else if !seen {
				first[key] = i
			}
		}
	}
	return shared
}

// container returns the innermost enclosing symbol that is not local.
func container(facts *lang.Facts, i int32) int32 {
	p := facts.Symbols[i].Parent
	for p > 0 && facts.Symbols[p].Kind.IsLocal() {
		p = facts.Symbols[p].Parent
	}
	return p
}

// named is container for the purpose of names: a method of a top-level Go type is
// named from the package, wherever the type is declared, because its siblings in
// other files are.
func named(f *File, i int32) int32 {
	p := container(f.Facts, i)
	if p > 0 && goMethod(f, i) {
		return 0
	}
	return p
}

// goMethod reports whether a symbol is a method of a top-level type (or of the
// container that stands for one of another file) in Go.
func goMethod(f *File, i int32) bool {
	if f.Language != "go" || f.Facts.Symbols[i].Kind != schema.KindMethod {
		return false
	}
	p := container(f.Facts, i)
	return p > 0 && container(f.Facts, p) == 0 && (f.Facts.Symbols[p].Kind.IsType() || f.Facts.Symbols[p].Kind == schema.KindImpl)
}

// namer names the symbols of one file.
type namer struct {
	file   *File
	prefix string
	shared map[string]bool
	locals []string // "local 0", "local 1", … shared by the files.
}

// overload is what tells symbols of one descriptor path apart.
type overload struct {
	first       uint64 // Signature hash of the first one.
	several     bool   // Not all signatures are equal.
	definitions int    // Those that are not mere declarations.
	count       int
	ordinals    map[uint64]int // How many of one signature were named.
}

func (n *namer) all() []string {
	symbols := n.file.Facts.Symbols
	plain := make([]string, len(symbols)) // Before disambiguation inside the container.
	names := make([]string, len(symbols))
	local := 0
	// Containers precede their members, so one pass names all of them; the groups
	// of a container must be complete before its first member is named, hence the
	// two passes over (container, descriptor).
	type key struct {
		container  int32
		descriptor string
	}
	groups := map[key]*overload{}
	for i := range symbols {
		s := &symbols[i]
		if s.Kind.IsLocal() || s.Kind == schema.KindFile {
			continue
		}
		plain[i] = descriptor(n.file, int32(i))
		k := key{named(n.file, int32(i)), plain[i]}
		g := groups[k]
		if g == nil {
			g = &overload{first: s.SignatureHash, ordinals: map[uint64]int{}}
			groups[k] = g
		}
		g.several = g.several || s.SignatureHash != g.first
		g.count++
		if s.Flags&schema.SymbolDeclOnly == 0 {
			g.definitions++
		}
	}
	file := scheme(n.file.Language) + namespaces(strings.Split(n.file.Path, "/"))
	constrained := n.file.Language == "go" && goConstrained(n.file)
	used := make(map[string]bool, len(symbols))
	for i := range symbols {
		s := &symbols[i]
		switch {
		case s.Kind == schema.KindFile:
			names[i] = file
			continue
		case s.Kind.IsLocal():
			if local == len(n.locals) {
				n.locals = append(n.locals, "local "+strconv.Itoa(local))
			}
			names[i] = n.locals[local]
			local++
			continue
		}
		parent := named(n.file, int32(i))
		g := groups[key{parent, plain[i]}]
		base := file
		switch {
		case parent > 0:
			base = names[parent]
		case packageScoped(n.file.Language) && !constrained && !fileScoped(n.file.Language, s) && !n.shared[n.prefix+plain[i]]:
			base = n.prefix
		}
		name := base + disambiguate(plain[i], g, s)
		// Different paths can meet only where a source name imitates a
		// disambiguator; the first keeps the string.
		for k := 1; used[name]; k++ {
			name = base + withSuffix(plain[i], "x"+strconv.Itoa(k))
		}
		used[name] = true
		names[i] = name
	}
	return names
}

// goConstrained reports whether a Go file is for some builds only, by its build
// constraint, which the file's signature shows, or by the end of its name. Such
// files declare what their siblings for other builds declare too.
func goConstrained(f *File) bool {
	if len(f.Facts.Symbols) > 0 && strings.Contains(f.Facts.Symbols[0].Signature, "//go:build") {
		return true
	}
	base := strings.TrimSuffix(f.Path[strings.LastIndexByte(f.Path, '/')+1:], ".go")
	_, last, ok := cutLast(strings.TrimSuffix(base, "_test"), '_')
	return ok && strings.Contains(goPlatforms, " "+last+" ")
}

// goPlatforms are the operating systems and architectures that a file name may
// end with to build only there.
const goPlatforms = " aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows " +
	"386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm "

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i > 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// fileScoped reports whether a top-level name belongs to its file even where the
// language scopes names to packages.
func fileScoped(language string, s *lang.Symbol) bool {
	return language == "go" && (s.Name == "init" || s.Name == "_" || s.Kind == schema.KindImpl)
}

func disambiguate(plain string, g *overload, s *lang.Symbol) string {
	if g.count == 1 {
		return plain
	}
	nth := g.ordinals[s.SignatureHash]
	g.ordinals[s.SignatureHash]++
	lone := g.definitions == 1 && s.Flags&schema.SymbolDeclOnly == 0
	switch {
	case lone:
		// The one definition among its declarations keeps the plain name.
		return plain
	case g.several || g.definitions == 1:
		suffix := strconv.FormatUint(s.SignatureHash&0xffff, 16)
		if g.definitions == 1 {
			suffix = "d" + suffix
		}
		if nth > 0 {
			suffix += "-" + strconv.Itoa(nth)
		}
		return withSuffix(plain, suffix)
	case nth > 0:
		return withSuffix(plain, strconv.Itoa(nth))
	}
	return plain
}

// withSuffix puts a disambiguator into the last descriptor of a path.
func withSuffix(path, suffix string) string {
	if head, ok := strings.CutSuffix(path, "()."); ok {
		return head + "(+" + suffix + ")."
	}
	head, last := path[:len(path)-1], path[len(path)-1:]
	if strings.HasSuffix(head, "`") {
		return head[:len(head)-1] + "+" + suffix + "`" + last
	}
	return head + "+" + suffix + last
}

// descriptor returns the descriptor of a symbol inside its container, with the
// type it belongs to when that is written in its own declaration (the receiver
// of a Go method, the qualifier of a C++ definition).
func descriptor(f *File, i int32) string {
	s := &f.Facts.Symbols[i]
	if s.Kind == schema.KindImpl {
		typ, trait := implParts(f.Facts, s)
		d := "impl#[" + identifier(typ) + "]"
		if trait != "" {
			d += "[" + identifier(trait) + "]"
		}
		return d
	}
	owners, name := ownersOf(f, i)
	var b strings.Builder
	for _, o := range owners {
		b.WriteString(Descriptor(schema.KindClass, o))
	}
	if name == "" {
		name = "$" + s.Kind.String()
	}
	b.WriteString(Descriptor(s.Kind, name))
	return b.String()
}

// ownersOf splits what the declaration itself says about the types it belongs to
// from the bare name.
func ownersOf(f *File, i int32) (owners []string, name string) {
	s := &f.Facts.Symbols[i]
	switch {
	case goMethod(f, i):
		return []string{f.Facts.Symbols[container(f.Facts, i)].Name}, s.Name
	case f.Language == "go" && s.Kind == schema.KindMethod && container(f.Facts, i) == 0:
		if recv := goReceiver(s.Signature); recv != "" {
			return []string{recv}, s.Name
		}
	case strings.Contains(s.Name, "::"):
		parts := strings.Split(s.Name, "::")
		for _, p := range parts[:len(parts)-1] {
			if p != "" {
				owners = append(owners, p)
			}
		}
		return owners, parts[len(parts)-1]
	}
	return nil, s.Name
}

// goReceiver reads the type name of "func (c *Command[T]) Execute() error".
func goReceiver(signature string) string {
	rest, ok := strings.CutPrefix(signature, "func (")
	if !ok {
		return ""
	}
	end := strings.IndexByte(rest, ')')
	if end < 0 {
		return ""
	}
	recv := rest[:end]
	if b := strings.IndexByte(recv, '['); b >= 0 {
		recv = recv[:b]
	}
	if sp := strings.LastIndexAny(recv, " \t*("); sp >= 0 {
		recv = recv[sp+1:]
	}
	return strings.TrimSpace(recv)
}

// implParts returns the type and the trait of an impl block: from its name
// ("Trait for Type" or "Type"), else from its signature, else from its type reference.
func implParts(facts *lang.Facts, s *lang.Symbol) (typ, trait string) {
	text := s.Name
	if text == "" {
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s.Signature), "{"))
		text = strings.TrimPrefix(text, "unsafe ")
		text = strings.TrimPrefix(text, "impl")
		if strings.HasPrefix(text, "<") {
			text = text[closing(text):]
		}
		if where := strings.Index(text, " where "); where >= 0 {
			text = text[:where]
		}
		text = strings.TrimSpace(text)
	}
	if before, after, ok := strings.Cut(text, " for "); ok {
		return strings.TrimSpace(after), strings.TrimSpace(before)
	}
	if text == "" && s.Type >= 0 && int(s.Type) < len(facts.Refs) {
		text = facts.Refs[s.Type].Name
	}
	return text, ""
}

// closing returns the position after the bracket that closes s[0].
func closing(s string) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '<':
			depth++
		case '>':
			if i > 0 && s[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// Descriptor returns the SCIP descriptor of a symbol of this kind and name.
func Descriptor(kind schema.Kind, name string) string {
	id := identifier(name)
	switch kind {
	case schema.KindFile, schema.KindPackage, schema.KindNamespace, schema.KindModule:
		return id + "/"
	case schema.KindClass, schema.KindStruct, schema.KindInterface, schema.KindTrait, schema.KindEnum, schema.KindUnion, schema.KindType, schema.KindImpl:
		return id + "#"
	case schema.KindFunction, schema.KindMethod, schema.KindConstructor, schema.KindProperty:
		return id + "()."
	case schema.KindMacro:
		return id + "!"
	case schema.KindTypeParameter:
		return "[" + id + "]"
	case schema.KindParameter:
		return "(" + id + ")"
	case schema.KindSection, schema.KindLabel:
		return id + ":"
	}
	return id + "."
}

// identifier escapes a name for a descriptor: as it is when every character is
// simple, else in backticks, which are doubled inside.
func identifier(name string) string {
	if name == "" {
		return "``"
	}
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '+' || c == '-' || c == '$' {
			continue
		}
		return "`" + strings.ReplaceAll(strings.ToValidUTF8(name, "\uFFFD"), "`", "``") + "`"
	}
	return name
}

// QualifiedName returns the dotted path of a symbol inside its package, such as
// "Command.Execute"; of the file itself its path.
func QualifiedName(f *File, symbol int32) string {
	facts := f.Facts
	if symbol == 0 {
		return f.Path
	}
	var parts []string // Innermost first.
	for i := symbol; i > 0; i = named(f, i) {
		s := &facts.Symbols[i]
		if s.Kind == schema.KindImpl {
			typ, _ := implParts(facts, s)
			if b := strings.IndexByte(typ, '<'); b > 0 {
				typ = typ[:b]
			}
			parts = append(parts, typ)
			continue
		}
		owners, name := ownersOf(f, i)
		if name == "" {
			name = "(" + s.Kind.String() + ")"
		}
		parts = append(parts, name)
		for j := len(owners) - 1; j >= 0; j-- {
			parts = append(parts, owners[j])
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".")
}
