package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	version string // Of the protocol, once it is agreed.

	writing sync.Mutex // Guards out: one message at a time.

	line  []byte // The line that was read last. Only the reader touches it.
	ready []byte // What of it the SDK has not taken.
}

// firstWithoutBatches is the first protocol that has no batches.
const firstWithoutBatches = "2025-06-18"

// Error codes of JSON-RPC.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// wireError is an error as JSON-RPC sends it.
type wireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
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
	Result struct {
		ProtocolVersion string `json:"protocolVersion"`
	} `json:"result"`
}

type input struct{ *drained }

// Read hands on whole lines that the SDK can take. It ends a session on any other
// line, so those are answered here, with the error that JSON-RPC has for them, and
// left out.
func (d input) Read(p []byte) (int, error) {
	for len(d.ready) == 0 {
		line, err := d.next()
		if fault := d.fault(line); fault != nil {
			if werr := d.refuse(fault); werr != nil {
				return 0, werr
			}
		} else if len(bytes.TrimSpace(line)) > 0 {
			d.note(line)
			d.ready = line
		}
		if err != nil && len(d.ready) == 0 {
			d.wait()
			return 0, err
		}
	}
	n := copy(p, d.ready)
	d.ready = d.ready[n:]
	return n, nil
}

// next reads one line with its end. Of a line over the limit it keeps one byte more
// than the limit and passes over the rest.
func (d input) next() ([]byte, error) {
	line := d.line[:0]
	for {
		chunk, err := d.in.ReadSlice('\n')
		line = append(line, chunk[:min(len(chunk), maxFrame+1-len(line))]...)
		if err == bufio.ErrBufferFull {
			continue
		}
		d.line = line
		return line, err
	}
}

// fault says what is wrong with a line, nil for nothing.
func (d input) fault(line []byte) *wireError {
	if len(line) > maxFrame {
		return &wireError{invalidRequest, fmt.Sprintf("invalid request: a message may have %d bytes", maxFrame)}
	}
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil
	}
	if !json.Valid(line) {
		return &wireError{parseError, "parse error: the line is not JSON"}
	}
	if line[0] == '[' {
		d.mu.Lock()
		single := d.version >= firstWithoutBatches
		d.mu.Unlock()
		var batch []json.RawMessage
		if err := json.Unmarshal(line, &batch); err != nil || len(batch) == 0 || single {
			return &wireError{invalidRequest, "invalid request: a line holds one message, not a batch"}
		}
		for _, m := range batch {
			if _, err := jsonrpc.DecodeMessage(m); err != nil {
				return &wireError{invalidRequest, "invalid request: " + err.Error()}
			}
		}
		return nil
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &wireError{invalidRequest, "invalid request: " + err.Error()}
	}
	return nil
}

// refuse answers a line that has no id that could be trusted.
func (d input) refuse(fault *wireError) error {
	answer, err := json.Marshal(struct {
		Version string     `json:"jsonrpc"`
		ID      any        `json:"id"`
		Error   *wireError `json:"error"`
	}{"2.0", nil, fault})
	if err != nil {
		return err
	}
	return d.write(append(answer, '\n'))
}

// write puts one message on the output, which both directions share.
func (d *drained) write(p []byte) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	_, err := d.out.Write(p)
	return err
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
	err := d.write(p)
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range messages(p) {
		if m.Method == "" && len(m.ID) > 0 {
			delete(d.pending, string(m.ID))
		}
		if m.Result.ProtocolVersion != "" {
			d.version = m.Result.ProtocolVersion
		}
	}
	d.idle.Broadcast()
	if err != nil {
		d.closed = true
		return 0, err
	}
	return len(p), nil
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
