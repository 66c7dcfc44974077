package schema

// FormatVersion numbers the bytes of a snapshot: tables, manifest, layout.
// A reader refuses any other number. Change log:
//
//	1: first format.
//	2: end_line of problems; kinds key, table, resource and rule; symbol flag example.
const FormatVersion = 2

// MemoryVersion numbers the bytes of the file memory. Another number is a miss,
// never an error. Change log:
//
//	1: first format.
//	2: ranges of problems; regions of embedded code.
const MemoryVersion = 2

// ExtractorVersion numbers what the extractors find. It is part of the key of
// every remembered fact. Change log:
//
//	1: Go, Python, TypeScript, JavaScript, Java, Rust, C, C++.
//	2: the other languages of the registry; ranges of parse problems.
const ExtractorVersion = 3

// LinkVersion numbers what the linker concludes from facts; it is part of the
// fingerprint of a snapshot. Change log:
//
//	1: first linker.
const LinkVersion = 2
