// The condition of a filter in the database against the filter itself, over the same events.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Filter, matchesFilter } from '#kernel/metering/filter.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer } from '#test/support/server.ts'
import { event, filter, NUMBERS, OPERATORS, single, TEXTS, WHOLE } from '#test/support/usage/filters.ts'
import { insertUsageEvents } from '#test/support/usage/usage-events.ts'
import { compileFilter } from './filter-sql.ts'
import type { EventMetadata, UsageEvent } from './model.ts'

const server = await sharedServer()
const { db } = server.platform.database

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
  expect(await matching('{"a": 1e400}', single('a', 'gt', Number.MAX_SAFE_INTEGER))).toBe(true)
  expect(await matching('{"a": 1e-400}', single('a', 'like', 400))).toBe(true)
  expect(await matching('[1]', single('a', 'ne', 1))).toBe(false)
  expect(await matching('7', single('a.b', 'ne', 1))).toBe(false)
})
