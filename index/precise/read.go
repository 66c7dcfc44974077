package precise

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/scip-code/scip/bindings/go/scip"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/lc-index/lc/store/schema"
)

// FormatError says that a file is not a SCIP index that can be read.
type FormatError struct {
	Path   string
	Offset int64 // Where in the file.
	Cause  error
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("SCIP index %s: offset %d: %v; run its indexer again or leave it out with --scip off", e.Path, e.Offset, e.Cause)
}

func (e *FormatError) Unwrap() error { return e.Cause }

// Index is a SCIP index in memory, with every symbol string held once.
type Index struct {
	Path      string // As given to Read.
	Tool      string
	Version   string
	Root      string // Project root URI as the indexer wrote it; of its own machine.
	Documents []Document
	Malformed int // Occurrences without a usable range or symbol, left out.

	symbols []string
	byName  map[string]int32
}

// Document is what an index says of one file.
type Document struct {
	Path     string // As written.
	Language string
	// TextDigest is that of the document's text; zero when it has none.
	TextDigest  schema.Digest
	Encoding    Encoding
	Occurrences []Occurrence
	relations   []relation
}

// Occurrence is one range with a symbol. Lines and columns are 0-based, columns
// in the document's encoding.
type Occurrence struct {
	StartLine, StartCol, EndLine, EndCol int32
	symbol                               int32
	roles                                int32
}

type relation struct{ source, target int32 }

// Encoding is the unit of columns.
type Encoding uint8

const (
	EncodingUnspecified Encoding = iota
	EncodingUTF8
	EncodingUTF16
	EncodingUTF32
)

// maxMessageBytes bounds one document: far above what indexers write, far below
// what a corrupt length could ask for.
const maxMessageBytes = 512 << 20

// ReadFile reads the index at path.
func ReadFile(ctx context.Context, path string) (*Index, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open SCIP index: %w", err)
	}
	defer f.Close()
	return Read(ctx, path, f)
}

// Read reads an index document by document; path names it in errors. Fields that
// it does not know are passed over, so indexes of later versions are read too.
func Read(ctx context.Context, path string, r io.Reader) (*Index, error) {
	ix := &Index{Path: path, byName: map[string]int32{}}
	in := &counter{r: bufio.NewReaderSize(r, 1<<18)}
	known := false
	var buf bytes.Buffer
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start := in.n
		fail := func(err error) (*Index, error) {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, &FormatError{Path: path, Offset: start, Cause: err}
		}
		number, wire, err := in.tag()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fail(err)
		}
		if wire != protowire.BytesType {
			if number >= fieldMetadata && number <= fieldExternals {
				return fail(fmt.Errorf("field %d has wire type %d, want a message", number, wire))
			}
			if err := in.skip(wire); err != nil {
				return fail(err)
			}
			continue
		}
		size, err := in.varint()
		if err != nil {
			return fail(err)
		}
		if size > maxMessageBytes {
			return fail(fmt.Errorf("message of %d bytes, at most %d are read", size, maxMessageBytes))
		}
		buf.Reset()
		// Copying grows with what is there, not with what the length claims.
		if _, err := io.CopyN(&buf, in, int64(size)); err != nil {
			return fail(err)
		}
		switch number {
		case fieldMetadata:
			var m scip.Metadata
			if err := proto.Unmarshal(buf.Bytes(), &m); err != nil {
				return fail(fmt.Errorf("metadata: %w", err))
			}
			known = true
			ix.Tool, ix.Version, ix.Root = m.GetToolInfo().GetName(), m.GetToolInfo().GetVersion(), m.GetProjectRoot()
		case fieldDocument:
			var d scip.Document
			if err := proto.Unmarshal(buf.Bytes(), &d); err != nil {
				return fail(fmt.Errorf("document %d: %w", len(ix.Documents), err))
			}
			known = true
			ix.add(&d)
		}
	}
	if !known {
		return nil, &FormatError{Path: path, Cause: errors.New("no metadata and no document: not a SCIP index")}
	}
	return ix, nil
}

func (ix *Index) intern(symbol string) int32 {
	if id, ok := ix.byName[symbol]; ok {
		return id
	}
	symbol = strings.Clone(symbol)
	id := int32(len(ix.symbols))
	ix.symbols = append(ix.symbols, symbol)
	ix.byName[symbol] = id
	return id
}

func (ix *Index) add(d *scip.Document) {
	doc := Document{Path: strings.Clone(d.RelativePath), Language: strings.Clone(d.Language)}
	if d.Text != "" {
		doc.TextDigest = sha256.Sum256([]byte(d.Text))
	}
	switch d.PositionEncoding {
	case scip.PositionEncoding_UTF8CodeUnitOffsetFromLineStart:
		doc.Encoding = EncodingUTF8
	case scip.PositionEncoding_UTF16CodeUnitOffsetFromLineStart:
		doc.Encoding = EncodingUTF16
	case scip.PositionEncoding_UTF32CodeUnitOffsetFromLineStart:
		doc.Encoding = EncodingUTF32
	}
	doc.Occurrences = make([]Occurrence, 0, len(d.Occurrences))
	for _, o := range d.Occurrences {
		if o.GetSymbol() == "" {
			continue // Syntax highlighting only.
		}
		r, ok := o.SourceRange()
		ordered := r.Start.Line < r.End.Line || r.Start.Line == r.End.Line && r.Start.Character <= r.End.Character
		if !ok || !ordered || r.Start.Line < 0 || r.Start.Character < 0 || r.End.Character < 0 {
			ix.Malformed++
			continue
		}
		doc.Occurrences = append(doc.Occurrences, Occurrence{
			StartLine: r.Start.Line, StartCol: r.Start.Character, EndLine: r.End.Line, EndCol: r.End.Character,
			symbol: ix.intern(o.Symbol), roles: o.SymbolRoles,
		})
	}
	for _, s := range d.Symbols {
		for _, rel := range s.GetRelationships() {
			if rel.GetIsImplementation() && s.Symbol != "" && rel.Symbol != "" {
				doc.relations = append(doc.relations, relation{ix.intern(s.Symbol), ix.intern(rel.Symbol)})
			}
		}
	}
	ix.Documents = append(ix.Documents, doc)
}

// counter reads protobuf's wire format and knows where it is.
type counter struct {
	r *bufio.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// varint reads a number; io.EOF only before its first byte.
func (c *counter) varint() (uint64, error) {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b, err := c.r.ReadByte()
		if err != nil {
			if shift > 0 && err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return 0, err
		}
		c.n++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, nil
		}
	}
	return 0, errors.New("number longer than 64 bits")
}

func (c *counter) tag() (protowire.Number, protowire.Type, error) {
	v, err := c.varint()
	if err != nil {
		return 0, 0, err
	}
	number, wire := protowire.DecodeTag(v)
	if number < protowire.MinValidNumber {
		return 0, 0, fmt.Errorf("field number %d: not a protobuf message", number)
	}
	return number, wire, nil
}

// skip passes over the value of an unknown field that is not a message.
func (c *counter) skip(wire protowire.Type) error {
	var size int64
	switch wire {
	case protowire.VarintType:
		_, err := c.varint()
		return err
	case protowire.Fixed32Type:
		size = 4
	case protowire.Fixed64Type:
		size = 8
	default:
		return fmt.Errorf("wire type %d: not a protobuf message", wire)
	}
	_, err := io.CopyN(io.Discard, c, size)
	return err
}
