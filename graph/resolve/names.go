package resolve

import (
	"slices"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// nameTable finds members by name alone, a family apart from the others.
type nameTable struct {
	p       *Program
	members []map[string][]Entity // By family; lists end at maxCandidates+1.
}

// maxCandidates bounds an ambiguous name: with more declarations than this the
// name carries no information, and the reference stays unresolved.
const maxCandidates = 5

// minNameLength is the shortest member name that may be resolved by name alone;
// shorter ones are shared with built-in types as a rule.
const minNameLength = 4

func newNameTable(p *Program) *nameTable {
	t := &nameTable{p: p, members: make([]map[string][]Entity, len(p.families))}
	for i := range t.members {
		t.members[i] = make(map[string][]Entity)
	}
	for i := range p.files {
		family := p.files[i].family
		if family < 0 {
			continue
		}
		facts := p.In.Files[i].Facts
		for j := 1; j < len(facts.Symbols); j++ {
			s := &facts.Symbols[j]
			if s.Parent <= 0 || s.Kind.IsLocal() || s.Kind.IsType() || s.Kind == schema.KindImpl || len(s.Name) < minNameLength {
				continue
			}
			if parent := facts.Symbols[s.Parent].Kind; !isContainer(parent) || !isMember(parent, s.Kind) {
				continue
			}
			list := t.members[family][s.Name]
			if len(list) <= maxCandidates {
				t.members[family][s.Name] = append(list, Decl(schema.FileID(i), int32(j)))
			}
		}
	}
	return t
}

// guess resolves a member of an unknown receiver.
func (t *nameTable) guess(file schema.FileID, r *lang.Ref) link.Resolution {
	out := link.Unresolved()
	if len(r.Name) < minNameLength || isCommon(r.Name) || r.Role == schema.RoleType {
		return out
	}
	family := t.p.family(file)
	if family.GuessCalls && r.Role != schema.RoleCall {
		return out
	}
	if family.Common != nil && family.Common(r.Name) {
		return out
	}
	list := t.members[t.p.files[file].family][r.Name]
	if r.Role == schema.RoleCall {
		list = t.callable(list, r)
	}
	if family.FixedArity && r.Role == schema.RoleCall {
		list = slices.DeleteFunc(slices.Clone(list), func(e Entity) bool { return !t.p.takes(e, r) })
	}
	// Overloads in one type are one meaning.
	switch {
	case len(list) == 0 || len(list) > maxCandidates:
		return out
	case len(list) == 1 || t.sameOwner(list):
		out.Target = t.p.bestOf(list, r).Target()
		out.Origin, out.Confidence = schema.OriginUniqueName, ConfidenceUnique
		return out
	}
	confidence := min(float32(ConfidenceAmbiguous), .5/float32(len(list)))
	out.Target, out.Origin, out.Confidence = list[0].Target(), schema.OriginAmbiguousName, confidence
	for _, e := range list[1:] {
		out.More = append(out.More, link.Resolution{Target: e.Target(), Origin: schema.OriginAmbiguousName, Confidence: confidence})
	}
	return out
}

// callable leaves out what a call cannot mean: fields when there are methods, and
// declarations whose arguments have other labels.
func (t *nameTable) callable(list []Entity, r *lang.Ref) []Entity {
	var out, rest []Entity
	for _, e := range list {
		family := t.p.family(e.File)
		switch {
		case !t.p.Symbol(e.Target()).Kind.IsCallable():
			rest = append(rest, e)
		case family == nil || family.Fit == nil || family.Fit(e.Target(), r) >= 0:
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return rest
	}
	return out
}

func (t *nameTable) sameOwner(list []Entity) bool {
	first := t.p.ownerOf(list[0].Target())
	for _, e := range list[1:] {
		if t.p.ownerOf(e.Target()) != first {
			return false
		}
	}
	return true
}

// isCommon reports whether a member name is shared by the libraries of most languages.
func isCommon(name string) bool {
	switch name {
	case "add", "append", "apply", "bind", "call", "clear", "clone", "close", "concat", "contains", "copy", "count", "create",
		"data", "delete", "done", "empty", "encode", "decode", "entries", "equals", "error", "exec", "execute", "extend", "filter", "find",
		"first", "flush", "format", "from", "get", "getValue", "group", "handle", "hash", "hashCode", "head", "height", "index", "indexOf", "info", "init",
		"insert", "isEmpty", "items", "iter", "iterator", "join", "keys", "last", "length", "line", "lines", "list", "load", "lock", "log", "lower", "main",
		"match", "merge", "message", "method", "name", "next", "node", "open", "options", "parent", "parse", "path", "peek", "poll", "pop", "position", "post",
		"print", "println", "process", "push", "put", "query", "read", "readline", "reduce", "remove", "render", "replace", "request", "reset", "resolve", "response", "result",
		"reverse", "root", "run", "save", "search", "send", "set", "setValue", "size", "slice", "sort", "source", "split", "start", "status", "stop", "strip", "stream", "sub",
		"submit", "tail", "test", "text", "then", "title", "toString", "token", "trim", "type", "unlock", "update", "upper", "url", "validate", "value", "values",
		"version", "wait", "width", "with", "write", "constructor", "prototype", "body", "code", "config", "content", "context", "default", "description", "headers", "host",
		"kind", "label", "args", "params", "port", "state", "style", "target", "user", "catch", "finally", "forEach", "some", "every", "includes", "json", "startsWith", "endsWith":
		return true
	}
	return false
}
