package html_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/html"
	"github.com/lc-index/lc/index/lang/langtest"
)

func language(t testing.TB, name string) lang.Language {
	t.Helper()
	for _, l := range html.Languages() {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("no language %q", name)
	return lang.Language{}
}

func extract(t testing.TB, name, src string) *lang.Facts {
	t.Helper()
	l := language(t, name)
	f, err := l.Extract([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := langtest.Consistent(f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestPages(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, "html"), `<!DOCTYPE html>
<html><head><title>A &amp; B</title>
<link rel=stylesheet href="css/a.css?v=1"> <!-- imp: css/a.css static -->
<link rel="next" href="b.html"> <!-- imp: b.html lazy -->
<script src="/js/app.js"></script> <!-- imp: /js/app.js static -->
<script src="https://cdn.example/x.js"></script> <!-- no: https -->
</head>
<body id="top"> <!-- def: top rule -->
<h1 class=x><a name="intro"></a>Intro <b>x</b></h1> <!-- def: top.Intro section; def: top.intro rule -->
<p id=unquoted>one<p id='two'>two <!-- def: top.unquoted rule; def: top.two rule -->
<ul><li id="a">x<li id="b">y</ul> <!-- def: top.a rule; def: top.b rule -->
<a href="#two">to</a> <a href="c.html#x">c</a> <!-- ref: two read -> 10; imp: c.html lazy -->
<label for="two">l</label> <img src="img/x.png"/> <!-- ref: two read -> 10; imp: img/x.png static -->
<button onclick="save(item.id)">b</button> <!-- ref: save call -> free; ref: id read of item -->
<textarea><p id="no"></textarea> <!-- no: no -->
<div id="{{ id }}"></div> <!-- no: id -->
</body></html>
`)
	if f.Summary != "A &amp; B" {
		t.Errorf("summary = %q", f.Summary)
	}
}

func TestRegions(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, in string
		want     []lang.Region
	}{
		{"html", "<script>a</script><SCRIPT type=module>b</SCRIPT><script type='application/json'>{}</script><style>.c{}</style><script> </script>", []lang.Region{
			{Language: "javascript", Span: lang.Span{StartLine: 1, StartCol: 8, EndLine: 1, EndCol: 9}, Group: 1},
			{Language: "javascript", Span: lang.Span{StartLine: 1, StartCol: 38, EndLine: 1, EndCol: 39}},
			{Language: "css", Span: lang.Span{StartLine: 1, StartCol: 98, EndLine: 1, EndCol: 102}},
		}},
		{"vue", "<script>\na\n</script>\n<script setup lang=\"ts\">\nb\n</script>\n<style lang=scss>\nc\n</style>\n<i18n>{\"script\": 1}</i18n>\n<template lang=\"pug\">\ndiv(v-if=\"x\")\n</template>", []lang.Region{
			{Language: "javascript", Span: lang.Span{StartLine: 1, StartCol: 8, EndLine: 3}, Group: 1},
			{Language: "typescript", Span: lang.Span{StartLine: 4, StartCol: 24, EndLine: 6}, Group: 1},
			{Language: "scss", Span: lang.Span{StartLine: 7, StartCol: 17, EndLine: 9}},
		}},
		{"astro", "---\na\n---\n<script>b</script>", []lang.Region{
			{Language: "typescript", Span: lang.Span{StartLine: 1, StartCol: 3, EndLine: 3}, Group: 1},
			{Language: "typescript", Span: lang.Span{StartLine: 4, StartCol: 8, EndLine: 4, EndCol: 9}},
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.want, extract(t, tc.name, tc.in).Regions); d != "" {
				t.Errorf("regions mismatch (-want +got):\n%s", d)
			}
		})
	}
}

func TestVue(t *testing.T) {
	t.Parallel()
	f := langtest.Check(t, language(t, "vue"), `<template>
  <div :class="{ active: count > 0, [key]: a ? b : c }"> <!-- ref: count read; ref: key read; ref: a read; ref: b read; ref: c read; no: active -->
    <my-row v-for="(item, i) in list" :key="i" :title="item.name" @click="pick(item)" /> <!-- ref: MyRow call; ref: list read; ref: i read -> 3; ref: name read of item; ref: pick call; def: item local -->
    <Card #head="{ row, at: n = start }">{{ row.id + n }} {{ list.map(x => x + count) }}</Card> <!-- ref: Card call; ref: row read -> 4; ref: n read -> 4; ref: start read; ref: x read -> 4; no: at -->
    <button @click="() => { const y = 1; add(y) }" v-focus>{{ `+"`a ${count} b`"+` }}</button> <!-- ref: add call; ref: y read -> 5; ref: vFocus call; ref: count read -->
    <input v-model.trim="form.name" ref="box" :value> <!-- ref: form read; ref: name read of form; ref: box write; ref: value read -->
    <p @input="count = $event; list[0].n++">{{ fn(1)?.x!.y }} {{ 'it''s' }}</p> <!-- ref: count write; ref: n write of list; ref: fn call; ref: x read of fn; ref: y read of x -->
    <ui.Button/> <p v-text="new Date() as Foo"/> <!-- ref: Button call of ui; ref: Date call; ref: Foo type -->
  </div>
</template>
`)
	s := f.Symbols[1]
	if s.Name != "default" || s.Kind.String() != "class" || s.NameLine != -1 || !strings.Contains(strings.Join(s.Flags.Names(), " "), "exported") {
		t.Errorf("component = %+v", s)
	}
	for i := range f.Refs {
		if f.Refs[i].Encl != 1 {
			t.Errorf("%s is not the component's", f.Refs[i].Name)
		}
	}
	if f := extract(t, "vue", "<script>\nexport default {}\n</script>"); len(f.Symbols) != 1 {
		t.Errorf("a script with a default export speaks for itself: %d symbols", len(f.Symbols))
	}
}

func TestSvelte(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "svelte"), `{#if name && list.length} <!-- ref: name read; ref: length read of list -->
  <Child {name} on:click={go} bind:value={list} bind:open class:active={name === 'y'} style="width: {size}px" {...rest} /> <!-- ref: Child call; ref: name read; ref: go read; ref: open read; ref: size read; ref: rest read; no: active -->
{:else if other} <!-- ref: other read -->
  {#each list as { id, label: text }, i (id)} <!-- ref: list read; ref: id read -> 4; no: label -->
    <p use:tip={text} in:fly>{text} {i} {$store.a}</p> <!-- ref: tip call; ref: text read -> 4; ref: i read -> 4; ref: fly call; ref: store read; ref: a read of store -->
  {/each}
  {text} <!-- ref: text read -> free -->
{/if}
{#await load() then value}{value.x}{:catch err}{err}{/await} <!-- ref: load call; ref: value read -> 9; ref: err read -> 9 -->
{#snippet row(a, b = c)}<td>{a}{b}</td>{/snippet} <!-- def: row function; ref: a read -> 10; ref: c read -->
{@render row(1, 2)} <!-- ref: row call -> 10 -->
{#key name}{@const z = name + 1}{@html z}{/key} <!-- ref: z read -> 12 -->
<Box let:item><b>{item}</b></Box> <!-- ref: item read -> 13 -->
`)
}

