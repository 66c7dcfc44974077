package precise

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/fan"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// WriteOptions of Write. The zero value works.
type WriteOptions struct {
	Version string // Of lc, for the metadata.
	Workers int    // 0 means GOMAXPROCS. Never changes the output.
	// OmitLocals leaves out symbols that only their function or file sees, which
	// are half of the occurrences and a quarter of the bytes.
	OmitLocals bool
}

// Fields of scip.Index.
const (
	fieldMetadata  = 1
	fieldDocument  = 2
	fieldExternals = 3
)

// Write writes the snapshot as a SCIP index: one document a parsed file, with
// definitions, references that have a target inside the snapshot, and the
// symbols' kinds, names and documentation. symbols are the strings of
// link.SymbolStrings. Ranges are in the plain form that every reader knows and in
// UTF-8 columns; no absolute path is in it. Documents are marshalled in parallel
// and written in file order, so memory does not grow with the snapshot and the
// bytes do not depend on workers.
//
// Relationships are written inside a document only: scip lint looks the other
// symbol up while it is still reading documents and would call it missing by
// chance. lc's own edges hold all of them.
//
// References that several declarations might mean by name alone are left out, as
// are those whose target lies outside: SCIP has no word for a guess.
func Write(ctx context.Context, w io.Writer, in *link.Input, out *link.Output, symbols [][]string, opts WriteOptions) error {
	buf := bufio.NewWriterSize(w, 1<<20)
	meta := &scip.Metadata{
		ToolInfo:             &scip.ToolInfo{Name: "lc", Version: opts.Version},
		ProjectRoot:          "file:///",
		TextDocumentEncoding: scip.TextEncoding_UTF8,
	}
	if err := writeField(buf, fieldMetadata, meta, nil); err != nil {
		return fmt.Errorf("write SCIP metadata: %w", err)
	}
	relations := relationsBySource(in, out)
	work := func(_ context.Context, i int) ([]byte, error) {
		if in.Files[i].Facts == nil || isData(in.Files[i].Language) {
			return nil, nil
		}
		doc := documentOf(in, out, symbols, relations, i, opts)
		b, err := proto.MarshalOptions{Deterministic: true}.Marshal(doc)
		if err != nil {
			return nil, fmt.Errorf("marshal SCIP document %s: %w", in.Files[i].Path, err)
		}
		return b, nil
	}
	err := fan.Map(ctx, len(in.Files), opts.Workers, work, func(_ int, b []byte) error {
		if b == nil {
			return nil
		}
		return writeField(buf, fieldDocument, nil, b)
	})
	if err != nil {
		return fmt.Errorf("write SCIP index: %w", err)
	}
	if err := buf.Flush(); err != nil {
		return fmt.Errorf("write SCIP index: %w", err)
	}
	return nil
}

func writeField(w io.Writer, number protowire.Number, m proto.Message, b []byte) error {
	if m != nil {
		var err error
		if b, err = (proto.MarshalOptions{Deterministic: true}).Marshal(m); err != nil {
			return err
		}
	}
	head := protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.BytesType), uint64(len(b)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(b)
	return err
}

// relationsBySource groups the relations that SCIP can express by source.
func relationsBySource(in *link.Input, out *link.Output) map[link.Target][]link.Relation {
	by := map[link.Target][]link.Relation{}
	for _, r := range out.Relations {
		if r.Source.File < 0 || r.Target.File < 0 || r.Kind == schema.EdgeSynthesized || r.Source == r.Target || r.Source.File != r.Target.File {
			continue
		}
		if isLocal(in, r.Source) || isLocal(in, r.Target) {
			continue
		}
		by[r.Source] = append(by[r.Source], r)
	}
	return by
}

// isData names the languages of text, data and style. They are left out: readers of SCIP
// navigate code, and headings, keys and rules would be a thirtieth of its bytes.
func isData(language string) bool {
	switch language {
	case "markdown", "yaml", "toml", "json", "json with comments", "json5", "css", "scss", "less":
		return true
	}
	return false
}

func isLocal(in *link.Input, t link.Target) bool {
	return in.Files[t.File].Facts.Symbols[t.Symbol].Kind.IsLocal()
}

