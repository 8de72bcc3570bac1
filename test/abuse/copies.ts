// Copies of a row that the API created, as many as a list may show.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestServer } from '#test/support/server.ts'

/** The columns of one copy that differ from the row; `id` is a new one by default. */
export type Overrides = Readonly<Record<string, unknown>>

/** Copies the row of a table `times` times. */
export async function copyRow(
  server: TestServer,
  {
    table,
    where,
    times,
    overrides = () => ({}),
  }: { table: string; where: Overrides; times: number; overrides?: (at: number) => Overrides },
): Promise<void> {
  const copies = Array.from({ length: times }, (_, at) => ({ id: randomUUID(), ...overrides(at) }))
  const { db } = server.platform.database
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table} and table_schema = current_schema() and is_identity = 'NO' order by ordinal_position`.execute(db)
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
  const conditions = Object.entries(where).map(([column, value]) => sql`original.${sql.ref(column)} = ${value}`)
  const result = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${sql.join(rows.map(({ name }) => sql`copy.${sql.ref(name)}`))}
    from (select * from ${sql.table(table)} original where ${sql.join(conditions, sql` and `)} limit 1) original,
      jsonb_array_elements(${JSON.stringify(copies)}::jsonb) changes,
      jsonb_populate_record(null::${sql.table(table)}, to_jsonb(original) || changes.value) copy`.execute(db)
  if (Number(result.numAffectedRows) !== times) throw new Error(`${table}: ${result.numAffectedRows} of ${times} rows were copied.`)
}
