// The effect of each held call of the published client of /v1 about usage.
import { expect } from 'vitest'
import type { UsageEvent } from '#money/usage/events/model.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { START } from '#test/support/server.ts'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type UsageCall = Extract<keyof PolarDrives, `${'events' | 'customerMeters'}.${string}` | 'meters.quantities'>

const METER = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const at = (minute: number) => new Date(START.getTime() + minute * 60_000)

/** A call of a customer, a call without one, and both system events. */
async function insertEvents(world: PolarWorld): Promise<{ readonly events: readonly UsageEvent[]; readonly customer: Json }> {
  const body = { email: 'sanne@visserbouw.example', external_id: 'user-17' }
  const { json: customer } = await world.merchant.request('POST', '/v1/customers/', { body })
  const events = await world.insertEvents([
    { timestamp: at(0), customerId: customer.id, metadata: { tokens: 12, model: 'small', cached: true, seconds: 0.5 } },
    { timestamp: at(1), externalCustomerId: 'user-18', name: 'ai.images' },
    ...[
      { timestamp: at(2), source: 'system', name: 'meter.reset', customerId: customer.id, metadata: { meter_id: METER } } as const,
      {
        ...({ timestamp: at(3), source: 'system', name: 'meter.credited', customerId: customer.id } as const),
        metadata: { meter_id: METER, units: 100, rollover: true },
      },
    ],
  ])
  return { events, customer }
}

const aCall = { name: 'ai.tokens', source: 'user', timestamp: at(0).toISOString(), external_customer_id: 'user-17' }
const metadata = { tokens: 12, model: 'small', cached: true, seconds: 0.5 }

/** A customer who has used 42 tokens of a meter. */
async function use(world: PolarWorld): Promise<{ readonly meter: Json; readonly customer: Json }> {
  const { client } = world
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] }
  const aggregation = { func: 'sum', property: 'tokens' }
  const meter = await client.call('meters.create', { body: { name: 'Tokens used', filter, aggregation } })
  // A new meter counts once it has been computed from the events so far.
  await world.drain()
  const customer = await client.call('customers.create', { body: { email: uniqueEmail(), external_id: 'user-17' } })
  const event = { name: 'ai.tokens', metadata: { tokens: 30, model: 'small' } }
  const events = [
    { ...event, customer_id: customer.id },
    { ...event, external_customer_id: 'user-17', metadata: { tokens: 12 } },
  ]
  expect(await client.call('events.ingest', { body: { events } })).toMatchObject({ inserted: 2 })
  return { meter, customer }
}

export const usageDrives: Pick<PolarDrives, UsageCall> = {
  'events.list': async (world) => {
    const { customer } = await insertEvents(world)
    const { items, pagination } = await world.client.call('events.list', { query: { sorting: ['timestamp'] } })
    expect(pagination).toEqual({ total_count: 4, max_page: 1 })
    expect(items).toMatchObject([
      { ...aCall, metadata, customer_id: customer.id, customer: { id: customer.id, email: 'sanne@visserbouw.example' } },
      { name: 'ai.images', customer_id: null, customer: null, external_customer_id: 'user-18', metadata: {} },
      { name: 'meter.reset', source: 'system', metadata: { meter_id: METER } },
      { name: 'meter.credited', source: 'system', metadata: { meter_id: METER, units: 100, rollover: true } },
    ])
    const filter = JSON.stringify({ conjunction: 'and', clauses: [{ property: 'tokens', operator: 'gt', value: 11 }] })
    const query = { filter, name: ['ai.tokens'], source: 'user', customer_id: customer.id, external_customer_id: 'user-17' }
    expect((await world.client.call('events.list', { query })).items).toMatchObject([aCall])
  },
  'events.listNames': async (world) => {
    await insertEvents(world)
    const { items } = await world.client.call('events.listNames', { query: { source: 'user', sorting: ['-name'] } })
    const seen = { first_seen: at(0).toISOString(), last_seen: at(0).toISOString() }
    expect(items).toMatchObject([{ name: 'ai.tokens', source: 'user', occurrences: 1, ...seen }, { name: 'ai.images' }])
  },
  'events.get': async (world) => {
    const { events } = await insertEvents(world)
    for (const { id, name } of events)
      expect(await world.client.call('events.get', { path: { id } })).toMatchObject({
        id,
        name,
        organization_id: world.merchant.organizationId,
      })
  },
  'events.ingest': async (world) => {
    const { customer } = await use(world)
    const event = { name: 'ai.tokens', customer_id: customer.id, external_id: 'call-1' }
    // Versions 0.32 and 0.34 do not send the external ids of events.
    const inserted = /^0\.3[24]\./.test(world.client.version) ? 2 : 1
    expect(await world.client.call('events.ingest', { body: { events: [event, event] } })).toMatchObject({ inserted })
  },
  'meters.quantities': async (world) => {
    const { meter, customer } = await use(world)
    const now = new Date()
    const query = { start_timestamp: now, end_timestamp: now, interval: 'day', customer_id: customer.id }
    const { total, quantities } = await world.client.call('meters.quantities', { path: { id: meter.id }, query })
    expect([total, quantities.map(({ quantity }: Json) => quantity)]).toEqual([42, [42]])
  },
  'customerMeters.list': async (world) => {
    const { meter, customer } = await use(world)
    const query = { customer_id: customer.id, meter_id: meter.id }
    const { items, pagination } = await world.client.call('customerMeters.list', { query })
    const ofMeter = { meter_id: meter.id, customer_id: customer.id, consumed_units: 42, credited_units: 0, balance: -42 }
    expect([items, pagination]).toMatchObject([[{ ...ofMeter, meter: { name: 'Tokens used' } }], { total_count: 1 }])
    expect(await world.client.call('customerMeters.get', { path: { id: items[0].id } })).toEqual(items[0])
  },
  'customerMeters.get': async (world) => {
    const { customer } = await use(world)
    const { items } = await world.client.call('customerMeters.list', { query: { external_customer_id: ['user-17'] } })
    const got = await world.client.call('customerMeters.get', { path: { id: items[0].id } })
    expect(got).toMatchObject({ id: items[0].id, customer: { id: customer.id }, consumed_units: 42 })
  },
}
