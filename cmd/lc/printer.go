package main

import (
	"fmt"
	"io"
)

// printer writes lines, made visible, and keeps the first error.
type printer struct {
	w   io.Writer
	err error
}

func (a *app) printer() *printer { return &printer{w: a.out} }

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, visible(fmt.Sprintf(format+"\n", args...)))
	}
}
