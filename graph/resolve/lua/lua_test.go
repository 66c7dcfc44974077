package lua_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/resolve/lua"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langlua "github.com/lc-index/lc/index/lang/lua"
)

func TestModulesMembersAndGlobals(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: langlua.Languages(),
		Rules:     lua.Rules{},
		LanguageOf: func(path string) string {
			if strings.HasSuffix(path, ".lua") {
				return "lua"
			}
			return ""
		},
	}, `
-- kong/tools/text.lua --
local M = {}
local function trim(s) return s end
function M.clean(s) return trim(s) end -- link: trim -> kong/tools/text.lua:2
M.join = function(a) return M.clean(a) end -- link: clean -> kong/tools/text.lua:3
function M:open() return self:close() end -- link: close -> kong/tools/text.lua:6
function M:close() end
return M
-- kong/tools/init.lua --
return require "kong.tools.text"
-- kong/run.lua --
local text = require "kong.tools.text"
local clean = require("kong.tools.text").clean
local json = require "cjson"
text.join(1) -- link: join -> kong/tools/text.lua:4
text:open() -- link: open -> kong/tools/text.lua:5
clean("x") -- link: clean -> kong/tools/text.lua:3
json.encode({}) -- link: encode -> external cjson
function shared_global() end
string.format("x") -- link: string -> external lua
nobody() -- link: nobody -> none
-- kong/other.lua --
shared_global() -- link: shared_global ~ kong/run.lua:8
`)
}
