package detect

import (
	"bytes"
	"encoding/binary"
	"errors"
	"unicode/utf16"
	"unicode/utf8"
)

// ErrBinary means that the bytes are not text.
var ErrBinary = errors.New("binary content")

// binaryProbe is how far git looks for a NUL before it calls a file text.
const binaryProbe = 8000

var utf8BOM = []byte("\xef\xbb\xbf")

// Encoding is how the bytes of a file hold its text.
type Encoding uint8

const (
	UTF8    Encoding = iota // Plain UTF-8, ASCII included.
	UTF8BOM                 // UTF-8 after a byte order mark.
	UTF16LE                 // UTF-16, little-endian, by its byte order mark or its NULs.
	UTF16BE                 // UTF-16, big-endian, by its byte order mark or its NULs.
	Mixed                   // Bytes that are not UTF-8: an older code page, or damage.
	Binary                  // Not text.
)

// String returns the encoding's usual name.
func (e Encoding) String() string {
	names := [...]string{"utf-8", "utf-8-bom", "utf-16le", "utf-16be", "mixed", "binary"}
	if int(e) < len(names) {
		return names[e]
	}
	return "invalid"
}

// Decode returns the text of raw as valid UTF-8, which is what parsers read and
// what every line and column of lc counts.
//
// A byte order mark is no part of the text: columns of the first line count from
// behind it, as editors do. Text in UTF-16 is converted, so its columns are bytes
// of the UTF-8 form. In text of another encoding each byte that is not UTF-8
// becomes one '?', and a NUL beyond git's probe one space, so offsets stay those
// of raw. The text shares memory with raw where nothing had to change. Bytes with
// a NUL in the first 8000 and no mark of UTF-16 are binary, as in git: ErrBinary. So
// is UTF-16 without a mark, unless every second byte is the NUL of plain ASCII.
func Decode(raw []byte) ([]byte, Encoding, error) {
	switch {
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe, 0, 0}): // UTF-32.
		return nil, Binary, ErrBinary
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}) && len(raw)%2 == 0:
		return decode16(raw[2:], binary.LittleEndian), UTF16LE, nil
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}) && len(raw)%2 == 0:
		return decode16(raw[2:], binary.BigEndian), UTF16BE, nil
	}
	if bytes.IndexByte(raw[:min(len(raw), binaryProbe)], 0) >= 0 {
		if order := order16(raw); order != nil {
			encoding := UTF16LE
			if order == binary.BigEndian {
				encoding = UTF16BE
			}
			return decode16(raw, order), encoding, nil
		}
		return nil, Binary, ErrBinary
	}
	text, encoding := raw, UTF8
	if bytes.HasPrefix(raw, utf8BOM) {
		text, encoding = raw[len(utf8BOM):], UTF8BOM
	}
	valid := utf8.Valid(text)
	if valid && bytes.IndexByte(text, 0) < 0 {
		return text, encoding, nil
	}
	text = bytes.Clone(text)
	for i := 0; i < len(text); {
		if text[i] == 0 {
			text[i] = ' '
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			text[i] = '?'
		}
		i += size
	}
	if !valid {
		encoding = Mixed
	}
	return text, encoding, nil
}

// order16 tells the byte order of ASCII in UTF-16 that has no mark; nil when raw is no
// such text. It must have a line end, so that a table of small numbers is none.
func order16(raw []byte) binary.ByteOrder {
	head := raw[:min(len(raw), binaryProbe)]
	if len(raw)%2 != 0 || len(head) < 4 {
		return nil
	}
	for i, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		ascii, lines := true, false
		for at := 0; at+1 < len(head) && ascii; at += 2 {
			c, zero := head[at+i], head[at+1-i]
			ascii = zero == 0 && (c >= ' ' && c < 0x7f || c == '\t' || c == '\n' || c == '\r')
			lines = lines || c == '\n'
		}
		if ascii && lines {
			return order
		}
	}
	return nil
}

func decode16(raw []byte, order binary.ByteOrder) []byte {
	units := make([]uint16, len(raw)/2)
	for i := range units {
		units[i] = order.Uint16(raw[2*i:])
		if units[i] == 0 {
			units[i] = ' '
		}
	}
	return []byte(string(utf16.Decode(units)))
}

// Lines counts the lines of text: line ends, plus one when the last line has none.
func Lines(text []byte) int32 {
	n := int32(bytes.Count(text, []byte{'\n'}))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// TrimMark returns raw without the byte order mark of UTF-8.
func TrimMark(raw []byte) []byte { return bytes.TrimPrefix(raw, utf8BOM) }
