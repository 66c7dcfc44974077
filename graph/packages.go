package graph

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	dominik "github.com/dominikbraun/graph"
	"github.com/dominikbraun/graph/draw"
)

// ErrCyclic means that a graph has a cycle where none is allowed.
var ErrCyclic = errors.New("the graph has a cycle")

// Packages is the graph between packages, for hundreds of nodes: several of its
// questions cost nodes times edges.
type Packages struct{ g dominik.Graph[string, string] }

// PackageEdge says that From depends on To.
type PackageEdge struct {
	From, To string
	Label    string // Shown when drawn; may be empty.
}

// NewPackages builds a graph. Loops are left out, the first of parallel edges is kept.
func NewPackages(nodes []string, edges []PackageEdge) (*Packages, error) {
	g := dominik.New(dominik.StringHash, dominik.Directed())
	add := func(v string) error {
		if err := g.AddVertex(v); err != nil && !errors.Is(err, dominik.ErrVertexAlreadyExists) {
			return fmt.Errorf("package %q: %w", v, err)
		}
		return nil
	}
	for _, v := range nodes {
		if err := add(v); err != nil {
			return nil, err
		}
	}
	for _, e := range edges {
		if e.From == e.To {
			continue
		}
		if err := errors.Join(add(e.From), add(e.To)); err != nil {
			return nil, err
		}
		var attrs []func(*dominik.EdgeProperties)
		if e.Label != "" {
			attrs = append(attrs, dominik.EdgeAttribute("label", e.Label))
		}
		if err := g.AddEdge(e.From, e.To, attrs...); err != nil && !errors.Is(err, dominik.ErrEdgeAlreadyExists) {
			return nil, fmt.Errorf("dependency %q on %q: %w", e.From, e.To, err)
		}
	}
	return &Packages{g}, nil
}

// Order returns the packages so that each stands before what it depends on, names
// deciding between equals; ErrCyclic when there is a cycle.
func (p *Packages) Order() ([]string, error) {
	order, err := dominik.StableTopologicalSort(p.g, func(a, b string) bool { return a < b })
	if err != nil {
		return nil, ErrCyclic
	}
	return order, nil
}

// Reduce returns the graph with the fewest edges that reaches the same; ErrCyclic
// when there is a cycle.
func (p *Packages) Reduce() (*Packages, error) {
	if _, err := p.Order(); err != nil {
		return nil, err
	}
	r, err := dominik.TransitiveReduction(p.g)
	if err != nil {
		return nil, fmt.Errorf("transitive reduction: %w", err)
	}
	return &Packages{r}, nil
}

// Edges returns the edges, ordered by source and target.
func (p *Packages) Edges() ([]PackageEdge, error) {
	edges, err := p.g.Edges()
	if err != nil {
		return nil, err
	}
	out := make([]PackageEdge, 0, len(edges))
	for _, e := range edges {
		out = append(out, PackageEdge{e.Source, e.Target, e.Properties.Attributes["label"]})
	}
	slices.SortFunc(out, func(a, b PackageEdge) int {
		if c := strings.Compare(a.From, b.From); c != 0 {
			return c
		}
		return strings.Compare(a.To, b.To)
	})
	return out, nil
}

// DOT returns the graph in Graphviz's language, its statements in order.
func (p *Packages) DOT() (string, error) {
	var buf bytes.Buffer
	if err := draw.DOT(p.g, &buf); err != nil {
		return "", fmt.Errorf("draw: %w", err)
	}
	var head, body []string
	for _, line := range strings.Split(buf.String(), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line == "}":
		case len(head) == 0:
			head = append(head, line)
		default:
			body = append(body, "  "+line)
		}
	}
	slices.Sort(body)
	return strings.Join(append(append(head, body...), "}"), "\n") + "\n", nil
}
