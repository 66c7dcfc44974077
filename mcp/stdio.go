package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// drained is standard input and output of one client that may close its end right
// after its last request, as a shell pipe does: the end of the input is held back
// until every request has its answer, since the SDK drops calls that run when the
// input ends.
type drained struct {
	in  *bufio.Reader
	out io.Writer

	mu      sync.Mutex // Guards what follows.
	idle    *sync.Cond
	pending map[string]bool // Ids of requests without an answer.
	closed  bool
	line    []byte // The line that is being read, as far as it may be one message.
}

func newDrained(in io.Reader, out io.Writer) *drained {
	d := &drained{in: bufio.NewReader(in), out: out, pending: make(map[string]bool)}
	d.idle = sync.NewCond(&d.mu)
	return d
}

// stdio is the transport of the process's own standard streams.
func stdio() sdk.Transport {
	d := newDrained(os.Stdin, os.Stdout)
	return &sdk.IOTransport{Reader: input{d}, Writer: output{d}, MaxLineLength: maxFrame}
}

// message is what must be known of a JSON-RPC message to match answers to requests.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
}

type input struct{ *drained }

func (d input) Read(p []byte) (int, error) {
	n, err := d.in.Read(p)
	for chunk := p[:n]; len(chunk) > 0; {
		end := bytes.IndexByte(chunk, '\n') + 1
		if end == 0 {
			end = len(chunk)
		}
		if len(d.line)+end <= maxFrame {
			d.line = append(d.line, chunk[:end]...)
		}
		if chunk[end-1] == '\n' {
			d.note(d.line)
			d.line = d.line[:0]
		}
		chunk = chunk[end:]
	}
	if n == 0 && err != nil {
		d.note(d.line)
		d.wait()
	}
	return n, err
}

// note remembers the requests of a line, which may be a batch. A cancelled request
// need not be answered.
func (d input) note(line []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range messages(line) {
		switch {
		case m.Method == "notifications/cancelled":
			delete(d.pending, string(m.Params.RequestID))
		case m.Method != "" && len(m.ID) > 0:
			d.pending[string(m.ID)] = true
		}
	}
}

func messages(line []byte) []message {
	line = bytes.TrimSpace(line)
	var batch []message
	if len(line) > 0 && line[0] == '[' {
		if json.Unmarshal(line, &batch) != nil {
			return nil
		}
		return batch
	}
	var one message
	if json.Unmarshal(line, &one) != nil {
		return nil
	}
	return []message{one}
}

// wait returns when every request has its answer or the output is closed.
func (d *drained) wait() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for len(d.pending) > 0 && !d.closed {
		d.idle.Wait()
	}
}

// Close ends the session from this side.
func (d input) Close() error { return d.shut() }

type output struct{ *drained }

// Write writes one message and crosses off the request that it answers.
func (d output) Write(p []byte) (int, error) {
	n, err := d.out.Write(p)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range messages(p) {
		if m.Method == "" && len(m.ID) > 0 {
			delete(d.pending, string(m.ID))
		}
	}
	if err != nil {
		d.closed = true
	}
	d.idle.Broadcast()
	return n, err
}

// Close ends the session from this side.
func (d output) Close() error { return d.shut() }

func (d *drained) shut() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.idle.Broadcast()
	return nil
}
