import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createMeter } from './actions/create-meter.ts'
import { updateMeter } from './actions/update-meter.ts'
import { meterList } from './reads.ts'
import { meterRefusals } from './refusals.ts'
import { meter, meterCreate, meterUpdate, toMeterChanges, toMeterDraft, toMeterWire } from './wire.ts'

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/meters/',
    name: 'meters',
    nouns: ['meters', 'a meter'],
    scope: 'meters:read',
    list: meterList,
    schema: meter,
    toWire: toMeterWire,
    notFound: meterRefusals.ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/meters/',
    name: 'meters:create',
    summary: 'Creates a meter: which events count, and how.',
    access: 'scope:meters:write',
    impersonation: 'allowed',
    body: meterCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: meter,
    status: 201,
    limit: 'METER_LIMIT',
    handle: async (call) => {
      const { tx, body, tenantScope } = call
      const organizationId = tenantScope.organizationFor(body.organization_id)
      return toMeterWire(await createMeter(tx, call, { organizationId, draft: toMeterDraft(body) }))
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/meters/{id}',
    name: 'meters:update',
    summary: 'Updates or archives a meter.',
    access: 'scope:meters:write',
    impersonation: 'allowed',
    params: idParams,
    body: meterUpdate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: meter,
    refusals: [meterRefusals.ResourceNotFound],
    handle: async (call) => {
      const { tx, params, body, tenantScope } = call
      return toMeterWire(await updateMeter(tx, call, { tenants: tenantScope.tenants, id: params.id, changes: toMeterChanges(body) }))
    },
  }),
]
