package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/lc-index/lc/index/git"
	"github.com/lc-index/lc/store"
)

// Exit codes, as documented in the help of the root command.
const (
	exitOK          = 0
	exitError       = 1
	exitUsage       = 2
	exitGate        = 3
	exitNoIndex     = 4
	exitCorrupt     = 5
	exitInterrupted = 130
)

// usageError is a mistake in the arguments.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errGate means that a gate which was asked for is breached.
var errGate = errors.New("gate breached")

// errStale means that a fresh index was demanded and the index is not.
var errStale = errors.New("the index is stale")

// errNothing means that a query found nothing; the answer has said so.
var errNothing = errors.New("nothing found")

// errPartial means that a part of a request failed; the answer has said which.
var errPartial = errors.New("part of the request failed")

// isSilent reports whether the answer itself tells what the error would.
func isSilent(err error) bool { return errors.Is(err, errNothing) || errors.Is(err, errPartial) }

// advice is the next step after an error that does not name one itself.
func advice(err error) string {
	switch {
	case errors.Is(err, git.ErrNotRepository):
		return "run 'git init' there, or name a repository with --repository"
	case errors.Is(err, git.ErrNoCommits):
		return "commit something first"
	case errors.Is(err, git.ErrUnknownRevision):
		return "see 'git log --all', or fetch it first"
	case errors.Is(err, errStale):
		return "run 'lc index'"
	case errors.Is(err, syscall.ENOSPC):
		return "the previous index is as it was: make room, or name another folder with --index"
	}
	return ""
}

// complaint is what an error says on standard error.
func complaint(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted: the previous index is as it was; run the command again"
	}
	text := strings.TrimPrefix(err.Error(), "lc: ")
	if next := advice(err); next != "" {
		text += "; " + next
	}
	return text
}

// exitCode is the one place where errors become exit codes.
func exitCode(err error) int {
	var usage usageError
	var format *store.FormatError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errGate):
		return exitGate
	case errors.Is(err, store.ErrNoIndex), errors.Is(err, errStale):
		return exitNoIndex
	case errors.Is(err, store.ErrCorrupt), errors.As(err, &format):
		return exitCorrupt
	}
	return exitError
}
