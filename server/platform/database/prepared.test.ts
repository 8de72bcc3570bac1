import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { preparedInsert, preparedRead, preparedWrite } from './prepared.ts'

declare module './tables.ts' {
  interface Tables {
    fixed_things: { id: number; name: string; tags: unknown; seen_at: Date | null }
  }
}

const { db, transaction } = await testDatabase()
beforeAll(() => sql`create table fixed_things (id int primary key, name text not null, tags jsonb, seen_at timestamptz(3))`.execute(db))
// The database is everybody's: nothing of this stays in it.
afterAll(() => sql`drop table fixed_things`.execute(db))

const insert = preparedInsert('fixed_things', (into, { name }) =>
  into.onConflict((conflict) => conflict.column('id').doUpdateSet({ name })),
)
const rename = preparedWrite((tx, { id, name }: { readonly id: number; readonly name: string }) =>
  tx.updateTable('fixed_things').set({ name }).where('id', '=', id).compile(),
)
const named = preparedRead((handle, name: string) =>
  sql<{ id: number; tags: unknown; at: Date | null }>`select id, tags, seen_at as at from fixed_things where name = ${name}`.compile(
    handle,
  ),
)

test('each row keeps its own values, whatever the first one had: nothing, a time, JSON text', async () => {
  const at = new Date('2026-03-12T14:20:00.123Z')
  await transaction(async (tx) => {
    await insert(tx, { id: 1, name: 'one', tags: null, seen_at: null })
    await insert(tx, { id: 2, name: 'two', tags: JSON.stringify(['a', { b: 1 }]), seen_at: at })
  })
  expect(await named(db, 'one')).toEqual([{ id: 1, tags: null, at: null }])
  expect(await named(db, 'two')).toEqual([{ id: 2, tags: ['a', { b: 1 }], at }])
})

test('a field may stand in several places of the statement', async () => {
  await transaction(async (tx) => {
    await insert(tx, { id: 3, name: 'three', tags: null, seen_at: null })
    await insert(tx, { id: 3, name: 'drei', tags: null, seen_at: null })
    await rename(tx, { name: 'uno', id: 1 })
  })
  expect([(await named(db, 'drei')).length, (await named(db, 'uno')).length, (await named(db, 'three')).length]).toEqual([1, 1, 0])
})

test('a row with other columns than the first is a mistake, not a row with values in wrong places', async () => {
  const odd = { id: 4, name: 'four' } as unknown as Parameters<typeof insert>[1]
  await expect(transaction((tx) => insert(tx, odd))).rejects.toThrow('other columns')
})
