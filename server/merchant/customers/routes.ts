import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { added, booleanText, id, idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { createCustomer } from './actions/create-customer.ts'
import { deleteCustomer } from './actions/delete-customer.ts'
import { removeCustomerExternalId } from './actions/remove-external-id.ts'
import { updateCustomer } from './actions/update-customer.ts'
import { avatarSvg } from './avatar.ts'
import { customerList } from './reads.ts'
import { customerRefusals } from './refusals.ts'
import { findAvatarSubject, findKeyedCustomer } from './store.ts'
import {
  customer,
  customerCreate,
  customerUpdate,
  customerUpdateExternal,
  toCustomerChanges,
  toCustomerDraft,
  toCustomerWire,
} from './wire.ts'

const AVATAR_CACHE_SECONDS = 3600

const { ResourceNotFound } = customerRefusals

/** An external id is any text: an unknown one is not found. */
const externalParams = z.object({ external_id: z.string() })

const deletionQuery = z.object({
  anonymize: booleanText
    .default(false)
    .meta(added("Whether the customer's personal data is erased, too; then a customer that is deleted already is found by its id.")),
})

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/customers/',
    name: 'customers',
    nouns: ['customers', 'a customer'],
    scope: 'customers:read',
    list: customerList,
    schema: customer,
    toWire: toCustomerWire,
    notFound: ResourceNotFound,
  }),
  route({
    method: 'POST',
    path: '/v1/customers/',
    name: 'customers:create',
    summary: 'Creates a customer, before its first purchase.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    body: customerCreate,
    answer: customer,
    status: 201,
    limit: 'CUSTOMER_LIMIT',
    handle: async (call) => {
      const organizationId = call.tenantScope.organizationFor(call.body.organization_id)
      const created = await createCustomer(call.tx, call, { organizationId, draft: toCustomerDraft(call.body) })
      return toCustomerWire(created, call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/customers/{id}',
    name: 'customers:update',
    summary: 'Updates a customer. Its external id can be set once.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: idParams,
    body: customerUpdate,
    answer: customer,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const input = { tenants: call.tenantScope.tenants, key: { id: call.params.id }, changes: toCustomerChanges(call.body) }
      return toCustomerWire(await updateCustomer(call.tx, call, input), call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/{id}',
    name: 'customers:delete',
    summary: 'Deletes a customer. Its orders stay; its email and external id are free again.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: idParams,
    query: deletionQuery,
    status: 204,
    refusals: [ResourceNotFound],
    handle: ({ tenantScope: { tenants }, params, query, ...call }) =>
      deleteCustomer(call.tx, call, { tenants, key: { id: params.id }, isAnonymized: query.anonymize }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/{id}/external-id',
    name: 'customers:remove_external_id',
    summary: 'Removes an external id that was taken over from a purchase with a typed address. Sessions of the customer end.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: idParams,
    answer: customer,
    addition: true,
    refusals: [ResourceNotFound],
    handle: async ({ tx, params, tenantScope: { tenants }, ...call }) =>
      toCustomerWire(await removeCustomerExternalId(tx, call, { tenants, id: params.id }), call.platform.settings.BASE_URL),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/external/{external_id}',
    name: 'customers:get_external',
    summary: 'Gets a customer by its external id.',
    access: 'scope:customers:read',
    params: externalParams,
    answer: customer,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform }) => {
      const found = await findKeyedCustomer(db, tenantScope.tenants, { externalId: params.external_id })
      return toCustomerWire(found ?? refuse(ResourceNotFound), platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/customers/external/{external_id}',
    name: 'customers:update_external',
    summary: 'Updates the customer with an external id.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: externalParams,
    body: customerUpdateExternal,
    answer: customer,
    refusals: [ResourceNotFound],
    handle: async (call) => {
      const key = { externalId: call.params.external_id }
      const input = { tenants: call.tenantScope.tenants, key, changes: toCustomerChanges(call.body) }
      return toCustomerWire(await updateCustomer(call.tx, call, input), call.platform.settings.BASE_URL)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/external/{external_id}',
    name: 'customers:delete_external',
    summary: 'Deletes the customer with an external id.',
    access: 'scope:customers:write',
    impersonation: 'allowed',
    params: externalParams,
    query: deletionQuery,
    status: 204,
    refusals: [ResourceNotFound],
    handle: ({ tenantScope: { tenants }, params, query, ...call }) =>
      deleteCustomer(call.tx, call, { tenants, key: { externalId: params.external_id }, isAnonymized: query.anonymize }),
  }),
  route({
    method: 'GET',
    path: '/avatars/{id}.svg',
    name: 'customers:avatar',
    summary: 'The avatar of a customer: initials on a colour derived from the id.',
    access: 'public',
    params: z.object({ id }),
    addition: true,
    answerType: 'image/svg+xml',
    refusals: [ResourceNotFound],
    handle: async ({ db, params, reply }) => {
      const subject = (await findAvatarSubject(db, params.id)) ?? refuse(ResourceNotFound)
      reply.header('cache-control', `public, max-age=${AVATAR_CACHE_SECONDS}`)
      reply.text('image/svg+xml', avatarSvg(subject))
    },
  }),
]
