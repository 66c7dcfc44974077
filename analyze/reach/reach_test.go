package reach_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lc-index/lc/analyze/reach"
	"github.com/lc-index/lc/analyze/sketch"
	"github.com/lc-index/lc/store/schema"
	"pgregory.net/rapid"
)

type arc struct {
	from, to int
	conf     float32
}

// slow finds distance and confidence by trying every number of steps: best[k][v] is
// the best product along any walk of k calls from seed to v on which no prefix falls
// below the floor.
func slow(n int, arcs []arc, seed int, floor float32, depth int) (dist []int, conf []float32) {
	dist, conf = make([]int, n), make([]float32, n)
	best := make([]float32, n)
	best[seed] = 1
	for k := 1; k <= n; k++ {
		if depth > 0 && k > depth {
			break
		}
		next := make([]float32, n)
		for _, a := range arcs { // a.from calls a.to: the change travels from to to from.
			if c := best[a.to] * a.conf; best[a.to] > 0 && c >= floor {
				next[a.from] = max(next[a.from], c)
			}
		}
		for v := range n {
			if next[v] > 0 && dist[v] == 0 && v != seed {
				dist[v], conf[v] = k, next[v]
			}
		}
		best = next
	}
	return dist, conf
}

func TestFromEqualsEveryWalk(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		arcs := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) arc {
			return arc{
				rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to"),
				rapid.SampledFrom([]float32{1, .9, .75, .5}).Draw(t, "conf"),
			}
		}), 0, 2*n, func(a arc) [2]int { return [2]int{a.from, a.to} }).Draw(t, "arcs")
		floor := rapid.SampledFrom([]float32{0, .3, .5, .8}).Draw(t, "floor")
		depth := rapid.IntRange(0, 3).Draw(t, "depth")
		var b strings.Builder
		b.WriteString("file a.go go\n")
		for v := range n {
			fmt.Fprintf(&b, "  function F%d", v)
			for _, a := range arcs {
				if a.from == v {
					fmt.Fprintf(&b, " call=F%d@%v", a.to, a.conf)
				}
			}
			b.WriteString("\n")
		}
		snap := sketch.Parse(b.String())
		r, err := reach.From(t.Context(), snap, []reach.Seed{{Symbol: 1}}, reach.Options{Floor: floor, MaxDepth: depth})
		if err != nil {
			t.Fatal(err)
		}
		dist, conf := slow(n, arcs, 0, floor, depth)
		for v := range n {
			id := schema.SymbolID(v + 1)
			d, c, ok := r.At(id)
			if ok != (dist[v] > 0) || int(d) != dist[v] {
				t.Fatalf("F%d: reached %v at %d, want distance %d\n%s", v, ok, d, dist[v], b.String())
			}
			if floor > 0 && math.Abs(float64(c-conf[v])) > 1e-6 {
				t.Fatalf("F%d: confidence %v, want %v\n%s", v, c, conf[v], b.String())
			}
			if !ok {
				continue
			}
			path := r.Path(id)
			if len(path) != dist[v] || path[len(path)-1].From != id || path[0].To != 1 {
				t.Fatalf("F%d: path %+v at distance %d", v, path, dist[v])
			}
			for i, s := range path {
				if e := snap.Edge(s.Edge); e.Source != s.From || e.Target != s.To || i > 0 && path[i-1].From != s.To {
					t.Fatalf("F%d: step %d of %+v is not the edge %+v", v, i, path, e)
				}
			}
		}
	})
}

func TestUnresolved(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(`
file a.py python
  function f unresolved=close unresolved=close unresolved=open
  function g unresolved=close
file b.go go
  function h unresolved=close
`)
	got, err := reach.Unresolved(t.Context(), snap, map[string][]string{"close": {"python"}, "none": {"go"}}, reach.NameOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Names) != 1 || got.Names[0].Name != "close" || got.Names[0].Count != 3 || len(got.Names[0].Sites) != 2 || got.Cut {
		t.Errorf("%+v", got)
	}
}

func TestTested(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse("file a.go go\n  function F\n  function G call=F\n  function Lone\nfile a_test.go go test\n  function TestG test call=G")
	for id, want := range map[schema.SymbolID]bool{1: true, 2: true, 3: false} {
		got, err := reach.Tested(t.Context(), snap, id)
		if err != nil || got != want {
			t.Errorf("symbol %d: %v, %v", id, got, err)
		}
	}
}

