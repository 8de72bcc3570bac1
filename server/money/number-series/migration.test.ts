// Databases: both.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationTexts } from '#platform/database/migrations.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

const MIGRATION = '0013_numbers'

test('the migration numbers the orders of each organization by their creation, and the next order goes on', async () => {
  const server = await testServer({ database: await ownDatabase() })
  const merchants = [await aMerchant(server), await aMerchant(server)]
  for (const merchant of [...merchants, merchants[0]]) {
    if (merchant) await (await aCheckout(server, merchant)).confirm()
    server.clock.advance(1)
  }
  const numbersOf = async (at: 0 | 1) =>
    (await merchants[at]?.request('GET', '/v1/orders/?sorting=created_at'))?.json.items.map(({ number }: { number: string }) => number)
  const before = [await numbersOf(0), await numbersOf(1)]
  expect(before.map((numbers) => numbers?.map((number: string) => number.slice(-5)))).toEqual([['-0001', '-0002'], ['-0001']])

  const { db, transaction } = server.platform.database
  await sql
    .raw(`alter table orders drop column number; drop table number_series;
      drop function next_number; drop function number_text; drop function number_prefix;
      drop index orders_status, orders_total, checkouts_total`)
    .execute(db)
  await transaction((tx) => sql.raw(migrationTexts()[MIGRATION] ?? '').execute(tx))
  expect([await numbersOf(0), await numbersOf(1)]).toEqual(before)
  if (merchants[1]) await (await aCheckout(server, merchants[1])).confirm()
  expect((await numbersOf(1))?.map((number: string) => number.slice(-5))).toEqual(['-0001', '-0002'])
  await server.close()
})
