package mcp

import (
	"context"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxSessions bounds the sessions that are kept; the one that was idle longest
	// is closed for a new one.
	maxSessions = 256
	// maxMisses bounds the searches that a session remembers as missed.
	maxMisses = 16
)

// session is what is remembered of one client.
type session struct {
	mu     sync.Mutex // Guards what follows.
	missed []string   // Searches missed in a row, oldest first.
	last   string     // The call before.
	times  int        // How often it came in a row.
	used   int64      // Turn in which it was used last; guarded by sessions.mu.
}

// missedBefore lists the searches that were missed just before.
func (s *session) missedBefore() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.missed...)
}

// searched notes the outcome of a search.
func (s *session) searched(query string, missed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !missed {
		s.missed = nil
		return
	}
	if s.missed = append(s.missed, query); len(s.missed) > maxMisses {
		s.missed = s.missed[1:]
	}
}

// repeat notes a call and says when it is the same as the one before.
func (s *session) repeat(key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != key {
		s.last, s.times = key, 1
		return ""
	}
	s.times++
	return "[the same call as before: the answer is the same too]"
}

// sessions keeps what is remembered of the clients, the least recently used first
// to go.
type sessions struct {
	mu   sync.Mutex // Guards what follows.
	turn int64
	list map[*sdk.ServerSession]*session
}

func newSessions() *sessions { return &sessions{list: map[*sdk.ServerSession]*session{}} }

// touch returns the session of a client.
func (s *sessions) touch(key *sdk.ServerSession) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	found := s.list[key]
	if found == nil {
		found = &session{}
		if len(s.list) >= maxSessions {
			s.evict()
		}
		s.list[key] = found
	}
	found.used = s.turn
	return found
}

func (s *sessions) evict() {
	var oldest *sdk.ServerSession
	for key, have := range s.list {
		if oldest == nil || have.used < s.list[oldest].used {
			oldest = key
		}
	}
	delete(s.list, oldest)
	if oldest != nil {
		// Closing waits for the session's calls, which may wait for this lock.
		go func() { _ = oldest.Close() }()
	}
}

// freshFor is how long an answer about the work tree is good for: git needs some
// ten milliseconds for it.
const freshFor = 2 * time.Second

// freshness remembers for a moment whether the work tree has moved.
type freshness struct {
	check func(ctx context.Context, v *View) (bool, error)

	mu    sync.Mutex // Guards what follows.
	view  *View
	at    time.Time
	stale bool
	err   error
}

func (f *freshness) of(ctx context.Context, v *View) (bool, error) {
	if f.check == nil {
		return false, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.view == v && time.Since(f.at) < freshFor {
		return f.stale, f.err
	}
	stale, err := f.check(ctx, v)
	if ctx.Err() == nil {
		f.view, f.at, f.stale, f.err = v, time.Now(), stale, err
	}
	return stale, err
}
