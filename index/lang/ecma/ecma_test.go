package ecma_test

import (
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/ecma"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, language, src string) *lang.Facts {
	t.Helper()
	for _, l := range ecma.Languages() {
		if l.Name == language {
			return langtest.Check(t, l, src)
		}
	}
	t.Fatalf("no language %s", language)
	return nil
}

func TestTypeScriptOutline(t *testing.T) {
	t.Parallel()
	check(t, "typescript", `import type { T } from './t'         // imp: ./t T as T type
import def, { a as b } from 'pkg'    // imp: pkg default as def static; imp: pkg a as b
import * as ns from '../ns'          // imp: ../ns  as ns
import './side'                      // imp: ./side
export * from './star'               // imp: ./star * re-export
export { x as y } from './x'         // imp: ./x x as y re-export
/** Does it. */
export function f<P extends T>(p: P, q?: number): T { return p }  // def: f function exported; def: P type-parameter; ref: T type -> 1; ref: P type -> 8; ref: p read -> 8
export const arrow = async (v: T) => v.go()   // def: arrow function exported async; ref: go call of v
const LIMIT = 3                       // def: LIMIT constant exported
export default class Shape extends ns.Base implements Area {  // def: Shape class default; ref: Base inherit of ns; ref: Area inherit
  #secret = 1                         // def: Shape.#secret field private
  static size: number = LIMIT         // def: Shape.size field static; ref: LIMIT read -> 10
  handler = (e: Event) => this.go(e)  // def: Shape.handler method; ref: go call of this
  constructor(private readonly n: T) { super() }  // def: Shape.constructor constructor; def: Shape.n field private; ref: super call
  get area(): number { return this.n.x }  // def: Shape.area property; ref: n read of this; ref: x read of n
  go(e: unknown) { return new Shape(b) }  // def: Shape.go method; ref: Shape call -> 11; ref: b read -> 2
}
export interface Area { area: number; scale(by: number): Area }  // def: Area interface; def: Area.area field; def: Area.scale method; ref: Area type -> 19
type U = { k: T } | Area              // def: U type; def: U.k field
enum Color { Red, Green = 2 }         // def: Color enum; def: Color.Red enum-member
namespace N { export const inner = 1 }  // def: N namespace; def: N.inner constant
declare module 'm' { export function g(): void }  // def: m module; def: m.g function declaration
const table = { one() { return 1 }, two: 2, three: () => LIMIT }  // def: table constant; def: table.one method; def: table.two field; def: table.three method
const { p: q, ...rest } = table       // def: q constant; ref: p read of table; def: rest constant
let s = table as unknown as Area      // ref: Area type -> 19
export { LIMIT as limit }             // ref: LIMIT read -> 10; imp: - LIMIT as limit
`)
}

func TestImportsOfTypesAreErased(t *testing.T) {
	t.Parallel()
	const src = `import { Shape } from "./shape"       // imp: ./shape Shape as Shape type
import { make, Size } from "./make"   // imp: ./make make as make static; imp: ./make Size as Size type
import Both from "./both"             // imp: ./both default as Both static
import * as kinds from "./kinds"      // imp: ./kinds  as kinds static
import { unused } from "./unused"     // imp: ./unused unused as unused static
import { held } from "./held"         // imp: ./held held as held static
export class Box implements Shape { size: Size = make() }
export const other: Both = new Both()
export const kind: kinds.Kind = { held }
`
	check(t, "typescript", src)
	check(t, "tsx", src)
	check(t, "javascript", `import { Shape } from "./shape"   // imp: ./shape Shape as Shape static
export function area(s) { return s.area }
`)
}

func TestNamedFunctionExpressions(t *testing.T) {
	t.Parallel()
	check(t, "typescript", `export const guard = (max: number) => {   // def: guard function exported
  return async function check(n: number) {  // def: guard.check function async; ref: check read -> 2
    if (n > max) { return check(n - 1) }    // ref: check call -> 2
  }
}
use(function named() { return 1 })          // def: named function; ref: named read -> 6; ref: use call
`)
}

func TestScopes(t *testing.T) {
	t.Parallel()
	check(t, "javascript", `var x = 1
function f(a, { b, c: d }, ...e) {   // def: a parameter; def: b parameter; def: d parameter; def: e parameter
  if (a) { let x = 2; var late = x } // def: late local; ref: x read -> 3
  for (const i of e) { i() }         // def: i local; ref: i call -> 4
  try { b() } catch (err) { d(err) } // ref: b call -> 2; ref: err read -> 5; ref: d call -> 2
  return late                        // ref: late read -> 3
}
const g = function named() { return named }  // def: g function; ref: named read -> 8
label: for (;;) { break label }
i                                    // ref: i read -> free
`)
}

func TestCommonJS(t *testing.T) {
	t.Parallel()
	check(t, "javascript", `const fs = require('fs')             // imp: fs  as fs static
const { join, y: z } = require('./p') // imp: ./p join as join; imp: ./p y as z
function Tree() { this.root = null }  // def: Tree function; def: Tree.root field
Tree.prototype.walk = function (cb) { return this.root }  // def: Tree.walk method; ref: root read of this
Tree.make = () => new Tree()          // def: Tree.make method static; ref: Tree call -> 3
exports.helper = function () {}       // def: helper function exported
module.exports.other = join           // imp: - join as other
module.exports = { Tree, w: z };      // imp: - Tree as Tree; imp: - z as w
(function ($) {
  function Canvas(el) { this.el = el }  // def: Canvas function; def: Canvas.el field
  Canvas.prototype.resize = function (w) { this.el.width = w }  // def: Canvas.resize method; ref: el read of this
})(jQuery)
async function lazy() { return (await import('./late')).default }  // imp: ./late lazy
`)
}

