package php

import "strings"

// isLibrary reports the classes and interfaces of PHP and its usual extensions.
func isLibrary(name string) bool {
	switch name {
	case "stdClass", "Closure", "Generator", "WeakMap", "WeakReference", "Fiber", "Stringable", "Countable", "Traversable", "Iterator", "IteratorAggregate", "ArrayAccess", "Serializable", "JsonSerializable",
		"UnitEnum", "BackedEnum", "Attribute", "ReturnTypeWillChange", "AllowDynamicProperties", "SensitiveParameter", "Override", "Deprecated", "NoDiscard", "Throwable", "Exception", "Error", "ErrorException", "TypeError",
		"ValueError", "ArithmeticError", "DivisionByZeroError", "ArgumentCountError", "AssertionError", "CompileError", "ParseError", "UnhandledMatchError", "LogicException", "BadFunctionCallException",
		"BadMethodCallException", "DomainException", "InvalidArgumentException", "LengthException", "OutOfRangeException", "RuntimeException", "OutOfBoundsException", "OverflowException", "RangeException",
		"UnderflowException", "UnexpectedValueException", "JsonException", "ArrayObject", "ArrayIterator", "RecursiveArrayIterator", "AppendIterator", "CachingIterator", "CallbackFilterIterator", "DirectoryIterator",
		"FilesystemIterator", "FilterIterator", "GlobIterator", "InfiniteIterator", "IteratorIterator", "LimitIterator", "MultipleIterator", "NoRewindIterator", "OuterIterator", "RecursiveIterator",
		"RecursiveDirectoryIterator", "RecursiveIteratorIterator", "RecursiveRegexIterator", "RegexIterator", "SeekableIterator", "EmptyIterator", "SplDoublyLinkedList", "SplQueue", "SplStack", "SplHeap", "SplMinHeap",
		"SplMaxHeap", "SplPriorityQueue", "SplFixedArray", "SplObjectStorage", "SplFileInfo", "SplFileObject", "SplTempFileObject", "SplObserver", "SplSubject", "DateTime", "DateTimeImmutable", "DateTimeInterface",
		"DateTimeZone", "DateInterval", "DatePeriod", "Reflector", "ReflectionClass", "ReflectionObject", "ReflectionMethod", "ReflectionFunction", "ReflectionFunctionAbstract", "ReflectionParameter",
		"ReflectionProperty", "ReflectionNamedType", "ReflectionUnionType", "ReflectionIntersectionType", "ReflectionType", "ReflectionException", "ReflectionEnum", "ReflectionAttribute", "ReflectionExtension",
		"ReflectionClassConstant", "ReflectionGenerator", "PDO", "PDOStatement", "PDOException", "mysqli", "mysqli_result", "SQLite3", "SimpleXMLElement", "DOMDocument", "DOMElement", "DOMNode", "DOMXPath", "DOMNodeList",
		"XMLReader", "XMLWriter", "SoapClient", "SoapServer", "SoapFault", "ZipArchive", "Phar", "PharData", "CURLFile", "CurlHandle", "GdImage", "Imagick", "IntlDateFormatter", "NumberFormatter", "Collator", "Locale",
		"MessageFormatter", "Normalizer", "Transliterator", "Memcached", "Memcache", "Redis", "RedisCluster", "Random", "InternalIterator", "XSLTProcessor", "finfo", "php_user_filter", "Directory":
		return true
	}
	return isLibraryFunction(name) || isLibraryConstant(name)
}

