package java

import "github.com/lc-index/lc/graph/resolve"

// through says what methods of the library's collections, streams and optionals
// give in terms of what they hold.
func through(name string, container bool) resolve.Passage {
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "stream", "parallelStream", "filter", "iterator", "listIterator", "spliterator", "sorted", "distinct", "limit", "skip", "findFirst", "findAny", "max", "min",
		"subList", "reversed", "values", "clone", "toList", "collect", "headSet", "tailSet", "descendingIterator", "descendingSet", "or", "takeWhile", "dropWhile", "onClose", "unordered":
		return resolve.PassSame
	case "get", "getFirst", "getLast", "next", "previous", "orElse", "orElseThrow", "orElseGet", "peek", "peekFirst", "peekLast", "poll", "pollFirst", "pollLast",
		"remove", "removeFirst", "removeLast", "pop", "take", "element", "first", "last", "put", "putIfAbsent", "getOrDefault", "computeIfAbsent", "computeIfPresent", "join",
		"call", "getAndSet", "floor", "ceiling", "higher", "lower", "set", "firstElement", "lastElement":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// isObjectMethod reports methods of java.lang.Object, and of its classes of enums
// and records, that every type has.
func isObjectMethod(name string) bool {
	switch name {
	case "getClass", "hashCode", "equals", "toString", "notify", "notifyAll", "wait", "clone", "finalize":
		return true
	}
	return false
}

func isEnumMethod(name string) bool {
	switch name {
	case "values", "valueOf", "ordinal", "name", "compareTo", "getDeclaringClass":
		return true
	}
	return false
}

// isCommon reports method names of the library that say nothing about a receiver
// of unknown type.
func isCommon(name string) bool {
	if isObjectMethod(name) || isEnumMethod(name) || through(name, true) != resolve.PassNothing {
		return true
	}
	switch name {
	case "addAll", "removeAll", "containsKey", "containsValue", "putAll", "entrySet", "keySet", "getKey", "hasNext", "substring", "charAt", "toArray", "append",
		"getName", "getMessage", "getCause", "printStackTrace", "intValue", "longValue", "doubleValue", "booleanValue", "isInstance", "isAssignableFrom", "getType",
		"toLowerCase", "toUpperCase", "isPresent", "ifPresent", "accept", "compareTo", "compare", "newInstance", "readLine", "getBytes", "lastIndexOf", "containsExactly", "isEqualTo",
		"isTrue", "isFalse", "isNull", "isNotNull", "isSameInstanceAs", "hasMessageThat", "assertThat", "getParameterTypes", "getReturnType", "getAnnotation", "getModifiers":
		return true
	}
	return false
}

// isRoot reports the first parts of well-known package names.
func isRoot(name string) bool {
	switch name {
	case "java", "javax", "jakarta", "jdk", "sun", "com", "org", "net", "io", "edu", "android", "androidx", "kotlin":
		return true
	}
	return false
}

// isJavaLang reports the types of java.lang.
func isJavaLang(name string) bool {
	switch name {
	case "Object", "String", "Class", "Integer", "Long", "Short", "Byte", "Character", "Boolean", "Double", "Float", "Number", "Void", "Math", "StrictMath", "System",
		"Thread", "ThreadLocal", "ThreadGroup", "InheritableThreadLocal", "Runnable", "Iterable", "Comparable", "CharSequence", "Cloneable", "AutoCloseable", "Appendable", "Readable", "StringBuilder",
		"StringBuffer", "Enum", "Record", "Process", "ProcessBuilder", "ProcessHandle", "Runtime", "ClassLoader", "ClassValue", "Package", "Module", "ModuleLayer", "StackTraceElement",
		"StackWalker", "SecurityManager", "Throwable", "Exception", "Error", "RuntimeException", "IllegalArgumentException", "IllegalStateException",
		"NullPointerException", "IndexOutOfBoundsException", "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException", "ArrayStoreException",
		"NegativeArraySizeException", "ArithmeticException", "ClassCastException", "ClassNotFoundException", "CloneNotSupportedException", "EnumConstantNotPresentException",
		"IllegalAccessException", "IllegalMonitorStateException", "IllegalThreadStateException", "InstantiationException", "InterruptedException",
		"LayerInstantiationException", "NoSuchFieldException", "NoSuchMethodException", "NumberFormatException", "ReflectiveOperationException",
		"SecurityException", "TypeNotPresentException", "UnsupportedOperationException", "AbstractMethodError", "AssertionError", "BootstrapMethodError",
		"ClassCircularityError", "ClassFormatError", "ExceptionInInitializerError", "IllegalAccessError", "IncompatibleClassChangeError", "InstantiationError",
		"InternalError", "LinkageError", "NoClassDefFoundError", "NoSuchFieldError", "NoSuchMethodError", "OutOfMemoryError", "StackOverflowError",
		"UnknownError", "UnsatisfiedLinkError", "UnsupportedClassVersionError", "VerifyError", "VirtualMachineError", "Override", "Deprecated",
		"SuppressWarnings", "SafeVarargs", "FunctionalInterface", "ScopedValue", "StringTemplate", "MatchException":
		return true
	}
	return false
}
