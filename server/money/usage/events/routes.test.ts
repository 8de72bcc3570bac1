// The reads of usage events over HTTP.
import { beforeAll, expect, test } from 'vitest'
import type { Filter } from '#kernel/metering/filter.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestAnswer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import type { UsageEvent } from './model.ts'

const server = await sharedServer()
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const { database } = server.platform

let merchant: TestMerchant
let stranger: TestMerchant
let ada: { readonly id: string }
let foreign: UsageEvent
let events: UsageEvent[]

const at = (minute: number) => new Date(START.getTime() + minute * 60_000)
const timeAt = (minute: number) => encodeURIComponent(at(minute).toISOString())
const create = async (owner: TestMerchant, path: string, body: object) => {
  const answer = await owner.request('POST', path, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

beforeAll(async () => {
  merchant = await aMerchant(server)
  stranger = await aMerchant(server)
  ada = await create(merchant, '/v1/customers/', { email: 'ada@example.com', name: 'Ada Lovelace', external_id: 'user-1815' })
  const { organizationId } = merchant
  const meterId = UNKNOWN
  events = await insertUsageEvents(database, [
    {
      organizationId,
      timestamp: at(0),
      name: 'ai.tokens',
      customerId: ada.id,
      metadata: { tokens: 10, model: 'small' },
      externalId: 'call-1',
    },
    {
      organizationId,
      timestamp: at(1),
      name: 'ai.tokens',
      externalCustomerId: 'user-1843',
      metadata: { tokens: 900, usage: { cached: true } },
    },
    {
      organizationId,
      timestamp: at(2),
      name: 'ai.images',
      customerId: ada.id,
      externalCustomerId: 'earlier',
      metadata: { model: 'large' },
    },
    { organizationId, timestamp: at(2), name: 'ai.tokens', customerId: ada.id, metadata: { tokens: 2.5 } },
    {
      organizationId,
      timestamp: at(3),
      name: 'meter.credited',
      source: 'system',
      customerId: ada.id,
      metadata: { meter_id: meterId, units: 100, rollover: false },
    },
    { organizationId, timestamp: at(4), name: 'meter.reset', source: 'system', customerId: ada.id, metadata: { meter_id: meterId } },
  ])
  const [first] = await insertUsageEvents(database, [
    { organizationId: stranger.organizationId, timestamp: at(1), externalCustomerId: 'user-1815' },
  ])
  foreign = first as UsageEvent
})

const list = (query: string, owner = merchant) => owner.request('GET', `/v1/events/?limit=100${query && `&${query}`}`)
/** The minutes of the events of an answer, in its order, with the position of those that share one. */
const positionsIn = ({ json, text, status }: TestAnswer): number[] => {
  expect(status, text).toBe(200)
  return json.items.map(({ id }: { id: string }) => events.findIndex((event) => event.id === id))
}
const ofFilter = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`
const tokensOf = (value: number): Filter => ({ conjunction: 'and', clauses: [{ property: 'tokens', operator: 'gte', value }] })

test('events are listed newest first, each with its customer', async () => {
  const { json } = await list('')
  expect(json.pagination).toEqual({ total_count: 6, max_page: 1 })
  expect(json.items.map(({ name }: { name: string }) => name)).toEqual([
    ...['meter.reset', 'meter.credited', 'ai.tokens', 'ai.images', 'ai.tokens', 'ai.tokens'],
  ])
  const [reset, credited] = json.items
  expect(reset).toMatchObject({ source: 'system', metadata: { meter_id: UNKNOWN }, label: 'meter.reset' })
  expect(credited).toMatchObject({ source: 'system', metadata: { meter_id: UNKNOWN, units: 100, rollover: false } })
  expect(json.items.at(-1)).toEqual({
    id: events[0]?.id,
    organization_id: merchant.organizationId,
    timestamp: at(0).toISOString(),
    name: 'ai.tokens',
    label: 'ai.tokens',
    source: 'user',
    metadata: { tokens: 10, model: 'small' },
    external_id: 'call-1',
    customer_id: ada.id,
    external_customer_id: 'user-1815',
    customer: expect.objectContaining({ id: ada.id, name: 'Ada Lovelace' }),
    child_count: 0,
    parent_id: null,
    member_id: null,
    external_member_id: null,
  })
  expect(json.items.at(-2)).toMatchObject({ customer_id: null, customer: null, external_customer_id: 'user-1843', external_id: null })
})

test.each([
  ['sorting=timestamp', [0, 1, 2, 3, 4, 5]],
  ['sorting=-timestamp', [5, 4, 3, 2, 1, 0]],
  ['name=ai.images', [2]],
  ['name=ai.images&name=meter.reset', [5, 2]],
  ['name=AI.IMAGES', []],
  ['query=IMAGE', [2]],
  ['source=system', [5, 4]],
  ['source=user&source=system&name=meter.reset', [5]],
  ['external_customer_id=user-1843', [1]],
  ['external_customer_id=user-1815', [5, 4, 3, 2, 0]],
  ['external_customer_id=user-1815&external_customer_id=user-1843&source=user', [3, 2, 1, 0]],
  ['external_customer_id=earlier', []],
  ['metadata[model]=large', [2]],
  ['metadata[tokens]=900', [1]],
  [`start_timestamp=${timeAt(2)}`, [5, 4, 3, 2]],
  [`end_timestamp=${timeAt(2)}`, [1, 0]],
  [`start_timestamp=${timeAt(1)}&end_timestamp=${timeAt(3)}`, [3, 2, 1]],
  ['start_timestamp=0001-01-01T00:00:00Z&end_timestamp=9999-12-31T23:59:59Z', [5, 4, 3, 2, 1, 0]],
  ['end_timestamp=1969-12-31T23:59:59Z', []],
  [ofFilter(tokensOf(10)), [1, 0]],
  [ofFilter({ conjunction: 'or', clauses: [] }), [5, 4, 3, 2, 1, 0]],
  [ofFilter({ conjunction: 'and', clauses: [{ property: 'usage.cached', operator: 'eq', value: true }] }), [1]],
  [`meter_id=${UNKNOWN}`, []],
  [`customer_id=${UNKNOWN}`, []],
  [`parent_id=${UNKNOWN}`, []],
  ['depth=0', [5, 4, 3, 2, 1, 0]],
  ['depth=5&name=ai.images', [2]],
] as const)('%s lists the events %j', async (query, positions) => {
  const answer = await list(query)
  expect(positionsIn(answer)).toEqual(positions)
  expect(answer.json.pagination.total_count).toBe(positions.length)
})

test('the events of a customer are listed, and those of several', async () => {
  expect(positionsIn(await list(`customer_id=${ada.id}`))).toEqual([5, 4, 3, 2, 0])
  expect(positionsIn(await list(`customer_id=${ada.id}&customer_id=${UNKNOWN}&name=ai.tokens`))).toEqual([3, 0])
})

test('a meter lists the events that its filter matches, together with the filter of the query', async () => {
  const meter = { name: 'Large calls', filter: tokensOf(3), aggregation: { func: 'count' } }
  const { id } = await create(merchant, '/v1/meters/', meter)
  expect(positionsIn(await list(`meter_id=${id}`))).toEqual([1, 0])
  expect(positionsIn(await list(`meter_id=${id}&${ofFilter(tokensOf(11))}`))).toEqual([1])
  expect((await list(`meter_id=${id}`)).roundTrips).toBe(3)
  const theirs = await create(stranger, '/v1/meters/', meter)
  expect(positionsIn(await list(`meter_id=${theirs.id}`))).toEqual([])
})

test('pages follow each other, and one beyond the last is empty', async () => {
  const page = async (number: number, query = '') => merchant.request('GET', `/v1/events/?limit=4&page=${number}${query}`)
  expect([positionsIn(await page(1)), positionsIn(await page(2)), positionsIn(await page(3))]).toEqual([[5, 4, 3, 2], [1, 0], []])
  expect((await page(3)).json.pagination).toEqual({ total_count: 6, max_page: 2 })
  expect(positionsIn(await page(2, '&sorting=timestamp'))).toEqual([4, 5])
  expect((await page(9, '&source=user')).json.pagination).toEqual({ total_count: 4, max_page: 1 })
})

test('the total of a list without a filter reads no event, and a bound in time is one of ids', async () => {
  const [, unfiltered] = (await list('')).statements
  expect(unfiltered).toContain('row_counts')
  expect(unfiltered).not.toContain('count(*)')
  const [, bounded] = (await list(`start_timestamp=${timeAt(2)}`)).statements
  expect(bounded).toMatch(/usage_events"?\.id >= /)
  expect(bounded).toMatch(/limit \$\d+\) as matches/)
})

test('a merchant reads no event of another one', async () => {
  expect((await list('', stranger)).json.items.map(({ id }: { id: string }) => id)).toEqual([foreign.id])
  expect(positionsIn(await list(`organization_id=${stranger.organizationId}`))).toEqual([])
  expect((await merchant.request('GET', `/v1/events/${foreign.id}`)).status).toBe(404)
  expect((await list('external_customer_id=user-1815', stranger)).json.items[0]).toMatchObject({ id: foreign.id, customer: null })
  const names = await merchant.request('GET', `/v1/events/names?organization_id=${stranger.organizationId}`)
  expect(names.json).toEqual({ items: [], pagination: { total_count: 0, max_page: 0 } })
})

test('an event is read by its id', async () => {
  const [first] = (await list('sorting=timestamp')).json.items
  expect((await merchant.request('GET', `/v1/events/${first.id}`)).json).toEqual(first)
  const unknown = await merchant.request('GET', `/v1/events/${UNKNOWN}`)
  expect([unknown.status, unknown.json]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }])
})

const flat = (clauses: number) => ({ conjunction: 'and', clauses: Array(clauses).fill({ property: 'a', operator: 'eq', value: 1 }) })
const nested = (depth: number): Filter => ({ conjunction: 'or', clauses: depth === 1 ? [] : [nested(depth - 1)] })

test.each([
  ['filter=nothing', ['query', 'filter']],
  ['filter=', ['query', 'filter']],
  [`filter=${encodeURIComponent('['.repeat(1000))}`, ['query', 'filter']],
  [ofFilter({ conjunction: 'and', clauses: [{ property: 'a\u0000', operator: 'eq', value: 'b' }] }), ['query', 'filter']],
  [
    `filter=${encodeURIComponent('{"conjunction":"and","clauses":[{"property":"a","operator":"eq","value":"\\ud800"}]}')}`,
    ['query', 'filter'],
  ],
  [ofFilter([]), ['query', 'filter']],
  [ofFilter({ conjunction: 'xor', clauses: [] }), ['query', 'filter', 'conjunction']],
  [ofFilter(flat(51)), ['query', 'filter', 'clauses']],
  [ofFilter(nested(6)), ['query', 'filter', 'clauses']],
  ['start_timestamp=yesterday', ['query', 'start_timestamp']],
  ['end_timestamp=2026-03-12', ['query', 'end_timestamp']],
  ['parent_id=ada', ['query', 'parent_id']],
  ['depth=6', ['query', 'depth']],
  ['customer_id=ada', ['query', 'customer_id', 0]],
  ['meter_id=tokens', ['query', 'meter_id']],
  ['source=merchant', ['query', 'source', 0]],
  ['sorting=name', ['query', 'sorting']],
] as const)('%s is refused', async (query, loc) => {
  const { status, json } = await merchant.request('GET', `/v1/events/?${query}`)
  expect([status, json.error, json.detail[0].loc]).toEqual([422, 'RequestValidationError', loc])
})

const namesOf = async (query: string, owner = merchant) => {
  const { status, json, text } = await owner.request('GET', `/v1/events/names?${query}`)
  expect(status, text).toBe(200)
  expect(json.pagination.total_count).toBe(json.items.length)
  return json.items.map(({ name, occurrences }: { name: string; occurrences: number }) => `${name} ${occurrences}`)
}
const [tokens, images, credited, reset] = ['ai.tokens 3', 'ai.images 1', 'meter.credited 1', 'meter.reset 1']

test.each([
  ['', [reset, credited, tokens, images]],
  ['sorting=name', [images, tokens, credited, reset]],
  ['sorting=-name', [reset, credited, tokens, images]],
  ['sorting=-occurrences&sorting=name', [tokens, images, credited, reset]],
  ['sorting=first_seen', [tokens, images, credited, reset]],
  ['sorting=last_seen&sorting=name', [images, tokens, credited, reset]],
  ['source=user', [tokens, images]],
  ['query=ETER.', [reset, credited]],
  ['query=100%', []],
  ['external_customer_id=user-1843', ['ai.tokens 1']],
  ['external_customer_id=user-1815&source=user', ['ai.tokens 2', images]],
  [`customer_id=${UNKNOWN}`, []],
] as const)('the names of %s are %j', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
})

test('the names of a customer are those of its events', async () => {
  expect(await namesOf(`customer_id=${ada.id}&sorting=name`)).toEqual([images, 'ai.tokens 2', credited, reset])
  const { json } = await merchant.request('GET', `/v1/events/names?customer_id=${ada.id}&query=tokens`)
  expect(json.items).toEqual([
    ...[
      {
        name: 'ai.tokens',
        label: 'ai.tokens',
        source: 'user',
        occurrences: 2,
        first_seen: at(0).toISOString(),
        last_seen: at(2).toISOString(),
      },
    ],
  ])
})

test('names are listed by pages', async () => {
  const page = async (number: number) => (await merchant.request('GET', `/v1/events/names?sorting=name&limit=3&page=${number}`)).json
  expect((await page(2)).items.map(({ name }: { name: string }) => name)).toEqual(['meter.reset'])
  expect(await page(3)).toEqual({ items: [], pagination: { total_count: 4, max_page: 2 } })
})

test('reading events needs the scope events:read', async () => {
  const narrow = await aMerchant(server, { scopes: ['meters:read'] })
  for (const path of ['/v1/events/', '/v1/events/names', `/v1/events/${UNKNOWN}`]) {
    expect((await narrow.request('GET', path)).status).toBe(403)
    expect((await server.request('GET', path)).status).toBe(401)
  }
})
