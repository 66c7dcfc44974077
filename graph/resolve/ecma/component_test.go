package ecma_test

import (
	"path"
	"slices"
	"testing"

	"github.com/lc-index/lc/graph/resolve/ecma"
	"github.com/lc-index/lc/graph/resolve/resolvetest"
	"github.com/lc-index/lc/index/lang/css"
	langecma "github.com/lc-index/lc/index/lang/ecma"
	"github.com/lc-index/lc/index/lang/embed"
	"github.com/lc-index/lc/index/lang/html"
)

func TestComponents(t *testing.T) {
	t.Parallel()
	resolvetest.Check(t, resolvetest.Setup{
		Languages: embed.Languages(slices.Concat(langecma.Languages(), html.Languages(), css.Languages())),
		Rules:     ecma.Rules{},
		LanguageOf: func(at string) string {
			switch path.Ext(at) {
			case ".vue", ".svelte", ".astro", ".html", ".css":
				return path.Ext(at)[1:]
			}
			return languageOf(at)
		},
	}, `
-- src/main.ts --
import App from './App.vue' // link: ./App.vue -> src/App.vue
import Old from './Old.vue' // link: ./Old.vue -> src/Old.vue
import { limit } from './Box.svelte' // link: limit -> src/Box.svelte:2
mount(App, Old, limit) // link: App -> src/App.vue:1; link: Old -> src/Old.vue:3; link: limit -> src/Box.svelte:2
-- src/App.vue --
<script setup lang="ts">
import Row from './Row.vue'
import { total } from './math'
const n = 1
function pick(x: number) { return total(x) } // link: total -> src/math.ts:1
</script>
<template>
  <Row :n="n" @pick="pick" /> <!-- link: Row -> src/Row.vue:1; link: n -> src/App.vue:4; link: pick -> src/App.vue:5 -->
  <row>{{ total(n) }}</row> <!-- link: total -> src/math.ts:1 -->
  <p>{{ $t('x') }}</p> <!-- link: $t -> external lib -->
</template>
<style>
p { color: var(--ink) } /* link: --ink ~ base.css:1 */
</style>
-- src/Row.vue --
<template><slot/></template>
-- src/Old.vue --
<template><p @click="save(sum)">{{ label }}</p></template> <!-- link: save -> src/Old.vue:6; link: sum -> src/Old.vue:5; link: label -> src/Old.vue:4 -->
<script>
export default {
  props: { label: String },
  computed: { sum() { return 1 } },
  methods: { save(x) {} },
}
</script>
-- src/Box.svelte --
<script context="module">
  export const limit = 3
</script>
<script>
  import Row from './Page.astro'
</script>
<Row {limit} /> <!-- link: Row -> src/Page.astro:1; link: limit -> src/Box.svelte:2 -->
-- src/Page.astro --
---
import Box from './Box.svelte'
const title = 'x'
---
<Box>{title}</Box> <!-- link: Box -> src/Box.svelte:1; link: title -> src/Page.astro:3 -->
-- src/math.ts --
export function total(x: number) { return x }
-- public/index.html --
<link rel="stylesheet" href="../base.css"> <!-- link: ../base.css -> base.css -->
<script src="/src/main.ts"></script> <!-- link: /src/main.ts -> src/main.ts -->
<a href="about/">about</a> <!-- link: about/ -> public/about/index.html -->
<script>function go() {}</script>
<button onclick="go()">x</button> <!-- link: go -> public/index.html:4 -->
-- public/about/index.html --
<h1>About</h1>
-- base.css --
:root { --ink: #000 }
`)
}
