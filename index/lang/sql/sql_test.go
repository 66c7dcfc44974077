package sql_test

import (
	"strings"
	"testing"

	"github.com/lc-index/lc/index/lang"
	"github.com/lc-index/lc/index/lang/langtest"
	"github.com/lc-index/lc/index/lang/sql"
	"github.com/lc-index/lc/store/schema"
)

func check(t *testing.T, src string) *lang.Facts {
	t.Helper()
	return langtest.Check(t, sql.Languages()[0], src)
}

// symbol returns the first symbol of a name.
func symbol(t *testing.T, f *lang.Facts, name string) lang.Symbol {
	t.Helper()
	for i := range f.Symbols {
		if f.Symbols[i].Name == name {
			return f.Symbols[i]
		}
	}
	t.Fatalf("there is no %s", name)
	return lang.Symbol{}
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	f := check(t, `-- The shop.

CREATE SCHEMA IF NOT EXISTS shop; -- def: shop namespace
CREATE EXTENSION pgcrypto; -- imp: pgcrypto
\ir other.sql

CREATE TYPE shop.mood AS ENUM ('sad', 'it''s ok'); -- def: mood enum; def: mood.sad enum-member
CREATE TYPE addr AS (street text, zip int); -- def: addr struct; def: addr.street field
CREATE DOMAIN email AS text CHECK (VALUE ~ '@'); -- def: email type

-- Who buys.
CREATE TABLE IF NOT EXISTS shop.users ( -- def: users table
  id serial PRIMARY KEY, -- def: users.id field
  "Name" varchar(20) NOT NULL DEFAULT 'x', -- def: users.Name field; no: varchar
  home addr, -- def: users.home field; ref: addr type -> 8
  org_id int REFERENCES orgs(id) ON DELETE CASCADE ON UPDATE CASCADE, -- def: users.org_id field; ref: orgs type -> free; ref: id read of orgs
  key text, tags text[] DEFAULT ARRAY['a'], -- def: users.key field; def: users.tags field
  CONSTRAINT u UNIQUE (id), FOREIGN KEY (id) REFERENCES logins (id), -- ref: logins type; no: u
  CHECK (id > 0) -- no: CHECK
);
CREATE TABLE child (LIKE users) INHERITS (shop.users); -- def: child table; ref: users inherit -> 12
CREATE UNIQUE INDEX CONCURRENTLY idx ON shop.users USING btree (id, lower("Name")); -- def: idx key; ref: users read -> 12; ref: id of users
CREATE SEQUENCE seq; -- def: seq variable

CREATE OR REPLACE VIEW active AS -- def: active table
  WITH recent AS (SELECT * FROM logins) -- def: recent local; ref: logins read -> free
  SELECT u.id, count(*), (SELECT max(l.at) FROM logins l WHERE l.user_id = u.id) -- ref: id of u; ref: u -> 28; ref: count call; ref: l -> 27; ref: user_id of l
  FROM shop.users AS u, LATERAL f(u.id) x JOIN recent r USING (id) -- ref: users read -> 12; ref: f call -> 32; ref: recent -> 26; def: r local
  WHERE EXTRACT(year FROM now()) > 1 AND u.a IS DISTINCT FROM u.b; -- no: year; no: DISTINCT

-- Counts users. And more.
CREATE FUNCTION shop.f(a int, b addr DEFAULT NULL, OUT c text) RETURNS SETOF users AS $$ -- def: f function; def: a parameter; ref: addr type -> 8; ref: users type -> 12
DECLARE
  n int := 1; -- def: n local
BEGIN
  INSERT INTO users (id, "Name") VALUES (a, g(2)) ON CONFLICT DO UPDATE SET id = 1; -- ref: users write -> 12; ref: id write of users; ref: g call -> free; ref: a read -> 32
  UPDATE ONLY users u SET id = 2, org_id = n WHERE u.id = 1; -- ref: users write -> 12; ref: org_id write of users; ref: u -> 37; ref: n -> 34
  DELETE FROM child USING orgs o WHERE o.id = child.id; -- ref: child write -> 21; ref: orgs read; ref: o -> 38
  IF a > 1 THEN PERFORM shop.f(1); END IF; -- ref: f call -> 32
  EXECUTE format('DROP TABLE %I', b); -- ref: format call; no: DROP
END;
$$ LANGUAGE plpgsql;
CREATE FUNCTION py() RETURNS text AS $py$ return "SELECT 1 FROM nothing" $py$ LANGUAGE plpython3u; -- def: py function; no: nothing
CREATE TRIGGER trg BEFORE INSERT OR UPDATE OF id ON users FOR EACH ROW WHEN (NEW.id > 1) EXECUTE FUNCTION f(); -- def: trg function; ref: users read -> 12; ref: f call -> 32; no: NEW
ALTER TABLE ONLY users ADD COLUMN IF NOT EXISTS age int, DROP COLUMN key, ADD CONSTRAINT fk FOREIGN KEY (age) REFERENCES ages(id); -- ref: users write -> 12; def: users.age field; ref: key write of users; ref: ages type; no: fk
COMMENT ON TABLE child IS 'A child.'; -- ref: child -> 21
COMMENT ON COLUMN users.org_id IS 'The org.'; -- ref: org_id of users
GRANT SELECT ON TABLE users, child TO someone; -- ref: users -> 12; ref: child -> 21; no: someone
COPY users (id) FROM stdin; -- ref: users write -> 12; ref: id write of users
1	CREATE TABLE no (x int);
\.
DO $body$ BEGIN TRUNCATE TABLE child; END $body$; -- ref: child write -> 21
CREATE FUNCTION types_only(int, text[], double precision) RETURNS int LANGUAGE sql RETURN 1; -- def: types_only function; no: int; no: double
SELECT 'a''b', $1, E'it\'s', 1.5 FROM active UNION SELECT 1 FROM child; -- ref: active read -> 25; ref: child read -> 21
DROP TABLE IF EXISTS child, users CASCADE; -- ref: child write -> 21; ref: users write -> 12
CREATE INDEX NONCONCURRENTLY lsm ON users USING lsm (id ASC); -- def: lsm key; no: NONCONCURRENTLY
`)
	for name, want := range map[string]string{"users": "Who buys.", "child": "A child.", "org_id": "The org.", "f": "Counts users."} {
		if got := symbol(t, f, name).Doc; !strings.HasPrefix(got, want) {
			t.Errorf("doc of %s = %q, want %q", name, got, want)
		}
	}
	if s := symbol(t, f, "f"); s.Arity != 3 || s.Complexity != 2 || s.Span.EndLine != 42 || !strings.HasPrefix(s.Signature, "CREATE FUNCTION shop.f(a int") {
		t.Errorf("f: arity %d, complexity %d, ends on line %d, signature %q", s.Arity, s.Complexity, s.Span.EndLine, s.Signature)
	}
	if s := symbol(t, f, "types_only"); s.Arity != 3 {
		t.Errorf("arity of types_only = %d", s.Arity)
	}
	if len(f.Problems) != 0 || f.ErrorBytes != 0 || f.Summary != "The shop." {
		t.Errorf("problems %v, %d bytes, summary %q", f.Problems, f.ErrorBytes, f.Summary)
	}
	for i := range f.Symbols {
		if f.Symbols[i].Name == "no" {
			t.Error("a row of COPY is a table")
		}
	}
	if len(f.Imports) != 2 || f.Imports[0].Module != "other.sql" && f.Imports[1].Module != "other.sql" {
		t.Errorf("imports = %+v", f.Imports)
	}
}

