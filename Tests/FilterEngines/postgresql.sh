#!/usr/bin/env bash
# Checks the filter with PostgreSQL: out through it, and back in one transaction. The commands are those of
# Docs/Scaling.md. Runs in a folder that has poems.ndjson and awkward.ndjson; psql finds the server by its variables.
set -euo pipefail
source "$(dirname "$0")/shared.sh"

sql() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }

cat >export-poems.sql <<'SQL'
\copy (select id || ' ' || md5(document::text), document from poems where document is not null) to program 'poetry-migrate filter --type Poem --on-loss fail --key-separator "\t" >migrated.tsv' with (format csv, delimiter E'\t', quote E'\x01', encoding 'utf8')
SQL

cat >import-poems.sql <<'SQL'
begin;
create temporary table migrated (key text, document jsonb) on commit drop;
\copy migrated from migrated.tsv with (format csv, delimiter E'\t', quote E'\x01', encoding 'utf8')
update poems set document = migrated.document from migrated
  where poems.id = split_part(migrated.key, ' ', 1)::bigint
  and md5(poems.document::text) = split_part(migrated.key, ' ', 2)
  and poems.document <> migrated.document;
commit;
SQL

# The same for documents in a column of type text, which may have line breaks and tabs between their tokens.
sed "s/, document from poems/, translate(document, E'\\\\t\\\\r\\\\n', '   ') from drafts/" \
  export-poems.sql >export-drafts.sql
sed -e 's/jsonb/text/; s/poems/drafts/g' \
  -e "s/and drafts.document <>/and translate(drafts.document, E'\\\\t\\\\r\\\\n', '   ') <>/" \
  import-poems.sql >import-drafts.sql

echo "PostgreSQL"
sql <<'SQL'
create table drafts (id bigint generated always as identity primary key, document text);
create table poems (id bigint generated always as identity primary key, document jsonb);
\copy drafts (document) from awkward.ndjson with (format csv, delimiter E'\x02', quote E'\x01', encoding 'utf8')
\copy drafts (document) from program 'head -n 20000 poems.ndjson' with (format csv, delimiter E'\x02', quote E'\x01', encoding 'utf8')
insert into poems (document) select document::jsonb from drafts order by id;
insert into drafts (document) select jsonb_pretty(document) from poems where id <= 200;
insert into poems (document) values (null);
insert into drafts (document) values (null);
SQL

sql -c "\\copy (select document from drafts where id <= (select count(*) from poems) - 1 order by id) to stdout with (format csv, delimiter E'\\t', quote E'\\x01', encoding 'utf8')" >out.ndjson
cat awkward.ndjson <(head -n 20000 poems.ndjson) >in.ndjson
same in.ndjson out.ndjson "documents leave a column of type text as they came in"

# unfiltered TABLE: what `export-TABLE.sql` sends to the filter.
unfiltered() {
  sed "s/program '.*' with/'unfiltered.tsv' with/" "export-$1.sql" >unfiltered.sql
  sql -f unfiltered.sql
}

old="(document::jsonb->>'version')::int < 3"
for table in poems drafts; do
  unfiltered "$table"
  poetry-migrate filter --quiet --type Poem --key-separator '\t' <unfiltered.tsv >expected.tsv
  sql -f "export-$table.sql" 2>said
  same expected.tsv migrated.tsv "$table: what the filter writes for PostgreSQL is what one run writes"

  # Another program saves a document while it is in the file.
  sql -c "update $table set document = '{\"version\":1,\"author\":\"Issa\",\"text\":\"snail\"}' where id = 7"
  newer=$(sql -c "select md5(string_agg(document::text, '|' order by id)) from $table where not $old")
  sql -f "import-$table.sql"
  [ "$(sql -c "select document::jsonb->>'text' from $table where id = 7")" = snail ] || failed "$table: it overwrote a newer document"
  [ "$(sql -c "select count(*) from $table where $old")" -eq 1 ] || failed "$table: documents are left"
  [ "$newer" != "" ] || failed "$table: there are no current documents"
  passed "$table: all are migrated but the one that changed meanwhile"

  sql -f "export-$table.sql" 2>said
  sql -f "import-$table.sql"
  [ "$(sql -c "select count(*) from $table where $old")" -eq 0 ] || failed "$table: a document is left"
  passed "$table: the second time migrates that one, too"
  cp migrated.tsv "second-$table.tsv"
done

