// One contract for both stores of events: PostgreSQL, and ClickHouse over its HTTP interface.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstId, newId } from '#kernel/id.ts'
import { aggregate } from '#kernel/metering/aggregation.ts'
import { type Filter, matchesFilter } from '#kernel/metering/filter.ts'
import { decimalRational } from '#kernel/numbers/rational.ts'
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts'
import { createClickHouse } from '#platform/clickhouse/client.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { type ClickHouseServer, startClickHouse } from '#test/support/clickhouse/clickhouse-server.ts'
import { START, sharedServer } from '#test/support/server.ts'
import { event, filter, NUMBERS, OPERATORS, single, TEXTS, WHOLE } from '#test/support/usage/filters.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import type { EventMetadata, UsageEvent } from '../../model.ts'
import type { EventPage, EventSelection, EventStore } from '../event-store.ts'
import { readCopies } from '../store.ts'
import { clickHouseEvents } from './clickhouse.ts'
import { postgresEvents } from './postgres.ts'

const server = await sharedServer()
const { db } = server.platform.database
const DAY_MS = 86_400_000
const WHOLE_PAGE: EventPage = { isDescending: false, limit: 1000, offset: 0 }

let clickhouse: ClickHouseServer
let client: ClickHouse
let merchant: TestMerchant
let other: TestMerchant
let customer: { readonly id: string }
/** Ordinary events of one day after another, and odd ones. */
let ordinary: readonly UsageEvent[]
let odd: readonly UsageEvent[]
const stores: Record<'PostgreSQL' | 'ClickHouse', () => EventStore> = {
  PostgreSQL: () => postgresEvents(db),
  ClickHouse: () => clickHouseEvents(client, db),
}

beforeAll(async () => {
  clickhouse = await startClickHouse()
  client = createClickHouse(clickhouse.url)
  merchant = await aMerchant(server)
  other = await aMerchant(server)
  const body = { email: `${newId(new Date())}@example.test`, external_id: 'known' }
  customer = (await merchant.request('POST', '/v1/customers/', { body })).json
  ordinary = await insertUsageEvents(
    server.platform.database,
    Array.from({ length: 40 }, (_, at) => ({
      organizationId: merchant.organizationId,
      timestamp: new Date(START.getTime() + at * DAY_MS),
      name: at % 2 === 0 ? 'call' : 'Message %',
      source: at % 5 === 0 ? ('system' as const) : ('user' as const),
      customerId: at % 4 === 0 ? customer.id : null,
      externalCustomerId: at % 4 === 1 ? 'known' : at % 4 === 2 ? "o'ther\\\t\n" : null,
      externalId: at === 3 ? 'request' : null,
      metadata: { tokens: at / 10, model: at % 3 === 0 ? 'small' : "la'rge\\", 'a.b': 'top', a: { b: 'inner' }, isFree: at % 2 === 0 },
    })),
  )
  const drawn = fc.sample(event, { numRuns: 150, seed: 76 })
  const ofNumbers = NUMBERS.map((number) => ({
    name: 'number',
    source: 'user',
    timestamp: START,
    metadata: { a: number, b: { a: [number] } },
  }))
  const inserted = await insertUsageEvents(
    server.platform.database,
    [...drawn, ...ofNumbers].map((each) => ({ ...each, organizationId: other.organizationId }) as never),
  )
  odd = inserted.map((each) => ({ ...each, metadata: JSON.parse(JSON.stringify(each.metadata)) as EventMetadata }))
  const archive = clickHouseEvents(client, db)
  await archive.prepare()
  const copies = await readCopies(db, { table: 'usage_events', endId: null, after: null })
  const ours = [merchant.organizationId, other.organizationId]
  // Twice, as after a lost answer.
  for (const copiedAt of [START, START])
    await archive.insertEvents(
      copies.filter(({ organizationId }) => ours.includes(organizationId)),
      copiedAt,
    )
})
afterAll(async () => {
  await clickHouseEvents(client, db).deleteOrganization(merchant.organizationId)
  await clickHouseEvents(client, db).deleteOrganization(other.organizationId)
  await client.close()
  await clickhouse.close()
})

