// Databases: both.
// The counts of rows that triggers keep, against the rows themselves.
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { addUpCounts } from './row-counts.ts'

// A database of its own: the job adds up the counts of every organization.
let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
})
afterAll(() => server.close())

const rows = async <Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> => (await statement.execute(server.platform.database.db)).rows
const fold = () => addUpCounts.run({}, server.platform, { now: server.clock.now() } as never)
const totalOf = async (path: string) => (await merchant.request('GET', `${path}?limit=1`)).json.pagination.total_count
const create = (path: string, body: object) => merchant.request('POST', path, { body })
const changes = async () => (await rows(sql<{ count: number }>`select count(*) as count from row_counts`))[0]?.count ?? 0

/** The tables that triggers count, and whether a row with `deleted_at` is left out. */
const counted = () =>
  rows(sql<{ name: string; leavesDeleted: boolean }>`
    select tables.relname as name, octet_length(triggers.tgargs) > 0 as "leavesDeleted" from pg_trigger as triggers
    inner join pg_class as tables on tables.oid = triggers.tgrelid where triggers.tgname = 'count_added' order by 1`)

/** The tables whose counts differ from their rows. */
async function wrongCounts(): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, leavesDeleted } of await counted()) {
    const existing = leavesDeleted ? sql`where deleted_at is null` : sql``
    const found = await rows(sql`
      select from (select organization_id, count(*) as rows from ${sql.table(name)} ${existing} group by 1) as present
      full join (select organization_id, sum(change) as counted from row_counts where counted_table = ${name} group by 1) as counts
        using (organization_id)
      where coalesce(present.rows, 0) <> coalesce(counts.counted, 0)`)
    if (found.length > 0) wrong.push(name)
  }
  return wrong
}

test('the counted tables are those of the lists of a merchant', async () => {
  expect((await counted()).map(({ name }) => name)).toEqual([
    'benefits',
    'checkout_links',
    'checkouts',
    'custom_fields',
    'customers',
    'discounts',
    'files',
    'meters',
    'orders',
    'products',
    'subscriptions',
    'usage_events',
  ])
})

test('rows that are added, deleted or kept after their deletion are counted, before and after the changes are added up', async () => {
  const benefit = { type: 'custom', description: 'Answers within a day', properties: {} }
  const field = (slug: string) => ({ type: 'text', slug, name: 'Company', properties: {} })
  const ids: string[] = []
  for (let at = 0; at < 25; at += 1) ids.push((await create('/v1/benefits/', benefit)).json.id)
  for (const slug of ['a', 'b', 'c']) ids.push((await create('/v1/custom-fields/', field(slug))).json.id)
  for (const id of ids.slice(0, 5)) await merchant.request('DELETE', `/v1/benefits/${id}`)
  await merchant.request('DELETE', `/v1/custom-fields/${ids[25]}`)
  await merchant.request('PATCH', `/v1/benefits/${ids[6]}`, { body: { type: 'custom', description: 'Another description' } })
  expect([await totalOf('/v1/benefits/'), await totalOf('/v1/custom-fields/'), await wrongCounts()]).toEqual([20, 2, []])
  const before = await changes()
  await fold()
  expect(await changes()).toBeLessThan(before)
  expect([await totalOf('/v1/benefits/'), await totalOf('/v1/custom-fields/'), await wrongCounts()]).toEqual([20, 2, []])
})

test('a sale is counted, and a write that is rolled back is not', async () => {
  const { id } = await aProduct(merchant)
  const checkout = await aCheckout(server, merchant, { products: [id] })
  expect((await checkout.confirm()).status).toBe(200)
  const refused = server.platform.database.transaction(async (tx) => {
    await sql`insert into products select organization_id, gen_random_uuid() as id, name, description, recurring_interval, is_archived, metadata,
      created_at, modified_at from products where id = ${id}`
      .execute(tx)
      .catch(() => undefined)
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  expect([await totalOf('/v1/orders/'), await totalOf('/v1/customers/'), await totalOf('/v1/checkouts/'), await wrongCounts()]).toEqual([
    1,
    1,
    1,
    [],
  ])
})

test('writers and the job at the same time keep the counts right', async () => {
  const writers = Array.from({ length: 40 }, (_, at) => create('/v1/meters/', meter(`Meter ${at}`)))
  const folds = Array.from({ length: 5 }, () => fold())
  const created = await Promise.all(writers)
  await Promise.all(folds)
  expect(created.map(({ status }) => status)).toEqual(created.map(() => 201))
  expect([await totalOf('/v1/meters/'), await wrongCounts()]).toEqual([40, []])
})

const meter = (name: string) => ({ name, filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } })

test('a list with a filter is counted by its rows', async () => {
  const { pagination } = (await merchant.request('GET', '/v1/meters/?query=Meter 1')).json
  expect(pagination.total_count).toBe(11)
})

test('a list without a filter reads the counts alone, a list of none is empty', async () => {
  const listed = await merchant.request('GET', '/v1/meters/?limit=1')
  expect(listed.statements.filter((text) => text.includes('row_counts'))).toHaveLength(1)
  expect(listed.statements.filter((text) => text.includes('count(*)'))).toEqual([])
  const other = await aMerchant(server)
  expect((await other.request('GET', '/v1/meters/')).json.pagination).toEqual({ total_count: 0, max_page: 0 })
})

test('the counts of an organization go with it', async () => {
  const gone = await aMerchant(server)
  await gone.request('POST', '/v1/meters/', { body: meter('Last meter') })
  await server.platform.database.transaction((tx) => sql`delete from organizations where id = ${gone.organizationId}`.execute(tx))
  const left = await rows(sql`select from row_counts where organization_id = ${gone.organizationId}`)
  expect([left.length, await wrongCounts()]).toEqual([0, []])
})
