package ruby

import (
	"sort"

	"github.com/lc-index/lc/graph/resolve"
)

// in reports whether a sorted list holds a word.
func in(list []string, word string) bool {
	i := sort.SearchStrings(list, word)
	return i < len(list) && list[i] == word
}

// isLibraryConstant reports whether Ruby's core or standard library has a constant.
func isLibraryConstant(name string) bool {
	return in([]string{
		"ARGF", "ARGV", "ArgumentError", "Array", "BasicObject", "Benchmark", "BigDecimal", "Binding", "CSV", "Class", "Comparable", "Complex", "ConditionVariable", "DATA", "Data",
		"Date", "DateTime", "Delegator", "Digest", "Dir", "ENV", "EOFError", "ERB", "Encoding", "Enumerable", "Enumerator", "Errno", "Exception", "FalseClass", "Fiber", "File",
		"FileUtils", "Float", "FloatDomainError", "FrozenError", "GC", "Hash", "IO", "IOError", "IPAddr", "IndexError", "Integer", "Interrupt", "JSON", "Kernel", "KeyError",
		"LoadError", "LocalJumpError", "Logger", "MatchData", "Math", "Method", "Module", "Monitor", "Mutex", "NameError", "Net", "NilClass", "NoMatchingPatternError", "NoMemoryError",
		"NoMethodError", "NotImplementedError", "Numeric", "OpenSSL", "OpenStruct", "OptionParser", "Pathname", "Proc", "Process", "Psych", "Queue", "RUBY_ENGINE", "RUBY_PLATFORM",
		"RUBY_VERSION", "Ractor", "Random", "Range", "RangeError", "Rational", "Regexp", "RegexpError", "RuntimeError", "STDERR", "STDIN", "STDOUT", "ScriptError", "SecureRandom",
		"SecurityError", "Set", "Shellwords", "Signal", "SignalException", "SimpleDelegator", "Singleton", "Socket", "StandardError", "StopIteration", "String", "StringIO",
		"StringScanner", "Struct", "Symbol", "SyntaxError", "SystemCallError", "SystemExit", "SystemStackError", "TCPServer", "TCPSocket", "Tempfile", "Thread", "ThreadError",
		"ThreadGroup", "Time", "Timeout", "TracePoint", "TrueClass", "TypeError", "URI", "UnboundMethod", "UncaughtThrowError", "WeakRef", "YAML", "ZeroDivisionError", "Zlib",
	}, name)
}

// isKernel reports whether every object has a method of that name.
func isKernel(name string) bool {
	return in([]string{
		"Array", "Float", "Integer", "Rational", "String", "abort", "at_exit", "attr_accessor", "binding", "block_given?", "caller", "catch", "class", "define_method", "eval", "exit",
		"extend", "fail", "format", "freeze", "gets", "include", "inspect", "instance_variable_get", "instance_variable_set", "is_a?", "lambda", "load", "loop", "method", "object_id",
		"open", "p", "pp", "print", "printf", "private", "proc", "public", "putc", "puts", "raise", "rand", "require", "require_relative", "respond_to?", "send", "sleep", "sprintf",
		"srand", "system", "tap", "then", "throw", "to_s", "trap", "warn",
	}, name)
}

// isCommon reports whether a member name is one of the library's everyday names.
func isCommon(name string) bool {
	return isKernel(name) || in([]string{
		"<<", "==", "[]", "[]=", "add", "all?", "any?", "append", "call", "chomp", "clear", "close", "collect", "compact", "concat", "count", "delete", "detect", "dig", "downcase",
		"each", "each_with_index", "empty?", "fetch", "find", "first", "flatten", "flush", "gsub", "hash", "include?", "index", "inject", "insert", "join", "key?", "keys", "last",
		"length", "lines", "map", "match", "match?", "max", "merge", "min", "name", "new", "next", "nil?", "pop", "push", "read", "reduce", "reject", "replace", "reverse", "run",
		"select", "shift", "size", "sort", "split", "start", "start_with?", "stop", "strip", "sub", "sum", "times", "to_a", "to_h", "to_i", "to_json", "to_s", "to_sym", "uniq",
		"upcase", "update", "value", "values", "write", "zip",
	}, name)
}

// through says what methods of the library give in terms of their receiver.
func through(name string, container bool) resolve.Passage {
	switch name {
	case "dup", "clone", "freeze", "tap", "itself", "select", "reject", "sort", "sort_by", "compact", "uniq", "reverse", "to_a", "filter", "take", "drop":
		return resolve.PassSame
	case "first", "last", "sample", "pop", "shift", "find", "detect", "min_by", "max_by", "fetch":
		if container {
			return resolve.PassElement
		}
	}
	return resolve.PassNothing
}
