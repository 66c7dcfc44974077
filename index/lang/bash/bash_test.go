package bash_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/bash"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func TestScript(t *testing.T) {
	t.Parallel()
	facts := langtest.Check(t, bash.Languages()[0], `#!/usr/bin/env bash
# Builds and ships. Slowly.

set -euo pipefail # no: set
. "$(dirname "$0")/lib/log.sh" # imp: lib/log.sh *; ref: dirname call
source ./util.bash # imp: ./util.bash *
source "${ROOT%/*}/common.sh" arg # imp: common.sh *; ref: ROOT read
# shellcheck source=lib/env.sh
. "$ENV_FILE" # imp: lib/env.sh *
. "$1" # no: $1
\. ../nvm.sh # imp: ../nvm.sh *
\rm -f x # ref: rm call
readonly VERSION=1.2 # def: VERSION constant
export PREFIX=/usr HOME_DIR # def: PREFIX variable exported; ref: HOME_DIR read
declare -A map=([a]=1) # def: map variable
alias ll='list -l' # def: ll function; ref: list call
names=(a "$VERSION") # def: names variable; ref: VERSION read -> 13
names+=(b) # ref: names write -> 17

# Prints how to use it.
# Nothing else.
usage() { # def: usage function exported
  local name="${1:-x}" other # def: name local; def: other local
  echo "usage: ${name} $PREFIX" >&2 # ref: name read -> 23; ref: PREFIX read -> 14; no: echo
}

function build { # def: build function
  local -r dir=$(mktemp -d) # def: dir local; ref: mktemp call
  usage "$dir" || helper && usage # ref: usage call -> 22; ref: helper call -> free; ref: dir read -> 28
  for f in *.c; do compile "$f"; done # def: f local; ref: f read -> 30; ref: compile call
  while read -r line rest; do echo "$line"; done < <(list "$rest") # def: line local; ref: list call; ref: rest read -> 31
  count=$((count + ${#names[@]})) # ref: count write -> 50; ref: names read -> 17; ref: count read -> 50
  if [[ -v count && $count -gt 3 ]]; then run_it; elif (( count > 1 )); then :; fi # ref: run_it call; ref: count read
  case "$1" in
    -h|--help) usage ;; # ref: usage call -> 22; no: --help
    *) "$dir/tool" "$@" ;;
  esac
  cat <<EOT
version $VERSION $(usage) # ref: VERSION read -> 13; ref: usage call -> 22
EOT
  cat <<'EOT'
raw $VERSION # no: VERSION
EOT
  trap cleanup EXIT # ref: cleanup call -> 48
  trap 'cleanup; exit 1' INT # ref: cleanup call -> 48; no: exit
  command -v build >/dev/null || type usage # ref: build read -> 27; ref: usage read -> 22
}
cleanup() ( rm -rf "$tmp" ) # def: cleanup function; ref: tmp read -> free
eval "build fast" # ref: build call -> 27
count=0 # def: count variable
main "$@" # ref: main call -> free
`)
	for name, want := range map[string]string{"usage": "Prints how to use it.", "build": ""} {
		if got := find(facts, name).Doc; got != want {
			t.Errorf("doc of %s is %q, want %q", name, got, want)
		}
	}
	if want := "Builds and ships."; facts.Summary != want {
		t.Errorf("summary %q, want %q", facts.Summary, want)
	}
	if got := find(facts, "build").Complexity; got != 11 {
		t.Errorf("complexity %d, want 11", got)
	}
	if len(facts.Problems) != 0 {
		t.Errorf("problems: %v", facts.Problems)
	}
}

func TestCases(t *testing.T) {
	t.Parallel()
	langtest.Check(t, bash.Languages()[0], `#!/usr/bin/env bats
load test_helper # imp: test_helper *
setup() { dir=1; } # def: setup function; def: dir variable
@test "adds two numbers" { # no: @test
  run add 1 2 # ref: run call; ref: add call
  [ "$status" -eq 0 ] # ref: status read
}
@test bare_name { # def: bare_name function test
  :
}
@test 'skips' { skip; } # def: skips function test; ref: skip call
`)
	langtest.Check(t, bash.Languages()[0], `#!/bin/sh
testAdds() { assertEquals 1 "$(add)"; } # def: testAdds function test; ref: add call
helper() { :; } # def: helper function
. shunit2 # imp: shunit2 *
`)
	for path, want := range map[string]bool{"test/a.bats": true, "a_test.sh": true, "build.sh": false, "test.sh/x": false} {
		if got := bash.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v", path, got)
		}
	}
}

// What a shell of another kind writes does not swallow the functions around it.
func TestZsh(t *testing.T) {
	t.Parallel()
	langtest.Check(t, bash.Languages()[0], `#!/bin/zsh
autoload -Uz compinit # ref: compinit read
keys-of() { print -l ${(k)map} } # def: keys-of function; ref: map read
base=${${path}:t} # def: base variable; ref: path read
zle -N my-widget # ref: my-widget read -> 8
for x ($list) { print $x }

my-widget() { # def: my-widget function
  for f (**/*(.)) { keys-of $f }
}
function open shut { # def: open function; def: shut function
  after # ref: after call
}
# Comes after.
after() { # def: after function
  local -a found # def: found local
  keys-of $found # ref: keys-of call -> 3
}
`)
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	facts := langtest.Check(t, bash.Languages()[0], `first() { # def: first function
  if x; then
    y ) (
}
# Is fine.
second() { # def: second function
  first # ref: first call -> 1
}
`)
	if len(facts.Problems) == 0 {
		t.Error("no problem is reported")
	}
	if got := find(facts, "second").Doc; got != "Is fine." {
		t.Errorf("doc %q", got)
	}
	deep := strings.Repeat("$(", 30_000)
	if _, err := bash.Languages()[0].Read([]byte("x=" + deep)); err != nil && strings.Contains(err.Error(), "gave up") {
		t.Error(err)
	}
}

func find(facts *lang.Facts, name string) *lang.Symbol {
	for i := range facts.Symbols {
		if s := &facts.Symbols[i]; s.Name == name && s.Kind != schema.KindLocal {
			return s
		}
	}
	return &lang.Symbol{}
}
