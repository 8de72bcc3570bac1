import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { findState } from './reads.ts'
import { customerStateRefusals } from './refusals.ts'
import { customerState, toCustomerStateWire } from './wire.ts'

const { ResourceNotFound } = customerStateRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/{id}/state',
    name: 'customers:get_state',
    summary: 'Gets what a customer has: subscriptions, benefits and balances of meters.',
    access: 'scope:customers:read',
    params: idParams,
    answer: customerState,
    refusals: [ResourceNotFound],
    handle: async ({ db, params: { id }, tenantScope: { tenants }, platform: { settings } }) =>
      toCustomerStateWire((await findState(db, tenants, { id })) ?? refuse(ResourceNotFound), settings.BASE_URL),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/external/{external_id}/state',
    name: 'customers:get_state_external',
    summary: 'Gets what the customer with an external id has.',
    access: 'scope:customers:read',
    params: z.object({ external_id: z.string() }),
    answer: customerState,
    refusals: [ResourceNotFound],
    handle: async ({ db, params: { external_id: externalId }, tenantScope: { tenants }, platform: { settings } }) =>
      toCustomerStateWire((await findState(db, tenants, { externalId })) ?? refuse(ResourceNotFound), settings.BASE_URL),
  }),
]
