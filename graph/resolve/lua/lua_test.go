package lua_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/graph/resolve/lua"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	langlua "github.com/lc-index/lc/index/lang/lua"
)

var setup = resolvetest.Setup{
	Languages: langlua.Languages(),
	Rules:     lua.Rules{},
	LanguageOf: func(path string) string {
		if strings.HasSuffix(path, ".lua") {
			return "lua"
		}
		return ""
	},
}

func TestModulesMembersAndGlobals(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
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

func TestClassesAndTablesThatFilesReturn(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, setup, `
-- ui/widget.lua --
local Widget = { width = 1 }
function Widget:new(o)
  o = o or {}
  setmetatable(o, self)
  return o
end
function Widget:extend(o) return Widget.new(self, o) end
function Widget:paint() end
return Widget
-- ui/button.lua --
local Widget = require("ui.widget")
local Button = Widget:extend{ label = "" } -- link: extend -> ui/widget.lua:7
function Button:press()
  self.count = 1
  self:paint() -- link: paint -> ui/widget.lua:8
  return self.count -- link: count -> ui/button.lua:4
end
return Button
-- app.lua --
local Button = require("ui.button")
local b = Button:new{} -- link: new -> ui/widget.lua:2
b:press() -- link: press -> ui/button.lua:3
b:paint() -- link: paint -> ui/widget.lua:8
print(b.label) -- link: label -> ui/button.lua:2
local Late
local function setup() Late = require("ui.button") end
Late:press() -- link: press -> ui/button.lua:3
local conf = require("conf")
conf.load() -- link: load -> conf.lua:3
print(unknown.label) -- link: label -> none
-- conf.lua --
local function load() end
return setmetatable({
  load = load,
}, { __call = function() end })
-- ui/tools/cjson.lua --
local M = {}
function M.encode() end
return M
-- ui/tools/http.lua --
local json = require("cjson")
json.encode() -- link: encode -> external cjson
local own = require("ui.tools.cjson")
own.encode() -- link: encode -> ui/tools/cjson.lua:2
`)
}
