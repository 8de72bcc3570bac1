// The text search of orders in an organization with many: what it reads, by the plan of its statement.
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { RawNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderList } from '#money/billing/orders/reads.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { copyRow } from './copies.ts'

const CUSTOMERS = 1000
const PRODUCTS = 100
const ORDERS = 2000
let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  const merchants = [await aMerchant(server), await aMerchant(server), await aMerchant(server)]
  merchant = merchants[0] as TestMerchant
  for (const each of merchants) await fill(each)
  const { db } = server.platform.database
  // An index alone answers for pages whose rows are known to be visible: that their commits reached the disk comes first.
  await sql`checkpoint`.execute(db)
  for (const table of ['orders', 'customers', 'products']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
})
afterAll(() => server.close())

async function fill(each: TestMerchant): Promise<void> {
  await (await aCheckout(server, each)).confirm()
  const where = { organization_id: each.organizationId }
  const { db } = server.platform.database
  const idsOf = async (table: 'customers' | 'products') =>
    (await db.selectFrom(table).select('id').where('organization_id', '=', each.organizationId).execute()).map(({ id }) => id)
  // Rows as wide as those of a shop that keeps notes.
  const metadata = () => ({ note: 'a'.repeat(1200) })
  await copyRow(server, { table: 'customers', where, times: CUSTOMERS, overrides: () => ({ email: uniqueEmail(), metadata: metadata() }) })
  await copyRow(server, { table: 'products', where, times: PRODUCTS, overrides: (at) => ({ name: `Book ${at}`, metadata: metadata() }) })
  const [customerIds, productIds] = [await idsOf('customers'), await idsOf('products')]
  const overrides = (at: number) => ({
    number: `COPY-${at}`,
    checkout_id: null,
    payment_id: null,
    metadata: metadata(),
    customer_id: customerIds[at % CUSTOMERS],
    product_id: productIds[at % PRODUCTS],
  })
  await copyRow(server, { table: 'orders', where, times: ORDERS, overrides })
}

/** The plan of the statement that lists orders with this text. */
async function planOf(query: string): Promise<string> {
  const lines: string[] = []
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) => RawNode.create(['explain ', ''], [node]) as RootOperationNode,
    transformResult: async ({ result }) => {
      lines.push(...result.rows.map((row) => String(row['QUERY PLAN'])))
      return { ...result, rows: [] }
    },
  }
  const request = { organizationIds: [merchant.organizationId], query: { query, limit: 10, page: 1 } }
  await orderList.read(server.platform.database.db.withPlugin(explain), request, server.platform)
  return lines.join('\n')
}

test('the search of orders reads indexes that begin with the organization, and orders that match', async () => {
  const plan = await planOf('COPY-77')
  expect(plan).not.toMatch(/Seq Scan on (orders|customers|products)/)
  for (const index of ['orders_number', 'customers_search', 'products_search'])
    expect(plan, index).toMatch(new RegExp(`using ${index}|on ${index}`))
  for (const line of plan.split('\n').filter((each) => /Index Cond/.test(each))) expect(line).toMatch(/organization_id|\bid\b/)
})

test('it finds what it found before: by the number, the customer and the product, in this organization alone', async () => {
  const total = async (text: string) =>
    (await merchant.request('GET', `/v1/orders/?limit=1&query=${encodeURIComponent(text)}`)).json.pagination.total_count
  expect(await total('copy-1999')).toBe(1)
  expect(await total('pascal')).toBe(ORDERS + 1)
  expect(await total('book 77')).toBe(ORDERS / PRODUCTS)
  expect(await total('100%')).toBe(0)
})
