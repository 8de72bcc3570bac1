import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { BODY_LIMIT } from '#platform/http/input/body.ts'
import { type Route, route } from '#platform/http/route.ts'
import { added, booleanText, id, idParams } from '#platform/http/wire-parts.ts'
import { objectOperation } from '#platform/resource/operation.ts'
import { resourceRoutes } from '#platform/resource/writes.ts'
import { deleteCustomer } from './actions/delete-customer.ts'
import { updateCustomer } from './actions/update-customer.ts'
import { avatarSvg } from './avatar.ts'
import { create, removeExternalId } from './changes.ts'
import { type Customer, customerAudit } from './model.ts'
import { customerList } from './reads.ts'
import { customerRefusals } from './refusals.ts'
import { customers, findAvatarSubject, findKeyedCustomer, insertDraftedCustomer, saveCustomer } from './store.ts'
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

const resource = {
  schema: customer,
  toWire: toCustomerWire,
  notFound: ResourceNotFound,
  lock: customers.lock,
  toModel: (full: Customer) => full,
  audit: customerAudit,
}

export const routes: readonly Route[] = [
  ...resourceRoutes({
    ...resource,
    path: '/v1/customers/',
    name: 'customers',
    nouns: ['customers', 'a customer'],
    scopes: 'customers',
    list: customerList,
    create: {
      summary: 'Creates a customer, before its first purchase.',
      body: customerCreate,
      bodyLimit: BODY_LIMIT,
      limit: 'CUSTOMER_LIMIT',
      write: async (body, { tx, platform, organizationId, id, at }) => {
        const { next, events } = create(toCustomerDraft(body), { id, organizationId, now: at })
        await insertDraftedCustomer(tx, platform, next)
        return { next, events }
      },
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
  objectOperation(
    { ...resource, scope: 'customers:write', addition: true },
    {
      method: 'DELETE',
      path: '/v1/customers/{id}/external-id',
      name: 'customers:remove_external_id',
      action: 'customer.updated',
      summary: 'Removes an external id that was taken over from a purchase with a typed address. Sessions of the customer end.',
      impersonation: 'allowed',
      body: undefined,
      // Its sessions may have been opened by the external id.
      write: async (current, _body, { tx, organizationId, at }) => {
        const { next, events } = removeExternalId(current, at)
        await saveCustomer(tx, next)
        const payload = { organization_id: organizationId, id: next.id }
        return { next, events: [...events, { name: 'customer.external_id_removed', payload }] }
      },
    },
  ),
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
