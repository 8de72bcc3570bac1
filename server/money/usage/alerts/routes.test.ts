import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const METER = { name: 'Calls', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
const aMeter = async (by = merchant): Promise<string> => (await by.request('POST', '/v1/meters/', { body: METER })).json.id
const aCustomer = async (by = merchant): Promise<string> =>
  (await by.request('POST', '/v1/customers/', { body: { email: `${newId(new Date())}@example.test` } })).json.id
const create = (body: object, by = merchant) => by.request('POST', '/v1/usage-alerts/', { body: { name: 'Much', threshold: 5, ...body } })
const change = (id: string, body: object, by = merchant) => by.request('PATCH', `/v1/usage-alerts/${id}`, { body })

const actionsOn = async (id: string) =>
  (
    await server.platform.database.db
      .selectFrom('audit_entries')
      .select(['action', 'target'])
      .where('organization_id', '=', merchant.organizationId)
      .execute()
  )
    .filter(({ target }) => target?.id === id)
    .map(({ action }) => action)
    .sort()

test('an alert is created, read, changed and deleted, and each is recorded', async () => {
  const [meter_id, customer_id] = [await aMeter(), await aCustomer()]
  const created = await create({ meter_id, customer_id, threshold: 100.5, metadata: { shelf: 'upper' } })
  const alert = {
    id: expect.any(String),
    created_at: server.clock.now().toISOString(),
    modified_at: null,
    organization_id: merchant.organizationId,
    name: 'Much',
    meter_id,
    customer_id,
    threshold: 100.5,
    notify_merchant_email: true,
    notify_customer_email: false,
    is_enabled: true,
    metadata: { shelf: 'upper' },
  }
  expect([created.status, created.json]).toEqual([201, alert])
  const { id } = created.json
  expect((await merchant.request('GET', `/v1/usage-alerts/${id}`)).json).toEqual(created.json)
  const changes = { name: 'Too much', threshold: 7, notify_customer_email: true, is_enabled: false, metadata: {} }
  const changed = (await change(id, changes)).json
  expect(changed).toEqual({ ...created.json, ...changes, modified_at: server.clock.now().toISOString() })
  expect((await change(id, changes)).json).toEqual(changed)
  expect((await merchant.request('GET', `/v1/usage-alerts/${id}/triggers`)).json).toEqual({
    items: [],
    pagination: { total_count: 0, max_page: 0 },
  })
  expect((await merchant.request('DELETE', `/v1/usage-alerts/${id}`)).status).toBe(204)
  for (const path of [`/v1/usage-alerts/${id}`, `/v1/usage-alerts/${id}/triggers`])
    expect((await merchant.request('GET', path)).status).toBe(404)
  expect([(await change(id, {})).status, (await merchant.request('DELETE', `/v1/usage-alerts/${id}`)).status]).toEqual([404, 404])
  expect(await actionsOn(id)).toEqual(['usage_alert.created', 'usage_alert.deleted', 'usage_alert.updated'])
})

test.each([
  ['no meter', {}, ['body', 'meter_id']],
  ['an unknown meter', { meter_id: UNKNOWN }, ['body', 'meter_id']],
  ['an unknown customer', { customer_id: UNKNOWN }, ['body', 'customer_id']],
  ['a threshold of zero', { threshold: 0 }, ['body', 'threshold']],
  ['a threshold below zero', { threshold: -1 }, ['body', 'threshold']],
  ['a threshold that is too high', { threshold: 1e16 }, ['body', 'threshold']],
  ['a threshold that is text', { threshold: 'many' }, ['body', 'threshold']],
  ['no name', { name: ' ' }, ['body', 'name']],
])('%s is refused at its field', async (name, wrong, loc) => {
  const meter = name === 'no meter' ? {} : { meter_id: await aMeter() }
  const { status, json } = await create({ ...meter, ...wrong })
  expect([status, json.detail[0].loc]).toEqual([422, loc])
})

test('an alert is about a meter that is in use and a customer who exists, both of the organization', async () => {
  const stranger = await aMerchant(server)
  const [meter_id, customer_id] = [await aMeter(), await aCustomer()]
  await merchant.request('PATCH', `/v1/meters/${meter_id}`, { body: { is_archived: true } })
  await merchant.request('DELETE', `/v1/customers/${customer_id}`)
  const theirs = { meter_id: await aMeter(stranger), customer_id: await aCustomer(stranger) }
  for (const named of [{ meter_id, customer_id }, theirs]) {
    const { status, json } = await create(named)
    expect([status, json.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))]).toEqual([422, ['meter_id', 'customer_id']])
  }
})

test('an alert of another organization is not found, and not changed', async () => {
  const stranger = await aMerchant(server)
  const { id } = (await create({ meter_id: await aMeter() })).json
  for (const path of [`/v1/usage-alerts/${id}`, `/v1/usage-alerts/${id}/triggers`])
    expect((await stranger.request('GET', path)).json).toEqual({ error: 'ResourceNotFound', detail: 'Not found' })
  expect((await change(id, { threshold: 1 }, stranger)).status).toBe(404)
  expect((await stranger.request('DELETE', `/v1/usage-alerts/${id}`)).status).toBe(404)
  expect((await merchant.request('GET', `/v1/usage-alerts/${id}`)).json.threshold).toBe(5)
  expect((await stranger.request('GET', '/v1/usage-alerts/')).json.items).toEqual([])
})

describe('the list', () => {
  let own: TestMerchant
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    own = await aMerchant(server)
    const [one, other, customer_id] = [await aMeter(own), await aMeter(own), await aCustomer(own)]
    Object.assign(ids, { one, other, customer_id, stranger: await aCustomer(own) })
    await create({ name: 'b', meter_id: one, threshold: 9 }, own)
    await create({ name: 'a', meter_id: one, customer_id, threshold: 100, metadata: { team: 'red' } }, own)
    await create({ name: 'c', meter_id: other, threshold: 20, is_enabled: false }, own)
  })

  test.each([
    ['', ['c', 'a', 'b']],
    ['sorting=name', ['a', 'b', 'c']],
    ['sorting=-threshold', ['a', 'c', 'b']],
    ['meter_id={one}&sorting=name', ['a', 'b']],
    ['customer_id={customer_id}', ['a']],
    ['applies_to={customer_id}&sorting=name', ['a', 'b', 'c']],
    ['applies_to={stranger}&sorting=name', ['b', 'c']],
    ['is_enabled=false', ['c']],
    ['query=B', ['b']],
    ['metadata[team]=red', ['a']],
  ])('with %j has %j', async (query, names) => {
    const filled = query.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '')
    const { json } = await own.request('GET', `/v1/usage-alerts/?${filled}`)
    if (query === '') expect(json.items.map(({ name }: { name: string }) => name).sort()).toEqual(names.toSorted())
    else expect(json.items.map(({ name }: { name: string }) => name)).toEqual(names)
  })
})
