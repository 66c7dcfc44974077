package ecma

// common reports whether a member name belongs to a built-in type of the language
// or the platform.
func common(name string) bool {
	switch name {
	case "addEventListener", "all", "allSettled", "any", "apply", "arrayBuffer", "assign", "at", "blob", "charAt", "charCodeAt", "codePointAt", "concat",
		"copyWithin", "defineProperty", "dispatchEvent", "endsWith", "entries", "exec", "fill", "findIndex", "findLast", "flat", "flatMap", "formData", "freeze",
		"fromEntries", "getTime", "has", "hasOwnProperty", "includes", "indexOf", "isArray", "isInteger", "isView", "lastIndexOf", "localeCompare", "matchAll",
		"normalize", "padEnd", "padStart", "preventDefault", "race", "reduceRight", "reject", "removeEventListener", "repeat", "replaceAll", "search", "shift",
		"splice", "startsWith", "stringify", "subarray", "substring", "toFixed", "toISOString", "toLowerCase", "toUpperCase", "trimEnd", "trimStart", "unshift",
		"valueOf", "warn", "byteLength", "buffer", "signal", "abort", "aborted", "getReader", "getWriter", "enqueue", "pipeTo", "pipeThrough", "readable", "writable",
		"expect", "toBe", "toEqual", "toThrow", "mock", "describe", "href", "origin", "pathname", "searchParams", "hostname", "protocol", "redirect", "statusText",
		"clone", "nodeName", "nodeType", "nodeValue", "textContent", "innerHTML", "children", "childNodes", "parentNode", "firstChild", "lastChild", "nextSibling", "removeChild",
		"appendChild", "insertBefore", "createElement", "getAttribute", "setAttribute", "removeAttribute", "querySelector", "getElementById", "className", "classList",
		"document", "window", "console", "debug", "trace", "env", "argv", "exit", "emit", "once", "off", "props", "key", "ref", "resolve", "cause", "stack", "digest",
		"subtle", "verify", "sign", "encrypt", "decrypt", "importKey", "algorithm", "write", "redirected", "cache", "mode", "credentials", "flags", "global", "ignoreCase":
		return true
	}
	return false
}
