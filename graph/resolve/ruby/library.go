package ruby

import "github.com/lc-index/lc/graph/resolve"

// isLibraryConstant reports whether Ruby's core or standard library has a constant.
func isLibraryConstant(name string) bool {
	switch name {
	case "ARGF", "ARGV", "ArgumentError", "Array", "BasicObject", "Benchmark", "BigDecimal", "Binding", "CGI", "CSV", "Class", "ClosedQueueError", "Comparable", "Complex",
		"ConditionVariable", "Coverage", "DATA", "Data", "Date", "DateTime", "DelegateClass", "Delegator", "Digest", "Dir", "ENV", "EOFError", "ERB", "Encoding",
		"EncodingError", "Enumerable", "Enumerator", "Errno", "Etc", "Exception", "FalseClass", "Fiber", "FiberError", "File", "FileTest", "FileUtils", "Find", "Float",
		"FloatDomainError", "Forwardable", "FrozenError", "GC", "GetoptLong", "Hash", "IO", "IOError", "IPAddr", "IPSocket", "IRB", "IndexError", "Integer", "Interrupt", "JSON",
		"Kernel", "KeyError", "LoadError", "LocalJumpError", "Logger", "MatchData", "Math", "Method", "Module", "Monitor", "MonitorMixin", "Mutex", "NameError", "Net",
		"NilClass", "NoMatchingPatternError", "NoMatchingPatternKeyError", "NoMemoryError", "NoMethodError", "NotImplementedError", "Numeric", "Object", "ObjectSpace",
		"Observable", "Open3", "OpenSSL", "OpenStruct", "OptionParser", "PP", "PTY", "Pathname", "PrettyPrint", "Prime", "Proc", "Process", "Psych", "Queue", "RUBY_COPYRIGHT",
		"RUBY_DESCRIPTION", "RUBY_ENGINE", "RUBY_ENGINE_VERSION", "RUBY_PATCHLEVEL", "RUBY_PLATFORM", "RUBY_RELEASE_DATE", "RUBY_REVISION", "RUBY_VERSION", "Ractor", "Random",
		"Range", "RangeError", "Rational", "RbConfig", "Readline", "Refinement", "Regexp", "RegexpError", "Reline", "Resolv", "Ripper", "RubyVM", "RuntimeError", "STDERR",
		"STDIN", "STDOUT", "ScriptError", "SecureRandom", "SecurityError", "Set", "Shellwords", "Signal", "SignalException", "SimpleDelegator", "Singleton", "SizedQueue",
		"Socket", "SortedSet", "StandardError", "StopIteration", "String", "StringIO", "StringScanner", "Struct", "Symbol", "SyntaxError", "SystemCallError", "SystemExit",
		"SystemStackError", "TCPServer", "TCPSocket", "TOPLEVEL_BINDING", "TSort", "Tempfile", "Thread", "ThreadError", "ThreadGroup", "Time", "Timeout", "TracePoint",
		"TrueClass", "TypeError", "UDPSocket", "UNIXServer", "UNIXSocket", "URI", "UnboundMethod", "UncaughtThrowError", "Warning", "WeakRef", "YAML", "ZeroDivisionError",
		"Zlib":
		return true
	}
	return false
}

// isKernel reports whether every object, or every class, has a method of that name.
func isKernel(name string) bool {
	switch name {
	case "Array", "BigDecimal", "Complex", "Float", "Hash", "Integer", "Pathname", "Rational", "String", "URI", "__callee__", "__send__", "abort", "alias_method", "allocate",
		"ancestors", "at_exit", "attr", "attr_accessor", "attr_reader", "attr_writer", "autoload", "binding", "caller", "caller_locations", "catch", "class", "class_eval",
		"class_exec", "class_variable_get", "class_variable_set", "clone", "const_defined?", "const_get", "const_missing", "const_set", "define_method",
		"define_singleton_method", "display", "dup", "enum_for", "eval", "exec", "exit", "exit!", "extend", "fail", "fork", "format", "freeze", "frozen?", "gets",
		"global_variables", "hash", "include", "inspect", "instance_eval", "instance_exec", "instance_method", "instance_methods", "instance_of?", "instance_variable_defined?",
		"instance_variable_get", "instance_variable_set", "instance_variables", "is_a?", "itself", "kind_of?", "lambda", "load", "local_variables", "loop", "method",
		"method_defined?", "methods", "module_eval", "module_exec", "module_function", "nil?", "object_id", "open", "p", "pp", "prepend", "print", "printf", "private",
		"private_class_method", "private_constant", "private_method_defined?", "proc", "protected", "public", "public_class_method", "public_method", "public_method_defined?",
		"public_send", "putc", "puts", "raise", "rand", "readline", "readlines", "refine", "remove_const", "remove_method", "require", "require_relative", "respond_to?",
		"select", "send", "singleton_class", "singleton_methods", "sleep", "spawn", "sprintf", "srand", "superclass", "syscall", "system", "tap", "test", "then", "throw",
		"to_enum", "trap", "undef_method", "using", "warn", "yield_self":
		return true
	}
	return false
}

