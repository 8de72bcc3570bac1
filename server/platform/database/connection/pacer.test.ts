// Databases: both.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openEmbedded } from '#platform/database/embedded.ts'

const STATEMENTS = 30
/** Takes a few milliseconds. */
const statement = sql`select count(*) from generate_series(1, 20000)`

const database = await openEmbedded({}, { onFault: () => undefined, onGap: () => undefined, onSlow: () => undefined })
afterAll(() => database.close())

test('the event loop turns while many statements are waiting, and within a long transaction', async () => {
  let turns = 0
  const count = (): void => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await Promise.all(Array.from({ length: STATEMENTS }, () => statement.execute(database.db)))
  expect(turns).toBeGreaterThan(2)
  turns = 0
  await database.transaction(async (tx) => {
    for (let at = 0; at < STATEMENTS; at += 1) await statement.execute(tx)
  })
  clearImmediate(next)
  expect(turns).toBeGreaterThan(2)
})
