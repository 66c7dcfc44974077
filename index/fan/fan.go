// Package fan runs work in parallel and hands results back in input order, so
// that nothing downstream depends on scheduling. It is the one place of the
// indexing side that starts goroutines.
package fan

import (
	"context"
	"runtime"
	"sync"
)

// Map calls work for every index in [0, n) on at most workers goroutines (0 means
// GOMAXPROCS) and calls done with each result in ascending order of index, one at
// a time. At most a few results a worker wait for their turn, so memory stays
// bounded. The first error in index order, or the context's, ends the run and is
// returned; done is not called for that index or any after it.
func Map[T any](ctx context.Context, n, workers int, work func(ctx context.Context, i int) (T, error), done func(i int, v T) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, n)
	if n == 0 {
		return ctx.Err()
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	type result struct {
		v   T
		err error
	}
	// Window bounds how far workers run ahead of the slowest result.
	const window = 8
	slots := make(chan chan result, workers*window)
	type job struct {
		i   int
		out chan result
	}
	jobs := make(chan job)
	var wg sync.WaitGroup
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				v, err := work(ctx, j.i)
				j.out <- result{v, err}
			}
		}()
	}
	go func() {
		defer close(slots)
		defer close(jobs)
		for i := range n {
			out := make(chan result, 1)
			select {
			case slots <- out:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- job{i, out}:
			case <-ctx.Done():
				out <- result{err: ctx.Err()}
				return
			}
		}
	}()
	var first error
	i := 0
	for out := range slots {
		r := <-out
		if first == nil {
			if r.err != nil {
				first = r.err
			} else if err := done(i, r.v); err != nil {
				first = err
			}
			if first != nil {
				cancel()
			}
		}
		i++
	}
	wg.Wait()
	if first == nil && i < n {
		first = context.Cause(ctx)
	}
	return first
}
