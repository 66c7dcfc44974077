package python

import "github.com/lc-index/lc/graph/resolve"

// builtin reports whether a name needs no import.
func builtin(name string) bool {
	switch name {
	case "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError", "BrokenPipeError",
		"BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError", "ConnectionResetError",
		"DeprecationWarning", "EOFError", "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup", "False", "FileExistsError",
		"FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError", "ImportWarning", "IndentationError",
		"IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError",
		"NameError", "None", "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "OverflowError", "PendingDeprecationWarning",
		"PermissionError", "ProcessLookupError", "RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration",
		"StopIteration", "SyntaxError", "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "True", "TypeError", "UnboundLocalError",
		"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError", "Warning",
		"WindowsError", "ZeroDivisionError", "__build_class__", "__debug__", "__doc__", "__file__", "__import__", "__loader__", "__name__", "__package__",
		"__path__", "__spec__", "__class__", "__builtins__", "__dict__", "__module__", "__qualname__", "__annotations__", "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes",
		"callable", "chr", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec",
		"exit", "filter", "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance",
		"issubclass", "iter", "len", "license", "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print",
		"property", "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple",
		"type", "vars", "zip", "basestring", "cmp", "execfile", "file", "long", "raw_input", "reduce", "reload", "unichr", "unicode", "xrange", "reveal_type":
		return true
	}
	return false
}

// common reports whether a member name belongs to a built-in type or is so usual
// among libraries that one declaration here proves nothing.
func common(name string) bool {
	switch name {
	case "capitalize", "casefold", "center", "count", "decode", "encode", "endswith", "expandtabs", "find", "format_map", "index", "isalnum", "isalpha",
		"isdigit", "isidentifier", "islower", "isspace", "istitle", "isupper", "join", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix",
		"replace", "rfind", "rindex", "rjust", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "translate",
		"upper", "zfill", "setdefault", "popitem", "fromkeys", "items", "keys", "values", "update", "copy", "append", "extend", "insert", "remove", "clear",
		"union", "intersection", "difference", "issubset", "discard", "read", "readline", "readlines", "write", "writelines", "seek", "tell", "flush", "close",
		"fileno", "getvalue", "send", "throw", "group", "groups", "groupdict", "match", "search", "fullmatch", "findall", "finditer", "debug", "info", "warning",
		"exception", "critical", "isoformat", "strftime", "strptime", "total_seconds", "timestamp", "exists", "is_dir", "is_file", "mkdir", "read_text",
		"write_text", "iterdir", "resolve", "parent", "stem", "suffix", "as_posix", "cursor", "commit", "rollback", "fetchone", "fetchall", "execute", "connect",
		"args", "kwargs", "environ", "getenv", "status_code", "headers", "data", "json", "content", "text", "cookies", "method", "form", "files", "url":
		return true
	}
	return len(name) > 4 && name[:2] == "__" && name[len(name)-2:] == "__"
}

// stdlib reports whether a top-level name is a module of the standard library that
// folders of repositories are often called after.
func stdlib(name string) bool {
	switch name {
	case "test", "email", "html", "http", "json", "logging", "xml", "types", "typing", "collections", "concurrent", "asyncio", "unittest", "site", "platform",
		"code", "queue", "select", "signal", "socket", "string", "time", "token", "io", "os", "re", "sys", "math", "random", "secrets", "calendar", "profile":
		return true
	}
	return false
}

// through says what methods of containers give in terms of their elements.
func through(name string, container bool) resolve.Passage {
	if !container {
		return resolve.PassNothing
	}
	switch name {
	case "copy", "values", "__iter__", "union", "difference", "intersection":
		return resolve.PassSame
	case "get", "pop", "popleft", "setdefault", "top", "_get_current_object":
		return resolve.PassElement
	}
	return resolve.PassNothing
}
