package cfamily

import (
	"path"
	"strings"

	"github.com/lc-index/lc/graph/resolve"
	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/store/schema"
)

// maxCandidates bounds an ambiguous name: more candidates than this say nothing.
const maxCandidates = 5

// confidenceThrough: as an import, but which includer comes first is not known.
const confidenceThrough = .9

// free resolves a name that no scope of its file binds.
func (u *units) free(file schema.FileID, ref *lang.Ref) []resolve.Candidate {
	cxx := u.p.In.Files[file].Language == "c++"
	here := u.spaceAround(file, ref)
	if cxx && ref.Role != schema.RoleCall {
		if e := u.namespace(here, ref.Name); e.Ok() && !u.isType(ref.Name) {
			return []resolve.Candidate{{Entity: e, Origin: schema.OriginScope}}
		}
		if library := librarySpace(ref.Name); library != "" && !u.isType(ref.Name) {
			return []resolve.Candidate{{Entity: resolve.External(library), Origin: schema.OriginScope}}
		}
	}
	var seen, through, linked []declared
	for _, d := range u.names[ref.Name] {
		s := u.p.Symbol(d.target)
		if !fits(ref, s, cxx) {
			continue
		}
		switch {
		case u.includes.sees(file, d.target.File):
			seen = append(seen, d)
		case u.includes.seesThrough(file, d.target.File):
			through = append(through, d)
		case s.Visibility == schema.VisibilityPrivate, s.Kind == schema.KindMacro && ref.Flags&lang.RefOptional != 0, !u.isLinked(ref, s, d.target.File):
			// Internal linkage; a condition on a macro that some other file defines.
		default:
			linked = append(linked, d)
		}
	}
	if len(seen) > 0 {
		return []resolve.Candidate{{Entity: u.nearest(file, here, ref, seen), Origin: schema.OriginImport}}
	}
	if len(through) > 0 {
		// The includers of this header bring the name in: sure when they agree.
		if out := u.byLinkage(file, here, ref, through); len(out) == 1 {
			return []resolve.Candidate{{Entity: out[0].Entity, Origin: schema.OriginImport, Confidence: confidenceThrough}}
		}
	}
	if header := standardName(ref.Name, cxx); header != "" {
		return []resolve.Candidate{{Entity: resolve.External(header), Origin: schema.OriginImport}}
	}
	if cxx && len(linked) == 0 {
		if library := libraryMacro(ref.Name); library != "" {
			return []resolve.Candidate{{Entity: resolve.External(library), Origin: schema.OriginImport}}
		}
	}
	return u.byLinkage(file, here, ref, append(through, linked...))
}

// librarySpace returns the library whose namespace has the name, "" for none.
func librarySpace(name string) string {
	switch name {
	case "std":
		return "std"
	case "testing":
		return "googletest"
	case "boost", "absl", "fmt", "folly", "Eigen", "spdlog", "nlohmann", "benchmark", "Catch", "google", "rapidjson", "tbb":
		return strings.ToLower(name)
	}
	return ""
}

// libraryMacro returns the library that defines a macro which no file here does.
func libraryMacro(name string) string {
	switch {
	case strings.HasPrefix(name, "EXPECT_"), strings.HasPrefix(name, "ASSERT_"), name == "TEST", name == "TEST_F", name == "TEST_P",
		name == "TYPED_TEST", name == "INSTANTIATE_TEST_SUITE_P", name == "MOCK_METHOD", name == "SCOPED_TRACE", name == "FAIL", name == "GTEST_SKIP":
		return "googletest"
	}
	return ""
}

// isLinked reports whether a declaration that is not included may still be meant,
// because an include was not found or a declaration is opaque. A variable must be
// declared where it is used, and the macros, enumerators and type names of a file
// that nothing includes are its own.
func (u *units) isLinked(ref *lang.Ref, s *lang.Symbol, file schema.FileID) bool {
	switch {
	case s.Kind == schema.KindVariable || s.Kind == schema.KindConstant:
		return false
	case s.Kind == schema.KindFunction || ref.Flags&lang.RefTag != 0:
		return true
	}
	return len(u.includes.users[file]) > 0 || isHeader(u.p.Path(file))
}

// isHeader reports whether files of the name are written to be included.
func isHeader(name string) bool {
	switch path.Ext(name) {
	case ".c", ".cc", ".cpp", ".cxx", ".c++", ".C":
		return false
	}
	return true
}