const everything = (changed: Partial<EventSelection> = {}): EventSelection => ({
  organizationIds: [merchant.organizationId],
  firstId: null,
  endId: null,
  ...changed,
})

describe.each(Object.keys(stores) as (keyof typeof stores)[])('%s', (name) => {
  const positions = async (changed: Partial<EventSelection>) => {
    const found = await stores[name]().listEvents(everything(changed), WHOLE_PAGE)
    return found.map(({ id }) => ordinary.findIndex((each) => each.id === id))
  }
  const where = (condition: (at: number) => boolean) => ordinary.flatMap((_, at) => (condition(at) ? [at] : []))

  test('lists events as they were stored', async () => {
    expect(await stores[name]().listEvents(everything(), WHOLE_PAGE)).toEqual(ordinary)
    expect(await stores[name]().listEvents(everything(), { isDescending: true, limit: 3, offset: 2 })).toEqual(
      ordinary.slice(35, 38).reverse(),
    )
    expect(await stores[name]().listEvents(everything({ organizationIds: [newId(START)] }), WHOLE_PAGE)).toEqual([])
  })

  test('counts events, up to a maximum', async () => {
    expect(await stores[name]().countEvents(everything(), undefined)).toBe(40)
    expect(await stores[name]().countEvents(everything(), 7)).toBe(7)
    expect(await stores[name]().countEvents(everything({ names: ['call'] }), 100)).toBe(20)
  })

  test('selects by time, id, customer, name, source and text', async () => {
    const at = (index: number) => firstId(ordinary[index]?.timestamp ?? START)
    expect(await positions({ firstId: at(3), endId: at(6) })).toEqual([3, 4, 5])
    expect(await positions({ id: ordinary[9]?.id })).toEqual([9])
    expect(await positions({ customerIds: [customer.id] })).toEqual(where((index) => index % 4 === 0))
    expect(await positions({ customerIds: [customer.id, newId(START)], sources: ['system'] })).toEqual(where((index) => index % 20 === 0))
    expect(await positions({ externalCustomerIds: ['known'] })).toEqual(where((index) => index % 4 < 2))
    expect(await positions({ externalCustomerIds: ["o'ther\\\t\n", 'nothing'] })).toEqual(where((index) => index % 4 === 2))
    expect(await positions({ names: ['call', 'none'] })).toEqual(where((index) => index % 2 === 0))
    expect(await positions({ text: 'sage %' })).toEqual(where((index) => index % 2 === 1))
    expect(await positions({ text: 'CALL' })).toEqual(where((index) => index % 2 === 0))
  })

  test('selects by the values of keys in the metadata as text', async () => {
    expect(await positions({ metadata: [{ key: 'model', values: ["la'rge\\", ''] }] })).toEqual(where((index) => index % 3 !== 0))
    expect(await positions({ metadata: [{ key: 'tokens', values: ['1.5'] }] })).toEqual([15])
    expect(await positions({ metadata: [{ key: 'isFree', values: ['true'] }] })).toEqual(where((index) => index % 2 === 0))
    expect(await positions({ metadata: [{ key: 'a.b', values: ['top'] }] })).toEqual(where(() => true))
    expect(await positions({ metadata: [{ key: 'a.b', values: ['inner'] }] })).toEqual([])
    expect(await positions({ metadata: [{ key: 'missing', values: [''] }] })).toEqual([])
  })

  const matches = async (filters: readonly Filter[]) => {
    const ofOther = (each: Filter) => everything({ organizationIds: [other.organizationId], filter: each })
    const found: string[][] = []
    for (const each of filters) found.push((await stores[name]().listEvents(ofOther(each), WHOLE_PAGE)).map(({ id }) => id).sort())
    return found
  }
  const expected = (filters: readonly Filter[]) =>
    filters.map((each) => {
      const isMatch = ({ timestamp, ...rest }: UsageEvent) => matchesFilter(each, { ...rest, timestamp: timestamp.getTime() / 1000 })
      return odd.flatMap((one) => (isMatch(one) ? [one.id] : [])).sort()
    })

  test('a filter matches the same events as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(filter, { minLength: 8, maxLength: 8 }), async (each) => {
        expect(await matches(each)).toEqual(expected(each))
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  test('every operator compares numbers and texts with each value', async () => {
    const ofNumbers = OPERATORS.flatMap((operator) => WHOLE.map((value) => single('a', operator, value)))
    const ofTexts = OPERATORS.flatMap((operator) => TEXTS.map((value) => single('name', operator, value)))
    const paths = ['b.a.0', 'b.a.length', 'metadata.b.a.1', 'b.length', 'b.toString'].map((path) => single(path, 'ne', 7))
    const filters = [...ofNumbers, ...ofTexts, ...paths]
    expect(await matches(filters)).toEqual(expected(filters))
  }, 120_000)

  const buckets = [0, 3, 10].map((day, at, all) => ({
    start: new Date(START.getTime() + day * DAY_MS),
    end: new Date(START.getTime() + (all[at + 1] ?? 20) * DAY_MS),
  }))
  const inBuckets = { firstId: firstId(START), endId: firstId(new Date(START.getTime() + 20 * DAY_MS)) }

  test.each(['tokens', 'model', 'isFree', 'timestamp', 'missing'])('adds up %s exactly', async (property) => {
    const { byPosition, total } = await stores[name]().readFigures(everything(inBuckets), { func: 'sum', property }, buckets)
    const metered = ordinary.map((each) => ({ ...each, timestamp: each.timestamp.getTime() / 1000 }))
    const parts = [metered.slice(0, 3), metered.slice(3, 10), metered.slice(10, 20)]
    const sums = (func: 'sum' | 'max' | 'min', events: typeof metered) => aggregate({ func, property }, events)
    const all = [...parts.map((part, at) => [part, byPosition.get(at + 1)] as const), [metered.slice(0, 20), total] as const]
    for (const [events, figures] of all) {
      const exact = (text: string | null | undefined) => decimalRational(text ?? '0')
      const isSame = (func: 'sum' | 'max' | 'min', text: string | null | undefined) => {
        const [one, two] = [sums(func, events), exact(text)]
        expect(one.numerator * two.denominator).toBe(two.numerator * one.denominator)
      }
      expect(figures?.events).toBe(events.length)
      isSame('sum', figures?.total)
      isSame('max', figures?.maximum)
      isSame('min', figures?.minimum)
    }
  })

  test('counts different values, also over all buckets', async () => {
    const { byPosition, total } = await stores[name]().readFigures(everything(inBuckets), { func: 'unique', property: 'model' }, buckets)
    expect([1, 2, 3].map((at) => byPosition.get(at)?.different)).toEqual([2, 2, 2])
    expect(total.different).toBe(2)
    expect((await stores[name]().readValues(everything(inBuckets), 'model', 100)).toSorted()).toEqual(['"la\'rge\\\\"', '"small"'])
    expect(await stores[name]().readValues(everything(inBuckets), 'isFree', 1)).toHaveLength(1)
  })

  test('adds numbers of every size', async () => {
    const selection = everything({ organizationIds: [other.organizationId], names: ['number'] })
    const bucket = { start: new Date(START.getTime() - 1), end: new Date(START.getTime() + 1) }
    const { total } = await stores[name]().readFigures(selection, { func: 'sum', property: 'a' }, [bucket])
    const { numerator, denominator } = aggregate({ func: 'sum', property: 'a' }, odd.filter((each) => each.name === 'number') as never)
    const found = decimalRational(total.total)
    expect(found.numerator * denominator).toBe(numerator * found.denominator)
    expect([total.events, total.numbers]).toEqual([NUMBERS.length, NUMBERS.length])
  })
})