# What is in the tables now is what the filter makes of the documents that were inserted.
echo '{"version":1,"author":"Issa","text":"snail"}' >snail
sed -e '7r snail' -e 7d in.ndjson | poetry-migrate filter --quiet --type Poem >expected.ndjson.new
count=$(wc -l <expected.ndjson.new)
sql -c "\\copy (select document from drafts where id <= $count order by id) to stdout with (format csv, delimiter E'\\t', quote E'\\x01', encoding 'utf8')" >out.ndjson
same expected.ndjson.new out.ndjson "text: the table has the bytes that one run writes"
sql <<SQL
create table expected (id bigint generated always as identity, document jsonb);
\\copy expected (document) from expected.ndjson.new with (format csv, delimiter E'\\x02', quote E'\\x01', encoding 'utf8')
SQL
differing=$(sql -c "select count(*) from expected left join poems using (id) where expected.document is distinct from poems.document")
[ "$differing" -eq 0 ] || failed "jsonb: $differing documents differ"
passed "jsonb: the table has the documents that one run writes"
differing=$(sql -c "select count(*) from (select document::jsonb as d from drafts where id > $count and document is not null except select document from poems) as other")
[ "$differing" -eq 0 ] || failed "text with line breaks: $differing documents differ"
passed "text with line breaks: these are the same documents"

# COPY's own text format doubles backslashes, and the result still is JSON. The guide warns of it.
sql -c "create table trap as select 1 as id, '{\"version\":1,\"author\":\"a\",\"text\":\"b\\nc\"}'::jsonb as document"
sql -c '\copy trap to program '\''poetry-migrate filter --quiet --type Poem --key-separator "\t" >trap.tsv'\'
grep -Fq '[["b\\nc"]]' trap.tsv || failed "COPY's text format no longer doubles backslashes: change the guide"
passed "COPY's text format does change documents, as the guide says"

echo "PostgreSQL, failing"
sql -c "insert into poems (document) values ('{\"version\":2,\"author\":5,\"lines\":[]}')"
exits 3 sql -f export-poems.sql
grep -q 'At author: Expected a string, found a number' said || failed "psql hides the message"
passed "psql exits with 3 if a line is bad, and says why"
# From a program in a transaction: what was read before the failure doesn't stay.
sql -c "update poems set document = '{\"version\":1,\"author\":\"a\",\"text\":\"b\"}' where id = 1"
unfiltered poems
sed "s/from migrated.tsv/from program 'poetry-migrate filter --type Poem --key-separator \"\\\\t\" <unfiltered.tsv'/" import-poems.sql >import-filtered.sql
before=$(sql -c "select md5(string_agg(document::text, '|' order by id)) from poems")
exits 3 sql -f import-filtered.sql
[ "$before" = "$(sql -c "select md5(string_agg(document::text, '|' order by id)) from poems")" ] || failed "a failed filter changed rows"
passed "a filter that fails on the way back leaves all rows as they were"
sql -c "delete from poems where document->>'version' = '2'"

echo "PostgreSQL, programs of the server"
unfiltered poems
poetry-migrate filter --quiet --type Poem --key-separator '\t' <unfiltered.tsv >expected.tsv
sed -e 's/^\\copy/copy/' -e "s|>migrated.tsv|>$PWD/server.tsv|" export-poems.sql | sql 2>said
same expected.tsv server.tsv "COPY TO PROGRAM writes the same bytes"
sql <<SQL
create table back (key text, document jsonb);
copy back from program 'poetry-migrate filter --quiet --type Poem --key-separator "\\t" <$PWD/unfiltered.tsv' with (format csv, delimiter E'\\t', quote E'\\x01', encoding 'utf8');
SQL
differing=$(sql -c "select count(*) from back join poems on poems.id = split_part(key, ' ', 1)::bigint where back.document <> poems.document")
[ "$differing" -eq 1 ] || failed "COPY FROM PROGRAM: $differing documents differ"
passed "COPY FROM PROGRAM reads what it writes"
echo '1 x	{"version":2,"author":5,"lines":[]}' >>unfiltered.tsv
exits 3 sql <<SQL
truncate back;
copy back from program 'poetry-migrate filter --type Poem --key-separator "\\t" <$PWD/unfiltered.tsv' with (format csv, delimiter E'\\t', quote E'\\x01');
SQL
grep -q 'child process exited with exit code 2' said || failed "the server hides the failure"
[ "$(sql -c 'select count(*) from back')" -eq 0 ] || failed "rows of a failed COPY stayed"
passed "COPY FROM PROGRAM fails as a whole if a line is bad"
