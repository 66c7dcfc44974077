package gotypes

import (
	"go/build/constraint"
	"path"
	"sort"
	"strings"
)

// platform is what a build constraint is evaluated for.
type platform struct {
	os, arch string
	tags     map[string]bool
}

// preferred is the platform whose files win where names clash: the one that CI runs on.
var preferred = platform{os: "linux", arch: "amd64"}

// Systems and architectures that a file name may end in, as the go command knows them.
var (
	systems       = strings.Fields("linux darwin windows freebsd netbsd openbsd dragonfly solaris illumos android ios aix plan9 js wasip1 hurd nacl zos")
	architectures = strings.Fields("amd64 arm64 386 arm wasm ppc64le ppc64 s390x riscv64 loong64 mips mipsle mips64 mips64le riscv sparc64 sparc ppc armbe arm64be amd64p32 mips64p32 mips64p32le s390")
	unixes        = strings.Fields("linux darwin freebsd netbsd openbsd dragonfly solaris illumos android ios aix hurd")
)

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// rule is the build constraint of one file.
type rule struct {
	os, arch string // From the name.
	expr     constraint.Expr
}

// ruleOf reads the constraint from the name of the file and from the signature
// that the extractor gives it.
func ruleOf(file, signature string) rule {
	var r rule
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".go"), "_test")
	if i := strings.IndexByte(name, '_'); i >= 0 {
		elems := strings.Split(name[i:], "_")
		n := len(elems)
		switch {
		case n >= 2 && contains(systems, elems[n-2]) && contains(architectures, elems[n-1]):
			r.os, r.arch = elems[n-2], elems[n-1]
		case contains(systems, elems[n-1]):
			r.os = elems[n-1]
		case contains(architectures, elems[n-1]):
			r.arch = elems[n-1]
		}
	}
	if _, text, ok := strings.Cut(signature, " //go:build "); ok {
		if x, err := constraint.Parse("//go:build " + text); err == nil {
			r.expr = x
		}
	}
	return r
}

// builds reports whether p builds a file with this rule.
func (r rule) builds(p platform) bool {
	if r.os != "" && !p.has(r.os) || r.arch != "" && r.arch != p.arch {
		return false
	}
	return r.expr == nil || r.expr.Eval(p.has)
}

// has reports whether the tag holds on p.
func (p platform) has(tag string) bool {
	switch {
	case tag == p.os, tag == p.arch, tag == "gc", tag == "cgo", p.tags[tag], strings.HasPrefix(tag, "go1."):
		return true
	case tag == "unix":
		return contains(unixes, p.os)
	case tag == "linux":
		return p.os == "android"
	case tag == "darwin":
		return p.os == "ios"
	case tag == "solaris":
		return p.os == "illumos"
	}
	return false
}

// platformFor returns a platform that builds a file with this rule, close to the preferred one.
func platformFor(r rule) (platform, bool) {
	var tags []string
	if r.expr != nil {
		seen := map[string]bool{}
		r.expr.Eval(func(tag string) bool { seen[tag] = true; return true })
		r.expr.Eval(func(tag string) bool { seen[tag] = true; return false })
		for tag := range seen {
			if !contains(systems, tag) && !contains(architectures, tag) && tag != "unix" {
				tags = append(tags, tag)
			}
		}
		sort.Strings(tags)
	}
	all := map[string]bool{}
	for _, t := range tags {
		all[t] = true
	}
	sets := []map[string]bool{nil}
	for _, t := range tags {
		sets = append(sets, map[string]bool{t: true})
	}
	sets = append(sets, all)
	for _, arch := range architectures {
		for _, set := range sets {
			for _, os := range systems {
				if p := (platform{os, arch, set}); r.builds(p) {
					return p, true
				}
			}
		}
	}
	return platform{}, false
}
