//go:build unix

package accuracy_test

import (
	"syscall"
	"time"
)

// cpuTime is the time that the process has spent on any core, which other work on
// the machine does not change.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
