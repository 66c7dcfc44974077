package mcp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Endpoint is the path that clients are pointed at.
const Endpoint = "/mcp"

const (
	// maxBody bounds a request: a question is small.
	maxBody = 4 << 20
	// idleSession ends a session that its client forgot.
	idleSession = 30 * time.Minute
	// shutdownGrace is how long running calls get when the server ends.
	shutdownGrace = 5 * time.Second
)

// HTTPOptions of Listen and Handler.
type HTTPOptions struct {
	Origins []string // Web origins that may call, beside those of this machine.
}

// Listen opens the address. One without a host is this machine's own only.
func Listen(addr string) (net.Listener, error) {
	if !strings.Contains(addr, ":") {
		addr = ":" + addr
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return l, nil
}

// Serve answers clients over streamable HTTP until ctx ends.
func (s *Server) Serve(ctx context.Context, l net.Listener, opts HTTPOptions) error {
	server := &http.Server{Handler: s.Handler(opts), ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if err := server.Shutdown(end); err != nil {
		// Streams that clients hold open are cut.
		if err := server.Close(); err != nil {
			return err
		}
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}

// Handler answers at Endpoint. A request that a web page of another origin makes
// is refused, so is one for a host name that is not this machine's while it comes
// from this machine (the SDK's check against rebinding).
func (s *Server) Handler(opts HTTPOptions) http.Handler {
	stream := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s.sdk }, &sdk.StreamableHTTPOptions{
		SessionTimeout: idleSession, MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	mux := http.NewServeMux()
	mux.Handle(Endpoint, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !allowed(r.Header.Get("Origin"), opts.Origins) {
			http.Error(w, "this origin may not call", http.StatusForbidden)
			return
		}
		stream.ServeHTTP(w, r)
	}))
	return mux
}

// allowed reports whether a web origin may call. Programs send none.
func allowed(origin string, others []string) bool {
	if origin == "" {
		return true
	}
	for _, o := range others {
		if strings.EqualFold(o, origin) {
			return true
		}
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}
