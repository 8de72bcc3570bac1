import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { type Aggregation, aggregate, shownQuantity } from '#kernel/metering/aggregation.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { sharedServer } from '#test/support/server.ts'

const aggregations: readonly Aggregation[] = [
  { func: 'count' },
  ...(['sum', 'max', 'min', 'avg', 'unique'] as const).map((func) => ({ func, property: 'units' })),
]
const HOUR_MS = 3_600_000

const units = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(0.1, 0.2, 2.5e-7, 1e9), fc.constantFrom('7', true))
const sent = fc.array(fc.record({ units, key: fc.option(fc.integer({ min: 0, max: 9 })), hour: fc.integer({ min: 0, max: 5 }) }), {
  minLength: 1,
  maxLength: 30,
})
/** Where a list of at most so many is cut into requests. */
const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 })

function batchesOf<Item>(items: readonly Item[], at: readonly number[]): readonly (readonly Item[])[] {
  const ends = [...new Set(at.filter((cut) => cut < items.length))].sort((one, other) => one - other)
  return [...ends, items.length].map((end, index) => items.slice(ends[index - 1] ?? 0, end))
}

test('any division of events into requests, with repeats in between, gives the same figures', { timeout: 120_000 }, async () => {
  const server = await sharedServer()
  const merchant = await aMerchant(server)
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'units' }] }
  const meterIds: string[] = []
  for (const aggregation of aggregations) {
    const body = { name: `Units by ${aggregation.func}`, filter, aggregation }
    meterIds.push((await merchant.request('POST', '/v1/meters/', { body })).json.id)
  }
  await server.drain()
  const at = server.clock.now().getTime()
  await fc.assert(
    fc.asyncProperty(sent, cuts, fc.boolean(), async (drafts, ends, isRepeated) => {
      const email = `${newId(new Date())}@example.test`
      const { id: customer_id } = (await merchant.request('POST', '/v1/customers/', { body: { email } })).json
      const events = drafts.map(({ units: value, key, hour }) => ({
        name: 'units',
        customer_id,
        timestamp: new Date(at - hour * HOUR_MS).toISOString(),
        metadata: { units: value },
        ...(key === null ? {} : { external_id: `${customer_id}-${key}` }),
      }))
      for (const batch of batchesOf(events, ends)) {
        const body = { events: batch }
        expect((await merchant.request('POST', '/v1/events/ingest', { body })).status).toBe(200)
        const repeated = batch.filter((event) => 'external_id' in event)
        if (isRepeated) await merchant.request('POST', '/v1/events/ingest', { body: { events: repeated } })
      }
      const seen = new Set<number>()
      const counted = drafts.filter(({ key }) => key === null || (!seen.has(key) && seen.add(key)))
      const expected = aggregations.map((aggregation) =>
        shownQuantity(
          aggregate(
            aggregation,
            counted.map(({ units: value }) => ({ metadata: { units: value } })),
          ),
        ),
      )
      const { items } = (await merchant.request('GET', `/v1/customer-meters/?customer_id=${customer_id}`)).json
      const found = meterIds.map((id) => items.find(({ meter_id }: { meter_id: string }) => meter_id === id)?.consumed_units)
      expect(found).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})
