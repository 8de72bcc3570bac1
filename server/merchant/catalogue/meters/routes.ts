import type { Route } from '#platform/http/route.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import type { Meter } from './model.ts'
import { meterList } from './reads.ts'
import { meterRefusals } from './refusals.ts'
import { create, isRedefined, update } from './rules.ts'
import { insertMeter, meters } from './store.ts'
import { meter, meterCreate, meterUpdate, toMeterChanges, toMeterDraft, toMeterWire } from './wire.ts'

const keysOf = ({ organizationId, id }: Meter) => ({ organization_id: organizationId, meter_id: id })

export const routes: readonly Route[] = resourceRoutes({
  path: '/v1/meters/',
  name: 'meters',
  nouns: ['meters', 'a meter'],
  scopes: 'meters',
  list: meterList,
  schema: meter,
  toWire: toMeterWire,
  notFound: meterRefusals.ResourceNotFound,
  lock: meters.lock,
  toModel: (full: Meter) => full,
  audit: { type: 'meter', details: ({ name }) => ({ name }) },
  create: {
    summary: 'Creates a meter: which events count, and how.',
    body: meterCreate,
    limit: 'METER_LIMIT',
    write: async (body, { tx, platform, organizationId, id, at }) => {
      const next = create(toMeterDraft(body), { id, organizationId, now: at })
      await insertMeter(tx, platform, next)
      return { next, events: [{ name: 'meter.created', payload: keysOf(next) }] }
    },
  },
  update: {
    summary: 'Updates or archives a meter.',
    body: meterUpdate,
    // Prices that name it show its new name.
    write: async (current, body, { tx, at }) => {
      const next = update(current, toMeterChanges(body), at)
      if (next !== current) await meters.save(tx, next)
      const isArchived = next.archivedAt !== null && current.archivedAt === null
      return {
        next,
        ...(isRedefined(current, next) && { events: [{ name: 'meter.redefined', payload: keysOf(next) }] }),
        ...(isArchived && { action: 'meter.archived' }),
      }
    },
  },
})