// isLibraryConstant reports the constants of PHP and its usual extensions.
func isLibraryConstant(name string) bool {
	switch name {
	case "PHP_EOL", "INF", "NAN", "STDIN", "STDOUT", "STDERR", "DIRECTORY_SEPARATOR", "PATH_SEPARATOR", "COUNT_RECURSIVE":
		return true
	}
	for _, prefix := range []string{"PHP_", "E_", "M_", "JSON_", "PREG_", "ENT_", "LC_", "LOCK_", "SEEK_", "FILE_", "SORT_", "ARRAY_", "EXTR_", "STR_PAD_", "PATHINFO_", "FILTER_", "CURLOPT_", "CURLINFO_", "CURL_", "CURLE_",
		"MB_", "OPENSSL_", "PASSWORD_", "SIG", "SOCK_", "STREAM_", "LIBXML_", "XML_", "DATE_", "LOG_", "GLOB_", "T_", "UPLOAD_ERR_", "DEBUG_BACKTRACE_", "CREDITS_", "INFO_", "HTML_", "IMG_", "MYSQLI_", "INI_", "AF_", "SOL_",
		"SO_", "IMAGETYPE_", "FTP_", "LDAP_", "ZLIB_", "CONNECTION_", "CRYPT_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// isLibraryFunction reports the functions of PHP and its usual extensions: by the
// prefixes of their families, and by name.
func isLibraryFunction(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range []string{"array_", "str_", "preg_", "mb_", "json_", "file_", "is_", "ctype_", "curl_", "date_", "openssl_", "iconv_", "image", "ob_", "stream_", "socket_", "sodium_", "spl_", "mysqli_", "pg_", "xml_",
		"gmp_", "bc", "hash_", "password_", "random_", "posix_", "pcntl_", "session_", "simplexml_", "sqlite_", "utf8_", "zip_", "gz", "func_", "get_object_", "get_class", "get_parent_", "get_called_", "get_debug_", "get_resource_",
		"debug_", "error_", "exec", "filter_", "ftp_", "gethost", "http_", "inet_", "ini_", "intl_", "libxml_", "link", "locale_", "mhash", "opcache_", "proc_", "readline_", "setlocale", "shm_", "sem_", "sys_", "timezone_",
		"token_", "apcu_", "igbinary_", "memory_", "gc_", "cli_", "output_", "openlog", "syslog", "ldap_", "finfo_", "apache_", "convert_", "register_shutdown_", "set_error_", "set_exception_", "restore_", "trigger_", "user_error",
		"html", "url", "rawurl", "base64_", "substr", "strto", "vsprintf", "var_", "settype", "stripos", "iterator_", "class_", "interface_", "trait_", "enum_", "function_", "method_", "property_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch name {
	case "abs", "acos", "addcslashes", "addslashes", "arsort", "asin", "asort", "assert", "atan", "atan2", "basename", "bin2hex", "bindec", "call_user_func", "call_user_func_array", "ceil", "chdir", "checkdate", "chgrp", "chmod",
		"chop", "chown", "chr", "chunk_split", "clearstatcache", "closedir", "compact", "constant", "copy", "cos", "count", "crc32", "crypt", "current", "date", "dechex", "decbin", "decoct", "define", "defined", "deg2rad",
		"dirname", "disk_free_space", "dl", "doubleval", "each", "end", "escapeshellarg", "escapeshellcmd", "exp", "explode", "extension_loaded", "extract", "fclose", "fdiv", "feof", "fflush", "fgetc", "fgetcsv", "fgets", "fileatime",
		"filectime", "filegroup", "fileinode", "filemtime", "fileowner", "fileperms", "filesize", "filetype", "floatval", "flock", "floor", "flush", "fmod", "fnmatch", "fopen", "forward_static_call", "fpassthru", "fprintf", "fputcsv",
		"fputs", "fread", "fscanf", "fseek", "fsockopen", "fstat", "ftell", "ftruncate", "fwrite", "getcwd", "getdate", "getenv", "getimagesize", "getmypid", "getopt", "getrusage", "gettype", "gettimeofday", "glob", "gmdate",
		"gmmktime", "hash", "header", "headers_sent", "headers_list", "header_remove", "hex2bin", "hexdec", "highlight_string", "hrtime", "hypot", "iconv", "idate", "implode", "in_array", "intdiv", "intval", "ip2long", "isset",
		"join", "key", "key_exists", "krsort", "ksort", "lcfirst", "lcg_value", "levenshtein", "list", "localeconv", "localtime", "log", "log10", "log1p", "log2", "long2ip", "lstat", "ltrim", "mail", "max", "md5", "md5_file",
		"metaphone", "microtime", "min", "mkdir", "mktime", "move_uploaded_file", "mt_rand", "mt_srand", "mt_getrandmax", "natcasesort", "natsort", "next", "nl2br", "number_format", "octdec", "opendir", "ord", "pack", "parse_ini_file",
		"parse_ini_string", "parse_str", "parse_url", "passthru", "pathinfo", "pclose", "phpinfo", "phpversion", "php_sapi_name", "php_uname", "pi", "popen", "pos", "pow", "prev", "print_r", "printf", "putenv", "quotemeta", "rad2deg",
		"rand", "range", "readdir", "readfile", "readline", "readlink", "realpath", "rename", "reset", "rewind", "rewinddir", "rmdir", "round", "rsort", "rtrim", "scandir", "serialize", "setcookie", "setrawcookie", "sha1", "sha1_file",
		"shell_exec", "shuffle", "similar_text", "sin", "sizeof", "sleep", "sort", "soundex", "sprintf", "sqrt", "srand", "sscanf", "stat", "strcasecmp", "strchr", "strcmp", "strcoll", "strcspn", "strftime", "strip_tags",
		"stripcslashes", "stripslashes", "stristr", "strlen", "strnatcasecmp", "strnatcmp", "strncasecmp", "strncmp", "strpbrk", "strpos", "strrchr", "strrev", "strripos", "strrpos", "strspn", "strstr", "strtr", "strval", "symlink",
		"system", "tan", "tempnam", "time", "time_nanosleep", "tmpfile", "touch", "trim", "uasort", "ucfirst", "ucwords", "uksort", "umask", "uniqid", "unlink", "unpack", "unserialize", "unset", "usleep", "usort", "version_compare",
		"vfprintf", "vprintf", "wordwrap", "zend_version", "ignore_user_abort", "set_time_limit", "connection_status", "get_include_path", "set_include_path", "get_declared_classes", "get_defined_vars", "get_defined_constants",
		"get_loaded_extensions", "get_extension_funcs", "get_mangled_object_vars", "get_headers", "get_meta_tags", "get_browser", "get_cfg_var", "get_current_user", "getlastmod", "quoted_printable_encode", "quoted_printable_decode",
		"nl_langinfo", "money_format", "fputss", "dns_get_record", "checkdnsrr", "cal_days_in_month", "easter_date", "jdtogregorian", "gettext", "ngettext", "dgettext", "textdomain", "bindtextdomain", "ctype", "eval", "empty", "exit", "die":
		return true
	}
	return false
}

// isCommon reports method names that say nothing about a receiver of unknown type.
func isCommon(name string) bool {
	switch name {
	case "getName", "getMessage", "getCode", "getPrevious", "getFile", "getLine", "getTrace", "getTraceAsString", "getType", "getId", "getValue", "setValue", "getKey", "getData", "setData", "getIterator", "getArrayCopy", "offsetGet",
		"offsetSet", "offsetExists", "offsetUnset", "valid", "rewind", "current", "toArray", "toString", "jsonSerialize", "diff", "modify", "getTimestamp", "setTimezone", "newInstance", "newInstanceArgs", "invoke", "invokeArgs",
		"getParameters", "getMethods", "getProperties", "getAttributes", "implementsInterface", "isSubclassOf", "prepare", "bindValue", "bindParam", "fetch", "fetchAll", "fetchColumn", "rowCount", "lastInsertId", "beginTransaction",
		"commit", "rollBack", "asXML", "xpath", "children", "attributes", "willReturn", "expects", "method", "shouldReceive", "andReturn", "once", "never", "with", "withArgs", "times", "twice", "andReturnUsing", "andReturnSelf",
		"getMock", "getMockBuilder", "assertSame", "assertEquals", "assertTrue", "assertFalse", "assertNull", "assertCount", "assertInstanceOf", "expectException", "expectExceptionMessage", "getConnection", "getRealPath", "getPathname",
		"isFile", "isDir", "getFilename", "getExtension", "push", "pull", "each", "filter", "first", "last", "only", "except", "merge", "pluck", "where", "when", "unless", "make", "bind", "singleton", "instance", "addDays":
		return true
	}
	return false
}
