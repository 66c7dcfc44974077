package lang

// Layout says what of a file its white space and comments are, so that a reader can
// leave them out and prove that nothing else went with them.
type Layout struct {
	Pieces     []Piece // By position, disjoint. What lies between them is white space.
	Errors     int     // Parse errors.
	ErrorBytes int     // Bytes inside them, which are kept as they are.

	// Shape is a digest of the tokens and of how they nest, comments and white space
	// left out. Two texts of one shape mean the same to a compiler. Bare is the digest
	// without documentation strings.
	Shape, Bare uint64
}

// Piece is a run of bytes that is kept or left out whole.
type Piece struct {
	Start, End int
	Kind       PieceKind
}

// PieceKind says what a piece is.
type PieceKind uint8

const (
	PieceToken   PieceKind = iota // Kept byte for byte: a token, a literal.
	PieceComment                  // Says nothing to a compiler.
	PieceDoc                      // A string that stands for documentation and is no other value.
	PieceLine                     // A token that stays at its line's end: a comment that a compiler obeys, what could not be parsed.
)

// Breaks says what the end of a line means in a language.
type Breaks uint8

const (
	BreaksFree   Breaks = iota // White space: lines may be joined.
	BreaksEnd                  // It may end a statement.
	BreaksIndent               // It does, and the indentation of the next line nests.
)

// Views is what the shortened views of a language's files are made by.
type Views struct {
	// Layout reads one file, which must be UTF-8. It is safe for concurrent use and
	// never panics.
	Layout func(src []byte) (Layout, error)

	Breaks Breaks
	// JoinAfter and JoinBefore list single-byte tokens behind and before which a line
	// may be joined with its neighbour although ends of lines matter.
	JoinAfter, JoinBefore string
	// JoinInside lists the brackets inside of which indentation does not matter.
	JoinInside string
	// Tight lists the bytes beside which a blank between two tokens means nothing.
	Tight string
	// Directive begins a token that makes its line stand alone; 0 for none.
	Directive byte
}
