//go:build !unix

package accuracy_test

import "time"

var processStart = time.Now()

// cpuTime is the time since the process started: the machine should do nothing else.
func cpuTime() time.Duration { return time.Since(processStart) }