func TestMySQL(t *testing.T) {
	t.Parallel()
	f := check(t, `
# A comment.
CREATE TABLE `+"`order items` ("+`
  id INT AUTO_INCREMENT COMMENT 'The key.', -- def: id field
  note TEXT DEFAULT 'it\'s', -- def: note field
  PRIMARY KEY (id), KEY idx_note (note(10)), UNIQUE INDEX u (id), FULLTEXT KEY ft (note) -- no: idx_note; no: u
) ENGINE=InnoDB DEFAULT CHARSET=utf8 COMMENT='Items; of orders.';
DELIMITER ;;
CREATE DEFINER=root@localhost PROCEDURE p(IN a INT, OUT b INT) -- def: p function; def: b parameter
BEGIN
  DECLARE x INT;
  IF a > 1 THEN SELECT 1 FROM t1; END IF; -- ref: t1 read
  CASE a WHEN 1 THEN UPDATE t2 SET c = 1; END CASE; -- ref: t2 write; ref: c write of t2
  REPLACE INTO t3 (d) SELECT e FROM t4; -- ref: t3 write; ref: d write of t3; ref: t4 read
END;;
CREATE TRIGGER tr AFTER DELETE ON t1 FOR EACH ROW BEGIN CALL p(1, 2); END;; -- def: tr function; ref: p call -> 9; ref: t1 read
DELIMITER ;
CREATE TRIGGER one BEFORE INSERT ON t1 FOR EACH ROW SET NEW.a = 1; -- def: one function
/*!50003 CREATE PROCEDURE q() SELECT 1 FROM t5 */; -- def: q function; ref: t5 read
INSERT IGNORE INTO t6 SET a = 1; -- ref: t6 write
`)
	if s := symbol(t, f, "order items"); s.Kind != schema.KindTable || s.Doc != "Items; of orders." && s.Doc != "A comment." {
		t.Errorf("order items: %s, doc %q", s.Kind, s.Doc)
	}
	if s := symbol(t, f, "id"); s.Doc != "The key." {
		t.Errorf("doc of id = %q", s.Doc)
	}
	if s := symbol(t, f, "p"); s.Span.EndLine != 15 {
		t.Errorf("p ends on line %d", s.Span.EndLine)
	}
}

