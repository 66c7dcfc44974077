package all_test

import (
	"syscall"
	"time"
)

// threadTime is the processor time of the calling thread, which other work on the
// machine does not add to.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
