package fan_test

import (
	"context"
	"errors"
	"testing"

	"github.com/lc-index/lc/index/fan"
)

func TestMapKeepsInputOrder(t *testing.T) {
	t.Parallel()
	for _, workers := range []int{1, 2, 7} {
		var got []int
		err := fan.Map(t.Context(), 500, workers,
			func(_ context.Context, i int) (int, error) { return i * i, nil },
			func(i, v int) error {
				if v != i*i {
					t.Errorf("result of %d = %d", i, v)
				}
				got = append(got, i)
				return nil
			})
		if err != nil || len(got) != 500 {
			t.Fatalf("workers %d: %d results, error %v", workers, len(got), err)
		}
		for i, v := range got {
			if i != v {
				t.Fatalf("workers %d: position %d holds %d", workers, i, v)
			}
		}
	}
}

func TestMapReturnsTheFirstErrorInOrder(t *testing.T) {
	t.Parallel()
	early, late := errors.New("early"), errors.New("late")
	seen := 0
	err := fan.Map(t.Context(), 100, 4,
		func(_ context.Context, i int) (int, error) {
			switch i {
			case 10:
				return 0, early
			case 11:
				return 0, late
			}
			return i, nil
		},
		func(int, int) error { seen++; return nil })
	if !errors.Is(err, early) || seen != 10 {
		t.Errorf("error %v after %d results, want early after 10", err, seen)
	}
}

func TestMapStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := fan.Map(ctx, 1000, 2,
		func(_ context.Context, i int) (int, error) { return i, nil },
		func(int, int) error {
			if n++; n == 5 {
				cancel()
			}
			return nil
		})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want canceled", err)
	}
}
