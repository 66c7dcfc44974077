//go:build !linux

package all_test

import "time"

var start = time.Now()

// threadTime is the time that has passed, where the time of a thread is not to be had.
func threadTime() time.Duration { return time.Since(start) }
