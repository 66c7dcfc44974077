package shell

// isProgram reports programs that a system has, and what bats gives to its cases.
func isProgram(name string) bool {
	switch name {
	case "awk", "base64", "basename", "bash", "brew", "bunzip2", "bzip2", "cat", "chmod", "chown", "chgrp", "clear", "cmp", "column", "comm", "cp", "cpio", "curl", "cut",
		"date", "dd", "df", "diff", "dig", "dirname", "docker", "dpkg", "du", "ed", "egrep", "env", "expand", "expr", "fgrep", "file", "find", "fold", "free", "gawk", "gcc",
		"getconf", "getent", "git", "go", "gpg", "grep", "groups", "gunzip", "gzip", "head", "hexdump", "hostname", "id", "install", "java", "jq", "join", "kubectl", "ldd",
		"less", "ln", "logger", "ls", "lsof", "make", "md5sum", "mkdir", "mkfifo", "mktemp", "more", "mount", "mv", "nc", "nice", "nl", "node", "nohup", "npm", "od", "openssl",
		"patch", "perl", "pgrep", "ping", "pip", "pkill", "ps", "python", "python2", "python3", "readlink", "realpath", "rev", "rm", "rmdir", "rsync", "ruby", "scp", "sed",
		"seq", "service", "sh", "sha1sum", "sha256sum", "shasum", "shuf", "sleep", "sort", "split", "ssh", "stat", "strings", "stty", "su", "sudo", "sync", "systemctl", "tac",
		"tail", "tar", "tee", "timeout", "top", "touch", "tput", "tr", "truncate", "tsort", "tty", "umount", "uname", "uniq", "unlink", "unzip", "useradd", "uuidgen", "vi",
		"wc", "wget", "which", "who", "whoami", "xargs", "xz", "yes", "zip", "zcat", "zsh", "apt", "apt-get", "apk", "yum", "dnf", "cargo", "cmake", "gem", "mvn", "yarn",
		"psql", "mysql", "redis-cli", "terraform", "aws", "gcloud", "autoconf", "automake", "autoreconf", "libtoolize", "aclocal", "autoheader", "run", "skip", "load", "fail",
		"assert", "assert_equal", "assert_success", "assert_failure", "assert_output", "assert_line", "refute", "refute_output", "refute_line", "assertEquals", "assertTrue",
		"assertFalse", "assertNull", "assertNotNull", "startSkipping", "bats_require_minimum_version", "bats_load_library", "bats_pipe", "setfacl", "sqlite3", "gsed", "gh":
		return true
	}
	return false
}

// isEnvironment reports variables that the shell, the system or bats sets.
func isEnvironment(name string) bool {
	switch name {
	case "PATH", "HOME", "USER", "PWD", "OLDPWD", "SHELL", "TERM", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "EDITOR", "PAGER", "DISPLAY", "HOSTNAME", "HOSTTYPE", "OSTYPE",
		"MACHTYPE", "UID", "EUID", "PPID", "IFS", "PS1", "PS2", "PS3", "PS4", "RANDOM", "SECONDS", "LINENO", "FUNCNAME", "BASH", "BASHPID", "BASH_SOURCE", "BASH_LINENO",
		"BASH_VERSION", "BASH_VERSINFO", "BASH_REMATCH", "BASH_COMMAND", "BASH_SUBSHELL", "BASH_ARGC", "BASH_ARGV", "OPTARG", "OPTIND", "OPTERR", "REPLY", "COLUMNS", "LINES",
		"PIPESTATUS", "SHELLOPTS", "BASHOPTS", "DIRSTACK", "GROUPS", "HISTFILE", "HISTSIZE", "LOGNAME", "MAIL", "CDPATH", "ENV", "FPATH", "ZDOTDIR", "ZSH_VERSION", "KSH_VERSION",
		"COMP_WORDS", "COMP_CWORD", "COMP_LINE", "COMP_POINT", "COMPREPLY", "words", "CURRENT", "BUFFER", "CURSOR", "LBUFFER", "RBUFFER", "EPOCHSECONDS", "EPOCHREALTIME",
		"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_WORKSPACE", "GITHUB_TOKEN", "CI", "GOPATH", "GOOS", "GOARCH", "JAVA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
		"status", "output", "lines", "stderr", "stderr_lines", "BATS_TMPDIR", "BATS_TEST_DIRNAME", "BATS_TEST_FILENAME", "BATS_TEST_TMPDIR", "BATS_FILE_TMPDIR", "BATS_RUN_TMPDIR",
		"BATS_TEST_NAME", "BATS_TEST_DESCRIPTION", "BATS_TEST_NUMBER", "BATS_SUITE_TEST_NUMBER", "BATS_CWD", "BATS_VERSION":
		return true
	}
	return false
}
