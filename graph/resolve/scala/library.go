package scala

import "github.com/lc-index/lc/graph/resolve"

// through says what methods of the library give in terms of their receiver.
func through(name string, container bool) resolve.Passage {
	switch name {
	case "copy", "tap", "ensuring":
		return resolve.PassSame
	}
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "filter", "filterNot", "withFilter", "sorted", "sortBy", "sortWith", "reverse", "distinct", "distinctBy", "take", "takeRight", "takeWhile", "drop", "dropRight", "dropWhile",
		"toList", "toSeq", "toVector", "toSet", "toArray", "toIndexedSeq", "toIterable", "iterator", "view", "tail", "init", "slice", "values", "valuesIterator", "headOption", "lastOption",
		"find", "minByOption", "maxByOption", "++", ":+", "+:", "::", ":::", "concat", "appended", "prepended", "orElse", "par", "seq", "reverseIterator", "padTo", "updated", "intersect",
		"diff", "union", "clone", "result", "lift", "toOption":
		return resolve.PassSame
	case "head", "last", "get", "getOrElse", "apply", "next", "min", "max", "minBy", "maxBy", "reduce", "reduceLeft", "orNull", "dequeue", "pop", "top", "front", "remove", "value", "await", "unsafeRunSync":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// isAnyMember reports members that every value has.
func isAnyMember(name string) bool {
	switch name {
	case "equals", "hashCode", "toString", "==", "!=", "eq", "ne", "asInstanceOf", "isInstanceOf", "getClass", "synchronized", "copy", "productIterator", "productArity",
		"productElement", "productPrefix", "canEqual", "->", "ensuring", "formatted", "notify", "notifyAll", "wait", "##", "tupled", "curried", "unapply":
		return true
	}
	return false
}

func isEnumMember(name string) bool {
	return name == "values" || name == "valueOf" || name == "ordinal" || name == "fromOrdinal"
}

// isCommon reports member names of the library that say nothing about a receiver of
// unknown type.
func isCommon(name string) bool {
	if isAnyMember(name) || isEnumMember(name) || through(name, true) != resolve.PassNothing {
		return true
	}
	switch name {
	case "foreach", "map", "flatMap", "collect", "exists", "forall", "count", "foldLeft", "foldRight", "fold", "mkString", "nonEmpty", "isEmpty", "isDefined", "contains", "zip",
		"zipWithIndex", "groupBy", "partition", "span", "splitAt", "toMap", "toInt", "toLong", "toDouble", "toFloat", "toByte", "length", "indices", "keySet", "keys", "append", "prepend",
		"addOne", "addAll", "startsWith", "endsWith", "substring", "toLowerCase", "toUpperCase", "stripMargin", "trim", "split", "charAt", "indexOf", "lastIndexOf", "replaceAll",
		"getMessage", "getCause", "printStackTrace", "getName", "onComplete", "recover", "recoverWith", "transform", "traverse", "sequence", "pure", "void", "unit", "some", "none",
		"left", "right", "foldMap", "combine", "combineAll", "shouldBe", "should", "must", "shouldEqual", "mustBe", "mustEqual", "assertEquals", "isLeft", "isRight", "withClue", "succeed", "size":
		return true
	}
	return false
}

// isBuiltin reports names that every file sees: of scala, scala.Predef and java.lang.
func isBuiltin(name string) bool {
	switch name {
	case "Any", "AnyRef", "AnyVal", "Nothing", "Null", "Unit", "Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Char", "String", "Symbol", "Option", "Some", "None", "Either", "Left",
		"Right", "List", "Nil", "Seq", "IndexedSeq", "Vector", "Set", "Map", "Array", "Iterable", "Iterator", "Traversable", "TraversableOnce", "IterableOnce", "LazyList", "Stream", "Range",
		"StringBuilder", "Function", "Function0", "Function1", "Function2", "Function3", "PartialFunction", "Product", "Product1", "Product2", "Serializable", "Tuple", "Tuple1", "Tuple2", "Tuple3",
		"Tuple4", "Tuple5", "Equals", "Ordering", "Ordered", "Numeric", "Fractional", "Integral", "Equiv", "BigInt", "BigDecimal", "App", "DelayedInit", "Dynamic", "Matchable", "Singleton", "CanEqual",
		"ValueOf", "Conversion", "EmptyTuple", "NonEmptyTuple", "StringContext", "Proxy", "Manifest", "ClassManifest", "OptManifest", "Class", "ClassCastException", "Console",
		"Throwable", "Exception", "Error", "RuntimeException", "NullPointerException", "IndexOutOfBoundsException", "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException",
		"UnsupportedOperationException", "IllegalArgumentException", "IllegalStateException", "NoSuchElementException", "NumberFormatException", "AbstractMethodError", "InterruptedException",
		"MatchError", "UninitializedFieldError", "AssertionError", "Object", "Integer", "Character", "CharSequence", "Comparable", "Cloneable", "Runnable", "Thread", "ThreadLocal",
		"System", "Math", "Runtime", "Process", "ProcessBuilder", "ClassLoader", "Number", "Void", "Override", "Deprecated", "SuppressWarnings", "FunctionalInterface", "SafeVarargs", "AutoCloseable",
		"StackTraceElement", "StackOverflowError", "OutOfMemoryError", "ReflectiveOperationException", "ClassNotFoundException", "NoSuchMethodException", "NoSuchFieldException", "SecurityException",
		"CloneNotSupportedException", "LinkageError", "NoClassDefFoundError", "VirtualMachineError", "ArithmeticException", "InheritableThreadLocal", "StrictMath", "StringBuffer", "Readable", "Enum", "Record",
		"deprecated", "inline", "noinline", "native", "throws", "transient", "volatile", "unchecked", "specialized", "main", "implicitNotFound", "implicitAmbiguous", "SerialVersionUID",
		"println", "print", "printf", "readLine", "assert", "assume", "require", "ensuring", "identity", "implicitly", "summon", "locally", "classOf", "valueOf", "optManifest", "manifest", "nn", "???",
		"compiletime", "int2Integer", "Ensuring", "ArrowAssoc", "any2stringadd", "augmentString", "wrapString", "genericArrayOps", "<:<", "=:=", "DummyImplicit", "Tuple6", "Tuple7", "Tuple22", "::", "+:", ":+":
		return true
	}
	return false
}
