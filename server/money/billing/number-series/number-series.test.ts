// Databases: both.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'
import { nextNumber } from './index.ts'

const server = await sharedServer()
const { db, transaction } = server.platform.database

test.each([
  ['northwind', 'NOR'],
  ['northwind-traders', 'NT'],
  ['the-3d-print-and-paper-shop', 'T3PA'],
  ['--a--', 'A'],
  ['ab', 'AB'],
  ['---', 'X'],
])('the numbers of %s begin with %s', async (slug, prefix) => {
  const { rows } = await sql<{ prefix: string }>`select number_prefix(${slug}) as prefix`.execute(db)
  expect(rows).toEqual([{ prefix }])
})

test.each([
  [1, 'NW-0001'],
  [215, 'NW-0215'],
  [9999, 'NW-9999'],
  [10_000, 'NW-10000'],
])('number %i is written %s', async (number, text) => {
  const { rows } = await sql<{ text: string }>`select number_text('NW', ${number}) as text`.execute(db)
  expect(rows).toEqual([{ text }])
})

test('numbers taken at once are distinct and consecutive, and those of a transaction that is rolled back are given again', async () => {
  const { organizationId } = await aMerchant(server)
  let last = 0
  const undo = new Error('undo')
  const take = (count: number, isUndone: boolean) =>
    transaction(async (tx) => {
      const { rows } = await sql<{ number: string }>`
        select ${nextNumber(organizationId, 'orders')} as number from generate_series(1, ${count}::int)`.execute(tx)
      if (isUndone) throw undo
      return rows.map(({ number }) => number)
    }).catch((error) => (error === undo ? [] : Promise.reject(error)))
  const transactions = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(transactions, async (plans) => {
      const taken = (await Promise.all(plans.map(([count, isUndone]) => take(count, isUndone)))).flat()
      const numbers = taken.map((number) => Number(number.split('-')[1])).toSorted((a, b) => a - b)
      expect(numbers).toEqual(numbers.map((_, index) => last + 1 + index))
      last += numbers.length
    }),
    { numRuns: 25 },
  )
})

test('a series keeps the prefix that it began with', async () => {
  const { organizationId, owner } = await aMerchant(server)
  const next = () =>
    transaction(async (tx) => {
      const { rows } = await sql<{ number: string }>`select ${nextNumber(organizationId, 'orders')} as number`.execute(tx)
      return rows[0]?.number ?? ''
    })
  const first = await next()
  await owner.request('POST', '/api/auth/organization/update', { body: { organizationId, data: { slug: `zzz-${organizationId}` } } })
  expect(first).toMatch(/-0001$/)
  expect(await next()).toBe(first.replace('0001', '0002'))
})
