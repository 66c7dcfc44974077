package budget

// Block is one piece that competes for the budget, in forms from the fullest to
// the smallest: full text, skeleton, signature, pointer.
type Block struct {
	Forms []string
}

// Options of Fit. The zero value has the defaults of the specification.
type Options struct {
	Tokens    int // 0 means Default; negative means no limit.
	Protected int // Leading blocks that are kept in their smallest form at least. 0 means 3; negative none.
}

// Chosen is a block that fits.
type Chosen struct {
	Block  int // Its place among the blocks given.
	Form   int // Which of its forms; 0 is the fullest.
	Tokens int
}

// Result is what fits, in the order of the blocks.
type Result struct {
	Chosen  []Chosen
	Dropped []int // Blocks that did not fit, in order.
	Tokens  int
}

// counts is what Fit needs of a Counter.
type counts interface{ Count(text string) int }

// Fit chooses a form for each block, best block first, greedily: a block gets the
// fullest form that still fits, and at most half of the budget while others wait,
// so that one long hit does not hide the rest. Protected blocks have their smallest
// form reserved before anything else is spent and are kept even when these alone
// overrun the budget. What does not fit in any form is dropped and named.
func Fit(c counts, blocks []Block, opts Options) Result {
	budget := opts.Tokens
	if budget == 0 {
		budget = Default
	}
	protected := opts.Protected
	if protected == 0 {
		protected = 3
	}
	protected = min(max(protected, 0), len(blocks))
	var r Result
	if budget < 0 {
		for i, b := range blocks {
			n := 0
			if len(b.Forms) > 0 {
				n = c.Count(b.Forms[0])
			}
			r.Chosen = append(r.Chosen, Chosen{Block: i, Tokens: n})
			r.Tokens += n
		}
		return r
	}
	reserved := make([]int, protected)
	held := 0
	for i := range reserved {
		if forms := blocks[i].Forms; len(forms) > 0 {
			reserved[i] = c.Count(forms[len(forms)-1])
			held += reserved[i]
		}
	}
	for i, b := range blocks {
		room := budget - r.Tokens - held
		if i < protected {
			held -= reserved[i]
			room += reserved[i]
		}
		share := room
		if i+1 < len(blocks) {
			share = min(room, budget/2)
		}
		form, tokens, ok := widest(c, b, share)
		if !ok {
			form, tokens, ok = widest(c, b, room)
		}
		if !ok && i < protected && len(b.Forms) > 0 {
			form, tokens, ok = len(b.Forms)-1, reserved[i], true
		}
		if !ok {
			r.Dropped = append(r.Dropped, i)
			continue
		}
		r.Chosen = append(r.Chosen, Chosen{Block: i, Form: form, Tokens: tokens})
		r.Tokens += tokens
	}
	return r
}

// widest returns the fullest form of b within room tokens.
func widest(c counts, b Block, room int) (form, tokens int, ok bool) {
	for i, text := range b.Forms {
		// A token holds at least a byte, so a text shorter than its room fits; one
		// far longer is not worth counting.
		if len(text) > 64*max(room, 1) {
			continue
		}
		if n := c.Count(text); n <= room {
			return i, n, true
		}
	}
	return 0, 0, false
}
