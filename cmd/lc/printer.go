package main

import (
	"fmt"
	"io"
)

// printer writes lines and keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (a *app) printer() *printer { return &printer{w: a.out} }

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}
