import { pageOf } from '#kernel/page.ts'
import { type Route, route } from '#platform/http/route.ts'
import { listResource, toList } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { readEventNames } from './names/reads.ts'
import { usageEventList } from './reads.ts'
import { usageEventRefusals } from './refusals.ts'
import { eventName, eventNamesQuery, toEventNameWire, toUsageEventWire, usageEvent } from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/events/',
    name: 'events',
    nouns: ['events', 'an event'],
    scope: 'events:read',
    list: usageEventList,
    schema: usageEvent,
    toWire: toUsageEventWire,
    notFound: usageEventRefusals.ResourceNotFound,
  }),
  route({
    method: 'GET',
    path: '/v1/events/names',
    name: 'events:list_names',
    summary: 'Lists the names that events have had, and how often.',
    access: 'scope:events:read',
    query: eventNamesQuery,
    answer: listResource('EventName', eventName),
    handle: async ({ db, query, tenantScope }) => {
      const page = pageOf(query)
      const { items, total } = await readEventNames(db, {
        organizationIds: tenantScope.organizationsFor(query.organization_id),
        customerIds: query.customer_id,
        externalCustomerIds: query.external_customer_id,
        sources: query.source,
        text: query.query,
        sorting: query.sorting,
        page,
      })
      return toList(items.map(toEventNameWire), total, page)
    },
  }),
]
