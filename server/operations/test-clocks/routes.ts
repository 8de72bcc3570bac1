import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { advanceTestClock } from './actions/advance-test-clock.ts'
import { createTestClock } from './actions/create-test-clock.ts'
import { listTimeline, testClockList } from './reads.ts'
import { testClockRefusals } from './refusals.ts'
import {
  testClock,
  testClockAdvanceBody,
  testClockCreate,
  timelineEntry,
  timelineQuery,
  toTestClockWire,
  toTimelineEntryWire,
} from './wire.ts'

const { ResourceNotFound, LiveMerchant, TestClockExists, TestClockAdvancing } = testClockRefusals

const instantOf = (text: string | null | undefined) => (text ? new Date(text) : null)

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/test-clocks/',
    name: 'test-clocks',
    nouns: ['test clocks: at most one for each organization', 'a test clock'],
    scope: 'organizations:read',
    list: testClockList,
    schema: testClock,
    toWire: toTestClockWire,
    notFound: ResourceNotFound,
    withoutExport: 'It has one entry.',
    addition: true,
  }),
  route({
    method: 'POST',
    path: '/v1/test-clocks/',
    name: 'test-clocks:create',
    summary: "Creates the test clock of a test merchant: the merchant's time stands still from then on.",
    access: 'scope:organizations:write',
    impersonation: 'refused',
    addition: true,
    body: testClockCreate,
    answer: testClock,
    status: 201,
    limit: { none: 'An organization has at most one.' },
    refusals: [LiveMerchant, TestClockExists, ResourceNotFound],
    handle: async (call) => {
      const { tx, body, tenantScope } = call
      const organizationId = tenantScope.organizationFor(body.organization_id)
      const input = { organizationId, name: body.name ?? null, frozenTime: instantOf(body.frozen_time) }
      return toTestClockWire(await createTestClock(tx, call, input))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/test-clocks/{id}/advance',
    name: 'test-clocks:advance',
    summary: 'Advances a test clock: what is due by then happens in its true order, while `status` is `advancing`.',
    access: 'scope:organizations:write',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    body: testClockAdvanceBody,
    answer: testClock,
    status: 202,
    limit: { none: 'It creates nothing; one advance at a time.' },
    refusals: [LiveMerchant, TestClockAdvancing, ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      const advance = { to: instantOf(body.to), by: body.by }
      return toTestClockWire(await advanceTestClock(tx, call, { tenants: tenantScope.tenants, id: params.id, advance }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/test-clocks/{id}/timeline',
    name: 'test-clocks:timeline',
    summary: 'Lists what happened since the test clock was created, newest first: at most 1,000 entries, of the last 30 days of real time.',
    access: 'scope:organizations:read',
    addition: true,
    params: idParams,
    query: timelineQuery,
    answer: listResource('TestClockTimelineEntry', timelineEntry),
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, tenantScope }) => {
      const page = pageOf(query)
      const found = await listTimeline(db, { tenants: tenantScope.tenants, id: params.id, page })
      const { items, total } = found ?? refuse(ResourceNotFound)
      return toList(items.map(toTimelineEntryWire), total, page)
    },
  }),
]
