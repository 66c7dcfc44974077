package accuracy

// Corpus is a public repository at the commit that is measured.
type Corpus struct{ Name, Repository, Commit string }

// Corpora are what the table of languages is made of: whole projects, and for
// languages that those lack a project written in them.
var Corpora = []Corpus{
	{"cobra", "spf13/cobra", "adbc8813901bba65827259daa8e22ff94ec1f30e"},
	{"prometheus", "prometheus/prometheus", "d15adb9ad7e5d9fbde3a9a8f30200593a5a14d86"},
	{"gotools", "golang/tools", "8f0f8c7bde0eea32e01e570a0e330c60a0cbaecc"},
	{"terraform", "hashicorp/terraform", "883c7221ee2e0bc2fad6912fd4b3cc4b53a598a7"},
	{"flask", "pallets/flask", "2ac89889f4cc330eabd50f295dcef02828522c69"},
	{"drf", "encode/django-rest-framework", "751a19fe1b237beca9af7d587fce55d3e09d3741"},
	{"pytest", "pytest-dev/pytest", "df87db7b0462fb764ef73fa00561adf8ad047572"},
	{"express", "expressjs/express", "a3714473feb3d2908add734d340e7755fd85e0a3"},
	{"vue-core", "vuejs/core", "e2bede96134f757aad5c5b33ac9be055022dbfc8"},
	{"hono", "honojs/hono", "28a9c128912de19f3fb28b00ae289c9b93f6f392"},
	{"petclinic", "spring-projects/spring-petclinic", "edf4db28affcc4741c79850a3d95bc3f177b5ff9"},
	{"gson", "google/gson", "9835b6f90192f79cdf5300c528fc6212455fb6c1"},
	{"ripgrep", "BurntSushi/ripgrep", "3fce3b5bb0236da2df6d99672afb8a719642eca7"},
	{"redis", "redis/redis", "4f8cdc2a1ea53e42955af758aabffee67cb455dd"},
	{"leveldb", "google/leveldb", "78a352f47ed6c1e9d750545e9b242289185b87e1"},
	{"sinatra", "sinatra/sinatra", "cb22afd7902b566b6eaba6c4ea89739494a65d12"},
	{"laravel", "laravel/framework", "bd71b45fbb7e672957bf6ff61baddefe15fbca6a"},
	{"serilog", "serilog/serilog", "60935b4d7abad71cf6157b45a10f5c3c65ead527"},
	{"okhttp", "square/okhttp", "1682d9bac8c03dffde2969b0b74d47649d0dbb52"},
	{"kong", "Kong/kong", "22246ef28c16842098369b494eef879222e30c7b"},
	{"thrift", "apache/thrift", "c8f876181c4fa132b5a6b42fdbfe04db06b4eee9"},
	{"alamofire", "Alamofire/Alamofire", "7595cbcf59809f9977c5f6378500de2ad73b7ddb"},
	{"tapir", "softwaremill/tapir", "e364557ee4e1e80f383a81a5c49592aa9b3bc367"},
	{"cats", "typelevel/cats", "7f2dce5162074c0a0ebc597b89b6cd25e5fe0536"},
	{"pub", "dart-lang/pub", "ec276d10a7fa0f6c6ec005340fb9ad29f3b012d0"},
	{"zls", "zigtools/zls", "113f79a1d120cfda4cf758bc41273d8d15b4e46a"},
	{"plug", "elixir-plug/plug", "a898c454a04ca5ffad306bd751a15c7ac9ff6927"},
	{"phoenix", "phoenixframework/phoenix", "167c46950cf53aef363d672687cc653267c20aa6"},
	{"bats", "bats-core/bats-core", "d22e41faad59f5fd942a88c992b4913a27a460c4"},
	{"nvm", "nvm-sh/nvm", "b17550a0b9ab691439815dfccc8b73e3a59fa103"},
	{"dockerfiles", "jessfraz/dockerfiles", "8ff991327fd1c68369c2fb576215d0eabffca0e1"},
	{"bulma", "jgthms/bulma", "68ff0ad283e60b918f19d9abcc5218fa6d255f65"},
	{"less", "less/less.js", "7499bbd6bfd286e09e851c6ecdcca46c936a5644"},
	{"vitepress", "vuejs/vitepress", "ed2bfb266ef788e86d1a73fe3cd7708a4cd5e260"},
	{"realworld", "sveltejs/realworld", "e80873cac4e615c96b6b95c6dcbc19699934a188"},
	{"astrowind", "arthelokyo/astrowind", "62e877519fd27f0c8aba73db18d59d334910fadc"},
	{"pgtap", "theory/pgtap", "b89585a64ffef012ff0f219de9197c669aa8485b"},
	{"sakila", "jOOQ/sakila", "e089a5b1ec9af0df7a9c6a5d47d49fa1736a4e84"},
}
