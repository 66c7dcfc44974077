package cfamily

import "strings"

// isStandardHeader reports whether a header belongs to the standards of C and C++,
// to POSIX or to the system: a file of the repository that ends alike is another.
func isStandardHeader(name string) bool {
	if strings.HasPrefix(name, "sys/") || strings.HasPrefix(name, "netinet/") || strings.HasPrefix(name, "arpa/") || strings.HasPrefix(name, "linux/") || strings.HasPrefix(name, "mach/") {
		return true
	}
	if !strings.ContainsAny(name, "./") {
		return true // <vector>
	}
	switch name {
	case "alloca.h", "assert.h", "complex.h", "ctype.h", "direct.h", "dirent.h", "dlfcn.h", "endian.h", "errno.h", "execinfo.h", "fcntl.h", "fenv.h",
		"float.h", "getopt.h", "glob.h", "grp.h", "inttypes.h", "io.h", "iso646.h", "libgen.h", "limits.h", "locale.h", "malloc.h", "math.h",
		"netdb.h", "poll.h", "process.h", "pthread.h", "pwd.h", "regex.h", "sched.h", "semaphore.h", "setjmp.h", "signal.h", "stdalign.h",
		"stdarg.h", "stdatomic.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "stdnoreturn.h", "string.h", "strings.h", "syslog.h",
		"termios.h", "tgmath.h", "threads.h", "time.h", "uchar.h", "ucontext.h", "unistd.h", "wchar.h", "wctype.h", "windows.h", "winsock2.h",
		"ws2tcpip.h":
		return true
	}
	return false
}