// isCommon reports whether a member name is one that objects of the library, of Rails or
// of test doubles have: it says nothing about a receiver of unknown class.
func isCommon(name string) bool {
	if isKernel(name) {
		return true
	}
	switch name {
	case "!", "!=", "!~", "%", "&", "*", "**", "+", "+@", "-", "-@", "/", "<", "<<", "<=", "<=>", "==", "===", "=~", ">", ">=", ">>", "[]", "[]=", "^", "abs", "accept", "acos",
		"add", "add?", "ago", "all?", "allow", "and_call_original", "and_return", "any?", "any_instance", "append", "append_as_bytes", "arity", "asctime", "asin", "assert",
		"assert_equal", "assert_nil", "assoc", "at_least", "at_most", "atime", "attributes", "backtrace", "backtrace_locations", "basename", "be", "be_empty", "be_falsey",
		"be_nil", "be_truthy", "begin", "beginning_of_day", "between?", "bind", "binmode", "binread", "binwrite", "birthtime", "blank?", "blksize", "blockdev?", "body",
		"bsearch", "build", "by", "bytes", "bytesize", "byteslice", "call", "camelize", "capitalize", "casecmp", "casecmp?", "ceil", "center", "chain", "change", "chardev?",
		"chars", "chdir", "children", "chmod", "chomp", "chop", "chown", "chr", "chunk", "chunk_while", "clamp", "class_double", "classify", "clear", "close", "close_read",
		"close_write", "closed?", "codepoints", "coerce", "collect", "collect_concat", "combination", "compact", "compare_by_identity", "compile", "concat", "constantize",
		"contain_exactly", "cos", "count", "cover?", "create", "create!", "crypt", "ctime", "curry", "cycle", "daemon", "dasherize", "day", "days", "deconstruct",
		"deconstruct_keys", "deep_dup", "deep_merge", "deep_symbolize_keys", "default", "default=", "default_proc", "delete", "delete!", "delete_all", "delete_at", "delete_if",
		"delete_prefix", "delete_suffix", "demodulize", "denominator", "deq", "destroy", "destroy!", "destroy_all", "detach", "detect", "difference", "dig", "digest", "digits",
		"directory?", "dirname", "disjoint?", "div", "divmod", "double", "downcase", "downto", "drop", "drop_while", "dst?", "dump", "duration", "each", "each_byte",
		"each_char", "each_child", "each_codepoint", "each_cons", "each_entry", "each_index", "each_key", "each_line", "each_pair", "each_slice", "each_value",
		"each_with_index", "each_with_object", "email", "empty?", "enable", "encode", "encoding", "end", "end_of_day", "end_with?", "ends_with?", "enq", "ensure", "entries",
		"eof", "eof?", "eq", "eql", "eql?", "equal?", "errors", "escape", "even?", "except", "exception", "exist?", "exists?", "expand_path", "expect", "expects", "extname",
		"extract", "family", "fdatasync", "fetch", "fetch_values", "file?", "fileno", "fill", "filter", "filter_map", "find", "find_all", "find_by", "find_by!", "find_each",
		"find_index", "find_or_create_by", "first", "flat_map", "flatten", "flock", "floor", "flush", "fnmatch", "fnmatch?", "force_encoding", "from", "from_now", "fsync",
		"full_message", "gcd", "getbyte", "getc", "getgm", "getlocal", "getutc", "glob", "gm", "gmt?", "gmtime", "grapheme_clusters", "grep", "grep_v", "group", "group_by",
		"gsub", "gsub!", "handle", "has_key?", "has_value?", "have_received", "header", "headers", "hex", "hour", "hours", "html_safe", "humanize", "id", "identical?", "in?",
		"include?", "includes", "index", "inject", "insert", "instance", "instance_double", "intern", "intersect?", "intersection", "invert", "ipv4?", "isatty", "items", "join",
		"joins", "keep_if", "key", "key?", "keys", "kilobytes", "lambda?", "last", "lazy", "lcm", "length", "limit", "line", "lineno", "lines", "list", "ljust", "ln_s", "local",
		"localtime", "lock", "locked?", "log", "lookup", "lstat", "lstrip", "magnitude", "map", "map!", "mark_outside", "marshal_dump", "match", "match?", "match_array", "max",
		"max_by", "mday", "megabytes", "member?", "members", "merge", "merge!", "message", "method_missing", "min", "min_by", "minmax", "minutes", "mkdir", "mkdir_p", "mkpath",
		"mode", "modulo", "mon", "monday?", "month", "months", "move", "mtime", "must_be", "must_equal", "must_include", "mutex", "mv", "name", "named_captures", "names",
		"negative?", "never", "new", "next", "next_float", "none?", "nonzero?", "not", "not_to", "now", "nsec", "numerator", "odd?", "offset", "on", "once", "one?", "options",
		"ord", "order", "origin", "owner", "pack", "parameterize", "parameters", "params", "parent", "parse", "partition", "path", "pause", "permutation", "pid", "pipe",
		"pluck", "pluralize", "pop", "pos", "pos=", "positive?", "post_match", "pow", "pre_match", "pread", "pred", "presence", "presence_in", "present?", "priority", "product",
		"push", "put", "pwd", "quo", "quote", "raise_error", "rassoc", "rationalize", "raw", "read", "read_nonblock", "readable?", "readbyte", "readchar", "readlink",
		"readpartial", "ready?", "realpath", "receive", "receiver", "reduce", "refute", "regexp", "rehash", "reject", "reject!", "reload", "remainder", "remove", "rename",
		"reopen", "repeated_combination", "replace", "report", "reset", "result", "resume", "retry", "return", "returns", "returns_nil", "reverse", "reverse!", "reverse_each",
		"rewind", "rindex", "rjust", "rm", "rm_f", "rm_rf", "rmdir", "rmtree", "rotate", "round", "rstrip", "run", "sample", "save", "save!", "scan", "scan_until", "scrub",
		"search", "sec", "seconds", "seek", "select!", "service", "session", "setbyte", "shell", "shift", "shuffle", "shutdown", "sin", "since", "single_quoted_string",
		"singularize", "size", "size?", "skip", "slice", "slice!", "slice_when", "sort", "sort!", "sort_by", "sort_by!", "source", "source_location", "split", "spy", "sqrt",
		"squeeze", "squeeze!", "squish", "start", "start_with?", "starts_with?", "stat", "state", "status", "step", "stop", "store", "strftime", "string", "stringify_keys",
		"strip", "strip!", "strip_heredoc", "stub", "stubs", "sub", "sub!", "subset?", "substitute", "succ", "sum", "sunday?", "superset?", "swapcase", "symbol",
		"symbolize_keys", "symlink?", "sync", "synchronize", "sysread", "sysseek", "syswrite", "tableize", "take", "take_while", "tally", "tan", "tell", "terminate", "time",
		"times", "title", "titleize", "to", "to_a", "to_ary", "to_c", "to_date", "to_f", "to_h", "to_hash", "to_i", "to_int", "to_json", "to_not", "to_param", "to_path",
		"to_proc", "to_query", "to_r", "to_s", "to_set", "to_str", "to_sym", "to_time", "to_yaml", "token", "touch", "tr", "tr!", "tr_s", "transaction", "transform_keys",
		"transform_values", "transpose", "truncate", "try", "try_lock", "tty?", "twice", "type", "umask", "unbind", "underscore", "ungetc", "unicode_normalize", "union", "uniq",
		"uniq!", "unlink", "unlock", "unpack", "unpack1", "unshift", "upcase", "update", "update!", "upto", "url", "use", "usec", "user", "utc", "utime", "valid?",
		"valid_encoding?", "value", "value?", "values", "values_at", "version", "wait", "wakeup", "watch", "wday", "week", "weeks", "where", "with", "with_index",
		"with_indifferent_access", "with_object", "wont_equal", "words", "world_readable?", "writable?", "write", "write_nonblock", "yday", "year", "years", "yield", "zero?",
		"zip", "zone", "|", "~":
		return true
	}
	return false
}

// through says what methods of the library give in terms of their receiver.
func through(name string, container bool) resolve.Passage {
	switch name {
	case "dup", "clone", "freeze", "tap", "itself", "deep_dup", "reload", "decorate":
		return resolve.PassSame
	case "class", "singleton_class":
		if !container {
			return resolve.PassType
		}
	case "select", "reject", "sort", "sort_by", "compact", "uniq", "reverse", "to_a", "filter", "take", "drop", "where", "order", "includes", "joins", "limit", "each", "shuffle":
		if container {
			return resolve.PassSame
		}
	case "first", "last", "sample", "pop", "shift", "find", "detect", "min_by", "max_by", "fetch", "find_by", "find_by!", "build", "create", "create!", "take!", "first!", "last!":
		if container {
			return resolve.PassElement
		}
	}
	return resolve.PassNothing
}

// makes reports whether a class method that a class does not declare itself returns an
// instance of it: those of records and of singletons.
func makes(name string) bool {
	switch name {
	case "find", "find_by", "find_by!", "find_or_create_by", "find_or_create_by!", "find_or_initialize_by", "create", "create!", "first", "first!", "last", "last!", "take", "take!", "sole", "build", "instance", "allocate":
		return true
	}
	return false
}
