package rust

import "github.com/lc-index/lc/graph/resolve"

// through says what methods of the standard library's wrappers, containers and
// iterators give in terms of their receiver. A value that inference has taken out
// of a wrapper already counts as the wrapper.
func through(name string, container bool) resolve.Passage {
	switch name {
	case "borrow", "borrow_mut", "lock", "try_lock", "read", "write", "try_borrow", "try_borrow_mut":
		if container { // A guard stands for what it guards.
			return resolve.PassElement
		}
		return resolve.PassSame
	case "iter", "iter_mut", "into_iter", "as_ref", "as_mut", "as_deref", "as_deref_mut", "as_slice", "as_mut_slice", "clone", "cloned", "copied",
		"to_owned", "to_vec", "by_ref", "filter", "rev", "take", "skip", "step_by", "chain", "peekable", "enumerate", "drain",
		"ok", "ok_or", "ok_or_else", "map_err", "or", "or_else", "xor", "inspect", "fuse", "cycle", "take_while", "skip_while", "values", "values_mut",
		"into_values", "get", "get_mut", "first", "first_mut", "last", "last_mut", "next", "next_back", "peek", "nth", "pop", "pop_front", "pop_back", "front",
		"back", "remove", "replace", "insert", "find", "min_by_key", "max_by_key", "min_by", "max_by", "context", "with_context",
		"as_bytes", "into_inner", "get_ref", "flatten", "collect", "sorted", "upgrade", "downgrade", "chunks", "windows", "split_at", "and_then_same",
		"entry", "or_insert_with_key", "load", "pin", "as_pin_mut", "filter_ok", "binary_search", "split_first", "split_last":
		return resolve.PassSame
	case "unwrap", "expect", "unwrap_or", "unwrap_or_else", "unwrap_or_default", "unwrap_unchecked", "or_insert", "or_insert_with", "or_default",
		"get_or_insert_with", "get_or_insert", "get_or_init", "deref", "deref_mut", "as_deref_unwrap":
		return resolve.PassElement
	}
	return resolve.PassNothing
}

// makes reports the functions of derived or implemented traits of std that return
// an instance of their type.
func makes(name string) bool {
	switch name {
	case "default", "from", "try_from", "from_str", "from_iter":
		return true
	}
	return false
}

// isTraitMethod reports methods that types get from std's traits, often derived.
func isTraitMethod(name string) bool {
	switch name {
	case "to_string", "into", "try_into", "from", "try_from", "eq", "ne", "cmp", "partial_cmp", "hash", "fmt", "default", "to_owned", "clone", "clone_from",
		"borrow", "borrow_mut", "as_ref", "as_mut", "type_id", "lt", "le", "gt", "ge", "max", "min", "drop", "not", "neg", "add", "sub", "mul", "div",
		"is_some", "is_none", "is_ok", "is_err", "map", "and_then", "map_or", "len", "is_empty", "to_string_lossy", "by_ref":
		return true
	}
	return false
}

// isCommon reports method names of std's types that say nothing about a receiver
// of unknown type.
func isCommon(name string) bool {
	if through(name, true) != resolve.PassNothing || isTraitMethod(name) {
		return true
	}
	switch name {
	case "push_str", "push", "extend", "contains_key", "starts_with", "ends_with", "as_str", "as_path", "to_path_buf", "to_str", "chars", "bytes", "trim",
		"trim_end", "trim_start", "splitn", "split_whitespace", "fold", "sum", "count", "position", "any", "all", "map_while", "filter_map", "flat_map", "for_each",
		"zip", "unzip", "partition", "with_capacity", "capacity", "reserve", "truncate", "resize", "retain", "sort", "sort_by", "sort_by_key", "dedup",
		"swap", "display", "join", "exists", "is_file", "is_dir", "metadata", "file_name", "extension", "parent", "file_type", "write_all", "write_fmt", "write_str",
		"flush", "read_to_end", "read_to_string", "read_line", "wrapping_add", "checked_add", "saturating_sub", "to_lowercase", "to_uppercase",
		"eq_ignore_ascii_case", "is_alphanumeric", "is_ascii", "is_whitespace", "elapsed", "duration_since", "as_secs", "spawn", "output", "status", "arg", "args",
		"kind", "source", "description", "send", "recv", "fetch_add", "store", "compare_exchange", "finish", "field", "debug_struct", "build", "name", "start", "end":
		return true
	}
	return false
}

// isPrelude reports names that every file has: the prelude, primitive types, and
// the macros of the standard library.
func isPrelude(name string) bool {
	switch name {
	case "Option", "Some", "None", "Result", "Ok", "Err", "Vec", "String", "Box", "ToString", "ToOwned", "Iterator", "IntoIterator", "Extend",
		"DoubleEndedIterator", "ExactSizeIterator", "FromIterator", "Default", "Clone", "Copy", "Send", "Sync", "Sized", "Unpin", "Drop", "Fn", "FnMut", "FnOnce", "drop", "From",
		"Into", "TryFrom", "TryInto", "AsRef", "AsMut", "PartialEq", "Eq", "PartialOrd", "Ord", "Debug", "Hash", "size_of", "align_of",
		"bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
		"println", "print", "eprintln", "eprint", "format", "format_args", "write", "writeln", "panic", "assert", "assert_eq", "assert_ne", "debug_assert",
		"debug_assert_eq", "debug_assert_ne", "vec", "matches", "unreachable", "unimplemented", "todo", "dbg", "concat", "stringify", "include_str",
		"include_bytes", "include", "env", "option_env", "cfg", "line", "file", "column", "module_path", "thread_local", "compile_error", "try",
		"macro_rules", "is_x86_feature_detected", "std", "core", "alloc":
		return true
	}
	return false
}