func TestAstro(t *testing.T) {
	t.Parallel()
	langtest.Check(t, language(t, "astro"), `---
const posts = []
---
<Layout title={title} client:load> <!-- ref: Layout call; ref: title read; no: load -->
  {posts.map((post) => ( <!-- ref: posts read; ref: map call of posts -->
    <li class={post.cls}>Don't <a href={`+"`/p/${post.id}`"+`}>{post.title}</a></li> <!-- ref: cls read of post; ref: id read of post; ref: title read of post -->
  ))}
  {ok && <>x {n < 3 ? <A/> : <B {...props}/>}</>} <!-- ref: ok read; ref: n read; ref: A call; ref: B call; ref: props read -->
  <Icon.Star set:html={raw} /> <!-- ref: Star call of Icon; ref: raw read -->
</Layout>
`)
}

// What has no end must not hide what comes after it.
func TestMarkupGoesOn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		language, in string
		problems     int
	}{
		{"html", "<!-- open\n<p id=last>", 1},
		{"html", "<a title=\"open><b id=last>", 1},
		{"html", "<div <p id=last>", 0},
		{"html", "</x></div>< b <p id=last>", 0},
		{"html", "<title>open<p id=last>", 1},
		{"html", "<p id=a\r\n>x</p>\r\n<p id=last>", 0},
		{"html", "<日本 id=a><p id=last>", 0},
		{"vue", "<template><p>{{ open <b id=last></b></p></template>", 1},
		{"svelte", "<p>}{a}</p><p id=last>", 0},
		{"astro", "---\nopen\n<p id=last>", 1},
	} {
		f := extract(t, tc.language, tc.in)
		found := false
		for i := range f.Symbols {
			found = found || f.Symbols[i].Name == "last"
		}
		if !found || len(f.Problems) != tc.problems {
			t.Errorf("%s %q: last found %v, problems %v", tc.language, tc.in, found, f.Problems)
		}
	}
}

func TestHostileMarkupEndsSoon(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"html", "vue", "svelte", "astro"} {
		for _, unit := range []string{"<a ", "<a>", "</a>", "<!--", "<div id=a>", "<p>", "{", "{{", "{a(", "{`${", "{#each a as b}", "{:then a}", "<script>", "<title>", "<a b=\"", "{a =>", "{<a>", "<a {", "{(a,", "{a?.b", "<h1>", "{'", "{/", "<a on:b={", "{[", "<>"} {
			began := time.Now()
			extract(t, name, "<template>"+strings.Repeat(unit, 60_000/len(unit)))
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s %q took %s", name, unit, took)
			}
		}
	}
}

func TestHashes(t *testing.T) {
	t.Parallel()
	hash := func(src string) string {
		f := extract(t, "vue", src)
		return fmt.Sprint(f.Symbols[1].BodyHash)
	}
	base := hash("<template><p>a</p></template>\n<script setup>let x</script>")
	if hash("<template>\n  <p>a</p></template>\n<script setup>let yy</script>") != base {
		t.Error("white space or the script changed the hash of the template")
	}
	if hash("<template><p>b</p></template>\n<script setup>let x</script>") == base {
		t.Error("an edit of the template kept its hash")
	}
}

// FuzzExtract holds that any bytes give consistent facts in every language.
func FuzzExtract(f *testing.F) {
	for _, seed := range []string{
		"<template><a-b v-for=\"(x, i) of y\" #c=\"{d}\" @e=\"f(x)\">{{ g.h(i => i) }}</a-b></template><script>\nexport default {}</script>",
		"{#each a as {b}, c (d)}<E {...f} on:g={h} let:i/>{/each}{@const j = `k${l}`}{#snippet m(n)}{/snippet}", "---\nx\n---\n{a.map(b => <c d={b}>{e && <></>}</c>)}<style>.f{}</style>",
		"<p id=a><h1><a name=b></h1><script src=c></script><!-- \x00\xff", "<svg><title/></svg><use href=#a />",
	} {
		f.Add([]byte(seed))
	}
	languages := html.Languages()
	f.Fuzz(func(t *testing.T, src []byte) {
		for i := range languages {
			facts, err := languages[i].Extract(src)
			if err != nil {
				t.Fatal(err)
			}
			if err := langtest.Consistent(facts); err != nil {
				t.Error(err)
			}
		}
	})
}
