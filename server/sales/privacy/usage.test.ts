// The usage of a customer, in the export of its personal data and after it was anonymized.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { verifyUsage } from '#money/usage/counts/index.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'
import { beginImport } from '#test/support/usage/event-imports.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

async function aCustomer(merchant: TestMerchant, external_id: string): Promise<string> {
  return (await merchant.request('POST', '/v1/customers/', { body: { email: `${external_id}@example.test`, external_id } })).json.id
}

async function aMeter(merchant: TestMerchant, aggregation: object): Promise<string> {
  const filter = { conjunction: 'and', clauses: [{ property: 'model', operator: 'eq', value: 'large' }] }
  const { json } = await merchant.request('POST', '/v1/meters/', { body: { name: 'Tokens', filter, aggregation } })
  await server.drain()
  return json.id
}

const eventOf = (external_customer_id: string, at: number) => ({
  name: 'ai.tokens',
  external_customer_id,
  external_id: `${external_customer_id}-request-${at}`,
  metadata: { tokens: at, model: 'large', prompt: `I am ${external_customer_id}` },
})

/** The tables that contain the text in a row of the organization. */
async function tablesWith(merchant: TestMerchant, text: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const table of ['usage_events', 'event_import_refusals']) {
    const { rows } = await sql`select from ${sql.table(table)} as found where organization_id = ${merchant.organizationId}
      and to_jsonb(found)::text like ${`%${text}%`} limit 1`.execute(db)
    if (rows.length > 0) found.push(table)
  }
  return found
}

async function figuresOf(merchant: TestMerchant, meterId: string, customerId: string) {
  const { items } = (await merchant.request('GET', `/v1/customer-meters/?meter_id=${meterId}&customer_id=${customerId}`)).json
  const range = 'start_timestamp=2020-01-01T00:00:00Z&end_timestamp=2035-01-01T00:00:00Z&interval=year'
  const { total } = (await merchant.request('GET', `/v1/meters/${meterId}/quantities?${range}`)).json
  return [items.map(({ consumed_units }: { consumed_units: number }) => consumed_units), total]
}

test('the export contains every event of the customer, the newest first, and none of another', async () => {
  const merchant = await aMerchant(server)
  const id = await aCustomer(merchant, 'sophie')
  await aCustomer(merchant, 'blaise')
  const events = Array.from({ length: 999 }, (_, at) => eventOf('sophie', at))
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [...events, eventOf('blaise', 1)] } })
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [eventOf('sophie', 999), eventOf('sophie', 1000)] } })
  const document = JSON.parse((await merchant.request('GET', `/v1/customers/${id}/personal-data`)).text)
  const tokens = document.usage_events.map(({ metadata }: { metadata: { tokens: number } }) => metadata.tokens)
  expect(tokens).toEqual(Array.from({ length: 1001 }, (_, at) => 1000 - at))
})

test('an anonymized customer is named in no event, and every figure stays', async () => {
  const merchant = await aMerchant(server)
  const id = await aCustomer(merchant, 'germain')
  const other = await aCustomer(merchant, 'pascal')
  const meterId = await aMeter(merchant, { func: 'sum', property: 'tokens' })
  const events = [1, 2, 3].flatMap((at) => [eventOf('germain', at), eventOf('pascal', at)])
  await merchant.request('POST', '/v1/events/ingest', { body: { events } })
  const before = [await figuresOf(merchant, meterId, id), await figuresOf(merchant, meterId, other)]
  expect(before).toEqual([
    [[6], 12],
    [[6], 12],
  ])
  expect(await tablesWith(merchant, 'germain')).toEqual(['usage_events'])
  await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)
  await server.drain()
  expect(await tablesWith(merchant, 'germain')).toEqual([])
  expect(await tablesWith(merchant, 'I am pascal')).toEqual(['usage_events'])
  const { rows } = await sql`select customer_id, external_customer_id, external_id, metadata from usage_events
    where organization_id = ${merchant.organizationId} and customer_id = ${id} order by id`.execute(db)
  const erased = { customer_id: id, external_customer_id: null, external_id: null }
  expect(rows).toEqual([1, 2, 3].map((tokens) => ({ ...erased, metadata: { model: 'large', tokens } })))
  expect((await figuresOf(merchant, meterId, id))[1]).toBe(12)
  expect(await figuresOf(merchant, meterId, other)).toEqual(before[1])
  const { faults } = await verifyUsage(server.platform.database)
  expect(faults.listed).toEqual([])
})

test('an event that was sent before the customer was anonymized is a repeat still', async () => {
  const merchant = await aMerchant(server)
  const id = await aCustomer(merchant, 'euler')
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [eventOf('euler', 1)] } })
  await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)
  await server.drain()
  const again = await merchant.request('POST', '/v1/events/ingest', { body: { events: [eventOf('euler', 1)] } })
  expect(again.json).toEqual({ inserted: 0, duplicates: 1 })
})

test('refused lines of an import that name an anonymized customer are emptied, the others stay', async () => {
  const merchant = await aMerchant(server)
  const id = await aCustomer(merchant, 'noether')
  const lines = [
    'name,external_customer_id,timestamp,metadata.tokens',
    'a,noether,2200-01-01T00:00:00Z,1',
    'a,gauss,2200-01-01T00:00:00Z,1',
  ]
  const begun = await beginImport(server, merchant, lines.join('\n'))
  await server.drain()
  expect(await tablesWith(merchant, 'noether')).toEqual(['event_import_refusals'])
  await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)
  await server.drain()
  expect([await tablesWith(merchant, 'noether'), await tablesWith(merchant, 'gauss')]).toEqual([[], ['event_import_refusals']])
  const report = await merchant.request('GET', `/v1/event-imports/${begun.json.id}/refused-lines`)
  expect(report.text.trim().split('\n')).toHaveLength(3)
})
