package lua_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/lua"
)

func TestDeclarations(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, lua.Languages()[0], `-- Keeps things. Not for sale.
local M = {} -- def: M class private
local json, cjson = require "a.b", require("c.d") -- imp: a.b as json; imp: c.d as cjson
local decode = require("c.d").decode -- imp: c.d decode as decode
local ngx = ngx -- def: ngx variable; ref: ngx read -> free
local max <const> = 1 -- def: max variable
-- Finds one. Or not.
function M.find(a, ...) return a.b(max) end -- def: M.find function exported; def: a parameter; ref: b call of a; ref: max read -> 6
function M:keep(it) self.count = it; M.sub.go() end -- def: M.keep method; def: M.count field; ref: go call of sub; ref: M read -> 2
local function own(p) local q = p + max; return q end -- def: own function private; def: q local; ref: p read -> 10; ref: q read -> 10
M.tab = { k = 1, ["s t"] = 2, fn = function(z) return z end, sub = { deep = own } } -- def: M.tab field; def: k field; def: fn function; def: sub field; def: deep field; ref: own read -> 10
glob = function() own() end -- def: glob function exported; ref: own call -> 10
function global_f() glob() end -- def: global_f function; ref: glob call -> 12
local Box = setmetatable({}, { __index = Base }) -- def: Box class; ref: Base inherit -> free
---@param a Box
---@return Box
local function typed(a) return a:open() end -- def: typed function; ref: open call of a
M.a, M.b = 1, 2 -- def: a field; def: b field
return M -- ref: M read -> 2
`)
	if f.Summary != "Keeps things." {
		t.Errorf("summary = %q", f.Summary)
	}
	if init := f.Symbols[0].Init; init < 0 || f.Refs[init].Name != "M" {
		t.Errorf("the file's value is reference %d, want M", init)
	}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Name == "typed" && (s.Type < 0 || f.Refs[s.Type].Name != "Box") {
			t.Errorf("typed returns reference %d, want Box", s.Type)
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	langtest.Check(t, lua.Languages()[0], `
for i, v in ipairs(list) do show(v:upper(), i) end -- ref: upper call of v; ref: list read -> free; ref: i read -> 2; ref: show call
for i = 1, 10 do show(i) end -- ref: i read -> 3
repeat local r = 1 until r == 1 -- ref: r read -> 4
if a then elseif b then c() else d() end -- ref: c call; ref: d call; ref: b read
obj:method{ 1 }:other "str" -- ref: method call of obj; ref: other call of method
do local inner = 1 end
inner() -- ref: inner call -> free
local ok = pcall(require, "maybe") -- imp: maybe lazy
local s = [[long]] .. "x" .. #t -- ref: t read
local x = 1
local function f() x = 2; y = 3 end -- ref: x write -> 11; def: y variable
local x = x + 1 -- ref: x read -> 11
`)
}

func TestClasses(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, lua.Languages()[0], `
local Base = require "base"
local ok, json = pcall(require, "json") -- imp: json as json lazy; def: json import
local Later -- def: Later variable
local Box = Base:extend{ -- def: Box class; ref: Base inherit -> 2
  size = 1, -- def: Box.size field
  open = function() end, -- def: Box.open function
}
function Box:grow() self.size = 2; self.lid = 1 end -- def: Box.grow method; ref: size write of self; def: Box.lid field
function Box.make() return setmetatable({}, Box) end -- def: Box.make function
function Box.either(a) if a then return Box end return Base end -- def: Box.either function
local mt = {}
mt.__index = function(t, k) return k end -- def: mt.__index function
local plain = Base:new{ w = 1 } -- def: plain variable; def: plain.w field; ref: Base read -> 2
dofile("tool.lua") -- imp: tool.lua lazy
Later = Base.new() -- ref: Later write -> 4
return { box = Box, run = function() end } -- def: default.box field; def: default.run function
`)
	value := map[string]string{}
	for i := range f.Symbols {
		if s := &f.Symbols[i]; s.Init >= 0 {
			value[s.Name] = f.Refs[s.Init].Name
		}
	}
	for name, want := range map[string]string{"make": "Box", "either": "", "Later": "new", "": "default"} {
		if value[name] != want {
			t.Errorf("the value of %q is that of %q, want %q", name, value[name], want)
		}
	}
}

func TestSuites(t *testing.T) {
	t.Parallel()
	langtest.Check(t, lua.Languages()[0], `
describe("thing", function() -- def: thing function test
  it("works", function() assert.equals(1, M.f(2)) end) -- ref: equals call of assert; ref: f call of M
end)
`)
}

func TestTroubleDoesNotSwallowTheRest(t *testing.T) {
	t.Parallel()
	langtest.Check(t, lua.Languages()[0], `
local function before() end -- def: before function
<<<<<<< ours
local x = ) (
>>>>>>> theirs
local function after() end -- def: after function
`)
}
