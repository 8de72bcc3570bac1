// The condition of a filter in the database against the filter itself, over the same events.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Filter, type FilterClause, type FilterOperator, matchesFilter } from '#kernel/metering/filter.ts'
import { filterProblems } from '#merchant/meters/index.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer } from '#test/support/server.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import { compileFilter } from './filter-sql.ts'
import type { EventMetadata, UsageEvent } from './model.ts'

const server = await sharedServer()
const { db } = server.platform.database

const KEYS = [
  ...['a', 'b', 'tokens', 'name', 'metadata', 'length', 'toString', 'constructor', '__proto__', 'NULL', '', ' '],
  ...['0', '1', '2', '-1', '01', '+1', ' 1', '1 ', '1e0', '4294967295', '99999999999999999999'],
  ...["it's", 'say "so"', 'back\\slash', '{a,b}', '100%', 'ключ', '😀'],
]
const TEXTS = [
  ...['', 'a', 'A', 'ab', 'abc', 'b', 'é', 'e\u0301', 'ß', 'İ', '😀', 'a😀b', '\uffee', '\ufffd', '\u{10ffff}'],
  ...['%', '100%', 'a_c', '\\', '\\%', "'", "it's", '"', ' ', '\n', "'; drop table usage_events; --"],
  ...['0', '1', '12', '1234', '-1', '0.1', '1e21', 'true', 'false', 'null', 'NaN'],
]
const LARGEST = Number.MAX_SAFE_INTEGER
const NUMBERS = [
  ...[0, -0, 1, -1, 2, 12, 21, 1234, 0.1, 0.5, 1.5, -2.5, 1233.9999999999998, 1234.0000000000002],
  ...[LARGEST, -LARGEST, LARGEST + 1, 1e15, 123456789012345680000, 999999999999999900000, 1e21, 1.5e21, -1.25e22, 1e23, 2 ** 70, 1e300],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e-6, 0.000001234, 1e-7, -1.5e-7, 9.5e-10, 2 ** -44, 1e-300],
]
const WHOLE = [0, 1, -1, 2, 3, 7, 12, 21, 44, 300, 1234, LARGEST, -LARGEST, LARGEST - 1]
const SECONDS = Math.floor(START.getTime() / 1000)
const OPERATORS: readonly FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like']

const key = fc.constantFrom(...KEYS)
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', maxLength: 4 }))
const storable = text.filter((each) => each.isWellFormed() && !each.includes('\0'))
const scalar = fc.oneof(
  storable,
  fc.constantFrom<number>(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const objectOf = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, value), { maxLength: 12 }).map((entries) => Object.fromEntries(entries))
const { metadata } = fc.letrec<{ value: unknown; metadata: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    scalar,
    objectOf(tie('value')),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
  metadata: objectOf(tie('value')),
}))
const event = fc.record({
  name: storable,
  source: fc.constantFrom('user', 'system'),
  timestamp: fc.integer({ min: -5000, max: 5000 }).map((ms) => new Date(START.getTime() + ms)),
  metadata,
})

