package fsx

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Flags and errors of LockFileEx, from the Windows SDK.
const (
	lockfileFailImmediately = 1
	lockfileExclusiveLock   = 2
	errorLockViolation      = syscall.Errno(33)
	errorIOPending          = syscall.Errno(997)
)

func lockFile(f *os.File) error {
	var overlapped syscall.Overlapped
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	ok, _, err := call.Call(f.Fd(), lockfileExclusiveLock|lockfileFailImmediately, 0, 1, 0, uintptr(unsafe.Pointer(&overlapped)))
	if ok != 0 {
		return nil
	}
	if errors.Is(err, errorLockViolation) || errors.Is(err, errorIOPending) {
		return ErrLocked
	}
	return err
}

func unlockFile(f *os.File) error {
	var overlapped syscall.Overlapped
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("UnlockFileEx")
	if ok, _, err := call.Call(f.Fd(), 0, 1, 0, uintptr(unsafe.Pointer(&overlapped))); ok == 0 {
		return err
	}
	return nil
}