func TestSQLServer(t *testing.T) {
	t.Parallel()
	f := check(t, `
SET NOCOUNT ON
GO
CREATE TABLE [dbo].[Users] ([Id] INT IDENTITY(1,1), [Path] NVARCHAR(10) DEFAULT 'C:\') -- def: Users table; def: Users.Id field; def: Users.Path field
GO
CREATE OR ALTER PROCEDURE [dbo].[GetUser] @Id INT, @Name NVARCHAR(20) = N'x' -- def: GetUser function; def: @Id parameter
AS
BEGIN TRY
  DECLARE @n INT = 1, @t TABLE (a int); -- def: @n local
  CREATE TABLE #tmp (a INT, b INT); -- def: GetUser.#tmp table; def: a field
  SELECT u.Id, @n FROM dbo.Users u WITH (NOLOCK) WHERE u.Id = @Id -- ref: Users read -> 4; ref: @Id -> 6; ref: @n -> 9; ref: Id of u
  PRINT '
    CREATE TABLE not_this (x int)
  ';
  EXEC @n = dbo.Other @Id; -- ref: Other call
  INSERT INTO #tmp (a) EXEC sp_x; -- ref: #tmp write -> 10; ref: sp_x call
END TRY
BEGIN CATCH
  THROW;
END CATCH
SELECT 1 FROM AfterBlock; -- ref: AfterBlock read
GO
ALTER PROC [Again] AS SELECT arr FROM t -- def: Again function; ref: t read
GO
`)
	if s := symbol(t, f, "GetUser"); s.Arity != 2 || s.Span.EndLine != 21 {
		t.Errorf("GetUser: arity %d, ends on line %d", s.Arity, s.Span.EndLine)
	}
	if len(f.Problems) != 0 {
		t.Errorf("problems %v", f.Problems)
	}
}

