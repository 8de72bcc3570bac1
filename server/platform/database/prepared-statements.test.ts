// Databases: both.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { preparedInsert, preparedRead, preparedWrite } from './prepared-statements.ts'

declare module './tables.ts' {
  interface Tables {
    prepared_things: { id: number; name: string; tags: unknown; seen_at: Date | null }
  }
}

const { db, transaction } = await testDatabase()
beforeAll(() => sql`create table prepared_things (id int primary key, name text not null, tags jsonb, seen_at timestamptz(3))`.execute(db))
// Other tests share the database.
afterAll(() => sql`drop table prepared_things`.execute(db))

const insert = preparedInsert('prepared_things', (into, { name }) =>
  into.onConflict((conflict) => conflict.column('id').doUpdateSet({ name })),
)
const rename = preparedWrite((tx, { id, name }: { readonly id: number; readonly name: string }) =>
  tx.updateTable('prepared_things').set({ name }).where('id', '=', id).compile(),
)
const named = preparedRead((handle, name: string) =>
  sql<{ id: number; tags: unknown; at: Date | null }>`select id, tags, seen_at as at from prepared_things where name = ${name}`.compile(
    handle,
  ),
)

test('each row is written with its own values, independent of the first row: null, a time, JSON text', async () => {
  const at = new Date('2026-03-12T14:20:00.123Z')
  await transaction(async (tx) => {
    await insert(tx, { id: 1, name: 'one', tags: null, seen_at: null })
    await insert(tx, { id: 2, name: 'two', tags: JSON.stringify(['a', { b: 1 }]), seen_at: at })
  })
  expect(await named(db, 'one')).toEqual([{ id: 1, tags: null, at: null }])
  expect(await named(db, 'two')).toEqual([{ id: 2, tags: ['a', { b: 1 }], at }])
})

test('a field may be used several times in the statement', async () => {
  await transaction(async (tx) => {
    await insert(tx, { id: 3, name: 'three', tags: null, seen_at: null })
    await insert(tx, { id: 3, name: 'drei', tags: null, seen_at: null })
    await rename(tx, { name: 'uno', id: 1 })
  })
  expect([(await named(db, 'drei')).length, (await named(db, 'uno')).length, (await named(db, 'three')).length]).toEqual([1, 1, 0])
})

test('a row with other columns than the first throws instead of writing values to wrong columns', async () => {
  const odd = { id: 4, name: 'four' } as unknown as Parameters<typeof insert>[1]
  await expect(transaction((tx) => insert(tx, odd))).rejects.toThrow('other columns')
})
