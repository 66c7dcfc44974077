package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/lc-index/lc/index"
)

// progress returns what shows the progress of indexing: a bar on a terminal, a
// line a stage elsewhere, nothing with --quiet.
func (a *app) progress() index.Progress {
	switch {
	case a.quiet:
		return nil
	case isTerminal(a.err):
		return barProgress(a.err)
	}
	return lineProgress(a.err)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

func lineProgress(w io.Writer) index.Progress {
	last := ""
	return func(stage string, _, _ int) {
		if stage != last {
			last = stage
			fmt.Fprintf(w, "lc: %s\n", stage)
		}
	}
}

func barProgress(w io.Writer) index.Progress {
	var bar *progressbar.ProgressBar
	last := ""
	return func(stage string, done, total int) {
		if stage != last {
			if bar != nil {
				_ = bar.Finish()
			}
			last = stage
			bar = progressbar.NewOptions(max(total, -1), progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(stage),
				progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionSetWidth(24))
		}
		if total > 0 {
			bar.ChangeMax(total)
			_ = bar.Set(done)
			if done == total && stage == "publish" {
				_ = bar.Finish()
			}
		}
	}
}
