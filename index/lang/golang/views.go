package golang

import (
	"bytes"
	"go/parser"
	"go/scanner"
	"go/token"
	hashfnv "hash/fnv"

	"github.com/lc-index/lc/index/lang"
)

// views makes shortened views: the end of a line may end a statement. The tokens are
// the whole of what the compiler sees, so that the nesting need not be compared.
func views() *lang.Views {
	return &lang.Views{
		Layout:     layout,
		Breaks:     lang.BreaksEnd,
		JoinAfter:  "{([,;",
		JoinBefore: "})]",
		Tight:      "(){}[],;",
	}
}

func layout(src []byte) (lang.Layout, error) {
	var out lang.Layout
	fset := token.NewFileSet()
	if _, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution); err != nil {
		out.Errors++
	}
	file := fset.AddFile("", fset.Base(), len(src))
	var s scanner.Scanner
	s.Init(file, src, func(token.Position, string) { out.Errors++ }, scanner.ScanComments)
	shape := hashfnv.New64a()
	ended := false // A semicolon is due unless a closing token comes.
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			break
		}
		start := file.Offset(pos)
		piece := lang.Piece{Start: start, End: start + len(text)}
		switch {
		case tok == token.SEMICOLON && text != ";":
			ended = true
			continue
		case tok == token.COMMENT:
			piece.End = endOfComment(src, start)
			piece.Kind = lang.PieceComment
			if isDirective(src[start:piece.End]) {
				piece.Kind = lang.PieceLine
			}
		case tok.IsOperator():
			piece.End = start + len(tok.String())
		case tok == token.STRING:
			piece.End = endOfString(src, start, len(text))
		}
		out.Pieces = append(out.Pieces, piece)
		if piece.Kind == lang.PieceComment {
			continue
		}
		if tok == token.SEMICOLON {
			ended = true
			continue
		}
		if ended && tok != token.RPAREN && tok != token.RBRACE {
			shape.Write([]byte{';', 0})
		}
		ended = false
		shape.Write([]byte(text))
		shape.Write([]byte{byte(tok), 0})
	}
	out.Shape = shape.Sum64()
	out.Bare = out.Shape
	return out, nil
}

// endOfComment finds the end of a comment, whose text the scanner gives without
// carriage returns.
func endOfComment(src []byte, start int) int {
	mark, skip := []byte("\n"), 0
	if src[start+1] == '*' {
		mark, skip = []byte("*/"), 2
	}
	i := bytes.Index(src[start+2:], mark)
	if i < 0 {
		return len(src)
	}
	end := start + 2 + i + skip
	if skip == 0 && src[end-1] == '\r' {
		end--
	}
	return end
}

// endOfString finds the end of a literal, of which a raw one is given without carriage
// returns.
func endOfString(src []byte, start, size int) int {
	if src[start] != '`' {
		return start + size
	}
	i := bytes.IndexByte(src[start+1:], '`')
	if i < 0 {
		return len(src)
	}
	return start + 1 + i + 1
}

// isDirective reports comments that the go command or the compiler obeys.
func isDirective(text []byte) bool {
	return bytes.HasPrefix(text, []byte("//go:")) || bytes.HasPrefix(text, []byte("// +build ")) || bytes.HasPrefix(text, []byte("//export "))
}