func documentOf(in *link.Input, out *link.Output, symbols [][]string, relations map[link.Target][]link.Relation, i int, opts WriteOptions) *scip.Document {
	f := &in.Files[i]
	doc := &scip.Document{
		RelativePath:     f.Path,
		Language:         languageName(f.Language),
		PositionEncoding: scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart,
	}
	base := int32(0)
	if f.Test {
		base = int32(scip.SymbolRole_Test)
	}
	usedLocals := map[int32]bool{}
	for j := range f.Facts.Symbols {
		s := &f.Facts.Symbols[j]
		if s.Kind == schema.KindImpl && s.Flags&schema.SymbolSynthetic != 0 {
			continue // Stands for a type of another file.
		}
		if opts.OmitLocals && s.Kind.IsLocal() {
			continue
		}
		name := symbols[i][j]
		occ := &scip.Occurrence{Symbol: name, SymbolRoles: base | int32(scip.SymbolRole_Definition)}
		switch {
		case s.Kind == schema.KindFile:
			occ.Range = []int32{0, 0, 0}
		case s.NameLine < 1:
			if s.Kind.IsLocal() {
				continue
			}
			// Without a token of its own: an empty range where it starts.
			occ.Range = []int32{s.Span.StartLine - 1, s.Span.StartCol, s.Span.StartCol}
		default:
			occ.Range = []int32{s.NameLine - 1, s.NameCol, s.NameCol + int32(len(s.Name))}
		}
		if s.Kind.IsLocal() {
			usedLocals[int32(j)] = true
		} else if s.Kind != schema.KindFile && (s.Kind.IsCallable() || s.Kind.IsType()) {
			occ.EnclosingRange = plainRange(s.Span)
		}
		doc.Occurrences = append(doc.Occurrences, occ)
		doc.Symbols = append(doc.Symbols, information(f, symbols, relations, i, j))
	}
	for j := range f.Facts.Refs {
		r := &f.Facts.Refs[j]
		target := out.Refs[i][j]
		if !target.Resolved() || target.Origin == schema.OriginAmbiguousName {
			continue
		}
		t := target.Target
		if isData(in.Files[t.File].Language) || isLocal(in, t) && (int(t.File) != i || !usedLocals[t.Symbol]) {
			continue
		}
		doc.Occurrences = append(doc.Occurrences, &scip.Occurrence{
			Symbol:      symbols[t.File][t.Symbol],
			SymbolRoles: base | roles(r.Role),
			Range:       []int32{r.Line - 1, r.Col, r.EndCol},
		})
	}
	sort.SliceStable(doc.Occurrences, func(a, b int) bool { return compareOccurrences(doc.Occurrences[a], doc.Occurrences[b]) < 0 })
	doc.Occurrences = slices.CompactFunc(doc.Occurrences, func(a, b *scip.Occurrence) bool { return compareOccurrences(a, b) == 0 })
	return doc
}

func compareOccurrences(a, b *scip.Occurrence) int {
	if c := slices.Compare(a.Range, b.Range); c != 0 {
		return c
	}
	if a.SymbolRoles != b.SymbolRoles {
		return int(a.SymbolRoles) - int(b.SymbolRoles)
	}
	switch {
	case a.Symbol < b.Symbol:
		return -1
	case a.Symbol > b.Symbol:
		return 1
	}
	return 0
}

func plainRange(s lang.Span) []int32 {
	if s.StartLine == s.EndLine {
		return []int32{s.StartLine - 1, s.StartCol, s.EndCol}
	}
	return []int32{s.StartLine - 1, s.StartCol, s.EndLine - 1, s.EndCol}
}