// standardName returns the header that declares a name of the C library, of POSIX
// or of the compiler ("compiler"); "" for any other name. It is asked only for
// names that no included file of the repository declares.
func standardName(name string, cxx bool) string {
	if cxx && (name == "std" || name == "size_t") {
		return "std"
	}
	switch name {
	case "htonl", "htons", "inet_addr", "inet_aton", "inet_ntoa", "inet_ntop", "inet_pton", "ntohl", "ntohs":
		return "arpa/inet.h"
	case "assert", "static_assert":
		return "assert.h"
	case "NDEBUG", "WIN32", "_AIX", "_BSD_SOURCE", "_DEFAULT_SOURCE", "_FILE_OFFSET_BITS", "_GNU_SOURCE", "_LARGEFILE_SOURCE", "_LP64", "_MSC_VER",
		"_POSIX_C_SOURCE", "_POSIX_SOURCE", "_WIN32", "_WIN64", "_XOPEN_SOURCE", "__ANDROID__", "__APPLE__", "__ARM_NEON", "__ARM_NEON__",
		"__ATOMIC_ACQUIRE", "__ATOMIC_ACQ_REL", "__ATOMIC_CONSUME", "__ATOMIC_RELAXED", "__ATOMIC_RELEASE", "__ATOMIC_SEQ_CST", "__AVX2__",
		"__AVX512F__", "__AVX__", "__BIG_ENDIAN", "__BMI2__", "__BYTE_ORDER", "__BYTE_ORDER__", "__COUNTER__", "__CYGWIN__", "__DATE__",
		"__DragonFly__", "__FILE__", "__FUNCTION__", "__FreeBSD__", "__GLIBC_MINOR__", "__GLIBC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__",
		"__GNUC__", "__HAIKU__", "__INTEL_COMPILER", "__LINE__", "__LITTLE_ENDIAN", "__LP64__", "__MACH__", "__MINGW32__", "__MINGW64__",
		"__NetBSD__", "__OPTIMIZE__", "__ORDER_BIG_ENDIAN__", "__ORDER_LITTLE_ENDIAN__", "__OpenBSD__", "__PRETTY_FUNCTION__",
		"__SANITIZE_ADDRESS__", "__SANITIZE_THREAD__", "__SIZEOF_INT128__", "__SIZEOF_POINTER__", "__SSE2__", "__SSE4_2__", "__STDC_VERSION__",
		"__STDC__", "__TIME__", "__TINYC__", "__VERSION__", "__aarch64__", "__alpha__", "__amd64__", "__arm__", "__atomic_add_fetch",
		"__atomic_compare_exchange", "__atomic_compare_exchange_n", "__atomic_exchange_n", "__atomic_fetch_add", "__atomic_fetch_sub",
		"__atomic_load", "__atomic_load_n", "__atomic_store", "__atomic_store_n", "__atomic_sub_fetch", "__builtin_add_overflow",
		"__builtin_assume_aligned", "__builtin_bswap16", "__builtin_bswap32", "__builtin_bswap64", "__builtin_choose_expr", "__builtin_clz",
		"__builtin_clzl", "__builtin_clzll", "__builtin_constant_p", "__builtin_cpu_init", "__builtin_cpu_supports", "__builtin_ctz",
		"__builtin_ctzl", "__builtin_ctzll", "__builtin_expect", "__builtin_frame_address", "__builtin_memcpy", "__builtin_mul_overflow",
		"__builtin_offsetof", "__builtin_popcount", "__builtin_popcountl", "__builtin_popcountll", "__builtin_prefetch", "__builtin_return_address",
		"__builtin_sub_overflow", "__builtin_trap", "__builtin_types_compatible_p", "__builtin_unreachable", "__clang__", "__clang_major__",
		"__clang_minor__", "__cplusplus", "__func__", "__hpux", "__i386", "__i386__", "__ia64__", "__int128", "__int128_t", "__linux__", "__m128i",
		"__m256i", "__m512i", "__mips__", "__powerpc64__", "__powerpc__", "__ppc64__", "__ppc__", "__riscv", "__s390__", "__s390x__", "__sgi",
		"__sparc__", "__sun", "__sun__", "__sync_add_and_fetch", "__sync_bool_compare_and_swap", "__sync_fetch_and_add", "__sync_fetch_and_sub",
		"__sync_lock_release", "__sync_lock_test_and_set", "__sync_sub_and_fetch", "__sync_synchronize", "__sync_val_compare_and_swap",
		"__uint128_t", "__unix__", "__x86_64__", "linux":
		return "compiler"
	case "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
		"isxdigit", "toascii", "tolower", "toupper":
		return "ctype.h"
	case "DIR", "DT_DIR", "DT_LNK", "DT_REG", "DT_UNKNOWN", "alphasort", "closedir", "dirent", "opendir", "readdir", "rewinddir", "scandir":
		return "dirent.h"
	case "Dl_info", "RTLD_DEEPBIND", "RTLD_DEFAULT", "RTLD_GLOBAL", "RTLD_LAZY", "RTLD_LOCAL", "RTLD_NEXT", "RTLD_NOW", "dladdr", "dlclose",
		"dlerror", "dlopen", "dlsym":
		return "dlfcn.h"
	case "BIG_ENDIAN", "BYTE_ORDER", "LITTLE_ENDIAN", "be32toh", "be64toh", "htobe32", "htobe64", "htole32", "htole64", "le32toh", "le64toh":
		return "endian.h"
	case "EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EAFNOSUPPORT", "EAGAIN", "EALREADY", "EBADF", "EBUSY", "ECHILD", "ECONNABORTED", "ECONNREFUSED",
		"ECONNRESET", "EDEADLK", "EDOM", "EEXIST", "EFAULT", "EFBIG", "EHOSTUNREACH", "EINPROGRESS", "EINTR", "EINVAL", "EIO", "EISCONN", "EISDIR",
		"ELOOP", "EMFILE", "EMSGSIZE", "ENAMETOOLONG", "ENETUNREACH", "ENFILE", "ENOBUFS", "ENODEV", "ENOENT", "ENOMEM", "ENOSPC", "ENOSYS",
		"ENOTCONN", "ENOTDIR", "ENOTSUP", "ENXIO", "EOPNOTSUPP", "EOVERFLOW", "EPERM", "EPIPE", "EPROTO", "EPROTONOSUPPORT", "ERANGE", "ESRCH",
		"ETIMEDOUT", "EWOULDBLOCK", "EXDEV", "errno":
		return "errno.h"
	case "backtrace", "backtrace_symbols", "backtrace_symbols_fd":
		return "execinfo.h"
	case "AT_FDCWD", "FD_CLOEXEC", "F_GETFD", "F_GETFL", "F_GETLK", "F_RDLCK", "F_SETFD", "F_SETFL", "F_SETLK", "F_SETLKW", "F_UNLCK", "F_WRLCK",
		"O_APPEND", "O_CLOEXEC", "O_CREAT", "O_DIRECT", "O_DIRECTORY", "O_EXCL", "O_NONBLOCK", "O_RDONLY", "O_RDWR", "O_SYNC", "O_TRUNC",
		"O_WRONLY", "POSIX_FADV_DONTNEED", "creat", "fallocate", "fcntl", "flock", "openat", "posix_fadvise", "posix_fallocate":
		return "fcntl.h"
	case "DBL_DIG", "DBL_EPSILON", "DBL_MANT_DIG", "DBL_MAX", "DBL_MAX_EXP", "DBL_MIN", "DBL_MIN_EXP", "FLT_EPSILON", "FLT_MAX", "FLT_MIN",
		"FLT_RADIX", "LDBL_DIG", "LDBL_MAX":
		return "float.h"
	case "no_argument", "optional_argument", "required_argument":
		return "getopt.h"
	case "glob", "glob_t", "globfree":
		return "glob.h"
	case "getgrgid", "getgrnam", "group":
		return "grp.h"
	case "PRIX32", "PRIX64", "PRId16", "PRId32", "PRId64", "PRId8", "PRIdMAX", "PRIdPTR", "PRIi32", "PRIi64", "PRIi8", "PRIo64", "PRIu16", "PRIu32",
		"PRIu64", "PRIu8", "PRIuMAX", "PRIuPTR", "PRIx16", "PRIx32", "PRIx64", "PRIx8", "PRIxPTR", "SCNd64", "SCNu64", "SCNx64", "strtoimax",
		"strtoumax":
		return "inttypes.h"
	case "basename", "dirname":
		return "libgen.h"
	case "CHAR_BIT", "CHAR_MAX", "CHAR_MIN", "INT_MAX", "INT_MIN", "IOV_MAX", "LLONG_MAX", "LLONG_MIN", "LONG_MAX", "LONG_MIN", "NAME_MAX",
		"PATH_MAX", "SCHAR_MAX", "SCHAR_MIN", "SHRT_MAX", "SHRT_MIN", "UCHAR_MAX", "UINT_MAX", "ULLONG_MAX", "ULONG_MAX", "USHRT_MAX":
		return "limits.h"
	case "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MONETARY", "LC_NUMERIC", "LC_TIME", "lconv", "locale_t", "localeconv", "newlocale", "setlocale",
		"uselocale":
		return "locale.h"
	case "HUGE_VAL", "INFINITY", "M_PI", "NAN", "acos", "asin", "atan", "atan2", "cbrt", "ceil", "ceill", "copysign", "cos", "cosh", "exp", "exp2",
		"expl", "fabs", "fabsf", "fabsl", "floor", "floorl", "fmax", "fmin", "fmod", "frexp", "hypot", "isfinite", "isinf", "isnan", "ldexp",
		"llround", "log", "log10", "log1p", "log2", "logl", "lround", "modf", "nextafter", "pow", "powl", "rint", "round", "signbit", "sin", "sinh",
		"sqrt", "sqrtl", "tan", "tanh", "trunc":
		return "math.h"
	case "AI_NUMERICHOST", "AI_PASSIVE", "EAI_NONAME", "EAI_SYSTEM", "NI_MAXHOST", "NI_MAXSERV", "NI_NUMERICHOST", "NI_NUMERICSERV", "addrinfo",
		"freeaddrinfo", "gai_strerror", "getaddrinfo", "gethostbyname", "getnameinfo", "getservbyname", "hostent", "servent":
		return "netdb.h"
	case "INADDR_ANY", "INADDR_LOOPBACK", "INADDR_NONE", "INET6_ADDRSTRLEN", "INET_ADDRSTRLEN", "IPPROTO_IP", "IPPROTO_IPV6", "IPPROTO_TCP",
		"IPPROTO_UDP", "IPV6_V6ONLY", "in6_addr", "in6addr_any", "in_addr", "in_addr_t", "in_port_t", "sockaddr_in", "sockaddr_in6":
		return "netinet/in.h"
	case "TCP_INFO", "TCP_KEEPALIVE", "TCP_KEEPCNT", "TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_NODELAY", "TCP_USER_TIMEOUT", "tcp_info":
		return "netinet/tcp.h"
	case "POLLERR", "POLLHUP", "POLLIN", "POLLNVAL", "POLLOUT", "POLLPRI", "nfds_t", "poll", "pollfd", "ppoll":
		return "poll.h"
	case "PTHREAD_CANCEL_ASYNCHRONOUS", "PTHREAD_CANCEL_ENABLE", "PTHREAD_COND_INITIALIZER", "PTHREAD_CREATE_DETACHED", "PTHREAD_MUTEX_INITIALIZER",
		"PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_RECURSIVE", "PTHREAD_ONCE_INIT", "pthread_atfork", "pthread_attr_destroy",
		"pthread_attr_getstacksize", "pthread_attr_init", "pthread_attr_setdetachstate", "pthread_attr_setstacksize", "pthread_attr_t",
		"pthread_cancel", "pthread_cond_broadcast", "pthread_cond_destroy", "pthread_cond_init", "pthread_cond_signal", "pthread_cond_t",
		"pthread_cond_timedwait", "pthread_cond_wait", "pthread_create", "pthread_detach", "pthread_equal", "pthread_exit", "pthread_getname_np",
		"pthread_getspecific", "pthread_join", "pthread_key_create", "pthread_key_delete", "pthread_key_t", "pthread_kill", "pthread_mutex_destroy",
		"pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_t", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutexattr_destroy",
		"pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_mutexattr_t", "pthread_once", "pthread_once_t", "pthread_rwlock_destroy",
		"pthread_rwlock_init", "pthread_rwlock_rdlock", "pthread_rwlock_t", "pthread_rwlock_unlock", "pthread_rwlock_wrlock", "pthread_self",
		"pthread_setaffinity_np", "pthread_setcancelstate", "pthread_setcanceltype", "pthread_setname_np", "pthread_setschedparam",
		"pthread_setspecific", "pthread_spin_init", "pthread_spin_lock", "pthread_spin_unlock", "pthread_spinlock_t", "pthread_t":
		return "pthread.h"
	case "getpwnam", "getpwuid", "getpwuid_r", "passwd":
		return "pwd.h"
	case "REG_EXTENDED", "REG_NOSUB", "regcomp", "regex_t", "regexec", "regfree", "regmatch_t":
		return "regex.h"
	case "CPU_COUNT", "CPU_ISSET", "CPU_SET", "CPU_ZERO", "cpu_set_t", "sched_getaffinity", "sched_getcpu", "sched_param", "sched_setaffinity",
		"sched_yield":
		return "sched.h"
	case "sem_destroy", "sem_init", "sem_post", "sem_t", "sem_trywait", "sem_wait":
		return "semaphore.h"
	case "_longjmp", "_setjmp", "jmp_buf", "longjmp", "setjmp", "sigjmp_buf", "siglongjmp", "sigsetjmp":
		return "setjmp.h"
	case "SA_NODEFER", "SA_ONSTACK", "SA_RESETHAND", "SA_RESTART", "SA_SIGINFO", "SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCONT", "SIGFPE",
		"SIGHUP", "SIGILL", "SIGINT", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSEGV", "SIGSTOP", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIG_BLOCK",
		"SIG_DFL", "SIG_ERR", "SIG_IGN", "SIG_SETMASK", "SIG_UNBLOCK", "kill", "killpg", "pthread_sigmask", "raise", "sig_atomic_t", "sigaction",
		"sigaddset", "sigaltstack", "sigdelset", "sigemptyset", "sigfillset", "siginfo_t", "sigismember", "signal", "sigpending", "sigprocmask",
		"sigset_t", "sigsuspend", "sigwait", "stack_t":
		return "signal.h"
	case "va_arg", "va_copy", "va_end", "va_list", "va_start":
		return "stdarg.h"
	case "ATOMIC_VAR_INIT", "atomic_bool", "atomic_compare_exchange_strong", "atomic_compare_exchange_weak", "atomic_exchange", "atomic_fetch_add",
		"atomic_fetch_add_explicit", "atomic_fetch_sub", "atomic_flag", "atomic_int", "atomic_load", "atomic_load_explicit", "atomic_store",
		"atomic_store_explicit", "atomic_thread_fence", "memory_order_acq_rel", "memory_order_acquire", "memory_order_relaxed",
		"memory_order_release", "memory_order_seq_cst":
		return "stdatomic.h"
	case "bool", "false", "true":
		return "stdbool.h"
	case "NULL", "max_align_t", "offsetof", "ptrdiff_t", "size_t", "wchar_t":
		return "stddef.h"
	case "INT16_MAX", "INT16_MIN", "INT32_C", "INT32_MAX", "INT32_MIN", "INT64_C", "INT64_MAX", "INT64_MIN", "INT8_MAX", "INT8_MIN", "INTMAX_MAX",
		"INTPTR_MAX", "PTRDIFF_MAX", "SIZE_MAX", "SSIZE_MAX", "UINT16_MAX", "UINT32_C", "UINT32_MAX", "UINT64_C", "UINT64_MAX", "UINT8_MAX",
		"UINTMAX_MAX", "UINTPTR_MAX", "int16_t", "int32_t", "int64_t", "int8_t", "int_fast16_t", "int_fast32_t", "int_fast64_t", "int_fast8_t",
		"int_least32_t", "intmax_t", "intptr_t", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t",
		"uint_fast8_t", "uint_least16_t", "uint_least32_t", "uint_least64_t", "uint_least8_t", "uintmax_t", "uintptr_t":
		return "stdint.h"
	case "BUFSIZ", "EOF", "FILE", "SEEK_CUR", "SEEK_END", "SEEK_SET", "asprintf", "clearerr", "dprintf", "fclose", "fdopen", "feof", "ferror",
		"fflush", "fgetc", "fgetpos", "fgets", "fileno", "flockfile", "fopen", "fprintf", "fputc", "fputs", "fread", "freopen", "fscanf", "fseek",
		"fseeko", "fsetpos", "ftell", "ftello", "funlockfile", "fwrite", "getc", "getchar", "getline", "gets", "pclose", "perror", "popen",
		"printf", "putc", "putchar", "puts", "remove", "rename", "rewind", "scanf", "setbuf", "setlinebuf", "setvbuf", "snprintf", "sprintf",
		"sscanf", "stderr", "stdin", "stdout", "tmpfile", "tmpnam", "ungetc", "vasprintf", "vfprintf", "vprintf", "vsnprintf", "vsprintf":
		return "stdio.h"
	case "EXIT_FAILURE", "EXIT_SUCCESS", "RAND_MAX", "_exit", "abort", "abs", "aligned_alloc", "alloca", "arc4random", "atexit", "atof", "atoi",
		"atol", "atoll", "bsearch", "calloc", "div", "drand48", "exit", "free", "getenv", "labs", "ldiv", "llabs", "malloc", "mkdtemp", "mkstemp",
		"mktemp", "posix_memalign", "putenv", "qsort", "rand", "rand_r", "random", "realloc", "reallocarray", "realpath", "setenv", "srand",
		"srand48", "srandom", "strtod", "strtof", "strtol", "strtold", "strtoll", "strtoul", "strtoull", "system", "unsetenv":
		return "stdlib.h"
	case "bzero", "memchr", "memcmp", "memcpy", "memmem", "memmove", "memrchr", "memset", "stpcpy", "strcat", "strchr", "strcmp", "strcoll",
		"strcpy", "strcspn", "strdup", "strerror", "strerror_r", "strlcat", "strlcpy", "strlen", "strncat", "strncmp", "strncpy", "strndup",
		"strnlen", "strpbrk", "strrchr", "strsep", "strsignal", "strspn", "strstr", "strtok", "strtok_r":
		return "string.h"
	case "bcmp", "bcopy", "ffs", "ffsl", "ffsll", "index", "rindex", "strcasecmp", "strncasecmp":
		return "strings.h"
	case "EPOLLERR", "EPOLLET", "EPOLLHUP", "EPOLLIN", "EPOLLONESHOT", "EPOLLOUT", "EPOLLRDHUP", "EPOLL_CLOEXEC", "EPOLL_CTL_ADD", "EPOLL_CTL_DEL",
		"EPOLL_CTL_MOD", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_event", "epoll_wait":
		return "sys/epoll.h"
	case "EVFILT_READ", "EVFILT_WRITE", "EV_ADD", "EV_CLEAR", "EV_DELETE", "EV_SET", "kevent", "kqueue":
		return "sys/event.h"
	case "FIONBIO", "FIONREAD", "TIOCGWINSZ", "ioctl", "winsize":
		return "sys/ioctl.h"
	case "MADV_DONTDUMP", "MADV_DONTNEED", "MADV_FREE", "MADV_HUGEPAGE", "MADV_NOHUGEPAGE", "MADV_RANDOM", "MADV_SEQUENTIAL", "MADV_WILLNEED",
		"MAP_ANON", "MAP_ANONYMOUS", "MAP_FAILED", "MAP_FIXED", "MAP_HUGETLB", "MAP_NORESERVE", "MAP_PRIVATE", "MAP_SHARED", "PROT_EXEC",
		"PROT_NONE", "PROT_READ", "PROT_WRITE", "madvise", "mincore", "mlock", "mlockall", "mmap", "mprotect", "mremap", "msync", "munlock",
		"munmap", "shm_open", "shm_unlink":
		return "sys/mman.h"
	case "PRIO_PROCESS", "RLIMIT_AS", "RLIMIT_CORE", "RLIMIT_NOFILE", "RLIMIT_STACK", "RLIM_INFINITY", "RUSAGE_CHILDREN", "RUSAGE_SELF",
		"RUSAGE_THREAD", "getpriority", "getrlimit", "getrusage", "rlim_t", "rlimit", "rusage", "setpriority", "setrlimit":
		return "sys/resource.h"
	case "FD_CLR", "FD_ISSET", "FD_SET", "FD_SETSIZE", "FD_ZERO", "fd_set", "pselect", "select":
		return "sys/select.h"
	case "AF_INET", "AF_INET6", "AF_LOCAL", "AF_UNIX", "AF_UNSPEC", "MSG_DONTWAIT", "MSG_NOSIGNAL", "MSG_PEEK", "PF_INET", "SHUT_RD", "SHUT_RDWR",
		"SHUT_WR", "SOCK_CLOEXEC", "SOCK_DGRAM", "SOCK_NONBLOCK", "SOCK_STREAM", "SOL_SOCKET", "SOMAXCONN", "SO_ERROR", "SO_KEEPALIVE", "SO_LINGER",
		"SO_RCVBUF", "SO_RCVTIMEO", "SO_REUSEADDR", "SO_REUSEPORT", "SO_SNDBUF", "SO_SNDTIMEO", "accept", "accept4", "bind", "cmsghdr", "connect",
		"getpeername", "getsockname", "getsockopt", "linger", "listen", "msghdr", "recv", "recvfrom", "recvmsg", "sa_family_t", "send", "sendmsg",
		"sendto", "setsockopt", "shutdown", "sockaddr", "sockaddr_storage", "socket", "socketpair", "socklen_t":
		return "sys/socket.h"
	case "S_IFDIR", "S_IFMT", "S_IFREG", "S_IRGRP", "S_IROTH", "S_IRUSR", "S_IRWXU", "S_ISDIR", "S_ISLNK", "S_ISREG", "S_ISVTX", "S_IWGRP",
		"S_IWOTH", "S_IWUSR", "S_IXUSR", "chmod", "dev_t", "fchmod", "fstat", "ino_t", "lstat", "mkdir", "mkfifo", "mode_t", "nlink_t", "stat",
		"umask", "utimensat":
		return "sys/stat.h"
	case "gettimeofday", "itimerval", "setitimer", "settimeofday", "timeradd", "timerclear", "timersub", "timeval", "utimes":
		return "sys/time.h"
	case "iovec", "preadv", "pwritev", "readv", "writev":
		return "sys/uio.h"
	case "sockaddr_un":
		return "sys/un.h"
	case "uname", "utsname":
		return "sys/utsname.h"
	case "WEXITSTATUS", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WNOHANG", "WSTOPSIG", "WTERMSIG", "WUNTRACED", "wait", "wait3", "wait4",
		"waitpid":
		return "sys/wait.h"
	case "LOG_DEBUG", "LOG_ERR", "LOG_INFO", "LOG_LOCAL0", "LOG_NDELAY", "LOG_NOTICE", "LOG_NOWAIT", "LOG_PID", "LOG_WARNING", "closelog", "openlog",
		"syslog":
		return "syslog.h"
	case "BRKINT", "CS8", "ECHO", "ICANON", "ICRNL", "IEXTEN", "INPCK", "ISIG", "ISTRIP", "IXON", "OPOST", "TCSAFLUSH", "TCSANOW", "VMIN", "VTIME",
		"cfmakeraw", "tcgetattr", "tcsetattr", "termios":
		return "termios.h"
	case "CLOCKS_PER_SEC", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_COARSE", "CLOCK_MONOTONIC_RAW", "CLOCK_PROCESS_CPUTIME_ID", "CLOCK_REALTIME",
		"asctime", "clock", "clock_getres", "clock_gettime", "clock_t", "clockid_t", "ctime", "ctime_r", "difftime", "gmtime", "gmtime_r",
		"localtime", "localtime_r", "mktime", "nanosleep", "strftime", "strptime", "time", "time_t", "timer_t", "timespec", "timezone", "tm",
		"tzset":
		return "time.h"
	case "getcontext", "makecontext", "mcontext_t", "setcontext", "swapcontext", "ucontext_t":
		return "ucontext.h"
	case "F_OK", "R_OK", "STDERR_FILENO", "STDIN_FILENO", "STDOUT_FILENO", "W_OK", "X_OK", "_SC_NPROCESSORS_ONLN", "_SC_PAGESIZE", "access", "alarm",
		"brk", "chdir", "chown", "close", "crypt", "dup", "dup2", "environ", "execl", "execlp", "execv", "execve", "execvp", "fchown", "fdatasync",
		"fork", "fsync", "ftruncate", "getcwd", "getdents", "getegid", "geteuid", "getgid", "gethostname", "getopt", "getopt_long", "getpagesize",
		"getpid", "getppid", "getuid", "gid_t", "isatty", "link", "lockf", "lseek", "nice", "off64_t", "off_t", "open", "optarg", "opterr",
		"optind", "option", "pause", "pid_t", "pipe", "pread", "pwrite", "read", "readlink", "rmdir", "sbrk", "seteuid", "setgid", "setsid",
		"setuid", "sleep", "ssize_t", "symlink", "sync", "syscall", "sysconf", "truncate", "ttyname", "uid_t", "unlink", "useconds_t", "usleep",
		"vfork", "write":
		return "unistd.h"
	case "WEOF", "mbrtowc", "mbstate_t", "mbstowcs", "wcrtomb", "wcscmp", "wcslen", "wcstombs", "wint_t", "wmemcpy":
		return "wchar.h"
	case "BOOL", "CRITICAL_SECTION", "CloseHandle", "CreateFile", "DWORD", "FALSE", "FORMAT_MESSAGE_FROM_SYSTEM", "GetLastError", "GetProcAddress",
		"HANDLE", "HMODULE", "HWND", "INVALID_HANDLE_VALUE", "LARGE_INTEGER", "LONG", "LPCSTR", "LPSTR", "LPVOID", "LoadLibrary",
		"QueryPerformanceCounter", "ReadFile", "SOCKET", "Sleep", "TRUE", "ULONG", "VirtualAlloc", "VirtualFree", "WINAPI", "WORD",
		"WSAGetLastError", "WriteFile":
		return "windows.h"
	}
	return ""
}
