package ecma_test

import (
	"path"
	"testing"

	langecma "github.com/lc-index/lc/index/lang/ecma"

	"github.com/lc-index/lc/graph/link"
	"github.com/lc-index/lc/graph/resolve/ecma"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, archive string) (*link.Input, *link.Output) {
	t.Helper()
	return resolvetest.Check(t, resolvetest.Setup{
		Languages:  langecma.Languages(),
		Rules:      ecma.Rules{},
		LanguageOf: languageOf,
	}, archive)
}

func TestModules(t *testing.T) {
	t.Parallel()
	check(t, `
-- package.json --
{"name": "root", "workspaces": ["packages/*"]}
-- tsconfig.json --
{ // comments are fine
  "extends": "./base.json",
  "compilerOptions": {"paths": {"@/*": ["src/*"], "exact": ["src/exact.ts"]},},
}
-- base.json --
{"compilerOptions": {"baseUrl": "."}}
-- src/a.ts --
export const one = 1
export default function two() {}
export class Three { go() {} }
function hidden() {}
export { hidden as shown }
-- src/barrel/index.ts --
export * from '../a'                        // link: ../a -> src/a.ts
export { default as two, Three as Four } from '../a.js'  // link: default -> src/a.ts:2; link: Three -> src/a.ts:3
export * as inner from '../a'
-- src/exact.ts --
export type Exact = { k: number }
-- packages/lib/package.json --
{"name": "@root/lib", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"}, "./sub/*": "./dist/sub/*.js"}}
-- packages/lib/src/index.ts --
export const lib = 1
-- packages/lib/src/sub/x.ts --
export const x = 1
-- src/main.ts --
import two, { one, Three, shown } from '@/a'  // link: @/a -> src/a.ts; link: one -> src/a.ts:1; link: shown -> src/a.ts:4
import { Four, inner, two as again } from './barrel'  // link: ./barrel -> src/barrel/index.ts; link: Four -> src/a.ts:3; link: inner -> src/a.ts
import type { Exact } from 'exact'          // link: Exact -> src/exact.ts:1
import { lib } from '@root/lib'             // link: lib -> packages/lib/src/index.ts:1
import { x } from '@root/lib/sub/x'         // link: x -> packages/lib/src/sub/x.ts:1
import react, { useState } from 'react'     // link: useState -> external react
import * as ns from './a'
import gone from './gone'                   // link: ./gone -> none
two(); again()                              // link: two -> src/a.ts:2; link: again -> src/a.ts:2
new Four().go()                             // link: Four -> src/a.ts:3; link: go -> src/a.ts:3
inner.one; ns.Three                         // link: one -> src/a.ts:1; link: Three -> src/a.ts:3
let e: Exact = { k: 1 }                     // link: Exact -> src/exact.ts:1; link: k -> src/exact.ts:1
e.k                                         // link: k -> src/exact.ts:1
react.x; console.log(1)                     // link: x -> external react; link: log -> external lib
ns.absent                                   // link: absent -> none
const late = async () => (await import('./a')).one  // link: one -> src/a.ts:1
`)
}

func TestCommonJS(t *testing.T) {
	t.Parallel()
	check(t, `
-- lib.js --
function helper() {}
exports.run = function () {}
module.exports.helper = helper
-- tree.js --
class Tree { walk() {} }
module.exports = Tree
-- obj.js --
const f = () => 1
module.exports = { f, g() {}, h: function () {} }
-- main.js --
const lib = require('./lib')
const Tree = require('./tree')
const { f, g } = require('./obj')     // link: f -> obj.js:1; link: g -> obj.js:2
lib.run(); lib.helper()               // link: run -> lib.js:2; link: helper -> lib.js:1
new Tree().walk()                     // link: Tree -> main.js:2 + tree.js:1; link: walk -> tree.js:1
f(); g()                              // link: f -> main.js:3 + obj.js:1; link: g -> main.js:3 + obj.js:2
const path = require('path')
path.join()                           // link: path -> main.js:7; link: join -> external path
require('./obj').h()                  // link: h -> obj.js:2
-- esm.mjs --
import Tree, { walk } from './tree.js'
import * as lib from './lib.js'
new Tree().walk()                     // link: walk -> tree.js:1
lib.run()                             // link: run -> lib.js:2
`)
}

