// Package budget counts tokens and fits blocks of text into a number of them. It
// is the one door to the tokenizer.
package budget

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// Default is the budget of an answer when none is asked for.
const Default = 2000

// Encoding is the vocabulary that tokens are counted in.
const Encoding = "o200k_base"

// Counter counts tokens. The zero value works and is safe for concurrent use. The
// vocabulary is loaded at the first count, which takes some 50 ms.
type Counter struct {
	once  sync.Once
	codec tokenizer.Codec
}

// Count returns the number of tokens of text. Text that the tokenizer refuses
// counts as one token a byte, so that a budget is never overrun by it.
func (c *Counter) Count(text string) int {
	if text == "" {
		return 0
	}
	c.once.Do(func() { c.codec, _ = tokenizer.Get(tokenizer.O200kBase) })
	if c.codec == nil {
		return len(text)
	}
	n, err := c.codec.Count(text)
	if err != nil {
		return len(text)
	}
	return n
}
