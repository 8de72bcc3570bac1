import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { ingestEvents } from './actions/ingest-events.ts'
import { findMeterToRead, readQuantities } from './quantities/reads.ts'
import { customerMeterList, findProgress } from './reads.ts'
import { usageRefusals } from './refusals.ts'
import {
  customerMeter,
  EVENTS_BODY_LIMIT,
  EVENTS_COMMAS,
  eventsIngest,
  eventsIngestResponse,
  meterProgress,
  meterQuantities,
  namedOrganization,
  quantitiesQuery,
  toBuckets,
  toCustomerMeterWire,
  toEventDraft,
  toIngestedWire,
  toProgressWire,
  toQuantitiesWire,
  toQuantityScope,
} from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/events/ingest',
    name: 'events:ingest',
    summary: 'Stores what customers have used, up to 1,000 events at once: all of them or none.',
    access: 'scope:events:write',
    impersonation: 'allowed',
    body: eventsIngest,
    bodyLimit: EVENTS_BODY_LIMIT,
    bodyCommas: EVENTS_COMMAS,
    answer: eventsIngestResponse,
    limit: { none: 'The number of events is the size of a merchant’s business; months that are no longer needed can be dropped.' },
    handle: async ({ tx, body, platform, tenantScope }) => {
      const { index, organizationId: named } = namedOrganization(body)
      const organizationId = tenantScope.organizationFor(named, ['body', 'events', index, 'organization_id'])
      return toIngestedWire(await ingestEvents(tx, platform, { organizationId, events: body.events.map(toEventDraft) }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/meters/{id}/quantities',
    name: 'meters:quantities',
    summary: 'Gets the quantities of a meter by hour, day, week, month or year.',
    access: 'scope:meters:read',
    params: idParams,
    query: quantitiesQuery,
    answer: meterQuantities,
    refusals: [usageRefusals.ResourceNotFound],
    handle: async ({ db, params, query, platform, tenantScope: { tenants } }) => {
      const found = (await findMeterToRead(db, tenants, params.id)) ?? refuse(usageRefusals.ResourceNotFound)
      const buckets = toBuckets(query, found.timezone)
      const databases = { db, clickhouse: platform.clickhouse }
      return toQuantitiesWire(await readQuantities(databases, found, { buckets, scope: toQuantityScope(query) }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/meters/{id}/progress',
    name: 'meters:progress',
    summary: 'Gets how far a new meter has counted the events that there were before it.',
    access: 'scope:meters:read',
    params: idParams,
    answer: meterProgress,
    refusals: [usageRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope: { tenants } }) =>
      toProgressWire((await findProgress(db, tenants, params.id)) ?? refuse(usageRefusals.ResourceNotFound)),
  }),
  ...resourceReads({
    path: '/v1/customer-meters/',
    name: 'customer_meters',
    nouns: ['what customers have used of meters', 'what a customer has used of a meter'],
    scope: 'customer_meters:read',
    list: customerMeterList,
    schema: customerMeter,
    toWire: toCustomerMeterWire,
    notFound: usageRefusals.ResourceNotFound,
  }),
]