// byLinkage resolves a name that nothing included declares by the linker's rule.
func (u *units) byLinkage(file schema.FileID, here string, ref *lang.Ref, list []declared) []resolve.Candidate {
	var distinct []declared
	for _, d := range list {
		d.target = u.definition(d.target)
		dup := false
		for _, have := range distinct {
			dup = dup || have.target.File == d.target.File
		}
		if !dup {
			distinct = append(distinct, d)
		}
	}
	switch {
	case len(distinct) == 0 || len(distinct) > maxCandidates:
		return nil
	case len(distinct) == 1:
		return []resolve.Candidate{{Entity: u.nearest(file, here, ref, distinct), Origin: schema.OriginUniqueName}}
	}
	first := u.nearest(file, here, ref, distinct)
	confidence := min(float32(resolve.ConfidenceAmbiguous), .5/float32(len(distinct)))
	out := []resolve.Candidate{{Entity: first, Origin: schema.OriginAmbiguousName, Confidence: confidence}}
	for _, d := range distinct {
		if e := resolve.Decl(d.target.File, d.target.Symbol); e != first {
			out = append(out, resolve.Candidate{Entity: e, Origin: schema.OriginAmbiguousName, Confidence: confidence})
		}
	}
	return out
}

// spaceAround returns the dotted path of the namespaces around a reference.
func (u *units) spaceAround(file schema.FileID, ref *lang.Ref) string {
	f := u.p.Facts(file)
	space := ""
	for s := ref.Encl; s > 0; s = f.Symbols[s].Parent {
		if f.Symbols[s].Kind == schema.KindNamespace && f.Symbols[s].Name != anonymous {
			if space == "" {
				space = f.Symbols[s].Name
			} else {
				space = f.Symbols[s].Name + "." + space
			}
		}
	}
	return space
}

// namespace finds a namespace called name, seen from the namespace here.
func (u *units) namespace(here, name string) resolve.Entity {
	for {
		full := name
		if here != "" {
			full = here + "." + name
		}
		if u.spaces[full] {
			return resolve.Namespace(full)
		}
		if here == "" {
			return resolve.Entity{}
		}
		here = here[:max(strings.LastIndexByte(here, '.'), 0)]
	}
}

func (u *units) isType(name string) bool { return len(u.ends[name]) > 0 }

// fits reports whether a declaration can be what a reference needs.
func fits(ref *lang.Ref, s *lang.Symbol, cxx bool) bool {
	tag := s.Kind == schema.KindStruct || s.Kind == schema.KindUnion || s.Kind == schema.KindEnum || s.Kind == schema.KindClass
	if ref.Flags&lang.RefTag != 0 {
		return tag
	}
	switch ref.Role {
	case schema.RoleType, schema.RoleInherit:
		return s.Kind.IsType() || s.Kind == schema.KindMacro && ref.Role == schema.RoleType
	case schema.RoleCall:
		if ref.Flags&lang.RefNew != 0 {
			return s.Kind.IsType()
		}
		return s.Kind.IsCallable() || s.Kind == schema.KindVariable || s.Kind == schema.KindConstant || cxx && s.Kind.IsType()
	case schema.RoleWrite:
		return s.Kind == schema.KindVariable || s.Kind == schema.KindConstant || s.Kind == schema.KindMacro
	}
	return true
}

// nearest chooses among declarations of one name.
func (u *units) nearest(file schema.FileID, here string, ref *lang.Ref, list []declared) resolve.Entity {
	from := u.p.Path(file)
	best, bestScore := list[0], -1
	for _, d := range list {
		s := u.p.Symbol(d.target)
		score := sharedFolders(from, u.p.Path(d.target.File))
		if d.target.File == file {
			score += 40
		}
		switch {
		case d.space != "" && (here == d.space || strings.HasPrefix(here, d.space+".")):
			score += 400 + 10*strings.Count(d.space, ".")
		case d.space == "":
			score += 200
		}
		switch ref.Role {
		case schema.RoleType, schema.RoleInherit:
			if s.Kind == schema.KindMacro {
				score -= 100
			}
			// A bare name of a type is the typedef, one behind a tag the struct itself.
			if ref.Flags&lang.RefTag == 0 && s.Kind == schema.KindType {
				score += 2000
			}
		case schema.RoleCall:
			if s.Kind.IsCallable() {
				score += 1000
			}
			if ref.Args >= 0 && s.Arity == ref.Args {
				score += 100
			}
		case schema.RoleRead:
			if !s.Kind.IsType() {
				score += 1000
			}
		}
		if s.Flags&schema.SymbolDeclOnly == 0 {
			score++
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return resolve.Decl(best.target.File, best.target.Symbol)
}
