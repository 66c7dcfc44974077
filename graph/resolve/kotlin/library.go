package kotlin

import "github.com/lc-index/lc/graph/resolve"

// through says what functions of the library give in terms of their receiver.
func through(name string, container bool) resolve.Passage {
	switch name {
	case "apply", "also", "takeIf", "takeUnless", "onEach", "copy":
		return resolve.PassSame
	}
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "filter", "filterNot", "filterNotNull", "sorted", "sortedBy", "sortedByDescending", "sortedWith", "reversed", "distinct", "distinctBy", "take", "takeLast", "takeWhile",
		"drop", "dropLast", "dropWhile", "toList", "toMutableList", "toSet", "toMutableSet", "asSequence", "asIterable", "asFlow", "toTypedArray", "iterator", "listIterator",
		"subList", "values", "shuffled", "plus", "minus", "union", "intersect", "asReversed", "orEmpty", "stream", "flowOn", "conflate", "distinctUntilChanged", "asStateFlow",
		"onCompletion", "onStart", "catch", "toSortedSet", "clone", "copyOf", "slice":
		return resolve.PassSame
	case "first", "firstOrNull", "last", "lastOrNull", "find", "findLast", "single", "singleOrNull", "get", "getOrNull", "getOrElse", "getOrPut", "getValue", "elementAt", "elementAtOrNull",
		"random", "randomOrNull", "max", "min", "maxBy", "minBy", "maxByOrNull", "minByOrNull", "maxOrNull", "minOrNull", "next", "remove", "removeAt", "removeFirst", "removeLast",
		"removeFirstOrNull", "removeLastOrNull", "await", "receive", "value", "put", "poll", "peek", "pop", "element", "call", "orElse", "orElseThrow", "orElseGet", "getOrDefault", "join", "computeIfAbsent":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// isAnyMember reports members and extensions that every value has.
func isAnyMember(name string) bool {
	switch name {
	case "equals", "hashCode", "toString", "let", "also", "apply", "run", "takeIf", "takeUnless", "to", "javaClass", "copy", "use":
		return true
	}
	return len(name) == len("component1") && name[:len(name)-1] == "component"
}

func isEnumMember(name string) bool {
	switch name {
	case "values", "valueOf", "entries", "ordinal", "name", "compareTo", "declaringJavaClass", "declaringClass":
		return true
	}
	return false
}

// isCommon reports member names of the library that say nothing about a receiver of
// unknown type.
func isCommon(name string) bool {
	if isAnyMember(name) || isEnumMember(name) || through(name, true) != resolve.PassNothing {
		return true
	}
	switch name {
	case "forEach", "forEachIndexed", "mapNotNull", "mapIndexed", "flatMap", "associate", "associateBy", "associateWith", "groupBy", "partition", "joinToString", "containsKey",
		"addAll", "removeAll", "retainAll", "putAll", "isNotEmpty", "isNullOrEmpty", "isBlank", "isNotBlank", "isNullOrBlank", "startsWith", "endsWith", "substring", "lowercase",
		"uppercase", "toInt", "toLong", "toDouble", "toFloat", "toByteArray", "toIntOrNull", "toLongOrNull", "indices", "lastIndex", "keys", "entries", "toMap", "toMutableMap",
		"sumOf", "fold", "reduce", "zip", "chunked", "windowed", "withIndex", "indexOf", "lastIndexOf", "contains", "coerceAtLeast", "coerceAtMost", "coerceIn", "until", "downTo",
		"step", "launch", "async", "collect", "cancel", "emit", "message", "cause", "stackTrace", "printStackTrace", "append", "appendLine", "trimIndent", "trimMargin",
		"java", "simpleName", "qualifiedName", "isInstance", "isEqualTo", "isTrue", "isFalse", "isNull", "isNotNull", "shouldBe", "assertEquals", "first", "second", "third":
		return true
	}
	return false
}

// isBuiltin reports names that every file sees: of kotlin, kotlin.collections,
// kotlin.io, kotlin.text and the like, and of java.lang.
func isBuiltin(name string) bool {
	switch name {
	case "Any", "Unit", "Nothing", "Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Char", "String", "Number", "UByte", "UShort", "UInt", "ULong",
		"Array", "BooleanArray", "ByteArray", "ShortArray", "IntArray", "LongArray", "FloatArray", "DoubleArray", "CharArray", "UIntArray", "ULongArray", "UByteArray",
		"CharSequence", "Comparable", "Enum", "Annotation", "Throwable", "Exception", "Error", "RuntimeException", "IllegalArgumentException", "IllegalStateException",
		"IndexOutOfBoundsException", "UnsupportedOperationException", "NullPointerException", "ClassCastException", "AssertionError", "NoSuchElementException",
		"NumberFormatException", "ConcurrentModificationException", "ArithmeticException", "Iterable", "MutableIterable", "Collection", "MutableCollection", "List", "MutableList",
		"Set", "MutableSet", "Map", "MutableMap", "Iterator", "MutableIterator", "ListIterator", "MutableListIterator", "Sequence", "ArrayList", "HashMap", "HashSet", "LinkedHashMap",
		"LinkedHashSet", "ArrayDeque", "Pair", "Triple", "Result", "Lazy", "Regex", "MatchResult", "RegexOption", "StringBuilder", "Appendable", "Comparator", "Function", "IntRange",
		"LongRange", "CharRange", "ClosedRange", "IntProgression", "KotlinVersion", "DeprecationLevel", "Deprecated", "ReplaceWith", "Suppress", "OptIn", "RequiresOptIn", "SinceKotlin",
		"PublishedApi", "DslMarker", "JvmStatic", "JvmField", "JvmName", "JvmOverloads", "JvmInline", "JvmSynthetic", "JvmDefault", "JvmMultifileClass", "JvmSuppressWildcards", "JvmWildcard",
		"JvmRecord", "Throws", "Volatile", "Transient", "Synchronized", "Strictfp", "Target", "Retention", "Repeatable", "MustBeDocumented", "AnnotationTarget", "AnnotationRetention",
		"UnsafeVariance", "ExperimentalStdlibApi", "ExperimentalUnsignedTypes", "ExtensionFunctionType", "ParameterName", "AutoCloseable", "CharCategory", "Charsets", "IndexedValue", "Grouping",
		"Class", "Object", "System", "Thread", "Runnable", "Math", "Integer", "Character", "Void", "Process", "ProcessBuilder", "Runtime", "ClassLoader", "InterruptedException", "Override",
		"StackTraceElement", "StackOverflowError", "OutOfMemoryError", "ThreadLocal", "Cloneable", "ReflectiveOperationException", "ClassNotFoundException", "NoSuchMethodException", "NoSuchFieldException",
		"SecurityException", "CloneNotSupportedException", "LinkageError", "NoClassDefFoundError", "UnsatisfiedLinkError", "StringBuffer", "Readable", "FunctionalInterface", "SuppressWarnings",
		"println", "print", "readLine", "readln", "readlnOrNull", "require", "requireNotNull", "check", "checkNotNull", "error", "TODO", "run", "with", "apply", "also", "let", "takeIf", "takeUnless",
		"repeat", "lazy", "lazyOf", "runCatching", "synchronized", "use", "assert", "arrayOf", "arrayOfNulls", "emptyArray", "booleanArrayOf", "byteArrayOf", "shortArrayOf", "intArrayOf", "longArrayOf",
		"floatArrayOf", "doubleArrayOf", "charArrayOf", "ubyteArrayOf", "uintArrayOf", "ulongArrayOf", "listOf", "listOfNotNull", "mutableListOf", "emptyList", "arrayListOf", "setOf", "setOfNotNull", "mutableSetOf",
		"emptySet", "hashSetOf", "linkedSetOf", "sortedSetOf", "mapOf", "mutableMapOf", "emptyMap", "hashMapOf", "linkedMapOf", "sortedMapOf", "sequenceOf", "emptySequence", "generateSequence", "sequence",
		"iterator", "buildList", "buildSet", "buildMap", "buildString", "maxOf", "minOf", "compareBy", "compareByDescending", "compareValues", "compareValuesBy", "naturalOrder", "reverseOrder",
		"nullsFirst", "nullsLast", "enumValues", "enumValueOf", "enumEntries", "suspend", "typeOf", "isNaN":
		return true
	}
	return false
}
