import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { flushApiCalls } from '../api-calls/actions/record-api-call.ts'
import { deleteTestData, REMAINING_TABLES, TEST_TABLES } from './store.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

test('every table with rows of an organization is either deleted or remains', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'organization_id' and not a.attisdropped
      and c.relnamespace = 'public'::regnamespace`.execute(db)
  const names = rows.map(({ name }) => name).sort()
  expect([...TEST_TABLES, ...REMAINING_TABLES].sort()).toEqual(names)
})

const countOf = async (table: string, merchant: TestMerchant) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where organization_id = ${merchant.organizationId}`.execute(db)
  return rows[0]?.count ?? 0
}

test('the sales of a test merchant are deleted, the catalogue and the sales of another merchant stay', async () => {
  const [merchant, other] = [await aMerchant(server), await aMerchant(server)]
  await aSale(server, merchant)
  await aSale(server, other)
  // The calls of the sales are written now, not by a timer between the counts.
  await flushApiCalls(server.platform)
  const counts = async (of: TestMerchant, tables: readonly string[]) =>
    Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countOf(table, of)] as const)))
  const stay = ['products', 'product_prices', 'webhook_endpoints', 'members', 'merchants']
  const [remaining, others] = [await counts(merchant, stay), await counts(other, TEST_TABLES)]
  expect(await countOf('orders', merchant)).toBe(1)
  await server.platform.database.transaction((tx) => deleteTestData(tx, merchant.organizationId))
  const left = await counts(merchant, TEST_TABLES)
  expect(Object.entries(left).filter(([, count]) => count !== 0)).toEqual([])
  expect(await counts(merchant, stay)).toEqual(remaining)
  expect(await counts(other, TEST_TABLES)).toEqual(others)
  expect((await merchant.request('GET', '/v1/orders/')).json.pagination.total_count).toBe(0)
  expect((await merchant.request('GET', '/v1/customers/')).json.pagination.total_count).toBe(0)
})

test('a merchant whose test data was deleted sells again, from the first number on', async () => {
  const merchant = await aMerchant(server)
  const before = await aSale(server, merchant)
  const { invoice_number: number } = (await merchant.request('GET', `/v1/orders/${before.orderId}`)).json
  await server.platform.database.transaction((tx) => deleteTestData(tx, merchant.organizationId))
  await server.drain()
  const after = await aSale(server, merchant)
  expect((await merchant.request('GET', `/v1/orders/${after.orderId}`)).json.invoice_number).toBe(number)
})
