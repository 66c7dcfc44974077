package bash

import "strings"

// isName reports the name of a variable.
func isName(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' || s == "_" {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			return false
		}
	}
	return true
}

func isCommandByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == ':' || c == '.' || c == '+' || c == '@' || c >= 0x80
}

// isCommandName reports a word that may be the name of a function.
func isCommandName(s string) bool {
	if s == "" || s[0] == '-' || s[0] == '.' || s[0] == '+' || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isCommandByte(s[i]) {
			return false
		}
	}
	return !strings.HasSuffix(s, ":")
}

// isBuiltin reports the builtins and reserved words of the shells.
func isBuiltin(s string) bool {
	switch s {
	case ":", ".", "[", "alias", "bg", "bind", "bindkey", "break", "builtin", "caller", "case", "cd", "command", "compgen", "compopt", "complete", "continue", "coproc",
		"declare", "dirs", "disown", "do", "done", "echo", "elif", "else", "emulate", "enable", "esac", "eval", "exec", "exit", "export", "false", "fc", "fg", "fi",
		"for", "function", "getopts", "hash", "help", "history", "if", "in", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "print", "printf", "pushd",
		"pwd", "read", "readarray", "readonly", "return", "select", "set", "setopt", "shift", "shopt", "source", "suspend", "test", "then", "time", "times", "trap",
		"true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "unsetopt", "until", "wait", "while", "zle", "zmodload", "zstyle", "autoload", "zparseopts":
		return true
	}
	return false
}