func TestReceivers(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- a.ts --
export interface Animal { speak(): Sound; peculiar: number }
export class Sound { play() {} }
export class Dog implements Animal {
  speak() { return new Sound() }
  peculiar = 1
  static make(): Dog { return new Dog() }
}
class Cat extends Dog { speak() { return super.speak() } }  // link: speak -> a.ts:4
type Pet = Dog | Cat
type Handler = (c: Context, next: () => Promise<void>) => Response
export class Context { req: Req = new Req(); text(s: string): Response { return this.req.url() } }  // link: req -> a.ts:11; link: url -> a.ts:12
class Req { url(): any {} ; param(k: string) {} }
interface On { (path: string, ...handlers: Handler[]): App }
class App { get!: On; use(h: Handler): this { return this } list: Req[] = []; by: Map<string, Req> }
const app = new App()
app.get('/', (c) => c.text('x'))           // link: get -> a.ts:14; link: c -> a.ts:16; link: text -> a.ts:11
app.get('/', (c, n) => { c.req.param('k') })  // link: req -> a.ts:11; link: param -> a.ts:12
app.use(async function (ctx) { ctx.req })  // link: use -> a.ts:14; link: req -> a.ts:11
const h: Handler = ({ req }) => req.url()  // link: req -> a.ts:11; link: url -> a.ts:12
function make(): Handler { return (c) => c.text('') }  // link: text -> a.ts:11
app.list.forEach((r) => r.url())           // link: url -> a.ts:12
for (const r of app.list) r.url()          // link: url -> a.ts:12
app.list[0].url(); app.list.push(1)        // link: url -> a.ts:12; link: push -> external lib
function f(a: Animal, p: Pet, o?: { dog: Dog }) {
  a.speak().play()                         // link: speak -> a.ts:1 + a.ts:4 + a.ts:8; link: play -> a.ts:2
  p.speak()                                // link: speak -> a.ts:4
  o?.dog.speak()                           // link: dog -> a.ts:24; link: speak -> a.ts:4 + a.ts:8
}
Dog.make().peculiar                        // link: make -> a.ts:6; link: peculiar -> a.ts:5
async function later(): Promise<Dog> { return new Dog() }
later().then((d) => d.peculiar)            // link: then -> external lib; link: peculiar -> a.ts:5
async () => { (await later()).peculiar }   // link: peculiar -> a.ts:5
const table = { one() { return new Dog() }, two: 1 }
table.one().peculiar; table.two            // link: one -> a.ts:33; link: peculiar -> a.ts:5; link: two -> a.ts:33
let x: ReturnType<typeof later>, y: Context['req'], z = <T extends Dog>(t: T) => t.peculiar  // link: req -> a.ts:11; link: peculiar -> a.ts:5
y.url(); (x as Dog).peculiar               // link: url -> a.ts:12; link: peculiar -> a.ts:5
declare function unknown(): any
unknown().param('k'); unknown().get()      // link: param ~ a.ts:12; link: get -> none
const typed: Animal = { speak() { return new Sound() }, peculiar: 2 }  // link: peculiar -> a.ts:1
`)
	kinds := map[string]bool{}
	for _, r := range out.Relations {
		kinds[r.Kind.String()+" "+resolvetest.Place(in, r.Source)+" "+resolvetest.Place(in, r.Target)] = true
	}
	for _, want := range []string{"implement a.ts:3 a.ts:1", "implement a.ts:4 a.ts:1", "inherit a.ts:8 a.ts:3", "override a.ts:8 a.ts:4"} {
		if !kinds[want] {
			t.Errorf("no relation %s in %v", want, kinds)
		}
	}
}

// TestSuperIsCalledByTheConstructor: the edge starts at the constructor, not at its class.
func TestSuperIsCalledByTheConstructor(t *testing.T) {
	t.Parallel()
	in, _ := check(t, `
-- a.js --
class A { constructor() {} }
class B extends A {
  constructor() {
    super()                           // link: super -> a.js:1 + a.js:1
  }
}
`)
	facts := in.Files[0].Facts
	for i := range facts.Refs {
		if r := &facts.Refs[i]; r.Name == "super" && facts.Symbols[r.Encl].Kind != schema.KindConstructor {
			t.Errorf("super stands in %s %s", facts.Symbols[r.Encl].Kind, facts.Symbols[r.Encl].Name)
		}
	}
}

// TestConstructions: what names a class with a constructor of its own means that first.
func TestConstructions(t *testing.T) {
	t.Parallel()
	check(t, `
-- a.ts --
export class Own {
  constructor(readonly n = 1) {}
}
export class Heir extends Own {}
export class Plain {}
-- b.ts --
import { Own, Heir, Plain } from './a'  // link: Own -> a.ts:1
new Own().n                           // link: Own -> a.ts:2 + a.ts:1; link: n -> a.ts:2
new Heir().n                          // link: Heir -> a.ts:4 + a.ts:2; link: n -> a.ts:2
new Plain()                           // link: Plain -> a.ts:5
let o: Own                            // link: Own -> a.ts:1
`)
}

func TestJSX(t *testing.T) {
	t.Parallel()
	check(t, `
-- jsx.ts --
export namespace JSX {
  export interface IntrinsicElements { div: DivProps }
}
interface DivProps { id?: string; onClick?: (e: Click) => void }
interface Click { x: number }
-- app.tsx --
type Props = { title: string; onPick: (c: Choice) => void }
class Choice { pick() {} }
const Item = (props: Props) => <div id="a" onClick={(e) => e.x}>{props.title}</div>  // link: div -> jsx.ts:2; link: id -> jsx.ts:4; link: x -> jsx.ts:5; link: title -> app.tsx:1
export const List = () => <Item title="t" onPick={(c) => c.pick()} />  // link: Item -> app.tsx:3; link: title -> app.tsx:1; link: pick -> app.tsx:2
`)
}

func TestAmbientAndMerging(t *testing.T) {
	t.Parallel()
	check(t, `
-- globals.d.ts --
declare const VERSION: string
interface Shared { a: number }
-- b.ts --
export interface Vars { own: number }
-- aug.ts --
import { Vars } from './b'
declare module './b' { interface Vars { extra: string } }
declare global { interface Window2 { w: number } }
VERSION                                     // link: VERSION -> globals.d.ts:1
let s: Shared                               // link: Shared -> globals.d.ts:2
s.a                                         // link: a -> globals.d.ts:2
let v: Vars
v.own; v.extra                              // link: own -> b.ts:1; link: extra -> aug.ts:2
let w: Window2                              // link: Window2 -> aug.ts:3
`)
}

func languageOf(p string) string {
	switch path.Ext(p) {
	case ".ts", ".mts":
		return "typescript"
	case ".tsx":
		return "tsx"
	case ".js", ".jsx", ".mjs", ".cjs":
		return "javascript"
	}
	return ""
}

func TestUnionPrefersWhatIsDeclared(t *testing.T) {
	t.Parallel()
	check(t, `
-- a.ts --
interface Failure extends Error { respond: () => string }
export function handle(err: Error | Failure, plain: Error) {
  err.respond()   // link: respond -> a.ts:1
  plain.stack     // link: stack -> external lib
}
`)
}

// TestAugmentations: a module file that declares a module adds to it, a script declares it.
func TestAugmentations(t *testing.T) {
	t.Parallel()
	in, out := check(t, `
-- setup.ts --
import { vi } from 'runner'                // link: vi -> external runner
declare module 'runner' {
  interface Assertion extends Own {}
}
interface Own extends Own { wasWarned(): void; toEqual(): void }
-- shims.d.ts --
declare module 'shim' { export function walk(): void }
-- use.ts --
import { expect } from 'runner'            // link: expect -> external runner; link: runner -> external runner
import { walk } from 'shim'                // link: walk -> shims.d.ts:1
expect(1).wasWarned()                      // link: wasWarned -> setup.ts:5
expect(1).toEqual()                        // link: toEqual -> external runner
`)
	for i, imp := range out.Imports[2] {
		if imp.File >= 0 || !imp.External {
			t.Errorf("import %d of %s leads to %+v", i, in.Files[2].Path, imp)
		}
	}
}

// TestBuiltPackage: what is built under a name of its own comes from the index of the sources.
func TestBuiltPackage(t *testing.T) {
	t.Parallel()
	check(t, `
-- lib/package.json --
{"name": "lib", "exports": {".": {"types": "./dist/lib.d.mts", "node": "./index.mjs"}}}
-- lib/index.mjs --
export * from './dist/lib.mjs'
-- lib/src/index.ts --
export const one = 1
-- main.ts --
import { one } from 'lib'                  // link: one -> lib/src/index.ts:1
`)
}