func TestOracle(t *testing.T) {
	t.Parallel()
	check(t, `
set echo off
prompt Creating the 'package
create or replace package shop as -- def: shop package
  gc_max constant integer := 5; -- def: shop.gc_max constant
  type t_row is record (id number, name varchar2(10)); -- def: shop.t_row struct; def: shop.t_row.id field
  type t_list is table of t_row index by pls_integer; -- def: shop.t_list type
  ex_gone exception; -- def: shop.ex_gone variable
  function total(a_id in number, a_when date default sysdate) return number; -- def: shop.total method declaration; def: a_id parameter
end shop;
/
create or replace package body shop as -- def: shop package
  procedure log(a varchar2) is -- def: shop.log method
    pragma autonomous_transaction;
    l_n number; -- def: l_n local
    function helper return number is begin return 1; end; -- def: helper function
  begin
    insert into logs (at) values (q'[it's]'); -- ref: logs write
    l_n := helper(); -- ref: helper call -> 16; ref: l_n -> 15
  end;
  function total(a_id in number, a_when date default sysdate) return number is -- def: shop.total method
  begin
    for r in (select o.id from orders o where o.id = a_id) loop -- ref: orders read; ref: id of o; ref: a_id -> 21
      log($$plsql_unit); -- ref: log call -> 13
    end loop;
    return case when a_id > 1 then 1 else 2 end;
  end total;
begin
  log('loaded'); -- ref: log call -> 13
end shop;
/
create or replace type body item as -- def: item package
  constructor function item(self in out nocopy item) return self as result is -- def: item.item method
  begin return; end item;
  overriding member function name return varchar2 is begin return $$plsql_unit; end; -- def: item.name method
end;
/
create or replace function outside return number is -- def: outside function
  n number := 1; -- def: n local
begin
  return n;
end;
/
create table after_all (a number) -- def: after_all table; def: after_all.a field
/
`)
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	check(t, `
{{ config(materialized='table') }}
{% set x = 'a' %}
with src as (select * from {{ source('raw', 'events') }}) -- ref: events read; def: src local
select e.id from {{ ref('stg_events') }} e join src on true -- ref: stg_events read; ref: id of e; ref: src -> 4
`)
}

func TestBrokenStatementsKeepTheNext(t *testing.T) {
	t.Parallel()
	f := check(t, `
CREATE TABLE a ( x int, (;
CREATE TABLE b (y int); -- def: b table; def: b.y field
SELECT FROM WHERE ) ( ;
CREATE VIEW c AS SELECT * FROM b -- def: c table; ref: b read -> 3
CREATE TABLE d (z int) -- def: d table
INSERT INTO VALUES
CREATE FUNCTION e() RETURNS int AS 'x' LANGUAGE c; -- def: e function
SELECT 'unfinished
FROM b; -- ref: b read -> 3
CREATE TABLE last (w int); -- def: last table
/* never closed
`)
	if len(f.Problems) != 2 || f.ErrorBytes == 0 {
		t.Errorf("problems %v, %d bytes", f.Problems, f.ErrorBytes)
	}
}

func TestHostileShapesEndSoon(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"(", "select (", "$a$", "$a$ $b$ ", "/* ", "/* /* */ ", "'\\'\n", "\"", "{{ ", "with a as (", "begin ", "create ", "create function f as ", "[a", "a.", "$if "} {
		f, err := sql.Languages()[0].Extract([]byte("CREATE TABLE `t` (a int);\n" + strings.Repeat(unit, 400_000/len(unit))))
		if err != nil {
			t.Fatal(err)
		}
		if err := langtest.Consistent(f); err != nil {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

func TestIsTestPath(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{"test/a.sql": true, "db/a.sql": false, "db/a_test.sql": true, "test/a.txt": false} {
		if got := sql.IsTestPath(path); got != want {
			t.Errorf("IsTestPath(%q) = %v, want %v", path, got, want)
		}
	}
}
