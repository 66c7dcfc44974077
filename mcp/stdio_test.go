package mcp

import (
	"io"
	"strings"
	"testing"
	"time"
)

// The transport is not exported, hence the internal test.

func TestEndOfInputWaitsForAnswers(t *testing.T) {
	t.Parallel()
	d := newDrained(strings.NewReader(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`+"\n"), io.Discard)
	in, out := input{d}, output{d}
	ended := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(in)
		ended <- err
	}()
	select {
	case <-ended:
		t.Fatal("the input ended before the request was answered")
	case <-time.After(20 * time.Millisecond):
	}
	if _, err := out.Write([]byte(`{"jsonrpc":"2.0","id":7,"result":{}}` + "\n")); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the input did not end after the answer")
	}
}

func TestEndOfInputDoesNotWaitForCancelledCalls(t *testing.T) {
	t.Parallel()
	lines := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}` + "\n" + "not json\n"
	d := newDrained(strings.NewReader(lines), io.Discard)
	got, err := io.ReadAll(input{d})
	if err != nil || string(got) != lines {
		t.Errorf("read %q, error %v", got, err)
	}
}