func information(f *link.File, symbols [][]string, relations map[link.Target][]link.Relation, i, j int) *scip.SymbolInformation {
	s := &f.Facts.Symbols[j]
	info := &scip.SymbolInformation{Symbol: symbols[i][j], Kind: kindOf(s)}
	if s.Kind.IsLocal() {
		return info
	}
	info.DisplayName = s.Name
	if s.Doc != "" {
		info.Documentation = []string{s.Doc}
	}
	seen := map[string]*scip.Relationship{}
	for _, r := range relations[link.Target{File: schema.FileID(i), Symbol: int32(j)}] {
		name := symbols[r.Target.File][r.Target.Symbol]
		rel := seen[name]
		if rel == nil {
			rel = &scip.Relationship{Symbol: name}
			seen[name] = rel
			info.Relationships = append(info.Relationships, rel)
		}
		rel.IsImplementation = true
		// Finding the references of a method means those of what it overrides too.
		rel.IsReference = rel.IsReference || s.Kind.IsCallable()
	}
	sort.Slice(info.Relationships, func(a, b int) bool { return info.Relationships[a].Symbol < info.Relationships[b].Symbol })
	return info
}

func roles(r schema.Role) int32 {
	switch r {
	case schema.RoleImport:
		return int32(scip.SymbolRole_Import)
	case schema.RoleWrite:
		return int32(scip.SymbolRole_WriteAccess)
	}
	return int32(scip.SymbolRole_ReadAccess)
}

// kinds by schema.Kind.
var kinds = [...]scip.SymbolInformation_Kind{
	schema.KindFile:          scip.SymbolInformation_File,
	schema.KindPackage:       scip.SymbolInformation_Package,
	schema.KindNamespace:     scip.SymbolInformation_Namespace,
	schema.KindModule:        scip.SymbolInformation_Module,
	schema.KindClass:         scip.SymbolInformation_Class,
	schema.KindStruct:        scip.SymbolInformation_Struct,
	schema.KindInterface:     scip.SymbolInformation_Interface,
	schema.KindTrait:         scip.SymbolInformation_Trait,
	schema.KindEnum:          scip.SymbolInformation_Enum,
	schema.KindEnumMember:    scip.SymbolInformation_EnumMember,
	schema.KindUnion:         scip.SymbolInformation_Union,
	schema.KindType:          scip.SymbolInformation_Type,
	schema.KindFunction:      scip.SymbolInformation_Function,
	schema.KindMethod:        scip.SymbolInformation_Method,
	schema.KindConstructor:   scip.SymbolInformation_Constructor,
	schema.KindProperty:      scip.SymbolInformation_Property,
	schema.KindField:         scip.SymbolInformation_Field,
	schema.KindVariable:      scip.SymbolInformation_Variable,
	schema.KindConstant:      scip.SymbolInformation_Constant,
	schema.KindMacro:         scip.SymbolInformation_Macro,
	schema.KindParameter:     scip.SymbolInformation_Parameter,
	schema.KindTypeParameter: scip.SymbolInformation_TypeParameter,
	schema.KindLocal:         scip.SymbolInformation_Variable,
	schema.KindImport:        scip.SymbolInformation_Variable,
	schema.KindLabel:         scip.SymbolInformation_UnspecifiedKind,
	schema.KindSection:       scip.SymbolInformation_Key,
	schema.KindImpl:          scip.SymbolInformation_Extension,
}

func kindOf(s *lang.Symbol) scip.SymbolInformation_Kind {
	if int(s.Kind) >= len(kinds) {
		return scip.SymbolInformation_UnspecifiedKind
	}
	static := s.Flags&schema.SymbolStatic != 0
	switch {
	case s.Kind == schema.KindMethod && static:
		return scip.SymbolInformation_StaticMethod
	case s.Kind == schema.KindField && static:
		return scip.SymbolInformation_StaticField
	}
	return kinds[s.Kind]
}

// languageName gives a language the name that SCIP lists for it.
func languageName(name string) string {
	switch name {
	case "go":
		return scip.Language_Go.String()
	case "python":
		return scip.Language_Python.String()
	case "typescript":
		return scip.Language_TypeScript.String()
	case "tsx":
		return scip.Language_TypeScriptReact.String()
	case "javascript":
		return scip.Language_JavaScript.String()
	case "jsx":
		return scip.Language_JavaScriptReact.String()
	case "java":
		return scip.Language_Java.String()
	case "rust":
		return scip.Language_Rust.String()
	case "c":
		return scip.Language_C.String()
	case "c++":
		return scip.Language_CPP.String()
	}
	return name
}
