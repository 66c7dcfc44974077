package memory

import (
	"io/fs"
	"syscall"
)

// identity returns the time of the last change to the inode, and its number.
func identity(info fs.FileInfo) (ctimeNS int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return syscall.TimespecToNsec(st.Ctimespec), st.Ino
	}
	return 0, 0
}
