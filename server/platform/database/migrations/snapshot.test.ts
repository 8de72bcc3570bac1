// Databases: both.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { schemaSnapshot } from './snapshot.ts'

// `npx vitest run server/platform/database/migrations -u` updates the file.
test('server/migrations/schema.sql equals the schema that the migrations create', async () => {
  const { db } = await testDatabase()
  await expect(await schemaSnapshot(db)).toMatchFileSnapshot('../../../migrations/schema.sql')
})

test('every foreign key has an index, so that deleting what it refers to reads no whole table', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || '.' || conname as key from pg_constraint c
    where contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid
        and (select array_agg(k order by k) from unnest((i.indkey::int2[])[0:array_length(c.conkey, 1) - 1]) k)
          @> (select array_agg(k order by k) from unnest(c.conkey) k)
    ) order by 1`.execute(db)
  expect(rows.map(({ key }) => key)).toEqual([])
})
