package sql

import "strings"

// reserved are words that name no table where one is expected, and no alias.
var reserved = set(`
	select from where group order by having limit offset fetch union intersect except minus on using join inner left right full outer cross natural
	set values value as and or not in is null like between exists case when then else end with returning into window for if begin declare return
	returns insert update delete merge create alter drop table view index primary foreign references check default constraint unique
	start connect pivot unpivot tablesample option straight_join lateral apply only distinct all any some qualify sample prewhere final asof go
	loop while repeat do call exec execute print grant revoke partition
`)

// known are all words that the reader tells apart; they map to themselves, so that a
// token holds the word without a copy of its own.
var known = union(reserved, set(`
	replace temp temporary global local recursive function procedure proc trigger type domain sequence schema database package body extension policy
	role user event synonym aggregate operator rule publication subscription server macro concurrently nonconcurrently truncate comment column add modify change rename
	to language before after of each row key fulltext spatial exclude inherits period enum range ignore low_priority delayed overwrite duplicate
	conflict nothing copy stdin use restrict cascade perform out inout variadic elsif elseif extract trim substring overlay position tran transaction
	work materialized security owned identity column columns definer stream task stage warehouse operator_name constraint collation conversion
	statistics library directory cluster cast over within filter array foreign unlogged share new old inserted deleted excluded top
	source matched distributed dialog login certificate external virtual
`))

// calls are words that a parenthesis may follow without a call.
var uncalled = union(reserved, set(`
	over within filter array row rows key columns varchar char nvarchar nchar varchar2 nvarchar2 character varying numeric decimal dec number float double
	precision bit varbit binary varbinary time timestamp timestamptz timetz datetime datetime2 datetimeoffset interval int integer smallint bigint tinyint
	mediumint text blob clob raw real year enum set vector halfvec geometry geography point string fixedstring nullable lowcardinality decimal128 datetime64
	type types domain of add column index cluster clustered nonclustered include storing with options cost rank_filter conflict inherits materialized
	identity generated always stored virtual check exclude partition subpartition less than range list hash sets rollup cube grouping cascade
	function procedure proc trigger comment definer enum_range map struct tuple returning lateral ordinality unpivot pivot tables schema sequence
	restart increment minvalue maxvalue cache owned
`))

func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

func union(a, b map[string]bool) map[string]bool {
	out := make(map[string]bool, len(a)+len(b))
	for w := range a {
		out[w] = true
	}
	for w := range b {
		out[w] = true
	}
	return out
}

// interned maps every known word to one copy of it.
var interned = func() map[string]string {
	out := make(map[string]string, len(known))
	for w := range known {
		out[w] = w
	}
	return out
}()
