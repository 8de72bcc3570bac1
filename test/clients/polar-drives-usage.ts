// What each held call of the published client of /v1 does with usage.
import { expect } from 'vitest'
import type { UsageEvent } from '#money/usage-events/model.ts'
import { START } from '#test/support/server.ts'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

type UsageCalls = 'events.list' | 'events.listNames' | 'events.get'

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

export const usageDrives: Pick<PolarDrives, UsageCalls> = {
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
}
