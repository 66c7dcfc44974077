package shell_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/graph/resolve/shell"
	"github.com/lc-index/lc/index/lang/bash"
)

func TestSourcedFiles(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: bash.Languages(),
		Rules:     shell.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".sh") || strings.HasSuffix(path, ".bash") || strings.HasSuffix(path, ".bats") {
				return "shell"
			}
			return ""
		},
	}, `
-- bin/build.sh --
#!/bin/bash
. "$(dirname "$0")/lib/log.sh" # link: log.sh -> bin/lib/log.sh; link: dirname -> external system
source "$ROOT/tools/common.sh" # link: common.sh -> tools/common.sh; link: ROOT -> none
. "$HOME/.profile" # link: .profile -> none; link: HOME -> external environment
. /etc/rc.conf # link: rc.conf -> external /etc/rc.conf
NAME=build
main() {
  info "$LEVEL" # link: info -> bin/lib/log.sh:2; link: LEVEL -> bin/lib/log.sh:1
  check_all # link: check_all -> tools/common.sh:1
  stamp # link: stamp -> tools/stamp.sh:1
  deploy_it "$OUT" # link: deploy_it ~ other/deploy.sh:1; link: OUT -> none
  ship # link: ship -> none
  twice_here # link: twice_here -> none
  grep x # link: grep -> external system
  trap cleanup EXIT # link: cleanup -> bin/build.sh:17
}
cleanup() { :; }
main # link: main -> bin/build.sh:7
-- bin/lib/log.sh --
LEVEL=1
info() { prefix "$NAME"; } # link: prefix -> none; link: NAME -> bin/build.sh:6
-- tools/common.sh --
check_all() { main; } # link: main -> bin/build.sh:7
source ./stamp.sh # link: stamp.sh -> tools/stamp.sh
-- tools/stamp.sh --
stamp() { :; }
-- other/deploy.sh --
deploy_it() { :; }
ship() { :; }
twice_here() { :; }
-- other/more.sh --
twice_here() { :; }
-- test/build.bats --
load test_helper # link: test_helper -> test/test_helper.bash; link: load -> external system
@test "builds" {
  run prepare # link: prepare -> test/test_helper.bash:1; link: run -> external system
}
-- test/test_helper.bash --
prepare() { :; }
`)
}
