package schema

// FormatVersion numbers the bytes of a snapshot: tables, manifest, layout.
// A reader refuses any other number. Change log:
//
//	1: first format.
const FormatVersion = 1

// MemoryVersion numbers the bytes of the file memory. Another number is a miss,
// never an error. Change log:
//
//	1: first format.
const MemoryVersion = 1

// ExtractorVersion numbers what the extractors find. It is part of the key of
// every remembered fact. Change log:
//
//	1: Go, Python, TypeScript, JavaScript, Java, Rust, C, C++.
const ExtractorVersion = 1

// LinkVersion numbers what the linker concludes from facts; it is part of the
// fingerprint of a snapshot. Change log:
//
//	1: first linker.
const LinkVersion = 1
