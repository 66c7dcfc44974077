package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// ErrMissingObject means that an object is not in the repository (partial clone).
var ErrMissingObject = errors.New("object is not in the repository")

// Batch reads objects through one long-lived git cat-file. Calls are serialised;
// open one a worker for parallel reads.
type Batch struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err error // Sticky: the stream is out of step.
}

// OpenBatch starts the process. It ends with Close or with ctx.
func (r *Repository) OpenBatch(ctx context.Context) (*Batch, error) {
	cmd := r.Command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return &Batch{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 64<<10)}, nil
}

// Read hands the size and the content stream of an object to use, which may stop
// reading early. The object is named by its id.
func (b *Batch) Read(object string, use func(size int64, content io.Reader) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return b.err
	}
	if strings.ContainsAny(object, "\n ") || object == "" {
		return fmt.Errorf("git cat-file: object name %q", object)
	}
	if _, err := io.WriteString(b.in, object+"\n"); err != nil {
		b.err = fmt.Errorf("git cat-file: %w", err)
		return b.err
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		b.err = fmt.Errorf("git cat-file: %w", err)
		return b.err
	}
	fields := strings.Fields(header)
	if len(fields) == 2 {
		return fmt.Errorf("%s: %w", object, ErrMissingObject)
	}
	if len(fields) != 3 {
		b.err = fmt.Errorf("git cat-file answered %q", header)
		return b.err
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		b.err = fmt.Errorf("git cat-file answered %q", header)
		return b.err
	}
	limited := &io.LimitedReader{R: b.out, N: size}
	useErr := use(size, limited)
	if _, err := io.Copy(io.Discard, limited); err != nil {
		b.err = fmt.Errorf("git cat-file: %w", err)
		return b.err
	}
	if _, err := b.out.Discard(1); err != nil {
		b.err = fmt.Errorf("git cat-file: %w", err)
		return b.err
	}
	return useErr
}

// Close ends the process.
func (b *Batch) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.in.Close()
	_, _ = io.Copy(io.Discard, b.out)
	return errors.Join(err, b.cmd.Wait())
}