func TestJSX(t *testing.T) {
	t.Parallel()
	check(t, "tsx", `const App = () => <Page.Main title={name}><Item key="a" /><div /></Page.Main>  // def: App function; ref: Main call of Page; ref: Item call; ref: name read; ref: div read of JSX.IntrinsicElements; ref: title write; ref: key write
`)
}

func TestTestsAndBroken(t *testing.T) {
	t.Parallel()
	facts := check(t, "typescript", `describe('a', () => { it('b', () => {}) })  // ref: describe call
function ok() {}                      // def: ok function
let = = 3
function after() {}                   // def: after function
`)
	if facts.Symbols[0].Flags&schema.SymbolTest == 0 {
		t.Error("the file is no test")
	}
	if len(facts.Problems) == 0 {
		t.Error("no problem is noted")
	}
	for path, want := range map[string]bool{"src/a.test.ts": true, "a/__tests__/b.js": true, "src/a.ts": false, "test/x.json": false} {
		if got := ecma.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%s) = %v", path, got)
		}
	}
}

func TestHashesSayWhatChanged(t *testing.T) {
	t.Parallel()
	hashes := func(src, name string) (uint64, uint64) {
		facts, err := ecma.Languages()[1].Extract([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		for i := range facts.Symbols {
			if facts.Symbols[i].Name == name {
				return facts.Symbols[i].SignatureHash, facts.Symbols[i].BodyHash
			}
		}
		t.Fatalf("no symbol %s", name)
		return 0, 0
	}
	base := "class C { m(a: A) { return a } }\nconst f = (x: A) => x\n"
	for _, tc := range []struct {
		name, src, symbol string
		sig, body         bool
	}{
		{"comment", "class C { /* c */ m(a: A) { return a // d\n } }\nconst f = (x: A) => x\n", "m", false, false},
		{"body", "class C { m(a: A) { return a.b } }\nconst f = (x: A) => x\n", "m", false, true},
		{"signature", "class C { m(a: B) { return a } }\nconst f = (x: A) => x\n", "m", true, false},
		{"class keeps", "class C { m(a: B) { return a.b } }\nconst f = (x: A) => x\n", "C", false, false},
		{"arrow body", "class C { m(a: A) { return a } }\nconst f = (x: A) => x.y\n", "f", false, true},
	} {
		sig, body := hashes(base, tc.symbol)
		s, b := hashes(tc.src, tc.symbol)
		if (s != sig) != tc.sig || (b != body) != tc.body {
			t.Errorf("%s: signature changed %v, body changed %v", tc.name, s != sig, b != body)
		}
	}
}

func TestSignaturesWithoutSemicolonsAreRead(t *testing.T) {
	t.Parallel()
	facts := check(t, "typescript", `export type * from './t'      // imp: ./t * re-export
interface On<E> {
  // one
  <A extends E>(a: A): Promise<A>   // ref: Promise type; ref: A type -> 4
  /* two */
  <B>(
    b: B
  ): [B, E['k']]                    // ref: B type -> 6
  <C>(c: C): void                   // def: C type-parameter
}
`)
	if facts.ErrorBytes != 0 {
		t.Errorf("%d bytes in errors", facts.ErrorBytes)
	}
}

func TestDeclarationsAreNoModuleCode(t *testing.T) {
	t.Parallel()
	hashes := func(src, name string) (module, own uint64) {
		var facts *lang.Facts
		for _, l := range ecma.Languages() {
			if l.Name == "typescript" {
				var err error
				if facts, err = l.Extract([]byte(src)); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i := range facts.Symbols {
			if facts.Symbols[i].Name == name {
				own = facts.Symbols[i].SignatureHash
			}
		}
		return facts.Symbols[0].BodyHash, own
	}
	const base = "export const a = () => 1\nfunction b() {}\n"
	module, a := hashes(base, "a")
	for name, more := range map[string]string{"constant": "export const c = (x: number) => x\n", "function": "export function c() {}\n", "class": "export default class C {}\n", "type": "declare type C = string\n"} {
		if got, _ := hashes(base+more, "a"); got != module {
			t.Errorf("a new %s changes the code of the module", name)
		}
	}
	if got, _ := hashes(base+"b()\n", "a"); got == module {
		t.Error("a call at the top changes nothing")
	}
	if _, got := hashes("const a = () => 1\nfunction b() {}\n", "a"); got == a {
		t.Error("export is no part of the signature")
	}
}

func TestFunctionsUnderANameInObjectsWithoutARow(t *testing.T) {
	t.Parallel()
	check(t, "javascript", `
function make(app) {
  app.response.message = function (msg) { return msg } // def: message function; ref: msg read -> 3
  return { go() { run() }, 'stop': function () {}, wait: async (a) => a } // def: go function; def: stop function; def: wait function; ref: go read -> 4; ref: run call -> free
}
let later
later = function () { make() } // def: later function; ref: make call -> 2
serve({ fetch: (request) => request.url }) // def: fetch function; ref: url read of request
`)
}
