package swift

import "github.com/lc-index/lc/graph/resolve"

// through says what functions of the library give in terms of their receiver.
func through(name string, container bool) resolve.Passage {
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "filter", "sorted", "reversed", "dropFirst", "dropLast", "prefix", "suffix", "lazy", "shuffled", "drop", "values", "union", "intersection", "subtracting":
		return resolve.PassSame
	case "first", "last", "randomElement", "popLast", "popFirst", "removeFirst", "removeLast", "remove", "min", "max", "next", "updateValue", "removeValue":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// isImplicit reports members that the compiler or the library gives to types.
func isImplicit(name string) bool {
	switch name {
	case "self", "hashValue", "hash", "rawValue", "description", "debugDescription", "localizedDescription", "encode", "allCases", "objectWillChange", "Type", "init", "deinit",
		"map", "flatMap", "compactMap", "forEach", "filter", "contains", "sorted", "reduce":
		return true
	}
	return false
}

// isCommon reports member names that types of the library have.
func isCommon(name string) bool {
	if isImplicit(name) {
		return true
	}
	switch name {
	case "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "joined", "split", "prefix", "suffix", "hasPrefix", "hasSuffix", "isEmpty", "count", "first", "last",
		"keys", "values", "enumerated", "zip", "min", "max", "resume", "cancel", "async", "sync", "wait", "signal", "notify", "lowercased", "uppercased", "components",
		"trimmingCharacters", "replacingOccurrences", "absoluteString", "path", "subscript", "firstIndex", "index", "indices", "startIndex", "endIndex", "isNil", "allSatisfy",
		"union", "intersection", "subtracting", "isSubset", "formUnion", "withLock", "read", "write", "value", "wrappedValue", "projectedValue", "body", "success", "failure",
		"some", "none", "shared", "main", "zero", "standard", "current":
		return true
	}
	return false
}

// isLibrary reports names of the standard library.
func isLibrary(name string) bool {
	switch name {
	case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double", "Float80", "Bool", "String", "Substring", "Character",
		"Unicode", "Array", "ArraySlice", "ContiguousArray", "Dictionary", "Set", "Optional", "Result", "Range", "ClosedRange", "Never", "Void", "Any", "AnyObject", "AnyClass",
		"Error", "Equatable", "Hashable", "Comparable", "Identifiable", "Codable", "Encodable", "Decodable", "Encoder", "Decoder", "CodingKey", "CaseIterable", "RawRepresentable",
		"Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection", "IteratorProtocol", "AnySequence",
		"AnyIterator", "AnyHashable", "AnyCollection", "Sendable", "Copyable", "Escapable", "CustomStringConvertible", "CustomDebugStringConvertible", "LosslessStringConvertible",
		"ExpressibleByStringLiteral", "ExpressibleByIntegerLiteral", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral", "ExpressibleByBooleanLiteral",
		"ExpressibleByFloatLiteral", "ExpressibleByNilLiteral", "ExpressibleByStringInterpolation", "ExpressibleByUnicodeScalarLiteral", "OptionSet", "SetAlgebra", "Numeric",
		"SignedNumeric", "BinaryInteger", "FixedWidthInteger", "SignedInteger", "UnsignedInteger", "FloatingPoint", "BinaryFloatingPoint", "Strideable", "StringProtocol",
		"KeyPath", "WritableKeyPath", "ReferenceWritableKeyPath", "AnyKeyPath", "PartialKeyPath", "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer",
		"UnsafeMutableRawPointer", "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer", "OpaquePointer", "Unmanaged", "ObjectIdentifier", "Mirror",
		"StaticString", "TextOutputStream", "MainActor", "Actor", "Task", "TaskGroup", "ThrowingTaskGroup", "AsyncSequence", "AsyncIteratorProtocol", "AsyncStream",
		"AsyncThrowingStream", "CheckedContinuation", "UnsafeContinuation", "CancellationError", "Clock", "ContinuousClock", "Duration", "DefaultStringInterpolation",
		"Regex", "CommandLine", "SystemRandomNumberGenerator", "EncodingError", "DecodingError", "KeyedDecodingContainer", "KeyedEncodingContainer", "UnkeyedDecodingContainer",
		"SingleValueDecodingContainer", "SingleValueEncodingContainer", "UnkeyedEncodingContainer", "CodingUserInfoKey", "EmptyCollection", "CollectionOfOne", "Slice", "Repeated",
		"print", "debugPrint", "dump", "assert", "assertionFailure", "precondition", "preconditionFailure", "fatalError", "min", "max", "abs", "zip", "stride", "swap", "type",
		"withUnsafePointer", "withUnsafeBytes", "withUnsafeMutablePointer", "withUnsafeMutableBytes", "unsafeBitCast", "unsafeDowncast", "isKnownUniquelyReferenced",
		"withExtendedLifetime", "withCheckedContinuation", "withCheckedThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup", "withTaskCancellationHandler",
		"withoutActuallyEscaping", "readLine", "repeatElement", "sequence", "numericCast", "MemoryLayout", "available", "swift", "Self", "Element", "Iterator", "Key", "Value":
		return true
	}
	return false
}
