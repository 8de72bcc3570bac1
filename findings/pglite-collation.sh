#!/usr/bin/env bash
# PGlite 0.5.16 (PostgreSQL 18.6 as WebAssembly) creates its database with the collation C: `order by name` places `apfel` and `Äpfel` behind
# `Zebra`, while a PostgreSQL server of a distribution has a collation of a language. The same query so gives two orders to a program that
# runs on both, and a page of a cursor-based list may miss or repeat rows when data is moved. PGlite has no `de-x-icu` or `en-x-icu`, but it has
# `und-x-icu`, which every server with ICU has too: naming it in the query, or in the index, gives one order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact @electric-sql/pglite@0.5.16
cat > check.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
const db = await PGlite.create()
const rows = async (sql) => (await db.query(sql)).rows
const [{ version }] = await rows(`select split_part(version(), ' on ', 1) as version`)
console.log(version)
const [{ datcollate }] = await rows('select datcollate from pg_database where datname = current_database()')
console.log(`collation of the database: ${datcollate}`)
const names = `select string_agg(name, ' ' order by place) as names from (
  select name, row_number() over (order by name COLLATION) as place from (values ('Zebra'), ('Äpfel'), ('apfel'), ('Apfel')) as t (name)) as sorted`
for (const collation of ['', 'collate "und-x-icu"']) {
  const [{ names: sorted }] = await rows(names.replace('COLLATION', collation))
  console.log(`order by name ${collation}: ${sorted}`)
}
const icu = await rows(`select collname from pg_collation where collprovider = 'i' order by collname collate "C"`)
console.log(`collations of ICU: ${icu.map(({ collname }) => collname).join(' ')}`)
await db.close()
JS
node check.mjs | tee seen.txt
diff seen.txt - <<'SEEN'
PostgreSQL 18.6 (PGlite 0.5.16)
collation of the database: C
order by name : Apfel Zebra apfel Äpfel
order by name collate "und-x-icu": apfel Apfel Äpfel Zebra
collations of ICU: und-x-icu unicode
SEEN
echo 'PGlite 0.5.16 sorts as described.'