func TestMembersReachTheirWhole(t *testing.T) {
	t.Parallel()
	const text = `
file a.%s %s
  constant handlers
    method get call=changed
  interface Handler
    method ()  reference=Shape
    method named reference=Shape
    method used reference=Other
  function changed
  type Shape
  type Other
  function a reference=handlers
  function b reference=Handler
  function c reference=Handler.used
`
	for _, tc := range []struct {
		name, lang, seed string
		want             string
	}{
		{"who uses an object uses its members", "typescript", "changed", "handlers.get 1 1.00, handlers 2 0.80, a 3 0.80"},
		{"a call signature is its interface", "typescript", "Shape", "Handler.() 1 1.00, Handler.named 1 1.00, Handler 2 1.00, b 3 1.00"},
		{"a member that is named is reached by name", "typescript", "Other", "Handler.used 1 1.00, c 2 1.00"},
		{"a nominal type is not its members", "go", "Shape", "Handler.() 1 1.00, Handler.named 1 1.00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			snap := sketch.Parse(fmt.Sprintf(text, tc.lang, tc.lang))
			seeds := []reach.Seed{{Symbol: snap.SymbolsByName(tc.seed)[0], Effect: reach.Shape}}
			r, err := reach.From(t.Context(), snap, seeds, reach.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, id := range r.Reached() {
				dist, conf, _ := r.At(id)
				got = append(got, fmt.Sprintf("%s %d %.2f", snap.Symbol(id).QualifiedName, dist, conf))
			}
			if got := strings.Join(got, ", "); got != tc.want {
				t.Errorf("got %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestMethodsThatRunUnnamed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ name, text, seed, want string }{
		{
			"a special method reaches who uses its type",
			"file a.py python\n  class Ctx\n    method __enter__\n    method helper\n  class Sub inherit=Ctx\n  function open call=Ctx\n  function sub call=Sub\nfile b.py python\n  function user call=open",
			"__enter__", "open 1 0.45, sub 2 0.45, user 2 0.45",
		},
		{
			"a method that nothing runs unnamed reaches its callers only",
			"file a.py python\n  class Ctx\n    method helper\n  function open call=Ctx\n  function f call=Ctx.helper",
			"helper", "f 1 1.00",
		},
		{
			"what overrides something outside is called from there",
			"file A.java java\n  class A\n    method run override\n    method other\n  function start call=A",
			"run", "start 1 0.45",
		},
		{
			"what overrides something here is called through that",
			"file A.java java\n  interface I\n    method run\n  class A\n    method run override implement=I.run\n  function start call=A\n  function caller call=I.run",
			"A.run", "caller 2 1.00",
		},
		{
			"a class implements an interface by its shape",
			"file a.ts typescript\n  interface I\n    field respond\n  interface More\n    method respond\n    method else\n  class A\n    method respond\n  function f call=I.respond\n  function g call=More.respond",
			"A.respond", "f 2 0.45",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			snap := sketch.Parse(tc.text)
			var seeds []reach.Seed
			for id := range snap.SymbolCount() {
				if s := snap.Symbol(schema.SymbolID(id)); s.QualifiedName == tc.seed || s.Name == tc.seed {
					seeds = append(seeds, reach.Seed{Symbol: schema.SymbolID(id), Effect: reach.Body})
				}
			}
			r, err := reach.From(t.Context(), snap, seeds, reach.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, id := range r.Reached() {
				dist, conf, _ := r.At(id)
				got = append(got, fmt.Sprintf("%s %d %.2f", snap.Symbol(id).QualifiedName, dist, conf))
			}
			if got := strings.Join(got, ", "); got != tc.want {
				t.Errorf("got %s\nwant %s", got, tc.want)
			}
		})
	}
}

// A longer and surer way to a symbol does not hide the shorter way through it.
func TestDistanceIsThatOfTheShortestWay(t *testing.T) {
	t.Parallel()
	snap := sketch.Parse(`
file a.go go
  function F0
  function F1 call=F0@1
  function F2 call=F4@1
  function F4 call=F0@0.9 call=F1@1
`)
	r, err := reach.From(t.Context(), snap, []reach.Seed{{Symbol: 1}}, reach.Options{Floor: .3})
	if err != nil {
		t.Fatal(err)
	}
	if d, c, ok := r.At(3); !ok || d != 2 || math.Abs(float64(c)-.9) > 1e-6 {
		t.Errorf("F2 is reached %v at %d with %v, want distance 2 with .9", ok, d, c)
	}
}
