import { beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] }
const body = { name: 'Tokens used', filter, aggregation: { func: 'sum', property: 'tokens' } }
const create = (more: object = {}, by = merchant) => by.request('POST', '/v1/meters/', { body: { ...body, ...more } })
const change = (id: string, more: object, by = merchant) => by.request('PATCH', `/v1/meters/${id}`, { body: more })
const recurring = (prices: readonly object[], by = merchant) =>
  by.request('POST', '/v1/products/', { body: { name: 'Assistant', recurring_interval: 'month', prices } })
const metered = (meter_id: string, more: object = {}) => ({ amount_type: 'metered_unit', meter_id, unit_amount: 0.5, ...more })

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

test('a meter is created, read, changed and archived, and each is recorded', async () => {
  const created = await create({ metadata: { shelf: 'upper' } })
  expect([created.status, created.json]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: server.clock.now().toISOString(),
      modified_at: null,
      organization_id: merchant.organizationId,
      ...body,
      archived_at: null,
      first_billed_at: null,
      metadata: { shelf: 'upper' },
      unit: 'scalar',
      custom_label: null,
      custom_multiplier: null,
    },
  ])
  const { id } = created.json
  expect((await merchant.request('GET', `/v1/meters/${id}`)).json).toEqual(created.json)
  server.clock.advance(60)
  const changes = { name: 'Calls', aggregation: { func: 'count' }, filter: { conjunction: 'or', clauses: [filter] } }
  expect((await change(id, changes)).json).toMatchObject({ ...changes, modified_at: server.clock.now().toISOString() })
  expect((await change(id, { is_archived: true })).json.archived_at).toBe(server.clock.now().toISOString())
  expect((await change(id, { is_archived: false })).json.archived_at).toBeNull()
  expect(await actionsOn(id)).toEqual(['meter.archived', 'meter.created', 'meter.updated', 'meter.updated'])
})

test.each([
  ['a name of two letters', { name: 'ab' }, ['body', 'name']],
  ['no filter', { filter: null }, ['body', 'filter']],
  ['another conjunction', { filter: { conjunction: 'xor', clauses: [] } }, ['body', 'filter', 'conjunction']],
  ['an aggregation of another kind', { aggregation: { func: 'median', property: 'x' } }, ['body', 'aggregation', 'func']],
  ['a sum of nothing', { aggregation: { func: 'sum' } }, ['body', 'aggregation', 'property']],
  ['a unit that is not available', { unit: 'token' }, ['body', 'unit']],
  ['too many clauses', { filter: { conjunction: 'and', clauses: Array(51).fill(filter.clauses[0]) } }, ['body', 'filter', 'clauses']],
])('a meter with %s is refused at its field', async (_, more, loc) => {
  const refused = await create(more)
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  const locs = refused.json.detail.map((each: { loc: unknown[] }) => each.loc.filter((part) => part !== 'sum').slice(0, loc.length))
  expect(locs).toContainEqual(loc)
})

test('meters are listed by name, found by a part of it, by metadata, and archived ones apart', async () => {
  const owner = await aMerchant(server)
  for (const name of ['beta calls', 'Alpha Tokens', 'Gamma']) await create({ name, metadata: { kind: name.slice(0, 2) } }, owner)
  const namesOf = async (query: string) =>
    (await owner.request('GET', `/v1/meters/?${query}`)).json.items.map(({ name }: { name: string }) => name)
  expect(await namesOf('')).toEqual(['Alpha Tokens', 'beta calls', 'Gamma'])
  expect(await namesOf('sorting=-name&limit=1')).toEqual(['Gamma'])
  expect(await namesOf('query=TOKEN')).toEqual(['Alpha Tokens'])
  expect(await namesOf('metadata[kind]=be')).toEqual(['beta calls'])
  const [first] = (await owner.request('GET', '/v1/meters/')).json.items
  await change(first.id, { is_archived: true }, owner)
  expect([await namesOf('is_archived=true'), await namesOf('is_archived=false')]).toEqual([['Alpha Tokens'], ['beta calls', 'Gamma']])
})

test('a recurring product has a static price and metered ones, with the name that each meter has now', async () => {
  const { id } = (await create()).json
  const created = await recurring([{ amount_type: 'fixed', price_amount: 900 }, metered(id, { cap_amount: 5000 })])
  expect([created.status, created.json.prices]).toMatchObject([
    201,
    [
      { amount_type: 'fixed', type: 'recurring', recurring_interval: 'month' },
      { amount_type: 'metered_unit', unit_amount: '0.5', cap_amount: 5000, meter_id: id, meter: { id, name: 'Tokens used' } },
    ],
  ])
  await change(id, { name: 'Tokens of the assistant' })
  const found = (await merchant.request('GET', `/v1/products/${created.json.id}`)).json
  expect(found.prices[1].meter).toMatchObject({ id, name: 'Tokens of the assistant' })
  expect((await merchant.request('GET', `/v1/products/?id=${created.json.id}&is_recurring=true`)).json.items).toEqual([found])
})

test('an edit keeps the metered price that it names, and archives the others', async () => {
  const { id } = (await create()).json
  const { json: product } = await recurring([{ amount_type: 'fixed', price_amount: 900 }, metered(id)])
  const prices = [{ amount_type: 'fixed', price_amount: 1200 }, { id: product.prices[1].id }]
  const changed = await merchant.request('PATCH', `/v1/products/${product.id}`, { body: { prices } })
  expect(changed.json.prices).toMatchObject([product.prices[1], { amount_type: 'fixed', price_amount: 1200 }])
})

test('a price names a meter of its own organization that is not archived', async () => {
  const { id: archived } = (await create()).json
  await change(archived, { is_archived: true })
  const { id: foreign } = (await create({}, await aMerchant(server))).json
  for (const meter of [archived, foreign]) {
    const refused = await recurring([metered(meter)])
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'prices', 0, 'metered_unit', 'meter_id']])
  }
})

test('a one-time product has no metered price, and nothing is due at the start of one with usage alone', async () => {
  const { id } = (await create()).json
  const oneTime = { name: 'Once', recurring_interval: null, prices: [{ amount_type: 'free' }, metered(id)] }
  const refused = await merchant.request('POST', '/v1/products/', { body: oneTime })
  expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['body', 'prices', 1]])
  const usage = (await recurring([metered(id)])).json
  const checkout = await merchant.request('POST', '/v1/checkouts/', { body: { products: [usage.id] } })
  expect(checkout.json).toMatchObject({ amount: 0, is_payment_required: false, is_payment_setup_required: true })
})

test('a token without the scope neither reads nor writes meters', async () => {
  const other = await aMerchant(server, { scopes: ['products:write'] })
  expect((await create({}, other)).status).toBe(403)
  expect((await other.request('GET', '/v1/meters/')).status).toBe(403)
  const { id } = (await create()).json
  const stranger = await aMerchant(server)
  expect([(await stranger.request('GET', `/v1/meters/${id}`)).status, (await change(id, { name: 'Taken' }, stranger)).status]).toEqual([
    404, 404,
  ])
})
