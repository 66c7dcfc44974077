package mcp

import (
	"bytes"
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
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}` + "\n"
	d := newDrained(strings.NewReader(lines), io.Discard)
	got, err := io.ReadAll(input{d})
	if err != nil || string(got) != lines {
		t.Errorf("read %q, error %v", got, err)
	}
}

func TestLinesThatAreNoMessageAreAnswered(t *testing.T) {
	t.Parallel()
	ping := `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for _, tc := range []struct{ name, line, code string }{
		{"no JSON", "{oops", `"code":-32700`},
		{"no object", "17", `"code":-32600`},
		{"another protocol", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, `"code":-32600`},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `"code":-32600`},
		{"an empty batch", "[]", `"code":-32600`},
		{"too long", `{"jsonrpc":"2.0","method":"` + strings.Repeat("x", maxFrame) + `"}`, `"code":-32600`},
		{"blank", " \r", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var answers bytes.Buffer
			got, err := io.ReadAll(input{newDrained(strings.NewReader(ping+tc.line+"\n"+ping), &answers)})
			if err != nil || string(got) != ping+ping {
				t.Errorf("the SDK reads %.200q, error %v; want the other two lines", got, err)
			}
			out := answers.String()
			if tc.code == "" {
				if out != "" {
					t.Errorf("answered %q, want silence", out)
				}
				return
			}
			if !strings.Contains(out, tc.code) || !strings.Contains(out, `"id":null`) || strings.Count(out, "\n") != 1 {
				t.Errorf("answered %q, want one line with %s and a null id", out, tc.code)
			}
		})
	}
}

func TestBatchesEndWithTheirProtocol(t *testing.T) {
	t.Parallel()
	batch := `[{"jsonrpc":"2.0","method":"notifications/initialized"}]` + "\n"
	for version, taken := range map[string]bool{"2025-03-26": true, "2025-06-18": false} {
		var answers bytes.Buffer
		d := newDrained(strings.NewReader(batch), &answers)
		if _, err := (output{d}).Write([]byte(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"` + version + `"}}` + "\n")); err != nil {
			t.Fatal(err)
		}
		answers.Reset()
		got, err := io.ReadAll(input{d})
		if err != nil || (string(got) == batch) != taken || (answers.Len() == 0) != taken {
			t.Errorf("%s: read %q, answered %q, error %v", version, got, answers.String(), err)
		}
	}
}
