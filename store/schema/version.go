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
//	3: C#, Ruby, Lua, Kotlin and Scala read deeper; SQL by its own reader.
//	4: operators before a call in Kotlin and Swift, struct literals of Rust, Objective-C
//	   in headers, names of NONCONCURRENTLY indexes.
const ExtractorVersion = 4

// LinkVersion numbers what the linker concludes from facts; it is part of the
// fingerprint of a snapshot. Change log:
//
//	1: first linker.
//	2: rules of C#, Ruby, Lua, Kotlin, Scala, Swift and PHP.
//	3: required names are variables, constructions mean constructors, augmentations of
//	   packages in TypeScript.
const LinkVersion = 3
