package kotlin

// beginsLikeKeyword reports names that are a word the scanner of the grammar knows
// followed by a digit or an underscore, which it does not count as part of the word.
func beginsLikeKeyword(word []byte) bool {
	letters := 0
	for letters < len(word) && isLetter(word[letters]) {
		letters++
	}
	if letters == len(word) {
		return string(word) == "instanceof"
	}
	if word[letters] >= 0x80 {
		return false
	}
	switch string(word[:letters]) {
	case "else", "in", "instanceof", "get", "set", "constructor", "by", "as", "where", "public", "private", "protected", "internal", "abstract",
		"final", "open", "override", "lateinit", "vararg", "noinline", "crossinline", "external", "suspend", "inline":
		return true
	}
	return false
}

// isHard reports words that are never names and end no value.
func isHard(word string) bool {
	switch word {
	case "as", "is", "in", "if", "else", "when", "while", "do", "for", "return", "throw", "try", "fun", "val", "var", "class", "interface", "object", "typealias",
		"package", "import", "catch", "finally":
		return true
	}
	return false
}

// isSoft reports words that are keywords in some places only.
func isSoft(word string) bool {
	switch word {
	case "public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "inner", "enum", "data", "value", "annotation", "infix", "inline",
		"external", "suspend", "tailrec", "operator", "override", "lateinit", "const", "vararg", "noinline", "crossinline", "reified", "expect", "actual", "companion",
		"out", "where", "by", "constructor", "get", "set", "init", "context", "dynamic":
		return true
	}
	return false
}

// isDeclarationWord reports words that a declaration may start with.
func isDeclarationWord(word string) bool {
	switch word {
	case "fun", "val", "var", "class", "interface", "object", "typealias", "public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "inner",
		"enum", "data", "value", "annotation", "infix", "inline", "external", "suspend", "tailrec", "operator", "override", "lateinit", "const", "expect", "actual", "companion", "context":
		return true
	}
	return false
}