const path = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => keys.join('.'))
const property = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('name', 'source', 'timestamp') },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('', '', 'metadata.'), path).map(([prefix, keys]) => prefix + keys) },
)
const clause: fc.Arbitrary<FilterClause> = fc.record({
  property,
  operator: fc.constantFrom(...OPERATORS),
  value: fc.oneof(
    storable,
    fc.constantFrom(...WHOLE),
    fc.integer({ min: SECONDS - 3, max: SECONDS + 3 }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constantFrom('user', 'system'),
  ),
})
const group = (clauses: fc.Arbitrary<(FilterClause | Filter)[]>): fc.Arbitrary<Filter> =>
  fc.record({ conjunction: fc.constantFrom('and', 'or'), clauses })
const nested = (depth: number): fc.Arbitrary<Filter> =>
  group(fc.array(depth === 1 ? clause : fc.oneof(clause, clause, nested(depth - 1)), { maxLength: 5 }))
const filter = fc.oneof(
  { weight: 6, arbitrary: group(fc.array(clause, { minLength: 1, maxLength: 1 })) },
  { weight: 3, arbitrary: nested(5).filter((each) => filterProblems(each).length === 0) },
  { weight: 1, arbitrary: group(fc.array(clause, { minLength: 50, maxLength: 50 })) },
)

let events: readonly UsageEvent[]

beforeAll(async () => {
  const { organizationId } = await aMerchant(server)
  const drawn = fc.sample(event, { numRuns: 250, seed: 72 })
  const ofNumbers = NUMBERS.map((number) => ({
    name: 'number',
    source: 'user',
    timestamp: START,
    metadata: { a: number, b: { a: [number] } },
  }))
  const inserted = await insertUsageEvents(
    server.platform.database,
    [...drawn, ...ofNumbers].map((each) => ({ ...each, organizationId }) as never),
  )
  // As the database keeps it: without the sign of zero.
  events = inserted.map((each) => ({ ...each, metadata: JSON.parse(JSON.stringify(each.metadata)) as EventMetadata }))
})

/** The positions of the filters that each event matches, by the id of the event: those of the database in one statement. */
async function matchesInDatabase(filters: readonly Filter[]): Promise<Record<string, number[]>> {
  const conditions = filters.map((each) => compileFilter(each))
  const { rows } = await sql<{ id: string; matches: (boolean | null)[] }>`
    select id, array[${sql.join(conditions)}] as matches from usage_events
    where organization_id = ${events[0]?.organizationId}::uuid`.execute(db)
  return Object.fromEntries(rows.map(({ id, matches }) => [id, matches.flatMap((each, at) => (each === false ? [] : [at]))]))
}

const matchesInMemory = (filters: readonly Filter[]) =>
  Object.fromEntries(
    events.map((each) => {
      const metered = { ...each, timestamp: each.timestamp.getTime() / 1000 }
      return [each.id, filters.flatMap((one, at) => (matchesFilter(one, metered) ? [at] : []))]
    }),
  )

test('a filter matches the same events in the database as in memory', async () => {
  const filters = fc.array(filter, { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(filters, async (each) => {
      expect(await matchesInDatabase(each)).toEqual(matchesInMemory(each))
    }),
    { numRuns: 60 },
  )
}, 60_000)

const single = (property: string, operator: FilterOperator, value: FilterClause['value']): Filter => ({
  conjunction: 'and',
  clauses: [{ property, operator, value }],
})

test('every operator compares each number with each whole number, and its text', async () => {
  const filters = OPERATORS.flatMap((operator) => WHOLE.map((value) => single('a', operator, value)))
  const found = await matchesInDatabase(filters)
  expect(found).toEqual(matchesInMemory(filters))
  expect(Object.values(found).flat().length).toBeGreaterThan(1000)
})

test('every operator compares each text with each text', async () => {
  const filters = OPERATORS.flatMap((operator) => TEXTS.map((value) => single('name', operator, value)))
  expect(await matchesInDatabase(filters)).toEqual(matchesInMemory(filters))
})

test('a path leads to the own properties of objects and of lists', async () => {
  const ofNumbers = [
    'a',
    'b.a.0',
    'b.a.length',
    'b.a.1',
    'b.a.-1',
    'b.a.00',
    'b.a.+0',
    'b.a. 0',
    'b.a.0.length',
    'b.length',
    'name.length',
    'b.toString',
  ]
  const filters = ofNumbers.flatMap((path) => [single(path, 'eq', 1), single(`metadata.${path}`, 'ne', 7)])
  const found = await matchesInDatabase(filters)
  expect(found).toEqual(matchesInMemory(filters))
  const one = events.find(({ name, metadata: { a } }) => name === 'number' && a === 1)
  expect(found[one?.id ?? '']).toEqual([0, 1, 2, 3, 4, 5])
})

test('a number that no JavaScript can hold, and metadata of another shape, raise no error', async () => {
  const { organizationId } = await aMerchant(server)
  const [inserted] = await insertUsageEvents(server.platform.database, [{ organizationId, timestamp: START }])
  const matching = async (stored: string, each: Filter) => {
    await sql`update usage_events set metadata = ${stored}::jsonb where id = ${inserted?.id}::uuid`.execute(db)
    const { rows } = await sql<{
      matches: boolean
    }>`select ${compileFilter(each)} as matches from usage_events where id = ${inserted?.id}::uuid`.execute(db)
    return rows[0]?.matches
  }
  expect(await matching('{"a": 1e400}', single('a', 'gt', LARGEST))).toBe(true)
  expect(await matching('{"a": 1e-400}', single('a', 'like', 400))).toBe(true)
  expect(await matching('[1]', single('a', 'ne', 1))).toBe(false)
  expect(await matching('7', single('a.b', 'ne', 1))).toBe(false)
})
